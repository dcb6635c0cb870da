//! Shipments for all orders that match a query, as a batch.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{buy, person, product_id, set_up_checkout};
use crate::order_batches::{begin, ended, items};
use crate::shipments::{by_courier, confirmed, fulfilment, go, lines, ship, status};

/// The result of each order: its id, and `ok` or the reason.
async fn outcomes(m: &Merchant, batch: &str) -> BTreeMap<String, String> {
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    let of = |i: &Value| (text(&i["order_id"]), if i["outcome"] == "changed" { "ok".into() } else { text(&i["code"]) });
    items(m, batch, "").await.iter().map(of).collect()
}

/// A draft that the merchant places.
async fn by_hand(m: &Merchant, mut body: Value, customer: &Value) -> String {
    body["customer_id"] = customer.clone();
    let draft = m.create("/orders/drafts", body).await;
    let sent = json!({"total": draft["preview"]["total"], "version": draft["version"], "is_paid": true});
    let id = draft["id"].as_str().unwrap().to_owned();
    let (status, answer) = m.post(&format!("/orders/{id}/draft/place"), sent).await;
    assert_eq!(status, 200, "{answer}");
    id
}

/// OR-01, OR-06: a shipment of all remaining pieces of each matching order, with shared waybill data; a blocked order stays as it
/// is, with the reason. The undo cancels shipments that still wait; those used since stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_shipments_are_made_of_all_orders_that_match() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let till_here = set_up_checkout(&shop, &m).await;
    let setup = by_courier(&shop, &m).await;
    let goods = product_id(&m.product(json!({"qty": 1000, "regular_price": "50"})).await);
    let mut ids = Vec::new();
    for n in 1..=8 {
        ids.push(buy(&shop, &setup, &person(n), &[(goods, None, 3)]).await.id);
    }
    let [free, tracked, removed, part, all_shipped, cancelled, waiting, outside] = ids[..] else { panic!("eight orders") };
    for id in [free, tracked, removed, part, all_shipped, outside] {
        confirmed(&m, id).await;
    }
    ship(&m, part, json!({"lines": lines(&[(1, 1)])})).await;
    ship(&m, all_shipped, json!({})).await;
    assert_eq!(m.put(&format!("/orders/{cancelled}/status"), json!({"status": "CNCL"})).await.0, 200);
    let fetched = buy(&shop, &till_here, &person(9), &[(goods, None, 1)]).await.id;
    confirmed(&m, fetched).await;
    let customer = m.data("/customers").await[0]["id"].clone();
    let poor = json!({"items": [{"product_id": goods, "quantity": 1}], "shipping_method_id": setup.pickup.to_string(),
        "address": {"name": "هند", "mobile": "0551234567", "country": "SA", "city": "الرياض", "street": "...."}});
    let poor = by_hand(&m, poor, &customer).await;
    let digital = json!({"items": [{"name": "استشارة", "quantity": 1, "unit_price": "80"}]});
    let digital = by_hand(&m, digital, &customer).await;
    let draft = json!({"customer_id": customer, "items": [{"name": "بند", "quantity": 1, "unit_price": "5"}]});
    let draft = m.create("/orders/drafts", draft).await["id"].as_str().unwrap().to_owned();
    let mut today: Vec<String> = ids.iter().filter(|id| **id != outside).map(ToString::to_string).collect();
    today.extend([fetched.to_string(), poor.clone(), digital.clone(), draft.clone()]);
    assert_eq!(m.post("/orders/tagMany", json!({"items": today, "add": ["اليوم"]})).await.0, 200);

    let act = json!({"kind": "ship", "courier_name": "مندوب المساء", "package_size": "large", "allow_open_box": true,
        "note": "اتصل قبل الوصول"});
    let id = begin(&m, "filter[tag]=اليوم", act).await;
    let batch = ended(&shop, &m, &id).await;
    let all = outcomes(&m, &id).await;
    let of = |id: &dyn ToString| all.get(&id.to_string()).map(String::as_str);
    for order in [&free, &tracked, &removed, &part] {
        assert_eq!(of(order), Some("ok"), "{all:?}");
    }
    assert_eq!((of(&all_shipped), of(&cancelled)), (Some("nothing_to_ship"), Some("not_shippable")));
    assert_eq!((of(&waiting), of(&poor)), (Some("waits_for_confirmation"), Some("address_incomplete")));
    assert_eq!((of(&fetched), of(&digital)), (Some("is_pickup"), Some("nothing_to_ship")));
    assert_eq!((of(&draft), of(&outside)), (Some("not_shippable"), None));
    assert_eq!((&batch["changed_count"], &batch["undoable_count"]), (&json!(4), &json!(4)), "{batch}");
    assert_eq!((&batch["kind"], &batch["action"]["courier_name"]), (&json!("ship"), &json!("مندوب المساء")));
    let failures = items(&m.in_english(), &id, "filter[outcome]=failed").await;
    assert!(failures.iter().any(|i| i["message"].as_str().unwrap().contains("pickup order")), "{failures:?}");

    let last_shipment = async |order| fulfilment(&m, order).await["shipments"].as_array().unwrap().last().unwrap().clone();
    let first = last_shipment(free).await;
    assert_eq!(
        (&first["provider"], &first["courier_name"], &first["package_size"], &first["note"]),
        (&json!("CUSTOM"), &json!("مندوب المساء"), &json!("large"), &json!("اتصل قبل الوصول"))
    );
    assert_eq!((&first["items_count"], &first["allow_open_box"], &first["tracking_no"]), (&json!(3), &json!(true), &json!("")));
    // The COD amount is the balance.
    assert_eq!(first["cod_amount"], m.data(&format!("/orders/{free}")).await["total"]);
    assert_eq!(last_shipment(part).await["items_count"], json!(2));
    for order in [free, part, all_shipped] {
        assert_eq!(status(&m, order).await, "RDYS");
    }
    assert_eq!((status(&m, waiting).await, status(&m, outside).await), ("PEND".into(), "PRCS".into()));
    assert_eq!(fulfilment(&m, all_shipped).await["shipments"].as_array().unwrap().len(), 1);

    // A second batch finds nothing left to ship of what was shipped.
    let id_again = begin(&m, "filter[tag]=اليوم", json!({"kind": "ship"})).await;
    let again = ended(&shop, &m, &id_again).await;
    assert_eq!((&again["changed_count"], &again["can_undo"]), (&json!(0), &json!(false)), "{again}");

    let path = format!("/shipments/{}", last_shipment(tracked).await["id"].as_str().unwrap());
    let (code, body) = m.put(&path, json!({"waybill": {"tracking_no": "EV100"}})).await;
    assert_eq!(code, 200, "{body}");
    go(&m, &last_shipment(removed).await, "shipped").await;
    let (code, undo) = m.post(&format!("/order-batches/{id}/undo"), json!({})).await;
    assert_eq!(code, 200, "{undo}");
    let undo_id = undo["data"]["id"].as_str().unwrap().to_owned();
    let undo = ended(&shop, &m, &undo_id).await;
    assert_eq!((&undo["changed_count"], &undo["failed_count"], &undo["can_undo"]), (&json!(2), &json!(2), &json!(false)));
    let undone = outcomes(&m, &undo_id).await;
    let of = |id: &dyn ToString| undone.get(&id.to_string()).map(String::as_str);
    assert_eq!((of(&free), of(&part)), (Some("ok"), Some("ok")), "{undone:?}");
    assert_eq!((of(&tracked), of(&removed)), (Some("changed_since"), Some("changed_since")));
    assert_eq!((last_shipment(free).await["status"].clone(), status(&m, free).await), (json!("cancelled"), "PRCS".into()));
    // Of the order with a partial shipment of its own, that one stays.
    assert_eq!((last_shipment(part).await["status"].clone(), status(&m, part).await), (json!("cancelled"), "PRCS".into()));
    assert_eq!(fulfilment(&m, part).await["shipments"][0]["status"], json!("ready"));
    assert_eq!((status(&m, tracked).await, status(&m, removed).await), ("RDYS".into(), "SHPD".into()));
}

