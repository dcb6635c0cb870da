//! Pickups (SP-02): requested, confirmed or refused, called off, against the simulator of Bosta.

use db::p;
use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::courier_depot::{Depot, Sent};

/// A Sunday: nobody comes on Fridays.
const DAY: &str = "2027-01-17";

/// A parcel of a store that is booked at Bosta, and an account there that nobody can use; a request for its pickup.
pub(crate) async fn bookable(shop: &TestShop, m: &Merchant) -> Value {
    let (store, at) = (m.store, shop.env.now());
    for sql in [
        "INSERT INTO courier_accounts (store_id, id, provider, field_values, pickup_locations, set_at, version, words) \
         VALUES (?1, 78, 'BOSTA', '{}', '{}', ?2, 1, '') ON CONFLICT DO NOTHING",
        "INSERT INTO shipments (store_id, id, order_id, n, provider, status, service_type, courier_name, tracking_id, tracking_no, tracking_url, \
         warehouse_id, package_size, package_weight, cod_amount, allow_open_box, pickup_code, received_by, items_count, note, created_at, \
         updated_at, version, booking, booking_error, booking_n, tracking_key, is_tracked) \
         SELECT store_id, 78, id, 91, 'BOSTA', 'ready', 'deliver', 'Bosta', 'T', 'PU-1', '', store_id, 'small', 0, 0, FALSE, '', '', 1, '', \
         CAST(?2 AS BIGINT), CAST(?2 AS BIGINT), 1, 'booked', '', 0, 'PU1', FALSE FROM orders \
         WHERE store_id = ?1 AND id = (SELECT MAX(id) FROM orders WHERE store_id = ?1 AND status <> 'DRFT') ON CONFLICT DO NOTHING",
    ] {
        shop.app.db().tx(async move |c| c.exec(sql, p![store, at]).await).await.unwrap_or_else(|e| panic!("{sql}: {e}"));
    }
    json!({
        "date": DAY, "warehouse": kernel::StockLocationId::from_raw(store.raw()).to_string(),
        "contact": {"name": "PlantedContact", "phone": "0551230099"}, "shipments": [kernel::ShipmentId::from_raw(78).to_string()],
    })
}

/// A pickup of the store; its id.
pub(crate) async fn some(shop: &TestShop, m: &Merchant) -> String {
    if let Some(id) = m.data("/couriers/BOSTA/pickups").await["pickups"][0]["id"].as_str() {
        return id.to_owned();
    }
    let body = bookable(shop, m).await;
    m.create("/couriers/BOSTA/pickups", body).await["id"].as_str().unwrap().to_owned()
}

fn body(depot: &Depot, sent: &[&Sent]) -> Value {
    let warehouse = kernel::StockLocationId::from_raw(depot.me.store.raw()).to_string();
    let shipments: Vec<&str> = sent.iter().map(|sent| sent.id()).collect();
    json!({
        "date": DAY, "slot": "afternoon", "warehouse": warehouse, "contact": {"name": "منى علي", "phone": "01112345678"},
        "note": "الباب الخلفي", "shipments": shipments,
    })
}

async fn list(depot: &Depot) -> Value {
    depot.me.data("/couriers/BOSTA/pickups").await
}

async fn only(depot: &Depot) -> Value {
    let pickups = list(depot).await["pickups"].clone();
    assert_eq!(pickups.as_array().unwrap().len(), 1, "{pickups}");
    pickups[0].clone()
}

