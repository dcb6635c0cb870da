//! Why a courier did not do something with a return parcel, in the merchant's words. Pure.

use gateways::couriers::WaybillFaultCode as Code;
use web::Message;

use super::model::{IN_DOUBT, NOT_CANCELLED, PIECES_BACK, ReturnParcel, State};
use crate::orders::cascade::courier;

/// Nobody is sent for what is back.
pub(super) const PIECES_BACK_MESSAGE: Message = Message::new(
    "لم تعد قطع هذا المرتجع لدى العميل كلها. ألغِه، واحجز مرتجعًا بما بقي.",
    "Some of these items are no longer with the customer. Cancel this return and book what is left.",
);

/// The text of a code of its calls; none for those that all calls have.
pub(super) fn message(code: &str) -> Option<Message> {
    Some(match code {
        NOT_CANCELLED => Message::new(
            "لم تُلغِ شركة الشحن استلام هذا المرتجع. تواصل معها.",
            "The courier didn't cancel this return. Contact the courier.",
        ),
        PIECES_BACK => PIECES_BACK_MESSAGE,
        "place_not_served" => Message::new(
            "لا تستلم شركة الشحن من هذه المدينة أو المنطقة. ألغِ المرتجع واحجزه بعنوان آخر.",
            "The courier doesn't pick up in this city or district. Cancel the return and book it with another address.",
        ),
        "not_found" => Message::new("لا تجد شركة الشحن هذا المرتجع.", "The courier can't find this return."),
        "invalid_request" => Message::new("رفضت شركة الشحن بيانات المرتجع.", "The courier rejected the return's details."),
        code => return courier::message(code),
    })
}

/// Why it was not booked or not cancelled; none where the courier did what was requested.
pub(super) fn reason(parcel: &ReturnParcel) -> Option<Message> {
    let code = parcel.reason.as_str();
    match (parcel.state, code) {
        (_, "") => None,
        (State::Failed, IN_DOUBT) => Some(Message::new(
            "لم ترد شركة الشحن، وربما حجزت المرتجع. أعد المحاولة لنتحقق قبل تكراره.",
            "The courier didn't answer and may have booked it. Retry: we check before it is repeated.",
        )),
        _ => Some(message(code).unwrap_or_else(|| courier::text(code))),
    }
}

/// The text of what a courier would refuse, where it is about somebody who hands a parcel over instead of getting one.
pub(super) fn fault(code: Code) -> Option<Message> {
    Some(match code {
        Code::NameMissing => Message::new("اكتب اسم من يسلّم المرتجع.", "Enter the name of the person who hands it over."),
        Code::PhoneMalformed => Message::new(
            "تحتاج شركة الشحن إلى رقم جوال من بلدها لمن يسلّم المرتجع.",
            "The courier needs a mobile number of its country for the person who hands it over.",
        ),
        Code::CountryNotServed => {
            Message::new("لا تستلم شركة الشحن من هذا البلد.", "The courier doesn't pick up in this country.")
        }
        Code::CityNotServed => Message::new("لا تستلم شركة الشحن من هذه المدينة.", "The courier doesn't pick up in this city."),
        Code::DistrictNotServed => {
            Message::new("لا تستلم شركة الشحن من هذه المنطقة.", "The courier doesn't pick up in this district.")
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::sample;
    use super::*;

    #[test]
    fn or_06_a_failed_return_says_why_in_both_languages() {
        assert!(reason(&sample()).is_none());
        for code in [IN_DOUBT, NOT_CANCELLED, PIECES_BACK, "place_not_served", "unreachable", "refused", "no_credit", "anything"]
        {
            let parcel = ReturnParcel { reason: code.into(), ..sample().in_state(State::Failed) };
            let message = reason(&parcel).unwrap();
            assert!(!message.ar.chars().any(|c| c.is_ascii_alphabetic()) && !message.en.is_empty(), "{code}");
        }
    }
}
