//! Workers that stall past their lease, and processes that die between storing a file and its row.

use db::p;
use kernel::Millis;
use testkit::{BlobStep, Gate, Merchant, TestShop};

use super::{act, counts, path, rows, upload};

const FILE: &str = "SKU,Name,Price\nS-1,One,1\nS-2,Two,2\nS-3,Three,3\n";

async fn noted(shop: &TestShop, m: &Merchant) -> i64 {
    let sql = "SELECT COUNT(*) FROM arriving_files WHERE store_id = ?1";
    shop.app.db().conn().one(sql, p![m.store]).await.unwrap()
}

async fn stored_counts(shop: &TestShop, m: &Merchant) -> (usize, i64) {
    let files = shop.app.blobs.list(&format!("{}/imports", m.store)).await.unwrap().len();
    (files, shop.app.db().conn().one("SELECT COUNT(*) FROM imports WHERE store_id = ?1", p![m.store]).await.unwrap())
}

/// PR-09: a worker that stalled past its lease overwrites nothing of its successor's work, in the dry run and in the import.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_a_stalled_worker_is_fenced() {
    let gate = Gate::new();
    let shop = TestShop::with_blobs(gate.blobs(), |_| {}).await;
    let m = shop.merchant().await;
    let import = upload(&m, "p.csv", FILE).await;
    for (operation, status, outcome) in [("dry-run", "checked", "would_create"), ("start", "done", "created")] {
        shop.drain().await;
        act(&m, &import, operation).await;
        gate.close(BlobStep::Reading, "/imports/");
        let late = server::worker(shop.app.clone());
        let late = tokio::spawn(async move { late.step().await.unwrap() });
        gate.reached().await;
        // Its lease expires: another worker gets the job, and does all of it.
        shop.advance(2 * Millis::MINUTE);
        shop.drain_any().await;
        let finished = m.data(&path(&import, "")).await;
        assert_eq!(counts(&finished), (status.into(), [3, 0, 0, 0]), "{operation}");
        let written = rows(&m, &import, outcome).await;
        assert_eq!(written.len(), 3, "{operation}");
        gate.open();
        assert!(late.await.unwrap());
        assert_eq!(rows(&m, &import, outcome).await, written, "{operation}");
        assert_eq!(m.data(&path(&import, "")).await, finished, "{operation}");
    }
}

/// PR-09, CU-01: a file stored by a process that died before inserting its row is deleted an hour later, and not before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_a_file_without_a_row_does_not_stay() {
    let gate = Gate::new();
    let shop = TestShop::with_blobs(gate.blobs(), |_| {}).await;
    let m = shop.merchant().await;
    upload(&m, "p.csv", FILE).await;
    assert_eq!((stored_counts(&shop, &m).await, noted(&shop, &m).await), ((1, 1), 0), "one that came is not noted any more");
    gate.close(BlobStep::Written, "/imports/");
    let sender = m.clone();
    let sent = tokio::spawn(async move {
        sender.upload("/customer-imports", "file", "c.csv", "text/csv", "Name,Phone\nSara,0551234567\n").await
    });
    gate.reached().await;
    // The task is aborted here, as if the process died.
    sent.abort();
    assert_eq!((stored_counts(&shop, &m).await, noted(&shop, &m).await), ((2, 1), 1));
    shop.advance(30 * Millis::MINUTE);
    shop.worker.tick().await.unwrap();
    assert_eq!(stored_counts(&shop, &m).await, (2, 1), "it may still be on its way");
    for _ in 0..2 {
        shop.advance(61 * Millis::MINUTE);
        shop.worker.tick().await.unwrap();
    }
    assert_eq!((stored_counts(&shop, &m).await, noted(&shop, &m).await), ((1, 1), 0));
}

/// PR-09: an upload that finishes after its pending file was deleted is refused; neither file nor row is kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_an_upload_that_ends_too_late_is_refused() {
    let gate = Gate::new();
    let shop = TestShop::with_blobs(gate.blobs(), |_| {}).await;
    let m = shop.merchant().await;
    gate.close(BlobStep::Written, "/imports/");
    let sender = m.clone();
    let sent = tokio::spawn(async move {
        sender.upload("/customer-imports", "file", "c.csv", "text/csv", "Name,Phone\nSara,0551234567\n").await
    });
    gate.reached().await;
    shop.advance(2 * Millis::HOUR);
    shop.worker.tick().await.unwrap();
    gate.open();
    let reply = sent.await.unwrap();
    assert_eq!(reply.status, 503, "{}", reply.text());
    assert_eq!(stored_counts(&shop, &m).await, (0, 0));
}
