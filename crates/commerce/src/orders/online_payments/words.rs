//! The words of online payments, as they are stored and answered.

use gateways::payments as port;

web::words! {
    /// What an attempt pays.
    Purpose as PaymentPurpose {
        /// All that the order owes, before it is prepared: the order waits for it.
        WholeOrder "whole_order",
        /// What is missing of the order's deposit.
        Deposit "deposit",
        /// All that the order owes, by a link that the merchant sent; nothing waits for it.
        PaymentLink "payment_link",
    }
}

web::words! {
    /// State of an attempt.
    AttemptState as PaymentAttemptState {
        /// Written; the gateway was not called yet.
        Created "created",
        /// The shopper is at the gateway, or goes there.
        Waiting "waiting",
        /// Its money came.
        Paid "paid",
        /// Declined, with a reason.
        Declined "declined",
        /// Nobody paid in time.
        Expired "expired",
        /// The gateway knew nothing of it at the last check.
        Abandoned "abandoned",
    }
}

web::words! {
    /// Where the shopper goes after the start of an attempt.
    NextStepKind as PaymentNextStep {
        /// Nowhere yet, or not any more.
        None "none",
        /// To a page of the gateway.
        Redirect "redirect",
        /// To a page of the gateway that may be shown in a frame.
        Frame "frame",
        /// To a kiosk, with a code.
        KioskCode "kiosk_code",
    }
}

web::words! {
    /// What a transaction does with the money.
    TransactionKind as PaymentTransactionKind {
        /// Takes it.
        Charge "charge",
        /// Reserves it.
        Authorisation "authorisation",
        /// Gives it back.
        Refund "refund",
        /// Takes a charge or an authorisation back before it is settled.
        Void "void",
        /// The shopper's bank took it back.
        Chargeback "chargeback",
    }
}

web::words! {
    /// How far a transaction is, the earlier first: reports that arrive out of order do not bring it back.
    TransactionStatus as PaymentTransactionStatus {
        /// Not decided yet.
        Pending "pending",
        /// Reserved and not taken.
        OnHold "on_hold",
        /// Nobody paid in time.
        Expired "expired",
        /// It did not move money.
        Declined "declined",
        /// The money has moved.
        Paid "paid",
        /// Taken back before it was settled.
        Voided "voided",
    }
}

web::words! {
    /// With what was paid.
    MeansKind as PaymentMeansKind {
        /// A card.
        Card "card",
        /// A mobile wallet.
        Wallet "wallet",
        /// Cash at a kiosk.
        Kiosk "kiosk",
        /// Something else.
        Other "other",
    }
}

web::words! {
    /// Why the merchant has to look at a payment.
    CaseKind as PaymentCaseKind {
        /// Another amount was paid than was requested; not booked.
        AmountDiffers "amount_differs",
        /// Another currency; not booked.
        CurrencyDiffers "currency_differs",
        /// Taken by another account at the gateway; not booked.
        AccountDiffers "account_differs",
        /// It names another payment; not booked.
        ReferenceDiffers "reference_differs",
        /// A test payment at a method that takes real money; not booked.
        TestPayment "test_payment",
        /// The order was paid before: both payments are booked.
        PaidTwice "paid_twice",
        /// More was paid than the order charges by now: booked.
        PaidTooMuch "paid_too_much",
        /// Paid after the order was cancelled or returned: booked.
        PaidAfterEnd "paid_after_end",
        /// The gateway reports a payment that no attempt of the store started; not booked.
        UnknownPayment "unknown_payment",
        /// The gateway or the bank reviews the payment before it takes the money.
        HeldForReview "held_for_review",
        /// The shopper's bank took the payment back.
        Chargeback "chargeback",
        /// Money went back that nobody requested here: booked.
        RefundNotRequested "refund_not_requested",
        /// More went back than the order's ledger holds: booked as far as it does.
        RefundTooLarge "refund_too_large",
    }
}

db::stored_words! {
    Purpose, "payment_attempts" "purpose";
    AttemptState, "payment_attempts" "state";
    NextStepKind, "payment_attempts" "next_step";
    TransactionKind, "payment_transactions" "kind";
    TransactionStatus, "payment_transactions" "status";
    MeansKind, "payment_transactions" "means_kind";
    CaseKind, "payment_cases" "kind";
}

impl From<port::TransactionKind> for TransactionKind {
    fn from(kind: port::TransactionKind) -> Self {
        match kind {
            port::TransactionKind::Charge => Self::Charge,
            port::TransactionKind::Authorisation => Self::Authorisation,
            port::TransactionKind::Refund => Self::Refund,
            port::TransactionKind::Void => Self::Void,
            port::TransactionKind::Chargeback => Self::Chargeback,
        }
    }
}

impl From<port::TransactionStatus> for TransactionStatus {
    fn from(status: port::TransactionStatus) -> Self {
        match status {
            port::TransactionStatus::Paid => Self::Paid,
            port::TransactionStatus::Pending => Self::Pending,
            port::TransactionStatus::Declined => Self::Declined,
            port::TransactionStatus::OnHold => Self::OnHold,
            port::TransactionStatus::Expired => Self::Expired,
            port::TransactionStatus::Voided => Self::Voided,
        }
    }
}

impl From<port::MeansKind> for MeansKind {
    fn from(kind: port::MeansKind) -> Self {
        match kind {
            port::MeansKind::Card => Self::Card,
            port::MeansKind::Wallet => Self::Wallet,
            port::MeansKind::Kiosk => Self::Kiosk,
            port::MeansKind::Other => Self::Other,
        }
    }
}
