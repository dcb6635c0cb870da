//! The structure of storefront pages: headings, what loads first, links of sections, and texts in the page's language.

use image::ImageFormat;
use serde_json::{Value, json};
use testkit::{Merchant, PageReply, TestShop};

use crate::media::{picture, upload};

/// Sets a section's settings before anybody has viewed the store.
async fn section(shop: &TestShop, merchant: &Merchant, section: &'static str, settings: Value) {
    let (store, settings) = (merchant.store, settings.to_string());
    let sql = "UPDATE theme_version_sections SET settings = ?3 WHERE store_id = ?1 AND section = ?2";
    let n = shop.app.db().tx(async move |c| c.exec(sql, db::p![store, section, settings]).await).await.unwrap();
    assert!(n > 0, "{section}");
}

/// A picture of the library whose sizes are generated.
async fn media(shop: &TestShop, merchant: &Merchant) -> String {
    let uploaded = upload(merchant, picture(400, 400, ImageFormat::Jpeg)).await;
    shop.drain().await;
    uploaded["id"].as_str().unwrap().to_owned()
}

async fn category(merchant: &Merchant, ar: &str, en: &str) -> String {
    let body = json!({"name": {"ar": ar, "en": en}, "is_active": true});
    merchant.create("/categories", body).await["id"].as_str().unwrap().to_owned()
}

/// Levels of a page's headings, in order.
fn levels(page: &PageReply) -> Vec<u32> {
    let main = page.body.split_once("<main").unwrap().1;
    let tags = main.split("<h").skip(1).filter_map(|rest| rest.chars().next()?.to_digit(10).map(|n| (n, rest)));
    tags.filter(|(_, rest)| rest[1..].starts_with([' ', '>'])).map(|(n, _)| n).collect()
}

fn pictures(html: &str) -> Vec<&str> {
    html.split("<img ").skip(1).filter_map(|rest| rest.split('>').next()).collect()
}

/// F12 §4: a section without a visible heading has one for screen readers, so that no level is skipped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_headings_pass_over_no_level() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let scents = category(&merchant, "عطور", "Scents").await;
    for n in 0..3 {
        let link = format!("oud-{n}");
        merchant.product(json!({"page_link": link, "category_ids": [scents]})).await;
    }
    for kind in ["featured", "related", "categories"] {
        section(&shop, &merchant, kind, json!({"heading": {"ar": "", "en": ""}})).await;
    }
    let shopper = shop.shopper(&merchant.slug);
    for path in ["/", "/en/", "/products/oud-1", "/en/products/oud-1", "/collections"] {
        let page = shopper.get(path).await;
        let found = levels(&page);
        assert!(found.len() > 2 && found[0] == 1 && found.contains(&3), "{path}: {found:?}");
        assert!(found.windows(2).all(|w| w[1] <= w[0] + 1), "{path}: {found:?}");
    }
    let home = shopper.get("/en/").await.body;
    assert!(home.contains("<h2 class=\"sr\">Categories</h2>") && home.contains("<h2 class=\"sr\">Products</h2>"), "{home}");
}

/// F12 §4: whatever section comes first, the front page begins with its one `h1`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_a_front_page_without_a_hero_at_its_top_has_a_title() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({})).await;
    let store = merchant.store;
    let home = async || levels(&shop.shopper(&merchant.slug).get("/").await);
    for change in ["display_order = 90", "is_active = FALSE"] {
        let sql = format!("UPDATE theme_version_sections SET {change} WHERE store_id = ?1 AND section = 'hero'");
        shop.app.db().tx(async move |c| c.exec(&sql, db::p![store]).await).await.unwrap();
        let found = home().await;
        assert_eq!((found[0], found.iter().filter(|level| **level == 1).count()), (1, 1), "{change}: {found:?}");
    }
}

/// F12 §4: the largest picture of the front page loads eagerly, whichever section shows it, skipping empty sections before it;
/// pictures further down load lazily.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_the_largest_picture_of_the_front_page_does_not_wait() {
    let shop = TestShop::start().await;
    for first in ["hero", "image_text", "featured"] {
        let merchant = shop.merchant().await;
        let image = media(&shop, &merchant).await;
        for n in 0..6 {
            merchant.product(json!({"page_link": format!("oud-{n}"), "image_ids": [image]})).await;
            shop.advance(1_000);
        }
        let (store, settings) = (merchant.store, json!({"image": image, "heading": {"ar": "جديد", "en": "New"}}));
        if first == "featured" {
            let sql = "UPDATE theme_version_sections SET is_active = FALSE WHERE store_id = ?1 AND section = 'hero'";
            shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
        } else {
            let sql = "UPDATE theme_version_sections SET section = ?2 WHERE store_id = ?1 AND section = 'hero'";
            shop.app.db().tx(async move |c| c.exec(sql, db::p![store, first]).await).await.unwrap();
            section(&shop, &merchant, first, settings).await;
        }
        let page = shop.shopper(&merchant.slug).get("/").await;
        let main = page.body.split_once("<main").unwrap().1;
        let all = pictures(main);
        assert!(all.len() > 4, "{first}: {main}");
        assert!(all[0].contains("fetchpriority=\"high\"") && !all[0].contains("loading=\"lazy\""), "{first}: {}", all[0]);
        assert_eq!(main.matches("fetchpriority=\"high\"").count(), 1, "{first}");
        assert!(all.last().unwrap().contains("loading=\"lazy\""), "{first}");
    }
}

