//! `/payment/request` and `/payment/query`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use kernel::{Currency, money};
use serde_json::{Value, json};

use super::books::PayTabs;
use super::money as follow_ups;
use super::records::{PROFILE_ID, Page, SERVER_KEY};
use crate::service::Reply;
use crate::simulator::Simulator;

type Shared = State<Arc<Simulator<PayTabs>>>;

/// A new page, or a refund, void, capture or release of a transaction.
pub(super) async fn request(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Reply {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    if let Err(refused) = check_account(&headers, &body) {
        return refused;
    }
    let (amount_minor, currency) = match check_cart(&body) {
        Ok(amount) => amount,
        Err(refused) => return refused,
    };
    let now = simulator.clock.now();
    match body["tran_type"].as_str() {
        Some("sale" | "auth") => simulator.with(|books| {
            let page = Page {
                request: body,
                amount_minor,
                currency,
                refunded_minor: 0,
                captured_minor: 0,
                is_voided: false,
                created: now,
                transaction: None,
            };
            create_page(books, page)
        }),
        Some(tran_type @ ("refund" | "void" | "capture" | "release")) => {
            let (tran_type, amount) = (tran_type.to_owned(), (amount_minor, currency));
            match simulator.with(|books| follow_ups::follow_up(books, &body, &tran_type, amount, now)) {
                Err(refused) => refused,
                Ok(transaction) => {
                    let notice_of = transaction.clone();
                    // Beside the answer, as theirs comes.
                    tokio::spawn(async move { simulator.send_about(&notice_of).await });
                    Reply(200, transaction)
                }
            }
        }
        _ => error(206, "Invalid tran_type"),
    }
}

fn create_page(books: &mut PayTabs, page: Page) -> Reply {
    if books.pages.values().any(|other| other.request["cart_id"] == page.request["cart_id"]) {
        return error(4, "Duplicate Request");
    }
    let tran_ref = books.new_ref();
    let request = &page.request;
    let answer = json!({
        "tran_ref": tran_ref, "tran_type": "Sale", "cart_id": request["cart_id"], "cart_description": request["cart_description"],
        "cart_currency": page.currency.code(), "cart_amount": money::format(page.amount_minor, page.currency),
        "callback": request["callback"], "return": request["return"],
        "redirect_url": format!("{}/payment/page/{tran_ref}", books.base),
        "serviceId": 2, "profileId": PROFILE_ID, "merchantId": 1_001, "trace": "PMNT0001.SIMULATOR",
    });
    books.pages.insert(tran_ref, page);
    Reply(200, answer)
}

/// By `tran_ref` one transaction, by `cart_id` a list of them.
pub(super) async fn query(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Reply {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    if let Err(refused) = check_account(&headers, &body) {
        return refused;
    }
    simulator.with(|books| {
        let transactions = || books.pages.values().filter_map(|page| page.transaction.as_ref()).chain(books.follow_ups.values());
        if let Some(tran_ref) = body["tran_ref"].as_str() {
            let found = transactions().find(|t| t["tran_ref"] == tran_ref);
            return found.map_or_else(|| error(113, "Transaction not found"), |t| Reply(200, t.clone()));
        }
        let Some(cart_id) = body["cart_id"].as_str() else { return error(206, "tran_ref or cart_id is required") };
        Reply(200, transactions().filter(|t| t["cart_id"] == cart_id).cloned().collect())
    })
}

/// The key stands in the header as it is.
fn check_account(headers: &HeaderMap, body: &Value) -> Result<(), Reply> {
    if headers.get(header::AUTHORIZATION).is_none_or(|key| key.as_bytes() != SERVER_KEY.as_bytes()) {
        return Err(Reply(401, json!({ "code": 1, "message": "Authentication failed", "trace": "PMNT0001.SIMULATOR" })));
    }
    if body["profile_id"].as_u64() != Some(PROFILE_ID) {
        return Err(error(2, "Invalid profile ID"));
    }
    Ok(())
}

/// Required fields; the amount is a JSON number of major units, with no more digits than the currency has.
fn check_cart(body: &Value) -> Result<(i64, Currency), Reply> {
    for name in ["tran_type", "tran_class", "cart_id", "cart_description", "cart_currency"] {
        if body[name].as_str().is_none_or(str::is_empty) {
            return Err(error(206, &format!("Invalid or missing {name}")));
        }
    }
    if body["cart_id"].as_str().is_some_and(|id| id.len() > 64) {
        return Err(error(206, "cart_id is longer than 64"));
    }
    let Some(currency) = body["cart_currency"].as_str().and_then(Currency::parse) else {
        return Err(error(206, "Currency not available"));
    };
    let amount = body["cart_amount"].as_number().and_then(|number| money::parse(&number.to_string(), currency).ok());
    amount.filter(|minor| *minor > 0).map(|minor| (minor, currency)).ok_or_else(|| error(206, "Invalid cart_amount"))
}

/// `{"code", "message", "trace"}`
pub(super) fn error(code: u32, message: &str) -> Reply {
    Reply(400, json!({ "code": code, "message": message, "trace": "PMNT0001.SIMULATOR" }))
}
