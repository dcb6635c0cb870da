//! From the request to the return that takes the goods back.

use serde_json::{Value, json};

use super::{body, calls, cancel, delivered, fetched, follow, list, only, post, press, request, requests, warehouse};
use crate::courier_booking::scene::{Depot, LOCATION};

/// SP-02: a return is booked after its commit with type, address and warehouse, once for its key; the order and its stock stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_return_is_booked_at_the_customers_address() {
    let depot = Depot::open().await;
    let order = delivered(&depot, 1, 3).await;
    let offer = list(&depot, order).await;
    assert_eq!((&offer["couriers"], &offer["warehouse"]), (&json!(["BOSTA"]), &json!(warehouse(&depot.me))));
    assert_eq!((&offer["fetchable"], &offer["parcels"]), (&json!([{"line": 1, "quantity": 3}]), &json!([])));
    let before = depot.me.data(&format!("/orders/{order}")).await;

    let mut sent = body(&depot.me, &[(1, 2)]);
    sent["note"] = json!("الدور الثالث");
    sent["package_size"] = json!("medium");
    let path = format!("/orders/{order}/return-parcels");
    let call = || depot.me.call("POST", &path).header("idempotency-key", "key-of-a-return").json(&sent);
    let first = call().send().await;
    assert_eq!(first.status, 201, "{}", first.text());
    let again = call().send().await;
    assert_eq!((again.status, again.data()["id"].clone()), (201, first.data()["id"].clone()), "a repeated request books once");
    let parcel = only(&depot, order).await;
    assert_eq!((&parcel["state"], &parcel["number"]), (&json!("waiting"), &json!(format!("{}-R1", before["number"]))));
    assert!(requests(&depot).await.is_empty(), "nobody was called inside the transaction");

    depot.shop.drain().await;
    let requests = requests(&depot).await;
    let [sent] = &requests[..] else { panic!("{requests:?}") };
    assert_eq!((&sent["businessReference"], &sent["cod"]), (&parcel["number"], &json!(0.0)));
    assert_eq!(sent["pickupAddress"]["firstLine"], "12 شارع النيل");
    assert_eq!((&sent["dropOffAddress"], &sent["businessLocationId"]), (&Value::Null, &json!(LOCATION)));
    assert_eq!(sent["receiver"]["phone"], "01010000001");
    assert_eq!(sent["specs"]["packageType"], "Medium");
    assert_eq!(sent["specs"]["packageDetails"], json!({"itemsCount": 2, "description": "2 × قميص قطن"}));
    assert_eq!(sent["notes"], "الدور الثالث");
    let booked = only(&depot, order).await;
    assert_eq!((&booked["state"], &booked["reason"], &booked["can_cancel"]), (&json!("booked"), &Value::Null, &json!(true)));
    assert_eq!(booked["tracking_no"], json!(fetched(&depot).await[0]["trackingNumber"].to_string()));
    assert_eq!(calls(&depot, order).await, [("return_parcel_book".into(), "done".into())]);

    let after = depot.me.data(&format!("/orders/{order}")).await;
    assert_eq!((&after["status"], &after["items"], &after["money"]), (&before["status"], &before["items"], &before["money"]));
    assert_eq!(list(&depot, order).await["fetchable"], json!([{"line": 1, "quantity": 1}]), "no piece is fetched twice");
    let page = depot.me.data(&format!("/orders/{order}/page")).await;
    assert_eq!(page["return_parcels"]["parcels"][0], booked);
    let label = depot.me.call("GET", &format!("/return-parcels/{}/courier-label", booked["id"].as_str().unwrap())).send().await;
    assert_eq!(label.status, 200, "{}", label.text());
    assert!(label.bytes.starts_with(b"%PDF"));
}

