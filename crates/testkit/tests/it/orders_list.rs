//! The orders list (OR-01): filter groups, tags, assignees, saved views.

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

pub(crate) fn encoded(text: &str) -> String {
    kernel::slug::percent_encode(text)
}

/// Every order that a query finds, followed by cursor.
pub(crate) async fn found(m: &Merchant, query: &str) -> Vec<Value> {
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let (status, body) = m.get(&format!("/orders?per_page=7&{query}{cursor}")).await;
        assert_eq!(status, 200, "{query}: {body}");
        all.extend(body["data"].as_array().unwrap().iter().cloned());
        if let Some(next) = body["meta"]["next_cursor"].as_str() {
            cursor = format!("&cursor={next}");
        } else {
            assert_eq!(body["meta"]["total"], json!(all.len()), "{query}: {}", body["meta"]);
            return all;
        }
    }
}

async fn numbers(m: &Merchant, query: &str) -> Vec<i64> {
    found(m, query).await.iter().map(|o| o["number"].as_i64().unwrap()).collect()
}

pub(crate) fn groups(groups: &Value) -> String {
    format!("where={}", encoded(&groups.to_string()))
}

/// Whether a condition holds for an order as the list shows it.
fn satisfies(order: &Value, rule: &Value) -> bool {
    let (field, op) = (rule[0].as_str().unwrap(), rule[1].as_str().unwrap());
    let values: Vec<&str> = rule.as_array().unwrap()[2..].iter().map(|v| v.as_str().unwrap()).collect();
    let amount = |v: &Value| v.as_str().unwrap().parse::<f64>().unwrap();
    let is = match field {
        "status" | "payment_status" | "city" | "country" => values.contains(&order[field].as_str().unwrap()),
        "payment" => values.contains(&order["payment_provider"].as_str().unwrap()),
        "shipping" => values.contains(&order["shipping_provider"].as_str().unwrap()),
        "tag" => order["tags"].as_array().unwrap().iter().any(|t| values.contains(&t.as_str().unwrap())),
        "customer_type" => values.iter().any(|v| match *v {
            "new" => order["is_first_order"] == json!(true),
            "returning" => order["is_first_order"] == json!(false),
            _ => order["was_guest_order"] == json!(true),
        }),
        "assignee" => values.iter().any(|v| match *v {
            "none" => order["assignee"].is_null(),
            id => order["assignee"]["id"] == json!(id),
        }),
        "total" if op == "gte" => amount(&order["total"]) >= values[0].parse().unwrap(),
        "total" => amount(&order["total"]) <= values[0].parse().unwrap(),
        other => panic!("{other}"),
    };
    is != (op == "is_not")
}

