//! Categories over HTTP (PR-07, GC-01).

use kernel::{CategoryId, Texts};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

async fn shop() -> (TestShop, Merchant) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    (shop, merchant)
}

async fn category(m: &Merchant, name: &str, parent: &Value) -> Value {
    m.create("/categories", json!({"name": {"ar": name}, "parent_id": parent})).await
}

fn path(view: &Value) -> String {
    format!("/categories/{}", view["id"].as_str().unwrap())
}

async fn names(m: &Merchant) -> Vec<String> {
    m.data("/categories/list").await.as_array().unwrap().iter().map(|c| c["name"]["ar"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_07_a_tree_is_built_listed_and_sorted() {
    let (_shop, m) = shop().await;
    let a = category(&m, "ملابس", &Value::Null).await;
    let b = category(&m, "عطور", &Value::Null).await;
    let c = category(&m, "قمصان", &a["id"]).await;
    assert_eq!((&a["is_sub_category"], &c["is_sub_category"], &c["parent_id"]), (&json!(false), &json!(true), &a["id"]));
    assert_eq!(names(&m).await, ["ملابس", "قمصان", "عطور"]);
    let (status, _) = m
        .put(
            "/categories/sorting",
            json!({"items": [
                {"id": b["id"], "parent_id": null, "display_order": 0},
                {"id": a["id"], "parent_id": null, "display_order": 1},
                {"id": c["id"], "parent_id": b["id"], "display_order": 0},
            ]}),
        )
        .await;
    assert_eq!(status, 200);
    assert_eq!(names(&m).await, ["عطور", "قمصان", "ملابس"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_07_cycles_foreign_categories_and_too_many_levels_are_refused() {
    let (shop, m) = shop().await;
    let stranger = shop.merchant().await;
    let theirs = category(&stranger, "غريب", &Value::Null).await;
    let mut chain = vec![category(&m, "1", &Value::Null).await];
    for n in 2..=5 {
        let parent = chain.last().unwrap()["id"].clone();
        chain.push(category(&m, &n.to_string(), &parent).await);
    }
    let refused = [
        m.post("/categories", json!({"name": {"ar": "6"}, "parent_id": chain[4]["id"]})).await,
        m.post("/categories", json!({"name": {"ar": "x"}, "parent_id": theirs["id"]})).await,
        m.put(&path(&chain[0]), json!({"parent_id": chain[4]["id"]})).await,
        m.put(&path(&chain[0]), json!({"parent_id": chain[0]["id"]})).await,
    ];
    for (status, body) in refused {
        assert_eq!(status, 422, "{body}");
        assert!(body["errors"]["parent_id"].is_array(), "{body}");
    }
    let sorting = |items: Value| json!({"items": items});
    for (items, field) in [
        (json!([{"id": chain[0]["id"], "parent_id": chain[1]["id"], "display_order": 0}]), "items.0.parent_id"),
        (json!([{"id": theirs["id"], "parent_id": null, "display_order": 0}]), "items.0.id"),
        (json!([{"id": chain[0]["id"], "parent_id": theirs["id"], "display_order": 0}]), "items.0.parent_id"),
        (json!([{"id": chain[0]["id"], "parent_id": null, "display_order": -1}]), "items.0.display_order"),
        (json!([]), "items"),
    ] {
        let (status, body) = shop.assert_unchanged(m.put("/categories/sorting", sorting(items))).await;
        assert_eq!(status, 422, "{body}");
        assert!(body["errors"][field].is_array(), "{field}: {body}");
    }
    assert_eq!(m.get(&path(&theirs)).await.0, 404);
    assert_eq!(m.put(&path(&theirs), json!({"is_active": false})).await.0, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_07_a_change_is_partial_versioned_and_leaves_a_redirect() {
    let (shop, m) = shop().await;
    let a = category(&m, "أحذية", &Value::Null).await;
    let b = category(&m, "احذيه", &Value::Null).await;
    assert_eq!((&a["slug"], &b["slug"]), (&json!("أحذية"), &json!("احذيه-2")));
    let (status, body) = m.put(&path(&a), json!({"slug": "Shoes!", "description": {"ar": "وصف"}, "version": 1})).await;
    assert_eq!((status, &body["data"]["slug"], &body["data"]["name"]["ar"]), (200, &json!("shoes"), &json!("أحذية")));
    let (status, body) = shop.assert_unchanged(m.put(&path(&a), json!({"is_active": false, "version": 1}))).await;
    assert_eq!((status, &body["current"]["slug"]), (409, &json!("shoes")));
    let (status, body) = m.put(&path(&b), json!({"slug": "SHOES"})).await;
    assert_eq!(status, 422);
    assert!(body["errors"]["slug"].is_array());
    for (body, field) in [
        (json!({"name": {}}), "name.ar"),
        (json!({"name": {"ar": "a\u{202E}"}}), "name.ar"),
        (json!({"name": {"ar": "x"}, "slug": "!"}), "slug"),
        (json!({"name": {"ar": "x"}, "image_id": "med_0000000000001"}), "image_id"),
        (json!({"name": {"ar": "x"}, "display_order": 1}), "display_order"),
    ] {
        let (status, answer) = m.post("/categories", body).await;
        assert_eq!(status, 422);
        assert!(answer["errors"][field].is_array(), "{answer}");
    }
    let (db, scope) = (shop.app.db(), m.scope());
    let at = async |slug: &str| catalog::category_by_slug(db.conn(), &scope, slug).await.unwrap();
    assert!(matches!(at("أحذية").await, Some(catalog::FoundCategory::Moved(to)) if to == "shoes"));
    m.put(&path(&a), json!({"is_active": false})).await;
    assert!(at("shoes").await.is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_07_a_deleted_category_leaves_its_children_and_products() {
    let (_shop, m) = shop().await;
    let a = category(&m, "أ", &Value::Null).await;
    let b = category(&m, "ب", &a["id"]).await;
    let c = category(&m, "ج", &b["id"]).await;
    let product = m.product(json!({"category_ids": [b["id"], a["id"]]})).await;
    assert_eq!(m.delete(&path(&b), Value::Null).await.0, 200);
    assert_eq!(m.get(&path(&b)).await.0, 404);
    assert_eq!(m.data(&path(&c)).await["parent_id"], a["id"]);
    let product = m.data(&format!("/products/{}", product["id"].as_str().unwrap())).await;
    assert_eq!(product["category_ids"], json!([a["id"]]));
    let (_, body) = m.delete("/categories/deleteMany", json!({"items": [a["id"], b["id"]]})).await;
    assert_eq!((&body["data"]["results"][0]["is_ok"], &body["data"]["results"][1]["code"]), (&json!(true), &json!("not_found")));
    assert_eq!(m.delete("/categories/deleteMany", json!({})).await.0, 422);
    assert_eq!(names(&m).await, ["ج"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_import_finds_its_categories_again_however_they_are_spelled() {
    let (shop, m) = shop().await;
    let make = async |names: &[&str]| -> CategoryId {
        let (env, scope) = (shop.env.clone(), m.scope());
        let texts: Vec<Texts> = names.iter().map(|n| Texts::new(*n, "")).collect();
        shop.app.db().tx(async move |c| catalog::ensure_category_path(c, &env, &scope, &texts, None).await).await.unwrap()
    };
    let first = make(&["ملابس", "أحذية"]).await;
    assert_eq!(make(&["مَلابس", "احذيه"]).await, first);
    assert_ne!(make(&["أحذية"]).await, first);
    assert_eq!(names(&m).await.len(), 3);
}
