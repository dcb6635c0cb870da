//! Every statement on the archives of a store's own themes.

use db::{Conn, Result, p};
use kernel::{Millis, StoreScope};

/// Most of a store's own themes, deleted ones too.
pub(super) const MOST_OWN: i64 = 10;
/// Uploads of a theme whose files are kept, beside those that its draft and shoppers see.
const MOST_ARCHIVES: i64 = 5;

/// Whether the store has these files.
pub(super) async fn exists(c: Conn<'_>, scope: &StoreScope, hash: &str) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM theme_archives WHERE store_id = ?1 AND hash = ?2";
    Ok(c.one::<i64>(sql, p![scope.store(), hash]).await? > 0)
}

/// An archive: the theme's id and the packed files in base64.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, hash: &str) -> Result<Option<(String, String)>> {
    c.opt("SELECT theme, content FROM theme_archives WHERE store_id = ?1 AND hash = ?2", p![scope.store(), hash]).await
}

/// The files of an upload.
pub(super) struct NewArchive<'a> {
    pub(super) hash: &'a str,
    pub(super) theme: &'a str,
    pub(super) size: i64,
    /// Packed, in base64.
    pub(super) content: &'a str,
}

/// Inserts the files of an upload; the same files are newer again.
pub(super) async fn upsert(c: Conn<'_>, scope: &StoreScope, archive: &NewArchive<'_>, now: Millis) -> Result<()> {
    let sql = "INSERT INTO theme_archives (store_id, hash, theme, size, content, uploaded_at, uploaded_by) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (store_id, hash) DO UPDATE SET uploaded_at = excluded.uploaded_at";
    let NewArchive { hash, theme, size, content } = archive;
    c.exec(sql, p![scope.store(), hash, theme, size, content, now, scope.actor().name]).await?;
    Ok(())
}

/// Forgets the files of old uploads, but for those of the draft and of the versions that shoppers see or will see.
pub(super) async fn delete_old(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<()> {
    let sql = "DELETE FROM theme_archives WHERE store_id = ?1 AND theme = ?2 AND uploaded_at < \
               COALESCE((SELECT uploaded_at FROM theme_archives WHERE store_id = ?1 AND theme = ?2 \
               ORDER BY uploaded_at DESC LIMIT 1 OFFSET ?3), CAST(0 AS BIGINT)) \
               AND hash NOT IN (SELECT archive FROM installed_themes WHERE store_id = ?1 AND theme = ?2 AND archive IS NOT NULL) \
               AND hash NOT IN (SELECT v.archive FROM installed_themes i JOIN theme_versions v ON v.store_id = i.store_id \
               AND v.theme = i.theme AND (v.number = i.published OR v.number = i.scheduled) \
               WHERE i.store_id = ?1 AND i.theme = ?2 AND v.archive IS NOT NULL)";
    c.exec(sql, p![scope.store(), theme, MOST_ARCHIVES - 1]).await?;
    Ok(())
}

/// The store's own themes, deleted ones too.
pub(super) async fn count_own(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    c.one("SELECT COUNT(*) FROM installed_themes WHERE store_id = ?1 AND archive IS NOT NULL", p![scope.store()]).await
}

/// The deleted theme that makes room for another: the one that was deleted first.
pub(super) async fn find_oldest_deleted(c: Conn<'_>, scope: &StoreScope) -> Result<Option<String>> {
    let sql = "SELECT theme FROM installed_themes WHERE store_id = ?1 AND archive IS NOT NULL AND deleted_at IS NOT NULL \
               ORDER BY deleted_at, theme LIMIT 1";
    c.opt(sql, p![scope.store()]).await
}

/// Whether the store had this theme and deleted it.
pub(super) async fn is_deleted(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM installed_themes WHERE store_id = ?1 AND theme = ?2 AND deleted_at IS NOT NULL";
    Ok(c.one::<i64>(sql, p![scope.store(), theme]).await? > 0)
}

/// Deletes a theme of the store, or brings it back.
pub(super) async fn set_deleted(c: Conn<'_>, scope: &StoreScope, theme: &str, at: Option<Millis>) -> Result<()> {
    let sql = "UPDATE installed_themes SET deleted_at = ?3 WHERE store_id = ?1 AND theme = ?2";
    c.exec(sql, p![scope.store(), theme, at]).await?;
    Ok(())
}

/// Writes the files of a theme's draft.
pub(super) async fn set_archive(c: Conn<'_>, scope: &StoreScope, theme: &str, hash: Option<&str>) -> Result<()> {
    let sql = "UPDATE installed_themes SET archive = ?3 WHERE store_id = ?1 AND theme = ?2";
    c.exec(sql, p![scope.store(), theme, hash]).await?;
    Ok(())
}

/// Forgets a deleted theme with all that it had.
pub(super) async fn delete_theme(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<()> {
    for sql in [
        "DELETE FROM theme_previews WHERE store_id = ?1 AND theme = ?2",
        "DELETE FROM theme_sections WHERE store_id = ?1 AND theme = ?2",
        "DELETE FROM theme_version_sections WHERE store_id = ?1 AND theme = ?2",
        "DELETE FROM theme_versions WHERE store_id = ?1 AND theme = ?2",
        "DELETE FROM installed_themes WHERE store_id = ?1 AND theme = ?2",
        "DELETE FROM theme_archives WHERE store_id = ?1 AND theme = ?2",
    ] {
        c.exec(sql, p![scope.store(), theme]).await?;
    }
    Ok(())
}
