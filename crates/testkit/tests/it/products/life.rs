//! A product's life cycle: scheduled, duplicated, archived and restored; its slugs by language; its readiness.

use kernel::{Lang, Millis};
use serde_json::{Value, json};

use super::{id_of, shirt, shop};

fn path(view: &Value) -> String {
    format!("/products/{}", view["id"].as_str().unwrap())
}

fn codes(readiness: &Value) -> Vec<&str> {
    readiness["reasons"].as_array().unwrap().iter().map(|r| r["code"].as_str().unwrap()).collect()
}

/// PR-03: a scheduled product is published at its time, by a transition that the journal records.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_a_scheduled_product_is_published_when_its_moment_comes() {
    let (shop, m) = shop().await;
    // Tests begin at 2027-01-15T08:00:00Z.
    let product = m.product(json!({"is_published": false, "publish_at": "2027-01-15T08:10:00Z"})).await;
    assert_eq!((&product["state"], &product["publish_at"]), (&json!("scheduled"), &json!("2027-01-15T08:10:00Z")));
    let counts = m.data("/products/state-counts").await;
    assert_eq!((&counts["scheduled"], &counts["unpublished"], &counts["all"]), (&json!(1), &json!(0), &json!(1)));
    assert_eq!(m.data("/products?filter[state]=scheduled").await.as_array().unwrap().len(), 1);
    assert!(m.data("/products?filter[state]=unpublished").await.as_array().unwrap().is_empty());
    assert_eq!(codes(&m.data(&format!("{}/readiness", path(&product))).await)[0], "scheduled");
    let shopper = shop.shopper(&m.slug);
    let link = format!("/products/{}", product["page_link"].as_str().unwrap());
    shop.advance(9 * Millis::MINUTE);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(shopper.get(&link).await.status, 404);
    shop.advance(2 * Millis::MINUTE);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(shopper.get(&link).await.status, 200);
    let view = m.data(&path(&product)).await;
    assert_eq!((&view["state"], &view["publish_at"]), (&json!("published"), &Value::Null));
    assert_eq!(m.data("/products/state-counts").await["published"], 1);
    let changes = m.data("/changes?since=0&limit=100").await;
    let of = |v: &Value| v["subject"] == "product" && v["action"] == "update";
    assert_eq!(changes.as_array().unwrap().iter().filter(|v| of(v)).count(), 1, "the transition is journalled once");
    // A past time is refused; the time of a published product is dropped.
    let (status, body) = m.put(&path(&product), json!({"is_published": false, "publish_at": "2027-01-15T08:00:00Z"})).await;
    assert_eq!((status, body["errors"]["publish_at"].is_array()), (422, true));
    let (_, body) = m.put(&path(&product), json!({"publish_at": "2027-02-01T00:00:00Z"})).await;
    assert_eq!((&body["data"]["state"], &body["data"]["publish_at"]), (&json!("published"), &Value::Null));
}

/// PR-01: a scheduled product archived meanwhile is not published; after restoring it is, since its time has passed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_01_an_archived_scheduled_product_is_published_after_its_restore() {
    let (shop, m) = shop().await;
    let product = m.product(json!({"is_published": false, "publish_at": "2027-01-15T08:05:00Z"})).await;
    m.post(&format!("{}/archive", path(&product)), json!({})).await;
    shop.advance(10 * Millis::MINUTE);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(m.data(&path(&product)).await["state"], "archived");
    m.post(&format!("{}/restore", path(&product)), json!({})).await;
    assert_eq!(m.data(&path(&product)).await["state"], "scheduled");
    shop.advance(2 * Millis::MINUTE);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(m.data(&path(&product)).await["state"], "published");
}

