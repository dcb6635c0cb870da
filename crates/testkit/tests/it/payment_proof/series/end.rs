//! The end of a series: the gateway is asked about everything, and the ledger is compared with its books.

use std::collections::BTreeMap;

use db::p;
use kernel::{Millis, OrderId};
use serde_json::Value;

use super::super::{count, held, read, unfinished};
use super::world::{ByHand, World};

/// What the shop has written of an order.
#[derive(Debug, PartialEq, Eq, Clone)]
struct Written {
    ledger: (i64, i64, i64),
    status: String,
    cases: Vec<String>,
    moves_to_paid: i64,
}

/// What happened at the gateway to the payments of an order.
#[derive(Debug, Default)]
struct Happened {
    charges: Vec<String>,
    lies: usize,
    refunded: i64,
    charged_back: i64,
}

const PRICE: i64 = 10_000;
/// Until nothing is asked any more: the last check of a payment is a day after its start, and a call is tried for two days.
const WAITS: [i64; 16] = [5, 5, 10, 20, 20, 60, 60, 180, 360, 360, 360, 720, 720, 1_440, 1_440, 1_440];

impl World {
    /// Ends the series; what is wrong. Callbacks that did not come are lost, or come now.
    pub(super) async fn end(mut self, loses_the_rest: bool) -> Vec<String> {
        let notices = held(&self.market).await;
        for (n, notice) in notices.iter().enumerate() {
            // Nobody asks about a chargeback: it comes weeks later, by its callback alone.
            let must_come = notice.body.contains("Chargeback");
            if !self.delivered.contains(&n) && (must_come || !loses_the_rest) {
                self.tell(n).await;
            }
        }
        for minutes in WAITS {
            self.market.shop.worker.tick().await.unwrap();
            self.market.shop.drain_any().await;
            self.wait(minutes * Millis::MINUTE).await;
        }
        self.market.shop.drain_any().await;

        let mut faults = Vec::new();
        let state = unfinished(&self.market).await;
        if state != [0, 0, 0] {
            faults.push(format!("calls, callbacks and jobs that did not end: {state:?}"));
        }
        let open = "SELECT COUNT(*) FROM payment_attempts WHERE store_id = ?1 AND (next_check_at IS NOT NULL OR state IN ('created', 'waiting'))";
        let requested =
            "SELECT COUNT(*) FROM payment_transactions WHERE store_id = ?1 AND is_requested = TRUE AND status = 'pending'";
        for (what, sql) in [("payments that hang", open), ("refunds that hang", requested)] {
            match count(&self.market, sql).await {
                0 => {}
                n => faults.push(format!("{n} {what}")),
            }
        }
        let mut before = BTreeMap::new();
        for order in self.ids() {
            let (happened, written) = (self.happened(order).await, self.written(order).await);
            let by_hand = self.by_hand.get(&order).copied().unwrap_or_default();
            faults.extend(
                differences(&happened, &written, by_hand)
                    .into_iter()
                    .map(|fault| format!("{order}: {fault}: {happened:?} {by_hand:?} {written:?}")),
            );
            before.insert(order, written);
        }
        if let Some(fault) = self.requested_and_refunded().await {
            faults.push(fault);
        }
        if let Some(fault) = self.stock().await {
            faults.push(fault);
        }
        // Everything is told once more, the latest first.
        for n in (0..held(&self.market).await.len()).rev() {
            self.tell(n).await;
        }
        self.market.shop.drain_any().await;
        for (order, written) in before {
            let now = self.written(order).await;
            if now != written {
                faults.push(format!("{order}: an old report changed {written:?} to {now:?}"));
            }
        }
        faults
    }

    fn ids(&self) -> Vec<OrderId> {
        self.orders.iter().map(|placed| placed.id).collect()
    }

    async fn happened(&self, order: OrderId) -> Happened {
        let sql = "SELECT reference FROM payment_attempts WHERE store_id = ?1 AND order_id = ?2";
        let references: Vec<String> = self.market.shop.app.db().conn().all(sql, p![self.market.me.store, order]).await.unwrap();
        let payments = read(&self.market, "payments").await;
        let mut happened = Happened::default();
        let is_own = |payment: &&Value| references.iter().any(|reference| payment["reference"] == reference.as_str());
        for payment in payments.iter().filter(is_own).filter(|payment| payment["state"] == "paid") {
            let reference = payment["reference"].as_str().unwrap().to_owned();
            if self.lied.contains(&reference) {
                happened.lies += 1;
                continue;
            }
            happened.refunded += payment["refunded_minor"].as_i64().unwrap();
            happened.charged_back += if self.charged_back.contains(&reference) { PRICE } else { 0 };
            happened.charges.push(reference);
        }
        happened
    }

