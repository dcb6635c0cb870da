//! Prices of couriers at the checkout, against a simulated Bosta (SP-03): asked once, kept, replaced by the merchant's own, and never
//! waited for twice.

use std::time::{Duration, Instant};

use kernel::Millis;
use serde_json::{Value, json};
use testkit::{PageReply, Shopper};

use crate::courier_accounts::Counter;
use crate::storefront::{chosen, fields};

const CALCULATOR: &str = "/api/v2/pricing";
/// What the simulator asks from Cairo to Alexandria with 14 % of VAT, and what the merchant asks.
const COURIERS: &str = "103.74";
const OWN: &str = "65.00";
const PERSON: [(&str, &str); 6] = [
    ("name", "سارة محمود"),
    ("mobile", "01012345678"),
    ("email", "sara@example.com"),
    ("receive", "courier"),
    ("city", "الإسكندرية"),
    ("street", "شارع فؤاد"),
];

/// A store whose courier sets the price, and its method.
async fn counter(more: Value) -> (Counter, String) {
    let counter = Counter::connected().await;
    let (status, _) = counter.me.put("/settings/vat_value", json!({"value": "0"})).await;
    assert_eq!(status, 200);
    let mut body = json!({"provider": "BOSTA", "name": {"ar": "بوسطة", "en": "Bosta"}, "fixed_cost": "65",
        "is_courier_controls_rates": true, "processing_days": 1, "delivery_days_min": 1, "delivery_days_max": 3});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let method = counter.me.create("/shipping-methods", body).await["id"].as_str().unwrap().to_owned();
    counter.me.product(json!({"qty": 100, "regular_price": "100"})).await;
    (counter, method)
}

/// A shopper with one piece in the cart.
async fn shopper(counter: &Counter) -> Shopper {
    let shopper = counter.shop.shopper(&counter.me.slug);
    let home = shopper.get("/").await;
    let from = home.body.find("href=\"/products/").expect("a product") + 6;
    let product = home.body[from..].split('"').next().unwrap().to_owned();
    let page = shopper.get(&product).await;
    shopper.post("/cart", &fields(&page.hidden_fields(), &[("quantity", "1")])).await;
    shopper
}

/// The checkout once the address is known.
async fn at_checkout(shopper: &Shopper) -> PageReply {
    shopper.submit("/checkout/address", &PERSON).await
}

/// Orders what the page shows; the order's page.
async fn order(shopper: &Shopper, page: &PageReply) -> PageReply {
    let (methods, hidden) = (chosen(page), page.hidden_fields());
    let mut form = fields(&hidden, &PERSON);
    form.extend(methods.iter().filter(|(k, _)| k != "receive").map(|(k, v)| (k.as_str(), v.as_str())));
    let placed = shopper.post("/checkout", &form).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    shopper.get(placed.location()).await
}

