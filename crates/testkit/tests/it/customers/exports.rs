//! Export of the customers list.

use db::p;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::encoded;
use crate::checkout::{Person, buy, product_id, set_up_checkout};

/// CU-01: the filtered list as a file: chosen columns, captions in either language, no formulas, phone numbers as texts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_customers_are_exported_as_they_are_filtered() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"regular_price": "100.00", "qty": 100})).await);
    for (name, mobile, times) in [("سارة", "0551110001", 1), ("=HYPERLINK(1)", "0551110002", 2), ("هند", "0551110003", 3)]
    {
        for _ in 0..times {
            buy(&shop, &setup, &Person { name: name.into(), mobile: mobile.into(), city: "الرياض" }, &[(product, None, 1)]).await;
        }
        shop.advance(1000);
    }
    let group = me.create("/customer-groups", json!({"name": "جملة"})).await["id"].clone();
    let (_, list) = me.get("/customers?sort=-total_spent").await;
    let first = format!("/customers/{}", list["data"][0]["id"].as_str().unwrap());
    assert_eq!(me.put(&first, json!({"tags": ["مهم", "vip"], "group_ids": [group]})).await.0, 200);
    for (channel, is_granted) in [("sms", true), ("whatsapp", false)] {
        let consent = json!({"channel": channel, "is_granted": is_granted, "source": "phone"});
        assert_eq!(me.put(&format!("{first}/consents"), consent).await.0, 200);
    }
    let file = async |query: &str, body: Value| {
        let (status, answer) = me.post(&format!("/customer-exports{query}"), body.clone()).await;
        assert_eq!(status, 201, "{query} {body}: {answer}");
        let view = answer["data"].clone();
        assert_eq!(view["status"], "done", "{view}");
        let reply = me.call("GET", &format!("/customer-exports/{}/file", view["id"].as_str().unwrap())).send().await;
        assert_eq!(reply.status, 200);
        (view, reply.bytes)
    };
    let columns = json!(["name", "mobile", "orders_count", "total_spent", "tags", "groups", "consents", "blocked"]);
    let ask = json!({"format": "csv", "columns": columns, "language": "ar"});
    let (view, bytes) = file("?filter[spent][gte]=200&sort=-total_spent", ask).await;
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.trim_start_matches('\u{FEFF}').split_terminator("\r\n").collect();
    assert_eq!(view["done"], 2);
    assert_eq!(
        lines,
        [
            "الاسم,الجوال,عدد الطلبات,إجمالي المشتريات,الوسوم,المجموعات,وافق على,محظور",
            "هند,'+966551110003,3,300.00,vip، مهم,جملة,الرسائل النصية,لا",
            "'=HYPERLINK(1),'+966551110002,2,200.00,,,,لا",
        ]
    );
    // A chosen one, in English, with every column; and a workbook.
    let (_, bytes) = file("", json!({"format": "csv", "items": [list["data"][2]["id"]], "language": "en"})).await;
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("Name,Mobile,Email,Country,City") && text.lines().count() == 2 && text.contains("سارة"), "{text}");
    let (view, bytes) = file("", json!({"format": "xlsx", "columns": ["name", "mobile"]})).await;
    assert_eq!((&bytes[..2], view["size_bytes"].as_u64()), (&b"PK"[..], Some(bytes.len() as u64)));
    for (query, body, status) in [
        ("?filter[spent][gte]=x".to_owned(), json!({"format": "csv"}), 422),
        (format!("?filter[tag]={}", encoded("لا")), json!({"format": "csv"}), 409),
        (String::new(), json!({"format": "pdf"}), 422),
        (String::new(), json!({"format": "csv", "columns": ["password"]}), 422),
        (String::new(), json!({"format": "csv", "items": ["cus_0000000000001"]}), 422),
    ] {
        let (actual, answer) = shop.assert_unchanged(me.post(&format!("/customer-exports{query}"), body.clone())).await;
        assert_eq!(actual, status, "{query} {body}: {answer}");
    }
    // A search term may be a phone number: the journal does not store it.
    file("?search=0551110003", json!({"format": "csv"})).await;
    let sql = "SELECT after FROM journal WHERE store_id = ?1 AND subject = 'customer_export' AND action = 'create' ORDER BY seq DESC LIMIT 1";
    let entry: db::Json<Value> = shop.app.db().conn().one(sql, p![me.store]).await.unwrap();
    assert_eq!((&entry.0["query"], &entry.0["customers"]), (&json!(""), &json!(1)));
}

/// CU-01: a large set is written in the background, and its file is deleted after a day.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_large_export_of_customers_is_written_in_the_background() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let (store, first) = (me.store, shop.env.id::<kernel::id::Customer>().raw());
    let sql = "INSERT INTO customers (store_id, id, name, name_key, mobile, locale, orders_count, total_spent, city, country, created_at, \
               updated_at, version, seq) VALUES (?1, ?2, ?3, ?3, ?4, 'ar', 0, 0, '', '', ?5, ?5, 1, 0)";
    let fill = async move |c: db::Conn<'_>| {
        for n in 0..1_100_i64 {
            c.exec(sql, p![store, first + n, format!("c{n}"), format!("+96655{n:07}"), n]).await?;
        }
        Ok::<_, db::Error>(())
    };
    shop.app.db().tx(fill).await.unwrap();
    let export = me.create("/customer-exports", json!({"format": "csv", "columns": ["name"]})).await;
    assert_eq!(export["status"], "running", "{export}");
    assert_eq!(me.post("/customer-exports", json!({"format": "csv"})).await.0, 409, "a store writes one file at a time");
    shop.drain().await;
    let path = format!("/customer-exports/{}", export["id"].as_str().unwrap());
    let finished = me.data(&path).await;
    assert_eq!((&finished["status"], &finished["done"]), (&json!("done"), &json!(1_100)), "{finished}");
    let reply = me.call("GET", &format!("{path}/file")).send().await;
    let text = String::from_utf8(reply.bytes).unwrap();
    let mut names: Vec<&str> = text.split_terminator("\r\n").skip(1).collect();
    assert_eq!((names.len(), names[0], names[1_099]), (1_100, "c1099", "c0"), "the newest first, as in the list");
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 1_100, "nobody twice");
    assert_eq!(me.data("/customer-exports").await[0]["id"], export["id"]);
    shop.advance(25 * 3_600_000);
    // A day later the session has expired.
    let login =
        shop.call("POST", "/dashboard/v1/login").json(&json!({"identifier": me.email, "password": me.password})).send().await;
    let me = Merchant { token: login.data()["access_token"].as_str().unwrap().to_owned(), ..me };
    assert_eq!(me.call("GET", &format!("{path}/file")).send().await.status, 410);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(me.get(&path).await.0, 404);
}
