//! Return parcels: fetched at the customer's by a courier, against the simulator of Bosta (SP-02, SP-04, OR-06, decisions §5).

mod life;
mod rules;
mod shopper;
mod taken_back;

use db::p;
use kernel::OrderId;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{buy, person, product_id};
use crate::courier_booking::scene::Depot;
use crate::shipments::{by_courier, confirmed};

/// A return parcel of a store, which its courier refused; its id.
pub(crate) async fn some(shop: &TestShop, m: &Merchant) -> String {
    let (store, at, id) = (m.store, shop.env.now(), shop.env.id::<kernel::id::ReturnParcel>());
    let first = "SELECT id FROM return_parcels WHERE store_id = ?1 ORDER BY id LIMIT 1";
    if let Some(known) = shop.app.db().conn().opt::<kernel::ReturnParcelId>(first, p![store]).await.unwrap() {
        return known.to_string();
    }
    let write = async move |c: db::Conn<'_>| {
        let sql = "INSERT INTO return_parcels (store_id, id, order_id, n, provider, warehouse_id, package_size, address, items_count, note, state, \
                   reason, reason_words, is_cancel_requested, tracking_id, tracking_no, tracking_key, tracking_url, step, step_code, step_reason, \
                   events, silent_reads, has_notices, created_by_name, created_at, updated_at) \
                   SELECT store_id, CAST(?3 AS BIGINT), id, 1, 'BOSTA', store_id, 'small', 'null', 1, '', 'failed', 'refused', '', FALSE, '', '', '', \
                   '', '', '', '', '[]', 0, FALSE, '', CAST(?2 AS BIGINT), CAST(?2 AS BIGINT) FROM orders \
                   WHERE store_id = ?1 AND id = (SELECT MAX(id) FROM orders WHERE store_id = ?1 AND status <> 'DRFT')";
        c.exec(sql, p![store, at, id]).await?;
        c.exec("INSERT INTO return_parcel_lines (store_id, parcel_id, line, quantity) VALUES (?1, ?2, 1, 1)", p![store, id]).await
    };
    shop.app.db().tx(write).await.unwrap();
    id.to_string()
}

/// The list that shows [`some`].
pub(crate) async fn some_list(shop: &TestShop, m: &Merchant) -> String {
    some(shop, m).await;
    let sql = "SELECT order_id FROM return_parcels WHERE store_id = ?1 ORDER BY id LIMIT 1";
    let order: OrderId = shop.app.db().conn().one(sql, p![m.store]).await.unwrap();
    format!("/orders/{order}/return-parcels")
}

/// A delivered order of a store with an account at Bosta that nobody can use: where its return parcels are booked, and a body.
pub(crate) async fn fetchable(shop: &TestShop, m: &Merchant) -> (String, Value) {
    let (store, at) = (m.store, shop.env.now());
    let sql = "INSERT INTO courier_accounts (store_id, id, provider, field_values, pickup_locations, set_at, version, words) \
               VALUES (?1, 78, 'BOSTA', '{}', '{}', ?2, 1, '') ON CONFLICT DO NOTHING";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, at]).await).await.unwrap();
    let setup = by_courier(shop, m).await;
    let goods = product_id(&m.product(json!({})).await);
    let order = buy(shop, &setup, &person(79), &[(goods, None, 1)]).await.id;
    confirmed(m, order).await;
    for status in ["RDYS", "SHPD", "DLVR"] {
        let (code, body) = m.put(&format!("/orders/{order}/status"), json!({ "status": status })).await;
        assert_eq!(code, 200, "{body}");
    }
    (format!("/orders/{order}/return-parcels"), body(m, &[(1, 1)]))
}

fn warehouse(m: &Merchant) -> String {
    catalog::stock::first_location(m.store).to_string()
}

fn body(m: &Merchant, lines: &[(i64, i64)]) -> Value {
    json!({"provider": "BOSTA", "lines": crate::shipments::lines(lines), "warehouse": warehouse(m)})
}

/// An order of `pieces` whose only shipment was delivered.
async fn delivered(depot: &Depot, n: usize, pieces: i64) -> OrderId {
    let order = depot.order(n, pieces).await;
    let shipment = depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    for status in ["shipped", "delivered"] {
        crate::shipments::go(&depot.me, &shipment, status).await;
    }
    order
}

async fn list(depot: &Depot, order: OrderId) -> Value {
    depot.me.data(&format!("/orders/{order}/return-parcels")).await
}

async fn post(depot: &Depot, order: OrderId, body: Value) -> (u16, Value) {
    depot.me.post(&format!("/orders/{order}/return-parcels"), body).await
}

/// Books a return of so many pieces of the first line.
async fn request(depot: &Depot, order: OrderId, pieces: i64) -> Value {
    depot.me.create(&format!("/orders/{order}/return-parcels"), body(&depot.me, &[(1, pieces)])).await
}

/// The only return parcel of an order.
async fn only(depot: &Depot, order: OrderId) -> Value {
    let parcels = list(depot, order).await["parcels"].clone();
    assert_eq!(parcels.as_array().unwrap().len(), 1, "{parcels}");
    parcels[0].clone()
}

async fn cancel(depot: &Depot, parcel: &Value) -> (u16, Value) {
    depot.me.post(&format!("/return-parcels/{}/cancel", parcel["id"].as_str().unwrap()), Value::Null).await
}

/// The courier does this with a parcel, and reports it to nobody.
async fn press(depot: &Depot, order: OrderId, outcome: &str) {
    depot.next("lost_callback", "").await;
    let number = only(depot, order).await["tracking_no"].clone();
    depot.control("press", json!({"delivery": number, "outcome": outcome})).await;
}

/// A day later what is due is read, and the merchant signs in anew.
async fn follow(depot: &mut Depot) {
    depot.shop.advance(kernel::Millis::DAY);
    depot.shop.worker.tick().await.unwrap();
    depot.shop.drain_any().await;
    depot.sign_in_again().await;
}

/// The deliveries of the simulator that are fetched at customers.
async fn fetched(depot: &Depot) -> Vec<Value> {
    depot.deliveries().await.into_iter().filter(|delivery| delivery["type"]["code"] == 25).collect()
}

/// The requests to fetch something.
async fn requests(depot: &Depot) -> Vec<Value> {
    depot.bookings().await.into_iter().filter(|sent| sent["type"] == 25).collect()
}

/// Kind, state and code of the calls about return parcels, the newest first.
async fn calls(depot: &Depot, order: OrderId) -> Vec<(String, String)> {
    let all = depot.calls(order).await;
    let is_own = |kind: &str| kind.starts_with("return_parcel") && kind != "return_parcel_track";
    all.into_iter().filter(|(kind, _, _)| is_own(kind)).map(|(kind, state, _)| (kind, state)).collect()
}
