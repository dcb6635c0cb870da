//! Recording the outcome of a call, and undoing it.

use db::{Conn, Json};
use kernel::{Env, Millis, OrderCallId, OrderId, StoreScope};
use serde_json::json;
use web::message::common;
use web::{FieldErrors, Message};

use super::claim::{CallQueueError, Caller, Claim, lease_error};
use crate::cod_risk::{self, OutcomeCounts};
use crate::orders::activity::{self, log};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::moves::{Initiator, Move};
use crate::orders::order_confirmation::lease_store;
use crate::orders::order_confirmation::model::{Calling, LEASE, Outcome, State, UNDO};
use crate::orders::order_confirmation::store::{self, Call, Confirmation, StateBefore};
use crate::orders::status::Status;
use crate::orders::store as orders;
use crate::orders::transition;
use platform::App;
use platform::journal::{Act, Entry};
use platform::stores::StoreProfile;

const NO_DAY: Message = Message::new("اختر يومًا من الغد إلى 60 يومًا قادمة.", "Choose a day from tomorrow to 60 days ahead.");
const NOT_POSTPONED: Message = Message::new("التاريخ يخص تأجيل الاتصال فقط.", "Set a date only when rescheduling a call.");

/// A requested outcome.
#[derive(Debug, Clone)]
pub(super) struct CallReport {
    pub(super) outcome: Outcome,
    pub(super) fence: i64,
    /// The day of the next call.
    pub(super) until: Option<String>,
    pub(super) note: Option<String>,
}

fn field(path: &str, message: Message) -> CallQueueError {
    OrderError::Fields(FieldErrors::one(path, message)).into()
}

/// Records the outcome of a call and moves the order; returns the call.
///
/// # Errors
/// [`CallQueueError`]; nothing changed then.
pub(super) async fn record_outcome(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    caller: &Caller,
    id: OrderId,
    report: CallReport,
) -> Result<OrderCallId, CallQueueError> {
    let note = activity::note(report.note.as_deref())?;
    if report.outcome == Outcome::Cancelled && note.is_none() {
        return Err(field("note", common::REQUIRED));
    }
    if report.outcome != Outcome::Postponed && report.until.is_some() {
        return Err(field("until", NOT_POSTPONED));
    }
    let calling = Calling::read(&profile.settings.confirmation)?;
    let day = match (report.outcome, &report.until) {
        (Outcome::Postponed, day) => {
            let day = day.as_deref().unwrap_or_default();
            Some(calling.postponed(app.env().now(), day, &profile.timezone).ok_or_else(|| field("until", NO_DAY))?)
        }
        _ => None,
    };
    let (at, env, caller, timezone) = (scope.clone(), app.env().clone(), caller.clone(), profile.timezone.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            // The order is locked first, as by every change of an order.
            if !orders::lock(c, &at, id).await? {
                return Err(CallQueueError::NotFound);
            }
            let row = store::find(c, &at, id).await?.ok_or(CallQueueError::NotFound)?;
            if !row.state.is_open() {
                return Err(CallQueueError::Decided(row.state));
            }
            if !lease_store::renew(c, &at, &row.mobile, caller.user, report.fence, now.plus(LEASE)).await? {
                return Err(lease_error(lease_store::find_lease(c, &at, &row.mobile).await?, caller.user, now));
            }
            let after = match report.outcome {
                Outcome::Confirmed => (State::Confirmed, row.due_at, row.attempts),
                Outcome::Cancelled => (State::Cancelled, row.due_at, row.attempts),
                Outcome::WrongNumber => (State::WrongNumber, row.due_at, row.attempts),
                Outcome::Postponed => (State::Waiting, day.unwrap_or(now), 0),
                Outcome::NoAnswer => match calling.retry(now, row.attempts + 1, &timezone) {
                    Some(due) => (State::Waiting, due, row.attempts + 1),
                    None => (State::Unreachable, now, row.attempts + 1),
                },
            };
            if !store::update(c, &at, &row, after, now).await? {
                return Err(OrderError::Stale.into());
            }
            cod_risk::note(c, &at, &row.mobile, tally(report.outcome, 1), now).await?;
            let call = call_of(&env, &caller, &row, report.outcome, after, note.clone(), now);
            store::insert_call(c, &at, &call).await?;
            let text = note.as_deref();
            match report.outcome {
                Outcome::Confirmed => go(c, &env, &at, id, Status::Processing, text).await?,
                Outcome::Cancelled => go(c, &env, &at, id, Status::Cancelled, text).await?,
                outcome => {
                    let mut changes = json!({ "call": outcome.as_str() });
                    if after.0 == State::Waiting {
                        changes["next_call"] = json!(after.1.rfc3339());
                    }
                    log(c, &at, id, now, Entry::new(Act::Update, entities::ORDER, id).after(changes), text).await?;
                }
            }
            Ok(call.id)
        })
        .await
}

