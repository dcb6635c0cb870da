//! Background jobs as a merchant sees them. The queue's guarantees are tested in crates/jobs/tests, on both engines and with two
//! processes.

use db::p;
use kernel::Millis;
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

/// A job of a store of an unknown kind, so that it can only fail.
async fn dead_job(shop: &TestShop, merchant: &Merchant) -> String {
    let (id, store, now) = (shop.env.id::<kernel::id::Job>(), merchant.store, shop.env.now());
    let sql = "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, last_error, created_at, finished_at) \
               VALUES (?1, 'of_another_time', ?2, '{}', 'dead', ?3, 8, 8, 'no luck', ?3, ?3)";
    shop.app.db().tx(async move |c| c.exec(sql, p![id, store, now]).await).await.unwrap();
    id.to_string()
}

/// The same person with a new token.
pub(crate) async fn signed_in_again(shop: &TestShop, merchant: Merchant) -> Merchant {
    let body = json!({"identifier": merchant.email, "password": merchant.password});
    let session = shop.call("POST", "/dashboard/v1/login").json(&body).send().await.data();
    Merchant { token: session["access_token"].as_str().unwrap().to_owned(), ..merchant }
}

async fn list(merchant: &Merchant) -> Vec<Value> {
    merchant.data("/jobs/dead").await.as_array().unwrap().clone()
}

#[tokio::test]
async fn a_dead_job_is_listed_for_its_own_store_and_requeued_once() {
    let shop = TestShop::start().await;
    let (owner, neighbour) = (shop.merchant().await, shop.merchant().await);
    let id = dead_job(&shop, &owner).await;
    let jobs = list(&owner).await;
    assert_eq!((jobs.len(), jobs[0]["id"].as_str(), jobs[0]["kind"].as_str()), (1, Some(id.as_str()), Some("of_another_time")));
    assert!(list(&neighbour).await.is_empty());
    let path = format!("/jobs/dead/{id}/retry");
    assert_eq!(shop.assert_unchanged(neighbour.post(&path, Value::Null)).await.0, 404);
    assert_eq!(owner.post(&path, Value::Null).await.0, 200);
    assert!(list(&owner).await.is_empty());
    assert_eq!(owner.post(&path, Value::Null).await.0, 404, "it is no longer dead");
    assert_eq!(shop.drain_any().await, 1, "it runs again");
}

#[tokio::test]
async fn a_dead_job_shows_reason_attempts_and_time_and_is_discarded_once() {
    let shop = TestShop::start().await;
    let (owner, neighbour) = (shop.merchant().await, shop.merchant().await);
    let (remaining, removed) = (dead_job(&shop, &owner).await, dead_job(&shop, &owner).await);
    let jobs = list(&owner).await;
    let job = jobs.iter().find(|j| j["id"] == removed.as_str()).unwrap();
    assert_eq!((job["attempts"].as_i64(), job["last_error"].as_str()), (Some(8), Some("no luck")));
    assert!(
        job["created_at"].as_str() == job["finished_at"].as_str() && job["finished_at"].as_str().unwrap().ends_with('Z'),
        "{job}"
    );
    let path = format!("/jobs/dead/{removed}");
    assert_eq!(shop.assert_unchanged(neighbour.delete(&path, Value::Null)).await.0, 404);
    let reader = owner.colleague(&shop, Role::ReadOnly).await;
    assert_eq!(shop.assert_unchanged(reader.delete(&path, Value::Null)).await.0, 403);
    assert_eq!(shop.assert_unchanged(reader.post(&format!("{path}/retry"), Value::Null)).await.0, 403);
    assert_eq!(owner.delete(&path, Value::Null).await.0, 200);
    assert_eq!(shop.assert_unchanged(owner.delete(&path, Value::Null)).await.0, 404);
    let listed: Vec<String> = list(&owner).await.iter().map(|j| j["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(listed, [remaining]);
}

/// An import whose job used up its attempts has failed and says so; it does not stay "running" for ever.
#[tokio::test]
async fn an_import_whose_work_gives_up_has_failed_with_a_reason_in_both_languages() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let csv = "Handle,Title,Variant Price\nmug,Mug,12.00\n";
    let uploaded = owner.call("POST", "/product-imports").file("file", "p.csv", "text/csv", csv).send().await.data();
    let path = format!("/product-imports/{}", uploaded["id"].as_str().unwrap());
    let (status, body) = owner.post(&format!("{path}/start"), Value::Null).await;
    assert_eq!(status, 200, "{body}");
    // The table it must write to is renamed: every attempt fails.
    let rename = async |from: &'static str, to: &'static str| {
        let sql = format!("ALTER TABLE {from} RENAME TO {to}");
        shop.app.db().tx(async move |c| c.exec(&sql, p![]).await).await.unwrap();
    };
    rename("import_rows", "hidden_rows").await;
    for _ in 0..8 {
        shop.drain_any().await;
        shop.advance(Millis::HOUR);
    }
    rename("hidden_rows", "import_rows").await;
    let owner = signed_in_again(&shop, owner).await;
    let import = owner.data(&path).await;
    assert_eq!((import["status"].as_str(), import["error"]["code"].as_str()), (Some("failed"), Some("work_gave_up")), "{import}");
    assert!(!import["error"]["message"].as_str().unwrap().is_ascii());
    let english = owner.in_english().data(&path).await;
    assert!(english["error"]["message"].as_str().unwrap().is_ascii());
    assert_eq!(list(&owner).await[0]["kind"], "run_import");
    // The merchant can continue from there.
    assert_eq!(owner.post(&format!("{path}/dry-run"), Value::Null).await.0, 200);
    assert_eq!(shop.drain_any().await, 1);
    assert_eq!(owner.data(&path).await["status"], "checked");
}

#[tokio::test]
async fn every_schedule_runs_on_an_empty_and_on_a_full_database() {
    let shop = TestShop::start().await;
    for _ in 0..3 {
        shop.worker.tick().await.unwrap();
        shop.drain().await;
        shop.advance(Millis::DAY);
    }
    shop.sample_merchant(4, 6).await;
    for _ in 0..3 {
        shop.advance(Millis::DAY);
        shop.worker.tick().await.unwrap();
        shop.drain().await;
    }
    let names: Vec<String> = shop.app.db().conn().all("SELECT name FROM schedules ORDER BY name", p![]).await.unwrap();
    assert!(names.len() > 2, "{names:?}");
}

/// The program's own worker, running in the background as `serve` runs it, finishes jobs that requests enqueued.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_worker_runs_enqueued_jobs_and_stops_on_shutdown() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let worker = tokio::spawn(shop.worker.clone().run(2, stopped));
    let (status, _) = merchant_forgets(&shop, &merchant).await;
    assert_eq!(status, 200);
    while jobs::count_pending(shop.app.db().conn()).await.unwrap() > 0 {
        tokio::task::yield_now().await;
    }
    stop.send(true).unwrap();
    worker.await.unwrap();
    let sent: i64 =
        shop.app.db().conn().one("SELECT COUNT(*) FROM outbox_messages WHERE recipient = ?1", p![merchant.email]).await.unwrap();
    assert_eq!(sent, 1, "the link waits in the outbox");
}

async fn merchant_forgets(shop: &TestShop, merchant: &Merchant) -> (u16, Value) {
    let reply = shop.call("POST", "/dashboard/v1/forgot-password").json(&json!({"identifier": merchant.email})).send().await;
    (reply.status, reply.json)
}
