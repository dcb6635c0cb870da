//! What an error of a gateway means for a call.

use gateways::payments::{GatewayError, RefusalCode};
use platform::provider_calls::{CallOutcome, Reason, Settlement};
use web::Message;

/// The outcome of a call that failed. `changes_something` is false for a call that only reads: repeating it does no harm.
pub(super) fn of_error(error: &GatewayError, changes_something: bool) -> CallOutcome {
    match error {
        GatewayError::Refused { code, words } => CallOutcome::Refused(Reason::new(code.as_str(), words)),
        GatewayError::Unauthorised { words } => CallOutcome::Refused(Reason::new("unauthorised", words)),
        GatewayError::Unreachable(reason) if !changes_something || !error.is_outcome_unknown() => {
            CallOutcome::Unreachable(Reason::new("unreachable", reason.to_string()))
        }
        GatewayError::Unreachable(reason) => CallOutcome::Unknown(Reason::new("unknown", reason.to_string())),
        GatewayError::Unreadable { words } if changes_something => CallOutcome::Unknown(Reason::new("unknown", words)),
        GatewayError::Unreadable { words } => CallOutcome::Unreachable(Reason::new("unreachable", words)),
    }
}

/// What an error says while a call in doubt is settled.
pub(super) fn of_settling(error: &GatewayError) -> Settlement {
    match error {
        GatewayError::Refused { words, .. } | GatewayError::Unauthorised { words } => {
            Settlement::Unknown(Reason::new("unknown", words))
        }
        GatewayError::Unreachable(reason) => Settlement::Unknown(Reason::new("unknown", reason.to_string())),
        GatewayError::Unreadable { words } => Settlement::Unknown(Reason::new("unknown", words)),
    }
}

/// The refusal behind the code of a reason.
pub(super) fn refusal_code(code: &str) -> RefusalCode {
    serde_json::from_value(code.into()).unwrap_or(RefusalCode::Unknown)
}

/// The text of a code for the merchant.
pub(super) fn message(code: &str) -> Option<Message> {
    Some(match code {
        "not_connected" => Message::new(
            "طريقة الدفع غير مربوطة بالبوابة. أكمل بياناتها من إعدادات الدفع.",
            "The payment method isn't connected. Complete its details in the payment settings.",
        ),
        "lost_secret" => Message::new(
            "تعذرت قراءة مفاتيح البوابة. أدخلها من جديد في إعدادات الدفع.",
            "The gateway's keys can't be read. Enter them again in the payment settings.",
        ),
        "unauthorised" => Message::new(
            "رفضت البوابة بيانات الربط. تحقق منها في إعدادات الدفع.",
            "The gateway rejected the credentials. Check them in the payment settings.",
        ),
        "amount_too_large" => {
            Message::new("المبلغ أكبر من المتاح لدى البوابة.", "The amount is larger than the gateway allows for this payment.")
        }
        "currency_not_accepted" => {
            Message::new("البوابة لا تقبل عملة المتجر.", "The gateway doesn't accept the store's currency.")
        }
        "transaction_not_found" => Message::new("لا توجد هذه العملية لدى البوابة.", "The gateway has no such transaction."),
        "account_not_accepted" => Message::new(
            "رقم الحساب أو وسيلة الدفع غير مقبول لدى البوابة.",
            "The gateway doesn't accept the account or integration ID.",
        ),
        "means_not_offered" => Message::new("البوابة لا تقدم وسيلة الدفع هذه.", "The gateway doesn't offer this way to pay."),
        "not_possible" => Message::new("لم تعد العملية ممكنة لدى البوابة.", "The gateway says this is no longer possible."),
        "duplicate_reference" => Message::new("سبق استخدام رقم هذه العملية.", "The payment reference was used before."),
        "invalid_request" => Message::new("رفضت البوابة بيانات الطلب.", "The gateway rejected the order's details."),
        "declined"
        | "insufficient_funds"
        | "card_expired"
        | "authentication_failed"
        | "wrong_security_code"
        | "suspected_fraud"
        | "cancelled" => Message::new("رُفضت عملية الدفع.", "The payment was declined."),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::payments::UnreachableReason;

    #[test]
    fn py_03_a_timeout_of_a_call_that_changes_something_is_no_refusal() {
        let timeout = GatewayError::Unreachable(UnreachableReason::TimedOut);
        assert!(matches!(of_error(&timeout, true), CallOutcome::Unknown(_)));
        assert!(matches!(of_error(&timeout, false), CallOutcome::Unreachable(_)));
        let closed = GatewayError::Unreachable(UnreachableReason::NotConnected);
        assert!(matches!(of_error(&closed, true), CallOutcome::Unreachable(_)));
        assert!(matches!(of_error(&GatewayError::Unauthorised { words: String::new() }, true), CallOutcome::Refused(_)));
    }

    #[test]
    fn py_03_a_refusal_is_read_back_from_its_code() {
        assert_eq!(refusal_code(RefusalCode::InsufficientFunds.as_str()), RefusalCode::InsufficientFunds);
        assert_eq!(refusal_code("no_such_code"), RefusalCode::Unknown);
        assert_eq!(serde_json::to_value(RefusalCode::NotPossible).unwrap(), RefusalCode::NotPossible.as_str());
    }
}
