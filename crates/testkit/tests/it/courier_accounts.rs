//! Accounts at couriers and the methods that go by them, against a simulated Bosta (SP-01).

use gateways::couriers::providers;
use gateways::{HttpClient, HttpLimits};
use kernel::{Env, Millis};
use platform::secrets::{self, Owner};
use serde_json::{Value, json};
use simulators::{Server, Ticking, start_bosta};
use testkit::{Merchant, TestShop};

/// The simulator needs a clock; the one of the shop is its own.
const START: Millis = Millis(1_800_000_000_000);
const BOSTA: &str = "/courier-accounts/BOSTA";
/// The simulator's call for all cities with their districts.
const DISTRICTS: &str = "/api/v2/cities/getAllDistricts";

/// A shop of Egypt whose Bosta is a simulator.
pub(crate) struct Counter {
    pub(crate) shop: TestShop,
    pub(crate) me: Merchant,
    simulator: Server,
    browser: reqwest::Client,
}

impl Counter {
    pub(crate) async fn open() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let env = Env::fake(START);
        let simulator = start_bosta("127.0.0.1:0".parse().unwrap(), env.clone(), Ticking::OnDemand).await.unwrap();
        let http = HttpClient::new(env, HttpLimits::default()).unwrap();
        let shop = TestShop::with_couriers(providers::all(&http, |_| Some(simulator.base.clone()))).await;
        let me = shop.merchant_in("EG", "EGP").await;
        let browser = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { shop, me, simulator, browser }
    }

    /// With an account whose cities are fetched.
    pub(crate) async fn connected() -> Self {
        let counter = Self::open().await;
        let (status, body) = counter.connect().await;
        assert_eq!(status, 200, "{body}");
        counter.shop.drain().await;
        counter
    }

    /// What a merchant pastes in.
    fn keys(&self) -> Value {
        Value::Object(self.simulator.credentials.iter().map(|(field, value)| ((*field).to_owned(), json!(value))).collect())
    }

    async fn connect(&self) -> (u16, Value) {
        self.me.put(BOSTA, json!({"fields": self.keys()})).await
    }

    /// What the simulator does with its next call to a path.
    pub(crate) async fn next(&self, outcome: &str, path: &str) {
        let body = json!({"outcome": outcome, "path": path});
        let reply = self.browser.post(format!("{}/__simulator/next", self.simulator.base)).json(&body).send().await.unwrap();
        assert!(reply.status().is_success(), "{outcome}");
    }

    /// How often the simulator was called at a path.
    pub(crate) async fn calls(&self, path: &str) -> usize {
        let reply = self.browser.get(format!("{}/__simulator/calls", self.simulator.base)).send().await.unwrap();
        let calls: Value = serde_json::from_str(&reply.text().await.unwrap()).unwrap();
        let list = calls.as_array().or_else(|| calls["calls"].as_array()).unwrap().clone();
        list.iter().filter(|call| call["target"].as_str().is_some_and(|p| p.starts_with(path))).count()
    }

    async fn account(&self) -> Value {
        let all = self.me.data("/courier-accounts").await;
        all.as_array().unwrap().iter().find(|account| account["provider"] == "BOSTA").unwrap().clone()
    }
}

