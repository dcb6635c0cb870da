//! The labels of a personal file: the name of each fact, and the meaning of the program's codes.

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
    "notes" "ملاحظات المتجر" "Store notes";
    "orders" "الطلبات" "Orders";
    "carts" "السلات" "Carts";
    "messages" "الرسائل" "Messages";
    "reliability" "سجل التوصيل" "Delivery history";
    "activity" "سجل النشاط" "Activity";
    "merged_records" "السجلات المدموجة" "Merged records";
    "name" "الاسم" "Name";
    "mobile" "الجوال" "Mobile";
    "email" "البريد الإلكتروني" "Email";
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
    "map" "الموقع على الخريطة" "Map location";
    "further_contacts" "أرقام وعناوين بريد أخرى" "Other phone numbers and emails";
    "tags" "الوسوم" "Tags";
    "groups" "المجموعات" "Groups";
    "blocked_at" "محظور منذ" "Blocked since";
    "block_reason" "سبب الحظر" "Block reason";
    "orders_count" "عدد الطلبات" "Orders";
    "cancelled_count" "الطلبات الملغاة" "Canceled orders";
    "returned_count" "الطلبات المرتجعة" "Returned orders";
    "total_spent" "إجمالي المشتريات" "Total spent";
    "first_order_at" "أول طلب" "First order";
    "last_order_at" "آخر طلب" "Last order";
    "created_at" "عميل منذ" "Customer since";
    "used_at" "آخر استخدام" "Last used";
    "record" "رقم السجل" "Record ID";
    "at" "التاريخ" "Date";
    "channel" "القناة" "Channel";
    "agreed" "موافق" "Subscribed";
    "source" "المصدر" "Source";
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
    "lines" "المنتجات" "Items";
    "product" "المنتج" "Product";
    "sku" "رمز المنتج" "SKU";
    "options" "الخيارات" "Options";
    "answers" "إجاباتك" "Your answers";
    "question" "السؤال" "Question";
    "answer" "الإجابة" "Answer";
    "quantity" "الكمية" "Quantity";
    "unit_price" "سعر الوحدة" "Unit price";
    "ledger" "الحركات المالية" "Transactions";
    "entry" "القيد" "Entry";
    "amount" "المبلغ" "Amount";
    "refunds" "المبالغ المستردة" "Refunds";
    "returns" "المرتجعات" "Returns";
    "line" "السطر" "Line";
    "reason" "السبب" "Reason";
    "shipments" "الشحنات" "Shipments";
    "shipment" "الشحنة" "Shipment";
    "shipment_status" "حالة الشحنة" "Shipment status";
    "return_parcels" "مرتجعات استلمتها شركة الشحن" "Returns picked up by a courier";
    "courier_steps" "تحديثات شركة الشحن" "Courier updates";
    "courier_step" "التحديث" "Update";
    "courier" "شركة الشحن" "Courier";
    "tracking_no" "رقم التتبع" "Tracking number";
    "received_by" "استلمها" "Received by";
    "second_phone" "رقم آخر" "Other number";
    "cash_on_delivery" "الدفع عند الاستلام" "Cash on delivery";
    "events" "مراحلها" "Events";
    "papers" "الفواتير والإشعارات" "Invoices and credit notes";
    "paper" "المستند" "Document";
    "receipts" "إيصالات التحويل" "Transfer receipts";
    "receipt_status" "حالة الإيصال" "Receipt status";
    "file" "الملف المرفق" "File";
    "online_payments" "المدفوعات الإلكترونية" "Online payments";
    "online_payment" "نوع العملية" "Transaction";
    "online_payment_status" "حالة العملية" "Transaction status";
    "card" "البطاقة" "Card";
    "last_four" "آخر أربعة أرقام" "Last four digits";
    "calls" "مكالمات التأكيد" "Confirmation calls";
    "call" "نتيجة المكالمة" "Outcome";
    "comments" "تعليقات المتجر" "Store comments";
    "seen_by_customer" "ظاهر لك" "Visible to you";
    "changed_at" "تاريخ التعديل" "Changed";
    "deleted_at" "تاريخ الحذف" "Deleted";
    "wordings_before" "النسخ السابقة" "Previous versions";
    "step" "الخطوة" "Step";
    "pieces" "القطع" "Items";
    "reminders" "التذكيرات" "Reminders";
    "reminder_status" "حالة التذكير" "Reminder status";
    "active_at" "آخر نشاط" "Last activity";
    "recipient" "المستلم" "Recipient";
    "subject" "العنوان" "Subject";
    "delivered" "مستلمة" "Delivered";
    "refused" "مرفوضة" "Refused";
    "returned" "مرتجعة" "Returned";
    "cancelled" "ملغاة" "Canceled";
    "no_answer" "دون رد" "No answer";
    "wrong_number" "رقم خاطئ" "Wrong number";
    "by" "المستخدم" "User";
    "action" "العملية" "Action";
    "left_out" "ملفات كبيرة غير مرفقة" "Files too large to include";
}