/// PR-01: the archive takes a product out of lists, counts and store; carts report it, and it is restored as it was.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_01_an_archived_product_leaves_the_store_and_returns_as_it_was() {
    let (shop, m) = shop().await;
    let category = m.create("/categories", json!({"name": {"ar": "عبايات"}})).await;
    let product = m.product(json!({"name": {"ar": "عباءة"}, "category_ids": [category["id"]]})).await;
    m.product(json!({"name": {"ar": "شال"}})).await;
    let shopper = shop.shopper(&m.slug);
    let link = format!("/products/{}", product["page_link"].as_str().unwrap());
    shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap()), ("quantity", "1")]).await;
    let (status, body) = m.post(&format!("{}/archive", path(&product)), json!({})).await;
    assert_eq!((status, &body["data"]["state"], body["data"]["archived_at"].is_string()), (200, &json!("archived"), true));
    // Archiving twice is a no-op.
    assert_eq!(m.post(&format!("{}/archive", path(&product)), json!({})).await.0, 200);
    let names = |v: Value| v.as_array().unwrap().iter().map(|p| p["name"]["ar"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(m.data("/products").await), ["شال"]);
    assert_eq!(names(m.data("/products?search=عباءة").await), [""; 0]);
    assert_eq!(names(m.data("/products?filter[state]=archived").await), ["عباءة"]);
    let counts = m.data("/products/state-counts").await;
    assert_eq!((&counts["all"], &counts["published"], &counts["archived"]), (&json!(1), &json!(1), &json!(1)));
    let (_, list) = m.get("/products").await;
    assert_eq!(list["meta"]["total"], 1);
    assert_eq!(m.data("/categories/list").await[0]["products_count"], 0);
    let page = super::until(&shopper, &link, |p| p.status == 404).await;
    assert_eq!(page.status, 404);
    let cart = shopper.get("/cart").await;
    assert!(cart.body.contains("لم يعد «عباءة» متوفرًا"), "{}", cart.body);
    let refused = shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap()), ("quantity", "1")]).await;
    assert_eq!(refused.status, 422);
    assert_eq!(codes(&m.data(&format!("{}/readiness", path(&product))).await), ["archived", "no_image", "missing_translation"]);
    let (_, body) = m.post(&format!("{}/restore", path(&product)), json!({})).await;
    assert_eq!(m.data("/categories/list").await[0]["products_count"], 1);
    for field in ["state", "page_link", "qty", "price", "is_published", "name"] {
        assert_eq!(body["data"][field], product[field], "{field}");
    }
    super::until(&shopper, &link, |p| p.status == 200).await;
    assert_eq!(m.data("/products/state-counts").await["archived"], 0);
    let stranger = shop.merchant().await;
    assert_eq!(stranger.post(&format!("{}/archive", path(&product)), json!({})).await.0, 404);
}

/// PR-01: a copy is a draft of its own: name, slug and codes differ, pictures and variants are copied.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_01_a_copy_is_a_draft_with_pictures_and_variants() {
    let (_shop, m) = shop().await;
    let category = m.create("/categories", json!({"name": {"ar": "قمصان"}})).await;
    let mut body = shirt();
    body["sku"] = json!("SH");
    body["category_ids"] = json!([category["id"]]);
    let product = m.product(body).await;
    let copy = m.create(&format!("{}/duplicate", path(&product)), json!({})).await;
    assert_ne!(copy["id"], product["id"]);
    assert_eq!(copy["name"], json!({"ar": "قميص قطني (نسخة)", "en": "Cotton shirt (copy)"}));
    assert_eq!((&copy["state"], &copy["sku"], &copy["version"]), (&json!("unpublished"), &Value::Null, &json!(1)));
    assert_ne!(copy["page_link"], product["page_link"]);
    assert_eq!(
        (&copy["category_ids"], &copy["options"], &copy["stock"]),
        (&product["category_ids"], &product["options"], &product["stock"])
    );
    assert_eq!(copy["variants"].as_array().unwrap().len(), 2);
    assert_ne!(copy["variants"][0]["id"], product["variants"][0]["id"]);
    assert_eq!((&copy["variants"][0]["sku"], &copy["variants"][1]["regular_price"]), (&Value::Null, &json!("80.50")));
    let again = m.create(&format!("{}/duplicate", path(&product)), json!({})).await;
    assert_ne!(again["page_link"], copy["page_link"]);
    assert_eq!(m.post("/products/prd_0000000000001/duplicate", json!({})).await.0, 404);
}

