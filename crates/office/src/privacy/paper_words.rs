//! The words of a person's file: what each fact is called, and what the program's own codes mean to a reader.

use kernel::Lang;
use web::Message;

macro_rules! words {
    ($name:ident: $($key:literal $ar:literal $en:literal;)*) => {
        /// Key, Arabic, English.
        pub(super) const $name: &[(&str, &str, &str)] = &[$(($key, $ar, $en)),*];
    };
}

words! { LABELS:
    "profile" "الملف" "Profile";
    "addresses" "العناوين" "Addresses";
    "consents" "الموافقات" "Consents";
    "notes" "ملاحظات المتجر" "Notes of the store";
    "orders" "الطلبات" "Orders";
    "carts" "السلال" "Carts";
    "messages" "الرسائل" "Messages";
    "reliability" "سجل التوصيل" "Delivery record";
    "activity" "ما جرى" "What happened";
    "merged_records" "سجلات دُمجت في هذا السجل" "Records merged into this one";
    "name" "الاسم" "Name";
    "mobile" "الجوال" "Mobile";
    "email" "البريد الإلكتروني" "E-mail";
    "language" "اللغة" "Language";
    "city" "المدينة" "City";
    "country" "الدولة" "Country";
    "region" "المنطقة" "Region";
    "district" "الحي" "District";
    "street" "الشارع" "Street";
    "building" "المبنى" "Building";
    "short_address" "العنوان المختصر" "Short address";
    "postal_code" "الرمز البريدي" "Postal code";
    "details" "وصف العنوان" "Directions";
    "map" "الموقع على الخريطة" "Place on the map";
    "further_contacts" "أرقام وبريد إضافية" "Further numbers and e-mail";
    "tags" "الوسوم" "Tags";
    "groups" "المجموعات" "Groups";
    "blocked_at" "محظور منذ" "Blocked since";
    "block_reason" "سبب الحظر" "Reason of the block";
    "orders_count" "عدد الطلبات" "Orders";
    "cancelled_count" "الملغاة منها" "Of them cancelled";
    "returned_count" "المرتجعة منها" "Of them returned";
    "total_spent" "إجمالي المشتريات" "Spent";
    "first_order_at" "أول طلب" "First order";
    "last_order_at" "آخر طلب" "Latest order";
    "created_at" "تاريخ التسجيل" "Kept since";
    "used_at" "آخر استخدام" "Used last";
    "record" "رقم السجل" "Record";
    "at" "الوقت" "When";
    "channel" "القناة" "Channel";
    "agreed" "وافق" "Agreed";
    "source" "كيف عُرف" "Learned by";
    "text" "النص" "Text";
    "number" "الرقم" "Number";
    "status" "الحالة" "Status";
    "payment_status" "حالة الدفع" "Payment status";
    "address" "العنوان" "Address";
    "note" "ملاحظة" "Note";
    "subtotal" "المجموع الفرعي" "Subtotal";
    "discount" "الخصم" "Discount";
    "coupon" "الكوبون" "Coupon";
    "code" "الرمز" "Code";
    "shipping_fees" "رسوم الشحن" "Shipping fees";
    "payment_fees" "رسوم الدفع" "Payment fees";
    "vat" "ضريبة القيمة المضافة" "VAT";
    "total" "الإجمالي" "Total";
    "payment" "طريقة الدفع" "Payment method";
    "shipping" "طريقة الشحن" "Shipping method";
    "lines" "المنتجات" "Lines";
    "product" "المنتج" "Product";
    "sku" "رمز المنتج" "SKU";
    "options" "الخيارات" "Options";
    "answers" "ما كتبته" "What you wrote";
    "question" "السؤال" "Question";
    "answer" "الإجابة" "Answer";
    "quantity" "الكمية" "Quantity";
    "unit_price" "سعر الوحدة" "Unit price";
    "ledger" "الحساب" "Ledger";
    "entry" "القيد" "Entry";
    "amount" "المبلغ" "Amount";
    "refunds" "المبالغ المستردة" "Refunds";
    "returns" "المرتجعات" "Returns";
    "line" "السطر" "Line";
    "reason" "السبب" "Reason";
    "shipments" "الشحنات" "Shipments";
    "shipment" "الشحنة" "Shipment";
    "shipment_status" "حالة الشحنة" "Shipment status";
    "courier" "شركة الشحن" "Courier";
    "tracking_no" "رقم التتبع" "Tracking number";
    "received_by" "استلمها" "Received by";
    "cash_on_delivery" "يُحصَّل عند الاستلام" "Cash on delivery";
    "events" "مراحلها" "Events";
    "papers" "الفواتير والإشعارات" "Invoices and credit notes";
    "paper" "المستند" "Paper";
    "receipts" "إيصالات التحويل" "Transfer receipts";
    "receipt_status" "حالة الإيصال" "Receipt status";
    "file" "الملف المرفق" "File";
    "calls" "مكالمات التأكيد" "Confirmation calls";
    "call" "نتيجة المكالمة" "Outcome";
    "comments" "تعليقات المتجر" "Comments of the store";
    "seen_by_customer" "ظاهر لك" "Shown to you";
    "changed_at" "عُدّل في" "Changed";
    "deleted_at" "حُذف في" "Deleted";
    "wordings_before" "نصوصه السابقة" "Former wordings";
    "step" "الخطوة" "Step";
    "pieces" "القطع" "Pieces";
    "reminders" "التذكيرات" "Reminders";
    "reminder_status" "حالة التذكير" "Reminder status";
    "active_at" "آخر نشاط" "Last active";
    "recipient" "المستلم" "Recipient";
    "subject" "العنوان" "Subject";
    "delivered" "سُلّمت" "Delivered";
    "refused" "رُفضت" "Refused";
    "returned" "أُرجعت" "Returned";
    "cancelled" "أُلغيت" "Cancelled";
    "no_answer" "بلا رد" "No answer";
    "wrong_number" "رقم خاطئ" "Wrong number";
    "by" "من" "By";
    "action" "الفعل" "What";
    "left_out" "ملفات لم تُرفق لحجمها" "Files left out for their size";
}

