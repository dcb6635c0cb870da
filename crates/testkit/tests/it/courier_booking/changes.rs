//! Changes of a booked parcel: asked of the courier, and ours when it has confirmed them.

use serde_json::{Value, json};

use super::scene::{Depot, path};

fn other_address() -> Value {
    json!({"name": "هدى منصور", "mobile": "01212345678", "country": "EG", "city": "الجيزة", "district": "الدقي", "street": "9 شارع التحرير"})
}

/// OR-06: amount, note, opening and address of a booked parcel change at the courier first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_booked_parcel_is_changed_by_its_courier() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    let shipment = depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    let change =
        json!({"waybill": {"cod_amount": "80", "note": "بعد العصر", "allow_open_box": true}, "address": other_address()});
    let (code, body) = depot.put(&shipment, change.clone()).await;
    assert_eq!(code, 200, "{body}");
    let view = &body["data"];
    assert_eq!((&view["cod_amount"], &view["note"], &view["address"]), (&json!("100.00"), &json!(""), &Value::Null));
    let pending = &view["pending_change"];
    assert_eq!((&pending["cod_amount"], &pending["note"]), (&json!("80.00"), &json!("بعد العصر")));
    assert_eq!((&pending["address"]["city"], &pending["is_failed"]), (&json!("الجيزة"), &json!(false)));
    let (code, body) = depot.put(&shipment, json!({"waybill": {"note": "x"}})).await;
    assert_eq!((code, &body["code"]), (409, &json!("change_pending")));

    depot.shop.drain().await;
    let view = depot.view(&shipment).await;
    assert_eq!(
        (&view["cod_amount"], &view["note"], &view["allow_open_box"]),
        (&json!("80.00"), &json!("بعد العصر"), &json!(true))
    );
    assert_eq!((&view["address"]["city"], &view["pending_change"]), (&json!("الجيزة"), &Value::Null));
    let delivery = &depot.deliveries().await[0];
    assert_eq!((&delivery["cod"], &delivery["notes"]), (&json!(80.0), &json!("بعد العصر")));
    assert_eq!((&delivery["dropOffAddress"]["city"], &delivery["receiver"]["phone"]), (&json!("EG-25"), &json!("01212345678")));
    // More than the order owes is not asked for, and a place that the courier does not know neither.
    let (code, body) = depot.put(&shipment, json!({"waybill": {"cod_amount": "900"}})).await;
    assert_eq!((code, body["errors"]["waybill.cod_amount"].is_array()), (422, true), "{body}");
    let mut nowhere = other_address();
    nowhere["city"] = json!("الخرطوم");
    let (code, body) = depot.put(&shipment, json!({"address": nowhere})).await;
    assert_eq!((code, body["errors"]["address.city"].is_array()), (422, true), "{body}");
    let (code, body) = depot.put(&shipment, json!({"address": {"city": ""}})).await;
    assert_eq!((code, body["errors"]["address.name"].is_array()), (422, true), "{body}");
}

/// OR-06: a change that the courier refuses changes nothing of ours, and the shipment says why.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_refused_change_is_told() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    let shipment = depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    depot.press(&shipment, "pick_up").await;
    assert_eq!(depot.put(&shipment, json!({"waybill": {"cod_amount": "80"}})).await.0, 200);
    depot.shop.drain_any().await;
    let view = depot.view(&shipment).await;
    assert_eq!((&view["cod_amount"], &view["pending_change"]), (&json!("100.00"), &Value::Null));
    assert_eq!((&view["booking"]["state"], &view["booking"]["code"]), (&json!("booked"), &json!("not_changed")), "{view}");
    assert!(view["booking"]["courier_words"].as_str().unwrap().contains("picked up"), "{view}");
}

/// OR-06: a change whose answer was lost is repeated, and stands once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_change_without_an_answer_is_repeated() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    let shipment = depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    depot.next("cut", "/api/v2/deliveries/business").await;
    assert_eq!(depot.put(&shipment, json!({"waybill": {"cod_amount": "80"}})).await.0, 200);
    depot.shop.drain_any().await;
    let view = depot.view(&shipment).await;
    assert_eq!((&view["cod_amount"], &view["pending_change"]["cod_amount"]), (&json!("100.00"), &json!("80.00")));
    depot.drain_for(1).await;
    let view = depot.view(&shipment).await;
    assert_eq!((&view["cod_amount"], &view["pending_change"]), (&json!("80.00"), &Value::Null));
    assert_eq!(depot.deliveries().await[0]["cod"], json!(80.0));
}

