//! Categories: concurrent moves, deletion with a choice and its undo, the order of products (PR-07).

use kernel::slug::percent_encode;
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

async fn product(m: &Merchant, name: &str, price: &str, categories: &[&Value]) -> Value {
    let ids: Vec<&Value> = categories.iter().map(|c| &c["id"]).collect();
    m.product(json!({"name": {"ar": name}, "regular_price": price, "category_ids": ids})).await
}

async fn names(m: &Merchant, of: &Value) -> Vec<String> {
    let (status, body) = m.get(&format!("{}/products", path(of))).await;
    assert_eq!(status, 200, "{body}");
    body["data"].as_array().unwrap().iter().map(|p| p["name"]["ar"].as_str().unwrap().to_owned()).collect()
}

/// PR-07: of two concurrent moves that are each valid and together would form a cycle, one is always refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_07_two_moves_at_once_never_make_a_cycle() {
    let (_shop, m) = shop().await;
    for round in 0..8 {
        let a = category(&m, &format!("أ{round}"), &Value::Null).await;
        let b = category(&m, &format!("ب{round}"), &Value::Null).await;
        let place =
            |x: &Value, parent: &Value| json!({"items": [{"id": x["id"], "parent_id": parent["id"], "display_order": 0}]});
        let at = path(&b);
        let (one, two) = (m.put("/categories/sorting", place(&a, &b)), m.put(&at, json!({"parent_id": a["id"]})));
        let ((first, _), (second, _)) = tokio::join!(one, two);
        assert!(matches!((first, second), (200, 422) | (422, 200)), "{first} {second}");
        let (a, b) = (m.data(&path(&a)).await, m.data(&path(&b)).await);
        assert!(a["parent_id"].is_null() || b["parent_id"].is_null());
    }
}

/// PR-07: the manual order begins with the shown order, is stored, is paged, and is the store's order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_07_products_stand_as_the_merchant_put_them() {
    let (shop, m) = shop().await;
    let perfumes = category(&m, "عطور", &Value::Null).await;
    let oud = category(&m, "عود", &perfumes["id"]).await;
    let mut products = Vec::new();
    for (name, price, within) in [("ج", "30", &perfumes), ("أ", "10", &perfumes), ("ب", "20", &oud)] {
        products.push(product(&m, name, price, &[within]).await);
        shop.advance(1_000);
    }
    assert_eq!(names(&m, &perfumes).await, ["ب", "أ", "ج"], "newest first, the categories below among them");
    let order = format!("{}/products/order", path(&perfumes));
    let to_top = |p: &Value| json!({"items": [p["id"]], "after": null});
    let (status, body) = shop.assert_unchanged(m.put(&order, to_top(&products[0]))).await;
    assert_eq!((status, body["errors"]["product_order"].is_array()), (422, true), "{body}");
    for (word, expected) in [("price", ["أ", "ب", "ج"]), ("-price", ["ج", "ب", "أ"]), ("name", ["أ", "ب", "ج"])] {
        assert_eq!(m.put(&path(&perfumes), json!({"product_order": word})).await.0, 200);
        assert_eq!(names(&m, &perfumes).await, expected, "{word}");
    }
    assert_eq!(m.put(&path(&perfumes), json!({"product_order": "best"})).await.0, 422);
    assert_eq!(m.put(&path(&perfumes), json!({"product_order": "manual"})).await.0, 200);
    assert_eq!(names(&m, &perfumes).await, ["أ", "ب", "ج"], "begins with the order before");
    assert_eq!(m.put(&order, to_top(&products[0])).await.0, 200);
    assert_eq!(names(&m, &perfumes).await, ["ج", "أ", "ب"]);
    assert_eq!(m.put(&order, json!({"items": [products[0]["id"], products[1]["id"]], "after": products[2]["id"]})).await.0, 200);
    assert_eq!(names(&m, &perfumes).await, ["ب", "ج", "أ"]);
    // A new product comes last, and can be moved like the others.
    let new = product(&m, "د", "40", &[&perfumes]).await;
    assert_eq!(names(&m, &perfumes).await, ["ب", "ج", "أ", "د"]);
    assert_eq!(m.put(&order, json!({"items": [new["id"]], "after": products[2]["id"]})).await.0, 200);
    assert_eq!(names(&m, &perfumes).await, ["ب", "د", "ج", "أ"]);
    for (body, field) in [
        (json!({"items": ["prd_0000000000001"], "after": null}), "items.0"),
        (json!({"items": [new["id"], new["id"]], "after": null}), "items.1"),
        (json!({"items": [new["id"]], "after": new["id"]}), "after"),
        (json!({"items": []}), "items"),
    ] {
        let (status, answer) = shop.assert_unchanged(m.put(&order, body)).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{answer}");
    }
    let (_, first) = m.get(&format!("{}/products?per_page=3", path(&perfumes))).await;
    let cursor = first["meta"]["next_cursor"].as_str().unwrap();
    let (_, second) = m.get(&format!("{}/products?per_page=3&page=2&cursor={}", path(&perfumes), percent_encode(cursor))).await;
    assert_eq!(second["data"][0]["name"]["ar"], "أ");
    // The store shows the same, unless the shopper chooses.
    for p in products.iter().chain([&new]) {
        m.put(&format!("/products/{}", p["id"].as_str().unwrap()), json!({"is_published": true})).await;
    }
    let shopper = shop.shopper(&m.slug);
    let shown = async |address: &str| -> Vec<String> {
        let page = shopper.get(address).await;
        assert_eq!(page.status, 200, "{address}");
        let mut found: Vec<(usize, String)> = ["أ", "ب", "ج", "د"]
            .into_iter()
            .filter_map(|n| {
                page.body
                    .find(&format!("<bdi>{n}</bdi>"))
                    .or_else(|| page.body.find(&format!(">{n}<")))
                    .map(|at| (at, n.to_owned()))
            })
            .collect();
        found.sort();
        found.into_iter().map(|(_, n)| n).collect()
    };
    let address = format!("/collections/{}", percent_encode("عطور"));
    assert_eq!(shown(&address).await, ["ب", "د", "ج", "أ"]);
    assert_eq!(shown(&format!("{address}?sort=price")).await, ["أ", "ب", "ج", "د"]);
    assert_eq!(shown(&format!("{address}?sort=latest")).await[0], "د");
}

