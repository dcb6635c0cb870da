//! Shipments of orders: part quantities, statuses, what they mean for the order, labels, and what shoppers see.

use db::p;
use kernel::OrderId;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{Till, buy, person, product_id, till};

/// Buyers of this till have their orders brought.
async fn by_courier(shop: &TestShop, merchant: &Merchant) -> Till {
    let method = json!({"provider": "CUSTOM", "name": {"ar": "مندوب المتجر"}, "fixed_cost": "5", "is_cod_allowed": true});
    let method = merchant.create("/shipping-methods", method).await;
    Till { pickup: method["id"].as_str().unwrap().parse().unwrap(), ..till(shop, merchant).await }
}

/// A store with an order of three pieces of one product and two of another, by courier.
async fn ordered(shop: &TestShop) -> (Merchant, Till, OrderId) {
    let merchant = shop.merchant().await;
    let till = by_courier(shop, &merchant).await;
    let weighs = |price: &str, kg: &str| json!({"regular_price": price, "weight_amount": kg, "weight_unit": "kg"});
    let shirt = product_id(&merchant.product(weighs("50", "0.4")).await);
    let book = product_id(&merchant.product(weighs("20", "1")).await);
    let order = buy(shop, &till, &person(1), &[(shirt, None, 3), (book, None, 2)]).await.id;
    // The shopper's link is signed with a secret that the first look makes.
    merchant.data(&format!("/orders/{order}")).await;
    (merchant, till, order)
}

async fn status(merchant: &Merchant, order: OrderId) -> String {
    merchant.data(&format!("/orders/{order}")).await["status"].as_str().unwrap().to_owned()
}

async fn fulfilment(merchant: &Merchant, order: OrderId) -> Value {
    merchant.data(&format!("/orders/{order}/shipments")).await
}

async fn ship(merchant: &Merchant, order: OrderId, body: Value) -> Value {
    merchant.create(&format!("/orders/{order}/shipments"), body).await
}

async fn go(merchant: &Merchant, shipment: &Value, to: &str) -> Value {
    let path = format!("/shipments/{}/status", shipment["id"].as_str().unwrap());
    let (status, body) = merchant.put(&path, json!({"status": to})).await;
    assert_eq!(status, 200, "{to}: {body}");
    body["data"].clone()
}

fn lines(of: &[(i64, i64)]) -> Value {
    of.iter().map(|(line, quantity)| json!({"line": line, "quantity": quantity})).collect()
}

/// A shipment of the store: its only one, or one that is made for an order that is placed for it.
pub(crate) async fn some(shop: &TestShop, merchant: &Merchant) -> String {
    let sql = "SELECT id FROM shipments WHERE store_id = ?1 ORDER BY id LIMIT 1";
    let known: Option<kernel::ShipmentId> = shop.app.db().conn().opt(sql, p![merchant.store]).await.unwrap();
    if let Some(id) = known {
        return id.to_string();
    }
    let till = by_courier(shop, merchant).await;
    let goods = product_id(&merchant.product(json!({})).await);
    let order = buy(shop, &till, &person(71), &[(goods, None, 3)]).await.id;
    let made = ship(merchant, order, json!({"lines": lines(&[(1, 1)])})).await;
    made["id"].as_str().unwrap().to_owned()
}

/// Never more than was ordered, whatever happened: counted in the tables.
async fn assert_not_overshipped(shop: &TestShop, merchant: &Merchant) {
    let sql = "SELECT COUNT(*) FROM order_items i WHERE i.store_id = ?1 AND i.quantity - i.returned < (SELECT COALESCE(SUM(l.quantity), 0) \
               FROM shipments s JOIN shipment_lines l ON l.store_id = s.store_id AND l.shipment_id = s.id \
               WHERE s.store_id = i.store_id AND s.order_id = i.order_id AND l.line = i.line AND s.status NOT IN ('cancelled', 'returned'))";
    let breaches: i64 = shop.app.db().conn().one(sql, p![merchant.store]).await.unwrap();
    assert_eq!(breaches, 0, "more is shipped than there is");
}

