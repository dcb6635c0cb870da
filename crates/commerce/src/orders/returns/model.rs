//! What of an order can still be refunded, by part. Pure; amounts are in minor units and include their VAT.

use kernel::money;
use serde::{Deserialize, Serialize};

use crate::orders::model::{Order, OrderItem};

/// An amount with the VAT in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(in crate::orders) struct Amount {
    /// Amount paid by, or refunded to, the customer.
    pub(in crate::orders) amount: i64,
    /// The VAT in it.
    pub(in crate::orders) vat: i64,
}

/// A line, or the part of it that was refunded or still can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::orders) struct LinePart {
    pub(in crate::orders) line: i64,
    pub(in crate::orders) quantity: i64,
    pub(in crate::orders) sum: Amount,
    /// Its discount; of parts that were refunded before as the line states it.
    pub(in crate::orders) discount: i64,
    /// The coupon's part of that.
    pub(in crate::orders) coupon: i64,
}

/// What was refunded of an order so far, or what one requested refund is for; it is stored with the request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(in crate::orders) struct Refunded {
    /// Parts of lines; a line may appear several times.
    pub(in crate::orders) lines: Vec<LinePart>,
    /// Of shipping.
    pub(in crate::orders) shipping: Amount,
    /// Of the payment fee.
    pub(in crate::orders) fees: Amount,
}

/// What can still be refunded, by part. The parts add up to the order's total as long as nothing was refunded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct Refundable {
    /// Every line, also those with nothing left.
    pub(in crate::orders) lines: Vec<LinePart>,
    /// Of shipping.
    pub(in crate::orders) shipping: Amount,
    /// Of the payment fee.
    pub(in crate::orders) fees: Amount,
}

impl Refunded {
    /// The sum of its parts.
    pub(in crate::orders) fn total(&self) -> Amount {
        let parts = self.lines.iter().map(|l| l.sum).chain([self.shipping, self.fees]);
        parts.fold(Amount::default(), |a, b| Amount { amount: a.amount + b.amount, vat: a.vat + b.vat })
    }
}

fn minus(a: Amount, b: Amount) -> Amount {
    Amount { amount: a.amount - b.amount, vat: a.vat - b.vat }
}

impl Refundable {
    /// Of an order, less what was refunded.
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
        // The payment fee's VAT is the order's VAT without that of lines and shipping.
        let fees_vat = order.vat - items.iter().map(|i| i.vat).sum::<i64>() - shipping_vat;
        let shipping = Amount { amount: order.shipping_fees + rule.on_top(shipping_vat), vat: shipping_vat };
        let fees = Amount { amount: order.payment_fees + rule.on_top(fees_vat), vat: fees_vat };
        Self { lines, shipping: minus(shipping, refunded.shipping), fees: minus(fees, refunded.fees) }
    }

    /// What is left of it besides a refund that is requested and not booked.
    #[must_use]
    pub(in crate::orders) fn without(&self, requested: &Refunded) -> Self {
        let mut left = self.clone();
        for part in &requested.lines {
            for line in left.lines.iter_mut().filter(|line| line.line == part.line) {
                line.quantity -= part.quantity;
                line.sum = minus(line.sum, part.sum);
                line.discount = (line.discount - part.discount).max(0);
                line.coupon = (line.coupon - part.coupon).max(0);
            }
        }
        left.shipping = minus(left.shipping, requested.shipping);
        left.fees = minus(left.fees, requested.fees);
        left
    }

    /// Whether these parts are still there to be refunded.
    pub(in crate::orders) fn holds(&self, requested: &Refunded) -> bool {
        let is_known = requested.lines.iter().all(|part| self.lines.iter().any(|line| line.line == part.line));
        is_known && !self.without(requested).is_short()
    }

    /// Whether more was refunded of something than there is: an edit must not leave an order so.
    pub(in crate::orders) fn is_short(&self) -> bool {
        let is_below = |a: Amount| a.vat < 0 || a.amount < a.vat;
        is_below(self.shipping)
            || is_below(self.fees)
            || self.lines.iter().any(|l| l.quantity < 0 || is_below(l.sum) || (l.quantity == 0 && l.sum.amount > 0))
    }

    /// Up to `quantity` pieces of a line, as many as are left; none when none is.
    pub(in crate::orders) fn part_at_most(&self, line: i64, quantity: i64) -> Option<LinePart> {
        let most = self.lines.iter().find(|l| l.line == line)?.quantity;
        self.part(line, quantity.min(most))
    }

    /// The amounts of some pieces of a line; none when fewer are left. The last pieces take the remainder of the line.
    pub(in crate::orders) fn part(&self, line: i64, quantity: i64) -> Option<LinePart> {
        let refundable_part = self.lines.iter().find(|l| l.line == line)?;
        if quantity <= 0 || quantity > refundable_part.quantity {
            return None;
        }
        let share = |n: i64| money::div_half_up(i128::from(n) * i128::from(quantity), i128::from(refundable_part.quantity));
        let sum = if quantity == refundable_part.quantity {
            refundable_part.sum
        } else {
            // Rounded on the gross amount and on its VAT: one of two pieces at 500.00 is 500.00, whatever net and VAT round to
            // separately. The net amount, their difference, becomes negative neither here nor in the rest: it is less than one
            // above its exact share.
            Amount { amount: share(refundable_part.sum.amount), vat: share(refundable_part.sum.vat) }
        };
        let of = |all: i64| if quantity == refundable_part.quantity { all } else { share(all) };
        Some(LinePart { line, quantity, sum, discount: of(refundable_part.discount), coupon: of(refundable_part.coupon) })
    }
}
