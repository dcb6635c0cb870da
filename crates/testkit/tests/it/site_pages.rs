//! Pages of text (ST-08): written, addressed, scheduled, deleted and brought back, and what shoppers see of it.

use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, Shopper, TestShop};

const MINUTE: i64 = Millis::MINUTE;

fn id(page: &Value) -> &str {
    page["id"].as_str().unwrap()
}

async fn page(me: &Merchant, overrides: Value) -> Value {
    let mut body = json!({"title": {"ar": "قصتنا", "en": "Our story"}, "content": {"ar": "<p>بدأنا من بيتنا.</p>"}});
    if let (Some(body), Value::Object(overrides)) = (body.as_object_mut(), overrides) {
        body.extend(overrides);
    }
    me.create("/pages", body).await
}

async fn setup() -> (TestShop, Merchant, Shopper) {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let shopper = shop.shopper(&me.slug);
    (shop, me, shopper)
}

#[tokio::test]
async fn st_08_a_new_store_has_four_policies_and_shoppers_read_them() {
    let (_shop, me, shopper) = setup().await;
    let pages = me.data("/pages").await;
    let mut policies: Vec<&str> = pages.as_array().unwrap().iter().filter_map(|p| p["policy"].as_str()).collect();
    policies.sort_unstable();
    assert_eq!(policies, ["privacy", "returns", "shipping", "terms"]);
    for policy in policies {
        assert_eq!(shopper.get(&format!("/pages/{policy}")).await.status, 200, "{policy}");
    }
    let (status, template) = me.get("/pages/policies/privacy").await;
    assert_eq!((status, template["data"]["title"]["ar"].as_str()), (200, Some("سياسة الخصوصية")));
    assert_eq!(me.get("/pages/policies/cookies").await.0, 404);
}

#[tokio::test]
async fn st_08_a_page_has_an_address_in_each_language_and_old_ones_lead_to_it() {
    let (_shop, me, shopper) = setup().await;
    let story = page(&me, json!({})).await;
    assert_eq!(story["slugs"], json!({"ar": "قصتنا", "en": "our-story"}));
    let arabic = shopper.get("/pages/%D9%82%D8%B5%D8%AA%D9%86%D8%A7").await;
    assert!(arabic.status == 200 && arabic.body.contains("بدأنا من بيتنا"));
    assert!(arabic.body.contains("/en/pages/our-story"), "the other language has its own address");
    // The English address in Arabic leads to the Arabic one.
    let other = shopper.get("/pages/our-story").await;
    assert_eq!((other.status, other.location()), (301, "/pages/%D9%82%D8%B5%D8%AA%D9%86%D8%A7"));

    let path = format!("/pages/{}", id(&story));
    let (status, changed) = me.put(&path, json!({"slugs": {"ar": "من-نحن-حقا"}, "version": 1})).await;
    assert_eq!((status, changed["data"]["slugs"]["en"].as_str()), (200, Some("our-story")), "{changed}");
    let old = shopper.get("/pages/%D9%82%D8%B5%D8%AA%D9%86%D8%A7").await;
    assert_eq!((old.status, old.headers["cache-control"].to_str().unwrap()), (301, "no-cache"));
    let campaign = shopper.get("/pages/%D9%82%D8%B5%D8%AA%D9%86%D8%A7?utm_source=sms&a=%D8%A3").await;
    assert_eq!(campaign.location(), format!("{}?utm_source=sms&a=%D8%A3", old.location()));
    assert_eq!(shopper.get(old.location()).await.status, 200);
    // Somebody else's page takes the old address: it leads there now.
    let second = page(&me, json!({"slugs": {"ar": "قصتنا", "en": "story-two"}})).await;
    assert_eq!(shopper.get("/pages/%D9%82%D8%B5%D8%AA%D9%86%D8%A7").await.status, 200);
    // A derived address is numbered, a written one that is taken is refused.
    let third = page(&me, json!({})).await;
    assert_eq!(third["slugs"], json!({"ar": "قصتنا-2", "en": "our-story-2"}));
    let (status, refused) = me.put(&format!("/pages/{}", id(&second)), json!({"slugs": {"en": "OUR-story"}})).await;
    assert_eq!(status, 422);
    assert!(refused["errors"]["slugs.en"].is_array(), "{refused}");
}

