//! A customer as a row of a file. Pure.

use web::Message;

use crate::model::{Channel, Customer};
use platform::exports::{Cell, Exported, Writing};

platform::export_columns! {
    CustomerExportColumn;
    Name "الاسم" "Name";
    Mobile "الجوال" "Mobile";
    Email "البريد الإلكتروني" "Email";
    Country "الدولة" "Country";
    City "المدينة" "City";
    Language "اللغة" "Language";
    Tags "الوسوم" "Tags";
    Groups "المجموعات" "Groups";
    Consents "وافق على" "Agreed to";
    OrdersCount "عدد الطلبات" "Orders";
    CancelledCount "الملغاة" "Canceled";
    ReturnedCount "المرتجعة" "Returned";
    TotalSpent "إجمالي المشتريات" "Total spent";
    Currency "العملة" "Currency";
    FirstOrderAt "أول طلب" "First order";
    LastOrderAt "آخر طلب" "Last order";
    CreatedAt "عميل منذ" "Customer since";
    Blocked "محظور" "Blocked";
}

const YES: Message = Message::new("نعم", "Yes");
const NO: Message = Message::new("لا", "No");

/// The related data of a customer's row.
#[derive(Debug, Clone, Default)]
pub(super) struct RowContext {
    pub(super) tags: Vec<String>,
    pub(super) groups: Vec<String>,
    /// Channels with granted consent.
    pub(super) channels: Vec<Channel>,
}

const fn channel(channel: Channel) -> Message {
    match channel {
        Channel::Sms => Message::new("الرسائل النصية", "SMS"),
        Channel::Whatsapp => Message::new("واتساب", "WhatsApp"),
        Channel::Email => Message::new("البريد الإلكتروني", "Email"),
        Channel::Calls => Message::new("المكالمات", "Calls"),
    }
}

/// The cells of a customer.
pub(super) fn row<E: Exported<Column = Column>>(w: &Writing<E>, k: &Customer, context: &RowContext) -> Vec<Cell> {
    let of = |column: &Column| match column {
        Column::Name => w.text(&k.name),
        Column::Mobile => w.phone(k.mobile.as_deref().unwrap_or_default()),
        Column::Email => w.text(k.email.as_deref().unwrap_or_default()),
        Column::Country => w.text(&k.country),
        Column::City => w.text(&k.city),
        Column::Language => w.text(k.locale.code()),
        Column::Tags => w.joined(&context.tags),
        Column::Groups => w.joined(&context.groups),
        Column::Consents => {
            let words: Vec<String> = context.channels.iter().map(|c| channel(*c).get(w.lang).to_owned()).collect();
            w.joined(&words)
        }
        Column::OrdersCount => Cell::from(k.orders_count),
        Column::CancelledCount => Cell::from(k.cancelled_count),
        Column::ReturnedCount => Cell::from(k.returned_count),
        Column::TotalSpent => w.amount(k.total_spent),
        Column::Currency => w.text(w.currency.code()),
        Column::FirstOrderAt => w.moment(k.first_order_at),
        Column::LastOrderAt => w.moment(k.last_order_at),
        Column::CreatedAt => w.moment(Some(k.created_at)),
        Column::Blocked => w.text(if k.blocked_at.is_some() { YES } else { NO }.get(w.lang)),
    };
    w.columns.iter().map(of).collect()
}
