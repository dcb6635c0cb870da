//! A store of Egypt whose parcels Bosta brings, at a simulator.

use std::time::Duration;

use db::p;
use gateways::couriers::providers;
use gateways::{HttpClient, HttpLimits};
use kernel::{Env, Millis, OrderId, ProductId};
use platform::App;
use serde_json::{Value, json};
use simulators::{Server, Ticking, start_bosta};
use testkit::{Merchant, TestShop};

use crate::checkout::{CheckoutSetup, Person, buy, person, product_id, set_up_checkout};
use crate::jobs::signed_in_again;
use crate::shipments::confirmed;

/// The place that the simulated account has.
pub(crate) const LOCATION: &str = "KtKVtoHUq";

pub(crate) struct Depot {
    pub(crate) shop: TestShop,
    pub(crate) me: Merchant,
    pub(crate) setup: CheckoutSetup,
    pub(crate) simulator: Server,
    pub(crate) product: ProductId,
    pub(crate) browser: reqwest::Client,
}

impl Depot {
    /// A store with a connected account and a method of it.
    pub(crate) async fn open() -> Self {
        let depot = Self::unconnected().await;
        depot.connect().await;
        depot
    }

    /// A store without an account. The adapter waits two seconds and no longer.
    pub(crate) async fn unconnected() -> Self {
        Self::unconnected_with(Duration::from_secs(2), |_| {}).await
    }

