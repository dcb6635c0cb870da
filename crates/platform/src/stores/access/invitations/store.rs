//! Every statement on invitations.

use db::{Conn, Result, p, row};
use kernel::{InvitationId, Millis, StoreId, StoreScope, UserId};

use super::model::Contact;

/// An open invitation.
pub(super) struct OpenInvitation {
    pub(super) id: InvitationId,
    /// `sms` | `email`.
    pub(super) channel: String,
    pub(super) contact: String,
    pub(super) role: String,
    pub(super) invited_by_name: String,
    pub(super) created_at: Millis,
    pub(super) expires_at: Millis,
}
row!(OpenInvitation { id, channel, contact, role, invited_by_name, created_at, expires_at });

macro_rules! open {
    ($condition:literal) => {
        concat!(
            "SELECT id, channel, contact, role, invited_by_name, created_at, expires_at FROM invitations \
             WHERE store_id = ?1 AND accepted_at IS NULL AND revoked_at IS NULL",
            $condition
        )
    };
}

/// The store's open invitations, the newest first; 50 at most, which is their limit.
pub(super) async fn list_open(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<OpenInvitation>> {
    c.all(open!(" ORDER BY id DESC LIMIT 50"), p![scope.store()]).await
}

pub(super) async fn find_open(c: Conn<'_>, scope: &StoreScope, id: InvitationId) -> Result<Option<OpenInvitation>> {
    c.opt(open!(" AND id = ?2"), p![scope.store(), id]).await
}

/// An invitation to insert.
pub(super) struct New<'a> {
    pub(super) id: InvitationId,
    pub(super) token_hash: &'a str,
    pub(super) contact: &'a Contact,
    pub(super) role: &'static str,
    pub(super) by: UserId,
    pub(super) by_name: &'a str,
    pub(super) now: Millis,
    pub(super) expires_at: Millis,
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, new: &New<'_>) -> Result<()> {
    let New { id, token_hash, contact: Contact { channel, text }, role, by, by_name, now, expires_at } = new;
    let sql = "INSERT INTO invitations (store_id, id, token_hash, channel, contact, role, invited_by, invited_by_name, created_at, expires_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    c.exec(sql, p![scope.store(), *id, *token_hash, channel.as_str(), text, *role, *by, *by_name, *now, *expires_at]).await?;
    Ok(())
}

/// Renews an open invitation with another link, and the renewing member as inviter; false when it is not open any more.
pub(super) async fn renew(
    c: Conn<'_>,
    scope: &StoreScope,
    id: InvitationId,
    token_hash: &str,
    by: (UserId, &str),
    expires_at: Millis,
) -> Result<bool> {
    let sql = "UPDATE invitations SET token_hash = ?3, invited_by = ?4, invited_by_name = ?5, expires_at = ?6 \
               WHERE store_id = ?1 AND id = ?2 AND accepted_at IS NULL AND revoked_at IS NULL";
    Ok(c.exec(sql, p![scope.store(), id, token_hash, by.0, by.1, expires_at]).await? == 1)
}

/// Ends an open invitation; false when there is none.
pub(super) async fn revoke(c: Conn<'_>, scope: &StoreScope, id: InvitationId, now: Millis) -> Result<bool> {
    let sql =
        "UPDATE invitations SET revoked_at = ?3 WHERE store_id = ?1 AND id = ?2 AND accepted_at IS NULL AND revoked_at IS NULL";
    Ok(c.exec(sql, p![scope.store(), id, now]).await? == 1)
}

/// Revokes the open invitation of a contact; returns its role.
pub(super) async fn revoke_for_contact(c: Conn<'_>, scope: &StoreScope, contact: &str, now: Millis) -> Result<Option<String>> {
    let sql = "UPDATE invitations SET revoked_at = ?3 \
               WHERE store_id = ?1 AND contact = ?2 AND accepted_at IS NULL AND revoked_at IS NULL RETURNING role";
    c.opt(sql, p![scope.store(), contact, now]).await
}

/// Revokes the open invitations of a member; returns how many.
pub(in crate::stores::access) async fn revoke_all_by(c: Conn<'_>, scope: &StoreScope, by: UserId, now: Millis) -> Result<u64> {
    let sql = "UPDATE invitations SET revoked_at = ?3 \
               WHERE store_id = ?1 AND invited_by = ?2 AND accepted_at IS NULL AND revoked_at IS NULL";
    c.exec(sql, p![scope.store(), by, now]).await
}

/// The number of open invitations and of members.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope) -> Result<(i64, i64)> {
    let sql = "SELECT COUNT(*) FROM invitations WHERE store_id = ?1 AND accepted_at IS NULL AND revoked_at IS NULL";
    let open = c.one(sql, p![scope.store()]).await?;
    let members = c.one("SELECT COUNT(*) FROM memberships WHERE store_id = ?1", p![scope.store()]).await?;
    Ok((open, members))
}

/// Whether a member of the store has this number or address.
pub(super) async fn has_member(c: Conn<'_>, scope: &StoreScope, contact: &str) -> Result<bool> {
    let sql = "SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id \
               WHERE m.store_id = ?1 AND (u.mobile = ?2 OR u.email = ?2) LIMIT 1";
    Ok(c.opt::<UserId>(sql, p![scope.store(), contact]).await?.is_some())
}

/// The invitation of a link.
pub(super) struct Offer {
    pub(super) store: StoreId,
    pub(super) store_name: String,
    pub(super) id: InvitationId,
    pub(super) contact: String,
    pub(super) role: String,
    pub(super) invited_by_name: String,
    pub(super) expires_at: Millis,
}
row!(Offer { store, store_name, id, contact, role, invited_by_name, expires_at });

/// The current invitation of a token; returns its store as well.
pub(super) async fn find_offer(c: Conn<'_>, token_hash: &str, now: Millis) -> Result<Option<Offer>> {
    let sql = "SELECT i.store_id, s.name, i.id, i.contact, i.role, i.invited_by_name, i.expires_at \
               FROM invitations i JOIN stores s ON s.id = i.store_id \
               WHERE i.token_hash = ?1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ?2";
    c.opt(sql, p![token_hash, now]).await
}

/// Marks an invitation as accepted by the link that was shown; true for the one caller who did it.
pub(super) async fn accept(
    c: Conn<'_>,
    scope: &StoreScope,
    id: InvitationId,
    token_hash: &str,
    by: UserId,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE invitations SET accepted_at = ?4, accepted_by = ?5 WHERE store_id = ?1 AND id = ?2 AND token_hash = ?3 \
               AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > ?4";
    Ok(c.exec(sql, p![scope.store(), id, token_hash, now, by]).await? == 1)
}

/// Deletes invitations of every store that expired before a moment, 1000 at a time; returns how many.
pub(super) async fn delete_expired(c: Conn<'_>, before: Millis) -> Result<u64> {
    let sql = "DELETE FROM invitations WHERE (store_id, id) IN \
               (SELECT store_id, id FROM invitations WHERE expires_at < ?1 ORDER BY expires_at LIMIT 1000)";
    c.exec(sql, p![before]).await
}
