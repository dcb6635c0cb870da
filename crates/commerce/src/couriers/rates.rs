//! Prices of couriers (SP-03): asked while a shopper waits, kept for a quarter of an hour, and read back when the order is placed.
//!
//! Invariants: a courier is asked outside of any transaction and for no longer than [`LONGEST`]. What could not be asked is written as
//! well, so that placing the order finds what the shopper saw. A courier that could not be reached is not asked again for a while;
//! then one checkout tries, and all others go on without.

use std::collections::BTreeMap;
use std::time::Duration;

use db::Conn;
use futures_util::future::join_all;
use gateways::couriers::{Courier, Rate, RateRequest};
use gateways::{CallContext, CourierError, ExchangeLog, UnreachableReason};
use kernel::{CourierAccountId, Millis, StoreScope};
use platform::App;

use super::account::{Account, open};
use super::rates_store::{RateAccount, StoredRate};
use super::route::{self, RatedParcel};
use super::words::ShippingProvider;
use super::{cities_store, rates_store};

/// How long a shopper waits for a courier's price.
pub const LONGEST: Duration = Duration::from_millis(1_500);
/// How long a price is kept beyond its time: an order that is confirmed late has the price that was shown.
const KEPT_AFTER: i64 = Millis::HOUR;
/// The largest price that is believed, in minor units.
const MOST: i64 = 1_000_000_000_000;
/// Prices that one transaction of the sweep deletes.
const SWEPT: i64 = 500;

/// A price to find: the courier, and the parcel.
pub type Question<'a> = (ShippingProvider, RatedParcel<'a>);

/// A question that can be asked: whose account, and what.
struct Route {
    account: RateAccount,
    provider: ShippingProvider,
    request: RateRequest,
    is_vat_added: bool,
    key: String,
}

/// The routes of questions, in their order; none where a question has none.
async fn routes(c: Conn<'_>, scope: &StoreScope, questions: &[Question<'_>]) -> db::Result<Vec<Option<Route>>> {
    let mut known = BTreeMap::new();
    let mut routes = Vec::new();
    for (provider, parcel) in questions {
        if !known.contains_key(provider) {
            let account = rates_store::find_account(c, scope, *provider).await?;
            let cities = match &account {
                Some(account) => cities_store::list_without_districts(c, scope, account.id).await?,
                None => Vec::new(),
            };
            known.insert(*provider, account.map(|account| (account, cities)));
        }
        let route = known.get(provider).and_then(Option::as_ref).and_then(|(account, cities)| {
            let request = route::request(&account.pickup_city, cities, parcel)?;
            let key = route::key(&request, parcel.is_vat_added);
            let (account, provider, is_vat_added) = (account.clone(), *provider, parcel.is_vat_added);
            Some(Route { account, provider, request, is_vat_added, key })
        });
        routes.push(route);
    }
    Ok(routes)
}

/// The prices that are kept, in the order of the questions, without asking anybody: what the shopper saw last.
///
/// # Errors
/// Of the database.
pub async fn stored(c: Conn<'_>, scope: &StoreScope, questions: &[Question<'_>]) -> db::Result<Vec<Option<i64>>> {
    let mut prices = Vec::new();
    for route in routes(c, scope, questions).await? {
        let rate = match route {
            Some(route) => rates_store::find(c, scope, route.account.id, &route.key).await?,
            None => None,
        };
        prices.push(rate.and_then(|rate| rate.amount));
    }
    Ok(prices)
}

/// The prices in the order of the questions; couriers are asked for those that are not kept, all at once.
///
/// # Errors
/// Of the database; a courier that does not answer has no price.
pub async fn ask(app: &App, scope: &StoreScope, questions: &[Question<'_>]) -> db::Result<Vec<Option<i64>>> {
    let (c, now) = (app.db().conn(), app.env().now());
    let routes = routes(c, scope, questions).await?;
    let mut prices: BTreeMap<(CourierAccountId, &str), Option<i64>> = BTreeMap::new();
    let mut open_routes: Vec<&Route> = Vec::new();
    for route in routes.iter().flatten() {
        let at = (route.account.id, route.key.as_str());
        if prices.contains_key(&at) {
            continue;
        }
        let rate = rates_store::find(c, scope, route.account.id, &route.key).await?;
        prices.insert(at, rate.filter(|rate| rate.expires_at > now).and_then(|rate| rate.amount));
        if rate.is_none_or(|rate| rate.expires_at <= now) {
            open_routes.push(route);
        }
    }
    for (route, price) in ask_all(app, scope, &open_routes).await? {
        prices.insert((route.account.id, route.key.as_str()), price);
    }
    let price = |route: &Route| prices.get(&(route.account.id, route.key.as_str())).copied().flatten();
    Ok(routes.iter().map(|route| route.as_ref().and_then(price)).collect())
}

async fn ask_all<'r>(app: &App, scope: &StoreScope, routes: &[&'r Route]) -> db::Result<Vec<(&'r Route, Option<i64>)>> {
    let c = app.db().conn();
    let mut accounts: BTreeMap<ShippingProvider, Option<Account<'_>>> = BTreeMap::new();
    for route in routes {
        if accounts.contains_key(&route.provider) {
            continue;
        }
        // Nothing is asked of a courier that is paused; the first after the pause is the trial.
        let is_free = is_free(app, scope, &route.account).await?;
        let account = if is_free { open(c, app, scope, route.provider).await?.ok() } else { None };
        accounts.insert(route.provider, account.filter(|account| account.courier.capabilities().has_rates));
    }
    let calls = routes.iter().map(|route| {
        let account = accounts.get(&route.provider).and_then(Option::as_ref);
        async move { (*route, answer(app, scope, route, account).await) }
    });
    let mut answers = Vec::new();
    for (route, price) in join_all(calls).await {
        answers.push((route, price?));
    }
    Ok(answers)
}