/// Undoes a batch of orders; returns the result of each.
async fn taken_back(shop: &TestShop, m: &Merchant, batch: &str) -> BTreeMap<String, String> {
    let (code, undo) = m.post(&format!("/order-batches/{batch}/undo"), json!({})).await;
    assert_eq!(code, 200, "{undo}");
    let undo = undo["data"]["id"].as_str().unwrap().to_owned();
    ended(shop, m, &undo).await;
    outcomes(m, &undo).await
}

/// OR-06: an order that was set to ready by hand before the batch stays ready after the undo; one that the batch moved goes back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_taking_shipments_back_moves_only_orders_that_they_moved() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let setup = by_courier(&shop, &m).await;
    let goods = product_id(&m.product(json!({"qty": 1000})).await);
    let ready = buy(&shop, &setup, &person(1), &[(goods, None, 1)]).await.id;
    let prepared = buy(&shop, &setup, &person(2), &[(goods, None, 1)]).await.id;
    for id in [ready, prepared] {
        confirmed(&m, id).await;
    }
    assert_eq!(m.put(&format!("/orders/{ready}/status"), json!({"status": "RDYS"})).await.0, 200);
    let id = begin(&m, "", json!({"kind": "ship"})).await;
    let batch = ended(&shop, &m, &id).await;
    assert_eq!(batch["changed_count"], json!(2), "{batch}");
    assert_eq!((status(&m, ready).await, status(&m, prepared).await), ("RDYS".into(), "RDYS".into()));
    let undone = taken_back(&shop, &m, &id).await;
    assert!(undone.len() == 2 && undone.values().all(|code| code == "ok"), "{undone:?}");
    for order in [ready, prepared] {
        assert_eq!(fulfilment(&m, order).await["shipments"][0]["status"], json!("cancelled"));
    }
    assert_eq!((status(&m, ready).await, status(&m, prepared).await), ("RDYS".into(), "PRCS".into()));
}

