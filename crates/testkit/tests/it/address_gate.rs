//! The address gate: what an address lacks, the queue of orders that cannot ship, and the link on which a shopper completes one.

use commerce::carts;
use customers::AddressIn;
use kernel::{Millis, OrderId, ProductId};
use platform::stores;
use serde_json::{Value, json};
use testkit::{Merchant, PageReply, Shopper, TestShop};
use web::caller::hash_token;

use crate::checkout::{CheckoutSetup, filled, person, place, product_id, review, set_up_checkout};

struct Gate {
    shop: TestShop,
    merchant: Merchant,
    setup: CheckoutSetup,
    product: ProductId,
}

async fn gate() -> Gate {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let method = json!({"provider": "CUSTOM", "name": {"ar": "مندوب المتجر"}, "fixed_cost": "5", "is_cod_allowed": true});
    let method = merchant.create("/shipping-methods", method).await;
    let setup =
        CheckoutSetup { pickup: method["id"].as_str().unwrap().parse().unwrap(), ..set_up_checkout(&shop, &merchant).await };
    let product = product_id(&merchant.product(json!({"qty": 1000})).await);
    Gate { shop, merchant, setup, product }
}

fn address(city: &str, street: &str) -> AddressIn {
    AddressIn { city: city.into(), street: street.into(), ..AddressIn::default() }
}

impl Gate {
    /// An order of the `n`th person to this address.
    async fn order(&self, n: usize, address: AddressIn) -> OrderId {
        let (app, scope) = (&self.shop.app, &self.setup.scope);
        let token = filled(&self.shop, &self.setup, &person(n), &[(self.product, None, 1)]).await;
        let profile = stores::get_profile(app.db().conn(), scope).await.unwrap();
        let cart = carts::find(app.db().conn(), scope, &hash_token(&token)).await.unwrap().unwrap();
        carts::set_address(app, scope, &profile, &cart, address).await.unwrap();
        let expected = review(&self.shop, &self.setup, &token).await.expected();
        let placed = place(&self.shop, &self.setup, &token, expected).await.unwrap();
        self.shop.advance(1_000);
        placed.id
    }

    async fn held(&self) -> Vec<String> {
        let rows = self.merchant.data("/orders/addresses").await;
        rows.as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap().to_owned()).collect()
    }

    async fn gaps(&self, order: OrderId) -> Vec<String> {
        let view = self.merchant.data(&at(order)).await;
        view["gaps"].as_array().unwrap().iter().map(|g| g["code"].as_str().unwrap().to_owned()).collect()
    }

    /// The path of an order's link.
    async fn link(&self, order: OrderId) -> String {
        let (status, body) = self.merchant.post(&format!("{}/link", at(order)), json!({})).await;
        assert_eq!(status, 200, "{body}");
        let url = body["data"]["link"]["url"].as_str().unwrap().to_owned();
        url[url.find("/a/").unwrap()..].to_owned()
    }

    async fn last_entry(&self, order: OrderId) -> Value {
        let all = self.merchant.data(&format!("/orders/{order}/activity")).await;
        all.as_array().unwrap().last().unwrap().clone()
    }

    /// Without asking the customer first: that is the desk's own matter.
    async fn ship(&self, order: OrderId, mut body: Value) -> (u16, Value) {
        body["without_confirmation"] = json!(true);
        self.merchant.post(&format!("/orders/{order}/shipments"), body).await
    }
}

fn at(order: OrderId) -> String {
    format!("/orders/{order}/address")
}

/// Sends the page's form with what is typed over it.
async fn send(shopper: &Shopper, path: &str, page: &PageReply, inputs: &[(&str, &str)]) -> PageReply {
    let hidden = page.hidden_fields();
    let mut form: Vec<(&str, &str)> = hidden.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    form.extend(inputs);
    shopper.post(path, &form).await
}

