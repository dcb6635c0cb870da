//! How a call to a courier for somebody who waits ended, as people are told. Pure.

use gateways::CourierError;
use kernel::Lang;
use web::{ApiError, Message};

use super::model::CheckOutcome;

const CONNECTED: Message = Message::new("تم الاتصال بنجاح.", "The connection works.");
const UNAUTHORISED: Message = Message::new(
    "لم تقبل شركة الشحن هذه المفاتيح. انسخها من حسابك مرة أخرى.",
    "The courier doesn't accept these keys. Copy them from your account again.",
);
const REFUSED: Message = Message::new(
    "رفضت شركة الشحن الطلب. راجع إعدادات حسابك لديها.",
    "The courier refused the request. Check the settings of your account there.",
);
const UNREACHABLE: Message =
    Message::new("لا تستجيب شركة الشحن الآن. حاول بعد قليل.", "The courier isn't responding. Try again in a while.");
const UNREADABLE: Message = Message::new(
    "ردّت شركة الشحن بما لم نفهمه. حاول بعد قليل أو تواصل مع دعمها.",
    "The courier sent an answer that we don't understand. Try again later or contact its support.",
);

/// What is kept of words that are somebody else's.
const MOST_WORDS: usize = 300;

impl CheckOutcome {
    /// How a call that failed ended, with the courier's own words.
    pub(super) fn from_error(error: &CourierError) -> (Self, String) {
        match error {
            CourierError::Refused { words, .. } => (Self::Refused, shortened(words)),
            CourierError::Unauthorised { words } => (Self::Unauthorised, shortened(words)),
            CourierError::Unreachable(_) => (Self::Unreachable, String::new()),
            CourierError::Unreadable { words } => (Self::Unreadable, shortened(words)),
            CourierError::NotAmongLatest => (Self::Unreadable, String::new()),
        }
    }

    const fn text(self) -> Message {
        match self {
            Self::Connected => CONNECTED,
            Self::Unauthorised => UNAUTHORISED,
            Self::Refused => REFUSED,
            Self::Unreachable => UNREACHABLE,
            Self::Unreadable => UNREADABLE,
        }
    }

    /// What the merchant is told.
    pub(super) fn message(self, lang: Lang) -> String {
        self.text().get(lang).to_owned()
    }

    const fn code(self) -> &'static str {
        match self {
            Self::Connected => "courier_connected",
            Self::Unauthorised => "courier_unauthorised",
            Self::Refused => "courier_refused",
            Self::Unreachable => "courier_unreachable",
            Self::Unreadable => "courier_unreadable",
        }
    }
}

/// A call that failed, as the answer of a request: 409.
pub(super) fn failed_call(error: &CourierError) -> ApiError {
    let (outcome, _) = CheckOutcome::from_error(error);
    ApiError::conflict(outcome.code(), outcome.text())
}

/// One line of somebody else's words: control characters are no text, and one of the engines cannot store U+0000.
fn shortened(words: &str) -> String {
    let line: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST_WORDS).collect();
    line.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::UnreachableReason;
    use gateways::couriers::RefusalCode;

    #[test]
    fn sp_01_no_error_of_a_courier_is_taken_for_a_connection() {
        let words = || "no\u{0}way".to_owned();
        for (error, outcome) in [
            (CourierError::Refused { code: RefusalCode::Unknown, words: words() }, CheckOutcome::Refused),
            (CourierError::Unauthorised { words: words() }, CheckOutcome::Unauthorised),
            (CourierError::Unreachable(UnreachableReason::TimedOut), CheckOutcome::Unreachable),
            (CourierError::Unreadable { words: words() }, CheckOutcome::Unreadable),
        ] {
            let (found, words) = CheckOutcome::from_error(&error);
            assert_eq!(found, outcome);
            assert!(words.is_empty() || words == "no way", "{words:?}");
            assert_ne!(outcome.message(Lang::Ar), outcome.message(Lang::En));
        }
    }
}
