//! Payment gateways of a store: methods, credentials, and checks of the connection against simulators (PY-01, PY-02).

use gateways::payments::{HttpClient, HttpLimits, providers};
use kernel::{Env, Millis};
use platform::secrets::{self, Owner, SecretKeys};
use serde_json::{Value, json};
use simulators::{Server, Ticking, start_paymob, start_paytabs};
use testkit::{Merchant, TestShop};

use crate::checkout::set_up_checkout;

/// The simulators need a clock; the one of the shop is its own.
const START: Millis = Millis(1_800_000_000_000);

/// A shop whose gateways are simulators.
struct Market {
    shop: TestShop,
    paymob: Server,
    paytabs: Server,
}

impl Market {
    async fn open() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let env = Env::fake(START);
        let any_port = "127.0.0.1:0".parse().unwrap();
        let paymob = start_paymob(any_port, env.clone(), Ticking::OnDemand).await.unwrap();
        let paytabs = start_paytabs(any_port, env.clone(), Ticking::OnDemand).await.unwrap();
        let http = HttpClient::new(env, HttpLimits::default()).unwrap();
        let base = |code: &str| Some(if code == "PAYMOB" { paymob.base.clone() } else { paytabs.base.clone() });
        let gateways = providers::all(&http, base);
        Self { shop: TestShop::with_payment_gateways(gateways).await, paymob, paytabs }
    }

    /// What a merchant pastes in; of Paymob the fields of its legacy flow.
    fn keys(&self, provider: &str) -> Value {
        let of = if provider == "PAYMOB" { &self.paymob } else { &self.paytabs };
        let used = of.credentials.iter().filter(|(field, _)| !matches!(*field, "secret_key" | "public_key"));
        Value::Object(used.map(|(field, value)| ((*field).to_owned(), json!(value))).collect())
    }

    async fn script(&self, of: &Server, outcome: &str) {
        let reply = reqwest::Client::builder().no_proxy().build().unwrap();
        let reply = reply.post(format!("{}/__simulator/next", of.base)).json(&json!({"outcome": outcome})).send().await.unwrap();
        assert!(reply.status().is_success());
    }
}

async fn add(me: &Merchant, provider: &str) -> String {
    let method = me.create("/payment-methods", json!({"provider": provider})).await;
    assert_eq!((&method["is_active"], &method["connection"]["is_complete"]), (&json!(false), &json!(false)), "{method}");
    format!("/payment-methods/{}", method["id"].as_str().unwrap())
}

async fn connect(me: &Merchant, method: &str, values: Value) -> Value {
    let (status, body) = me.put(&format!("{method}/credentials"), json!({"values": values})).await;
    assert_eq!(status, 200, "{body}");
    body["data"].clone()
}