async fn shipping_fees(counter: &Counter) -> Value {
    counter.me.data("/orders").await.as_array().unwrap().first().map_or(Value::Null, |order| order["id"].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_03_the_courier_sets_the_price_is_asked_once_and_the_order_has_it() {
    let (counter, method) = counter(json!({})).await;
    let (one, other) = (shopper(&counter).await, shopper(&counter).await);
    let page = at_checkout(&one).await;
    assert!(page.body.contains(&method) && page.body.contains(COURIERS), "{}", page.body);
    assert!(page.body.contains("يصلك خلال 2 إلى 4 أيام"), "the promise is shown: {}", page.body);
    at_checkout(&other).await;
    assert_eq!(counter.calls(CALCULATOR).await, 1, "the same route is asked once");
    // The price that the shopper saw is the price of the order, also when it is kept no longer.
    counter.shop.advance(20 * Millis::MINUTE);
    let done = order(&one, &page).await;
    assert!(done.body.contains(COURIERS) && done.body.contains("موعد الوصول المتوقع"), "{}", done.body);
    let id = shipping_fees(&counter).await;
    let stored = counter.me.data(&format!("/orders/{}", id.as_str().unwrap())).await;
    assert_eq!(
        (&stored["shipping_fees"], &stored["delivery_promise"]),
        (&json!(COURIERS), &json!({"days_min": 2, "days_max": 4}))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_03_a_dead_courier_costs_one_wait_and_the_merchants_price_stands_in() {
    let (counter, _) = counter(json!({})).await;
    let (one, other) = (shopper(&counter).await, shopper(&counter).await);
    for _ in 0..3 {
        counter.next("timeout", CALCULATOR).await;
    }
    let started = Instant::now();
    let page = at_checkout(&one).await;
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}: not the ten seconds of other calls", started.elapsed());
    assert!(page.body.contains(OWN) && !page.body.contains(COURIERS), "{}", page.body);
    let calls = counter.calls(CALCULATOR).await;
    assert_eq!(calls, 1);
    // Nobody waits a second time: neither this shopper, nor another one with another address.
    at_checkout(&one).await;
    at_checkout(&other).await;
    let mut elsewhere = PERSON;
    elsewhere[4] = ("city", "الجيزة");
    other.submit("/checkout/address", &elsewhere).await;
    assert_eq!(counter.calls(CALCULATOR).await, calls, "its circuit is open");
    // After a minute one checkout tries, and it is still dead: all others go on.
    counter.shop.advance(61 * Millis::SECOND);
    at_checkout(&one).await;
    at_checkout(&other).await;
    assert_eq!(counter.calls(CALCULATOR).await, calls + 1);
    // What the shopper saw is what the order has.
    let page = at_checkout(&one).await;
    let done = order(&one, &page).await;
    assert!(done.body.contains(OWN) && !done.body.contains(COURIERS), "{}", done.body);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_03_a_courier_that_is_back_sets_the_price_again() {
    let (counter, _) = counter(json!({})).await;
    let shopper = shopper(&counter).await;
    counter.next("server_error", CALCULATOR).await;
    assert!(at_checkout(&shopper).await.body.contains(OWN));
    counter.shop.advance(61 * Millis::SECOND);
    assert!(at_checkout(&shopper).await.body.contains(COURIERS));
    let sql = "SELECT rate_failures FROM courier_accounts WHERE store_id = ?1";
    let failures: i64 = counter.shop.app.db().conn().one(sql, db::p![counter.me.store]).await.unwrap();
    assert_eq!(failures, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_03_goods_above_an_amount_ship_free_and_nobody_is_asked() {
    let (counter, method) = counter(json!({"free_above": "100"})).await;
    let shopper = shopper(&counter).await;
    let page = at_checkout(&shopper).await;
    assert!(page.body.contains(&method) && !page.body.contains(COURIERS) && !page.body.contains(OWN), "{}", page.body);
    assert_eq!(counter.calls(CALCULATOR).await, 0);
    order(&shopper, &page).await;
    let id = shipping_fees(&counter).await;
    let stored = counter.me.data(&format!("/orders/{}", id.as_str().unwrap())).await;
    assert_eq!(stored["shipping_fees"], json!("0.00"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_03_old_prices_are_swept_and_those_that_may_be_shown_are_not() {
    let (counter, _) = counter(json!({})).await;
    let shopper = shopper(&counter).await;
    at_checkout(&shopper).await;
    let count = async || -> i64 {
        let sql = "SELECT COUNT(*) FROM courier_rates WHERE store_id = ?1";
        counter.shop.app.db().conn().one(sql, db::p![counter.me.store]).await.unwrap()
    };
    assert_eq!(count().await, 1);
    counter.shop.advance(30 * Millis::MINUTE);
    counter.shop.worker.tick().await.unwrap();
    assert_eq!(count().await, 1, "somebody may be looking at it");
    counter.shop.advance(2 * Millis::HOUR);
    counter.shop.worker.tick().await.unwrap();
    assert_eq!(count().await, 0);
}
