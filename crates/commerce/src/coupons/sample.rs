//! Coupons of a sample store.

use db::Conn;
use kernel::fold::fold;
use kernel::{CustomerId, Env, Millis, OrderId, StoreScope};

use super::model::{Coupon, DiscountType, Segment, Terms, Usability};
use super::rules::{AppliedCoupon, CouponScope};
use super::uses::{CouponUse, StoredTerms};
use super::{code, store, write};

/// Inserts three coupons as old as the store's orders; returns the one that orders use. Without journal entries: the journal of a
/// sample store begins with its orders.
///
/// # Errors
/// Of the database.
pub async fn insert_sample(c: Conn<'_>, env: &Env, scope: &StoreScope, since: Millis) -> db::Result<AppliedCoupon> {
    let coupon = |name: &str, code: &str, terms: &dyn Fn(Terms) -> Terms| {
        let blank = write::blank(env.id(), since);
        Coupon { name: name.to_owned(), code: code.to_owned(), terms: terms(blank.terms.clone()), ..blank }
    };
    let summer = coupon("عرض الصيف", "SAYF10", &|t| Terms { discount_value: 1_000, ..t });
    let welcome =
        coupon("أهلًا بك: أول طلب", "AHLAN15", &|t| Terms { discount_value: 1_500, max_discount: Some(5_000), ..t });
    let welcome = Coupon { usability: Usability::FirstOrder, usage_limit: Some(500), ..welcome };
    let shipping = coupon("توصيل أوفر", "TAWSEEL", &|t| Terms {
        discount_type: DiscountType::Fixed,
        discount_value: 2_500,
        segment: Segment::Shipping,
        min_amount: 20_000,
        ..t
    });
    for k in [&summer, &welcome, &shipping] {
        store::insert(c, scope, k, &fold(&k.name), &code::key(&k.code)).await?;
        write::index(c, scope, k).await?;
    }
    let Coupon { id, code, terms, usability, version, .. } = summer;
    Ok(AppliedCoupon { id, code, terms, named: CouponScope::default(), usability, eligible: Vec::new(), version })
}

/// Inserts the use of a sample order, which is written in its final status.
///
/// # Errors
/// Of the database.
pub async fn insert_sample_use(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    customer: CustomerId,
    coupon_use: &CouponUse,
    at: Millis,
) -> db::Result<()> {
    let CouponUse { applied, amount, lines } = coupon_use;
    store::count_use(c, scope, applied.id, applied.version, *amount).await?;
    let terms = db::Json(StoredTerms { terms: applied.terms.clone(), lines: lines.clone(), named: applied.named.clone() });
    store::insert_use(c, scope, env.id(), (applied.id, order, customer), *amount, &terms, at).await
}
