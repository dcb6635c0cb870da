//! Every statement on previews of drafts.

use db::{Conn, Result, p, row};
use kernel::{Millis, StoreScope, UserId};

use super::model::Preview;

row!(Preview { theme, kind, user_id, user_name, expires_at });

/// A preview that has not expired, by the hash of its token.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, hash: &str, now: Millis) -> Result<Option<Preview>> {
    let sql = "SELECT theme, kind, user_id, user_name, expires_at FROM theme_previews \
               WHERE store_id = ?1 AND token_hash = ?2 AND expires_at > ?3";
    c.opt(sql, p![scope.store(), hash, now]).await
}

/// Inserts a preview.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, hash: &str, preview: &Preview, now: Millis) -> Result<()> {
    let sql = "INSERT INTO theme_previews (store_id, token_hash, theme, kind, user_id, user_name, created_at, expires_at, seen_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?7)";
    let Preview { theme, kind, user_id, user_name, expires_at } = preview;
    c.exec(sql, p![scope.store(), hash, theme, kind.as_str(), user_id, user_name, now, expires_at]).await?;
    Ok(())
}

/// Says that an editor is still open, and keeps its preview alive; false when there is none.
pub(super) async fn update_seen(
    c: Conn<'_>,
    scope: &StoreScope,
    (theme, hash): (&str, &str),
    (now, until): (Millis, Millis),
) -> Result<bool> {
    let sql = "UPDATE theme_previews SET seen_at = ?3, expires_at = ?4 \
               WHERE store_id = ?1 AND token_hash = ?2 AND theme = ?5 AND kind = 'editor' AND expires_at > ?3";
    Ok(c.exec(sql, p![scope.store(), hash, now, until, theme]).await? == 1)
}

/// The names of the other members whose editors of this theme were seen since a moment; 20 at most.
pub(super) async fn list_present(
    c: Conn<'_>,
    scope: &StoreScope,
    theme: &str,
    (user, since): (Option<UserId>, Millis),
) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT user_name FROM theme_previews WHERE store_id = ?1 AND theme = ?2 AND kind = 'editor' \
               AND seen_at > ?4 AND user_id <> ?3 ORDER BY user_name LIMIT 20";
    c.all(sql, p![scope.store(), theme, user, since]).await
}

/// Ends a member's own preview of a theme; links that were shared are ended by [`delete_shared`] alone. How many there were.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, (theme, hash): (&str, &str), user: Option<UserId>) -> Result<u64> {
    let sql =
        "DELETE FROM theme_previews WHERE store_id = ?1 AND token_hash = ?2 AND user_id = ?3 AND theme = ?4 AND kind <> 'share'";
    c.exec(sql, p![scope.store(), hash, user, theme]).await
}

/// The shared links of a theme, those that have expired and are not forgotten yet among them.
pub(super) async fn count_shared(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM theme_previews WHERE store_id = ?1 AND theme = ?2 AND kind = 'share'";
    c.one(sql, p![scope.store(), theme]).await
}

/// Ends every shared link of a theme; how many there were.
pub(super) async fn delete_shared(c: Conn<'_>, scope: &StoreScope, theme: &str) -> Result<u64> {
    let sql = "DELETE FROM theme_previews WHERE store_id = ?1 AND theme = ?2 AND kind = 'share'";
    c.exec(sql, p![scope.store(), theme]).await
}

/// Forgets the previews that have expired.
pub(super) async fn delete_expired(c: Conn<'_>, scope: &StoreScope, now: Millis) -> Result<()> {
    c.exec("DELETE FROM theme_previews WHERE store_id = ?1 AND expires_at <= ?2", p![scope.store(), now]).await?;
    Ok(())
}
