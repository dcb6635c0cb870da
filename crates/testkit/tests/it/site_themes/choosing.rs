//! Another theme: looked at, installed, shown to shoppers (TH-05).

use serde_json::json;

use super::{find, page, setup, slugs, write_heading};

#[tokio::test]
async fn th_05_another_theme_is_filled_with_the_stores_content_and_shown_when_it_is_chosen() {
    let (shop, me, shopper) = setup().await;
    let options = me.data("/theme-options").await;
    let other = options.as_array().unwrap().iter().find(|t| t["is_installed"] == false).expect("a second theme").clone();
    let theme = other["theme"].as_str().unwrap();
    write_heading(&me, "عروض العيد").await;
    assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    write_heading(&me, "مسودة").await;
    let story = json!({"sections": [{"section": "rich_text", "settings": {"heading": {"ar": "قصتنا"}}}]});
    me.create("/themes/one/index", story).await;
    let before = page(&me, "index").await;
    let (status, installed) = me.post("/themes", json!({"theme": theme})).await;
    assert_eq!((status, &installed["data"]["theme"]["is_live"]), (200, &json!(false)), "{installed}");
    // What is published is carried over, drafts are not; shoppers and the other theme notice nothing.
    let index = me.data(&format!("/themes/{theme}/index")).await;
    assert_eq!(find(&index["sortableSections"], "hero")["settings"]["heading"]["ar"], "عروض العيد");
    assert_eq!(slugs(&index["sortableSections"]), ["hero", "categories", "featured", "featured"]);
    assert_eq!(page(&me, "index").await, before);
    let base = format!("/assets/{theme}/");
    assert!(!shopper.get("/").await.body.contains(&base));
    // Installing again changes nothing.
    let (status, _) = shop.assert_unchanged(me.post("/themes", json!({"theme": theme}))).await;
    assert_eq!(status, 200);
    assert_eq!(me.put(&format!("/themes/{theme}/live"), json!({})).await.0, 200);
    let shown = shopper.get("/").await.body;
    assert!(shown.contains(&base) && shown.contains("عروض العيد"), "{shown}");
    for path in ["/collections", "/search?q=x", "/cart", "/en/"] {
        let page = shopper.get(path).await;
        assert!(page.status == 200 && page.body.contains(&base), "{path}: {}", page.status);
    }
    let asset = shown.split('"').find(|part| part.starts_with(&base) && part.ends_with(".css")).unwrap();
    assert_eq!(shopper.get(asset).await.status, 200);
    // Back: the theme before is whole, with its draft.
    assert_eq!(me.put("/themes/one/live", json!({})).await.0, 200);
    assert!(!shopper.get("/").await.body.contains(&base));
    assert_eq!(page(&me, "index").await, before);
    assert_eq!(me.post("/themes", json!({"theme": "none"})).await.0, 404);
    assert_eq!(me.put("/themes/none/live", json!({})).await.0, 404);
}

#[tokio::test]
async fn th_05_a_theme_is_previewed_before_it_is_installed() {
    let (_shop, me, shopper) = setup().await;
    let options = me.data("/theme-options").await;
    let other = options.as_array().unwrap().iter().find(|t| t["is_installed"] == false).unwrap().clone();
    let theme = other["theme"].as_str().unwrap();
    let preview = me.create(&format!("/themes/{theme}/previews"), json!({"kind": "look"})).await;
    let session = preview["session"].as_str().unwrap();
    let seen = shopper.get(&format!("/?editor-session={session}")).await;
    assert!(seen.status == 200 && seen.body.contains(&format!("/assets/{theme}/")), "{}", seen.body);
    assert!(!seen.body.contains("data-section"), "nobody works in it");
    assert_eq!(me.delete(&format!("/themes/{theme}/previews/{session}"), json!({})).await.0, 200);
    assert_eq!(shopper.get(&format!("/?editor-session={session}")).await.status, 410);
    assert!(!shopper.get("/").await.body.contains(&format!("/assets/{theme}/")));
}
