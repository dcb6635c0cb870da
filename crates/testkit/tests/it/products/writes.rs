//! Products created, updated and deleted: fields, variants, validation, versions, bulk calls, journal.

use db::p;
use serde_json::{Value, json};
use testkit::TestShop;

use super::{id_of, shirt, shop, variant_id};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_01_a_product_is_made_with_every_field_and_read_back() {
    let (_shop, m) = shop().await;
    let category = m.create("/categories", json!({"name": {"ar": "عطور"}})).await;
    let body = json!({
        "product_type": "basic",
        "name": {"ar": "عطر العود", "en": "Oud perfume"},
        "short_description": {"ar": "وصف قصير"},
        "description": {"ar": "<p>نص <strong>مهم</strong></p><script>alert(1)</script>", "en": "<a href=\"javascript:x\">a</a>"},
        "category_ids": [category["id"]],
        "image_ids": [],
        "regular_price": "125.50", "sale_price": "99.99", "sale_from": "2027-01-01T00:00:00Z", "sale_until": "2027-02-01T00:00:00Z",
        "cost_price": "40", "sku": "OUD-100", "barcode": "0123456789012",
        "has_unlimited_qty": false, "qty": 7, "min_qty": 1, "max_qty": 5,
        "weight_amount": "0.35", "weight_unit": "kg",
        "requires_shipping": true, "has_free_shipping": true, "is_tax_free": false, "is_active": true, "is_published": true,
        "seo": {"meta_title": {"ar": "عنوان"}, "meta_description": {"ar": "وصف"}, "keywords": {"ar": "عود، عطر"}},
        "page_link": "عِطْر العُود ١٠٠", "tags": ["عود", "هدية"],
        "options": [], "variants": [],
        "dynamic_fields": [{"field_label": {"ar": "النقش"}, "field_type": "text", "field_required": true}],
    });
    let product = m.create("/products", body).await;
    let read = m.data(&format!("/products/{}", product["id"].as_str().unwrap())).await;
    assert_eq!(product, read);
    assert_eq!(read["price"], "99.99");
    assert_eq!(
        (&read["regular_price"], &read["cost_price"], &read["weight_amount"]),
        (&json!("125.50"), &json!("40.00"), &json!("0.35"))
    );
    assert_eq!(
        read["description"],
        json!({"ar": "<p>نص <strong>مهم</strong></p>", "en": "<a rel=\"noopener noreferrer\">a</a>"})
    );
    assert_eq!(read["page_link"], "عطر-العود-100");
    assert_eq!(
        (&read["sale_from"], &read["state"], &read["version"]),
        (&json!("2027-01-01T00:00:00Z"), &json!("published"), &json!(1))
    );
    assert_eq!(read["category_ids"], json!([category["id"]]));
    assert_eq!(read["dynamic_fields"][0]["choices"], json!([]));
    assert!(read["url"].as_str().unwrap().contains("/products/%D8%B9"));
    let counted = m.data("/categories/list").await;
    assert_eq!(counted[0]["products_count"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_02_variants_have_own_price_sku_and_stock_and_keep_their_ids() {
    let (_shop, m) = shop().await;
    let product = m.product(shirt()).await;
    assert_eq!((&product["price"], &product["stock"]), (&json!("80.50"), &json!(5)));
    assert_eq!((&product["variants"][0]["price"], &product["variants"][1]["price"]), (&json!("100.00"), &json!("80.50")));
    let path = format!("/products/{}", product["id"].as_str().unwrap());
    // Sent again without ids and in another order, with one more: existing ones are matched by their option values.
    let (status, changed) = m
        .put(
            &path,
            json!({"version": product["version"], "variants": [
                {"option_values": ["أزرق", "M"], "qty": 9},
                {"option_values": ["أحمر", "S"], "qty": 1},
                {"option_values": ["أحمر", "M"], "qty": 1, "is_active": false},
            ]}),
        )
        .await;
    assert_eq!(status, 200, "{changed}");
    let changed = &changed["data"];
    assert_eq!(changed["variants"][0]["id"], product["variants"][1]["id"]);
    assert_eq!(changed["variants"][1]["id"], product["variants"][0]["id"]);
    assert_eq!(changed["stock"], 10);
    // With an id, fields that are not sent are kept; an id of another product is refused.
    let (status, body) = m.put(&path, json!({"variants": [{"id": product["variants"][0]["id"], "sale_price": "50"}]})).await;
    assert_eq!((status, &body["data"]["variants"][0]["qty"], &body["data"]["price"]), (200, &json!(1), &json!("50.00")));
    let other = m.product(shirt()).await;
    let (status, body) =
        m.put(&path, json!({"variants": [{"id": other["variants"][0]["id"], "option_values": ["أحمر", "S"]}]})).await;
    assert_eq!(status, 422);
    assert!(body["errors"]["variants.0.id"].is_array());
    // Changed to basic, the variants are deleted.
    let (status, body) = m.put(&path, json!({"product_type": "basic", "qty": 4})).await;
    assert_eq!((status, &body["data"]["variants"], &body["data"]["stock"]), (200, &json!([]), &json!(4)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_01_bad_input_is_refused_by_dotted_path_in_both_languages_and_changes_nothing() {
    let (shop, m) = shop().await;
    let stranger = shop.merchant().await;
    let theirs = stranger.create("/categories", json!({"name": {"ar": "غريب"}})).await;
    let base = json!({"name": {"ar": "عطر"}, "regular_price": "10"});
    let cases = [
        (json!({"name": {}}), "name.ar"),
        (json!({"name": {"ar": "a\u{202E}b"}}), "name.ar"),
        (json!({"name": {"ar": "a", "fr": "b"}}), "name.fr"),
        (json!({"name": {"ar": "ق".repeat(201)}}), "name.ar"),
        (json!({"regular_price": null}), "regular_price"),
        (json!({"regular_price": 10.5}), "regular_price"),
        (json!({"regular_price": "10.555"}), "regular_price"),
        (json!({"regular_price": "1e3"}), "regular_price"),
        (json!({"regular_price": "10000000000000.01"}), "regular_price"),
        (json!({"regular_price": "99999999999999999999999999"}), "regular_price"),
        (json!({"sale_price": "10.00"}), "sale_price"),
        (json!({"cost_price": "-1"}), "cost_price"),
        (json!({"qty": 1.5}), "qty"),
        (json!({"qty": -1}), "qty"),
        (json!({"qty": 9_007_199_254_740_993_i64}), "qty"),
        (json!({"qty": "3"}), "qty"),
        (json!({"min_qty": 3, "max_qty": 2}), "min_qty"),
        (json!({"product_type": "bundle"}), "product_type"),
        (json!({"weight_amount": "0.0001"}), "weight_amount"),
        (json!({"weight_unit": "stone"}), "weight_unit"),
        (json!({"sale_from": "15/01/2027"}), "sale_from"),
        (json!({"page_link": "؟؟"}), "page_link"),
        (json!({"tags": ["a\u{0}b"]}), "tags.0"),
        (json!({"category_ids": [theirs["id"]]}), "category_ids.0"),
        (json!({"category_ids": ["cat_x"]}), "category_ids.0"),
        (json!({"image_ids": ["med_0000000000001"]}), "image_ids.0"),
        (json!({"product_type": "multi"}), "options"),
        (json!({"options": [{"name": "size", "values": ["S"]}]}), "options"),
        (
            json!({"product_type": "multi", "options": [{"name": "size", "values": ["S"]}], "variants": [{"option_values": ["L"]}]}),
            "variants.0.option_values.0",
        ),
        (
            json!({"product_type": "multi", "options": [{"name": "size", "values": ["S"]}], "variants": [{"option_values": ["S"], "qty": 0.5}]}),
            "variants.0.qty",
        ),
        (json!({"dynamic_fields": [{"field_label": {"ar": "أ"}, "field_type": "upload"}]}), "dynamic_fields.0.field_type"),
        (json!({"unknown": 1}), "unknown"),
    ];
    for (overrides, path) in cases {
        let mut body = base.clone();
        body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
        let (status, answer) = shop.assert_unchanged(m.post("/products", body.clone())).await;
        assert_eq!(status, 422, "{overrides}: {answer}");
        let arabic =
            answer["errors"][path][0].as_str().unwrap_or_else(|| panic!("{overrides}: no error at {path}: {answer}")).to_owned();
        assert!(
            !arabic.chars().any(|c| c.is_ascii_alphabetic() && arabic.chars().filter(char::is_ascii_alphabetic).count() > 8),
            "{arabic}"
        );
        let (_, answer) = m.in_english().post("/products", body).await;
        assert_ne!(answer["errors"][path][0].as_str().unwrap(), arabic);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn va_02_prices_have_the_digits_of_the_currency() {
    let shop = TestShop::start().await;
    let kuwait = shop.merchant_in("KW", "KWD").await;
    assert_eq!(kuwait.product(json!({"regular_price": "١٫٢٥٠"})).await["price"], "1.250");
    let (status, _) = kuwait.post("/products", json!({"name": {"ar": "أ"}, "regular_price": "1.2501"})).await;
    assert_eq!(status, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_01_a_put_changes_only_what_is_sent_and_a_stale_one_is_refused_with_the_current_row() {
    let (shop, m) = shop().await;
    let product = m.product(json!({"sku": "A-1", "tags": ["أ"]})).await;
    let path = format!("/products/{}", product["id"].as_str().unwrap());
    let (status, body) = m.put(&path, json!({"is_published": false, "sku": null})).await;
    assert_eq!(status, 200);
    let mut expected = product.clone();
    for (key, value) in
        [("is_published", json!(false)), ("sku", Value::Null), ("state", json!("unpublished")), ("version", json!(2))]
    {
        expected[key] = value;
    }
    assert_eq!(body["data"], expected);
    let (status, body) = shop.assert_unchanged(m.put(&path, json!({"version": 1, "qty": 3}))).await;
    assert_eq!((status, &body["code"], &body["current"]), (409, &json!("stale_version"), &expected));
    // A sale increments the version: a form opened before it cannot write the old quantity back.
    let (scope, id) = (m.scope(), id_of(&product));
    assert!(crate::stock::take(&shop.app, scope, id, None, 4).await.is_taken());
    let (status, body) = m.put(&path, json!({"version": 2, "qty": 10})).await;
    assert_eq!((status, &body["current"]["qty"]), (409, &json!(6)));
    // A write without a version applies to the newest row.
    let (status, body) = m.put(&path, json!({"tags": ["ب"]})).await;
    assert_eq!((status, &body["data"]["qty"]), (200, &json!(6)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_bulk_calls_answer_row_by_row() {
    let (shop, m) = shop().await;
    let stranger = shop.merchant().await;
    let (a, b) = (m.product(json!({})).await, m.product(json!({})).await);
    let theirs = stranger.product(json!({})).await;
    let (status, body) = m.post("/products/publishMany", json!({"items": [a["id"], theirs["id"]], "is_published": false})).await;
    assert_eq!(status, 200);
    assert_eq!(body["data"]["results"][0], json!({"id": a["id"], "is_ok": true}));
    assert_eq!((&body["data"]["results"][1]["is_ok"], &body["data"]["results"][1]["code"]), (&json!(false), &json!("not_found")));
    assert_eq!(m.data(&format!("/products/{}", a["id"].as_str().unwrap())).await["state"], "unpublished");
    assert_eq!(stranger.data(&format!("/products/{}", theirs["id"].as_str().unwrap())).await["state"], "published");
    let (_, body) = m.delete("/products/deleteMany", json!({"items": [b["id"], b["id"], a["id"]]})).await;
    let ok: Vec<bool> = body["data"]["results"].as_array().unwrap().iter().map(|r| r["is_ok"].as_bool().unwrap()).collect();
    assert_eq!(ok, [true, false, true]);
    let (status, body) = m.delete("/products/deleteMany", json!({"items": []})).await;
    assert_eq!((status, &body["errors"]["items"][0]), (422, &json!("العنصر المحدد غير صالح")));
    let many: Vec<Value> = (0..101).map(|_| a["id"].clone()).collect();
    assert_eq!(m.delete("/products/deleteMany", json!({"items": many})).await.0, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removed_product_is_gone_from_every_list_and_can_be_brought_back_as_it_was() {
    let (shop, m) = shop().await;
    let category = m.create("/categories", json!({"name": {"ar": "أ"}})).await;
    let mut overrides = shirt();
    overrides["category_ids"] = json!([category["id"]]);
    let product = m.product(overrides).await;
    let (path, id) = (format!("/products/{}", product["id"].as_str().unwrap()), id_of(&product));
    let (status, _) = m.delete(&path, Value::Null).await;
    assert_eq!(status, 200);
    assert_eq!(m.get(&path).await.0, 404);
    assert_eq!(m.delete(&path, Value::Null).await.0, 404);
    assert_eq!(m.put(&path, json!({"qty": 1})).await.0, 404);
    assert_eq!(m.get("/products").await.1["meta"]["total"], 0);
    assert_eq!(m.data("/products/state-counts").await["all"], 0);
    assert_eq!(m.data("/categories/list").await[0]["products_count"], 0);
    let (scope, env) = (m.scope(), shop.env.clone());
    let lines = [(id, Some(variant_id(&product, 0)))];
    let sellable = catalog::sellable(shop.app.db().conn(), &scope, env.now(), &lines).await.unwrap();
    assert!(!sellable[0].is_for_sale && sellable[0].name.ar == "قميص قطني");
    // The journal entry holds the whole row.
    let sql = "SELECT before FROM journal WHERE store_id = ?1 AND subject_id = ?2 AND action = 'delete'";
    let db::Json(before): db::Json<catalog::Snapshot> = shop.app.db().conn().one(sql, db::p![m.store, id]).await.unwrap();
    shop.app.db().tx(async move |c| catalog::restore_snapshot(c, &env, &scope, id, None, &before, None).await).await.unwrap();
    let mut restored = m.data(&path).await;
    for key in ["version", "updated_at"] {
        restored[key] = product[key].clone();
    }
    assert_eq!(restored, product);
    assert_eq!(m.get("/products?search=قميص").await.1["meta"]["total"], 1);
    assert_eq!(m.data("/products/state-counts").await["published"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_stores_product_is_a_404() {
    let (shop, m) = shop().await;
    let stranger = shop.merchant().await;
    let path = format!("/products/{}", stranger.product(json!({})).await["id"].as_str().unwrap());
    assert_eq!(m.get(&path).await.0, 404);
    assert_eq!(shop.assert_unchanged(m.put(&path, json!({"qty": 1}))).await.0, 404);
    assert_eq!(shop.assert_unchanged(m.delete(&path, Value::Null)).await.0, 404);
    for bad in ["/products/prd_x", "/products/1", "/products/ord_0000000000001"] {
        assert_eq!(m.get(bad).await.0, 404, "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_change_is_in_the_journal_with_what_was_before() {
    let (shop, m) = shop().await;
    let product = m.product(json!({"qty": 10})).await;
    let (id, path) = (id_of(&product), format!("/products/{}", product["id"].as_str().unwrap()));
    m.put(&path, json!({"qty": 4})).await;
    let sql =
        "SELECT action, before, after FROM journal WHERE store_id = ?1 AND subject = 'product' AND subject_id = ?2 ORDER BY seq";
    type Entry = (String, Option<db::Json<Value>>, Option<db::Json<Value>>);
    let rows: Vec<Entry> = shop.app.db().conn().all(sql, db::p![m.store, id]).await.unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].0, "create");
    assert_eq!(rows[1].1.as_ref().unwrap().0, json!({"qty": 10}));
    assert_eq!(rows[1].2.as_ref().unwrap().0, json!({"qty": 4}));
    let seq: i64 =
        shop.app.db().conn().one("SELECT seq FROM products WHERE store_id = ?1 AND id = ?2", db::p![m.store, id]).await.unwrap();
    assert!(seq >= 2);
}

/// VA-06: only a conflict on the page link is reported as taken. A conflict on an internal index answers 503 `busy`, to be
/// retried.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn va_06_only_a_page_link_conflict_is_reported_as_taken() {
    let (shop, m) = shop().await;
    let db = shop.app.db();
    let basic = |sku: &str, link: &str| json!({"name": {"ar": "عود"}, "regular_price": "10.00", "sku": sku, "page_link": link});
    db.tx(async |c| c.exec("CREATE UNIQUE INDEX another_key ON products (store_id, sku)", p![]).await).await.unwrap();
    m.product(json!({"sku": "SAME"})).await;
    let (status, body) = shop.assert_unchanged(m.post("/products", basic("SAME", "second"))).await;
    assert_eq!((status, &body["code"]), (503, &json!("busy")), "{body}");
    db.tx(async |c| c.exec("DROP INDEX another_key", p![]).await).await.unwrap();
    db.tx(async |c| c.exec("CREATE UNIQUE INDEX another_key ON products (store_id, page_link_key, product_type)", p![]).await)
        .await
        .unwrap();
    let first = m.product(json!({"sku": "L-1", "page_link": "oud"})).await;
    // A deleted product frees its slug, but not this index: the next write meets the conflict as for another's slug.
    assert_eq!(m.delete(&format!("/products/{}", id_of(&first)), Value::Null).await.0, 200);
    let (status, body) = m.post("/products", basic("L-2", "oud")).await;
    assert_eq!((status, &body["code"]), (409, &json!("link_taken")), "{body}");
}