    async fn written(&self, order: OrderId) -> Written {
        let (c, store) = (self.market.shop.app.db().conn(), self.market.me.store);
        let status = c.one("SELECT status FROM orders WHERE store_id = ?1 AND id = ?2", p![store, order]).await.unwrap();
        let cases = "SELECT kind FROM payment_cases WHERE store_id = ?1 AND order_id = ?2 ORDER BY id";
        let moves = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND subject = 'order' AND subject_id = ?2 AND after LIKE '%\"status\":\"PAID\"%'";
        Written {
            ledger: self.ledger(order).await,
            status,
            cases: c.all(cases, p![store, order]).await.unwrap(),
            moves_to_paid: c.one(moves, p![store, order]).await.unwrap(),
        }
    }

    /// What the gateway gave back is what the shop says that it asked for and got.
    async fn requested_and_refunded(&self) -> Option<String> {
        let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM payment_transactions \
                   WHERE store_id = ?1 AND is_requested = TRUE AND status IN ('paid', 'voided')";
        let (confirmed, refunded) = (count(&self.market, sql).await, super::super::refunded_at_gateway(&self.market).await);
        (confirmed != refunded).then(|| format!("{refunded} went back at the gateway, and {confirmed} of it was asked for"))
    }

    /// Every order that is not cancelled has its piece.
    async fn stock(&self) -> Option<String> {
        let store = self.market.me.store;
        let sql = "SELECT qty FROM products WHERE store_id = ?1 AND id = ?2";
        let left: i64 = self.market.shop.app.db().conn().one(sql, p![store, self.market.product]).await.unwrap();
        let sold = count(&self.market, "SELECT COUNT(*) FROM orders WHERE store_id = ?1 AND status <> 'CNCL'").await;
        (left + sold != 1_000).then(|| format!("{left} pieces are left and {sold} sold, of 1000"))
    }
}

fn differences(happened: &Happened, written: &Written, by_hand: ByHand) -> Vec<&'static str> {
    let charges = i64::try_from(happened.charges.len()).unwrap();
    let (paid, refunded, payments) = written.ledger;
    let has = |kinds: &[&str]| written.cases.iter().any(|kind| kinds.contains(&kind.as_str()));
    let is_limited = has(&["refund_too_large"]);
    let (most_back, back) =
        (happened.refunded + happened.charged_back + by_hand.refunded - by_hand.paid, charges * PRICE - paid + refunded);
    let is_undone = written.status == "CNCL";
    let checks = [
        (payments != charges + by_hand.payments, "each payment is in the ledger once"),
        (!is_limited && back != most_back, "what went back is in the ledger once"),
        (back > most_back, "nothing more went back than did"),
        (paid - refunded < 0, "never more goes back than came"),
        (!is_limited && refunded != happened.refunded + by_hand.refunded, "each refund is in the ledger once"),
        (written.moves_to_paid > 1, "an order is marked as paid once"),
        (charges > by_hand.payments && written.status == "PEND", "what is paid does not wait for its payment"),
        // Another amount than was asked for is at the gateway: the merchant decides.
        (payments == 0 && !is_undone && happened.lies == 0, "an order that nobody paid is released"),
        (happened.lies > 0 && !has(&["amount_differs"]), "another amount is a case"),
        (
            charges > 1
                && !by_hand.is_touched
                && happened.refunded == 0
                && happened.charged_back == 0
                && !has(&["paid_twice", "paid_after_end"]),
            "who pays twice is told of",
        ),
        (
            charges > 0 && is_undone && !by_hand.is_touched && !has(&["paid_after_end"]),
            "a payment of a cancelled order is a case",
        ),
        (happened.charged_back > 0 && !has(&["chargeback"]), "a chargeback is a case"),
    ];
    checks.into_iter().filter_map(|(is_wrong, what)| is_wrong.then_some(what)).collect()
}
