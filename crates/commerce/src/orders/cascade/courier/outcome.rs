//! What a courier's errors mean for a call. Pure.

use gateways::CourierError;
use gateways::couriers::RefusalCode;
use platform::provider_calls::{CallOutcome, Reason, Settlement};

/// The outcome of a call that changes something at the courier.
pub(super) fn of_error(error: &CourierError) -> CallOutcome {
    match error {
        CourierError::Refused { code, words } => CallOutcome::Refused(Reason::new(word(*code), words)),
        CourierError::Unauthorised { words } => CallOutcome::Refused(Reason::new("unauthorised", words)),
        CourierError::Unreachable(reason) if !error.is_outcome_unknown() => {
            CallOutcome::Unreachable(Reason::new("unreachable", reason.to_string()))
        }
        CourierError::Unreachable(reason) => CallOutcome::Unknown(Reason::new("unknown", reason.to_string())),
        CourierError::Unreadable { words } => CallOutcome::Unknown(Reason::new("unknown", words)),
    }
}

/// What an error says while a call in doubt is settled: it does not say whether the call was done.
pub(super) fn of_settling(error: &CourierError) -> Settlement {
    let words = match error {
        CourierError::Refused { words, .. } | CourierError::Unauthorised { words } | CourierError::Unreadable { words } => {
            words.clone()
        }
        CourierError::Unreachable(reason) => reason.to_string(),
    };
    Settlement::Unknown(Reason::new("unknown", words))
}

/// The word of a refusal. One without a reason is `refused`: `unknown` says that the courier may have done it.
pub(in crate::orders) const fn word(code: RefusalCode) -> &'static str {
    match code {
        RefusalCode::Unknown => "refused",
        code => code.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::UnreachableReason;

    #[test]
    fn or_06_no_answer_is_no_refusal() {
        for (reason, is_unknown) in [
            (UnreachableReason::TimedOut, true),
            (UnreachableReason::BrokenOff, true),
            (UnreachableReason::ServerError(502), true),
            (UnreachableReason::NotConnected, false),
            (UnreachableReason::RateLimited, false),
        ] {
            let outcome = of_error(&CourierError::Unreachable(reason));
            assert_eq!(matches!(outcome, CallOutcome::Unknown(_)), is_unknown, "{reason}");
            assert!(matches!(outcome, CallOutcome::Unknown(_) | CallOutcome::Unreachable(_)));
        }
        let refused = of_error(&CourierError::refused(RefusalCode::Unknown, "no"));
        assert_eq!(refused, CallOutcome::Refused(Reason::new("refused", "no")));
        assert!(matches!(of_settling(&CourierError::refused(RefusalCode::NotFound, "")), Settlement::Unknown(_)));
    }
}
