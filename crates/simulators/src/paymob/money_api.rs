//! Inquiries, refunds, voids and captures (contracts/paymob.md §2 step 5, §5).

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use kernel::Millis;
use serde_json::{Value, json};

use super::access;
use super::api::{parse, whole};
use super::books::Paymob;
use super::transactions::child;
use crate::service::Reply;
use crate::simulator::Simulator;

type Shared = State<Arc<Simulator<Paymob>>>;

/// A transaction can be voided until it is settled: the end of the business day, a day here.
const SETTLED_AFTER_MS: i64 = Millis::DAY;

pub(super) async fn find_transaction(State(simulator): Shared, headers: HeaderMap, Path(id): Path<u64>) -> Reply {
    let now = simulator.clock.now();
    simulator.with(|books| match access::check_token(books, &headers, &Value::Null, now) {
        Err(refused) => refused,
        Ok(()) => books.transactions.get(&id).map_or_else(not_found, |transaction| Reply(200, transaction.clone())),
    })
}

/// The latest charge of an order.
pub(super) async fn inquire(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Reply {
    let (body, now) = (parse(&body), simulator.clock.now());
    simulator.with(|books| {
        if let Err(refused) = access::check_token(books, &headers, &body, now) {
            return refused;
        }
        let order_id = body["order_id"].as_u64().or_else(|| books.find_order(body["merchant_order_id"].as_str()?));
        let is_charge = |t: &&Value| t["order"]["id"].as_u64() == order_id && t["has_parent_transaction"] == false;
        books.transactions.values().rev().find(is_charge).map_or_else(not_found, |t| Reply(200, t.clone()))
    })
}

pub(super) async fn refund(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Reply {
    follow_up(&simulator, &headers, &body, |parent, amount, _| {
        let (paid, refunded) = (parent["amount_cents"].as_i64()?, parent["refunded_amount_cents"].as_i64()?);
        let captured = parent["captured_amount"].as_i64()?;
        let paid = if parent["is_auth"] == true { captured } else { paid };
        if amount <= 0 || amount > paid - refunded || parent["is_voided"] == true {
            return None;
        }
        parent["is_refunded"] = json!(true);
        parent["refunded_amount_cents"] = json!(refunded + amount);
        Some(("is_refund", amount))
    })
}

pub(super) async fn void(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Reply {
    follow_up(&simulator, &headers, &body, |parent, _, age_ms| {
        let is_card = parent["source_data"]["type"] == "card";
        if !is_card || age_ms >= SETTLED_AFTER_MS || parent["is_voided"] == true || parent["is_refunded"] == true {
            return None;
        }
        parent["is_voided"] = json!(true);
        Some(("is_void", parent["amount_cents"].as_i64()?))
    })
}

pub(super) async fn capture(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Reply {
    follow_up(&simulator, &headers, &body, |parent, amount, _| {
        let (authorised, captured) = (parent["amount_cents"].as_i64()?, parent["captured_amount"].as_i64()?);
        if parent["is_auth"] != true || parent["is_voided"] == true || amount <= 0 || amount > authorised - captured {
            return None;
        }
        parent["captured_amount"] = json!(captured + amount);
        Some(("is_capture", amount))
    })
}

/// Changes a charge by `act` (which gets it, the amount and its age, and answers the child's flag and amount) and adds the child.
fn follow_up(
    simulator: &Arc<Simulator<Paymob>>,
    headers: &HeaderMap,
    body: &[u8],
    act: impl FnOnce(&mut Value, i64, i64) -> Option<(&'static str, i64)>,
) -> Reply {
    let (body, now) = (parse(body), simulator.clock.now());
    let result = simulator.with(|books| {
        access::check_any(books, headers, &body, now)?;
        let id = body["transaction_id"].as_u64().unwrap_or_default();
        let child_id = books.new_id();
        let Some(parent) = books.transactions.get_mut(&id).filter(|t| t["success"] == true) else { return Err(not_found()) };
        let created = format!("{}Z", parent["created_at"].as_str().unwrap_or_default());
        let age_ms = now.0 - Millis::parse(&created).map_or(0, |at| at.0);
        let amount = whole(&body["amount_cents"]).unwrap_or_default();
        let Some((flag, amount)) = act(parent, amount, age_ms) else {
            let words = if body["amount_cents"].is_null() {
                "transaction is settled or can not be voided"
            } else {
                "amount exceeds what is left of the transaction"
            };
            return Err(Reply(400, json!({ "message": words })));
        };
        let transaction = child(parent, child_id, flag, amount, now);
        books.transactions.insert(child_id, transaction.clone());
        Ok(transaction)
    });
    match result {
        Err(refused) => refused,
        Ok(transaction) => {
            let (simulator, notice_of) = (simulator.clone(), transaction.clone());
            // Beside the answer, as theirs comes: the merchant may be told twice before it has read either.
            tokio::spawn(async move { simulator.send_about(&notice_of).await });
            Reply(201, transaction)
        }
    }
}

fn not_found() -> Reply {
    Reply(404, json!({ "detail": "Not found." }))
}
