//! What the buttons and pictures of sections lead to: something of the store, which a link follows, or an address as it was written before
//! there was a choice (TH-04).

use serde_json::{Value, json};
use testkit::{Merchant, Shopper};

use super::{at, find, page, setup};

async fn hero(me: &Merchant) -> Value {
    find(&page(me, "index").await["sortableSections"], "hero").clone()
}

/// What the hero's first button leads to, in Arabic and in English; nothing where there is no button.
async fn buttons(shopper: &Shopper) -> [Option<String>; 2] {
    let mut out = [None, None];
    for (path, found) in ["/", "/en/"].into_iter().zip(&mut out) {
        let body = shopper.get(path).await.body;
        let hero = body.split("<section class=\"hero").nth(1).unwrap().split("</section>").next().unwrap().to_owned();
        let button = hero.split("<a class=\"btn\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
        *found = button.map(str::to_owned);
        assert_eq!(hero.contains("hero__actions"), found.is_some(), "no row without a button: {hero}");
    }
    out
}

fn both(ar: &str, en: &str) -> [Option<String>; 2] {
    [Some(ar.to_owned()), Some(en.to_owned())]
}

async fn publish(me: &Merchant) {
    let (status, published) = me.post("/themes/one/publication", json!({})).await;
    assert_eq!(status, 200, "{published}");
}

#[tokio::test]
async fn th_04_a_button_keeps_its_address_can_lead_to_a_product_and_is_gone_with_it() {
    let (_shop, me, shopper) = setup().await;
    let path = at(&hero(&me).await);
    let text = json!({"ar": "تسوق", "en": "Shop"});
    let write = async |url: &str| {
        let (status, saved) = me.put(&path, json!({"settings": {"button": text, "url": url, "button_2": {}}})).await;
        assert_eq!(status, 200, "{url}: {saved}");
        assert_eq!(saved["data"]["settings"]["url"], url);
    };
    // An address is written, read and drawn as ever.
    for (url, shown) in [
        ("/collections", both("/collections", "/en/collections")),
        ("https://example.com/a", both("https://example.com/a", "https://example.com/a")),
        ("tel:+966551234567", both("tel:+966551234567", "tel:+966551234567")),
    ] {
        write(url).await;
        publish(&me).await;
        assert_eq!(buttons(&shopper).await, shown);
    }
    let product = me.product(json!({"name": {"ar": "عطر", "en": "Perfume"}, "page_link": "oud"})).await;
    let id = product["id"].as_str().unwrap();
    write(id).await;
    publish(&me).await;
    assert_eq!(buttons(&shopper).await, both("/products/oud", "/en/products/oud"));
    let (status, saved) = me.put(&format!("/products/{id}"), json!({"page_link": "royal-oud"})).await;
    assert_eq!(status, 200, "{saved}");
    assert_eq!(buttons(&shopper).await, both("/products/royal-oud", "/en/products/royal-oud"));
    let (status, _) = me.delete(&format!("/products/{id}"), json!({})).await;
    assert_eq!(status, 200);
    assert_eq!(buttons(&shopper).await, [None, None], "no link that leads nowhere");
    // The editor has it still, to say so, and other settings can be changed beside it.
    assert_eq!(hero(&me).await["settings"]["url"], id);
    assert_eq!(me.put(&path, json!({"settings": {"url": id, "heading": {"ar": "أهلًا"}}})).await.0, 200);
    for (wrong, ok) in [("prd_0000000000001", 422), ("javascript:alert(1)", 422), ("//evil.example", 422), ("", 200)] {
        let (status, refused) = me.put(&path, json!({"settings": {"url": wrong}})).await;
        assert_eq!(status, ok, "{wrong}: {refused}");
        assert_eq!(refused["errors"]["settings.url"].is_array(), ok == 422, "{wrong}: {refused}");
    }
    // A version of the time of addresses is the same when it comes back: into the draft, and to shoppers.
    assert_eq!(me.post("/themes/one/versions/2/restore", json!({})).await.0, 200);
    assert_eq!(hero(&me).await["settings"]["url"], "/collections");
    assert_eq!(me.post("/themes/one/versions/3/publication", json!({})).await.0, 200);
    assert_eq!(buttons(&shopper).await, both("https://example.com/a", "https://example.com/a"));
}

#[tokio::test]
async fn th_04_links_of_blocks_follow_categories_and_pages_and_come_along_to_another_theme() {
    let (_shop, me, shopper) = setup().await;
    let category = me.create("/categories", json!({"name": {"ar": "بخور", "en": "Incense"}, "is_active": true})).await;
    let pages = me.data("/pages").await;
    let text = pages.as_array().unwrap().iter().find(|p| p["status"] == "published").unwrap().clone();
    let product = me.product(json!({"name": {"ar": "عطر", "en": "Perfume"}, "page_link": "oud"})).await;
    let slide = |id: &str, heading: &str, url: &Value| {
        let settings = json!({"heading": {"ar": heading}, "button": {"ar": "المزيد"}, "url": url});
        json!({"id": id, "type": "slide", "is_active": true, "settings": settings})
    };
    let blocks = json!([
        slide("a", "التصنيف", &category["id"]),
        slide("b", "الصفحة", &text["id"]),
        slide("c", "المنتج", &product["id"]),
        slide("d", "العنوان", &json!("/search?q=x")),
    ]);
    me.create("/themes/one/index", json!({"sections": [{"section": "slideshow", "blocks": blocks}]})).await;
    publish(&me).await;
    let links = async || {
        let body = shopper.get("/").await.body;
        let show = body.split("<slide-show").nth(1).unwrap().split("</slide-show>").next().unwrap().to_owned();
        let each = ["التصنيف", "الصفحة", "المنتج", "العنوان"].map(|heading| {
            let slide = show.split("<li class=\"cover").find(|part| part.contains(heading)).unwrap().to_owned();
            slide.split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned).unwrap_or_default()
        });
        each.map(|link| link.split('/').nth(1).unwrap_or_default().to_owned())
    };
    assert_eq!(links().await, ["collections", "pages", "products", "search?q=x"]);
    let id = category["id"].as_str().unwrap();
    assert_eq!(
        me.put(&format!("/categories/{id}"), json!({"name": {"ar": "بخور", "en": "Incense"}, "is_active": false})).await.0,
        200
    );
    assert_eq!(links().await, ["", "pages", "products", "search?q=x"], "a slide without its link");
    assert_eq!(me.post("/themes", json!({"theme": "two"})).await.0, 200);
    assert_eq!(me.put("/themes/two/live", json!({})).await.0, 200);
    assert_eq!(links().await, ["", "pages", "products", "search?q=x"]);
    // The bar above every page, under names of its own.
    let announcement =
        |url: &Value| json!({"announcements": [{"id": "x", "is_active": true, "text": {"ar": "جديدنا"}, "url": url}]});
    let (status, saved) = me.put("/announcements", announcement(&product["id"])).await;
    assert_eq!((status, &saved["data"]["announcements"][0]["url"]), (200, &product["id"]), "{saved}");
    let (status, refused) = me.put("/announcements", announcement(&json!("prd_0000000000001"))).await;
    assert!(status == 422 && refused["errors"]["announcements.0.url"].is_array(), "{refused}");
}

