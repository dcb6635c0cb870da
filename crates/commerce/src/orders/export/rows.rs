//! An order as a row of a file. Pure.

use kernel::{Millis, OrderId, Texts};
use web::Message;

use crate::orders::ledger::model::LedgerTotals;
use crate::orders::status::{PaymentStatus, Status};
use crate::sales::Figures;
use platform::exports::{Cell, Writing};

platform::export_columns! {
    OrderExportColumn;
    Number "رقم الطلب" "Order number";
    CreatedAt "تاريخ الطلب" "Date";
    Status "الحالة" "Status";
    PaymentStatus "حالة الدفع" "Payment status";
    Customer "العميل" "Customer";
    Mobile "الجوال" "Mobile";
    Email "البريد الإلكتروني" "Email";
    Country "الدولة" "Country";
    City "المدينة" "City";
    Items "عدد القطع" "Items";
    Subtotal "المجموع الفرعي" "Subtotal";
    Discount "الخصم" "Discount";
    Coupon "الكوبون" "Coupon";
    CouponDiscount "خصم الكوبون" "Coupon discount";
    Vat "ضريبة الطلب" "Order VAT";
    ShippingFees "رسوم شحن الطلب" "Order shipping fees";
    PaymentFees "رسوم دفع الطلب" "Order payment fees";
    Total "إجمالي الطلب" "Order total";
    Paid "المدفوع" "Paid";
    Refunded "المسترد" "Refunded";
    Owed "المتبقي" "Balance due";
    GrossSales "المبيعات قبل الخصم" "Gross sales";
    SalesDiscounts "الخصومات" "Discounts";
    SalesReturns "المرتجعات" "Returns";
    NetSales "صافي المبيعات" "Net sales";
    SalesShipping "الشحن" "Shipping";
    SalesFees "رسوم الدفع" "Payment fees";
    SalesVat "ضريبة القيمة المضافة" "VAT";
    TotalSales "إجمالي المبيعات" "Total sales";
    Currency "العملة" "Currency";
    Payment "طريقة الدفع" "Payment method";
    Shipping "طريقة الشحن" "Shipping method";
    Tags "الوسوم" "Tags";
    Assignee "المسؤول" "Assignee";
    Note "ملاحظة العميل" "Customer note";
}

/// Orders as a kind of export; its implementation is in `kind`.
pub(super) struct Orders;

const PAID: Message = Message::new("مدفوع", "Paid");
const NOT_PAID: Message = Message::new("غير مدفوع", "Unpaid");

/// The data of a row.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) id: OrderId,
    pub(super) number: i64,
    pub(super) status: Status,
    pub(super) payment_status: PaymentStatus,
    pub(super) sender_name: String,
    pub(super) mobile: String,
    pub(super) email: Option<String>,
    pub(super) country: String,
    pub(super) city: String,
    pub(super) items_count: i64,
    pub(super) subtotal: i64,
    pub(super) discount: i64,
    pub(super) coupon_code: Option<String>,
    pub(super) coupon_discount: i64,
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
    coupon_code,
    coupon_discount,
    vat,
    shipping_fees,
    payment_fees,
    total,
    payment_name,
    shipping_name,
    note,
    created_at
});

/// The cells of an order: as it was placed, what its ledger says, and what it counts for in the reports (decisions §13), so that
/// columns with the names of the reports have the same values.
pub(super) fn row(
    w: &Writing<Orders>,
    line: &Line,
    sums: LedgerTotals,
    sales: Figures,
    tags: &[String],
    assignee: Option<&str>,
) -> Vec<Cell> {
    let named = |texts: &Texts| w.text(texts.get(w.lang));
    let of = |column: &Column| match column {
        Column::Number => Cell::from(line.number),
        Column::CreatedAt => w.moment(Some(line.created_at)),
        Column::Status => w.text(line.status.name().get(w.lang)),
        Column::PaymentStatus => match line.payment_status {
            PaymentStatus::Paid => w.text(PAID.get(w.lang)),
            PaymentStatus::NotPaid => w.text(NOT_PAID.get(w.lang)),
        },
        Column::Customer => w.text(&line.sender_name),
        Column::Mobile => w.phone(&line.mobile),
        Column::Email => w.text(line.email.as_deref().unwrap_or_default()),
        Column::Country => w.text(&line.country),
        Column::City => w.text(&line.city),
        Column::Items => Cell::from(line.items_count),
        Column::Subtotal => w.amount(line.subtotal),
        Column::Discount => w.amount(line.discount),
        Column::Coupon => w.text(line.coupon_code.as_deref().unwrap_or_default()),
        Column::CouponDiscount => w.amount(line.coupon_discount),
        Column::Vat => w.amount(line.vat),
        Column::ShippingFees => w.amount(line.shipping_fees),
        Column::PaymentFees => w.amount(line.payment_fees),
        Column::Total => w.amount(line.total),
        Column::Paid => w.amount(sums.paid()),
        Column::Refunded => w.amount(sums.refunded()),
        Column::Owed => w.amount(sums.owed()),
        Column::GrossSales => w.amount(sales.gross),
        Column::SalesDiscounts => w.amount(sales.discounts),
        Column::SalesReturns => w.amount(sales.returns),
        Column::NetSales => w.amount(sales.net()),
        Column::SalesShipping => w.amount(sales.shipping),
        Column::SalesFees => w.amount(sales.fees),
        Column::SalesVat => w.amount(sales.vat),
        Column::TotalSales => w.amount(sales.total()),
        Column::Currency => w.text(w.currency.code()),
        Column::Payment => named(&line.payment_name.0),
        Column::Shipping => named(&line.shipping_name.0),
        Column::Tags => w.joined(tags),
        Column::Assignee => w.text(assignee.unwrap_or_default()),
        Column::Note => w.text(&line.note),
    };
    w.columns.iter().map(of).collect()
}
