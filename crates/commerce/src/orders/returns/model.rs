//! What of an order can still be refunded, and what a part of it comes to. Pure; amounts are in minor units and hold their VAT.

use kernel::money;

use crate::orders::model::{Order, OrderItem};

/// An amount with the VAT in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::orders) struct Amount {
    /// What the customer paid or gets.
    pub(in crate::orders) amount: i64,
    /// The VAT in it.
    pub(in crate::orders) vat: i64,
}

/// A line, or the part of it that was refunded or still can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::orders) struct LinePart {
    pub(in crate::orders) line: i64,
    pub(in crate::orders) quantity: i64,
    pub(in crate::orders) sum: Amount,
    /// What was taken off it; of parts that were refunded before it stands in the line.
    pub(in crate::orders) discount: i64,
    /// The order's coupon's part of that.
    pub(in crate::orders) coupon: i64,
}

/// What was refunded of an order so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::orders) struct Refunded {
    /// By line; a line may come several times.
    pub(in crate::orders) lines: Vec<LinePart>,
    /// Of shipping.
    pub(in crate::orders) shipping: Amount,
    /// Of the payment fee.
    pub(in crate::orders) fees: Amount,
}

/// What can still be refunded, by part. Parts come to the order's total as long as nothing was refunded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct Refundable {
    /// Every line, also those of which nothing is left.
    pub(in crate::orders) lines: Vec<LinePart>,
    /// Of shipping.
    pub(in crate::orders) shipping: Amount,
    /// Of the payment fee.
    pub(in crate::orders) fees: Amount,
}

fn minus(a: Amount, b: Amount) -> Amount {
    Amount { amount: a.amount - b.amount, vat: a.vat - b.vat }
}

impl Refundable {
    /// Of an order.
    pub(in crate::orders) fn new(order: &Order, items: &[OrderItem], refunded: &Refunded) -> Self {
        let rule = order.vat_rule();
        let lines: Vec<LinePart> = items
            .iter()
            .map(|item| {
                let line_sum = Amount { amount: item.line_total - item.discount + rule.on_top(item.vat), vat: item.vat };
                let start = LinePart {
                    line: item.line,
                    quantity: item.quantity,
                    sum: line_sum,
                    discount: (item.discount - item.refunded_discount).max(0),
                    coupon: (item.coupon_discount - item.refunded_coupon).max(0),
                };
                refunded.lines.iter().filter(|p| p.line == item.line).fold(start, |remaining, part| LinePart {
                    quantity: remaining.quantity - part.quantity,
                    sum: minus(remaining.sum, part.sum),
                    ..remaining
                })
            })
            .collect();
        let shipping_vat = rule.vat_of(order.shipping_fees);
        // What is left of the order's VAT after its lines and shipping is the payment fee's.
        let fees_vat = order.vat - items.iter().map(|i| i.vat).sum::<i64>() - shipping_vat;
        let shipping = Amount { amount: order.shipping_fees + rule.on_top(shipping_vat), vat: shipping_vat };
        let fees = Amount { amount: order.payment_fees + rule.on_top(fees_vat), vat: fees_vat };
        Self { lines, shipping: minus(shipping, refunded.shipping), fees: minus(fees, refunded.fees) }
    }

    /// More was refunded of something than there is of it: so an edit may not leave an order.
    pub(in crate::orders) fn is_short(&self) -> bool {
        let is_below = |a: Amount| a.vat < 0 || a.amount < a.vat;
        is_below(self.shipping)
            || is_below(self.fees)
            || self.lines.iter().any(|l| l.quantity < 0 || is_below(l.sum) || (l.quantity == 0 && l.sum.amount > 0))
    }

    /// As many pieces of a line as are left of those asked for; none when none is.
    pub(in crate::orders) fn part_at_most(&self, line: i64, quantity: i64) -> Option<LinePart> {
        let most = self.lines.iter().find(|l| l.line == line)?.quantity;
        self.part(line, quantity.min(most))
    }

    /// What some pieces of a line come to; none when fewer are left. The last pieces take what is left of the line.
    pub(in crate::orders) fn part(&self, line: i64, quantity: i64) -> Option<LinePart> {
        let refundable_part = self.lines.iter().find(|l| l.line == line)?;
        if quantity <= 0 || quantity > refundable_part.quantity {
            return None;
        }
        let share = |n: i64| money::div_half_up(i128::from(n) * i128::from(quantity), i128::from(refundable_part.quantity));
        let sum = if quantity == refundable_part.quantity {
            refundable_part.sum
        } else {
            // Of the whole and of the VAT in it: a piece of two at 500.00 is 500.00, whatever net and VAT come to apart. Net, their
            // difference, runs below zero neither here nor in what is left: it is less than one above its own exact share.
            Amount { amount: share(refundable_part.sum.amount), vat: share(refundable_part.sum.vat) }
        };
        let of = |all: i64| if quantity == refundable_part.quantity { all } else { share(all) };
        Some(LinePart { line, quantity, sum, discount: of(refundable_part.discount), coupon: of(refundable_part.coupon) })
    }
}
