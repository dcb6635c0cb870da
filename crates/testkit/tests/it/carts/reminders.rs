//! Reminders by hand and by plan, what ends them, and their recovery rate.

use kernel::Millis;
use office::abandoned_carts::remind_due;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{HOUR, cart_id, ids, later, letters, path_in, plan};
use crate::checkout::{CheckoutSetup, Person, buy, filled, person, product_id, set_up_checkout};

fn text(overrides: Value) -> Value {
    let mut body = json!({"items": [], "channel": "sms", "body": {"ar": "عُد إلى سلتك {{cart_link}}"}});
    body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    body
}

async fn codes(me: &Merchant, items: &[String]) -> Vec<String> {
    let (status, body) = me.post("/carts/remind", text(json!({"items": items}))).await;
    assert_eq!(status, 200, "{body}");
    let word = |r: &Value| r["code"].as_str().unwrap_or("ok").to_owned();
    body["data"]["results"].as_array().unwrap().iter().map(word).collect()
}

async fn switch_on(me: &Merchant, overrides: Value) {
    let (status, body) = me.put("/cart-reminder-plan", plan(overrides)).await;
    assert_eq!(status, 200, "{body}");
}

struct Scene {
    shop: TestShop,
    me: Merchant,
    setup: CheckoutSetup,
    product: kernel::ProductId,
}

async fn scene() -> Scene {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 1_000, "regular_price": "10"})).await);
    Scene { shop, me, setup, product }
}

impl Scene {
    async fn leave(&self, person: &Person) -> String {
        let token = filled(&self.shop, &self.setup, person, &[(self.product, None, 2)]).await;
        cart_id(&self.shop, &self.setup, &token).await.to_string()
    }
}

fn e164(person: &Person) -> String {
    format!("+966{}", &person.mobile[1..])
}

/// CA-03: chosen carts are reminded now, each with its own result; nobody twice within the hour; the link in the message opts
/// out, and withdraws the customer's consent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_chosen_carts_are_reminded_once_and_told_why_not() {
    let s = scene().await;
    let (one, two) = (s.leave(&person(1)).await, s.leave(&person(2)).await);
    assert_eq!(codes(&s.me, std::slice::from_ref(&one)).await, ["active"]);
    later(&s.shop, HOUR).await;
    let written = s.me.create("/customers", json!({"name": "سارة", "mobile": person(2).mobile})).await;
    let customer = format!("/customers/{}", written["id"].as_str().unwrap());
    s.me.post(&format!("{customer}/block"), json!({"reason": "رفض"})).await;
    let unknown = "crt_0000000000001".to_owned();
    assert_eq!(codes(&s.me, &[one.clone(), two.clone(), unknown]).await, ["ok", "blocked", "not_found"]);
    assert_eq!(codes(&s.me, std::slice::from_ref(&one)).await, ["recent"]);
    s.me.post(&format!("{customer}/unblock"), json!({})).await;
    assert_eq!(codes(&s.me, std::slice::from_ref(&two)).await, ["ok"]);
    let sent = letters(&s.shop, &e164(&person(2))).await;
    assert_eq!(sent.len(), 1);
    assert!(sent[0].starts_with("عُد إلى سلتك http") && sent[0].contains("لإيقاف التذكير: http"), "{}", sent[0]);
    assert_eq!(letters(&s.shop, &e164(&person(1))).await.len(), 1);
    let (_, list) = s.me.get("/carts?filter[step]=payment&filter[reminder]=reminded").await;
    assert_eq!(list["meta"]["total"], json!(2), "{list}");

    // GET of the link shows a question; the POST opts out.
    let opt_out_path = path_in(&sent[0], "/cart/reminders/");
    let person_two = s.shop.shopper(&s.me.slug);
    let page = s.shop.assert_unchanged(person_two.get(&opt_out_path)).await;
    assert!(
        page.status == 200 && page.body.contains("إيقاف التذكيرات") && !page.body.contains(&person(2).mobile[1..]),
        "{}",
        page.body
    );
    let done = person_two.post(&opt_out_path, &[]).await;
    assert!(done.body.contains("أوقفنا التذكيرات"), "{}", done.body);
    assert_eq!(person_two.get(&format!("{opt_out_path}x")).await.status, 404);
    later(&s.shop, 2 * HOUR).await;
    assert_eq!(codes(&s.me, &[two]).await, ["opted_out"]);
    let page = s.me.data(&customer).await;
    let sms = page["consents"].as_array().unwrap().iter().find(|c| c["channel"] == "sms").unwrap();
    assert_eq!((&sms["is_granted"], &sms["source"]), (&json!(false), &json!("website")), "{page}");
    let (_, all) = s.me.get("/cart-reminders").await;
    assert_eq!(all["meta"]["total"], json!(2), "{all}");
    assert_eq!((&all["data"][0]["status"], &all["data"][0]["delivery"]), (&json!("handed_over"), &json!("unsent")), "{all}");
    // Another store has no reminders, and cannot access these.
    let neighbour = s.shop.merchant().await;
    assert_eq!(neighbour.get("/cart-reminders").await.1["meta"]["total"], json!(0));
    assert_eq!(codes(&neighbour, &[one]).await, ["not_found"]);
}

