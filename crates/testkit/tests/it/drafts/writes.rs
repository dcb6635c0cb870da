//! Drafts saved, changed, placed and deleted by the merchant.

use serde_json::{Value, json};

use super::{Desk, at, problems};
use crate::checkout::{buy, person, product_id};

/// OR-03: a draft reserves no stock, is listed under its tab and is replaced as a whole; placed, it is an ordinary order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_draft_holds_nothing_and_becomes_an_order() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "40.00", "qty": 5})).await;
    let draft = d
        .draft(json!([
            {"product_id": shirt["id"], "quantity": 2},
            {"product_id": shirt["id"], "quantity": 1, "unit_price": "30.00", "reason": "عميلة دائمة"},
            {"name": "تغليف هدية", "quantity": 1, "unit_price": "12.50"},
        ]))
        .await;
    assert_eq!((&draft["saved_total"], &draft["preview"]["total"]), (&json!("122.50"), &json!("122.50")));
    assert_eq!(problems(&draft), []);
    assert_eq!(d.stock(&shirt).await, 5, "nothing is taken for a draft");
    let counts = d.merchant.data("/orders/status-counts").await;
    assert_eq!((&counts["DRFT"], &counts["PEND"]), (&json!(1), &json!(0)));
    let listed = d.merchant.data("/orders?filter[status]=DRFT").await;
    assert_eq!((&listed[0]["id"], &listed[0]["total"]), (&draft["id"], &json!("122.50")));
    let order = d.merchant.data(&at(&draft)).await;
    assert!(order["items"].as_array().unwrap().iter().all(|i| i["is_stock_taken"] == json!(false)));
    assert_eq!(order["items"][2]["product_id"], Value::Null, "a custom line is no product");
    assert_eq!(order["money"]["owed"], json!("0.00"), "a draft owes nothing");
    let before = d.merchant.data(&format!("/customers/{}", d.customer)).await;
    assert_eq!((&before["orders_count"], &before["total_spent"]), (&json!(0), &json!("0.00")));

    // Replaced as a whole; a stale version is refused.
    let mut body = d.body(json!([{"line": 1, "product_id": shirt["id"], "quantity": 3}]));
    body["discount"] = json!("20");
    body["discount_reason"] = json!("خصم افتتاح");
    body["version"] = draft["version"].clone();
    let (status, changed) = d.merchant.put(&format!("{}/draft", at(&draft)), body.clone()).await;
    assert_eq!(status, 200, "{changed}");
    let changed = changed["data"].clone();
    assert_eq!(changed["saved_total"], json!("100.00"));
    let (status, stale) = d.shop.assert_unchanged(d.merchant.put(&format!("{}/draft", at(&draft)), body)).await;
    assert_eq!((status, &stale["code"], &stale["current"]["version"]), (409, &json!("stale_version"), &changed["version"]));
    let (status, refused) = d.merchant.put(&format!("{}/edit", at(&draft)), json!({"total": "1"})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("is_draft")));

    d.shop.advance(60_000);
    let (status, placed) = d.place(&changed, false).await;
    assert_eq!(status, 200, "{placed}");
    let placed = &placed["data"];
    assert_eq!((&placed["status"], &placed["total"], &placed["number"]), (&json!("PEND"), &json!("100.00"), &draft["number"]));
    assert_eq!((&placed["money"]["owed"], &placed["payment_status"]), (&json!("100.00"), &json!("not_paid")));
    assert_ne!(placed["created_at"], draft["created_at"], "an order is as old as its placing");
    assert_eq!(d.stock(&shirt).await, 2);
    let after = d.merchant.data(&format!("/customers/{}", d.customer)).await;
    assert_eq!((&after["orders_count"], &after["total_spent"]), (&json!(1), &json!("100.00")));
    let counts = d.merchant.data("/orders/status-counts").await;
    assert_eq!((&counts["DRFT"], &counts["PEND"]), (&json!(0), &json!(1)));
    let activity = d.merchant.data(&format!("{}/activity", at(&draft))).await;
    let acts: Vec<&str> = activity.as_array().unwrap().iter().map(|a| a["action"].as_str().unwrap()).collect();
    assert_eq!(acts, ["create", "update", "update_status"]);
    // Placing twice is refused, and takes no stock twice.
    let (status, again) = d.shop.assert_unchanged(d.place(&changed, false)).await;
    assert_eq!((status, &again["code"]), (409, &json!("illegal_transition")));
    // The stock is returned as for any order.
    let (status, body) = d.merchant.put(&format!("{}/status", at(&draft)), json!({"status": "CNCL"})).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(d.stock(&shirt).await, 5);
}

