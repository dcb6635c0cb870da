//! Import of product files over HTTP (contracts/imports.md): from the upload to the undo, with own samples and, where
//! they are at hand, third-party ones.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use commerce::App;
use db::p;
use gateways::fetch::Fetching;
use gateways::{FetchError, Fetcher};
use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

async fn shop() -> (TestShop, Merchant) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    (shop, merchant)
}

/// A sample of our own.
fn own(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../commerce/tests/data").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A third-party sample from the folder beside the repository; it may not be committed.
fn third_party(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped: {} is not beside the repository", path.display());
    }
    bytes
}

async fn upload(m: &Merchant, name: &str, bytes: impl Into<Vec<u8>>) -> Value {
    let reply = m.upload("/product-imports", "file", name, "text/csv", bytes).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.data()
}

fn path(import: &Value, rest: &str) -> String {
    format!("/product-imports/{}{rest}", import["id"].as_str().unwrap())
}

async fn act(m: &Merchant, import: &Value, what: &str) -> Value {
    let reply = m.call("POST", &path(import, &format!("/{what}"))).send().await;
    assert_eq!(reply.status, 200, "{what}: {}", reply.text());
    reply.data()
}

/// Status, then created, updated, unchanged, failed.
fn counts(import: &Value) -> (String, [i64; 4]) {
    let n = |key: &str| import[key].as_i64().unwrap();
    (
        import["status"].as_str().unwrap().to_owned(),
        [n("created_count"), n("updated_count"), n("unchanged_count"), n("failed_count")],
    )
}

async fn after(shop: &TestShop, m: &Merchant, import: &Value, what: &str) -> Value {
    act(m, import, what).await;
    shop.drain().await;
    m.data(&path(import, "")).await
}

async fn rows(m: &Merchant, import: &Value, outcome: &str) -> Vec<Value> {
    let (status, body) = m.get(&path(import, &format!("/rows?per_page=100&filter[outcome]={outcome}"))).await;
    assert_eq!(status, 200, "{body}");
    body["data"].as_array().unwrap().clone()
}

async fn products(m: &Merchant) -> Vec<Value> {
    let (status, body) = m.get("/products?per_page=100&sort=created_at").await;
    assert_eq!(status, 200, "{body}");
    body["data"].as_array().unwrap().clone()
}

