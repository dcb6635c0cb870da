//! Parcels booked, changed and cancelled at a courier that is called over the network, against Bosta's simulator (OR-06, SP-02, SP-04).

mod changes;
mod ready;
pub(crate) mod scene;
mod sheets;
mod upgrade;

use serde_json::{Value, json};

use scene::{Depot, LOCATION, path};

/// OR-06: a shipment is booked after its commit, once, with everything on its waybill; until then it waits and cannot leave.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_parcel_is_booked_with_its_whole_waybill() {
    let depot = Depot::open().await;
    let order = depot.order(1, 2).await;
    let waybill = json!({
        "package_size": "medium", "package_weight": 750, "allow_open_box": true, "note": "اتصل قبل الوصول",
        "second_phone": "٠١١١٢٣٤٥٦٧٨", "declared_value": "300",
    });
    let shipment = depot.ship(order, waybill).await;
    assert_eq!((&shipment["booking"]["state"], &shipment["provider"]), (&json!("waiting"), &json!("BOSTA")));
    assert_eq!(shipment["second_phone"], "+201112345678");
    assert_eq!(shipment["next_statuses"], json!(["cancelled"]));
    assert!(depot.bookings().await.is_empty(), "nobody was called inside the transaction");
    let (code, body) = depot.me.put(&format!("{}/status", path(&shipment)), json!({"status": "shipped"})).await;
    assert_eq!((code, &body["code"]), (409, &json!("shipment_not_booked")));

    depot.shop.drain().await;
    let booked = depot.view(&shipment).await;
    let delivery = &depot.deliveries().await[0];
    assert_eq!(booked["booking"], json!({"state": "booked", "reason": null, "code": "", "courier_words": null}));
    assert_eq!(booked["tracking_no"], json!(delivery["trackingNumber"].to_string()));
    assert_eq!(booked["tracking_id"], delivery["_id"]);
    assert!(booked["tracking_url"].as_str().unwrap().starts_with("https://bosta.co/"), "{booked}");

    let bookings = depot.bookings().await;
    let [sent] = &bookings[..] else { panic!("{bookings:?}") };
    assert_eq!(sent["businessReference"], shipment["number"]);
    assert_eq!(sent["receiver"]["phone"], "01010000001");
    assert_eq!(sent["receiver"]["secondPhone"], "01112345678");
    let address = &sent["dropOffAddress"];
    assert_eq!((&address["city"], &address["firstLine"]), (&json!("EG-01"), &json!("12 شارع النيل")));
    assert_eq!(sent["cod"], json!(200.0));
    assert_eq!(sent["specs"]["packageType"], "Medium");
    assert_eq!(sent["specs"]["packageDetails"], json!({"itemsCount": 2, "description": "2 × قميص قطن"}));
    assert_eq!(sent["specs"]["weight"], json!(0.75));
    assert_eq!(sent["goodsInfo"], json!({"amount": 300.0}));
    assert_eq!((&sent["notes"], &sent["allowToOpenPackage"]), (&json!("اتصل قبل الوصول"), &json!(true)));
    assert_eq!(sent["businessLocationId"], LOCATION);

    assert_eq!(depot.calls(order).await, [("courier_book".into(), "done".into(), String::new())]);
    let (code, body) = depot.put(&shipment, json!({"waybill": {"package_size": "large"}})).await;
    assert_eq!((code, &body["code"]), (409, &json!("shipment_booked")), "a courier changes no size");
    let (code, body) = depot.me.put(&format!("{}/status", path(&shipment)), json!({"status": "shipped"})).await;
    assert_eq!(code, 200, "{body}");
}

/// SP-04: a booking tells the courier where to report, and the merchant's word that its reports bring along.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_booking_tells_the_courier_where_to_report() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    let sent = &depot.bookings().await[0];
    let hook = sent["webhookUrl"].as_str().unwrap();
    let (base, endpoint) = hook.split_once("/hooks/bosta/").unwrap();
    assert_eq!(base, depot.shop.app.base.platform_url());
    assert!(endpoint.parse::<kernel::ProviderEndpointId>().is_ok(), "{hook}");
    assert_eq!(sent["webhookCustomHeaders"], json!({"Authorization": "a-word-of-the-merchant-for-webhooks"}));
    // What was sent is kept for the merchant, without that word and without the key.
    let calls = depot.call_views(order).await;
    let exchanges = depot.me.data(&format!("/provider-calls/{}/exchanges", calls[0]["id"].as_str().unwrap())).await;
    let text = exchanges.to_string();
    assert!(text.contains("businessReference") && !text.contains("a-word-of-the-merchant"), "{text}");
    assert!(
        depot.simulator.credentials.iter().all(|(field, value)| *field == "callback_header" || !text.contains(value)),
        "{text}"
    );
}

