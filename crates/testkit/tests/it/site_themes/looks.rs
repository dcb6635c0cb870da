//! A theme that is chosen with one of its looks (TH-05).

use serde_json::{Value, json};
use testkit::{Merchant, Shopper};

use super::{at, find, page, setup, write_heading};

/// The main colour of what shoppers see.
async fn primary(shopper: &Shopper) -> String {
    let body = shopper.get("/").await.body;
    body.split("--primary:").nth(1).and_then(|rest| rest.split(';').next()).unwrap_or_default().to_owned()
}

async fn look(me: &Merchant, theme: &str) -> Value {
    let index = me.data(&format!("/themes/{theme}/index")).await;
    find(&index["settingSections"], "look").clone()
}

#[tokio::test]
async fn th_05_a_theme_begins_with_the_look_that_it_was_chosen_with() {
    let (shop, me, shopper) = setup().await;
    let options = me.data("/theme-options").await;
    let souq = options.as_array().unwrap().iter().find(|t| t["theme"] == "two").unwrap();
    let looks = souq["looks"].as_array().unwrap();
    assert_eq!(looks.iter().map(|l| l["id"].as_str().unwrap()).collect::<Vec<_>>(), ["default", "orange", "green", "graphite"]);
    assert_eq!((&looks[2]["name"]["en"], &looks[2]["settings"]["primary"]), (&json!("Grocery"), &json!("#0c6b3d")));
    assert_eq!((&looks[2]["name"]["ar"], &looks[2]["settings"]["fonts"]), (&json!("بقالة"), &json!("cairo")));
    assert!(looks[2]["settings"].get("whatsapp_number").is_none(), "{looks:?}");
    for wrong in ["coast", ""] {
        let body = json!({"theme": "two", "look": wrong});
        let (status, refused) = shop.assert_unchanged(me.post("/themes", body)).await;
        assert!(status == 422 && refused["errors"]["look"].is_array(), "{refused}");
    }
    let (status, installed) = me.post("/themes", json!({"theme": "two", "look": "green"})).await;
    assert_eq!((status, &installed["data"]["theme"]["look"]), (200, &looks[2]["settings"]), "{installed}");
    assert_eq!(
        (&installed["data"]["theme"]["has_changes"], &installed["data"]["theme"]["published"]),
        (&json!(false), &json!(1))
    );
    // Added again with another one it stays as it is.
    let again = me.post("/themes", json!({"theme": "two", "look": "orange"}));
    assert_eq!(shop.assert_unchanged(again).await.0, 200);
    let (status, shown) = me.put("/themes/two/live", json!({"look": "green"})).await;
    assert_eq!((status, &shown["data"]["replaced"], &shown["data"]["theme"]["is_live"]), (200, &Value::Null, &json!(true)));
    assert_eq!(primary(&shopper).await, "#0c6b3d");
    assert_eq!(me.data("/themes/two/versions").await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn th_05_a_look_replaces_colours_and_type_keeps_content_and_is_undone() {
    let (shop, me, shopper) = setup().await;
    let own = json!({"settings": {"primary": "#123456", "whatsapp_number": "+966551234567", "card_button": true}});
    assert_eq!(me.put(&at(&look(&me, "one").await), own).await.0, 200);
    write_heading(&me, "عروض العيد").await;
    assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    write_heading(&me, "مسودة").await;
    let before = page(&me, "index").await;
    assert_eq!(primary(&shopper).await, "#123456");
    let (status, taken) = me.put("/themes/one/live", json!({"look": "coast"})).await;
    // The draft, which was not published, is a version of its own.
    assert_eq!((status, &taken["data"]["replaced"]), (200, &json!({"published": 2, "draft": 3})), "{taken}");
    assert_eq!((&taken["data"]["theme"]["published"], &taken["data"]["theme"]["has_changes"]), (&json!(4), &json!(true)));
    let shown = shopper.get("/").await.body;
    assert!(shown.contains("--primary:#0f4c5c") && shown.contains("عروض العيد") && !shown.contains("مسودة"), "{shown}");
    assert!(shown.contains("966551234567"), "what no look speaks of stays");
    let index = page(&me, "index").await;
    assert_eq!(find(&index["sortableSections"], "hero")["settings"]["heading"]["ar"], "مسودة");
    assert_eq!(look(&me, "one").await["settings"]["primary"], "#0f4c5c");
    let detail = me.data("/themes/one/versions/4").await;
    assert_eq!(detail["changes"].as_array().unwrap().len(), 1, "{detail}");
    assert_eq!(detail["changes"][0]["section_id"], look(&me, "one").await["id"]);
    // Once more, and nothing is written.
    let (status, again) = shop.assert_unchanged(me.put("/themes/one/live", json!({"look": "coast"}))).await;
    assert_eq!((status, &again["data"]["replaced"]), (200, &Value::Null));
    let (status, refused) = shop.assert_unchanged(me.put("/themes/one/live", json!({"look": "green"}))).await;
    assert!(status == 422 && refused["errors"]["look"].is_array(), "{refused}");
    let (status, refused) = shop.assert_unchanged(me.put("/themes/one/live", json!({"colour": "x"}))).await;
    assert_eq!(status, 422, "{refused}");
    // Both come back as they were.
    assert_eq!(me.post("/themes/one/versions/2/publication", json!({})).await.0, 200);
    assert_eq!(me.post("/themes/one/versions/3/restore", json!({})).await.0, 200);
    assert_eq!(primary(&shopper).await, "#123456");
    let index = page(&me, "index").await;
    for zone in ["settingSections", "sortableSections"] {
        for (is, was) in index[zone].as_array().unwrap().iter().zip(before[zone].as_array().unwrap()) {
            assert_eq!((&is["id"], &is["settings"]), (&was["id"], &was["settings"]));
        }
    }
}

#[tokio::test]
async fn th_05_a_look_and_the_theme_are_chosen_in_one_and_none_while_a_version_waits() {
    let (shop, me, shopper) = setup().await;
    assert_eq!(me.post("/themes", json!({"theme": "three"})).await.0, 200);
    let (status, shown) = me.put("/themes/three/live", json!({"look": "clay"})).await;
    assert_eq!((status, &shown["data"]["replaced"]), (200, &json!({"published": 1, "draft": 1})), "{shown}");
    assert_eq!((&shown["data"]["theme"]["has_changes"], primary(&shopper).await.as_str()), (&json!(false), "#8c2f14"));
    let soon = kernel::Millis(shop.app.env().now().0 + 15 * kernel::Millis::MINUTE).rfc3339();
    write_heading(&me, "قريبًا").await;
    assert_eq!(me.post("/themes/one/publication", json!({"publish_at": soon})).await.0, 200);
    // At its moment that version would take the look off again.
    let (status, refused) = shop.assert_unchanged(me.put("/themes/one/live", json!({"look": "ink"}))).await;
    assert_eq!((status, &refused["code"]), (409, &json!("already_scheduled")), "{refused}");
    assert_eq!(me.put("/themes/one/live", json!({})).await.0, 200);
}
