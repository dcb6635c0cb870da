//! Test fixtures and strategies for coupons.

use kernel::CouponId;
use proptest::prelude::*;

use super::model::{DiscountType, Scope, Segment, Terms, Usability};
use super::rules::{AppliedCoupon, CouponScope};

/// Ten minor units off everything.
#[must_use]
pub fn terms() -> Terms {
    Terms {
        discount_type: DiscountType::Fixed,
        discount_value: 10,
        max_discount: None,
        segment: Segment::Products,
        min_amount: 0,
        excludes_discounted: false,
        scope: Scope::All,
    }
}

/// A coupon that is valid for these lines.
#[must_use]
pub fn applied(terms: Terms, eligible: Vec<bool>) -> AppliedCoupon {
    let (id, code) = (CouponId::from_raw(1), "EID10".to_owned());
    AppliedCoupon { id, code, terms, named: CouponScope::default(), usability: Usability::Many, eligible, version: 1 }
}

/// Arbitrary terms.
pub fn any_terms() -> impl Strategy<Value = Terms> {
    let amount = || 0..2_000_000_i64;
    let kinds = (any::<bool>(), any::<bool>(), any::<bool>(), 0..3_usize);
    (kinds, amount(), prop::option::of(amount()), 0..200_000_i64).prop_map(|(kinds, value, max_discount, min_amount)| {
        let (is_fixed, is_shipping, excludes_discounted, scope) = kinds;
        Terms {
            discount_type: if is_fixed { DiscountType::Fixed } else { DiscountType::Percentage },
            discount_value: if is_fixed { value } else { value % 10_001 },
            max_discount,
            segment: if is_shipping { Segment::Shipping } else { Segment::Products },
            min_amount,
            excludes_discounted,
            scope: Scope::ALL[scope],
        }
    })
}
