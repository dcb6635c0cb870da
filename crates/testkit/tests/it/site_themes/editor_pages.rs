//! The pages of the theme editor beside the front page: cart, search, text pages and wrong addresses (TH-01, TH-02); what their settings
//! hold and how shoppers see it (TH-04).

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{at, find, frame, page, setup, slugs};

const PAGES: [&str; 4] = ["cart", "search", "page", "not_found"];

async fn publish(me: &Merchant) {
    let (status, published) = me.post("/themes/one/publication", json!({})).await;
    assert_eq!(status, 200, "{published}");
}

/// As a store of the time before these pages had sections.
async fn forget_pages(shop: &TestShop, me: &Merchant) {
    let store = me.scope().store();
    for table in ["theme_sections", "theme_version_sections"] {
        let sql = format!("DELETE FROM {table} WHERE store_id = ?1 AND page IN ('cart', 'search', 'page', 'not_found')");
        shop.app.db().tx(async move |c| c.exec(&sql, db::p![store]).await).await.unwrap();
    }
}

async fn rows(shop: &TestShop, me: &Merchant, page: &str) -> i64 {
    let sql = "SELECT COUNT(*) FROM theme_sections WHERE store_id = ?1 AND page = ?2 AND deleted_at IS NULL";
    shop.app.db().conn().one(sql, db::p![me.scope().store(), page]).await.unwrap()
}

fn session(frame: &str) -> &str {
    frame.split('=').next_back().unwrap()
}

#[tokio::test]
async fn th_02_cart_search_text_pages_and_wrong_addresses_have_sections() {
    let (_shop, me, shopper) = setup().await;
    for name in PAGES {
        let own = page(&me, name).await;
        assert_eq!(slugs(&own["preSections"]), ["announcement", "header", name]);
        assert!(slugs(&own["sortableSections"]).is_empty());
    }
    let theme = me.data("/themes/one").await;
    let pages = theme["pages"].as_array().unwrap().iter().filter_map(Value::as_str).filter(|page| !page.contains('.'));
    assert_eq!(pages.collect::<Vec<_>>(), ["index", "product", "collection", "cart", "search", "page", "not_found"]);
    assert_eq!(me.get("/themes/one/checkout").await.0, 404);
    // What shoppers saw before is still what they see.
    assert!(shopper.get("/cart").await.body.contains("سلتك فارغة"));
    assert!(shopper.get("/search").await.body.contains("البحث في المتجر"));
    let missing = shopper.get("/no-such-page").await;
    assert!(missing.status == 404 && missing.body.contains("لم نجد هذه الصفحة"), "{}", missing.body);
    assert!(shopper.get("/pages/about").await.body.contains("class=\"prose\""));
}

#[tokio::test]
async fn th_03_a_page_without_rows_gets_them_with_its_first_change_and_shoppers_see_it_when_it_is_published() {
    let (shop, me, shopper) = setup().await;
    forget_pages(&shop, &me).await;
    assert!(shopper.get("/cart").await.body.contains("سلتك فارغة"));
    let cart = find(&page(&me, "cart").await["preSections"], "cart").clone();
    assert_eq!((&cart["is_new"], rows(&shop, &me, "cart").await), (&json!(false), 0));
    assert_eq!(me.data(&at(&cart)).await, cart, "the same section each time");
    assert_eq!(me.data("/themes/one").await["has_changes"], json!(false));
    // A refused change writes nothing.
    let (status, _) = shop.assert_unchanged(me.put(&at(&cart), json!({"settings": {"nothing": 1}}))).await;
    assert_eq!(status, 422);
    let (status, _) = shop.assert_unchanged(me.delete(&at(&cart), json!({}))).await;
    assert_eq!((status, rows(&shop, &me, "cart").await), (409, 0));
    let body = json!({"settings": {"empty_heading": {"ar": "لا شيء في سلتك بعد"}}, "version": cart["version"]});
    let (status, saved) = me.put(&at(&cart), body).await;
    assert_eq!((status, &saved["data"]["id"]), (200, &cart["id"]), "{saved}");
    assert_eq!(rows(&shop, &me, "cart").await, 1);
    assert!(!shopper.get("/cart").await.body.contains("لا شيء في سلتك بعد"));
    // That the page has rows is no change by itself.
    let changes = me.data("/themes/one/changes").await["changes"].clone();
    assert_eq!(changes.as_array().unwrap().len(), 1, "{changes}");
    assert_eq!((&changes[0]["kind"], &changes[0]["page"]), (&json!("changed"), &json!("cart")));
    publish(&me).await;
    assert!(shopper.get("/cart").await.body.contains("لا شيء في سلتك بعد"));
    // Back to the version without rows: exactly what it was.
    assert_eq!(me.post("/themes/one/versions/1/restore", json!({})).await.0, 200);
    assert_eq!(find(&page(&me, "cart").await["preSections"], "cart")["settings"], cart["settings"]);
    publish(&me).await;
    assert!(shopper.get("/cart").await.body.contains("سلتك فارغة"));
}