/// OR-06: an answer that was cut off is found out about before the booking is repeated: one delivery stands at the courier.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_cut_answer_books_one_parcel() {
    for fault in ["cut", "timeout"] {
        let depot = Depot::open().await;
        let order = depot.order(1, 1).await;
        depot.next(fault, "/api/v2/deliveries").await;
        let shipment = depot.ship(order, json!({})).await;
        depot.shop.drain_any().await;
        assert_eq!(depot.view(&shipment).await["booking"]["state"], "waiting", "{fault}: nobody knows");
        assert_eq!(depot.deliveries().await.len(), 1);
        depot.drain_for(1).await;
        let booked = depot.view(&shipment).await;
        assert_eq!(booked["booking"]["state"], "booked", "{fault}: {booked}");
        let deliveries = depot.deliveries().await;
        assert_eq!(deliveries.len(), 1, "{fault}");
        assert_eq!(booked["tracking_no"], json!(deliveries[0]["trackingNumber"].to_string()));
        assert_eq!(depot.bookings().await.len(), 1, "{fault}: it was found, and not sent again");
    }
}

/// OR-06: as long as nobody can say whether it was booked, nothing of the parcel changes, and a retry asks first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_booking_in_doubt_is_asked_about_when_it_is_retried() {
    let mut depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    depot.next("cut", "/api/v2/deliveries").await;
    for _ in 0..6 {
        depot.next("server_error", "/api/v2/deliveries/search").await;
    }
    let shipment = depot.ship(order, json!({})).await;
    depot.drain_for(16).await;
    let failed = depot.view(&shipment).await;
    assert_eq!((&failed["booking"]["state"], &failed["booking"]["code"]), (&json!("failed"), &json!("unknown")), "{failed}");
    let (code, body) = depot.put(&shipment, json!({"waybill": {"note": "x"}})).await;
    assert_eq!((code, &body["code"]), (409, &json!("booking_in_doubt")));

    // Also what is left of the outage is over.
    depot.drain_for(6).await;
    depot.sign_in_again().await;
    let (code, body) = depot.retry(&shipment).await;
    assert_eq!((code, &body["data"]["booking"]["state"]), (200, &json!("waiting")), "{body}");
    depot.drain_for(10).await;
    assert_eq!(depot.view(&shipment).await["booking"]["state"], "booked");
    assert_eq!((depot.deliveries().await.len(), depot.bookings().await.len()), (1, 1));
}

/// OR-06: a shipment that is cancelled while the courier is called leaves nothing standing at the courier.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_parcel_cancelled_while_it_is_booked_is_cancelled_at_the_courier() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    depot.next("timeout", "/api/v2/deliveries").await;
    let shipment = depot.ship(order, json!({})).await;
    let worker = server::worker(depot.shop.app.clone());
    let run = tokio::spawn(async move { worker.drain().await });
    while depot.deliveries().await.is_empty() {
        tokio::task::yield_now().await;
    }
    // The courier has it, and its answer has not come.
    depot.cancel(&shipment).await;
    run.await.unwrap().unwrap();
    depot.drain_for(2).await;
    let deliveries = depot.deliveries().await;
    assert_eq!(deliveries.len(), 1);
    assert_eq!(deliveries[0]["state"]["code"], 48, "terminated");
    let kinds: Vec<(String, String)> = depot.calls(order).await.into_iter().map(|(kind, state, _)| (kind, state)).collect();
    assert_eq!(kinds, [("courier_cancel".into(), "done".into()), ("courier_book".into(), "done".into())]);
    let view = depot.view(&shipment).await;
    assert_eq!((&view["status"], &view["booking"]["reason"]), (&json!("cancelled"), &Value::Null));

    // One that is cancelled before anybody was called is never booked, and its pieces are shipped again.
    let early = depot.ship(order, json!({})).await;
    depot.cancel(&early).await;
    depot.drain_for(1).await;
    assert_eq!(depot.deliveries().await.len(), 1);
    assert_eq!(depot.calls(order).await[0], ("courier_book".into(), "refused".into(), "called_off".into()));
    let again = depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    assert_eq!(depot.view(&again).await["booking"]["state"], "booked");
    assert_eq!(depot.deliveries().await.len(), 2);
}

/// OR-06: a booked shipment is cancelled at the courier; where the courier does not follow, the shipment says so until it does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_courier_that_does_not_cancel_is_not_passed_over() {
    let depot = Depot::open().await;
    let order = depot.order(1, 2).await;
    let shipment = depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    depot.press(&shipment, "pick_up").await;
    depot.cancel(&shipment).await;
    depot.shop.drain_any().await;
    let view = depot.view(&shipment).await;
    assert_eq!((&view["status"], &view["booking"]["code"]), (&json!("cancelled"), &json!("not_cancelled")), "{view}");
    assert!(view["booking"]["reason"].as_str().unwrap().contains("لم تُلغِ"), "{view}");
    assert!(view["booking"]["courier_words"].as_str().unwrap().contains("terminated"), "{view}");
    let calls = depot.call_views(order).await;
    assert_eq!((&calls[0]["kind"], &calls[0]["can_retry"]), (&json!("courier_cancel"), &json!(true)));
}

