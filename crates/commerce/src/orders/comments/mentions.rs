//! What a member has not seen yet of where they are named.

use db::{Conn, Result};
use kernel::{StoreScope, UserId};

use super::store;

/// The most that are listed.
pub const MOST: i64 = 100;

/// How many comments name a member that they have not seen, counted to one more than a hundred.
///
/// # Errors
/// Of the database.
pub async fn count_unread(c: Conn<'_>, scope: &StoreScope, user: UserId) -> Result<i64> {
    store::count_unread(c, scope, user, MOST + 1).await
}