/// PR-05: a language may have its own slug; the old one and the other language's redirect to it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_05_each_language_may_have_a_link_of_its_own() {
    let (shop, m) = shop().await;
    let oud = m.product(json!({"name": {"ar": "عطر العود", "en": "Oud"}, "page_links": {"en": "Oud Perfume"}})).await;
    assert_eq!((&oud["page_link"], &oud["page_links"]), (&json!("عطر-العود"), &json!({"en": "oud-perfume"})));
    let shopper = shop.shopper(&m.slug);
    let page = shopper.get("/en/products/oud-perfume").await;
    assert_eq!(page.status, 200);
    let origin = page.body.split("rel=\"canonical\" href=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(origin.ends_with("/en/products/oud-perfume"), "{origin}");
    let arabic = kernel::slug::percent_encode("عطر-العود");
    assert!(
        page.body.contains(&format!(
            "hreflang=\"ar\" href=\"{}",
            origin.replace("/en/products/oud-perfume", &format!("/products/{arabic}"))
        )),
        "{}",
        page.body
    );
    let moved = async |from: &str| shopper.get(from).await.location().to_owned();
    assert_eq!(moved(&format!("/en/products/{arabic}")).await, "/en/products/oud-perfume");
    assert_eq!(moved("/products/oud-perfume").await, format!("/products/{arabic}"));
    assert!(shopper.get("/sitemap.xml").await.body.contains("/en/products/oud-perfume</loc>"));
    // A changed slug leaves a redirect in its language.
    m.put(&path(&oud), json!({"page_links": {"en": "royal-oud"}})).await;
    super::until(&shopper, "/en/products/royal-oud", |p| p.status == 200).await;
    assert_eq!(moved("/en/products/oud-perfume").await, "/en/products/royal-oud");
    // Another product must not have it, in this language or as the main slug; in the other language it may.
    let musk = m.product(json!({"name": {"ar": "مسك"}})).await;
    let (status, body) = m.put(&path(&musk), json!({"page_links": {"en": "Royal Oud"}})).await;
    assert_eq!((status, body["errors"]["page_links.en"].is_array()), (422, true));
    let (status, body) = m.put(&path(&musk), json!({"page_link": "royal-oud"})).await;
    assert_eq!((status, body["errors"]["page_link"].is_array()), (422, true));
    let (status, _) = m.put(&path(&musk), json!({"page_links": {"ar": "royal-oud"}})).await;
    assert_eq!(status, 200);
    // A generated slug that equals a language's slug gets a number.
    assert_eq!(m.product(json!({"name": {"ar": "royal oud"}})).await["page_link"], "royal-oud-2");
    // A slug that another product gave up is free, and then a page, no redirect.
    let (status, _) = m.put(&path(&musk), json!({"page_links": {"en": "oud-perfume"}})).await;
    assert_eq!(status, 200);
    let page = super::until(&shopper, "/en/products/oud-perfume", |p| p.status == 200).await;
    assert!(page.body.contains("مسك"));
    // Deleted and created again: its slugs are free.
    m.delete(&path(&musk), json!({})).await;
    let other = m.product(json!({"name": {"ar": "عنبر"}, "page_links": {"en": "oud-perfume"}})).await;
    assert_eq!(other["page_links"]["en"], "oud-perfume");
    // A language's slug that equals the main one is not stored.
    let same = m.product(json!({"name": {"ar": "بخور"}, "page_links": {"ar": "بخور"}})).await;
    assert_eq!(same["page_links"], json!({}));
    let (db, scope) = (shop.app.db(), m.scope());
    let at = catalog::product_by_link(db.conn(), &scope, Lang::Ar, "بخور").await.unwrap();
    assert!(matches!(at, Some(catalog::LinkTarget::Page(page)) if page.product.id == id_of(&same)));
}

