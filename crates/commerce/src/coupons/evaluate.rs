//! A code against what is bought and who buys it.

use db::Conn;
use kernel::{CouponId, CustomerId, Millis, OrderId, ProductId, StoreScope};

use super::model::{Coupon, Scope, Usability};
use super::refusal::{self, Refusal};
use super::rules::{AppliedCoupon, CouponScope, Line};
use super::uses::Use;
use super::{code, store};

/// Who buys, as far as it is known yet.
#[derive(Debug, Clone, Copy, Default)]
pub struct Buyer<'a> {
    /// E.164.
    pub mobile: Option<&'a str>,
    /// Lower case.
    pub email: Option<&'a str>,
    /// The record of an order that is there, whose number and address may have changed since.
    pub customer: Option<CustomerId>,
    /// The order itself does not stand against its coupon.
    pub order: Option<OrderId>,
}

/// What is bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goods {
    /// The product; one that is none is named by no coupon.
    pub product_id: ProductId,
    /// What its pieces come to.
    pub amount: i64,
    /// It costs less than usual already.
    pub is_reduced: bool,
}

/// It holds, or why it does not.
pub type CouponResult = Result<AppliedCoupon, Refusal>;

/// Which of the products a coupon of a scope names.
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

fn lines(goods: &[Goods], named: &[ProductId]) -> Vec<Line> {
    let of = |g: &Goods| Line { amount: g.amount, is_reduced: g.is_reduced, is_named: named.contains(&g.product_id) };
    goods.iter().map(of).collect()
}

/// The coupon that has a code now.
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

/// The coupon that has a code now asks who uses it.
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

/// Evaluates a code: two statements for a coupon on everything that anybody may use, one or two more for others.
///
/// # Errors
/// Of the database.
pub async fn evaluate(
    c: Conn<'_>,
    scope: &StoreScope,
    code: &str,
    goods: &[Goods],
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

/// What stands against a person. Nothing before anything of them is known.
pub(super) async fn of_buyer(c: Conn<'_>, scope: &StoreScope, coupon: &Coupon, buyer: Buyer<'_>) -> db::Result<Option<Refusal>> {
    of_person(c, scope, coupon.id, coupon.usability, buyer).await
}

/// As [`of_buyer`], of a coupon that was read before.
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

/// The coupon that an order has, over the lines it is to have: by the terms it was used with, without asking for time, limits and the
/// person again. A line that was there (its number stands beside it) counts if it did; a new one is evaluated anew.
///
/// # Errors
/// Of the database.
pub async fn evaluate_stored(
    c: Conn<'_>,
    scope: &StoreScope,
    used: &Use,
    code: &str,
    goods: &[(Option<i64>, Goods)],
) -> db::Result<CouponResult> {
    let new: Vec<ProductId> = goods.iter().filter(|(line, _)| line.is_none()).map(|(_, g)| g.product_id).collect();
    let named = match (new.is_empty(), used.terms.scope) {
        (true, _) | (_, Scope::All) => Vec::new(),
        // Before it was kept what a coupon was for. Deleted or not: what it names is still written down.
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
