//! Invariants after every step of a random life.

use kernel::{Currency, money};
use proptest::prelude::*;

use super::life::{Life, Step, of_lines, steps};
use super::start::starts;
use crate::orders::edit::model::edited;
use crate::orders::model::OrderItem;
use crate::orders::returns::model::Refundable;

impl Life {
    /// Checks the invariants.
    fn check(&self, currency: Currency) {
        let (o, s) = (&self.order, &self.sums);
        assert_eq!(s.ordered(), o.total, "charge and adjustments are the total");
        assert_eq!(self.items.iter().map(|i| i.line_total).sum::<i64>(), o.subtotal);
        assert_eq!(self.items.iter().map(|i| i.discount).sum::<i64>(), o.discount);
        assert_eq!(self.items.iter().map(|i| i.coupon_discount).sum::<i64>(), o.discount - o.other_discount());
        let is_part = |part: i64, total: i64| (0..=total).contains(&part);
        let is_divided = |i: &OrderItem| {
            is_part(i.coupon_discount, i.discount)
                && is_part(i.refunded_discount, i.discount)
                && is_part(i.refunded_coupon, i.coupon_discount.min(i.refunded_discount))
        };
        assert!(self.items.iter().all(is_divided), "{:?}", self.items);
        assert!(o.other_discount() >= 0 && o.shipping_fees >= 0 && o.full_shipping() >= o.shipping_fees);
        let on_top = if o.is_vat_included { 0 } else { o.vat };
        assert_eq!(o.subtotal - o.discount + on_top + o.shipping_fees + o.payment_fees, o.total);
        assert!(s.refunded() <= s.paid() && s.received() >= 0, "never more is given back than was paid");
        assert_eq!(s.refunded(), self.refunded_total);
        assert!((0..=s.received()).contains(&s.received_vat()), "the VAT that the store has is in what it has");
        assert_eq!(s.owed() - s.overpaid(), s.charged() - s.received());
        assert!(s.owed() == 0 || s.overpaid() == 0);
        let refundable = Refundable::new(o, &self.items, &self.refunded);
        assert!(!refundable.is_short(), "{refundable:?}");
        let parts: i64 =
            refundable.lines.iter().map(|l| l.sum.amount).sum::<i64>() + refundable.shipping.amount + refundable.fees.amount;
        let refunded: i64 = self.refunded.lines.iter().map(|l| l.sum.amount).sum::<i64>()
            + self.refunded.shipping.amount
            + self.refunded.fees.amount;
        assert_eq!(parts + refunded, o.total, "what is left and what was given back are the order");
        // Formatted and parsed again in the currency's decimals, the amounts are the same.
        let read = |n: i64| money::parse(&money::format(n, currency), currency).unwrap();
        assert_eq!(read(s.paid()) - read(s.refunded()), read(s.received()));
        assert_eq!(read(s.received()) + read(s.owed()) - read(s.overpaid()), s.charged());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// OR-02, OR-05, decisions §5: the ledger balances after every step of any life, and after a full refund nothing is left.
    #[test]
    fn or_05_the_ledger_balances_over_any_life(start in starts(), steps in steps(), currency in 0..16_usize) {
        let currency = Currency::ALL[currency];
        let mut life = Life::begin(&start);
        life.check(currency);
        for step in steps {
            life.step(step);
            life.check(currency);
        }
        life.step(Step::Cancel);
        life.step(Step::RefundAmount(100));
        life.check(currency);
        prop_assert_eq!((life.sums.received(), life.sums.received_vat(), life.sums.overpaid()), (0, 0, 0));
    }

    /// Decisions §5: an order that is refunded piece by piece comes to its total and its VAT exactly.
    #[test]
    fn or_05_refunds_piece_by_piece_lose_no_minor_unit(start in starts(), order in prop::collection::vec(0..6_usize, 0..200)) {
        let mut life = Life::begin(&start);
        let owed = life.sums.owed();
        let draft = life.sums.pay(owed).unwrap();
        life.write([draft]);
        prop_assert_eq!(life.sums.received_vat(), life.order.vat);
        let all = life.items.iter().map(|i| i.line).collect::<Vec<_>>();
        let rest = life.items.iter().flat_map(|i| (0..i.quantity).map(|_| i.line)).collect::<Vec<_>>();
        for line in order.into_iter().map(|n| all[n % all.len()]).chain(rest) {
            life.refund(&of_lines(&[(line, 1)], false, false));
        }
        // Amounts that were rounded to zero piece by piece can add up to something.
        for part in Refundable::new(&life.order, &life.items, &life.refunded).lines {
            life.refund(&of_lines(&[(part.line, part.quantity)], false, false));
        }
        life.refund(&of_lines(&[], true, true));
        life.check(Currency::SAR);
        let refundable = Refundable::new(&life.order, &life.items, &life.refunded);
        prop_assert!(refundable.lines.iter().all(|l| l.sum.amount == 0));
        prop_assert_eq!((life.sums.received(), life.sums.received_vat()), (0, 0));
        prop_assert_eq!(life.refunded_total, life.order.total);
    }

    /// Decisions §5: an empty edit changes nothing, also of an order whose fee is a share.
    #[test]
    fn or_02_an_edit_that_says_nothing_changes_nothing(start in starts()) {
        let life = Life::begin(&start);
        let same = edited(&life.order, &life.items, &life.refunded, life.revision()).unwrap();
        prop_assert!(!same.is_changed(&life.order), "{:?}", same);
    }
}
