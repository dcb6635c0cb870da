//! Sends the due messages of the sequence every minute, in every store with an active plan.

use jiff::tz::TimeZone;
use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, CartId, Millis, StoreId, StoreScope};

use super::model::Plan;
use super::remind::{self, ReminderTrigger};
use super::schedule::{self, SequenceState, TOO_LATE};
use super::store;
use platform::App;
use platform::stores::{self, StoreProfile};

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("remind_carts", Millis::MINUTE, sweep);
}

async fn sweep(app: App) -> JobResult {
    remind_due(&app).await?;
    Ok(Outcome::Done)
}

/// Sends every message that is due in every store; once, even when several workers run it at the same time.
///
/// # Errors
/// Of the database.
pub async fn remind_due(app: &App) -> db::Result<()> {
    let mut after = StoreId::from_raw(0);
    loop {
        let stores = store::list_active_stores(app.db().conn(), after).await?;
        let Some(last) = stores.last().copied() else { return Ok(()) };
        for id in stores {
            of_store(app, &StoreScope::new(id, Actor::system())).await?;
        }
        after = last;
    }
}

async fn of_store(app: &App, scope: &StoreScope) -> db::Result<()> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, scope).await?;
    let plan = store::get_plan(c, scope).await?;
    let zone = TimeZone::get(&profile.timezone).unwrap_or(TimeZone::UTC);
    if profile.is_demo || schedule::is_quiet(&plan, app.env().now(), &zone) {
        return Ok(());
    }
    // The last message first: a cart that waited for several gets one in this run.
    for done in (0..i64::try_from(plan.messages.len()).unwrap_or(0)).rev() {
        of_message(app, scope, (&profile, &plan, &zone), done).await?;
    }
    Ok(())
}

/// Sends one message of the sequence to every cart that waits for it.
async fn of_message(
    app: &App,
    scope: &StoreScope,
    (profile, plan, zone): (&StoreProfile, &Plan, &TimeZone),
    done: i64,
) -> db::Result<()> {
    let Some(message) = usize::try_from(done).ok().and_then(|i| plan.messages.get(i)) else { return Ok(()) };
    let now = app.env().now();
    let to = now.plus(-message.delay_minutes * Millis::MINUTE);
    let from = to.plus(-TOO_LATE).max(plan.active_since);
    let mut after = (Millis(i64::MIN), CartId::from_raw(0));
    loop {
        let waiting = store::list_waiting(app.db().conn(), scope, done, (from, to), after).await?;
        let Some(last) = waiting.last() else { return Ok(()) };
        after = (last.active_at, last.id);
        for store::Waiting { id, active_at, last_reminded_at } in waiting {
            let next_message = schedule::next(plan, SequenceState { done, active_at, last_reminded_at }, zone);
            if let Some((n, _)) = next_message.filter(|(_, at)| *at <= now) {
                let sent =
                    remind::send(app, scope, profile, plan, id, (ReminderTrigger::Sequence(n, active_at), message)).await?;
                if let Err(reason) = sent {
                    tracing::debug!(cart = %id, reason = reason.as_str(), "no reminder");
                }
            }
        }
    }
}
