//! An order as a row of a file. Pure.

use jiff::tz::TimeZone;
use kernel::{Currency, Lang, Millis, OrderId, Texts, money};
use serde::{Deserialize, Serialize};
use web::Message;

use crate::catalog::export::model::{Cell, Format};
use crate::catalog::import::formats::guarded;
use crate::orders::ledger::Sums;
use crate::orders::status::{PaymentStatus, Status};

macro_rules! columns {
    ($($v:ident $ar:literal $en:literal;)*) => {
        /// A column of the file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = OrderExportColumn)]
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
    Number "رقم الطلب" "Order";
    CreatedAt "تاريخ الطلب" "Date";
    Status "الحالة" "Status";
    PaymentStatus "حالة الدفع" "Payment status";
    Customer "العميل" "Customer";
    Mobile "الجوال" "Mobile";
    Email "البريد الإلكتروني" "Email";
    Country "الدولة" "Country";
    City "المدينة" "City";
    Items "عدد القطع" "Pieces";
    Subtotal "المجموع الفرعي" "Subtotal";
    Discount "الخصم" "Discount";
    Vat "الضريبة" "VAT";
    ShippingFees "رسوم الشحن" "Shipping fees";
    PaymentFees "رسوم الدفع" "Payment fees";
    Total "الإجمالي" "Total";
    Paid "المدفوع" "Paid";
    Refunded "المردود" "Refunded";
    Owed "المتبقي" "Owed";
    Currency "العملة" "Currency";
    Payment "طريقة الدفع" "Payment method";
    Shipping "طريقة الشحن" "Shipping method";
    Tags "الوسوم" "Tags";
    Assignee "المسؤول" "Assignee";
    Note "ملاحظة العميل" "Customer's note";
}

const PAID: Message = Message::new("مدفوع", "Paid");
const NOT_PAID: Message = Message::new("غير مدفوع", "Not paid");

/// What a row is made of.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) id: OrderId,
    pub(super) number: i64,
    pub(super) status: String,
    pub(super) payment_status: String,
    pub(super) sender_name: String,
    pub(super) mobile: String,
    pub(super) email: Option<String>,
    pub(super) country: String,
    pub(super) city: String,
    pub(super) items_count: i64,
    pub(super) subtotal: i64,
    pub(super) discount: i64,
    pub(super) vat: i64,
    pub(super) shipping_fees: i64,
    pub(super) payment_fees: i64,
    pub(super) total: i64,
    pub(super) payment_name: db::Json<Texts>,
    pub(super) shipping_name: db::Json<Texts>,
    pub(super) note: String,
    pub(super) created_at: Millis,
}
db::row!(Line {
    id,
    number,
    status,
    payment_status,
    sender_name,
    mobile,
    email,
    country,
    city,
    items_count,
    subtotal,
    discount,
    vat,
    shipping_fees,
    payment_fees,
    total,
    payment_name,
    shipping_name,
    note,
    created_at
});

/// How rows are written.
pub(super) struct Writing {
    pub(super) lang: Lang,
    pub(super) format: Format,
    pub(super) currency: Currency,
    pub(super) zone: TimeZone,
    pub(super) columns: Vec<Column>,
}

impl Writing {
    pub(super) fn header(&self) -> Vec<Cell> {
        self.columns.iter().map(|column| Cell::Text(column.caption().get(self.lang).to_owned())).collect()
    }

    /// The cells of an order. Texts never run as formulas: a workbook says that they are texts, and in a CSV what a
    /// spreadsheet would take for a formula or a number has a mark in front, phone numbers among them.
    pub(super) fn row(&self, line: &Line, sums: Sums, tags: &[String], assignee: Option<&str>) -> Vec<Cell> {
        let text = |text: &str| match self.format {
            Format::Csv => Cell::Text(guarded(text).into_owned()),
            Format::Xlsx => Cell::Text(text.to_owned()),
        };
        let phone = |number: &str| match self.format {
            Format::Csv if !number.is_empty() => Cell::Text(format!("'{number}")),
            _ => Cell::Text(number.to_owned()),
        };
        let named = |texts: &Texts| text(texts.get(self.lang));
        let amount = |n: i64| Cell::Number(money::format(n, self.currency));
        let of = |column: &Column| match column {
            Column::Number => Cell::Number(line.number.to_string()),
            Column::CreatedAt => Cell::Text(self.moment(line.created_at)),
            Column::Status => text(Status::parse(&line.status).map_or(Message::new("", ""), Status::name).get(self.lang)),
            Column::PaymentStatus => match PaymentStatus::parse(&line.payment_status) {
                Some(PaymentStatus::Paid) => text(PAID.get(self.lang)),
                _ => text(NOT_PAID.get(self.lang)),
            },
            Column::Customer => text(&line.sender_name),
            Column::Mobile => phone(&line.mobile),
            Column::Email => text(line.email.as_deref().unwrap_or_default()),
            Column::Country => text(&line.country),
            Column::City => text(&line.city),
            Column::Items => Cell::Number(line.items_count.to_string()),
            Column::Subtotal => amount(line.subtotal),
            Column::Discount => amount(line.discount),
            Column::Vat => amount(line.vat),
            Column::ShippingFees => amount(line.shipping_fees),
            Column::PaymentFees => amount(line.payment_fees),
            Column::Total => amount(line.total),
            Column::Paid => amount(sums.paid()),
            Column::Refunded => amount(sums.refunded()),
            Column::Owed => amount(sums.owed()),
            Column::Currency => text(self.currency.code()),
            Column::Payment => named(&line.payment_name.0),
            Column::Shipping => named(&line.shipping_name.0),
            Column::Tags => text(&tags.join(if self.lang == Lang::Ar { "، " } else { ", " })),
            Column::Assignee => text(assignee.unwrap_or_default()),
            Column::Note => text(&line.note),
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
