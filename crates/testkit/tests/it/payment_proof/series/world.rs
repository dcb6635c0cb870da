//! A shop, its gateway, and what is known of what happened.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use commerce::orders::Placed;
use db::p;
use gateways::payments::HttpLimits;
use kernel::{Millis, OrderId};
use serde_json::{Value, json};

use super::super::{held, hold_callbacks, read, request_refund};
use super::steps::Step;
use crate::jobs::signed_in_again;
use crate::online_checkout::{Market, address};

/// Orders of a series at most.
const MOST_ORDERS: usize = 6;

/// What the merchant did with an order.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct ByHand {
    /// Marked as paid: entries, and their sum.
    pub(super) payments: i64,
    pub(super) paid: i64,
    pub(super) refunded: i64,
    /// The order was changed by hand in some way.
    pub(super) is_touched: bool,
}

pub(super) struct World {
    pub(super) market: Market,
    pub(super) orders: Vec<Placed>,
    pub(super) by_hand: BTreeMap<OrderId, ByHand>,
    /// References of payments of which less was paid than asked for.
    pub(super) lied: BTreeSet<String>,
    /// References of payments that the bank took back.
    pub(super) charged_back: BTreeSet<String>,
    /// Callbacks that came, by their place in the gateway's list.
    pub(super) delivered: BTreeSet<usize>,
    is_paytabs: bool,
}

impl World {
    pub(super) async fn open(provider: &str) -> Self {
        // Who hangs up early has more answers that do not come.
        let limits = HttpLimits { total: Duration::from_millis(300), ..HttpLimits::default() };
        let market = Market::open_with(provider, limits, |_| {}).await;
        hold_callbacks(&market).await;
        Self {
            market,
            orders: Vec::new(),
            by_hand: BTreeMap::new(),
            lied: BTreeSet::new(),
            charged_back: BTreeSet::new(),
            delivered: BTreeSet::new(),
            is_paytabs: provider != "PAYMOB",
        }
    }

    pub(super) const fn has_chargebacks(&self) -> bool {
        self.is_paytabs
    }

    /// Lets time pass, for the shop and for the gateway.
    pub(super) async fn wait(&self, ms: i64) {
        self.market.shop.advance(ms);
        self.market.control("advance", json!({"seconds": ms / Millis::SECOND})).await;
    }

    /// Payments less those that were taken back, and refunds, in an order's ledger; and how many payments.
    pub(super) async fn ledger(&self, order: OrderId) -> (i64, i64, i64) {
        let sql = "SELECT kind, amount FROM order_entries WHERE store_id = ?1 AND order_id = ?2";
        let params = p![self.market.me.store, order];
        let entries: Vec<(String, i64)> = self.market.shop.app.db().conn().all(sql, params).await.unwrap();
        let sum =
            |kinds: &[&str]| entries.iter().filter(|(k, _)| kinds.contains(&k.as_str())).map(|(_, amount)| amount).sum::<i64>();
        let payments = entries.iter().filter(|(kind, _)| kind == "payment").count();
        (sum(&["payment", "payment_reversal"]), -sum(&["refund"]), i64::try_from(payments).unwrap())
    }

    /// Requests a refund through the gateway, which may be more than is left.
    async fn request_refund(&mut self, order: OrderId, amount: i64) {
        let mut status = request_refund(&self.market, order, amount).await;
        if status == 401 {
            // So much time has passed.
            self.market.me = signed_in_again(&self.market.shop, self.market.me.clone()).await;
            status = request_refund(&self.market, order, amount).await;
        }
        assert!(matches!(status, 201 | 404 | 409 | 422), "{status}");
    }