/// OR-06, OR-02: two shipments of one order, each on its own way; the order is as far as they are, and partly shipped is told.
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
    let told = fulfilment(&merchant, order).await;
    assert_eq!(
        (&told["state"], &told["pieces"]["on_the_way"], &told["pieces"]["to_ship"]),
        (&json!("partly_shipped"), &json!(2), &json!(3))
    );
    assert_eq!(status(&merchant, order).await, "PRCS");
    // What the first collects is not collected twice: the rest of what is owed.
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
    let done = go(&merchant, &rest, "delivered").await;
    assert_eq!(status(&merchant, order).await, "DLVR");
    let went: Vec<&str> = done["events"].as_array().unwrap().iter().map(|e| e["status"].as_str().unwrap()).collect();
    assert_eq!(went, ["ready", "shipped", "out_for_delivery", "delivered"]);
    // Every step of both stands in the order's activity, the order's own moves among them.
    let log = merchant.data(&format!("/orders/{order}/activity")).await;
    let log = log.as_array().unwrap();
    assert_eq!(log.iter().filter(|e| e["after"]["shipment"].is_string()).count(), 2 + 2 + 3);
    let moves: Vec<&str> =
        log.iter().filter(|e| e["action"] == "update_status").map(|e| e["after"]["status"].as_str().unwrap()).collect();
    assert_eq!(moves, ["PRCS", "RDYS", "SHPD", "ODLV", "DLVR"]);
    assert_not_overshipped(&shop, &merchant).await;
}

/// OR-06: bad input is refused at its field and changes nothing; what is not possible is a conflict that says so.
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
    let made = ship(&merchant, order, json!({"version": 1})).await;
    let (code, answer) = shop.assert_unchanged(merchant.post(&path, json!({}))).await;
    assert_eq!((code, &answer["code"]), (409, &json!("nothing_to_ship")));
    let of_shipment = format!("/shipments/{}/status", made["id"].as_str().unwrap());
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
    // A cancelled order, and one that is over.
    assert_eq!(merchant.put(&format!("/orders/{order}/status"), json!({"status": "CNCL"})).await.0, 200);
    let (code, answer) = shop.assert_unchanged(merchant.post(&path, json!({}))).await;
    assert_eq!((code, &answer["code"]), (409, &json!("not_shippable")));
    let cancelled = merchant.data(&format!("/shipments/{}", made["id"].as_str().unwrap())).await;
    assert_eq!(cancelled["status"], json!("cancelled"), "an open shipment goes with its order");
    let (code, answer) = shop
        .assert_unchanged(
            merchant.put(&format!("/shipments/{}", made["id"].as_str().unwrap()), json!({"waybill": {"note": "x"}})),
        )
        .await;
    assert_eq!((code, &answer["code"]), (409, &json!("shipment_cancelled")));
}

/// OR-06: of many who ship the same pieces at once one does, and the others are told.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_06_the_last_pieces_are_shipped_once_however_many_ship_them() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let path = format!("/orders/{order}/shipments");
    let wishes = (0..8).map(|_| merchant.post(&path, json!({"lines": lines(&[(1, 2), (2, 1)])})));
    let answers = futures_util::future::join_all(wishes).await;
    let made = answers.iter().filter(|(status, _)| *status == 201).count();
    assert_eq!(made, 1, "{answers:?}");
    for (status, answer) in answers.iter().filter(|(status, _)| *status != 201) {
        let is_told = (*status == 422 && answer["errors"]["lines.0.quantity"].is_array())
            || (*status == 409 && ["nothing_to_ship", "stale_version"].contains(&answer["code"].as_str().unwrap()));
        assert!(is_told, "{status} {answer}");
    }
    assert_not_overshipped(&shop, &merchant).await;
    assert_eq!(fulfilment(&merchant, order).await["pieces"]["to_ship"], json!(2));
}

