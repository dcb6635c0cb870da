//! Background work as a merchant sees it. The queue's own promises are proven in crates/jobs/tests, on both engines and over
//! two processes.

use db::p;
use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

/// A job of a store whose kind no program knows, so that it can only give up.
async fn dead_job(shop: &TestShop, who: &Merchant) -> String {
    let (id, store, now) = (shop.env.id::<kernel::id::Job>(), who.store, shop.env.now());
    let sql = "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, last_error, created_at, finished_at) \
               VALUES (?1, 'of_another_time', ?2, '{}', 'dead', ?3, 8, 8, 'no luck', ?3, ?3)";
    shop.app.db().tx(async move |c| c.exec(sql, p![id, store, now]).await).await.unwrap();
    id.to_string()
}

async fn list(who: &Merchant) -> Vec<Value> {
    who.data("/jobs/dead").await.as_array().unwrap().clone()
}

#[tokio::test]
async fn work_that_gave_up_is_listed_for_its_own_store_and_can_be_put_back_once() {
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
async fn every_schedule_of_the_program_runs_on_an_empty_and_on_a_full_database() {
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

/// The program's own worker, running in the background as `serve` runs it, finishes what a request enqueued.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_background_worker_finishes_what_requests_enqueue_and_stops_when_told() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let worker = tokio::spawn(shop.worker.clone().run(2, stopped));
    let (status, _) = merchant_forgets(&shop, &merchant).await;
    assert_eq!(status, 200);
    while jobs::pending_count(shop.app.db().conn()).await.unwrap() > 0 {
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