/// SP-04: a parcel follows its courier by polls, moves neither the order nor stock, and is settled by the return that takes it back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_return_follows_its_courier_until_its_goods_are_taken_back() {
    let mut depot = Depot::open().await;
    let order = delivered(&depot, 1, 2).await;
    request(&depot, order, 1).await;
    depot.shop.drain().await;
    for (outcome, step, is_to_receive, can_cancel) in [
        ("come", "created", false, true),
        ("exception", "exception", false, true),
        ("pick_up", "returning", false, false),
        ("exception", "exception", false, false),
        ("receive", "returning", false, false),
        ("return", "returned", true, false),
    ] {
        press(&depot, order, outcome).await;
        follow(&mut depot).await;
        let parcel = only(&depot, order).await;
        assert_eq!((&parcel["step"], &parcel["is_to_receive"]), (&json!(step), &json!(is_to_receive)), "{outcome}: {parcel}");
        assert_eq!(parcel["can_cancel"], json!(can_cancel), "{outcome}: {parcel}");
    }
    let parcel = only(&depot, order).await;
    assert_eq!(parcel["step_label"], "عادت إلى المتجر");
    let labels: Vec<&str> = parcel["events"].as_array().unwrap().iter().map(|e| e["label"].as_str().unwrap()).collect();
    assert_eq!(labels.first(), Some(&"طُلب استلام الشحنة"), "{labels:?}");
    let view = depot.me.data(&format!("/orders/{order}")).await;
    assert_eq!((&view["status"], &view["items"][0]["returned"]), (&json!("DLVR"), &json!(0)), "a member takes the goods back");

    let reason = depot.me.data("/return-reasons").await[0]["id"].clone();
    let lines = json!([{"line": 1, "quantity": 1, "reason_id": reason, "is_restocked": true}]);
    depot.me.create(&format!("/orders/{order}/returns"), json!({ "lines": lines })).await;
    assert_eq!(only(&depot, order).await["is_to_receive"], json!(false));
    assert_eq!(
        list(&depot, order).await["fetchable"],
        json!([{"line": 1, "quantity": 1}]),
        "the other piece is with the customer"
    );
    let (status, _) = cancel(&depot, &parcel).await;
    assert_eq!(status, 409);
}

/// SP-04: what the courier reports of a return is read again before anything is made of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_notice_about_a_return_is_read_again() {
    let depot = Depot::open().await;
    let order = delivered(&depot, 1, 1).await;
    request(&depot, order, 1).await;
    depot.shop.drain().await;
    let number = only(&depot, order).await["tracking_no"].clone();
    let accounts = depot.me.data("/courier-accounts").await;
    let account = accounts.as_array().unwrap().iter().find(|account| account["provider"] == "BOSTA").unwrap().clone();
    let address = account["callback_address"].as_str().unwrap();
    let url = format!("http://{}{}", depot.shop.addr, &address[address.find("/hooks").unwrap()..]);
    let notice = json!({"trackingNumber": number, "state": 46, "type": "CUSTOMER_RETURN_PICKUP"});
    let send = async |key: &str| {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        client.post(&url).header("authorization", key).json(&notice).send().await.unwrap().status().as_u16()
    };
    assert_eq!(send("somebody-elses-word").await, 401);
    assert_eq!(send("a-word-of-the-merchant-for-webhooks").await, 200);
    depot.shop.drain().await;
    assert_eq!(only(&depot, order).await["step"], "created", "the courier says that nobody came yet");
    press(&depot, order, "return").await;
    let again = json!({"trackingNumber": number, "state": 46, "timeStamp": 2});
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let sent =
        client.post(&url).header("authorization", "a-word-of-the-merchant-for-webhooks").json(&again).send().await.unwrap();
    assert_eq!(sent.status(), 200);
    depot.shop.drain().await;
    assert_eq!(only(&depot, order).await["step"], "returned");
}

