//! Alternate templates: products, categories and pages of text in another template of the theme (TH-01, TH-02, PR-01, ST-08, decision 0081).

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::archives::{files, packed, send, with};
use super::{at, find, frame, page, setup, slugs};

/// What the section of a product has in the template for gifts.
const STAGE: &str = "product--stage";
const GIFT: &str = "أرسلها هدية";

async fn publish(me: &Merchant, theme: &str) {
    let (status, published) = me.post(&format!("/themes/{theme}/publication"), json!({})).await;
    assert_eq!(status, 200, "{published}");
}

async fn product(me: &Merchant, template: Value) -> String {
    let created = me.product(json!({"page_link": "lamp", "template": template})).await;
    created["id"].as_str().unwrap().to_owned()
}

async fn set(me: &Merchant, path: &str, template: Value) {
    let (status, saved) = me.put(path, json!({ "template": template })).await;
    assert_eq!((status, &saved["data"]["template"]), (200, &template), "{saved}");
}

async fn journal(shop: &TestShop, me: &Merchant, subject: &str) -> i64 {
    let sql = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND subject = ?2 AND after LIKE '%\"template\":\"%'";
    shop.app.db().conn().one(sql, db::p![me.scope().store(), subject]).await.unwrap()
}

#[tokio::test]
async fn pr_01_a_product_is_shown_in_the_template_that_it_names_as_soon_as_it_does() {
    let (shop, me, shopper) = setup().await;
    let id = product(&me, Value::Null).await;
    let path = format!("/products/{id}");
    let plain = shopper.get("/products/lamp").await.body;
    assert!(!plain.contains(STAGE) && !plain.contains(GIFT), "{plain}");
    set(&me, &path, json!("gift")).await;
    let shown = shopper.get("/products/lamp").await.body;
    assert!(shown.contains(STAGE) && shown.contains(GIFT), "{shown}");
    assert!(shopper.get("/en/products/lamp").await.body.contains("Send it as a gift"));
    assert!(journal(&shop, &me, "product").await >= 1);
    // A theme may lose it: the name stays, and the plain template shows the product.
    set(&me, &path, json!("no-such")).await;
    let shown = shopper.get("/products/lamp").await;
    assert!(shown.status == 200 && !shown.body.contains(STAGE), "{}", shown.body);
    set(&me, &path, json!("gift")).await;
    let copy = me.create(&format!("{path}/duplicate"), json!({})).await;
    assert_eq!(copy["template"], "gift");
    for wrong in ["Gift", "هدية", "a b", "../gift", "x".repeat(41).as_str()] {
        let (status, refused) = shop.assert_unchanged(me.put(&path, json!({ "template": wrong }))).await;
        assert_eq!(status, 422, "{wrong}");
        assert!(refused["errors"]["template"][0].as_str().unwrap().contains("قالب العرض"), "{refused}");
    }
    let (status, cleared) = me.put(&path, json!({"template": " "})).await;
    assert_eq!((status, &cleared["data"]["template"]), (200, &Value::Null), "{cleared}");
    assert!(!shopper.get("/products/lamp").await.body.contains(STAGE));
}

#[tokio::test]
async fn th_01_categories_and_pages_of_text_have_templates_too() {
    let (shop, me, shopper) = setup().await;
    let category = me.create("/categories", json!({"name": {"ar": "هدايا"}, "slug": "gifts"})).await;
    let path = format!("/categories/{}", category["id"].as_str().unwrap());
    assert_eq!(category["template"], Value::Null);
    assert!(shopper.get("/collections/gifts").await.body.contains("coll__head\"><h1>"));
    set(&me, &path, json!("banner")).await;
    let shown = shopper.get("/collections/gifts").await.body;
    assert!(shown.contains("class=\"cover ") && shown.matches("<h1").count() == 1, "{shown}");
    assert!(!shopper.get("/collections").await.body.contains("class=\"cover "), "the list of all products has no template");
    assert_eq!(me.put(&path, json!({"template": "UP"})).await.0, 422);
    // A deletion that is undone brings it back.
    let (status, deleted) = me.delete(&path, json!({})).await;
    assert_eq!(status, 200, "{deleted}");
    let undo = format!("/categories/removals/{}/undo", deleted["data"]["removal"].as_str().unwrap());
    assert_eq!(me.post(&undo, json!({})).await.0, 200);
    assert_eq!(me.data(&path).await["template"], "banner");

    let about = me.create("/pages", json!({"title": {"ar": "تواصل"}, "slugs": {"ar": "contact"}})).await;
    let path = format!("/pages/{}", about["id"].as_str().unwrap());
    assert_eq!(me.put("/settings/store_email", json!({"value": "hello@example.com"})).await.0, 200);
    assert!(!shopper.get("/pages/contact").await.body.contains("reach__ways"));
    set(&me, &path, json!("contact")).await;
    let shown = shopper.get("/pages/contact").await.body;
    assert!(shown.contains("reach__ways") && shown.contains("mailto:hello@example.com"), "{shown}");
    assert_eq!(me.put(&path, json!({"template": "x y"})).await.0, 422);
    assert!(journal(&shop, &me, "category").await >= 1 && journal(&shop, &me, "page").await >= 1);
}

