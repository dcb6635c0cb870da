//! The merchant's side of orders (OR).

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{CheckoutSetup, Person, buy, person, product_id, set_up_checkout};

async fn shop_with_stock() -> (TestShop, Merchant, CheckoutSetup, kernel::ProductId) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 1000})).await);
    (shop, merchant, setup, product)
}

async fn numbers(merchant: &Merchant, query: &str) -> Vec<i64> {
    let (status, body) = merchant.get(&format!("/orders?{query}")).await;
    assert_eq!(status, 200, "{query}: {body}");
    body["data"].as_array().unwrap().iter().map(|o| o["number"].as_i64().unwrap()).collect()
}

fn encoded(text: &str) -> String {
    kernel::slug::percent_encode(text)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_the_list_is_searched_filtered_sorted_and_paged() {
    let (shop, merchant, setup, product) = shop_with_stock().await;
    let mut placed = Vec::new();
    for n in 0..25_usize {
        let buyer = match n {
            3 => Person { name: "أحمد الغامدي".into(), mobile: "0551112233".into(), city: "جدة" },
            _ => person(n % 5),
        };
        placed.push(buy(&shop, &setup, &buyer, &[(product, None, 1 + i64::try_from(n % 3).unwrap())]).await);
        shop.advance(60_000);
    }
    let first = placed[0].number;
    assert_eq!(numbers(&merchant, "per_page=3").await, [first + 24, first + 23, first + 22]);
    assert_eq!(numbers(&merchant, "sort=number&per_page=2&page=2").await, [first + 2, first + 3]);
    let totals: Vec<String> = merchant
        .data("/orders?sort=-total&per_page=100")
        .await
        .as_array()
        .unwrap()
        .iter()
        .map(|o| o["total"].as_str().unwrap().to_owned())
        .collect();
    assert!(totals.len() == 25 && totals.is_sorted_by(|a, b| a >= b), "{totals:?}");

    // Cursor pagination returns every order once.
    let mut collected = Vec::new();
    let mut cursor = String::new();
    loop {
        let (_, body) = merchant.get(&format!("/orders?sort=-total&per_page=7&cursor={cursor}")).await;
        collected.extend(body["data"].as_array().unwrap().iter().map(|o| o["number"].as_i64().unwrap()));
        assert_eq!(body["meta"]["total"], json!(25));
        match body["meta"]["next_cursor"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => break,
        }
    }
    collected.sort_unstable();
    assert_eq!(collected, (first..first + 25).collect::<Vec<_>>());

    let third = first + 3;
    let arabic: String = third.to_string().chars().map(|c| char::from_u32(0x660 + c.to_digit(10).unwrap()).unwrap()).collect();
    for search in [
        third.to_string(),
        arabic,
        format!("#{third}"),
        "احمد الغامدى".into(),
        "أَحْمَد".into(),
        "0551112233".into(),
        "٠٥٥ ١١١ ٢٢٣٣".into(),
        "+966551112233".into(),
        "00966551112233".into(),
        "۵۵۱۱۱".into(),
    ] {
        assert_eq!(numbers(&merchant, &format!("search={}", encoded(&search))).await, [third], "{search}");
    }
    assert_eq!(numbers(&merchant, &format!("search={}", encoded("لا أحد"))).await, [0; 0]);

    let id = placed[1].id;
    assert_eq!(merchant.put(&format!("/orders/{id}/status"), json!({"status": "PRCS"})).await.0, 200);
    assert_eq!(merchant.put(&format!("/orders/{id}/payment-status"), json!({"payment_status": "paid"})).await.0, 200);
    assert_eq!(numbers(&merchant, "filter[status]=PRCS").await, [first + 1]);
    assert_eq!(numbers(&merchant, "filter[status]=PRCS,PEND&per_page=2").await, [first + 24, first + 23]);
    assert_eq!(numbers(&merchant, "filter[status]=PRCS,PEND&per_page=2&page=2").await, [first + 22, first + 21]);
    assert_eq!(merchant.get("/orders?filter[status]=PRCS,PEND").await.1["meta"]["total"], json!(25));
    assert_eq!(numbers(&merchant, "filter[payment_status]=paid").await, [first + 1]);
    assert_eq!(numbers(&merchant, "filter[payment_status]=paid&filter[status]=PEND").await, [0; 0]);
    assert_eq!(numbers(&merchant, "filter[total][gte]=250&sort=number&per_page=2").await, [first + 2, first + 5]);
    assert_eq!(numbers(&merchant, "filter[payment]=COD&filter[shipping]=CUSTOM").await, [0; 0]);
    assert_eq!(numbers(&merchant, "filter[created_at][gte]=2027-01-15T08:23:30Z").await, [first + 24]);
    assert_eq!(numbers(&merchant, "filter[created_at][lte]=2027-01-14").await, [0; 0]);
    assert_eq!(numbers(&merchant, "filter[created_at][lte]=2027-01-15&per_page=1").await, [first + 24]);
    let customer = merchant.data(&format!("/orders/{}", placed[3].id)).await["customer"]["id"].as_str().unwrap().to_owned();
    assert_eq!(numbers(&merchant, &format!("filter[customer]={customer}")).await, [third]);
    let counts = merchant.data("/orders/status-counts").await;
    assert_eq!(
        (&counts["all"], &counts["PEND"], &counts["PRCS"], &counts["CNCL"]),
        (&json!(25), &json!(24), &json!(1), &json!(0))
    );

    for bad in [
        "sort=mobile",
        "filter[colour]=red",
        "filter[status]=NOPE",
        "filter[total][gte]=x",
        "cursor=x",
        "page=80",
        "filter[customer]=prd_x",
    ] {
        let (status, body) = merchant.get(&format!("/orders?{bad}")).await;
        assert_eq!(status, 422, "{bad}: {body}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_04_an_order_moves_along_the_table_only() {
    let (shop, merchant, setup, product) = shop_with_stock().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 2)]).await;
    let path = format!("/orders/{}/status", order.id);
    for illegal in ["PEND", "SHPD", "DLVR", "RTRN", "DRFT"] {
        let (status, body) = shop.assert_unchanged(merchant.put(&path, json!({"status": illegal}))).await;
        assert_eq!((status, &body["code"]), (409, &json!("illegal_transition")), "{illegal}");
    }
    assert!(merchant.put(&path, json!({"status": "SHPD"})).await.1["message"].as_str().unwrap().contains("قيد المراجعة"));
    let (status, body) = shop.assert_unchanged(merchant.put(&path, json!({"status": "pending"}))).await;
    assert_eq!((status, body["errors"]["status"].is_array()), (422, true), "{body}");
    for (to, next) in [
        ("PRCS", json!(["RDYS", "RDYP", "CNCL"])),
        ("RDYS", json!(["SHPD", "PRCS", "CNCL"])),
        ("SHPD", json!(["ODLV", "DLVR", "RFSD", "RTRN"])),
        ("DLVR", json!(["RTRN"])),
    ] {
        let (status, body) = merchant.put(&path, json!({"status": to, "note": "تم"})).await;
        assert_eq!((status, &body["data"]["status"], &body["data"]["next_statuses"]), (200, &json!(to), &next), "{body}");
    }
    let activity = merchant.data(&format!("/orders/{}/activity", order.id)).await;
    let words: Vec<(&str, &str)> = activity
        .as_array()
        .unwrap()
        .iter()
        .map(|a| (a["action"].as_str().unwrap(), a["actor"]["type"].as_str().unwrap()))
        .collect();
    assert_eq!(
        words,
        [
            ("create", "Customer"),
            ("update_status", "Merchant"),
            ("update_status", "Merchant"),
            ("update_status", "Merchant"),
            ("update_status", "Merchant")
        ]
    );
    assert_eq!(
        (&activity[1]["before"]["status"], &activity[1]["after"]["status"], &activity[1]["note"]),
        (&json!("PEND"), &json!("PRCS"), &json!("تم"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_04_cancelled_and_returned_goods_come_back() {
    let (shop, merchant, setup, product) = shop_with_stock().await;
    let other = product_id(&merchant.product(json!({"name": {"ar": "حذاء"}, "qty": 10})).await);
    let stock = async |id| merchant.data(&format!("/products/{id}")).await["qty"].as_i64().unwrap();
    let order = buy(&shop, &setup, &person(1), &[(product, None, 2), (other, None, 3)]).await;
    assert_eq!((stock(product).await, stock(other).await), (998, 7));
    let (status, body) = merchant.put(&format!("/orders/{}/status", order.id), json!({"status": "CNCL"})).await;
    assert_eq!((status, &body["data"]["next_statuses"]), (200, &json!([])), "{body}");
    assert_eq!((stock(product).await, stock(other).await), (1000, 10));
    let customer = body["data"]["customer"]["id"].as_str().unwrap();
    let customer = merchant.data(&format!("/customers/{customer}")).await;
    assert_eq!((&customer["total_spent"], &customer["orders_count"]), (&json!("0.00"), &json!(1)));

    let order = buy(&shop, &setup, &person(2), &[(product, None, 2), (other, None, 3)]).await;
    let path = format!("/orders/{}/status", order.id);
    for to in ["PRCS", "RDYS", "SHPD"] {
        assert_eq!(merchant.put(&path, json!({"status": to})).await.0, 200);
    }
    let (status, body) = shop.assert_unchanged(merchant.put(&path, json!({"status": "RTRN", "restock": [2, 9]}))).await;
    assert_eq!((status, body["errors"]["restock.1"].is_array()), (422, true), "{body}");
    let (status, _) = shop.assert_unchanged(merchant.put(&path, json!({"status": "DLVR", "restock": true}))).await;
    assert_eq!(status, 422);
    let (status, body) = merchant.put(&path, json!({"status": "RTRN", "restock": [2]})).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!((stock(product).await, stock(other).await), (998, 10));
    assert_eq!(
        (&body["data"]["items"][0]["is_stock_taken"], &body["data"]["items"][1]["is_stock_taken"]),
        (&json!(true), &json!(false))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_payment_is_marked_by_hand_and_taken_back_with_a_reason() {
    let (shop, merchant, setup, product) = shop_with_stock().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    let path = format!("/orders/{}/payment-status", order.id);
    assert_eq!(merchant.put(&path, json!({"payment_status": "paid"})).await.1["data"]["payment_status"], json!("paid"));
    // The same request again changes nothing.
    let again = shop.assert_unchanged(merchant.put(&path, json!({"payment_status": "paid"}))).await;
    assert_eq!(again.0, 200);
    let (status, body) = shop.assert_unchanged(merchant.put(&path, json!({"payment_status": "not_paid", "note": "  "}))).await;
    assert_eq!((status, body["errors"]["note"].is_array()), (422, true));
    assert_eq!(
        merchant.put(&path, json!({"payment_status": "not_paid", "note": "أعيد المبلغ"})).await.1["data"]["payment_status"],
        json!("not_paid")
    );
    let path = format!("/orders/{}/status", order.id);
    assert_eq!(merchant.put(&path, json!({"status": "PAID"})).await.1["data"]["payment_status"], json!("paid"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_a_stale_version_is_refused_with_the_order_as_it_is() {
    let (shop, merchant, setup, product) = shop_with_stock().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    let path = format!("/orders/{}/status", order.id);
    assert_eq!(merchant.put(&path, json!({"status": "PRCS", "version": 1})).await.0, 200);
    let (status, body) = shop.assert_unchanged(merchant.put(&path, json!({"status": "CNCL", "version": 1}))).await;
    assert_eq!(
        (status, &body["code"], &body["current"]["status"], &body["current"]["version"]),
        (409, &json!("stale_version"), &json!("PRCS"), &json!(2))
    );

    // Two colleagues submit concurrently: one wins, the other gets a conflict.
    let presses: Vec<_> = ["RDYS", "RDYP"]
        .map(|to| {
            let (merchant, path) = (merchant.clone(), path.clone());
            tokio::spawn(async move { merchant.put(&path, json!({"status": to, "version": 2})).await.0 })
        })
        .into_iter()
        .collect();
    let mut statuses = Vec::new();
    for press in presses {
        statuses.push(press.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_remarks_are_kept_in_the_activity() {
    let (shop, merchant, setup, product) = shop_with_stock().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    let path = format!("/orders/{}/comments", order.id);
    let entry = merchant.create(&path, json!({"note": "اتصلت بالعميل\nوسيحضر غدًا"})).await;
    assert_eq!(
        (&entry["action"], &entry["note"], &entry["actor"]["type"]),
        (&json!("comment"), &json!("اتصلت بالعميل\nوسيحضر غدًا"), &json!("Merchant"))
    );
    for bad in [
        json!({"note": " "}),
        json!({"note": "a\u{202E}b"}),
        json!({"note": "x".repeat(2001)}),
        json!({}),
        json!({"note": "x", "extra": 1}),
    ] {
        let (status, body) = shop.assert_unchanged(merchant.post(&path, bad)).await;
        assert_eq!(status, 422, "{body}");
    }
    assert_eq!(merchant.data(&format!("/orders/{}/activity", order.id)).await.as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_many_orders_move_together_each_on_its_own() {
    let (shop, merchant, setup, product) = shop_with_stock().await;
    let mut ids = Vec::new();
    for n in 0..3 {
        ids.push(buy(&shop, &setup, &person(n), &[(product, None, 1)]).await.id.to_string());
    }
    assert_eq!(merchant.put(&format!("/orders/{}/status", ids[1]), json!({"status": "CNCL"})).await.0, 200);
    let stranger = kernel::OrderId::from_raw(7).to_string();
    let (status, body) =
        merchant.post("/orders/statusMany", json!({"items": [ids[0], ids[1], stranger, ids[2]], "status": "PRCS"})).await;
    assert_eq!(status, 200, "{body}");
    let results = body["data"]["results"].as_array().unwrap();
    let codes: Vec<Value> = results.iter().map(|r| json!([r["id"], r["is_ok"], r.get("code")])).collect();
    assert_eq!(
        codes,
        [
            json!([ids[0], true, null]),
            json!([ids[1], false, "illegal_transition"]),
            json!([stranger, false, "not_found"]),
            json!([ids[2], true, null])
        ]
    );
    assert!(results[1]["message"].as_str().unwrap().contains("ملغي"));
    for bad in [
        json!({"items": [], "status": "PRCS"}),
        json!({"items": ["x"], "status": "PRCS"}),
        json!({"items": [ids[0]], "status": "X"}),
    ] {
        assert_eq!(merchant.post("/orders/statusMany", bad).await.0, 422);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_an_order_of_another_store_is_not_there() {
    let (shop, merchant, setup, product) = shop_with_stock().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    let stranger = shop.merchant().await;
    for (method, path, body) in [
        ("GET", "", Value::Null),
        ("GET", "/activity", Value::Null),
        ("PUT", "/status", json!({"status": "PRCS"})),
        ("PUT", "/payment-status", json!({"payment_status": "paid"})),
        ("POST", "/comments", json!({"note": "x"})),
    ] {
        let (status, _) = shop.assert_unchanged(stranger.send(method, &format!("/orders/{}{path}", order.id), &body)).await;
        assert_eq!(status, 404, "{method} {path}");
    }
    assert_eq!(numbers(&stranger, "").await, [0; 0]);
    assert_eq!(numbers(&stranger, &format!("search={}", order.number)).await, [0; 0]);
    assert_eq!(merchant.get("/orders/ord_x").await.0, 404);
}
