//! Themes (TH-01 to TH-04): drafts, versions, previews, and what shoppers see of them.

mod archives;
mod choosing;
mod editor_pages;
mod fonts;
mod links;
mod looks;
mod pictures;
mod previews;
mod product_blocks;
mod sections;
mod strangers;
mod templates;
mod text_videos;
mod versions;

use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, Shopper, TestShop};

async fn setup() -> (TestShop, Merchant, Shopper) {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let shopper = shop.shopper(&me.slug);
    (shop, me, shopper)
}

async fn page(me: &Merchant, page: &str) -> Value {
    me.data(&format!("/themes/one/{page}")).await
}

fn slugs(sections: &Value) -> Vec<&str> {
    sections.as_array().unwrap().iter().map(|s| s["slug"].as_str().unwrap()).collect()
}

fn find<'v>(sections: &'v Value, slug: &str) -> &'v Value {
    sections.as_array().unwrap().iter().find(|s| s["slug"] == slug).unwrap()
}

/// The path of a section's call.
fn at(section: &Value) -> String {
    format!("/themes/one/sections/{}", section["id"].as_str().unwrap())
}

/// The path of the front page in an editor's frame.
async fn frame(me: &Merchant) -> String {
    let preview = me.create("/themes/one/previews", json!({"kind": "editor"})).await;
    format!("/?editor-session={}", preview["session"].as_str().unwrap())
}

async fn write_heading(me: &Merchant, text: &str) -> Value {
    let index = page(me, "index").await;
    let hero = find(&index["sortableSections"], "hero");
    let (status, saved) = me.put(&at(hero), json!({"settings": {"heading": {"ar": text}}})).await;
    assert_eq!(status, 200, "{saved}");
    saved["data"].clone()
}

#[tokio::test]
async fn th_02_a_page_has_its_sections_by_zone() {
    let (_shop, me, _shopper) = setup().await;
    let index = page(&me, "index").await;
    assert_eq!(slugs(&index["settingSections"]), ["look"]);
    assert_eq!(slugs(&index["preSections"]), ["announcement", "header"]);
    assert_eq!(slugs(&index["sortableSections"]), ["hero", "categories", "featured", "featured"]);
    assert_eq!(slugs(&index["postSections"]), ["footer"]);
    assert_eq!(slugs(&page(&me, "product").await["sortableSections"]), ["related"]);
    assert_eq!(slugs(&page(&me, "product").await["preSections"]), ["announcement", "header", "product"]);
    let hero = find(&index["sortableSections"], "hero");
    let own = me.data(&at(hero)).await;
    assert_eq!((&own, own["is_new"].as_bool()), (hero, Some(false)));
    let options = me.data("/themes/one/section-options").await;
    let featured = find(&options, "featured");
    assert!(featured["settings"].as_array().unwrap().iter().any(|s| s["id"] == "limit" && s["type"] == "range"), "{featured}");
    assert_eq!(me.get("/themes/none/index").await.0, 404);
    assert_eq!(me.get("/themes/one/checkout").await.0, 404);
}