/// OR-06: a change whose answer was lost may have been made, also where its repetition is refused: a series found that the order's
/// other parcel collected what this one collected already.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_change_in_doubt_that_is_refused_later_is_not_taken_for_refused() {
    let depot = Depot::open().await;
    for (n, fault) in ["", "rate_limited"].into_iter().enumerate() {
        let order = depot.order(n, 2).await;
        let one = json!({"lines": [{"line": 1, "quantity": 1}], "waybill": {"cod_amount": "100"}});
        let shipment = depot.me.create(&format!("/orders/{order}/shipments"), one).await;
        depot.shop.drain().await;
        depot.control("next", json!({"outcome": "cut", "path": "/api/v2/deliveries/business"})).await;
        assert_eq!(depot.put(&shipment, json!({"waybill": {"cod_amount": "200"}})).await.0, 200);
        depot.shop.drain_any().await;
        depot.press(&shipment, "pick_up").await;
        if !fault.is_empty() {
            depot.control("next", json!({"outcome": fault, "path": "/api/v2/deliveries/business"})).await;
        }
        depot.drain_for(3).await;
        let view = depot.view(&shipment).await;
        assert_eq!(view["booking"]["code"], "change_unknown", "{view}");
        assert_eq!((&view["cod_amount"], &view["pending_change"]["cod_amount"]), (&json!("100.00"), &json!("200.00")), "{view}");
        // The courier collects all of it.
        let rest = depot.ship(order, json!({})).await;
        assert_eq!(rest["cod_amount"], "0.00");
    }
}

/// OR-06: the parcel of the merchant's own courier gets another address at once, before it leaves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_parcel_by_hand_gets_another_address_before_it_leaves() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    let shipment = depot.me.create(&format!("/orders/{order}/shipments"), json!({"provider": "CUSTOM"})).await;
    let (code, body) = depot.put(&shipment, json!({"address": other_address()})).await;
    assert_eq!((code, &body["data"]["address"]["city"]), (200, &json!("الجيزة")), "{body}");
    assert_eq!(depot.me.put(&format!("{}/status", path(&shipment)), json!({"status": "shipped"})).await.0, 200);
    let mut other = other_address();
    other["street"] = json!("1 شارع آخر");
    let (code, body) = depot.put(&shipment, json!({"address": other})).await;
    assert_eq!((code, &body["code"]), (409, &json!("shipment_has_left")));
}

/// OR-06: a parcel has the courier's own name, whatever its method is called and the merchant types.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_parcel_of_a_courier_has_the_couriers_own_name() {
    let depot = Depot::open().await;
    let order = depot.order(1, 2).await;
    let offered = depot.me.data(&format!("/orders/{order}/shipments")).await;
    assert_eq!(offered["defaults"]["courier_name"], json!("بوسطة"), "{offered}");
    let shipment = depot.ship(order, json!({"courier_name": "مندوب المدينة"})).await;
    assert_eq!(shipment["courier_name"], json!("بوسطة"), "{shipment}");
}

/// OR-06: an address that the courier has no room for is told before anything is booked, and nothing of it is cut.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_an_address_without_room_is_told_before_it_is_booked() {
    let depot = Depot::open().await;
    let order = depot.order(1, 1).await;
    let shipment = depot.ship(order, json!({})).await;
    depot.shop.drain().await;
    let mut address = other_address();
    address["building"] = json!("عمارة 12 مدخل ب بجوار صيدلية النور الدور الرابع شقة 41");
    address["details"] = json!("بجوار المسجد ".repeat(30).trim());
    let (code, body) = depot.put(&shipment, json!({"address": address})).await;
    assert_eq!((code, body["errors"]["address.details"].is_array()), (422, true), "{body}");
    address["details"] = json!("بجوار المسجد");
    assert_eq!(depot.put(&shipment, json!({"address": address})).await.0, 200);
    depot.shop.drain().await;
    let sent = &depot.deliveries().await[0]["dropOffAddress"];
    assert_eq!(sent["buildingNumber"], json!("عمارة 12 مدخل ب بجوار صيدلية النور الدور الرابع"), "{sent}");
    assert_eq!(sent["secondLine"], json!("شقة 41، بجوار المسجد"), "{sent}");
}