/// OR-02, CU-01: an order whose address leads nowhere waits in the queue, whoever waits longest first, page by page, and is not shipped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_an_order_with_a_poor_address_waits_and_is_not_shipped() {
    let g = gate().await;
    let fine = g.order(1, address("جدة", "شارع التحلية")).await;
    let poor = g.order(2, address("الرياض", "....")).await;
    let lost = g.order(3, address("مدينة الأحلام السعيدة", "شارع النور")).await;
    assert_eq!(g.held().await, [poor.to_string(), lost.to_string()]);
    assert_eq!((g.gaps(poor).await, g.gaps(lost).await), (vec!["street".to_owned()], vec!["unknown_city".to_owned()]));
    assert_eq!(g.merchant.data("/sync").await["counters"]["addresses"], json!(2));
    let first = g.merchant.get("/orders/addresses?per_page=1").await.1;
    assert_eq!((&first["data"][0]["id"], &first["meta"]["total"]), (&json!(poor), &json!(2)));
    let cursor = first["meta"]["next_cursor"].as_str().unwrap();
    let second = g.merchant.get(&format!("/orders/addresses?per_page=1&cursor={cursor}")).await.1;
    assert_eq!(second["data"][0]["id"], json!(lost));
    // Nothing holds the third; that its short address would help is only mentioned.
    let view = g.merchant.data(&at(fine)).await;
    assert_eq!(
        (&view["state"], &view["gaps"], &view["hints"][0]["code"]),
        (&json!("clear"), &json!([]), &json!("short_address"))
    );
    for (caller, words) in [(g.merchant.clone(), "العنوان غير مكتمل"), (g.merchant.in_english(), "incomplete")] {
        let (status, body) = g
            .shop
            .assert_unchanged(caller.post(&format!("/orders/{poor}/shipments"), json!({"without_confirmation": true})))
            .await;
        assert_eq!((status, &body["code"]), (409, &json!("address_incomplete")), "{body}");
        assert!(body["message"].as_str().unwrap().contains(words), "{body}");
    }
    // In bulk each is told by itself.
    let (status, body) = g.merchant.post("/orders/shipMany", json!({"items": [poor, fine], "without_confirmation": true})).await;
    assert_eq!(status, 200, "{body}");
    let of = |n: usize| (body["data"]["results"][n]["is_ok"].clone(), body["data"]["results"][n]["code"].clone());
    assert_eq!((of(0), of(1)), ((json!(false), json!("address_incomplete")), (json!(true), Value::Null)));
    // By hand neither.
    for to in ["PRCS", "RDYS"] {
        assert_eq!(g.merchant.put(&format!("/orders/{lost}/status"), json!({"status": to})).await.0, 200);
    }
    let shipped = g.merchant.put(&format!("/orders/{lost}/status"), json!({"status": "SHPD"})).await;
    assert_eq!((shipped.0, &shipped.1["code"]), (409, &json!("address_incomplete")));
    // What is cancelled waits for nothing.
    assert_eq!(g.merchant.put(&format!("/orders/{lost}/status"), json!({"status": "CNCL"})).await.0, 200);
    assert_eq!(g.held().await, [poor.to_string()]);
}

