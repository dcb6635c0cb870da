//! Known devices of accounts. Failed sign-ins from anywhere slow down all unknown devices, and would lock out the owner as well:
//! attempts with the cookie of an earlier sign-in are counted apart.
//!
//! Invariant: a token is known for an account only after that account signed in with it in the same browser, and the server made
//! it: a token that an attacker planted in a browser is never accepted, a new one replaces it.

use db::{Conn, Result};
use kernel::{Millis, UserId};
use web::caller::hash_token;

use super::{device_store, store};
use crate::App;

/// Devices of one account; the least recently seen is evicted.
const MOST: i64 = 30;
/// Accounts that one browser is known for.
const MOST_ACCOUNTS: i64 = 10;
/// How long a device is known after it was last seen.
pub(super) const LIFE: i64 = 180 * Millis::DAY;

/// Makes the browser that sent `device_token` known to an account; the token to set, when it is a new one. The demo store's
/// account is shared and has no known devices.
pub(super) async fn remember(app: &App, user: UserId, device_token: Option<&str>) -> Result<Option<String>> {
    let (env, token_hash) = (app.env().clone(), device_token.map(hash_token));
    let now = env.now();
    if store::is_demo_user(app.db().conn(), user).await? {
        return Ok(None);
    }
    if let Some(hash) = &token_hash
        && let Some(last_seen) = seen_at(app.db().conn(), hash, user, now).await?
        && last_seen > now.plus(-Millis::DAY)
    {
        return Ok(None);
    }
    app.db()
        .tx(async move |c| {
            if let Some(hash) = &token_hash
                && seen_at(c, hash, user, now).await?.is_some()
            {
                device_store::set_last_seen(c, hash, user, now).await?;
                return Ok(None);
            }
            let token = env.token();
            let hash = hash_token(&token);
            device_store::insert_device(c, &hash, user, now).await?;
            if let Some(old) = &token_hash {
                // The browser has one cookie for all accounts that are used on it.
                device_store::insert_device_of_others(c, &hash, old, user, now.plus(-LIFE), MOST_ACCOUNTS - 1).await?;
            }
            device_store::delete_above(c, user, MOST).await?;
            Ok::<_, db::Error>(Some(token))
        })
        .await
}

async fn seen_at(c: Conn<'_>, hash: &str, user: UserId, now: Millis) -> Result<Option<Millis>> {
    device_store::find_last_seen(c, hash, user, now.plus(-LIFE)).await
}

/// Which of these accounts knows the device.
pub(super) async fn known_to(c: Conn<'_>, device_token: &str, users: &[UserId], now: Millis) -> Result<Option<UserId>> {
    let hash = hash_token(device_token);
    // Three at most: a number without a calling code may match several countries.
    for user in users {
        if seen_at(c, &hash, *user, now).await?.is_some() {
            return Ok(Some(*user));
        }
    }
    Ok(None)
}

/// Deletes every device of an account after its password has changed.
pub(super) async fn forget(c: Conn<'_>, user: UserId) -> Result<()> {
    device_store::delete_devices(c, user).await
}

/// Deletes devices that were not seen for long.
pub(super) async fn sweep(c: Conn<'_>, now: Millis) -> Result<()> {
    device_store::delete_unseen(c, now.plus(-LIFE)).await
}