#[tokio::test]
async fn th_03_shoppers_see_a_change_when_it_is_published_and_the_frame_sees_it_at_once() {
    let (_shop, me, shopper) = setup().await;
    let frame = frame(&me).await;
    assert!(!me.data("/themes/one").await["has_changes"].as_bool().unwrap());
    let saved = write_heading(&me, "عروض العيد").await;
    assert_eq!(saved["settings"]["heading"]["ar"], "عروض العيد");
    assert!(me.data("/themes/one").await["has_changes"].as_bool().unwrap());
    assert!(!shopper.get("/").await.body.contains("عروض العيد"));
    let draft = shopper.get(&frame).await;
    assert!(draft.body.contains("عروض العيد") && draft.body.contains("editor.js"), "{}", draft.body);
    let header = |name: &str| draft.headers[name].to_str().unwrap().to_owned();
    assert_eq!((header("cache-control").as_str(), header("x-robots-tag").as_str()), ("private, no-store", "noindex"));
    // One section alone, with its marks.
    let id = saved["id"].as_str().unwrap();
    let part = shopper.get(&format!("{frame}&section={id}")).await.body;
    assert!(
        part.starts_with(&format!("<!--section {id}-->")) && part.contains("عروض العيد") && !part.contains("<html"),
        "{part}"
    );

    let changes = me.data("/themes/one/changes").await;
    assert_eq!(changes["changes"][0]["kind"], "changed");
    assert_eq!(changes["changes"][0]["settings"].as_array().unwrap().len(), 1);
    let body = json!({"note": "العيد", "draft_version": changes["draft_version"]});
    let (status, published) = me.post("/themes/one/publication", body).await;
    assert_eq!((status, &published["data"]["has_changes"]), (200, &json!(false)), "{published}");
    let shown = shopper.get("/").await.body;
    assert!(shown.contains("عروض العيد") && !shown.contains("<!--section") && !shown.contains("editor.js"), "{shown}");
    let versions = me.data("/themes/one/versions").await;
    assert_eq!((versions[0]["number"].as_i64(), &versions[0]["note"]), (Some(2), &json!("العيد")));
    assert_eq!((&versions[0]["is_published"], &versions[1]["is_published"]), (&json!(true), &json!(false)));
    assert!(versions[0]["created_by"].is_string());
    let (status, again) = me.post("/themes/one/publication", json!({})).await;
    assert_eq!((status, &again["code"]), (409, &json!("nothing_to_publish")));
}

#[tokio::test]
async fn th_03_sections_are_added_moved_hidden_deleted_and_restored() {
    let (_shop, me, shopper) = setup().await;
    let index = page(&me, "index").await;
    let categories = find(&index["sortableSections"], "categories");
    let body =
        json!({"sections": [{"section": "rich_text", "before": categories["id"], "settings": {"heading": {"ar": "قصتنا"}}}]});
    let added = me.create("/themes/one/index", body).await[0].clone();
    assert_eq!((&added["is_new"], &added["settings"]["heading"]["ar"]), (&json!(true), &json!("قصتنا")));
    let order = async || slugs(&page(&me, "index").await["sortableSections"]).into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(order().await, ["hero", "rich_text", "categories", "featured", "featured"]);
    assert_eq!(me.put(&at(&added), json!({"display_order_change": 2})).await.0, 200);
    assert_eq!(order().await, ["hero", "categories", "featured", "rich_text", "featured"]);
    assert_eq!(me.put(&at(&added), json!({"display_order_change": -99})).await.0, 200);
    assert_eq!(order().await[0], "rich_text");
    // Deleted, and restored to its place among what was sorted meanwhile.
    assert_eq!(me.delete(&at(&added), json!({})).await.0, 200);
    assert_eq!(me.get(&at(&added)).await.0, 404);
    assert_eq!(order().await, ["hero", "categories", "featured", "featured"]);
    let (status, back) = me.post(&format!("{}/restore", at(&added)), json!({})).await;
    assert_eq!((status, &back["data"]["settings"]), (200, &added["settings"]), "{back}");
    assert_eq!(order().await, ["rich_text", "hero", "categories", "featured", "featured"]);
    // A whole order.
    let sections = page(&me, "index").await["sortableSections"].as_array().unwrap().clone();
    let items: Vec<Value> = sections.iter().rev().zip(0..).map(|(s, n)| json!({"id": s["id"], "display_order": n})).collect();
    let (status, _) = me.put("/themes/one/sorting", json!({"page": "index", "items": items})).await;
    assert_eq!((status, order().await.last().unwrap().as_str()), (200, "rich_text"));
    let (status, refused) = me.put("/themes/one/sorting", json!({"page": "index", "items": items[1..]})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("other_sections")));
    // Hidden ones stay in the editor and leave the page.
    assert_eq!(me.put(&at(&added), json!({"is_active": false})).await.0, 200);
    let frame = frame(&me).await;
    assert!(!shopper.get(&frame).await.body.contains("قصتنا"));
    let kinds: Vec<Value> =
        me.data("/themes/one/changes").await["changes"].as_array().unwrap().iter().map(|c| c["kind"].clone()).collect();
    assert!(kinds.contains(&json!("added")) && kinds.contains(&json!("moved")), "{kinds:?}");
}

