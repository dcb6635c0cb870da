//! Every SQL statement on `customer_segments`, and the statistics for templates.

use db::{Conn, Json, Result, p, row};
use kernel::{CustomerSegmentId, Millis, StoreScope};

use super::rules::{Groups, Rule};

/// Most segments of a store.
pub(super) const MOST: i64 = 30;

/// A stored segment.
#[derive(Debug, Clone)]
pub(super) struct Segment {
    pub(super) id: CustomerSegmentId,
    pub(super) name: String,
    pub(super) rules: Json<Vec<Vec<Rule>>>,
    pub(super) created_at: Millis,
    pub(super) updated_at: Millis,
    pub(super) version: i64,
}
row!(Segment { id, name, rules, created_at, updated_at, version });

/// The store's segments in the order of creation.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<Segment>> {
    let sql = "SELECT id, name, rules, created_at, updated_at, version FROM customer_segments WHERE store_id = ?1 \
               AND deleted_at IS NULL ORDER BY id LIMIT 30";
    c.all(sql, p![scope.store()]).await
}

/// A segment, or a deleted one.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: CustomerSegmentId, is_deleted: bool) -> Result<Option<Segment>> {
    let sql = "SELECT id, name, rules, created_at, updated_at, version FROM customer_segments WHERE store_id = ?1 AND id = ?2 \
               AND (deleted_at IS NOT NULL) = ?3";
    c.opt(sql, p![scope.store(), id, is_deleted]).await
}

/// The rules of a segment; `None` when there is no such segment.
pub(crate) async fn find_groups(c: Conn<'_>, scope: &StoreScope, id: CustomerSegmentId) -> Result<Option<Groups>> {
    Ok(find(c, scope, id, false).await?.map(|segment| segment.rules.0))
}

pub(super) async fn count(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM customer_segments WHERE store_id = ?1 AND deleted_at IS NULL";
    c.one(sql, p![scope.store()]).await
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, segment: &Segment) -> Result<()> {
    let sql = "INSERT INTO customer_segments (store_id, id, name, rules, created_at, updated_at, version) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let Segment { id, name, rules, created_at, updated_at, version } = segment.clone();
    c.exec(sql, p![scope.store(), id, name, rules, created_at, updated_at, version]).await?;
    Ok(())
}

/// Updates a segment at the expected version; false when it has changed since.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, segment: &Segment) -> Result<bool> {
    let sql = "UPDATE customer_segments SET name = ?3, rules = ?4, updated_at = ?5, version = ?6 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?6 - 1 AND deleted_at IS NULL";
    let Segment { id, name, rules, updated_at, version, .. } = segment.clone();
    Ok(c.exec(sql, p![scope.store(), id, name, rules, updated_at, version]).await? == 1)
}

/// Deletes or restores a segment; false when nothing changed.
pub(super) async fn set_deleted(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerSegmentId,
    at: Option<Millis>,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE customer_segments SET deleted_at = ?3, updated_at = ?4, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND (deleted_at IS NULL) = ?5";
    Ok(c.exec(sql, p![scope.store(), id, at, now, at.is_some()]).await? == 1)
}

/// How many customers have spent anything, counted up to `most`.
pub(super) async fn count_buyers(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM customers WHERE store_id = ?1 AND total_spent > 0 LIMIT ?2) AS counted";
    c.one(sql, p![scope.store(), most]).await
}

/// The total spent of the customer at a rank among those who have spent the most, counted from 0.
pub(super) async fn find_spent_at(c: Conn<'_>, scope: &StoreScope, rank: i64) -> Result<Option<i64>> {
    let sql = "SELECT total_spent FROM customers WHERE store_id = ?1 AND total_spent > 0 ORDER BY total_spent DESC, id DESC LIMIT 1 OFFSET ?2";
    c.opt(sql, p![scope.store(), rank]).await
}
