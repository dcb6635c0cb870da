//! The statements on the team's own texts that may mention a person.

use db::{Conn, Json, Result, p, row};
use kernel::fold::fold;
use kernel::{CouponId, CustomerGroupId, CustomerId, CustomerSegmentId, Millis, OrderViewId, StoreScope};
use serde_json::Value;

/// A segment, deleted or not.
pub(super) struct Segment {
    pub(super) id: CustomerSegmentId,
    pub(super) name: String,
    pub(super) rules: Json<Value>,
    pub(super) deleted_at: Option<Millis>,
}
row!(Segment { id, name, rules, deleted_at });

pub(super) async fn list_segments(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<Segment>> {
    let sql = "SELECT id, name, rules, deleted_at FROM customer_segments WHERE store_id = ?1 ORDER BY id LIMIT 10000";
    c.all(sql, p![scope.store()]).await
}

pub(super) async fn update_segment(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerSegmentId,
    name: &str,
    rules: Value,
    now: Millis,
) -> Result<()> {
    let sql = "UPDATE customer_segments SET name = ?3, rules = ?4, updated_at = ?5, version = version + 1 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, name, Json(rules), now]).await?;
    Ok(())
}

pub(super) async fn list_groups(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(CustomerGroupId, String)>> {
    c.all("SELECT id, name FROM customer_groups WHERE store_id = ?1 ORDER BY id LIMIT 1000", p![scope.store()]).await
}

pub(super) async fn update_group_name(c: Conn<'_>, scope: &StoreScope, id: CustomerGroupId, name: &str) -> Result<()> {
    let sql = "UPDATE customer_groups SET name = ?3, name_key = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, name, fold(name)]).await?;
    Ok(())
}

/// Saved views of the orders list that were not deleted.
pub(super) async fn list_order_views(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(OrderViewId, String, Json<Value>)>> {
    let sql = "SELECT id, name, content FROM order_views WHERE store_id = ?1 AND deleted_at IS NULL ORDER BY id LIMIT 10000";
    c.all(sql, p![scope.store()]).await
}

/// Coupons after one, with name and code; 1000 at most.
pub(super) async fn list_coupons(c: Conn<'_>, scope: &StoreScope, after: CouponId) -> Result<Vec<(CouponId, String, String)>> {
    let sql = "SELECT id, name, code FROM coupons WHERE store_id = ?1 AND id > ?2 AND deleted_at IS NULL ORDER BY id LIMIT 1000";
    c.all(sql, p![scope.store(), after]).await
}

/// Deleted coupons after one, with their names; 1000 at most.
pub(super) async fn list_deleted_coupons(c: Conn<'_>, scope: &StoreScope, after: CouponId) -> Result<Vec<(CouponId, String)>> {
    let sql = "SELECT id, name FROM coupons WHERE store_id = ?1 AND id > ?2 AND deleted_at IS NOT NULL ORDER BY id LIMIT 1000";
    c.all(sql, p![scope.store(), after]).await
}

pub(super) async fn update_coupon_name(c: Conn<'_>, scope: &StoreScope, id: CouponId, name: &str, now: Millis) -> Result<()> {
    let sql =
        "UPDATE coupons SET name = ?3, name_key = ?4, updated_at = ?5, version = version + 1 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, name, fold(name), now]).await?;
    Ok(())
}

/// The folded tags of the store's customers: each step finds the next distinct word in the index (loose index scan).
pub(super) async fn list_customer_tag_keys(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<Vec<String>> {
    let sql = "WITH RECURSIVE words (tag_key) AS ( \
               SELECT MIN(t.tag_key) FROM customer_tags t WHERE t.store_id = ?1 \
               UNION ALL SELECT (SELECT MIN(t.tag_key) FROM customer_tags t WHERE t.store_id = ?1 AND t.tag_key > w.tag_key) \
               FROM words w WHERE w.tag_key IS NOT NULL) \
               SELECT w.tag_key FROM words w WHERE w.tag_key IS NOT NULL LIMIT ?2";
    c.all(sql, p![scope.store(), most]).await
}

/// A tag as another customer has it.
pub(super) async fn find_tag_of_other(c: Conn<'_>, scope: &StoreScope, key: &str, id: CustomerId) -> Result<Option<String>> {
    let sql = "SELECT tag FROM customer_tags WHERE store_id = ?1 AND tag_key = ?2 AND customer_id <> ?3 LIMIT 1";
    c.opt(sql, p![scope.store(), key, id]).await
}

/// The folded tags of the store's orders: each step finds the next distinct word in the index (loose index scan).
pub(super) async fn list_order_tag_keys(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<Vec<String>> {
    let sql = "WITH RECURSIVE words (tag_key) AS ( \
               SELECT MIN(t.tag_key) FROM order_tags t WHERE t.store_id = ?1 \
               UNION ALL SELECT (SELECT MIN(t.tag_key) FROM order_tags t WHERE t.store_id = ?1 AND t.tag_key > w.tag_key) \
               FROM words w WHERE w.tag_key IS NOT NULL) \
               SELECT w.tag_key FROM words w WHERE w.tag_key IS NOT NULL LIMIT ?2";
    c.all(sql, p![scope.store(), most]).await
}

/// A tag as an order of another customer has it.
pub(super) async fn find_order_tag_of_other(
    c: Conn<'_>,
    scope: &StoreScope,
    key: &str,
    id: CustomerId,
) -> Result<Option<String>> {
    let sql = "SELECT t.tag FROM order_tags t JOIN orders o ON o.store_id = t.store_id AND o.id = t.order_id \
               WHERE t.store_id = ?1 AND t.tag_key = ?2 AND o.customer_id <> ?3 LIMIT 1";
    c.opt(sql, p![scope.store(), key, id]).await
}

/// An entry of the journal with its facts.
pub(super) struct JournalRow {
    pub(super) subject_id: i64,
    pub(super) seq: i64,
    pub(super) before: Option<Json<Value>>,
    pub(super) after: Option<Json<Value>>,
}
row!(JournalRow { subject_id, seq, before, after });

/// Entries about one kind of record, after the entry of an id and a sequence number; 500 at most.
pub(super) async fn list_journal(
    c: Conn<'_>,
    scope: &StoreScope,
    subject: &'static str,
    (after_id, after_seq): (i64, i64),
) -> Result<Vec<JournalRow>> {
    let sql = "SELECT subject_id, seq, before, after FROM journal WHERE store_id = ?1 AND subject = ?2 AND (subject_id, seq) > (?3, ?4) \
               ORDER BY subject_id, seq LIMIT 500";
    c.all(sql, p![scope.store(), subject, after_id, after_seq]).await
}

/// Replaces the facts of an entry.
pub(super) async fn update_journal(
    c: Conn<'_>,
    scope: &StoreScope,
    seq: i64,
    before: Option<Json<Value>>,
    after: Option<Json<Value>>,
) -> Result<()> {
    let sql = "UPDATE journal SET before = ?3, after = ?4 WHERE store_id = ?1 AND seq = ?2";
    c.exec(sql, p![scope.store(), seq, before, after]).await?;
    Ok(())
}
