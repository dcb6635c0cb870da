//! Proofs of payments at a gateway (PY-03): whatever the network, the gateway, the merchant and the machine do, each payment and each
//! refund is in the ledger once.
//!
//! The gateway is a simulator that holds its callbacks back; the tests send them, in orders of their own.

mod burst;
mod crash;
mod down;
mod processes;
mod refunds;
mod series;

use commerce::orders::Placed;
use db::p;
use kernel::{OrderId, PaymentTransactionId, money};
use serde_json::{Value, json};

use crate::online_checkout::Market;

/// A callback that the gateway did not send.
#[derive(Debug, Clone)]
pub(crate) struct Notice {
    path: String,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Notice {
    /// As a simulator holds it.
    pub(crate) fn read(held: &Value) -> Self {
        let text = |v: &Value| v.as_str().unwrap().to_owned();
        let headers = held["headers"].as_array().unwrap().iter().map(|h| (text(&h[0]), text(&h[1]))).collect();
        let url = text(&held["url"]);
        let path = format!("/{}", url.split_once("://").unwrap().1.split_once('/').unwrap().1);
        Self { path, headers, body: text(&held["body"]) }
    }

    /// The same from somebody who does not know the merchant's word.
    pub(crate) fn of_somebody_else(&self) -> Self {
        let headers = self.headers.iter().map(|(name, _)| (name.clone(), "somebody-elses-word".to_owned())).collect();
        Self { headers, ..self.clone() }
    }

    /// Sends it to the program at a port; the status of the answer.
    pub(crate) async fn send(&self, http: &reqwest::Client, port: u16) -> u16 {
        let request = http.post(format!("http://127.0.0.1:{port}{}", self.path)).header("content-type", "application/json");
        let request = self.headers.iter().fold(request, |request, (name, value)| request.header(name, value));
        request.body(self.body.clone()).send().await.unwrap().status().as_u16()
    }
}

/// From now on the gateway sends no callback itself.
async fn hold_callbacks(market: &Market) {
    market.control("hold", json!({"is_held": true})).await;
}

async fn read(market: &Market, list: &str) -> Vec<Value> {
    let url = format!("{}/__simulator/{list}", market.simulator.base);
    market.browser.get(url).send().await.unwrap().json().await.unwrap()
}

/// All callbacks that were held back, the oldest first.
async fn held(market: &Market) -> Vec<Notice> {
    read(market, "held").await.iter().map(Notice::read).collect()
}

/// What went back at the gateway, of all its payments.
async fn refunded_at_gateway(market: &Market) -> i64 {
    read(market, "payments").await.iter().map(|payment| payment["refunded_minor"].as_i64().unwrap()).sum()
}

/// The booked charges of an order.
async fn charges(market: &Market, order: OrderId) -> Vec<PaymentTransactionId> {
    let sql = "SELECT id FROM payment_transactions WHERE store_id = ?1 AND order_id = ?2 AND kind = 'charge' AND entry_n IS NOT NULL ORDER BY id";
    market.shop.app.db().conn().all(sql, p![market.me.store, order]).await.unwrap()
}

/// Requests a refund of the order's first charge through the gateway, as the merchant; the status of the answer, 404 without a charge.
async fn request_refund(market: &Market, order: OrderId, amount: i64) -> u16 {
    let Some(charge) = charges(market, order).await.first().copied() else { return 404 };
    let body = json!({"transaction_id": charge, "amount": money::format_with(amount, 2)});
    market.me.post(&format!("/orders/{order}/online-refunds"), body).await.0
}

/// How many rows a query about the store counts.
async fn count(market: &Market, sql: &str) -> i64 {
    market.shop.app.db().conn().one(sql, p![market.me.store]).await.unwrap()
}

/// Calls that have not ended, callbacks that are not processed, jobs that gave up.
async fn unfinished(market: &Market) -> [i64; 3] {
    let calls = "SELECT COUNT(*) FROM provider_calls WHERE store_id = ?1 AND ended_at IS NULL";
    let events = "SELECT COUNT(*) FROM provider_events WHERE store_id = ?1 AND state <> 'processed'";
    let jobs = "SELECT COUNT(*) FROM jobs WHERE status = 'dead' AND (store_id IS NULL OR store_id = ?1)";
    [count(market, calls).await, count(market, events).await, count(market, jobs).await]
}

/// Payments and refunds in an order's ledger: how many, and their sums.
async fn booked(market: &Market, placed: &Placed) -> [i64; 4] {
    let sql = "SELECT kind, amount FROM order_entries WHERE store_id = ?1 AND order_id = ?2 ORDER BY n";
    let entries: Vec<(String, i64)> = market.shop.app.db().conn().all(sql, p![market.me.store, placed.id]).await.unwrap();
    let of = |kind: &str| entries.iter().filter(|(k, _)| k == kind).map(|(_, amount)| *amount).collect::<Vec<i64>>();
    let (paid, refunded) = (of("payment"), of("refund"));
    [paid.len(), refunded.len()]
        .map(|n| i64::try_from(n).unwrap())
        .into_iter()
        .chain([paid.iter().sum(), -refunded.iter().sum::<i64>()])
        .collect::<Vec<_>>()
        .try_into()
        .unwrap()
}
