//! The cart over a page, cards that add to it, and what the frame of a store shows of the store: footer, chat (CA-01, CA-02, TH-04).

use serde_json::{Value, json};
use testkit::{Merchant, PageReply, Shopper, TestShop};

const DRAWER: [(&str, &str); 1] = [("x-requested-with", "drawer")];
const FETCH: [(&str, &str); 1] = [("x-requested-with", "fetch")];

async fn setup() -> (TestShop, Merchant, Shopper) {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let shopper = shop.shopper(&me.slug);
    (shop, me, shopper)
}

async fn shirt(me: &Merchant, more: Value) -> String {
    let mut body = json!({"page_link": "shirt", "qty": 5, "has_unlimited_qty": false});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    me.product(body).await["id"].as_str().unwrap().to_owned()
}

/// Adds as the page's script does.
async fn add(shopper: &Shopper, product: &str) -> Value {
    let reply = shopper.post_with("/cart", &[("product_id", product)], &FETCH).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    serde_json::from_str(&reply.body).unwrap()
}

async fn update(shopper: &Shopper, form: &[(&str, &str)]) -> PageReply {
    shopper.post_with("/cart/update", form, &DRAWER).await
}

/// Writes settings of a section that every page has, and publishes them.
async fn write(me: &Merchant, slug: &str, settings: Value) {
    let index = me.data("/themes/one/index").await;
    let sections =
        ["settingSections", "preSections", "postSections"].map(|zone| index[zone].as_array().unwrap().clone()).concat();
    let section = sections.iter().find(|s| s["slug"] == slug).unwrap();
    let path = format!("/themes/one/sections/{}", section["id"].as_str().unwrap());
    let (status, saved) = me.put(&path, json!({"settings": settings})).await;
    assert_eq!(status, 200, "{saved}");
    let (status, published) = me.post("/themes/one/publication", json!({})).await;
    assert_eq!(status, 200, "{published}");
}

fn part<'p>(body: &'p str, from: &str, to: &str) -> &'p str {
    let start = body.find(from).unwrap_or_else(|| panic!("{from}: {body}"));
    body[start..].split(to).next().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn ca_01_what_is_added_is_shown_over_the_page_and_changed_there() {
    let (_shop, me, shopper) = setup().await;
    let id = shirt(&me, json!({})).await;
    // A browser without the script goes to the page, and a script without a cart gets an empty one.
    let plain = shopper.get("/cart/drawer").await;
    assert_eq!((plain.status, plain.location()), (303, "/cart"));
    let empty = shopper.send(shopper.request("GET", "/cart/drawer").header("x-requested-with", "drawer")).await;
    assert!(empty.status == 200 && empty.body.contains("سلتك فارغة"), "{}", empty.body);
    assert!(!empty.body.contains("<main") && empty.headers["cache-control"].to_str().unwrap().contains("no-store"));

    // The first addition makes the cart, which the request does not know yet.
    let added = add(&shopper, &id).await;
    let html = added["drawer"].as_str().unwrap();
    assert!(html.trim_start().starts_with("<dialog") && html.contains("role=\"status\">تمت الإضافة إلى السلة"), "{html}");
    assert!(
        html.contains("قميص قطني") && html.contains("name=\"quantity.1\" value=\"1\"") && html.contains("data-max=\"5\""),
        "{html}"
    );
    assert!(html.contains("href=\"/checkout\"") && html.contains("href=\"/cart\""));
    assert_eq!(added["count"], 1);

    let three = update(&shopper, &[("quantity.1", "٣")]).await;
    assert!(three.status == 200 && three.body.contains("value=\"3\"") && three.body.contains("300"), "{}", three.body);
    assert!(shopper.cookies().contains("cart_n=3"), "{}", shopper.cookies());
    // More than there is: the reason in the page's language, the cart as it was.
    let refused = update(&shopper, &[("quantity.1", "9")]).await;
    assert!(
        refused.status == 422 && refused.body.contains("role=\"alert\"") && refused.body.contains("value=\"3\""),
        "{}",
        refused.body
    );
    let english = shopper.post_with("/en/cart/update", &[("quantity.1", "9")], &DRAWER).await;
    let alert = part(&english.body, "role=\"alert\"", "</div>");
    let is_arabic = alert.chars().any(|c| ('\u{600}'..='\u{6FF}').contains(&c));
    assert!(!is_arabic && english.body.contains("Cotton shirt"), "{}", english.body);
    for bad in ["x", "-1", "99999999999999999999"] {
        let reply = update(&shopper, &[("quantity.1", bad)]).await;
        assert!(reply.status == 422 && reply.body.contains("value=\"3\""), "{bad}: {}", reply.body);
    }
    // Removed, and taken back.
    let removed = update(&shopper, &[("remove", "1")]).await;
    assert!(removed.body.contains("حُذف قميص قطني") && removed.body.contains("data-undo"), "{}", removed.body);
    let fields: Vec<(&str, &str)> = part(&removed.body, "<form method=\"post\" action=\"/cart\" data-add>", "</form>")
        .split("name=\"")
        .skip(1)
        .map(|field| (field.split('"').next().unwrap(), field.split("value=\"").nth(1).unwrap().split('"').next().unwrap()))
        .collect();
    let back = shopper.post_with("/cart", &fields, &FETCH).await;
    assert!(back.body.contains("\"count\":3"), "{}", back.body);
    // A line that is not there, removed by another tab: the cart as it is.
    let other = update(&shopper, &[("remove", "9")]).await;
    assert!(other.status == 200 && other.body.contains("value=\"3\""), "{}", other.body);
    // Another site's form changes nothing.
    let foreign = [("x-requested-with", "drawer"), ("sec-fetch-site", "cross-site")];
    assert_eq!(shopper.post_with("/cart/update", &[("remove", "1")], &foreign).await.status, 403);
    assert!(shopper.get("/cart").await.body.contains("قميص قطني"));
}