#[tokio::test]
async fn th_03_sections_are_added_sorted_and_deleted_on_a_page_without_rows() {
    let (shop, me, shopper) = setup().await;
    forget_pages(&shop, &me).await;
    let text = |words: &str| json!({"section": "rich_text", "settings": {"heading": {"ar": words}}});
    let added = me.create("/themes/one/not_found", json!({"sections": [text("جرّب هذا"), text("أو هذا")]})).await;
    assert_eq!(rows(&shop, &me, "not_found").await, 3, "its own section is written with them");
    assert_eq!(slugs(&page(&me, "not_found").await["preSections"]), ["announcement", "header", "not_found"]);
    let items = json!([{"id": added[1]["id"], "display_order": 0}, {"id": added[0]["id"], "display_order": 1}]);
    assert_eq!(me.put("/themes/one/sorting", json!({"page": "not_found", "items": items})).await.0, 200);
    publish(&me).await;
    let shown = shopper.get("/no-such-page").await;
    let place = |words: &str| shown.body.find(words).unwrap_or_else(|| panic!("{words}: {}", shown.body));
    assert!(shown.status == 404 && place("لم نجد هذه الصفحة") < place("أو هذا") && place("أو هذا") < place("جرّب هذا"));
    assert_eq!(me.delete(&at(&added[0]), json!({})).await.0, 200);
    publish(&me).await;
    assert!(!shopper.get("/no-such-page").await.body.contains("جرّب هذا"));
    let (status, refused) = me.post("/themes/one/cart", json!({"sections": [{"section": "hero"}]})).await;
    assert!(status == 422 && refused["errors"]["sections.0.section"].is_array(), "{refused}");
}

#[tokio::test]
async fn th_03_the_frame_shows_these_pages_and_their_sections_alone() {
    let (shop, me, shopper) = setup().await;
    me.product(json!({"name": {"ar": "دهن عود"}, "regular_price": "90"})).await;
    shop.drain().await;
    let front = frame(&me).await;
    let token = session(&front);
    let own = async |page_name: &str| find(&page(&me, page_name).await["preSections"], page_name).clone();
    for (name, address, status) in [
        ("cart", "/cart?example=filled&", 200),
        ("cart", "/cart?", 200),
        ("search", "/search?q=عود&", 200),
        ("not_found", "/404?", 404),
    ] {
        let id = own(name).await["id"].as_str().unwrap().to_owned();
        let whole = shopper.get(&format!("{address}editor-session={token}")).await;
        assert!(whole.status == status && whole.body.contains(&format!("<!--section {id}-->")), "{address}: {}", whole.status);
        let part = shopper.get(&format!("{address}editor-session={token}&section={id}")).await;
        assert_eq!(part.status, 200, "{address}");
        assert!(
            part.body.starts_with(&format!("<!--section {id}-->")) && !part.body.contains("<html"),
            "{address}: {}",
            part.body
        );
    }
    // The cart of the frame is an example, and shoppers have none of it.
    let filled = shopper.get(&format!("/cart?example=filled&editor-session={token}")).await.body;
    assert!(filled.contains("دهن عود") && filled.contains("name=\"quantity.1\""), "{filled}");
    assert!(!shopper.get(&format!("/cart?editor-session={token}")).await.body.contains("دهن عود"));
    assert!(!shopper.get("/cart?example=filled").await.body.contains("دهن عود"));
}

