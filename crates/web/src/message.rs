//! Texts for people, always in both languages.

use std::borrow::Cow;

use kernel::Lang;

/// A message in Arabic and English. Constants are defined beside the rule that uses them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Arabic, as a native would write it.
    pub ar: Cow<'static, str>,
    /// English.
    pub en: Cow<'static, str>,
}

impl Message {
    /// A fixed text.
    #[must_use]
    pub const fn new(ar: &'static str, en: &'static str) -> Self {
        Self { ar: Cow::Borrowed(ar), en: Cow::Borrowed(en) }
    }

    /// Fills `{name}` in both languages.
    #[must_use]
    pub fn with(&self, name: &str, value: impl std::fmt::Display) -> Self {
        let (slot, value) = (format!("{{{name}}}"), value.to_string());
        Self { ar: self.ar.replace(&slot, &value).into(), en: self.en.replace(&slot, &value).into() }
    }

    /// The text in one language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ar => &self.ar,
            Lang::En => &self.en,
        }
    }
}

/// The messages that many calls share.
pub mod common {
    use super::Message;

    /// 422 title (GU-07).
    pub const INVALID: Message = Message::new("البيانات المدخلة غير صحيحة.", "The entered data was invalid.");
    /// 400.
    pub const MALFORMED: Message = Message::new("الطلب ليس JSON صحيحًا.", "The request isn't valid JSON.");
    /// 400.
    pub const BAD_REQUEST: Message = Message::new("تعذّر فهم الطلب.", "The request couldn't be understood.");
    /// 401.
    pub const UNAUTHENTICATED: Message = Message::new("سجّل الدخول للمتابعة.", "Sign in to continue.");
    /// 403.
    pub const FORBIDDEN: Message = Message::new("لا تملك صلاحية تنفيذ هذا الإجراء.", "You don't have permission to do this.");
    /// 404.
    pub const NOT_FOUND: Message = Message::new("العنصر المطلوب غير موجود.", "Not found.");
    /// 405.
    pub const METHOD: Message =
        Message::new("هذه العملية غير متاحة على هذا العنوان.", "This address doesn't support that method.");
    /// 409.
    pub const STALE: Message = Message::new(
        "تم تعديل هذا العنصر من مكان آخر بعد أن فتحته. راجع التغييرات ثم احفظ.",
        "This was changed elsewhere after you opened it. Review the changes and save again.",
    );
    /// 413.
    pub const TOO_LARGE: Message = Message::new("حجم الطلب أكبر من المسموح.", "The request is larger than allowed.");
    /// 415.
    pub const UNSUPPORTED: Message = Message::new("نوع المحتوى غير مدعوم. أرسل JSON.", "Unsupported content type. Send JSON.");
    /// 429.
    pub const TOO_MANY: Message =
        Message::new("محاولات كثيرة. انتظر قليلًا ثم حاول مرة أخرى.", "Too many attempts. Wait a moment and try again.");
    /// 310.
    pub const NOT_READY: Message = Message::new("أكمل إعداد متجرك أولًا.", "Finish setting up your store first.");
    /// 500.
    pub const INTERNAL: Message =
        Message::new("حدث خطأ غير متوقع. حاول مرة أخرى.", "Something went wrong on our side. Please try again.");
    /// 503.
    pub const BUSY: Message = Message::new("الخدمة مشغولة الآن. حاول بعد لحظات.", "The service is busy. Try again in a moment.");
    /// 503 while another version of the program takes over.
    pub const UPGRADING: Message =
        Message::new("المنصة قيد التحديث. حاول بعد لحظات.", "The platform is being updated. Try again in a moment.");
    /// A required field is missing (VA-01).
    pub const REQUIRED: Message = Message::new("هذا الحقل مطلوب.", "This field is required.");
    /// An unknown field was sent.
    pub const UNKNOWN_FIELD: Message = Message::new("حقل غير معروف.", "Unknown field.");
    /// A field of the wrong type.
    pub const WRONG_TYPE: Message = Message::new("القيمة ليست من النوع المطلوب.", "The value has the wrong type.");
    /// A value outside a closed list.
    pub const NOT_A_CHOICE: Message = Message::new("القيمة ليست من الخيارات المتاحة.", "Choose one of the available options.");
    /// An id of something that does not exist in this store.
    pub const NO_SUCH: Message = Message::new("العنصر المحدد غير موجود.", "The selected item doesn't exist.");
    /// Longer than allowed.
    pub const TOO_LONG: Message = Message::new("النص أطول من {max} حرف.", "The text is longer than {max} characters.");
    /// Control characters or direction overrides in a text.
    pub const BAD_TEXT: Message =
        Message::new("النص يحتوي على محارف غير مسموحة.", "The text contains characters that aren't allowed.");
    /// Not an amount of money.
    pub const NOT_AN_AMOUNT: Message = Message::new("أدخل مبلغًا صحيحًا بالأرقام.", "Enter an amount in digits.");
    /// More decimals than the currency has.
    pub const TOO_MANY_DECIMALS: Message =
        Message::new("المبلغ فيه منازل عشرية أكثر من المسموح ({max}).", "The amount has more than {max} decimals.");
    /// Below zero.
    pub const NEGATIVE: Message = Message::new("القيمة لا يمكن أن تكون سالبة.", "The value can't be negative.");
    /// Above the limit.
    pub const AMOUNT_TOO_LARGE: Message = Message::new("القيمة أكبر من الحد المسموح.", "The value is larger than allowed.");
    /// Outside a range.
    pub const BETWEEN: Message =
        Message::new("القيمة يجب أن تكون بين {min} و{max}.", "The value must be between {min} and {max}.");
    /// GC-02: a delete without ids.
    pub const INVALID_ITEM: Message = Message::new("العنصر المحدد غير صالح", "Invalid item selected");
    /// A sort key that the list does not know.
    pub const UNKNOWN_SORT: Message = Message::new("لا يمكن الترتيب بهذا الحقل.", "This list can't be sorted by that field.");
    /// A filter that the list does not know.
    pub const UNKNOWN_FILTER: Message = Message::new("لا يمكن التصفية بهذا الحقل.", "This list can't be filtered by that field.");
    /// Paging past what OFFSET may reach.
    pub const PAGE_TOO_DEEP: Message = Message::new(
        "هذه الصفحة أبعد من أن تُفتح برقمها. استخدم التصفية أو تابع من الصفحة السابقة.",
        "This page can't be opened by number. Filter the list or continue from the previous page.",
    );
    /// The idempotency key was used with another request.
    pub const KEY_REUSED: Message =
        Message::new("مفتاح عدم التكرار مستخدم مع طلب مختلف.", "This idempotency key was used with a different request.");
    /// The first request with the key was carried out and its answer is not available.
    pub const KEY_DONE: Message = Message::new(
        "تم تنفيذ هذا الطلب من قبل. حدّث الصفحة لعرض النتيجة.",
        "This request was already completed. Refresh to see the result.",
    );
    /// The first request with the key still runs.
    pub const KEY_BUSY: Message = Message::new("الطلب نفسه قيد التنفيذ.", "The same request is still running.");
}
