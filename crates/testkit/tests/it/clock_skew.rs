//! F7: rows written by a node whose clock was days ahead block nobody once the clock is right.

use commerce::carts::reservations::{self, ReservationOutcome};
use commerce::orders::cancel_overdue_deposits;
use db::p;
use kernel::{Millis, OrderId};
use platform::identity::Role;
use platform::stores;
use serde_json::{Value, json};
use testkit::{Merchant, Reply, TestShop};

use crate::checkout::{CheckoutSetup, buy, filled, person, product_id, review, set, set_up_checkout};
use crate::confirmation::later;
use crate::stock::reservations::cart_of;

/// How far ahead the clock is.
const AHEAD: i64 = 3 * Millis::DAY;

async fn call(shop: &TestShop, path: &str, body: Value) -> Reply {
    shop.call("POST", &format!("/dashboard/v1{path}")).json(&body).send().await
}

/// F7: codes and their limits: the next code is sent and works, one dated in the future is invalid.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f7_a_number_with_codes_dated_in_the_future_gets_a_new_code() {
    let shop = TestShop::start().await;
    let send = async || {
        let body = json!({ "mobile": "0501112233", "country": "SA", "purpose": "register" });
        call(&shop, "/mobile-otp", body).await.status
    };
    let newest = async || {
        let query = "/dashboard/v1/dev/outbox?recipient=%2B966501112233";
        let body = shop.call("GET", query).send().await.data()[0]["body"].as_str().unwrap().to_owned();
        body.chars().filter(char::is_ascii_digit).take(6).collect::<String>()
    };
    let validate = async |code: &str| {
        let body = json!({ "mobile": "0501112233", "country": "SA", "code": code, "purpose": "register" });
        call(&shop, "/validate", body).await.status
    };
    shop.advance(AHEAD);
    // As many as the daily limit allows.
    for _ in 0..10 {
        assert_eq!(send().await, 200);
        shop.advance(10 * Millis::MINUTE);
    }
    assert_eq!(send().await, 429);
    let early = newest().await;
    shop.advance(-AHEAD - 100 * Millis::MINUTE);
    assert_eq!(validate(&early).await, 422, "it would be good for days");
    assert_eq!(send().await, 200);
    assert_eq!(send().await, 429, "the limit of the hour that is holds");
    let code = newest().await;
    assert_eq!(validate(&code).await, 200);
}

/// F7: failed attempts dated in the future lock nobody out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f7_attempts_dated_in_the_future_do_not_count() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let login =
        async |password: &str| call(&shop, "/login", json!({ "identifier": me.email, "password": password })).await.status;
    let use_up = async || {
        for _ in 0..5 {
            assert_eq!(login("not-the-1-password").await, 422);
        }
        assert_eq!(login(&me.password).await, 429);
    };
    shop.advance(AHEAD);
    use_up().await;
    shop.advance(-AHEAD);
    assert_eq!(login(&me.password).await, 200);
    use_up().await;
}

async fn reach(shop: &TestShop, setup: &CheckoutSetup, token: &str) -> ReservationOutcome {
    let profile = stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let cart = cart_of(shop, setup, token).await;
    reservations::reserve(&shop.app, &setup.scope, &profile, &cart, token).await.unwrap()
}

/// F7: reservations dated in the future are released by the next sweep; one of the maximum duration stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f7_holds_dated_in_the_future_end_with_the_next_sweep() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    set(&shop, &me, "checkout_hold_minutes", json!(60)).await;
    let early = me.product(json!({"qty": 1})).await;
    let right = me.product(json!({"qty": 1})).await;
    shop.advance(AHEAD);
    shop.worker.tick().await.unwrap();
    let first = filled(&shop, &setup, &person(1), &[(product_id(&early), None, 1)]).await;
    let second = filled(&shop, &setup, &person(2), &[(product_id(&early), None, 1)]).await;
    assert!(matches!(reach(&shop, &setup, &first).await, ReservationOutcome::Full(_)));
    shop.advance(-AHEAD);
    let third = filled(&shop, &setup, &person(3), &[(product_id(&right), None, 1)]).await;
    let until = shop.env.now().plus(60 * Millis::MINUTE);
    assert_eq!(reach(&shop, &setup, &third).await, ReservationOutcome::Full(until));
    assert!(!review(&shop, &setup, &second).await.can_place());
    shop.worker.tick().await.unwrap();
    assert!(review(&shop, &setup, &second).await.can_place());
    assert_eq!(cart_of(&shop, &setup, &first).await.held_until, None);
    assert_eq!(cart_of(&shop, &setup, &third).await.held_until, Some(until));
}

async fn next(merchant: &Merchant) -> Value {
    let (status, body) = merchant.post("/confirmations/next", json!({})).await;
    assert_eq!(status, 200, "{body}");
    body["data"].clone()
}