fn field<'a>(credentials: &'a Value, name: &str) -> &'a Value {
    credentials["fields"].as_array().unwrap().iter().find(|f| f["field"] == name).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_01_gateways_are_added_sorted_and_removed_and_cash_stays() {
    let shop = TestShop::start().await;
    let me = shop.merchant_in("EG", "EGP").await;
    let (card, wallet) = (add(&me, "PAYMOB").await, add(&me, "PAYMOB").await);
    let ids = async |me: &Merchant| {
        let methods = me.data("/payment-methods").await;
        methods.as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let before = ids(&me).await;
    assert_eq!(before[2..], [id(&card), id(&wallet)]);
    let sorted = [3, 0, 2, 1].map(|n: usize| before[n].clone());
    assert_eq!(me.put("/payment-methods/order", json!({"items": sorted})).await.0, 200);
    assert_eq!(ids(&me).await, sorted);
    for wrong in [&sorted[1..], &[], &[sorted[0].clone(), sorted[0].clone(), sorted[1].clone(), sorted[2].clone()]] {
        let (status, body) = shop.assert_unchanged(me.put("/payment-methods/order", json!({"items": wrong}))).await;
        assert_eq!((status, body["errors"]["items"].is_array()), (422, true), "{body}");
    }
    let foreign = json!({"items": [sorted[0], "pym_0000000000001", sorted[1], sorted[2]]});
    let (status, body) = shop.assert_unchanged(me.put("/payment-methods/order", foreign)).await;
    assert_eq!((status, body["errors"]["items.1"].is_array()), (422, true), "{body}");
    // Sorting is no change of a method: an open form is not stale.
    assert_eq!(me.put(&card, json!({"name": {"ar": "بطاقة", "en": "Card"}, "version": 1})).await.0, 200);

    assert_eq!(me.delete(&wallet, Value::Null).await.0, 200);
    assert_eq!((ids(&me).await.len(), me.get(&wallet).await.0, me.delete(&wallet, Value::Null).await.0), (3, 404, 404));
    let (status, body) = me.post(&format!("{wallet}/restore"), Value::Null).await;
    assert_eq!(
        (status, ids(&me).await, me.post(&format!("{wallet}/restore"), Value::Null).await.0),
        (200, sorted.to_vec(), 404),
        "{body}"
    );

    let cash =
        me.data("/payment-methods").await.as_array().unwrap().iter().find(|m| m["provider"] == "COD").unwrap()["id"].clone();
    let cash = format!("/payment-methods/{}", cash.as_str().unwrap());
    let (status, body) = shop.assert_unchanged(me.delete(&cash, Value::Null)).await;
    assert_eq!((status, &body["code"]), (409, &json!("fixed_payment_method")));
    for (provider, path) in [("COD", "provider"), ("BANK", "provider"), ("PAYPAL", "provider")] {
        let (status, body) = shop.assert_unchanged(me.post("/payment-methods", json!({"provider": provider}))).await;
        assert_eq!((status, body["errors"][path].is_array()), (422, true), "{body}");
    }
    assert_eq!(me.get(&format!("{cash}/credentials")).await.0, 404);
    for _ in 4..20 {
        add(&me, "PAYTABS_EG").await;
    }
    let (status, body) = me.post("/payment-methods", json!({"provider": "PAYMOB"})).await;
    assert_eq!((status, &body["code"]), (409, &json!("too_many_payment_methods")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_secrets_go_in_and_never_come_out() {
    let market = Market::open().await;
    let me = market.shop.merchant_in("EG", "EGP").await;
    let card = add(&me, "PAYMOB").await;
    let path = format!("{card}/credentials");
    let missing = me.put(&path, json!({"values": {"api_key": "ZXlKaGJHY2lPaUpTSU1V"}})).await;
    assert_eq!(missing.0, 422);
    for name in ["hmac", "iframe_id", "integration_id"] {
        assert!(missing.1["errors"][format!("values.{name}")].is_array(), "{name}: {}", missing.1);
    }
    assert!(!missing.1["errors"]["values.api_key"].is_array(), "{}", missing.1);
    for (name, value) in [("hmac", json!("04DC")), ("integration_id", json!("x")), ("nothing", json!("x")), ("hmac", json!(4))] {
        let (status, body) = market.shop.assert_unchanged(me.put(&path, json!({"values": {name: value}}))).await;
        assert_eq!((status, body["errors"][format!("values.{name}")].is_array()), (422, true), "{name}: {body}");
    }
    let keys = market.keys("PAYMOB");
    let set = connect(&me, &card, keys.clone()).await;
    let (api_key, number) = (field(&set, "api_key"), field(&set, "integration_id"));
    let secret = keys["api_key"].as_str().unwrap();
    assert_eq!((&api_key["is_set"], &api_key["value"], &number["value"]), (&json!(true), &Value::Null, &keys["integration_id"]));
    assert_eq!(api_key["last_four"], json!(&secret[secret.len() - 4..]));
    assert!(api_key["set_at"].is_string() && number["set_at"].is_null());
    assert!(set["callback_url"].as_str().unwrap().contains("/hooks/paymob/"), "{set}");
    assert_eq!(set["return_url"], json!(format!("{}/return", set["callback_url"].as_str().unwrap())));
    // Neither the answers nor the journal have a secret; the journal names the fields.
    let answers = [
        me.data(&path).await,
        me.data("/payment-methods").await,
        me.get("/changes?since=0&limit=500").await.1,
        me.get("/audit-log").await.1,
    ];
    for answer in &answers {
        for name in ["api_key", "hmac"] {
            assert!(!answer.to_string().contains(keys[name].as_str().unwrap()), "{name}: {answer}");
        }
    }
    let entries: Vec<String> = market
        .shop
        .app
        .db()
        .conn()
        .all("SELECT after FROM journal WHERE store_id = ?1 AND after IS NOT NULL ORDER BY seq LIMIT 1000", db::p![me.store])
        .await
        .unwrap();
    assert!(entries.iter().any(|e| e.contains(r#""credentials""#) && e.contains("api_key")), "{entries:?}");
    for name in ["api_key", "hmac", "integration_id", "iframe_id"] {
        assert!(!entries.iter().any(|e| e.contains(keys[name].as_str().unwrap())), "{name}");
    }

    // Absent fields stay, an empty one is taken back, and what is required cannot be.
    let without_wallet = connect(&me, &card, json!({"wallet_integration_id": ""})).await;
    assert_eq!(field(&without_wallet, "wallet_integration_id")["is_set"], json!(false));
    assert_eq!(field(&without_wallet, "hmac")["is_set"], json!(true));
    assert_eq!(without_wallet["version"], json!(2));
    let (status, body) = market.shop.assert_unchanged(me.put(&path, json!({"values": {"hmac": null}}))).await;
    assert_eq!((status, body["errors"]["values.hmac"].is_array()), (422, true), "{body}");
    let (status, body) = market.shop.assert_unchanged(me.put(&path, json!({"values": {}, "version": 1}))).await;
    assert_eq!((status, &body["current"]["version"]), (409, &json!(2)));

    // Another store has neither the method nor its keys.
    let stranger = market.shop.merchant_in("EG", "EGP").await;
    assert_eq!(stranger.get(&path).await.0, 404);
    assert_eq!(stranger.put(&path, json!({"values": keys})).await.0, 404);
    assert_eq!(stranger.post(&format!("{card}/check"), Value::Null).await.0, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_the_connection_is_tried_with_a_real_call_and_the_outcome_stays() {
    let market = Market::open().await;
    let me = market.shop.merchant_in("EG", "EGP").await;
    for provider in ["PAYMOB", "PAYTABS_EG"] {
        let method = add(&me, provider).await;
        let check = async || me.post(&format!("{method}/check"), Value::Null).await;
        assert_eq!((check().await.0, &check().await.1["code"]), (409, &json!("no_credentials")));
        connect(&me, &method, market.keys(provider)).await;
        let (status, body) = check().await;
        assert_eq!((status, &body["data"]["connection"]["outcome"]), (200, &json!("connected")), "{provider}: {body}");
        let stored = me.data(&method).await["connection"].clone();
        assert_eq!(stored, body["data"]["connection"]);
        assert!(stored["checked_at"].is_string());
        // Wrong keys are told, in the caller's language; the outcome before them is gone at once.
        let wrong = if provider == "PAYMOB" { "api_key" } else { "server_key" };
        let changed = connect(&me, &method, json!({wrong: "SNOT0000THE0000RIGHT0000KEY"})).await;
        assert_eq!(changed["connection"]["outcome"], Value::Null);
        let (status, body) = me.in_english().post(&format!("{method}/check"), Value::Null).await;
        let refused = &body["data"]["connection"];
        assert_eq!((status, &refused["outcome"]), (200, &json!("unauthorised")), "{provider}: {body}");
        assert!(refused["message"].as_str().unwrap().contains("doesn't accept these keys"), "{refused}");
        assert!(me.data(&method).await["connection"]["message"].as_str().unwrap().contains("لم تقبل"));
        let of = if provider == "PAYMOB" { &market.paymob } else { &market.paytabs };
        market.script(of, "server_error").await;
        assert_eq!(check().await.1["data"]["connection"]["outcome"], json!("unreachable"), "{provider}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_tries_are_counted_and_a_gateway_that_is_gone_is_told() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let method = add(&me, "PAYTABS_SA").await;
    connect(&me, &method, json!({"profile_id": "47554", "server_key": "S0SIMULATO-R000000000"})).await;
    for n in 0..20 {
        let (status, body) = me.post(&format!("{method}/check"), Value::Null).await;
        assert_eq!((status, &body["data"]["connection"]["outcome"]), (200, &json!("unreachable")), "{n}: {body}");
    }
    assert_eq!(me.post(&format!("{method}/check"), Value::Null).await.0, 429);
    shop.advance(16 * Millis::MINUTE);
    assert_eq!(me.post(&format!("{method}/check"), Value::Null).await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_01_a_gateway_is_activated_with_credentials_and_the_stores_currency() {
    let market = Market::open().await;
    let me = market.shop.merchant().await;
    let paymob = add(&me, "PAYMOB").await;
    let activate = async |method: &str| {
        let (status, body) = me.in_english().put(method, json!({"is_active": true})).await;
        (status, body["errors"]["is_active"][0].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(activate(&paymob).await, (422, "Enter the credentials before turning this on.".into()));
    connect(&me, &paymob, market.keys("PAYMOB")).await;
    let (status, message) = activate(&paymob).await;
    assert!(status == 422 && message.contains("SAR"), "{message}");
    connect(&me, &paymob, json!({"region": "SA"})).await;
    assert_eq!(activate(&paymob).await.0, 200);
    let path = format!("{paymob}/credentials");
    let (status, body) = market.shop.assert_unchanged(me.put(&path, json!({"values": {"region": "EG"}}))).await;
    assert_eq!((status, body["errors"]["values.region"].is_array()), (422, true), "{body}");

    // Shoppers find it in the checkout and in the footer.
    let setup = set_up_checkout(&market.shop, &me).await;
    let sale = commerce::payments::PaymentSale { shipping: None, mobile: None, country: "SA", amount: 10_000 };
    let offered = commerce::payments::options(market.shop.app.db().conn(), &setup.scope, &sale).await.unwrap();
    assert_eq!(offered.iter().map(|o| o.provider.as_str()).collect::<Vec<_>>(), ["COD", "PAYMOB"]);
    let home = market.shop.shopper(&me.slug).get("/").await.body;
    assert!(home.contains("الدفع عند الاستلام") && home.contains("الدفع بالبطاقة"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_a_lost_key_asks_for_the_values_again() {
    let mut market = Market::open().await;
    let me = market.shop.merchant_in("EG", "EGP").await;
    let method = add(&me, "PAYTABS_EG").await;
    let keys = market.keys("PAYTABS_EG");
    connect(&me, &method, keys.clone()).await;
    // As after a restore on a machine without the key.
    let lost = SecretKeys::generate(&market.shop.env);
    market.shop.app.secret_keys = lost.clone();
    let (scope, app) = (me.scope(), market.shop.app.clone());
    let owner = Owner::payment_method(method.rsplit('/').next().unwrap().parse().unwrap());
    assert!(!secrets::list_states(app.db().conn(), &lost, &scope, owner).await.unwrap()[0].is_readable);
    let id = method.rsplit('/').next().unwrap().parse().unwrap();
    let stored = commerce::payments::methods(app.db().conn(), &scope).await.unwrap().into_iter().find(|m| m.id == id).unwrap();
    let opened = commerce::payments::connection::open(app.db().conn(), &app, &scope, &stored).await.unwrap();
    assert_eq!(opened.unwrap_err(), commerce::payments::connection::ConnectionFault::LostSecret);
}

/// The same person once their session has run out.
async fn signed_in_again(shop: &TestShop, me: &Merchant) -> Merchant {
    let body = json!({"identifier": me.email, "password": me.password});
    let session = shop.call("POST", "/dashboard/v1/login").json(&body).send().await.data();
    Merchant { token: session["access_token"].as_str().unwrap().to_owned(), ..me.clone() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_credentials_of_a_deleted_method_serve_its_refunds_for_a_quarter_of_a_year() {
    let market = Market::open().await;
    let me = market.shop.merchant_in("EG", "EGP").await;
    let (restored, gone) = (add(&me, "PAYMOB").await, add(&me, "PAYMOB").await);
    for method in [&restored, &gone] {
        connect(&me, method, market.keys("PAYMOB")).await;
        assert_eq!(me.delete(method, Value::Null).await.0, 200);
    }
    market.shop.advance(89 * Millis::DAY);
    market.shop.worker.tick().await.unwrap();
    let me = signed_in_again(&market.shop, &me).await;
    assert_eq!(me.post(&format!("{restored}/restore"), Value::Null).await.0, 200);
    assert_eq!(me.data(&restored).await["connection"]["is_complete"], json!(true));
    market.shop.advance(2 * Millis::DAY);
    market.shop.worker.tick().await.unwrap();
    let me = signed_in_again(&market.shop, &me).await;
    assert_eq!(me.post(&format!("{gone}/restore"), Value::Null).await.0, 404);
    let (scope, keys) = (me.scope(), &market.shop.app.secret_keys);
    let states = async |method: &str| {
        let owner = Owner::payment_method(method.rsplit('/').next().unwrap().parse().unwrap());
        secrets::list_states(market.shop.app.db().conn(), keys, &scope, owner).await.unwrap().len()
    };
    assert_eq!((states(&restored).await, states(&gone).await), (2, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_the_form_is_described_and_an_installation_without_gateways_has_none() {
    let market = Market::open().await;
    let me = market.shop.merchant().await;
    let all = me.data("/payment-providers").await;
    let codes: Vec<_> = all.as_array().unwrap().iter().map(|p| p["provider"].as_str().unwrap()).collect();
    assert_eq!(codes, ["PAYMOB", "PAYTABS", "PAYTABS_EG", "PAYTABS_SA"]);
    let paymob = &all[0];
    let region = &paymob["regions"][1];
    assert_eq!(
        (&region["code"], &region["has_store_currency"], &region["currencies"]),
        (&json!("SA"), &json!(true), &json!(["SAR"]))
    );
    let api_key = paymob["fields"].as_array().unwrap().iter().find(|f| f["name"] == "api_key").unwrap();
    assert_eq!((&api_key["is_secret"], &api_key["kind"], &api_key["is_required"]), (&json!(true), &json!("text"), &json!(true)));
    assert!(api_key["pattern"].is_string() && api_key["label"]["ar"] != api_key["label"]["en"]);
    for setup in ["callback_setup", "return_setup"] {
        assert!(paymob[setup]["en"].is_string() && paymob[setup]["ar"].is_string() && all[3][setup].is_null(), "{setup}");
    }

    let plain = TestShop::with_payment_gateways(gateways::payments::PaymentGateways::default()).await;
    let me = plain.merchant().await;
    assert_eq!(me.data("/payment-providers").await, json!([]));
    let (status, body) = plain.assert_unchanged(me.post("/payment-methods", json!({"provider": "PAYMOB"}))).await;
    assert_eq!((status, body["errors"]["provider"].is_array()), (422, true));
}
