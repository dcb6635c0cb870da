//! Paying an order at a gateway from the checkout to the ledger, against simulators (PY-03).

use commerce::carts;
use commerce::orders::Placed;
use gateways::payments::{HttpClient, HttpLimits, providers};
use kernel::{Env, Millis, PaymentMethodId, ProductId};
use platform::App;
use serde_json::{Value, json};
use simulators::{Server, Ticking, start_paymob, start_paytabs};
use testkit::{Merchant, PageReply, Shopper, TestShop};
use web::caller::hash_token;

use crate::checkout::{CheckoutSetup, Person, filled, person, place, product_id, review, set_up_checkout};

/// A store that sells a product of 100.00 by card, at a simulator.
pub(crate) struct Market {
    pub(crate) shop: TestShop,
    pub(crate) me: Merchant,
    pub(crate) setup: CheckoutSetup,
    pub(crate) product: ProductId,
    pub(crate) method: PaymentMethodId,
    pub(crate) simulator: Server,
    pub(crate) shopper: Shopper,
    pub(crate) browser: reqwest::Client,
    is_in_egypt: bool,
}

impl Market {
    /// Paymob by its Intention API, or PayTabs of Saudi Arabia.
    pub(crate) async fn open(provider: &str) -> Self {
        Self::open_with(provider, HttpLimits::default(), |_| {}).await
    }

    /// Paymob by its legacy flow: without the keys of the Intention API.
    pub(crate) async fn open_legacy() -> Self {
        Self::open_without("PAYMOB", &["secret_key", "public_key"], HttpLimits::default(), |_| {}).await
    }

    /// With other limits of the gateway's client, and a program that is changed.
    pub(crate) async fn open_with(provider: &str, limits: HttpLimits, change: impl FnOnce(&mut App)) -> Self {
        Self::open_without(provider, &[], limits, change).await
    }

    /// Without some of the gateway's fields.
    async fn open_without(provider: &str, left_out: &[&str], limits: HttpLimits, change: impl FnOnce(&mut App)) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let env = Env::fake(Millis(1_800_000_000_000));
        let any_port = "127.0.0.1:0".parse().unwrap();
        let is_paymob = provider == "PAYMOB";
        let simulator = if is_paymob {
            start_paymob(any_port, env.clone(), Ticking::OnDemand).await.unwrap()
        } else {
            start_paytabs(any_port, env.clone(), Ticking::OnDemand).await.unwrap()
        };
        let http = HttpClient::new(env, limits).unwrap();
        let shop = TestShop::with_app(|app| {
            app.payment_gateways = providers::all(&http, |_| Some(simulator.base.clone()));
            change(app);
        })
        .await;
        let (country, currency) = if is_paymob { ("EG", "EGP") } else { ("SA", "SAR") };
        let me = shop.merchant_in(country, currency).await;
        let setup = set_up_checkout(&shop, &me).await;
        let product = product_id(&me.product(json!({"qty": 1000, "regular_price": "100"})).await);
        let method = me.create("/payment-methods", json!({"provider": provider})).await;
        let path = format!("/payment-methods/{}", method["id"].as_str().unwrap());
        let unused: &[&str] = if is_paymob { &["wallet_integration_id", "kiosk_integration_id"] } else { &[] };
        let values: Value = simulator
            .credentials
            .iter()
            .filter(|(field, _)| !unused.contains(field) && !left_out.contains(field))
            .map(|(field, value)| ((*field).to_owned(), json!(value)))
            .collect::<serde_json::Map<_, _>>()
            .into();
        assert_eq!(me.put(&format!("{path}/credentials"), json!({"values": values})).await.0, 200);
        let (status, body) = me.put(&path, json!({"is_active": true})).await;
        assert_eq!(status, 200, "{body}");
        let shopper = shop.shopper(&me.slug);
        let browser = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let method = method["id"].as_str().unwrap().parse().unwrap();
        Self { shop, me, setup, product, method, simulator, shopper, browser, is_in_egypt: is_paymob }
    }

    /// Places an order of one piece that is paid at the gateway.
    pub(crate) async fn order(&self, n: usize) -> Placed {
        let somebody = if self.is_in_egypt {
            Person { mobile: format!("010{:08}", 10_000_000 + n), city: "القاهرة", ..person(n) }
        } else {
            person(n)
        };
        let token = filled(&self.shop, &self.setup, &somebody, &[(self.product, None, 1)]).await;
        let (app, scope) = (&self.shop.app, &self.setup.scope);
        let cart = carts::find(app.db().conn(), scope, &hash_token(&token)).await.unwrap().unwrap();
        carts::set_payment_method(app, scope, &cart, self.method, "").await.unwrap();
        let expected = review(&self.shop, &self.setup, &token).await.expected();
        place(&self.shop, &self.setup, &token, expected).await.unwrap()
    }

    pub(crate) async fn control(&self, call: &str, body: Value) {
        let reply = self.browser.post(format!("{}/__simulator/{call}", self.simulator.base)).json(&body).send().await.unwrap();
        assert!(reply.status().is_success(), "{call} {body}: {}", reply.text().await.unwrap());
    }

    /// The gateway's page of an order, as the shopper is led there.
    pub(crate) async fn page_of(&self, placed: &Placed) -> String {
        let reply = self.shopper.get(&format!("{}/pay", address(placed))).await;
        assert_eq!(reply.status, 200, "{}", reply.location());
        let refresh = reply.headers["refresh"].to_str().unwrap().to_owned();
        let page = refresh.strip_prefix("0; url=").unwrap_or_else(|| panic!("{refresh}")).to_owned();
        assert!(page.starts_with(&self.simulator.base), "{page}");
        page
    }

    /// The shopper does this at the gateway's page; where its answer leads the browser.
    pub(crate) async fn at_gateway(&self, placed: &Placed, outcome: &str) -> reqwest::Response {
        let page = self.page_of(placed).await;
        self.control("next", json!({"outcome": outcome})).await;
        self.browser.get(page).send().await.unwrap()
    }

    /// The browser is back; the page that it ends at.
    pub(crate) async fn back(&self, placed: &Placed) -> PageReply {
        let reply = self.shopper.get(&format!("{}/paid", address(placed))).await;
        if reply.status != 303 {
            return reply;
        }
        let path = reply.location().split('#').next().unwrap().to_owned();
        self.shopper.get(&path).await
    }

    pub(crate) async fn view(&self, placed: &Placed) -> Value {
        self.me.data(&format!("/orders/{}", placed.id)).await
    }

    pub(crate) async fn payments(&self, placed: &Placed) -> Value {
        self.me.data(&format!("/orders/{}/payments", placed.id)).await
    }

    /// Status, what was paid and refunded, and how many payments stand in the ledger.
    pub(crate) async fn money(&self, placed: &Placed) -> (String, String, String, usize) {
        let view = self.view(placed).await;
        let text = |v: &Value| v.as_str().unwrap().to_owned();
        let entries = self.me.data(&format!("/orders/{}/entries", placed.id)).await;
        let paid = entries.as_array().unwrap().iter().filter(|e| e["kind"] == "payment").count();
        (text(&view["status"]), text(&view["money"]["paid"]), text(&view["money"]["refunded"]), paid)
    }
}