/// CA-03: the sequence sends each message once, however many workers run concurrently, and keeps the intervals.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ca_03_the_sequence_sends_each_message_once() {
    let s = scene().await;
    s.leave(&person(8)).await;
    later(&s.shop, Millis::MINUTE).await;
    switch_on(&s.me, json!({})).await;
    let mut people = Vec::new();
    for n in 0..6 {
        people.push(person(n));
        s.leave(&person(n)).await;
    }
    let at_once = async || {
        let runs = futures_util::future::join_all((0..4).map(|_| remind_due(&s.shop.app))).await;
        assert!(runs.iter().all(Result::is_ok), "{runs:?}");
    };
    let counts = async || {
        let mut out = Vec::new();
        for buyer in &people {
            out.push(letters(&s.shop, &e164(buyer)).await.len());
        }
        out
    };
    at_once().await;
    assert_eq!(counts().await, [0; 6]);
    later(&s.shop, HOUR).await;
    at_once().await;
    at_once().await;
    assert_eq!(counts().await, [1; 6]);
    later(&s.shop, 22 * HOUR).await;
    at_once().await;
    assert_eq!(counts().await, [1; 6], "the second comes a day after");
    later(&s.shop, 2 * HOUR).await;
    // The server's worker does the same by its schedule.
    s.shop.drain().await;
    at_once().await;
    assert_eq!(counts().await, [2; 6]);
    later(&s.shop, 9 * Millis::DAY).await;
    at_once().await;
    assert_eq!(counts().await, [2; 6]);
    assert!(letters(&s.shop, &e164(&person(8))).await.is_empty(), "left before it was switched on");
    let row = &s.me.get("/carts?filter[step]=payment&filter[reminder]=reminded").await.1["data"][0];
    assert_eq!((&row["reminder"]["status"], &row["reminder"]["next_at"]), (&json!("reminded"), &Value::Null), "{row}");
}

/// CA-03: a purchase between two messages, or the shopper's return, ends the sequence; the list says which.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_a_purchase_or_a_return_ends_the_sequence() {
    let s = scene().await;
    switch_on(&s.me, json!({})).await;
    let (buyer, returner, early) = (person(1), person(2), person(3));
    let bought = s.leave(&buyer).await;
    let token = filled(&s.shop, &s.setup, &returner, &[(s.product, None, 1)]).await;
    let back = cart_id(&s.shop, &s.setup, &token).await;
    s.leave(&early).await;
    later(&s.shop, HOUR / 2).await;
    // Bought with another cart before the first message.
    buy(&s.shop, &s.setup, &early, &[(s.product, None, 1)]).await;
    later(&s.shop, HOUR).await;
    remind_due(&s.shop.app).await.unwrap();
    assert_eq!(letters(&s.shop, &e164(&buyer)).await.len(), 1);
    assert!(letters(&s.shop, &e164(&early)).await.is_empty());
    buy(&s.shop, &s.setup, &buyer, &[(s.product, None, 1)]).await;
    later(&s.shop, Millis::MINUTE).await;
    let cart =
        commerce::carts::find(s.shop.app.db().conn(), &s.setup.scope, &web::caller::hash_token(&token)).await.unwrap().unwrap();
    commerce::carts::set_quantity(&s.shop.app, &s.setup.scope, &cart, 1, 3).await.unwrap();
    later(&s.shop, 25 * HOUR).await;
    remind_due(&s.shop.app).await.unwrap();
    assert_eq!((letters(&s.shop, &e164(&buyer)).await.len(), letters(&s.shop, &e164(&returner)).await.len()), (1, 1));
    assert_eq!(ids(&s.me, "filter[step]=payment&filter[reminder]=returned").await, [back.to_string()]);
    let page = s.me.data(&format!("/carts/{bought}")).await;
    assert_eq!((&page["reminder"]["status"], &page["reminders"][0]["reason"]), (&json!("stopped"), &json!("bought")), "{page}");
}