/// F12 §4: a page preloads the font of its own language, and no other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_a_page_preloads_the_letters_of_its_language_alone() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let shopper = shop.shopper(&merchant.slug);
    for (path, own, other) in [("/", "plex-arabic", "plex-latin"), ("/en/", "plex-latin", "plex-arabic")] {
        let page = shopper.get(path).await;
        let fonts: Vec<&str> = page.body.split("rel=\"preload\" href=\"").skip(1).filter_map(|r| r.split('"').next()).collect();
        assert_eq!(fonts.len(), 2, "{path}: {fonts:?}");
        assert!(fonts.iter().all(|f| f.contains(own) && !f.contains(other)), "{path}: {fonts:?}");
    }
}

/// F12 §4: the categories that do not fit are one click away, under the link's text.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_a_fifth_category_is_one_press_away() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for n in 1..=4 {
        category(&merchant, &format!("قسم {n}"), &format!("Part {n}")).await;
    }
    let shopper = shop.shopper(&merchant.slug);
    let four = shopper.get("/en/").await.body;
    assert_eq!(four.matches("class=\"tile").count() - four.matches("class=\"tile__name").count(), 4, "{four}");
    assert!(!four.contains("All categories"));
    category(&merchant, "قسم 5", "Part 5").await;
    shop.advance(1_000);
    let mut five = String::new();
    for _ in 0..100 {
        five = shopper.get("/en/").await.body;
        if five.contains("All categories") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(five.contains("<a class=\"link\" href=\"/en/collections#categories\">All categories</a>"), "{five}");
    let all = shopper.get("/en/collections").await.body;
    let block = all.split_once("id=\"categories\"").unwrap().1.split("</nav>").next().unwrap();
    assert!(block.contains(">All categories</h2>") && (1..=5).all(|n| block.contains(&format!("Part {n}"))), "{block}");
    // A category's own subcategories are not the list of all.
    let one = shopper.get("/en/collections/part-1").await;
    assert!(one.status == 404 || !one.body.contains("All categories"));
}