/// OR-02: the merchant completes an address, accepts one as it is, or ships against it; each is in the activity.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_a_held_order_is_completed_accepted_or_shipped_all_the_same() {
    let g = gate().await;
    let (one, two, three) = (
        g.order(1, address("الرياض", "12")).await,
        g.order(2, address("الرياض", "test")).await,
        g.order(3, address("الرياض", "-- --")).await,
    );
    let better = json!({"address": {"name": "سارة", "mobile": "0551234567", "city": "riyadh", "street": "شارع العليا", "short_address": "rrrd 2929"}, "version": 1});
    let (status, body) = g.merchant.put(&at(one), better.clone()).await;
    assert_eq!((status, &body["data"]["state"], &body["data"]["gaps"]), (200, &json!("clear"), &json!([])), "{body}");
    let order = g.merchant.data(&format!("/orders/{one}")).await;
    assert_eq!((&order["city"], &order["address"]["short_address"]), (&json!("الرياض"), &json!("RRRD2929")));
    let entry = g.last_entry(one).await;
    assert_eq!((&entry["after"]["address"]["city"], &entry["actor"]["type"]), (&json!("الرياض"), &json!("Merchant")));
    let (status, body) = g.shop.assert_unchanged(g.merchant.put(&at(one), better)).await;
    assert_eq!((status, &body["code"], &body["current"]["id"]), (409, &json!("stale_version"), &json!(one)));
    let wrong = json!({"address": {"name": "سارة", "mobile": "0551234567", "city": "الرياض", "short_address": "RR29"}});
    let (status, body) = g.shop.assert_unchanged(g.merchant.put(&at(two), wrong)).await;
    assert_eq!(status, 422, "{body}");
    assert!(body["errors"]["address.short_address"].is_array(), "{body}");
    assert_eq!(g.ship(one, json!({})).await.0, 201);

    let (status, body) = g.merchant.post(&format!("{}/accept", at(two)), json!({"note": "العميل معروف"})).await;
    assert_eq!((status, &body["data"]["state"]), (200, &json!("accepted")), "{body}");
    let entry = g.last_entry(two).await;
    assert_eq!((&entry["after"]["address_accepted"], &entry["note"]), (&json!(["street"]), &json!("العميل معروف")));
    assert_eq!(g.shop.assert_unchanged(g.merchant.post(&format!("{}/accept", at(two)), json!({}))).await.0, 409);
    assert_eq!(g.ship(two, json!({})).await.0, 201);

    assert_eq!(g.ship(three, json!({"accepts_address": true})).await.0, 201);
    let all = g.merchant.data(&format!("/orders/{three}/activity")).await;
    assert!(all.as_array().unwrap().iter().any(|e| e["after"]["address_accepted"] == json!(["street"])), "{all}");
    assert_eq!(g.held().await, [] as [String; 0]);
    // An order that has left has the address it left with.
    for to in ["SHPD"] {
        assert_eq!(g.merchant.put(&format!("/orders/{three}/status"), json!({"status": to})).await.0, 200);
    }
    let late = json!({"address": {"name": "سارة", "mobile": "0551234567", "city": "جدة", "street": "شارع فلسطين"}});
    let (status, body) = g.shop.assert_unchanged(g.merchant.put(&at(three), late)).await;
    assert_eq!((status, &body["code"]), (409, &json!("address_closed")), "{body}");
}