/// OR-01: for any filter groups and sort, the list contains exactly the orders that satisfy them, each once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_groups_of_conditions_find_what_satisfies_them() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(6, 80).await;
    let all = found(&m, "sort=number").await;
    assert_eq!(all.len(), 80);
    let ids = |range: std::ops::Range<usize>| json!(all[range].iter().map(|o| o["id"].clone()).collect::<Vec<_>>());
    let me = m.user.to_string();
    for (items, tags) in [(ids(0..30), json!(["هدية"])), (ids(20..40), json!(["VIP", "عاجل"]))] {
        let (status, body) = m.post("/orders/tagMany", json!({"items": items, "add": tags})).await;
        assert_eq!(status, 200, "{body}");
    }
    assert_eq!(m.post("/orders/assignMany", json!({"items": ids(10..25), "assignee_id": me})).await.0, 200);
    let all = found(&m, "sort=number").await;
    let city = all[5]["city"].as_str().unwrap();
    let total = all[7]["total"].as_str().unwrap();
    let cases = [
        json!([[["status", "is", "PEND", "DLVR"]]]),
        json!([[["status", "is_not", "DLVR"]]]),
        json!([[["payment_status", "is", "paid"]]]),
        json!([[["status", "is", "DLVR", "SHPD", "CNCL"], ["payment_status", "is_not", "paid"]]]),
        json!([[["city", "is", city]]]),
        json!([[["city", "is_not", city], ["country", "is", "SA"]]]),
        json!([[["shipping", "is_not", "PICKUP"], ["country", "is_not", "SA"]]]),
        json!([[["payment", "is_not", "COD"]]]),
        json!([[["shipping", "is_not", "CUSTOM"]]]),
        json!([[["total", "gte", total]]]),
        json!([[["total", "gte", "50"], ["total", "lte", total]]]),
        json!([[["tag", "is", "هدية"]]]),
        json!([[["tag", "is", "هدية", "VIP"]]]),
        json!([[["tag", "is", "هدية"], ["tag", "is", "VIP"]]]),
        json!([[["tag", "is_not", "هدية"], ["shipping", "is", "CUSTOM"]]]),
        json!([[["customer_type", "is", "new"]]]),
        json!([[["customer_type", "is", "returning"], ["payment", "is", "COD"]]]),
        json!([[["customer_type", "is", "new", "guest"]]]),
        json!([[["assignee", "is", me]]]),
        json!([[["assignee", "is", "none"], ["tag", "is", "VIP"]]]),
        json!([[["assignee", "is", me, "none"]]]),
        json!([[["tag", "is", "VIP"]], [["city", "is", city]], [["total", "gte", total]]]),
        json!([[["assignee", "is", me], ["status", "is", "DLVR"]], [["tag", "is", "عاجل"], ["total", "lte", total]]]),
    ];
    for rules in cases {
        let is_in = |order: &Value| {
            rules.as_array().unwrap().iter().any(|group| group.as_array().unwrap().iter().all(|rule| satisfies(order, rule)))
        };
        let mut expected: Vec<&Value> = all.iter().filter(|o| is_in(o)).collect();
        for sort in ["number", "-number", "total", "-total", "created_at", "-created_at"] {
            let received = found(&m, &format!("{}&sort={sort}", groups(&rules))).await;
            let (field, is_down) = sort.strip_prefix('-').map_or((sort, false), |f| (f, true));
            let key = |o: &Value| match field {
                "total" => (o["total"].as_str().unwrap().replace('.', "").parse::<i64>().unwrap(), o["id"].to_string()),
                "number" => (o["number"].as_i64().unwrap(), String::new()),
                _ => (0, format!("{}{}", o["created_at"], o["id"])),
            };
            expected.sort_by_key(|o| key(o));
            if is_down {
                expected.reverse();
            }
            let of = |o: &&Value| o["number"].as_i64().unwrap();
            let expected: Vec<i64> = expected.iter().map(of).collect();
            assert_eq!(received.iter().map(|o| o["number"].as_i64().unwrap()).collect::<Vec<_>>(), expected, "{rules} {sort}");
        }
        // A plain filter narrows every group.
        let plain = found(&m, &format!("{}&filter[status]=DLVR", groups(&rules))).await;
        assert_eq!(plain.len(), expected.iter().filter(|o| o["status"] == "DLVR").count(), "{rules}");
    }
}

/// OR-01: the COD state is derived from the order's statuses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_cash_on_delivery_is_in_one_state() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(4, 60).await;
    let mut collected = Vec::new();
    for state in ["to_confirm", "to_collect", "uncollected", "collected", "lost"] {
        let orders = found(&m, &format!("filter[cod]={state}")).await;
        for order in &orders {
            assert_eq!(order["payment_provider"], "COD");
            let (status, is_paid) = (order["status"].as_str().unwrap(), order["payment_status"] == "paid");
            let expected = match (status, is_paid) {
                (_, true) => "collected",
                ("PEND", _) => "to_confirm",
                ("DLVR", _) => "uncollected",
                ("RFSD" | "CNCL" | "RTRN", _) => "lost",
                _ => "to_collect",
            };
            assert_eq!(state, expected, "{order}");
        }
        collected.extend(orders.iter().map(|o| o["number"].as_i64().unwrap()));
    }
    collected.sort_unstable();
    let mut all = numbers(&m, "sort=number&filter[payment]=COD").await;
    all.sort_unstable();
    assert_eq!(collected, all, "every order is in exactly one state");
    assert_eq!(numbers(&m, "filter[cod]=to_confirm,lost&filter[status]=PEND").await, numbers(&m, "filter[cod]=to_confirm").await);
}

