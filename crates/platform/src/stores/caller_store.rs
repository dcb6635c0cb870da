//! The caller and their membership, for every request: two indexed reads.

use db::{Conn, Json, Result, p, row};
use futures_util::future::BoxFuture;
use kernel::{Millis, SessionId, StoreId, UserId};
use web::Ability;
use web::caller::{Access, Caller, Membership, OnBehalf};

struct SessionRow {
    session: SessionId,
    user: UserId,
    name: String,
    role: String,
    operator_name: Option<String>,
    operator_store: Option<StoreId>,
}
row!(SessionRow { session, user, name, role, operator_name, operator_store });

struct MembershipRow {
    abilities: Json<Vec<Ability>>,
    is_ready: bool,
}
row!(MembershipRow { abilities, is_ready });

/// Access by the stored sessions, users and memberships.
#[derive(Debug, Clone, Copy, Default)]
pub struct StoredAccess;

impl Access for StoredAccess {
    fn find_caller<'a>(&'a self, c: Conn<'a>, access_hash: &'a str, now: Millis) -> BoxFuture<'a, Result<Option<Caller>>> {
        Box::pin(async move {
            let sql = "SELECT s.id, u.id, u.name, u.role, s.operator_name, s.operator_store_id FROM sessions s JOIN users u ON u.id = s.user_id \
                       WHERE s.access_hash = ?1 AND s.access_expires_at > ?2 AND s.ended_at IS NULL";
            let row: Option<SessionRow> = c.opt(sql, p![access_hash, now]).await?;
            Ok(row.map(|SessionRow { session, user, name, role, operator_name, operator_store }| {
                let operator = operator_name.zip(operator_store).map(|(name, store)| OnBehalf { name, store });
                Caller { user, session, name, role, operator }
            }))
        })
    }

    fn find_membership<'a>(&'a self, c: Conn<'a>, store: StoreId, user: UserId) -> BoxFuture<'a, Result<Option<Membership>>> {
        Box::pin(async move {
            let sql = "SELECT m.abilities, s.is_ready FROM memberships m JOIN stores s ON s.id = m.store_id \
                       WHERE m.store_id = ?1 AND m.user_id = ?2";
            let row: Option<MembershipRow> = c.opt(sql, p![store, user]).await?;
            Ok(row.map(|MembershipRow { abilities: Json(abilities), is_ready }| Membership { abilities, is_ready }))
        })
    }

    fn find_abilities<'a>(&'a self, c: Conn<'a>, store: StoreId, user: UserId) -> BoxFuture<'a, Result<Option<String>>> {
        Box::pin(
            async move { c.opt("SELECT abilities FROM memberships WHERE store_id = ?1 AND user_id = ?2", p![store, user]).await },
        )
    }
}