    /// Does one of the merchant's acts, and notes what it changed in the ledger.
    async fn act(&mut self, order: OrderId, method: &str, path: &str, body: Value) {
        let before = self.ledger(order).await;
        let path = format!("/orders/{order}/{path}");
        let (mut status, mut answer) = self.market.me.send(method, &path, &body).await;
        if status == 401 {
            // So much time has passed.
            self.market.me = signed_in_again(&self.market.shop, self.market.me.clone()).await;
            (status, answer) = self.market.me.send(method, &path, &body).await;
        }
        // What is not allowed in its state is refused.
        assert!(matches!(status, 200 | 201 | 409 | 422), "{path}: {status} {answer}");
        let after = self.ledger(order).await;
        let note = self.by_hand.entry(order).or_default();
        note.paid += after.0 - before.0;
        note.refunded += after.1 - before.1;
        note.payments += after.2 - before.2;
        note.is_touched |= status < 300;
    }

    pub(super) async fn take(&mut self, step: Step) {
        let orders = self.orders.len();
        match step {
            Step::Order if orders < MOST_ORDERS => {
                let placed = self.market.order(orders).await;
                self.orders.push(placed);
            }
            Step::Lead(n) if orders > 0 => {
                let path = format!("{}/pay", address(&self.orders[n % orders]));
                let reply = self.market.shopper.get(&path).await;
                assert!(matches!(reply.status, 200 | 303), "{}", reply.body);
            }
            Step::Retry(n) if orders > 0 => {
                let path = format!("{}/pay", address(&self.orders[n % orders]));
                let method = self.market.method.to_string();
                let reply = self.market.shopper.post(&path, &[("payment_method_id", &method)]).await;
                // Paid or cancelled: no more tries.
                assert!(matches!(reply.status, 303 | 409), "{} {}", reply.status, reply.body);
            }
            Step::Return(n) if orders > 0 => {
                let path = format!("{}/paid", address(&self.orders[n % orders]));
                let reply = self.market.shopper.get(&path).await;
                assert!(matches!(reply.status, 200 | 303), "{}", reply.body);
            }
            Step::Press(n, outcome) => self.press(n, outcome).await,
            Step::Callback(n) => {
                let notices = held(&self.market).await;
                if !notices.is_empty() {
                    self.tell(n % notices.len()).await;
                }
            }
            Step::Fault(fault) => self.market.control("next", json!({"outcome": fault})).await,
            Step::Refund(n, amount) if orders > 0 => {
                self.request_refund(self.orders[n % orders].id, amount).await;
            }
            Step::RefundByHand(n, amount) if orders > 0 => {
                let body = json!({"amount": kernel::money::format_with(amount, 2)});
                self.act(self.orders[n % orders].id, "POST", "refunds", body).await;
            }
            Step::Cancel(n) if orders > 0 => {
                self.act(self.orders[n % orders].id, "PUT", "status", json!({"status": "CNCL"})).await;
            }
            Step::MarkPaid(n) if orders > 0 => {
                self.act(self.orders[n % orders].id, "PUT", "payment-status", json!({"payment_status": "paid"})).await;
            }
            Step::Work => {
                self.market.shop.worker.tick().await.unwrap();
                self.market.shop.drain_any().await;
            }
            Step::Wait(minutes) => self.wait(minutes * Millis::MINUTE).await,
            // There is no order yet, or there are enough.
            _ => {}
        }
    }

    /// One of the gateway's callbacks comes.
    pub(super) async fn tell(&mut self, n: usize) {
        let notice = held(&self.market).await[n].clone();
        let status = notice.send(&self.market.browser, self.market.shop.addr.port()).await;
        // One that somebody else signed is refused.
        assert!(matches!(status, 200 | 401), "{status}");
        self.delivered.insert(n);
    }

    async fn press(&mut self, n: usize, outcome: &'static str) {
        let payments = read(&self.market, "payments").await;
        if payments.is_empty() {
            return;
        }
        let payment = &payments[n % payments.len()];
        let url = format!("{}/__simulator/press", self.market.simulator.base);
        let body = json!({"payment": payment["id"], "outcome": outcome});
        let is_done = self.market.browser.post(url).json(&body).send().await.unwrap().status().is_success();
        let reference = payment["reference"].as_str().unwrap().to_owned();
        match outcome {
            "lie_amount" if is_done => self.lied.insert(reference),
            "chargeback" if is_done => self.charged_back.insert(reference),
            _ => false,
        };
    }
}
