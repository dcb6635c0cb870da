//! Asks gateways about payments that hang: 5 minutes, 1 hour and 24 hours after their start (PY-03).

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Env, Millis, StoreScope};
use platform::App;
use platform::provider_calls;

use super::super::attempts_store::{HangingAttempt, find};
use super::super::reconcile::{checked, list_hanging};
use super::inquiry_call;
use crate::orders::error::OrderError;

/// Attempts of one run.
const BATCH: i64 = 500;

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("reconcile_online_payments", Millis::MINUTE, sweep);
}

async fn sweep(app: App) -> JobResult {
    for hanging in list_hanging(app.db().conn(), app.env(), BATCH).await? {
        // One that cannot be asked about does not block the others.
        if let Err(e) = ask(&app, hanging).await {
            tracing::error!(attempt = %hanging.attempt, error = %e, "a payment could not be asked about");
        }
    }
    Ok(Outcome::Done)
}

/// Writes the call, and in the same transaction when the next one is due: a gateway that is down does not hold back the others.
async fn ask(app: &App, hanging: HangingAttempt) -> Result<(), OrderError> {
    let scope = StoreScope::new(hanging.store, Actor::system());
    let env: Env = app.env().clone();
    app.db()
        .tx(async move |c| {
            let Some(attempt) = find(c, &scope, hanging.attempt).await? else { return Ok(()) };
            if !checked(c, &env, &scope, hanging.attempt, hanging.step).await? {
                return Ok(());
            }
            let key = format!("payment_check:{}:{}:{}", hanging.attempt, attempt.checks_from.0, hanging.step);
            if let Some(call) = inquiry_call::of_attempt(&attempt, key) {
                provider_calls::enqueue(c, &env, &scope, call).await?;
            }
            Ok(())
        })
        .await
}
