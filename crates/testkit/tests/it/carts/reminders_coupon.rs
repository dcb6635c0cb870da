//! Reminders that offer a coupon: its code in the text, its link that applies it, and no unusable codes (CA-03, MK-03).

use kernel::Millis;
use office::abandoned_carts::remind_due;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{HOUR, cart_id, later, letters, path_in, plan};
use crate::checkout::{CheckoutSetup, Person, buy, filled, person, product_id, set_up_checkout};

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
    let product = product_id(&me.product(json!({"qty": 1_000, "regular_price": "100"})).await);
    Scene { shop, me, setup, product }
}

fn e164(person: &Person) -> String {
    format!("+966{}", &person.mobile[1..])
}

impl Scene {
    async fn leave(&self, person: &Person) -> String {
        let token = filled(&self.shop, &self.setup, person, &[(self.product, None, 2)]).await;
        cart_id(&self.shop, &self.setup, &token).await.to_string()
    }

    async fn coupon(&self, overrides: Value) -> String {
        let mut body = json!({"name": "سلة متروكة", "code": "عُد_١٠", "discount_type": "percentage", "discount_value": "10"});
        body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
        self.me.create("/coupons", body).await["id"].as_str().unwrap().to_owned()
    }

    /// Results of carts reminded with a coupon: `ok`, or the reason.
    async fn remind(&self, items: &[String], coupon: &str) -> Vec<String> {
        let (status, body) = self.me.post("/carts/remind", with(items, coupon)).await;
        assert_eq!(status, 200, "{body}");
        let word = |r: &Value| r["code"].as_str().unwrap_or("ok").to_owned();
        body["data"]["results"].as_array().unwrap().iter().map(word).collect()
    }

    fn after(&self, ms: i64) -> String {
        self.shop.env.now().plus(ms).rfc3339()
    }
}

fn with(items: &[String], coupon: &str) -> Value {
    json!({"items": items, "channel": "sms", "coupon_id": coupon, "body": {"ar": "خصمك {{coupon_code}} في {{cart_link}}"}})
}

fn message(minutes: i64, coupon: Option<&str>) -> Value {
    let body = if coupon.is_some() { "{{cart_link}} {{coupon_code}}" } else { "{{cart_link}}" };
    json!({"delay_minutes": minutes, "channel": "sms", "body": {"ar": body}, "coupon_id": coupon})
}

/// CA-03, MK-03: the code stands in the message as the merchant wrote it, and the link applies it where the cart is restored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mk_03_a_reminders_link_applies_its_coupon() {
    let s = scene().await;
    let coupon = s.coupon(json!({})).await;
    let cart = s.leave(&person(1)).await;
    later(&s.shop, HOUR).await;
    assert_eq!(s.remind(std::slice::from_ref(&cart), &coupon).await, ["ok"]);
    let sent = letters(&s.shop, &e164(&person(1))).await;
    assert!(sent[0].starts_with("خصمك عُد_١٠ في http"), "{}", sent[0]);
    let link = path_in(&sent[0], "/cart/restore/");
    let (_, code) = link.split_once("?coupon=").expect("the link carries the coupon");
    assert_eq!(code, kernel::slug::percent_encode("عُد_١٠"));
    let stranger = s.shop.shopper(&s.me.slug);
    let page = s.shop.assert_unchanged(stranger.get(&link)).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let after = stranger.submit(&link, &[]).await;
    assert!(after.body.contains("عُد_١٠"), "the cart shows its coupon: {}", after.body);
    let page = s.me.data(&format!("/carts/{cart}")).await;
    let event = page["events"].as_array().unwrap().iter().find(|e| e["after"]["reminder"] == json!(0)).unwrap().clone();
    assert_eq!(event["after"]["coupon"], json!("عُد_١٠"), "{page}");
}