/// F12 §4: one related product stands alone instead of in a grid of four; without any there is no section.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_a_single_related_product_stands_alone() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let other = merchant.product(json!({"page_link": "musk", "is_published": false})).await;
    merchant.product(json!({"page_link": "oud"})).await;
    let lone = shop.shopper(&merchant.slug).get("/products/oud").await.body;
    assert!(!lone.contains("class=\"card\""), "{lone}");
    let path = format!("/products/{}", other["id"].as_str().unwrap());
    assert_eq!(merchant.put(&path, json!({"is_published": true})).await.0, 200);
    let shopper = shop.shopper(&merchant.slug);
    for _ in 0..100 {
        if shopper.get("/products/oud").await.body.contains("/products/musk") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let two = shopper.get("/products/oud").await.body;
    assert_eq!((two.matches("class=\"card\"").count(), two.matches("grid--alone").count()), (1, 1), "{two}");
    merchant.product(json!({"page_link": "amber"})).await;
    for _ in 0..100 {
        if shopper.get("/products/oud").await.body.contains("/products/amber") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let three = shopper.get("/products/oud").await.body;
    assert_eq!((three.matches("class=\"card\"").count(), three.matches("grid--alone").count()), (2, 0), "{three}");
}

/// F12 §3: options and their values are shown in the page's language: filters and chosen values, structured data, and the
/// merchant's stock list.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_option_values_are_read_in_the_pages_language() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let values = ["قطن", "كتان"];
    let variants: Vec<Value> =
        values.iter().map(|v| json!({"option_values": [v], "qty": 3, "has_unlimited_qty": false, "is_active": true})).collect();
    let overrides = json!({"page_link": "thobe", "name": {"ar": "ثوب", "en": "Thobe"}, "product_type": "multi", "variants": variants,
        "brand": "دار الثياب", "regular_price": "80.00",
        "options": [{"name": "القماش", "values": values, "name_texts": {"en": "Fabric"}, "value_texts": {"قطن": {"en": "Cotton"}}}]});
    let product = merchant.product(overrides).await;
    let shopper = shop.shopper(&merchant.slug);
    let english = shopper.get("/en/collections").await.body;
    let facet = english.split_once("<legend>Fabric</legend>").expect("the option").1.split("</fieldset>").next().unwrap();
    assert!(
        facet.contains("<bdi>Cotton</bdi>") && facet.contains("<bdi>كتان</bdi>") && facet.contains("value=\"قطن\""),
        "{facet}"
    );
    let key = kernel::slug::percent_encode(&kernel::fold::fold("القماش"));
    let chosen = shopper.get(&format!("/en/collections?opt.{key}={}", kernel::slug::percent_encode("قطن"))).await.body;
    let pills = chosen.split_once("<ul class=\"chosen\"").expect("what is chosen").1.split("</ul>").next().unwrap();
    assert!(pills.contains("<bdi>Cotton</bdi>"), "{pills}");
    let arabic = shopper.get("/collections").await.body;
    assert!(
        arabic.contains("<legend>القماش</legend>") && arabic.contains("<bdi>قطن</bdi>") && !arabic.contains("Cotton"),
        "{arabic}"
    );
    // The structured data agrees with the page.
    let page = shopper.get("/en/products/thobe").await.body;
    let json = page.split("<script type=\"application/ld+json\">").nth(1).unwrap().split("</script>").next().unwrap();
    let group: Value = serde_json::from_str(json).unwrap();
    assert_eq!((&group["@type"], &group["brand"]["name"]), (&json!("ProductGroup"), &json!("دار الثياب")));
    let first = &group["hasVariant"][0];
    assert_eq!(first["name"], "Thobe - Cotton");
    assert_eq!(first["additionalProperty"][0], json!({"@type": "PropertyValue", "name": "Fabric", "value": "Cotton"}));
    // The merchant sees them in the dashboard's language.
    let texts = json!([{"ar": "قطن", "en": "Cotton"}]);
    let rows = merchant.data("/stock").await;
    assert_eq!((&rows[0]["items"][0]["option_values"], &rows[0]["items"][0]["option_texts"]), (&json!(["قطن"]), &texts));
    assert_eq!(
        rows[0]["items"][1]["option_texts"],
        json!([{"ar": "كتان", "en": "كتان"}]),
        "the value itself where it has no name"
    );
    let id = product["id"].as_str().unwrap();
    let own_path = merchant.data(&format!("/products/{id}/stock")).await;
    assert_eq!(own_path["items"][0]["option_texts"], texts);
    let variant = &product["variants"][0]["id"];
    let adjust = json!({"variant_id": variant, "mode": "add", "qty": 2, "reason": "count"});
    assert_eq!(merchant.post(&format!("/products/{id}/stock/adjust"), adjust).await.0, 200);
    let moved = merchant.data("/stock-movements").await;
    let of_variant = moved.as_array().unwrap().iter().find(|m| m["variant_id"] == *variant).expect("the movement");
    assert_eq!(of_variant["option_texts"], texts);
}

/// F12 §3: rows of an older version without names per language get them from the job that rebuilds the search words.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_names_of_older_products_come_after_a_while() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let variants: Vec<Value> = ["قطن", "كتان"]
        .iter()
        .map(|v| json!({"option_values": [v], "qty": 3, "has_unlimited_qty": false, "is_active": true}))
        .collect();
    let overrides = json!({"product_type": "multi", "variants": variants, "options": [{"name": "القماش", "values": ["قطن", "كتان"],
        "value_texts": {"قطن": {"en": "Cotton"}}}]});
    merchant.product(overrides).await;
    merchant.product(json!({"page_link": "plain"})).await;
    let upgrade = include_str!("../../../../migrations/0053_option_texts.sql");
    let statement = upgrade[upgrade.find("INSERT INTO search_backlog").unwrap()..].trim().trim_end_matches(';').to_owned();
    let store = merchant.store;
    let due: i64 = shop
        .app
        .db()
        .tx(async move |c| {
            c.exec("UPDATE product_option_values SET option_texts = '{}', value_texts = '{}' WHERE store_id = ?1", db::p![store])
                .await?;
            c.exec(&statement, db::p![]).await?;
            c.one("SELECT COUNT(*) FROM search_backlog WHERE store_id = ?1", db::p![store]).await
        })
        .await
        .unwrap();
    assert_eq!(due, 1, "only what has names");
    shop.advance(61_000);
    shop.worker.tick().await.unwrap();
    assert!(shop.shopper(&merchant.slug).get("/en/collections").await.body.contains("<bdi>Cotton</bdi>"));
}
