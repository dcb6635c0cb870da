//! What tests of couriers need: a store of Egypt with an account at a simulated Bosta, and parcels that are booked there.

use db::p;
use gateways::couriers::{CourierService, DeliveryAddress, Parcel, ParcelSize, Recipient, providers};
use gateways::{CallContext, Credentials, ExchangeLog, HttpClient, HttpLimits, Waybill};
use kernel::{Currency, Env, Millis, OrderId};
use serde_json::{Value, json};
use simulators::{Server, Ticking, start_bosta};
use testkit::{Merchant, TestShop};

use crate::checkout::{CheckoutSetup, Person, buy, person, product_id};
use crate::jobs::signed_in_again;
use crate::shipments::{by_courier, confirmed, ship};

/// The only place of the simulated account.
pub(crate) const LOCATION: &str = "KtKVtoHUq";

/// A store that sends parcels of 100.00 and a fee of 5.00 with Bosta.
pub(crate) struct Depot {
    pub(crate) shop: TestShop,
    pub(crate) me: Merchant,
    pub(crate) setup: CheckoutSetup,
    pub(crate) simulator: Server,
    pub(crate) callback_path: String,
    product: kernel::ProductId,
    credentials: Credentials,
    browser: reqwest::Client,
}

/// A parcel that is booked.
pub(crate) struct Sent {
    pub(crate) order: OrderId,
    pub(crate) shipment: Value,
    pub(crate) tracking_no: String,
    pub(crate) page: String,
}

impl Sent {
    pub(crate) fn id(&self) -> &str {
        self.shipment["id"].as_str().unwrap()
    }
}

impl Depot {
    /// With an account.
    pub(crate) async fn open() -> Self {
        let depot = Self::unconnected().await;
        depot.connect().await
    }

