//! Export of products, and importing it again (PR-09).

use db::p;
use kernel::Millis;
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{BlobStep, Gate, Merchant, TestShop};

async fn export(m: &Merchant, query: &str, body: Value) -> Value {
    let (status, body) = m.post(&format!("/product-exports{query}"), body).await;
    assert_eq!(status, 201, "{body}");
    body["data"].clone()
}

async fn file(m: &Merchant, export: &Value) -> Vec<u8> {
    let path = format!("/product-exports/{}/file", export["id"].as_str().unwrap());
    let reply = m.call("GET", &path).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("content-length"), reply.bytes.len().to_string());
    assert_eq!(export["size_bytes"], json!(reply.bytes.len()));
    reply.bytes
}

async fn import(shop: &TestShop, m: &Merchant, name: &str, bytes: Vec<u8>) -> Value {
    let reply = m.upload("/product-imports", "file", name, "application/octet-stream", bytes).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let import = reply.data();
    assert_eq!(import["format"], "rawaj");
    let path = format!("/product-imports/{}", import["id"].as_str().unwrap());
    assert_eq!(m.post(&format!("{path}/start"), Value::Null).await.0, 200);
    shop.drain().await;
    let finished = m.data(&path).await;
    let (_, failed) = m.get(&format!("{path}/rows?filter[outcome]=failed,updated")).await;
    assert_eq!(finished["status"], "done");
    assert_eq!(finished["failed_count"], 0, "{failed}");
    finished
}

async fn awkward(m: &Merchant) {
    let category = m.create("/categories", json!({"name": {"ar": "عطور, بخور > هدايا", "en": "Scents \\ gifts"}})).await;
    let child = json!({"name": {"ar": "=داخلي", "en": ""}, "parent_id": category["id"]});
    let child = m.create("/categories", child).await;
    for (n, name) in
        ["=cmd()", "+7", "'=a", "قهوة \"مختصة\", مطحونة", "-x | y", "\u{200F}ريال\u{200F}", "_x000D_ \\n"].iter().enumerate()
    {
        m.product(json!({
            "name": {"ar": name, "en": if n % 2 == 0 { json!(format!("Name {n}, \"q\"")) } else { json!("") }},
            "sku": format!("=S-{n}"), "barcode": format!("00{n}"), "description": {"ar": "<p>سطر<br>سطر</p>\n- قائمة", "en": "=1+1"},
            "short_description": {"ar": "سطر\nسطر\tآخر", "en": ""}, "tags": ["أ, ب", "=x", "c\\d"],
            "category_ids": [child["id"], category["id"]], "regular_price": "45.50", "sale_price": "40.25",
            "sale_from": "2027-03-01T00:00:30.125Z", "min_qty": 2, "max_qty": 9, "weight_amount": "0.6", "is_tax_free": true,
            "dynamic_fields": [{"field_label": {"ar": "نقش | اسم", "en": ""}, "field_type": "choice", "field_required": true, "choices": ["أ|ب", "ج"]}],
            "seo": {"meta_title": {"ar": "=عنوان", "en": "t"}, "meta_description": {"ar": "", "en": ""}, "keywords": {"ar": "أ, ب", "en": ""}},
        }))
        .await;
    }
    m.product(json!({"sku": null, "product_type": "multi", "regular_price": "99.00",
        "options": [{"name": "color", "values": ["+1.00", "-1.00", "بلا"]}, {"name": "=نقش", "values": ["a, b", "c"]}],
        "variants": [{"option_values": ["-1.00", "c"], "sku": "V-1", "regular_price": "120.00", "sale_price": "100.00"},
            {"option_values": ["+1.00", "a, b"], "sku": "V-2", "has_unlimited_qty": true, "is_active": false, "weight_amount": "1.25"}]}))
        .await;
}

