//! Two processes on one PostgreSQL database, each with its worker: what both see at the same time is asked of the courier once.

use std::time::Duration;

use futures_util::future::join_all;
use kernel::Millis;
use serde_json::{Value, json};

use super::{PICKUP_DAY, TERMINATED, all_ended, count, count_calls, delivery, held, open, paid, pickup, press, until};
use crate::courier_booking::scene::Depot;
use crate::jobs::signed_in_again;
use crate::payment_proof::Notice;
use crate::provider_process::{self, Node};

/// Parcels that are booked at once.
const PARCELS: usize = 6;
/// Those of them that are called off.
const CANCELLED: usize = 2;
/// How often each process hears of each step.
const COPIES: usize = 3;

/// Two processes. Ids hold the time: no two may have the same millisecond of a clock that stands.
fn start(depot: &Depot) -> [Node; 2] {
    [10, 13].map(|seconds| Node::start(&depot.shop, &depot.simulator.base, seconds * Millis::SECOND))
}

/// Both processes hear these notices at once, as often as it takes.
async fn tell(depot: &Depot, nodes: &[Node], notices: &[Notice]) {
    let ports: Vec<u16> = nodes.iter().map(|node| node.port).collect();
    let all = notices.iter().flat_map(|notice| ports.iter().map(move |port| (notice, *port)));
    let all = all.flat_map(|(notice, port)| std::iter::repeat_n((notice, port), COPIES));
    let statuses = join_all(all.map(|(notice, port)| notice.send(&depot.browser, port))).await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    all_ended(depot).await;
}

/// How often the courier was asked how far a parcel is.
async fn reads(depot: &Depot, parcel: &Value) -> usize {
    count_calls(depot, "GET", &format!("/deliveries/business/{}", parcel["tracking_no"].as_str().unwrap())).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_two_processes_on_one_database_ask_a_courier_once() {
    if std::env::var("TEST_ENGINE").as_deref() != Ok("postgres") {
        // One SQLite file has one process.
        return;
    }
    let mut depot = open(Duration::from_secs(10), |app| app.secret_keys = provider_process::keys()).await;
    depot.shop.drain().await;
    let mut orders = Vec::new();
    for n in 0..PARCELS {
        orders.push(depot.order(n, 1).await);
    }
    let nodes = start(&depot);
    let parcels = join_all(orders.iter().map(|order| depot.ship(*order, json!({})))).await;
    all_ended(&depot).await;
    assert_eq!(count_calls(&depot, "POST", "/deliveries").await, PARCELS);
    let parcels = join_all(parcels.iter().map(|parcel| depot.view(parcel))).await;
    assert!(parcels.iter().all(|parcel| parcel["booking"]["state"] == "booked"), "{parcels:?}");

    let created = depot.me.create("/couriers/BOSTA/pickups", pickup(&depot, &parcels[0], PICKUP_DAY)).await;
    let changes = join_all(parcels.iter().map(|parcel| depot.put(parcel, json!({"waybill": {"cod_amount": "80"}})))).await;
    assert!(changes.iter().all(|(code, _)| *code == 200), "{changes:?}");
    all_ended(&depot).await;
    assert_eq!(count_calls(&depot, "POST", "/pickups").await, 1);
    let off = format!("/couriers/BOSTA/pickups/{}/cancel", created["id"].as_str().unwrap());
    assert_eq!(depot.me.post(&off, Value::Null).await.0, 200);
    join_all(parcels[..CANCELLED].iter().map(|parcel| depot.cancel(parcel))).await;
    all_ended(&depot).await;
    for (n, parcel) in parcels.iter().enumerate() {
        let number = parcel["tracking_no"].as_str().unwrap();
        assert_eq!(count_calls(&depot, "PUT", number).await, 1);
        assert_eq!(count_calls(&depot, "DELETE", &format!("{number}/terminate")).await, usize::from(n < CANCELLED));
        assert_eq!(delivery(&depot, &parcel["tracking_no"]).await["state"]["code"] == TERMINATED, n < CANCELLED);
    }
    assert_eq!(depot.me.data("/couriers/BOSTA/pickups").await["pickups"][0]["state"], "cancelled");

    // Both hear every notice, three times: each is read once.
    let sent = &parcels[CANCELLED..];
    for parcel in sent {
        press(&depot, &parcel["tracking_no"], "pick_up").await;
    }
    let picked_up = held(&depot).await;
    assert_eq!(picked_up.len(), sent.len());
    tell(&depot, &nodes, &picked_up).await;
    let events = count(&depot, "SELECT COUNT(*) FROM provider_events WHERE store_id = ?1").await;
    assert_eq!(events, i64::try_from(sent.len()).unwrap(), "a repetition is not stored, whoever hears it");
    for parcel in sent {
        assert_eq!((depot.view(parcel).await["status"].clone(), reads(&depot, parcel).await), (json!("shipped"), 1));
    }

    // Nothing is heard for half a day: of two schedules one asks.
    for parcel in sent {
        press(&depot, &parcel["tracking_no"], "out_for_delivery").await;
    }
    for node in nodes {
        node.kill();
    }
    depot.shop.advance(13 * Millis::HOUR);
    depot.me = signed_in_again(&depot.shop, depot.me.clone()).await;
    let nodes = start(&depot);
    let is_out = "SELECT COUNT(*) FROM shipments WHERE store_id = ?1 AND status = 'out_for_delivery'";
    let all_out = async || (count(&depot, is_out).await == i64::try_from(sent.len()).unwrap()).then_some(());
    until("the courier is asked", all_out).await;
    all_ended(&depot).await;
    for parcel in sent {
        assert_eq!(reads(&depot, parcel).await, 2, "one of them asked");
    }

    // The cash is booked once, whoever hears of it.
    for parcel in sent {
        press(&depot, &parcel["tracking_no"], "deliver").await;
    }
    let all = held(&depot).await;
    tell(&depot, &nodes, &all[2 * sent.len()..]).await;
    tell(&depot, &nodes, &all).await;
    for (parcel, order) in sent.iter().zip(&orders[CANCELLED..]) {
        assert_eq!(depot.view(parcel).await["status"], "delivered");
        assert_eq!(paid(&depot, *order).await, (1, 8_000));
    }
    for order in &orders[..CANCELLED] {
        assert_eq!(paid(&depot, *order).await, (0, 0));
    }
    assert_eq!(depot.deliveries().await.len(), PARCELS);
}