/// PR-07: many moves to one position never exhaust the position keys, and never reorder the rest.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_07_places_between_two_neighbours_do_not_run_out() {
    let (_shop, m) = shop().await;
    let c = category(&m, "كتب", &Value::Null).await;
    let mut products = Vec::new();
    for n in 0..4 {
        products.push(product(&m, &n.to_string(), "10", &[&c]).await);
    }
    m.put(&path(&c), json!({"product_order": "manual"})).await;
    let order = format!("{}/products/order", path(&c));
    m.put(&order, json!({"items": products.iter().map(|p| &p["id"]).collect::<Vec<_>>(), "after": null})).await;
    assert_eq!(names(&m, &c).await, ["0", "1", "2", "3"]);
    for round in 0..30 {
        let moved = &products[2 + round % 2];
        assert_eq!(m.put(&order, json!({"items": [moved["id"]], "after": products[0]["id"]})).await.0, 200);
    }
    assert_eq!(names(&m, &c).await, ["0", "3", "2", "1"]);
}

/// PR-07: the caller chooses what happens to subcategories and products; one undo restores all of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_07_a_deleted_branch_comes_back_whole() {
    let (shop, m) = shop().await;
    let a = category(&m, "ملابس", &Value::Null).await;
    let b = category(&m, "رجال", &a["id"]).await;
    let c = category(&m, "قمصان", &b["id"]).await;
    let other = category(&m, "أخرى", &Value::Null).await;
    let shirt = product(&m, "قميص", "10", &[&c]).await;
    for (query, field) in [
        ("?products_to=cat_0000000000001".to_owned(), "products_to"),
        ("?children=burn".to_owned(), "children"),
        (format!("?children=delete&products_to={}", c["id"].as_str().unwrap()), "products_to"),
    ] {
        let (status, body) = shop.assert_unchanged(m.delete(&format!("{}{query}", path(&b)), Value::Null)).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{body}");
    }
    let to = other["id"].as_str().unwrap();
    let (status, body) = m.delete(&format!("{}?children=delete&products_to={to}", path(&b)), Value::Null).await;
    assert_eq!(status, 200, "{body}");
    let undo = format!("/categories/removals/{}/undo", body["data"]["removal"].as_str().unwrap());
    let of = async |p: &Value| m.data(&format!("/products/{}", p["id"].as_str().unwrap())).await["category_ids"].clone();
    assert_eq!((m.get(&path(&b)).await.0, m.get(&path(&c)).await.0), (404, 404));
    assert_eq!(of(&shirt).await, json!([other["id"]]));
    // Its slug is taken meanwhile: it is restored with a numbered one.
    let taker = category(&m, "قمصان", &Value::Null).await;
    assert_eq!(taker["slug"], c["slug"]);
    let stranger = shop.merchant().await;
    assert_eq!(stranger.post(&undo, Value::Null).await.0, 404);
    let (status, body) = m.post(&undo, Value::Null).await;
    assert_eq!((status, body["data"]["ids"].as_array().unwrap().len()), (200, 2), "{body}");
    let restored = m.data(&path(&c)).await;
    assert_eq!(
        (&restored["parent_id"], &restored["slug"], &restored["products_count"]),
        (&b["id"], &json!("قمصان-2"), &json!(1))
    );
    assert_eq!(m.data(&path(&b)).await["parent_id"], a["id"]);
    assert_eq!(of(&shirt).await, json!([c["id"]]));
    assert_eq!(m.post(&undo, Value::Null).await.0, 404, "once");
}

