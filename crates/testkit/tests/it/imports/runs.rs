//! The steps of an import: mapping, dry run, run, retry, undo, and a worker that dies between them.

use db::p;
use kernel::Millis;
use serde_json::{Value, json};

use super::{act, after, counts, own, path, products, rows, shop, upload};

/// F12: the menu counts running imports, and failed ones for a week; no others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_sync_counts_imports_at_work_and_those_that_failed_lately() {
    let (shop, m) = shop().await;
    let count = async |merchant: &testkit::Merchant| merchant.data("/sync").await["counters"]["imports"].clone();
    let import = upload(&m, "products.csv", own("own_zid_products.csv")).await;
    assert_eq!(count(&m).await, json!(0), "its columns wait for the merchant");
    let set = async |status: &'static str| {
        let (store, id, now) = (m.store, import["id"].as_str().unwrap().parse::<kernel::ImportId>().unwrap(), shop.env.now());
        let sql = "UPDATE imports SET status = ?3, updated_at = ?4 WHERE store_id = ?1 AND id = ?2";
        shop.app.db().tx(async move |c| c.exec(sql, db::p![store, id, status, now]).await).await.unwrap();
    };
    for (status, expected) in
        [("checking", 1), ("checked", 0), ("running", 1), ("done", 0), ("undoing", 1), ("undone", 0), ("failed", 1)]
    {
        set(status).await;
        assert_eq!(count(&m).await, json!(expected), "{status}");
    }
    let neighbour = shop.merchant().await;
    assert_eq!(count(&neighbour).await, json!(0));
    shop.advance(8 * kernel::Millis::DAY);
    let m = crate::customers::again(m).await;
    assert_eq!(count(&m).await, json!(0), "of a failure a week ago nobody is reminded");
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
async fn products_without_sku_match_by_name_and_namesakes_stay_separate() {
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
async fn a_retry_imports_only_the_failed_rows_with_the_corrected_mapping() {
    let (shop, m) = shop().await;
    let import = upload(&m, "p.csv", "SKU,Name,Price,Net\nA-1,Coffee,20,18\nA-2,Tea,5 USD,4\nA-3,Milk,free,3\n").await;
    let finished = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&finished), ("done".into(), [1, 0, 0, 2]));
    assert_eq!(finished["can_retry"], true);
    // Nothing has changed: the same two fail again, and the good one is not touched.
    let again = after(&shop, &m, &import, "retry").await;
    assert_eq!(counts(&again), ("done".into(), [1, 0, 0, 2]));
    let (status, body) = m.put(&path(&import, "/mapping"), json!({"mapping": {"Price": null, "Net": "regular_price"}})).await;
    assert_eq!((status, &body["data"]["status"]), (200, &json!("done")), "{body}");
    let corrected = after(&shop, &m, &import, "retry").await;
    assert_eq!(counts(&corrected), ("done".into(), [3, 0, 0, 0]));
    assert_eq!(corrected["done"], corrected["total"]);
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
async fn an_undo_reverts_everything_but_rows_changed_since() {
    let (shop, m) = shop().await;
    let old = m
        .product(json!({"sku": "OLD-1", "name": {"ar": "قديم", "en": "Old"}, "regular_price": "9.00", "page_link": "old-one"}))
        .await;
    let file = "SKU,Name,Price,Category\nOLD-1,New name,11,Fresh > Things\nA-1,Coffee,20,Fresh\nA-2,Tea,5,Fresh\n";
    let import = upload(&m, "p.csv", file).await;
    let finished = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&finished), ("done".into(), [2, 1, 0, 0]));
    assert_eq!(finished["can_undo"], true);
    let tea = products(&m).await.into_iter().find(|p| p["sku"] == "A-2").unwrap();
    let tea_path = format!("/products/{}", tea["id"].as_str().unwrap());
    assert_eq!(m.put(&tea_path, json!({"regular_price": "6.00", "version": tea["version"]})).await.0, 200);

    let undone = after(&shop, &m, &import, "undo").await;
    assert_eq!((&undone["status"], &undone["kept_count"], &undone["can_undo"]), (&json!("undone"), &json!(1), &json!(false)));
    let kept_rows = rows(&m, &import, "kept").await;
    assert_eq!((kept_rows.len(), &kept_rows[0]["product_id"]), (1, &tea["id"]));
    assert!(kept_rows[0]["notes"][0]["message"].as_str().unwrap().contains("تغيّر المنتج"));
    assert_eq!(rows(&m, &import, "undone").await.len(), 2);
    let skus: Vec<Value> = products(&m).await.iter().map(|p| p["sku"].clone()).collect();
    assert_eq!(skus.len(), 2, "{skus:?}");
    let restored = m.data(&format!("/products/{}", old["id"].as_str().unwrap())).await;
    assert_eq!(
        (&restored["name"], &restored["regular_price"], &restored["category_ids"]),
        (&old["name"], &old["regular_price"], &json!([]))
    );
    assert_eq!(m.data(&tea_path).await["regular_price"], "6.00");
    // The category of the product that stays is kept, the empty one below it is deleted.
    let (_, tree) = m.get("/categories/list").await;
    assert_eq!(tree["data"].as_array().unwrap().len(), 1, "{tree}");

    // The slugs are free again: the same file creates the same products.
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
    // PR-03: stock from an import is recorded as movements with that reason.
    let (_, moves) = m.get("/stock-movements?filter[reason]=import").await;
    assert_eq!((&moves["meta"]["total"], &moves["data"][0]["delta"]), (&json!(2), &json!(5)));
    let coffee = products(&m).await.into_iter().find(|p| p["sku"] == "A-1").unwrap();
    let (scope, product) = (m.scope(), coffee["id"].as_str().unwrap().parse().unwrap());
    assert!(crate::stock::take(&shop.app, scope, product, None, 1).await.is_taken());
    let undone = after(&shop, &m, &import, "undo").await;
    assert_eq!(undone["kept_count"], 1);
    let remaining = products(&m).await;
    assert_eq!((remaining.len(), &remaining[0]["sku"], &remaining[0]["stock"]), (1, &json!("A-1"), &json!(4)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn illegal_import_transitions_are_refused_and_change_nothing() {
    let (shop, m) = shop().await;
    let import = upload(&m, "p.csv", "SKU,Name,Price\nA-1,Coffee,20\n").await;
    for operation in ["retry", "undo"] {
        let (status, body) = shop.assert_unchanged(m.post(&path(&import, &format!("/{operation}")), Value::Null)).await;
        assert_eq!((status, &body["code"]), (409, &json!("illegal_transition")), "{operation}: {body}");
    }
    act(&m, &import, "start").await;
    for operation in ["start", "dry-run", "retry", "undo"] {
        let (status, body) = shop.assert_unchanged(m.post(&path(&import, &format!("/{operation}")), Value::Null)).await;
        assert_eq!((status, &body["code"]), (409, &json!("illegal_transition")), "{operation}: {body}");
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
    // A worker in its own runtime, so that it can be killed at any point, as a process is.
    let (mut app, runtime) = (shop.app.clone(), tokio::runtime::Runtime::new().unwrap());
    let url = shop.database().file().is_none().then(|| shop.database().url());
    runtime.spawn(async move {
        if let Some(url) = url {
            // On PostgreSQL with connections of its own, which close with it; a SQLite file has one process.
            app.base.db = db::Db::open(&url).await.unwrap();
        }
        server::worker(app).step().await
    });
    let mut done = 0;
    for _ in 0..2_000 {
        done = m.data(&path(&import, "")).await["done"].as_i64().unwrap();
        if done >= 50 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    // It is gone when this returns: a step that still ran would renew its lease after the minute below.
    tokio::task::spawn_blocking(move || runtime.shutdown_timeout(std::time::Duration::from_secs(30))).await.unwrap();
    assert!((50..400).contains(&done), "stopped in the middle, at {done}");
    let half = m.data(&path(&import, "")).await;
    assert_eq!(half["status"], "running");

    // The lease of the dead worker expires, and another takes over.
    shop.advance(Millis::MINUTE);
    shop.drain_any().await;
    let finished = m.data(&path(&import, "")).await;
    assert_eq!(counts(&finished), ("done".into(), [400, 0, 0, 0]));
    let sql = "SELECT COUNT(*) FROM (SELECT DISTINCT sku FROM products WHERE store_id = ?1 AND deleted_at IS NULL) AS d";
    let distinct: i64 = shop.app.db().conn().one(sql, p![m.store]).await.unwrap();
    let all: i64 = shop.app.db().conn().one("SELECT COUNT(*) FROM products WHERE store_id = ?1", p![m.store]).await.unwrap();
    assert_eq!((distinct, all), (400, 400));
    let (_, tree) = m.get("/categories/list").await;
    assert_eq!(tree["data"].as_array().unwrap().len(), 3);
}