/// CA-03: nothing goes out in quiet hours of the store's own day; what waited goes out when they end. A person gets no more
/// than the cap, whatever the carts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_quiet_hours_and_the_cap_hold() {
    let s = scene().await;
    // The hour that begins now is quiet, over midnight or not. Riyadh is UTC+3 all year.
    let minute = (s.shop.env.now().0 / Millis::MINUTE + 180) % 1_440;
    switch_on(&s.me, json!({"quiet_from": (minute + 30) % 1440, "quiet_to": (minute + 150) % 1440, "cap": 1})).await;
    let buyer = person(1);
    s.leave(&buyer).await;
    s.leave(&buyer).await;
    later(&s.shop, HOUR).await;
    remind_due(&s.shop.app).await.unwrap();
    assert!(letters(&s.shop, &e164(&buyer)).await.is_empty(), "it is quiet");
    later(&s.shop, HOUR + 31 * Millis::MINUTE).await;
    remind_due(&s.shop.app).await.unwrap();
    assert_eq!(letters(&s.shop, &e164(&buyer)).await.len(), 1, "one person, one message, two carts");
    let (_, all) = s.me.get("/cart-reminders").await;
    let reasons: Vec<&str> = all["data"].as_array().unwrap().iter().map(|r| r["reason"].as_str().unwrap()).collect();
    assert!(reasons.contains(&"capped") && reasons.contains(&""), "{all}");
}

/// CA-03: bad plans are refused field by field in both languages, and a stale one with the current plan.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_bad_plans_and_messages_are_refused() {
    let s = scene().await;
    let message = |body: Value| json!({"delay_minutes": 60, "channel": "sms", "body": body});
    let link = json!({"ar": "{{cart_link}}"});
    for (overrides, field) in [
        (json!({"messages": []}), "messages"),
        (json!({"messages": [message(json!({"ar": "أهلًا"}))]}), "messages.0.body.ar"),
        (json!({"messages": [message(json!({"ar": "{{cart_link}} {{coupon_code}}"}))]}), "messages.0.body.ar"),
        (json!({"messages": [message(link.clone()), message(link.clone())]}), "messages.1.delay_minutes"),
        (json!({"messages": [{"delay_minutes": 59, "channel": "sms", "body": link}]}), "messages.0.delay_minutes"),
        (json!({"messages": [{"delay_minutes": 60, "channel": "email", "body": link}]}), "messages.0.subject"),
        (json!({"quiet_from": 1440}), "quiet_from"),
        (json!({"cap": 0}), "cap"),
        (json!({"cap_days": 91}), "cap_days"),
    ] {
        for caller in [&s.me, &s.me.in_english()] {
            let (status, body) = s.shop.assert_unchanged(caller.put("/cart-reminder-plan", plan(overrides.clone()))).await;
            assert_eq!(status, 422, "{overrides}: {body}");
            assert!(body["errors"][field][0].is_string(), "{field}: {body}");
        }
    }
    for bad in [
        text(json!({"items": []})),
        text(json!({"items": ["crt_0000000000001"], "body": {"ar": "أهلًا"}})),
        text(json!({"items": ["x"]})),
    ] {
        assert_eq!(s.shop.assert_unchanged(s.me.post("/carts/remind", bad)).await.0, 422);
    }
    assert_eq!(s.me.data("/cart-reminder-plan").await["is_active"], json!(false));
    switch_on(&s.me, json!({})).await;
    let (status, body) = s.shop.assert_unchanged(s.me.put("/cart-reminder-plan", plan(json!({"cap": 2})))).await;
    assert_eq!((status, &body["code"], &body["current"]["version"]), (409, &json!("stale_version"), &json!(1)), "{body}");
    assert_eq!(s.me.put("/cart-reminder-plan", plan(json!({"version": 1, "is_active": false}))).await.0, 200);
}