/// OR-01: relative days follow the store's calendar; the SKU of a line finds its orders, by filter and by search.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_days_and_codes_of_goods_find_orders() {
    use crate::checkout::{buy, person, product_id, set_up_checkout};
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    crate::visits::stay_signed_in(&shop).await;
    let setup = set_up_checkout(&shop, &m).await;
    let tea = product_id(&m.product(json!({"sku": "TEA-01", "qty": 50})).await);
    let cup = product_id(&m.product(json!({"sku": "CUP-07", "qty": 50})).await);
    let day = 86_400_000;
    let first = buy(&shop, &setup, &person(1), &[(tea, None, 1)]).await.number;
    shop.advance(day);
    buy(&shop, &setup, &person(1), &[(cup, None, 1), (tea, None, 2)]).await;
    shop.advance(9 * day);
    buy(&shop, &setup, &person(2), &[(cup, None, 1)]).await;
    assert_eq!(numbers(&m, "filter[created_at]=today").await, [first + 2]);
    assert_eq!(numbers(&m, "filter[created_at]=yesterday").await, [0; 0]);
    assert_eq!(numbers(&m, "filter[created_at]=last_10_days").await, [first + 2, first + 1]);
    assert_eq!(numbers(&m, &groups(&json!([[["created_at", "is", "last_11_days"]]]))).await, [first + 2, first + 1, first]);
    assert_eq!(numbers(&m, "filter[sku]=tea-01").await, [first + 1, first]);
    assert_eq!(numbers(&m, "filter[sku]=CUP-07,TEA-01").await, [first + 2, first + 1, first]);
    assert_eq!(numbers(&m, "search=cup").await, [first + 2, first + 1]);
    assert_eq!(numbers(&m, "search=TEA-01&filter[created_at]=last_10_days").await, [first + 1]);
    assert_eq!(numbers(&m, "filter[customer_type]=new").await, [first + 2, first]);
    let choices = m.data("/orders/filter-choices").await;
    assert_eq!((&choices["payments"], &choices["members"][0]["id"]), (&json!(["COD"]), &json!(m.user.to_string())));
    assert!(choices["shipping_methods"].as_array().unwrap().iter().any(|s| s["provider"] == "PICKUP"), "{choices}");
}

/// OR-01, GC-02: an invalid condition is a 422 that names its path, in both languages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_a_condition_that_cannot_be_asked_is_refused_by_its_place() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let many: Vec<Value> = (0..11).map(|_| json!([["status", "is", "PEND"]])).collect();
    for (rules, field) in [
        (json!([[["status", "is", "NOPE"]]]), "where.0.0"),
        (json!([[["status", "is", "PEND"], ["colour", "is", "red"]]]), "where.0.1"),
        (json!([[["city", "gte", "جدة"]]]), "where.0.0"),
        (json!([[["status", "is", "PEND"]], [["total", "gte", "x"]]]), "where.1.0"),
        (json!([[["created_at", "is", "last_0_days"]]]), "where.0.0"),
        (json!([[["status", "is"]]]), "where.0.0"),
        (json!([[["sku", "is_not", "A"]]]), "where.0.0"),
        (json!([[]]), "where"),
        (json!([]), "where"),
        (json!({"status": "PEND"}), "where"),
        (json!(many), "where"),
    ] {
        for caller in [&m, &m.in_english()] {
            let (status, body) = caller.get(&format!("/orders?{}", groups(&rules))).await;
            assert_eq!(status, 422, "{rules}: {body}");
            assert!(body["errors"][field].is_array(), "{rules}: {body}");
        }
    }
}

