//! A shop, its courier, and what is known of what happened.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use kernel::{Millis, OrderId};
use serde_json::{Value, json};

use super::super::{held, next, open, paid, pickup};
use super::model::Snapshot;
use super::steps::Step;
use crate::courier_booking::scene::{Depot, path};
use crate::jobs::signed_in_again;

/// Orders and shipments of a series at most.
const MOST_ORDERS: usize = 5;
const MOST_SHIPMENTS: usize = 16;
/// Days for which pickups are asked for: a Sunday, a Monday and a Tuesday after the end of every series' steps.
const DAYS: [&str; 3] = ["2027-01-24", "2027-01-25", "2027-01-26"];
/// Addresses that a merchant chooses from.
const PLACES: [(&str, &str, &str); 3] =
    [("الجيزة", "الدقي", "9 شارع التحرير"), ("المعادي", "", "4 شارع 9"), ("الجيزة", "الدقي", "31 شارع مصدق")];
/// How long a token is used; it holds for half an hour.
const TOKEN_MINUTES: i64 = 20;

/// A shipment that the merchant made.
#[derive(Debug, Clone)]
pub(super) struct Parcel {
    pub(super) view: Value,
    /// Its number, by which the courier knows it: `1001-2`.
    pub(super) number: String,
}

pub(super) struct World {
    pub(super) depot: Depot,
    /// With the pieces that were ordered.
    pub(super) orders: Vec<(OrderId, i64)>,
    pub(super) parcels: Vec<Parcel>,
    /// Shipments that the merchant moved: by its own hand, whatever the courier says.
    pub(super) moved: BTreeSet<String>,
    /// Payments that the merchant recorded, by order.
    pub(super) by_hand: BTreeMap<OrderId, usize>,
    /// Notices that came, by their place in the courier's list.
    pub(super) delivered: BTreeSet<usize>,
    /// What the shop said after the step before.
    pub(super) before: Snapshot,
    token_minutes: i64,
}

impl World {
    pub(super) async fn open() -> Self {
        // Who hangs up early has more answers that do not come.
        let depot = open(Duration::from_millis(300), |_| {}).await;
        depot.shop.worker.tick().await.unwrap();
        depot.shop.drain_any().await;
        Self {
            depot,
            orders: Vec::new(),
            parcels: Vec::new(),
            moved: BTreeSet::new(),
            by_hand: BTreeMap::new(),
            delivered: BTreeSet::new(),
            before: Snapshot::default(),
            token_minutes: 0,
        }
    }

    /// Some parcels are booked before anything goes wrong.
    pub(super) async fn begin(&mut self) {
        for pieces in 1..=3 {
            self.take(Step::Order(pieces)).await;
            self.take(Step::Ship(self.orders.len() - 1, (pieces > 1).then_some(1))).await;
        }
        self.work().await;
    }

    /// Lets time pass.
    pub(super) async fn wait(&mut self, minutes: i64) {
        self.depot.shop.advance(minutes * Millis::MINUTE);
        self.token_minutes += minutes;
        if self.token_minutes > TOKEN_MINUTES {
            self.depot.me = signed_in_again(&self.depot.shop, self.depot.me.clone()).await;
            self.token_minutes = 0;
        }
    }

    /// What is due is done.
    pub(super) async fn work(&self) {
        self.depot.shop.worker.tick().await.unwrap();
        self.depot.shop.drain_any().await;
    }

    /// One of the merchant's acts; whether it was allowed.
    pub(super) async fn act(&self, method: &str, path: &str, body: Value) -> bool {
        let (status, answer) = self.depot.me.send(method, path, &body).await;
        // What is not possible in its state is refused.
        assert!(matches!(status, 200 | 201 | 404 | 409 | 422), "{method} {path} {body}: {status} {answer}");
        status < 300
    }

    fn any(&self, n: usize) -> Option<&Parcel> {
        (!self.parcels.is_empty()).then(|| &self.parcels[n % self.parcels.len()])
    }

