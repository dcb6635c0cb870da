//! Flushes the visits counted in memory to the tables, in one transaction.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use db::{Conn, Result};
use kernel::StoreId;
use tokio::sync::watch;

use super::calendar::days_anywhere;
use super::memory::{NewVisitor, Visits};
use super::store::{self, Salts};
use crate::redirects;
use platform::App;

/// Time between two flushes: the most that a killed process loses.
const FLUSH_INTERVAL: Duration = Duration::from_secs(5);
/// The same during shutdown: the process may end before its last connection does.
const SHUTDOWN_INTERVAL: Duration = Duration::from_millis(500);

/// Flushes periodically, for as long as the process runs.
pub async fn keep_flushing(app: App, visits: Arc<Visits>, mut shutdown: watch::Receiver<bool>) {
    loop {
        let pause = if *shutdown.borrow() {
            tokio::time::sleep(SHUTDOWN_INTERVAL).await;
            Ok(Ok(()))
        } else {
            tokio::time::timeout(FLUSH_INTERVAL, shutdown.changed()).await
        };
        if let Err(error) = flush(&app, &visits).await {
            tracing::warn!(%error, "page views wait to be written");
        }
        if matches!(pause, Ok(Err(_))) {
            return;
        }
    }
}

/// Writes the counted visits, and the addresses counted with them. When the database cannot be reached they are kept for the next flush, within bounds.
///
/// # Errors
/// Database errors.
pub async fn flush(app: &App, visits: &Visits) -> Result<()> {
    let addresses = redirects::flush(app, &visits.addresses).await;
    flush_views(app, visits).await?;
    addresses
}

async fn flush_views(app: &App, visits: &Visits) -> Result<()> {
    let salts = salts(app, visits).await?;
    let unflushed = visits.take();
    if unflushed.views.is_empty() && unflushed.new_visitors.is_empty() {
        return Ok(());
    }
    let (hashes, views) = (hash_visitors(&unflushed.new_visitors, &salts), unflushed.views.clone());
    let written = app.db().tx(async move |c| write(c, &hashes, &views).await).await;
    if written.as_ref().is_err_and(db::Error::is_unavailable) {
        visits.put_back(unflushed);
    }
    written
}

/// The salts of today in every time zone; read again after the set of days changes.
async fn salts(app: &App, visits: &Visits) -> Result<Salts> {
    let now = app.env().now();
    let current_salts = visits.salts.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if days_anywhere(now).all(|day| current_salts.contains_key(&day)) {
        return Ok(current_salts);
    }
    let env = app.env().clone();
    let found = app.db().tx(async move |c| store::find_salts(c, &env, now).await).await?;
    visits.forget();
    visits.salts.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&found);
    Ok(found)
}

/// Visitor hashes by store, day and hour, always in this order: two nodes that flush at once cannot deadlock.
type VisitorHashes = BTreeMap<(StoreId, i64, i64), Vec<u64>>;

fn hash_visitors(new_visitors: &[NewVisitor], salts: &Salts) -> VisitorHashes {
    let mut all = VisitorHashes::new();
    for NewVisitor { store, day, hour, address, agent } in new_visitors {
        if let Some(salt) = salts.get(day) {
            all.entry((*store, *day, *hour)).or_default().push(salt.visitor_hash(*store, address, agent));
        }
    }
    for marks in all.values_mut() {
        marks.sort_unstable();
    }
    all
}

async fn write(c: Conn<'_>, hashes: &VisitorHashes, views: &std::collections::HashMap<(StoreId, i64), i64>) -> Result<()> {
    let mut hours: BTreeMap<(StoreId, i64), (i64, i64)> = views.iter().map(|(key, views)| (*key, (*views, 0))).collect();
    for ((store, day, hour), marks) in hashes {
        let fresh = store::insert_marks(c, *store, *day, marks).await?;
        hours.entry((*store, *hour)).or_default().1 += fresh;
    }
    let hours: Vec<store::Hour> =
        hours.into_iter().map(|((store, hour), (views, visitors))| (store, hour, views, visitors)).collect();
    store::increment_hours(c, &hours).await
}
