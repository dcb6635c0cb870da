//! Unread mentions of a member.

use db::{Conn, Result};
use kernel::{StoreScope, UserId};

use super::store;

/// The most mentions that are listed.
pub const MOST: i64 = 100;

/// Number of unread mentions of a member, counted up to 101.
///
/// # Errors
/// Of the database.
pub async fn count_unread(c: Conn<'_>, scope: &StoreScope, user: UserId) -> Result<i64> {
    store::count_unread(c, scope, user, MOST + 1).await
}
