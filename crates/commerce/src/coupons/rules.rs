//! The discount of a coupon by line. Pure; every amount is in minor units of the store's currency.
//!
//! Invariants, for every input: the discount is never negative, never more than the amount it applies to, and only on eligible
//! lines; a percentage is rounded half up and capped; whether a line is eligible depends on that line alone.

use kernel::{CategoryId, CouponId, ProductId, money};

use serde::{Deserialize, Serialize};

use super::model::{DiscountType, Scope, Segment, Terms, Usability};
use super::refusal::Refusal;

/// A line as input of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Amount of the line.
    pub amount: i64,
    /// Its price is reduced already.
    pub is_reduced: bool,
    /// The coupon names its product or category; ignored for a coupon on everything.
    pub is_named: bool,
}

/// The products or categories that a coupon names; neither for one on everything.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CouponScope {
    /// Of scope `products`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub product_ids: Vec<ProductId>,
    /// Of scope `categories`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub category_ids: Vec<CategoryId>,
}

/// An evaluated coupon: what [`crate::carts::totals`] computes with, and what a use is claimed by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedCoupon {
    /// Id of the coupon.
    pub id: CouponId,
    /// The code as the merchant wrote it.
    pub code: String,
    /// The terms of its discount.
    pub terms: Terms,
    /// The products or categories that it names.
    pub named: CouponScope,
    /// How often one person may use it.
    pub usability: Usability,
    /// Whether each line is eligible, in their order.
    pub eligible: Vec<bool>,
    /// The coupon's version when it was evaluated: claiming a use checks it.
    pub version: i64,
}

impl Terms {
    /// The discount on an amount.
    #[must_use]
    pub fn discount_on(&self, base: i64) -> i64 {
        let base = base.max(0);
        match self.discount_type {
            DiscountType::Fixed => self.discount_value.clamp(0, base),
            DiscountType::Percentage => {
                money::percent(base, self.discount_value).min(self.max_discount.unwrap_or(i64::MAX)).clamp(0, base)
            }
        }
    }

    /// Whether a line is eligible.
    pub(super) fn counts(&self, line: &Line) -> bool {
        (self.scope == Scope::All || line.is_named) && !(self.excludes_discounted && line.is_reduced)
    }

    /// Evaluates which lines are eligible.
    ///
    /// # Errors
    /// [`Refusal::NothingEligible`], and [`Refusal::BelowMinimum`] by the subtotal of all goods.
    pub fn evaluate(&self, lines: &[Line]) -> Result<Vec<bool>, Refusal> {
        let eligible: Vec<bool> = lines.iter().map(|line| self.counts(line)).collect();
        if !eligible.contains(&true) {
            return Err(Refusal::NothingEligible);
        }
        let subtotal = lines.iter().fold(0_i64, |sum, line| sum.saturating_add(line.amount));
        match self.min_amount - subtotal {
            missing @ 1.. => Err(Refusal::BelowMinimum { missing }),
            _ => Ok(eligible),
        }
    }
}

impl AppliedCoupon {
    /// The discount on the goods; `line_totals` are those it was evaluated with.
    #[must_use]
    pub fn off_goods(&self, line_totals: &[i64]) -> i64 {
        if self.terms.segment != Segment::Products {
            return 0;
        }
        let counted = line_totals.iter().zip(&self.eligible).filter(|(_, counts)| **counts);
        self.terms.discount_on(counted.fold(0_i64, |sum, (amount, _)| sum.saturating_add(*amount)))
    }

