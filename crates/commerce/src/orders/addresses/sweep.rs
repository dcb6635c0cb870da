//! Checks many orders: after an upgrade, after the store's requirements change, in sample data.

use std::collections::HashMap;

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Millis, OrderId, StoreScope};

use super::gate::{gaps_of, is_to_ship};
use super::store::{self, State};
use crate::orders::store as orders;
use platform::App;
use platform::stores;

/// Orders checked in one transaction.
const STEP: i64 = 100;
/// Orders of each status that a store has checked again.
const MOST: i64 = 5_000;

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("look_at_addresses", Millis::MINUTE, look);
}

/// Marks the store's orders for a new check, in the caller's transaction.
pub(super) async fn renew(c: db::Conn<'_>, scope: &StoreScope, now: Millis) -> db::Result<()> {
    store::renew(c, scope, MOST, now).await
}

/// Checks the orders of a store now.
///
/// # Errors
/// Of the database.
pub async fn look_at_all(app: &App, scope: &StoreScope) -> db::Result<()> {
    let (at, now) = (scope.clone(), app.env().now());
    app.db().tx(async move |c| renew(c, &at, now).await).await?;
    while step(app).await? > 0 {}
    Ok(())
}

/// Checks the first few hundred right away, which is all that most stores have.
pub(super) async fn begin(app: &App) -> db::Result<()> {
    for _ in 0..4 {
        if step(app).await? == 0 {
            break;
        }
    }
    Ok(())
}

async fn look(app: App) -> JobResult {
    while step(&app).await? > 0 {}
    Ok(Outcome::Done)
}

/// Checks some orders; how many.
async fn step(app: &App) -> db::Result<usize> {
    let now = app.env().now();
    app.db()
        .tx(async move |c| {
            let pending = store::list_new(c, STEP).await?;
            let mut of_store: HashMap<_, Vec<OrderId>> = HashMap::new();
            for (store, order) in &pending {
                of_store.entry(*store).or_default().push(*order);
            }
            for (id, ids) in of_store {
                let scope = StoreScope::new(id, Actor::system());
                let profile = stores::get_profile(c, &scope).await?;
                let mut found = orders::find_many(c, &scope, &ids).await?;
                found.sort_by_key(|order| order.id);
                for order in found {
                    // Locked while it is checked, so that a concurrent change of its address is not overwritten.
                    orders::lock(c, &scope, order.id).await?;
                    let Some(order) = orders::find(c, &scope, order.id).await? else { continue };
                    let found = gaps_of(&profile, &order)?.holding;
                    let to = match (is_to_ship(order.status), found.is_empty()) {
                        (false, _) => State::Over,
                        (true, true) => State::Clear,
                        (true, false) => State::Held,
                    };
                    store::set_looked_at(c, &scope, order.id, to, &found, now).await?;
                }
            }
            Ok(pending.len())
        })
        .await
}
