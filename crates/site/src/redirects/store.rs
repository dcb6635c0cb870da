//! Every statement on redirects.

use db::{Conn, Result, Sql, p, row};
use kernel::{Millis, RedirectId, StoreId, StoreScope};
use web::keyset::{COUNTED, Sorted, Window};

use super::address::like_pattern;
use super::model::{KEPT_DELETED, Redirect};

row!(Redirect {
    id,
    address,
    address_key,
    target,
    target_key,
    is_permanent,
    hits,
    last_hit_at,
    created_at,
    updated_at,
    deleted_at,
    version
});

/// The columns in the order of [`Redirect`].
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, address, address_key, target, target_key, is_permanent, hits, last_hit_at, created_at, updated_at, deleted_at, version \
             FROM address_redirects WHERE",
            $rest
        )
    };
}

/// Rows per statement where there are many.
const ROWS: usize = 50;

/// Where a key leads: all that a request needs.
pub(super) async fn find_target(c: Conn<'_>, scope: &StoreScope, key: &str) -> Result<Option<(RedirectId, String, bool)>> {
    let sql =
        "SELECT id, target, is_permanent FROM address_redirects WHERE store_id = ?1 AND address_key = ?2 AND deleted_at IS NULL";
    c.opt(sql, p![scope.store(), key]).await
}

/// The redirect of an address.
pub(super) async fn find_by_key(c: Conn<'_>, scope: &StoreScope, key: &str) -> Result<Option<Redirect>> {
    c.opt(select!(" store_id = ?1 AND address_key = ?2 AND deleted_at IS NULL"), p![scope.store(), key]).await
}

/// A redirect, deleted or not.
pub(super) async fn find_any(c: Conn<'_>, scope: &StoreScope, id: RedirectId) -> Result<Option<Redirect>> {
    c.opt(select!(" store_id = ?1 AND id = ?2"), p![scope.store(), id]).await
}

/// A redirect that is not deleted.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: RedirectId) -> Result<Option<Redirect>> {
    Ok(find_any(c, scope, id).await?.filter(|redirect| redirect.deleted_at.is_none()))
}

/// Number of redirects of a store, counted up to `most`.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<i64> {
    let sql =
        "SELECT COUNT(*) FROM (SELECT id FROM address_redirects WHERE store_id = ?1 AND deleted_at IS NULL LIMIT ?2) AS counted";
    c.one(sql, p![scope.store(), most]).await
}

/// Every redirect of the store by its address; a store has a bounded number of them.
pub(super) async fn list_all(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<Redirect>> {
    c.all(select!(" store_id = ?1 AND deleted_at IS NULL ORDER BY address_key, id LIMIT 10000"), p![scope.store()]).await
}

/// Inserts redirects at version 1.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, redirects: &[Redirect]) -> Result<()> {
    for chunk in redirects.chunks(ROWS) {
        let mut sql = Sql::new(
            "INSERT INTO address_redirects (store_id, id, address, address_key, target, target_key, is_permanent, hits, created_at, updated_at, version) VALUES ",
        );
        for (n, redirect) in chunk.iter().enumerate() {
            let Redirect { id, address, address_key, target, target_key, is_permanent, created_at, .. } = redirect.clone();
            sql = sql.raw(if n == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", id).arg(", ?", address);
            sql = sql.arg(", ?", address_key).arg(", ?", target).arg(", ?", target_key).arg(", ?", is_permanent).raw(", 0");
            sql = sql.arg(", ?", created_at).arg(", ?", created_at).raw(", 1)");
        }
        sql.exec(c).await?;
    }
    Ok(())
}

/// Writes a redirect if it is still at the version before; false when it is not.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, redirect: &Redirect) -> Result<bool> {
    let Redirect { id, address, address_key, target, target_key, is_permanent, updated_at, version, .. } = redirect;
    let sql = "UPDATE address_redirects SET address = ?3, address_key = ?4, target = ?5, target_key = ?6, is_permanent = ?7, updated_at = ?8, \
               version = ?9 WHERE store_id = ?1 AND id = ?2 AND version = ?9 - 1 AND deleted_at IS NULL";
    let args = p![scope.store(), *id, address, address_key, target, target_key, *is_permanent, *updated_at, *version];
    Ok(c.exec(sql, args).await? == 1)
}

