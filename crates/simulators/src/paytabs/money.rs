//! Refunds, voids and captures: which are possible, and what they leave.

use kernel::{Currency, Millis};
use serde_json::{Value, json};

use super::books::PayTabs;
use super::transactions;
use crate::service::Reply;

/// After a day a sale is settled, and can be refunded but not voided.
const SETTLED_AFTER_MS: i64 = Millis::DAY;

/// Does it, and answers the new transaction.
pub(super) fn follow_up(
    books: &mut PayTabs,
    body: &Value,
    tran_type: &str,
    (amount_minor, currency): (i64, Currency),
    now: Millis,
) -> Result<Value, Reply> {
    let refuse =
        |code: u32, message: &str| Err(Reply(400, json!({ "code": code, "message": message, "trace": "PMNT0001.SIMULATOR" })));
    let previous = body["tran_ref"].as_str().unwrap_or_default();
    if books.follow_ups.values().any(|t| t["cart_id"] == body["cart_id"]) {
        return refuse(4, "Duplicate Request");
    }
    let tran_ref = books.new_ref();
    let Some(page) = books.pages.get_mut(previous) else { return refuse(113, "Transaction not found") };
    let Some(sale) = page.transaction.as_ref().filter(|t| transactions::is_approved(t)) else {
        return refuse(311, "Not allowed: the transaction is not authorised");
    };
    if currency != page.currency {
        return refuse(206, "Currency is not that of the transaction");
    }
    let is_auth = sale["tran_type"] == "Auth";
    let taken_minor = if is_auth { page.captured_minor } else { page.amount_minor };
    match tran_type {
        "refund" => {
            if page.is_voided || amount_minor > taken_minor - page.refunded_minor {
                return refuse(310, "Refund amount exceeds what is left of the transaction");
            }
            page.refunded_minor += amount_minor;
        }
        "capture" => {
            if !is_auth || page.is_voided || amount_minor > page.amount_minor - page.captured_minor {
                return refuse(310, "Capture amount exceeds what is left of the authorisation");
            }
            page.captured_minor += amount_minor;
        }
        _ => {
            if page.is_voided || page.refunded_minor > 0 || now.0 - page.created.0 >= SETTLED_AFTER_MS {
                return refuse(311, "Transaction is already settled or voided");
            }
            page.is_voided = true;
        }
    }
    let word = match tran_type {
        "refund" => "Refund",
        "capture" => "Capture",
        "release" => "Release",
        _ => "Void",
    };
    let transaction = transactions::follow_up(&tran_ref, previous, page, word, &body["cart_id"], amount_minor, now);
    books.follow_ups.insert(tran_ref, transaction.clone());
    Ok(transaction)
}