/// OR-02: the shopper completes the address on the link, without a login; the merchant sees who did, and nothing else is changed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_a_shopper_completes_the_address_on_the_link() {
    let g = gate().await;
    let poor = AddressIn { district: "حيسري".into(), street: "....".into(), ..address("مدينة مجهولة", "") };
    let order = g.order(1, poor).await;
    let number = g.merchant.data(&format!("/orders/{order}")).await["number"].as_i64().unwrap();
    let path = g.link(order).await;
    assert_eq!(g.link(order).await, path, "a link that is copied twice is the same one");
    let shopper = g.shop.shopper(&g.merchant.slug);
    let page = shopper.get(&path).await;
    assert_eq!(page.status, 200, "{}", page.body);
    for text in [format!("#{number}").as_str(), "noindex", "لم نتعرف على المدينة", "اكتب الشارع والحي", "<option value=\"جدة\">"]
    {
        assert!(page.body.contains(text), "{text}: {}", page.body);
    }
    assert_eq!(page.headers["cache-control"], "private, no-store");
    assert_eq!(page.headers["referrer-policy"], "same-origin");
    // Whoever the link was passed on to learns neither who ordered nor what was written.
    for secret in [person(1).name.as_str(), &person(1).mobile[1..], "حيسري"] {
        assert!(!page.body.contains(secret), "{secret}");
    }
    let english = g.shop.shopper(&g.merchant.slug).in_english().get(&format!("/en{path}")).await;
    assert!(english.status == 200 && english.body.contains("Missing details"), "{}", english.body);

    // What is wrong is told at its field, and nothing changes.
    let wrong = [("city", "جدة"), ("short_address", "RR29"), ("pin", "https://maps.app.goo.gl/xyz")];
    let refused = g.shop.assert_unchanged(send(&shopper, &path, &page, &wrong)).await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert!(refused.body.contains("id=\"e-short_address\"") && refused.body.contains("id=\"e-pin\""), "{}", refused.body);

    let inputs = [
        ("city", "Jeddah"),
        ("details", "خلف مسجد النور"),
        ("pin", "https://www.google.com/maps/@21.5433,39.1728,17z"),
        ("mobile", "0500000009"),
        ("country", "AE"),
        ("name", "لص"),
    ];
    let saved = send(&shopper, &path, &page, &inputs).await;
    assert_eq!(saved.status, 303, "{}", saved.body);
    let thanks = shopper.get(saved.location()).await;
    assert!(thanks.body.contains("اكتمل العنوان"), "{}", thanks.body);
    let view = g.merchant.data(&format!("/orders/{order}")).await;
    let a = &view["address"];
    assert_eq!((&a["city"], &a["country"], &a["details"]), (&json!("جدة"), &json!("SA"), &json!("خلف مسجد النور")));
    assert_eq!((&a["geo_location"]["lat"], &a["district"]), (&json!("21.5433"), &json!("حيسري")));
    assert_eq!((&a["name"], &a["mobile"], &view["mobile"]), (&json!(person(1).name), &view["mobile"], &a["mobile"]));
    let entry = g.last_entry(order).await;
    assert_eq!((&entry["actor"]["type"], &entry["after"]["address"]["city"]), (&json!("Customer"), &json!("جدة")));
    assert_eq!(g.held().await, [] as [String; 0]);
    assert_eq!(g.ship(order, json!({})).await.0, 201);

    // An old form says so instead of overwriting what is newer.
    let stale = g.shop.assert_unchanged(send(&shopper, &path, &page, &[("street", "شارع الأمير سلطان")])).await;
    assert!(stale.status == 409 || stale.status == 410, "{} {}", stale.status, stale.body);
}

/// OR-02: a form that was opened before the merchant changed the address is refused, and shows what to do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_a_stale_address_form_is_refused() {
    let g = gate().await;
    let order = g.order(1, address("الرياض", "....")).await;
    let path = g.link(order).await;
    let shopper = g.shop.shopper(&g.merchant.slug);
    let page = shopper.get(&path).await;
    let better = json!({"address": {"name": "سارة", "mobile": "0551234567", "city": "الرياض", "street": "شارع العليا"}});
    assert_eq!(g.merchant.put(&at(order), better).await.0, 200);
    let refused = g.shop.assert_unchanged(send(&shopper, &path, &page, &[("street", "شارع الملك فهد")])).await;
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert!(refused.body.contains("تغيّر العنوان منذ فتحت") && refused.body.contains("شارع الملك فهد"), "{}", refused.body);
    let again = send(&shopper, &path, &refused, &[("street", "شارع الملك فهد")]).await;
    assert_eq!(again.status, 303, "{}", again.body);
    assert_eq!(g.merchant.data(&format!("/orders/{order}")).await["address"]["street"], json!("شارع الملك فهد"));
}

