//! Every statement on users, passwords, sessions, codes and resets.

use db::{Conn, Result, Sql, p, row};
use kernel::{Env, Millis, OtpId, SessionId, StoreId, UserId};
use web::caller::OnBehalf;

use super::model::Identifier;

/// A person, as the session answer shows them.
#[derive(Debug, Clone)]
pub struct User {
    /// The id.
    pub id: UserId,
    /// As the person writes it.
    pub name: String,
    /// Lower case.
    pub email: Option<String>,
    /// E.164.
    pub mobile: Option<String>,
    /// `admin` | `client` (decisions §2).
    pub role: String,
}
row!(User { id, name, email, mobile, role });

/// A user to insert.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// The id.
    pub id: UserId,
    /// As the person writes it.
    pub name: String,
    /// Lower case.
    pub email: Option<String>,
    /// E.164.
    pub mobile: Option<String>,
    /// PHC string.
    pub password_hash: String,
    /// `admin` | `client`.
    pub role: &'static str,
    /// `ar` | `en`.
    pub locale: &'static str,
}

/// The user of an id.
///
/// # Errors
/// Of the database.
pub async fn find_user(c: Conn<'_>, id: UserId) -> Result<Option<User>> {
    c.opt("SELECT id, name, email, mobile, role FROM users WHERE id = ?1", p![id]).await
}

/// The names of users, also of those who have left a store.
///
/// # Errors
/// Of the database.
pub async fn list_names(c: Conn<'_>, ids: &[UserId]) -> Result<Vec<(UserId, String)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT id, name FROM users WHERE").list(" id IN ", ids.iter().copied(), "").all(c).await
}

/// A user's id and password hash.
pub(super) struct Credentials {
    pub(super) id: UserId,
    pub(super) password_hash: String,
}
row!(Credentials { id, password_hash });

/// The credentials that match an identifier; three at most.
pub(super) async fn list_credentials(c: Conn<'_>, identifier: &Identifier) -> Result<Vec<Credentials>> {
    match identifier {
        Identifier::Email(email) => c.all("SELECT id, password_hash FROM users WHERE email = ?1", p![email]).await,
        Identifier::Mobiles(mobiles) => {
            Sql::new("SELECT id, password_hash FROM users WHERE mobile IN ")
                .list("", mobiles.clone(), " ORDER BY id LIMIT 3")
                .all(c)
                .await
        }
        Identifier::Unknown(_) => Ok(Vec::new()),
    }
}

pub(super) struct Reachable {
    pub(super) id: UserId,
    pub(super) email: Option<String>,
    pub(super) mobile: Option<String>,
}
row!(Reachable { id, email, mobile });

/// The contacts of the accounts that match an identifier; three at most.
pub(super) async fn list_reachable(c: Conn<'_>, identifier: &Identifier) -> Result<Vec<Reachable>> {
    match identifier {
        Identifier::Email(email) => c.all("SELECT id, email, mobile FROM users WHERE email = ?1", p![email]).await,
        Identifier::Mobiles(mobiles) => {
            Sql::new("SELECT id, email, mobile FROM users WHERE mobile IN ")
                .list("", mobiles.clone(), " ORDER BY id LIMIT 3")
                .all(c)
                .await
        }
        Identifier::Unknown(_) => Ok(Vec::new()),
    }
}

/// Whether an account with this number exists.
///
/// # Errors
/// Of the database.
pub async fn has_mobile(c: Conn<'_>, mobile: &str) -> Result<bool> {
    Ok(c.opt::<UserId>("SELECT id FROM users WHERE mobile = ?1", p![mobile]).await?.is_some())
}

/// Whether an account with this address exists.
///
/// # Errors
/// Of the database.
pub async fn has_email(c: Conn<'_>, email: &str) -> Result<bool> {
    Ok(c.opt::<UserId>("SELECT id FROM users WHERE email = ?1", p![email]).await?.is_some())
}

/// Adds a user, with the first password of their history.
///
/// # Errors
/// Of the database; a unique violation when the number or the address has an account.
pub async fn insert_user(c: Conn<'_>, now: Millis, user: &NewUser) -> Result<()> {
    let NewUser { id, name, email, mobile, password_hash, role, locale } = user;
    let sql = "INSERT INTO users (id, name, email, mobile, password_hash, role, locale, created_at, updated_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)";
    c.exec(sql, p![id, name, email, mobile, password_hash, *role, *locale, now]).await?;
    insert_history(c, *id, now, password_hash).await
}

async fn insert_history(c: Conn<'_>, user: UserId, now: Millis, password_hash: &str) -> Result<()> {
    let sql = "INSERT INTO password_history (user_id, set_at, password_hash) VALUES (?1, ?2, ?3) \
               ON CONFLICT (user_id, set_at) DO UPDATE SET password_hash = excluded.password_hash";
    c.exec(sql, p![user, now, password_hash]).await?;
    Ok(())
}