/// OR-01, OR-07: tags and assignees are journalled, and the answer lists only what changed, for the undo.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_tags_and_assignment_are_in_the_activity() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(3, 4).await;
    let orders = found(&m, "sort=number").await;
    let (one, two) = (orders[0]["id"].clone(), orders[1]["id"].clone());
    m.post("/orders/tagMany", json!({"items": [one], "add": ["مهم"]})).await;
    let (_, body) = m.post("/orders/tagMany", json!({"items": [one, two], "add": ["مُهم", "هدية"]})).await;
    let results = &body["data"]["results"];
    assert_eq!((&results[0]["added"], &results[1]["added"]), (&json!(["هدية"]), &json!(["مُهم", "هدية"])), "{body}");
    // The undo removes the tags that were added, and nothing else.
    m.post("/orders/tagMany", json!({"items": [one], "remove": results[0]["added"]})).await;
    assert_eq!(found(&m, "filter[tag]=مهم&sort=number").await[0]["tags"], json!(["مهم"]));
    let version = found(&m, "sort=number").await[0]["version"].clone();
    assert_eq!(version, orders[0]["version"], "a tag does not disturb who has the order open");
    let activity = m.data(&format!("/orders/{}/activity", one.as_str().unwrap())).await;
    let last = activity.as_array().unwrap().last().unwrap();
    assert_eq!((&last["action"], &last["after"]["tags"]), (&json!("update"), &json!(["مهم"])), "{last}");

    let colleague = m.colleague(&shop, platform::identity::Role::OrderDesk).await;
    let (_, body) = m.post("/orders/assignMany", json!({"items": [one], "assignee_id": colleague.user.to_string()})).await;
    assert_eq!(body["data"]["results"][0]["previous_id"], Value::Null, "{body}");
    let mine = found(&colleague, "filter[assignee]=me").await;
    assert_eq!(mine[0]["assignee"]["id"], json!(colleague.user.to_string()));
    let (_, body) = m.post("/orders/assignMany", json!({"items": [one], "assignee_id": null})).await;
    assert_eq!(body["data"]["results"][0]["previous_id"], json!(colleague.user.to_string()));
    let stranger = shop.merchant().await;
    let sent = json!({"items": [one], "assignee_id": stranger.user.to_string()});
    let (status, body) = shop.assert_unchanged(m.post("/orders/assignMany", sent)).await;
    assert_eq!((status, body["errors"]["assignee_id"].is_array()), (422, true), "{body}");

    let long = "و".repeat(41);
    let many: Vec<String> = (0..21).map(|n| format!("وسم {n}")).collect();
    for (body, field) in [
        (json!({"items": [one], "add": [long]}), "add.0"),
        (json!({"items": [one], "add": ["أ,ب"]}), "add.0"),
        (json!({"items": [one], "add": ["  "]}), "add.0"),
        (json!({"items": [one], "add": many}), "add"),
        (json!({"items": [one]}), "add"),
        (json!({"items": [], "add": ["وسم"]}), "items"),
    ] {
        let (status, answer) = shop.assert_unchanged(m.post("/orders/tagMany", body.clone())).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{body}: {answer}");
    }
}

