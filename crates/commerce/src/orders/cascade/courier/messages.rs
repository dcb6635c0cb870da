//! What a shipment says of its courier beside the texts of refusals ([`call_outcome`]): what its booking, its change or its
//! cancellation came to. Pure.

use web::Message;

use super::codes::{BOOKED_TWICE, CHANGE_UNKNOWN, IN_DOUBT, NOT_CANCELLED, NOT_CHANGED};
use crate::couriers::call_outcome;

/// The text of a code; none for the codes that all calls have, and for words that it does not know.
pub(in crate::orders) fn message(code: &str) -> Option<Message> {
    Some(match code {
        "called_off" => Message::new("أُلغيت قبل إرسالها إلى شركة الشحن.", "It was called off before the courier was asked."),
        NOT_CANCELLED => Message::new(
            "لم تُلغِ شركة الشحن حجز هذه الشحنة. تواصل معها حتى لا تُسلَّم.",
            "The courier didn't cancel this shipment. Contact it so that the parcel isn't delivered.",
        ),
        BOOKED_TWICE => Message::new(
            "لدى شركة الشحن حجز ثانٍ لهذه الشحنة ولم تُلغه. تواصل معها.",
            "The courier has a second booking of this shipment and didn't cancel it. Contact the courier.",
        ),
        NOT_CHANGED => Message::new("رفضت شركة الشحن تعديل هذه الشحنة.", "The courier refused to change this shipment."),
        CHANGE_UNKNOWN => Message::new(
            "لم تؤكد شركة الشحن التعديل. أعد المحاولة أو تحقق منه لديها.",
            "The courier didn't confirm the change. Retry it, or check with the courier.",
        ),
        code => return call_outcome::message(code),
    })
}

/// The text of a code that a shipment keeps, whatever it is.
pub(in crate::orders) fn text(code: &str) -> Message {
    match code {
        IN_DOUBT => Message::new(
            "لم ترد شركة الشحن، وربما حجزت الشحنة. أعد الحجز لنتحقق منه قبل تكراره.",
            "The courier didn't answer and may have booked it. Retry: we check before it is repeated.",
        ),
        code => message(code).unwrap_or_else(|| call_outcome::text(code)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_06_what_became_of_a_booking_has_a_text_of_its_own() {
        for code in ["called_off", NOT_CANCELLED, BOOKED_TWICE, NOT_CHANGED, CHANGE_UNKNOWN] {
            let message = message(code).unwrap();
            assert!(!message.ar.chars().any(|c| c.is_ascii_alphabetic()), "{}", message.ar);
            assert!(call_outcome::message(code).is_none(), "{code}: one source for one code");
        }
        assert_ne!(text(IN_DOUBT), call_outcome::text(IN_DOUBT));
        assert_ne!(text(IN_DOUBT), text("unreachable"));
        assert_ne!(text("refused"), text(IN_DOUBT));
        assert_eq!(text("no_credit"), call_outcome::text("no_credit"));
    }
}
