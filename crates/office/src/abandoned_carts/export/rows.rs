//! A cart as a row of a file. Pure.

use kernel::Millis;
use web::Message;

use super::Carts;
use super::store::Order;
use crate::abandoned_carts::list_api::reminder_status;
use crate::abandoned_carts::list_store::Row;
use crate::abandoned_carts::model::{RECOVERED_WITHIN, ReminderStatus};
use commerce::carts::Step;
use platform::exports::{Cell, Writing};

platform::export_columns! {
    CartExportColumn;
    Shopper "المتسوق" "Shopper";
    Mobile "الجوال" "Mobile";
    Email "البريد الإلكتروني" "Email";
    Step "الخطوة" "Step";
    Items "عدد القطع" "Items";
    Amount "المجموع الفرعي" "Subtotal";
    Currency "العملة" "Currency";
    CreatedAt "تاريخ الإنشاء" "Created";
    ActiveAt "آخر نشاط" "Last activity";
    Age "العمر بالساعات" "Age in hours";
    Reminder "التذكير" "Reminder";
    Reminders "عدد التذكيرات" "Reminders sent";
    LastRemindedAt "آخر تذكير" "Last reminder";
    Restored "مستعادة بتذكير" "Recovered by a reminder";
    Order "رقم الطلب" "Order number";
    Link "رابط الاستعادة" "Recovery link";
}

const YES: Message = Message::new("نعم", "Yes");
const NO: Message = Message::new("لا", "No");

const fn step(step: Step) -> Message {
    match step {
        Step::Products => Message::new("منتجات فقط", "Products only"),
        Step::Contact => Message::new("بيانات التواصل", "Contact"),
        Step::ShippingAddress => Message::new("عنوان الشحن", "Shipping address"),
        Step::ShippingMethod => Message::new("طريقة الشحن", "Shipping method"),
        Step::Payment => Message::new("الدفع", "Payment"),
        Step::Checkout => Message::new("تحوّلت إلى طلب", "Converted"),
    }
}

const fn reminder(status: ReminderStatus) -> Message {
    match status {
        ReminderStatus::Reminded => Message::new("تم إرسال تذكير", "Reminded"),
        ReminderStatus::Returned => Message::new("عاد بعد التذكير", "Returned after reminder"),
        ReminderStatus::Stopped => Message::new("توقف التذكير", "Stopped"),
        ReminderStatus::None => Message::new("بدون تذكير", "Not reminded"),
    }
}

/// Records related to a cart in a row.
pub(super) struct RowContext<'a> {
    /// Reminders that were sent.
    pub(super) reminders: i64,
    pub(super) order: Option<&'a Order>,
    /// The restore link, while the cart is no order.
    pub(super) link: Option<String>,
}

/// Whether it became an order soon enough after its last reminder, as the recovery rate counts (docs/decisions/0019).
fn is_restored(row: &Row, order: Option<&Order>) -> bool {
    let Some((order, reminded)) = order.zip(row.last_reminded_at) else { return false };
    order.created_at <= reminded.plus(RECOVERED_WITHIN) && order.is_sale
}

/// The cells of a cart.
pub(super) fn row(w: &Writing<Carts>, k: &Row, context: &RowContext<'_>, now: Millis) -> Vec<Cell> {
    let contact = k.contact.0.as_ref();
    let of = |column: &Column| match column {
        Column::Shopper => w.text(contact.map_or("", |c| c.name.as_str())),
        Column::Mobile => w.phone(contact.map_or("", |c| c.mobile.as_str())),
        Column::Email => w.text(contact.and_then(|c| c.email.as_deref()).unwrap_or_default()),
        Column::Step => w.text(step(k.step).get(w.lang)),
        Column::Items => Cell::from(k.items_count),
        Column::Amount => w.amount(k.amount),
        Column::Currency => w.text(w.currency.code()),
        Column::CreatedAt => w.moment(Some(k.created_at)),
        Column::ActiveAt => w.moment(Some(k.active_at)),
        Column::Age => Cell::from((now.0 - k.active_at.0).max(0) / Millis::HOUR),
        Column::Reminder => w.text(reminder(reminder_status(k)).get(w.lang)),
        Column::Reminders => Cell::from(context.reminders),
        Column::LastRemindedAt => w.moment(k.last_reminded_at),
        Column::Restored => w.text(if is_restored(k, context.order) { YES } else { NO }.get(w.lang)),
        Column::Order => context.order.map_or_else(|| w.text(""), |order| Cell::from(order.number)),
        Column::Link => w.text(context.link.as_deref().unwrap_or_default()),
    };
    w.columns.iter().map(of).collect()
}
