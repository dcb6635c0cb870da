//! A process that is killed in the middle of an import, as by a power cut.

use std::process::{Command, Stdio};
use std::time::Duration;

use db::p;
use gateways::Blobs;
use kernel::{Env, Millis};
use testkit::TestShop;
use web::base::Settings;

use super::{act, counts, path, upload};

const DATABASE: &str = "IMPORT_CHILD_DATABASE";
const BLOBS: &str = "IMPORT_CHILD_BLOBS";

/// The fixed time of the test clock.
const fn shop_time() -> Millis {
    Millis(1_800_000_000_000)
}

/// The process that is killed: a worker on the same database and blobs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the test below as a process of its own"]
async fn the_worker_that_is_killed() {
    let (Ok(database), Ok(blobs)) = (std::env::var(DATABASE), std::env::var(BLOBS)) else { return };
    let db = db::Db::open(&database).await.unwrap();
    // Its ids must differ from those of the other process, whose clock stands still.
    let env = Env::fake(shop_time().plus(5_000));
    let app = server::program::app(db, env, Blobs::folder(blobs.as_ref()).unwrap(), Settings::default());
    server::worker(app).drain().await.unwrap();
}

/// PR-09: rows that an import wrote before its process was killed are not written again, and the rest follows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_killed_in_the_middle_doubles_nothing_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let shop = TestShop::with_blobs(Blobs::folder(folder.path()).unwrap(), |_| {}).await;
    let m = shop.merchant().await;
    let mut file = String::from("SKU,Name,Price,Category\n");
    for n in 0..600 {
        file += &format!("S-{n},Product {n},{},Group {}\n", n + 1, n % 3);
    }
    let import = upload(&m, "p.csv", file).await;
    act(&m, &import, "start").await;
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["imports::crash::the_worker_that_is_killed", "--exact", "--ignored"])
        .env(DATABASE, shop.database().url())
        .env(BLOBS, folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut done = 0;
    for _ in 0..6_000 {
        done = m.data(&path(&import, "")).await["done"].as_i64().unwrap();
        if done >= 100 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // SIGKILL: no cleanup runs.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!((100..600).contains(&done), "killed in the middle, at {done}");
    assert_eq!(m.data(&path(&import, "")).await["status"], "running");

    // The lease of the dead process expires, and another worker takes over.
    shop.advance(2 * Millis::MINUTE);
    shop.drain_any().await;
    let finished = m.data(&path(&import, "")).await;
    assert_eq!(counts(&finished), ("done".into(), [600, 0, 0, 0]));
    let c = shop.app.db().conn();
    let sql = "SELECT COUNT(*) FROM (SELECT DISTINCT sku FROM products WHERE store_id = ?1 AND deleted_at IS NULL) AS d";
    let distinct: i64 = c.one(sql, p![m.store]).await.unwrap();
    let all: i64 = c.one("SELECT COUNT(*) FROM products WHERE store_id = ?1", p![m.store]).await.unwrap();
    assert_eq!((distinct, all), (600, 600));
    let rows: i64 = c.one("SELECT COUNT(*) FROM import_rows WHERE store_id = ?1", p![m.store]).await.unwrap();
    assert_eq!(rows, 600);
    let (_, tree) = m.get("/categories/list").await;
    assert_eq!(tree["data"].as_array().unwrap().len(), 3);
}