pub(crate) fn address(placed: &Placed) -> String {
    format!("/orders/{}-{}", placed.id, placed.access_token)
}

pub(crate) fn paid() -> (String, String, String, usize) {
    ("PAID".into(), "100.00".into(), "0.00".into(), 1)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_an_order_is_paid_once_however_often_the_gateway_calls() {
    let market = Market::open("PAYMOB").await;
    for (n, outcome) in ["pay", "callback_twice", "out_of_order"].into_iter().enumerate() {
        let placed = market.order(n).await;
        assert!(placed.is_paid_online);
        assert_eq!(market.view(&placed).await["status"], "PEND");
        market.at_gateway(&placed, outcome).await;
        market.control("advance", json!({"seconds": 60})).await;
        market.shop.drain().await;
        assert_eq!(market.money(&placed).await, paid(), "{outcome}");
        let page = market.back(&placed).await;
        assert!(page.body.contains("استلمنا دفعتك"), "{outcome}");
        let payments = market.payments(&placed).await;
        assert_eq!((payments["attempts"][0]["state"].as_str(), payments["cases"].as_array().unwrap().len()), (Some("paid"), 0));
        // Every later report of the same changes nothing.
        market.control("advance", json!({"seconds": 86_400})).await;
        market.shop.drain().await;
        assert_eq!(market.money(&placed).await, paid(), "{outcome}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_the_merchant_reads_what_the_gateway_reported_without_what_it_sent() {
    for provider in ["PAYMOB", "PAYTABS_SA"] {
        let market = Market::open(provider).await;
        let (declined, placed) = (market.order(1).await, market.order(2).await);
        market.at_gateway(&declined, "decline").await;
        market.at_gateway(&placed, "callback_twice").await;
        market.shop.drain().await;
        let path = format!("/payment-methods/{}/events", market.method);
        let events = market.me.data(&path).await;
        let seen = |n: usize| {
            let event = &events[n];
            (event["transaction"].clone(), event["state"].clone(), event["order"]["id"].clone())
        };
        let currency = if provider == "PAYMOB" { "EGP" } else { "SAR" };
        let charge = |status: &str| json!({"kind": "charge", "status": status, "amount": "100.00", "currency": currency});
        assert_eq!(events.as_array().unwrap().len(), 2, "a repetition is known: {events}");
        assert_eq!(seen(0), (charge("paid"), json!("processed"), json!(placed.id)), "the newest first");
        assert_eq!(seen(1), (charge("declined"), json!("processed"), json!(declined.id)));
        assert_eq!(events[0]["order"]["number"], market.view(&placed).await["number"]);
        // Nothing of what was sent, and no credential.
        let text = events.to_string();
        for secret in market.simulator.credentials.iter().map(|(_, value)| value.as_str()).chain(["hmac", "signature", "5123"]) {
            assert!(!text.contains(secret), "{secret}");
        }
        // What was signed with keys that were changed since is listed, and not read.
        let field = if provider == "PAYMOB" { "hmac" } else { "server_key" };
        let other = json!({"values": {(field): "0123456789ABCDEF0123456789ABCDEF"}});
        assert_eq!(market.me.put(&format!("/payment-methods/{}/credentials", market.method), other).await.0, 200);
        let unread = market.me.data(&path).await;
        assert_eq!((unread[0]["transaction"].clone(), &unread[0]["state"]), (Value::Null, &json!("processed")));
        let stranger = market.shop.merchant().await;
        assert_eq!(stranger.get(&path).await.0, 404);
        let cash = stranger.data("/payment-methods").await[0]["id"].as_str().unwrap().to_owned();
        assert_eq!(stranger.data(&format!("/payment-methods/{cash}/events")).await, json!([]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_lost_callback_is_made_up_for_by_the_way_back_or_the_reconciliation() {
    let market = Market::open("PAYMOB").await;
    let (seen, left) = (market.order(1).await, market.order(2).await);
    for placed in [&seen, &left] {
        market.at_gateway(placed, "lost_callback").await;
    }
    let page = market.back(&seen).await;
    assert!(page.body.contains("استلمنا دفعتك"), "{}", page.status);
    assert_eq!((market.money(&seen).await, market.view(&left).await["status"].clone()), (paid(), json!("PEND")));
    // Nobody comes back to the other: the gateway is asked five minutes after the start.
    market.shop.advance(6 * Millis::MINUTE);
    market.shop.worker.tick().await.unwrap();
    market.shop.drain().await;
    assert_eq!(market.money(&left).await, paid());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_after_a_decline_the_same_order_is_paid_by_another_try() {
    let market = Market::open("PAYTABS_SA").await;
    let placed = market.order(1).await;
    market.at_gateway(&placed, "decline").await;
    let page = market.back(&placed).await;
    assert!(page.body.contains("عملية شراء غير ناجحة"), "GU-12: {}", page.body);
    assert!(page.body.contains(&format!("{}/pay", address(&placed))), "the form of another try");
    assert_eq!(market.view(&placed).await["status"], "PEND");

    let method = market.method.to_string();
    let reply = market.shopper.post(&format!("{}/pay", address(&placed)), &[("payment_method_id", &method)]).await;
    assert_eq!((reply.status, reply.location()), (303, format!("{}/pay", address(&placed)).as_str()));
    market.at_gateway(&placed, "pay").await;
    // PayTabs posts the browser back, from its own site.
    let posted = market
        .shopper
        .post_from(&format!("{}/paid", address(&placed)), &[("respStatus", "A")], "https://secure.paytabs.sa")
        .await;
    assert_eq!((posted.status, posted.location()), (303, format!("{}/paid", address(&placed)).as_str()));
    market.shop.advance(Millis::MINUTE);
    assert!(market.back(&placed).await.body.contains("استلمنا دفعتك"));
    assert_eq!(market.money(&placed).await, paid());
    assert_eq!(market.payments(&placed).await["attempts"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_another_amount_is_a_case_and_never_paid() {
    let market = Market::open("PAYMOB").await;
    let placed = market.order(1).await;
    market.at_gateway(&placed, "lie_amount").await;
    market.control("advance", json!({"seconds": 60})).await;
    market.shop.drain().await;
    let (status, paid, _, entries) = market.money(&placed).await;
    assert_eq!((status.as_str(), paid.as_str(), entries), ("PEND", "0.00", 0));
    let payments = market.payments(&placed).await;
    assert_eq!(payments["cases"][0]["kind"], "amount_differs", "{payments}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_callback_that_the_account_did_not_sign_changes_nothing() {
    let market = Market::open("PAYMOB").await;
    let placed = market.order(1).await;
    market.at_gateway(&placed, "bad_signature").await;
    market.control("advance", json!({"seconds": 60})).await;
    market.shop.drain().await;
    assert_eq!(market.view(&placed).await["status"], "PEND");
    let events: Vec<i64> = market.shop.app.db().conn().all("SELECT id FROM provider_events", db::p![]).await.unwrap();
    assert_eq!(events.len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_no_page_names_the_gateway_in_its_policy() {
    let market = Market::open("PAYMOB").await;
    let placed = market.order(1).await;
    let host = market.simulator.base.trim_start_matches("http://");
    for path in [
        "/",
        "/cart",
        "/checkout",
        &address(&placed),
        &format!("{}/pay", address(&placed)),
        &format!("{}/paid", address(&placed)),
    ] {
        let reply = market.shopper.get(path).await;
        let policy = reply.headers.get("content-security-policy").and_then(|v| v.to_str().ok()).unwrap_or_default();
        assert!(!policy.contains(host) && !policy.contains("paymob"), "{path}: {policy}");
        assert!(
            reply.status == 303 || policy.contains("form-action 'self'") && !policy.contains("frame-src *"),
            "{path}: {policy}"
        );
    }
}