/// The user's last five passwords, the current one among them (AU-05).
pub(super) async fn list_recent_passwords(c: Conn<'_>, user: UserId) -> Result<Vec<String>> {
    c.all("SELECT password_hash FROM password_history WHERE user_id = ?1 ORDER BY set_at DESC LIMIT 5", p![user]).await
}

pub(super) async fn find_password(c: Conn<'_>, user: UserId) -> Result<Option<String>> {
    c.opt("SELECT password_hash FROM users WHERE id = ?1", p![user]).await
}

pub(super) async fn update_password(c: Conn<'_>, user: UserId, now: Millis, password_hash: &str) -> Result<()> {
    c.exec("UPDATE users SET password_hash = ?2, updated_at = ?3 WHERE id = ?1", p![user, password_hash, now]).await?;
    insert_history(c, user, now, password_hash).await
}

/// Whether the user belongs to the demo store: its account is shared, so visitors may not change its password or see its
/// sessions. Reads the stores' tables because no store has been chosen yet.
///
/// # Errors
/// Of the database.
pub async fn is_demo_user(c: Conn<'_>, user: UserId) -> Result<bool> {
    let sql =
        "SELECT s.id FROM memberships m JOIN stores s ON s.id = m.store_id WHERE m.user_id = ?1 AND s.is_demo = TRUE LIMIT 1";
    Ok(c.opt::<i64>(sql, p![user]).await?.is_some())
}

// ---- one-time codes -------------------------------------------------------------------------------------------------

pub(super) struct LatestCode {
    pub(super) resend_at: Millis,
}
row!(LatestCode { resend_at });

/// The newest code of a number up to a moment.
pub(super) async fn find_latest_code(c: Conn<'_>, mobile: &str, purpose: &str, until: Millis) -> Result<Option<LatestCode>> {
    let sql = "SELECT resend_at FROM otp_codes WHERE mobile = ?1 AND purpose = ?2 AND created_at <= ?3 \
               ORDER BY created_at DESC, id DESC LIMIT 1";
    c.opt(sql, p![mobile, purpose, until]).await
}

/// How many codes were sent to a number after a moment and up to another, and when the first of them was.
pub(super) async fn count_codes(
    c: Conn<'_>,
    mobile: &str,
    purpose: &str,
    (since, until): (Millis, Millis),
) -> Result<(i64, Option<i64>)> {
    let sql = "SELECT COUNT(*), MIN(created_at) FROM otp_codes WHERE mobile = ?1 AND purpose = ?2 AND created_at > ?3 \
               AND created_at <= ?4";
    c.one(sql, p![mobile, purpose, since, until]).await
}

/// How many codes an IP address requested after a moment and up to another, and when the first of them was.
pub(super) async fn count_codes_by_ip(c: Conn<'_>, ip: &str, (since, until): (Millis, Millis)) -> Result<(i64, Option<i64>)> {
    let sql = "SELECT COUNT(*), MIN(created_at) FROM otp_codes WHERE ip = ?1 AND created_at > ?2 AND created_at <= ?3";
    c.one(sql, p![ip, since, until]).await
}

pub(super) struct NewCode<'a> {
    pub(super) id: OtpId,
    pub(super) mobile: &'a str,
    pub(super) purpose: &'a str,
    pub(super) ip: &'a str,
    pub(super) code_hash: &'a str,
    pub(super) expires_at: Millis,
    pub(super) resend_at: Millis,
}

pub(super) async fn insert_code(c: Conn<'_>, now: Millis, code: &NewCode<'_>) -> Result<()> {
    let NewCode { id, mobile, purpose, ip, code_hash, expires_at, resend_at } = code;
    let sql = "INSERT INTO otp_codes (id, mobile, purpose, ip, code_hash, created_at, expires_at, resend_at, tries, is_used) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, FALSE)";
    c.exec(sql, p![id, *mobile, *purpose, *ip, *code_hash, now, expires_at, resend_at]).await?;
    Ok(())
}

pub(super) struct TriedCode {
    pub(super) id: OtpId,
    pub(super) code_hash: String,
}
row!(TriedCode { id, code_hash });

/// Counts an attempt at the newest code of a number; `None` when it is used, expired or has no attempts left. A code written by a
/// clock that was ahead is ignored: it would be valid for days.
pub(super) async fn use_attempt(
    c: Conn<'_>,
    mobile: &str,
    purpose: &str,
    most_tries: i64,
    now: Millis,
) -> Result<Option<TriedCode>> {
    let sql = "UPDATE otp_codes SET tries = tries + 1 WHERE id = (\
                 SELECT id FROM otp_codes WHERE mobile = ?1 AND purpose = ?2 AND created_at <= ?5 ORDER BY created_at DESC, id DESC LIMIT 1) \
               AND is_used = FALSE AND tries < ?3 AND expires_at > ?4 RETURNING id, code_hash";
    c.opt(sql, p![mobile, purpose, most_tries, now, jobs::furthest(now, 0)]).await
}

