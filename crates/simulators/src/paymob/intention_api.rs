//! The Intention API (contracts/paymob.md §3).

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::access;
use super::accounts;
use super::api::{parse, whole};
use super::books::Paymob;
use super::records::{Order, PaymentKey};
use super::transactions::default_source;
use crate::service::Reply;
use crate::simulator::Simulator;

pub(super) async fn create_intention(State(simulator): State<Arc<Simulator<Paymob>>>, headers: HeaderMap, body: Bytes) -> Reply {
    let (body, now) = (parse(&body), simulator.clock.now());
    if let Err(refused) = access::check_secret(&headers) {
        return refused;
    }
    let integration = match check(&body) {
        Ok(integration) => integration,
        Err(refused) => return refused,
    };
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let (amount_cents, currency, reference) =
        (whole(&body["amount"]).unwrap_or_default(), text("currency"), text("special_reference"));
    simulator.with(|books| {
        if !reference.is_empty() && books.find_order(&reference).is_some() {
            return Reply(422, json!({ "message": "duplicate" }));
        }
        let order_id = books.new_id();
        let order = Order { merchant_order_id: reference.clone(), amount_cents, currency: currency.clone(), is_paid: false };
        books.orders.insert(order_id, order);
        let client_secret = books.new_token("egy_csk_test");
        let key = PaymentKey {
            order_id,
            integration_id: integration,
            until: now.plus(body["expiration"].as_i64().unwrap_or(3_600) * 1_000),
            notification_url: Some(text("notification_url")).filter(|url| !url.is_empty()),
            redirection_url: Some(text("redirection_url")).filter(|url| !url.is_empty()),
            transaction_id: None,
            source: default_source(integration),
        };
        books.keys.insert(client_secret.clone(), key);
        Reply(
            201,
            json!({
                "id": format!("pi_test_{order_id}"), "intention_order_id": order_id, "client_secret": client_secret,
                "payment_methods": [{ "integration_id": integration, "currency": currency, "live": false }],
                "intention_detail": { "amount": amount_cents, "currency": currency, "items": body["items"] },
                "special_reference": reference, "extras": {}, "confirmed": false, "status": "intended",
                "object": "paymentintention",
            }),
        )
    })
}

/// Required fields, integrations, and that the items' amounts are the amount. The first integration.
fn check(body: &Value) -> Result<u64, Reply> {
    let required = |name: &str| Reply(400, json!({ name: ["This field is required."] }));
    let amount = whole(&body["amount"]).filter(|amount| *amount > 0).ok_or_else(|| required("amount"))?;
    if body["currency"].as_str().is_none_or(str::is_empty) {
        return Err(required("currency"));
    }
    for key in ["first_name", "last_name", "phone_number", "email"] {
        if body["billing_data"][key].as_str().is_none_or(str::is_empty) {
            return Err(required(key));
        }
    }
    let methods = body["payment_methods"].as_array().ok_or_else(|| required("payment_methods"))?;
    let is_known = |method: &Value| method.as_u64().is_some_and(accounts::is_integration);
    if let Some(unknown) = methods.iter().find(|method| !is_known(method)) {
        return Err(Reply(404, json!({ "detail": format!("Integration ID/Name does not exist {unknown}") })));
    }
    let items = body["items"].as_array().map(|items| items.iter().filter_map(|item| item["amount"].as_i64()).sum::<i64>());
    if items.is_some_and(|sum| sum != amount) {
        return Err(Reply(400, json!({ "items": ["The sum of items must equal the amount."] })));
    }
    methods.first().and_then(Value::as_u64).ok_or_else(|| required("payment_methods"))
}