/// OR-06: a shipment whose waybill changed since is not cancelled by the undo of the batch that created it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_taking_shipments_back_leaves_those_that_were_written_since() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let setup = by_courier(&shop, &m).await;
    let goods = product_id(&m.product(json!({"qty": 1000})).await);
    let written = [
        json!({"tracking_url": "https://example.com/t/1"}),
        json!({"courier_name": "مندوب آخر"}),
        json!({"cod_amount": "1.00"}),
        json!({"note": "اتفقنا على المساء"}),
    ];
    let mut ids = Vec::new();
    for n in 0..=written.len() {
        let id = buy(&shop, &setup, &person(n), &[(goods, None, 1)]).await.id;
        confirmed(&m, id).await;
        ids.push(id);
    }
    let id = begin(&m, "", json!({"kind": "ship"})).await;
    ended(&shop, &m, &id).await;
    for (order, waybill) in ids.iter().zip(&written) {
        let shipment = fulfilment(&m, *order).await["shipments"][0].clone();
        let (code, body) = m.put(&format!("/shipments/{}", shipment["id"].as_str().unwrap()), json!({"waybill": waybill})).await;
        assert_eq!(code, 200, "{waybill}: {body}");
    }
    let undone = taken_back(&shop, &m, &id).await;
    for (n, order) in ids.iter().enumerate() {
        let is_written = n < written.len();
        let outcome = if is_written { "changed_since" } else { "ok" };
        assert_eq!(undone.get(&order.to_string()).map(String::as_str), Some(outcome), "{n}: {undone:?}");
        let is = fulfilment(&m, *order).await["shipments"][0]["status"].clone();
        assert_eq!(is, json!(if is_written { "ready" } else { "cancelled" }), "{n}");
    }
}