/// OR-06: a cancelled shipment gives its pieces back, and the order goes back to being prepared.
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
    // A part is in a shipment: an edit keeps it.
    go(&merchant, &again, "cancelled").await;
    ship(&merchant, order, json!({"lines": lines(&[(1, 2)])})).await;
    let edit = json!({"items": [{"line": 1, "quantity": 1}, {"line": 2, "quantity": 2}]});
    let (code, answer) = shop.assert_unchanged(merchant.post(&format!("/orders/{order}/edit/preview"), edit)).await;
    assert_eq!((code, &answer["code"]), (409, &json!("below_shipped")), "{answer}");
    let edit = json!({"items": [{"line": 1, "quantity": 2}, {"line": 2, "quantity": 1}]});
    let (code, answer) = merchant.post(&format!("/orders/{order}/edit/preview"), edit).await;
    assert_eq!(code, 200, "{answer}");
}

/// OR-04, OR-06: an order that is moved by hand takes its shipments along, and is not cancelled once one has left; orders
/// without shipments move as ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_shipments_go_along_with_an_order_moved_by_hand() {
    let shop = TestShop::start().await;
    let (merchant, till, order) = ordered(&shop).await;
    let by_hand = async |order: OrderId, to: &str| merchant.put(&format!("/orders/{order}/status"), json!({"status": to})).await;
    let made = ship(&merchant, order, json!({})).await;
    let of = |s: &Value| format!("/shipments/{}", s["id"].as_str().unwrap());
    assert_eq!(by_hand(order, "SHPD").await.0, 200);
    assert_eq!(merchant.data(&of(&made)).await["status"], json!("shipped"));
    assert_eq!(by_hand(order, "RFSD").await.0, 200);
    assert_eq!(merchant.data(&of(&made)).await["status"], json!("refused"));
    assert_eq!(by_hand(order, "RTRN").await.0, 200);
    assert_eq!(merchant.data(&of(&made)).await["status"], json!("returned"));
    // A part has left: the order cannot be cancelled, and says why.
    let goods = product_id(&merchant.product(json!({})).await);
    let second = buy(&shop, &till, &person(2), &[(goods, None, 2)]).await.id;
    let part = ship(&merchant, second, json!({"lines": lines(&[(1, 1)])})).await;
    go(&merchant, &part, "shipped").await;
    let (code, answer) = shop.assert_unchanged(by_hand(second, "CNCL")).await;
    assert_eq!((code, &answer["code"]), (409, &json!("shipment_has_left")));
    go(&merchant, &part, "refused").await;
    go(&merchant, &part, "returned").await;
    assert_eq!(fulfilment(&merchant, second).await["pieces"]["to_ship"], json!(2), "what came back is to be shipped again");
    assert_eq!(by_hand(second, "CNCL").await.0, 200);
    // No shipments: as ever.
    let third = buy(&shop, &till, &person(3), &[(goods, None, 1)]).await.id;
    for to in ["PRCS", "RDYS", "SHPD", "ODLV", "DLVR"] {
        assert_eq!(by_hand(third, to).await.0, 200, "{to}");
    }
    assert_eq!(fulfilment(&merchant, third).await["can_ship"], json!(false));
}

