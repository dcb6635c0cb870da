//! What the shop says, what the courier's books say, and how far the two may differ.

use std::collections::BTreeMap;

use db::p;
use kernel::{Currency, OrderId, ShipmentId, money};
use serde_json::Value;

use super::super::{TERMINATED, paid};
use super::world::World;

/// A shipment as the shop has stored it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stored {
    pub(super) order: OrderId,
    pub(super) status: String,
    pub(super) booking: String,
    pub(super) code: String,
    pub(super) tracking_no: String,
    pub(super) cod: i64,
    pub(super) reported: Option<i64>,
    pub(super) cash_entry: Option<i64>,
}

/// All shipments by their number, and the ledgers of their orders: how many payments, and their sum.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub(super) shipments: BTreeMap<String, Stored>,
    pub(super) ledgers: BTreeMap<OrderId, (usize, i64)>,
}

/// A delivery as the courier has it.
#[derive(Debug, Clone)]
pub(super) struct AtCourier {
    pub(super) reference: String,
    pub(super) tracking_no: String,
    pub(super) state: i64,
    pub(super) is_return: bool,
    pub(super) cod: i64,
}

impl AtCourier {
    fn read(row: &Value) -> Self {
        Self {
            reference: row["businessReference"].as_str().unwrap().to_owned(),
            tracking_no: row["trackingNumber"].to_string(),
            state: row["state"]["code"].as_i64().unwrap(),
            is_return: row["type"]["value"] == "RTO",
            cod: money::parse(&row["cod"].to_string(), Currency::EGP).unwrap(),
        }
    }

    pub(super) const fn is_live(&self) -> bool {
        self.state != TERMINATED
    }

    /// The courier has or had the parcel in its hands.
    pub(super) const fn has_left(&self) -> bool {
        self.is_live() && self.state > 20
    }
}

/// How far a status is on the way.
fn rank(status: &str) -> usize {
    ["ready", "shipped", "out_for_delivery", "delivered", "refused", "returned", "cancelled"]
        .iter()
        .position(|known| *known == status)
        .unwrap_or_else(|| panic!("{status}"))
}

/// Whether a status may follow, in any number of named transitions.
fn may_follow(from: &str, to: &str) -> bool {
    match from {
        "delivered" | "returned" | "cancelled" => from == to,
        "refused" => matches!(to, "refused" | "returned"),
        "ready" => true,
        _ => rank(to) >= rank(from) && to != "cancelled",
    }
}

impl World {
    pub(super) async fn snapshot(&self) -> Snapshot {
        let (c, store) = (self.depot.shop.app.db().conn(), self.depot.me.store);
        let mut snapshot = Snapshot::default();
        let words =
            "SELECT id, order_id, status, booking, booking_code, tracking_no FROM shipments WHERE store_id = ?1 ORDER BY id";
        let words: Vec<(ShipmentId, OrderId, String, String, String, String)> = c.all(words, p![store]).await.unwrap();
        let cash = "SELECT id, cod_amount, reported_cash, courier_cash_entry FROM shipments WHERE store_id = ?1 ORDER BY id";
        let cash: Vec<(ShipmentId, i64, Option<i64>, Option<i64>)> = c.all(cash, p![store]).await.unwrap();
        for ((id, order, status, booking, code, tracking_no), (_, cod, reported, cash_entry)) in words.into_iter().zip(cash) {
            let id = id.to_string();
            let number = self.parcels.iter().find(|parcel| parcel.view["id"] == id.as_str()).unwrap().number.clone();
            let stored = Stored { order, status, booking, code, tracking_no, cod, reported, cash_entry };
            snapshot.shipments.insert(number, stored);
        }
        for (order, _) in &self.orders {
            snapshot.ledgers.insert(*order, paid(&self.depot, *order).await);
        }
        snapshot
    }

    pub(super) async fn at_courier(&self) -> Vec<AtCourier> {
        self.depot.deliveries().await.iter().map(AtCourier::read).collect()
    }