#[tokio::test]
async fn st_09_an_announcement_ends_after_it_begins() {
    let (shop, me, _shopper) = setup().await;
    let days = |starts: &str, ends: &str| json!({"id": "x", "is_active": true, "text": {"ar": "جديدنا"}, "starts_at": starts, "ends_at": ends});
    let wrong = json!({"announcements": [days("2026-12-31T09:00", "2026-12-01T09:00")]});
    let (status, refused) = shop.assert_unchanged(me.put("/announcements", wrong)).await;
    assert_eq!(
        (status, &refused["errors"]["announcements.0.ends_at"]),
        (422, &json!(["اختر وقتًا بعد وقت البداية."])),
        "{refused}"
    );
    // Through the editor as well.
    let bar = page(&me, "index").await["preSections"][0].clone();
    let block = |starts: &str, ends: &str| {
        let settings = json!({"text": {"ar": "جديدنا"}, "starts_at": starts, "ends_at": ends});
        json!({"blocks": [{"id": "x", "type": "announcement", "is_active": true, "settings": settings}]})
    };
    let (status, refused) = shop.assert_unchanged(me.put(&at(&bar), block("2026-12-01T09:00", "2026-12-01T09:00"))).await;
    assert!(status == 422 && refused["errors"]["blocks.0.settings.ends_at"].is_array(), "{refused}");
    assert_eq!(me.put(&at(&bar), block("2026-12-01T09:00", "2026-12-31T09:00")).await.0, 200);
    assert_eq!(me.put("/announcements", json!({"announcements": [days("2026-12-01T09:00", "")]})).await.0, 200);
}
