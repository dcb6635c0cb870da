//! The product's page made of blocks (TH-03, TH-04, decision 0079): their order, what is hidden, and stores from before there were any.

use db::p;
use serde_json::{Value, json};
use testkit::{Merchant, PageReply, Shopper, TestShop};

use super::{at, find, page, setup};

const PATH: &str = "/products/thobe";

/// A product with everything that blocks show.
async fn product(me: &Merchant) -> Value {
    let field = json!({"field_label": {"ar": "النقش", "en": "Engraving"}, "field_type": "text", "field_required": true});
    me.product(json!({
        "product_type": "multi", "name": {"ar": "ثوب صيفي", "en": "Summer thobe"}, "page_link": "thobe", "brand": "دار العود", "sku": "THB-1",
        "short_description": {"ar": "قطن خفيف", "en": "Light cotton"}, "description": {"ar": "<p>يُغسل باردًا</p>", "en": "<p>Wash cold</p>"},
        "weight_amount": "400", "weight_unit": "g", "options": [{"name": "size", "values": ["M", "L"]}], "dynamic_fields": [field],
        "variants": [{"option_values": ["M"], "qty": 30, "has_unlimited_qty": false, "is_active": true, "regular_price": "180.00"},
                     {"option_values": ["L"], "qty": 0, "has_unlimited_qty": false, "is_active": true, "regular_price": "190.00"}],
    }))
    .await
}

async fn section(me: &Merchant) -> Value {
    find(&page(me, "product").await["preSections"], "product").clone()
}

fn block(kind: &str, settings: Value) -> Value {
    json!({"id": kind, "type": kind, "is_active": true, "settings": settings})
}

/// Writes the section's blocks and publishes them.
async fn publish(me: &Merchant, blocks: &Value) {
    let (status, saved) = me.put(&at(&section(me).await), json!({"blocks": blocks})).await;
    assert_eq!(status, 200, "{saved}");
    let (status, body) = me.post("/themes/one/publication", json!({})).await;
    assert_eq!(status, 200, "{body}");
}

/// Where texts begin on a page, in the order in which they are asked for.
fn places(page: &PageReply, texts: &[&str]) -> Vec<usize> {
    let place = |text: &&str| page.body.find(text).unwrap_or_else(|| panic!("{text} is not in {}", page.body));
    texts.iter().map(place).collect()
}

/// Buys the product as a browser without scripts: what the form of the page has, and what the shopper fills in.
async fn buy(shopper: &Shopper, page: &PageReply) -> PageReply {
    let hidden = page.hidden_fields();
    let mut form: Vec<(&str, &str)> = hidden.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    if page.body.contains("name=\"quantity\" value=\"1\" data-min") {
        form.push(("quantity", "2"));
    }
    form.extend([("option.0", "M"), ("field.0", "نورة")]);
    shopper.post("/cart", &form).await
}

#[tokio::test]
async fn th_03_blocks_stand_in_any_order_and_the_product_is_bought_in_each() {
    let (_shop, me, shopper) = setup().await;
    product(&me).await;
    let blocks = section(&me).await["blocks"].clone();
    let kinds: Vec<&str> = blocks.as_array().unwrap().iter().map(|b| b["type"].as_str().unwrap()).collect();
    let default = [
        "title",
        "price",
        "summary",
        "options",
        "fields",
        "stock",
        "quantity",
        "buy",
        "delivery",
        "note",
        "description",
        "details",
    ];
    assert_eq!(kinds, default);
    let marks = [
        "<h1>ثوب صيفي",
        "data-price",
        "قطن خفيف</p>",
        "name=\"option.0\"",
        "name=\"field.0\"",
        "name=\"quantity\"",
        "data-main",
        "يُغسل باردًا</p>",
    ];
    let before = shopper.get(PATH).await;
    assert!(places(&before, &marks).is_sorted(), "{}", before.body);
    assert_eq!(buy(&shopper, &before).await.location(), "/cart");

    let mut turned = blocks.as_array().unwrap().clone();
    turned.reverse();
    publish(&me, &json!(turned)).await;
    let after = shopper.get(PATH).await;
    assert!(places(&after, &marks).is_sorted_by(|a, b| a > b), "{}", after.body);
    // Each input belongs to the form, whose start stands above all blocks and whose end below.
    let start = after.body.find("<form class=\"info\" id=\"buy\"").unwrap();
    let end = start + after.body[start..].find("</form>").unwrap();
    assert!(places(&after, &marks).iter().all(|at| (start..end).contains(at)), "{}", after.body);
    assert_eq!(buy(&shopper, &after).await.location(), "/cart");
    let cart = shopper.get("/cart").await;
    assert!(cart.body.contains("المقاس: M") && cart.body.contains("نورة"), "{}", cart.body);
    // What is missing is told beside its field, wherever that stands.
    let hidden = after.hidden_fields();
    let form: Vec<(&str, &str)> = hidden.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    let refused = shopper.post("/cart", &form).await;
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("اختر المقاس أولًا.") && refused.body.contains("id=\"e-field.0\">"), "{}", refused.body);
}

