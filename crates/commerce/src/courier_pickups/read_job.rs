//! Asks couriers how far the open pickups are: once an hour for a store, and not any more once their day is over.

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Env, Millis, StoreScope};
use platform::provider_calls;
use platform::{App, stores};

use super::model::{day_of, next_read};
use super::store::DuePickups;
use super::{read_call, store};
use crate::couriers::account;

/// Pickups of one run.
const BATCH: i64 = 200;

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("read_courier_pickups", 5 * Millis::MINUTE, sweep);
}

async fn sweep(app: App) -> JobResult {
    for due in store::list_due(app.db().conn(), app.env().now(), BATCH).await? {
        // One that cannot be asked about does not block the others.
        let store = due.store;
        if let Err(e) = ask(&app, due).await {
            tracing::error!(store.id = %store, error = %e, "the pickups of a store could not be asked about");
        }
    }
    Ok(Outcome::Done)
}

/// Plans the next read of a store's open pickups, and writes the call where the store has an account.
async fn ask(app: &App, due: DuePickups) -> db::Result<()> {
    let scope = StoreScope::new(due.store, Actor::system());
    let env: Env = app.env().clone();
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let open = store::list_open(c, &scope, due.provider).await?;
            // Another one of the run has read them.
            if open.iter().all(|pickup| pickup.next_read_at.is_none_or(|at| at > now)) {
                return Ok(());
            }
            let today = day_of(now, &stores::get_profile(c, &scope).await?.timezone);
            for pickup in open {
                let Some(mut pickup) = store::lock(c, &scope, pickup.id).await? else { continue };
                pickup.next_read_at = next_read(pickup.state, &pickup.date, today, now);
                store::update(c, &scope, &pickup).await?;
            }
            if let Some(account) = account::find(c, &scope, due.provider).await? {
                let call = read_call::of_account(due.provider, account.id, now);
                provider_calls::enqueue(c, &env, &scope, call).await?;
            }
            Ok(())
        })
        .await
}