/// The pickups that the courier was asked for.
async fn requested(depot: &Depot) -> usize {
    let is_request =
        |call: &&Value| call["method"] == "POST" && call["target"].as_str().is_some_and(|at| at.ends_with("/pickups"));
    depot.calls().await.iter().filter(is_request).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_pickup_is_requested_of_the_courier_and_listed() {
    let depot = Depot::open().await;
    let (one, two) = (depot.send(1).await, depot.send(2).await);
    assert_eq!(
        list(&depot).await,
        json!({"has_pickups": true, "is_connected": true, "pickups": [], "page": 1, "has_more": false})
    );
    let created = depot.me.create("/couriers/BOSTA/pickups", body(&depot, &[&one, &two])).await;
    assert_eq!((&created["state"], &created["parcels"], &created["number"]), (&json!("waiting"), &json!(2), &json!("")));
    let first = json!({"id": one.id(), "number": one.shipment["number"]});
    assert!(created["shipments"].as_array().unwrap().contains(&first), "{created}");
    assert_eq!(requested(&depot).await, 0, "nobody is asked inside the transaction");
    depot.shop.drain().await;
    let pickup = only(&depot).await;
    assert_eq!((&pickup["state"], &pickup["can_cancel"], &pickup["reason"]), (&json!("requested"), &json!(true), &Value::Null));
    assert!(!pickup["number"].as_str().unwrap().is_empty());
    assert_eq!((&pickup["date"], &pickup["slot"]), (&json!(DAY), &json!("afternoon")));
    assert_eq!(requested(&depot).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_repeated_request_is_one_pickup() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    let body = body(&depot, &[&sent]);
    let post = async || {
        let call = depot.me.call("POST", "/couriers/BOSTA/pickups").header("idempotency-key", "a-key-of-this-form-1");
        call.json(&body).send().await
    };
    let (first, again) = (post().await, post().await);
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(first.data()["id"], again.data()["id"]);
    depot.shop.drain().await;
    let _ = only(&depot).await;
    assert_eq!(requested(&depot).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_other_couriers_have_no_pickups_and_wassalha_takes_none_here() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    for courier in ["CUSTOM", "PICKUP", "ARAMEX", "bosta", "%20"] {
        let path = format!("/couriers/{courier}/pickups");
        assert_eq!(depot.me.get(&path).await.0, 404, "{courier}");
        assert_eq!(depot.me.post(&path, body(&depot, &[&sent])).await.0, 404, "{courier}");
    }
    let answer = depot.me.data("/couriers/WASSALHA/pickups").await;
    assert_eq!((&answer["has_pickups"], &answer["pickups"]), (&json!(false), &json!([])));
    let (code, answer) = depot.me.post("/couriers/WASSALHA/pickups", body(&depot, &[&sent])).await;
    assert_eq!((code, &answer["code"]), (409, &json!("pickups_not_offered")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_refusal_is_told_in_our_words_and_a_store_without_account_is_told_to_connect() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    // A Friday.
    let friday = json!({"date": "2027-01-22"});
    let mut sent_body = body(&depot, &[&sent]);
    sent_body["date"] = friday["date"].clone();
    depot.me.create("/couriers/BOSTA/pickups", sent_body).await;
    depot.shop.drain().await;
    let pickup = only(&depot).await;
    assert_eq!((&pickup["state"], &pickup["can_cancel"]), (&json!("refused"), &json!(false)));
    assert_eq!(pickup["reason"], "هذا اليوم عطلة لدى شركة الشحن. اختر يومًا آخر.");

    let stranger = Depot::unconnected().await;
    let sent = stranger.send(1).await;
    assert_eq!(list(&stranger).await["is_connected"], false);
    let (code, answer) = stranger.me.post("/couriers/BOSTA/pickups", body(&stranger, &[&sent])).await;
    assert_eq!((code, &answer["code"]), (409, &json!("courier_not_connected")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_request_is_checked_field_by_field() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    let other = depot.send(2).await;
    depot.press(&other, "pick_up").await;
    for (field, value, path) in [
        ("date", json!("soon"), "date"),
        ("date", json!("2027-01-14"), "date"),
        ("date", json!("2027-03-14"), "date"),
        ("contact", json!({"name": "", "phone": "01112345678"}), "contact.name"),
        ("contact", json!({"name": "منى", "phone": "12"}), "contact.phone"),
        ("note", json!("x".repeat(201)), "note"),
        ("warehouse", json!(kernel::StockLocationId::from_raw(7).to_string()), "warehouse"),
        ("shipments", json!([]), "shipments"),
        ("shipments", json!([kernel::ShipmentId::from_raw(7).to_string()]), "shipments.0"),
        ("shipments", json!([sent.id(), sent.id()]), "shipments.1"),
        ("shipments", json!([sent.id(), other.id()]), "shipments.1"),
    ] {
        let mut body = body(&depot, &[&sent]);
        body[field] = value.clone();
        let (code, answer) = depot.me.post("/couriers/BOSTA/pickups", body).await;
        assert_eq!(code, 422, "{field} {value}: {answer}");
        assert!(answer["errors"].as_object().is_some_and(|errors| errors.contains_key(path)), "{path}: {answer}");
    }
    assert_eq!(list(&depot).await["pickups"], json!([]));
}

/// Whatever becomes of the answer, one pickup is requested: it is looked for before it is requested again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_lost_answer_does_not_request_a_second_pickup() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    depot.next(json!({"outcome": "cut", "path": "/api/v2/pickups"})).await;
    depot.me.create("/couriers/BOSTA/pickups", body(&depot, &[&sent])).await;
    for _ in 0..6 {
        depot.shop.drain_any().await;
        depot.shop.advance(4 * Millis::MINUTE);
    }
    let pickup = only(&depot).await;
    assert_eq!(pickup["state"], "requested", "{pickup}");
    assert_eq!(requested(&depot).await, 1);
}

/// A request that never reached the courier is not the pickup of that day that was confirmed before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_lost_request_is_not_another_pickup_of_its_day() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    let first = depot.me.create("/couriers/BOSTA/pickups", body(&depot, &[&sent])).await;
    depot.shop.drain().await;
    depot.next(json!({"outcome": "lost_call", "path": "/api/v2/pickups"})).await;
    depot.me.create("/couriers/BOSTA/pickups", body(&depot, &[&sent])).await;
    for _ in 0..6 {
        depot.shop.drain_any().await;
        depot.shop.advance(4 * Millis::MINUTE);
    }
    let pickups = list(&depot).await["pickups"].clone();
    let of =
        |is_first: bool| pickups.as_array().unwrap().iter().find(|row| (row["id"] == first["id"]) == is_first).unwrap().clone();
    assert_eq!((&of(true)["state"], &of(false)["state"]), (&json!("requested"), &json!("refused")), "{pickups}");
    assert_eq!(of(false)["reason"], "يوجد طلب استلام لهذا الموقع في هذا اليوم.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_pickup_is_called_off_at_the_courier() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    let created = depot.me.create("/couriers/BOSTA/pickups", body(&depot, &[&sent])).await;
    let path = format!("/couriers/BOSTA/pickups/{}/cancel", created["id"].as_str().unwrap());
    let (code, answer) = depot.me.post(&path, Value::Null).await;
    assert_eq!((code, &answer["code"]), (409, &json!("pickup_not_cancellable")), "the courier has not confirmed it");
    depot.shop.drain().await;
    assert_eq!(depot.me.post(&path.replace("BOSTA", "WASSALHA"), Value::Null).await.0, 404);
    let (code, answer) = depot.me.post(&path, Value::Null).await;
    assert_eq!((code, &answer["data"]["is_cancel_requested"], &answer["data"]["can_cancel"]), (200, &json!(true), &json!(false)));
    assert_eq!(depot.me.post(&path, Value::Null).await.0, 409, "once");
    depot.shop.drain().await;
    let pickup = only(&depot).await;
    assert_eq!((&pickup["state"], &pickup["is_cancel_requested"]), (&json!("cancelled"), &json!(false)));
    // The day is free again.
    depot.shop.advance(Millis::MINUTE);
    depot.me.create("/couriers/BOSTA/pickups", body(&depot, &[&sent])).await;
    depot.shop.drain().await;
    assert_eq!(list(&depot).await["pickups"][0]["state"], "requested");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_how_far_a_pickup_is_comes_from_the_courier() {
    let mut depot = Depot::open().await;
    let sent = depot.send(1).await;
    depot.me.create("/couriers/BOSTA/pickups", body(&depot, &[&sent])).await;
    depot.shop.drain().await;
    // Somebody calls it off in the courier's own dashboard.
    let number = only(&depot).await["number"].as_str().unwrap().to_owned();
    let api_key = &depot.simulator.credentials.iter().find(|(name, _)| *name == "api_key").unwrap().1;
    let url = format!("{}/api/v2/pickups/pick{number}", depot.simulator.base);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    assert_eq!(http.delete(url).header("authorization", api_key).send().await.unwrap().status(), 200);
    depot.tick().await;
    assert_eq!(only(&depot).await["state"], "requested");
    depot.shop.advance(Millis::HOUR + Millis::MINUTE);
    depot.sign_in_again().await;
    depot.tick().await;
    assert_eq!(only(&depot).await["state"], "cancelled");
    let reads = async || {
        let is_read =
            |call: &&Value| call["method"] == "GET" && call["target"].as_str().is_some_and(|at| at.contains("/pickups"));
        depot.calls().await.iter().filter(is_read).count()
    };
    let before = reads().await;
    for _ in 0..5 {
        depot.shop.advance(Millis::DAY);
        depot.tick().await;
    }
    assert_eq!(reads().await, before, "it has ended");
}
