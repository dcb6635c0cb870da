//! What a test of couriers needs: a simulator, its adapter, and a store that takes webhooks.

use std::sync::Arc;
use std::sync::atomic::AtomicU16;
use std::time::Duration;

use gateways::couriers::{
    Booked, BookingName, Contact, Courier, CourierCity, CourierError, CourierPlace, CourierService, Couriers, Delivery,
    DeliveryAddress, DeliveryNotice, Parcel, ParcelSize, PickupRequest, PickupSlot, Recipient, RefusalCode, Waybill, providers,
};
use gateways::{CallContext, CallbackError, Credentials, ExchangeLog, HttpClient, HttpLimits, IncomingRequest};
use kernel::{Currency, Env, Millis};
use serde_json::{Value, json};
use simulators::{Server, Ticking, start_bosta};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::market::{Received, open_store};

/// The place that the simulated account has.
pub(crate) const LOCATION: &str = "KtKVtoHUq";

pub(crate) struct Depot {
    pub(crate) server: Server,
    pub(crate) credentials: Credentials,
    pub(crate) log: ExchangeLog,
    couriers: Couriers,
    browser: reqwest::Client,
    callbacks: UnboundedReceiver<Received>,
    store: String,
}

impl Depot {
    pub(crate) async fn open() -> Self {
        Self::with_limits(HttpLimits::default()).await
    }

    /// An adapter that waits a second and no longer.
    pub(crate) async fn impatient() -> Self {
        Self::with_limits(HttpLimits { total: Duration::from_secs(1), ..HttpLimits::default() }).await
    }

    async fn with_limits(limits: HttpLimits) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        // A Sunday, noon in Cairo.
        let env = Env::fake(Millis::parse("2026-03-01T10:00:00Z").unwrap());
        let server = start_bosta("127.0.0.1:0".parse().unwrap(), env.clone(), Ticking::OnDemand).await.unwrap();
        let http = HttpClient::new(env, limits).unwrap();
        let couriers = providers::all(&http, |_| Some(server.base.clone()));
        let credentials = Credentials::new(server.credentials.iter().cloned());
        let faults = credentials.faults(couriers.get("BOSTA").unwrap().description());
        assert!(faults.is_empty(), "{faults:?}");
        let (sender, callbacks) = unbounded_channel();
        let store = open_store(sender, Arc::new(AtomicU16::new(200))).await;
        let browser = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { server, credentials, log: ExchangeLog::new(), couriers, browser, callbacks, store }
    }

    pub(crate) fn courier(&self) -> &dyn Courier {
        self.couriers.get("BOSTA").unwrap()
    }

    pub(crate) fn other(&self, code: &str) -> &dyn Courier {
        self.couriers.get(code).unwrap()
    }

    pub(crate) fn context(&self) -> CallContext<'_> {
        CallContext { credentials: &self.credentials, log: &self.log }
    }

    pub(crate) fn callback_url(&self) -> String {
        format!("{}/callback?store=1", self.store)
    }

    /// A parcel for Maadi that collects 125.50.
    pub(crate) fn waybill(&self, reference: &str) -> Waybill {
        Waybill {
            key: format!("shp_{reference}-0"),
            reference: reference.to_owned(),
            service: CourierService::Deliver,
            recipient: Recipient {
                name: "هدى منصور".into(),
                phone: "+201012345678".into(),
                second_phone: "+201112345678".into(),
                email: "huda@example.com".into(),
            },
            address: DeliveryAddress {
                country: "EG".into(),
                region: "القاهرة".into(),
                city: "المعادي".into(),
                street: "12 شارع النيل".into(),
                ..DeliveryAddress::default()
            },
            parcel: Parcel { size: ParcelSize::Small, weight_grams: 500, pieces: 2, description: "قميص قطن × 2".into() },
            currency: Currency::EGP,
            cod_minor: 12_550,
            declared_value_minor: 30_000,
            allow_open_box: true,
            note: "اتصل قبل الوصول".into(),
            pickup_location: LOCATION.into(),
            callback_url: self.callback_url(),
        }
    }

    pub(crate) async fn book(&self, reference: &str) -> Booked {
        self.courier().book(self.context(), &self.waybill(reference)).await.unwrap()
    }

    pub(crate) async fn track(&self, booked: &Booked) -> Delivery {
        self.courier().track(self.context(), &booked.tracking_no, "EG").await.unwrap()
    }

    pub(crate) async fn cities(&self) -> Vec<CourierCity> {
        self.courier().list_cities(self.context()).await.unwrap()
    }

    /// A call of the simulator's own.
    pub(crate) async fn control(&self, call: &str, body: Value) {
        let url = format!("{}/__simulator/{call}", self.server.base);
        let answer = self.browser.post(url).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{call} {body}");
    }

    pub(crate) async fn next(&self, outcome: &str) {
        self.control("next", json!({ "outcome": outcome })).await;
    }

    pub(crate) async fn press(&self, booked: &Booked, outcome: &str) {
        self.control("press", json!({ "delivery": booked.tracking_no, "outcome": outcome })).await;
    }

    /// What the simulator has in its books.
    pub(crate) async fn deliveries(&self) -> Vec<Value> {
        let url = format!("{}/__simulator/deliveries", self.server.base);
        self.browser.get(url).send().await.unwrap().json().await.unwrap()
    }

    pub(crate) async fn page(&self) -> String {
        let url = format!("{}/__simulator", self.server.base);
        self.browser.get(url).send().await.unwrap().text().await.unwrap()
    }

    pub(crate) async fn received(&mut self) -> Received {
        tokio::time::timeout(Duration::from_secs(10), self.callbacks.recv()).await.expect("a callback").unwrap()
    }

    pub(crate) fn has_no_callback(&mut self) -> bool {
        self.callbacks.try_recv().is_err()
    }

    pub(crate) fn read(&self, received: &Received) -> Result<DeliveryNotice, CallbackError> {
        let headers: Vec<(&str, &str)> = received.headers.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let request = IncomingRequest { headers: &headers, query: &received.query, body: &received.body };
        self.courier().read_callback(&self.credentials, request)
    }

    pub(crate) async fn notified(&mut self) -> DeliveryNotice {
        let received = self.received().await;
        self.read(&received).unwrap()
    }
}

pub(crate) fn name_of<'a>(waybill: &'a Waybill, tracking_no: &'a str) -> BookingName<'a> {
    BookingName { key: &waybill.key, reference: &waybill.reference, tracking_no, not_before: None }
}

#[track_caller]
pub(crate) fn assert_refused<T: std::fmt::Debug>(result: Result<T, CourierError>, code: RefusalCode) {
    assert_eq!(result.as_ref().err().and_then(CourierError::refusal), Some(code), "{result:?}");
}

pub(crate) fn place(city_code: &str, district_id: &str) -> CourierPlace {
    CourierPlace { city_code: city_code.into(), district_id: district_id.into() }
}

pub(crate) fn pickup(date: &str) -> PickupRequest {
    PickupRequest {
        date: date.into(),
        slot: Some(PickupSlot::Afternoon),
        location_id: LOCATION.into(),
        contact: Contact { name: "Mona Ali".into(), phone: "+201112345678".into(), ..Contact::default() },
        note: "الباب الخلفي".into(),
        parcels: 7,
        is_bulky: false,
    }
}