/// SP-02: an answer that was cut off is found out about before the booking is repeated: the courier comes once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_cut_answer_books_one_return() {
    for fault in ["cut", "timeout"] {
        let depot = Depot::open().await;
        let order = delivered(&depot, 1, 1).await;
        depot.next(fault, "/api/v2/deliveries").await;
        request(&depot, order, 1).await;
        depot.shop.drain_any().await;
        assert_eq!(only(&depot, order).await["state"], "waiting", "{fault}: nobody knows");
        depot.drain_for(1).await;
        let booked = only(&depot, order).await;
        assert_eq!(booked["state"], "booked", "{fault}: {booked}");
        let fetched = fetched(&depot).await;
        assert_eq!((fetched.len(), requests(&depot).await.len()), (1, 1), "{fault}: it was found, and not sent again");
        assert_eq!(booked["tracking_no"], json!(fetched[0]["trackingNumber"].to_string()));
    }
}

/// SP-02: a booking that nobody knows of is asked about before it is sent again, and before it is called off.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_return_in_doubt_is_asked_about() {
    for is_retried in [true, false] {
        let mut depot = Depot::open().await;
        let order = delivered(&depot, 1, 1).await;
        depot.next("cut", "/api/v2/deliveries").await;
        for _ in 0..6 {
            depot.next("server_error", "/api/v2/deliveries/search").await;
        }
        request(&depot, order, 1).await;
        depot.drain_for(16).await;
        let parcel = only(&depot, order).await;
        assert_eq!(parcel["state"], "failed", "{parcel}");
        assert!(parcel["reason"].as_str().unwrap().contains("ربما"), "{parcel}");
        depot.drain_for(6).await;
        depot.sign_in_again().await;
        if is_retried {
            let call = depot.call_views(order).await[0]["id"].clone();
            let (status, body) = depot.me.post(&format!("/provider-calls/{}/retry", call.as_str().unwrap()), Value::Null).await;
            assert_eq!(status, 200, "{body}");
            depot.drain_for(10).await;
            assert_eq!(only(&depot, order).await["state"], "booked");
            assert_eq!(fetched(&depot).await[0]["state"]["code"], 10);
        } else {
            assert_eq!(cancel(&depot, &parcel).await.0, 200);
            depot.drain_for(10).await;
            assert_eq!(only(&depot, order).await["state"], "cancelled");
            assert_eq!(fetched(&depot).await[0]["state"]["code"], 48, "what was booked is terminated");
        }
        assert_eq!(requests(&depot).await.len(), 1);
    }
}

/// SP-02: a return that is called off while the courier is called leaves nothing standing there, and its pieces are fetched again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_return_called_off_while_it_is_booked_is_cancelled_at_the_courier() {
    let depot = Depot::open().await;
    let order = delivered(&depot, 1, 1).await;
    depot.next("timeout", "/api/v2/deliveries").await;
    let parcel = request(&depot, order, 1).await;
    let worker = server::worker(depot.shop.app.clone());
    let run = tokio::spawn(async move { worker.drain().await });
    while fetched(&depot).await.is_empty() {
        tokio::task::yield_now().await;
    }
    let (status, body) = cancel(&depot, &parcel).await;
    assert_eq!((status, &body["data"]["state"], &body["data"]["is_cancel_requested"]), (200, &json!("waiting"), &json!(true)));
    run.await.unwrap().unwrap();
    depot.drain_for(2).await;
    assert_eq!(fetched(&depot).await[0]["state"]["code"], 48, "terminated");
    assert_eq!(only(&depot, order).await["state"], "cancelled");
    assert_eq!(list(&depot, order).await["fetchable"], json!([{"line": 1, "quantity": 1}]));

    // One that is called off before anybody was called is never booked.
    let early = request(&depot, order, 1).await;
    assert_eq!(cancel(&depot, &early).await.0, 200);
    depot.shop.drain_any().await;
    assert_eq!(list(&depot, order).await["parcels"][1]["state"], "cancelled");
    assert_eq!(requests(&depot).await.len(), 1);
}

