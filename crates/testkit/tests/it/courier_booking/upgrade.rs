//! Jobs of versions before there were calls, waiting in a database that is upgraded.

use db::p;
use jobs::{Enqueue, Job};
use kernel::{ShipmentId, StoreId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::scene::Depot;

/// As the earlier version enqueued it.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct OldJob {
    store: StoreId,
    shipment: ShipmentId,
}

impl Job for OldJob {
    const KIND: &'static str = "tell_courier";
}

/// Leaves the database as the earlier version would: the shipment waits, or is cancelled, with a job and without a call.
async fn downgrade(depot: &Depot, shipment: &Value) {
    let (store, id, env) = (depot.me.store, shipment["id"].as_str().unwrap().parse().unwrap(), depot.shop.env.clone());
    let write = async move |c: db::Conn<'_>| {
        c.exec("DELETE FROM provider_exchanges WHERE store_id = ?1", p![store]).await?;
        c.exec("DELETE FROM provider_calls WHERE store_id = ?1", p![store]).await?;
        c.exec("DELETE FROM jobs WHERE store_id = ?1 AND kind = 'run_provider_call'", p![store]).await?;
        let job = OldJob { store, shipment: id };
        jobs::enqueue(c, &env, &job, Enqueue::for_store(store)).await?;
        jobs::enqueue(c, &env, &job, Enqueue::for_store(store)).await
    };
    depot.shop.app.db().tx(write).await.unwrap();
}

/// OR-06: a booking that waited in a job is made, once, also where the earlier version had called the courier already.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_booking_that_waits_at_an_upgrade_is_made_once() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    let shipment = depot.ship(order, json!({})).await;
    downgrade(&depot, &shipment).await;
    depot.drain_for(1).await;
    assert_eq!(depot.view(&shipment).await["booking"]["state"], "booked");
    assert_eq!(depot.deliveries().await.len(), 1);

    // The courier has it, and the program was stopped before it read the answer.
    let (store, id) = (depot.me.store, shipment["id"].as_str().unwrap().parse::<ShipmentId>().unwrap());
    let sql = "UPDATE shipments SET booking = 'waiting', tracking_no = '', tracking_id = '', tracking_url = '' WHERE store_id = ?1 AND id = ?2";
    depot.shop.app.db().tx(async move |c| c.exec(sql, p![store, id]).await).await.unwrap();
    downgrade(&depot, &shipment).await;
    depot.drain_for(1).await;
    assert_eq!(depot.view(&shipment).await["booking"]["state"], "booked");
    assert_eq!((depot.deliveries().await.len(), depot.bookings().await.len()), (1, 1));
}

/// OR-06: a cancellation that waited in a job reaches the courier.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_cancellation_that_waits_at_an_upgrade_is_made() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    let shipment = depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    depot.cancel(&shipment).await;
    downgrade(&depot, &shipment).await;
    depot.drain_for(1).await;
    assert_eq!(depot.deliveries().await[0]["state"]["code"], 48);
}

/// OR-06: a courier that refuses to be asked has not said that nothing is booked: the booking stays in doubt and is asked about again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_refused_question_at_an_upgrade_ends_no_doubt() {
    let mut depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    let shipment = depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    let (store, id) = (depot.me.store, shipment["id"].as_str().unwrap().parse::<ShipmentId>().unwrap());
    let sql = "UPDATE shipments SET booking = 'waiting', tracking_no = '', tracking_id = '', tracking_url = '' WHERE store_id = ?1 AND id = ?2";
    depot.shop.app.db().tx(async move |c| c.exec(sql, p![store, id]).await).await.unwrap();
    downgrade(&depot, &shipment).await;
    for _ in 0..5 {
        depot.next("unauthorised", "/api/v2/deliveries/search").await;
    }
    depot.drain_for(16).await;
    let failed = depot.view(&shipment).await;
    assert_eq!((&failed["booking"]["state"], &failed["booking"]["code"]), (&json!("failed"), &json!("unknown")), "{failed}");
    let (code, body) = depot.put(&shipment, json!({"waybill": {"note": "x"}})).await;
    assert_eq!((code, &body["code"]), (409, &json!("booking_in_doubt")));
    depot.drain_for(6).await;
    depot.sign_in_again().await;
    assert_eq!(depot.retry(&shipment).await.0, 200);
    depot.drain_for(10).await;
    assert_eq!(depot.view(&shipment).await["booking"]["state"], "booked");
    assert_eq!((depot.deliveries().await.len(), depot.bookings().await.len()), (1, 1));
}
