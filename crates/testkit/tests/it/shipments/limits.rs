//! Refused shipments, permissions, and bulk calls.

use kernel::OrderId;
use serde_json::json;
use testkit::TestShop;

use super::{assert_not_overshipped, by_courier, confirmed, fulfilment, go, lines, ordered, ship, status};
use crate::checkout::{buy, person, product_id};

/// OR-06: bad input is refused at its field and changes nothing; an impossible action is a conflict with its reason.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_shipment_that_cannot_be_is_refused_and_nothing_changes() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let path = format!("/orders/{order}/shipments");
    let elsewhere = kernel::StockLocationId::from_raw(7).to_string();
    for (body, field) in [
        (json!({"lines": lines(&[(1, 4)])}), "lines.0.quantity"),
        (json!({"lines": lines(&[(1, 0)])}), "lines.0.quantity"),
        (json!({"lines": lines(&[(1, -1)])}), "lines.0.quantity"),
        (json!({"lines": lines(&[(9, 1)])}), "lines.0.line"),
        (json!({"lines": lines(&[(1, 1), (1, 1)])}), "lines.1.line"),
        (json!({"lines": []}), "lines"),
        (json!({"provider": "BOSTA"}), "provider"),
        (json!({"waybill": {"service_type": "pickup"}}), "waybill.service_type"),
        (json!({"waybill": {"package_weight": 0}}), "waybill.package_weight"),
        (json!({"waybill": {"package_size": "huge"}}), "waybill.package_size"),
        (json!({"waybill": {"cod_amount": "100000"}}), "waybill.cod_amount"),
        (json!({"waybill": {"has_cod": false, "cod_amount": "5"}}), "waybill.cod_amount"),
        (json!({"waybill": {"tracking_url": "javascript:alert(1)"}}), "waybill.tracking_url"),
        (json!({"waybill": {"tracking_no": "رقم"}}), "waybill.tracking_no"),
        (json!({"waybill": {"warehouse": elsewhere}}), "waybill.warehouse"),
        (json!({"waybill": {"note": "x".repeat(301)}}), "waybill.note"),
        (json!({"provider": "PICKUP", "waybill": {"courier_name": "مندوب"}}), "waybill.courier_name"),
    ] {
        let (status, answer) = shop.assert_unchanged(merchant.post(&path, body.clone())).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{body}: {answer}");
    }
    let (code, answer) = shop.assert_unchanged(merchant.post(&path, json!({"version": 99}))).await;
    assert_eq!((code, &answer["code"], answer["current"].is_object()), (409, &json!("stale_version"), true));
    let version = merchant.data(&format!("/orders/{order}")).await["version"].clone();
    let shipment = ship(&merchant, order, json!({ "version": version })).await;
    let (code, answer) = shop.assert_unchanged(merchant.post(&path, json!({}))).await;
    assert_eq!((code, &answer["code"]), (409, &json!("nothing_to_ship")));
    let of_shipment = format!("/shipments/{}/status", shipment["id"].as_str().unwrap());
    for (body, code) in [
        (json!({"status": "delivered"}), "illegal_transition"),
        (json!({"status": "ready_for_pickup"}), "illegal_transition"),
        (json!({"status": "shipped", "version": 9}), "stale_version"),
    ] {
        let (status, answer) = shop.assert_unchanged(merchant.put(&of_shipment, body.clone())).await;
        assert_eq!((status, &answer["code"]), (409, &json!(code)), "{body}");
    }
    for body in [
        json!({"status": "flown"}),
        json!({"status": "shipped", "pickup_code": "1"}),
        json!({}),
        json!({"status": "shipped", "x": 1}),
    ] {
        assert_eq!(shop.assert_unchanged(merchant.put(&of_shipment, body.clone())).await.0, 422, "{body}");
    }
    // A cancelled order, and a completed one.
    assert_eq!(merchant.put(&format!("/orders/{order}/status"), json!({"status": "CNCL"})).await.0, 200);
    let (code, answer) = shop.assert_unchanged(merchant.post(&path, json!({}))).await;
    assert_eq!((code, &answer["code"]), (409, &json!("not_shippable")));
    let cancelled = merchant.data(&format!("/shipments/{}", shipment["id"].as_str().unwrap())).await;
    assert_eq!(cancelled["status"], json!("cancelled"), "an open shipment goes with its order");
    let (code, answer) = shop
        .assert_unchanged(
            merchant.put(&format!("/shipments/{}", shipment["id"].as_str().unwrap()), json!({"waybill": {"note": "x"}})),
        )
        .await;
    assert_eq!((code, &answer["code"]), (409, &json!("shipment_cancelled")));
}

/// OR-06: of concurrent shipments of the same pieces one succeeds, and the others are refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_06_the_last_pieces_are_shipped_once_however_many_ship_them() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let path = format!("/orders/{order}/shipments");
    let requests = (0..8).map(|_| merchant.post(&path, json!({"lines": lines(&[(1, 2), (2, 1)])})));
    let answers = futures_util::future::join_all(requests).await;
    let created = answers.iter().filter(|(status, _)| *status == 201).count();
    assert_eq!(created, 1, "{answers:?}");
    for (status, answer) in answers.iter().filter(|(status, _)| *status != 201) {
        let is_reported = (*status == 422 && answer["errors"]["lines.0.quantity"].is_array())
            || (*status == 409 && ["nothing_to_ship", "stale_version"].contains(&answer["code"].as_str().unwrap()));
        assert!(is_reported, "{status} {answer}");
    }
    assert_not_overshipped(&shop, &merchant).await;
    assert_eq!(fulfilment(&merchant, order).await["pieces"]["to_ship"], json!(2));
}

