//! Proofs about parcels at a courier (OR-06, SP-02, SP-04): whatever the network, the machine, the courier's people and the merchant do,
//! a parcel is booked once, follows its courier, and its cash is in the ledger once.
//!
//! The courier is a simulator that holds its notices back; the tests send them, in orders of their own.

mod cash;
mod crash;
mod processes;
mod series;

use std::time::Duration;

use db::p;
use kernel::{Millis, OrderId};
use platform::App;
use serde_json::{Value, json};

use crate::courier_booking::scene::Depot;
use crate::payment_proof::Notice;

/// A Sunday after every day of these tests: nobody comes on Fridays.
const PICKUP_DAY: &str = "2027-01-17";
/// The courier's code of a delivery that was called off.
const TERMINATED: i64 = 48;

/// A store with a connected account, whose adapter waits so long, and whose program is changed; the courier holds its notices back.
async fn open(total: Duration, change: impl FnOnce(&mut App)) -> Depot {
    let depot = Depot::unconnected_with(total, change).await;
    depot.connect().await;
    depot.control("hold", json!({"is_held": true})).await;
    depot
}

/// The next call at a path of the courier's API goes wrong.
async fn next(depot: &Depot, outcome: &str, path: &str) {
    depot.control("next", json!({"outcome": outcome, "path": format!("/api/v2{path}")})).await;
}

/// One of the simulator's lists.
async fn read(depot: &Depot, list: &str) -> Vec<Value> {
    let url = format!("{}/__simulator/{list}", depot.simulator.base);
    depot.browser.get(url).send().await.unwrap().json().await.unwrap()
}

/// All notices that were held back, the oldest first.
async fn held(depot: &Depot) -> Vec<Notice> {
    read(depot, "held").await.iter().map(Notice::read).collect()
}

/// Calls of a method at a path that ends so, without its query: how many the courier got or was to get.
async fn count_calls(depot: &Depot, method: &str, end: &str) -> usize {
    let is_it = |call: &&Value| {
        let target = call["target"].as_str().unwrap_or_default();
        call["direction"] == "in" && call["method"] == method && target.split('?').next().is_some_and(|path| path.ends_with(end))
    };
    read(depot, "calls").await.iter().filter(is_it).count()
}

/// The pickups that stand at the courier.
async fn pickups_at_courier(depot: &Depot) -> Vec<Value> {
    let key = &depot.simulator.credentials.iter().find(|(field, _)| *field == "api_key").unwrap().1;
    let mut all = Vec::new();
    for page in 1..=5 {
        let url = format!("{}/api/v2/pickups?pageId={page}", depot.simulator.base);
        let answer: Value = depot.browser.get(url).header("authorization", key).send().await.unwrap().json().await.unwrap();
        let rows = answer["data"]["list"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
        if rows.is_empty() {
            break;
        }
        all.extend(rows);
    }
    all
}

/// A request for a pickup of a parcel on a day.
fn pickup(depot: &Depot, shipment: &Value, day: &str) -> Value {
    let warehouse = catalog::stock::first_location(depot.me.store).to_string();
    let contact = json!({"name": "منى علي", "phone": "01112345678"});
    json!({"date": day, "warehouse": warehouse, "contact": contact, "shipments": [shipment["id"]]})
}

/// How many rows a query about the store counts.
async fn count(depot: &Depot, sql: &str) -> i64 {
    depot.shop.app.db().conn().one(sql, p![depot.me.store]).await.unwrap()
}

/// Calls that have not ended, notices that are not processed, jobs that gave up.
async fn unfinished(depot: &Depot) -> [i64; 3] {
    let calls = "SELECT COUNT(*) FROM provider_calls WHERE store_id = ?1 AND ended_at IS NULL";
    let events = "SELECT COUNT(*) FROM provider_events WHERE store_id = ?1 AND state <> 'processed'";
    let jobs = "SELECT COUNT(*) FROM jobs WHERE status = 'dead' AND (store_id IS NULL OR store_id = ?1)";
    [count(depot, calls).await, count(depot, events).await, count(depot, jobs).await]
}

/// Payments in an order's ledger: how many, and their sum.
async fn paid(depot: &Depot, order: OrderId) -> (usize, i64) {
    let sql = "SELECT amount FROM order_entries WHERE store_id = ?1 AND order_id = ?2 AND kind = 'payment'";
    let amounts: Vec<i64> = depot.shop.app.db().conn().all(sql, p![depot.me.store, order]).await.unwrap();
    (amounts.len(), amounts.iter().sum())
}

/// The delivery with a tracking number, as the courier has it.
async fn delivery(depot: &Depot, tracking_no: &Value) -> Value {
    let number: Option<u64> = tracking_no.as_str().and_then(|number| number.parse().ok());
    let all = depot.deliveries().await;
    all.into_iter().find(|row| number.is_some() && row["trackingNumber"].as_u64() == number).unwrap_or_default()
}

/// The courier's people do something; its notice is held.
async fn press(depot: &Depot, tracking_no: &Value, outcome: &str) {
    depot.control("advance", json!({"seconds": 60})).await;
    depot.control("press", json!({"delivery": tracking_no, "outcome": outcome})).await;
}

/// Waits until something is so.
async fn until<T>(what: &str, mut find: impl AsyncFnMut() -> Option<T>) -> T {
    let started = std::time::Instant::now();
    loop {
        if let Some(found) = find().await {
            return found;
        }
        assert!(started.elapsed() < Duration::from_mins(1), "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until every call to the courier has ended.
async fn all_ended(depot: &Depot) {
    let ended = async || (unfinished(depot).await == [0, 0, 0]).then_some(());
    until("the calls end", ended).await;
}

/// Longer than the lease of a call, and of its job.
const OVER: i64 = 4 * Millis::MINUTE;
