//! What an error of a courier means for a call to it, and what people are told (docs/decisions/0086).

use gateways::CourierError;
use gateways::couriers::RefusalCode;
use platform::provider_calls::{CallOutcome, Reason, Settlement};
use web::Message;

/// The code of a call whose courier never said whether it did what it was asked for: it may have. Not to be taken for a refusal.
pub const IN_DOUBT: &str = "unknown";
/// The code of a booking that was not found among the latest of its courier, which may have it.
const NOT_AMONG_LATEST: &str = "not_among_latest";

/// The outcome of a call that failed. `changes_something` is false for a call that only reads: repeating it does no harm.
#[must_use]
pub fn of_error(error: &CourierError, changes_something: bool) -> CallOutcome {
    match error {
        CourierError::Refused { code, words } => CallOutcome::Refused(Reason::new(word(*code), words)),
        CourierError::Unauthorised { words } => CallOutcome::Refused(Reason::new("unauthorised", words)),
        CourierError::Unreachable(reason) if !changes_something || !error.is_outcome_unknown() => {
            CallOutcome::Unreachable(Reason::new("unreachable", reason.to_string()))
        }
        CourierError::Unreachable(reason) => CallOutcome::Unknown(Reason::new(IN_DOUBT, reason.to_string())),
        CourierError::Unreadable { words } if changes_something => CallOutcome::Unknown(Reason::new(IN_DOUBT, words)),
        CourierError::Unreadable { words } => CallOutcome::Unreachable(Reason::new("unreachable", words)),
        CourierError::NotAmongLatest => CallOutcome::Unknown(Reason::code(NOT_AMONG_LATEST)),
    }
}

/// The word of a refusal. One without a reason is `refused`: `unknown` says that the courier may have done it.
#[must_use]
pub const fn word(code: RefusalCode) -> &'static str {
    match code {
        RefusalCode::Unknown => "refused",
        code => code.as_str(),
    }
}

/// What an error says while a call in doubt is settled: it does not say whether the call was done.
#[must_use]
pub fn of_settling(error: &CourierError) -> Settlement {
    Settlement::Unknown(doubt(error))
}

/// The reason of a call that stays in doubt, since its courier could not be asked about it or did not say.
#[must_use]
pub fn doubt(error: &CourierError) -> Reason {
    let words = match error {
        CourierError::NotAmongLatest => return Reason::code(NOT_AMONG_LATEST),
        CourierError::Refused { words, .. } | CourierError::Unauthorised { words } | CourierError::Unreadable { words } => {
            words.clone()
        }
        CourierError::Unreachable(reason) => reason.to_string(),
    };
    Reason::new(IN_DOUBT, words)
}

/// Of a refusal that has no text of its own.
pub const REFUSED: Message = Message::new("رفضت شركة الشحن الطلب.", "The courier refused.");

/// The text of a code for the merchant, the one source of it; none for codes that every call has, and for those that only the courier's
/// own words explain. What a kind of call means besides (a booking in doubt) stands with that kind.
#[must_use]
pub fn message(code: &str) -> Option<Message> {
    Some(match code {
        "not_connected" => Message::new(
            "متجرك غير مربوط بشركة الشحن. أكمل بياناتها من إعدادات الشحن.",
            "Your store isn't connected to the courier. Complete its details in the shipping settings.",
        ),
        "lost_secret" => Message::new(
            "تعذرت قراءة مفاتيح شركة الشحن. أدخلها من جديد في إعدادات الشحن.",
            "The courier's keys can't be read. Enter them again in the shipping settings.",
        ),
        "unauthorised" => Message::new(
            "رفضت شركة الشحن بيانات الربط. تحقق منها في إعدادات الشحن.",
            "The courier rejected the credentials. Check them in the shipping settings.",
        ),
        "not_booked" => Message::new("هذه الشحنة غير محجوزة لدى شركة الشحن.", "This shipment isn't booked with the courier."),
        "duplicate_reference" => Message::new(
            "لدى شركة الشحن شحنة أخرى بهذا الرقم. راجعها في حسابك لديها.",
            "The courier already has a shipment under this number. Check it in your account there.",
        ),
        NOT_AMONG_LATEST => Message::new(
            "لم نجدها بين أحدث الشحنات لدى شركة الشحن، وربما سُجّلت قبلها. راجع حسابك لديها.",
            "It isn't among the latest shipments at the courier, and may be an older one. Check your account there.",
        ),
        "not_found" => Message::new(
            "لا تجده شركة الشحن في سجلاتها، أو لا تجد مكان استلامه.",
            "The courier has no record of it, or of its pickup location.",
        ),
        "place_not_served" => Message::new(
            "شركة الشحن لا تخدم هذه المدينة أو المنطقة. صحّح العنوان ثم أعد المحاولة.",
            "The courier doesn't serve this city or district. Correct the address and retry.",
        ),
        "cod_too_large" => Message::new(
            "مبلغ التحصيل أكبر مما تقبله شركة الشحن لحسابك.",
            "The amount to collect is more than the courier accepts for your account.",
        ),
        "no_credit" => {
            Message::new("رصيدك أو باقتك لدى شركة الشحن لا تكفي.", "Your credit or bundle at the courier isn't enough.")
        }
        "pickup_location_missing" => Message::new(
            "لا يوجد موقع استلام في حسابك لدى شركة الشحن. أضفه هناك أولًا.",
            "Your account at the courier has no pickup location. Add one there first.",
        ),
        "contact_missing" => Message::new(
            "لا يوجد مسؤول اتصال لموقع الاستلام لدى شركة الشحن. أضفه هناك أولًا.",
            "The pickup location has no contact at the courier. Add one there first.",
        ),
        "pickup_exists" => {
            Message::new("يوجد طلب استلام لهذا الموقع في هذا اليوم.", "There is already a pickup for this location on this day.")
        }
        "pickup_on_day_off" => {
            Message::new("هذا اليوم عطلة لدى شركة الشحن. اختر يومًا آخر.", "The courier is off on this day. Choose another one.")
        }
        "pickup_too_late" => Message::new(
            "انتهى وقت طلبات الاستلام لهذا اليوم. اختر يومًا آخر.",
            "It's too late for a pickup on this day. Choose another one.",
        ),
        "pickup_in_past" => Message::new("مضى هذا اليوم. اختر يومًا آخر.", "This day is over. Choose another one."),
        "not_possible" => Message::new("تقول شركة الشحن إن هذا لم يعد ممكنًا.", "The courier says this is no longer possible."),
        "not_permitted" => Message::new(
            "مفتاح الربط لا يسمح بهذا. استخدم مفتاحًا بصلاحية كاملة.",
            "The API key doesn't allow this. Use one with full access.",
        ),
        "not_offered" => Message::new("شركة الشحن لا تقدم هذه الخدمة.", "The courier doesn't offer this."),
        "invalid_request" => Message::new("رفضت شركة الشحن بيانات الطلب.", "The courier rejected the details."),
        _ => return None,
    })
}