/// CA-03: orders of reminded carts within the window, by the cart itself or by its link, are the recovery rate.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_the_recovery_rate_counts_orders_of_reminded_carts() {
    let s = scene().await;
    let mut carts = Vec::new();
    for n in 0..4 {
        carts.push(s.leave(&person(n)).await);
    }
    later(&s.shop, HOUR).await;
    assert_eq!(codes(&s.me, &carts).await, ["ok"; 4]);
    later(&s.shop, HOUR).await;
    let order = async |cart: &str| {
        let at = format!("/carts/{cart}/order");
        let view = s.me.data(&at).await;
        let body = json!({"payment_method_id": s.setup.cod.to_string(), "total": view["total"], "version": view["version"]});
        assert_eq!(s.me.post(&at, body).await.0, 201);
    };
    order(&carts[0]).await;
    let figures = s.me.data("/carts/recovery").await;
    let now = json!({"reminded": 4, "recovered": 1, "amount": "20.00", "rate": "25.0"});
    let none = json!({"reminded": 0, "recovered": 0, "amount": "0.00", "rate": null});
    assert_eq!((&figures["now"], &figures["before"]), (&now, &none), "{figures}");
    // Too late is not recovered; a cancelled order is not either.
    later(&s.shop, 8 * Millis::DAY).await;
    order(&carts[1]).await;
    assert_eq!(s.me.data("/carts/recovery").await["now"], now);
    assert_eq!(s.me.data("/carts/recovery?days=7").await["before"], now, "eight days ago");
    assert_eq!(s.me.get("/carts/recovery?days=8").await.0, 422);
    let (_, orders) = s.me.get("/orders?sort=number").await;
    let first = orders["data"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(s.me.put(&format!("/orders/{first}/status"), json!({"status": "CNCL"})).await.0, 200);
    assert_eq!(s.me.data("/carts/recovery").await["now"]["recovered"], json!(0));
}

/// CA-03: an order that two reminded carts led to is one recovered order, with its amount once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_an_order_of_two_carts_is_recovered_once() {
    let s = scene().await;
    let remaining = s.leave(&person(1)).await;
    let token = filled(&s.shop, &s.setup, &person(2), &[(s.product, None, 1)]).await;
    let here = cart_id(&s.shop, &s.setup, &token).await.to_string();
    later(&s.shop, HOUR).await;
    assert_eq!(codes(&s.me, &[remaining.clone(), here.clone()]).await, ["ok"; 2]);
    let (c, scope) = (s.shop.app.db().conn(), &s.setup.scope);
    let cart = commerce::carts::find(c, scope, &web::caller::hash_token(&token)).await.unwrap();
    let source = remaining.parse().unwrap();
    office::abandoned_carts::restore(&s.shop.app, scope, kernel::Lang::Ar, cart.as_ref(), source).await.unwrap();
    let at = format!("/carts/{here}/order");
    let view = s.me.data(&at).await;
    let body = json!({"payment_method_id": s.setup.cod.to_string(), "total": view["total"], "version": view["version"]});
    assert_eq!(s.me.post(&at, body).await.0, 201);
    assert_eq!(s.me.data(&format!("/carts/{remaining}")).await["order"]["number"], json!(1001));
    let figures = s.me.data("/carts/recovery").await;
    let now = json!({"reminded": 2, "recovered": 1, "amount": "20.00", "rate": "50.0"});
    assert_eq!(figures["now"], now, "{figures}");
}

