//! Why a courier did not do something, in the merchant's words. Pure.

use web::Message;

/// The text of a code; none for the codes that all calls have, and for words that it does not know.
pub(in crate::orders) fn message(code: &str) -> Option<Message> {
    Some(match code {
        "not_connected" => Message::new(
            "حساب المتجر لدى شركة الشحن غير مربوط. أكمل بياناته من إعدادات الشحن.",
            "The store's account at the courier isn't connected. Complete it in the shipping settings.",
        ),
        "lost_secret" => Message::new(
            "تعذرت قراءة مفاتيح شركة الشحن. أدخلها من جديد في إعدادات الشحن.",
            "The courier's keys can't be read. Enter them again in the shipping settings.",
        ),
        "unauthorised" => Message::new(
            "رفضت شركة الشحن بيانات الربط. تحقق منها في إعدادات الشحن.",
            "The courier rejected the credentials. Check them in the shipping settings.",
        ),
        "called_off" => Message::new("أُلغيت قبل إرسالها إلى شركة الشحن.", "It was called off before the courier was asked."),
        "duplicate_reference" => Message::new(
            "رقم هذه الشحنة مستخدم لدى شركة الشحن. أعد الحجز برقم جديد.",
            "The courier has another shipment under this number. Retry to book it under a new one.",
        ),
        "not_found" => Message::new(
            "لا تجد شركة الشحن هذه الشحنة أو مكان استلامها.",
            "The courier can't find the shipment or its pickup location.",
        ),
        "place_not_served" => Message::new(
            "لا توصل شركة الشحن إلى هذه المدينة أو المنطقة. صحّح العنوان ثم أعد الحجز.",
            "The courier doesn't deliver to this city or district. Correct the address and retry.",
        ),
        "cod_too_large" => Message::new(
            "المبلغ أكبر مما تحصّله شركة الشحن لحسابك.",
            "The amount is more than the courier collects for your account.",
        ),
        "no_credit" => {
            Message::new("حسابك لدى شركة الشحن بلا باقة أو رصيد.", "Your account at the courier has no active bundle or credit.")
        }
        "pickup_location_missing" => Message::new(
            "لا يوجد مكان استلام افتراضي في حسابك لدى شركة الشحن.",
            "Your account at the courier has no default pickup location.",
        ),
        "contact_missing" => Message::new(
            "مكان الاستلام لدى شركة الشحن بلا شخص للتواصل.",
            "The pickup location at the courier has no contact person.",
        ),
        "not_possible" => Message::new("لم يعد ذلك ممكنًا لدى شركة الشحن.", "The courier says this is no longer possible."),
        "not_permitted" => Message::new(
            "مفتاح الربط لا يسمح بذلك. اختر صلاحية كاملة لدى شركة الشحن.",
            "The API key doesn't allow this. Give it full access at the courier.",
        ),
        "not_offered" => Message::new("لا تقدم شركة الشحن هذه الخدمة.", "The courier doesn't offer this."),
        "invalid_request" => Message::new("رفضت شركة الشحن بيانات الشحنة.", "The courier rejected the shipment's details."),
        "not_cancelled" => Message::new(
            "لم تُلغِ شركة الشحن حجز هذه الشحنة. تواصل معها حتى لا تُسلَّم.",
            "The courier didn't cancel this shipment. Contact it so that the parcel isn't delivered.",
        ),
        "booked_twice" => Message::new(
            "لدى شركة الشحن حجز ثانٍ لهذه الشحنة ولم تُلغه. تواصل معها.",
            "The courier has a second booking of this shipment and didn't cancel it. Contact the courier.",
        ),
        "not_changed" => Message::new("رفضت شركة الشحن تعديل هذه الشحنة.", "The courier refused to change this shipment."),
        "change_unknown" => Message::new(
            "لم تؤكد شركة الشحن التعديل. أعد المحاولة أو تحقق منه لديها.",
            "The courier didn't confirm the change. Retry it, or check with the courier.",
        ),
        _ => return None,
    })
}

/// The text of a code, whatever it is.
pub(in crate::orders) fn text(code: &str) -> Message {
    message(code).unwrap_or_else(|| match code {
        "unknown" => Message::new(
            "لم ترد شركة الشحن، وربما حجزت الشحنة. أعد الحجز لنتحقق منه قبل تكراره.",
            "The courier didn't answer and may have booked it. Retry: we check before it is repeated.",
        ),
        "unreachable" | "expired" => Message::new("تعذّر الاتصال بشركة الشحن.", "The courier couldn't be reached."),
        "internal" => Message::new("حدث خطأ غير متوقع أثناء الحجز.", "Something went wrong on our side while this was booked."),
        _ => Message::new("رفضت شركة الشحن الحجز.", "The courier refused the booking."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::couriers::RefusalCode;

    #[test]
    fn or_06_every_refusal_of_a_booking_has_a_text_in_both_languages() {
        use RefusalCode as R;
        for code in [
            R::DuplicateReference,
            R::NotFound,
            R::PlaceNotServed,
            R::CodTooLarge,
            R::NoCredit,
            R::PickupLocationMissing,
            R::ContactMissing,
            R::NotPossible,
            R::NotPermitted,
            R::NotOffered,
            R::InvalidRequest,
        ] {
            let message = message(code.as_str()).unwrap();
            assert!(!message.ar.chars().any(|c| c.is_ascii_alphabetic()), "{}", message.ar);
        }
        assert_ne!(text("unknown"), text("unreachable"));
        assert_ne!(text("refused"), text("unknown"));
    }
}