    /// The same, whose adapter waits so long, with a program that is changed.
    pub(crate) async fn unconnected_with(total: Duration, change: impl FnOnce(&mut App)) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        // The simulator has the time of the shop: a search ends at deliveries that are older than the shipment.
        let env = Env::fake(Millis(1_800_000_000_000));
        let simulator = start_bosta("127.0.0.1:0".parse().unwrap(), env.clone(), Ticking::OnDemand).await.unwrap();
        let limits = HttpLimits { total, ..HttpLimits::default() };
        let http = HttpClient::new(env, limits).unwrap();
        let shop = TestShop::with_app(|app| {
            app.couriers = providers::all(&http, |_| Some(simulator.base.clone()));
            change(app);
        })
        .await;
        let me = shop.merchant_in("EG", "EGP").await;
        let setup = set_up_checkout(&shop, &me).await;
        let product = product_id(&me.product(json!({"qty": 100, "regular_price": "100", "name": {"ar": "قميص قطن"}})).await);
        let browser = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { shop, me, setup, simulator, product, browser }
    }

    /// Connects the account with the simulator's keys, and its only place for the store's first warehouse.
    pub(crate) async fn connect(&self) {
        let keys = self.simulator.credentials.iter().map(|(field, value)| ((*field).to_owned(), json!(value)));
        let places = json!({ catalog::stock::first_location(self.me.store).to_string(): LOCATION });
        let fields = Value::Object(keys.collect());
        let (status, body) = self.me.put("/courier-accounts/BOSTA", json!({"fields": fields, "pickup_locations": places})).await;
        assert_eq!(status, 200, "{body}");
    }

    /// Signs the merchant in anew: sessions end before couriers do.
    pub(crate) async fn sign_in_again(&mut self) {
        self.me = signed_in_again(&self.shop, self.me.clone()).await;
    }

    /// A confirmed order of `pieces` for Maadi, paid on delivery, whose method is Bosta's.
    pub(crate) async fn order(&self, n: usize, pieces: i64) -> OrderId {
        self.order_for(n, pieces, "المعادي").await
    }

    pub(crate) async fn order_for(&self, n: usize, pieces: i64, city: &'static str) -> OrderId {
        let somebody = Person { mobile: format!("010{:08}", 10_000_000 + n), city, ..person(n) };
        let order = buy(&self.shop, &self.setup, &somebody, &[(self.product, None, pieces)]).await.id;
        // As an order that chose a method of Bosta stores it.
        let (store, address) = (
            self.me.store,
            json!({
                "name": somebody.name, "mobile": format!("+2010{:08}", 10_000_000 + n), "country": "EG", "city": city, "street": "12 شارع النيل",
            }),
        );
        let sql = "UPDATE orders SET shipping_provider = 'BOSTA', address = ?3 WHERE store_id = ?1 AND id = ?2";
        let write = async move |c: db::Conn<'_>| c.exec(sql, p![store, order, address.to_string()]).await;
        self.shop.app.db().tx(write).await.unwrap();
        confirmed(&self.me, order).await;
        order
    }

    pub(crate) async fn ship(&self, order: OrderId, waybill: Value) -> Value {
        self.me.create(&format!("/orders/{order}/shipments"), json!({"waybill": waybill})).await
    }

    pub(crate) async fn view(&self, shipment: &Value) -> Value {
        self.me.data(&path(shipment)).await
    }

    pub(crate) async fn put(&self, shipment: &Value, body: Value) -> (u16, Value) {
        self.me.put(&path(shipment), body).await
    }

    pub(crate) async fn cancel(&self, shipment: &Value) {
        let (status, body) = self.me.put(&format!("{}/status", path(shipment)), json!({"status": "cancelled"})).await;
        assert_eq!(status, 200, "{body}");
    }

    pub(crate) async fn retry(&self, shipment: &Value) -> (u16, Value) {
        self.me.post(&format!("{}/booking", path(shipment)), Value::Null).await
    }

    /// A call of the simulator's own.
    pub(crate) async fn control(&self, call: &str, body: Value) {
        let url = format!("{}/__simulator/{call}", self.simulator.base);
        let answer = self.browser.post(url).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{call} {body}");
    }

    /// The next call with this path goes wrong.
    pub(crate) async fn next(&self, outcome: &str, path: &str) {
        self.control("next", json!({"outcome": outcome, "path": path})).await;
    }

    pub(crate) async fn press(&self, shipment: &Value, outcome: &str) {
        // Told by nobody: what follows is this test's.
        self.next("lost_callback", "").await;
        let number = self.view(shipment).await["tracking_no"].clone();
        self.control("press", json!({"delivery": number, "outcome": outcome})).await;
    }

    /// What the simulator has in its books, the latest first.
    pub(crate) async fn deliveries(&self) -> Vec<Value> {
        let url = format!("{}/__simulator/deliveries", self.simulator.base);
        self.browser.get(url).send().await.unwrap().json().await.unwrap()
    }

    /// The bodies of the calls that created deliveries.
    pub(crate) async fn bookings(&self) -> Vec<Value> {
        let url = format!("{}/__simulator/calls", self.simulator.base);
        let calls: Vec<Value> = self.browser.get(url).send().await.unwrap().json().await.unwrap();
        let is_booking = |call: &&Value| call["target"] == "/api/v2/deliveries?apiVersion=1" && call["method"] == "POST";
        let body = |call: &Value| serde_json::from_str(call["request"].as_str().unwrap()).unwrap();
        calls.iter().filter(is_booking).map(body).collect()
    }

    /// Books so many other parcels at the courier, beside this program.
    pub(crate) async fn book_others(&self, count: usize) {
        let (_, api_key) = self.simulator.credentials.iter().find(|(field, _)| *field == "api_key").unwrap();
        let url = format!("{}/api/v2/deliveries?apiVersion=1", self.simulator.base);
        let mut body = self.bookings().await.remove(0);
        for n in 0..count {
            body["uniqueBusinessReference"] = json!(format!("other-{n}"));
            body["businessReference"] = json!(format!("other-{n}"));
            let answer = self.browser.post(&url).header("Authorization", api_key.as_str()).json(&body).send().await.unwrap();
            assert_eq!(answer.status(), 200);
        }
    }

    /// Runs what is due, and what follows from it in the next minutes.
    pub(crate) async fn drain_for(&self, minutes: i64) {
        for _ in 0..minutes * 4 {
            self.shop.drain_any().await;
            self.shop.advance(15 * Millis::SECOND);
        }
        self.shop.drain_any().await;
    }

    /// The calls of these tests about an order, the newest first: tracking has tests of its own.
    pub(crate) async fn call_views(&self, order: OrderId) -> Vec<Value> {
        let list = self.me.data(&format!("/provider-calls?order={order}")).await;
        list.as_array().unwrap().iter().filter(|call| call["kind"] != "courier_track").cloned().collect()
    }

    /// Kind, state and code of each.
    pub(crate) async fn calls(&self, order: OrderId) -> Vec<(String, String, String)> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let view = |call: &Value| (text(&call["kind"]), text(&call["state"]), text(&call["reason"]["code"]));
        self.call_views(order).await.iter().map(view).collect()
    }
}

pub(crate) fn path(shipment: &Value) -> String {
    format!("/shipments/{}", shipment["id"].as_str().unwrap())
}