/// PR-05: a slug that another product had before belongs to the product that takes it; the other's redirect is removed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_05_a_link_that_another_product_had_is_a_page_again() {
    let (shop, m) = shop().await;
    let first = m.product(json!({"name": {"ar": "أول"}})).await;
    let second = m.product(json!({"name": {"ar": "ثان"}})).await;
    m.put(&path(&first), json!({"page_link": "جديد"})).await;
    m.put(&path(&second), json!({"page_link": "أول"})).await;
    let (db, scope) = (shop.app.db(), m.scope());
    let at = async |link: &str| catalog::product_by_link(db.conn(), &scope, Lang::Ar, link).await.unwrap();
    assert!(matches!(at("أول").await, Some(catalog::LinkTarget::Page(page)) if page.product.id == id_of(&second)));
    assert!(matches!(at("ثان").await, Some(catalog::LinkTarget::Moved(to)) if to == "أول"));
    // Back again: the first may have its old slug once the second gives it up.
    m.put(&path(&second), json!({"page_link": "ثالث"})).await;
    m.put(&path(&first), json!({"page_link": "أول"})).await;
    assert!(matches!(at("أول").await, Some(catalog::LinkTarget::Page(page)) if page.product.id == id_of(&first)));
    assert!(matches!(at("جديد").await, Some(catalog::LinkTarget::Moved(to)) if to == "أول"));
}

/// PR-01: up to twelve related products by hand, in their order; without any, the store chooses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_01_related_products_are_chosen_by_hand_and_keep_their_order() {
    let (shop, m) = shop().await;
    let mut ids = Vec::new();
    for n in 0..3 {
        ids.push(m.product(json!({"name": {"ar": format!("رفيق {n}")}})).await["id"].clone());
    }
    let chosen = json!([ids[2], ids[0], ids[2]]);
    let product = m.product(json!({"name": {"ar": "أصل"}, "related_ids": chosen})).await;
    let names: Vec<_> = product["related"].as_array().unwrap().iter().map(|r| r["name"]["ar"].as_str().unwrap()).collect();
    assert_eq!(names, ["رفيق 2", "رفيق 0"]);
    let shopper = shop.shopper(&m.slug);
    let link = format!("/products/{}", product["page_link"].as_str().unwrap());
    let page = shopper.get(&link).await.body;
    let at = |name: &str| page.find(name);
    assert!(at("رفيق 2").unwrap() < at("رفيق 0").unwrap() && at("رفيق 1").is_none(), "{page}");
    for (bad, field) in [(json!([product["id"]]), "related_ids.0"), (json!(["prd_0000000000001"]), "related_ids.0")] {
        let (status, body) = m.put(&path(&product), json!({"related_ids": bad})).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{body}");
    }
    let many: Vec<String> = (1..=13).map(|n| format!("prd_{n:013}")).collect();
    assert_eq!(m.put(&path(&product), json!({"related_ids": many})).await.0, 422);
    // Deleted or hidden products are left out of the page; with none left the store chooses.
    m.delete(&format!("/products/{}", ids[2].as_str().unwrap()), json!({})).await;
    m.put(&format!("/products/{}", ids[0].as_str().unwrap()), json!({"is_published": false})).await;
    assert_eq!(m.data(&path(&product)).await["related"].as_array().unwrap().len(), 1);
    super::until(&shopper, &link, |p| p.body.contains("رفيق 1")).await;
    let stranger = shop.merchant().await;
    let (status, _) =
        stranger.post("/products", json!({"name": {"ar": "س"}, "regular_price": "1", "related_ids": [ids[1]]})).await;
    assert_eq!(status, 422, "another store's product is nobody");
}

