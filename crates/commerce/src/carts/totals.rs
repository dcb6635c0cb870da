//! Totals of a cart or an order (decisions §5). Pure: every amount is in minor units of the store's currency.
//!
//! Invariants, for every input that does not overflow:
//! - the lines add up to the subtotal, their discounts to the discount;
//! - subtotal - discount + (vat when prices exclude it) + shipping + payment fees = total;
//! - a coupon reduces only the lines that are eligible, and no line is discounted below zero.
//!
//! Each line's VAT is rounded half up on its own; fees take VAT as the store says (ST-06). Refunded pieces keep their part of
//! discounts and VAT, to the last minor unit: further discounts are divided among the rest.

use kernel::money::{self, BasisPoints, Overflow};

use crate::coupons::AppliedCoupon;

/// VAT settings of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VatRule {
    /// Hundredths of a percent: 15 % is 1500.
    pub rate: BasisPoints,
    /// Prices and fees include VAT.
    pub is_included: bool,
}

impl VatRule {
    /// The VAT of an amount.
    #[must_use]
    pub fn vat_of(self, amount: i64) -> i64 {
        if self.is_included { money::vat_inside(amount, self.rate) } else { money::percent(amount, self.rate) }
    }

    /// The VAT to add to an amount: zero when it is included.
    #[must_use]
    pub fn on_top(self, vat: i64) -> i64 {
        if self.is_included { 0 } else { vat }
    }
}

/// A line as input of the totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineIn {
    /// Price of one piece.
    pub unit_price: i64,
    /// Number of pieces; positive.
    pub quantity: i64,
    /// The line is exempt from VAT.
    pub is_tax_free: bool,
}

/// A payment method's charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FeeRule {
    /// Fixed part.
    pub fixed: i64,
    /// A share of the amount to pay without the fee itself.
    pub ratio: BasisPoints,
    /// VAT applies to the fee.
    pub is_taxed: bool,
}

/// Discounts: the coupon first, then the discount by hand on the remainder.
#[derive(Debug, Clone, Copy, Default)]
pub struct Discounts<'a> {
    /// A coupon that is valid for these lines.
    pub coupon: Option<&'a AppliedCoupon>,
    /// Discount by hand on all goods; capped at their amount.
    pub by_hand: i64,
    /// Refunded pieces; none when nothing was refunded.
    pub refunded: Option<&'a RefundedGoods>,
}

impl From<i64> for Discounts<'_> {
    fn from(by_hand: i64) -> Self {
        Self { by_hand, ..Self::default() }
    }
}

/// Refunded pieces of a line: their amounts do not change any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RefundedPart {
    /// Amount refunded for them, without VAT that is added to the price.
    pub paid: i64,
    /// Their discount.
    pub discount: i64,
    /// The part of it that comes from the current coupon; 0 for one of a former coupon.
    pub coupon: i64,
    /// The VAT in the refunded amount.
    pub vat: i64,
}

/// Refunded goods, and the part of the discounts that stays with them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RefundedGoods {
    /// One entry per line, in the order of the lines.
    pub lines: Vec<RefundedPart>,
    /// The part of their discounts that comes from the current coupon; 0 for one of a former coupon.
    pub by_coupon: i64,
    /// The part of their discounts by hand. The part of a former coupon is in neither.
    pub by_hand: i64,
}

impl RefundedGoods {
    fn line(refunded: Option<&Self>, n: usize) -> RefundedPart {
        refunded.and_then(|refunded| refunded.lines.get(n)).copied().unwrap_or_default()
    }
}

/// A line with its totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineTotals {
    /// Unit price times quantity.
    pub line_total: i64,
    /// Its share of all discounts.
    pub discount: i64,
    /// The coupon's part of that share.
    pub coupon: i64,
    /// Its VAT, included in the price or added to it.
    pub vat: i64,
    /// The rate it was taxed at.
    pub vat_rate: BasisPoints,
}

/// All totals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Totals {
    /// One entry per line, in the order given.
    pub lines: Vec<LineTotals>,
    /// Sum of the lines.
    pub subtotal: i64,
    /// Discount on the goods, by coupon and by hand.
    pub discount: i64,
    /// Discount of the coupon, on goods or on shipping.
    pub coupon: i64,
    /// All VAT, of lines and fees.
    pub vat: i64,
    /// The store's rate.
    pub vat_rate: BasisPoints,
    /// `vat` is included in the other amounts.
    pub is_vat_included: bool,
    /// Shipping, less the coupon's discount on it.
    pub shipping_fees: i64,
    /// The payment method's charge.
    pub payment_fees: i64,
    /// Amount that the shopper pays.
    pub total: i64,
}

