//! A customer as a row of a file. Pure.

use jiff::tz::TimeZone;
use kernel::{Currency, Lang, Millis, money};
use serde::{Deserialize, Serialize};
use web::Message;

use crate::catalog::export::model::{Cell, Format};
use crate::catalog::import::formats::guarded;
use crate::customers::model::{Channel, Customer};

macro_rules! columns {
    ($($v:ident $ar:literal $en:literal;)*) => {
        /// A column of the file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = CustomerExportColumn)]
        #[allow(missing_docs, reason = "the captions say it")]
        pub enum Column { $($v),* }

        impl Column {
            /// All, in the order of the file.
            pub(super) const ALL: &'static [Self] = &[$(Self::$v),*];

            /// The caption of the column.
            pub(super) const fn caption(self) -> Message { match self { $(Self::$v => Message::new($ar, $en)),* } }
        }
    };
}

columns! {
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
    CancelledCount "الملغاة" "Cancelled";
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

/// What stands beside a customer in a row.
#[derive(Debug, Clone, Default)]
pub(super) struct Beside {
    pub(super) tags: Vec<String>,
    pub(super) groups: Vec<String>,
    /// Those agreed to.
    pub(super) channels: Vec<Channel>,
}

/// How rows are written.
pub(super) struct Writing {
    pub(super) lang: Lang,
    pub(super) format: Format,
    pub(super) currency: Currency,
    pub(super) zone: TimeZone,
    pub(super) columns: Vec<Column>,
}

const fn channel(channel: Channel) -> Message {
    match channel {
        Channel::Sms => Message::new("الرسائل النصية", "SMS"),
        Channel::Whatsapp => Message::new("واتساب", "WhatsApp"),
        Channel::Email => Message::new("البريد الإلكتروني", "E-mail"),
        Channel::Calls => Message::new("المكالمات", "Calls"),
    }
}

impl Writing {
    pub(super) fn header(&self) -> Vec<Cell> {
        self.columns.iter().map(|column| Cell::Text(column.caption().get(self.lang).to_owned())).collect()
    }

    /// The cells of a customer. Texts never run as formulas: a workbook says that they are texts, and in a CSV what a
    /// spreadsheet would take for a formula or a number has a mark in front, phone numbers among them.
    pub(super) fn row(&self, k: &Customer, beside: &Beside) -> Vec<Cell> {
        let text = |text: &str| match self.format {
            Format::Csv => Cell::Text(guarded(text).into_owned()),
            Format::Xlsx => Cell::Text(text.to_owned()),
        };
        let phone = |number: &str| match self.format {
            Format::Csv if !number.is_empty() => Cell::Text(format!("'{number}")),
            _ => Cell::Text(number.to_owned()),
        };
        let joined = |words: &[String]| text(&words.join(if self.lang == Lang::Ar { "، " } else { ", " }));
        let count = |n: i64| Cell::Number(n.to_string());
        let moment = |at: Option<Millis>| Cell::Text(at.map(|at| self.moment(at)).unwrap_or_default());
        let of = |column: &Column| match column {
            Column::Name => text(&k.name),
            Column::Mobile => phone(k.mobile.as_deref().unwrap_or_default()),
            Column::Email => text(k.email.as_deref().unwrap_or_default()),
            Column::Country => text(&k.country),
            Column::City => text(&k.city),
            Column::Language => text(&k.locale),
            Column::Tags => joined(&beside.tags),
            Column::Groups => joined(&beside.groups),
            Column::Consents => {
                let words: Vec<String> = beside.channels.iter().map(|c| channel(*c).get(self.lang).to_owned()).collect();
                joined(&words)
            }
            Column::OrdersCount => count(k.orders_count),
            Column::CancelledCount => count(k.cancelled_count),
            Column::ReturnedCount => count(k.returned_count),
            Column::TotalSpent => Cell::Number(money::format(k.total_spent, self.currency)),
            Column::Currency => text(self.currency.code()),
            Column::FirstOrderAt => moment(k.first_order_at),
            Column::LastOrderAt => moment(k.last_order_at),
            Column::CreatedAt => moment(Some(k.created_at)),
            Column::Blocked => text(if k.blocked_at.is_some() { YES } else { NO }.get(self.lang)),
        };
        self.columns.iter().map(of).collect()
    }

    /// `2026-11-20 14:05` of the store's clock.
    fn moment(&self, at: Millis) -> String {
        jiff::Timestamp::from_millisecond(at.0)
            .map(|at| at.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M").to_string())
            .unwrap_or_default()
    }
}
