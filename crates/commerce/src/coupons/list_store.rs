//! Statements of the lists of coupons and of their uses.

use db::{Conn, Record as _, Result, Sql};
use kernel::{CouponId, Millis, StoreScope};

use super::model::{Coupon, State};
use super::store::UseRow;
use platform::search::upper_bound;
use web::keyset::{COUNTED, Sorted, Window};

/// Parsed filters of a request.
#[derive(Debug, Clone, Default)]
pub(super) struct CouponFilter {
    pub(super) states: Vec<State>,
    pub(super) types: Vec<&'static str>,
    pub(super) segments: Vec<&'static str>,
    pub(super) usabilities: Vec<&'static str>,
    pub(super) words: Vec<String>,
}

/// The condition of a state; the same order of checks as [`Coupon::state`].
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
    /// Adds the conditions after `WHERE`.
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

/// Both directions of a sort, and whether its key is a text.
pub(super) fn orders(sort: Option<&str>) -> ((Sorted, Sorted), bool) {
    match sort {
        Some("name") => (web::sorted!("name_key", "id"), true),
        Some("code") => (web::sorted!("code_key", "id"), true),
        Some("usage_count") => (web::sorted!("usage_count", "id"), false),
        Some("ends_at") => (web::sorted!("COALESCE(ends_at, 9223372036854775807)", "id"), false),
        _ => (web::sorted!("created_at", "id"), false),
    }
}

/// A page of coupons, without the products and categories they name.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    filter: &CouponFilter,
    window: &Window,
    now: Millis,
) -> Result<Vec<Coupon>> {
    let sql = Sql::new(db::sql!("SELECT ", Coupon::READ, " FROM coupons WHERE"));
    window.limit(window.after(filter.add(sql, scope, now))).all(c).await
}

/// Number of matching coupons, up to the cap of lists.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, filter: &CouponFilter, now: Millis) -> Result<i64> {
    let sql = filter.add(Sql::new("SELECT COUNT(*) FROM (SELECT id FROM coupons WHERE"), scope, now);
    sql.arg(" LIMIT ?", COUNTED).raw(") AS counted").one(c).await
}

/// Both directions of the order of uses.
pub(super) fn use_orders() -> (Sorted, Sorted) {
    web::sorted!("u.used_at", "u.id")
}

/// A page of the orders that use, or used, a coupon.
pub(super) async fn list_uses(c: Conn<'_>, scope: &StoreScope, id: CouponId, window: &Window) -> Result<Vec<UseRow>> {
    let sql = Sql::new(
        "SELECT u.id, u.order_id, o.number, u.customer_id, o.sender_name, u.amount, u.used_at, u.given_back_at FROM coupon_uses u \
         JOIN orders o ON o.store_id = u.store_id AND o.id = u.order_id WHERE",
    );
    let sql = sql.arg(" u.store_id = ?", scope.store()).arg(" AND u.coupon_id = ?", id);
    window.limit(window.after(sql)).all(c).await
}

/// Number of orders that use, or used, a coupon, up to the cap of lists.
pub(super) async fn count_uses(c: Conn<'_>, scope: &StoreScope, id: CouponId) -> Result<i64> {
    let sql = Sql::new("SELECT COUNT(*) FROM (SELECT u.id FROM coupon_uses u WHERE").arg(" u.store_id = ?", scope.store());
    sql.arg(" AND u.coupon_id = ?", id).arg(" LIMIT ?", COUNTED).raw(") AS counted").one(c).await
}
