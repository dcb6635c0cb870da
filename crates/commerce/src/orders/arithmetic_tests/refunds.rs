//! What a refund does not change: an edit of the rest neither moves refunded amounts nor is refused because of them.

use kernel::{Currency, money};
use proptest::prelude::*;

use super::life::{Life, Step, of_lines, steps};
use super::start::{Start, item, starts};
use crate::carts::totals::{FeeRule, VatRule};
use crate::coupons::tests::{any_terms, terms};
use crate::coupons::{DiscountType, Terms};
use crate::orders::after_sales::refund::{Priced, price};
use crate::orders::edit::model::edited;
use crate::orders::edit::revision::{OrderRevision, RevisedLine};
use crate::orders::returns::model::Refundable;

/// Three lines, the first and the last eligible for the coupon; paid, and the first refunded in full.
fn refunded(coupon: Terms, is_included: bool) -> Life {
    let start = Start {
        lines: vec![(10_000, 1, false), (5_000, 1, false), (20_000, 1, false)],
        discount: 0,
        coupon: Some(coupon),
        rule: VatRule { rate: 1_500, is_included },
        shipping: 0,
        fee: FeeRule::default(),
    };
    let mut life = Life::begin(&start);
    life.step(Step::Pay(100));
    life.refund(&of_lines(&[(1, 1)], false, false));
    assert_eq!(life.refunded.lines.len(), 1);
    life
}

fn discounts(life: &Life, revision: OrderRevision) -> (Vec<i64>, i64) {
    let new = edited(&life.order, &life.items, &life.refunded, revision).unwrap();
    assert!(!new.is_below(&life.refunded), "refused");
    (new.items().iter().map(|i| i.discount).collect(), new.order.coupon.map_or(0, |k| k.discount))
}

/// OR-02, OR-05: a line was refunded in full; another one with the same fixed coupon gets more pieces, fewer pieces or another
/// price. The refunded line keeps its share, the rest of the coupon goes to the others.
#[test]
fn or_05_a_refunded_line_does_not_stand_in_the_way_of_another() {
    let fixed = Terms { discount_type: DiscountType::Fixed, discount_value: 3_000, ..terms() };
    for is_included in [true, false] {
        let life = refunded(fixed.clone(), is_included);
        assert_eq!(life.items.iter().map(|i| i.discount).collect::<Vec<_>>(), [1_000, 0, 2_000]);
        for (quantity, unit_price) in [(3, 20_000), (1, 2_500), (1, 100_000)] {
            let mut revision = life.revision();
            (revision.lines[2].item.quantity, revision.lines[2].item.unit_price) = (quantity, unit_price);
            assert_eq!(discounts(&life, revision), (vec![1_000, 0, 2_000], 3_000));
        }
        // The discount on a line never exceeds its amount, also where more of the coupon is left.
        let mut revision = life.revision();
        revision.lines[2].item.unit_price = 500;
        assert_eq!(discounts(&life, revision), (vec![1_000, 0, 500], 1_500));
    }
}

/// OR-05: a percentage applies to what is not refunded; removing a coupon leaves refunded lines as they were.
#[test]
fn or_05_what_is_left_has_the_coupons_own_percentage() {
    let tenth = Terms { discount_type: DiscountType::Percentage, discount_value: 1_000, ..terms() };
    let mut life = refunded(tenth, true);
    let mut revision = life.revision();
    revision.lines[2].item.quantity = 2;
    assert_eq!(discounts(&life, revision.clone()), (vec![1_000, 0, 4_000], 5_000));
    // The discount by hand applies to the rest.
    revision.discount = 2_000;
    assert_eq!(discounts(&life, revision), (vec![1_000, 243, 5_757], 5_000));
    life.step(Step::Coupon(None));
    assert_eq!(life.items.iter().map(|i| i.discount).collect::<Vec<_>>(), [1_000, 0, 0]);
    assert_eq!(life.order.other_discount(), 1_000);
    let mut revision = life.revision();
    revision.lines[1].item.quantity = 4;
    assert_eq!(discounts(&life, revision), (vec![1_000, 0, 0], 0), "nor does it come back");
}