/// SP-02: a courier that does not cancel is not passed over, and one that has the goods cancels nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_courier_that_does_not_cancel_a_return_is_not_passed_over() {
    let mut depot = Depot::open().await;
    let order = delivered(&depot, 1, 1).await;
    request(&depot, order, 1).await;
    depot.shop.drain().await;
    // Fetched, and nobody has heard of it.
    press(&depot, order, "pick_up").await;
    let parcel = only(&depot, order).await;
    assert_eq!(cancel(&depot, &parcel).await.0, 200);
    let (status, body) = cancel(&depot, &parcel).await;
    assert_eq!((status, &body["code"]), (409, &json!("return_parcel_not_cancellable")), "it is being called off");
    depot.shop.drain_any().await;
    let parcel = only(&depot, order).await;
    assert_eq!((&parcel["state"], &parcel["is_cancel_requested"]), (&json!("booked"), &json!(false)), "{parcel}");
    assert!(parcel["reason"].as_str().unwrap().contains("لم تُلغِ"), "{parcel}");
    follow(&mut depot).await;
    assert_eq!(only(&depot, order).await["can_cancel"], json!(false));

    // What the courier calls off itself is cancelled.
    let other = delivered(&depot, 2, 1).await;
    request(&depot, other, 1).await;
    depot.shop.drain().await;
    let parcel = only(&depot, other).await;
    assert_eq!(cancel(&depot, &parcel).await.0, 200);
    depot.shop.drain_any().await;
    let parcel = only(&depot, other).await;
    assert_eq!((&parcel["state"], &parcel["reason"]), (&json!("cancelled"), &Value::Null));
    assert_eq!(fetched(&depot).await[0]["state"]["code"], 48);
}

/// SP-02: a refusal says why, and is retried under the same key, for nothing was booked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_refused_return_says_why_and_is_retried() {
    let depot = Depot::open().await;
    let order = delivered(&depot, 1, 1).await;
    depot.control("settings", json!({"has_bundle": false})).await;
    request(&depot, order, 1).await;
    depot.shop.drain().await;
    let parcel = only(&depot, order).await;
    assert_eq!((&parcel["state"], &parcel["can_cancel"]), (&json!("failed"), &json!(true)));
    assert_eq!(parcel["reason"], "رصيدك أو باقتك لدى شركة الشحن لا تكفي.");
    assert!(parcel["courier_words"].as_str().unwrap().contains("bundle"), "{parcel}");
    let label = format!("/return-parcels/{}/courier-label", parcel["id"].as_str().unwrap());
    assert_eq!(depot.me.get(&label).await.0, 409);
    depot.control("settings", json!({"has_bundle": true})).await;
    let call = depot.call_views(order).await[0].clone();
    assert_eq!((&call["kind"], &call["can_retry"]), (&json!("return_parcel_book"), &json!(true)));
    assert_eq!(depot.me.post(&format!("/provider-calls/{}/retry", call["id"].as_str().unwrap()), Value::Null).await.0, 200);
    depot.shop.drain().await;
    assert_eq!(only(&depot, order).await["state"], "booked");
    assert_eq!(fetched(&depot).await.len(), 1);

    // One that failed and is not wanted any more is cancelled at once.
    depot.control("settings", json!({"has_bundle": false})).await;
    let other = delivered_without_bundle(&depot).await;
    request(&depot, other, 1).await;
    depot.shop.drain().await;
    let (status, view) = cancel(&depot, &only(&depot, other).await).await;
    assert_eq!((status, &view["data"]["state"]), (200, &json!("cancelled")));
    let call = depot.call_views(other).await[0]["id"].clone();
    assert_eq!(depot.me.post(&format!("/provider-calls/{}/retry", call.as_str().unwrap()), Value::Null).await.0, 409);
    let (status, _) = post(&depot, other, body(&depot.me, &[(1, 1)])).await;
    assert_eq!(status, 201, "its piece can be fetched again");
}

/// A delivered order whose shipment no courier was called for.
async fn delivered_without_bundle(depot: &Depot) -> kernel::OrderId {
    let order = depot.order(2, 1).await;
    for status in ["RDYS", "SHPD", "DLVR"] {
        let (code, body) = depot.me.put(&format!("/orders/{order}/status"), json!({ "status": status })).await;
        assert_eq!(code, 200, "{body}");
    }
    order
}
