//! Transactions in Paymob's shape (contracts/paymob.md §4).

use kernel::Millis;
use serde_json::{Value, json};

use super::accounts::{PROFILE, WALLET};
use super::records::{Order, PaymentKey};
use crate::provider::Settlement;

/// A charge made with a key; `is_auth` for one that only reserves, which cards alone can.
pub(super) fn charge(key: &PaymentKey, order: &Order, (id, is_auth): (u64, bool), settlement: Settlement, at: Millis) -> Value {
    let (is_success, is_pending, message) = match settlement {
        Settlement::Pending => (false, true, "Pending"),
        Settlement::Approved { .. } => (true, false, "Approved"),
        Settlement::Declined(words) => (false, false, words),
    };
    let is_partly = matches!(settlement, Settlement::Approved { is_partly: true });
    let amount_cents = if is_partly { order.amount_cents / 2 } else { order.amount_cents };
    let is_card = key.source.1 == "card";
    let is_auth = is_auth && is_card;
    json!({
        "id": id,
        "pending": is_pending,
        "amount_cents": amount_cents,
        "success": is_success,
        "is_auth": is_auth,
        "is_capture": false,
        "is_standalone_payment": true,
        "is_voided": false,
        "is_refunded": false,
        "is_3d_secure": is_card,
        "integration_id": key.integration_id,
        "profile_id": PROFILE,
        "has_parent_transaction": false,
        "order": {
            "id": key.order_id,
            "created_at": moment(at),
            "merchant_order_id": order.merchant_order_id,
            "amount_cents": order.amount_cents,
            "currency": order.currency,
            "paid_amount_cents": if is_success && !is_auth { amount_cents } else { 0 },
            "items": [],
        },
        "created_at": moment(at),
        "currency": order.currency,
        "source_data": {
            "pan": key.source.0,
            "type": key.source.1,
            "sub_type": match key.source.1 {
                "card" => "MasterCard",
                "wallet" => "wallet",
                _ => "AGGREGATOR",
            },
            "tenure": null,
        },
        "data": { "message": message, "txn_response_code": if is_success { "APPROVED" } else { "DECLINED" } },
        "error_occured": false,
        "refunded_amount_cents": 0,
        "captured_amount": 0,
        "is_settled": false,
        "is_refund": false,
        "is_void": false,
        "owner": PROFILE,
        "parent_transaction": null,
        "is_live": false,
    })
}

/// A refund, void or capture of a charge, as a child of it.
pub(super) fn child(parent: &Value, id: u64, flag: &str, amount_cents: i64, at: Millis) -> Value {
    let mut child = parent.clone();
    for (name, value) in [
        ("id", json!(id)),
        ("amount_cents", json!(amount_cents)),
        ("created_at", json!(moment(at))),
        ("success", json!(true)),
        ("pending", json!(false)),
        ("is_auth", json!(false)),
        ("is_voided", json!(false)),
        ("is_refunded", json!(false)),
        ("refunded_amount_cents", json!(0)),
        ("has_parent_transaction", json!(true)),
        ("parent_transaction", parent["id"].clone()),
        (flag, json!(true)),
    ] {
        child[name] = value;
    }
    child
}

/// What went back of a charge.
pub(super) fn refunded(charge: &Value) -> i64 {
    let field = if charge["is_voided"] == true { "amount_cents" } else { "refunded_amount_cents" };
    charge[field].as_i64().unwrap_or_default()
}

/// A transaction as the flat query of the browser's return: members of members with a dot, the order as its number alone.
pub(super) fn flat(transaction: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let mut pairs = Vec::new();
    for (name, value) in transaction.as_object().into_iter().flatten() {
        match value {
            Value::Object(_) if name == "order" => {
                pairs.push((name.clone(), text(&value["id"])));
                pairs.push(("merchant_order_id".into(), text(&value["merchant_order_id"])));
            }
            Value::Object(members) => pairs.extend(members.iter().map(|(key, v)| (format!("{name}.{key}"), text(v)))),
            other => pairs.push((name.clone(), text(other))),
        }
    }
    pairs
}

/// `2024-06-13T11:33:44.592345`: without a zone, as Paymob writes it.
pub(super) fn moment(at: Millis) -> String {
    let seconds = at.rfc3339();
    format!("{}.{:06}", seconds.trim_end_matches('Z'), at.0.rem_euclid(1_000) * 1_000)
}

/// The source of a charge before anybody has chosen one.
pub(super) fn default_source(integration_id: u64) -> (String, &'static str) {
    if integration_id == WALLET { ("01010101010".into(), "wallet") } else { ("2346".into(), "card") }
}
