//! Carts as the merchant sees them (CA-01..04).

use db::p;
use kernel::{CartId, Millis};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};
use web::caller::hash_token;

mod batches;
mod exports;
mod lists;
mod order;
mod reminders;
mod reminders_coupon;
pub(crate) mod restore;

use crate::checkout::CheckoutSetup;

/// The id of a token's cart.
pub(crate) async fn cart_id(shop: &TestShop, setup: &CheckoutSetup, token: &str) -> CartId {
    let cart = commerce::carts::find(shop.app.db().conn(), &setup.scope, &hash_token(token)).await.unwrap();
    cart.expect("an open cart").id
}

/// An abandoned cart, at its current step.
pub(super) async fn remaining(shop: &TestShop, setup: &CheckoutSetup, token: &str, step: &'static str) -> CartId {
    let (id, store) = (cart_id(shop, setup, token).await, setup.scope.store());
    let sql = "UPDATE carts SET step = ?3 WHERE store_id = ?1 AND id = ?2";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, id, step]).await).await.unwrap();
    id
}

/// The first cells of a list, in order.
pub(super) async fn ids(me: &Merchant, query: &str) -> Vec<String> {
    let (status, body) = me.get(&format!("/carts?{query}")).await;
    assert_eq!(status, 200, "{query}: {body}");
    body["data"].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap().to_owned()).collect()
}

/// Messages in the outbox for a number, newest first.
pub(super) async fn letters(shop: &TestShop, mobile: &str) -> Vec<String> {
    let messages = platform::outbox::list(shop.app.db().conn(), Some(mobile)).await.unwrap();
    messages.into_iter().map(|k| k.body).collect()
}

/// The path of a link of a kind in a message, without the host.
pub(super) fn path_in(letter: &str, kind: &str) -> String {
    let at = letter.find(kind).unwrap_or_else(|| panic!("no {kind} in {letter}"));
    letter[at..].split_whitespace().next().unwrap().to_owned()
}

/// A reminder plan: by text message after one hour and after one day.
pub(super) fn plan(overrides: Value) -> Value {
    let message = |minutes: i64| {
        json!({"delay_minutes": minutes, "channel": "sms",
        "body": {"ar": "{{customer_name}}، سلتك في {{store_name}}: {{cart_link}}", "en": "{{cart_link}}"}})
    };
    let mut plan = json!({"is_active": true, "quiet_from": 0, "quiet_to": 0, "cap": 5, "cap_days": 7,
        "messages": [message(60), message(24 * 60)], "version": 0});
    plan.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    plan
}

/// Advances the clock and renews the sessions.
pub(crate) async fn later(shop: &TestShop, ms: i64) {
    shop.advance(ms);
    let until = shop.env.now().plus(400 * Millis::DAY);
    let sql = "UPDATE sessions SET access_expires_at = ?1";
    shop.app.db().tx(async move |c| c.exec(sql, p![until]).await).await.unwrap();
}

pub(crate) const HOUR: i64 = Millis::HOUR;