/// Splits a discount over the lines in proportion, with the remainder on the largest line. Where the remainder exceeds that
/// line's amount, the rest moves to lines that have room.
fn spread(discount: i64, line_totals: &[i64]) -> Vec<i64> {
    let mut parts = money::allocate(discount, line_totals);
    let mut rest: i64 = 0;
    for (part, most) in parts.iter_mut().zip(line_totals) {
        rest += (*part - most).max(0);
        *part = (*part).min(*most);
    }
    for (part, most) in parts.iter_mut().zip(line_totals) {
        let moved = rest.min(most - *part);
        *part += moved;
        rest -= moved;
    }
    parts
}

/// The coupon's discount by line: in proportion over the eligible lines, the remainder on the largest.
#[must_use]
pub fn by_coupon(coupon: &AppliedCoupon, line_totals: &[i64]) -> Vec<i64> {
    let counts = |n: usize| coupon.eligible.get(n) == Some(&true);
    let counted: Vec<i64> = line_totals.iter().enumerate().map(|(n, amount)| if counts(n) { *amount } else { 0 }).collect();
    spread(coupon.off_goods(line_totals), &counted)
}

/// The discount of each line, the coupon's part of it, and the coupon's part of the sum: the coupon over its eligible lines, the
/// discount by hand over the remainder of all lines. Refunded pieces keep their own; the rest is divided among the pieces that
/// were not refunded.
fn taken_off(discounts: Discounts<'_>, line_totals: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
    let refunded_parts: Vec<RefundedPart> = (0..line_totals.len()).map(|n| RefundedGoods::line(discounts.refunded, n)).collect();
    let (kept_coupon, kept_by_hand) = discounts.refunded.map_or((0, 0), |refunded| (refunded.by_coupon, refunded.by_hand));
    let mut parts: Vec<i64> = refunded_parts.iter().map(|s| s.discount).collect();
    let mut of_coupon: Vec<i64> = refunded_parts.iter().map(|s| s.coupon).collect();
    let mut free: Vec<i64> =
        line_totals.iter().zip(&refunded_parts).map(|(amount, s)| (amount - s.paid - s.discount).max(0)).collect();
    let mut add = |amounts: &[i64], free: &mut [i64]| {
        for ((part, room), n) in parts.iter_mut().zip(free).zip(amounts) {
            *part += n;
            *room -= n;
        }
    };
    let off_goods = discounts.coupon.map_or(0, |coupon| {
        let counts = |n: usize| coupon.eligible.get(n) == Some(&true);
        let counted: Vec<i64> = free.iter().enumerate().map(|(n, amount)| if counts(n) { *amount } else { 0 }).collect();
        // On pieces that were not refunded, a coupon never takes more than its terms allow.
        let most = coupon.terms.discount_on(counted.iter().fold(0_i64, |sum, n| sum.saturating_add(*n)));
        let rest = (coupon.off_goods(line_totals) - kept_coupon).clamp(0, most);
        let coupon_parts = spread(rest, &counted);
        of_coupon.iter_mut().zip(&coupon_parts).for_each(|(part, n)| *part += n);
        add(&coupon_parts, &mut free);
        kept_coupon + rest
    });
    let by_hand = (discounts.by_hand - kept_by_hand).clamp(0, free.iter().sum());
    add(&spread(by_hand, &free), &mut free);
    (parts, of_coupon, off_goods)
}

