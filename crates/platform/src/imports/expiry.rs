//! Imports with personal data are kept for a limited time: file, rows and the import itself.

use jobs::{JobResult, Outcome};
use kernel::{Actor, Millis, StoreScope};

use super::kind::Imported;
use super::{rows, store};
use crate::App;
use crate::journal::{self, Act, Entry};

/// Imports of a kind that are deleted in one run.
const MOST: i64 = 100;

/// Deletes expired files, then their rows, and the imports last: what is interrupted continues with the next run.
pub(super) async fn expire<K: Imported>(app: App) -> JobResult {
    let Some(retention) = K::KEPT else { return Ok(Outcome::Done) };
    let now = app.env().now();
    // No pass begins on an expired import (see `steps`); one that began just before has an hour to appear.
    let before = now.plus(-retention.millis - Millis::HOUR);
    for (store_id, id, key) in store::list_expired::<K>(app.db().conn(), before, MOST).await? {
        app.blobs.delete(&key).await?;
        let scope = StoreScope::new(store_id, Actor::system());
        loop {
            let at = scope.clone();
            if app.db().tx(async move |c| rows::delete_some(c, &at, id, 500).await).await? == 0 {
                break;
            }
        }
        app.db()
            .tx(async move |c| {
                if store::delete::<K>(c, &scope, id).await? {
                    let entry = Entry::new(Act::Delete, K::WORDS.entity, id);
                    journal::write(c, &scope, now, db::Topics::PROGRESS, entry).await?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
    }
    Ok(Outcome::Done)
}