    /// What must hold at any time; what does not.
    pub(super) async fn look(&mut self) -> Vec<String> {
        let (courier, now) = (self.at_courier().await, self.snapshot().await);
        let mut faults = Vec::new();
        for (number, shipment) in &now.shipments {
            let live: Vec<&AtCourier> = courier.iter().filter(|row| row.reference == *number && row.is_live()).collect();
            if live.len() > 1 {
                faults.push(format!("{number} is booked {} times", live.len()));
            }
            let before = self.before.shipments.get(number);
            if let Some(before) = before.filter(|before| !may_follow(&before.status, &shipment.status)) {
                faults.push(format!("{number} went from {} back to {}", before.status, shipment.status));
            }
            if before.is_some_and(|before| before.cash_entry.is_some() && before.cash_entry != shipment.cash_entry) {
                faults.push(format!("the cash of {number} is booked anew"));
            }
            let own = courier.iter().find(|row| row.tracking_no == shipment.tracking_no);
            faults.extend(self.beyond(number, shipment, own));
        }
        for (order, (payments, sum)) in &now.ledgers {
            let by_courier = now.shipments.values().filter(|s| s.order == *order && s.cash_entry.is_some()).count();
            let by_hand = self.by_hand.get(order).copied().unwrap_or_default();
            if *payments != by_courier + by_hand {
                faults.push(format!("{order} has {payments} payments, {by_courier} by couriers and {by_hand} by hand"));
            }
            let total = self.total(*order);
            if *sum > total {
                faults.push(format!("{order} of {total} is paid with {sum}"));
            }
        }
        faults.extend(self.shipped_twice(&now).await);
        self.before = now;
        faults
    }

    /// The total of an order: pieces of 100.00 that are collected at the door.
    pub(super) fn total(&self, order: OrderId) -> i64 {
        self.orders.iter().find(|(id, _)| *id == order).map_or(0, |(_, pieces)| pieces * 10_000)
    }

    /// What a shipment says beyond what its courier has said, where nobody of the team moved it.
    fn beyond(&self, number: &str, shipment: &Stored, own: Option<&AtCourier>) -> Vec<String> {
        let mut faults = Vec::new();
        let state = own.map_or(0, |row| row.state);
        if shipment.booking == "booked" && own.is_none() {
            faults.push(format!("{number} is booked under a number that the courier does not know: {shipment:?}"));
        }
        if shipment.cash_entry.is_some() && (state != 45 || shipment.reported != own.map(|row| row.cod)) {
            faults.push(format!("{number} has cash that the courier did not collect: {shipment:?} {own:?}"));
        }
        let is_said = match shipment.status.as_str() {
            "shipped" | "out_for_delivery" => own.is_some_and(AtCourier::has_left),
            "delivered" => state == 45,
            "refused" => state == 46 || own.is_some_and(|row| row.is_return),
            "returned" => state == 46,
            _ => true,
        };
        if !is_said && !self.moved.contains(number) {
            faults.push(format!("{number} is further than the courier says: {shipment:?} {own:?}"));
        }
        faults
    }

    /// Orders of which more pieces are on their way than were ordered, or than their shipments count.
    async fn shipped_twice(&self, now: &Snapshot) -> Vec<String> {
        let sql = "SELECT s.order_id, CAST(SUM(l.quantity) AS BIGINT) FROM shipments s JOIN shipment_lines l ON l.store_id = s.store_id AND l.shipment_id = s.id \
                   WHERE s.store_id = ?1 AND s.status NOT IN ('cancelled', 'returned') GROUP BY s.order_id";
        let sums: Vec<(OrderId, i64)> = self.depot.shop.app.db().conn().all(sql, p![self.depot.me.store]).await.unwrap();
        let ordered: BTreeMap<OrderId, i64> = self.orders.iter().copied().collect();
        let mut faults: Vec<String> = sums
            .iter()
            .filter(|(order, pieces)| *pieces > ordered[order])
            .map(|(order, pieces)| format!("{pieces} pieces of {order} are shipped"))
            .collect();
        for order in ordered.keys() {
            let to_collect: i64 = now.shipments.values().filter(|s| s.order == *order && is_collecting(s)).map(|s| s.cod).sum();
            if to_collect > self.total(*order) {
                faults.push(format!("{to_collect} is to be collected for {order}"));
            }
        }
        faults
    }
}

fn is_collecting(shipment: &Stored) -> bool {
    matches!(shipment.status.as_str(), "ready" | "shipped" | "out_for_delivery")
}