/// OR-02: a link ends on its day, when it is withdrawn, and when the goods have left; no other store opens it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_a_link_ends() {
    let g = gate().await;
    let (order, other) = (g.order(1, address("الرياض", "....")).await, g.order(2, address("الرياض", "شارع العليا")).await);
    let shopper = g.shop.shopper(&g.merchant.slug);
    let path = g.link(order).await;
    let neighbour = g.shop.merchant().await;
    assert_eq!(g.shop.shopper(&neighbour.slug).get(&path).await.status, 404);
    assert_eq!(shopper.get("/a/x").await.status, 404);
    assert_eq!(g.merchant.delete(&format!("{}/link", at(order)), Value::Null).await.0, 200);
    assert_eq!(shopper.get(&path).await.status, 404);
    let renewed = g.link(order).await;
    assert_ne!(renewed, path);
    assert_eq!((shopper.get(&path).await.status, shopper.get(&renewed).await.status), (404, 200));
    let page = shopper.get(&renewed).await;
    g.shop.advance(Millis::DAY * 8);
    assert_eq!(shopper.get(&renewed).await.status, 410);
    let late = g.shop.assert_unchanged(send(&shopper, &renewed, &page, &[("street", "شارع الملك فهد")])).await;
    assert_eq!(late.status, 410, "{}", late.body);

    let mut me = g.merchant.clone();
    crate::confirmation::later(&g.shop, &mut me, 0).await;
    let g = Gate { merchant: me, ..g };
    let path = g.link(other).await;
    assert_eq!(shopper.get(&path).await.status, 200);
    for to in ["PRCS", "RDYS", "SHPD"] {
        assert_eq!(g.merchant.put(&format!("/orders/{other}/status"), json!({"status": to})).await.0, 200);
    }
    let overrides = shopper.get(&path).await;
    assert!(overrides.status == 410 && overrides.body.contains("لم يعد العنوان مطلوبًا"), "{}", overrides.body);
    let (status, body) = g.merchant.post(&format!("{}/link", at(other)), json!({})).await;
    assert_eq!((status, &body["code"]), (409, &json!("address_closed")));
    for days in [0, 31] {
        let (status, _) = g.shop.assert_unchanged(g.merchant.post(&format!("{}/link", at(order)), json!({ "days": days }))).await;
        assert_eq!(status, 422);
    }
}

/// OR-02: the link is sent to the shopper in their language, and not again at once; nobody else can read it in the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_a_link_is_sent_by_the_outbox() {
    let g = gate().await;
    let order = g.order(1, address("الرياض", "....")).await;
    let (status, body) = g.merchant.post(&format!("{}/link/send", at(order)), Value::Null).await;
    assert_eq!(status, 200, "{body}");
    assert!(body["data"]["sent_at"].is_string(), "{body}");
    let url = body["data"]["link"]["url"].as_str().unwrap();
    let mobile = format!("+966{}", &person(1).mobile[1..]);
    let sent = platform::outbox::list(g.shop.app.db().conn(), Some(&mobile)).await.unwrap();
    assert!(sent.len() == 1 && sent[0].body.contains(url) && sent[0].body.contains("أكمل عنوانك"), "{sent:?}");
    let (status, body) = g.shop.assert_unchanged(g.merchant.post(&format!("{}/link/send", at(order)), Value::Null)).await;
    assert_eq!((status, &body["code"]), (409, &json!("sent_recently")));
    let stored_token: String = g
        .shop
        .app
        .db()
        .conn()
        .one("SELECT link_hash FROM order_address_checks WHERE store_id = ?1", db::p![g.merchant.store])
        .await
        .unwrap();
    assert!(!url.contains(&stored_token) && stored_token.len() == 64);
    let entry = g.last_entry(order).await;
    assert!(!entry.to_string().contains("/a/"), "{entry}");
}