/// OR-01: views are private or shared, store only valid queries, and can be restored after deletion.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_views_are_kept_sorted_shared_and_restored() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(3, 4).await;
    let content = json!({"query": {"filter[status]": "PEND", "sort": "-total", "where": "[[[\"city\",\"is\",\"جدة\"]]]"}, "columns": ["number", "total"]});
    let own = m.create("/order-views", json!({"name": "بانتظاري", "content": content})).await;
    let team = m.create("/order-views", json!({"name": "للفريق", "is_shared": true, "content": {"query": {}}})).await;
    let second = m.create("/order-views", json!({"name": "ثانٍ", "content": {}})).await;
    assert_eq!((&own["content"], &own["is_shared"]), (&content, &json!(false)));
    let names =
        |views: Value| views.as_array().unwrap().iter().map(|v| v["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(m.data("/order-views").await), ["بانتظاري", "ثانٍ", "للفريق"]);
    let sorted = json!({"items": [second["id"], own["id"]]});
    assert_eq!(m.put("/order-views/sorting", sorted).await.0, 200);
    assert_eq!(names(m.data("/order-views").await), ["ثانٍ", "بانتظاري", "للفريق"]);

    // A colleague sees the shared ones only, and may not change them without the ability to.
    let colleague = m.colleague(&shop, platform::identity::Role::OrderDesk).await;
    assert_eq!(names(colleague.data("/order-views").await), ["للفريق"]);
    let path = |view: &Value| format!("/order-views/{}", view["id"].as_str().unwrap());
    shop.assert_unchanged(async {
        assert_eq!(colleague.put(&path(&team), json!({"name": "لي"})).await.0, 403);
        assert_eq!(colleague.delete(&path(&team), Value::Null).await.0, 403);
        assert_eq!(colleague.post("/order-views", json!({"name": "لنا", "is_shared": true, "content": {}})).await.0, 403);
        assert_eq!(colleague.put(&path(&own), json!({"name": "لي"})).await.0, 404);
    })
    .await;

    let (_, changed) = m.put(&path(&own), json!({"name": "عاجل", "is_shared": true, "version": own["version"]})).await;
    assert_eq!((&changed["data"]["name"], &changed["data"]["is_shared"]), (&json!("عاجل"), &json!(true)));
    assert_eq!(m.put(&path(&own), json!({"name": "قديم", "version": own["version"]})).await.0, 409);
    assert_eq!(m.delete(&path(&own), Value::Null).await.0, 200);
    assert_eq!(m.delete(&path(&own), Value::Null).await.0, 404);
    assert_eq!(names(m.data("/order-views").await), ["ثانٍ", "للفريق"]);
    assert_eq!(m.post(&format!("{}/restore", path(&own)), Value::Null).await.0, 200);
    assert_eq!(names(m.data("/order-views").await), ["ثانٍ", "للفريق", "عاجل"]);

    for (body, field) in [
        (json!({"name": "", "content": {}}), "name"),
        (json!({"name": "س".repeat(61), "content": {}}), "name"),
        (json!({"name": "س", "content": {"query": {"filter[status]": "NOPE"}}}), "filter[status]"),
        (json!({"name": "س", "content": {"query": {"page": "2"}}}), "content.query"),
        (json!({"name": "س", "content": {"columns": ["Total!"]}}), "content.columns"),
    ] {
        let (status, answer) = shop.assert_unchanged(m.post("/order-views", body.clone())).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{body}: {answer}");
    }
}

/// OR-01: the filtered list as a file: chosen columns, captions in either language, no formulas, phone numbers as texts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_orders_are_exported_as_they_are_filtered() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(4, 30).await;
    let file = async |query: &str, body: Value| {
        let (status, answer) = m.post(&format!("/order-exports{query}"), body.clone()).await;
        assert_eq!(status, 201, "{query} {body}: {answer}");
        let view = &answer["data"];
        assert_eq!(view["status"], "done", "{answer}");
        let reply = m.call("GET", &format!("/order-exports/{}/file", view["id"].as_str().unwrap())).send().await;
        assert_eq!(reply.status, 200);
        (view.clone(), reply.bytes)
    };
    let orders = found(&m, "filter[status]=DLVR&sort=number").await;
    let columns = json!(["number", "mobile", "customer", "total", "status"]);
    let (view, bytes) =
        file("?filter[status]=DLVR&sort=number", json!({"format": "csv", "columns": columns, "language": "ar"})).await;
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.trim_start_matches('\u{FEFF}').split_terminator("\r\n").collect();
    assert_eq!(lines[0], "رقم الطلب,الجوال,العميل,إجمالي الطلب,الحالة");
    assert_eq!((lines.len() - 1, &view["done"]), (orders.len(), &json!(orders.len())));
    for (line, order) in lines[1..].iter().zip(&orders) {
        let of = |key: &str| order[key].as_str().unwrap().to_owned();
        let expected = format!("{},'{},{},{},تم التسليم", order["number"], of("mobile"), of("customer_name"), of("total"));
        assert_eq!(*line, expected);
    }
    // Chosen ones, in English, with every column.
    let two: Vec<&Value> = orders.iter().take(2).map(|o| &o["id"]).collect();
    let (_, bytes) = file("", json!({"format": "csv", "items": two, "language": "en"})).await;
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("Order number,Date,Status,Payment status,Customer,Mobile") && text.lines().count() == 3, "{text}");
    // A workbook says that a phone number is a text.
    let (view, bytes) = file("", json!({"format": "xlsx", "columns": ["number", "mobile"]})).await;
    assert_eq!((&bytes[..2], view["size_bytes"].as_u64()), (&b"PK"[..], Some(bytes.len() as u64)));
    for (query, body, status) in [
        ("?filter[status]=NOPE", json!({"format": "csv"}), 422),
        ("?filter[tag]=لا", json!({"format": "csv"}), 409),
        ("", json!({"format": "pdf"}), 422),
        ("", json!({"format": "csv", "columns": ["password"]}), 422),
        ("", json!({"format": "csv", "items": ["ord_0000000000001"]}), 422),
    ] {
        let (actual, answer) = shop.assert_unchanged(m.post(&format!("/order-exports{query}"), body.clone())).await;
        assert_eq!(actual, status, "{query} {body}: {answer}");
    }
}

