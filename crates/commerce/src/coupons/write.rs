//! Creates, changes, deletes and restores coupons, each in one transaction with its journal entry.

use db::{Conn, Topics};
use kernel::fold::fold;
use kernel::{CouponId, Currency, Millis, StoreScope};
use serde_json::{Value, json};
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::entities;
use super::model::{Coupon, DiscountType, MOST, Scope, Segment, Terms, Usability};
use super::wire::{CouponIn, CouponView};
use super::{code, input, store};
use platform::journal::{self, Act, Entry};
use platform::search::{self, Index, tokens};
use platform::{App, stores};

const FULL: Message = Message::new(
    "اكتمل الحد الأقصى: {max} كوبون. احذف ما لا تحتاج إليه.",
    "Limit reached: a store can have {max} coupons. Delete some you no longer need.",
);
const TAKEN: Message = Message::new("يوجد كوبون آخر بهذا الرمز.", "Another coupon uses this code.");

/// Another coupon took the code after the check (PostgreSQL).
fn is_taken(e: db::Error) -> ApiError {
    if e.is_unique_violation() { ApiError::field("code", TAKEN) } else { e.into() }
}

/// An empty coupon.
pub(super) fn blank(id: CouponId, now: Millis) -> Coupon {
    Coupon {
        id,
        name: String::new(),
        code: String::new(),
        terms: Terms {
            discount_type: DiscountType::Percentage,
            discount_value: 0,
            max_discount: None,
            segment: Segment::Products,
            min_amount: 0,
            excludes_discounted: false,
            scope: Scope::All,
        },
        product_ids: Vec::new(),
        category_ids: Vec::new(),
        usability: Usability::Many,
        usage_count: 0,
        usage_limit: None,
        given_total: 0,
        starts_at: None,
        ends_at: None,
        is_active: true,
        created_at: now,
        updated_at: now,
        deleted_at: None,
        version: 1,
    }
}

/// The coupon's fields in the journal, without its usage figures.
fn journal_fields(coupon: &Coupon, currency: Currency) -> Value {
    let mut view = serde_json::to_value(CouponView::from_coupon(coupon, currency, coupon.updated_at)).unwrap_or(Value::Null);
    if let Some(fields) = view.as_object_mut() {
        for field in ["id", "state", "usage_count", "discount_total", "created_at", "updated_at", "version"] {
            fields.remove(field);
        }
    }
    view
}

/// The fields that differ, before and after.
fn differences(before: Value, after: Value) -> (Value, Value) {
    let (mut changed_from, mut changed_to) = (json!({}), json!({}));
    if let (Value::Object(before), Value::Object(after)) = (before, after) {
        for (key, now) in after {
            let previous = before.get(&key).cloned().unwrap_or(Value::Null);
            if previous != now {
                changed_from[&key] = previous;
                changed_to[&key] = now;
            }
        }
    }
    (changed_from, changed_to)
}

async fn log(c: Conn<'_>, scope: &StoreScope, now: Millis, entry: Entry) -> db::Result<()> {
    // Cached storefront pages do not depend on coupons.
    journal::write(c, scope, now, Topics::SALES, entry).await.map(|_| ())
}

/// Updates the search words of a coupon.
pub(super) async fn index(c: Conn<'_>, scope: &StoreScope, coupon: &Coupon) -> db::Result<()> {
    let key = code::key(&coupon.code);
    let words = tokens([coupon.code.as_str(), key.as_str(), coupon.name.as_str()]);
    search::replace(c, scope.store(), Index::Coupon, coupon.id.raw(), &words).await
}

/// Newly named products and categories must belong to the store.
async fn check_named(c: Conn<'_>, scope: &StoreScope, coupon: &Coupon, before: Option<&Coupon>) -> ApiResult<()> {
    let mut errors = FieldErrors::new();
    let new_products =
        coupon.product_ids.iter().enumerate().filter(|(_, id)| !before.is_some_and(|b| b.product_ids.contains(id)));
    let new_products: Vec<_> = new_products.map(|(n, id)| (n, *id)).collect();
    let known = catalog::list_existing(c, scope, &new_products.iter().map(|(_, id)| *id).collect::<Vec<_>>()).await?;
    for (n, _) in new_products.iter().filter(|(_, id)| !known.contains(id)) {
        errors.add(format!("product_ids.{n}"), common::NO_SUCH);
    }
    let new_categories =
        coupon.category_ids.iter().enumerate().filter(|(_, id)| !before.is_some_and(|b| b.category_ids.contains(id)));
    let new_categories: Vec<_> = new_categories.map(|(n, id)| (n, *id)).collect();
    let known = if new_categories.is_empty() { Vec::new() } else { catalog::categories(c, scope).await? };
    for (n, _) in new_categories.iter().filter(|(_, id)| !known.iter().any(|k| k.id == *id)) {
        errors.add(format!("category_ids.{n}"), common::NO_SUCH);
    }
    errors.finish()
}

