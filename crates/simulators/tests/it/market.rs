//! What a test needs: a simulator, the adapter of its provider, and a store that takes callbacks and browsers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use gateways::payments::{
    Address, Amount, CallbackContent, CallbackError, Credentials, Customer, ExchangeLog, FollowUpRequest, GatewayContext,
    HttpClient, HttpLimits, IncomingRequest, Item, NextStep, PaymentGateway, PaymentGateways, RequestedMeans, StartRequest,
    Started, Transaction,
};
use kernel::{Currency, Env, Lang, Millis};
use reqwest::{Client, Response, redirect};
use serde_json::{Value, json};
use simulators::{Server, Ticking, start_paymob, start_paytabs};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A request that the store has received.
pub(crate) struct Received {
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) query: String,
    pub(crate) body: Vec<u8>,
}

/// A simulator, the adapter, and a store.
pub(crate) struct Market {
    pub(crate) env: Env,
    pub(crate) server: Server,
    pub(crate) credentials: Credentials,
    pub(crate) log: ExchangeLog,
    pub(crate) browser: Client,
    gateways: PaymentGateways,
    code: &'static str,
    currency: Currency,
    callbacks: UnboundedReceiver<Received>,
    /// The status with which the store answers callbacks.
    pub(crate) callback_status: Arc<AtomicU16>,
    store: String,
}

/// Credential fields of Paymob's legacy flow.
const LEGACY: &[&str] = &["api_key", "hmac", "integration_id", "iframe_id", "wallet_integration_id", "kiosk_integration_id"];

impl Market {
    /// Paymob by its legacy flow.
    pub(crate) async fn paymob() -> Self {
        Self::open("PAYMOB", Currency::EGP, |field| LEGACY.contains(&field), HttpLimits::default()).await
    }

    /// Paymob by the Intention API.
    pub(crate) async fn paymob_intention() -> Self {
        Self::open("PAYMOB", Currency::EGP, |_| true, HttpLimits::default()).await
    }

    /// One of PayTabs' providers.
    pub(crate) async fn paytabs(code: &'static str, currency: Currency) -> Self {
        Self::open(code, currency, |_| true, HttpLimits::default()).await
    }

    /// An adapter that waits a second and no longer.
    pub(crate) async fn impatient(code: &'static str, currency: Currency) -> Self {
        let limits = HttpLimits { total: Duration::from_secs(1), ..HttpLimits::default() };
        Self::open(code, currency, |field| code != "PAYMOB" || LEGACY.contains(&field), limits).await
    }

    async fn open(code: &'static str, currency: Currency, is_used: impl Fn(&str) -> bool, limits: HttpLimits) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let env = Env::fake(Millis::parse("2026-03-01T10:00:00Z").unwrap());
        let any_port = "127.0.0.1:0".parse().unwrap();
        let server = if code == "PAYMOB" {
            start_paymob(any_port, env.clone(), Ticking::OnDemand).await.unwrap()
        } else {
            start_paytabs(any_port, env.clone(), Ticking::OnDemand).await.unwrap()
        };
        let http = HttpClient::new(env.clone(), limits).unwrap();
        let gateways = gateways::payments::providers::all(&http, |_| Some(server.base.clone()));
        let credentials = Credentials::new(server.credentials.iter().filter(|(field, _)| is_used(field)).cloned());
        let faults = credentials.faults(gateways.get(code).unwrap().description());
        assert!(faults.is_empty(), "{faults:?}");
        let (sender, callbacks) = unbounded_channel();
        let callback_status = Arc::new(AtomicU16::new(200));
        let store = open_store(sender, callback_status.clone()).await;
        let browser = Client::builder().no_proxy().redirect(redirect::Policy::none()).build().unwrap();
        let market = Self {
            env,
            server,
            credentials,
            log: ExchangeLog::new(),
            browser,
            gateways,
            code,
            currency,
            callbacks,
            callback_status,
            store,
        };
        if code == "PAYMOB" {
            let urls = json!({ "callback_url": market.url("/callback?store=1"), "return_url": market.url("/return?attempt=1") });
            market.control("settings", urls).await;
        }
        market
    }

    pub(crate) fn gateway(&self) -> &dyn PaymentGateway {
        self.gateways.get(self.code).unwrap()
    }

