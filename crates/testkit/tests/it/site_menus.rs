//! Menus (ST-07): nested links, what they lead to, and what shoppers see of them.

use image::ImageFormat;
use serde_json::{Value, json};
use testkit::{Merchant, Shopper, TestShop};

use crate::media::{picture, upload};

async fn setup() -> (TestShop, Merchant, Shopper) {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let shopper = shop.shopper(&me.slug);
    (shop, me, shopper)
}

/// The path of a menu's call.
async fn menu(me: &Merchant, code: &str) -> String {
    let menus = me.data("/menus").await;
    let found = menus.as_array().unwrap().iter().find(|menu| menu["code"] == code).unwrap();
    format!("/menus/{}", found["id"].as_str().unwrap())
}

fn custom(title: &str, url: &str, links: Value) -> Value {
    json!({"title": {"ar": title}, "link_type": "CUSTOM", "url": url, "links": links})
}

#[tokio::test]
async fn st_07_a_nested_menu_is_saved_whole_and_shown_in_the_header() {
    let (_shop, me, shopper) = setup().await;
    let product = me.product(json!({"name": {"ar": "عطر ورد"}, "page_link": "rose"})).await;
    let category = me.create("/categories", json!({"name": {"ar": "عطور"}, "slug": "perfumes"})).await;
    let path = menu(&me, "main").await;
    let below = json!([
        {"title": {"ar": "ورد"}, "link_type": "PRODUCT", "entity_id": product["id"]},
        custom("زيوت", "/collections?sort=price", json!([custom("دهن عود", "https://oud.example/", json!([]))])),
    ]);
    let links = json!([
        {"title": {"ar": "العطور"}, "link_type": "CATEGORY", "entity_id": category["id"], "links": below},
        custom("عروض", "/search?q=%D8%B9%D8%B7%D8%B1", json!([])),
    ]);
    let (status, saved) = me.put(&path, json!({"links": links, "version": 1})).await;
    assert_eq!((status, saved["data"]["version"].as_i64()), (200, Some(2)), "{saved}");
    let first = &saved["data"]["links"][0];
    assert_eq!((first["target_state"].as_str(), first["target_name"]["ar"].as_str()), (Some("shown"), Some("عطور")));
    let text = shopper.get("/").await.body;
    for shown in ["العطور", "href=\"/products/rose\"", "دهن عود", "href=\"https://oud.example/\"", "عرض الكل"]
    {
        assert!(text.contains(shown), "{shown}");
    }

    // The same links again change nothing.
    let (_, same) = me.put(&path, json!({"links": links})).await;
    assert_eq!(same["data"], saved["data"]);
    assert_eq!(me.data(&path).await, saved["data"]);
}

#[tokio::test]
async fn st_07_a_link_whose_target_is_gone_is_shown_as_such_and_left_out_of_the_store() {
    let (_shop, me, shopper) = setup().await;
    let product = me.product(json!({"name": {"ar": "عطر ورد"}, "page_link": "rose"})).await;
    let page = me.create("/pages", json!({"title": {"ar": "موسم الورد"}})).await;
    let path = menu(&me, "main").await;
    let links = json!([
        {"title": {"ar": "وردتنا"}, "link_type": "PRODUCT", "entity_id": product["id"], "links": [custom("تحتها", "/cart", json!([]))]},
        {"title": {"ar": "صفحتنا"}, "link_type": "PAGE", "entity_id": page["id"]},
    ]);
    assert_eq!(me.put(&path, json!({"links": links})).await.0, 200);
    assert!(shopper.get("/").await.body.contains("صفحتنا"));
    let page_path = format!("/pages/{}", page["id"].as_str().unwrap());
    assert_eq!(me.put(&page_path, json!({"status": "draft"})).await.0, 200);
    assert_eq!(me.delete(&format!("/products/{}", product["id"].as_str().unwrap()), json!({})).await.0, 200);
    let now = me.data(&path).await;
    assert_eq!((&now["links"][0]["target_state"], &now["links"][1]["target_state"]), (&json!("missing"), &json!("hidden")));
    let row = me.data("/menus").await.as_array().unwrap().iter().find(|m| m["code"] == "main").unwrap().clone();
    assert_eq!((row["links_count"].as_i64(), row["broken_count"].as_i64()), (Some(3), Some(2)));
    let text = shopper.get("/").await.body;
    assert!(!text.contains("صفحتنا") && !text.contains("/products/rose"));
    assert!(text.contains("تحتها") && text.contains("وردتنا"), "what is below a lost link stays, under its name");
    // The merchant can save the rest: a link that was there keeps its lost target.
    let mut sent = links.clone();
    sent.as_array_mut().unwrap().push(custom("جديد", "/cart", json!([])));
    assert_eq!(me.put(&path, json!({"links": sent})).await.0, 200);
    let (status, refused) =
        me.put(&path, json!({"links": [{"title": {"ar": "س"}, "link_type": "PRODUCT", "entity_id": "prd_0000000000001"}]})).await;
    assert!(status == 422 && refused["errors"]["links.0.entity_id"].is_array(), "{refused}");
}