/// OR-03, OR-05: marked as paid, the order is `PAID` with the payment in its ledger; the first order is known as that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_draft_is_placed_as_paid() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "40.00", "qty": 5})).await;
    let mut body = d.body(json!([{"product_id": shirt["id"], "quantity": 2}]));
    // A paid order needs no payment method.
    body["payment_method_id"] = Value::Null;
    let draft = d.merchant.create("/orders/drafts", body).await;
    assert_eq!(problems(&draft), [("payment_method_id".to_owned(), "payment_missing".to_owned())]);
    let (status, refused) = d.shop.assert_unchanged(d.place(&draft, false)).await;
    assert_eq!(status, 422);
    assert!(refused["errors"]["payment_method_id"].is_array(), "{refused}");
    let (status, placed) = d.place(&draft, true).await;
    assert_eq!(status, 200, "{placed}");
    let placed = &placed["data"];
    assert_eq!((&placed["status"], &placed["payment_status"]), (&json!("PAID"), &json!("paid")));
    assert_eq!((&placed["money"]["paid"], &placed["money"]["owed"]), (&json!("80.00"), &json!("0.00")));
    let entries = d.merchant.data(&format!("{}/entries", at(&draft))).await;
    let kinds: Vec<&str> = entries.as_array().unwrap().iter().map(|e| e["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["charge", "payment"]);
    let row = d.merchant.data("/orders?filter[status]=PAID").await;
    assert_eq!(row[0]["is_first_order"], json!(true));
}

/// OR-03: the two stated messages of the limits, and all missing stock are reported at their lines; placing is refused with them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_limits_stock_and_what_is_not_sold_are_told_per_line() {
    let d = Desk::start().await;
    let few = d.merchant.product(json!({"qty": 50, "min_qty": 3})).await;
    let most = d.merchant.product(json!({"qty": 50, "max_qty": 2})).await;
    let short = d.merchant.product(json!({"qty": 1})).await;
    let removed = d.merchant.product(json!({"qty": 9})).await;
    let draft = d
        .draft(json!([
            {"product_id": few["id"], "quantity": 1}, {"product_id": most["id"], "quantity": 3},
            {"product_id": short["id"], "quantity": 2}, {"product_id": removed["id"], "quantity": 1},
            {"product_id": removed["id"], "quantity": 1, "unit_price": "1.00"},
        ]))
        .await;
    let (status, _) = d.merchant.delete(&format!("/products/{}", removed["id"].as_str().unwrap()), json!({})).await;
    assert_eq!(status, 200);
    let now = d.merchant.in_english().data(&format!("{}/draft", at(&draft))).await;
    let answer: Vec<(&str, &str)> = now["preview"]["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| (p["field"].as_str().unwrap(), p["message"].as_str().unwrap()))
        .collect();
    assert!(answer.contains(&("items.0.quantity", "Selected Qty less than minimum allowed qty per order")), "{answer:?}");
    assert!(answer.contains(&("items.1.quantity", "Selected Qty greater than maximum allowed qty per order")), "{answer:?}");
    let fields: Vec<&str> = answer.iter().map(|(field, _)| *field).collect();
    assert_eq!(
        fields,
        [
            "items.0.quantity",
            "items.1.quantity",
            "items.2.quantity",
            "items.3.product_id",
            "items.4.reason",
            "items.4.product_id"
        ]
    );
    let (status, refused) = d.shop.assert_unchanged(d.place(&now, false)).await;
    assert_eq!(status, 422, "{refused}");
    let errors = refused["errors"].as_object().unwrap();
    assert_eq!(errors.len(), 6, "{refused}");
    // Placed by a status change it is refused in the same way, alone and in bulk.
    let (status, _) = d.shop.assert_unchanged(d.merchant.put(&format!("{}/status", at(&draft)), json!({"status": "PEND"}))).await;
    assert_eq!(status, 422);
}

/// OR-03: invalid input is refused at its field and changes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_bad_drafts_are_refused() {
    let d = Desk::start().await;
    let other = d.shop.merchant().await;
    let theirs = other.product(json!({})).await;
    let their_customer = other.create("/customers", json!({"name": "غيرها", "mobile": "0559999999"})).await;
    let shirt = d.merchant.product(json!({"regular_price": "10.00"})).await;
    let line = json!({"product_id": shirt["id"], "quantity": 1});
    let with = |key: &str, value: Value| {
        let mut body = d.body(json!([line]));
        body[key] = value;
        body
    };
    let many: Vec<Value> = (0..101).map(|_| line.clone()).collect();
    for (body, field) in [
        (with("customer_id", Value::Null), "customer_id"),
        (with("customer_id", their_customer["id"].clone()), "customer_id"),
        (d.body(json!([])), "items"),
        (d.body(json!(many)), "items"),
        (d.body(json!([{"product_id": theirs["id"], "quantity": 1}])), "items.0.product_id"),
        (d.body(json!([{"product_id": shirt["id"], "variant_id": "var_0000000000001", "quantity": 1}])), "items.0.variant_id"),
        (d.body(json!([{"product_id": shirt["id"], "quantity": 0}])), "items.0.quantity"),
        (d.body(json!([{"product_id": shirt["id"], "quantity": 100_001}])), "items.0.quantity"),
        (d.body(json!([{"product_id": shirt["id"], "quantity": 1, "unit_price": "-1"}])), "items.0.unit_price"),
        (d.body(json!([{"product_id": shirt["id"], "quantity": 1, "unit_price": "1.005"}])), "items.0.unit_price"),
        (d.body(json!([{"name": "شيء", "quantity": 1}])), "items.0.unit_price"),
        (d.body(json!([{"quantity": 1}])), "items.0.product_id"),
        (d.body(json!([{"line": 4, "product_id": shirt["id"], "quantity": 1}])), "items.0.line"),
        (
            d.body(json!([{"name": "شيء", "quantity": 100_000, "unit_price": "9999999999999.99"}, {"name": "شيء", "quantity": 100_000, "unit_price": "9999999999999.99"}])),
            "items",
        ),
        (with("discount", json!("x")), "discount"),
        (with("shipping_method_id", json!("shm_0000000000001")), "shipping_method_id"),
        (with("payment_method_id", json!("pym_0000000000001")), "payment_method_id"),
        (with("address", json!({"city": "جدة"})), "address.name"),
        (with("note", json!("س".repeat(1_001))), "note"),
    ] {
        let (status, answer) = d.shop.assert_unchanged(d.merchant.post("/orders/drafts", body)).await;
        assert_eq!(status, 422, "{field}: {answer}");
        let errors = answer["errors"].as_object().unwrap();
        assert!(errors.keys().any(|k| k.starts_with(field)), "{field}: {answer}");
    }
    // Another store's draft is not found, and an order is not a draft.
    let draft = d.draft(json!([line])).await;
    for (method, path) in [
        ("GET", "draft"),
        ("PUT", "draft"),
        ("DELETE", "draft"),
        ("POST", "draft/link"),
        ("POST", "draft/place"),
        ("POST", "duplicate"),
    ] {
        let body = match path {
            "draft/link" => json!({"days": 1}),
            "draft/place" => json!({"total": "10.00"}),
            _ => d.body(json!([line])),
        };
        let (status, answer) = d.shop.assert_unchanged(other.send(method, &format!("{}/{path}", at(&draft)), &body)).await;
        assert_eq!(status, 404, "{method} {path}: {answer}");
    }
    let order = buy(&d.shop, &d.setup, &person(1), &[(product_id(&shirt), None, 1)]).await.id;
    assert_eq!(d.merchant.get(&format!("/orders/{order}/draft")).await.0, 404);
}

