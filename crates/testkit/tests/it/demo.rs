//! The demo store is reset to its sample content every hour, and its visitors' sessions survive (decisions §2).

use std::sync::Arc;

use db::p;
use gateways::payments::{HttpClient, HttpLimits, providers};
use kernel::{Env, Millis};
use office::sample::{self, SampleGateways};
use serde_json::{Value, json};
use simulators::{Ticking, start_paytabs};
use testkit::{Merchant, TestShop};

const PRODUCTS: usize = 12;
const ORDERS: usize = 20;

async fn seeded(shop: &TestShop) -> sample::SampleStore {
    let plan =
        sample::Plan { seed: 7, stores: 1, products: PRODUCTS, orders: ORDERS, days: 10, has_demo: true, has_pictures: false };
    sample::run(&shop.app, &plan, |_| {}).await.unwrap().remove(0)
}

/// A visitor of the demo, without an account.
async fn visitor(shop: &TestShop, demo: &sample::SampleStore) -> Merchant {
    let session = shop.call("POST", "/dashboard/v1/demo").send().await.data();
    let text = |name: &str| session[name].as_str().unwrap().to_owned();
    let any = shop.person().await;
    let user = session["user_data"]["id"].as_str().unwrap().parse().unwrap();
    Merchant {
        token: text("access_token"),
        refresh_token: text("refresh_token"),
        store: demo.id,
        slug: demo.slug.clone(),
        user,
        ..any
    }
}

/// The same session, refreshed an hour later.
async fn refreshed(shop: &TestShop, merchant: Merchant) -> Merchant {
    let reply = shop.call("POST", "/api/refresh-token").json(&json!({"refresh_token": merchant.refresh_token})).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let body = if reply.json["data"].is_object() { reply.json["data"].clone() } else { reply.json };
    let text = |name: &str| body[name].as_str().unwrap().to_owned();
    Merchant { token: text("access_token"), refresh_token: text("refresh_token"), ..merchant }
}

async fn hour_passes(shop: &TestShop) {
    shop.advance(Millis::HOUR);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
}

/// What a visitor sees, without ids and times.
async fn look(merchant: &Merchant) -> (Vec<Value>, Vec<Value>, Value) {
    let (products, orders) =
        (merchant.get("/products?per_page=100&sort=name").await.1, merchant.get("/orders?per_page=100&sort=number").await.1);
    let rows = |list: &Value, fields: &[&str]| -> Vec<Value> {
        list["data"].as_array().unwrap().iter().map(|row| fields.iter().map(|f| row[*f].clone()).collect()).collect()
    };
    let settings = merchant.data("/settings").await;
    (
        rows(&products, &["name", "price", "stock", "sku"]),
        rows(&orders, &["number", "total", "customer_name", "status"]),
        settings,
    )
}