    /// Without one. The simulator has the time of the shop.
    pub(crate) async fn unconnected() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let env = Env::fake(Millis(1_800_000_000_000));
        let simulator = start_bosta("127.0.0.1:0".parse().unwrap(), env.clone(), Ticking::OnDemand).await.unwrap();
        let limits = HttpLimits { total: std::time::Duration::from_secs(2), ..HttpLimits::default() };
        let http = HttpClient::new(env, limits).unwrap();
        let shop = TestShop::with_couriers(providers::all(&http, |_| Some(simulator.base.clone()))).await;
        let me = shop.merchant_in("EG", "EGP").await;
        let setup = by_courier(&shop, &me).await;
        let product = product_id(&me.product(json!({"qty": 100, "regular_price": "100"})).await);
        let credentials = Credentials::new(simulator.credentials.iter().cloned());
        let browser = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { shop, me, setup, simulator, callback_path: String::new(), product, credentials, browser }
    }

    /// Connects the account, as its form does.
    async fn connect(mut self) -> Self {
        let fields = self.simulator.credentials.iter().map(|(field, value)| ((*field).to_owned(), json!(value)));
        let fields = Value::Object(fields.collect());
        let warehouse = kernel::StockLocationId::from_raw(self.me.store.raw()).to_string();
        let body = json!({ "fields": fields, "pickup_locations": { warehouse: LOCATION } });
        let (status, body) = self.me.put("/courier-accounts/BOSTA", body).await;
        assert_eq!(status, 200, "{body}");
        let all = self.me.data("/courier-accounts").await;
        let account = all.as_array().unwrap().iter().find(|account| account["provider"] == "BOSTA").unwrap().clone();
        let address = account["callback_address"].as_str().unwrap();
        address[address.find("/hooks").unwrap()..].clone_into(&mut self.callback_path);
        self
    }

    /// The address at which the courier reports.
    pub(crate) fn callback_url(&self) -> String {
        format!("http://{}{}", self.shop.addr, self.callback_path)
    }

    /// An order of one piece, whose parcel is booked and collects 105.00.
    pub(crate) async fn send(&self, n: usize) -> Sent {
        let somebody = Person { mobile: format!("010{:08}", 10_000_000 + n), city: "القاهرة", ..person(n) };
        let placed = buy(&self.shop, &self.setup, &somebody, &[(self.product, None, 1)]).await;
        confirmed(&self.me, placed.id).await;
        // By the merchant's own courier at first: how a booking is asked for is proved elsewhere.
        let waybill = json!({"has_cod": true, "courier_name": "بوسطة"});
        let body = json!({"provider": "CUSTOM", "waybill": waybill, "accepts_address": true});
        let shipment = ship(&self.me, placed.id, body).await;
        let tracking_no = self.book(&shipment).await;
        let page = format!("/orders/{}-{}", placed.id, placed.access_token);
        Sent { order: placed.id, shipment, tracking_no, page }
    }

    /// Books a parcel at the simulator, and writes down what it answered.
    async fn book(&self, shipment: &Value) -> String {
        let log = ExchangeLog::new();
        let context = CallContext { credentials: &self.credentials, log: &log };
        let reference = shipment["number"].as_str().unwrap().to_owned();
        let waybill = Waybill {
            key: format!("{}-0", shipment["id"].as_str().unwrap()),
            reference,
            service: CourierService::Deliver,
            recipient: Recipient { name: "هدى منصور".into(), phone: "+201012345678".into(), ..Recipient::default() },
            address: DeliveryAddress {
                country: "EG".into(),
                region: "القاهرة".into(),
                city: "المعادي".into(),
                street: "12 شارع النيل".into(),
                ..DeliveryAddress::default()
            },
            parcel: Parcel { size: ParcelSize::Small, weight_grams: 500, pieces: 1, description: "قميص".into() },
            currency: Currency::EGP,
            cod_minor: kernel::money::parse(shipment["cod_amount"].as_str().unwrap(), Currency::EGP).unwrap(),
            declared_value_minor: 0,
            allow_open_box: false,
            note: String::new(),
            pickup_location: LOCATION.into(),
            callback_url: if self.callback_path.is_empty() { String::new() } else { self.callback_url() },
        };
        let booked = self.shop.app.couriers.get("BOSTA").unwrap().book(context, &waybill).await.unwrap();
        let (store, number) = (self.me.store, booked.tracking_no.clone());
        let id: kernel::ShipmentId = shipment["id"].as_str().unwrap().parse().unwrap();
        let sql = "UPDATE shipments SET provider = 'BOSTA', booking = 'booked', tracking_id = ?3, tracking_no = ?4, tracking_key = ?4, version = version + 1 \
                   WHERE store_id = ?1 AND id = ?2";
        let write = async move |c: db::Conn<'_>| c.exec(sql, p![store, id, booked.tracking_id, booked.tracking_no]).await;
        self.shop.app.db().tx(write).await.unwrap();
        number
    }

    async fn control(&self, call: &str, body: Value) {
        let url = format!("{}/__simulator/{call}", self.simulator.base);
        let answer = self.browser.post(url).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{call} {body}");
    }

    /// What becomes of the next call, or of the next webhook.
    pub(crate) async fn next(&self, body: Value) {
        self.control("next", body).await;
    }

    /// The courier does this, and what it reports is worked off. A minute passes.
    pub(crate) async fn press(&self, sent: &Sent, outcome: &str) {
        self.press_alone(sent, outcome).await;
        self.shop.drain().await;
    }

    /// The courier does this; what it reports waits.
    pub(crate) async fn press_alone(&self, sent: &Sent, outcome: &str) {
        self.shop.advance(Millis::MINUTE);
        self.control("advance", json!({ "seconds": 60 })).await;
        self.control("press", json!({ "delivery": sent.tracking_no, "outcome": outcome })).await;
    }

    /// Time passes for the courier.
    pub(crate) async fn advance_simulator(&self, seconds: i64) {
        self.control("advance", json!({ "seconds": seconds })).await;
    }

    /// What was called at the simulator: method and path.
    pub(crate) async fn calls(&self) -> Vec<Value> {
        let url = format!("{}/__simulator/calls", self.simulator.base);
        self.browser.get(url).send().await.unwrap().json().await.unwrap()
    }

    pub(crate) async fn shipment(&self, sent: &Sent) -> Value {
        self.me.data(&format!("/shipments/{}", sent.id())).await
    }

    pub(crate) async fn tracking(&self, sent: &Sent) -> Value {
        self.me.data(&format!("/shipments/{}/tracking", sent.id())).await
    }

    pub(crate) async fn order(&self, sent: &Sent) -> Value {
        self.me.data(&format!("/orders/{}", sent.order)).await
    }

    /// Status of the shipment and of its order, and how many payments stand in the ledger.
    pub(crate) async fn state(&self, sent: &Sent) -> (String, String, usize) {
        let text = |v: &Value| v.as_str().unwrap().to_owned();
        let entries = self.me.data(&format!("/orders/{}/entries", sent.order)).await;
        let paid = entries.as_array().unwrap().iter().filter(|e| e["kind"] == "payment").count();
        (text(&self.shipment(sent).await["status"]), text(&self.order(sent).await["status"]), paid)
    }

    /// A number of the store's tables.
    pub(crate) async fn count(&self, sql: &str) -> i64 {
        self.shop.app.db().conn().one(sql, p![self.me.store]).await.unwrap()
    }

    /// Changes a column of a shipment by hand.
    pub(crate) async fn set(&self, sent: &Sent, change: &str) {
        let sql = format!("UPDATE shipments SET {change} WHERE store_id = ?1 AND id = ?2");
        let (store, id): (_, kernel::ShipmentId) = (self.me.store, sent.id().parse().unwrap());
        self.shop.app.db().tx(async move |c| c.exec(&sql, p![store, id]).await).await.unwrap();
    }

    /// Signs the merchant in anew: sessions end before couriers do.
    pub(crate) async fn sign_in_again(&mut self) {
        self.me = signed_in_again(&self.shop, self.me.clone()).await;
    }

    /// A schedule's turn, and what it wrote.
    pub(crate) async fn tick(&self) {
        self.shop.worker.tick().await.unwrap();
        self.shop.drain().await;
    }
}

/// What a state should be.
pub(crate) fn state(shipment: &str, order: &str, payments: usize) -> (String, String, usize) {
    (shipment.to_owned(), order.to_owned(), payments)
}
