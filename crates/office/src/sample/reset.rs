//! Resets the demo store to its sample content every hour (decisions §2).
//!
//! Its owner, address and sessions stay, so a visitor's session goes on. The rows that visitors wrote are deleted, a table at a
//! time, and the data of its plan is created again. Invariant: an interrupted reset begins again, because the plan is marked as
//! followed only at the end.

use db::{Conn, Topics};
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Millis, StoreId, StoreScope};
use serde::{Deserialize, Serialize};
use web::ApiError;

use super::reset_store::{self, NewPlan, PlanRow};
use super::rng::Rng;
use super::{Plan, fill, gateways, insert_defaults, pictures};
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores::entities;

/// A store with more products is for benchmarks, not for visitors: it is not reset.
const MOST_PRODUCTS: i64 = 2_000;
/// The same, in orders.
const MOST_ORDERS: i64 = 10_000;

/// Resets the demo store to the data of its plan.
#[derive(Debug, Serialize, Deserialize)]
struct ResetDemoStoreJob {
    store: StoreId,
}

impl Job for ResetDemoStoreJob {
    const KIND: &'static str = "reset_demo_store";
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut Registry<App>) {
    registry.on(reset);
    registry.on(pictures::show_in_sample_product);
    registry.every("reset_demo_store", Millis::HOUR, enqueue_due);
}

/// Whether there is a demo store, complete.
///
/// # Errors
/// Of the database.
pub async fn has_demo_store(app: &App) -> db::Result<bool> {
    Ok(reset_store::find_plan(app.db().conn()).await?.is_some())
}

/// Records the plan of a demo store, once it is complete.
pub(super) async fn keep_plan(app: &App, scope: &StoreScope, name: &str, plan: &Plan) -> Result<(), ApiError> {
    let (inner, name, plan, now) = (scope.clone(), name.to_owned(), plan.clone(), app.env().now());
    let size = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let (seed, products, orders) = (plan.seed.cast_signed(), size(plan.products), size(plan.orders));
    let new_plan = NewPlan { seed, products, orders, days: plan.days, has_pictures: plan.has_pictures };
    let work = async move |c: Conn<'_>| reset_store::insert_plan(c, &inner, &name, &new_plan, now).await;
    Ok(app.db().tx(work).await?)
}

/// Due after a visitor changed something, and once a day so that the orders stay recent.
async fn enqueue_due(app: App) -> JobResult {
    let Some(plan) = reset_store::find_plan(app.db().conn()).await? else { return Ok(Outcome::Done) };
    let now = app.env().now();
    let is_touched = plan.journal_now != plan.journal_seq || plan.written_at < now.plus(-Millis::DAY);
    if !is_touched || plan.products > MOST_PRODUCTS || plan.orders > MOST_ORDERS {
        return Ok(Outcome::Done);
    }
    let (env, job) = (app.env().clone(), ResetDemoStoreJob { store: plan.store });
    // No store's job: it is the platform's work, and the reset deletes the store's jobs.
    let options = Enqueue { dedup_key: Some("reset_demo_store".into()), ..Enqueue::default() };
    app.db().tx(async move |c| jobs::enqueue(c, &env, &job, options.clone()).await).await?;
    Ok(Outcome::Done)
}

async fn reset(app: App, job: ResetDemoStoreJob) -> JobResult {
    let row = reset_store::find_plan(app.db().conn()).await?.filter(|row| row.store == job.store);
    let Some(PlanRow { store, name, seed, products, orders, days, has_pictures, .. }) = row else { return Ok(Outcome::Done) };
    let plan = Plan {
        seed: seed.cast_unsigned(),
        stores: 1,
        products: usize::try_from(products)?,
        orders: usize::try_from(orders)?,
        days,
        has_demo: true,
        has_pictures,
    };
    let scope = StoreScope::new(store, Actor::system());
    for sql in reset_store::delete_statements() {
        app.db().tx(async move |c| reset_store::delete_rows(c, &sql, store).await).await?;
    }
    app.blobs.delete_folder(&store.to_string()).await?;
    let (env, inner) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            reset_store::update_store(c, store, &name, now).await?;
            insert_defaults(c, &env, &inner, &name).await?;
            journal::write(c, &inner, now, Topics::STOREFRONT, Entry::new(Act::Create, entities::STORE, store)).await?;
            Ok::<_, db::Error>(())
        })
        .await?;
    let filled = fill(&app, &scope, &plan, &mut Rng::new(plan.seed), |_| {}).await;
    filled.map_err(|e| format!("the demo store could not be filled: {}", e.code()))?;
    let connected = gateways::connect(&app, &scope).await;
    connected.map_err(|e| format!("the demo store could not be connected to gateways: {}", e.code()))?;
    let now = app.env().now();
    app.db()
        .tx(async move |c| {
            reset_store::set_plan_followed(c, store, now).await?;
            c.touch(store, Topics::STOREFRONT.and(Topics::SALES).and(Topics::CATALOG));
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(Outcome::Done)
}
