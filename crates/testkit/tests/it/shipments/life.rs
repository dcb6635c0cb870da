//! Shipment statuses, and the order that follows them.

use db::p;
use kernel::OrderId;
use serde_json::{Value, json};
use testkit::TestShop;

use super::{assert_not_overshipped, confirmed, fulfilment, go, lines, ordered, ship, status};
use crate::checkout::{buy, person, product_id};

/// OR-06, OR-02: two shipments of one order advance independently; the order's status follows them, and partly shipped is shown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_an_order_goes_in_two_shipments_and_follows_them() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let before = fulfilment(&merchant, order).await;
    assert_eq!(
        (&before["state"], &before["can_ship"], &before["pieces"]["to_ship"]),
        (&json!("unshipped"), &json!(true), &json!(5))
    );
    assert_eq!(before["defaults"]["package_weight"], json!(3200));
    let first = ship(
        &merchant,
        order,
        json!({"lines": lines(&[(1, 2)]), "waybill": {"service_type": "deliver", "package_size": "medium", "courier_name": "مندوب المدينة",
            "tracking_no": "EP١٢٣", "tracking_url": "https://courier.example/EP123", "has_cod": true, "cod_amount": "100", "allow_open_box": true}}),
    )
    .await;
    let number = merchant.data(&format!("/orders/{order}")).await["number"].as_i64().unwrap();
    assert_eq!(first["number"], json!(format!("{number}-1")));
    assert_eq!(first["tracking_id"], json!(format!("{number}-1")));
    for (field, value) in [
        ("tracking_no", json!("EP123")),
        ("tracking_url", json!("https://courier.example/EP123")),
        ("status", json!("ready")),
        ("package_size", json!("medium")),
        ("package_weight", json!(800)),
        ("has_cod", json!(true)),
        ("cod_amount", json!("100.00")),
        ("allow_open_box", json!(true)),
        ("service_type", json!("deliver")),
        ("items_count", json!(2)),
        ("next_statuses", json!(["shipped", "cancelled"])),
    ] {
        assert_eq!(first[field], value, "{field}");
    }
    assert!(first["created_at"].is_string() && first["last_update_date"].is_string());
    assert_eq!(status(&merchant, order).await, "PRCS");
    go(&merchant, &first, "shipped").await;
    let view = fulfilment(&merchant, order).await;
    assert_eq!(
        (&view["state"], &view["pieces"]["on_the_way"], &view["pieces"]["to_ship"]),
        (&json!("partly_shipped"), &json!(2), &json!(3))
    );
    assert_eq!(status(&merchant, order).await, "PRCS");
    // The second shipment collects the rest of the balance, not what the first collects.
    let owed = merchant.data(&format!("/orders/{order}")).await["money"]["owed"].as_str().unwrap().to_owned();
    let rest = ship(&merchant, order, json!({})).await;
    let minor = |v: &str| v.replace('.', "").parse::<i64>().unwrap();
    assert_eq!(minor(rest["cod_amount"].as_str().unwrap()) + 10_000, minor(&owed));
    assert_eq!(rest["lines"], lines(&[(1, 1), (2, 2)]));
    assert_eq!(status(&merchant, order).await, "RDYS");
    go(&merchant, &rest, "shipped").await;
    assert_eq!(status(&merchant, order).await, "SHPD");
    go(&merchant, &first, "delivered").await;
    assert_eq!(status(&merchant, order).await, "SHPD");
    go(&merchant, &rest, "out_for_delivery").await;
    assert_eq!(status(&merchant, order).await, "ODLV");
    let finished = go(&merchant, &rest, "delivered").await;
    assert_eq!(status(&merchant, order).await, "DLVR");
    let passed_statuses: Vec<&str> =
        finished["events"].as_array().unwrap().iter().map(|e| e["status"].as_str().unwrap()).collect();
    assert_eq!(passed_statuses, ["ready", "shipped", "out_for_delivery", "delivered"]);
    // Every step of both is in the order's activity, with the order's own transitions.
    let log = merchant.data(&format!("/orders/{order}/activity")).await;
    let log = log.as_array().unwrap();
    assert_eq!(log.iter().filter(|e| e["after"]["shipment"].is_string()).count(), 2 + 2 + 3);
    let moves: Vec<&str> =
        log.iter().filter(|e| e["action"] == "update_status").map(|e| e["after"]["status"].as_str().unwrap()).collect();
    assert_eq!(moves, ["PRCS", "RDYS", "SHPD", "ODLV", "DLVR"]);
    assert_not_overshipped(&shop, &merchant).await;
}

