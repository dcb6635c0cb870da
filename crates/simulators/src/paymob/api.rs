//! The legacy flow (contracts/paymob.md §2): tokens, orders, payment keys, payments without a page.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::access;
use super::accounts::{self, API_KEY, KIOSK, PROFILE, TOKEN_MS, WALLET};
use super::books::Paymob;
use super::records::{Order, PaymentKey};
use super::transactions::default_source;
use crate::provider::{Provider as _, Settlement};
use crate::service::Reply;
use crate::simulator::Simulator;

type Shared = State<Arc<Simulator<Paymob>>>;

/// Keys that `billing_data` must have, all of them filled in.
const BILLING: [&str; 13] = [
    "first_name",
    "last_name",
    "email",
    "phone_number",
    "apartment",
    "floor",
    "street",
    "building",
    "shipping_method",
    "postal_code",
    "city",
    "country",
    "state",
];

pub(super) async fn create_token(State(simulator): Shared, body: Bytes) -> Reply {
    let body = parse(&body);
    if body["api_key"] != API_KEY {
        return Reply(403, json!({ "detail": "incorrect credentials" }));
    }
    let until = simulator.clock.now().plus(TOKEN_MS);
    let token = simulator.with(|books| {
        let token = books.new_token("auth");
        books.tokens.insert(token.clone(), until);
        token
    });
    Reply(201, json!({ "profile": { "id": PROFILE, "company_name": "Simulator" }, "token": token }))
}

pub(super) async fn create_order(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Reply {
    let (body, now) = (parse(&body), simulator.clock.now());
    simulator.with(|books| {
        if let Err(refused) = access::check_token(books, &headers, &body, now) {
            return refused;
        }
        let (Some(amount_cents), Some(currency)) = (whole(&body["amount_cents"]).filter(|a| *a > 0), body["currency"].as_str())
        else {
            return Reply(400, json!({ "amount_cents": ["A positive whole number and a currency are required."] }));
        };
        let reference = body["merchant_order_id"].as_str().unwrap_or_default().to_owned();
        if !reference.is_empty() && books.find_order(&reference).is_some() {
            return Reply(422, json!({ "message": "duplicate" }));
        }
        let id = books.new_id();
        let order = Order { merchant_order_id: reference, amount_cents, currency: currency.to_owned(), is_paid: false };
        let answer = json!({
            "id": id, "merchant_order_id": order.merchant_order_id, "amount_cents": amount_cents, "currency": currency,
            "paid_amount_cents": 0, "items": body["items"],
        });
        books.orders.insert(id, order);
        Reply(201, answer)
    })
}

pub(super) async fn create_payment_key(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Reply {
    let (body, now) = (parse(&body), simulator.clock.now());
    simulator.with(|books| {
        if let Err(refused) = access::check_token(books, &headers, &body, now) {
            return refused;
        }
        let missing = BILLING.iter().find(|key| body["billing_data"][*key].as_str().is_none_or(str::is_empty));
        if let Some(key) = missing {
            return Reply(400, json!({ "billing_data": { *key: ["This field is required."] } }));
        }
        let Some(integration_id) = body["integration_id"].as_u64().filter(|id| accounts::is_integration(*id)) else {
            return Reply(404, json!({ "detail": "Integration ID does not exist" }));
        };
        let order_id = body["order_id"].as_u64().unwrap_or_default();
        let Some(order) = books.orders.get(&order_id) else { return Reply(404, json!({ "detail": "Not found." })) };
        if order.is_paid && body["lock_order_when_paid"] != false {
            return Reply(400, json!({ "message": "order is locked: it is already paid" }));
        }
        if whole(&body["amount_cents"]) != Some(order.amount_cents) || body["currency"] != order.currency.as_str() {
            return Reply(400, json!({ "amount_cents": ["amount and currency must be those of the order"] }));
        }
        let Some(seconds) = body["expiration"].as_i64().filter(|s| *s > 0) else {
            return Reply(400, json!({ "expiration": ["This field is required."] }));
        };
        let token = books.new_token("payment");
        let key = PaymentKey {
            order_id,
            integration_id,
            until: now.plus(seconds * 1_000),
            notification_url: None,
            redirection_url: None,
            transaction_id: None,
            source: default_source(integration_id),
        };
        books.keys.insert(token.clone(), key);
        Reply(201, json!({ "token": token }))
    })
}

/// A wallet gets a page, a kiosk a code; both stay pending until somebody presses.
pub(super) async fn pay(State(simulator): Shared, body: Bytes) -> Reply {
    let (body, now) = (parse(&body), simulator.clock.now());
    let token = body["payment_token"].as_str().unwrap_or_default();
    let (identifier, subtype) =
        (body["source"]["identifier"].as_str().unwrap_or_default(), body["source"]["subtype"].as_str().unwrap_or_default());
    simulator.with(|books| {
        let base = books.base.clone();
        let Some(key) = books.keys.get_mut(token) else { return Reply(401, json!({ "detail": "Invalid payment token" })) };
        match (subtype, key.integration_id) {
            ("WALLET", WALLET) if identifier.len() >= 10 && identifier.bytes().all(|b| b.is_ascii_digit() || b == b'+') => {
                key.source = (identifier.to_owned(), "wallet");
            }
            ("AGGREGATOR", KIOSK) => key.source = (String::new(), "aggregator"),
            _ => return Reply(400, json!({ "message": "source does not fit the integration" })),
        }
        let Some(mut transaction) = books.settle(token, Settlement::Pending, now) else {
            return Reply(400, json!({ "message": "the payment token has expired" }));
        };
        if subtype == "WALLET" {
            transaction["redirect_url"] = format!("{base}/api/acceptance/iframes/wallet?payment_token={token}").into();
        } else {
            // Shown to the shopper; the kiosk's code is the transaction's number here.
            transaction["data"]["bill_reference"] = transaction["id"].clone();
        }
        Reply(200, transaction)
    })
}

/// A body; null where it is no JSON.
pub(super) fn parse(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_default()
}

/// A whole number, or a text of one (contracts/paymob.md §2 step 2).
pub(super) fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}