/// Whether a courier may be asked now.
async fn is_free(app: &App, scope: &StoreScope, account: &RateAccount) -> db::Result<bool> {
    let now = app.env().now();
    let Some(was) = account.rates_paused_until else { return Ok(true) };
    let (at, id, until) = (scope.clone(), account.id, now.plus(route::pause(account.rate_failures + 1)));
    // A pause that ends later than any can was written by a clock that was ahead.
    if was > now && was <= now.plus(route::VALID_FOR + jobs::SKEW) {
        return Ok(false);
    }
    app.db().tx(async move |c| rates_store::claim_trial(c, &at, id, (was, until)).await).await
}

/// Asks, and writes what came of it.
async fn answer(app: &App, scope: &StoreScope, route: &Route, account: Option<&Account<'_>>) -> db::Result<Option<i64>> {
    let Some(account) = account else {
        write(app, scope, route, None, None).await?;
        return Ok(None);
    };
    let result = call(account.courier, account, &route.request).await;
    let failures = match &result {
        Err(CourierError::Unreachable(_) | CourierError::Unauthorised { .. }) => route.account.rate_failures.saturating_add(1),
        Ok(_) | Err(_) => 0,
    };
    let price = result.ok().and_then(|rate| price(&rate, route));
    write(app, scope, route, price, Some(failures)).await?;
    Ok(price)
}

async fn call(courier: &dyn Courier, account: &Account<'_>, request: &RateRequest) -> Result<Rate, CourierError> {
    let log = ExchangeLog::new();
    let call = courier.rate(CallContext { credentials: &account.credentials, log: &log }, request, LONGEST);
    tokio::time::timeout(LONGEST, call).await.unwrap_or(Err(CourierError::Unreachable(UnreachableReason::TimedOut)))
}

/// The price for the shopper: without VAT where the store adds its own.
fn price(rate: &Rate, route: &Route) -> Option<i64> {
    let amount = rate.without_vat_minor.filter(|_| route.is_vat_added).unwrap_or(rate.with_vat_minor);
    (rate.currency == route.request.currency && (0..=MOST).contains(&amount)).then_some(amount)
}

/// Writes a price, or that there is none; and after a call how often in a row it failed.
async fn write(app: &App, scope: &StoreScope, route: &Route, amount: Option<i64>, failures: Option<i64>) -> db::Result<()> {
    let (at, now, id, key) = (scope.clone(), app.env().now(), route.account.id, route.key.clone());
    let failed = failures.unwrap_or(route.account.rate_failures);
    let pause = now.plus(route::pause(failed));
    let was = route.account.rate_failures;
    let expires_at = if failed > 0 { pause } else { now.plus(route::VALID_FOR) };
    app.db()
        .tx(async move |c| {
            // The account may have been deleted while the courier was asked.
            if !rates_store::exists(c, &at, id).await? {
                return Ok(());
            }
            rates_store::upsert(c, &at, id, &key, StoredRate { amount, expires_at }).await?;
            match failures {
                Some(0) if was > 0 => rates_store::set_pause(c, &at, id, (None, 0)).await,
                Some(failures) if failures > 0 => rates_store::set_pause(c, &at, id, (Some(pause), failures)).await,
                _ => Ok(()),
            }
        })
        .await
}

/// Deletes prices that nobody can have been shown lately.
pub(super) async fn sweep(app: App) -> db::Result<jobs::Outcome> {
    let before = app.env().now().plus(-KEPT_AFTER);
    while app.db().tx(async move |c| rates_store::delete_before(c, before, SWEPT).await).await? > 0 {}
    Ok(jobs::Outcome::Done)
}