/// OR-03: a price that changed since the draft was saved is reported before anything is placed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_changed_total_is_reported_before_placing() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "10.00"})).await;
    let draft = d.draft(json!([{"product_id": shirt["id"], "quantity": 2}])).await;
    let path = format!("/products/{}", shirt["id"].as_str().unwrap());
    assert_eq!(d.merchant.put(&path, json!({"regular_price": "12.00"})).await.0, 200);
    let (status, answer) = d.shop.assert_unchanged(d.place(&draft, false)).await;
    assert_eq!((status, &answer["code"]), (409, &json!("draft_changed")));
    assert_eq!(answer["current"]["preview"]["total"], json!("24.00"));
    let (status, reply) =
        d.shop.assert_unchanged(d.merchant.put(&format!("{}/status", at(&draft)), json!({"status": "PEND"}))).await;
    assert_eq!((status, &reply["code"]), (409, &json!("draft_changed")));
    let (status, placed) = d.place(&told_now(&d, &draft).await, false).await;
    assert_eq!((status, &placed["data"]["total"]), (200, &json!("24.00")));
}

async fn told_now(d: &Desk, draft: &Value) -> Value {
    d.merchant.data(&format!("{}/draft", at(draft))).await
}

/// OR-03: the last piece is in two drafts; one of them becomes an order, the other reports the missing stock.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_03_two_people_place_at_once() {
    let d = Desk::start().await;
    let last = d.merchant.product(json!({"qty": 1, "regular_price": "10.00"})).await;
    let line = json!([{"product_id": last["id"], "quantity": 1}]);
    let (a, b) = (d.draft(line.clone()).await, d.draft(line).await);
    let (one, two) = tokio::join!(d.place(&a, false), d.place(&b, true));
    let mut statuses = [one.0, two.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422], "{one:?} {two:?}");
    assert_eq!(d.stock(&last).await, 0);
    // Of one draft placed twice concurrently comes one order.
    let extra = d.merchant.product(json!({"qty": 10, "regular_price": "10.00"})).await;
    let c = d.draft(json!([{"product_id": extra["id"], "quantity": 1}])).await;
    let (one, two) = tokio::join!(d.place(&c, false), d.place(&c, false));
    let mut statuses = [one.0, two.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{one:?} {two:?}");
    assert_eq!(d.stock(&extra).await, 9);
}

