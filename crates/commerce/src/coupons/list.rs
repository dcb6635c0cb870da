//! Lists of coupons and of their uses.
//!
//! A store has a bounded number of coupons (`model::MOST`), so filters are evaluated on all rows of the store.

use db::Conn;
use kernel::fold::fold;
use kernel::{CouponId, Millis, Page, StoreScope};
use web::message::common;
use web::{ApiError, ApiResult, ListQuery};

use super::list_store::{self, CouponFilter};
use super::model::{Coupon, DiscountType, Segment, State, Usability};
use super::store::{UseRow, list_with_names};
use web::keyset::{Key, Window, capped};

/// The filters of the coupons list.
pub(super) const FILTERS: &[&str] = &["state", "discount_type", "discount_segment", "discount_usability"];
/// The sorts of the coupons list.
pub(super) const SORTS: &[&str] = &["created_at", "name", "code", "usage_count", "ends_at"];
/// Sort key of a coupon without an end: after those that have one.
const NEVER: i64 = i64::MAX;

web::list_params! {
    /// Of the coupons list.
    pub(super) CouponListParams => SORTS;
}

fn all<T: Copy>(query: &ListQuery, field: &str, parse: fn(&str) -> Option<T>) -> ApiResult<Vec<T>> {
    let bad = || ApiError::field(format!("filter[{field}]"), common::NOT_A_CHOICE);
    if query.filters.iter().any(|f| f.field == field && f.op != "eq") {
        return Err(bad());
    }
    query.values(field).unwrap_or_default().iter().map(|word| parse(word).ok_or_else(bad)).collect()
}

/// Parses the filters and the search of a request.
///
/// # Errors
/// 422 with `filter[field]`.
pub(super) fn read(query: &ListQuery) -> ApiResult<CouponFilter> {
    Ok(CouponFilter {
        states: all(query, "state", State::parse)?,
        types: all(query, "discount_type", DiscountType::parse)?.into_iter().map(DiscountType::as_str).collect(),
        segments: all(query, "discount_segment", Segment::parse)?.into_iter().map(Segment::as_str).collect(),
        usabilities: all(query, "discount_usability", Usability::parse)?.into_iter().map(Usability::as_str).collect(),
        words: fold(&query.search).split(' ').filter(|w| !w.is_empty()).take(8).map(str::to_owned).collect(),
    })
}

/// Sorts by the newest first where the request names no sort.
fn newest_first(query: &ListQuery) -> ListQuery {
    let mut query = query.clone();
    query.is_descending |= query.sort.is_none();
    query
}

fn key(sort: Option<&str>, coupon: &Coupon) -> (Key, i64) {
    let key = match sort {
        Some("name") => Key::Text(fold(&coupon.name)),
        Some("code") => Key::Text(super::code::key(&coupon.code)),
        Some("usage_count") => Key::Int(coupon.usage_count),
        Some("ends_at") => Key::Int(coupon.ends_at.map_or(NEVER, |at| at.0)),
        _ => Key::Int(coupon.created_at.0),
    };
    (key, coupon.id.raw())
}

/// A page of the coupons that match, the newest first by default.
///
/// # Errors
/// 422 for an invalid cursor; of the database.
pub(super) async fn page(
    c: Conn<'_>,
    scope: &StoreScope,
    query: &ListQuery,
    filter: &CouponFilter,
    now: Millis,
) -> ApiResult<Page<Coupon>> {
    let query = newest_first(query);
    let sort = query.sort.as_deref();
    let (both, is_text) = list_store::orders(sort);
    let window = Window::from_query(&query, both, is_text)?;
    let rows = list_store::list(c, scope, filter, &window, now).await?;
    let total = list_store::count(c, scope, filter, now).await?;
    let Page { items, total, is_total_capped, next_cursor } = window.page(rows, capped(total), |coupon| key(sort, coupon));
    Ok(Page { items: list_with_names(c, scope, items).await?, total, is_total_capped, next_cursor })
}

/// The orders that use, or used, the coupon; the latest first.
///
/// # Errors
/// 422 for an invalid cursor; of the database.
pub(super) async fn uses(c: Conn<'_>, scope: &StoreScope, id: CouponId, query: &ListQuery) -> ApiResult<Page<UseRow>> {
    let query = newest_first(query);
    let window = Window::from_query(&query, list_store::use_orders(), false)?;
    let rows = list_store::list_uses(c, scope, id, &window).await?;
    let total = list_store::count_uses(c, scope, id).await?;
    Ok(window.page(rows, capped(total), |row| (Key::Int(row.used_at.0), row.id.raw())))
}
