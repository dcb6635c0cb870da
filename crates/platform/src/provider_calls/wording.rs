//! Why a call was refused or failed, in both languages.

use web::Message;

use super::port::ProviderCalls;
use super::stored::{Reason, StoredCall};

const UNREACHABLE: Message = Message::new(
    "تعذّر الاتصال بمقدّم الخدمة. نعيد المحاولة تلقائيًا.",
    "The provider couldn't be reached. We try again by ourselves.",
);
const UNREACHED: Message =
    Message::new("تعذّر الاتصال بمقدّم الخدمة. أعد المحاولة لاحقًا.", "The provider couldn't be reached. Try again later.");
const UNKNOWN: Message = Message::new(
    "لم يصل رد من مقدّم الخدمة، وربما نفّذ الطلب. نتحقق منه قبل أي محاولة جديدة.",
    "The provider didn't answer and may have done it. We check before any new attempt.",
);
const EXPIRED: Message = Message::new("انتهت مهلة هذا الطلب قبل تنفيذه.", "The time for this ran out before it could be done.");
const INTERNAL: Message =
    Message::new("حدث خطأ غير متوقع أثناء تنفيذ الطلب.", "Something went wrong on our side while this was done.");
const REFUSED: Message = Message::new("رفض مقدّم الخدمة الطلب.", "The provider refused.");
const NOT_REPEATABLE: Message = Message::new("لا يمكن إعادة هذه المحاولة.", "This can't be retried.");

/// The refusal of a retry.
pub(super) const fn not_repeatable() -> Message {
    NOT_REPEATABLE
}

/// The text of a call's reason; none where it has none.
pub(super) fn message(calls: &ProviderCalls, call: &StoredCall) -> Option<Message> {
    let Reason { code, .. } = &call.reason;
    let known = calls.get(&call.kind).and_then(|port| port.message(code));
    let is_ended = call.progress.state.is_ended();
    known.or_else(|| {
        Some(match code.as_str() {
            "" => return None,
            "unreachable" if is_ended => UNREACHED,
            "unreachable" => UNREACHABLE,
            "unknown" => UNKNOWN,
            "expired" => EXPIRED,
            "internal" => INTERNAL,
            _ => REFUSED,
        })
    })
}