pub(super) async fn use_code(c: Conn<'_>, id: OtpId) -> Result<bool> {
    Ok(c.exec("UPDATE otp_codes SET is_used = TRUE WHERE id = ?1 AND is_used = FALSE", p![id]).await? == 1)
}

// ---- sessions -------------------------------------------------------------------------------------------------------

pub(super) struct NewSession<'a> {
    pub(super) id: SessionId,
    pub(super) user: UserId,
    pub(super) operator: Option<&'a OnBehalf>,
    pub(super) access_hash: &'a str,
    pub(super) access_expires_at: Millis,
    pub(super) refresh_hash: &'a str,
    pub(super) refresh_expires_at: Millis,
    pub(super) user_agent: &'a str,
    pub(super) ip: &'a str,
}

pub(super) async fn insert_session(c: Conn<'_>, now: Millis, session: &NewSession<'_>) -> Result<()> {
    let NewSession { id, user, operator, access_hash, access_expires_at, refresh_hash, refresh_expires_at, user_agent, ip } =
        session;
    let sql = "INSERT INTO sessions (id, user_id, access_hash, access_expires_at, user_agent, ip, created_at, last_used_at, \
               operator_name, operator_store_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9)";
    let (name, store) = (operator.map(|o| o.name.clone()), operator.map(|o| o.store));
    c.exec(sql, p![id, user, *access_hash, access_expires_at, *user_agent, *ip, now, name, store]).await?;
    insert_refresh(c, *id, refresh_hash, *refresh_expires_at).await
}

pub(super) async fn insert_refresh(c: Conn<'_>, session: SessionId, hash: &str, expires_at: Millis) -> Result<()> {
    c.exec("INSERT INTO refresh_tokens (hash, session_id, expires_at) VALUES (?1, ?2, ?3)", p![hash, session, expires_at])
        .await?;
    Ok(())
}

pub(super) struct RefreshRow {
    pub(super) session: SessionId,
    pub(super) expires_at: Millis,
    pub(super) used_at: Option<Millis>,
    pub(super) ended_at: Option<Millis>,
    /// An operator's, by impersonation.
    pub(super) is_on_behalf: bool,
}
row!(RefreshRow { session, expires_at, used_at, ended_at, is_on_behalf });

pub(super) async fn find_refresh(c: Conn<'_>, hash: &str) -> Result<Option<RefreshRow>> {
    let sql = "SELECT r.session_id, r.expires_at, r.used_at, s.ended_at, s.operator_name IS NOT NULL FROM refresh_tokens r \
               JOIN sessions s ON s.id = r.session_id WHERE r.hash = ?1";
    c.opt(sql, p![hash]).await
}

/// Marks a refresh token as used; false when another request was first.
pub(super) async fn use_refresh(c: Conn<'_>, hash: &str, now: Millis) -> Result<bool> {
    Ok(c.exec("UPDATE refresh_tokens SET used_at = ?2 WHERE hash = ?1 AND used_at IS NULL", p![hash, now]).await? == 1)
}

pub(super) async fn renew_session(
    c: Conn<'_>,
    id: SessionId,
    access_hash: &str,
    access_expires_at: Millis,
    now: Millis,
) -> Result<()> {
    let sql =
        "UPDATE sessions SET access_hash = ?2, access_expires_at = ?3, last_used_at = ?4 WHERE id = ?1 AND ended_at IS NULL";
    c.exec(sql, p![id, access_hash, access_expires_at, now]).await?;
    Ok(())
}

/// Ends a session by its id, of any user.
pub(super) async fn end_session(c: Conn<'_>, id: SessionId, now: Millis) -> Result<()> {
    c.exec("UPDATE sessions SET ended_at = ?2 WHERE id = ?1 AND ended_at IS NULL", p![id, now]).await?;
    Ok(())
}

/// A session that has just been ended.
pub(super) struct EndedSession {
    pub(super) id: SessionId,
    pub(super) user: UserId,
    pub(super) operator_name: Option<String>,
    pub(super) operator_store: Option<StoreId>,
}
row!(EndedSession { id, user, operator_name, operator_store });

/// Ends the session of an access token, also an expired one; none when it has ended already.
pub(super) async fn end_session_of(c: Conn<'_>, access_hash: &str, now: Millis) -> Result<Option<EndedSession>> {
    let sql = "UPDATE sessions SET ended_at = ?2 WHERE access_hash = ?1 AND ended_at IS NULL \
               RETURNING id, user_id, operator_name, operator_store_id";
    c.opt(sql, p![access_hash, now]).await
}