/// OR-06: where more parcels were booked since than the search shows, nobody knows whether the booking in doubt is there. It is not made
/// twice, and its cancellation is not taken for done: the shipment says so, until the courier has been asked by people.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_booking_beyond_the_search_is_neither_repeated_nor_taken_for_cancelled() {
    let mut depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    depot.next("cut", "/api/v2/deliveries").await;
    let shipment = depot.ship(order, json!({})).await;
    depot.shop.drain_any().await;
    depot.book_others(502).await;
    depot.drain_for(16).await;
    let failed = depot.view(&shipment).await;
    assert_eq!((&failed["booking"]["state"], &failed["booking"]["code"]), (&json!("failed"), &json!("unknown")), "{failed}");
    assert_eq!(depot.deliveries().await.len(), 503, "it was not booked again");

    depot.sign_in_again().await;
    depot.cancel(&shipment).await;
    // It is repeated for a day.
    for _ in 0..60 {
        depot.shop.drain_any().await;
        depot.shop.advance(30 * kernel::Millis::MINUTE);
    }
    depot.sign_in_again().await;
    let view = depot.view(&shipment).await;
    assert_eq!((&view["status"], &view["booking"]["code"]), (&json!("cancelled"), &json!("not_cancelled")), "{view}");
    let calls = depot.call_views(order).await;
    assert_eq!(
        (&calls[0]["kind"], &calls[0]["state"], &calls[0]["can_retry"]),
        (&json!("courier_cancel"), &json!("failed"), &json!(true))
    );
    assert_eq!(depot.deliveries().await.last().unwrap()["state"]["code"], 10, "it stands");
}

/// OR-06: a refusal is told in the merchant's language with the courier's words, and retried under another key.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_refused_booking_says_why_and_is_retried() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    depot.control("settings", json!({"has_bundle": false})).await;
    let shipment = depot.ship(order, json!({})).await;
    let (code, body) = depot.retry(&shipment).await;
    assert_eq!((code, &body["code"]), (409, &json!("booking_not_failed")));
    depot.shop.drain().await;
    let booking = depot.view(&shipment).await["booking"].clone();
    assert_eq!((&booking["state"], &booking["code"]), (&json!("failed"), &json!("no_credit")));
    assert_eq!(booking["reason"], "رصيدك أو باقتك لدى شركة الشحن لا تكفي.");
    assert!(booking["courier_words"].as_str().unwrap().contains("bundle"), "{booking}");
    let failed_entry = async |me: &testkit::Merchant| {
        let log = me.data(&format!("/orders/{order}/activity")).await;
        log.as_array().unwrap().iter().rfind(|entry| entry["after"]["booking"] == "failed").unwrap().clone()
    };
    let entry = failed_entry(&depot.me).await;
    assert_eq!(entry["courier_reason"], booking["reason"], "{entry}");
    assert_eq!(entry["after"]["reason"], booking["courier_words"]);
    let english = testkit::Merchant { language: "en", ..depot.me.clone() };
    assert_eq!(failed_entry(&english).await["courier_reason"], "Your credit or bundle at the courier isn't enough.");

    depot.control("settings", json!({"has_bundle": true})).await;
    let (code, body) = depot.put(&shipment, json!({"waybill": {"note": "الدور الثاني"}})).await;
    assert_eq!(code, 200, "{body}");
    assert_eq!(depot.retry(&shipment).await.0, 200);
    depot.shop.drain().await;
    assert_eq!(depot.view(&shipment).await["booking"]["state"], "booked");
    let bookings = depot.bookings().await;
    assert_eq!(bookings.len(), 2);
    assert_ne!(bookings[0]["uniqueBusinessReference"], bookings[1]["uniqueBusinessReference"]);
    assert_eq!(bookings[1]["notes"], "الدور الثاني");
}

/// OR-06: a courier that is away is reported after some minutes, and the retry uses the same key: nothing was booked under it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_courier_that_is_away_is_reported() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    for _ in 0..5 {
        depot.next("rate_limited", "/api/v2/deliveries").await;
    }
    let shipment = depot.ship(order, json!({})).await;
    depot.drain_for(16).await;
    let booking = depot.view(&shipment).await["booking"].clone();
    assert_eq!((&booking["state"], &booking["code"]), (&json!("failed"), &json!("unreachable")), "{booking}");
    assert_eq!(booking["reason"], "تعذّر الاتصال بشركة الشحن. أعد المحاولة لاحقًا.");
    assert_eq!(depot.retry(&shipment).await.0, 200);
    depot.drain_for(8).await;
    assert_eq!(depot.view(&shipment).await["booking"]["state"], "booked");
    let keys: std::collections::BTreeSet<String> =
        depot.bookings().await.iter().map(|sent| sent["uniqueBusinessReference"].to_string()).collect();
    assert_eq!((keys.len(), depot.deliveries().await.len()), (1, 1));
}

