//! Postings of many rows, and of a process that is killed.

use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use db::p;
use gateways::Blobs;
use kernel::Millis;
use serde_json::{Value, json};
use testkit::TestShop;

use super::{after, books, delivered, path, settlement, sheet};

/// A sheet of so many rows, each paid in full, of which only those that the store has are its own.
fn full(rows: usize) -> String {
    let mut file = String::from("AWB,COD,Fee\n");
    for n in 1..=rows {
        let _ = writeln!(file, "BST-{n:04},100,15");
    }
    file
}

/// OR-06, courier cash: a sheet of ten thousand rows is checked, posted and undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_courier_cash_ten_thousand_rows_are_posted() {
    let shop = TestShop::start().await;
    let m = delivered(&shop, 120).await;
    let before = books(&shop, &m).await;
    let draft = settlement(&m, "large.csv", full(10_000), json!({"total": "850000.00"})).await;
    let checked = after(&shop, &m, &draft, "/check").await;
    assert_eq!(checked["proof"]["is_proven"], json!(true), "{checked}");
    let posted = after(&shop, &m, &draft, "/post").await;
    assert_eq!((&posted["proof"]["rows"], &posted["proof"]["booked"]), (&json!(10_000), &json!("12000.00")), "{posted}");
    after(&shop, &m, &draft, "/undo").await;
    assert_eq!(books(&shop, &m).await, before);
}

/// OR-06, courier cash: a process that is killed in the middle of a posting books nothing twice and forgets nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_courier_cash_a_killed_posting_is_finished_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let shop = TestShop::with_blobs(Blobs::folder(folder.path()).unwrap(), |_| {}).await;
    let m = delivered(&shop, 200).await;
    let before = books(&shop, &m).await;
    let draft = settlement(&m, "sheet.csv", full(600), json!({})).await;
    assert_eq!(m.post(&path(&draft, "/post"), Value::Null).await.0, 200);
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["imports::crash::the_worker_that_is_killed", "--exact", "--ignored"])
        .env("IMPORT_CHILD_DATABASE", shop.database().url())
        .env("IMPORT_CHILD_BLOBS", folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut done = 0;
    for _ in 0..6_000 {
        done = sheet(&m, &draft).await["done"].as_i64().unwrap();
        if done >= 50 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // SIGKILL: no cleanup runs.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!((50..600).contains(&done), "killed in the middle, at {done}");
    assert_eq!(sheet(&m, &draft).await["status"], json!("running"));
    shop.advance(2 * Millis::MINUTE);
    shop.drain_any().await;
    assert_eq!(sheet(&m, &draft).await["status"], json!("done"));
    let now = books(&shop, &m).await;
    assert_eq!(now.iter().filter(|row| row.contains("\"paid\", 10000, 1304)")).count(), 200, "each order is paid once");
    assert_eq!(now.iter().filter(|row| row.contains(", 10000, 1500, Some(")).count(), 200, "each shipment is remitted once");
    after(&shop, &m, &draft, "/undo").await;
    assert_eq!(books(&shop, &m).await, before);
}

/// OR-06, courier cash: a draft that nobody wants is deleted with what its check found, which the journal tells; what was posted stays,
/// also when it was undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_courier_cash_a_draft_is_deleted_and_what_was_posted_stays() {
    let shop = TestShop::start().await;
    let m = delivered(&shop, 3).await;
    let before = books(&shop, &m).await;
    // More rows than are deleted at once.
    let draft = settlement(&m, "large.csv", full(1_200), json!({})).await;
    assert_eq!(m.post(&path(&draft, "/check"), Value::Null).await.0, 200);
    let (status, body) = m.delete(&path(&draft, ""), Value::Null).await;
    assert_eq!((status, &body["code"]), (409, &json!("import_at_work")), "while it is checked: {body}");
    shop.drain_any().await;
    let (status, body) = m.delete(&path(&draft, ""), Value::Null).await;
    assert_eq!((status, &body["data"]), (200, &draft["id"]), "{body}");
    for gone in [m.get(&path(&draft, "")).await.0, m.delete(&path(&draft, ""), Value::Null).await.0] {
        assert_eq!(gone, 404);
    }
    let left = "SELECT COUNT(*) FROM courier_settlement_rows WHERE store_id = ?1";
    assert_eq!(shop.app.db().conn().one::<i64>(left, p![m.store]).await.unwrap(), 0);
    assert_eq!(books(&shop, &m).await, before);
    let log = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND subject = 'courier_settlement' AND action = 'delete'";
    assert_eq!(shop.app.db().conn().one::<i64>(log, p![m.store]).await.unwrap(), 1);

    let posted = settlement(&m, "sheet.csv", full(2), json!({})).await;
    after(&shop, &m, &posted, "/post").await;
    for code in ["settlement_posted", "settlement_undone"] {
        let (status, body) = m.delete(&path(&posted, ""), Value::Null).await;
        assert_eq!((status, &body["code"]), (409, &json!(code)), "{body}");
        if code == "settlement_posted" {
            after(&shop, &m, &posted, "/undo").await;
        }
    }
    assert_eq!(m.data(&path(&posted, "")).await["state"], "undone");
}
