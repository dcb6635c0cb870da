//! Redirects out of files, and into them; the announcements of the theme.

use serde_json::json;
use testkit::TestShop;

use super::{open, redirect};

/// A file is previewed and imported; rows fail on their own, and what is exported is imported again without a change.
#[tokio::test(flavor = "multi_thread")]
async fn st_08_a_file_is_previewed_imported_and_exported() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    redirect(&merchant, "/known", "/collections").await;
    let content = "\u{FEFF}الرابط القديم,الرابط الجديد\r\n/%D9%82%D8%AF%D9%8A%D9%85,/collections\r\n/known,/\r\n/cart,/x\r\n/twice,/a\r\n/twice,/b\r\n";
    let file = |is_preview: bool| json!({"content": content, "is_preview": is_preview});
    let (status, preview) = merchant.in_english().post("/redirects/import", file(true)).await;
    let counts =
        json!([preview["data"]["created"], preview["data"]["updated"], preview["data"]["unchanged"], preview["data"]["failed"]]);
    assert_eq!((status, counts), (200, json!([2, 1, 0, 2])), "{preview}");
    let failed = &preview["data"]["rows"][0];
    assert_eq!(
        (&failed["line"], &failed["message"]),
        (&json!(4), &json!("Your store needs this address, so it can't be redirected."))
    );
    assert_eq!(merchant.data("/redirects").await.as_array().unwrap().len(), 1, "a preview writes nothing");
    assert_eq!(merchant.post("/redirects/import", file(false)).await.0, 200);
    assert_eq!(open(&shop.shopper(&merchant.slug), "/%D9%82%D8%AF%D9%8A%D9%85").await.location(), "/collections");
    let (_, again) = merchant.post("/redirects/import", file(false)).await;
    assert_eq!((&again["data"]["created"], &again["data"]["unchanged"]), (&json!(0), &json!(3)));
    let export = merchant.call("GET", "/redirects/export").send().await;
    assert!(
        export.text().starts_with("\u{FEFF}old,new,hits,type\r\n") && export.text().contains("\"/قديم\",\"/collections\",0,301"),
        "{}",
        export.text()
    );
    let (_, same) = merchant.post("/redirects/import", json!({"content": export.text(), "is_preview": true})).await;
    assert_eq!((&same["data"]["unchanged"], &same["data"]["failed"]), (&json!(3), &json!(0)), "{same}");
    for content in ["", "old,new", "\"/a"] {
        let (status, body) = merchant.post("/redirects/import", json!({"content": content})).await;
        assert_eq!((status, body["errors"]["content"].is_array()), (422, true), "{content}");
    }
}

/// The announcements are those of the live theme's section: one place, two ways to it; refused fields have no `settings.` in front.
#[tokio::test(flavor = "multi_thread")]
async fn gu_07_announcements_are_listed_and_changed() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let before = merchant.data("/announcements").await;
    assert_eq!((&before["theme"], &before["settings"]["seconds"]), (&json!("one"), &json!(5)));
    let one = json!({"id": "eid", "is_active": true, "text": {"ar": "خصم العيد"}, "url": "/collections",
        "starts_at": "2026-12-01T09:00", "ends_at": "2026-12-10T23:59"});
    let (status, after) = merchant
        .put("/announcements", json!({"announcements": [one], "settings": {"seconds": 8}, "version": before["version"]}))
        .await;
    assert_eq!(status, 200, "{after}");
    let shown = &after["data"]["announcements"][0];
    assert_eq!((&shown["text"]["ar"], &shown["ends_at"]), (&json!("خصم العيد"), &json!("2026-12-10T23:59")));
    assert_eq!(
        (&after["data"]["settings"]["seconds"], &after["data"]["settings"]["tone"]),
        (&json!(8), &before["settings"]["tone"])
    );
    let sections = merchant.data("/themes/one/index").await["preSections"].clone();
    let section = sections.as_array().unwrap().iter().find(|s| s["slug"] == "announcement").unwrap();
    assert_eq!((&section["settings"]["seconds"], &section["blocks"][0]["settings"]["url"]), (&json!(8), &json!("/collections")));
    let wrong = json!({"settings": {"seconds": 99}, "announcements": [{"id": "x", "is_active": true, "starts_at": "soon"}]});
    let (status, refused) = merchant.put("/announcements", wrong).await;
    let fields: Vec<&str> = refused["errors"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!((status, fields), (422, vec!["announcements.0.starts_at", "seconds"]));
    let (status, stale) = merchant.put("/announcements", json!({"is_active": false, "version": before["version"]})).await;
    assert_eq!((status, &stale["current"]["settings"]["seconds"]), (409, &json!(8)));
}
