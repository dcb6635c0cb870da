//! Every statement on members, operators and their links.

use db::{Conn, Json, Result, p, row};
use kernel::{Lang, Millis, OperatorId, StoreId, StoreScope, UserId};
use web::{Ability, Action, Subject, effective};

/// A member of a store.
pub(super) struct MemberRow {
    pub(super) id: UserId,
    pub(super) name: String,
    pub(super) email: Option<String>,
    pub(super) mobile: Option<String>,
    /// The account's role: `admin` | `client`.
    pub(super) account_role: String,
    pub(super) role: String,
    pub(super) abilities: Json<Vec<Ability>>,
    pub(super) joined_at: Millis,
}
row!(MemberRow { id, name, email, mobile, account_role, role, abilities, joined_at });

/// The members of a store, the first to join first; 200 at most.
pub(super) async fn list_members(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<MemberRow>> {
    let sql = "SELECT u.id, u.name, u.email, u.mobile, u.role, m.role, m.abilities, m.created_at FROM memberships m \
               JOIN users u ON u.id = m.user_id WHERE m.store_id = ?1 ORDER BY m.created_at, u.id LIMIT 200";
    c.all(sql, p![scope.store()]).await
}

/// The names of the members of a store, the first to join first; 200 at most.
///
/// # Errors
/// Of the database.
pub async fn list_member_names(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(UserId, String)>> {
    let sql = "SELECT u.id, u.name FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.store_id = ?1 \
               ORDER BY m.created_at, u.id LIMIT 200";
    c.all(sql, p![scope.store()]).await
}

/// A member of a store, for messages of other slices.
#[derive(Debug, Clone)]
pub struct Member {
    /// The person.
    pub id: UserId,
    /// The current name.
    pub name: String,
    /// Lower case.
    pub email: Option<String>,
    /// The member's language.
    pub locale: Lang,
}

struct AbleRow {
    id: UserId,
    name: String,
    email: Option<String>,
    locale: Lang,
    account_role: String,
    abilities: Json<Vec<Ability>>,
}
row!(AbleRow { id, name, email, locale, account_role, abilities });

/// The members of a store with an ability, the first to join first; among its first 200 members.
///
/// # Errors
/// Of the database.
pub async fn list_members_who(c: Conn<'_>, scope: &StoreScope, action: Action, subject: Subject) -> Result<Vec<Member>> {
    let sql = "SELECT u.id, u.name, u.email, u.locale, u.role, m.abilities FROM memberships m JOIN users u ON u.id = m.user_id \
               WHERE m.store_id = ?1 ORDER BY m.created_at, u.id LIMIT 200";
    let all: Vec<AbleRow> = c.all(sql, p![scope.store()]).await?;
    let may = |row: &AbleRow| effective(&row.account_role, row.abilities.0.clone()).iter().any(|a| a.covers(action, subject));
    let member = |row: AbleRow| Member { id: row.id, name: row.name, email: row.email, locale: row.locale };
    Ok(all.into_iter().filter(may).map(member).collect())
}

/// The name of a member of the store; none for a person who is no member.
///
/// # Errors
/// Of the database.
pub async fn find_member_name(c: Conn<'_>, scope: &StoreScope, user: UserId) -> Result<Option<String>> {
    Ok(find_member(c, scope, user).await?.map(|(name, _)| name))
}

/// A member's name and role.
pub(super) async fn find_member(c: Conn<'_>, scope: &StoreScope, user: UserId) -> Result<Option<(String, String)>> {
    let sql =
        "SELECT u.name, m.role FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.store_id = ?1 AND m.user_id = ?2";
    c.opt(sql, p![scope.store(), user]).await
}

pub(super) async fn count_owners(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    c.one("SELECT COUNT(*) FROM memberships WHERE store_id = ?1 AND role = 'owner'", p![scope.store()]).await
}

pub(super) async fn update_role(
    c: Conn<'_>,
    scope: &StoreScope,
    user: UserId,
    role: &str,
    abilities: Vec<Ability>,
) -> Result<()> {
    let sql = "UPDATE memberships SET role = ?3, abilities = ?4 WHERE store_id = ?1 AND user_id = ?2";
    c.exec(sql, p![scope.store(), user, role, Json(abilities)]).await?;
    Ok(())
}

pub(super) async fn delete_member(c: Conn<'_>, scope: &StoreScope, user: UserId) -> Result<()> {
    c.exec("DELETE FROM user_preferences WHERE store_id = ?1 AND user_id = ?2", p![scope.store(), user]).await?;
    c.exec("DELETE FROM memberships WHERE store_id = ?1 AND user_id = ?2", p![scope.store(), user]).await?;
    Ok(())
}

// ---- operators ------------------------------------------------------------------------------------------------------

pub(super) async fn insert_operator(c: Conn<'_>, id: OperatorId, name: &str, now: Millis) -> Result<()> {
    c.exec("INSERT INTO operators (id, name, created_at) VALUES (?1, ?2, ?3)", p![id, name, now]).await?;
    Ok(())
}

pub(super) async fn find_operator(c: Conn<'_>, name: &str) -> Result<Option<OperatorId>> {
    c.opt("SELECT id FROM operators WHERE name = ?1", p![name]).await
}

/// By name; 1000 at most.
pub(super) async fn list_operators(c: Conn<'_>) -> Result<Vec<String>> {
    c.all("SELECT name FROM operators ORDER BY name LIMIT 1000", p![]).await
}

/// The store of a slug and its name, in any status.
pub(super) async fn find_store(c: Conn<'_>, slug: &str) -> Result<Option<(StoreId, String)>> {
    c.opt("SELECT id, name FROM stores WHERE slug = ?1", p![slug]).await
}

/// The contact of the store's owner: e-mail, mobile. Of several owners the one who joined first.
///
/// # Errors
/// Of the database.
pub async fn find_owner_contact(c: Conn<'_>, scope: &StoreScope) -> Result<Option<(Option<String>, Option<String>)>> {
    let sql = "SELECT u.email, u.mobile FROM memberships m JOIN users u ON u.id = m.user_id \
               WHERE m.store_id = ?1 AND m.role = 'owner' ORDER BY m.created_at, u.id LIMIT 1";
    c.opt(sql, p![scope.store()]).await
}

/// The owner who joined first.
pub(super) async fn find_owner(c: Conn<'_>, store: StoreId) -> Result<Option<UserId>> {
    let sql = "SELECT user_id FROM memberships WHERE store_id = ?1 AND role = 'owner' ORDER BY created_at, user_id LIMIT 1";
    c.opt(sql, p![store]).await
}

// ---- links ----------------------------------------------------------------------------------------------------------

pub(super) async fn insert_link(
    c: Conn<'_>,
    token_hash: &str,
    operator: OperatorId,
    store: StoreId,
    now: Millis,
    expires_at: Millis,
) -> Result<()> {
    let sql =
        "INSERT INTO impersonation_links (token_hash, operator_id, store_id, created_at, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    c.exec(sql, p![token_hash, operator, store, now, expires_at]).await?;
    Ok(())
}

/// The store and operator of a used link.
pub(super) struct UsedLink {
    pub(super) store: StoreId,
    pub(super) operator: String,
}
row!(UsedLink { store, operator });

/// Uses a link; none when it is unknown, used or expired.
pub(super) async fn use_link(c: Conn<'_>, token_hash: &str, now: Millis) -> Result<Option<UsedLink>> {
    let sql = "UPDATE impersonation_links SET used_at = ?2 WHERE token_hash = ?1 AND used_at IS NULL AND expires_at > ?2";
    if c.exec(sql, p![token_hash, now]).await? != 1 {
        return Ok(None);
    }
    let sql =
        "SELECT l.store_id, o.name FROM impersonation_links l JOIN operators o ON o.id = l.operator_id WHERE l.token_hash = ?1";
    c.opt(sql, p![token_hash]).await
}

/// Deletes links that expired before a time.
pub(super) async fn delete_expired_links(c: Conn<'_>, before: Millis) -> Result<u64> {
    c.exec("DELETE FROM impersonation_links WHERE expires_at < ?1", p![before]).await
}