#[tokio::test]
async fn th_04_a_look_is_tried_in_the_frame_and_nowhere_else() {
    let (shop, me, shopper) = setup().await;
    let looks = find(&me.data("/themes/one/section-options").await, "look")["presets"].clone();
    let coast = find_look(&looks, "coast");
    assert!(
        looks.as_array().unwrap().len() >= 3 && coast["settings"]["fonts"] == "plex",
        "with what it leaves as it begins: {looks}"
    );
    assert!(coast["settings"].get("after_add").is_none(), "what no look names is not a look's to change: {coast}");
    assert_eq!(find(&me.data("/themes/one/section-options").await, "hero")["presets"][0]["settings"], Value::Null);
    let front = frame(&me).await;
    let primary = coast["settings"]["primary"].as_str().unwrap();
    let tokens = shop.assert_unchanged(shopper.get(&format!("{front}&section=tokens&look=coast"))).await;
    assert!(tokens.status == 200 && tokens.body.contains(&format!("--primary:{primary};")), "{}", tokens.body);
    assert!(tokens.body.starts_with("<style>") && !tokens.body.contains("<html"));
    assert!(!shopper.get(&format!("{front}&section=tokens")).await.body.contains(primary));
    assert_eq!(shopper.get(&format!("{front}&section=tokens&look=none")).await.status, 404);
    // Taken as it was told, in one change.
    let look = find(&page(&me, "index").await["settingSections"], "look").clone();
    let (status, saved) = me.put(&at(&look), json!({"settings": coast["settings"]})).await;
    assert_eq!((status, &saved["data"]["settings"]["primary"]), (200, &coast["settings"]["primary"]), "{saved}");
    assert!(shopper.get(&format!("{front}&section=tokens")).await.body.contains(primary));
    for (setting, value) in
        [("text_size", json!("3")), ("text_size", json!(1)), ("fonts", json!("comic")), ("primary", json!("red"))]
    {
        let (status, refused) = shop.assert_unchanged(me.put(&at(&look), json!({"settings": {setting: value}}))).await;
        assert!(status == 422 && refused["errors"][format!("settings.{setting}")].is_array(), "{setting}: {refused}");
    }
    let (_, saved) = me.put(&at(&look), json!({"settings": {"text_size": "1.10"}})).await;
    assert_eq!(saved["data"]["settings"]["text_size"], "1.1");
    publish(&me).await;
    assert!(shopper.get("/").await.body.contains("--text:1.1;"));
}

fn find_look<'v>(looks: &'v Value, id: &str) -> &'v Value {
    looks.as_array().unwrap().iter().find(|look| look["id"] == id).unwrap()
}

#[tokio::test]
async fn th_04_a_link_follows_what_it_names_and_is_left_out_when_that_is_gone() {
    let (shop, me, shopper) = setup().await;
    let other = shop.merchant().await;
    let foreign = other.product(json!({"name": {"ar": "عطر"}, "regular_price": "90"})).await;
    let product = me.product(json!({"name": {"ar": "مسك"}, "regular_price": "40"})).await;
    let cart = find(&page(&me, "cart").await["preSections"], "cart").clone();
    for link in [foreign["id"].clone(), json!("prd_0000000000001"), json!("pag_0000000000001"), json!("javascript:alert(1)")] {
        let (status, refused) = shop.assert_unchanged(me.put(&at(&cart), json!({"settings": {"empty_link": link}}))).await;
        assert!(status == 422 && refused["errors"]["settings.empty_link"].is_array(), "{link}: {refused}");
    }
    let (status, saved) = me.put(&at(&cart), json!({"settings": {"empty_link": product["id"]}})).await;
    assert_eq!((status, &saved["data"]["settings"]["empty_link"]), (200, &product["id"]), "{saved}");
    publish(&me).await;
    let shown = shopper.get("/cart").await.body;
    let button = "<a class=\"btn\" href=\"/products/";
    assert!(shown.contains(button), "{shown}");
    let id = product["id"].as_str().unwrap();
    assert_eq!(me.delete(&format!("/products/{id}"), json!({})).await.0, 200);
    assert!(!shopper.get("/cart").await.body.contains(button), "its target is gone");
    // It stays as it was written until the merchant chooses another.
    assert_eq!(me.put(&at(&cart), json!({"settings": {"heading": {"ar": "سلتي"}}})).await.0, 200);
}

