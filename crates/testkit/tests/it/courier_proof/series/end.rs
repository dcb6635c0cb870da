//! The end of a series: the network is quiet, everybody is asked about everything, and shipments, pickups and the ledger are compared
//! with the courier's books.

use std::collections::BTreeMap;
use std::time::Duration;

use db::p;
use serde_json::json;

use super::super::{count, held, pickups_at_courier, unfinished};
use super::model::{AtCourier, Snapshot, Stored};
use super::world::World;
use crate::{courier_cash, order_money};

/// Minutes until nothing is asked any more: calls are tried for up to two days, and a parcel is asked about once a day.
const WAITS: [i64; 14] = [1, 1, 5, 10, 20, 40, 60, 120, 360, 720, 1_440, 1_440, 1_500, 1_500];

impl World {
    /// Ends the series; what is wrong. Notices that did not come are lost, or come now.
    pub(super) async fn end(mut self, loses_the_rest: bool) -> Vec<String> {
        self.calm_down().await;
        let notices = held(&self.depot).await.len();
        for n in (0..notices).filter(|_| !loses_the_rest) {
            if !self.delivered.contains(&n) {
                self.tell(n).await;
            }
        }
        self.settle().await;
        // The merchant retries what the shop says is left.
        for parcel in self.parcels.clone() {
            self.act("POST", &format!("/shipments/{}/booking", parcel.view["id"].as_str().unwrap()), json!(null)).await;
        }
        for n in 0..5 {
            self.retry_call(n).await;
        }
        self.settle().await;

        let mut faults = self.look().await;
        let state = unfinished(&self.depot).await;
        if state != [0, 0, 0] {
            faults.push(format!("calls, notices and jobs that did not end: {state:?}"));
        }
        let (courier, now) = (self.at_courier().await, self.snapshot().await);
        for (number, shipment) in &now.shipments {
            let of_it: Vec<&AtCourier> = courier.iter().filter(|row| row.reference == *number).collect();
            let found = differences(shipment, &of_it, self.moved.contains(number));
            faults.extend(found.into_iter().map(|fault| format!("{number}: {fault}: {shipment:?} {of_it:?}")));
        }
        faults.extend(self.collected(&courier, &now));
        faults.extend(self.pickups().await);
        faults.extend(self.stock().await);
        order_money::assert_balanced(&self.depot.shop, &self.depot.me, "after a series").await;
        faults.extend(self.repeat_all(&now).await);
        faults.extend(self.remit(&courier).await);
        faults
    }

    /// What was to go wrong does so now, for somebody else.
    async fn calm_down(&self) {
        self.depot.control("settings", json!({"has_bundle": true})).await;
        let key = &self.depot.simulator.credentials.iter().find(|(field, _)| *field == "api_key").unwrap().1;
        let url = format!("{}/api/v2/pickups", self.depot.simulator.base);
        loop {
            let call = self.depot.browser.get(&url).header("authorization", key).timeout(Duration::from_millis(200));
            let Ok(answer) = call.send().await else { continue };
            if answer.status() == 200 && answer.bytes().await.is_ok() {
                break;
            }
        }
    }

    async fn settle(&mut self) {
        for minutes in WAITS {
            self.work().await;
            self.wait(minutes).await;
        }
        self.work().await;
    }

    /// What the courier collected is in the ledgers of orders of which the merchant did nothing by hand.
    fn collected(&self, courier: &[AtCourier], now: &Snapshot) -> Vec<String> {
        let mut faults = Vec::new();
        for (order, _) in &self.orders {
            let own: Vec<(&String, &Stored)> = now.shipments.iter().filter(|(_, s)| s.order == *order).collect();
            let rows: Vec<&AtCourier> =
                own.iter().flat_map(|(n, _)| courier.iter().filter(move |row| row.reference == **n)).collect();
            let at_the_door: i64 = rows.iter().filter(|row| row.state == 45).map(|row| row.cod).sum();
            // Where the merchant gave a parcel up that the courier had already, its pieces may be sent, and paid for, once more.
            let is_told = own.iter().any(|(number, s)| self.moved.contains(*number) || s.code == "not_cancelled");
            if is_told || self.by_hand.get(order).is_some_and(|payments| *payments > 0) {
                continue;
            }
            let (total, ledger) = (self.total(*order), now.ledgers[order]);
            if at_the_door > total || ledger.1 != at_the_door {
                faults.push(format!("{at_the_door} was collected for {order} of {total}, its ledger says {ledger:?}: {own:?}"));
            }
        }
        faults
    }

    /// Pickups are what the courier has.
    async fn pickups(&self) -> Vec<String> {
        let sql = "SELECT courier_id, state, reason, is_cancel_requested FROM courier_pickups WHERE store_id = ?1 ORDER BY id";
        let ours: Vec<(String, String, String, bool)> =
            self.depot.shop.app.db().conn().all(sql, p![self.depot.me.store]).await.unwrap();
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let theirs: BTreeMap<String, String> =
            pickups_at_courier(&self.depot).await.iter().map(|row| (text(&row["_id"]), text(&row["state"]))).collect();
        let mut faults = Vec::new();
        for (id, state, reason, is_asked) in &ours {
            let expected = match state.as_str() {
                "requested" => theirs.get(id).is_some_and(|state| state == "Requested"),
                "cancelled" => theirs.get(id).is_some_and(|state| state == "Canceled"),
                "refused" => true,
                _ => false,
            };
            if !expected || *is_asked || ours.iter().filter(|other| !id.is_empty() && other.0 == *id).count() > 1 {
                faults.push(format!("pickup {id} {state} {reason:?}: {theirs:?} {ours:?}"));
            }
        }
        let doubtful = ours.iter().filter(|(_, state, reason, _)| state == "refused" && reason == "unknown").count();
        let unknown = theirs.iter().filter(|(id, state)| *state == "Requested" && ours.iter().all(|row| row.0 != **id)).count();
        if unknown > doubtful {
            faults.push(format!("pickups that nobody knows of: {theirs:?} {ours:?}"));
        }
        faults
    }

