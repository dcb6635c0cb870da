//! Edits in the API. Amounts are decimals in the store's currency.

use kernel::{Currency, ProductId, Texts, VariantId, money};
use serde::{Deserialize, Serialize};

use super::model::{Edited, LineChange};
use crate::orders::ledger::model::{Draft, Kind, LedgerTotals};
use crate::orders::model::{Order, OrderItem};
use crate::orders::wire::{OrderCouponView, OrderView};
use customers::AddressIn;
use web::schema;

/// A requested line: one of the order by its number, or a new one by its product.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderEditLineIn {
    /// Number of the order's line to keep.
    #[schema(minimum = 1)]
    pub line: Option<i64>,
    /// Product of a new line.
    pub product_id: Option<ProductId>,
    /// Variant of a `multi` product.
    pub variant_id: Option<VariantId>,
    /// From 1.
    #[schema(minimum = 1, maximum = 100_000)]
    pub quantity: i64,
    /// By default the line's own price, or the product's current one for a new line.
    #[schema(value_type = Option<schema::Amount>)]
    pub unit_price: Option<String>,
    /// Required with another price; 200 characters at most.
    #[schema(value_type = Option<schema::Line<200>>)]
    pub reason: Option<String>,
}

/// The requested state of an order; absent fields stay.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderEditIn {
    /// Every line of the edited order, 1 to 100; a line that is not named is removed.
    #[schema(min_items = 1, max_items = 100)]
    pub items: Option<Vec<OrderEditLineIn>>,
    /// Shipping address.
    pub address: Option<AddressIn>,
    /// Shipping, before the coupon.
    #[schema(value_type = Option<schema::Amount>)]
    pub shipping_fees: Option<String>,
    /// The payment method's fee.
    #[schema(value_type = Option<schema::Amount>)]
    pub payment_fees: Option<String>,
    /// Discount by hand on the goods, beside a coupon.
    #[schema(value_type = Option<schema::Amount>)]
    pub discount: Option<String>,
    /// A code applies its coupon, `""` removes the order's coupon. One that stays is recomputed by the terms it was used with.
    #[schema(value_type = Option<schema::Line<60>>)]
    pub coupon_code: Option<String>,
    /// Note in the activity; 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// The total of the preview; required to apply it.
    #[schema(value_type = Option<schema::Amount>)]
    pub total: Option<String>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A line before or after.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderEditSide {
    quantity: i64,
    unit_price: String,
    line_total: String,
}

/// The change of a line.
#[derive(Debug, Clone, Copy, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderEditKind {
    /// Unchanged.
    Kept,
    /// Another quantity or price.
    Changed,
    /// New.
    Added,
    /// Gone.
    Removed,
}

/// A line of the preview.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderEditLine {
    /// None for a new line.
    line: Option<i64>,
    name: Texts,
    sku: Option<String>,
    kind: OrderEditKind,
    before: Option<OrderEditSide>,
    after: Option<OrderEditSide>,
    /// Pieces to take from stock; negative when they are returned.
    stock: i64,
}

/// The sums before or after the edit.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderEditTotals {
    subtotal: String,
    /// On the goods, by hand and by a coupon.
    discount: String,
    /// The part of it that comes from no coupon.
    other_discount: String,
    coupon: Option<OrderCouponView>,
    vat: String,
    /// After the coupon.
    shipping_fees: String,
    /// Before the coupon.
    full_shipping_fees: String,
    payment_fees: String,
    total: String,
}

impl OrderEditTotals {
    fn from_order(order: &Order, currency: Currency) -> Self {
        let amount = |n| money::format(n, currency);
        Self {
            subtotal: amount(order.subtotal),
            discount: amount(order.discount),
            other_discount: amount(order.other_discount()),
            coupon: order.coupon.as_ref().map(|coupon| OrderCouponView::from_coupon(coupon, currency)),
            vat: amount(order.vat),
            shipping_fees: amount(order.shipping_fees),
            full_shipping_fees: amount(order.full_shipping()),
            payment_fees: amount(order.payment_fees),
            total: amount(order.total),
        }
    }
}

/// What an edit would change; nothing is written.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderEditPreview {
    /// Version of the order that it was computed from.
    version: i64,
    /// The edit would change something.
    is_changed: bool,
    is_address_changed: bool,
    lines: Vec<OrderEditLine>,
    before: OrderEditTotals,
    after: OrderEditTotals,
    /// Total after less total before; signed.
    difference: String,
    /// Owed afterwards.
    owed: String,
    /// Overpaid afterwards, to be refunded.
    overpaid: String,
}

/// The current state, when an edit is refused as stale.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub(super) enum OrderEditConflict {
    /// Of `stale_version`: the current order.
    Order(Box<OrderView>),
    /// Of `edit_changed`: the current preview of the edit.
    Preview(Box<OrderEditPreview>),
}

fn side(item: &OrderItem, currency: Currency) -> OrderEditSide {
    OrderEditSide {
        quantity: item.quantity,
        unit_price: money::format(item.unit_price, currency),
        line_total: money::format(item.line_total, currency),
    }
}

fn line(change: &LineChange, holds_stock: bool, currency: Currency) -> Option<OrderEditLine> {
    let item = change.item()?;
    let kind = match (&change.before, &change.after) {
        (None, _) => OrderEditKind::Added,
        (_, None) => OrderEditKind::Removed,
        _ if change.is_changed() => OrderEditKind::Changed,
        _ => OrderEditKind::Kept,
    };
    Some(OrderEditLine {
        line: change.before.as_ref().map(|b| b.line),
        name: item.name.clone(),
        sku: item.sku.clone(),
        kind,
        before: change.before.as_ref().map(|i| side(i, currency)),
        after: change.after.as_ref().map(|i| side(i, currency)),
        stock: change.stock(holds_stock),
    })
}

impl OrderEditPreview {
    pub(super) fn new(before: &Order, edited: &Edited, mut sums: LedgerTotals, currency: Currency) -> Self {
        let after = &edited.order;
        if before.status.holds_stock() {
            sums.add(Draft { kind: Kind::Adjustment, amount: after.total - before.total, vat: after.vat - before.vat });
        }
        Self {
            version: before.version,
            is_changed: edited.is_changed(before),
            is_address_changed: before.address != after.address,
            lines: edited.lines.iter().filter_map(|c| line(c, before.status.holds_stock(), currency)).collect(),
            before: OrderEditTotals::from_order(before, currency),
            after: OrderEditTotals::from_order(after, currency),
            difference: money::format(after.total - before.total, currency),
            owed: money::format(sums.owed(), currency),
            overpaid: money::format(sums.overpaid(), currency),
        }
    }
}