#[tokio::test]
async fn th_04_the_point_of_a_picture_stays_in_sight() {
    let (shop, me, shopper) = setup().await;
    let other = shop.merchant().await;
    let bytes = || crate::media::picture(60, 40, image::ImageFormat::Png);
    let (picture, foreign) = (crate::media::upload(&me, bytes()).await, crate::media::upload(&other, bytes()).await);
    let hero = find(&page(&me, "index").await["sortableSections"], "hero").clone();
    let id = &picture["id"];
    for image in [
        json!({"id": foreign["id"], "x": 20, "y": 80}),
        json!({"id": id, "x": 101, "y": 0}),
        json!({"id": id, "x": 1.5, "y": 0}),
        json!({"id": id, "x": 1}),
        json!({"id": id, "x": 1, "y": 1, "z": 1}),
    ] {
        let (status, refused) = shop.assert_unchanged(me.put(&at(&hero), json!({"settings": {"image": image}}))).await;
        assert!(status == 422 && refused["errors"]["settings.image"].is_array(), "{image}: {refused}");
    }
    let body = json!({"settings": {"image": {"id": id, "x": 20, "y": 80}}});
    assert_eq!(me.put(&at(&hero), body.clone()).await.1["data"]["settings"]["image"], body["settings"]["image"]);
    publish(&me).await;
    let shown = shopper.get("/").await.body;
    assert!(shown.contains("class=\"fx-25 fy-75\"") && !shown.contains("style=\""), "{shown}");
    // The middle goes without saying.
    let (_, saved) = me.put(&at(&hero), json!({"settings": {"image": {"id": id, "x": 50, "y": 50}}})).await;
    assert_eq!(saved["data"]["settings"]["image"], *id);
}

#[tokio::test]
async fn th_04_settings_of_these_pages_are_seen_in_both_languages() {
    let (_shop, me, shopper) = setup().await;
    me.product(json!({"name": {"ar": "دهن عود", "en": "Oud oil"}, "regular_price": "90"})).await;
    let own = async |name: &str| find(&page(&me, name).await["preSections"], name).clone();
    let set = async |name: &str, settings: Value| {
        let (status, saved) = me.put(&at(&own(name).await), json!({ "settings": settings })).await;
        assert_eq!(status, 200, "{saved}");
    };
    set("not_found", json!({"heading": {"ar": "ضاع الرابط", "en": "Lost link"}, "show_search": false, "show_suggestions": true}))
        .await;
    set("search", json!({"show_categories": false, "none_text": {"ar": "لم نجد شيئًا", "en": "Nothing"}, "columns": 3})).await;
    set("page", json!({"show_breadcrumb": false, "width": "wide"})).await;
    publish(&me).await;
    let missing = shopper.get("/no-such-page").await.body;
    assert!(missing.contains("ضاع الرابط") && missing.contains("دهن عود") && !missing.contains("id=\"q\""), "{missing}");
    assert!(shopper.get("/en/no-such-page").await.body.contains("Lost link"));
    assert!(shopper.get("/search?q=zzzzzz").await.body.contains("لم نجد شيئًا"));
    assert!(shopper.get("/search?q=عود").await.body.contains("cols-3"));
    let text = shopper.get("/pages/about").await.body;
    assert!(text.contains("prose prose--wide") && !text.contains("class=\"crumbs\""), "{text}");
}
