//! Import modes, keys by which products are matched, and workbooks.

use serde_json::{Value, json};

use super::{after, counts, path, products, rows, shop, upload};

async fn mode(m: &testkit::Merchant, import: &Value, mode: &str) -> (u16, Value) {
    m.put(&path(import, "/mapping"), json!({ "mode": mode })).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_only_new_products_or_only_changes() {
    let (shop, m) = shop().await;
    m.product(json!({"sku": "A-1", "regular_price": "9.00"})).await;
    let file = "SKU,Name,Price\nA-1,Coffee,20\nA-2,Tea,5\n";
    let create = upload(&m, "c.csv", file).await;
    assert_eq!(create["mode"], "both");
    let (status, body) = mode(&m, &create, "create").await;
    assert_eq!((status, &body["data"]["mode"]), (200, &json!("create")), "{body}");
    let checked = after(&shop, &m, &create, "dry-run").await;
    assert_eq!((counts(&checked).1, &checked["skipped_count"]), ([1, 0, 0, 0], &json!(1)));
    let finished = after(&shop, &m, &create, "start").await;
    assert_eq!((counts(&finished), &finished["skipped_count"]), (("done".into(), [1, 0, 0, 0]), &json!(1)));
    let skipped = rows(&m, &create, "skipped").await;
    assert!(skipped[0]["notes"][0]["message"].as_str().unwrap().contains("ينشئ منتجات جديدة فقط"), "{skipped:?}");
    assert_eq!(products(&m).await.iter().find(|p| p["sku"] == "A-1").unwrap()["regular_price"], "9.00");

    // A sheet of prices alone is enough to update products.
    let update = upload(&m, "u.csv", "SKU,Price\nA-1,21\nA-9,4\n").await;
    let (status, body) = m.put(&path(&update, "/mapping"), json!({})).await;
    assert_eq!((status, body["errors"].get("mapping").is_some()), (422, true), "a new product has a name: {body}");
    assert_eq!(mode(&m, &update, "update").await.0, 200);
    let finished = after(&shop, &m, &update, "start").await;
    assert_eq!(
        (counts(&finished).1, &finished["skipped_count"]),
        ([0, 1, 0, 0], &json!(1)),
        "{:?}",
        rows(&m, &update, "failed").await
    );
    let coffee = products(&m).await.into_iter().find(|p| p["sku"] == "A-1").unwrap();
    assert_eq!(coffee["regular_price"], "21.00");
    assert_eq!(products(&m).await.len(), 2);
    let (status, _) = shop.assert_unchanged(mode(&m, &update, "delete")).await;
    assert_eq!(status, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_rows_change_the_variants_of_their_skus_and_an_undo_takes_all_of_them_back() {
    let (shop, m) = shop().await;
    let shirt = m
        .product(json!({"sku": null, "product_type": "multi", "options": [{"name": "size", "values": ["S", "M", "L"]}],
            "variants": [{"option_values": ["S"], "sku": "T-S", "qty": 1}, {"option_values": ["M"], "sku": "T-M", "qty": 2},
                {"option_values": ["L"], "sku": "T-L", "qty": 3}]}))
        .await;
    let product = format!("/products/{}", shirt["id"].as_str().unwrap());
    let before = m.data(&product).await;
    let import = upload(&m, "u.csv", "SKU,Price,Quantity\nT-S,31,7\nT-L,33,9\n").await;
    assert_eq!(mode(&m, &import, "update").await.0, 200);
    let finished = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&finished).1, [0, 2, 0, 0], "{:?}", rows(&m, &import, "failed").await);
    let now = m.data(&product).await;
    let of = |p: &Value| -> Vec<Value> {
        p["variants"].as_array().unwrap().iter().map(|v| json!([v["regular_price"], v["qty"], v["sku"]])).collect()
    };
    let old = of(&before);
    assert_eq!(of(&now), [json!(["31.00", 7, "T-S"]), old[1].clone(), json!(["33.00", 9, "T-L"])]);
    let undone = after(&shop, &m, &import, "undo").await;
    assert_eq!((&undone["status"], &undone["kept_count"]), (&json!("undone"), &json!(0)));
    assert_eq!(of(&m.data(&product).await), old);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_a_row_that_could_mean_two_products_is_refused() {
    let (shop, m) = shop().await;
    let one = m.product(json!({"sku": "SAME"})).await;
    m.product(json!({"sku": "SAME"})).await;
    let import = upload(&m, "p.csv", "SKU,Name,Price\nSAME,Coffee,20\n").await;
    let finished = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&finished).1, [0, 0, 0, 1]);
    let failed = rows(&m, &import, "failed").await;
    assert!(failed[0]["errors"][0]["message"].as_str().unwrap().contains("أكثر من منتج"), "{failed:?}");
    // The product's id takes precedence over its SKU; the same id twice is refused.
    let id = one["id"].as_str().unwrap();
    let import = upload(&m, "q.csv", format!("Rawaj ID,SKU,Name,Price\n{id},SAME,Coffee,20\n{id},SAME-2,Coffee,20\n")).await;
    let finished = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&finished).1, [0, 1, 0, 1], "{:?}", rows(&m, &import, "failed").await);
    assert_eq!(m.data(&format!("/products/{id}")).await["regular_price"], "20.00");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_are_named_as_a_spreadsheet_numbers_them() {
    let (shop, m) = shop().await;
    let file = "Name,Price,Description\nCoffee,20,\"two\nlines\"\n\nTea,free,\n";
    let import = upload(&m, "p.csv", file).await;
    let finished = after(&shop, &m, &import, "dry-run").await;
    assert_eq!(counts(&finished).1, [1, 0, 0, 1]);
    let failed = rows(&m, &import, "failed").await;
    assert_eq!((&failed[0]["record"], &failed[0]["errors"][0]["line"]), (&json!(4), &json!(4)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_workbook_that_unpacks_into_too_much_is_refused() {
    let (shop, m) = shop().await;
    // A real zip of nothing but a directory that names the workbook.
    let mut broken = b"PK\x03\x04".to_vec();
    broken.extend([0; 200]);
    broken.extend(b"xl/workbook.xml");
    let reply = shop.assert_unchanged(m.upload("/product-imports", "file", "b.xlsx", "application/octet-stream", broken)).await;
    assert_eq!(reply.status, 422, "{}", reply.text());
    let wide = format!("name,price{}\nA,1\n", ",x".repeat(1_000_000));
    let reply = shop.assert_unchanged(m.upload("/product-imports", "file", "w.csv", "text/csv", wide)).await;
    assert_eq!((reply.status, reply.json["code"].as_str()), (422, Some("file_too_many_columns")), "{}", reply.text());
}