/// CA-03: a person who opted out of e-mail gets none at the addresses of their record or its further contacts, under any number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_a_refused_address_is_refused_under_every_number() {
    let s = scene().await;
    let (c, scope) = (s.shop.app.db().conn(), &s.setup.scope);
    let profile = platform::stores::get_profile(c, scope).await.unwrap();
    let mut carts = Vec::new();
    for (n, email) in [(1, "sara@example.com"), (2, "further@example.com"), (3, "other@example.com")] {
        let token = filled(&s.shop, &s.setup, &person(n), &[(s.product, None, 1)]).await;
        let cart = commerce::carts::find(c, scope, &web::caller::hash_token(&token)).await.unwrap().unwrap();
        let buyer = person(n);
        let contact = commerce::carts::ContactIn { name: buyer.name, mobile: buyer.mobile, email: email.into() };
        commerce::carts::set_contact(&s.shop.app, scope, &profile, &cart, contact).await.unwrap();
        carts.push(cart.id.to_string());
    }
    let created =
        s.me.create("/customers", json!({"name": "سارة", "mobile": person(9).mobile, "email": "sara@example.com"})).await;
    let customer: kernel::CustomerId = created["id"].as_str().unwrap().parse().unwrap();
    let consent = json!({"channel": "email", "is_granted": false, "source": "phone"});
    assert_eq!(s.me.put(&format!("/customers/{customer}/consents"), consent).await.0, 200);
    let store = s.me.store;
    let further = "INSERT INTO customer_contacts (store_id, kind, value, customer_id, created_at) VALUES (?1, 'email', 'further@example.com', ?2, 0)";
    s.shop.app.db().tx(async move |c| c.exec(further, db::p![store, customer]).await).await.unwrap();
    later(&s.shop, HOUR).await;
    let body = text(json!({"items": carts, "channel": "email", "subject": {"ar": "سلتك"}}));
    let (status, answer) = s.me.post("/carts/remind", body).await;
    assert_eq!(status, 200, "{answer}");
    let codes: Vec<&str> =
        answer["data"]["results"].as_array().unwrap().iter().map(|r| r["code"].as_str().unwrap_or("ok")).collect();
    assert_eq!(codes, ["refused", "refused", "ok"], "{answer}");
}

impl Scene {
    /// An abandoned cart with a number and an e-mail address; its id.
    async fn leave_with(&self, person: &Person, email: &str) -> String {
        let (c, scope) = (self.shop.app.db().conn(), &self.setup.scope);
        let profile = platform::stores::get_profile(c, scope).await.unwrap();
        let token = filled(&self.shop, &self.setup, person, &[(self.product, None, 1)]).await;
        let cart = commerce::carts::find(c, scope, &web::caller::hash_token(&token)).await.unwrap().unwrap();
        let contact =
            commerce::carts::ContactIn { name: person.name.clone(), mobile: person.mobile.clone(), email: email.into() };
        commerce::carts::set_contact(&self.shop.app, scope, &profile, &cart, contact).await.unwrap();
        cart.id.to_string()
    }

    async fn mail(&self, items: &[&String]) -> Vec<String> {
        let body = text(json!({"items": items, "channel": "email", "subject": {"ar": "سلتك"}}));
        let (status, body) = self.me.post("/carts/remind", body).await;
        assert_eq!(status, 200, "{body}");
        let word = |r: &Value| r["code"].as_str().unwrap_or("ok").to_owned();
        body["data"]["results"].as_array().unwrap().iter().map(word).collect()
    }
}

/// CA-03: an opt-out holds for every number, address and channel of the person; the cap counts them as one person as well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_an_opt_out_holds_for_the_person() {
    let s = scene().await;
    let first = s.leave_with(&person(1), "sara@example.com").await;
    // The same mailbox under another number, and another number of the same customer.
    let mailbox = s.leave_with(&person(2), "sara@example.com").await;
    let further = s.leave_with(&person(3), "").await;
    let stranger = s.leave_with(&person(4), "huda@example.com").await;
    let created = s.me.create("/customers", json!({"name": "سارة", "mobile": person(1).mobile})).await;
    let (customer, store, number): (kernel::CustomerId, _, _) =
        (created["id"].as_str().unwrap().parse().unwrap(), s.me.store, e164(&person(3)));
    let sql = "INSERT INTO customer_contacts (store_id, kind, value, customer_id, created_at) VALUES (?1, 'mobile', ?2, ?3, 0)";
    s.shop.app.db().tx(async move |c| c.exec(sql, db::p![store, number, customer]).await).await.unwrap();
    later(&s.shop, HOUR).await;
    assert_eq!(s.mail(&[&first]).await, ["ok"]);
    let sent = letters(&s.shop, "sara@example.com").await;
    let opt_out_path = path_in(&sent[0], "/cart/reminders/");
    assert!(s.shop.shopper(&s.me.slug).post(&opt_out_path, &[]).await.body.contains("أوقفنا التذكيرات"));
    assert_eq!(s.mail(&[&mailbox, &stranger]).await, ["opted_out", "ok"]);
    assert_eq!(codes(&s.me, &[further]).await, ["opted_out"], "the number of the same customer");

    // Two carts of one mailbox under two numbers: one message, with a cap of one.
    switch_on(&s.me, json!({"cap": 1})).await;
    let (a, b) = (s.leave_with(&person(5), "nora@example.com").await, s.leave_with(&person(6), "nora@example.com").await);
    later(&s.shop, HOUR).await;
    assert_eq!(s.mail(&[&a]).await, ["ok"]);
    assert_eq!(s.mail(&[&b]).await, ["capped"]);
}