/// OR-06: a pickup is handed over with the customer's code or a name, and the order is delivered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_pickup_is_handed_over_with_a_code_or_a_name() {
    let shop = TestShop::start().await;
    let (merchant, till, order) = ordered(&shop).await;
    let made = ship(&merchant, order, json!({"provider": "PICKUP"})).await;
    assert_eq!((&made["status"], &made["service_type"]), (&json!("ready_for_pickup"), &json!("pickup")));
    assert_eq!(status(&merchant, order).await, "RDYP");
    assert!(made.get("pickup_code").is_none(), "the staff is told by the customer");
    let path = format!("/shipments/{}/status", made["id"].as_str().unwrap());
    let (code, answer) = shop.assert_unchanged(merchant.put(&format!("/orders/{order}/status"), json!({"status": "DLVR"}))).await;
    assert_eq!((code, &answer["code"]), (409, &json!("pickup_unconfirmed")));
    for body in [json!({"status": "delivered"}), json!({"status": "delivered", "pickup_code": "12"})] {
        let (code, answer) = shop.assert_unchanged(merchant.put(&path, body)).await;
        assert_eq!((code, answer["errors"]["pickup_code"].is_array()), (422, true), "{answer}");
    }
    go(&merchant, &made, "postponed").await;
    assert_eq!(status(&merchant, order).await, "SDLV");
    let sql = "SELECT pickup_code FROM shipments WHERE store_id = ?1";
    let secret: String = shop.app.db().conn().one(sql, p![merchant.store]).await.unwrap();
    // The shopper reads the code on the order's page, and may say it in Arabic digits.
    let url = merchant.data(&format!("/orders/{order}")).await["shopper_url"].as_str().unwrap().to_owned();
    let shopper = shop.shopper(&merchant.slug);
    let page = shopper.get(&url[url.find("/orders/").unwrap()..]).await;
    assert!(page.body.contains(&secret), "{}", page.body);
    let arabic: String = secret.bytes().map(|b| char::from_u32(0x0660 + u32::from(b - b'0')).unwrap()).collect();
    let (code, body) = merchant.put(&path, json!({"status": "delivered", "pickup_code": arabic})).await;
    assert_eq!((code, &body["data"]["status"]), (200, &json!("delivered")), "{body}");
    assert_eq!(status(&merchant, order).await, "DLVR");
    let goods = product_id(&merchant.product(json!({})).await);
    let second = buy(&shop, &till, &person(2), &[(goods, None, 1)]).await.id;
    let made = ship(&merchant, second, json!({"provider": "PICKUP"})).await;
    let path = format!("/shipments/{}/status", made["id"].as_str().unwrap());
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
    let made = ship(&merchant, order, json!({"lines": lines(&[(1, 3)]), "waybill": form})).await;
    go(&merchant, &made, "shipped").await;
    let page = shopper.get(&path).await;
    for text in
        ["شحنات الطلب", "EP123", "https://courier.example/?n=EP123&amp;x=1", "بقيت قطعتان تُشحنان لاحقًا.", "noopener noreferrer"]
    {
        assert!(page.body.contains(text), "{text}: {}", page.body);
    }
    let english = shopper.get(&format!("/en{path}")).await;
    for text in ["Shipments", "Out for delivery", "Track the shipment", "items are still to be shipped."] {
        assert!(english.body.contains(text), "{text}: {}", english.body);
    }
    // A link that came into the table in another way is not shown as one.
    let sql = "UPDATE shipments SET tracking_url = 'javascript:alert(1)' WHERE store_id = ?1";
    let store = merchant.store;
    shop.app.db().tx(async move |c| c.exec(sql, p![store]).await).await.unwrap();
    assert!(!shopper.get(&path).await.body.contains("javascript:"));
}

/// OR-06: a waybill is corrected while it waits; once it has left only how it is followed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_waybill_is_corrected_until_it_leaves() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let made = ship(&merchant, order, json!({})).await;
    let path = format!("/shipments/{}", made["id"].as_str().unwrap());
    let (code, body) = merchant
        .put(&path, json!({"waybill": {"package_weight": 900, "has_cod": false, "package_size": "large"}, "version": 1}))
        .await;
    assert_eq!((code, &body["data"]["package_weight"], &body["data"]["has_cod"]), (200, &json!(900), &json!(false)), "{body}");
    let (code, answer) = shop.assert_unchanged(merchant.put(&path, json!({"waybill": {"note": "x"}, "version": 1}))).await;
    assert_eq!((code, &answer["code"], &answer["current"]["version"]), (409, &json!("stale_version"), &json!(2)));
    go(&merchant, &made, "shipped").await;
    let (code, answer) = shop.assert_unchanged(merchant.put(&path, json!({"waybill": {"package_weight": 5}}))).await;
    assert_eq!((code, &answer["code"]), (409, &json!("shipment_has_left")));
    let (code, body) = merchant.put(&path, json!({"waybill": {"tracking_no": "A-1"}})).await;
    assert_eq!((code, &body["data"]["tracking_no"]), (200, &json!("A-1")));
}