#[tokio::test]
async fn st_07_faults_are_named_by_their_path_and_nothing_is_saved() {
    let (shop, me, _shopper) = setup().await;
    let path = menu(&me, "footer").await;
    let deep = custom("1", "/", json!([custom("2", "/", json!([custom("3", "/", json!([custom("4", "/", json!([]))]))]))]));
    let many: Vec<Value> = (0..201).map(|n| custom(&n.to_string(), "/", json!([]))).collect();
    let attempts = [
        (json!([custom("", "/", json!([]))]), "links.0.title.ar"),
        (json!([custom("س", "javascript:alert(1)", json!([]))]), "links.0.url"),
        (json!([custom("س", "//evil.example", json!([]))]), "links.0.url"),
        (json!([custom("س", "https://", json!([]))]), "links.0.url"),
        (json!([custom("س", "tel:", json!([]))]), "links.0.url"),
        (json!([custom("س", "", json!([]))]), "links.0.url"),
        (json!([custom("س", "/", json!([custom("ص", "x", json!([]))]))]), "links.0.links.0.url"),
        (json!([{"title": {"ar": "س"}, "link_type": "PAGE"}]), "links.0.entity_id"),
        (json!([{"title": {"ar": "س"}, "link_type": "CUSTOM", "url": "/", "image_id": "med_0000000000001"}]), "links.0.image_id"),
        (json!([deep]), "links.0.links.0.links.0.links"),
        (json!(many), "links"),
    ];
    for (links, at) in attempts {
        let (status, refused) = shop.assert_unchanged(me.put(&path, json!({"links": links}))).await;
        assert!(status == 422 && refused["errors"][at].is_array(), "{at}: {status} {refused}");
    }
    // An address is read as people write it.
    let (_, saved) = me.put(&path, json!({"links": [custom("س", "WWW.oud.example/a", json!([]))]})).await;
    assert_eq!(saved["data"]["links"][0]["url"], "https://WWW.oud.example/a");
    // An empty address is that of a heading above other links.
    let heading = json!([custom("عنوان", "", json!([custom("تحته", "/cart", json!([]))]))]);
    assert_eq!(me.put(&path, json!({"links": heading, "version": 2})).await.0, 200);
    let (status, stale) = me.put(&path, json!({"links": [], "version": 1})).await;
    assert_eq!((status, stale["current"]["version"].as_i64()), (409, Some(3)));
}

#[tokio::test]
async fn st_07_a_picture_in_a_menu_is_in_use_and_a_member_without_the_ability_changes_nothing() {
    let (shop, me, _shopper) = setup().await;
    let image = upload(&me, picture(40, 30, ImageFormat::Png)).await["id"].clone();
    let path = menu(&me, "main").await;
    let links = json!([{"title": {"ar": "صورة"}, "link_type": "CUSTOM", "url": "/", "image_id": image}]);
    assert_eq!(me.put(&path, json!({"links": links})).await.0, 200);
    let uses = me.data(&format!("/media/{}/uses", image.as_str().unwrap())).await;
    assert_eq!(uses["uses"][0]["kind"], "menu", "{uses}");
    let reader = me.colleague(&shop, platform::identity::Role::ReadOnly).await;
    assert_eq!(reader.get("/menus").await.0, 200);
    assert_eq!(shop.assert_unchanged(reader.put(&path, json!({"links": []}))).await.0, 403);
}
