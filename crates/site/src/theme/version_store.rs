//! Every statement on the versions of themes.

use db::{Conn, Json, Result, p, row};
use kernel::{SectionId, StoreScope};
use serde_json::{Map, Value};

use super::model::{MOST_VERSIONS, Version, VersionKind};

row!(Version { number, kind, note, based_on, created_at, created_by, archive });

/// The versions of a theme, the newest first; those that are kept.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<Vec<Version>> {
    let sql = "SELECT number, kind, note, based_on, created_at, created_by, archive FROM theme_versions \
               WHERE store_id = ?1 AND theme = ?2 ORDER BY number DESC LIMIT 100";
    c.all(sql, p![scope.store(), theme]).await
}

/// A version.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, theme: &str, number: i64) -> Result<Option<Version>> {
    let sql = "SELECT number, kind, note, based_on, created_at, created_by, archive FROM theme_versions \
               WHERE store_id = ?1 AND theme = ?2 AND number = ?3";
    c.opt(sql, p![scope.store(), theme, number]).await
}

/// The number of the version that was published before this one.
pub(super) async fn find_previous(c: Conn<'_>, scope: &StoreScope, theme: &str, number: i64) -> Result<Option<i64>> {
    let sql = "SELECT number FROM theme_versions WHERE store_id = ?1 AND theme = ?2 AND number < ?3 AND kind = 'published' \
               ORDER BY number DESC LIMIT 1";
    c.opt(sql, p![scope.store(), theme, number]).await
}

async fn insert(c: Conn<'_>, scope: &StoreScope, theme: &str, version: &Version) -> Result<()> {
    let sql = "INSERT INTO theme_versions (store_id, theme, number, kind, note, based_on, created_at, created_by, archive) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let Version { number, kind, note, based_on, created_at, created_by, archive } = version;
    c.exec(sql, p![scope.store(), theme, number, kind.as_str(), note, based_on, created_at, created_by, archive]).await?;
    Ok(())
}

/// Inserts a version of the draft as it is.
pub(super) async fn insert_of_draft(c: Conn<'_>, scope: &StoreScope, theme: &str, version: &Version) -> Result<()> {
    insert(c, scope, theme, version).await?;
    let sql = "INSERT INTO theme_version_sections (store_id, theme, number, id, page, zone, section, name, is_active, display_order, settings, blocks) \
               SELECT store_id, theme, CAST(?3 AS BIGINT), id, page, zone, section, name, is_active, display_order, settings, blocks \
               FROM theme_sections WHERE store_id = ?1 AND theme = ?2 AND deleted_at IS NULL";
    c.exec(sql, p![scope.store(), theme, version.number]).await?;
    Ok(())
}

/// Inserts a version with the sections of another.
pub(super) async fn insert_copy(c: Conn<'_>, scope: &StoreScope, theme: &str, version: &Version, of: i64) -> Result<()> {
    insert(c, scope, theme, version).await?;
    let sql = "INSERT INTO theme_version_sections (store_id, theme, number, id, page, zone, section, name, is_active, display_order, settings, blocks) \
               SELECT store_id, theme, CAST(?4 AS BIGINT), id, page, zone, section, name, is_active, display_order, settings, blocks \
               FROM theme_version_sections WHERE store_id = ?1 AND theme = ?2 AND number = ?3";
    c.exec(sql, p![scope.store(), theme, of, version.number]).await?;
    Ok(())
}

/// Writes the settings of a section of a version that is being made.
pub(super) async fn set_settings(
    c: Conn<'_>,
    scope: &StoreScope,
    theme: &str,
    (number, id): (i64, SectionId),
    settings: &Map<String, Value>,
) -> Result<()> {
    let sql = "UPDATE theme_version_sections SET settings = ?5 WHERE store_id = ?1 AND theme = ?2 AND number = ?3 AND id = ?4";
    c.exec(sql, p![scope.store(), theme, number, id, Json(settings)]).await?;
    Ok(())
}

/// Writes why a version was made.
pub(super) async fn update_kind(c: Conn<'_>, scope: &StoreScope, theme: &str, (number, kind): (i64, VersionKind)) -> Result<()> {
    let sql = "UPDATE theme_versions SET kind = ?4 WHERE store_id = ?1 AND theme = ?2 AND number = ?3";
    c.exec(sql, p![scope.store(), theme, number, kind.as_str()]).await?;
    Ok(())
}

/// Deletes the versions that are older than the last ones, but for those in `except`.
pub(super) async fn delete_old(c: Conn<'_>, scope: &StoreScope, theme: &str, (newest, except): (i64, [i64; 2])) -> Result<()> {
    let last = newest - MOST_VERSIONS;
    let sql = "DELETE FROM theme_version_sections WHERE store_id = ?1 AND theme = ?2 AND number <= ?3 AND number <> ?4 AND number <> ?5";
    c.exec(sql, p![scope.store(), theme, last, except[0], except[1]]).await?;
    let sql = "DELETE FROM theme_versions WHERE store_id = ?1 AND theme = ?2 AND number <= ?3 AND number <> ?4 AND number <> ?5";
    c.exec(sql, p![scope.store(), theme, last, except[0], except[1]]).await?;
    Ok(())
}