/// OR-06: a waiting waybill can be corrected; once it has left only its tracking can.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_waybill_is_corrected_until_it_leaves() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let shipment = ship(&merchant, order, json!({})).await;
    let path = format!("/shipments/{}", shipment["id"].as_str().unwrap());
    let (code, body) = merchant
        .put(&path, json!({"waybill": {"package_weight": 900, "has_cod": false, "package_size": "large"}, "version": 1}))
        .await;
    assert_eq!((code, &body["data"]["package_weight"], &body["data"]["has_cod"]), (200, &json!(900), &json!(false)), "{body}");
    let (code, answer) = shop.assert_unchanged(merchant.put(&path, json!({"waybill": {"note": "x"}, "version": 1}))).await;
    assert_eq!((code, &answer["code"], &answer["current"]["version"]), (409, &json!("stale_version"), &json!(2)));
    go(&merchant, &shipment, "shipped").await;
    let (code, answer) = shop.assert_unchanged(merchant.put(&path, json!({"waybill": {"package_weight": 5}}))).await;
    assert_eq!((code, &answer["code"]), (409, &json!("shipment_has_left")));
    let (code, body) = merchant.put(&path, json!({"waybill": {"tracking_no": "A-1"}})).await;
    assert_eq!((code, &body["data"]["tracking_no"]), (200, &json!("A-1")));
}

/// OR-01, OR-06: many orders in one call, each with its own result; labels of those that have shipments, and a list of those that
/// have none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_many_orders_are_shipped_and_labelled_at_once() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = by_courier(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 100})).await);
    let mut ids = Vec::new();
    for n in 1..=4 {
        ids.push(buy(&shop, &setup, &person(n), &[(goods, None, 2)]).await.id);
        confirmed(&merchant, ids[n - 1]).await;
    }
    assert_eq!(merchant.put(&format!("/orders/{}/status", ids[3]), json!({"status": "CNCL"})).await.0, 200);
    ship(&merchant, ids[1], json!({})).await;
    let strange = OrderId::from_raw(5);
    let items: Vec<String> = [ids[0], ids[1], ids[3], strange].iter().map(ToString::to_string).collect();
    let (code, body) = merchant.post("/orders/shipMany", json!({"items": items, "courier_name": "مندوب المدينة"})).await;
    assert_eq!(code, 200, "{body}");
    let results = body["data"]["results"].as_array().unwrap();
    let codes: Vec<&str> = results.iter().map(|r| r["code"].as_str().unwrap_or("ok")).collect();
    assert_eq!(codes, ["ok", "nothing_to_ship", "not_shippable", "not_found"]);
    assert!(results[0]["shipment_id"].is_string());
    assert_eq!(status(&merchant, ids[0]).await, "RDYS");
    let print = async |orders: &[OrderId], extra: &str| {
        let orders: Vec<String> = orders.iter().map(ToString::to_string).collect();
        merchant.call("GET", &format!("/shipments/labels?orders={}{extra}", orders.join(","))).send().await
    };
    let reply = shop.assert_unchanged(print(&[ids[0], ids[2], ids[1]], "")).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "application/pdf"));
    assert_eq!((reply.header("x-left-out"), reply.header("x-left-out-ids")), ("1", ids[2].to_string().as_str()));
    let reply = print(&[ids[0]], "&paper=100x150&lang=both").await;
    assert_eq!(reply.status, 200);
    for (orders, extra, code) in [
        (vec![], "", 422),
        (vec![], "x,y", 422),
        (vec![ids[0]], "&paper=a9", 422),
        (vec![ids[0]], "&lang=fr", 422),
        (vec![strange], "", 422),
        (vec![ids[0]; 201], "", 422),
        (vec![ids[2]], "", 409),
    ] {
        assert_eq!(shop.assert_unchanged(print(&orders, extra)).await.status, code, "{extra}");
    }
    let one = results[0]["shipment_id"].as_str().unwrap();
    assert_eq!(merchant.call("GET", &format!("/shipments/{one}/label?paper=100x150")).send().await.status, 200);
    assert_eq!(merchant.call("GET", &format!("/shipments/{one}/label?paper=x")).send().await.status, 422);
    assert_eq!(merchant.put(&format!("/shipments/{one}/status"), json!({"status": "cancelled"})).await.0, 200);
    assert_eq!(merchant.call("GET", &format!("/shipments/{one}/label")).send().await.status, 409);
}

/// Decisions §2: reading orders allows reading shipments and printing labels; creating them needs updating orders.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_02_reading_shipments_needs_no_more_than_reading_orders() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let shipment = ship(&merchant, order, json!({})).await;
    let reader = merchant.colleague(&shop, platform::identity::Role::ReadOnly).await;
    assert_eq!(reader.get(&format!("/orders/{order}/shipments")).await.0, 200);
    let one = format!("/shipments/{}", shipment["id"].as_str().unwrap());
    assert_eq!(reader.get(&one).await.0, 200);
    assert_eq!(reader.call("GET", &format!("{one}/label")).send().await.status, 200);
    assert_eq!(reader.call("GET", &format!("/shipments/labels?orders={order}")).send().await.status, 200);
    assert_eq!(shop.assert_unchanged(reader.put(&format!("{one}/status"), json!({"status": "shipped"}))).await.0, 403);
    assert_eq!(shop.assert_unchanged(reader.post(&format!("/orders/{order}/shipments"), json!({}))).await.0, 403);
}