/// Lines of which those at odd indexes are eligible for the coupon, with a discount by hand; paid, and the first refunded in
/// full.
fn with_both(lines: Vec<(i64, i64, bool)>, discount: i64, coupon: Terms) -> Life {
    let rule = VatRule { rate: 1_500, is_included: true };
    let mut life = Life::begin(&Start { lines, discount, coupon: Some(coupon), rule, shipping: 0, fee: FeeRule::default() });
    life.step(Step::Pay(100));
    life.refund(&of_lines(&[(1, 1)], false, false));
    life
}

/// OR-02, OR-05: more pieces of a line that is not eligible move neither the coupon nor the discount by hand, though the refunded
/// line has part of both.
#[test]
fn or_05_a_refunded_line_keeps_what_the_coupon_and_the_hand_took_off_apart() {
    let fixed = Terms { discount_type: DiscountType::Fixed, discount_value: 1_000, ..terms() };
    let life = with_both(vec![(10_000, 1, false), (10_000, 1, false)], 1_900, fixed);
    assert_eq!(life.items.iter().map(|i| i.discount).collect::<Vec<_>>(), [1_900, 1_000]);
    let mut revision = life.revision();
    revision.lines[1].item.quantity = 2;
    assert_eq!(discounts(&life, revision), (vec![1_900, 1_000], 1_000));
}

/// OR-02, OR-05: a removed line takes its own part of a percentage with it; none of it moves to the refunded line.
#[test]
fn or_05_removing_a_line_removes_its_share_of_a_percentage() {
    let tenth = Terms { discount_type: DiscountType::Percentage, discount_value: 1_000, ..terms() };
    let life = with_both(vec![(10_000, 1, false), (30_000, 1, false), (2_000, 1, false)], 4_080, tenth);
    // Coupon 1000 and 200, by hand on 9000, 30000 and 1800.
    let by_hand = [900, 3_000, 180];
    assert_eq!(life.items.iter().map(|i| i.discount).collect::<Vec<_>>(), [1_900, 3_000, 380]);
    let mut revision = life.revision();
    revision.lines.remove(1);
    revision.discount = by_hand[0] + by_hand[2];
    let revision = revision.with_coupon(life.coupon.as_ref());
    assert_eq!(discounts(&life, revision), (vec![1_900, 380], 1_200));
}

/// Two eligible lines and one between them that costs nothing; the first refunded in full.
fn first_of_two(coupon: Terms) -> Life {
    with_both(vec![(10_000, 1, false), (0, 1, false), (10_000, 1, false)], 0, coupon)
}

fn edit(life: &mut Life, change: impl FnOnce(&mut OrderRevision)) -> (Vec<i64>, i64, i64) {
    let mut revision = life.revision();
    change(&mut revision);
    life.edit(revision);
    let o = &life.order;
    (life.items.iter().map(|i| i.discount).collect(), o.discount - o.other_discount(), o.other_discount())
}

/// OR-02, OR-05: after several edits the coupon and the discount by hand of a refunded line stay separate, however the others
/// change.
#[test]
fn or_05_a_second_edit_after_a_refund_divides_as_the_first() {
    let tenth = Terms { discount_type: DiscountType::Percentage, discount_value: 1_000, ..terms() };
    let mut life = first_of_two(tenth);
    assert_eq!(edit(&mut life, |revision| revision.discount = 3_000), (vec![1_000, 0, 4_000], 2_000, 3_000));
    assert_eq!(edit(&mut life, |revision| revision.lines[2].item.quantity = 2), (vec![1_000, 0, 5_000], 3_000, 3_000));
    assert_eq!(edit(&mut life, |revision| revision.lines[2].item.quantity = 1), (vec![1_000, 0, 4_000], 2_000, 3_000));
}