    /// Every order has its pieces.
    async fn stock(&self) -> Option<String> {
        let sql = "SELECT qty FROM products WHERE store_id = ?1 AND id = ?2";
        let (store, product) = (self.depot.me.store, self.depot.product);
        let left: i64 = self.depot.shop.app.db().conn().one(sql, p![store, product]).await.unwrap();
        let sold: i64 = self.orders.iter().map(|(_, pieces)| pieces).sum();
        (left + sold != 100).then(|| format!("{left} pieces are left and {sold} sold, of 100"))
    }

    /// Everything is told once more, the latest first.
    async fn repeat_all(&mut self, now: &Snapshot) -> Option<String> {
        for n in (0..held(&self.depot).await.len()).rev() {
            self.tell(n).await;
        }
        self.work().await;
        // Nobody asks about a cancelled parcel any more: of what its courier did with it, a notice alone tells.
        let without_cancelled = |snapshot: &Snapshot| {
            let mut snapshot = snapshot.clone();
            snapshot.shipments.retain(|_, shipment| shipment.status != "cancelled");
            snapshot
        };
        let after = self.snapshot().await;
        (without_cancelled(&after) != without_cancelled(now)).then(|| format!("old notices changed {now:?} to {after:?}"))
    }

    /// A settlement of all that was collected: it is with the courier no more, and nobody paid once more.
    async fn remit(&self, courier: &[AtCourier]) -> Option<String> {
        let before = self.snapshot().await;
        let is_ours =
            |row: &&AtCourier| before.shipments.values().any(|s| s.cash_entry.is_some() && s.tracking_no == row.tracking_no);
        let rows: Vec<String> = courier
            .iter()
            .filter(is_ours)
            .map(|row| format!("{},{},20", row.tracking_no, kernel::money::format_with(row.cod, 2)))
            .collect();
        if rows.is_empty() {
            return None;
        }
        let me = &self.depot.me;
        let sheet = format!("AWB,COD,Fee\n{}\n", rows.join("\n"));
        let today = self.depot.shop.env.now().rfc3339()[..10].to_owned();
        let fields = json!({"courier": self.parcels[0].view["courier_name"], "remitted_on": today});
        let settlement = courier_cash::settlement(me, "all.csv", sheet, fields).await;
        for step in ["/check", "/post"] {
            courier_cash::after(&self.depot.shop, me, &settlement, step).await;
        }
        let after = self.snapshot().await;
        let sql = "SELECT COUNT(*) FROM shipments WHERE store_id = ?1 AND courier_cash_entry IS NOT NULL AND is_cash_due AND cod_amount > remitted_minor";
        let due = count(&self.depot, sql).await;
        let is_wrong = after.ledgers != before.ledgers || due > 0;
        is_wrong.then(|| format!("a settlement of {rows:?} changed {before:?} to {after:?}, {due} are due"))
    }
}

/// What a shipment says and its courier does not, once both have said everything.
fn differences(shipment: &Stored, of_it: &[&AtCourier], is_moved: bool) -> Vec<&'static str> {
    let live: Vec<&&AtCourier> = of_it.iter().filter(|row| row.is_live()).collect();
    let own = of_it.iter().find(|row| row.tracking_no == shipment.tracking_no);
    let is_cancelled = shipment.status == "cancelled";
    let has_left = live.iter().any(|row| row.has_left());
    let follows = own.is_none_or(|row| match row.state {
        45 => shipment.status == "delivered",
        46 => shipment.status == "returned",
        _ if row.is_return => matches!(shipment.status.as_str(), "refused" | "ready" | "shipped" | "out_for_delivery"),
        41 => shipment.status == "out_for_delivery",
        21..=30 => matches!(shipment.status.as_str(), "shipped" | "out_for_delivery"),
        _ => true,
    });
    let is_known = own.is_none_or(|row| row.state != 45 || shipment.status != "delivered" || shipment.reported == Some(row.cod));
    let checks = [
        (shipment.booking == "waiting" && !is_cancelled, "a booking that nobody ends"),
        (shipment.booking == "failed" && !is_cancelled, "a booking that cannot be retried"),
        (shipment.booking == "booked" && !is_cancelled && live.len() != 1, "what is booked is at the courier once"),
        (
            is_cancelled && !live.is_empty() && !(has_left && shipment.code == "not_cancelled"),
            "a cancelled parcel stands at the courier",
        ),
        (!is_cancelled && !is_moved && !follows, "a parcel follows its courier"),
        (!is_cancelled && !is_known, "collected cash is known"),
    ];
    checks.into_iter().filter_map(|(is_wrong, what)| is_wrong.then_some(what)).collect()
}