/// CA-02, CA-03: after a cart is deleted its opt-out link still works, and sent reminders still count for the cap.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_deleting_a_cart_forgets_neither_the_opt_out_nor_the_cap() {
    let s = scene().await;
    switch_on(&s.me, json!({"cap": 1})).await;
    let (one, two) = (s.leave(&person(1)).await, s.leave(&person(1)).await);
    later(&s.shop, HOUR).await;
    assert_eq!(codes(&s.me, std::slice::from_ref(&one)).await, ["ok"]);
    assert_eq!(s.me.delete(&format!("/carts/{one}"), Value::Null).await.0, 204);
    let (_, all) = s.me.get("/cart-reminders").await;
    assert_eq!((&all["meta"]["total"], &all["data"][0]["cart_id"]), (&json!(1), &Value::Null), "{all}");
    assert_eq!(codes(&s.me, std::slice::from_ref(&two)).await, ["capped"]);
    let opt_out_path = path_in(&letters(&s.shop, &e164(&person(1))).await[0], "/cart/reminders/");
    let shopper = s.shop.shopper(&s.me.slug);
    assert_eq!(shopper.get(&opt_out_path).await.status, 200);
    assert!(shopper.post(&opt_out_path, &[]).await.body.contains("أوقفنا التذكيرات"));
    assert_eq!(codes(&s.me, &[two]).await, ["opted_out"]);
}

/// The open cart of an id, as its shopper's session loads it.
async fn into_cart(s: &Scene, id: &str) -> commerce::carts::Cart {
    let (store, id): (_, kernel::CartId) = (s.me.store, id.parse().unwrap());
    let hash: String = s
        .shop
        .app
        .db()
        .conn()
        .one("SELECT token_hash FROM carts WHERE store_id = ?1 AND id = ?2", db::p![store, id])
        .await
        .unwrap();
    commerce::carts::find(s.shop.app.db().conn(), &s.setup.scope, &hash).await.unwrap().unwrap()
}

/// CA-02, CA-03: every cart whose lines were merged into the ordered one is recovered, also transitively; an order of carts
/// reminded in two periods counts in the first alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_all_carts_of_an_order_are_recovered_and_it_counts_once() {
    let s = scene().await;
    let (a, b) = (s.leave(&person(1)).await, s.leave(&person(2)).await);
    let token = filled(&s.shop, &s.setup, &person(3), &[(s.product, None, 1)]).await;
    let here = cart_id(&s.shop, &s.setup, &token).await.to_string();
    later(&s.shop, HOUR).await;
    assert_eq!(codes(&s.me, std::slice::from_ref(&a)).await, ["ok"]);
    // The other is reminded five days later: with a period of seven days and an attribution window of seven it falls into another
    // period.
    later(&s.shop, 5 * Millis::DAY).await;
    assert_eq!(codes(&s.me, std::slice::from_ref(&b)).await, ["ok"]);
    let scope = &s.setup.scope;
    let restore = async |into: &str, source: &str| {
        let into = into_cart(&s, into).await;
        let source = source.parse().unwrap();
        office::abandoned_carts::restore(&s.shop.app, scope, kernel::Lang::Ar, Some(&into), source).await.unwrap();
    };
    restore(&b, &a).await;
    restore(&here, &b).await;
    let at = format!("/carts/{here}/order");
    let view = s.me.data(&at).await;
    let body = json!({"payment_method_id": s.setup.cod.to_string(), "total": view["total"], "version": view["version"]});
    assert_eq!(s.me.post(&at, body).await.0, 201);
    for source in [&a, &b] {
        assert_eq!(s.me.data(&format!("/carts/{source}")).await["order"]["number"], json!(1001), "{source}");
    }
    later(&s.shop, 4 * Millis::DAY).await;
    let figures = s.me.data("/carts/recovery?days=7").await;
    let counted = (figures["before"]["recovered"].as_i64().unwrap(), figures["now"]["recovered"].as_i64().unwrap());
    assert_eq!(counted, (1, 0), "{figures}");
    assert_eq!((&figures["before"]["reminded"], &figures["now"]["reminded"]), (&json!(1), &json!(1)), "{figures}");
}