    pub(super) async fn take(&mut self, step: Step) {
        match step {
            Step::Order(pieces) if self.orders.len() < MOST_ORDERS => {
                let order = self.depot.order(self.orders.len(), pieces).await;
                self.orders.push((order, pieces));
            }
            Step::Ship(n, pieces) if !self.orders.is_empty() && self.parcels.len() < MOST_SHIPMENTS => self.ship(n, pieces).await,
            Step::MarkPaid(n) if !self.orders.is_empty() => {
                let order = self.orders[n % self.orders.len()].0;
                let before = paid(&self.depot, order).await.0;
                self.act("POST", &format!("/orders/{order}/payments"), json!({})).await;
                *self.by_hand.entry(order).or_default() += paid(&self.depot, order).await.0 - before;
            }
            Step::Press(n, outcome) => self.press(n, outcome).await,
            Step::Notice(n) => {
                let count = held(&self.depot).await.len();
                if count > 0 {
                    self.tell(n % count).await;
                }
            }
            Step::FalseNotice(n) => {
                let notices = held(&self.depot).await;
                if let Some(notice) = notices.get(n % notices.len().max(1)) {
                    let port = self.depot.shop.addr.port();
                    assert_eq!(notice.of_somebody_else().send(&self.depot.browser, port).await, 401);
                }
            }
            Step::Fault(fault) => next(&self.depot, fault, "/").await,
            Step::Bundle(has_bundle) => self.depot.control("settings", json!({"has_bundle": has_bundle})).await,
            Step::RetryCall(n) => self.retry_call(n).await,
            Step::CancelPickup(n) => {
                let list = self.depot.me.data("/couriers/BOSTA/pickups").await["pickups"].as_array().unwrap().clone();
                if let Some(one) = list.get(n % list.len().max(1)) {
                    let path = format!("/couriers/BOSTA/pickups/{}/cancel", one["id"].as_str().unwrap());
                    self.act("POST", &path, Value::Null).await;
                }
            }
            Step::Work => self.work().await,
            Step::Wait(minutes) => self.wait(minutes).await,
            of_a_parcel => self.act_on_parcel(of_a_parcel).await,
        }
    }

    async fn act_on_parcel(&mut self, step: Step) {
        let (Step::Retry(n) | Step::Amount(n, _) | Step::Address(n, _) | Step::Cancel(n) | Step::Move(n, _) | Step::Pickup(n, _)) =
            step
        else {
            return;
        };
        let Some(Parcel { view, number }) = self.any(n).cloned() else { return };
        let path = path(&view);
        match step {
            Step::Retry(_) => self.act("POST", &format!("{path}/booking"), Value::Null).await,
            Step::Amount(_, pounds) => self.act("PUT", &path, json!({"waybill": {"cod_amount": pounds.to_string()}})).await,
            Step::Address(_, which) => {
                let (city, district, street) = PLACES[which % PLACES.len()];
                let address = json!({"name": "هدى منصور", "mobile": "01212345678", "country": "EG", "city": city, "district": district, "street": street});
                self.act("PUT", &path, json!({ "address": address })).await
            }
            Step::Cancel(_) => self.act("PUT", &format!("{path}/status"), json!({"status": "cancelled"})).await,
            Step::Move(_, to) => {
                let is_moved = self.act("PUT", &format!("{path}/status"), json!({"status": to})).await;
                if is_moved {
                    self.moved.insert(number);
                }
                is_moved
            }
            Step::Pickup(_, day) => {
                let body = pickup(&self.depot, &view, DAYS[day % DAYS.len()]);
                self.act("POST", "/couriers/BOSTA/pickups", body).await
            }
            _ => false,
        };
    }

    async fn ship(&mut self, n: usize, pieces: Option<i64>) {
        let order = self.orders[n % self.orders.len()].0;
        let mut body = json!({"waybill": {}});
        if let Some(quantity) = pieces {
            body["lines"] = json!([{"line": 1, "quantity": quantity}]);
        }
        let (status, answer) = self.depot.me.post(&format!("/orders/{order}/shipments"), body).await;
        assert!(matches!(status, 201 | 409 | 422), "{status} {answer}");
        if status == 201 {
            let view = answer["data"].clone();
            let number = view["number"].as_str().unwrap().to_owned();
            self.parcels.push(Parcel { view, number });
        }
    }

    /// Retries one of the calls that can be.
    pub(super) async fn retry_call(&self, n: usize) {
        let list = self.depot.me.data("/provider-calls").await;
        let can: Vec<&Value> = list.as_array().unwrap().iter().filter(|call| call["can_retry"] == true).collect();
        if let Some(call) = can.get(n % can.len().max(1)) {
            self.act("POST", &format!("/provider-calls/{}/retry", call["id"].as_str().unwrap()), Value::Null).await;
        }
    }

    /// One of the courier's notices comes.
    pub(super) async fn tell(&mut self, n: usize) {
        let notice = held(&self.depot).await[n].clone();
        assert_eq!(notice.send(&self.depot.browser, self.depot.shop.addr.port()).await, 200);
        self.delivered.insert(n);
    }

    /// The courier's people do something, where it is possible.
    async fn press(&self, n: usize, outcome: &str) {
        let all = self.depot.deliveries().await;
        let Some(one) = all.get(n % all.len().max(1)) else { return };
        self.depot.control("advance", json!({"seconds": 60})).await;
        let url = format!("{}/__simulator/press", self.depot.simulator.base);
        let body = json!({"delivery": one["trackingNumber"].to_string(), "outcome": outcome});
        let status = self.depot.browser.post(url).json(&body).send().await.unwrap().status();
        assert!(matches!(status.as_u16(), 200 | 422), "{status}");
    }
}