/// Ends one session of a user; false when there is none of that id.
pub(super) async fn end_own_session(c: Conn<'_>, user: UserId, id: SessionId, now: Millis) -> Result<bool> {
    Ok(c.exec("UPDATE sessions SET ended_at = ?3 WHERE id = ?2 AND user_id = ?1 AND ended_at IS NULL", p![user, id, now]).await?
        == 1)
}

/// Ends every session of a user but `except`.
pub(super) async fn end_sessions(c: Conn<'_>, user: UserId, except: Option<SessionId>, now: Millis) -> Result<u64> {
    let sql = "UPDATE sessions SET ended_at = ?3 WHERE user_id = ?1 AND id <> ?2 AND ended_at IS NULL";
    c.exec(sql, p![user, except.map_or(0, SessionId::raw), now]).await
}

/// A session in the user's list.
pub(super) struct SessionRow {
    pub(super) id: SessionId,
    pub(super) user_agent: String,
    pub(super) ip: String,
    pub(super) created_at: Millis,
    pub(super) last_used_at: Millis,
    pub(super) operator_name: Option<String>,
}
row!(SessionRow { id, user_agent, ip, created_at, last_used_at, operator_name });

/// The user's valid sessions, the latest used first; 100 at most.
pub(super) async fn list_sessions(c: Conn<'_>, user: UserId, now: Millis) -> Result<Vec<SessionRow>> {
    let sql = "SELECT id, user_agent, ip, created_at, last_used_at, operator_name FROM sessions s WHERE user_id = ?1 AND ended_at IS NULL \
               AND EXISTS (SELECT hash FROM refresh_tokens r WHERE r.session_id = s.id AND r.used_at IS NULL AND r.expires_at > ?2) \
               ORDER BY last_used_at DESC, id DESC LIMIT 100";
    c.all(sql, p![user, now]).await
}

/// Whether the session has neither ended nor expired.
///
/// # Errors
/// Of the database.
pub async fn is_session_live(c: Conn<'_>, id: SessionId, now: Millis) -> Result<bool> {
    let sql = "SELECT id FROM sessions WHERE id = ?1 AND ended_at IS NULL AND access_expires_at > ?2";
    Ok(c.opt::<SessionId>(sql, p![id, now]).await?.is_some())
}

// ---- resets ---------------------------------------------------------------------------------------------------------

pub(super) async fn insert_reset(c: Conn<'_>, token_hash: &str, user: UserId, now: Millis, expires_at: Millis) -> Result<()> {
    let sql = "INSERT INTO password_resets (token_hash, user_id, created_at, expires_at) VALUES (?1, ?2, ?3, ?4)";
    c.exec(sql, p![token_hash, user, now, expires_at]).await?;
    Ok(())
}

/// The user of a reset token; `None` when it is unknown, used or expired.
pub(super) async fn find_reset(c: Conn<'_>, token_hash: &str, now: Millis) -> Result<Option<UserId>> {
    c.opt(
        "SELECT user_id FROM password_resets WHERE token_hash = ?1 AND used_at IS NULL AND expires_at > ?2",
        p![token_hash, now],
    )
    .await
}

/// Marks a reset and every other open one of the user as used; false when another request was first.
pub(super) async fn use_reset(c: Conn<'_>, token_hash: &str, user: UserId, now: Millis) -> Result<bool> {
    let sql = "UPDATE password_resets SET used_at = ?2 WHERE token_hash = ?1 AND used_at IS NULL AND expires_at > ?2";
    let was_first = c.exec(sql, p![token_hash, now]).await? == 1;
    c.exec("UPDATE password_resets SET used_at = ?2 WHERE user_id = ?1 AND used_at IS NULL", p![user, now]).await?;
    Ok(was_first)
}

// ---- upkeep ---------------------------------------------------------------------------------------------------------

/// Deletes expired rows: attempts and codes after two days, resets and sessions a month after their end.
pub(super) async fn delete_expired(c: Conn<'_>, env: &Env) -> Result<()> {
    let now = env.now();
    let (days, month) = (now.plus(-2 * Millis::DAY), now.plus(-30 * Millis::DAY));
    c.exec("DELETE FROM sign_in_attempts WHERE at < ?1", p![days]).await?;
    c.exec("DELETE FROM otp_codes WHERE created_at < ?1", p![days]).await?;
    c.exec("DELETE FROM password_resets WHERE expires_at < ?1", p![month]).await?;
    c.exec("DELETE FROM refresh_tokens WHERE expires_at < ?1", p![month]).await?;
    let sql = "DELETE FROM sessions WHERE last_used_at < ?1 AND NOT EXISTS (SELECT hash FROM refresh_tokens r WHERE r.session_id = sessions.id)";
    c.exec(sql, p![month]).await?;
    Ok(())
}
