//! Every statement on counters against guessing: attempts, and questions about personal coupons.

use db::{Conn, Dialect, Result, p, row};
use kernel::{AttemptId, Millis};

/// Suffix of the key of a question that has no answer yet.
const PENDING: &str = "~";

/// Serialises transactions about one subject. SQLite has one writer anyway.
pub(super) async fn lock_subject(c: Conn<'_>, subject: &str) -> Result<()> {
    if c.dialect() == Dialect::Postgres {
        let sql = "SELECT CAST(1 AS BIGINT) FROM (SELECT pg_advisory_xact_lock(CAST(hashtext(?1) AS BIGINT))) AS held";
        c.one::<i64>(sql, p![subject]).await?;
    }
    Ok(())
}

// ---- attempts -------------------------------------------------------------------------------------------------------

/// Attempts after a moment and up to another, and when the first of them was.
pub(super) struct AttemptCount {
    pub(super) all: i64,
    pub(super) oldest: Option<i64>,
}
row!(AttemptCount { all, oldest });

/// Attempts with one key from one address.
pub(super) async fn count_by_key_and_ip(c: Conn<'_>, key: &str, ip: &str, since: Millis, until: Millis) -> Result<AttemptCount> {
    let sql = "SELECT COUNT(*), MIN(at) FROM sign_in_attempts WHERE identifier = ?1 AND ip = ?2 AND at > ?3 AND at <= ?4";
    c.one(sql, p![key, ip, since, until]).await
}

/// Attempts with one key from anywhere.
pub(super) async fn count_by_key(c: Conn<'_>, key: &str, since: Millis, until: Millis) -> Result<AttemptCount> {
    let sql = "SELECT COUNT(*), MIN(at) FROM sign_in_attempts WHERE identifier = ?1 AND at > ?2 AND at <= ?3";
    c.one(sql, p![key, since, until]).await
}

/// Attempts from one address with any key from `from` to before `to`.
pub(super) async fn count_by_ip(
    c: Conn<'_>,
    ip: &str,
    (from, to): (&str, &str),
    since: Millis,
    until: Millis,
) -> Result<AttemptCount> {
    let sql = "SELECT COUNT(*), MIN(at) FROM sign_in_attempts WHERE ip = ?1 AND at > ?2 AND at <= ?5 AND identifier >= ?3 AND identifier < ?4";
    c.one(sql, p![ip, since, from, to, until]).await
}

pub(super) async fn insert_attempt(c: Conn<'_>, id: AttemptId, key: &str, ip: &str, now: Millis) -> Result<()> {
    c.exec("INSERT INTO sign_in_attempts (id, identifier, ip, at) VALUES (?1, ?2, ?3, ?4)", p![id, key, ip, now]).await?;
    Ok(())
}

/// Deletes the attempts with one key from one address.
pub(super) async fn delete_attempts(c: Conn<'_>, key: &str, ip: &str) -> Result<()> {
    c.exec("DELETE FROM sign_in_attempts WHERE identifier = ?1 AND ip = ?2", p![key, ip]).await?;
    Ok(())
}

// ---- questions about coupons ----------------------------------------------------------------------------------------

/// Questions after a moment and up to another, pending ones among them, and when the first was asked.
pub(super) struct QuestionCount {
    pub(super) all: i64,
    pub(super) pending: i64,
    pub(super) oldest: Option<i64>,
}
row!(QuestionCount { all, pending, oldest });

/// The period in which questions are counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Period {
    pub(super) since: Millis,
    pub(super) until: Millis,
    /// A question without an answer from before this lost it in a crash, and is not pending any more.
    pub(super) pending_since: Millis,
}

const COUNTS: &str = "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN identifier LIKE '%~' AND at > ?2 THEN 1 ELSE 0 END), 0) AS BIGINT), MIN(at) \
                      FROM sign_in_attempts WHERE at > ?1 AND at <= ?3";

/// Questions with one key from one address.
pub(super) async fn count_questions_by_key_and_ip(c: Conn<'_>, key: &str, ip: &str, period: Period) -> Result<QuestionCount> {
    let Period { since, until, pending_since } = period;
    let sql = format!("{COUNTS} AND identifier IN (?4, ?5) AND ip = ?6");
    c.one(&sql, p![since, pending_since, until, key, pending(key), ip]).await
}

/// Questions with one key from anywhere.
pub(super) async fn count_questions_by_key(c: Conn<'_>, key: &str, period: Period) -> Result<QuestionCount> {
    let Period { since, until, pending_since } = period;
    let sql = format!("{COUNTS} AND identifier IN (?4, ?5)");
    c.one(&sql, p![since, pending_since, until, key, pending(key)]).await
}

/// Questions from one address with any key from `from` to before `to`.
pub(super) async fn count_questions_by_ip(
    c: Conn<'_>,
    ip: &str,
    (from, to): (&str, &str),
    period: Period,
) -> Result<QuestionCount> {
    let Period { since, until, pending_since } = period;
    let sql = format!("{COUNTS} AND ip = ?4 AND identifier >= ?5 AND identifier < ?6");
    c.one(&sql, p![since, pending_since, until, ip, from, to]).await
}

/// Adds a pending question.
pub(super) async fn insert_question(c: Conn<'_>, id: AttemptId, key: &str, ip: &str, now: Millis) -> Result<()> {
    insert_attempt(c, id, &pending(key), ip, now).await
}

fn pending(key: &str) -> String {
    format!("{key}{PENDING}")
}

/// Marks a question as refused: it stays counted.
pub(super) async fn set_question_refused(c: Conn<'_>, id: AttemptId) -> Result<()> {
    let sql = "UPDATE sign_in_attempts SET identifier = SUBSTR(identifier, 1, LENGTH(identifier) - 1) WHERE id = ?1 AND identifier LIKE '%~'";
    c.exec(sql, p![id]).await?;
    Ok(())
}

pub(super) async fn delete_question(c: Conn<'_>, id: AttemptId) -> Result<()> {
    c.exec("DELETE FROM sign_in_attempts WHERE id = ?1", p![id]).await?;
    Ok(())
}
