//! What was given back of an order that is edited: those pieces stay as they were, whatever becomes of the rest. Pure.

use kernel::money;

use super::model::{Wish, WishedLine};
use crate::carts::totals::{Given, Settled};
use crate::coupons::DiscountType;
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

/// How much of what stays taken off the refunded pieces the order's coupon took off: what it takes off in all without what its terms
/// take off the rest; where a fixed amount or a cap says nothing about that, in proportion.
fn coupons_part(order: &Order, items: &[OrderItem], lines: &[Settled], wish: &Wish) -> i64 {
    let by_coupon = order.discount - order.other_discount();
    let kept = wish.coupon.as_ref().filter(|_| is_kept(order, wish));
    let counts = |n: usize| kept.is_none_or(|k| k.eligible.get(n) == Some(&true));
    let counted = || lines.iter().enumerate().filter(|(n, _)| counts(*n));
    let most: i64 = counted().map(|(_, s)| s.discount).sum();
    if by_coupon <= 0 || most <= 0 {
        return 0;
    }
    if let Some(coupon) = kept.filter(|k| k.terms.discount_type == DiscountType::Percentage) {
        let rest = |(n, s): (usize, &Settled)| {
            let number = wish.lines[n].item.line;
            items.iter().find(|i| i.line == number).map_or(0, |i| (i.line_total - s.paid - s.discount).max(0))
        };
        let of_rest = coupon.terms.off(counted().map(rest).sum());
        if coupon.terms.max_discount.is_none_or(|max| of_rest < max) {
            return (by_coupon - of_rest).clamp(0, most);
        }
    }
    let part = money::div_half_up(i128::from(most) * i128::from(by_coupon), i128::from(order.discount));
    part.clamp(0, most.min(by_coupon))
}
