//! Every statement on the known devices of accounts.

use db::{Conn, Result, p};
use kernel::{Millis, UserId};

/// When a device was last seen by an account, if that was after a moment.
pub(super) async fn find_last_seen(c: Conn<'_>, hash: &str, user: UserId, after: Millis) -> Result<Option<Millis>> {
    let sql = "SELECT last_seen_at FROM known_devices WHERE token_hash = ?1 AND user_id = ?2 AND last_seen_at > ?3";
    c.opt(sql, p![hash, user, after]).await
}

pub(super) async fn set_last_seen(c: Conn<'_>, hash: &str, user: UserId, now: Millis) -> Result<()> {
    let sql = "UPDATE known_devices SET last_seen_at = ?3 WHERE token_hash = ?1 AND user_id = ?2";
    c.exec(sql, p![hash, user, now]).await?;
    Ok(())
}

pub(super) async fn insert_device(c: Conn<'_>, hash: &str, user: UserId, now: Millis) -> Result<()> {
    let sql = "INSERT INTO known_devices (token_hash, user_id, created_at, last_seen_at) VALUES (?1, ?2, ?3, ?3)";
    c.exec(sql, p![hash, user, now]).await?;
    Ok(())
}

/// Makes a device known to the other accounts that knew the browser by another token and were used on it after a moment; `most`
/// at most.
pub(super) async fn insert_device_of_others(
    c: Conn<'_>,
    hash: &str,
    old_hash: &str,
    user: UserId,
    after: Millis,
    most: i64,
) -> Result<()> {
    let sql = "INSERT INTO known_devices (token_hash, user_id, created_at, last_seen_at) \
               SELECT ?1, user_id, created_at, last_seen_at FROM known_devices \
               WHERE token_hash = ?2 AND user_id <> ?3 AND last_seen_at > ?4 ORDER BY user_id LIMIT ?5";
    c.exec(sql, p![hash, old_hash, user, after, most]).await?;
    Ok(())
}

/// Deletes all devices of an account but the `most` latest seen.
pub(super) async fn delete_above(c: Conn<'_>, user: UserId, most: i64) -> Result<()> {
    let sql = "DELETE FROM known_devices WHERE user_id = ?1 AND token_hash NOT IN (SELECT token_hash FROM known_devices \
               WHERE user_id = ?1 ORDER BY last_seen_at DESC, token_hash LIMIT ?2)";
    c.exec(sql, p![user, most]).await?;
    Ok(())
}

/// Deletes every device of an account.
pub(super) async fn delete_devices(c: Conn<'_>, user: UserId) -> Result<()> {
    c.exec("DELETE FROM known_devices WHERE user_id = ?1", p![user]).await?;
    Ok(())
}

/// Deletes devices last seen before a moment.
pub(super) async fn delete_unseen(c: Conn<'_>, before: Millis) -> Result<()> {
    c.exec("DELETE FROM known_devices WHERE last_seen_at < ?1", p![before]).await?;
    Ok(())
}