words! { CODES:
    "ar" "العربية" "Arabic";
    "en" "الإنجليزية" "English";
    "paid" "مدفوع" "Paid";
    "not_paid" "غير مدفوع" "Not paid";
    "sms" "رسالة نصية" "Text message";
    "whatsapp" "واتساب" "WhatsApp";
    "email" "بريد إلكتروني" "E-mail";
    "calls" "مكالمات" "Calls";
    "phone" "هاتفيًا" "On the telephone";
    "message" "في رسالة" "In a message";
    "in_person" "حضوريًا" "In person";
    "paper" "على ورق موقّع" "On paper";
    "website" "من المتجر الإلكتروني" "On the website";
    "charge" "قيمة الطلب" "Charge";
    "adjustment" "تعديل" "Adjustment";
    "credit" "مبلغ أُسقط" "Credit";
    "reversal" "إلغاء القيمة" "Reversal";
    "payment" "دفعة" "Payment";
    "payment_reversal" "تراجع عن دفعة" "Payment taken back";
    "refund" "استرداد" "Refund";
    "invoice" "فاتورة" "Invoice";
    "credit_note" "إشعار دائن" "Credit note";
    "ready" "جاهزة" "Ready";
    "shipped" "تم الشحن" "Shipped";
    "out_for_delivery" "خرجت للتوصيل" "Out for delivery";
    "delivered" "تم التسليم" "Delivered";
    "refused" "مرفوض" "Refused";
    "returned" "مرتجع" "Returned";
    "cancelled" "ملغي" "Cancelled";
    "ready_for_pickup" "جاهزة للاستلام" "Ready for pickup";
    "postponed" "مؤجل" "Postponed";
    "waiting" "بانتظار المراجعة" "Waiting";
    "accepted" "مقبول" "Accepted";
    "confirmed" "أُكّد" "Confirmed";
    "no_answer" "بلا رد" "No answer";
    "wrong_number" "رقم خاطئ" "Wrong number";
    "handed_over" "أُرسل" "Handed over";
    "skipped" "لم يُرسل" "Not sent";
    "Customer" "العميل" "The customer";
    "Merchant" "المتجر" "The store";
    "System" "النظام" "The program";
    "comment" "ملاحظة" "Note";
    "create" "إنشاء" "Created";
    "update" "تعديل" "Changed";
    "update_status" "تغيير الحالة" "Status changed";
    "update_payment_status" "تغيير حالة الدفع" "Payment status changed";
    "delete" "حذف" "Removed";
}

fn pick(list: &[(&str, &'static str, &'static str)], key: &str, lang: Lang) -> Option<&'static str> {
    list.iter().find(|(k, _, _)| *k == key).map(|(_, ar, en)| if lang == Lang::Ar { *ar } else { *en })
}

/// What a fact is called.
pub(super) fn label(key: &str, lang: Lang) -> Option<&'static str> {
    pick(LABELS, key, lang)
}

/// What a code of the program means; other texts are themselves.
pub(super) fn code(text: &str, lang: Lang) -> Option<&'static str> {
    pick(CODES, text, lang)
}

pub(super) const TITLE: Message = Message::new("بياناتك لدى {store}", "Your data at {store}");
pub(super) const MADE: Message = Message::new("تم إعداد هذا الملف في {at}.", "This file was created on {at}.");
pub(super) const ABOUT: Message = Message::new(
    "يحتوي على كل بياناتك لدى المتجر. يحتوي الملف data.json على البيانات نفسها بصيغة تقرؤها البرامج.",
    "It contains all the data the store keeps about you. data.json has the same data in a machine-readable format.",
);
pub(super) const NONE: Message = Message::new("لا توجد بيانات.", "No data.");
pub(super) const YES: Message = Message::new("نعم", "Yes");
pub(super) const NO: Message = Message::new("لا", "No");
