//! The process is killed in the middle of each call to a courier: nothing is booked, fetched or called off twice, and nothing is
//! forgotten.

use std::time::Duration;

use kernel::Millis;
use serde_json::{Value, json};

use super::{OVER, PICKUP_DAY, TERMINATED, all_ended, count_calls, delivery, held, next, open, paid, pickup, pickups_at_courier};
use super::{press, read, until};
use crate::courier_booking::scene::Depot;
use crate::provider_process::{self, Node};

/// How soon after the test's clock a process starts: no two may have the same millisecond of a clock that stands, for ids hold it.
const LATER: i64 = 10 * Millis::SECOND;

/// A depot whose program is killed again and again.
struct Killed {
    depot: Depot,
    /// `timeout`: the courier did what it was asked and its answer never comes. `lost_call`: it never got it.
    fault: &'static str,
    unanswered: usize,
}

impl Killed {
    /// The next call at a path gets no answer.
    async fn prepare(&self, path: &str) {
        next(&self.depot, self.fault, path).await;
    }

    /// Kills the process in the middle of that call, and lets another one finish what it began. That one runs on.
    async fn kill(&mut self, node: Node) -> Node {
        self.unanswered += 1;
        let is_called = async || {
            let calls = read(&self.depot, "calls").await;
            let silent = calls.iter().filter(|call| call["direction"] == "in" && call["status"].is_null()).count();
            (silent >= self.unanswered).then_some(())
        };
        until("the call comes", is_called).await;
        node.kill();
        self.depot.shop.advance(OVER);
        let next = self.start();
        all_ended(&self.depot).await;
        next
    }

    fn start(&self) -> Node {
        Node::start(&self.depot.shop, &self.depot.simulator.base, LATER)
    }

    /// How often a call is made that is looked for before it is made again: once more where the courier never got the first.
    fn times(&self) -> usize {
        if self.fault == "lost_call" { 2 } else { 1 }
    }

    /// A parcel that is booked without any trouble.
    async fn booked(&self, n: usize) -> Value {
        let order = self.depot.order(n, 1).await;
        let shipment = self.depot.ship(order, json!({})).await;
        all_ended(&self.depot).await;
        self.depot.view(&shipment).await
    }
}

async fn killed_in_each_call(fault: &'static str) {
    let depot = open(Duration::from_secs(10), |app| app.secret_keys = provider_process::keys()).await;
    // Its cities are fetched.
    depot.shop.drain().await;
    let mut killed = Killed { depot, fault, unanswered: 0 };

    // The booking: what was done is found, and sent again only where it was not.
    let order = killed.depot.order(1, 1).await;
    killed.prepare("/deliveries").await;
    let shipment = killed.depot.ship(order, json!({})).await;
    let node = killed.start();
    let node = killed.kill(node).await;
    let booked = killed.depot.view(&shipment).await;
    assert_eq!(booked["booking"]["state"], "booked", "{booked}");
    assert_eq!(killed.depot.deliveries().await.len(), 1);
    assert_eq!(killed.depot.deliveries().await[0]["trackingNumber"].to_string(), booked["tracking_no"].as_str().unwrap());
    assert_eq!(count_calls(&killed.depot, "POST", "/deliveries").await, killed.times());

    // The change, which may be sent twice and stands once.
    killed.prepare("/deliveries/business").await;
    let (code, body) = killed.depot.put(&shipment, json!({"waybill": {"cod_amount": "80"}})).await;
    assert_eq!(code, 200, "{body}");
    let node = killed.kill(node).await;
    let view = killed.depot.view(&shipment).await;
    assert_eq!((&view["cod_amount"], &view["pending_change"]), (&json!("80.00"), &Value::Null));
    assert_eq!(delivery(&killed.depot, &booked["tracking_no"]).await["cod"], json!(80.0));
    assert_eq!(count_calls(&killed.depot, "PUT", booked["tracking_no"].as_str().unwrap()).await, 2);

    // The pickup: the courier comes once.
    killed.prepare("/pickups").await;
    let created = killed.depot.me.create("/couriers/BOSTA/pickups", pickup(&killed.depot, &booked, PICKUP_DAY)).await;
    let node = killed.kill(node).await;
    let listed = killed.depot.me.data("/couriers/BOSTA/pickups").await["pickups"][0].clone();
    assert_eq!((&listed["id"], &listed["state"]), (&created["id"], &json!("requested")), "{listed}");
    let states = async |depot: &Depot| pickups_at_courier(depot).await.iter().map(|row| row["state"].clone()).collect::<Vec<_>>();
    assert_eq!(states(&killed.depot).await, [json!("Requested")]);
    assert_eq!(count_calls(&killed.depot, "POST", "/pickups").await, killed.times());

    // It is called off, and stays so.
    killed.prepare("/pickups").await;
    let off = format!("/couriers/BOSTA/pickups/{}/cancel", created["id"].as_str().unwrap());
    let (code, body) = killed.depot.me.post(&off, Value::Null).await;
    assert_eq!(code, 200, "{body}");
    let node = killed.kill(node).await;
    let listed = killed.depot.me.data("/couriers/BOSTA/pickups").await["pickups"][0].clone();
    assert_eq!((&listed["state"], &listed["is_cancel_requested"]), (&json!("cancelled"), &json!(false)), "{listed}");
    assert_eq!(states(&killed.depot).await, [json!("Canceled")]);

    // Another parcel's booking is called off.
    let other = killed.booked(2).await;
    killed.prepare("/deliveries/business").await;
    killed.depot.cancel(&other).await;
    let node = killed.kill(node).await;
    let view = killed.depot.view(&other).await;
    assert_eq!((&view["status"], &view["booking"]["reason"]), (&json!("cancelled"), &Value::Null), "{view}");
    assert_eq!(delivery(&killed.depot, &other["tracking_no"]).await["state"]["code"], TERMINATED);

    // The read of a delivery: its cash is booked once.
    for outcome in ["pick_up", "deliver"] {
        press(&killed.depot, &booked["tracking_no"], outcome).await;
    }
    let notices = held(&killed.depot).await;
    killed.prepare("/deliveries/business").await;
    assert_eq!(notices[1].send(&killed.depot.browser, node.port).await, 200);
    let node = killed.kill(node).await;
    assert_eq!(killed.depot.view(&shipment).await["status"], "delivered");
    assert_eq!(paid(&killed.depot, order).await, (1, 8_000));
    // Late notices change nothing any more.
    for notice in notices.iter().rev() {
        assert_eq!(notice.send(&killed.depot.browser, node.port).await, 200);
    }
    all_ended(&killed.depot).await;
    assert_eq!(killed.depot.view(&shipment).await["status"], "delivered");
    assert_eq!(paid(&killed.depot, order).await, (1, 8_000));
    assert_eq!(killed.depot.deliveries().await.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_process_killed_before_the_courier_answers_books_nothing_twice_and_forgets_nothing() {
    killed_in_each_call("timeout").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_process_killed_before_the_courier_is_reached_books_nothing_twice_and_forgets_nothing() {
    killed_in_each_call("lost_call").await;
}