#[tokio::test]
async fn st_08_a_draft_is_hidden_and_a_scheduled_page_appears_at_its_moment_once() {
    let (shop, me, shopper) = setup().await;
    let draft = page(&me, json!({"title": {"ar": "مسودة", "en": "Draft"}, "status": "draft"})).await;
    assert_eq!(shopper.get("/en/pages/draft").await.status, 404);
    let past =
        me.put(&format!("/pages/{}", id(&draft)), json!({"status": "scheduled", "publish_at": "2020-01-01T00:00:00Z"})).await;
    assert!(past.0 == 422 && past.1["errors"]["publish_at"].is_array(), "{}", past.1);
    let missing = me.put(&format!("/pages/{}", id(&draft)), json!({"status": "scheduled"})).await;
    assert!(missing.0 == 422 && missing.1["errors"]["publish_at"].is_array(), "{}", missing.1);

    // Within the half hour of the merchant's session.
    let at = |minutes: i64| shop.app.env().now().plus(minutes * MINUTE).rfc3339();
    let (first, later) = (at(10), at(20));
    assert_eq!(me.put(&format!("/pages/{}", id(&draft)), json!({"status": "scheduled", "publish_at": first})).await.0, 200);
    // Moved to later: the job of the first moment finds nothing to do.
    assert_eq!(me.put(&format!("/pages/{}", id(&draft)), json!({"publish_at": later})).await.0, 200);
    shop.advance(15 * MINUTE);
    shop.drain().await;
    assert_eq!(shopper.get("/en/pages/draft").await.status, 404);
    shop.advance(10 * MINUTE);
    shop.drain().await;
    assert_eq!(shopper.get("/en/pages/draft").await.status, 200);
    let now = me.data(&format!("/pages/{}", id(&draft))).await;
    assert_eq!((now["status"].as_str(), &now["publish_at"]), (Some("published"), &Value::Null));
    let sql = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND subject = 'page' AND action = 'update' AND after LIKE '%\"published\"%'";
    assert_eq!(shop.app.db().conn().one::<i64>(sql, db::p![me.store]).await.unwrap(), 1);
    let log = me.data("/access-control/audit").await;
    assert_eq!(
        (log[0]["subject"].as_str(), log[0]["label"].as_str(), &log[0]["fields"]),
        (Some("page"), Some("مسودة"), &json!(["publish_at"])),
        "{log}"
    );
}

#[tokio::test]
async fn st_08_a_deleted_page_comes_back_with_its_address_unless_another_has_it() {
    let (_shop, me, shopper) = setup().await;
    let story = page(&me, json!({})).await;
    let path = format!("/pages/{}", id(&story));
    assert_eq!(me.delete(&path, json!({})).await.0, 200);
    assert_eq!((me.get(&path).await.0, shopper.get("/en/pages/our-story").await.status), (404, 404));
    let (status, back) = me.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!((status, back["data"]["slugs"]["en"].as_str()), (200, Some("our-story")));
    assert_eq!(me.post(&format!("{path}/restore"), json!({})).await.0, 404);
    assert_eq!(me.delete(&path, json!({})).await.0, 200);
    page(&me, json!({"slugs": {"en": "our-story"}})).await;
    let (status, back) = me.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!((status, back["data"]["slugs"]["en"].as_str()), (200, Some("our-story-2")), "{back}");
    assert_eq!(shopper.get("/en/pages/our-story-2").await.status, 200);
}

#[tokio::test]
async fn st_08_a_policy_is_stated_by_one_page_and_a_stale_change_is_a_conflict() {
    let (_shop, me, _shopper) = setup().await;
    let story = page(&me, json!({})).await;
    let path = format!("/pages/{}", id(&story));
    let (status, refused) = me.put(&path, json!({"policy": "terms"})).await;
    assert!(status == 422 && refused["errors"]["policy"].is_array(), "{refused}");
    assert_eq!(me.put(&path, json!({"title": {"ar": "قصة", "en": "Story"}, "version": 1})).await.0, 200);
    let (status, stale) = me.put(&path, json!({"title": {"ar": "أخرى"}, "version": 1})).await;
    assert_eq!((status, stale["current"]["title"]["en"].as_str()), (409, Some("Story")), "{stale}");
    let (_, same) = me.put(&path, json!({"title": {"ar": "قصة", "en": "Story"}, "version": 2})).await;
    assert_eq!(same["data"]["version"], 2, "nothing changed");
}

#[tokio::test]
async fn st_08_scripts_and_foreign_markup_do_not_reach_the_store() {
    let (_shop, me, shopper) = setup().await;
    let html = "<h2>مرحبا</h2><script>alert(1)</script><p onclick=\"x()\">نص <a href=\"javascript:alert(1)\">رابط</a></p>";
    page(&me, json!({"title": {"ar": "آمنة", "en": "Safe"}, "content": {"ar": html}})).await;
    let text = shopper.get("/pages/%D8%A2%D9%85%D9%86%D8%A9").await.body;
    assert!(text.contains("<h2>مرحبا</h2>") && !text.contains("alert(1)") && !text.contains("onclick"));
    let (status, refused) = me.post("/pages", json!({"title": {"en": "No Arabic"}})).await;
    assert!(status == 422 && refused["errors"]["title.ar"].is_array(), "{refused}");
}

#[tokio::test]
async fn st_08_search_engines_read_the_pages_own_words_and_every_address_is_in_the_sitemap() {
    let (_shop, me, shopper) = setup().await;
    let seo = json!({"meta_title": {"ar": "عنوان للبحث"}, "meta_description": {"ar": "وصف للبحث"}});
    page(&me, json!({"seo": seo})).await;
    let text = shopper.get("/pages/%D9%82%D8%B5%D8%AA%D9%86%D8%A7").await.body;
    assert!(text.contains("<title>عنوان للبحث") && text.contains("content=\"وصف للبحث\""));
    let english = shopper.get("/en/pages/our-story").await.body;
    assert!(english.contains("<title>Our story"), "not the other language's words");
    let sitemap = shopper.get("/sitemap.xml").await.body;
    assert!(sitemap.contains("/en/pages/our-story") && sitemap.contains("/pages/%D9%82%D8%B5%D8%AA%D9%86%D8%A7"));
}