/// OR-06: a cancelled shipment releases its pieces, and the order goes back to being prepared.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_cancelled_shipment_gives_its_pieces_back() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let first = ship(&merchant, order, json!({})).await;
    assert_eq!(status(&merchant, order).await, "RDYS");
    go(&merchant, &first, "cancelled").await;
    assert_eq!(status(&merchant, order).await, "PRCS");
    assert_eq!(fulfilment(&merchant, order).await["pieces"]["to_ship"], json!(5));
    let again = ship(&merchant, order, json!({})).await;
    assert!(again["number"].as_str().unwrap().ends_with("-2"));
    assert_eq!(status(&merchant, order).await, "RDYS");
    // A piece is in a shipment: an edit cannot remove it.
    go(&merchant, &again, "cancelled").await;
    ship(&merchant, order, json!({"lines": lines(&[(1, 2)])})).await;
    let edit = json!({"items": [{"line": 1, "quantity": 1}, {"line": 2, "quantity": 2}]});
    let (code, answer) = shop.assert_unchanged(merchant.post(&format!("/orders/{order}/edit/preview"), edit)).await;
    assert_eq!((code, &answer["code"]), (409, &json!("below_shipped")), "{answer}");
    let edit = json!({"items": [{"line": 1, "quantity": 2}, {"line": 2, "quantity": 1}]});
    let (code, answer) = merchant.post(&format!("/orders/{order}/edit/preview"), edit).await;
    assert_eq!(code, 200, "{answer}");
}

/// OR-04, OR-06: an order moved by hand moves its shipments, and cannot be cancelled once one has left; orders without shipments
/// move as before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_shipments_go_along_with_an_order_moved_by_hand() {
    let shop = TestShop::start().await;
    let (merchant, setup, order) = ordered(&shop).await;
    let by_hand = async |order: OrderId, to: &str| merchant.put(&format!("/orders/{order}/status"), json!({"status": to})).await;
    let shipment = ship(&merchant, order, json!({})).await;
    let of = |s: &Value| format!("/shipments/{}", s["id"].as_str().unwrap());
    assert_eq!(by_hand(order, "SHPD").await.0, 200);
    assert_eq!(merchant.data(&of(&shipment)).await["status"], json!("shipped"));
    assert_eq!(by_hand(order, "RFSD").await.0, 200);
    assert_eq!(merchant.data(&of(&shipment)).await["status"], json!("refused"));
    assert_eq!(by_hand(order, "RTRN").await.0, 200);
    assert_eq!(merchant.data(&of(&shipment)).await["status"], json!("returned"));
    // A part has left: the order cannot be cancelled, with the reason.
    let goods = product_id(&merchant.product(json!({})).await);
    let second = buy(&shop, &setup, &person(2), &[(goods, None, 2)]).await.id;
    confirmed(&merchant, second).await;
    let part = ship(&merchant, second, json!({"lines": lines(&[(1, 1)])})).await;
    go(&merchant, &part, "shipped").await;
    let (code, answer) = shop.assert_unchanged(by_hand(second, "CNCL")).await;
    assert_eq!((code, &answer["code"]), (409, &json!("shipment_has_left")));
    go(&merchant, &part, "refused").await;
    go(&merchant, &part, "returned").await;
    assert_eq!(fulfilment(&merchant, second).await["pieces"]["to_ship"], json!(2), "what came back is to be shipped again");
    assert_eq!(by_hand(second, "CNCL").await.0, 200);
    // No shipments: as before.
    let third = buy(&shop, &setup, &person(3), &[(goods, None, 1)]).await.id;
    for to in ["PRCS", "RDYS", "SHPD", "ODLV", "DLVR"] {
        assert_eq!(by_hand(third, to).await.0, 200, "{to}");
    }
    assert_eq!(fulfilment(&merchant, third).await["can_ship"], json!(false));
}