async fn check_room(c: Conn<'_>, scope: &StoreScope) -> ApiResult<()> {
    if store::count(c, scope, MOST).await? >= MOST {
        return Err(ApiError::conflict("too_many_coupons", FULL.with("max", MOST)));
    }
    Ok(())
}

/// Creates a coupon.
///
/// # Errors
/// 422 with its fields; 409 when the store has too many.
pub(super) async fn create(app: &App, scope: &StoreScope, sent: CouponIn) -> ApiResult<CouponId> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (env, at) = (app.env().clone(), scope.clone());
    let mut coupon = blank(env.id(), env.now());
    input::apply(&mut coupon, sent, currency, true).map_err(ApiError::invalid)?;
    app.db()
        .tx(async move |c| {
            check_room(c, &at).await?;
            check_named(c, &at, &coupon, None).await?;
            insert(c, &at, &coupon, currency).await
        })
        .await
}

/// Inserts a coupon with its named products, search words and journal entry.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, coupon: &Coupon, currency: Currency) -> ApiResult<CouponId> {
    if !store::insert(c, scope, coupon, &fold(&coupon.name), &code::key(&coupon.code)).await? {
        return Err(ApiError::field("code", TAKEN));
    }
    store::set_named(c, scope, coupon).await?;
    index(c, scope, coupon).await?;
    let entry = Entry::new(Act::Create, entities::COUPON, coupon.id).after(journal_fields(coupon, currency));
    log(c, scope, coupon.created_at, entry).await?;
    Ok(coupon.id)
}

/// Changes a coupon; an identical request changes nothing.
///
/// # Errors
/// 404, 409 when it is stale, 422 with its fields.
pub(super) async fn update(app: &App, scope: &StoreScope, id: CouponId, sent: CouponIn) -> ApiResult<()> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let before = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            let stale = |k: &Coupon| ApiError::stale().with_current(&CouponView::from_coupon(k, currency, now));
            if sent.version.is_some_and(|v| v != before.version) {
                return Err(stale(&before));
            }
            let mut after = before.clone();
            input::apply(&mut after, sent.clone(), currency, false).map_err(ApiError::invalid)?;
            check_named(c, &at, &after, Some(&before)).await?;
            after.product_ids.sort_unstable();
            after.category_ids.sort_unstable();
            if after == before {
                return Ok(());
            }
            let key = code::key(&after.code);
            if store::find_by_key(c, &at, &key).await?.is_some_and(|other| other.id != id) {
                return Err(ApiError::field("code", TAKEN));
            }
            (after.updated_at, after.version) = (now, before.version + 1);
            if !store::update(c, &at, &after, &fold(&after.name), &key).await.map_err(is_taken)? {
                return Err(stale(&before));
            }
            if (&after.product_ids, &after.category_ids) != (&before.product_ids, &before.category_ids) {
                store::set_named(c, &at, &after).await?;
            }
            if (&after.name, &after.code) != (&before.name, &before.code) {
                index(c, &at, &after).await?;
            }
            let (was, is) = differences(journal_fields(&before, currency), journal_fields(&after, currency));
            Ok(log(c, &at, now, Entry::new(Act::Update, entities::COUPON, id).before(was).after(is)).await?)
        })
        .await
}

/// Deletes a coupon: it can no longer be used, and its code becomes free. Orders that used it keep it.
///
/// # Errors
/// 404.
pub(super) async fn delete(app: &App, scope: &StoreScope, id: CouponId) -> ApiResult<()> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let coupon = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            if !store::set_deleted(c, &at, id, Some(now), now).await? {
                return Err(ApiError::not_found());
            }
            search::delete(c, at.store(), Index::Coupon, id.raw()).await?;
            let entry = Entry::new(Act::Delete, entities::COUPON, id).before(journal_fields(&coupon, currency));
            Ok(log(c, &at, now, entry).await?)
        })
        .await
}

/// Restores a deleted coupon.
///
/// # Errors
/// 404; 409 when there are too many; 422 with `code` when another coupon has it now.
pub(super) async fn restore(app: &App, scope: &StoreScope, id: CouponId) -> ApiResult<()> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let coupon = store::find_any(c, &at, id).await?.filter(|k| k.deleted_at.is_some()).ok_or_else(ApiError::not_found)?;
            check_room(c, &at).await?;
            if store::find_by_key(c, &at, &code::key(&coupon.code)).await?.is_some() {
                return Err(ApiError::field("code", TAKEN));
            }
            if !store::set_deleted(c, &at, id, None, now).await.map_err(is_taken)? {
                return Err(ApiError::not_found());
            }
            index(c, &at, &coupon).await?;
            let entry = Entry::new(Act::Create, entities::COUPON, id).after(journal_fields(&coupon, currency));
            Ok(log(c, &at, now, entry).await?)
        })
        .await
}