#[tokio::test(flavor = "multi_thread")]
async fn ca_02_stock_that_went_meanwhile_is_told_over_the_page() {
    let (_shop, me, shopper) = setup().await;
    let id = shirt(&me, json!({})).await;
    for _ in 0..4 {
        add(&shopper, &id).await;
    }
    let (status, saved) = me.put(&format!("/products/{id}"), json!({"qty": 2})).await;
    assert_eq!(status, 200, "{saved}");
    let seen = shopper.send(shopper.request("GET", "/cart/drawer").header("x-requested-with", "drawer")).await;
    assert!(seen.body.contains("تغيّر شيء في سلتك") && seen.body.contains("value=\"2\""), "{}", seen.body);
    let again = shopper.send(shopper.request("GET", "/cart/drawer").header("x-requested-with", "drawer")).await;
    assert!(!again.body.contains("تغيّر شيء في سلتك"), "told once");
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_06_a_removed_line_comes_back_with_its_answers() {
    let (_shop, me, shopper) = setup().await;
    let field = |ar: &str| json!({"field_type": "text", "field_label": {"ar": ar, "en": ar}, "field_required": false});
    let id = shirt(&me, json!({"dynamic_fields": [field("النقش"), field("اللون")]})).await;
    let form = [("product_id", id.as_str()), ("quantity", "1"), ("field.0", ""), ("field.1", "أزرق & أخضر")];
    assert_eq!(shopper.post("/cart", &form).await.status, 303);
    let removed = update(&shopper, &[("remove", "1")]).await;
    let undo = part(&removed.body, "data-add>", "</form>");
    assert!(undo.contains("name=\"field.1\" value=\"أزرق &amp; أخضر\"") && !undo.contains("field.0"), "{undo}");
}

#[tokio::test(flavor = "multi_thread")]
async fn th_04_a_setting_says_what_adding_does() {
    let (_shop, me, shopper) = setup().await;
    let id = shirt(&me, json!({})).await;
    assert!(shopper.get("/en/").await.body.contains("\"drawer\":\"/en/cart/drawer\""));
    for (choice, has_drawer, goes) in
        [("notice", false, Value::Null), ("cart", false, json!("/cart")), ("drawer", true, Value::Null)]
    {
        write(&me, "look", json!({"after_add": choice})).await;
        let added = add(&shopper, &id).await;
        assert_eq!((added.get("drawer").is_some(), &added["go"]), (has_drawer, &goes), "{choice}: {added}");
        assert_eq!(shopper.get("/").await.body.contains("\"drawer\":"), has_drawer, "{choice}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ca_01_a_card_adds_what_asks_nothing_and_leads_to_what_does() {
    let (shop, me, shopper) = setup().await;
    let plain = shirt(&me, json!({"min_qty": 2})).await;
    let sizes = json!({
        "page_link": "thobe", "product_type": "multi", "name": {"ar": "ثوب", "en": "Thobe"}, "options": [{"name": "size", "values": ["M", "L"]}],
        "variants": [{"option_values": ["M"], "regular_price": "90.00", "qty": 5}, {"option_values": ["L"], "regular_price": "90.00", "qty": 5}],
    });
    me.product(sizes).await;
    let engraved = json!([{"field_type": "text", "field_label": {"ar": "النقش", "en": "Engraving"}, "field_required": true}]);
    shirt(&me, json!({"page_link": "ring", "name": {"ar": "خاتم", "en": "Ring"}, "dynamic_fields": engraved})).await;
    shirt(&me, json!({"page_link": "gone", "name": {"ar": "نافد", "en": "Gone"}, "qty": 0})).await;
    assert!(!shopper.get("/collections").await.body.contains("card__buy"), "off until it is chosen");
    write(&me, "look", json!({"card_button": true})).await;
    let list = shopper.get("/collections").await.body;
    let card = |link: &str| {
        let cards = list.split("<li class=\"card\">").skip(1);
        cards
            .map(|card| card.split("</li>").next().unwrap().to_owned())
            .find(|card| card.contains(&format!("/products/{link}\"")))
            .unwrap()
    };
    assert!(card("shirt").contains("data-add") && card("shirt").contains(&format!("value=\"{plain}\"")), "{}", card("shirt"));
    for asking in ["thobe", "ring"] {
        assert!(card(asking).contains("اختر التفاصيل") && !card(asking).contains("<form"), "{}", card(asking));
    }
    assert!(card("gone").contains("disabled>نفدت الكمية") && !card("gone").contains("<form"), "{}", card("gone"));
    // Without a script it is a form as any other; the least that is sold goes into the cart.
    let posted = shopper.post("/cart", &[("product_id", &plain)]).await;
    assert_eq!((posted.status, posted.location()), (303, "/cart"), "{}", posted.body);
    assert!(shopper.get("/cart").await.body.contains("value=\"2\""));
    // New for as many days as the setting says.
    let is_new = async || shopper.get("/collections").await.body.contains("tag--new");
    assert!(is_new().await);
    for (days, shown) in [(0, false), (1, true)] {
        write(&me, "look", json!({"new_days": days})).await;
        assert_eq!(is_new().await, shown, "{days}");
    }
    // A page is kept for ten minutes at most.
    shop.advance(kernel::Millis::DAY + 11 * kernel::Millis::MINUTE);
    assert!(!is_new().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn th_04_the_footer_says_who_the_store_is_and_how_it_is_paid() {
    let (shop, me, shopper) = setup().await;
    let foot = async |path: &str| part(&shopper.get(path).await.body, "<footer class=\"foot\"", "</footer>").to_owned();
    let before = foot("/").await;
    assert!(
        before.contains("الدفع عند الاستلام") && !before.contains("السجل التجاري") && !before.contains("foot__social"),
        "{before}"
    );
    for (code, value) in [("commercial_registration", "1010010000"), ("store_phone", "+966551234567")] {
        let (status, saved) = me.put(&format!("/settings/{code}"), json!({"value": value})).await;
        assert_eq!(status, 200, "{saved}");
    }
    write(&me, "look", json!({"social_instagram": "https://www.instagram.com/shop", "whatsapp_number": "00966 55 123 4567"}))
        .await;
    write(&me, "footer", json!({"mark_mada": true})).await;
    let after = foot("/").await;
    assert!(after.contains("السجل التجاري") && after.contains("1010010000") && after.contains(">مدى<"), "{after}");
    assert!(after.contains("https://www.instagram.com/shop") && after.contains("https://wa.me/966551234567"), "{after}");
    assert!(foot("/en/").await.contains("Commercial registration") && foot("/en/").await.contains("Cash on delivery"));
    write(&me, "footer", json!({"show_registration": false, "show_payments": false, "show_social": false, "mark_mada": false}))
        .await;
    let hidden = foot("/").await;
    assert!(!hidden.contains("السجل التجاري") && !hidden.contains("foot__pay") && !hidden.contains("foot__social"), "{hidden}");
    // A method that is no longer on offer is not named.
    write(&me, "footer", json!({"show_payments": true})).await;
    let sql = "UPDATE payment_methods SET is_active = FALSE WHERE store_id = ?1";
    shop.app
        .db()
        .tx(async move |c| {
            c.touch(me.store, db::Topics::STOREFRONT);
            c.exec(sql, db::p![me.store]).await
        })
        .await
        .unwrap();
    assert!(!foot("/").await.contains("الدفع عند الاستلام"));
}

#[tokio::test(flavor = "multi_thread")]
async fn th_04_a_footer_from_before_its_columns_shows_what_it_showed() {
    let (shop, me, shopper) = setup().await;
    let former = json!({"about": {"ar": "نبذة قديمة", "en": "Old words"}, "menu": "main", "show_contact": false}).to_string();
    write(&me, "footer", json!({"show_trust": true})).await;
    let sql = "UPDATE theme_version_sections SET settings = ?2, blocks = '[]' WHERE store_id = ?1 AND section = 'footer'";
    shop.app
        .db()
        .tx(async move |c| {
            c.touch(me.store, db::Topics::STOREFRONT);
            c.exec(sql, db::p![me.store, former.clone()]).await
        })
        .await
        .unwrap();
    let foot = part(&shopper.get("/en/").await.body, "<footer class=\"foot\"", "</footer>").to_owned();
    assert!(foot.contains("Old words") && !foot.contains("Contact us"), "{foot}");
}

#[tokio::test(flavor = "multi_thread")]
async fn th_04_a_chat_with_the_store_knows_the_product_and_stays_out_of_the_checkout() {
    let (_shop, me, shopper) = setup().await;
    let id = shirt(&me, json!({"name": {"ar": "قميص & قبعة", "en": "Shirt & hat"}})).await;
    assert!(!shopper.get("/").await.body.contains("wa.me"), "off until there is a number");
    write(&me, "look", json!({"whatsapp_number": "0551234567"})).await;
    assert!(!shopper.get("/").await.body.contains("wa.me"), "a number of one country leads nowhere");
    write(
        &me,
        "look",
        json!({"whatsapp_number": "+966 55 123 4567", "whatsapp_text": {"ar": "مرحبًا", "en": "Hi"}, "whatsapp_side": "start"}),
    )
    .await;
    let text = |page: &PageReply| {
        let link = part(&page.body, "<a class=\"wa ", "</a>").to_owned();
        let href = link.split("href=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        let query = href.strip_prefix("https://wa.me/966551234567?").unwrap().to_owned();
        (link, reqwest::Url::parse(&format!("https://x/?{query}")).unwrap().query_pairs().next().unwrap().1.into_owned())
    };
    let (link, words) = text(&shopper.get("/").await);
    assert!(link.contains("wa--start") && link.contains("wa--all") && link.contains("rel=\"noopener\""), "{link}");
    assert_eq!(words, "مرحبًا");
    let (_, words) = text(&shopper.get("/en/products/shirt").await);
    let lines: Vec<&str> = words.split('\n').collect();
    assert_eq!((lines[0], lines[1]), ("Hi", "Shirt & hat"));
    assert!(lines[2].starts_with("http") && lines[2].ends_with("/en/products/shirt"), "{words}");
    shopper.post("/cart", &[("product_id", &id)]).await;
    assert!(shopper.get("/cart").await.body.contains("<a class=\"wa "));
    let checkout = shopper.get("/checkout").await;
    assert!(checkout.status == 200 && !checkout.body.contains("wa.me"), "{}", checkout.body);
}
