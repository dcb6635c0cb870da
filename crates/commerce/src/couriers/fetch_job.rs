//! Fetches the cities of couriers: when an account is connected, and once a week.

use std::time::Duration;

use gateways::couriers::{CourierCity, PickupLocation, find_city};
use gateways::{CallContext, CourierError, ExchangeLog, UnreachableReason};
use jobs::{Job, JobResult, Outcome, Registry};
use kernel::{Actor, CourierAccountId, Millis, StoreId, StoreScope};
use platform::App;
use serde::{Deserialize, Serialize};

use super::account::{Account, open};
use super::words::ShippingProvider;
use super::{cities_store, store};

/// How long cities are taken for true.
const VALID_FOR: i64 = 7 * Millis::DAY;
/// How soon a courier that did not answer is asked again.
const RETRY_AFTER: i64 = Millis::HOUR;
/// Accounts of one run.
const BATCH: i64 = 10;
const LONGEST: Duration = Duration::from_secs(20);

/// Fetches the cities of an account that was just connected, if they are still due.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct FetchCourierCitiesJob {
    pub(super) store: StoreId,
    pub(super) account: CourierAccountId,
    pub(super) provider: ShippingProvider,
}

impl Job for FetchCourierCitiesJob {
    const KIND: &'static str = "fetch_cities_of_account";
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(fetch_now);
    registry.every("fetch_courier_cities", Millis::MINUTE, sweep);
}

/// What the courier does not answer now, the schedule asks again.
async fn fetch_now(app: App, job: FetchCourierCitiesJob) -> JobResult {
    fetch(&app, job.store, job.account, job.provider).await?;
    Ok(Outcome::Done)
}

async fn sweep(app: App) -> JobResult {
    for (store, id, provider) in store::list_due(app.db().conn(), app.env().now(), BATCH).await? {
        // One that cannot be asked does not block the others.
        if let Err(e) = fetch(&app, store, id, provider).await {
            tracing::error!(store.id = %store, courier = provider.as_str(), error = %e, "cities could not be fetched");
        }
    }
    Ok(Outcome::Done)
}

async fn fetch(app: &App, store_id: StoreId, id: CourierAccountId, provider: ShippingProvider) -> db::Result<()> {
    let (scope, now) = (StoreScope::new(store_id, Actor::system()), app.env().now());
    let at = scope.clone();
    let is_claimed = app.db().tx(async move |c| store::set_due(c, &at, id, (now, now.plus(RETRY_AFTER))).await).await?;
    if !is_claimed {
        return Ok(());
    }
    let Ok(account) = open(app.db().conn(), app, &scope, provider).await? else { return Ok(()) };
    let called = tokio::time::timeout(LONGEST, ask(&account)).await;
    let (cities, locations) = match called.unwrap_or(Err(CourierError::Unreachable(UnreachableReason::TimedOut))) {
        Ok(answers) => answers,
        Err(e) => {
            tracing::warn!(store.id = %store_id, courier = provider.as_str(), error = %e, "a courier did not tell its cities");
            return Ok(());
        }
    };
    let pickup_city = default_city(&cities, &locations);
    app.db()
        .tx(async move |c| {
            // The account may be another one by now, or gone.
            if store::find(c, &scope, provider).await?.is_none_or(|now| now.id != id) {
                return Ok(());
            }
            cities_store::replace(c, &scope, id, &cities).await?;
            store::set_pickup_city(c, &scope, id, &pickup_city).await?;
            let later = now.plus(RETRY_AFTER);
            store::set_due(c, &scope, id, (later, now.plus(VALID_FOR))).await?;
            Ok(())
        })
        .await
}

async fn ask(account: &Account<'_>) -> Result<(Vec<CourierCity>, Vec<PickupLocation>), CourierError> {
    let log = ExchangeLog::new();
    let context = CallContext { credentials: &account.credentials, log: &log };
    let cities = account.courier.list_cities(context).await?;
    let locations = account.courier.list_pickup_locations(context).await?;
    Ok((cities, locations))
}

/// The courier's code of the city in which the default place is; empty where that is not known.
fn default_city(cities: &[CourierCity], locations: &[PickupLocation]) -> String {
    let default = locations.iter().find(|location| location.is_default).or_else(|| locations.first());
    let city = default.and_then(|location| find_city(cities, &location.city));
    city.map(|city| city.code.clone()).unwrap_or_default()
}