/// The redirects that lead to a key; a store has a bounded number of them.
pub(super) async fn list_by_target(c: Conn<'_>, scope: &StoreScope, key: &str) -> Result<Vec<Redirect>> {
    let sql = select!(" store_id = ?1 AND target_key = ?2 AND target_key <> '' AND deleted_at IS NULL ORDER BY id LIMIT 10000");
    c.all(sql, p![scope.store(), key]).await
}

/// Writes where redirects lead and how, those that are still at their versions; returns how many there were.
pub(super) async fn update_leads(c: Conn<'_>, scope: &StoreScope, redirects: &[&Redirect], now: Millis) -> Result<u64> {
    let mut written = 0;
    for chunk in redirects.chunks(ROWS) {
        let mut sql =
            Sql::new("UPDATE address_redirects SET target = v.column2, target_key = v.column3, is_permanent = v.column4")
                .arg(", updated_at = ?, version = version + 1 FROM (VALUES ", now);
        for (n, redirect) in chunk.iter().enumerate() {
            let Redirect { id, target, target_key, is_permanent, version, .. } = (*redirect).clone();
            // Without casts, PostgreSQL takes every parameter of VALUES for a text.
            sql =
                sql.raw(if n == 0 { "(" } else { ", (" }).arg("CAST(? AS BIGINT)", id).arg(", ?", target).arg(", ?", target_key);
            sql = sql.arg(", CAST(? AS BOOLEAN)", is_permanent).arg(", CAST(? AS BIGINT)", version).raw(")");
        }
        let sql = sql.arg(") AS v WHERE store_id = ?", scope.store());
        written += sql.raw(" AND id = v.column1 AND version = v.column5 AND deleted_at IS NULL").exec(c).await?;
    }
    Ok(written)
}

/// Deletes or restores a redirect; false when nothing changed.
pub(super) async fn set_deleted(
    c: Conn<'_>,
    scope: &StoreScope,
    id: RedirectId,
    at: Option<Millis>,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE address_redirects SET deleted_at = ?3, updated_at = ?4, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND (deleted_at IS NULL) = ?5";
    Ok(c.exec(sql, p![scope.store(), id, at, now, at.is_some()]).await? == 1)
}

/// Forgets redirects that were deleted too long ago to be restored.
pub(super) async fn delete_forgotten(c: Conn<'_>, scope: &StoreScope, now: Millis) -> Result<()> {
    let sql = "DELETE FROM address_redirects WHERE store_id = ?1 AND deleted_at IS NOT NULL AND deleted_at < ?2";
    c.exec(sql, p![scope.store(), Millis(now.0 - KEPT_DELETED)]).await?;
    Ok(())
}

/// Adds hits.
pub(super) async fn increment_hits(c: Conn<'_>, store: StoreId, id: RedirectId, times: i64, last_at: Millis) -> Result<()> {
    let sql = "UPDATE address_redirects SET hits = hits + ?3, last_hit_at = CASE WHEN last_hit_at > ?4 THEN last_hit_at ELSE ?4 END \
               WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![store, id, times, last_at]).await?;
    Ok(())
}

/// Both directions of a sort, and whether its key is a text.
pub(super) fn orders(sort: Option<&str>) -> ((Sorted, Sorted), bool) {
    match sort {
        Some("address") => (web::sorted!("address_key", "id"), true),
        Some("hits") => (web::sorted!("hits", "id"), false),
        Some("last_hit_at") => (web::sorted!("COALESCE(last_hit_at, 0)", "id"), false),
        _ => (web::sorted!("created_at", "id"), false),
    }
}

fn searched(sql: Sql, scope: &StoreScope, search: &str) -> Sql {
    let sql = sql.arg(" store_id = ?", scope.store()).raw(" AND deleted_at IS NULL");
    if search.is_empty() {
        return sql;
    }
    let like = like_pattern(search);
    sql.arg(" AND (address_key LIKE ? ESCAPE '!'", like.clone()).arg(" OR LOWER(target) LIKE ? ESCAPE '!')", like)
}

/// A page of redirects; `search` is a key, or a part of one.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, search: &str, window: &Window) -> Result<Vec<Redirect>> {
    window.limit(window.after(searched(Sql::new(select!("")), scope, search))).all(c).await
}

/// Number of matching redirects, up to the cap of lists.
pub(super) async fn count_listed(c: Conn<'_>, scope: &StoreScope, search: &str) -> Result<i64> {
    let sql = searched(Sql::new("SELECT COUNT(*) FROM (SELECT id FROM address_redirects WHERE"), scope, search);
    sql.arg(" LIMIT ?", COUNTED).raw(") AS counted").one(c).await
}