async fn go(c: Conn<'_>, env: &Env, at: &StoreScope, id: OrderId, status: Status, text: Option<&str>) -> Result<(), OrderError> {
    let request = Move { note: text.map(str::to_owned), ..Move::to(status) };
    let mut last = DeferredWrites::default();
    transition::move_order(c, env, at, id, &request, Initiator::Hand, &mut last).await?;
    Ok(last.write(c, at, id, env.now()).await?)
}

fn tally(outcome: Outcome, by: i64) -> OutcomeCounts {
    match outcome {
        Outcome::NoAnswer => OutcomeCounts { no_answer: by, ..OutcomeCounts::default() },
        Outcome::WrongNumber => OutcomeCounts { wrong_number: by, ..OutcomeCounts::default() },
        Outcome::Confirmed | Outcome::Postponed | Outcome::Cancelled => OutcomeCounts::default(),
    }
}

fn call_of(
    env: &Env,
    caller: &Caller,
    row: &Confirmation,
    outcome: Outcome,
    after: (State, Millis, i64),
    note: Option<String>,
    now: Millis,
) -> Call {
    Call {
        id: env.id(),
        order_id: row.order_id,
        mobile: row.mobile.clone(),
        user_id: caller.user,
        user_name: caller.name.clone(),
        outcome,
        note,
        next_at: (after.0 == State::Waiting).then_some(after.1),
        at: now,
        before: Json(StateBefore { state: row.state, due_at: row.due_at.0, attempts: row.attempts }),
    }
}

/// Undoes the caller's last call of an order, for half a minute, and leases the customer to the caller again in the same
/// transaction; the transition of the order is not reverted.
///
/// # Errors
/// [`CallQueueError`]; nothing changed then.
pub(super) async fn undo(
    app: &App,
    scope: &StoreScope,
    caller: &Caller,
    id: OrderId,
    call: OrderCallId,
) -> Result<Claim, CallQueueError> {
    let (at, env, caller) = (scope.clone(), app.env().clone(), caller.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            if !orders::lock(c, &at, id).await? {
                return Err(CallQueueError::NotFound);
            }
            if !store::has_call(c, &at, id, call).await? {
                return Err(field("call_id", common::NO_SUCH));
            }
            let last = store::find_last_call(c, &at, id).await?.ok_or(CallQueueError::TooLate)?;
            let outcome = last.outcome;
            let row = store::find(c, &at, id).await?.ok_or(CallQueueError::NotFound)?;
            let is_own = last.id == call && last.user_id == caller.user;
            if !is_own || !outcome.can_be_undone() || now > last.at.plus(UNDO) || !row.state.is_open() {
                return Err(CallQueueError::TooLate);
            }
            let StateBefore { state, due_at, attempts } = last.before.0;
            let until = now.plus(LEASE);
            // The lease goes to the caller, replacing any other lease of theirs.
            lease_store::release(c, &at, caller.user, now).await?;
            let Some(fence) = lease_store::claim(c, &at, &row.mobile, (caller.user, &caller.name), now, until, false).await?
            else {
                return Err(lease_error(lease_store::find_lease(c, &at, &row.mobile).await?, caller.user, now));
            };
            if !store::update(c, &at, &row, (state, Millis(due_at), attempts), now).await? {
                return Err(OrderError::Stale.into());
            }
            store::revoke_call(c, &at, call).await?;
            cod_risk::note(c, &at, &row.mobile, tally(outcome, -1), now).await?;
            let entry = Entry::new(Act::Update, entities::ORDER, id)
                .before(json!({ "call": outcome.as_str() }))
                .after(json!({ "call": null }));
            log(c, &at, id, now, entry, None).await?;
            Ok(Claim { mobile: row.mobile, fence, until })
        })
        .await
}

/// Puts an order that could not be reached back into the queue, due at the next calling time.
///
/// # Errors
/// [`CallQueueError`]; nothing changed then.
pub(super) async fn requeue(app: &App, scope: &StoreScope, profile: &StoreProfile, id: OrderId) -> Result<(), CallQueueError> {
    let (at, env, timezone) = (scope.clone(), app.env().clone(), profile.timezone.clone());
    let calling = Calling::read(&profile.settings.confirmation)?;
    app.db()
        .tx(async move |c| {
            let now = env.now();
            if !orders::lock(c, &at, id).await? {
                return Err(CallQueueError::NotFound);
            }
            let row = store::find(c, &at, id).await?.ok_or(CallQueueError::NotFound)?;
            if !row.state.is_open() {
                return Err(CallQueueError::Decided(row.state));
            }
            let due = calling.next(now, &timezone);
            if row.state == State::Waiting && row.due_at <= due {
                return Ok(());
            }
            if !store::update(c, &at, &row, (State::Waiting, due, 0), now).await? {
                return Err(OrderError::Stale.into());
            }
            let entry =
                Entry::new(Act::Update, entities::ORDER, id).after(json!({ "call": "again", "next_call": due.rfc3339() }));
            log(c, &at, id, now, entry, None).await?;
            Ok(())
        })
        .await
}