fn method(fields: Value) -> Value {
    let mut body = json!({"provider": "BOSTA", "name": {"ar": "بوسطة", "en": "Bosta"}, "fixed_cost": "65"});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    body
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_couriers_are_described_with_what_they_can_do() {
    let counter = Counter::open().await;
    let all = counter.me.data("/courier-providers").await;
    let codes: Vec<_> = all.as_array().unwrap().iter().map(|p| p["provider"].as_str().unwrap()).collect();
    assert_eq!(codes, ["BOSTA", "WASSALHA"]);
    let (bosta, wassalha) = (&all[0]["capabilities"], &all[1]["capabilities"]);
    assert_eq!((&bosta["booking"], &bosta["has_rates"], &bosta["has_pickups"]), (&json!("http"), &json!(true), &json!(true)));
    assert_eq!((&wassalha["booking"], &wassalha["has_rates"]), (&json!("sheet"), &json!(false)));
    assert_eq!((&bosta["sizes"], &bosta["currencies"]), (&json!(["small", "medium", "large"]), &json!(["EGP"])));
    let key = &all[0]["fields"][0];
    assert_eq!((&key["name"], &key["is_secret"], &key["is_required"]), (&json!("api_key"), &json!(true), &json!(true)));
    assert_eq!(all[0]["regions"][0]["has_store_currency"], json!(true));
    assert!(all[0]["callback_setup"]["ar"].is_string() && all[1]["callback_setup"].is_null());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_an_account_is_complete_and_its_secrets_never_come_out() {
    let counter = Counter::open().await;
    let (shop, me) = (&counter.shop, &counter.me);
    let before = counter.account().await;
    assert_eq!(
        (&before["is_connected"], &before["version"], &before["callback_address"]),
        (&json!(false), &json!(0), &Value::Null)
    );
    let (status, body) = shop.assert_unchanged(me.put(BOSTA, json!({"fields": {"callback_header": "X-Key"}}))).await;
    assert_eq!((status, body["errors"]["fields.api_key"].is_array()), (422, true), "{body}");
    for (name, value) in [("api_key", json!("short")), ("nothing", json!("x")), ("api_key", json!(7))] {
        let (status, body) = shop.assert_unchanged(me.put(BOSTA, json!({"fields": {name: value}}))).await;
        assert_eq!((status, body["errors"][format!("fields.{name}")].is_array()), (422, true), "{name}: {body}");
    }
    for provider in ["CUSTOM", "PICKUP", "ARAMEX", "bosta"] {
        let path = format!("/courier-accounts/{provider}");
        assert_eq!(me.put(&path, json!({"fields": {}})).await.0, 404, "{provider}");
        assert_eq!((me.post(&format!("{path}/check"), Value::Null).await.0, me.delete(&path, Value::Null).await.0), (404, 404));
        assert_eq!(me.get(&format!("/couriers/{provider}/cities")).await.0, 404);
    }

    let (status, body) = counter.connect().await;
    assert_eq!(status, 200, "{body}");
    let account = counter.account().await;
    assert_eq!(body["data"], account);
    assert_eq!(
        (&account["is_connected"], &account["version"], &account["check_result"]),
        (&json!(true), &json!(1), &Value::Null)
    );
    assert!(account["callback_address"].as_str().unwrap().contains("/hooks/bosta/pep_"), "{account}");
    let secret = counter.keys()["api_key"].as_str().unwrap().to_owned();
    let key = account["fields"].as_array().unwrap().iter().find(|f| f["field"] == "api_key").unwrap();
    assert_eq!((&key["is_set"], key["last_four"].as_str().unwrap()), (&json!(true), &secret[secret.len() - 4..]));
    assert!(!account.to_string().contains(&secret));
    assert!(!me.data("/access-control/audit").await.to_string().contains(&secret));

    // Two people, one form: the second one is told.
    let stale = json!({"fields": {"callback_header": "X-Other"}, "version": 0});
    let (status, body) = shop.assert_unchanged(me.put(BOSTA, stale)).await;
    assert_eq!((status, &body["code"], &body["current"]["version"]), (409, &json!("stale_version"), &json!(1)), "{body}");
    // The same again is no change.
    assert_eq!(me.put(BOSTA, json!({"fields": {}})).await.1["data"]["version"], json!(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_an_account_is_tried_with_a_real_call() {
    let counter = Counter::open().await;
    let me = &counter.me;
    let check = format!("{BOSTA}/check");
    let (status, body) = me.post(&check, Value::Null).await;
    assert_eq!((status, &body["code"]), (409, &json!("not_connected")), "{body}");
    counter.connect().await;
    let (status, body) = me.post(&check, Value::Null).await;
    let result = &body["data"]["check_result"];
    assert_eq!((status, &result["outcome"]), (200, &json!("connected")), "{body}");
    assert!(body["data"]["checked_at"].is_string() && result["message"].is_string());
    counter.next("unauthorised", "").await;
    let (status, body) = me.post(&check, Value::Null).await;
    assert_eq!((status, &body["data"]["check_result"]["outcome"]), (200, &json!("unauthorised")), "{body}");
    // Another word for notices is another account: what the last try said is not true of it.
    let (_, body) = me.put(BOSTA, json!({"fields": {"callback_header": "X-Word"}})).await;
    assert_eq!((&body["data"]["version"], &body["data"]["check_result"]), (&json!(2), &Value::Null), "{body}");

    let (status, body) = me.get("/couriers/BOSTA/pickup-locations").await;
    let place = &body["data"][0];
    assert_eq!((status, &place["is_default"], &place["city"]), (200, &json!(true), &json!("Cairo")), "{body}");
    counter.next("server_error", "").await;
    let (status, body) = me.get("/couriers/BOSTA/pickup-locations").await;
    assert_eq!((status, &body["code"]), (409, &json!("courier_unreachable")), "{body}");

    let warehouse = me.data("/stock-locations").await[0]["id"].as_str().unwrap().to_owned();
    let mut places = serde_json::Map::new();
    places.insert(warehouse.clone(), place["id"].clone());
    let (status, body) = me.put(BOSTA, json!({"pickup_locations": places})).await;
    assert_eq!((status, &body["data"]["pickup_locations"][&warehouse]), (200, &place["id"]), "{body}");
    for wrong in ["loc_0000000000001", "x"] {
        let sent = json!({"pickup_locations": {wrong: "KtKVtoHUq"}});
        let (status, body) = counter.shop.assert_unchanged(me.put(BOSTA, sent)).await;
        assert_eq!((status, body["errors"][format!("pickup_locations.{wrong}")].is_array()), (422, true), "{body}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_a_method_needs_its_account_and_the_account_is_kept_for_it() {
    let counter = Counter::open().await;
    let (shop, me) = (&counter.shop, &counter.me);
    let (status, body) = shop.assert_unchanged(me.post("/shipping-methods", method(json!({})))).await;
    assert_eq!((status, body["errors"]["is_active"].is_array()), (422, true), "{body}");
    let waiting = me.create("/shipping-methods", method(json!({"is_active": false}))).await;
    let path = format!("/shipping-methods/{}", waiting["id"].as_str().unwrap());
    assert_eq!(shop.assert_unchanged(me.put(&path, json!({"is_active": true}))).await.0, 422);
    // A courier that takes parcels by a sheet needs none.
    me.create("/shipping-methods", json!({"provider": "WASSALHA", "name": {"ar": "وصلها"}, "fixed_cost": "40"})).await;
    counter.connect().await;
    assert_eq!(me.put(&path, json!({"is_active": true})).await.0, 200);
    let (status, body) = shop.assert_unchanged(me.delete(BOSTA, Value::Null)).await;
    assert_eq!((status, &body["code"]), (409, &json!("courier_in_use")), "{body}");
    assert_eq!(me.put(&path, json!({"is_active": false})).await.0, 200);
    let owner = shop.app.db().conn();
    let sql = "SELECT id FROM courier_accounts WHERE store_id = ?1";
    let id: kernel::CourierAccountId = owner.one(sql, db::p![me.store]).await.unwrap();
    let (status, body) = me.delete(BOSTA, Value::Null).await;
    assert_eq!((status, &body["data"]["is_connected"]), (200, &json!(false)), "{body}");
    let states = secrets::list_states(owner, &shop.app.secret_keys, &me.scope(), Owner::courier_account(id)).await.unwrap();
    assert!(states.is_empty(), "its secrets are gone with it");
    assert_eq!(me.delete(BOSTA, Value::Null).await.0, 404);
}

/// SP-01: a courier of another country or currency is not sold; an account may be there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_a_courier_that_does_not_work_for_the_store_is_refused_and_not_offered() {
    let mut counter = Counter::open().await;
    for (country, currency, says) in [("SA", "SAR", "بلد متجرك"), ("EG", "USD", "عملة متجرك")] {
        counter.me = counter.shop.merchant_in(country, currency).await;
        assert_eq!(counter.connect().await.0, 200);
        counter.shop.drain().await;
        let (shop, me) = (&counter.shop, &counter.me);
        for is_active in [true, false] {
            let (status, body) =
                shop.assert_unchanged(me.post("/shipping-methods", method(json!({"is_active": is_active})))).await;
            assert_eq!((status, body["errors"]["provider"].is_array()), (422, true), "{body}");
        }
        // One that is there from before.
        let created =
            me.create("/shipping-methods", json!({"provider": "CUSTOM", "name": {"ar": "بوسطة"}, "fixed_cost": "65"})).await;
        let (sql, store) =
            ("UPDATE shipping_methods SET provider = 'BOSTA' WHERE store_id = ?1 AND provider = 'CUSTOM'", me.store);
        shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
        let (c, scope) = (shop.app.db().conn(), me.scope());
        let profile = platform::stores::get_profile(c, &scope).await.unwrap();
        let address = customers::Address { country: "EG".into(), city: "القاهرة".into(), ..customers::Address::default() };
        let parcel = commerce::shipping::Parcel { requires_shipping: true, ..commerce::shipping::Parcel::default() };
        let offered = commerce::shipping::options(c, &scope, &profile, Some(&address), parcel).await.unwrap();
        assert!(offered.iter().all(commerce::shipping::ShippingOption::is_pickup), "{offered:?}");
        let path = format!("/shipping-methods/{}", created["id"].as_str().unwrap());
        // Other changes of it are not refused, and it can be turned off; not on again.
        assert_eq!(me.put(&path, json!({"fixed_cost": "70"})).await.0, 200);
        assert_eq!(me.put(&path, json!({"is_active": false})).await.0, 200);
        let (status, body) = shop.assert_unchanged(me.put(&path, json!({"is_active": true}))).await;
        let message = body["errors"]["is_active"][0].to_string();
        assert_eq!((status, message.contains(says)), (422, true), "{body}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_cities_are_fetched_searched_and_named_where_the_courier_does_not_know_them() {
    let counter = Counter::connected().await;
    let me = &counter.me;
    let stored: i64 = {
        let sql = "SELECT COUNT(*) FROM courier_cities WHERE store_id = ?1";
        counter.shop.app.db().conn().one(sql, db::p![me.store]).await.unwrap()
    };
    assert!(stored > 0, "the job fetched them");
    let fetched = counter.calls(DISTRICTS).await;
    counter.shop.worker.tick().await.unwrap();
    assert_eq!(counter.calls(DISTRICTS).await, fetched, "the schedule renews them once a week");
    let found = me.data("/couriers/BOSTA/cities?search=maadi").await;
    let district = &found[0]["districts"][0];
    assert_eq!((&found[0]["code"], &district["name"]["en"]), (&json!("EG-01"), &json!("Maadi")), "{found}");
    let all = me.data("/couriers/BOSTA/cities").await;
    assert!(all.as_array().unwrap().iter().all(|city| city["districts"] == json!([])), "{all}");
    assert_eq!(me.data("/couriers/WASSALHA/cities").await.as_array().unwrap().len(), 27);

    let created = me.create("/shipping-methods", method(json!({"cities": ["القاهره", "الرياض", "Atlantis"]}))).await;
    assert_eq!(created["unknown_cities"], json!(["الرياض", "Atlantis"]), "told, not refused: {created}");
    let listed = me.data("/shipping-methods").await;
    assert!(listed.as_array().unwrap().iter().any(|m| m["unknown_cities"] == json!(["الرياض", "Atlantis"])));
    counter.shop.advance(8 * Millis::DAY);
    counter.shop.worker.tick().await.unwrap();
    assert_eq!(counter.calls(DISTRICTS).await, fetched + 1, "a week is over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_a_method_keeps_what_it_promises() {
    let counter = Counter::connected().await;
    let (shop, me) = (&counter.shop, &counter.me);
    let fields = json!({"free_above": "900", "processing_days": 1, "delivery_days_min": 1, "delivery_days_max": 3, "package_size": "medium",
        "is_courier_controls_rates": true});
    let created = me.create("/shipping-methods", method(fields)).await;
    assert_eq!(
        [
            &created["free_above"],
            &created["processing_days"],
            &created["delivery_days_max"],
            &created["package_size"],
            &created["is_courier_controls_rates"]
        ],
        [&json!("900.00"), &json!(1), &json!(3), &json!("medium"), &json!(true)]
    );
    let path = format!("/shipping-methods/{}", created["id"].as_str().unwrap());
    for (sent, field) in [
        (json!({"processing_days": 31}), "processing_days"),
        (json!({"delivery_days_max": 61}), "delivery_days_max"),
        (json!({"delivery_days_min": 4}), "delivery_days_max"),
        (json!({"free_above": "-1"}), "free_above"),
        (json!({"package_size": "huge"}), "package_size"),
    ] {
        let (status, body) = shop.assert_unchanged(me.put(&path, sent)).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{body}");
    }
    let (_, body) = me.put(&path, json!({"free_above": null, "delivery_days_min": null, "delivery_days_max": null})).await;
    assert_eq!((&body["data"]["free_above"], &body["data"]["delivery_days_min"]), (&Value::Null, &Value::Null), "{body}");
    let wassalha = json!({"provider": "WASSALHA", "name": {"ar": "وصلها"}, "is_courier_controls_rates": true});
    let (status, body) = shop.assert_unchanged(me.post("/shipping-methods", wassalha)).await;
    assert_eq!((status, body["errors"]["is_courier_controls_rates"].is_array()), (422, true), "{body}");
}
