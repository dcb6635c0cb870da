//! Recounts stores whose orders were counted by an older definition, some orders at a time.

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Millis, OrderId, StoreId, StoreScope};

use super::count::settle_many;
use super::store;
use crate::sales;
use platform::App;

/// Orders in one transaction.
const PAGE: i64 = 100;

/// The schedule.
pub fn register(registry: &mut Registry<App>) {
    registry.every("recount_sales", Millis::MINUTE, recount);
}

/// Resumes where the last run stopped, until no store is left. Idempotent: counting an order twice counts it once.
async fn recount(app: App) -> JobResult {
    while let Some((of, from)) = sales::find_recount(app.db().conn()).await? {
        page(&app, of, from).await?;
    }
    Ok(Outcome::Done)
}

async fn page(app: &App, of: StoreId, from: i64) -> db::Result<()> {
    let scope = StoreScope::new(of, Actor::system());
    app.db()
        .tx(async move |c| {
            let ids: Vec<OrderId> = store::list_after(c, &scope, from, PAGE).await?;
            if !sales::advance_recount(c, of, from, ids.last().map(|id| id.raw())).await? {
                return Ok(());
            }
            // Waits for concurrent changes of these orders.
            store::lock(c, &scope, &ids).await?;
            settle_many(c, &scope, &ids).await
        })
        .await
}