/// Dry run, run, the same file again: what every known file must go through.
async fn import_twice(name: &str, bytes: Vec<u8>, format: &str, created: i64, failed: i64) -> (TestShop, Merchant, Value) {
    let (shop, m) = shop().await;
    let import = upload(&m, name, bytes.clone()).await;
    assert_eq!((&import["format"], &import["status"]), (&json!(format), &json!("mapping")));
    let checked = after(&shop, &m, &import, "dry-run").await;
    assert_eq!(counts(&checked), ("checked".into(), [created, 0, 0, failed]));
    assert_eq!(products(&m).await.len(), 0, "a dry run writes nothing");
    let done = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&done), ("done".into(), [created, 0, 0, failed]), "{:?}", rows(&m, &import, "failed").await);
    assert_eq!((&done["products_total"], &done["products_done"]), (&json!(created + failed), &json!(created + failed)));
    assert_eq!(i64::try_from(products(&m).await.len()).unwrap(), created);

    let again = upload(&m, name, bytes).await;
    let checked = after(&shop, &m, &again, "dry-run").await;
    assert_eq!(counts(&checked), ("checked".into(), [0, 0, created, failed]), "{:?}", rows(&m, &again, "would_update").await);
    let done = after(&shop, &m, &again, "start").await;
    assert_eq!(counts(&done), ("done".into(), [0, 0, created, failed]));
    assert_eq!(i64::try_from(products(&m).await.len()).unwrap(), created);
    (shop, m, import)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn salla_three_products_come_and_the_bad_price_is_named() {
    let (_shop, m, import) = import_twice("salla.csv", own("own_salla_products.csv"), "salla", 3, 1).await;
    let failed = rows(&m, &import, "failed").await;
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["errors"][0]["column"], "سعر المنتج");
    let arabic = failed[0]["errors"][0]["message"].as_str().unwrap().to_owned();
    assert!(arabic.contains("ليس رقمًا"), "{arabic}");
    let english = rows(&m.in_english(), &import, "failed").await;
    assert!(english[0]["errors"][0]["message"].as_str().unwrap().contains("is not a number"), "{english:?}");

    let thobe = products(&m).await.into_iter().find(|p| p["name"]["ar"] == "ثوب قطن أبيض").unwrap();
    let thobe = m.data(&format!("/products/{}", thobe["id"].as_str().unwrap())).await;
    assert_eq!((&thobe["product_type"], &thobe["max_qty"], &thobe["weight_amount"]), (&json!("multi"), &json!(5), &json!("0.6")));
    let names: Vec<&str> = thobe["options"].as_array().unwrap().iter().map(|o| o["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["size", "color"]);
    let variants = thobe["variants"].as_array().unwrap();
    let prices: Vec<(&str, &str)> =
        variants.iter().map(|v| (v["sku"].as_str().unwrap(), v["regular_price"].as_str().unwrap())).collect();
    assert_eq!(prices, [("THB-01-S-W", "150.50"), ("THB-01-M-W", "155.00")]);
    // The whole day of the 31st in the store's own time is in the sale.
    assert_eq!((&thobe["sale_from"], &thobe["sale_until"]), (&json!("2026-02-28T21:00:00Z"), &json!("2026-03-31T20:59:59Z")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn zid_two_products_come_with_what_could_not_be_taken_over() {
    let (_shop, m, import) = import_twice("zid.csv", own("own_zid_products.csv"), "zid", 2, 0).await;
    let all = products(&m).await;
    let abaya = all.iter().find(|p| p["sku"] == "ABY-1").unwrap();
    let abaya = m.data(&format!("/products/{}", abaya["id"].as_str().unwrap())).await;
    assert_eq!(
        (&abaya["page_link"], &abaya["max_qty"], abaya["variants"].as_array().unwrap().len()),
        (&json!("عباية-سوداء"), &json!(3), 2)
    );
    assert_eq!((&abaya["variants"][0]["qty"], &abaya["variants"][0]["sale_price"]), (&json!(4), &json!("280.00")));
    let mug = all.iter().find(|p| p["sku"] == "MUG-1").unwrap();
    assert_eq!(mug["has_unlimited_qty"], true);
    let mug = m.data(&format!("/products/{}", mug["id"].as_str().unwrap())).await;
    assert_eq!(mug["dynamic_fields"][0]["field_type"], "text");
    let created = rows(&m, &import, "created").await;
    let notes: Vec<&Value> = created.iter().flat_map(|r| r["notes"].as_array().unwrap()).collect();
    assert!(notes.iter().any(|n| n["message"].as_str().unwrap().contains("السعر الإضافي")), "{notes:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shopify_2025_a_draft_stays_switched_off() {
    let (_shop, m, _) = import_twice("shopify.csv", own("own_shopify_products_2025.csv"), "shopify_2025", 2, 0).await;
    let book = products(&m).await.into_iter().find(|p| p["product_type"] == "basic").unwrap();
    assert_eq!((&book["is_active"], &book["has_unlimited_qty"]), (&json!(false), &json!(true)));
    let book = m.data(&format!("/products/{}", book["id"].as_str().unwrap())).await;
    assert_eq!((&book["page_link"], &book["is_tax_free"]), (&json!("كتاب-طبخ"), &json!(true)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shopify_apparel_all_twenty_products() {
    let Some(bytes) = third_party("shopify_apparel.csv") else { return };
    let (_shop, m, _) = import_twice("apparel.csv", bytes, "shopify_classic", 20, 0).await;
    let varsity = m.get("/products?search=varsity").await.1["data"][0].clone();
    assert_eq!((&varsity["product_type"], &varsity["variants_count"]), (&json!("multi"), &json!(3)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shopify_home_and_garden_all_twenty_products() {
    let Some(bytes) = third_party("shopify_home-and-garden.csv") else { return };
    import_twice("home.csv", bytes, "shopify_classic", 20, 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn woocommerce_sample_all_products_with_their_categories() {
    let Some(bytes) = third_party("woocommerce_sample_products.csv") else { return };
    // 24 records: 9 simple, 2 virtual, 2 variable with 9 variations, a group and a link elsewhere.
    let (_shop, m, _) = import_twice("woo.csv", bytes, "woocommerce", 15, 0).await;
    let (_, tree) = m.get("/categories/list").await;
    let names: Vec<&str> =
        tree["data"].as_array().unwrap().iter().map(|c| c["name"]["ar"].as_str().or(c["name"]["en"].as_str()).unwrap()).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["Accessories", "Clothing", "Donation", "Hoodies", "Music", "Tshirts"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mapping_screen_has_samples_and_a_mapping_is_remembered_for_the_header() {
    let (_shop, m) = shop().await;
    let file = "الصنف;كم ثمنه;ملاحظات\nقهوة;12.50;طازجة\nشاي;8;\n";
    let import = upload(&m, "جدول.csv", file).await;
    assert_eq!(
        (&import["format"], &import["file_name"], &import["records"], &import["is_mapping_remembered"]),
        (&json!("unknown"), &json!("جدول.csv"), &json!(2), &json!(false))
    );
    let columns = import["columns"].as_array().unwrap();
    assert_eq!((&columns[0]["name"], &columns[0]["samples"]), (&json!("الصنف"), &json!(["قهوة", "شاي"])));
    let fields = import["fields"].as_array().unwrap();
    assert!(fields.iter().any(|f| f["code"] == "regular_price" && f["label"] == "السعر الأساسي"));

    let put = async |mapping: Value| m.put(&path(&import, "/mapping"), json!({ "mapping": mapping })).await;
    let (status, body) = put(json!({"الصنف": null, "كم ثمنه": null})).await;
    assert_eq!((status, body["errors"].get("mapping").is_some()), (422, true), "a file without a name: {body}");
    for (bad, at) in [
        (json!({"no such column": "name"}), "mapping.no such column"),
        (json!({"الصنف": "no_such_field"}), "mapping.الصنف"),
        (json!({"الصنف": "name", "ملاحظات": "name", "كم ثمنه": "regular_price"}), "mapping.ملاحظات"),
    ] {
        let (status, body) = put(bad).await;
        assert_eq!((status, body["errors"].get(at).is_some()), (422, true), "{at}: {body}");
    }
    let (status, body) = put(json!({"الصنف": "name", "كم ثمنه": "regular_price", "ملاحظات": "short_description"})).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["data"]["columns"][1]["field"], "regular_price");

    let again = upload(&m, "other.csv", "الصنف;كم ثمنه;ملاحظات\nماء;2;\n").await;
    assert_eq!((&again["is_mapping_remembered"], &again["columns"][2]["field"]), (&json!(true), &json!("short_description")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_03_a_file_that_is_none_is_refused_clearly_and_leaves_nothing() {
    let (shop, m) = shop().await;
    let mut zip = b"PK\x03\x04\x14\x00\x06\x00".to_vec();
    zip.resize(4000, 7);
    // Latin text that is neither UTF-8 nor Arabic Windows: unassigned and control bytes.
    let encoding = b"Name,Price\n\x81\x8d\x00\x01\x02caf\xe9\xff,5\n".to_vec();
    let cut = b"Name,Price\n\"Cof".to_vec();
    for (name, bytes, code) in [
        ("products.csv", zip, "file_is_zip"),
        ("a.csv", Vec::new(), "file_empty"),
        ("b.csv", b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR".to_vec(), "file_is_binary"),
        ("c.csv", cut, "file_unclosed_quote"),
        ("d.csv", b"Name,Price\n".to_vec(), "file_no_rows"),
    ] {
        let reply = shop.assert_unchanged(m.upload("/product-imports", "file", name, "text/csv", bytes)).await;
        assert_eq!((reply.status, reply.json["code"].as_str()), (422, Some(code)), "{}", reply.text());
        assert!(reply.json["errors"]["file"][0].as_str().is_some_and(|t| t.chars().any(|c| ('\u{600}'..'\u{700}').contains(&c))));
    }
    let reply = shop.assert_unchanged(m.upload("/product-imports", "file", "e.csv", "text/csv", encoding)).await;
    assert!(
        reply.status == 422 && ["file_encoding", "file_is_binary"].contains(&reply.json["code"].as_str().unwrap()),
        "{}",
        reply.text()
    );
    let reply = shop.assert_unchanged(m.upload("/product-imports", "other", "e.csv", "text/csv", "Name,Price\na,1\n")).await;
    assert_eq!((reply.status, reply.json["errors"].get("file").is_some()), (422, true));
    let reply = shop.assert_unchanged(m.call("POST", "/product-imports").json(&json!({})).send()).await;
    assert_eq!(reply.status, 415);

    let mut large = b"Name,Price\n".to_vec();
    large.resize(5_242_881, b'a');
    let reply = shop.assert_unchanged(m.upload("/product-imports", "file", "l.csv", "text/csv", large)).await;
    assert_eq!((reply.status, reply.json["code"].as_str()), (413, Some("file_too_large")), "{}", reply.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_03_a_hundred_megabytes_are_refused_before_they_are_sent() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let (shop, m) = shop().await;
    let mut stream = tokio::net::TcpStream::connect(shop.addr).await.unwrap();
    let head = format!(
        "POST /dashboard/v1/product-imports HTTP/1.1\r\nhost: localhost:{}\r\nauthorization: Bearer {}\r\nx-store: {}\r\n\
         content-type: multipart/form-data; boundary=x\r\ncontent-length: 104857600\r\n\r\n--x\r\n",
        shop.addr.port(),
        m.token,
        m.store
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // Not one of the hundred megabytes was sent, and the answer is here.
    let mut answer = vec![0u8; 4096];
    let n = tokio::time::timeout(std::time::Duration::from_secs(5), stream.read(&mut answer)).await.unwrap().unwrap();
    let answer = String::from_utf8_lossy(&answer[..n]).into_owned();
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("file_too_large"), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_formula_fails_its_product_and_no_other() {
    let (shop, m) = shop().await;
    let import = upload(&m, "f.csv", "Name,SKU,Price\n=cmd()|' /C calc'!A0,A-1,5\nCoffee,A-2,12.50\n").await;
    let done = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&done), ("done".into(), [1, 0, 0, 1]));
    let failed = rows(&m, &import, "failed").await;
    assert!(failed[0]["errors"][0]["message"].as_str().unwrap().contains("معادلة"), "{failed:?}");
    let file = m.call("GET", &path(&import, "/failed-file")).send().await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert!(file.text().contains("'=cmd()") && !file.text().contains("Coffee"), "{}", file.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_absent_column_leaves_and_a_blank_cell_clears() {
    let (shop, m) = shop().await;
    let first = upload(
        &m,
        "1.csv",
        "SKU,Name,Price,Sale price,Quantity,Barcode,Category\nA-1,Coffee,20,15,7,6281000000001,Drinks > Hot\n",
    )
    .await;
    assert_eq!(counts(&after(&shop, &m, &first, "start").await).1, [1, 0, 0, 0]);
    let id = products(&m).await[0]["id"].as_str().unwrap().to_owned();
    let before = m.data(&format!("/products/{id}")).await;
    assert_eq!(
        (&before["sale_price"], &before["qty"], &before["barcode"]),
        (&json!("15.00"), &json!(7), &json!("6281000000001"))
    );
    assert_eq!(before["category_ids"].as_array().unwrap().len(), 1);

    let second = upload(&m, "2.csv", "SKU,Name,Price,Sale price\nA-1,Fine coffee,22,\n").await;
    assert_eq!(counts(&after(&shop, &m, &second, "start").await).1, [0, 1, 0, 0]);
    let now = m.data(&format!("/products/{id}")).await;
    assert_eq!((&now["regular_price"], &now["sale_price"]), (&json!("22.00"), &Value::Null), "blank clears");
    assert_eq!(
        (&now["qty"], &now["barcode"], &now["category_ids"]),
        (&json!(7), &before["barcode"], &before["category_ids"]),
        "absent leaves"
    );
    assert_eq!(now["page_link"], before["page_link"], "a page's address is never overwritten");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_alone_is_known_again_and_two_of_a_name_stay_two() {
    let (shop, m) = shop().await;
    let file = "Name,Price\nCoffee,20\nCoffee,21\nTea,5\n";
    let first = upload(&m, "1.csv", file).await;
    assert_eq!(counts(&after(&shop, &m, &first, "start").await).1, [3, 0, 0, 0]);
    let again = upload(&m, "1.csv", file).await;
    assert_eq!(counts(&after(&shop, &m, &again, "start").await).1, [0, 0, 3, 0]);
    let mut links: Vec<String> = Vec::new();
    for p in products(&m).await {
        links.push(m.data(&format!("/products/{}", p["id"].as_str().unwrap())).await["page_link"].as_str().unwrap().to_owned());
    }
    links.sort();
    assert_eq!(links, ["coffee", "coffee-2", "tea"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_failed_rows_are_tried_again_after_the_mapping_is_mended() {
    let (shop, m) = shop().await;
    let import = upload(&m, "p.csv", "SKU,Name,Price,Net\nA-1,Coffee,20,18\nA-2,Tea,5 SAR,4\nA-3,Milk,free,3\n").await;
    let done = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&done), ("done".into(), [1, 0, 0, 2]));
    assert_eq!(done["can_retry"], true);
    // Nothing has changed: the same two fail again, and the good one is not touched.
    let again = after(&shop, &m, &import, "retry").await;
    assert_eq!(counts(&again), ("done".into(), [1, 0, 0, 2]));
    let (status, body) = m.put(&path(&import, "/mapping"), json!({"mapping": {"Price": null, "Net": "regular_price"}})).await;
    assert_eq!((status, &body["data"]["status"]), (200, &json!("done")), "{body}");
    let mended = after(&shop, &m, &import, "retry").await;
    assert_eq!(counts(&mended), ("done".into(), [3, 0, 0, 0]));
    assert_eq!(mended["products_done"], mended["products_total"]);
    let mut prices: Vec<(String, String)> = products(&m)
        .await
        .iter()
        .map(|p| (p["sku"].as_str().unwrap().into(), p["regular_price"].as_str().unwrap().into()))
        .collect();
    prices.sort();
    assert_eq!(prices, [("A-1".into(), "20.00".into()), ("A-2".into(), "4.00".into()), ("A-3".into(), "3.00".into())]);
    let (status, body) = m.post(&path(&import, "/retry"), Value::Null).await;
    assert_eq!((status, &body["code"]), (409, &json!("nothing_failed")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undo_takes_everything_back_but_what_was_changed_since() {
    let (shop, m) = shop().await;
    let old = m
        .product(json!({"sku": "OLD-1", "name": {"ar": "قديم", "en": "Old"}, "regular_price": "9.00", "page_link": "old-one"}))
        .await;
    let file = "SKU,Name,Price,Category\nOLD-1,New name,11,Fresh > Things\nA-1,Coffee,20,Fresh\nA-2,Tea,5,Fresh\n";
    let import = upload(&m, "p.csv", file).await;
    let done = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&done), ("done".into(), [2, 1, 0, 0]));
    assert_eq!(done["can_undo"], true);
    let tea = products(&m).await.into_iter().find(|p| p["sku"] == "A-2").unwrap();
    let tea_path = format!("/products/{}", tea["id"].as_str().unwrap());
    assert_eq!(m.put(&tea_path, json!({"regular_price": "6.00", "version": tea["version"]})).await.0, 200);

    let undone = after(&shop, &m, &import, "undo").await;
    assert_eq!((&undone["status"], &undone["kept_count"], &undone["can_undo"]), (&json!("undone"), &json!(1), &json!(false)));
    let kept = rows(&m, &import, "kept").await;
    assert_eq!((kept.len(), &kept[0]["product_id"]), (1, &tea["id"]));
    assert!(kept[0]["notes"][0]["message"].as_str().unwrap().contains("تغيّر المنتج"));
    assert_eq!(rows(&m, &import, "undone").await.len(), 2);
    let skus: Vec<Value> = products(&m).await.iter().map(|p| p["sku"].clone()).collect();
    assert_eq!(skus.len(), 2, "{skus:?}");
    let back = m.data(&format!("/products/{}", old["id"].as_str().unwrap())).await;
    assert_eq!((&back["name"], &back["regular_price"], &back["category_ids"]), (&old["name"], &old["regular_price"], &json!([])));
    assert_eq!(m.data(&tea_path).await["regular_price"], "6.00");
    // The category that the kept product is in stays, the empty one below it goes.
    let (_, tree) = m.get("/categories/list").await;
    assert_eq!(tree["data"].as_array().unwrap().len(), 1, "{tree}");

    // The links are free again: the same file makes the same products anew.
    let again = upload(&m, "p.csv", file).await;
    assert_eq!(counts(&after(&shop, &m, &again, "start").await), ("done".into(), [1, 2, 0, 0]));
    let coffee = products(&m).await.into_iter().find(|p| p["sku"] == "A-1").unwrap();
    assert_eq!(m.data(&format!("/products/{}", coffee["id"].as_str().unwrap())).await["page_link"], "coffee");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sale_after_the_import_keeps_the_product() {
    let (shop, m) = shop().await;
    let import = upload(&m, "p.csv", "SKU,Name,Price,Quantity\nA-1,Coffee,20,5\nA-2,Tea,5,5\n").await;
    after(&shop, &m, &import, "start").await;
    let coffee = products(&m).await.into_iter().find(|p| p["sku"] == "A-1").unwrap();
    let (scope, product) = (m.scope(), coffee["id"].as_str().unwrap().parse().unwrap());
    let taken = shop.app.db().tx(async move |c| commerce::catalog::take_stock(c, &scope, product, None, 1).await).await;
    assert!(taken.is_ok());
    let undone = after(&shop, &m, &import, "undo").await;
    assert_eq!(undone["kept_count"], 1);
    let left = products(&m).await;
    assert_eq!((left.len(), &left[0]["sku"], &left[0]["stock"]), (1, &json!("A-1"), &json!(4)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_out_of_turn_are_refused_and_change_nothing() {
    let (shop, m) = shop().await;
    let import = upload(&m, "p.csv", "SKU,Name,Price\nA-1,Coffee,20\n").await;
    for what in ["retry", "undo"] {
        let (status, body) = shop.assert_unchanged(m.post(&path(&import, &format!("/{what}")), Value::Null)).await;
        assert_eq!((status, &body["code"]), (409, &json!("illegal_transition")), "{what}: {body}");
    }
    act(&m, &import, "start").await;
    for what in ["start", "dry-run", "retry", "undo"] {
        let (status, body) = shop.assert_unchanged(m.post(&path(&import, &format!("/{what}")), Value::Null)).await;
        assert_eq!((status, &body["code"]), (409, &json!("illegal_transition")), "{what}: {body}");
    }
    let other = upload(&m, "q.csv", "SKU,Name,Price\nB-1,Tea,5\n").await;
    let (status, body) = shop.assert_unchanged(m.post(&path(&other, "/start"), Value::Null)).await;
    assert_eq!((status, &body["code"]), (409, &json!("import_at_work")), "one file at a time: {body}");
    shop.drain().await;
    assert_eq!(counts(&after(&shop, &m, &other, "start").await).1, [1, 0, 0, 0]);

    let stranger = shop.merchant().await;
    for (method, rest) in
        [("GET", ""), ("GET", "/rows"), ("GET", "/failed-file"), ("POST", "/undo"), ("POST", "/start"), ("PUT", "/mapping")]
    {
        let body = if method == "PUT" { json!({"mapping": {}}) } else { Value::Null };
        let (status, _) = shop.assert_unchanged(stranger.send(method, &path(&import, rest), &body)).await;
        assert_eq!(status, 404, "{method} {rest}: another store's import does not exist");
    }
    let (_, list) = m.get("/product-imports?per_page=1").await;
    assert_eq!((&list["data"][0]["id"], &list["meta"]["total"]), (&other["id"], &json!(2)));
    let cursor = list["meta"]["next_cursor"].as_str().unwrap();
    let (_, list) = m.get(&format!("/product-imports?per_page=1&cursor={cursor}")).await;
    assert_eq!((&list["data"][0]["id"], &list["meta"]["next_cursor"]), (&import["id"], &Value::Null));
    assert_eq!(m.get(&path(&import, "/rows?filter[outcome]=nonsense")).await.0, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_dies_in_the_middle_doubles_nothing() {
    let (shop, m) = shop().await;
    let mut file = String::from("SKU,Name,Price,Category\n");
    for n in 0..400 {
        file += &format!("S-{n},Product {n},{},Group {}\n", n + 1, n % 3);
    }
    let import = upload(&m, "p.csv", file).await;
    act(&m, &import, "start").await;
    // A worker in a runtime of its own, so that it can die as a process does: in the middle of whatever it does.
    let (mut app, runtime) = (shop.app.clone(), tokio::runtime::Runtime::new().unwrap());
    let url = shop.database().file().is_none().then(|| shop.database().url());
    runtime.spawn(async move {
        if let Some(url) = url {
            // On PostgreSQL with connections of its own, which die with it; a SQLite file has one process.
            app.base.db = db::Db::open(&url).await.unwrap();
        }
        server::worker(app).step().await
    });
    let mut done = 0;
    for _ in 0..2_000 {
        done = m.data(&path(&import, "")).await["products_done"].as_i64().unwrap();
        if done >= 50 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    runtime.shutdown_background();
    assert!((50..400).contains(&done), "stopped in the middle, at {done}");
    let half = m.data(&path(&import, "")).await;
    assert_eq!(half["status"], "running");

    // The lease of the dead worker runs out, and another takes over.
    shop.advance(Millis::MINUTE);
    shop.drain_any().await;
    let over = m.data(&path(&import, "")).await;
    assert_eq!(counts(&over), ("done".into(), [400, 0, 0, 0]));
    let sql = "SELECT COUNT(*) FROM (SELECT DISTINCT sku FROM products WHERE store_id = ?1 AND deleted_at IS NULL) AS d";
    let distinct: i64 = shop.app.db().conn().one(sql, p![m.store]).await.unwrap();
    let all: i64 = shop.app.db().conn().one("SELECT COUNT(*) FROM products WHERE store_id = ?1", p![m.store]).await.unwrap();
    assert_eq!((distinct, all), (400, 400));
    let (_, tree) = m.get("/categories/list").await;
    assert_eq!(tree["data"].as_array().unwrap().len(), 3);
}

type Picture = (String, Result<Vec<u8>, FetchError>);

/// Answers from a table; counts how often it is asked.
#[derive(Default)]
struct FakeWeb {
    pictures: Mutex<Vec<Picture>>,
    asked: AtomicUsize,
}

impl FakeWeb {
    fn set(&self, url: &str, answer: Result<Vec<u8>, FetchError>) {
        let mut all = self.pictures.lock().unwrap();
        all.retain(|(known, _)| known != url);
        all.push((url.to_owned(), answer));
    }
}

impl Fetcher for FakeWeb {
    fn fetch<'a>(&'a self, url: &'a str) -> Fetching<'a> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let all = self.pictures.lock().unwrap();
        let answer =
            all.iter().find(|(known, _)| known == url).map_or(Err(FetchError::Unreachable), |(_, answer)| answer.clone());
        Box::pin(async move { answer.map(Into::into) })
    }
}

fn picture(shade: u8) -> Vec<u8> {
    let pixels = image::RgbImage::from_pixel(40, 40, image::Rgb([shade, 90, 90]));
    let mut out = Vec::new();
    image::DynamicImage::from(pixels).write_to(&mut Cursor::new(&mut out), image::ImageFormat::Png).unwrap();
    out
}

fn with_web(shop: &TestShop, web: Arc<FakeWeb>) -> jobs::Worker<App> {
    let mut app = shop.app.clone();
    app.fetcher = web;
    server::worker(app)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_04_pictures_come_in_the_background_and_a_bad_one_fails_no_product() {
    let (shop, m) = shop().await;
    let web = Arc::new(FakeWeb::default());
    web.set("https://a.example/1.png", Ok(picture(1)));
    web.set("https://a.example/2.png", Ok(b"<html>no picture</html>".to_vec()));
    web.set("https://a.example/3.png", Ok(picture(3)));
    web.set("http://169.254.169.254/meta", Err(FetchError::Refused));
    let file = "SKU,Name,Price,Images\nA-1,Coffee,20,\"https://a.example/1.png,https://a.example/2.png,https://a.example/3.png\"\n\
                A-2,Tea,5,http://169.254.169.254/meta\nA-3,Milk,3,https://a.example/1.png\n";
    let import = upload(&m, "p.csv", file).await;
    act(&m, &import, "start").await;
    let worker = with_web(&shop, web.clone());
    worker.drain().await.unwrap();
    let done = m.data(&path(&import, "")).await;
    assert_eq!(counts(&done), ("done".into(), [3, 0, 0, 0]));
    assert_eq!((&done["images_waiting"], &done["images_failed"]), (&json!(0), &json!(2)));
    assert_eq!(web.asked.load(Ordering::SeqCst), 4, "a picture that two products share is fetched once");
    let view = async |sku: &str| {
        let id = products(&m).await.into_iter().find(|p| p["sku"] == sku).unwrap()["id"].as_str().unwrap().to_owned();
        m.data(&format!("/products/{id}")).await
    };
    assert_eq!(view("A-1").await["images"].as_array().unwrap().len(), 2);
    assert_eq!(view("A-2").await["images"].as_array().unwrap().len(), 0);
    assert_eq!(view("A-3").await["images"][0]["id"], view("A-1").await["images"][0]["id"]);

    // The same file: nothing changes, and the pictures that failed are tried once more.
    web.set("https://a.example/2.png", Ok(picture(2)));
    let again = upload(&m, "p.csv", file).await;
    act(&m, &again, "start").await;
    worker.drain().await.unwrap();
    assert_eq!(counts(&m.data(&path(&again, "")).await), ("done".into(), [0, 0, 3, 0]));
    let images = view("A-1").await["images"].as_array().unwrap().clone();
    assert_eq!(images.len(), 3);
    let names: Vec<&str> = images.iter().map(|i| i["file_name"].as_str().unwrap()).collect();
    assert_eq!(names, ["1.png", "2.png", "3.png"], "in the order of the file");

    // What the import itself added later is no change by somebody else.
    act(&m, &import, "undo").await;
    worker.drain().await.unwrap();
    let undone = m.data(&path(&import, "")).await;
    assert_eq!((&undone["status"], &undone["kept_count"]), (&json!("undone"), &json!(0)));
    assert_eq!(products(&m).await.len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dead_hosts_are_asked_three_times_and_hold_nothing_up() {
    let (shop, m) = shop().await;
    let web = Arc::new(FakeWeb::default());
    web.set("https://good.example/1.png", Ok(picture(1)));
    let mut file = String::from("SKU,Name,Price,Images\n");
    for n in 0..30 {
        file += &format!("S-{n},Product {n},5,https://dead.example/{n}.png\n");
    }
    file += "GOOD,Good,5,https://good.example/1.png\n";
    let import = upload(&m, "p.csv", file).await;
    act(&m, &import, "start").await;
    let worker = with_web(&shop, web.clone());
    worker.drain().await.unwrap();
    let good = products(&m).await.into_iter().find(|p| p["sku"] == "GOOD").unwrap();
    assert!(good["cover_url"].is_string());
    // Hours pass below, and the merchant's token does not last that long: the table itself is asked.
    let state = async || {
        let sql = "SELECT COUNT(*) FROM import_images WHERE store_id = ?1 AND status = ?2";
        let count = async |status: &str| shop.app.db().conn().one::<i64>(sql, p![m.store, status]).await.unwrap();
        (count("waiting").await, count("failed").await)
    };
    // A few of the dead host's were asked for together; the rest of them were put off with it, and the good one came.
    assert_eq!(state().await, (30, 0));
    assert!(web.asked.load(Ordering::SeqCst) <= 12, "{}", web.asked.load(Ordering::SeqCst));
    for minutes in [6, 61] {
        shop.advance(minutes * Millis::MINUTE);
        worker.tick().await.unwrap();
        worker.drain().await.unwrap();
    }
    assert_eq!(state().await, (0, 30));
    assert!(web.asked.load(Ordering::SeqCst) <= 24);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn arabic_windows_text_is_read() {
    let (shop, m) = shop().await;
    // "اسم المنتج,السعر" and "قهوة,12" as Excel on an Arabic machine saves plain CSV.
    let file = b"\xc7\xd3\xe3 \xc7\xe1\xe3\xe4\xca\xcc,\xc7\xe1\xd3\xda\xd1\n\xde\xe5\xe6\xc9,12\n".to_vec();
    let import = upload(&m, "w.csv", file).await;
    assert_eq!(counts(&after(&shop, &m, &import, "start").await), ("done".into(), [1, 0, 0, 0]));
    assert_eq!(products(&m).await[0]["name"]["ar"], "قهوة");
}
