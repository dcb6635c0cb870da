//! Refusals of calls to a courier that somebody waits for.

use gateways::CourierError;
use web::{ApiError, Message};

use crate::couriers::AccountFault;
use crate::couriers::call_outcome::{self, REFUSED};
use crate::orders::cascade::courier::message;

const UNREACHED: Message =
    Message::new("لا تستجيب شركة الشحن الآن. حاول بعد قليل.", "The courier isn't responding. Try again in a while.");

/// 409 `courier_refused` or `courier_unreachable`; the courier's own words are in the message where its code has none of ours.
pub(super) fn api_error(error: &CourierError) -> ApiError {
    let (code, words) = match error {
        CourierError::Refused { code, words } => (call_outcome::word(*code), words),
        CourierError::Unauthorised { words } => ("unauthorised", words),
        CourierError::Unreachable(_) | CourierError::Unreadable { .. } | CourierError::NotAmongLatest => {
            return ApiError::conflict("courier_unreachable", UNREACHED);
        }
    };
    let text = message(code).unwrap_or_else(|| if words.is_empty() { REFUSED } else { own_words(words) });
    ApiError::conflict("courier_refused", text)
}

/// The store has no account that can be used: 409 `not_connected` or `lost_secret`.
pub(super) fn account_error(fault: AccountFault) -> ApiError {
    ApiError::conflict(fault.code(), message(fault.code()).unwrap_or(REFUSED))
}

/// The courier's words, set apart from the language around them.
fn own_words(words: &str) -> Message {
    let quoted = |text: &str| format!("{} \u{2068}{words}\u{2069}", text.trim_end_matches('.')).into();
    Message { ar: quoted(&REFUSED.ar), en: quoted(&REFUSED.en) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::UnreachableReason;
    use gateways::couriers::RefusalCode;

    #[test]
    fn or_06_a_refusal_without_a_code_quotes_the_courier() {
        let refused = api_error(&CourierError::refused(RefusalCode::Unknown, "teapot"));
        assert!(refused.message().en.contains("teapot") && refused.message().ar.contains("teapot"));
        assert_eq!((refused.status().as_u16(), refused.code()), (409, "courier_refused"));
        let known = api_error(&CourierError::refused(RefusalCode::NoCredit, "You need an active bundle"));
        assert!(!known.message().en.contains("You need"));
        let away = api_error(&CourierError::Unreachable(UnreachableReason::TimedOut));
        assert_eq!(away.code(), "courier_unreachable");
    }
}
