//! Property tests of the definition over random lives of an order (decisions §13).

use std::collections::BTreeMap;

use kernel::{Millis, ProductId, RefundId};
use proptest::prelude::*;

use super::*;
use crate::carts::totals::VatRule;

/// An order of some lines, with the totals of the checkout.
fn order(is_included: bool, rate: i64, lines: &[(i64, i64, i64)], shipping: i64) -> OrderSale {
    let rule = VatRule { rate, is_included };
    let lines: Vec<Line> = lines
        .iter()
        .zip(1..)
        .map(|((price, quantity, percent), line)| {
            let line_total = price * quantity;
            let discount = line_total * percent / 100;
            let vat = rule.vat_of(line_total - discount);
            Line {
                line,
                product: ProductId::from_raw(1 + line % 3),
                quantity: *quantity,
                line_total,
                discount,
                vat,
                vat_rate: rate,
            }
        })
        .collect();
    OrderSale {
        created_at: Millis(7 * Millis::HOUR),
        is_counted: true,
        is_first: true,
        refused_at: None,
        vat_rule: rule,
        shipping_fees: shipping,
        payment_fees: 0,
        vat: lines.iter().map(|l| l.vat).sum::<i64>() + rule.vat_of(shipping),
        lines,
        entries: Vec::new(),
        refunds: BTreeMap::new(),
        returned: Vec::new(),
    }
}

fn total(o: &OrderSale) -> i64 {
    let goods: i64 = o.lines.iter().map(|l| l.line_total - l.discount).sum();
    goods + o.shipping_fees + o.payment_fees + o.vat_rule.on_top(o.vat)
}

fn given_up(amount: i64, vat: i64, hour: i64) -> Entry {
    Entry { kind: EntryKind::GivenUp, amount: -amount, vat: -vat, at: Millis(hour * Millis::HOUR), refund: None }
}

#[test]
fn db_01_what_an_order_adds_is_told_by_its_hours() {
    // Two pieces of 115.00 including VAT, a tenth off, delivered for 23.00.
    let mut o = order(true, 1500, &[(11_500, 2, 10)], 2_300);
    let all = sum(&parts(&o));
    assert_eq!((all.gross, all.discounts, all.shipping, all.vat), (20_000, 2_000, 2_000, 3_000));
    assert_eq!((all.net(), all.total(), all.average(), all.orders, all.pieces), (18_000, 23_000, 18_000, 1, 2));
    // One of them is returned three hours later and refunded, delivery is not.
    let refund = RefundId::from_raw(9);
    o.entries = vec![Entry { refund: Some(refund), ..given_up(10_350, 1_350, 10) }];
    o.refunds.insert(refund, Refund { shipping: 0, fees: 0, lines: vec![(1, 9_000)] });
    o.returned = vec![(Millis(10 * Millis::HOUR), 1, 1)];
    let by_hour = parts(&o);
    let returned_hour = &by_hour[&10];
    assert_eq!(
        (returned_hour.figures.returns, returned_hour.figures.vat, returned_hour.figures.pieces, returned_hour.figures.gross),
        (9_000, -1_350, -1, 0)
    );
    assert_eq!((by_hour[&7].figures.gross, sum(&by_hour).net(), sum(&by_hour).total()), (20_000, 9_000, 12_650));
    assert_eq!(returned_hour.goods.values().copied().collect::<Vec<_>>(), [(-1, -9_000)]);
    // Cancelled before shipping, it is removed from its own day, with everything that was refunded.
    let cancelled = OrderSale { is_counted: false, ..o.clone() };
    assert_eq!(parts(&cancelled), Parts::new());
    // Refused on delivery, it counts as cancelled on that day, and later events change nothing.
    let mut refused = OrderSale { refused_at: Some(Millis(20 * Millis::HOUR)), entries: Vec::new(), returned: Vec::new(), ..o };
    refused.entries.push(given_up(23_000, 3_000, 30));
    refused.returned.push((Millis(30 * Millis::HOUR), 1, 2));
    let by_hour = parts(&refused);
    assert_eq!((by_hour[&7].figures.orders, by_hour[&20].figures.orders, by_hour[&20].figures.gross), (1, -1, -20_000));
    assert_eq!((sum(&by_hour), by_hour.len()), (Figures::default(), 2));
}

/// VAT included, its rate, lines, shipping, events, final state.
type Life = (bool, i64, Vec<(i64, i64, i64)>, i64, Vec<(i64, bool, i64)>, u8);

fn lives() -> impl Strategy<Value = Life> {
    (
        any::<bool>(),
        prop_oneof![Just(0_i64), Just(500), Just(1_500)],
        prop::collection::vec((1_i64..50_000, 1_i64..6, 0_i64..100), 1..5),
        0_i64..5_000,
        prop::collection::vec((0_i64..120, any::<bool>(), 8_i64..60), 0..6),
        0_u8..4,
    )
}

proptest! {
    /// decisions §13: whatever happens to an order, its hours add up to its total less what is no longer owed; products add up to
    /// the net sales and the pieces; nothing is refunded beyond what there was; the result is deterministic.
    #[test]
    fn db_01_hours_come_to_what_the_order_is_worth((is_included, rate, lines, shipping, acts, end) in lives()) {
        let mut o = order(is_included, rate, &lines, shipping);
        let (initial, mut remaining) = (total(&o), total(&o));
        let mut acts = acts;
        acts.sort_by_key(|(_, _, hour)| *hour);
        let mut received = 0;
        for (percent, is_money, hour) in acts {
            let amount = initial * percent / 100;
            if is_money {
                o.entries.push(Entry { kind: EntryKind::Money, ..given_up(-amount, 0, hour) });
                received += amount;
            } else {
                let amount = amount.min(remaining);
                let vat = if initial == 0 { 0 } else { o.vat * amount / initial };
                o.entries.push(given_up(amount, vat, hour));
                o.returned.push((Millis(hour * Millis::HOUR), 1, i64::from(o.returned.is_empty())));
                remaining -= amount;
            }
        }
        o.is_counted = end != 1;
        o.refused_at = (end == 2).then_some(Millis(61 * Millis::HOUR));
        let by_hour = parts(&o);
        let all = sum(&by_hour);
        let expected = if end == 1 || end == 2 { 0 } else { remaining };
        prop_assert_eq!(all.total(), expected);
        prop_assert_eq!(all.total(), value(o.is_counted, o.refused_at.is_some(), remaining));
        prop_assert_eq!(all.received, received);
        prop_assert!(all.gross >= all.discounts && all.returns >= 0 && all.shipping >= 0 && all.fees >= 0 && all.vat >= 0 && all.net() >= 0);
        let goods: Vec<(i64, i64)> = by_hour.values().flat_map(|p| p.goods.values().copied()).collect();
        prop_assert_eq!(goods.iter().map(|g| g.0).sum::<i64>(), all.pieces);
        prop_assert_eq!(goods.iter().map(|g| g.1).sum::<i64>(), all.net());
        prop_assert_eq!(parts(&o), by_hour);
    }
}