/// OR-02: the store says what holds an order; what waits is looked at again, and what was accepted stays so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_the_store_says_what_holds_an_order() {
    let g = gate().await;
    let plain = g.order(1, address("الرياض", "شارع العليا")).await;
    let poor = g.order(2, address("الرياض", "....")).await;
    let accepted = g.order(3, address("الرياض", "12")).await;
    assert_eq!(g.merchant.post(&format!("{}/accept", at(accepted)), json!({})).await.0, 200);
    let usual = g.merchant.data("/orders/addresses/settings").await;
    assert_eq!(usual, json!({"is_on": true, "unknown_city": true, "street": true, "exact": "off"}));
    let rules = json!({"is_on": true, "unknown_city": true, "street": true, "exact": "short_or_pin"});
    assert_eq!(g.merchant.put("/orders/addresses/settings", rules.clone()).await.0, 200);
    assert_eq!(g.held().await, [plain.to_string(), poor.to_string()]);
    assert_eq!(g.gaps(plain).await, ["place"]);
    assert_eq!(g.merchant.data(&at(accepted)).await["state"], json!("accepted"));
    let (status, _) = g.shop.assert_unchanged(g.merchant.put("/orders/addresses/settings", json!({"exact": "sometimes"}))).await;
    assert_eq!(status, 422);
    let inactive = json!({"is_on": false, "unknown_city": true, "street": true, "exact": "short_or_pin"});
    assert_eq!(g.merchant.put("/orders/addresses/settings", inactive).await.0, 200);
    assert_eq!(g.held().await, [] as [String; 0]);
    assert_eq!(g.ship(poor, json!({})).await.0, 201);
    // Orders from before the gate are looked at by the schedule; what the store had asked for by then holds them.
    let store = g.merchant.store;
    assert_eq!(g.merchant.put("/orders/addresses/settings", rules).await.0, 200);
    let sql = "UPDATE order_address_checks SET state = 'new', gaps = '[]' WHERE store_id = ?1 AND state = 'held'";
    g.shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    assert_eq!(g.held().await, [] as [String; 0]);
    g.shop.advance(61_000);
    g.shop.worker.tick().await.unwrap();
    g.shop.drain().await;
    assert_eq!(g.held().await, [plain.to_string(), poor.to_string()]);
}

/// CU-01, SH: cities are suggested in both languages, compared across them by shipping methods, and kept under one name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_cities_have_one_name_in_both_languages() {
    let g = gate().await;
    let cities = g.merchant.data("/places?country=sa").await;
    assert!(cities.as_array().unwrap().len() >= 150);
    assert!(
        cities
            .as_array()
            .unwrap()
            .iter()
            .any(|c| c["name"] == json!({"ar": "جدة", "en": "Jeddah"}) && c["region"]["en"] == "Makkah Region")
    );
    assert_eq!(g.merchant.data("/places?country=FR").await, json!([]));
    let order = g.order(1, address("jeddah", "شارع التحلية")).await;
    assert_eq!(g.merchant.data(&format!("/orders/{order}")).await["city"], json!("جدة"));
    let found = g.merchant.data("/orders?filter[city]=جدة").await;
    assert_eq!(found[0]["id"], json!(order));
    let body = json!({"provider": "CUSTOM", "name": {"ar": "جدة فقط"}, "fixed_cost": "9", "cities": ["Jeddah"]});
    g.merchant.create("/shipping-methods", body).await;
    let shopper = g.shop.shopper(&g.merchant.slug);
    let added = shopper.post("/cart", &[("product_id", &g.product.to_string()), ("quantity", "1")]).await;
    assert_eq!(added.status, 303, "{}", added.body);
    let page = |city: &'static str| {
        let shopper = &shopper;
        async move {
            let form = format!("name=x&mobile=0551234567&city={city}&street=%D8%B4%D8%A7%D8%B1%D8%B9+1&receive=courier");
            let sent = shopper.request("POST", "/checkout/save").header("x-requested-with", "fetch");
            let sent = sent.header("content-type", "application/x-www-form-urlencoded").body(form);
            shopper.send(sent).await.body
        }
    };
    assert!(page("%D8%AC%D8%AF%D9%87").await.contains("جدة فقط"));
    let elsewhere = page("Dammam").await;
    assert!(!elsewhere.contains("جدة فقط"), "{elsewhere}");
    assert!(shopper.get("/checkout").await.body.contains("<option value=\"الدمام\">"));
}