/// OR-05: a removed coupon leaves its part with the refunded line, and another coupon does not count it as its own.
#[test]
fn or_05_another_coupon_does_not_count_what_a_former_one_took_off() {
    let tenth = Terms { discount_type: DiscountType::Percentage, discount_value: 1_000, ..terms() };
    let mut life = first_of_two(tenth.clone());
    life.coupon = None;
    assert_eq!(edit(&mut life, |_| ()), (vec![1_000, 0, 0], 0, 1_000));
    life.coupon = Some((tenth, vec![1, 2, 3]));
    assert_eq!(edit(&mut life, |_| ()), (vec![1_000, 0, 1_000], 1_000, 1_000));
    assert_eq!(edit(&mut life, |revision| revision.lines[2].item.quantity = 2), (vec![1_000, 0, 2_000], 2_000, 1_000));
}

/// OR-05: removing a coupon leaves the discount by hand as it was.
#[test]
fn or_05_removing_a_coupon_keeps_the_manual_discount() {
    let fixed = Terms { discount_type: DiscountType::Fixed, discount_value: 2_000, ..terms() };
    let mut life = first_of_two(fixed);
    assert_eq!(edit(&mut life, |revision| revision.discount = 3_000), (vec![1_000, 0, 4_000], 2_000, 3_000));
    life.coupon = None;
    assert_eq!(edit(&mut life, |_| ()), (vec![1_000, 0, 3_000], 0, 4_000));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// OR-02, OR-05: after any life, an edit of what was not refunded is not refused because of what was, whatever coupon or
    /// discount is applied or removed, in currencies of 0, 2 and 3 decimals; lines refunded in full stay to the last minor unit.
    #[test]
    fn or_05_what_was_refunded_stays(
        start in starts(),
        steps in steps(),
        shares in prop::collection::vec((0..6_usize, 1..101_i64), 1..4),
        (quantity, unit_price, discount) in (1..30_i64, 0..400_000_i64, prop::option::of(0..300_000_i64)),
        (at, coupon, adds) in (0..6_usize, prop::option::of(prop::option::of(any_terms())), any::<bool>()),
        currency in 0..16_usize,
    ) {
        let mut life = Life::begin(&start);
        steps.into_iter().filter(|s| !matches!(s, Step::Cancel | Step::ComeBack(_) | Step::PartBack { .. })).for_each(|s| life.step(s));
        life.step(Step::Pay(100));
        for (line, share) in shares {
            life.step(Step::RefundParts { line, share, shipping: false, fees: false });
        }
        let same = edited(&life.order, &life.items, &life.refunded, life.revision()).unwrap();
        prop_assert!(!same.is_changed(&life.order), "an edit that says nothing changes nothing: {:?}", same);
        let of = |line: i64| life.refunded.lines.iter().filter(|p| p.line == line).map(|p| p.quantity).sum::<i64>();
        let is_coupon_kept = coupon.is_none();
        if let Some(terms) = coupon {
            let counted = life.items.iter().map(|i| i.line).filter(|line| line % 3 != 0).collect();
            life.coupon = terms.map(|terms| (terms, counted));
        }
        let mut revision = life.revision();
        let by_hand = revision.discount;
        revision.discount = discount.unwrap_or(by_hand);
        let free: Vec<usize> = (0..revision.lines.len()).filter(|n| of(revision.lines[*n].item.line) == 0).collect();
        if let Some(n) = free.get(at % free.len().max(1)) {
            (revision.lines[*n].item.quantity, revision.lines[*n].item.unit_price) = (quantity, unit_price);
        }
        if adds || free.is_empty() {
            revision.lines.push(RevisedLine { item: item(0, unit_price, quantity, 0), is_tax_free: false, reason: None });
            let coupon = life.coupon.clone();
            revision = revision.with_coupon(coupon.as_ref());
        }
        let new = edited(&life.order, &life.items, &life.refunded, revision).unwrap();
        let refundable = Refundable::new(&new.order, &new.items(), &life.refunded);
        for line in &refundable.lines {
            prop_assert!(line.sum.vat >= 0 && line.sum.amount >= line.sum.vat && line.quantity >= 0, "{:?}", line);
            prop_assert!(line.quantity > 0 || line.sum.amount == 0, "{:?}", line);
        }
        for before in life.items.iter().filter(|i| of(i.line) == i.quantity) {
            let after = new.items().into_iter().find(|i| i.line == before.line).unwrap();
            prop_assert_eq!((after.discount, after.vat), (before.discount, before.vat));
        }
        let o = &new.order;
        // The discount by hand was not edited: fewer goods may lower it, nothing raises it but the rounding of a share.
        if discount.is_none() && is_coupon_kept {
            prop_assert!(o.other_discount() <= by_hand + 1, "{} by hand became {}", by_hand, o.other_discount());
        }
        prop_assert!(o.other_discount() >= 0 && new.items().iter().all(|i| (0..=i.line_total).contains(&i.discount)));
        let c = Currency::ALL[currency];
        let read = |n: i64| money::parse(&money::format(n, c), c).unwrap();
        let on_top = if o.is_vat_included { 0 } else { o.vat };
        prop_assert_eq!(read(o.subtotal) - read(o.discount) + read(on_top) + read(o.shipping_fees) + read(o.payment_fees), read(o.total));
    }
}