/// CA-03: an unusable coupon stops its message with the reason; the next message goes out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_a_dead_coupon_stops_its_message_alone() {
    let s = scene().await;
    let (ends, inactive) =
        (s.coupon(json!({"code": "ENDS", "ends_at": s.after(HOUR)})).await, s.coupon(json!({"code": "OFF"})).await);
    let (removed, late) = (
        s.coupon(json!({"code": "GONE"})).await,
        s.coupon(json!({"code": "LATE", "starts_at": s.after(30 * Millis::DAY)})).await,
    );
    let messages = json!([
        message(120, Some(&ends)),
        message(180, Some(&inactive)),
        message(240, Some(&removed)),
        message(300, Some(&late)),
        message(360, None)
    ]);
    let (status, body) = s.me.put("/cart-reminder-plan", plan(json!({"messages": messages}))).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["data"]["messages"][0]["coupon_id"], json!(ends));
    let buyer = person(1);
    let cart = s.leave(&buyer).await;
    let version = s.me.data(&format!("/coupons/{inactive}")).await["version"].clone();
    assert_eq!(s.me.put(&format!("/coupons/{inactive}"), json!({"is_active": false, "version": version})).await.0, 200);
    assert_eq!(s.me.delete(&format!("/coupons/{removed}"), json!({})).await.0, 200);
    for _ in 0..8 {
        later(&s.shop, HOUR + Millis::MINUTE).await;
        remind_due(&s.shop.app).await.unwrap();
    }
    let sent = letters(&s.shop, &e164(&buyer)).await;
    assert_eq!(sent.len(), 1, "only the one without a coupon: {sent:?}");
    let page = s.me.data(&format!("/carts/{cart}")).await;
    let mut answer: Vec<(i64, &str)> =
        page["reminders"].as_array().unwrap().iter().map(|r| (r["n"].as_i64().unwrap(), r["reason"].as_str().unwrap())).collect();
    answer.sort_unstable();
    let expected = [(1, "coupon_ended"), (2, "coupon_off"), (3, "coupon_off"), (4, "coupon_not_yet"), (5, "")];
    assert_eq!(answer, expected, "{page}");
}

/// CA-03: nobody is sent a code that they cannot use: a single-use code they have used, or one for first orders.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_a_coupon_is_offered_to_whom_it_is_for() {
    let s = scene().await;
    let first = s.coupon(json!({"code": "FIRST", "discount_usability": "first_order"})).await;
    buy(&s.shop, &s.setup, &person(1), &[(s.product, None, 1)]).await;
    later(&s.shop, Millis::MINUTE).await;
    let (known, new) = (s.leave(&person(1)).await, s.leave(&person(2)).await);
    later(&s.shop, HOUR).await;
    assert_eq!(s.remind(&[known, new], &first).await, ["coupon_not_theirs", "ok"]);
}

/// MK-03: the content of a message with a coupon, and the coupons it may offer, are validated field by field in both languages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mk_03_messages_with_a_coupon_are_checked() {
    let s = scene().await;
    let live = s.coupon(json!({"code": "LIVE"})).await;
    let later_on = s.coupon(json!({"code": "SOON", "starts_at": s.after(3 * Millis::DAY)})).await;
    let inactive = s.coupon(json!({"code": "OFF", "is_active": false})).await;
    let neighbour = s.shop.merchant().await;
    let theirs = json!({"name": "x", "code": "THEIRS", "discount_type": "fixed", "discount_value": "5"});
    let theirs = neighbour.create("/coupons", theirs).await["id"].as_str().unwrap().to_owned();
    let silent = json!([{"delay_minutes": 60, "channel": "sms", "body": {"ar": "{{cart_link}}"}, "coupon_id": live}]);
    for (messages, field) in [
        (silent, "messages.0.body.ar"),
        (json!([message(60, Some(&inactive))]), "messages.0.coupon_id"),
        (json!([message(60, None), message(120, Some(&theirs))]), "messages.1.coupon_id"),
        (json!([message(60, Some("cou_0000000000001"))]), "messages.0.coupon_id"),
        (json!([message(60, Some("x"))]), "messages.0.coupon_id"),
    ] {
        for caller in [&s.me, &s.me.in_english()] {
            let body = plan(json!({"messages": messages}));
            let (status, body) = s.shop.assert_unchanged(caller.put("/cart-reminder-plan", body)).await;
            assert_eq!(status, 422, "{messages}: {body}");
            assert!(body["errors"][field].is_array(), "{field}: {body}");
        }
    }
    let cart = s.leave(&person(1)).await;
    later(&s.shop, HOUR).await;
    for coupon in [inactive.as_str(), theirs.as_str(), later_on.as_str()] {
        let sent = with(std::slice::from_ref(&cart), coupon);
        let (status, body) = s.shop.assert_unchanged(s.me.post("/carts/remind", sent)).await;
        assert_eq!((status, body["errors"]["coupon_id"].is_array()), (422, true), "{body}");
    }
    // A coupon that starts later may be planned; one that has ended does not block saving the plan.
    let messages = json!([message(60, Some(&later_on)), message(180, Some(&live))]);
    assert_eq!(s.me.put("/cart-reminder-plan", plan(json!({"messages": messages}))).await.0, 200);
    let version = s.me.data(&format!("/coupons/{live}")).await["version"].clone();
    assert_eq!(s.me.put(&format!("/coupons/{live}"), json!({"is_active": false, "version": version})).await.0, 200);
    let off_now = plan(json!({"messages": messages, "is_active": false, "version": 1}));
    let (status, body) = s.me.put("/cart-reminder-plan", off_now).await;
    assert_eq!(status, 200, "{body}");
}