/// PR-07: subcategories that moved up are moved back, unless they were moved elsewhere meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_07_children_that_moved_up_come_back() {
    let (_shop, m) = shop().await;
    let a = category(&m, "أ", &Value::Null).await;
    let (b, c) = (category(&m, "ب", &a["id"]).await, category(&m, "ج", &a["id"]).await);
    let elsewhere = category(&m, "د", &Value::Null).await;
    let (_, body) = m.delete(&path(&a), Value::Null).await;
    assert!(m.data(&path(&b)).await["parent_id"].is_null());
    m.put(&path(&c), json!({"parent_id": elsewhere["id"]})).await;
    let undo = format!("/categories/removals/{}/undo", body["data"]["removal"].as_str().unwrap());
    assert_eq!(m.post(&undo, Value::Null).await.0, 200);
    assert_eq!(m.data(&path(&b)).await["parent_id"], a["id"]);
    assert_eq!(m.data(&path(&c)).await["parent_id"], elsewhere["id"]);
}

/// PR-05 for categories: meta data for search engines; a slug that another category had before leads to its new owner.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_05_a_category_tells_search_engines_and_a_link_has_one_owner() {
    let (shop, m) = shop().await;
    let a = category(&m, "عطور", &Value::Null).await;
    let seo = json!({"meta_title": {"ar": "أفخم العطور"}, "meta_description": {"ar": "عطور شرقية"}, "keywords": {}});
    let (status, body) = m.put(&path(&a), json!({"seo": seo, "slug": "perfumes"})).await;
    assert_eq!((status, &body["data"]["seo"]["meta_title"]["ar"]), (200, &json!("أفخم العطور")), "{body}");
    let shopper = shop.shopper(&m.slug);
    let page = shopper.get("/collections/perfumes").await;
    assert!(page.body.contains("<title>أفخم العطور"), "{}", &page.body[..600]);
    assert!(page.body.contains("عطور شرقية"));
    let old = format!("/collections/{}", percent_encode("عطور"));
    assert_eq!(shopper.get(&old).await.status, 301);
    let b = category(&m, "عطور", &Value::Null).await;
    assert_eq!(b["slug"], "عطور");
    assert_eq!(shopper.get(&old).await.status, 200, "the link belongs to the new category");
    let long = "ط".repeat(201);
    let (status, body) = m.put(&path(&a), json!({"seo": {"meta_title": {"ar": long}}})).await;
    assert_eq!((status, body["errors"]["seo.meta_title.ar"].is_array()), (422, true), "{body}");
}