/// The fields of a store's products, without those that another store assigns anew.
async fn product_fields(m: &Merchant) -> Vec<Value> {
    let (_, list) = m.get("/products?per_page=100&sort=name").await;
    let mut out = Vec::new();
    for row in list["data"].as_array().unwrap() {
        let mut product = m.data(&format!("/products/{}", row["id"].as_str().unwrap())).await;
        let product = product.as_object_mut().unwrap();
        for key in ["id", "version", "url", "created_at", "updated_at", "category_ids", "batch_id"] {
            product.remove(key);
        }
        for variant in product["variants"].as_array_mut().unwrap() {
            variant.as_object_mut().unwrap().remove("id");
        }
        out.push(Value::Object(product.clone()));
    }
    out.sort_by_key(|product| product["page_link"].as_str().unwrap_or_default().to_owned());
    out
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_an_export_imported_again_changes_nothing_and_makes_the_same_products_elsewhere() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    awkward(&m).await;
    let before = product_fields(&m).await;
    assert_eq!(before.len(), 8);
    for (format, m) in [("csv", m.clone()), ("xlsx", m.in_english())] {
        let new_export = export(&m, "", json!({"format": format})).await;
        assert_eq!((&new_export["status"], &new_export["done"]), (&json!("done"), &json!(8)));
        let bytes = file(&m, &new_export).await;
        let journal = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND subject IN ('product', 'category')";
        let entries: i64 = shop.app.db().conn().one(journal, p![m.store]).await.unwrap();
        let finished = import(&shop, &m, &format!("p.{format}"), bytes.clone()).await;
        assert_eq!(
            (&finished["unchanged_count"], &finished["updated_count"], &finished["created_count"]),
            (&json!(8), &json!(0), &json!(0))
        );
        let after: i64 = shop.app.db().conn().one(journal, p![m.store]).await.unwrap();
        assert_eq!(after, entries, "nothing was written: {format}");
        assert_eq!(product_fields(&m).await, before);

        let other = shop.merchant().await;
        let finished = import(&shop, &other, &format!("p.{format}"), bytes.clone()).await;
        assert_eq!(finished["created_count"], 8);
        assert_eq!(product_fields(&other).await, before, "{format}");
        let (_, tree) = other.get("/categories/list").await;
        assert_eq!(tree["data"].as_array().unwrap().len(), 2, "{tree}");
        // In the other store it is recognised by the second import too.
        assert_eq!(import(&shop, &other, &format!("p.{format}"), bytes).await["unchanged_count"], 8);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_what_the_list_shows_is_what_is_exported() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let mut ids = Vec::new();
    for n in 0..5 {
        let product =
            m.product(json!({"sku": format!("E-{n}"), "regular_price": format!("{}.00", 10 + n), "is_published": n != 2})).await;
        ids.push(product["id"].as_str().unwrap().to_owned());
    }
    let lines = async |query: &str, body: Value| -> Vec<String> {
        let new_export = export(&m.in_english(), query, body).await;
        let bytes = file(&m, &new_export).await;
        assert_eq!(bytes[..3], *b"\xEF\xBB\xBF");
        let text = String::from_utf8(bytes[3..].to_vec()).unwrap();
        assert!(text.starts_with("Rawaj ID,Row type,Product name (Arabic)") && text.ends_with("\r\n"), "{text}");
        text.lines().skip(1).map(|line| line.split(',').find(|cell| cell.starts_with("E-")).unwrap().to_owned()).collect()
    };
    assert_eq!(
        lines("?sort=price&filter[state]=published&page=3&per_page=1", json!({"format": "csv"})).await,
        ["E-0", "E-1", "E-3", "E-4"]
    );
    assert_eq!(lines("?sort=-price&filter[price][gte]=12", json!({"format": "csv"})).await, ["E-4", "E-3", "E-2"]);
    assert_eq!(lines("", json!({"format": "csv", "items": [ids[3], ids[1]]})).await, ["E-3", "E-1"]);

    for (query, body, status) in [
        ("?filter[state]=archived", json!({"format": "csv"}), 409),
        ("?filter[nonsense]=1", json!({"format": "csv"}), 422),
        ("?sort=nonsense", json!({"format": "csv"}), 422),
        ("", json!({"format": "pdf"}), 422),
        ("", json!({"format": "csv", "items": vec![&ids[0]; 1001]}), 422),
    ] {
        let (actual, answer) = shop.assert_unchanged(m.post(&format!("/product-exports{query}"), body)).await;
        assert_eq!(actual, status, "{query}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_a_large_export_is_written_in_the_background_and_expires() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(1_100, 0).await;
    let new_export = export(&m, "", json!({"format": "xlsx"})).await;
    assert_eq!((&new_export["status"], &new_export["total"]), (&json!("running"), &json!(1_100)));
    let path = format!("/product-exports/{}", new_export["id"].as_str().unwrap());
    let (status, body) = m.get(&format!("{path}/file")).await;
    assert_eq!((status, &body["code"]), (409, &json!("export_not_done")));
    let (status, body) = shop.assert_unchanged(m.post("/product-exports", json!({"format": "csv"}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("export_at_work")));
    shop.drain().await;
    let finished = m.data(&path).await;
    assert_eq!((&finished["status"], &finished["done"]), (&json!("done"), &json!(1_100)));
    let bytes = file(&m, &finished).await;
    // Browsers get it compressed.
    let packed = m.call("GET", &format!("{path}/file")).header("accept-encoding", "gzip").send().await;
    assert_eq!(packed.status, 200);
    let again = import(&shop, &m, "all.xlsx", bytes).await;
    assert_eq!((&again["unchanged_count"], &again["total"]), (&json!(1_100), &json!(1_100)));
    assert_eq!(m.data("/product-exports").await[0]["id"], new_export["id"]);

    // It is readable in its store and with the ability to export alone.
    let stranger = shop.merchant().await;
    assert_eq!(stranger.get(&path).await.0, 404);
    assert_eq!(stranger.get(&format!("{path}/file")).await.0, 404);
    let reader = m.colleague(&shop, Role::ReadOnly).await;
    assert_eq!(reader.get("/products").await.0, 200);
    assert_eq!(reader.get(&format!("{path}/file")).await.0, 403);
    assert_eq!(reader.post("/product-exports", json!({"format": "csv"})).await.0, 403);

    shop.advance(24 * Millis::HOUR);
    // A day later the session has expired.
    let login =
        shop.call("POST", "/dashboard/v1/login").json(&json!({"identifier": m.email, "password": m.password})).send().await;
    let m = Merchant { token: login.data()["access_token"].as_str().unwrap().to_owned(), ..m };
    let (status, body) = m.get(&format!("{path}/file")).await;
    assert_eq!((status, &body["code"]), (410, &json!("export_expired")));
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(m.get(&path).await.0, 404);
    let remaining = shop.app.blobs.list(&format!("{}/exports", m.store)).await.unwrap();
    assert!(remaining.is_empty(), "{remaining:?}");
}

/// PR-09: the file of one store names its own products as related. They do not exist in another store: its rows report that from
/// the dry run on, and the products are imported without them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_related_products_of_another_store_are_left_out_and_told() {
    let shop = TestShop::start().await;
    let (m, other) = (shop.merchant().await, shop.merchant().await);
    let one = m.product(json!({"sku": "R-1"})).await;
    m.product(json!({"sku": "R-2", "related_ids": [one["id"]]})).await;
    let bytes = file(&m, &export(&m, "", json!({"format": "csv"})).await).await;
    let reply = other.upload("/product-imports", "file", "p.csv", "text/csv", bytes.clone()).await;
    let path = format!("/product-imports/{}", reply.data()["id"].as_str().unwrap());
    for step in ["dry-run", "start"] {
        assert_eq!(other.post(&format!("{path}/{step}"), Value::Null).await.0, 200);
        shop.drain().await;
        let finished = other.data(&path).await;
        assert_eq!((&finished["created_count"], &finished["failed_count"]), (&json!(2), &json!(0)), "{step}: {finished}");
        let (_, rows) = other.get(&format!("{path}/rows")).await;
        let noted = rows["data"].as_array().unwrap().iter().find(|row| row["notes"] != json!([])).expect("a row with a note");
        assert!(noted["notes"][0]["message"].as_str().unwrap().contains(one["id"].as_str().unwrap()), "{noted}");
    }
    let (_, list) = other.get("/products").await;
    for row in list["data"].as_array().unwrap() {
        assert_eq!(other.data(&format!("/products/{}", row["id"].as_str().unwrap())).await["related"], json!([]));
    }
    // In the store of origin they stay.
    assert_eq!(import(&shop, &m, "p.csv", bytes).await["unchanged_count"], 2);
}

/// PR-09: a request that writes a small file and stalls until the job has taken over is fenced off: the job's file stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_a_late_part_does_not_overwrite_an_export() {
    let gate = Gate::new();
    let shop = TestShop::with_blobs(gate.blobs(), |_| {}).await;
    let m = shop.merchant().await;
    let product = m.product(json!({"sku": "L-1", "regular_price": "10.00"})).await;
    for (format, price) in [("csv", "1250.00"), ("xlsx", "98765.00")] {
        gate.close(BlobStep::Writing, "/exports/");
        let late = m.clone();
        let sent = tokio::spawn(async move { late.post("/product-exports", json!({"format": format})).await });
        gate.reached().await;
        // Its page was read before the price changed; the job that takes over reads the new price.
        let path = format!("/products/{}", product["id"].as_str().unwrap());
        let (status, answer) = m.put(&path, json!({"regular_price": price})).await;
        assert_eq!(status, 200, "{answer}");
        shop.advance(2 * Millis::MINUTE);
        shop.drain().await;
        let finished = m.data("/product-exports").await[0].clone();
        assert_eq!(finished["status"], "done");
        let bytes = file(&m, &finished).await;
        gate.open();
        let (status, answer) = sent.await.unwrap();
        assert_eq!((status, &answer["data"]["status"]), (201, &json!("done")), "{answer}");
        assert_eq!(file(&m, &answer["data"]).await, bytes, "{format}: as long and the same as before");
        if format == "csv" {
            assert!(String::from_utf8(bytes).unwrap().contains(price));
        }
        let folder = format!("{}/exports/{}", m.store, finished["id"].as_str().unwrap());
        let parts = shop.app.blobs.list(&folder).await.unwrap();
        assert_eq!(parts.len(), if format == "csv" { 1 } else { 3 }, "what came late is taken away: {parts:?}");
    }
}