/// OR-01: a name that a spreadsheet would evaluate as a formula is a text in the file, and a large set is written in the
/// background.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_a_large_export_is_written_in_the_background() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(4, 1_100).await;
    let store = m.store;
    shop.app
        .db()
        .tx(async move |c| c.exec("UPDATE orders SET sender_name = '=HYPERLINK(1)' WHERE store_id = ?1", db::p![store]).await)
        .await
        .unwrap();
    let export = m.create("/order-exports", json!({"format": "csv", "columns": ["number", "customer"]})).await;
    assert_eq!(export["status"], "running", "{export}");
    assert_eq!(m.post("/order-exports", json!({"format": "csv"})).await.0, 409, "a store writes one file at a time");
    shop.drain().await;
    let path = format!("/order-exports/{}", export["id"].as_str().unwrap());
    let finished = m.data(&path).await;
    assert_eq!((&finished["status"], &finished["done"]), (&json!("done"), &json!(1_100)), "{finished}");
    let reply = m.call("GET", &format!("{path}/file")).send().await;
    let text = String::from_utf8(reply.bytes).unwrap();
    assert_eq!(text.split_terminator("\r\n").filter(|line| line.ends_with(",'=HYPERLINK(1)")).count(), 1_100);
    assert_eq!(m.data("/order-exports").await[0]["id"], export["id"]);
}

/// GU-11: too many alternatives are refused quickly, so that a query's cost stays bounded.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_too_many_alternatives_are_refused() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(2, 4).await;
    let kinds = vec!["guest"; 50].join(",");
    let cities: Vec<String> = (0..50).map(|n| format!("مدينة {n}")).collect();
    let of_kind = vec![format!("filter[customer_type]={kinds}"); 5].join("&");
    assert_eq!(m.get(&format!("/orders?{of_kind}")).await.0, 200, "the same asked again is asked once");
    let mixed = "filter[customer_type]=guest,new,returning&filter[cod]=to_confirm,to_collect,uncollected,collected,lost";
    assert_eq!(m.get(&format!("/orders?{mixed}&{mixed}&{mixed}")).await.0, 422);
    let all = encoded(&cities.join(","));
    let (status, body) = m.get(&format!("/orders?filter[city]={all}&{mixed}")).await;
    assert_eq!(status, 422, "{body}");
    let city = found(&m, "sort=number").await[0]["city"].as_str().unwrap().to_owned();
    let once = found(&m, &format!("filter[city]={}", encoded(&city))).await.len();
    assert_eq!(found(&m, &format!("filter[city]={0},{0}", encoded(&city))).await.len(), once);
}

/// OR-01, OR-07: two browsers tag one order concurrently: both tags stay, each journal entry has the values before and after.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_07_tags_of_two_browsers_at_once_both_stay() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(2, 2).await;
    let first = m.data("/orders").await[0].clone();
    let order = first["id"].as_str().unwrap().to_owned();
    let before = first["tags"].as_array().unwrap().len();
    let put = async |add: &str, remove: &str| {
        let body = json!({"items": [order], "add": [add], "remove": [remove]});
        let (status, answer) = m.post("/orders/tagMany", body).await;
        assert_eq!((status, &answer["data"]["results"][0]["is_ok"]), (200, &json!(true)), "{answer}");
    };
    tokio::join!(put("عاجل", "قديم"), put("هدية", "قديم"), put("مهم", "قديم"), put("عاجل", "قديم"));
    let tags = m.data("/orders").await[0]["tags"].clone();
    assert_eq!(tags.as_array().unwrap().len(), before + 3, "{tags}");
    assert!(["عاجل", "هدية", "مهم"].iter().all(|tag| tags.as_array().unwrap().contains(&json!(tag))), "{tags}");
    // The state after one entry is the state before the next: none overwrote another.
    let sql = "SELECT before, after FROM journal WHERE store_id = ?1 AND subject = 'order' AND subject_id = ?2 AND before LIKE '%\"tags\"%' ORDER BY seq";
    let id: kernel::OrderId = order.parse().unwrap();
    let entries: Vec<(db::Json<Value>, db::Json<Value>)> = shop.app.db().conn().all(sql, db::p![m.store, id]).await.unwrap();
    assert!(entries.len() >= 3, "{entries:?}");
    let newest = &entries[entries.len() - 3..];
    assert!(newest.windows(2).all(|two| two[0].1.0["tags"] == two[1].0.0["tags"]), "{newest:?}");
    assert_eq!(newest[2].1.0["tags"], tags);
}