/// OR-03: a draft is deleted with its tags; the counters are decremented, and its number is not reused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_draft_is_deleted() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({})).await;
    let line = json!([{"product_id": shirt["id"], "quantity": 1}]);
    let draft = d.draft(line.clone()).await;
    let tagged = json!({"items": [draft["id"]], "add": ["واتساب"]});
    assert_eq!(d.merchant.post("/orders/tagMany", tagged).await.0, 200);
    let (status, removed) = d.merchant.delete(&format!("{}/draft", at(&draft)), json!({})).await;
    assert_eq!((status, &removed["data"]["id"]), (200, &draft["id"]));
    assert_eq!(d.merchant.get(&at(&draft)).await.0, 404);
    assert_eq!(d.merchant.data("/orders/status-counts").await["all"], json!(0));
    let next = d.draft(line).await;
    assert_eq!(next["number"].as_i64().unwrap(), draft["number"].as_i64().unwrap() + 1);
    let (status, placed) = d.place(&next, false).await;
    assert_eq!(status, 200, "{placed}");
    let (status, refused) = d.shop.assert_unchanged(d.merchant.delete(&format!("{}/draft", at(&next)), json!({}))).await;
    assert_eq!((status, &refused["code"]), (409, &json!("illegal_transition")));
}

/// OR-03: an order is duplicated at current prices; products no longer sold or short are reported at their lines.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_an_order_is_repeated_as_a_draft() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "10.00", "qty": 10})).await;
    let rare = d.merchant.product(json!({"regular_price": "20.00", "qty": 3})).await;
    let removed = d.merchant.product(json!({"name": {"ar": "عباءة"}, "regular_price": "30.00", "qty": 9})).await;
    let lines = [(product_id(&shirt), None, 2), (product_id(&rare), None, 2), (product_id(&removed), None, 1)];
    let order = buy(&d.shop, &d.setup, &person(1), &lines).await.id;
    let path = |p: &Value| format!("/products/{}", p["id"].as_str().unwrap());
    assert_eq!(d.merchant.put(&path(&shirt), json!({"regular_price": "11.00"})).await.0, 200);
    assert_eq!(d.merchant.delete(&path(&removed), json!({})).await.0, 200);
    let (status, copy) = d.merchant.post(&format!("/orders/{order}/duplicate"), json!({})).await;
    assert_eq!(status, 201, "{copy}");
    let copy = &copy["data"];
    assert_eq!(copy["origin"]["id"], json!(order.to_string()));
    let prices: Vec<&str> =
        copy["preview"]["lines"].as_array().unwrap().iter().map(|l| l["unit_price"].as_str().unwrap()).collect();
    assert_eq!(prices[..2], ["11.00", "20.00"]);
    assert_eq!(
        problems(copy),
        [("items.1.quantity".to_owned(), "short".to_owned()), ("items.2.product_id".to_owned(), "unavailable".to_owned())]
    );
    assert_eq!(copy["preview"]["lines"][2]["name"]["ar"], json!("عباءة"), "what is gone is still named");
    assert_eq!(copy["customer"]["mobile"], json!("+966510000001"));
    assert_eq!(d.stock(&shirt).await, 8);
}
