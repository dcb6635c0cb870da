//! The demo store goes back to its sample content every hour (decisions §2).
//!
//! Its owner, address and sessions stay, so whoever looks around goes on looking. What visitors wrote goes, a table at a time,
//! and the plan it was made by is followed again. Invariant: a reset that is cut off begins anew, because the plan says that it
//! was followed only when it was.

use db::{Conn, OnReset, Topics, p, row};
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Millis, StoreId, StoreScope};
use serde::{Deserialize, Serialize};
use web::ApiError;

use super::rng::Rng;
use super::{Plan, fill, furnish};
use platform::App;
use platform::journal::{self, Act, Entry, entity};

/// A store above this was made for measuring, not for visitors: it stays as it is.
const MOST_PRODUCTS: i64 = 2_000;
/// The same, in orders.
const MOST_ORDERS: i64 = 10_000;

/// The statements that empty a store of all that it holds besides itself, its owner and its counters.
fn emptying() -> Vec<String> {
    let tables: Vec<_> = crate::tables().filter(|table| table.has_store).collect();
    let one = |table: db::Table| match table.on_reset {
        OnReset::Delete => Some(format!("DELETE FROM {} WHERE store_id = ?1", table.name)),
        OnReset::DeleteWhere(condition) => Some(format!("DELETE FROM {} WHERE store_id = ?1 AND {condition}", table.name)),
        OnReset::Keep(_) => None,
    };
    db::deletion_order(&tables).into_iter().filter_map(one).collect()
}

/// Brings the demo store back to what its plan makes.
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
    registry.every("reset_demo_store", Millis::HOUR, wake);
}

struct PlanRow {
    store: StoreId,
    name: String,
    seed: i64,
    products: i64,
    orders: i64,
    days: i64,
    journal_seq: i64,
    written_at: Millis,
    journal_now: i64,
}
row!(PlanRow { store, name, seed, products, orders, days, journal_seq, written_at, journal_now });

async fn find_plan(c: Conn<'_>) -> db::Result<Option<PlanRow>> {
    let sql = "SELECT p.store_id, p.name, p.seed, p.products, p.orders, p.days, p.journal_seq, p.written_at, k.journal_seq \
               FROM stores s JOIN demo_plans p ON p.store_id = s.id JOIN store_counters k ON k.store_id = s.id \
               WHERE s.is_demo = TRUE ORDER BY s.id LIMIT 1";
    c.opt(sql, p![]).await
}

/// Notes what a demo store was made by, once it is made.
pub(super) async fn keep_plan(app: &App, scope: &StoreScope, name: &str, plan: &Plan) -> Result<(), ApiError> {
    let (inner, name, plan, now) = (scope.clone(), name.to_owned(), plan.clone(), app.env().now());
    let size = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let (seed, products, orders) = (plan.seed.cast_signed(), size(plan.products), size(plan.orders));
    let work = async move |c: Conn<'_>| {
        let sql = "INSERT INTO demo_plans (store_id, name, seed, products, orders, days, journal_seq, written_at) \
                   SELECT store_id, ?2, ?3, ?4, ?5, ?6, journal_seq, ?7 FROM store_counters WHERE store_id = ?1";
        c.exec(sql, p![inner.store(), name, seed, products, orders, plan.days, now]).await
    };
    app.db().tx(work).await?;
    Ok(())
}

/// Wanted when somebody changed something, and once a day so that the orders do not grow old.
async fn wake(app: App) -> JobResult {
    let Some(plan) = find_plan(app.db().conn()).await? else { return Ok(Outcome::Done) };
    let now = app.env().now();
    let is_touched = plan.journal_now != plan.journal_seq || plan.written_at < now.plus(-Millis::DAY);
    if !is_touched || plan.products > MOST_PRODUCTS || plan.orders > MOST_ORDERS {
        return Ok(Outcome::Done);
    }
    let (env, job) = (app.env().clone(), ResetDemoStoreJob { store: plan.store });
    // No store's own job: it is the platform's work, and the reset clears the store's list.
    let how = Enqueue { dedup_key: Some("reset_demo_store".into()), ..Enqueue::default() };
    app.db().tx(async move |c| jobs::enqueue(c, &env, &job, how.clone()).await).await?;
    Ok(Outcome::Done)
}

async fn reset(app: App, job: ResetDemoStoreJob) -> JobResult {
    let row = find_plan(app.db().conn()).await?.filter(|row| row.store == job.store);
    let Some(PlanRow { store, name, seed, products, orders, days, .. }) = row else { return Ok(Outcome::Done) };
    let plan = Plan {
        seed: seed.cast_unsigned(),
        stores: 1,
        products: usize::try_from(products)?,
        orders: usize::try_from(orders)?,
        days,
        has_demo: true,
    };
    let scope = StoreScope::new(store, Actor::system());
    for sql in emptying() {
        app.db().tx(async move |c| c.exec(&sql, p![store]).await).await?;
    }
    app.blobs.delete_folder(&store.to_string()).await?;
    let (env, inner) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let sql = "UPDATE stores SET name = ?2, default_language = 'ar', languages = '[\"ar\",\"en\"]', feature_flags = '[]', onboarding = '{}', \
                       updated_at = ?3, version = version + 1 WHERE id = ?1";
            c.exec(sql, p![store, name, now]).await?;
            c.exec("UPDATE store_counters SET next_order_number = 1001, next_invoice_number = 1 WHERE store_id = ?1", p![store])
                .await?;
            furnish(c, &env, &inner, &name).await?;
            journal::write(c, &inner, now, Topics::STOREFRONT, Entry::new(Act::Create, entity::STORE, store)).await?;
            Ok::<_, db::Error>(())
        })
        .await?;
    let filled = fill(&app, &scope, &plan, &mut Rng::new(plan.seed), |_| {}).await;
    filled.map_err(|e| format!("the demo store could not be filled: {}", e.code()))?;
    let now = app.env().now();
    app.db()
        .tx(async move |c| {
            let sql = "UPDATE demo_plans SET written_at = ?2, journal_seq = (SELECT k.journal_seq FROM store_counters k WHERE k.store_id = ?1) \
                       WHERE store_id = ?1";
            c.exec(sql, p![store, now]).await?;
            c.touch(store, Topics::STOREFRONT.and(Topics::SALES).and(Topics::CATALOG));
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::emptying;

    #[test]
    fn a_store_is_emptied_of_what_hangs_on_other_rows_first() {
        let all = emptying();
        let place = |table: &str| all.iter().position(|sql| sql.starts_with(&format!("DELETE FROM {table} "))).unwrap();
        assert!(place("shipment_lines") < place("shipments") && place("shipments") < place("orders"));
        assert!(place("orders") < place("customers") && place("batch_items") < place("batches"));
        assert!(!all.iter().any(|sql| sql.contains(" store_counters ") || sql.contains(" stores ")));
        assert!(all.contains(&"DELETE FROM memberships WHERE store_id = ?1 AND role <> 'owner'".to_owned()));
    }
}