/// Computes the totals.
///
/// A discount is capped at the amount it applies to, goods or shipping. A ratio fee is a share of goods, shipping and the VAT on
/// top of them.
///
/// # Errors
/// [`Overflow`] when an amount leaves the range of money.
pub fn compute<'a>(
    lines: &[LineIn],
    discounts: impl Into<Discounts<'a>>,
    vat: VatRule,
    shipping: i64,
    fee: FeeRule,
) -> Result<Totals, Overflow> {
    let discounts = discounts.into();
    let line_totals = lines.iter().map(|l| money::times(l.unit_price, l.quantity)).collect::<Result<Vec<_>, _>>()?;
    let subtotal = money::sum(line_totals.iter().copied())?;
    let (line_discounts, of_coupon, off_goods) = taken_off(discounts, &line_totals);
    let discount = money::sum(line_discounts.iter().copied())?;
    let off_shipping = discounts.coupon.map_or(0, |coupon| coupon.off_shipping(shipping));
    let shipping = shipping - off_shipping;
    let summed: Vec<LineTotals> = lines
        .iter()
        .zip(line_totals.into_iter().zip(line_discounts))
        .enumerate()
        .map(|(n, (line, (line_total, discount)))| {
            let (vat_rate, refunded) = (if line.is_tax_free { 0 } else { vat.rate }, RefundedGoods::line(discounts.refunded, n));
            let rest = VatRule { rate: vat_rate, ..vat }.vat_of((line_total - discount - refunded.paid).max(0));
            LineTotals { line_total, discount, coupon: of_coupon[n], vat: refunded.vat + rest, vat_rate }
        })
        .collect();
    let goods_vat = money::sum(summed.iter().map(|l| l.vat).chain([vat.vat_of(shipping)]))?;
    let before_fee = money::sum([subtotal, -discount, shipping, vat.on_top(goods_vat)])?;
    let payment_fees = money::sum([fee.fixed, money::percent(before_fee, fee.ratio)])?;
    let fee_vat = if fee.is_taxed { vat.vat_of(payment_fees) } else { 0 };
    Ok(Totals {
        lines: summed,
        subtotal,
        discount,
        coupon: off_goods + off_shipping,
        vat: money::sum([goods_vat, fee_vat])?,
        vat_rate: vat.rate,
        is_vat_included: vat.is_included,
        shipping_fees: shipping,
        payment_fees,
        total: money::sum([before_fee, payment_fees, vat.on_top(fee_vat)])?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Currency;
    use proptest::prelude::*;

    use crate::coupons::tests::{any_terms, applied, terms};
    use crate::coupons::{DiscountType, Segment, Terms};

    fn line(unit_price: i64, quantity: i64) -> LineIn {
        LineIn { unit_price, quantity, is_tax_free: false }
    }

    #[test]
    fn st_06_vat_inside_and_on_top() {
        let included = VatRule { rate: 1_500, is_included: true };
        let t = compute(&[line(11_500, 1)], 0, included, 1_150, FeeRule::default()).unwrap();
        assert_eq!((t.subtotal, t.vat, t.total), (11_500, 1_650, 12_650));
        let on_top = VatRule { rate: 1_500, is_included: false };
        let t = compute(&[line(10_000, 1)], 0, on_top, 1_000, FeeRule::default()).unwrap();
        assert_eq!((t.subtotal, t.vat, t.total), (10_000, 1_650, 12_650));
    }

    #[test]
    fn pr_tax_free_lines_have_no_vat() {
        let on_top = VatRule { rate: 500, is_included: false };
        let t = compute(&[LineIn { is_tax_free: true, ..line(10_000, 2) }, line(1_010, 1)], 0, on_top, 0, FeeRule::default())
            .unwrap();
        // 10.10 at 5 % is 0.505, half up.
        assert_eq!((t.lines[0].vat, t.lines[0].vat_rate, t.lines[1].vat, t.total), (0, 0, 51, 21_061));
    }

    #[test]
    fn py_01_fees_are_fixed_and_a_share_and_take_vat_when_told() {
        let on_top = VatRule { rate: 1_500, is_included: false };
        let fee = FeeRule { fixed: 1_000, ratio: 250, is_taxed: true };
        let t = compute(&[line(10_000, 1)], 0, on_top, 0, fee).unwrap();
        // 115.00 to pay; 10.00 + 2.5 % of it = 12.88 (12.875 half up), VAT on it 1.93.
        assert_eq!((t.payment_fees, t.vat, t.total), (1_288, 1_693, 12_981));
        let t = compute(&[line(10_000, 1)], 0, on_top, 0, FeeRule { is_taxed: false, ..fee }).unwrap();
        assert_eq!((t.payment_fees, t.vat, t.total), (1_288, 1_500, 12_788));
    }

    #[test]
    fn the_discounts_remainder_falls_on_the_largest_line() {
        let t = compute(&[line(100, 1), line(101, 1), line(100, 1)], 100, VatRule::default(), 0, FeeRule::default()).unwrap();
        assert_eq!(t.lines.iter().map(|l| l.discount).collect::<Vec<_>>(), [33, 34, 33]);
        assert_eq!(compute(&[line(100, 1)], 500, VatRule::default(), 0, FeeRule::default()).unwrap().total, 0);
    }

    #[test]
    fn a_line_is_never_discounted_below_zero() {
        let t = compute(&[line(1, 1), line(1, 1), line(1, 1)], 2, VatRule::default(), 0, FeeRule::default()).unwrap();
        assert!(t.lines.iter().all(|l| l.discount <= 1));
        assert_eq!(t.total, 1);
    }

    #[test]
    fn cp_01_a_coupon_is_spread_over_the_lines_it_counts_alone() {
        let half = Terms { discount_type: DiscountType::Percentage, discount_value: 5_000, ..terms() };
        let on_two = applied(half.clone(), vec![true, false, true]);
        let discounts = Discounts { coupon: Some(&on_two), by_hand: 50, refunded: None };
        let t = compute(&[line(101, 1), line(1_000, 1), line(100, 1)], discounts, VatRule::default(), 700, FeeRule::default())
            .unwrap();
        // 100.5 half up is 101, its remainder on the larger line; the 50 by hand are spread over 50, 1000 and 50.
        assert_eq!(t.lines.iter().map(|l| l.discount).collect::<Vec<_>>(), [53, 46, 52]);
        assert_eq!((t.coupon, t.discount, t.shipping_fees, t.total), (101, 151, 700, 1_750));
        let on_shipping = applied(Terms { segment: Segment::Shipping, ..half }, vec![true]);
        let vat = VatRule { rate: 1_500, is_included: false };
        let discounts = Discounts { coupon: Some(&on_shipping), ..Discounts::default() };
        let t = compute(&[line(1_000, 1)], discounts, vat, 700, FeeRule::default()).unwrap();
        // VAT is computed on what is left to pay: 1000 + 350.
        assert_eq!((t.coupon, t.discount, t.shipping_fees, t.vat, t.total), (350, 0, 350, 203, 1_553));
    }

    #[test]
    fn an_amount_out_of_range_is_an_error_and_never_wraps() {
        assert_eq!(compute(&[line(i64::MAX / 2, 3)], 0, VatRule::default(), 0, FeeRule::default()), Err(Overflow));
        let big = line(900_000_000_000_000_000, 1);
        assert_eq!(compute(&[big, big], 0, VatRule::default(), 0, FeeRule::default()), Err(Overflow));
    }

    proptest! {
        #[test]
        fn the_sums_always_agree(
            lines in prop::collection::vec((0..5_000_000_i64, 1..50_i64, any::<bool>()), 1..12),
            discount in 0..100_000_000_i64,
            rate in 0..3_000_i64,
            is_included in any::<bool>(),
            shipping in 0..1_000_000_i64,
            fee in (0..100_000_i64, 0..1_000_i64, any::<bool>()),
            coupon in prop::option::of((any_terms(), prop::collection::vec(any::<bool>(), 12))),
            currency in 0..16_usize,
        ) {
            let vat = VatRule { rate, is_included };
            let lines: Vec<LineIn> =
                lines.into_iter().map(|(unit_price, quantity, is_tax_free)| LineIn { unit_price, quantity, is_tax_free }).collect();
            let coupon = coupon.map(|(terms, eligible)| applied(terms, eligible[..lines.len()].to_vec()));
            let discounts = Discounts { coupon: coupon.as_ref(), by_hand: discount, refunded: None };
            let t = compute(&lines, discounts, vat, shipping, FeeRule { fixed: fee.0, ratio: fee.1, is_taxed: fee.2 }).unwrap();
            let coupon_only = compute(&lines, Discounts { by_hand: 0, ..discounts }, vat, shipping, FeeRule::default()).unwrap();
            let counts = |n: usize| coupon.as_ref().is_some_and(|k| k.eligible[n]);
            prop_assert!(coupon_only.lines.iter().enumerate().all(|(n, l)| l.discount == 0 || counts(n)), "only lines that count");
            prop_assert_eq!(coupon_only.discount + shipping - coupon_only.shipping_fees, coupon_only.coupon);
            prop_assert_eq!((t.coupon, t.shipping_fees), (coupon_only.coupon, coupon_only.shipping_fees), "what is taken off by hand is beside it");
            prop_assert!((0..=shipping).contains(&t.shipping_fees) && t.discount >= coupon_only.discount);
            prop_assert_eq!(t.discount, (coupon_only.discount + discount).min(t.subtotal));
            prop_assert_eq!(t.lines.iter().map(|l| l.line_total).sum::<i64>(), t.subtotal);
            prop_assert_eq!(t.lines.iter().map(|l| l.discount).sum::<i64>(), t.discount);
            prop_assert_eq!(t.lines.iter().map(|l| l.coupon).sum::<i64>() + shipping - t.shipping_fees, t.coupon);
            prop_assert!(t.lines.iter().all(|l| (0..=l.discount).contains(&l.coupon)));
            let on_top = if is_included { 0 } else { t.vat };
            prop_assert_eq!(t.subtotal - t.discount + on_top + t.shipping_fees + t.payment_fees, t.total);
            prop_assert!(t.lines.iter().all(|l| l.discount >= 0 && l.discount <= l.line_total && l.vat >= 0));
            // Formatted and parsed amounts give the same sum, in a currency with 0 shown, 2 or 3 decimals.
            let c = Currency::ALL[currency];
            let read = |n| kernel::money::parse(&kernel::money::format(n, c), c).unwrap();
            prop_assert_eq!(read(t.subtotal) - read(t.discount) + read(on_top) + read(t.shipping_fees) + read(t.payment_fees), read(t.total));
        }
    }
}