/// OR-01, OR-06: many orders at once, each with its own answer; labels of those that have shipments, and which have none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_many_orders_are_shipped_and_labelled_at_once() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let till = by_courier(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 100})).await);
    let mut ids = Vec::new();
    for n in 1..=4 {
        ids.push(buy(&shop, &till, &person(n), &[(goods, None, 2)]).await.id);
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
    let print = async |orders: &[OrderId], more: &str| {
        let orders: Vec<String> = orders.iter().map(ToString::to_string).collect();
        merchant.call("GET", &format!("/shipments/labels?orders={}{more}", orders.join(","))).send().await
    };
    let reply = shop.assert_unchanged(print(&[ids[0], ids[2], ids[1]], "")).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "application/pdf"));
    assert_eq!((reply.header("x-left-out"), reply.header("x-left-out-ids")), ("1", ids[2].to_string().as_str()));
    let reply = print(&[ids[0]], "&paper=100x150&lang=both").await;
    assert_eq!(reply.status, 200);
    for (orders, more, code) in [
        (vec![], "", 422),
        (vec![], "x,y", 422),
        (vec![ids[0]], "&paper=a9", 422),
        (vec![ids[0]], "&lang=fr", 422),
        (vec![strange], "", 422),
        (vec![ids[0]; 201], "", 422),
        (vec![ids[2]], "", 409),
    ] {
        assert_eq!(shop.assert_unchanged(print(&orders, more)).await.status, code, "{more}");
    }
    let one = results[0]["shipment_id"].as_str().unwrap();
    assert_eq!(merchant.call("GET", &format!("/shipments/{one}/label?paper=100x150")).send().await.status, 200);
    assert_eq!(merchant.call("GET", &format!("/shipments/{one}/label?paper=x")).send().await.status, 422);
    assert_eq!(merchant.put(&format!("/shipments/{one}/status"), json!({"status": "cancelled"})).await.0, 200);
    assert_eq!(merchant.call("GET", &format!("/shipments/{one}/label")).send().await.status, 409);
}

/// Decisions §2: whoever may read orders reads shipments and prints their labels; only who may change orders makes them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_02_reading_shipments_needs_no_more_than_reading_orders() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let made = ship(&merchant, order, json!({})).await;
    let reader = merchant.colleague(&shop, commerce::identity::Role::ReadOnly).await;
    assert_eq!(reader.get(&format!("/orders/{order}/shipments")).await.0, 200);
    let one = format!("/shipments/{}", made["id"].as_str().unwrap());
    assert_eq!(reader.get(&one).await.0, 200);
    assert_eq!(reader.call("GET", &format!("{one}/label")).send().await.status, 200);
    assert_eq!(reader.call("GET", &format!("/shipments/labels?orders={order}")).send().await.status, 200);
    assert_eq!(shop.assert_unchanged(reader.put(&format!("{one}/status"), json!({"status": "shipped"}))).await.0, 403);
    assert_eq!(shop.assert_unchanged(reader.post(&format!("/orders/{order}/shipments"), json!({}))).await.0, 403);
}

/// OR-06: cash that was handed over at the door and not written down yet is not asked for again by the next part, and a payment
/// that came after the waybill is not collected by its label.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_parts_do_not_collect_twice() {
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