#[tokio::test]
async fn th_03_fixed_sections_stay_and_a_page_has_its_bounds() {
    let (shop, me, _shopper) = setup().await;
    let index = page(&me, "index").await;
    let header = find(&index["preSections"], "header");
    let (status, refused) = shop.assert_unchanged(me.delete(&at(header), json!({}))).await;
    assert_eq!((status, &refused["code"]), (409, &json!("fixed_section")));
    let (status, _) = shop.assert_unchanged(me.put(&at(header), json!({"display_order_change": 1}))).await;
    assert_eq!(status, 422);
    let add = |kind: &str| json!({"sections": [{"section": kind}]});
    for (kind, path) in [("header", "sections.0.section"), ("none", "sections.0.section")] {
        let (status, refused) = shop.assert_unchanged(me.post("/themes/one/index", add(kind))).await;
        assert!(status == 422 && refused["errors"][path].is_array(), "{kind}: {refused}");
    }
    let long = "كلمة ".repeat(3_500);
    let large = json!({"sections": [{"section": "rich_text", "settings": {"text": {"ar": format!("<p>{long}</p>")}}}]});
    let mut statuses = Vec::new();
    for _ in 0..12 {
        statuses.push(me.post("/themes/one/index", large.clone()).await.0);
    }
    assert!(statuses.contains(&409) && statuses[0] == 201, "{statuses:?}");
}

#[tokio::test]
async fn th_04_settings_are_checked_by_their_schema_and_nothing_is_saved() {
    let (shop, me, _shopper) = setup().await;
    let other = shop.merchant().await;
    let foreign = crate::media::upload(&other, crate::media::picture(40, 40, image::ImageFormat::Png)).await;
    let index = page(&me, "index").await;
    let (hero, featured) = (find(&index["sortableSections"], "hero"), find(&index["sortableSections"], "featured"));
    let bar = find(&index["preSections"], "announcement");
    let blocks = |url: &str| json!([{"id": "b1", "type": "announcement", "is_active": true, "settings": {"url": url}}]);
    let attempts = [
        (hero, json!({"settings": {"nothing": 1}}), "settings.nothing"),
        (hero, json!({"settings": {"url": "javascript:alert(1)"}}), "settings.url"),
        (hero, json!({"settings": {"image": foreign["id"]}}), "settings.image"),
        (hero, json!({"settings": {"heading": {"ar": "أ\u{202e}ب"}}}), "settings.heading.ar"),
        (featured, json!({"settings": {"limit": 1_000}}), "settings.limit"),
        (featured, json!({"settings": {"products": ["prd_0000000000001"]}}), "settings.products.0"),
        (featured, json!({"settings": {"category": "cat_0000000000001"}}), "settings.category"),
        (hero, json!({"blocks": [{"id": "b1", "type": "x", "is_active": true, "settings": {}}]}), "blocks"),
        (bar, json!({"blocks": blocks("//evil.example")}), "blocks.0.settings.url"),
        (hero, json!({"name": {"ar": ""}}), "name"),
    ];
    for (section, body, path) in attempts {
        let (status, refused) = shop.assert_unchanged(me.put(&at(section), body.clone())).await;
        assert!(status == 422 && refused["errors"][path].is_array(), "{body}: {status} {refused}");
    }
    // A script in a text is taken out of it.
    let body =
        json!({"sections": [{"section": "rich_text", "settings": {"text": {"ar": "<p>نص<script>alert(1)</script></p>"}}}]});
    let added = me.create("/themes/one/index", body).await[0].clone();
    assert_eq!(added["settings"]["text"]["ar"], "<p>نص</p>");
}

#[tokio::test]
async fn th_03_a_stale_change_is_refused_with_the_section_as_it_is_now() {
    let (shop, me, _shopper) = setup().await;
    let colleague = me.colleague(&shop, Role::Manager).await;
    let first = write_heading(&me, "أ").await;
    let second = write_heading(&colleague, "ب").await;
    assert!(second["version"].as_i64() > first["version"].as_i64());
    let body = json!({"settings": {"heading": {"ar": "ج"}}, "version": first["version"]});
    let (status, refused) = shop.assert_unchanged(me.put(&at(&first), body)).await;
    assert_eq!((status, &refused["current"]["settings"]["heading"]["ar"]), (409, &json!("ب")), "{refused}");
    // What is published meanwhile is what was reviewed.
    let (status, refused) = me.post("/themes/one/publication", json!({"draft_version": 1})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("draft_changed")));
}