    /// The discount on a shipping fee.
    #[must_use]
    pub fn off_shipping(&self, fee: i64) -> i64 {
        if self.terms.segment == Segment::Shipping { self.terms.discount_on(fee) } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coupons::tests::{any_terms, applied, terms as blank};
    use kernel::Currency;
    use proptest::prelude::*;

    fn terms(discount_type: DiscountType, discount_value: i64) -> Terms {
        Terms { discount_type, discount_value, ..blank() }
    }

    fn line(amount: i64) -> Line {
        Line { amount, is_reduced: false, is_named: false }
    }

    #[test]
    fn cp_01_a_percentage_rounds_half_up_and_is_capped() {
        let percent = terms(DiscountType::Percentage, 1_250);
        // 12.5 % of 0.20 is 0.025.
        assert_eq!((percent.discount_on(20), percent.discount_on(10_000)), (3, 1_250));
        assert_eq!(Terms { max_discount: Some(1_000), ..percent.clone() }.discount_on(10_000), 1_000);
        assert_eq!(terms(DiscountType::Percentage, 10_000).discount_on(777), 777);
        assert_eq!(
            (terms(DiscountType::Fixed, 500).discount_on(300), terms(DiscountType::Fixed, 500).discount_on(900)),
            (300, 500)
        );
    }

    #[test]
    fn cp_01_only_lines_that_count_are_looked_at() {
        let named = Terms { scope: Scope::Products, ..terms(DiscountType::Percentage, 5_000) };
        let lines = [line(100), Line { is_named: true, ..line(300) }];
        let eligible = named.evaluate(&lines).unwrap();
        assert_eq!(eligible, [false, true]);
        assert_eq!(applied(named.clone(), eligible).off_goods(&[100, 300]), 150);
        let full_price = Terms { excludes_discounted: true, ..named };
        assert_eq!(full_price.evaluate(&[Line { is_named: true, is_reduced: true, ..line(9) }]), Err(Refusal::NothingEligible));
        assert_eq!(full_price.evaluate(&[]), Err(Refusal::NothingEligible));
    }

    #[test]
    fn cp_01_the_minimum_is_of_all_goods_and_says_what_is_missing() {
        let t = Terms { min_amount: 10_000, scope: Scope::Products, ..terms(DiscountType::Fixed, 500) };
        let lines = |rest| [Line { is_named: true, ..line(1_000) }, line(rest)];
        assert_eq!(t.evaluate(&lines(8_000)), Err(Refusal::BelowMinimum { missing: 1_000 }));
        assert!(t.evaluate(&lines(9_000)).is_ok());
    }

    #[test]
    fn cp_01_a_coupon_on_shipping_leaves_the_goods_alone() {
        let a = applied(Terms { segment: Segment::Shipping, ..terms(DiscountType::Fixed, 2_000) }, vec![true]);
        assert_eq!(
            (a.off_goods(&[9_000]), a.off_shipping(1_500), a.off_shipping(2_500), a.off_shipping(0)),
            (0, 1_500, 2_000, 0)
        );
    }

    proptest! {
        #[test]
        fn cp_01_what_comes_off_stays_within_what_counts(
            terms in any_terms(),
            lines in prop::collection::vec((0..5_000_000_i64, any::<bool>(), any::<bool>()), 0..12),
            fee in 0..100_000_i64,
            currency in 0..16_usize,
        ) {
            let lines: Vec<Line> = lines.into_iter().map(|(amount, is_reduced, is_named)| Line { amount, is_reduced, is_named }).collect();
            let amounts: Vec<i64> = lines.iter().map(|l| l.amount).collect();
            let subtotal: i64 = amounts.iter().sum();
            match terms.evaluate(&lines) {
                Err(Refusal::NothingEligible) => prop_assert!(lines.iter().all(|l| !terms.counts(l))),
                Err(Refusal::BelowMinimum { missing }) => prop_assert_eq!(subtotal + missing, terms.min_amount),
                Err(other) => prop_assert!(false, "{:?}", other),
                Ok(eligible) => {
                    prop_assert!(subtotal >= terms.min_amount);
                    let a = applied(terms.clone(), eligible.clone());
                    let counted: i64 = amounts.iter().zip(&eligible).filter(|(_, e)| **e).map(|(n, _)| n).sum();
                    let (goods, shipping) = (a.off_goods(&amounts), a.off_shipping(fee));
                    prop_assert!((0..=counted).contains(&goods) && (0..=fee).contains(&shipping));
                    prop_assert!(goods == 0 || shipping == 0);
                    prop_assert!(terms.max_discount.is_none_or(|max| terms.discount_type == DiscountType::Fixed || goods + shipping <= max));
                    // An additional line that is not eligible changes nothing.
                    let with_uncounted = [amounts.clone(), vec![77]].concat();
                    let extended = AppliedCoupon { eligible: [eligible, vec![false]].concat(), ..a };
                    prop_assert_eq!(extended.off_goods(&with_uncounted), goods);
                    // Formatted and parsed again, in a currency of 0, 2 or 3 decimals, it is the same.
                    let c = Currency::ALL[currency];
                    prop_assert_eq!(money::parse(&money::format(goods, c), c).unwrap(), goods);
                }
            }
        }
    }
}
