//! Lists of coupons and of their uses.
//!
//! A store keeps a bounded number of coupons (`model::MOST`), so what is asked of them beside the store is answered from its rows.

use db::{Conn, Result, Sql};
use kernel::fold::fold;
use kernel::{CouponId, Millis, Page, StoreScope};
use web::message::common;
use web::{ApiError, ApiResult, ListQuery};

use super::model::{Coupon, DiscountType, Segment, State, Usability};
use super::store::{UseRow, columns, list_with_names};
use platform::search::upper_bound;
use web::keyset::{COUNTED, Key, Sorted, Window, capped};

/// The filters of the coupons list.
pub(super) const FILTERS: &[&str] = &["state", "discount_type", "discount_segment", "discount_usability"];
/// The sorts of the coupons list.
pub(super) const SORTS: &[&str] = &["created_at", "name", "code", "usage_count", "ends_at"];
/// A coupon without an end stands after those that have one.
const NEVER: i64 = i64::MAX;

web::list_params! {
    /// Of the list of coupons.
    pub(super) CouponListParams => SORTS;
}

/// What is asked for, understood.
#[derive(Debug, Clone, Default)]
pub(super) struct CouponFilter {
    states: Vec<State>,
    types: Vec<&'static str>,
    segments: Vec<&'static str>,
    usabilities: Vec<&'static str>,
    words: Vec<String>,
}

fn all<T: Copy>(query: &ListQuery, field: &str, parse: fn(&str) -> Option<T>) -> ApiResult<Vec<T>> {
    let bad = || ApiError::field(format!("filter[{field}]"), common::NOT_A_CHOICE);
    if query.filters.iter().any(|f| f.field == field && f.op != "eq") {
        return Err(bad());
    }
    query.values(field).unwrap_or_default().iter().map(|word| parse(word).ok_or_else(bad)).collect()
}

/// Reads the filters and the search of a call.
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

/// What a state asks of a row; the same order of questions as [`Coupon::state`].
fn in_state(sql: Sql, state: State, now: Millis) -> Sql {
    let running = |sql: Sql| sql.arg("is_active AND (ends_at IS NULL OR ends_at > ?)", now);
    let unused = " AND (usage_limit IS NULL OR usage_count < usage_limit)";
    match state {
        State::Off => sql.raw("NOT is_active"),
        State::Ended => sql.arg("is_active AND ends_at <= ?", now),
        State::UsedUp => running(sql).raw(" AND usage_count >= usage_limit"),
        State::Scheduled => running(sql).raw(unused).arg(" AND starts_at > ?", now),
        State::Active => running(sql).raw(unused).arg(" AND (starts_at IS NULL OR starts_at <= ?)", now),
    }
}

impl CouponFilter {
    /// Adds the conditions behind `WHERE`.
    fn add(&self, sql: Sql, scope: &StoreScope, now: Millis) -> Sql {
        let mut sql = sql.arg(" store_id = ?", scope.store()).raw(" AND deleted_at IS NULL");
        for (n, state) in self.states.iter().enumerate() {
            sql = in_state(sql.raw(if n == 0 { " AND ((" } else { ") OR (" }), *state, now);
        }
        if !self.states.is_empty() {
            sql = sql.raw("))");
        }
        for (head, words) in [
            (" AND discount_type IN ", &self.types),
            (" AND discount_segment IN ", &self.segments),
            (" AND discount_usability IN ", &self.usabilities),
        ] {
            if !words.is_empty() {
                sql = sql.list(head, words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>(), "");
            }
        }
        for word in &self.words {
            sql = sql
                .raw(" AND EXISTS (SELECT t.token FROM search_tokens t WHERE t.store_id = coupons.store_id AND t.subject = 'coupon' AND t.subject_id = coupons.id")
                .arg(" AND t.token >= ?", word.clone())
                .arg(" AND t.token < ?", upper_bound(word))
                .raw(")");
        }
        sql
    }
}

fn both(sort: Option<&str>) -> ((Sorted, Sorted), bool) {
    match sort {
        Some("name") => (web::sorted!("name_key", "id"), true),
        Some("code") => (web::sorted!("code_key", "id"), true),
        Some("usage_count") => (web::sorted!("usage_count", "id"), false),
        Some("ends_at") => (web::sorted!("COALESCE(ends_at, 9223372036854775807)", "id"), false),
        _ => (web::sorted!("created_at", "id"), false),
    }
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

/// The newest come first where nothing is said.
fn newest_first(query: &ListQuery) -> ListQuery {
    let mut query = query.clone();
    query.is_descending |= query.sort.is_none();
    query
}

/// A page of the coupons that are asked for, the newest first unless said.
///
/// # Errors
/// 422 for a cursor that is none; of the database.
pub(super) async fn page(
    c: Conn<'_>,
    scope: &StoreScope,
    query: &ListQuery,
    wanted: &CouponFilter,
    now: Millis,
) -> ApiResult<Page<Coupon>> {
    let query = newest_first(query);
    let sort = query.sort.as_deref();
    let (both, is_text) = both(sort);
    let window = Window::from_query(&query, both, is_text)?;
    let sql = Sql::new(concat!("SELECT ", columns!(), " FROM coupons WHERE"));
    let rows: Vec<Coupon> = window.limit(window.after(wanted.add(sql, scope, now))).all(c).await?;
    let sql = wanted.add(Sql::new("SELECT COUNT(*) FROM (SELECT id FROM coupons WHERE"), scope, now);
    let total: i64 = sql.arg(" LIMIT ?", COUNTED).raw(") AS counted").one(c).await?;
    let Page { items, total, is_total_capped, next_cursor } = window.page(rows, capped(total), |coupon| key(sort, coupon));
    Ok(Page { items: list_with_names(c, scope, items).await?, total, is_total_capped, next_cursor })
}

/// The orders that have, or had, a coupon; the latest first.
///
/// # Errors
/// 422 for a cursor that is none; of the database.
pub(super) async fn uses(c: Conn<'_>, scope: &StoreScope, id: CouponId, query: &ListQuery) -> ApiResult<Page<UseRow>> {
    let query = newest_first(query);
    let window = Window::from_query(&query, web::sorted!("u.used_at", "u.id"), false)?;
    let sql = Sql::new(
        "SELECT u.id, u.order_id, o.number, u.customer_id, o.sender_name, u.amount, u.used_at, u.given_back_at FROM coupon_uses u \
         JOIN orders o ON o.store_id = u.store_id AND o.id = u.order_id WHERE",
    );
    let sql = sql.arg(" u.store_id = ?", scope.store()).arg(" AND u.coupon_id = ?", id);
    let rows: Vec<UseRow> = window.limit(window.after(sql)).all(c).await?;
    Ok(window.page(rows, capped(count_uses(c, scope, id).await?), |row| (Key::Int(row.used_at.0), row.id.raw())))
}

async fn count_uses(c: Conn<'_>, scope: &StoreScope, id: CouponId) -> Result<i64> {
    let sql = Sql::new("SELECT COUNT(*) FROM (SELECT u.id FROM coupon_uses u WHERE").arg(" u.store_id = ?", scope.store());
    sql.arg(" AND u.coupon_id = ?", id).arg(" LIMIT ?", COUNTED).raw(") AS counted").one(c).await
}