/// PR-03: readiness over HTTP; a resolved reason disappears.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_readiness_reasons_disappear_when_resolved() {
    let (_shop, m) = shop().await;
    let product = m.product(json!({"is_published": false, "qty": 0, "short_description": {"ar": "قصير"}})).await;
    let ask = async || m.data(&format!("{}/readiness", path(&product))).await;
    let first = ask().await;
    assert_eq!(codes(&first), ["unpublished", "no_stock", "no_image", "missing_translation"]);
    assert_eq!((&first["is_for_sale"], &first["reasons"][3]["language"]), (&json!(false), &json!("en")));
    m.put(&path(&product), json!({"is_published": true, "qty": 3})).await;
    let second = ask().await;
    assert_eq!((codes(&second), &second["is_for_sale"]), (vec!["no_image", "missing_translation"], &json!(true)));
    // The only shipping method of a new store is deleted.
    let methods = m.data("/shipping-methods").await;
    let id = methods[0]["id"].as_str().unwrap();
    m.put(&format!("/shipping-methods/{id}"), json!({"is_active": false})).await;
    assert_eq!(codes(&ask().await)[0], "no_shipping");
    m.put(&path(&product), json!({"requires_shipping": false, "short_description": {"ar": "قصير", "en": "Short"}})).await;
    assert_eq!(codes(&ask().await), ["no_image"]);
    assert_eq!(m.get("/products/prd_0000000000001/readiness").await.0, 404);
    let row = m.product(json!({"name": {"ar": "بلا ترجمة", "en": ""}})).await;
    let list = m.data("/products?search=ترجمة").await;
    assert_eq!(list[0]["untranslated"], json!([{"language": "en", "field": "name"}]), "{row}");
}

/// PR-02: values have colours; a new option keeps what exists.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_02_values_have_colours_and_the_store_shows_them() {
    let (shop, m) = shop().await;
    let mut body = shirt();
    body["options"][0]["colors"] = json!({"أحمر": "#C62F2F"});
    let product = m.product(body).await;
    assert_eq!(product["options"][0]["colors"], json!({"أحمر": "#c62f2f"}));
    let page = shop.shopper(&m.slug).get(&format!("/products/{}", product["page_link"].as_str().unwrap())).await.body;
    assert!(page.contains("fill=\"#c62f2f\"") && page.contains("value=\"أحمر\""), "{page}");
    for bad in [json!({"أحمر": "red"}), json!({"أحمر": "#12345"}), json!({"أسود": "#000000"}), json!({"أحمر": "#gggggg"})]
    {
        let options =
            json!([{"name": "color", "values": ["أحمر", "أزرق"], "colors": bad}, {"name": "size", "values": ["S", "M"]}]);
        let (status, body) = m.put(&path(&product), json!({"options": options})).await;
        assert_eq!((status, body["errors"]["options.0.colors"].is_array()), (422, true), "{body}");
    }
    // A third option: existing variants get its first value and keep id, price and stock.
    let third = json!([{"name": "color", "values": ["أحمر", "أزرق"]}, {"name": "size", "values": ["S", "M"]}, {"name": "قماش", "values": ["قطن", "كتان"]}]);
    let v = |n: usize, values: [&str; 3]| json!({"id": product["variants"][n]["id"], "option_values": values});
    let variants =
        json!([v(0, ["أحمر", "S", "قطن"]), v(1, ["أزرق", "M", "قطن"]), {"option_values": ["أحمر", "S", "كتان"], "qty": 0}]);
    let (status, body) =
        m.put(&path(&product), json!({"version": product["version"], "options": third, "variants": variants})).await;
    assert_eq!(status, 200, "{body}");
    for (n, field) in [(0, "id"), (1, "id"), (0, "qty"), (1, "regular_price")] {
        assert_eq!(body["data"]["variants"][n][field], product["variants"][n][field]);
    }
}

/// GU-07: two people save one product: the second gets a conflict with the current row.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_07_two_people_save_one_product_and_the_second_sees_both() {
    let (shop, m) = shop().await;
    let colleague = m.colleague(&shop, platform::identity::Role::Manager).await;
    let product = m.product(json!({})).await;
    let (status, _) = colleague.put(&path(&product), json!({"version": product["version"], "regular_price": "120"})).await;
    assert_eq!(status, 200);
    let (status, body) = m.put(&path(&product), json!({"version": product["version"], "regular_price": "90", "qty": 4})).await;
    assert_eq!((status, body["code"].as_str()), (409, Some("stale_version")), "{body}");
    assert_eq!((&body["current"]["regular_price"], &body["current"]["qty"]), (&json!("120.00"), &json!(10)));
    assert_eq!(m.data(&path(&product)).await["regular_price"], "120.00");
}