#[tokio::test]
async fn th_03_what_is_hidden_is_not_drawn_and_the_form_still_has_what_it_needs() {
    let (_shop, me, shopper) = setup().await;
    product(&me).await;
    let hide = async |kinds: &[&str]| {
        let mut blocks = section(&me).await["blocks"].clone();
        for block in blocks.as_array_mut().unwrap() {
            block["is_active"] = json!(!kinds.contains(&block["type"].as_str().unwrap()));
        }
        publish(&me, &blocks).await;
        shopper.get(PATH).await
    };
    let page = hide(&["title", "quantity", "price"]).await;
    // A page has one heading of the first level, for those who cannot see it too.
    assert!(page.body.contains("<h1 class=\"sr\">ثوب صيفي</h1>"), "{}", page.body);
    assert!(page.body.contains("<input type=\"hidden\" name=\"quantity\" value=\"1\">") && !page.body.contains("data-min"));
    assert!(!page.body.contains("info__price"));
    assert_eq!(buy(&shopper, &page).await.location(), "/cart");
    assert!(page.body.contains("class=\"buybar\"") && page.body.contains("has-buybar"));
    let page = hide(&["buy"]).await;
    assert!(!page.body.contains("class=\"buybar\"") && !page.body.contains("has-buybar") && !page.body.contains("data-main"));
}

#[tokio::test]
async fn th_04_a_kind_of_block_stands_as_often_as_it_may() {
    let (shop, me, _shopper) = setup().await;
    let section = section(&me).await;
    let twice = json!([block("buy", json!({})), {"id": "b2", "type": "buy", "is_active": false, "settings": {}}]);
    let (status, body) = shop.assert_unchanged(me.put(&at(&section), json!({"blocks": twice}))).await;
    assert_eq!((status, &body["errors"]["blocks.1.type"][0]), (422, &json!("الحد الأقصى من هذا النوع: 1.")), "{body}");
    let (status, body) = shop.assert_unchanged(me.in_english().put(&at(&section), json!({"blocks": twice}))).await;
    assert_eq!((status, &body["errors"]["blocks.1.type"][0]), (422, &json!("You can have at most 1 of this kind.")), "{body}");
    let (status, body) = shop.assert_unchanged(me.put(&at(&section), json!({"blocks": []}))).await;
    assert_eq!(status, 422, "{body}");
    assert!(body["errors"]["blocks"].is_array(), "{body}");
    let options = me.data("/themes/one/section-options").await;
    let kinds = find(&options, "product")["blocks"].as_array().unwrap().clone();
    let of = |kind: &str| kinds.iter().find(|k| k["type"] == kind).unwrap();
    assert_eq!((of("buy")["most"].as_i64(), of("tab")["most"].as_i64()), (Some(1), Some(6)));
    assert!(of("buy")["missing"]["ar"].as_str().unwrap().contains("أزرار الشراء"));
}

/// The rows of a store from before the section had blocks.
async fn make_older(shop: &TestShop, me: &Merchant) {
    let settings =
        json!({"show_sku": false, "show_quantity": false, "show_low_stock": false, "note": {"ar": "تغليف مجاني"}}).to_string();
    for table in ["theme_sections", "theme_version_sections"] {
        let sql = format!("UPDATE {table} SET settings = ?2, blocks = '[]' WHERE store_id = ?1 AND section = 'product'");
        let (store, settings) = (me.store, settings.clone());
        shop.app.db().tx(async move |c| c.exec(&sql, p![store, settings]).await).await.unwrap();
    }
}

