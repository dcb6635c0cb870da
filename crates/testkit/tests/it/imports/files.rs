//! Files of other platforms and of unknown origin: how each is imported, and why a file is refused.

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{after, counts, own, path, products, rows, shop, third_party, upload};
/// Dry run, run, and the same file again, for every known format.
async fn import_twice(name: &str, bytes: Vec<u8>, format: &str, created: i64, failed: i64) -> (TestShop, Merchant, Value) {
    let (shop, m) = shop().await;
    let import = upload(&m, name, bytes.clone()).await;
    assert_eq!((&import["format"], &import["status"]), (&json!(format), &json!("mapping")));
    let checked = after(&shop, &m, &import, "dry-run").await;
    assert_eq!(counts(&checked), ("checked".into(), [created, 0, 0, failed]));
    assert_eq!(products(&m).await.len(), 0, "a dry run writes nothing");
    let finished = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&finished), ("done".into(), [created, 0, 0, failed]), "{:?}", rows(&m, &import, "failed").await);
    assert_eq!((&finished["total"], &finished["done"]), (&json!(created + failed), &json!(created + failed)));
    assert_eq!(i64::try_from(products(&m).await.len()).unwrap(), created);

    let again = upload(&m, name, bytes).await;
    let checked = after(&shop, &m, &again, "dry-run").await;
    // With nothing to write and nothing to correct it is done.
    let status = if failed == 0 { "done" } else { "checked" };
    assert_eq!(counts(&checked), (status.into(), [0, 0, created, failed]), "{:?}", rows(&m, &again, "would_update").await);
    if failed > 0 {
        let finished = after(&shop, &m, &again, "start").await;
        assert_eq!(counts(&finished), ("done".into(), [0, 0, created, failed]));
    }
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
    assert!(arabic.contains("بعملة غير عملة المتجر"), "{arabic}");
    // Two header rows and five rows come before it.
    assert_eq!((&failed[0]["record"], &failed[0]["errors"][0]["line"]), (&json!(8), &json!(8)));
    let english = rows(&m.in_english(), &import, "failed").await;
    assert!(english[0]["errors"][0]["message"].as_str().unwrap().contains("store currency"), "{english:?}");

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
    large.resize(20 * 1024 * 1024 + 1, b'a');
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
    // Not one of the hundred megabytes was sent when the answer arrived.
    let mut answer = vec![0u8; 4096];
    let n = tokio::time::timeout(std::time::Duration::from_secs(5), stream.read(&mut answer)).await.unwrap().unwrap();
    let answer = String::from_utf8_lossy(&answer[..n]).into_owned();
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("file_too_large"), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_formula_fails_its_product_and_no_other() {
    let (shop, m) = shop().await;
    let import = upload(&m, "f.csv", "Name,SKU,Price\n=cmd()|' /C calc'!A0,A-1,5\nCoffee,A-2,12.50\n").await;
    let finished = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&finished), ("done".into(), [1, 0, 0, 1]));
    let failed = rows(&m, &import, "failed").await;
    assert!(failed[0]["errors"][0]["message"].as_str().unwrap().contains("معادلة"), "{failed:?}");
    let file = m.call("GET", &path(&import, "/failed-file")).send().await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert!(file.text().contains("'=cmd()") && !file.text().contains("Coffee"), "{}", file.text());
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
