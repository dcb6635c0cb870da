//! What was given back of an order that is edited: those pieces stay as they were, whatever becomes of the rest. Pure.

use kernel::money;

use super::model::{Wish, WishedLine};
use crate::carts::totals::{Given, Settled};
use crate::orders::model::{Order, OrderItem};
use crate::orders::returns::{Refunded, vat_rule};

/// What was given back of the lines that are wished for; none where nothing was.
///
/// Of an edit that leaves goods, coupon and discount alone all lines stay as they are. Otherwise a refunded piece keeps what was
/// taken off it when it was refunded: its price less what was given back of it.
pub(super) fn given(order: &Order, items: &[OrderItem], refunded: &Refunded, wish: &Wish) -> Option<Given> {
    if refunded.lines.is_empty() {
        return None;
    }
    let old = |line: &WishedLine| items.iter().find(|i| i.line == line.item.line && line.item.line > 0);
    let by_coupon = order.discount - order.other_discount();
    if is_same(order, items, wish) {
        let all = |i: &OrderItem| Settled { paid: i.line_total - i.discount, discount: i.discount, vat: i.vat };
        let lines = wish.lines.iter().filter_map(old).map(all).collect();
        return Some(Given { lines, by_coupon, by_hand: order.other_discount() });
    }
    let lines: Vec<Settled> = wish
        .lines
        .iter()
        .map(|line| old(line).map_or_else(Settled::default, |item| settled(order, item, line, refunded)))
        .collect();
    let of_coupon = coupons_part(order, items, &lines, wish);
    let by_hand = lines.iter().map(|s| s.discount).sum::<i64>() - of_coupon;
    Some(Given { lines, by_coupon: if is_kept(order, wish) { of_coupon } else { 0 }, by_hand })
}

/// The coupon of the order stays, and takes off the same: goods or shipping.
fn is_kept(order: &Order, wish: &Wish) -> bool {
    order.coupon.as_ref().zip(wish.coupon.as_ref()).is_some_and(|(old, new)| (old.id, old.segment) == (new.id, new.terms.segment))
}

/// Neither goods nor what is taken off them change.
fn is_same(order: &Order, items: &[OrderItem], wish: &Wish) -> bool {
    let is_line = |l: &WishedLine| {
        items.iter().any(|i| (i.line, i.quantity, i.unit_price) == (l.item.line, l.item.quantity, l.item.unit_price))
    };
    let is_coupon = is_kept(order, wish) || (order.coupon.is_none() && wish.coupon.is_none());
    is_coupon && wish.discount == order.other_discount() && wish.lines.len() == items.len() && wish.lines.iter().all(is_line)
}

/// The refunded pieces of a line.
fn settled(order: &Order, item: &OrderItem, wished: &WishedLine, refunded: &Refunded) -> Settled {
    let rule = vat_rule(order);
    let parts = || refunded.lines.iter().filter(|p| p.line == item.line);
    let quantity: i64 = parts().map(|p| p.quantity).sum();
    let vat: i64 = parts().map(|p| p.sum.vat).sum();
    let paid = parts().map(|p| p.sum.amount).sum::<i64>() - rule.on_top(vat);
    let whole = money::times(wished.item.unit_price, wished.item.quantity).unwrap_or(0);
    let own = money::times(item.unit_price, quantity).unwrap_or(0) - paid;
    // Where nothing but refunded pieces is left they are the line. Otherwise a price that was changed since hides what was taken off
    // them: never more than all of it.
    let is_all = wished.item.quantity == quantity && wished.item.unit_price == item.unit_price;
    let discount = if is_all { own } else { own.min(item.discount) };
    Settled { paid, discount: discount.clamp(0, (whole - paid).max(0)), vat }
}

/// How much of what stays taken off the refunded pieces the order's coupon took off. Of a line that it counts it is the share that it has
/// in all that was taken off such lines; of others nothing.
fn coupons_part(order: &Order, items: &[OrderItem], lines: &[Settled], wish: &Wish) -> i64 {
    let by_coupon = order.discount - order.other_discount();
    let all: i64 = items.iter().filter(|i| wish.counted.contains(&i.line)).map(|i| i.discount).sum();
    if by_coupon <= 0 || all <= 0 {
        return 0;
    }
    let counts = |(wished, _): &(&WishedLine, &Settled)| wish.counted.contains(&wished.item.line);
    let refunded: i64 = wish.lines.iter().zip(lines).filter(counts).map(|(_, settled)| settled.discount).sum();
    let part = money::div_half_up(i128::from(refunded) * i128::from(by_coupon), i128::from(all));
    part.clamp(0, refunded.min(by_coupon))
}