/// OR-02: two browsers change one address at once: one is written, the other is told what it is now; a shopper on the link who
/// saw the former one is told too.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_02_of_two_browsers_on_one_address_the_second_is_told() {
    let g = gate().await;
    let order = g.order(1, address("الرياض", "12")).await;
    let path = g.link(order).await;
    let shopper = g.shop.shopper(&g.merchant.slug);
    let page = shopper.get(&path).await;
    let version = g.merchant.data(&format!("/orders/{order}")).await["version"].clone();
    let to = |street: &str| json!({"address": {"name": "سارة", "mobile": "0551234567", "city": "الرياض", "street": street}, "version": version});
    let own = at(order);
    let (one, two) = tokio::join!(g.merchant.put(&own, to("شارع العليا")), g.merchant.put(&own, to("طريق الملك فهد")));
    let mut both = [one.0, two.0];
    both.sort_unstable();
    assert_eq!(both, [200, 409], "{} {}", one.1, two.1);
    let (street, stale) = if one.0 == 200 { ("شارع العليا", two.1) } else { ("طريق الملك فهد", one.1) };
    assert_eq!(stale["code"], json!("stale_version"), "{stale}");
    let stored_order = g.merchant.data(&format!("/orders/{order}")).await;
    assert_eq!(stored_order["address"]["street"], json!(street));
    let sql = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND subject = 'order' AND subject_id = ?2 AND after LIKE '%\"address\"%'";
    let entries: i64 = g.shop.app.db().conn().one(sql, db::p![g.merchant.store, order]).await.unwrap();
    assert_eq!(entries, 1, "one change, one entry");
    let late = g.shop.assert_unchanged(send(&shopper, &path, &page, &[("street", "شارع التحلية")])).await;
    assert_eq!(late.status, 409, "{}", late.body);
}

/// OR-02: the link goes to everybody whose order is held back by its address, once each; who waits for nothing is left alone, and
/// what was sent has no way back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_links_are_sent_to_all_that_wait_for_an_address() {
    let g = gate().await;
    let fine = g.order(1, address("جدة", "شارع التحلية")).await;
    let poor = g.order(2, address("الرياض", "....")).await;
    let lost = g.order(3, address("مدينة الأحلام السعيدة", "شارع النور")).await;
    let sent = async || {
        let sql = "SELECT COUNT(*) FROM outbox_messages WHERE store_id = ?1 AND body LIKE '%/a/%'";
        g.shop.app.db().conn().one::<i64>(sql, db::p![g.merchant.store]).await.unwrap()
    };
    // One of them got it a moment ago.
    assert_eq!(g.merchant.post(&format!("{}/link/send", at(lost)), json!({})).await.0, 200);
    assert_eq!(sent().await, 1);
    let begun = g.merchant.create("/order-batches", json!({"action": {"kind": "address_link"}})).await;
    g.shop.drain().await;
    let path = format!("/order-batches/{}", begun["id"].as_str().unwrap());
    let batch = g.merchant.data(&path).await;
    assert_eq!(
        (&batch["status"], &batch["total"], &batch["changed_count"], &batch["failed_count"], &batch["can_undo"]),
        (&json!("done"), &json!(3), &json!(1), &json!(1), &json!(false)),
        "{batch}"
    );
    let outcome = async |order: OrderId| {
        let all = g.merchant.data(&format!("{path}/items")).await;
        let row = all.as_array().unwrap().iter().find(|i| i["order_id"] == json!(order)).unwrap().clone();
        (row["outcome"].as_str().unwrap().to_owned(), row["code"].as_str().unwrap().to_owned())
    };
    assert_eq!(outcome(fine).await, ("same".to_owned(), String::new()));
    assert_eq!(outcome(poor).await, ("changed".to_owned(), String::new()));
    assert_eq!(outcome(lost).await, ("failed".to_owned(), "sent_recently".to_owned()));
    assert_eq!(sent().await, 2);
    let (status, body) = g.merchant.post(&format!("{path}/undo"), json!({})).await;
    assert_eq!((status, &body["code"]), (409, &json!("no_way_back")));
}