/// OR-06: a pickup is handed over with the customer's code or a name, and the order is delivered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_pickup_is_handed_over_with_a_code_or_a_name() {
    let shop = TestShop::start().await;
    let (merchant, setup, order) = ordered(&shop).await;
    let shipment = ship(&merchant, order, json!({"provider": "PICKUP"})).await;
    assert_eq!((&shipment["status"], &shipment["service_type"]), (&json!("ready_for_pickup"), &json!("pickup")));
    assert_eq!(status(&merchant, order).await, "RDYP");
    assert!(shipment.get("pickup_code").is_none(), "the staff is told by the customer");
    let path = format!("/shipments/{}/status", shipment["id"].as_str().unwrap());
    let (code, answer) = shop.assert_unchanged(merchant.put(&format!("/orders/{order}/status"), json!({"status": "DLVR"}))).await;
    assert_eq!((code, &answer["code"]), (409, &json!("pickup_unconfirmed")));
    for body in [json!({"status": "delivered"}), json!({"status": "delivered", "pickup_code": "12"})] {
        let (code, answer) = shop.assert_unchanged(merchant.put(&path, body)).await;
        assert_eq!((code, answer["errors"]["pickup_code"].is_array()), (422, true), "{answer}");
    }
    go(&merchant, &shipment, "postponed").await;
    assert_eq!(status(&merchant, order).await, "SDLV");
    let sql = "SELECT pickup_code FROM shipments WHERE store_id = ?1";
    let secret: String = shop.app.db().conn().one(sql, p![merchant.store]).await.unwrap();
    // The shopper reads the code on the order's page, and may type it in Arabic digits.
    let url = merchant.data(&format!("/orders/{order}")).await["shopper_url"].as_str().unwrap().to_owned();
    let shopper = shop.shopper(&merchant.slug);
    let page = shopper.get(&url[url.find("/orders/").unwrap()..]).await;
    assert!(page.body.contains(&secret), "{}", page.body);
    let arabic: String = secret.bytes().map(|b| char::from_u32(0x0660 + u32::from(b - b'0')).unwrap()).collect();
    let (code, body) = merchant.put(&path, json!({"status": "delivered", "pickup_code": arabic})).await;
    assert_eq!((code, &body["data"]["status"]), (200, &json!("delivered")), "{body}");
    assert_eq!(status(&merchant, order).await, "DLVR");
    let goods = product_id(&merchant.product(json!({})).await);
    let second = buy(&shop, &setup, &person(2), &[(goods, None, 1)]).await.id;
    confirmed(&merchant, second).await;
    let created = ship(&merchant, second, json!({"provider": "PICKUP"})).await;
    let path = format!("/shipments/{}/status", created["id"].as_str().unwrap());
    let (_, body) = merchant.put(&path, json!({"status": "delivered", "received_by": "سعاد القحطاني"})).await;
    assert_eq!(body["data"]["received_by"], json!("سعاد القحطاني"));
}

/// OR-06: the shopper follows both shipments in both languages; a link leads only to web pages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_the_shopper_follows_shipments_on_the_order_page() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let url = merchant.data(&format!("/orders/{order}")).await["shopper_url"].as_str().unwrap().to_owned();
    let path = url[url.find("/orders/").unwrap()..].to_owned();
    let shopper = shop.shopper(&merchant.slug);
    let page = shopper.get(&path).await;
    assert!(!page.body.contains("شحنات الطلب"), "nothing is shown before there is something");
    let form =
        json!({"courier_name": "مندوب المدينة", "tracking_no": "EP123", "tracking_url": "https://courier.example/?n=EP123&x=1"});
    let shipment = ship(&merchant, order, json!({"lines": lines(&[(1, 3)]), "waybill": form})).await;
    go(&merchant, &shipment, "shipped").await;
    let page = shopper.get(&path).await;
    for text in
        ["شحنات الطلب", "EP123", "https://courier.example/?n=EP123&amp;x=1", "بقيت قطعتان تُشحنان لاحقًا.", "noopener noreferrer"]
    {
        assert!(page.body.contains(text), "{text}: {}", page.body);
    }
    let english = shopper.get(&format!("/en{path}")).await;
    for text in ["Shipments", "Out for delivery", "Track the shipment", "items will ship later."] {
        assert!(english.body.contains(text), "{text}: {}", english.body);
    }
    // A stored link of another scheme is not rendered as a link.
    let sql = "UPDATE shipments SET tracking_url = 'javascript:alert(1)' WHERE store_id = ?1";
    let store = merchant.store;
    shop.app.db().tx(async move |c| c.exec(sql, p![store]).await).await.unwrap();
    assert!(!shopper.get(&path).await.body.contains("javascript:"));
}

/// OR-06: cash that was collected but not booked yet is not collected again by the next part, and a payment that came after the
/// waybill is not on its label.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_partial_shipments_do_not_collect_cash_twice() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let first = ship(&merchant, order, json!({"lines": lines(&[(1, 2)])})).await;
    let owed = merchant.data(&format!("/orders/{order}")).await["money"]["owed"].clone();
    assert_eq!(first["cod_amount"], owed);
    for to in ["shipped", "delivered"] {
        go(&merchant, &first, to).await;
    }
    let second = ship(&merchant, order, json!({"lines": lines(&[(1, 1), (2, 2)])})).await;
    assert_eq!(second["cod_amount"], json!("0.00"), "{second}");
}