#[tokio::test]
async fn th_02_a_template_is_edited_published_and_compared_as_any_page() {
    let (shop, me, shopper) = setup().await;
    product(&me, json!("gift")).await;
    let theme = me.data("/themes/one").await;
    let pages: Vec<&str> = theme["pages"].as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
    let product_at = pages.iter().position(|p| *p == "product").unwrap();
    assert_eq!(pages[product_at + 1], "product.gift", "behind its page");
    let named = theme["templates"].as_array().unwrap().iter().find(|t| t["page"] == "product.gift").unwrap();
    assert_eq!((&named["of"], &named["id"], &named["name"]["ar"]), (&json!("product"), &json!("gift"), &json!("هدية")));
    assert_eq!(me.data("/page-templates").await, theme["templates"]);

    let sql = "SELECT COUNT(*) FROM theme_sections WHERE store_id = ?1 AND page LIKE 'product.%'";
    let rows = async || shop.app.db().conn().one::<i64>(sql, db::p![me.scope().store()]).await.unwrap();
    assert_eq!(rows().await, 0, "it has rows from its first change on");
    let gift = page(&me, "product.gift").await;
    assert_eq!(slugs(&gift["preSections"]), ["announcement", "header", "product"]);
    assert_eq!(slugs(&gift["sortableSections"]), ["multi_column", "related"]);
    let steps = find(&gift["sortableSections"], "multi_column");
    let (status, saved) = me.put(&at(steps), json!({"settings": {"heading": {"ar": "لمن تحب"}}})).await;
    assert_eq!(status, 200, "{saved}");
    assert!(rows().await > 0);
    let added = json!({"sections": [{"section": "faq"}]});
    me.create("/themes/one/product.gift", added.clone()).await;
    assert!(!shopper.get("/products/lamp").await.body.contains("لمن تحب"));
    let changes = me.data("/themes/one/changes").await;
    let of_gift = |change: &Value| change["page"] == "product.gift";
    assert!(changes["changes"].as_array().unwrap().iter().all(of_gift) && changes["changes"].as_array().unwrap().len() == 2);
    publish(&me, "one").await;
    let shown = shopper.get("/products/lamp").await.body;
    assert!(shown.contains("لمن تحب") && !shown.contains(GIFT), "{shown}");
    // The plain template is another page.
    assert_eq!(slugs(&page(&me, "product").await["sortableSections"]), ["related"]);
    assert_eq!(me.post("/themes/one/versions/1/restore", json!({})).await.0, 200);
    assert!(page(&me, "product.gift").await.to_string().contains(GIFT), "as the theme has it");
    publish(&me, "one").await;
    assert!(shopper.get("/products/lamp").await.body.contains(GIFT));

    // What it may hold is what its page may hold.
    let hero = json!({"sections": [{"section": "hero"}]});
    let (status, refused) = shop.assert_unchanged(me.post("/themes/one/product.gift", hero)).await;
    assert_eq!(status, 422, "{refused}");
    for unknown in ["product.none", "product.", "cart.gift", ".gift", "product.gift.gift"] {
        assert_eq!(me.get(&format!("/themes/one/{unknown}")).await.0, 404, "{unknown}");
        assert_eq!(me.post(&format!("/themes/one/{unknown}"), added.clone()).await.0, 404, "{unknown}");
    }
    let order = json!({"page": "product.none", "items": []});
    assert_eq!(me.put("/themes/one/sorting", order).await.0, 422);
}