words! { CODES:
    "ar" "العربية" "Arabic";
    "en" "الإنجليزية" "English";
    "paid" "مدفوع" "Paid";
    "not_paid" "غير مدفوع" "Unpaid";
    "sms" "رسالة نصية" "SMS";
    "whatsapp" "واتساب" "WhatsApp";
    "email" "بريد إلكتروني" "Email";
    "calls" "مكالمات" "Calls";
    "phone" "مكالمة هاتفية" "Phone call";
    "message" "رسالة من العميل" "Message";
    "in_person" "شخصيًا" "In person";
    "paper" "نموذج موقّع" "Signed form";
    "website" "موقع المتجر" "Website";
    "charge" "قيمة الطلب" "Charge";
    "adjustment" "تعديل" "Adjustment";
    "credit" "تسوية الاسترداد" "Refund adjustment";
    "reversal" "إسقاط مستحقات" "Write-off";
    "payment" "دفعة" "Payment";
    "payment_reversal" "إلغاء دفعة" "Payment reversed";
    "refund" "استرداد" "Refund";
    "authorisation" "حجز مبلغ" "Authorization";
    "void" "إلغاء قبل التسوية" "Void";
    "chargeback" "استرداد من البنك" "Chargeback";
    "pending" "قيد الانتظار" "Pending";
    "on_hold" "محجوز" "On hold";
    "declined" "مرفوضة" "Declined";
    "expired" "انتهت المهلة" "Expired";
    "voided" "ملغاة" "Voided";
    "invoice" "فاتورة" "Invoice";
    "credit_note" "إشعار دائن" "Credit note";
    "ready" "جاهزة" "Ready";
    "shipped" "تم الشحن" "Shipped";
    "out_for_delivery" "خرجت للتوصيل" "Out for delivery";
    "delivered" "تم التسليم" "Delivered";
    "refused" "مرفوض" "Refused";
    "returned" "مرتجع" "Returned";
    "cancelled" "ملغي" "Canceled";
    "ready_for_pickup" "جاهزة للاستلام" "Ready for pickup";
    "postponed" "مؤجل" "Postponed";
    "waiting" "بانتظار المراجعة" "Under review";
    "accepted" "مقبول" "Accepted";
    "confirmed" "مؤكد" "Confirmed";
    "no_answer" "دون رد" "No answer";
    "wrong_number" "رقم خاطئ" "Wrong number";
    "handed_over" "تم الإرسال" "Sent";
    "skipped" "لم يُرسل" "Not sent";
    "Customer" "العميل" "Customer";
    "Merchant" "المتجر" "Store";
    "System" "النظام" "System";
    "comment" "ملاحظة" "Note";
    "create" "إنشاء" "Created";
    "update" "تعديل" "Changed";
    "update_status" "تغيير الحالة" "Status changed";
    "update_payment_status" "تغيير حالة الدفع" "Payment status changed";
    "delete" "حذف" "Deleted";
}

fn pick(list: &[(&str, &'static str, &'static str)], key: &str, lang: Lang) -> Option<&'static str> {
    list.iter().find(|(k, _, _)| *k == key).map(|(_, ar, en)| if lang == Lang::Ar { *ar } else { *en })
}

/// The label of a fact.
pub(super) fn label(key: &str, lang: Lang) -> Option<&'static str> {
    pick(LABELS, key, lang)
}

/// The meaning of a code of the program; other texts are printed as they are.
pub(super) fn code(text: &str, lang: Lang) -> Option<&'static str> {
    pick(CODES, text, lang)
}

pub(super) const TITLE: Message = Message::new("بياناتك لدى {store}", "Your data at {store}");
pub(super) const CREATED_AT: Message = Message::new("تم إعداد هذا الملف في {at}.", "This file was created on {at}.");
pub(super) const INTRODUCTION: Message = Message::new(
    "يحتوي على كل بياناتك لدى المتجر. يحتوي الملف data.json على البيانات نفسها بصيغة تقرؤها البرامج.",
    "It contains all the data the store keeps about you. data.json has the same data in a machine-readable format.",
);
pub(super) const NONE: Message = Message::new("لا توجد بيانات.", "No data.");
pub(super) const YES: Message = Message::new("نعم", "Yes");
pub(super) const NO: Message = Message::new("لا", "No");