/// OR-05: one of two pieces that cost 500.00 each gives 500.00 back, also where half of the net and half of the VAT both round
/// up.
#[test]
fn or_05_a_piece_gives_back_what_it_cost() {
    for is_included in [true, false] {
        let mut life = Life::begin(&Start {
            lines: vec![(50_000, 2, false)],
            discount: 0,
            coupon: None,
            rule: VatRule { rate: 1_500, is_included },
            shipping: 0,
            fee: FeeRule::default(),
        });
        life.step(Step::Pay(100));
        for n in 1..=2 {
            life.refund(&of_lines(&[(1, 1)], false, false));
            assert_eq!(life.refunded_total, n * life.order.total / 2);
        }
    }
}

proptest! {
    /// PY-03: what a refund through a gateway is for is spoken for just as if it were refunded, and is what is booked later.
    #[test]
    fn py_03_requested_parts_are_left_out_as_refunded_ones(
        start in starts(),
        steps in steps(),
        pieces in prop::collection::btree_map(1..5_i64, 1..4_i64, 0..4),
        with_shipping: bool,
        with_fees: bool,
    ) {
        let mut life = Life::begin(&start);
        for step in steps {
            life.step(step);
        }
        let pieces: Vec<(i64, i64)> = pieces.into_iter().collect();
        let request = of_lines(&pieces, with_shipping, with_fees);
        let refundable = Refundable::new(&life.order, &life.items, &life.refunded);
        let Ok(priced) = price(&refundable, life.sums, &request) else { return Ok(()) };
        let parts = priced.parts().unwrap();
        prop_assert!(refundable.holds(&parts));
        prop_assert_eq!(Priced::of_parts(&parts).sum, priced.sum);
        let stored = serde_json::from_str(&serde_json::to_string(&parts).unwrap()).unwrap();
        prop_assert_eq!(&parts, &stored);
        let remaining = refundable.without(&parts);
        // Nothing else is left for who asks while some of it is requested.
        prop_assert!(priced.drafts(life.sums, life.sums.received(), Currency::SAR).is_err());
        if priced.drafts(life.sums, 0, Currency::SAR).is_ok() {
            life.refund(&request);
            prop_assert_eq!(Refundable::new(&life.order, &life.items, &life.refunded), remaining);
        }
    }
}