/// ST-09: an announcement is shown from its beginning to its end, in the store's time zone, though nothing is written then.
#[tokio::test]
async fn st_09_an_announcement_has_its_time() {
    let (shop, me, shopper) = setup().await;
    let riyadh = |minutes: i64| {
        let at = shop.app.env().now().0 + minutes * kernel::Millis::MINUTE + 3 * kernel::Millis::HOUR;
        kernel::Millis(at).rfc3339()[..16].to_owned()
    };
    let block = |id: &str, text: &str, settings: Value| {
        let mut settings = settings;
        settings["text"] = json!({"ar": text});
        json!({"id": id, "type": "announcement", "is_active": true, "settings": settings})
    };
    let blocks = json!([
        block("a", "دائم", json!({})),
        block("b", "قادم", json!({"starts_at": riyadh(20)})),
        block("c", "راحل", json!({"ends_at": riyadh(5)})),
    ]);
    let index = page(&me, "index").await;
    let bar = find(&index["preSections"], "announcement");
    let (status, saved) = me.put(&at(bar), json!({"blocks": blocks})).await;
    assert_eq!(status, 200, "{saved}");
    assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    let shown = async || {
        let body = shopper.get("/").await.body;
        ["دائم", "قادم", "راحل"].map(|text| body.contains(text))
    };
    assert_eq!(shown().await, [true, false, true]);
    shop.advance(6 * kernel::Millis::MINUTE);
    assert_eq!(shown().await, [true, false, false]);
    shop.advance(15 * kernel::Millis::MINUTE);
    assert_eq!(shown().await, [true, true, false]);
    // The editor shows them all.
    let frame = shopper.get(&frame(&me).await).await.body;
    assert!(["دائم", "قادم", "راحل"].iter().all(|text| frame.contains(text)));
    let wrong = json!({"blocks": [block("a", "x", json!({"ends_at": "2026-13-01T00:00"}))]});
    let (status, refused) = me.put(&at(bar), wrong).await;
    assert!(status == 422 && refused["errors"]["blocks.0.settings.ends_at"].is_array(), "{refused}");
}

/// Three changes of one version at once: one is taken, and none is lost behind an answer that says it was.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_03_of_changes_at_once_one_is_taken() {
    let (_shop, me, _shopper) = setup().await;
    for _ in 0..5 {
        let index = page(&me, "index").await;
        let hero = find(&index["sortableSections"], "hero").clone();
        let path = at(&hero);
        let change = |key: &str| {
            let text = json!({"ar": format!("{key} {}", hero["version"])});
            me.put(&path, json!({"settings": {key: text}, "version": hero["version"]}))
        };
        let (a, b, c) = tokio::join!(change("heading"), change("text"), change("button"));
        let mut statuses = [a.0, b.0, c.0];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409]);
    }
    // So with what a page may hold.
    let add = || me.post("/themes/one/index", json!({"sections": [{"section": "faq"}]}));
    let all = futures_util::future::join_all((0..14).map(|_| add())).await;
    let most = find(&me.data("/themes/one/section-options").await, "faq")["most"].as_u64().unwrap();
    let taken = all.iter().filter(|(status, _)| *status == 201).count();
    assert_eq!(u64::try_from(taken).unwrap(), most);
}

#[tokio::test]
async fn th_03_a_deleted_section_comes_back_only_where_there_is_room() {
    let (_shop, me, _shopper) = setup().await;
    let product = page(&me, "product").await;
    let related = find(&product["sortableSections"], "related").clone();
    assert_eq!(me.delete(&at(&related), json!({})).await.0, 200);
    let (status, _) = me.post("/themes/one/product", json!({"sections": [{"section": "related"}]})).await;
    assert_eq!(status, 201);
    let (status, refused) = me.post(&format!("{}/restore", at(&related)), json!({})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("too_many_sections")));
    let (status, _) = me.put("/themes/one/sorting", json!({"page": "all", "items": []})).await;
    assert_eq!(status, 422);
}
