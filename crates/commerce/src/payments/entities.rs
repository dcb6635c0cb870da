//! The journal's entity kinds of this slice.

platform::entities! {
    pub(super) PAYMENT_METHOD "payment_method" PaymentMethod Payment "/payment-settings";
    pub(super) BANK_ACCOUNT "bank_account" BankAccount BankAccount "/payment-settings";
}
