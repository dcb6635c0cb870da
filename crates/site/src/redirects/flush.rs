//! Writes the hits and misses counted in memory, in one transaction.

use std::collections::BTreeMap;

use db::{Conn, Result};
use kernel::id::MissedAddress as MissedAddressKind;
use kernel::{Millis, MissedAddressId, RedirectId, StoreId};

use super::counts::{AddressCounts, Count, UnflushedMiss};
use super::model::KEPT_MISSED;
use super::{missed_store, store};
use platform::App;

/// Missed addresses of a store, by key.
type Misses = BTreeMap<String, (MissedAddressId, UnflushedMiss)>;

/// Writes what was counted. When the database cannot be reached it is kept for the next flush, within bounds.
///
/// # Errors
/// Database errors.
pub async fn flush(app: &App, counts: &AddressCounts) -> Result<()> {
    let unflushed = counts.take();
    if unflushed.hits.is_empty() && unflushed.misses.is_empty() {
        return Ok(());
    }
    // Sorted: two nodes that flush at once cannot deadlock.
    let hits: BTreeMap<(StoreId, RedirectId), Count> = unflushed.hits.iter().map(|(at, count)| (*at, *count)).collect();
    let env = app.env();
    let with_ids = |misses: &std::collections::HashMap<String, UnflushedMiss>| -> Misses {
        misses.iter().map(|(key, miss)| (key.clone(), (env.id::<MissedAddressKind>(), miss.clone()))).collect()
    };
    let misses: BTreeMap<StoreId, Misses> =
        unflushed.misses.iter().map(|(store, of_store)| (*store, with_ids(of_store))).collect();
    let now = env.now();
    let written = app.db().tx(async move |c| write(c, &hits, &misses, now).await).await;
    if written.as_ref().is_err_and(db::Error::is_unavailable) {
        counts.put_back(unflushed);
    }
    written
}

async fn write(
    c: Conn<'_>,
    hits: &BTreeMap<(StoreId, RedirectId), Count>,
    misses: &BTreeMap<StoreId, Misses>,
    now: Millis,
) -> Result<()> {
    for ((store, redirect), count) in hits {
        store::increment_hits(c, *store, *redirect, count.times, count.last_at).await?;
    }
    for (store, of_store) in misses {
        missed_store::increment(c, *store, of_store).await?;
        missed_store::delete_before(c, *store, Millis(now.0 - KEPT_MISSED)).await?;
        missed_store::delete_rarest(c, *store).await?;
    }
    Ok(())
}
