//! Rebuilds the search index of products in the background, after an upgrade that changed its format.

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Millis, StoreScope};

use super::store::{index, products};
use platform::App;

/// Products per transaction.
const STEP: i64 = 50;

/// The job's schedule.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("write_search_words", Millis::MINUTE, write_search_words);
}

/// The backlog is empty except after an upgrade: polling it each minute costs nothing.
async fn write_search_words(app: App) -> JobResult {
    loop {
        let n = app
            .db()
            .tx(async move |c| {
                let due = index::list_backlog(c, STEP).await?;
                for (store, id) in &due {
                    let scope = StoreScope::new(*store, Actor::system());
                    match products::find(c, &scope, *id).await? {
                        Some(product) if product.deleted_at.is_none() => {
                            index::replace(c, &scope, *id, None, &product.fields).await?;
                        }
                        _ => index::delete(c, &scope, *id).await?,
                    }
                    index::delete_from_backlog(c, *store, *id).await?;
                    c.touch(*store, db::Topics::STOREFRONT);
                }
                Ok::<_, db::Error>(due.len())
            })
            .await?;
        if n == 0 {
            return Ok(Outcome::Done);
        }
    }
}
