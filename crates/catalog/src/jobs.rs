//! Background work of the catalogue.

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Millis, StoreScope};

use super::errors::CatalogError;
use super::store::products;
use super::write;
use platform::App;

/// Registers the slice's job handlers and schedules.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("refresh_sale_prices", Millis::MINUTE, refresh_sale_prices);
    registry.every("publish_scheduled_products", Millis::MINUTE, publish_scheduled);
}

/// Publishes products whose scheduled time has come.
async fn publish_scheduled(app: App) -> JobResult {
    loop {
        let due = products::list_due(app.db().conn(), app.env().now()).await?;
        let is_last = due.len() < 200;
        for (store, product) in due {
            let (env, scope) = (app.env().clone(), StoreScope::new(store, Actor::system()));
            app.db().tx(async move |c| write::publish_on_time(c, &env, &scope, product).await).await?;
        }
        if is_last {
            return Ok(Outcome::Done);
        }
    }
}

/// Updates the list prices by which lists sort, for products whose sale started or ended.
async fn refresh_sale_prices(app: App) -> JobResult {
    loop {
        let now = app.env().now();
        let due = products::list_price_changes(app.db().conn(), now).await?;
        let is_last = due.len() < 200;
        for chunk in due.chunks(50) {
            let chunk = chunk.to_vec();
            app.db()
                .tx(async move |c| {
                    for (store, product) in &chunk {
                        let scope = StoreScope::new(*store, Actor::system());
                        write::refresh_price(c, &scope, *product, now).await?;
                    }
                    Ok::<_, CatalogError>(())
                })
                .await?;
        }
        if is_last {
            return Ok(Outcome::Done);
        }
    }
}
