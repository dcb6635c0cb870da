//! Versions of themes: what is published, when, and what comes back (TH-03).

use serde_json::{Value, json};

use super::{find, page, setup, write_heading};

#[tokio::test]
async fn th_03_a_version_is_restored_and_published_again_exactly() {
    let (_shop, me, shopper) = setup().await;
    let original = page(&me, "index").await;
    let published = async |note: &str| {
        let (status, body) = me.post("/themes/one/publication", json!({"note": note})).await;
        assert_eq!(status, 200, "{body}");
    };
    write_heading(&me, "الثانية").await;
    published("2").await;
    write_heading(&me, "الثالثة").await;
    published("3").await;
    write_heading(&me, "مسودة").await;
    // Into the draft: shoppers keep the third, the draft before is kept.
    let (status, restored) = me.post("/themes/one/versions/1/restore", json!({})).await;
    assert_eq!((status, &restored["data"]["theme"]["has_changes"]), (200, &json!(true)), "{restored}");
    let previous_draft = restored["data"]["previous_draft"].as_i64().unwrap();
    let without_version = |mut page: Value| {
        for zone in ["settingSections", "preSections", "sortableSections", "postSections"] {
            for section in page[zone].as_array_mut().unwrap() {
                section.as_object_mut().unwrap().remove("version");
            }
        }
        page
    };
    assert_eq!(without_version(page(&me, "index").await), without_version(original.clone()));
    assert!(shopper.get("/").await.body.contains("الثالثة"));
    // That restore is undone by the kept one.
    assert_eq!(me.post(&format!("/themes/one/versions/{previous_draft}/restore"), json!({})).await.0, 200);
    let index = page(&me, "index").await;
    assert_eq!(find(&index["sortableSections"], "hero")["settings"]["heading"]["ar"], "مسودة");
    // An earlier one for shoppers; the draft stays.
    let (status, body) = me.post("/themes/one/versions/2/publication", json!({})).await;
    assert_eq!(status, 200, "{body}");
    assert!(shopper.get("/").await.body.contains("الثانية"));
    assert_eq!(page(&me, "index").await, index);
    // Back to what shoppers see.
    assert_eq!(me.post("/themes/one/discard", json!({})).await.0, 200);
    let index = page(&me, "index").await;
    assert_eq!(find(&index["sortableSections"], "hero")["settings"]["heading"]["ar"], "الثانية");
    let detail = me.data("/themes/one/versions/3").await;
    assert_eq!(detail["changes"][0]["kind"], "changed");
    assert_eq!(me.post("/themes/one/versions/99/restore", json!({})).await.0, 404);
}

#[tokio::test]
async fn th_03_fifty_versions_are_kept() {
    let (shop, me, _shopper) = setup().await;
    for n in 0..55 {
        write_heading(&me, &format!("نسخة {n}")).await;
        assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    }
    let versions = me.data("/themes/one/versions").await;
    assert_eq!((versions.as_array().unwrap().len(), &versions[0]["number"]), (50, &json!(56)));
    let sql = "SELECT COUNT(DISTINCT number) FROM theme_version_sections WHERE store_id = ?1";
    assert_eq!(shop.app.db().conn().one::<i64>(sql, db::p![me.store]).await.unwrap(), 50);
}

#[tokio::test]
async fn th_03_a_scheduled_version_is_published_at_its_moment_as_it_was() {
    let (shop, me, shopper) = setup().await;
    write_heading(&me, "عرض الجمعة").await;
    let soon = kernel::Millis(shop.app.env().now().0 + 15 * kernel::Millis::MINUTE).rfc3339();
    for wrong in ["2001-01-01T00:00:00Z", "2300-01-01T00:00:00Z", "later"] {
        let (status, refused) = me.post("/themes/one/publication", json!({ "publish_at": wrong })).await;
        assert!(status == 422 && refused["errors"]["publish_at"].is_array(), "{wrong}: {refused}");
    }
    let (status, scheduled) = me.post("/themes/one/publication", json!({"publish_at": soon})).await;
    assert_eq!((status, &scheduled["data"]["scheduled"]), (200, &json!(2)), "{scheduled}");
    write_heading(&me, "بعد الجدولة").await;
    shop.drain().await;
    assert!(!shopper.get("/").await.body.contains("عرض الجمعة"));
    shop.advance(16 * kernel::Millis::MINUTE);
    shop.drain().await;
    assert!(shopper.get("/").await.body.contains("عرض الجمعة"));
    assert_eq!(me.data("/themes/one").await["scheduled"], Value::Null);
    // While one waits, nothing is published before it: at its moment it would take that off the store again.
    let soon = kernel::Millis(shop.app.env().now().0 + 15 * kernel::Millis::MINUTE).rfc3339();
    let (status, _) = me.post("/themes/one/publication", json!({"publish_at": soon})).await;
    assert_eq!(status, 200);
    let (status, refused) = me.post("/themes/one/publication", json!({})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("already_scheduled")));
    assert_eq!(me.delete("/themes/one/publication", json!({})).await.0, 200);
    let versions = me.data("/themes/one/versions").await;
    assert_eq!(versions[0]["kind"], "kept", "no shopper has seen it");
    // One that is cancelled is not published.
    let later = kernel::Millis(shop.app.env().now().0 + 15 * kernel::Millis::MINUTE).rfc3339();
    assert_eq!(me.post("/themes/one/publication", json!({"publish_at": later})).await.0, 200);
    assert_eq!(me.delete("/themes/one/publication", json!({})).await.0, 200);
    shop.advance(16 * kernel::Millis::MINUTE);
    shop.drain().await;
    assert!(!shopper.get("/").await.body.contains("بعد الجدولة"));
}
