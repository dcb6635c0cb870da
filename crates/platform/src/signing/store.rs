//! Every statement on the installation's secrets.

use db::{Conn, Result, p};
use kernel::Millis;

const SELECT: &str = "SELECT value FROM installation_secrets WHERE name = ?1";

pub(super) async fn find_secret(c: Conn<'_>, name: &str) -> Result<Option<String>> {
    c.opt(SELECT, p![name]).await
}

/// Inserts a secret unless one of that name exists, and returns the stored one.
pub(super) async fn insert_secret_once(c: Conn<'_>, name: &str, value: &str, now: Millis) -> Result<String> {
    let sql = "INSERT INTO installation_secrets (name, value, created_at) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING";
    c.exec(sql, p![name, value, now]).await?;
    c.one(SELECT, p![name]).await
}