#[tokio::test]
async fn au_07_the_demo_store_is_its_sample_content_again_after_an_hour_and_its_sessions_go_on() {
    let shop = TestShop::start().await;
    let neighbour = shop.merchant().await;
    let demo = seeded(&shop).await;
    let other = neighbour.product(json!({"sku": "NEIGHBOUR"})).await;
    let demo_visitor = visitor(&shop, &demo).await;
    let before = look(&demo_visitor).await;
    assert_eq!((before.0.len(), before.1.len()), (PRODUCTS, ORDERS));

    let product = demo_visitor.product(json!({"name": {"ar": "كتابة زائر"}})).await;
    let (status, body) = demo_visitor.put("/settings/store_name", json!({"value": "متجر زائر"})).await;
    assert_eq!(status, 200, "{body}");
    let first = demo_visitor.get("/products?sort=created_at").await.1["data"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(demo_visitor.delete(&format!("/products/{first}"), Value::Null).await.0, 200);
    assert!(shop.shopper(&demo.slug).get("/search?q=كتابة").await.body.contains("كتابة زائر"));
    let changed = look(&demo_visitor).await;
    assert_ne!(changed.0, before.0);

    shop.worker.tick().await.unwrap();
    shop.advance(Millis::HOUR);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    let refreshed_visitor = refreshed(&shop, demo_visitor).await;
    assert_eq!(refreshed_visitor.get(&format!("/products/{}", product["id"].as_str().unwrap())).await.0, 404);
    let after = look(&refreshed_visitor).await;
    assert_eq!((&after.0, &after.2), (&before.0, &before.2));
    assert_eq!(after.1.len(), ORDERS);
    assert_eq!(after.1[0][0], before.1[0][0], "numbers begin where they began");
    assert!(!shop.shopper(&demo.slug).get("/").await.body.contains("كتابة زائر"), "the storefront's pages are made anew");
    let expected: i64 = shop.app.db().conn().one("SELECT COUNT(*) FROM products WHERE store_id = ?1", p![demo.id]).await.unwrap();
    assert_eq!(usize::try_from(expected).unwrap(), PRODUCTS, "nothing is left in the cellar");
    // The neighbour's own store is not touched.
    let token =
        shop.call("POST", "/dashboard/v1/login").json(&json!({"identifier": neighbour.email, "password": neighbour.password}));
    let neighbour = Merchant { token: token.send().await.data()["access_token"].as_str().unwrap().to_owned(), ..neighbour };
    assert_eq!(neighbour.get(&format!("/products/{}", other["id"].as_str().unwrap())).await.0, 200);
}

#[tokio::test]
async fn an_untouched_demo_store_and_a_benchmark_store_are_not_reset() {
    let shop = TestShop::start().await;
    let demo = seeded(&shop).await;
    let newest = async || {
        let sql = "SELECT MAX(id) FROM products WHERE store_id = ?1";
        shop.app.db().conn().one::<i64>(sql, p![demo.id]).await.unwrap()
    };
    let product = newest().await;
    hour_passes(&shop).await;
    hour_passes(&shop).await;
    assert_eq!(newest().await, product);
    shop.advance(Millis::DAY);
    hour_passes(&shop).await;
    assert_ne!(newest().await, product, "its orders do not grow old");
    let created = newest().await;
    let large = "UPDATE demo_plans SET products = 100000, written_at = 0 WHERE store_id = ?1";
    shop.app.db().tx(async move |c| c.exec(large, p![demo.id]).await).await.unwrap();
    hour_passes(&shop).await;
    assert_eq!(newest().await, created);
}

/// PY-01, PY-02: the demo store takes cards at the simulators that the program was started with, after a reset as well.
#[tokio::test]
async fn py_02_a_demo_store_is_connected_to_the_simulators_and_stays_so() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let env = Env::fake(Millis(1_800_000_000_000));
    let simulator = start_paytabs("127.0.0.1:0".parse().unwrap(), env.clone(), Ticking::OnDemand).await.unwrap();
    let http = HttpClient::new(env, HttpLimits::default()).unwrap();
    let fields = simulator.credentials.iter().map(|(field, value)| ((*field).to_owned(), value.clone().into()));
    let sample_gateways = SampleGateways([("PAYTABS_SA".to_owned(), fields.collect())].into());
    let shop = TestShop::with_app(|app| {
        app.payment_gateways = providers::all(&http, |_| Some(simulator.base.clone()));
        app.ports = app.ports.with(Arc::new(sample_gateways));
    })
    .await;
    let demo = seeded(&shop).await;
    let demo_visitor = visitor(&shop, &demo).await;
    let cards = async |visitor: &Merchant| -> Vec<Value> {
        let methods = visitor.data("/payment-methods").await;
        methods.as_array().unwrap().iter().filter(|m| m["provider"] == "PAYTABS_SA").cloned().collect()
    };
    let before = cards(&demo_visitor).await;
    assert_eq!((before.len(), &before[0]["is_active"], &before[0]["connection"]["is_complete"]), (1, &json!(true), &json!(true)));
    let path = format!("/payment-methods/{}", before[0]["id"].as_str().unwrap());
    let check_reply = demo_visitor.post(&format!("{path}/check"), json!({})).await;
    assert_eq!(check_reply.1["data"]["connection"]["outcome"], "connected", "{}", check_reply.1);
    // A start of the program adds nothing to what is there.
    sample::connect_demo_store(&shop.app).await.unwrap();
    assert_eq!(cards(&demo_visitor).await.len(), 1);

    assert_eq!(demo_visitor.delete(&path, Value::Null).await.0, 200);
    hour_passes(&shop).await;
    hour_passes(&shop).await;
    let refreshed_visitor = refreshed(&shop, demo_visitor).await;
    let after = cards(&refreshed_visitor).await;
    assert_eq!((after.len(), &after[0]["is_active"]), (1, &json!(true)));
    assert_ne!(after[0]["id"], before[0]["id"]);
}

/// SP-01: sample methods are valid: sent back whole, as a form sends them, they are accepted.
#[tokio::test]
async fn sp_01_sample_methods_go_back_as_they_came() {
    let shop = TestShop::start().await;
    let demo = seeded(&shop).await;
    let demo_visitor = visitor(&shop, &demo).await;
    let methods = demo_visitor.data("/shipping-methods").await;
    assert_eq!(methods.as_array().unwrap().len(), 2);
    for method in methods.as_array().unwrap() {
        let mut body = method.clone();
        let id = body.as_object_mut().unwrap().remove("id").unwrap();
        // Told with a method, and no field of it.
        assert_eq!(body.as_object_mut().unwrap().remove("unknown_cities"), Some(json!([])));
        let (status, answer) = demo_visitor.put(&format!("/shipping-methods/{}", id.as_str().unwrap()), body).await;
        assert_eq!(status, 200, "{answer}");
    }
}

/// Decisions §15: the demo store sends nothing, whatever is in its outbox; messages of the platform and of other stores are sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_demo_store_writes_to_nobody() {
    use platform::outbox::{self, Channel, Outgoing};
    let shop = TestShop::start().await;
    let (demo, own) = (seeded(&shop).await.id, shop.merchant().await.store);
    let mut are_stored = Vec::new();
    for store in [Some(demo), Some(own), None] {
        let message = Outgoing {
            store,
            channel: Channel::Sms,
            recipient: "+966500000001".into(),
            subject: String::new(),
            body: "نص".into(),
        };
        let env = shop.env.clone();
        are_stored.push(shop.app.db().tx(async move |c| outbox::enqueue(c, &env, &message).await).await.unwrap().is_some());
    }
    assert_eq!(are_stored, [false, true, true]);
    let sql = "SELECT COUNT(*) FROM outbox_messages WHERE store_id = ?1";
    assert_eq!(shop.app.db().conn().one::<i64>(sql, p![demo]).await.unwrap(), 0);
}
