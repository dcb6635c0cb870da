//! The edited state of an order, and its changes. Pure; amounts are in minor units.

use kernel::money::{self, Overflow};

use super::refunded_goods::refunded_goods;
use super::revision::OrderRevision;
use crate::carts::totals::{self, Discounts, FeeRule, LineIn, RefundedGoods};
use crate::orders::model::{Order, OrderCoupon, OrderItem};
use crate::orders::returns::model::{Refundable, Refunded};
use crate::orders::status::Status;

/// The statuses in which an order can be edited: until it is ready to go (decisions §5). A draft is replaced by `drafts`.
pub(super) const fn is_editable(status: Status) -> bool {
    matches!(status, Status::Pending | Status::Paid | Status::Processing)
}

/// The change of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct LineChange {
    /// None for a new line.
    pub(in crate::orders) before: Option<OrderItem>,
    /// None for a removed line.
    pub(in crate::orders) after: Option<OrderItem>,
    pub(in crate::orders) reason: Option<String>,
}

impl LineChange {
    /// Pieces to take from stock; negative when they are returned. Goods that were never taken from stock do not move.
    pub(in crate::orders) fn stock(&self, holds_stock: bool) -> i64 {
        let pieces = |i: &Option<OrderItem>| i.as_ref().filter(|i| i.is_stock_taken).map_or(0, |i| i.quantity);
        if holds_stock { pieces(&self.after) - pieces(&self.before) } else { 0 }
    }

    /// Whether the merchant changed it; its share of the discount and its VAT follow from the rest.
    pub(in crate::orders) fn is_changed(&self) -> bool {
        match (&self.before, &self.after) {
            (Some(a), Some(b)) => (a.quantity, a.unit_price) != (b.quantity, b.unit_price),
            _ => true,
        }
    }

    /// The line after the edit, or before it when it is removed.
    pub(in crate::orders) fn item(&self) -> Option<&OrderItem> {
        self.after.as_ref().or(self.before.as_ref())
    }
}

/// The edited order, with its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct Edited {
    pub(in crate::orders) order: Order,
    pub(in crate::orders) lines: Vec<LineChange>,
}

/// Computes the edited order. Refunded parts of its lines stay as they were.
///
/// # Errors
/// [`Overflow`] when an amount leaves the range of money.
pub(in crate::orders) fn edited(
    order: &Order,
    items: &[OrderItem],
    refunded: &Refunded,
    revision: OrderRevision,
) -> Result<Edited, Overflow> {
    let fee = FeeRule { fixed: revision.payment_fees, ratio: 0, is_taxed: revision.is_fee_taxed };
    let refunded_goods = refunded_goods(order, items, refunded, &revision);
    add_up(order, items, revision, fee, refunded_goods.as_ref())
}

/// As [`edited`], of a draft, with the payment method's own fee: `payment_fees` and `is_fee_taxed` of the revision are ignored.
///
/// # Errors
/// [`Overflow`] when an amount leaves the range of money.
pub(in crate::orders) fn edited_with_fee(
    order: &Order,
    items: &[OrderItem],
    revision: OrderRevision,
    fee: FeeRule,
) -> Result<Edited, Overflow> {
    add_up(order, items, revision, fee, None)
}

fn add_up(
    order: &Order,
    items: &[OrderItem],
    revision: OrderRevision,
    fee: FeeRule,
    refunded_goods: Option<&RefundedGoods>,
) -> Result<Edited, Overflow> {
    let OrderRevision { lines, address, shipping_fees, discount, coupon, .. } = revision;
    let sums: Vec<LineIn> = lines
        .iter()
        .map(|l| LineIn { unit_price: l.item.unit_price, quantity: l.item.quantity, is_tax_free: l.is_tax_free })
        .collect();
    let discounts = Discounts { coupon: coupon.as_ref(), by_hand: discount, refunded: refunded_goods };
    let t = totals::compute(&sums, discounts, order.vat_rule(), shipping_fees, fee)?;
    let mut next = items.iter().map(|i| i.line).max().unwrap_or(0);
    let mut changes: Vec<LineChange> = Vec::new();
    for (n, (line, sums)) in lines.into_iter().zip(&t.lines).enumerate() {
        let before = items.iter().find(|i| i.line == line.item.line && line.item.line > 0).cloned();
        let number = before.as_ref().map_or_else(
            || {
                next += 1;
                next
            },
            |b| b.line,
        );
        let after = OrderItem {
            line: number,
            line_total: sums.line_total,
            discount: sums.discount,
            coupon_discount: sums.coupon,
            refunded_discount: refunded_goods
                .map_or(0, |refunded_goods| line.item.refunded_discount.min(refunded_goods.lines[n].discount)),
            // Of a removed coupon no part stays the coupon's.
            refunded_coupon: refunded_goods
                .map_or(0, |refunded_goods| line.item.refunded_coupon.min(refunded_goods.lines[n].coupon)),
            vat: sums.vat,
            vat_rate: sums.vat_rate,
            ..line.item
        };
        changes.push(LineChange { before, after: Some(after), reason: line.reason });
    }
    let removed_items = items.iter().filter(|i| !changes.iter().any(|c| c.before.as_ref().is_some_and(|b| b.line == i.line)));
    let removed_lines: Vec<LineChange> =
        removed_items.map(|i| LineChange { before: Some(i.clone()), after: None, reason: None }).collect();
    let items_count = changes.iter().filter_map(|c| c.after.as_ref()).map(|i| i.quantity).sum();
    changes.extend(removed_lines);
    // At the exchange rate of the order, given by its two totals.
    let total_in_customer_currency = if order.total > 0 {
        money::div_half_up(i128::from(t.total) * i128::from(order.total_in_customer_currency), i128::from(order.total))
    } else {
        t.total
    };
    let order = Order {
        subtotal: t.subtotal,
        discount: t.discount,
        coupon: coupon.map(|k| OrderCoupon { id: k.id, code: k.code, segment: k.terms.segment, discount: t.coupon }),
        vat: t.vat,
        shipping_fees: t.shipping_fees,
        payment_fees: t.payment_fees,
        total: t.total,
        total_in_customer_currency,
        items_count,
        address,
        ..order.clone()
    };
    Ok(Edited { order, lines: changes })
}

impl Edited {
    /// The lines after the edit.
    pub(in crate::orders) fn items(&self) -> Vec<OrderItem> {
        self.lines.iter().filter_map(|c| c.after.clone()).collect()
    }

    /// Whether it would remove, or make cheaper, something that was refunded.
    pub(in crate::orders) fn is_below(&self, refunded: &Refunded) -> bool {
        let items = self.items();
        let is_gone = refunded.lines.iter().any(|p| !items.iter().any(|i| i.line == p.line));
        is_gone || Refundable::new(&self.order, &items, refunded).is_short()
    }

    /// Whether it would change anything.
    pub(in crate::orders) fn is_changed(&self, before: &Order) -> bool {
        self.order != *before || self.lines.iter().any(LineChange::is_changed)
    }
}