    pub(crate) fn context(&self) -> GatewayContext<'_> {
        GatewayContext { credentials: &self.credentials, log: &self.log }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.store)
    }

    /// A payment of 125.50, or of 125.500 where the currency has three digits.
    pub(crate) fn request(&self, reference: &str) -> StartRequest {
        let amount = Amount { minor: 1_255 * 10_i64.pow(self.currency.exponent() - 1), currency: self.currency };
        StartRequest {
            reference: reference.to_owned(),
            amount,
            description: format!("Order {reference}"),
            lang: Lang::Ar,
            customer: Customer {
                first_name: "هدى".into(),
                last_name: "منصور".into(),
                email: "huda@example.com".into(),
                phone: "+٢٠١٠٠٠٠٠٠٠٠٠".into(),
                ip: "203.0.113.7".into(),
            },
            address: Address {
                street: "شارع النيل".into(), city: "Cairo".into(), country: "EG".into(), ..Address::default()
            },
            items: vec![Item { name: "قميص".into(), quantity: 2, total_minor: amount.minor }],
            callback_url: self.url("/callback?store=1"),
            return_url: self.url("/return?attempt=1"),
            lifetime_seconds: 3_600,
            means: RequestedMeans::HostedPage,
        }
    }

    /// Starts a payment and answers it with the address of its page.
    pub(crate) async fn start(&self, reference: &str) -> (Started, String) {
        let started = self.gateway().start(self.context(), &self.request(reference)).await.unwrap();
        let url = match &started.next {
            NextStep::Frame { url } | NextStep::Redirect { url } => url.clone(),
            other => panic!("{other:?}"),
        };
        (started, url)
    }

    /// A shopper presses a button of the page.
    pub(crate) async fn press(&self, page: &str, outcome: &str) -> Response {
        let body = format!("outcome={outcome}&lang=en");
        self.browser.post(page).header("content-type", "application/x-www-form-urlencoded").body(body).send().await.unwrap()
    }

    /// A call of the simulator's own.
    pub(crate) async fn control(&self, call: &str, body: Value) {
        let url = format!("{}/__simulator/{call}", self.server.base);
        let answer = self.browser.post(url).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{call} {body}");
    }

    /// What was called, by the beginning of the target.
    pub(crate) async fn calls(&self, start: &str) -> Vec<Value> {
        let url = format!("{}/__simulator/calls", self.server.base);
        let calls: Vec<Value> = self.browser.get(url).send().await.unwrap().json().await.unwrap();
        calls.into_iter().filter(|call| call["target"].as_str().unwrap().starts_with(start)).collect()
    }

    /// The next callback, as the store received it.
    pub(crate) async fn received(&mut self) -> Received {
        tokio::time::timeout(Duration::from_secs(10), self.callbacks.recv()).await.expect("a callback").unwrap()
    }

    /// No callback has come.
    pub(crate) fn has_no_callback(&mut self) -> bool {
        self.callbacks.try_recv().is_err()
    }

    pub(crate) fn read(&self, received: &Received) -> Result<CallbackContent, CallbackError> {
        let headers: Vec<(&str, &str)> = received.headers.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let request = IncomingRequest { headers: &headers, query: &received.query, body: &received.body };
        self.gateway().read_callback(&self.credentials, request)
    }

    /// The one transaction of the next callback.
    pub(crate) async fn notified(&mut self) -> Transaction {
        let received = self.received().await;
        let mut content = self.read(&received).unwrap();
        assert_eq!(content.transactions.len(), 1);
        content.transactions.remove(0)
    }

    /// A payment that is paid, as its callback tells it.
    pub(crate) async fn paid(&mut self, reference: &str) -> Transaction {
        let (_, page) = self.start(reference).await;
        self.press(&page, "pay").await;
        self.notified().await
    }

    pub(crate) fn follow_up(&self, charge: &Transaction, reference: &str, minor: i64) -> FollowUpRequest {
        FollowUpRequest {
            transaction_id: charge.id.clone(),
            reference: reference.to_owned(),
            amount: Amount { minor, currency: self.currency },
            description: "Refund of order 1001".into(),
        }
    }
}

pub(crate) async fn open_store(sender: UnboundedSender<Received>, status: Arc<AtomicU16>) -> String {
    type Store = (UnboundedSender<Received>, Arc<AtomicU16>);
    async fn take(
        State((sender, status)): State<Store>,
        headers: HeaderMap,
        RawQuery(query): RawQuery,
        body: Bytes,
    ) -> StatusCode {
        let headers = headers.iter().map(|(n, v)| (n.to_string(), v.to_str().unwrap().to_owned())).collect();
        sender.send(Received { headers, query: query.unwrap_or_default(), body: body.to_vec() }).unwrap();
        StatusCode::from_u16(status.load(Ordering::SeqCst)).unwrap()
    }
    let app = Router::new().route("/callback", axum::routing::post(take)).with_state((sender, status));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    base
}