#[tokio::test]
async fn th_04_a_section_from_before_its_blocks_stays_as_it_was() {
    let (shop, me, shopper) = setup().await;
    product(&me).await;
    make_older(&shop, &me).await;
    let older = shopper.get(PATH).await;
    let says = |page: &PageReply| {
        page.body.contains("تغليف مجاني")
            && page.body.contains("<input type=\"hidden\" name=\"quantity\" value=\"1\">")
            && !page.body.contains("data-few")
            && !page.body.contains("THB-1</dd>")
            && page.body.contains("<dt>الوزن</dt>")
    };
    assert!(says(&older), "{}", older.body);
    // The editor shows it as what it is now, and nothing waits to be published.
    let section = section(&me).await;
    let shown: Vec<(&str, bool)> = section["blocks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|b| (b["type"].as_str().unwrap(), b["is_active"].as_bool().unwrap()))
        .collect();
    assert!(
        shown.contains(&("quantity", false)) && shown.contains(&("stock", false)) && shown.contains(&("buy", true)),
        "{shown:?}"
    );
    assert!(section["settings"].get("show_sku").is_none());
    assert_eq!(me.data("/themes/one").await["has_changes"], json!(false));
    // A change of something else keeps it, in the draft and for shoppers.
    let (status, saved) = me.put(&at(&section), json!({"settings": {"gallery": "single"}})).await;
    assert_eq!((status, &saved["data"]["blocks"]), (200, &section["blocks"]), "{saved}");
    assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    let newer = shopper.get(PATH).await;
    assert!(says(&newer) && newer.body.contains("pictures--single"), "{}", newer.body);
    // And so does another theme, and a version from before.
    assert_eq!(me.post("/themes", json!({"theme": "two"})).await.0, 200);
    let two = me.data("/themes/two/product").await;
    assert_eq!(find(&two["preSections"], "product")["blocks"], section["blocks"]);
    assert_eq!(me.post("/themes/one/versions/1/publication", json!({})).await.0, 200);
    let again = shopper.get(PATH).await;
    assert!(says(&again) && !again.body.contains("pictures--single"), "{}", again.body);
}

#[tokio::test]
async fn th_03_blocks_show_what_the_merchant_and_the_product_say() {
    let (_shop, me, shopper) = setup().await;
    product(&me).await;
    let guide = |content: &str| json!({"title": {"ar": "دليل المقاسات"}, "content": {"ar": content}, "status": "published"});
    let page_id = me.create("/pages", guide("<p>الصدر 52</p>")).await["id"].clone();
    let blocks = json!([
        block("title", json!({"show_brand": true})),
        block("fact", json!({"fact": "weight"})),
        {"id": "f2", "type": "fact", "is_active": true, "settings": {"fact": "sku"}},
        block("stock", json!({"show": "always"})),
        block("options", json!({})),
        block("fields", json!({})),
        block("buy", json!({})),
        block("size_guide", json!({"page": page_id})),
        block("trust", json!({})),
        block("delivery", json!({"text": {"ar": "يصلك خلال 3 أيام", "en": "In 3 days"}})),
        block("tab", json!({"title": {"ar": "العناية"}, "content": {"ar": "<p>كيّ خفيف<script>alert(1)</script></p>"}})),
        block("share", json!({})),
    ]);
    publish(&me, &blocks).await;
    let page = shopper.get(PATH).await;
    for text in [
        "<p class=\"info__brand\">دار العود</p>",
        "THB-1</bdi>",
        "data-in=\"متوفر\"",
        "<p>الصدر 52</p>",
        "دليل المقاسات",
        "دفع آمن",
        "يصلك خلال 3 أيام",
        "كيّ خفيف",
        "https://wa.me/?text=%D8%AB%D9%88%D8%A8",
        "https://x.com/intent/post?text=",
        "rel=\"noopener\"",
    ] {
        assert!(page.body.contains(text), "{text} is not in {}", page.body);
    }
    assert!(!page.body.contains("alert(1)"), "{}", page.body);
    // The page of the guide goes, and with it the guide.
    let (status, body) = me.delete(&format!("/pages/{}", page_id.as_str().unwrap()), json!({})).await;
    assert_eq!(status, 200, "{body}");
    assert!(!shopper.get(PATH).await.body.contains("<p>الصدر 52</p>"));
    let english = shopper.in_english();
    assert!(english.get(&format!("/en{PATH}")).await.body.contains("Secure payment"));
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(width, height, image::Rgb([200, 40, 40])).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn th_04_pictures_lead_to_their_large_versions_without_scripts() {
    let (_shop, me, shopper) = setup().await;
    let mut ids = Vec::new();
    for (name, (width, height)) in [("a.png", (40, 50)), ("b.png", (90, 20))] {
        let reply = me.upload("/media", "media", name, "image/png", png(width, height)).await;
        ids.push(reply.json["data"]["id"].clone());
    }
    me.product(json!({"page_link": "thobe", "image_ids": ids})).await;
    let none = me.product(json!({"page_link": "bare", "name": {"ar": "بلا صورة"}})).await;
    assert_eq!(none["images"], json!([]));
    let page = shopper.get(PATH).await;
    assert_eq!(page.body.matches("data-zoom").count(), 2);
    let large = page.body.split("<a class=\"frame\" href=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert_eq!(shopper.get(large).await.status, 200);
    // The first picture is loaded with the page, the others when they come near; none moves what stands below it.
    assert_eq!(
        (page.body.matches("fetchpriority=\"high\"").count(), page.body.matches("width=\"40\" height=\"50\"").count()),
        (1, 1)
    );
    assert!(!page.body.contains("class=\"thumb\"") && page.body.contains("الصورة {n} من {count}"), "{}", page.body);
    let (status, saved) = me
        .put(
            &at(&section(&me).await),
            json!({"settings": {"gallery": "thumbnails", "thumbnails": "beside", "picture_ratio": "natural"}}),
        )
        .await;
    assert_eq!(status, 200, "{saved}");
    assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    let page = shopper.get(PATH).await;
    assert!(page.body.contains("pictures--thumbnails pictures--beside shape-natural"), "{}", page.body);
    assert_eq!(page.body.matches("class=\"thumb\" href=\"#picture-").count(), 2);
    let bare = shopper.get("/products/bare").await;
    assert!(
        !bare.body.contains("data-zoom")
            && !bare.body.contains("<dialog class=\"lightbox\"")
            && bare.body.contains("class=\"ph "),
        "{}",
        bare.body
    );
}
