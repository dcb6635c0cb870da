//! Shipments follow their courier (SP-04, OR-04): by its reports and by asking, against the simulator of Bosta.

use kernel::Millis;
use serde_json::{Value, json};

use crate::courier_depot::{Depot, Sent, state};

async fn rejected(depot: &Depot) -> u64 {
    let text = depot.shop.call("GET", "/metrics").send().await.text();
    let is_it = |line: &&str| {
        line.starts_with("provider_callbacks_total{")
            && line.contains("provider=\"BOSTA\"")
            && line.contains("outcome=\"rejected\"")
    };
    text.lines().filter(is_it).filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok()).sum()
}

fn reads(calls: &[Value], sent: &Sent) -> usize {
    let path = format!("/deliveries/business/{}", sent.tracking_no);
    calls.iter().filter(|call| call["method"] == "GET" && call["target"].as_str().is_some_and(|at| at.ends_with(&path))).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_parcel_and_its_order_follow_the_courier_to_the_door() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    assert_eq!(depot.state(&sent).await, state("ready", "RDYS", 0));
    assert_eq!(depot.tracking(&sent).await["step"], Value::Null);
    for (outcome, shipment, order, step) in [
        ("pick_up", "shipped", "SHPD", "picked_up"),
        ("receive", "shipped", "SHPD", "in_transit"),
        ("out_for_delivery", "out_for_delivery", "ODLV", "out_for_delivery"),
        ("exception", "out_for_delivery", "ODLV", "exception"),
        ("receive", "out_for_delivery", "ODLV", "in_transit"),
        ("out_for_delivery", "out_for_delivery", "ODLV", "out_for_delivery"),
    ] {
        depot.press(&sent, outcome).await;
        assert_eq!(depot.state(&sent).await, state(shipment, order, 0), "{outcome}");
        assert_eq!(depot.shipment(&sent).await["courier_step"], step, "{outcome}");
    }
    depot.press(&sent, "deliver").await;
    assert_eq!(depot.state(&sent).await, state("delivered", "DLVR", 1));
    let order = depot.order(&sent).await;
    assert_eq!((&order["payment_status"], &order["money"]["paid"]), (&json!("paid"), &json!("105.00")));

    let tracking = depot.tracking(&sent).await;
    assert_eq!(
        (&tracking["step"], &tracking["collected"], &tracking["fee"]),
        (&json!("delivered"), &json!("105.00"), &json!("85.50"))
    );
    assert_eq!(
        (&tracking["next_check_at"], &tracking["differs"], &tracking["attempts"]),
        (&Value::Null, &json!(false), &json!(1))
    );
    let events = tracking["events"].as_array().unwrap();
    assert_eq!((events.len(), &events[0]["step"], &events[7]["step"]), (8, &json!("created"), &json!("delivered")));
    assert_eq!(tracking["label"], "تم التسليم");
    // The activity names what happened: moves, and the attempt that failed.
    let entries = depot.me.data(&format!("/orders/{}/activity", sent.order)).await.to_string();
    assert!(entries.contains("\"courier_step\":\"exception\"") && entries.contains("العميل لا يرد"), "{entries}");
    // Reads are no entries of their own.
    let journal = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND subject = 'provider_call'";
    assert_eq!(depot.count(journal).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_the_shopper_reads_the_couriers_steps_in_both_languages() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    let shopper = depot.shop.shopper(&depot.me.slug);
    assert!(!shopper.get(&sent.page).await.body.contains("ship__steps"));
    depot.press(&sent, "pick_up").await;
    depot.press(&sent, "transit").await;
    let page = shopper.get(&sent.page).await.body;
    for text in ["تحديثات شركة الشحن", "استُلمت من المتجر", "في الطريق بين المراكز"]
    {
        assert!(page.contains(text), "{text}: {page}");
    }
    let at = |text: &str| page.find(text).unwrap();
    assert!(at("في الطريق بين المراكز") < at("استُلمت من المتجر"), "the latest first");
    let page = shopper.get(&format!("/en{}", sent.page)).await.body;
    for text in ["Courier updates", "Picked up from the store", "In transit between hubs"] {
        assert!(page.contains(text), "{text}: {page}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_reports_twice_or_out_of_order_never_lead_back() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    depot.next(json!({"outcome": "callback_twice"})).await;
    depot.press(&sent, "pick_up").await;
    assert_eq!(depot.state(&sent).await, state("shipped", "SHPD", 0));
    depot.next(json!({"outcome": "out_of_order"})).await;
    depot.press(&sent, "out_for_delivery").await;
    assert_eq!(depot.state(&sent).await, state("out_for_delivery", "ODLV", 0));
    depot.next(json!({"outcome": "late_callback"})).await;
    depot.press(&sent, "deliver").await;
    assert_eq!(depot.state(&sent).await, state("out_for_delivery", "ODLV", 0), "nothing was heard yet");
    for _ in 0..12 {
        depot.press_time().await;
    }
    assert_eq!(depot.state(&sent).await, state("delivered", "DLVR", 1));
    // The same report again, and one that was made before: neither moves it nor is the cash booked once more.
    for body in [45, 41, 21] {
        let body = json!({"_id": "a", "trackingNumber": sent.tracking_no, "state": body, "timeStamp": 1}).to_string();
        assert_eq!(depot.report(Some(depot.key()), &body).await, 200);
        depot.shop.drain().await;
        assert_eq!(depot.state(&sent).await, state("delivered", "DLVR", 1));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_notice_without_the_accounts_key_is_a_401_and_counted() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    let before = rejected(&depot).await;
    let body = json!({"_id": "a", "trackingNumber": sent.tracking_no, "state": 45, "timeStamp": 1}).to_string();
    assert_eq!(depot.report(None, &body).await, 401);
    assert_eq!(depot.report(Some("somebody-elses-word".into()), &body).await, 401);
    depot.next(json!({"outcome": "foreign_key"})).await;
    depot.press(&sent, "deliver").await;
    assert!(rejected(&depot).await >= before + 3);
    assert_eq!(depot.count("SELECT COUNT(*) FROM provider_events WHERE store_id = ?1").await, 0);
    assert_eq!(depot.state(&sent).await, state("ready", "RDYS", 0));
    // With the key, what cannot be read is a 400, and another store's parcel asks nobody.
    assert_eq!(depot.report(Some(depot.key()), "{}").await, 400);
    let calls = depot.calls().await.len();
    assert_eq!(depot.report(Some(depot.key()), &json!({"trackingNumber": "99", "state": 45}).to_string()).await, 200);
    depot.shop.drain().await;
    assert_eq!(depot.calls().await.len(), calls);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_cash_is_collected_when_the_courier_says_delivered_and_is_then_with_it() {
    let depot = Depot::open().await;
    let (sent, other) = (depot.send(1).await, depot.send(2).await);
    for outcome in ["pick_up", "out_for_delivery"] {
        depot.press(&sent, outcome).await;
        depot.press(&other, outcome).await;
    }
    // Marked by hand, it is delivered and nobody has said that it was paid.
    let (code, body) = depot.me.put(&format!("/shipments/{}/status", sent.id()), json!({"status": "delivered"})).await;
    assert_eq!(code, 200, "{body}");
    assert_eq!(depot.state(&sent).await, state("delivered", "DLVR", 0));
    depot.press(&sent, "deliver").await;
    assert_eq!(depot.state(&sent).await, state("delivered", "DLVR", 1));
    // The customer has paid, and the courier owes it: it is in the list of cash with couriers until a settlement has it.
    let cash = depot.me.data("/courier-cash").await;
    assert_eq!((&cash["total"]["shipments"], &cash["total"]["amount"]), (&json!(1), &json!("105.00")));

    // Money that the merchant recorded before is not booked again, and is not with the courier.
    let (code, body) = depot.me.post(&format!("/orders/{}/payments", other.order), json!({})).await;
    assert!(code < 300, "{code} {body}");
    depot.press(&other, "deliver").await;
    assert_eq!(depot.state(&other).await, state("delivered", "DLVR", 1));
    assert_eq!(depot.tracking(&other).await["collected"], "105.00");
    assert_eq!(depot.me.data("/courier-cash").await["total"]["shipments"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_the_courier_collects_another_amount_than_the_waybill_says() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    // The courier was told less, in its own dashboard.
    depot.set(&sent, "cod_amount = 12000").await;
    depot.press(&sent, "deliver").await;
    assert_eq!(depot.state(&sent).await, state("delivered", "DLVR", 1));
    assert_eq!(depot.shipment(&sent).await["cod_amount"], "105.00");
    assert_eq!(depot.me.data("/courier-cash").await["total"]["amount"], "105.00");
}

/// OR-04: a parcel that its customer does not take is refused, then returned, as if the merchant had said so: nothing is collected,
/// and its pieces come back into stock with the order's return, as the merchant chooses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_04_a_parcel_that_comes_back_is_a_return_and_no_sale() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    let stock = depot.stock().await;
    depot.press(&sent, "out_for_delivery").await;
    depot.press(&sent, "refuse").await;
    assert_eq!(depot.state(&sent).await, state("refused", "RFSD", 0));
    assert_eq!(depot.tracking(&sent).await["step"], "returning");
    depot.press(&sent, "return").await;
    assert_eq!(depot.state(&sent).await, state("returned", "RFSD", 0));
    let tracking = depot.tracking(&sent).await;
    assert_eq!(
        (&tracking["step"], &tracking["collected"], &tracking["next_check_at"]),
        (&json!("returned"), &Value::Null, &Value::Null)
    );
    assert_eq!(depot.stock().await, stock, "whether the goods can be sold again is the merchant's to say");
    let (code, body) = depot.me.put(&format!("/orders/{}/status", sent.order), json!({"status": "RTRN", "restock": true})).await;
    assert_eq!(code, 200, "{body}");
    assert_eq!(depot.stock().await, stock + 1);
    assert_eq!(depot.me.data("/courier-cash").await["total"]["shipments"], 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_courier_that_says_otherwise_than_the_table_is_shown_and_moves_nothing() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    depot.press(&sent, "pick_up").await;
    for to in ["refused", "returned"] {
        let (code, body) = depot.me.put(&format!("/shipments/{}/status", sent.id()), json!({"status": to})).await;
        assert_eq!(code, 200, "{body}");
    }
    depot.press(&sent, "deliver").await;
    assert_eq!(depot.state(&sent).await, state("returned", "RFSD", 0));
    let tracking = depot.tracking(&sent).await;
    assert_eq!((&tracking["step"], &tracking["differs"]), (&json!("delivered"), &json!(true)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_an_answer_that_was_read_before_the_stored_one_changes_nothing() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    depot.press(&sent, "pick_up").await;
    let later = depot.shop.env.now().plus(Millis::HOUR).0;
    depot.set(&sent, &format!("tracked_at = {later}")).await;
    depot.press(&sent, "deliver").await;
    assert_eq!(depot.state(&sent).await, state("shipped", "SHPD", 0));
    assert_eq!(depot.tracking(&sent).await["step"], "picked_up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_what_is_not_reported_is_found_by_asking_at_growing_distances() {
    let mut depot = Depot::open().await;
    let sent = depot.send(1).await;
    // Planned, not asked: it was just booked.
    depot.tick().await;
    assert_eq!(reads(&depot.calls().await, &sent), 0);
    let mut asked_at = Vec::new();
    for half_hour in 1..=70 {
        depot.shop.advance(30 * Millis::MINUTE);
        let before = reads(&depot.calls().await, &sent);
        depot.tick().await;
        if reads(&depot.calls().await, &sent) > before {
            asked_at.push(half_hour);
        }
    }
    // After 1 hour something is new (the courier knows of it); then after 1, 2, 4, 8 and 16 hours.
    assert_eq!(asked_at, [2, 4, 8, 16, 32, 64]);

    depot.next(json!({"outcome": "lost_callback"})).await;
    depot.press_alone(&sent, "deliver").await;
    depot.tick().await;
    depot.sign_in_again().await;
    assert_eq!(depot.state(&sent).await.0, "ready", "nothing was heard of it");
    depot.shop.advance(Millis::DAY);
    depot.sign_in_again().await;
    depot.tick().await;
    assert_eq!(depot.state(&sent).await, state("delivered", "DLVR", 1));
    // It has ended: nobody is asked any more.
    let calls = reads(&depot.calls().await, &sent);
    for _ in 0..5 {
        depot.shop.advance(2 * Millis::DAY);
        depot.tick().await;
    }
    assert_eq!(reads(&depot.calls().await, &sent), calls);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_courier_that_reports_is_asked_seldom() {
    let depot = Depot::open().await;
    let sent = depot.send(1).await;
    depot.press(&sent, "pick_up").await;
    let before = reads(&depot.calls().await, &sent);
    for _ in 0..11 {
        depot.shop.advance(Millis::HOUR);
        depot.tick().await;
    }
    assert_eq!(reads(&depot.calls().await, &sent), before);
    depot.shop.advance(2 * Millis::HOUR);
    depot.tick().await;
    assert_eq!(reads(&depot.calls().await, &sent), before + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_store_without_an_account_asks_nobody() {
    let mut depot = Depot::unconnected().await;
    let sent = depot.send(1).await;
    let before = depot.calls().await.len();
    for _ in 0..6 {
        depot.shop.advance(Millis::DAY);
        depot.tick().await;
    }
    assert_eq!(depot.calls().await.len(), before);
    depot.sign_in_again().await;
    assert_eq!(depot.count("SELECT COUNT(*) FROM provider_calls WHERE store_id = ?1").await, 0);
    assert_eq!(depot.state(&sent).await, state("ready", "RDYS", 0));
}

impl Depot {
    /// A minute passes for the courier, and what comes then is worked off.
    async fn press_time(&self) {
        self.shop.advance(Millis::MINUTE);
        self.advance_simulator(60).await;
        self.shop.drain().await;
    }

    /// The key of the account's webhooks.
    fn key(&self) -> String {
        self.simulator.credentials.iter().find(|(name, _)| *name == "callback_key").unwrap().1.clone()
    }

    /// Somebody reports to the account's address; the status of the answer.
    async fn report(&self, key: Option<String>, body: &str) -> u16 {
        let call = self.shop.call("POST", &self.callback_path).body("application/json", body.as_bytes().to_vec());
        let call = match key {
            Some(key) => call.header("authorization", &key),
            None => call,
        };
        call.send().await.status
    }

    async fn stock(&self) -> i64 {
        self.count("SELECT CAST(SUM(qty) AS BIGINT) FROM products WHERE store_id = ?1").await
    }
}
