//! Which attempts the gateway is asked about, because nothing was heard of them (PY-03). The calls are a job's: it reads with
//! [`list_hanging`], asks, passes what it got to `record`, and says that it asked with [`checked`].

use db::Conn;
use kernel::{Env, PaymentAttemptId, StoreScope};

use super::attempt_state::AttemptEvent;
use super::attempts_store::{self as attempts, HangingAttempt};
use super::check_times::next_check;
use super::open::lock;
use super::transactions_store as transactions;
use super::words::AttemptState;
use crate::orders::error::OrderError;

/// Attempts of every store that the gateway is to be asked about by now, the longest overdue first.
///
/// # Errors
/// Of the database.
pub async fn list_hanging(c: Conn<'_>, env: &Env, limit: i64) -> db::Result<Vec<HangingAttempt>> {
    attempts::list_to_check(c, env.now(), limit).await
}

/// The gateway was asked, and what it answered is recorded: the next check, or none. After the last one an attempt of which nothing
/// is known is abandoned. False when another worker was first.
///
/// # Errors
/// [`OrderError`].
pub async fn checked(c: Conn<'_>, env: &Env, scope: &StoreScope, id: PaymentAttemptId, step: i64) -> Result<bool, OrderError> {
    let Some(mut attempt) = lock(c, scope, id).await? else { return Ok(false) };
    if attempt.check_step != step || attempt.next_check_at.is_none() {
        return Ok(false);
    }
    let now = env.now();
    let hangs = match attempt.state {
        AttemptState::Paid => {
            transactions::list_by_attempt(c, scope, id).await?.iter().any(super::model::PaymentTransaction::is_open_request)
        }
        _ => true,
    };
    attempt.check_step += 1;
    attempt.next_check_at = next_check(attempt.checks_from, attempt.expires_at, attempt.check_step).filter(|_| hangs);
    attempt.version += 1;
    if attempt.next_check_at.is_none()
        && attempt.expires_at <= now
        && let Some(state) = attempt.state.after(AttemptEvent::Abandon)
    {
        (attempt.state, attempt.decided_at) = (state, Some(now));
    }
    attempts::update(c, scope, &attempt).await?;
    Ok(true)
}