/// F7: a call lease dated in the future is released; a current one is not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f7_a_call_lease_dated_in_the_future_is_released() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 100})).await);
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id.to_string();
    let mut other = me.colleague(&shop, Role::OrderDesk).await;
    later(&shop, &mut other, AHEAD).await;
    let early = next(&other).await;
    assert_eq!(early["orders"][0]["id"], json!(order));
    shop.advance(-AHEAD);
    let list = me.data("/confirmations").await;
    assert_eq!(list[0]["held_by"], Value::Null, "{list}");
    let mine = next(&me).await;
    assert_eq!(mine["orders"][0]["id"], json!(order), "{mine}");
    // The fence has advanced: further writes for this call are refused.
    let report = json!({ "outcome": "no_answer", "fence": early["fence"] });
    let (status, body) = other.post(&format!("/confirmations/{order}/outcome"), report).await;
    assert_eq!((status, &body["code"]), (409, &json!("held_by_other")), "{body}");
    assert_eq!(next(&other).await, Value::Null);
    assert!(me.data("/confirmations").await[0]["held_by"].is_string());
}

async fn due_at(shop: &TestShop, order: OrderId) -> Millis {
    let sql = "SELECT due_at FROM order_confirmations WHERE order_id = ?1";
    shop.app.db().conn().one(sql, p![order]).await.unwrap()
}

/// F7: calls scheduled by a fast clock are rescheduled by the same delay from now, within the store's hours; a day agreed with
/// the customer stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f7_calls_scheduled_by_a_fast_clock_become_due() {
    let shop = TestShop::start().await;
    let mut me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 100})).await);
    let right = buy(&shop, &setup, &person(9), &[(product, None, 1)]).await.id;
    let token = me.token.clone();
    later(&shop, &mut me, AHEAD).await;
    let (first, second, third) = (
        buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id,
        buy(&shop, &setup, &person(2), &[(product, None, 1)]).await.id,
        buy(&shop, &setup, &person(3), &[(product, None, 1)]).await.id,
    );
    for (order, outcome) in
        [(second, json!({"outcome": "no_answer"})), (third, json!({"outcome": "postponed", "until": "2027-02-10"}))]
    {
        let (status, desk) = me.post(&format!("/confirmations/{order}/take"), json!({})).await;
        assert_eq!(status, 200, "{desk}");
        let mut body = outcome;
        body["fence"] = desk["data"]["fence"].clone();
        let (status, reply) = me.post(&format!("/confirmations/{order}/outcome"), body).await;
        assert_eq!(status, 200, "{reply}");
    }
    let (of_right, agreed) = (due_at(&shop, right).await, due_at(&shop, third).await);
    shop.advance(-AHEAD);
    me.token = token;
    shop.worker.tick().await.unwrap();
    let now = shop.env.now();
    assert_eq!(due_at(&shop, first).await, now);
    assert_eq!(due_at(&shop, second).await, now.plus(3 * Millis::HOUR));
    assert_eq!((due_at(&shop, right).await, due_at(&shop, third).await), (of_right, agreed));
    // A second run changes nothing.
    shop.advance(Millis::MINUTE);
    shop.worker.tick().await.unwrap();
    assert_eq!(due_at(&shop, second).await, now.plus(3 * Millis::HOUR));
}

/// F7: a deposit dated in the future is due after the store's period, from now on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f7_a_deposit_dated_in_the_future_is_due_from_now() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let account = json!({"bank_name": "مصرف الراجحي", "beneficiary_name": "مؤسسة النخلة", "iban": "SA0380000000608010167519"});
    me.create("/bank-accounts", account).await;
    let rule = json!({"name": "عربون", "is_active": true, "action": "deposit", "deposit_percent": "25", "total_from": "1"});
    assert_eq!(me.put("/cod-rules", json!({"rules": [rule], "otherwise": "ship"})).await.0, 200);
    let product = product_id(&me.product(json!({"qty": 100})).await);
    shop.advance(AHEAD);
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    let waits = due_at(&shop, order).await.0 - shop.env.now().0;
    shop.advance(-AHEAD);
    shop.worker.tick().await.unwrap();
    assert_eq!(due_at(&shop, order).await, shop.env.now().plus(waits));
    let status = async || {
        let sql = "SELECT status FROM orders WHERE id = ?1";
        shop.app.db().conn().one::<String>(sql, p![order]).await.unwrap()
    };
    cancel_overdue_deposits(&shop.app).await.unwrap();
    assert_eq!(status().await, "PEND");
    shop.advance(waits);
    cancel_overdue_deposits(&shop.app).await.unwrap();
    assert_eq!(status().await, "CNCL");
}