/// OR-06: what the courier would refuse is told at the fields before anything is written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_waybill_is_checked_before_it_is_written() {
    let depot = Depot::open().await;
    let order = depot.order_for(1, 1, "الخرطوم").await;
    let at = format!("/orders/{order}/shipments");
    let (code, body) = depot.me.post(&at, json!({"waybill": {"second_phone": "+966512345678"}})).await;
    assert_eq!(code, 422, "{body}");
    assert_eq!(body["errors"]["address.city"][0], "لا تعرف شركة الشحن هذه المدينة.", "{body}");
    assert!(body["errors"]["waybill.second_phone"].is_array(), "{body}");
    let english = testkit::Merchant { language: "en", ..depot.me.clone() };
    let (_, body) = english.post(&at, json!({})).await;
    assert_eq!(body["errors"]["address.city"][0], "The courier doesn't know this city.");
    assert_eq!(depot.me.data(&at).await["shipments"], json!([]));

    // Without an account nothing is booked.
    let lone = Depot::unconnected().await;
    let order = lone.order(1, 1).await;
    let (code, body) = lone.me.post(&format!("/orders/{order}/shipments"), json!({})).await;
    assert_eq!(code, 422, "{body}");
    assert!(body["errors"]["provider"].is_array(), "{body}");
}

/// OR-06, OR-01: many orders are booked at once, each with the courier of its own method; the undo cancels the bookings.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_many_parcels_are_booked_at_once() {
    let depot = Depot::open().await;
    for n in 1..=3 {
        depot.order(n, 1).await;
    }
    let batch = depot.me.create("/order-batches", json!({"action": {"kind": "ship"}})).await;
    depot.drain_for(1).await;
    let id = batch["id"].as_str().unwrap();
    assert_eq!(depot.me.data(&format!("/order-batches/{id}")).await["changed_count"], 3);
    let deliveries = depot.deliveries().await;
    assert_eq!(deliveries.len(), 3);
    let (code, body) = depot.me.post(&format!("/order-batches/{id}/undo"), Value::Null).await;
    assert_eq!(code, 200, "{body}");
    depot.drain_for(1).await;
    assert!(depot.deliveries().await.iter().all(|delivery| delivery["state"]["code"] == 48));
}

/// OR-06: the courier's own label, of one parcel and of several.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_labels_come_from_the_courier() {
    let depot = Depot::open().await;
    let mut ids = Vec::new();
    for n in 1..=2 {
        let order = depot.order(n, 1).await;
        let shipment = depot.ship(order, json!({})).await;
        ids.push(shipment["id"].as_str().unwrap().to_owned());
    }
    let one = format!("/shipments/{}/courier-label", ids[0]);
    let early = depot.me.call("GET", &one).send().await;
    assert_eq!((early.status, &early.json["code"]), (409, &json!("shipment_not_booked")));
    depot.shop.drain().await;
    let label = depot.me.call("GET", &one).send().await;
    assert_eq!((label.status, label.header("content-type")), (200, "application/pdf"));
    assert!(label.bytes.starts_with(b"%PDF-"));
    let many = depot.me.call("GET", &format!("/courier-labels?shipments={}&size=a4", ids.join(","))).send().await;
    assert_eq!(many.status, 200);
    assert!(String::from_utf8_lossy(&many.bytes).contains("/Count 2"));
    for (path, code) in [
        (format!("{one}?size=a3"), 422),
        ("/courier-labels".to_owned(), 422),
        (format!("/courier-labels?shipments={},x", ids[0]), 422),
    ] {
        assert_eq!(depot.me.call("GET", &path).send().await.status, code, "{path}");
    }
    depot.next("unauthorised", "/api/v2/deliveries/mass-awb").await;
    let refused = depot.me.call("GET", &one).send().await;
    assert_eq!((refused.status, &refused.json["code"]), (409, &json!("courier_refused")), "{}", refused.json);
}

/// Decisions §15: the demo store books nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_the_demo_store_books_nothing() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    let store = depot.me.store;
    let demo = async move |c: db::Conn<'_>| c.exec("UPDATE stores SET is_demo = TRUE WHERE id = ?1", db::p![store]).await;
    depot.shop.app.db().tx(demo).await.unwrap();
    let shipment = depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    assert_eq!(shipment["booking"]["state"], "by_hand");
    assert!(depot.bookings().await.is_empty());
}
