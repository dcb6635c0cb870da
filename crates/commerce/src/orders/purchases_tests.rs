//! Conditions on purchases find customers by their own indexes.

use std::sync::Arc;

use customers::testing::filter;
use db::{Db, SqliteConfig};

use super::StoredPurchases;

async fn empty() -> (tempfile::TempDir, Db) {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::sqlite(SqliteConfig::new(dir.path().join("t.db"))).unwrap();
    db.migrate().await.unwrap();
    (dir, db)
}

#[tokio::test]
async fn cu_01_every_condition_that_leads_reads_its_own_index() {
    let (_dir, db) = empty().await;
    filter::every_condition_that_leads_reads_its_own_index(db.conn(), Arc::new(StoredPurchases)).await;
}

#[tokio::test]
async fn cu_01_what_was_bought_is_counted_on_an_index() {
    let (_dir, db) = empty().await;
    filter::what_was_bought_is_counted_on_an_index(db.conn(), Arc::new(StoredPurchases)).await;
}

#[tokio::test]
async fn cu_01_groups_lead_together_or_not_at_all() {
    let (_dir, db) = empty().await;
    filter::groups_lead_together_or_not_at_all(db.conn(), Arc::new(StoredPurchases)).await;
}
