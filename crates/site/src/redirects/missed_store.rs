//! Every statement on missed addresses.

use std::collections::BTreeMap;

use db::{Conn, Result, Sql, p, row};
use kernel::{Millis, MissedAddressId, StoreId, StoreScope};
use web::keyset::{COUNTED, Sorted, Window};

use super::address::like_pattern;
use super::counts::UnflushedMiss;
use super::model::{MOST_MISSED, MissedAddress};

row!(MissedAddress { id, address, hits, referrer, first_seen_at, last_seen_at, is_ignored });

/// Rows per statement.
const ROWS: usize = 50;

/// Adds counts to missed addresses; an id is of use to a new one only.
pub(super) async fn increment(
    c: Conn<'_>,
    store: StoreId,
    misses: &BTreeMap<String, (MissedAddressId, UnflushedMiss)>,
) -> Result<()> {
    let all: Vec<_> = misses.iter().collect();
    for chunk in all.chunks(ROWS) {
        let mut sql = Sql::new(
            "INSERT INTO missed_addresses (store_id, id, address, address_key, hits, referrer, first_seen_at, last_seen_at, is_ignored) VALUES ",
        );
        for (n, (key, (id, miss))) in chunk.iter().enumerate() {
            sql = sql.raw(if n == 0 { "(" } else { ", (" }).arg("?", store).arg(", ?", *id);
            sql = sql.arg(", ?", miss.address.clone()).arg(", ?", (*key).clone()).arg(", ?", miss.count.times);
            sql = sql
                .arg(", ?", miss.referrer.clone())
                .arg(", ?", miss.count.last_at)
                .arg(", ?", miss.count.last_at)
                .raw(", FALSE)");
        }
        sql.raw(
            " ON CONFLICT (store_id, address_key) DO UPDATE SET hits = missed_addresses.hits + excluded.hits, \
             referrer = CASE WHEN excluded.referrer = '' THEN missed_addresses.referrer ELSE excluded.referrer END, \
             last_seen_at = CASE WHEN excluded.last_seen_at > missed_addresses.last_seen_at THEN excluded.last_seen_at \
             ELSE missed_addresses.last_seen_at END",
        )
        .exec(c)
        .await?;
    }
    Ok(())
}

/// Deletes those of a store that nobody has asked for since a moment.
pub(super) async fn delete_before(c: Conn<'_>, store: StoreId, before: Millis) -> Result<()> {
    c.exec("DELETE FROM missed_addresses WHERE store_id = ?1 AND last_seen_at < ?2", p![store, before]).await?;
    Ok(())
}

/// Deletes the rarest of a store, and the oldest among equals, beyond those that it keeps. Ignored ones stay longest: they would come
/// back as new ones.
pub(super) async fn delete_rarest(c: Conn<'_>, store: StoreId) -> Result<()> {
    let sql = "DELETE FROM missed_addresses WHERE store_id = ?1 AND id IN (SELECT id FROM missed_addresses WHERE store_id = ?1 \
               ORDER BY is_ignored DESC, hits DESC, last_seen_at DESC, id LIMIT 10000 OFFSET ?2)";
    c.exec(sql, p![store, MOST_MISSED]).await?;
    Ok(())
}

/// Deletes the missed address of a key: it leads somewhere now.
pub(super) async fn delete_by_key(c: Conn<'_>, scope: &StoreScope, key: &str) -> Result<()> {
    c.exec("DELETE FROM missed_addresses WHERE store_id = ?1 AND address_key = ?2", p![scope.store(), key]).await?;
    Ok(())
}

/// Deletes the missed addresses that have a redirect.
pub(super) async fn delete_redirected(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    let sql = "DELETE FROM missed_addresses WHERE store_id = ?1 AND address_key IN \
               (SELECT address_key FROM address_redirects WHERE store_id = ?1 AND deleted_at IS NULL)";
    c.exec(sql, p![scope.store()]).await?;
    Ok(())
}

/// A missed address.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: MissedAddressId) -> Result<Option<MissedAddress>> {
    let sql = "SELECT id, address, hits, referrer, first_seen_at, last_seen_at, is_ignored FROM missed_addresses WHERE store_id = ?1 AND id = ?2";
    c.opt(sql, p![scope.store(), id]).await
}

/// Ignores a missed address, or no longer.
pub(super) async fn set_ignored(c: Conn<'_>, scope: &StoreScope, id: MissedAddressId, is_ignored: bool) -> Result<()> {
    let sql = "UPDATE missed_addresses SET is_ignored = ?3 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, is_ignored]).await?;
    Ok(())
}

/// Which of them are listed.
#[derive(Debug, Clone)]
pub(super) struct MissedFilter {
    pub(super) is_ignored: bool,
    /// Since this moment.
    pub(super) since: Millis,
    /// A part of an address, in small letters.
    pub(super) search: String,
}

impl MissedFilter {
    fn add(&self, sql: Sql, scope: &StoreScope) -> Sql {
        let sql = sql.arg(" store_id = ?", scope.store()).arg(" AND last_seen_at >= ?", self.since);
        let sql = sql.arg(" AND is_ignored = ?", self.is_ignored);
        if self.search.is_empty() { sql } else { sql.arg(" AND address_key LIKE ? ESCAPE '!'", like_pattern(&self.search)) }
    }
}

/// Both directions of a sort, and whether its key is a text.
pub(super) fn orders(sort: Option<&str>) -> ((Sorted, Sorted), bool) {
    match sort {
        Some("address") => (web::sorted!("address_key", "id"), true),
        Some("last_seen_at") => (web::sorted!("last_seen_at", "id"), false),
        _ => (web::sorted!("hits", "id"), false),
    }
}

/// A page of missed addresses.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, filter: &MissedFilter, window: &Window) -> Result<Vec<MissedAddress>> {
    let sql = Sql::new("SELECT id, address, hits, referrer, first_seen_at, last_seen_at, is_ignored FROM missed_addresses WHERE");
    window.limit(window.after(filter.add(sql, scope))).all(c).await
}

/// Number of matching missed addresses, up to the cap of lists.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, filter: &MissedFilter) -> Result<i64> {
    let sql = filter.add(Sql::new("SELECT COUNT(*) FROM (SELECT id FROM missed_addresses WHERE"), scope);
    sql.arg(" LIMIT ?", COUNTED).raw(") AS counted").one(c).await
}