/// The same for a record that keeps its call's code, with the codes that every call has.
#[must_use]
pub fn text(code: &str) -> Message {
    match code {
        "unreachable" | "expired" => {
            Message::new("تعذّر الاتصال بشركة الشحن. أعد المحاولة لاحقًا.", "The courier couldn't be reached. Try again later.")
        }
        IN_DOUBT => Message::new(
            "لم يصل رد من شركة الشحن، وربما نُفّذ الطلب. راجع حسابك لديها.",
            "The courier didn't answer and may have done it. Check your account there.",
        ),
        "internal" => Message::new("حدث خطأ غير متوقع. أعد المحاولة.", "Something went wrong on our side. Try again."),
        code => message(code).unwrap_or(REFUSED),
    }
}

/// As [`text`]; none for an empty code.
#[must_use]
pub fn message_or_default(code: &str) -> Option<Message> {
    (!code.is_empty()).then(|| text(code))
}

#[cfg(test)]
mod tests {
    use gateways::UnreachableReason;

    use super::*;

    #[test]
    fn or_06_no_answer_is_no_refusal() {
        for (reason, is_unknown) in [
            (UnreachableReason::TimedOut, true),
            (UnreachableReason::BrokenOff, true),
            (UnreachableReason::ServerError(502), true),
            (UnreachableReason::NotConnected, false),
            (UnreachableReason::RateLimited, false),
        ] {
            let outcome = of_error(&CourierError::Unreachable(reason), true);
            assert_eq!(matches!(outcome, CallOutcome::Unknown(_)), is_unknown, "{reason}");
            assert!(matches!(outcome, CallOutcome::Unknown(_) | CallOutcome::Unreachable(_)));
        }
        let refused = of_error(&CourierError::refused(RefusalCode::Unknown, "no"), true);
        assert_eq!(refused, CallOutcome::Refused(Reason::new("refused", "no")));
        assert!(matches!(of_settling(&CourierError::refused(RefusalCode::NotFound, "")), Settlement::Unknown(_)));
        let beyond = Reason::code(NOT_AMONG_LATEST);
        assert_eq!(of_error(&CourierError::NotAmongLatest, true), CallOutcome::Unknown(beyond.clone()));
        assert_eq!(of_settling(&CourierError::NotAmongLatest), Settlement::Unknown(beyond));
    }

    #[test]
    fn or_06_every_refusal_has_a_text_in_both_languages() {
        use RefusalCode as R;
        for code in [
            R::DuplicateReference,
            R::NotFound,
            R::PlaceNotServed,
            R::CodTooLarge,
            R::NoCredit,
            R::PickupLocationMissing,
            R::ContactMissing,
            R::PickupExists,
            R::PickupOnDayOff,
            R::PickupTooLate,
            R::PickupInPast,
            R::NotPossible,
            R::NotPermitted,
            R::NotOffered,
            R::InvalidRequest,
        ] {
            let message = message(code.as_str()).unwrap();
            assert!(!message.ar.chars().any(|c| c.is_ascii_alphabetic()), "{}", message.ar);
        }
        // Nothing is booked under another number by a retry.
        assert!(!message("duplicate_reference").unwrap().en.contains("Retry"));
        assert_ne!(text("internal"), REFUSED);
    }

    #[test]
    fn sp_02_a_timeout_of_a_call_that_changes_something_is_no_refusal() {
        let timeout = CourierError::Unreachable(UnreachableReason::TimedOut);
        assert!(matches!(of_error(&timeout, true), CallOutcome::Unknown(_)));
        assert!(matches!(of_error(&timeout, false), CallOutcome::Unreachable(_)));
        let closed = CourierError::Unreachable(UnreachableReason::NotConnected);
        assert!(matches!(of_error(&closed, true), CallOutcome::Unreachable(_)));
        assert!(matches!(of_error(&CourierError::refused(RefusalCode::PickupExists, ""), true), CallOutcome::Refused(_)));
        assert!(matches!(of_settling(&closed), Settlement::Unknown(_)));
    }

    #[test]
    fn sp_02_a_code_without_a_text_is_told_as_a_refusal() {
        assert!(message_or_default("").is_none() && message("unreachable").is_none());
        assert!(message_or_default("unreachable").is_some() && message_or_default("anything").is_some());
    }
}
