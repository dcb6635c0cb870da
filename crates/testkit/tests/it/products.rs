//! Products over HTTP (PR-01 to PR-08, GC-01, GC-02, VA-02).

use commerce::catalog;
use kernel::{ProductId, Texts, VariantId};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

async fn shop() -> (TestShop, Merchant) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    (shop, merchant)
}

fn id_of(view: &Value) -> ProductId {
    view["id"].as_str().unwrap().parse().unwrap()
}

fn shirt() -> Value {
    json!({
        "product_type": "multi",
        "regular_price": "100",
        "options": [{"name": "color", "values": ["أحمر", "أزرق"]}, {"name": "size", "values": ["S", "M"]}],
        "variants": [
            {"option_values": ["أحمر", "S"], "qty": 2, "sku": "SH-RED-S"},
            {"option_values": ["أزرق", "M"], "qty": 3, "regular_price": "80.50"},
        ],
    })
}

fn variant_id(view: &Value, n: usize) -> VariantId {
    view["variants"][n]["id"].as_str().unwrap().parse().unwrap()
}

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
    let made = m.create("/products", body).await;
    let read = m.data(&format!("/products/{}", made["id"].as_str().unwrap())).await;
    assert_eq!(made, read);
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
    let made = m.product(shirt()).await;
    assert_eq!((&made["price"], &made["stock"]), (&json!("80.50"), &json!(5)));
    assert_eq!((&made["variants"][0]["price"], &made["variants"][1]["price"]), (&json!("100.00"), &json!("80.50")));
    let path = format!("/products/{}", made["id"].as_str().unwrap());
    // Sent again without ids and in another order, with one more: the old ones are recognised by their values.
    let (status, changed) = m
        .put(
            &path,
            json!({"version": made["version"], "variants": [
                {"option_values": ["أزرق", "M"], "qty": 9},
                {"option_values": ["أحمر", "S"], "qty": 1},
                {"option_values": ["أحمر", "M"], "qty": 1, "is_active": false},
            ]}),
        )
        .await;
    assert_eq!(status, 200, "{changed}");
    let changed = &changed["data"];
    assert_eq!(changed["variants"][0]["id"], made["variants"][1]["id"]);
    assert_eq!(changed["variants"][1]["id"], made["variants"][0]["id"]);
    assert_eq!(changed["stock"], 10);
    // An id keeps what is not sent; one that is not the product's is refused.
    let (status, body) = m.put(&path, json!({"variants": [{"id": made["variants"][0]["id"], "sale_price": "50"}]})).await;
    assert_eq!((status, &body["data"]["variants"][0]["qty"], &body["data"]["price"]), (200, &json!(1), &json!("50.00")));
    let other = m.product(shirt()).await;
    let (status, body) =
        m.put(&path, json!({"variants": [{"id": other["variants"][0]["id"], "option_values": ["أحمر", "S"]}]})).await;
    assert_eq!(status, 422);
    assert!(body["errors"]["variants.0.id"].is_array());
    // To basic and the variants go.
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
        (json!({"dynamic_fields": [{"field_label": {"ar": "أ"}, "field_type": "file"}]}), "dynamic_fields.0.field_type"),
        (json!({"unknown": 1}), "unknown"),
    ];
    for (over, path) in cases {
        let mut body = base.clone();
        body.as_object_mut().unwrap().extend(over.as_object().unwrap().clone());
        let (status, answer) = shop.assert_unchanged(m.post("/products", body.clone())).await;
        assert_eq!(status, 422, "{over}: {answer}");
        let arabic =
            answer["errors"][path][0].as_str().unwrap_or_else(|| panic!("{over}: no error at {path}: {answer}")).to_owned();
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
    let made = m.product(json!({"sku": "A-1", "tags": ["أ"]})).await;
    let path = format!("/products/{}", made["id"].as_str().unwrap());
    let (status, body) = m.put(&path, json!({"is_published": false, "sku": null})).await;
    assert_eq!(status, 200);
    let mut expected = made.clone();
    for (key, value) in
        [("is_published", json!(false)), ("sku", Value::Null), ("state", json!("unpublished")), ("version", json!(2))]
    {
        expected[key] = value;
    }
    assert_eq!(body["data"], expected);
    let (status, body) = shop.assert_unchanged(m.put(&path, json!({"version": 1, "qty": 3}))).await;
    assert_eq!((status, &body["code"], &body["current"]), (409, &json!("stale_version"), &expected));
    // A sale counts as a change: a form opened before it cannot write the old number back.
    let (scope, id) = (m.scope(), id_of(&made));
    let taken = shop.app.db().tx(async move |c| catalog::take_stock(c, &scope, id, None, 4).await).await.unwrap();
    assert!(taken.is_taken());
    let (status, body) = m.put(&path, json!({"version": 2, "qty": 10})).await;
    assert_eq!((status, &body["current"]["qty"]), (409, &json!(6)));
    // What is sent without a version goes onto whatever is newest.
    let (status, body) = m.put(&path, json!({"tags": ["ب"]})).await;
    assert_eq!((status, &body["data"]["qty"]), (200, &json!(6)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_05_links_are_unique_and_an_old_one_leads_to_the_new() {
    let (shop, m) = shop().await;
    let link = |v: &Value| v["page_link"].as_str().unwrap().to_owned();
    let a = m.product(json!({"name": {"ar": "أحذية"}})).await;
    let b = m.product(json!({"name": {"ar": "احذيه"}})).await;
    let c = m.product(json!({"name": {"ar": "x"}, "page_link": "أحذية"})).await;
    let d = m.product(json!({"name": {"ar": "🌙"}})).await;
    assert_eq!((link(&a), link(&b), link(&c)), ("أحذية".into(), "احذيه-2".into(), "أحذية-3".into()));
    assert!(link(&d).starts_with("p-"));
    let path = format!("/products/{}", a["id"].as_str().unwrap());
    let (status, body) = m.put(&path, json!({"page_link": "احذيه 2"})).await;
    assert_eq!(status, 422);
    assert!(body["errors"]["page_link"].is_array());
    let (status, _) = m.put(&path, json!({"page_link": "جديد"})).await;
    assert_eq!(status, 200);
    let (db, scope) = (shop.app.db(), m.scope());
    let at = async |link: &str| catalog::product_by_link(db.conn(), &scope, link).await.unwrap();
    assert!(matches!(at("أحذية").await, Some(catalog::Found::Moved(to)) if to == "جديد"));
    assert!(matches!(at("جديد").await, Some(catalog::Found::Page(page)) if page.product.id == id_of(&a)));
    assert!(at("لا يوجد").await.is_none());
    // A new product may live where an old link only led away.
    let e = m.product(json!({"name": {"ar": "أحذية"}})).await;
    assert_eq!(link(&e), "أحذية");
    assert!(matches!(at("أحذية").await, Some(catalog::Found::Page(page)) if page.product.id == id_of(&e)));
    // Hidden products have no page.
    m.put(&format!("/products/{}", e["id"].as_str().unwrap()), json!({"is_published": false})).await;
    assert!(at("أحذية").await.is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_01_lists_are_searched_filtered_and_sorted() {
    let (_shop, m) = shop().await;
    let parent = m.create("/categories", json!({"name": {"ar": "ملابس"}})).await;
    let child = m.create("/categories", json!({"name": {"ar": "قمصان"}, "parent_id": parent["id"]})).await;
    let oud =
        m.product(json!({"name": {"ar": "عِطْرُ العُود", "en": "Oud"}, "sku": "OUD-١٠٠", "regular_price": "50", "qty": 0})).await;
    let tee = m.product(json!({"name": {"ar": "قميص أحمد"}, "category_ids": [child["id"]], "regular_price": "20", "qty": 3, "is_published": false})).await;
    let multi = m.product(shirt()).await;
    m.product(json!({"name": {"ar": "مخفي"}, "is_active": false, "has_unlimited_qty": true, "regular_price": "5"})).await;
    let names = async |query: &str| -> Vec<String> {
        let (status, body) = m.get(&format!("/products?{query}")).await;
        assert_eq!(status, 200, "{query}: {body}");
        assert_eq!(body["meta"]["total"], body["data"].as_array().unwrap().len(), "{query}");
        body["data"].as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap().to_owned()).collect()
    };
    let ids = |all: &[&Value]| all.iter().map(|v| v["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(names("search=عطر").await, ids(&[&oud]));
    assert_eq!(names("search=عطر العو").await, ids(&[&oud]));
    assert_eq!(names("search=oud-100").await, ids(&[&oud]));
    assert_eq!(names("search=احمد").await, ids(&[&tee]));
    assert_eq!(names("search=SH-RED").await, ids(&[&multi]));
    assert!(names("search=عطر أحمد").await.is_empty());
    assert!(names("search=!!!").await.is_empty());
    assert_eq!(names("filter[state]=published&sort=price").await, ids(&[&oud, &multi]));
    assert_eq!(names("filter[state]=unpublished,inactive").await.len(), 2);
    assert_eq!(names("filter[stock]=out").await, ids(&[&oud]));
    assert_eq!(names("filter[stock]=low&filter[type]=basic").await, ids(&[&tee]));
    assert_eq!(names("filter[stock]=in").await.len(), 3);
    assert_eq!(names("filter[type]=multi").await, ids(&[&multi]));
    assert_eq!(names(&format!("filter[category]={}", parent["id"].as_str().unwrap())).await, ids(&[&tee]));
    assert_eq!(names("filter[price][gte]=20&filter[price][lte]=50&sort=-price").await, ids(&[&oud, &tee]));
    let counts = m.data("/products/state-counts").await;
    assert_eq!(counts, json!({"all": 4, "published": 2, "unpublished": 1, "inactive": 1, "out_of_stock": 1}));
    for (query, path) in [
        ("sort=cost", "sort"),
        ("filter[color]=red", "filter[color]"),
        ("filter[state]=x", "filter[state]"),
        ("filter[stock]=x", "filter[stock]"),
        ("filter[price][gte]=x", "filter[price][gte]"),
        ("filter[category]=x", "filter[category]"),
        ("cursor=x", "cursor"),
        ("per_page=101", "per_page"),
        ("page=1000", "page"),
    ] {
        let (status, body) = m.get(&format!("/products?{query}")).await;
        assert_eq!(status, 422, "{query}");
        assert!(body["errors"][path].is_array(), "{query}: {body}");
    }
    let (_, body) = m.get("/products?filter[type]=multi").await;
    let row = &body["data"][0];
    assert_eq!(
        (&row["variants_count"], &row["price"], &row["stock"], &row["state"]),
        (&json!(2), &json!("80.50"), &json!(5), &json!("published"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_01_every_sort_pages_through_all_rows_by_cursor_without_gaps() {
    let (shop, m) = shop().await;
    for n in 0..11 {
        // Equal prices, stocks and names: only the id tells them apart.
        m.product(json!({"name": {"ar": format!("منتج {}", n % 3)}, "regular_price": format!("{}", n % 2 + 1), "qty": n % 2}))
            .await;
        shop.advance(if n % 2 == 0 { 0 } else { 1000 });
    }
    for sort in ["created_at", "-created_at", "updated_at", "-updated_at", "name", "-name", "price", "-price", "stock", "-stock"]
    {
        let (_, whole) = m.get(&format!("/products?per_page=100&sort={sort}")).await;
        let whole: Vec<Value> = whole["data"].as_array().unwrap().iter().map(|r| r["id"].clone()).collect();
        assert_eq!(whole.len(), 11);
        let (mut by_cursor, mut by_page, mut cursor) = (Vec::new(), Vec::new(), String::new());
        for page in 1..=4 {
            let (_, body) = m.get(&format!("/products?per_page=3&sort={sort}&cursor={cursor}")).await;
            by_cursor.extend(body["data"].as_array().unwrap().iter().map(|r| r["id"].clone()));
            cursor = body["meta"]["next_cursor"].as_str().unwrap_or_default().to_owned();
            assert_eq!(cursor.is_empty(), page == 4, "{sort}");
            let (_, body) = m.get(&format!("/products?per_page=3&sort={sort}&page={page}")).await;
            by_page.extend(body["data"].as_array().unwrap().iter().map(|r| r["id"].clone()));
        }
        assert_eq!(by_cursor, whole, "{sort}");
        assert_eq!(by_page, whole, "{sort}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_01_a_word_that_hundreds_of_products_have_is_searched_too() {
    let (shop, m) = shop().await;
    let (env, scope) = (shop.env.clone(), m.scope());
    shop.app
        .db()
        .tx(async move |c| {
            for n in 0..520 {
                let name = Texts::new(format!("قميص رقم {n}"), if n % 100 == 7 { "special" } else { "" });
                let draft = catalog::ProductDraft { name, regular_price: Some(n), ..catalog::ProductDraft::default() };
                let input = draft.check(kernel::Currency::SAR, kernel::Lang::Ar).map_err(catalog::CatalogError::Invalid)?;
                catalog::create(c, &env, &scope, &input, None).await?;
            }
            Ok::<_, catalog::CatalogError>(())
        })
        .await
        .unwrap();
    let found = async |search: &str| {
        let (_, body) = m.get(&format!("/products?search={search}&sort=price&per_page=100")).await;
        let prices: Vec<String> =
            body["data"].as_array().unwrap().iter().map(|r| r["price"].as_str().unwrap().to_owned()).collect();
        (body["meta"]["total"].as_i64().unwrap(), prices)
    };
    assert_eq!(found("قميص").await.0, 520);
    let special = (6, ["0.07", "1.07", "2.07", "3.07", "4.07", "5.07"].map(str::to_owned).to_vec());
    assert_eq!(found("قميص special").await, special);
    assert_eq!(found("spec رقم").await, special);
    assert_eq!(found("special 107").await, (1, vec!["1.07".to_owned()]));
    assert_eq!(found("special 108").await.0, 0);
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
    assert_eq!((status, &body["errors"]["items"][0]), (422, &json!("لم تُحدَّد عناصر صحيحة.")));
    let many: Vec<Value> = (0..101).map(|_| a["id"].clone()).collect();
    assert_eq!(m.delete("/products/deleteMany", json!({"items": many})).await.0, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removed_product_is_gone_from_every_list_and_can_be_brought_back_as_it_was() {
    let (shop, m) = shop().await;
    let category = m.create("/categories", json!({"name": {"ar": "أ"}})).await;
    let mut over = shirt();
    over["category_ids"] = json!([category["id"]]);
    let made = m.product(over).await;
    let (path, id) = (format!("/products/{}", made["id"].as_str().unwrap()), id_of(&made));
    let (status, _) = m.delete(&path, Value::Null).await;
    assert_eq!(status, 200);
    assert_eq!(m.get(&path).await.0, 404);
    assert_eq!(m.delete(&path, Value::Null).await.0, 404);
    assert_eq!(m.put(&path, json!({"qty": 1})).await.0, 404);
    assert_eq!(m.get("/products").await.1["meta"]["total"], 0);
    assert_eq!(m.data("/products/state-counts").await["all"], 0);
    assert_eq!(m.data("/categories/list").await[0]["products_count"], 0);
    let (scope, env) = (m.scope(), shop.env.clone());
    let lines = [(id, Some(variant_id(&made, 0)))];
    let sellable = catalog::sellable(shop.app.db().conn(), &scope, env.now(), &lines).await.unwrap();
    assert!(!sellable[0].is_for_sale && sellable[0].name.ar == "قميص قطني");
    // The journal's entry holds all that is needed.
    let sql = "SELECT before FROM journal WHERE store_id = ?1 AND subject_id = ?2 AND action = 'delete'";
    let db::Json(before): db::Json<catalog::Snapshot> = shop.app.db().conn().one(sql, db::p![m.store, id]).await.unwrap();
    shop.app.db().tx(async move |c| catalog::restore_snapshot(c, &env, &scope, id, None, &before, None).await).await.unwrap();
    let mut back = m.data(&path).await;
    for key in ["version", "updated_at"] {
        back[key] = made[key].clone();
    }
    assert_eq!(back, made);
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
async fn pr_03_stock_is_sold_exactly_once_however_many_buy() {
    let (shop, m) = shop().await;
    let basic = id_of(&m.product(json!({"qty": 10})).await);
    let multi = m.product(shirt()).await;
    let (multi_id, red) = (id_of(&multi), variant_id(&multi, 0));
    let mut buyers = Vec::new();
    for _ in 0..25 {
        for (product, variant) in [(basic, None), (multi_id, Some(red))] {
            let (app, scope) = (shop.app.clone(), m.scope());
            buyers.push(tokio::spawn(async move {
                let taken = app.db().tx(async move |c| catalog::take_stock(c, &scope, product, variant, 1).await).await.unwrap();
                (product, taken)
            }));
        }
    }
    let mut taken = Vec::new();
    for buyer in buyers {
        taken.push(buyer.await.unwrap());
    }
    let sold = |id: ProductId| taken.iter().filter(|(p, t)| *p == id && t.is_taken()).count();
    assert_eq!((sold(basic), sold(multi_id)), (10, 2));
    let last = taken.iter().filter(|(_, t)| *t == catalog::Taken::Yes { is_sold_out: true }).count();
    assert_eq!(last, 2, "each sold out once");
    let view = m.data(&format!("/products/{multi_id}")).await;
    assert_eq!((&view["stock"], &view["variants"][0]["qty"]), (&json!(3), &json!(0)));
    let (app, scope) = (shop.app.clone(), m.scope());
    let back = app.db().tx(async move |c| catalog::give_back_stock(c, &scope, multi_id, Some(red), 2).await).await.unwrap();
    assert!(back);
    assert_eq!(m.data(&format!("/products/{multi_id}")).await["stock"], 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sale_that_opens_and_closes_changes_price_and_order() {
    let (shop, m) = shop().await;
    // The clock stands at 2027-01-15T08:00:00Z.
    let on_sale = m
        .product(json!({"regular_price": "100", "sale_price": "10", "sale_from": "2027-01-15T08:10:00Z", "sale_until": "2027-01-15T08:20:00Z"}))
        .await;
    let steady = m.product(json!({"regular_price": "50"})).await;
    let first = async || m.get("/products?sort=price").await.1["data"][0]["id"].clone();
    assert_eq!(first().await, steady["id"]);
    for (winner, price) in [(&on_sale, "10.00"), (&steady, "50.00")] {
        shop.advance(10 * 60_000);
        shop.worker.tick().await.unwrap();
        assert_eq!(&first().await, &winner["id"]);
        let (_, body) = m.get("/products?sort=price").await;
        assert_eq!(body["data"][0]["price"], price);
    }
    let id = id_of(&on_sale);
    let sellable = catalog::sellable(shop.app.db().conn(), &m.scope(), shop.env.now(), &[(id, None)]).await.unwrap();
    assert_eq!((sellable[0].unit_price, sellable[0].regular_price), (10_000, None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_storefront_sees_only_what_is_published() {
    let (shop, m) = shop().await;
    let category = m.create("/categories", json!({"name": {"ar": "عطور"}})).await;
    let a = m
        .product(json!({"name": {"ar": "عود"}, "category_ids": [category["id"]], "regular_price": "30", "sale_price": "20"}))
        .await;
    let b = m.product(shirt()).await;
    m.product(json!({"is_published": false})).await;
    m.product(json!({"is_active": false})).await;
    let (db, scope, now) = (shop.app.db(), m.scope(), shop.env.now());
    let cards = async |q: catalog::CardQuery| {
        catalog::cards(db.conn(), &scope, now, &catalog::CardQuery { limit: 20, ..q }).await.unwrap()
    };
    let all = cards(catalog::CardQuery { sort: catalog::CardSort::PriceUp, ..Default::default() }).await;
    let ids: Vec<ProductId> = all.items.iter().map(|c| c.id).collect();
    assert_eq!(ids, [id_of(&a), id_of(&b)]);
    assert_eq!((all.items[0].price.now, all.items[0].price.before), (2_000, Some(3_000)));
    assert!(all.items[1].has_price_range && all.items[1].is_multi && all.items[1].price.now == 8_050);
    let within = Some(vec![category["id"].as_str().unwrap().parse().unwrap()]);
    let of_category = catalog::CardQuery { within, ..Default::default() };
    assert_eq!(cards(of_category).await.items.len(), 1);
    let chosen = catalog::CardQuery { ids: Some(vec![id_of(&b), id_of(&a)]), ..Default::default() };
    let order: Vec<ProductId> = cards(chosen).await.items.iter().map(|c| c.id).collect();
    assert_eq!(order, [id_of(&b), id_of(&a)]);
    let links = catalog::published_links(db.conn(), &scope, None, 10).await.unwrap();
    assert_eq!(links.len(), 2);
    let slug = category["slug"].as_str().unwrap();
    assert!(
        matches!(catalog::category_by_slug(db.conn(), &scope, slug).await.unwrap(), Some(catalog::FoundCategory::Page(c)) if c.name == Texts::new("عطور", ""))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_change_is_in_the_journal_with_what_was_before() {
    let (shop, m) = shop().await;
    let made = m.product(json!({"qty": 10})).await;
    let (id, path) = (id_of(&made), format!("/products/{}", made["id"].as_str().unwrap()));
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
