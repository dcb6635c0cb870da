//! The refunded parts of an edited order: they stay as they were, whatever the edit does to the rest. Pure.

use kernel::money;

use super::revision::{OrderRevision, RevisedLine};
use crate::carts::totals::{RefundedGoods, RefundedPart};
use crate::orders::model::{Order, OrderItem};
use crate::orders::returns::model::Refunded;

/// The refunded parts of the requested lines; none where nothing was refunded.
///
/// An edit that leaves goods, coupon and discount alone keeps all lines as they are. Otherwise a refunded piece keeps its
/// discount at the time of the refund.
pub(super) fn refunded_goods(
    order: &Order,
    items: &[OrderItem],
    refunded: &Refunded,
    revision: &OrderRevision,
) -> Option<RefundedGoods> {
    if refunded.lines.is_empty() {
        return None;
    }
    let old = |line: &RevisedLine| items.iter().find(|i| i.line == line.item.line && line.item.line > 0);
    if is_same(order, items, revision) {
        let all = |i: &OrderItem| RefundedPart {
            paid: i.line_total - i.discount,
            discount: i.discount,
            coupon: i.coupon_discount,
            vat: i.vat,
        };
        let lines = revision.lines.iter().filter_map(old).map(all).collect();
        let by_coupon = order.discount - order.other_discount();
        return Some(RefundedGoods { lines, by_coupon, by_hand: order.other_discount() });
    }
    let is_kept = is_kept(order, revision);
    let (mut by_hand, mut lines) = (0, Vec::with_capacity(revision.lines.len()));
    for line in &revision.lines {
        let refunded_part = old(line).map_or_else(RefundedPart::default, |item| refunded_part_of(order, item, line, refunded));
        by_hand += refunded_part.discount - refunded_part.coupon;
        // The discount of a former coupon stays: it is neither the new coupon's nor part of the discount by hand.
        lines.push(RefundedPart { coupon: if is_kept { refunded_part.coupon } else { 0 }, ..refunded_part });
    }
    let by_coupon = lines.iter().map(|s| s.coupon).sum();
    Some(RefundedGoods { lines, by_coupon, by_hand })
}

/// Whether the order's coupon stays and reduces the same: goods or shipping.
fn is_kept(order: &Order, revision: &OrderRevision) -> bool {
    order
        .coupon
        .as_ref()
        .zip(revision.coupon.as_ref())
        .is_some_and(|(old, new)| (old.id, old.segment) == (new.id, new.terms.segment))
}

/// Whether neither goods nor their discounts change.
fn is_same(order: &Order, items: &[OrderItem], revision: &OrderRevision) -> bool {
    let is_line = |l: &RevisedLine| {
        items.iter().any(|i| (i.line, i.quantity, i.unit_price) == (l.item.line, l.item.quantity, l.item.unit_price))
    };
    let is_coupon = is_kept(order, revision) || (order.coupon.is_none() && revision.coupon.is_none());
    is_coupon
        && revision.discount == order.other_discount()
        && revision.lines.len() == items.len()
        && revision.lines.iter().all(is_line)
}

/// The refunded pieces of a line.
fn refunded_part_of(order: &Order, item: &OrderItem, revised: &RevisedLine, refunded: &Refunded) -> RefundedPart {
    let rule = order.vat_rule();
    let parts = || refunded.lines.iter().filter(|p| p.line == item.line);
    let quantity: i64 = parts().map(|p| p.quantity).sum();
    let vat: i64 = parts().map(|p| p.sum.vat).sum();
    let paid = parts().map(|p| p.sum.amount).sum::<i64>() - rule.on_top(vat);
    let line_total = money::times(revised.item.unit_price, revised.item.quantity).unwrap_or(0);
    // A line with refunded pieces only consists of them.
    let is_all = revised.item.quantity == quantity && revised.item.unit_price == item.unit_price;
    let discount = if is_all { line_total - paid } else { item.refunded_discount };
    let discount = discount.clamp(0, (line_total - paid).max(0));
    RefundedPart { paid, discount, coupon: item.refunded_coupon.clamp(0, discount), vat }
}
