//! Evaluates a coupon code for a set of goods and a buyer.

use db::Conn;
use kernel::{CouponId, CustomerId, Millis, OrderId, ProductId, StoreScope};

use super::model::{Coupon, Scope, Usability};
use super::refusal::{self, Refusal};
use super::rules::{AppliedCoupon, CouponScope, Line};
use super::uses::Use;
use super::{code, store};

/// What is known of the buyer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Buyer<'a> {
    /// Mobile number in E.164.
    pub mobile: Option<&'a str>,
    /// E-mail address in lower case.
    pub email: Option<&'a str>,
    /// The customer record of an existing order, whose number and address may have changed since.
    pub customer: Option<CustomerId>,
    /// The order itself, which is not counted as an earlier use of its coupon.
    pub order: Option<OrderId>,
}

/// A line of goods to evaluate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CouponLine {
    /// The product; a custom line's id matches no coupon.
    pub product_id: ProductId,
    /// Amount of the line.
    pub amount: i64,
    /// Its price is reduced already.
    pub is_reduced: bool,
}

/// The applied coupon, or why it is refused.
pub type CouponResult = Result<AppliedCoupon, Refusal>;

/// The products among `products` that the coupon's scope names.
async fn named(
    c: Conn<'_>,
    scope: &StoreScope,
    of: Scope,
    named: &CouponScope,
    products: &[ProductId],
) -> db::Result<Vec<ProductId>> {
    Ok(match of {
        Scope::All => Vec::new(),
        Scope::Products => products.iter().copied().filter(|id| named.product_ids.contains(id)).collect(),
        Scope::Categories => catalog::list_in_categories(c, scope, products, &named.category_ids).await?,
    })
}

fn lines(goods: &[CouponLine], named: &[ProductId]) -> Vec<Line> {
    let of = |g: &CouponLine| Line { amount: g.amount, is_reduced: g.is_reduced, is_named: named.contains(&g.product_id) };
    goods.iter().map(of).collect()
}

/// The coupon that currently has a code.
///
/// # Errors
/// Of the database.
pub async fn find_id(c: Conn<'_>, scope: &StoreScope, code: &str) -> db::Result<Option<CouponId>> {
    let key = code::key(code);
    if key.is_empty() {
        return Ok(None);
    }
    Ok(store::find_by_key(c, scope, &key).await?.map(|coupon| coupon.id))
}

/// Whether the coupon that currently has a code depends on who uses it.
///
/// # Errors
/// Of the database.
pub async fn is_personal(c: Conn<'_>, scope: &StoreScope, code: &str) -> db::Result<bool> {
    let key = code::key(code);
    if key.is_empty() {
        return Ok(false);
    }
    Ok(store::find_by_key(c, scope, &key).await?.is_some_and(|coupon| coupon.usability != Usability::Many))
}

/// Evaluates a code: two statements for a coupon on everything without a limit per person, one or two more for others.
///
/// # Errors
/// Of the database.
pub async fn evaluate(
    c: Conn<'_>,
    scope: &StoreScope,
    code: &str,
    goods: &[CouponLine],
    buyer: Buyer<'_>,
    now: Millis,
) -> db::Result<CouponResult> {
    let key = code::key(code);
    let found = if key.is_empty() { None } else { store::find_by_key(c, scope, &key).await? };
    let Some(coupon) = found else { return Ok(Err(Refusal::Unknown)) };
    if let Some(refusal) = refusal::of_coupon(&coupon, now) {
        return Ok(Err(refusal));
    }
    if let Some(refusal) = of_buyer(c, scope, &coupon, buyer).await? {
        return Ok(Err(refusal));
    }
    let products: Vec<ProductId> = goods.iter().map(|g| g.product_id).collect();
    let Coupon { id, code, terms, product_ids, category_ids, usability, version, .. } = coupon;
    let names = CouponScope { product_ids, category_ids };
    let found = named(c, scope, terms.scope, &names, &products).await?;
    let eligible = match terms.evaluate(&lines(goods, &found)) {
        Ok(eligible) => eligible,
        Err(refusal) => return Ok(Err(refusal)),
    };
    Ok(Ok(AppliedCoupon { id, code, terms, named: names, usability, eligible, version }))
}

/// The refusal that concerns the buyer; none while nothing is known of them.
pub(super) async fn of_buyer(c: Conn<'_>, scope: &StoreScope, coupon: &Coupon, buyer: Buyer<'_>) -> db::Result<Option<Refusal>> {
    of_person(c, scope, coupon.id, coupon.usability, buyer).await
}

/// As [`of_buyer`], for a coupon that was read before.
pub(super) async fn of_person(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CouponId,
    usability: Usability,
    buyer: Buyer<'_>,
) -> db::Result<Option<Refusal>> {
    if buyer.mobile.is_none() && buyer.email.is_none() && buyer.customer.is_none() {
        return Ok(None);
    }
    Ok(match usability {
        Usability::Many => None,
        Usability::Once => store::has_used(c, scope, id, buyer).await?.then_some(Refusal::UsedByYou),
        Usability::FirstOrder => store::has_ordered(c, scope, buyer).await?.then_some(Refusal::FirstOrderOnly),
    })
}

/// Evaluates the coupon of an order over the order's new lines: by the terms it was used with, without checking time, limits and
/// the person again. An existing line (with its number beside it) is eligible if it was; a new one is evaluated anew.
///
/// # Errors
/// Of the database.
pub async fn evaluate_stored(
    c: Conn<'_>,
    scope: &StoreScope,
    used: &Use,
    code: &str,
    goods: &[(Option<i64>, CouponLine)],
) -> db::Result<CouponResult> {
    let new: Vec<ProductId> = goods.iter().filter(|(line, _)| line.is_none()).map(|(_, g)| g.product_id).collect();
    let named = match (new.is_empty(), used.terms.scope) {
        (true, _) | (_, Scope::All) => Vec::new(),
        // Uses from before the scope was stored: read it from the coupon, deleted or not, which still has its names.
        (_, of) if used.named == CouponScope::default() => match store::find_any(c, scope, used.coupon_id).await? {
            Some(Coupon { product_ids, category_ids, .. }) => {
                named(c, scope, of, &CouponScope { product_ids, category_ids }, &new).await?
            }
            None => Vec::new(),
        },
        (_, of) => named(c, scope, of, &used.named, &new).await?,
    };
    let counted = |line: i64| used.lines.contains(&line);
    let eligible: Vec<bool> = goods
        .iter()
        .map(|(line, g)| {
            if let Some(line) = line {
                counted(*line)
            } else {
                let is_named = named.contains(&g.product_id);
                used.terms.counts(&Line { amount: g.amount, is_reduced: g.is_reduced, is_named })
            }
        })
        .collect();
    let subtotal = goods.iter().fold(0_i64, |sum, (_, g)| sum.saturating_add(g.amount));
    if !eligible.contains(&true) {
        return Ok(Err(Refusal::NothingEligible));
    }
    if used.terms.min_amount > subtotal {
        return Ok(Err(Refusal::BelowMinimum { missing: used.terms.min_amount - subtotal }));
    }
    let (terms, named, code) = (used.terms.clone(), used.named.clone(), code.to_owned());
    Ok(Ok(AppliedCoupon { id: used.coupon_id, code, terms, named, usability: Usability::Many, eligible, version: 0 }))
}