#[tokio::test]
async fn th_03_the_editors_frame_shows_any_product_in_a_template_and_nobody_else_does() {
    let (_shop, me, shopper) = setup().await;
    product(&me, Value::Null).await;
    let frame = frame(&me).await;
    let session = frame.split('=').next_back().unwrap();
    let preview = shopper.get(&format!("/products/lamp?template=gift&editor-session={session}")).await.body;
    assert!(preview.contains(STAGE) && preview.contains(GIFT), "{preview}");
    let steps = page(&me, "product.gift").await["sortableSections"][0]["id"].as_str().unwrap().to_owned();
    let part = shopper.get(&format!("/products/lamp?template=gift&editor-session={session}&section={steps}")).await.body;
    assert!(part.starts_with(&format!("<!--section {steps}-->")), "{part}");
    for other in ["/products/lamp?template=gift", &format!("/products/lamp?template=nothing&editor-session={session}")] {
        let page = shopper.get(other).await;
        let page = if page.status == 200 { page } else { shopper.get(page.location()).await };
        assert!(page.status == 200 && !page.body.contains(STAGE), "{other}");
    }
}

#[tokio::test]
async fn th_05_another_theme_takes_over_what_it_has_and_shows_the_rest_in_its_plain_template() {
    let (_shop, me, shopper) = setup().await;
    let id = product(&me, json!("compact")).await;
    for (name, kind) in [("product.gift", "faq"), ("product.compact", "newsletter")] {
        me.create(&format!("/themes/one/{name}"), json!({"sections": [{ "section": kind }]})).await;
    }
    publish(&me, "one").await;
    assert!(shopper.get("/products/lamp").await.body.contains("product--compact"));
    let (status, installed) = me.post("/themes", json!({"theme": "three"})).await;
    assert_eq!(status, 200, "{installed}");
    assert!(!installed["data"]["left_out"].as_array().unwrap().is_empty(), "three has no compact template: {installed}");
    let gift = me.data("/themes/three/product.gift").await;
    assert_eq!(slugs(&gift["sortableSections"]), ["multi_column", "related", "faq"]);
    assert_eq!(me.get("/themes/three/product.compact").await.0, 404);
    assert_eq!(me.put("/themes/three/live", json!({})).await.0, 200);
    let shown = shopper.get("/products/lamp").await;
    assert!(shown.status == 200 && !shown.body.contains("product--compact"), "{}", shown.body);
    assert_eq!(me.data(&format!("/products/{id}")).await["template"], "compact", "the product still names it");
    let of_three = me.data("/page-templates").await;
    assert!(of_three.as_array().unwrap().iter().any(|t| t["page"] == "product.landing"), "{of_three}");
    // Back: nothing is lost.
    assert_eq!(me.put("/themes/one/live", json!({})).await.0, 200);
    let shown = shopper.get("/products/lamp").await.body;
    assert!(shown.contains("product--compact") && shown.contains("class=\"signup"), "{shown}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_an_uploaded_theme_brings_templates_of_its_own() {
    let (_shop, me, shopper) = setup().await;
    product(&me, json!("story")).await;
    let base: Value = serde_json::from_slice(include_bytes!("../../../../../themes/one/theme.json")).unwrap();
    let mut own: Value = serde_json::from_slice(&files("mine", "")[0].1).unwrap();
    let mut defaults = base["defaults"].as_array().unwrap().clone();
    defaults.retain(|default| !default["page"].as_str().unwrap().contains('.'));
    own["defaults"] = json!(defaults);
    own["templates"] = json!([{"page": "product", "id": "story", "name": {"ar": "قصة", "en": "Story"}}]);
    let upload = async |manifest: &Value| {
        send(&me, packed(&with(files("mine", ".a{color:red}"), "theme.json", &manifest.to_string()))).await
    };
    let refused = upload(&own).await;
    assert!(refused.status == 422 && refused.text().contains("product.story"), "{}", refused.text());
    defaults.push(json!({"page": "product.story", "zone": "pre", "section": "product", "preset": "landing"}));
    own["defaults"] = json!(defaults);
    let taken = upload(&own).await;
    assert_eq!(taken.status, 201, "{}", taken.text());
    let theme = me.data("/themes/mine").await;
    assert_eq!(theme["templates"].as_array().unwrap().len(), 1, "{theme}");
    assert_eq!(me.put("/themes/mine/live", json!({})).await.0, 200);
    assert!(shopper.get("/products/lamp").await.body.contains(STAGE));
    assert_eq!(me.data("/page-templates").await[0]["id"], "story");
}
