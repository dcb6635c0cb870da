//! The journal's entity kinds of this slice.

platform::entities! {
    pub(super) COURIER_ACCOUNT "courier_account" CourierAccount Shipping "/shipping-settings";
}
