//! The storefront for shoppers and search engines, with JavaScript off: plain forms, redirects, cookies.

use serde_json::{Value, json};
use testkit::{Merchant, PageReply, Shopper, TestShop};

/// Opens the first product of the front page; its path.
fn first_product(page: &PageReply, prefix: &str) -> String {
    let from = page.body.find(&format!("href=\"{prefix}/products/")).expect("a product on the front page") + 6;
    page.body[from..].split('"').next().unwrap().to_owned()
}

pub(crate) fn fields<'a>(hidden: &'a [(String, String)], extra: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut all: Vec<(&str, &str)> =
        hidden.iter().filter(|(k, _)| !extra.iter().any(|(m, _)| m == k)).map(|(k, v)| (k.as_str(), v.as_str())).collect();
    all.extend_from_slice(extra);
    all
}

/// Polls the page until it satisfies the predicate. On SQLite that is the first answer; on PostgreSQL caches are invalidated
/// through the server a moment after the commit, as on every other node.
async fn until(shopper: &Shopper, path: &str, is_so: impl Fn(&PageReply) -> bool) -> PageReply {
    let mut page = shopper.get(path).await;
    for _ in 0..200 {
        if is_so(&page) {
            return page;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        page = shopper.get(path).await;
    }
    panic!("{path} stayed as it was: {} {}", page.status, page.body);
}

const PERSON: [(&str, &str); 3] = [("name", "سارة العتيبي"), ("mobile", "٠٥٥١٢٣٤٥٦٧"), ("email", "sara@example.com")];

/// From the product to the order, like a browser without scripts; the order's page.
async fn buy(shopper: &Shopper, prefix: &str, product: &str) -> PageReply {
    let page = shopper.get(product).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let added = shopper.post(&format!("{prefix}/cart"), &fields(&page.hidden_fields(), &[("quantity", "2")])).await;
    assert_eq!((added.status, added.location()), (303, &*format!("{prefix}/cart")));
    let cart = shopper.get(&format!("{prefix}/cart")).await;
    assert!(cart.body.contains("name=\"quantity.1\" value=\"2\""), "{}", cart.body);
    let checkout = shopper.get(&format!("{prefix}/checkout")).await;
    assert_eq!(checkout.status, 200);
    let methods = chosen(&checkout);
    let hidden = checkout.hidden_fields();
    let mut form = fields(&hidden, &PERSON);
    form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    let placed = shopper.post(&format!("{prefix}/checkout"), &form).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    assert!(placed.location().starts_with(&format!("{prefix}/orders/ord_")), "{}", placed.location());
    let again = shopper.get(placed.location()).await;
    assert_eq!(again.status, 200);
    again
}

/// The radios that are checked.
pub(crate) fn chosen(page: &PageReply) -> Vec<(String, String)> {
    page.body
        .split("<input")
        .skip(1)
        .filter_map(|rest| rest.split('>').next())
        .filter(|tag| tag.contains("type=\"radio\"") && tag.contains(" checked"))
        .map(|tag| {
            let get = |name: &str| {
                tag.split_once(&format!("{name}=\"")).and_then(|(_, r)| r.split('"').next()).unwrap_or("").to_owned()
            };
            (get("name"), get("value"))
        })
        .collect()
}

pub(crate) async fn courier(merchant: &Merchant) -> String {
    let body = json!({"provider": "CUSTOM", "name": {"ar": "توصيل", "en": "Delivery"}, "is_active": true, "is_fixed_cost": true,
        "fixed_cost": "25.00", "cities": ["الرياض"], "is_cod_allowed": true});
    merchant.create("/shipping-methods", body).await["id"].as_str().unwrap().to_owned()
}

async fn setting(merchant: &Merchant, code: &str, value: Value) {
    let (status, body) = merchant.put(&format!("/settings/{code}"), json!({"value": value})).await;
    assert_eq!(status, 200, "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn ca_04_a_shopper_without_scripts_buys_in_arabic_and_in_english() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    setting(&merchant, "vat_value", json!("15")).await;
    merchant.product(json!({})).await;
    for (prefix, thanks, total) in [("", "شكرًا لك، سارة", "200.00\u{a0}ر.س"), ("/en", "Thank you, سارة", "SAR\u{a0}200.00")]
    {
        let shopper = shop.shopper(&merchant.slug);
        let home = shopper.get(&format!("{prefix}/")).await;
        let lang = if prefix.is_empty() { "<html lang=\"ar\" dir=\"rtl\">" } else { "<html lang=\"en\" dir=\"ltr\">" };
        assert!(home.body.contains(lang));
        let order = buy(&shopper, prefix, &first_product(&home, prefix)).await;
        assert!(order.body.contains(thanks) && order.body.contains(total), "{}", order.body);
        assert_eq!(order.headers["referrer-policy"], "no-referrer");
        assert!(order.headers["cache-control"].to_str().unwrap().contains("no-store"));
    }
    let orders = merchant.data("/orders").await;
    assert_eq!(orders.as_array().unwrap().len(), 2);
    assert_eq!(orders[0]["mobile"], "+966551234567");
    assert_eq!(merchant.data("/products").await[0]["stock"], 6);
    let stranger = shop.shopper(&merchant.slug);
    let id = orders[0]["id"].as_str().unwrap();
    assert_eq!(stranger.get(&format!("/orders/{id}-{}", "0".repeat(40))).await.status, 404, "the address is the key");
}

#[tokio::test(flavor = "multi_thread")]
async fn ca_01_delivery_is_offered_once_the_address_is_known() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let method = courier(&merchant).await;
    merchant.product(json!({})).await;
    let shopper = shop.shopper(&merchant.slug);
    let path = first_product(&shopper.get("/").await, "");
    let page = shopper.get(&path).await;
    shopper.post("/cart", &fields(&page.hidden_fields(), &[("quantity", "1")])).await;
    let checkout = shopper.get("/checkout").await;
    assert!(!checkout.body.contains(&method), "no city, no courier");
    let mut form: Vec<(&str, &str)> = PERSON.to_vec();
    form.extend([("receive", "courier"), ("city", "الدمام"), ("street", "شارع الملك")]);
    let elsewhere = shopper.submit("/checkout/address", &form).await;
    assert!(!elsewhere.body.contains(&method), "it does not serve Dammam");
    form[4] = ("city", "الرياض");
    let there = shopper.submit("/checkout/address", &form).await;
    assert!(there.body.contains(&method) && there.body.contains("125.00"), "{}", there.body);
    let abandoned: Vec<(String, String)> =
        shop.app.db().conn().all("SELECT step, contact FROM carts WHERE store_id = ?1", db::p![merchant.store]).await.unwrap();
    assert_eq!(abandoned[0].0, "shipping_address");
    assert!(abandoned[0].1.contains("+966551234567"));
    let methods = chosen(&there);
    let hidden = there.hidden_fields();
    let mut form = fields(&hidden, &form);
    form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())).filter(|(k, _)| *k != "receive"));
    let order = shopper.submit("/checkout", &form).await;
    assert_eq!(order.status, 200);
    assert!(order.body.contains("125.00") && order.body.contains("الرياض"), "{}", order.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn ca_01_a_price_that_changed_is_told_before_the_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({})).await;
    let id = product["id"].as_str().unwrap();
    let shopper = shop.shopper(&merchant.slug);
    let page = shopper.get(&first_product(&shopper.get("/").await, "")).await;
    shopper.post("/cart", &fields(&page.hidden_fields(), &[])).await;
    let checkout = shopper.get("/checkout").await;
    let (status, body) = merchant.put(&format!("/products/{id}"), json!({"regular_price": "130.00"})).await;
    assert_eq!(status, 200, "{body}");
    let hidden = checkout.hidden_fields();
    let methods = chosen(&checkout);
    let mut form = fields(&hidden, &PERSON);
    form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    let answer = shopper.post("/checkout", &form).await;
    assert_eq!(answer.status, 409);
    assert!(answer.body.contains("130.00") && answer.body.contains("تغيّر سعر"), "{}", answer.body);
    assert_eq!(merchant.data("/orders").await, json!([]), "nothing was ordered at a price nobody saw");
    let hidden = answer.hidden_fields();
    let methods = chosen(&answer);
    let mut form = fields(&hidden, &PERSON);
    form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    let placed = shopper.post("/checkout", &form).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    assert_eq!(merchant.data("/orders").await[0]["total"], "130.00");
    let duplicate = shopper.post("/checkout", &form).await;
    assert_eq!(merchant.data("/orders").await.as_array().unwrap().len(), 1, "{}", duplicate.status);
}

/// CA-01: products that become unavailable before or during the checkout are named on the page where the shopper ends up.
#[tokio::test(flavor = "multi_thread")]
async fn ca_01_goods_that_vanished_are_named_when_nothing_is_left() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for (is_open, status) in [(false, 200), (true, 409)] {
        let product = merchant.product(json!({})).await;
        let id = product["id"].as_str().unwrap();
        let shopper = shop.shopper(&merchant.slug);
        let added = shopper.post("/cart", &[("product_id", id), ("quantity", "1")]).await;
        assert_eq!(added.location(), "/cart");
        let checkout = if is_open { Some(shopper.get("/checkout").await) } else { None };
        let (removed, body) = merchant.put(&format!("/products/{id}"), json!({"is_published": false})).await;
        assert_eq!(removed, 200, "{body}");
        let answer = match checkout {
            None => shopper.get("/checkout").await,
            Some(page) => {
                let (hidden, methods) = (page.hidden_fields(), chosen(&page));
                let mut form = fields(&hidden, &PERSON);
                form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
                shopper.post("/checkout", &form).await
            }
        };
        assert_eq!(answer.status, status, "{}", answer.body);
        assert!(answer.body.contains("لم يعد"), "{}", answer.body);
        let after = shopper.get("/cart").await;
        assert!(!after.body.contains("لم يعد"), "told once");
    }
    assert_eq!(merchant.data("/orders").await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn ca_01_wrong_fields_are_named_and_what_was_typed_stays() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({})).await;
    let shopper = shop.shopper(&merchant.slug);
    let page = shopper.get(&first_product(&shopper.get("/").await, "")).await;
    shopper.post("/cart", &fields(&page.hidden_fields(), &[])).await;
    let checkout = shopper.get("/checkout").await;
    let hidden = checkout.hidden_fields();
    let wrong =
        shopper.post("/checkout", &fields(&hidden, &[("name", "<b>سارة"), ("mobile", "123"), ("email", "nowhere")])).await;
    assert_eq!(wrong.status, 422);
    assert!(
        wrong.body.contains("value=\"&lt;b&gt;سارة\"")
            && wrong.body.contains("id=\"e-mobile\"")
            && wrong.body.contains("id=\"e-email\""),
        "{}",
        wrong.body
    );
    assert_eq!(merchant.data("/orders").await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_02_a_variant_is_chosen_by_its_options() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let overrides = json!({"product_type": "multi", "regular_price": "100.00", "qty": 0,
        "options": [{"name": "size", "values": ["S", "L"]}],
        "variants": [{"option_values": ["S"], "qty": 3, "has_unlimited_qty": false, "is_active": true},
                     {"option_values": ["L"], "qty": 0, "has_unlimited_qty": false, "is_active": true, "regular_price": "140.00"}]});
    merchant.product(overrides).await;
    let shopper = shop.shopper(&merchant.slug);
    let page = shopper.get(&first_product(&shopper.get("/").await, "")).await;
    assert!(page.body.contains("name=\"option.0\" value=\"S\"") && page.body.contains("\"@type\":\"ProductGroup\""));
    let hidden = page.hidden_fields();
    let none = shopper.post("/cart", &fields(&hidden, &[])).await;
    assert_eq!(none.status, 422, "an option must be chosen");
    let sold_out = shopper.post("/cart", &fields(&hidden, &[("option.0", "L")])).await;
    assert_eq!(sold_out.status, 422);
    let added = shopper.post("/cart", &fields(&hidden, &[("option.0", "S")])).await;
    assert_eq!(added.status, 303);
    assert!(shopper.get("/cart").await.body.contains("المقاس: S"));
}

/// PR-06: missing input of a product's form is reported at each field in the store's texts, on the page itself or to its script.
#[tokio::test(flavor = "multi_thread")]
async fn pr_06_a_form_that_lacks_something_says_so_beside_each_field() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let field = |name: &str, kind: &str, extra: Value| {
        let mut field = json!({"field_label": {"ar": name}, "field_type": kind, "field_required": true});
        field.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        field
    };
    merchant
        .product(json!({"product_type": "multi", "regular_price": "100.00",
            "options": [{"name": "size", "values": ["S", "L"]}],
            "variants": [{"option_values": ["S"], "qty": 3, "is_active": true}, {"option_values": ["L"], "qty": 2, "is_active": true}],
            "dynamic_fields": [field("النقش", "text", json!({})), field("التغليف", "choice", json!({"choices": ["ورق", "خشب"]}))]}))
        .await;
    let shopper = shop.shopper(&merchant.slug);
    let address = first_product(&shopper.get("/").await, "");
    let page = shopper.get(&address).await;
    // Browser validation is off: its messages are in the browser's language.
    assert!(page.body.contains("data-add novalidate") && !page.body.contains("none</p>"), "{}", page.body);
    let hidden = page.hidden_fields();
    let error_of = |page: &PageReply, name: &str| {
        let slot = format!("id=\"e-{name}\"");
        let from = page.body.find(&slot).unwrap_or_else(|| panic!("{slot} in {}", page.body)) + slot.len();
        let (open, text) = page.body[from..].split_once('>').unwrap();
        (!open.contains("hidden")).then(|| text.split('<').next().unwrap().to_owned())
    };
    assert_eq!([error_of(&page, "option.0"), error_of(&page, "field.0"), error_of(&page, "field.1")], [None, None, None]);
    let choose = Some("اختر المقاس أولًا.".to_owned());
    let required = Some("هذا الحقل مطلوب.".to_owned());

    let sent = fields(&hidden, &[("field.0", "نورة <b>"), ("field.1", ""), ("quantity", "2")]);
    let page = shopper.post("/cart", &sent).await;
    assert_eq!(page.status, 422);
    assert_eq!(
        [error_of(&page, "option.0"), error_of(&page, "field.0"), error_of(&page, "field.1")],
        [choose.clone(), None, required.clone()]
    );
    assert!(
        page.body.contains("value=\"نورة &lt;b&gt;\"") && page.body.contains("name=\"quantity\" value=\"2\""),
        "{}",
        page.body
    );
    assert_eq!(page.body.matches(" autofocus").count(), 1);
    assert!(page.headers["cache-control"].to_str().unwrap().contains("no-store"));
    // The cached page is unchanged.
    assert_eq!(error_of(&shopper.get(&address).await, "option.0"), None);

    let page = shopper.post("/cart", &fields(&hidden, &[("option.0", "L"), ("field.0", ""), ("field.1", "خشب")])).await;
    assert_eq!([error_of(&page, "option.0"), error_of(&page, "field.0"), error_of(&page, "field.1")], [None, required, None]);
    assert!(page.body.contains("value=\"L\" checked") && page.body.contains("<option selected>خشب"), "{}", page.body);

    let script = shopper.request("POST", "/cart").header("content-type", "application/x-www-form-urlencoded");
    let body = hidden.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>().join("&");
    let answer = shopper.send(script.header("x-requested-with", "fetch").body(body)).await;
    let reply: Value = serde_json::from_str(&answer.body).unwrap();
    let all: Vec<&str> = reply["fields"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(all, ["field.0", "field.1", "option.0"]);
    assert_eq!((&reply["fields"]["option.0"], &reply["message"]), (&json!(choose), &json!(choose)));

    let all_answers = [("option.0", "L"), ("field.0", "نورة"), ("field.1", "خشب")];
    assert_eq!(shopper.post("/cart", &fields(&hidden, &all_answers)).await.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_01_a_merchants_texts_never_become_markup() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let evil = "</script><script>alert(1)</script>";
    merchant
        .product(json!({"name": {"ar": format!("عطر {evil}")}, "short_description": {"ar": evil},
            "description": {"ar": format!("<p onclick=\"x()\">نص</p>{evil}<img src=x onerror=alert(1)>")},
            "seo": {"meta_title": {"ar": format!("\"><img src=x>{evil}")}, "meta_description": {"ar": evil}, "keywords": {}}}))
        .await;
    setting(&merchant, "store_name", json!("<i>متجر</i>")).await;
    let shopper = shop.shopper(&merchant.slug);
    let home = until(&shopper, "/", |p| p.body.contains("&lt;i&gt;متجر")).await;
    let page = shopper.get(&first_product(&home, "")).await;
    let search = shopper.get("/search?q=%3Cscript%3Ealert(1)%3C/script%3E").await;
    for (name, body) in [("home", &home.body), ("product", &page.body), ("search", &search.body)] {
        assert!(
            !body.contains("<script>alert")
                && !body.contains("<i>متجر")
                && !body.contains("onclick=")
                && !body.contains("onerror="),
            "{name}: {body}"
        );
    }
    assert!(page.headers["content-security-policy"].to_str().unwrap().contains("script-src 'self';"));
}

#[tokio::test(flavor = "multi_thread")]
async fn th_02_a_change_is_seen_at_once_and_an_unchanged_page_is_not_sent_again() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({})).await;
    let shopper = shop.shopper(&merchant.slug);
    let path = first_product(&shopper.get("/").await, "");
    let page = shopper.get(&path).await;
    let tag = page.headers["etag"].to_str().unwrap();
    let known = shopper.send(shopper.request("GET", &path).header("if-none-match", tag)).await;
    assert_eq!((known.status, known.body.as_str()), (304, ""));
    let tracked = shopper.get(&format!("{path}?utm_source=x")).await;
    assert_eq!(tracked.headers["etag"].to_str().unwrap(), tag, "a campaign's parameter is the same page");
    for price in ["101.00", "102.00", "103.00"] {
        merchant.put(&format!("/products/{}", product["id"].as_str().unwrap()), json!({"regular_price": price})).await;
        until(&shopper, &path, |p| p.body.contains(price)).await;
    }
    merchant.post("/products/publishMany", json!({"items": [product["id"]], "is_published": false})).await;
    until(&shopper, &path, |p| p.status == 404).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_05_an_old_link_leads_to_the_new_one() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "old-shirt"})).await;
    merchant.put(&format!("/products/{}", product["id"].as_str().unwrap()), json!({"page_link": "new-shirt"})).await;
    let shopper = shop.shopper(&merchant.slug);
    let old = shopper.get("/en/products/old-shirt").await;
    assert_eq!((old.status, old.location()), (301, "/en/products/new-shirt"));
    assert_eq!(shopper.get("/en/products/new-shirt").await.status, 200);
    assert_eq!(
        shopper.get("/ar/products/new-shirt").await.location(),
        "/products/new-shirt",
        "the default language has no prefix"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn search_engines_find_every_page_in_both_languages_and_no_cart() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({"page_link": "shirt"})).await;
    let hidden = merchant.product(json!({"page_link": "secret", "is_published": false})).await;
    assert_eq!(hidden["is_published"], false);
    let shopper = shop.shopper(&merchant.slug);
    let origin = shopper.origin.clone();
    let page = shopper.get("/products/shirt").await.body;
    for (lang, path) in [("ar", "/products/shirt"), ("en", "/en/products/shirt"), ("x-default", "/products/shirt")] {
        let link = format!("<link rel=\"alternate\" hreflang=\"{lang}\" href=\"{origin}{path}\">");
        assert!(page.contains(&link), "{link}");
        assert!(shopper.get("/en/products/shirt").await.body.contains(&link), "reciprocal: {link}");
    }
    assert!(page.contains("\"price\":\"100.00\",\"availability\":\"https://schema.org/InStock\""), "{page}");
    assert!(page.contains("<meta property=\"product:price:amount\" content=\"100.00\">"));
    let sitemap = shopper.get("/sitemap.xml").await;
    assert_eq!(sitemap.status, 200);
    assert!(sitemap.body.contains(&format!("<loc>{origin}/en/products/shirt</loc>")) && !sitemap.body.contains("secret"));
    for loc in sitemap.body.split("<loc>").skip(1).map(|r| r.split('<').next().unwrap()) {
        assert_eq!(shopper.get(loc).await.status, 200, "{loc}");
    }
    let robots = shopper.get("/robots.txt").await.body;
    assert!(robots.contains("Disallow: /cart\n") && robots.contains(&format!("Sitemap: {origin}/sitemap.xml")));
    assert!(shopper.get("/cart").await.body.contains("<meta name=\"robots\" content=\"noindex\">"));
}

#[tokio::test(flavor = "multi_thread")]
async fn st_05_each_checkout_setting_changes_the_store() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({"page_link": "shirt"})).await;
    let shopper = shop.shopper(&merchant.slug);
    let page = shopper.get("/products/shirt").await;
    assert!(page.body.contains("name=\"buy_now\""));
    setting(&merchant, "show_buy_now_button", json!(false)).await;
    until(&shopper, "/products/shirt", |p| !p.body.contains("name=\"buy_now\"")).await;
    setting(&merchant, "skip_cart_page", json!(true)).await;
    // Store settings are a dependency of cached pages: once a page shows the next setting, this one is applied.
    setting(&merchant, "store_phone", json!("0551234567")).await;
    until(&shopper, "/products/shirt", |p| p.body.contains("+966551234567")).await;
    let added = shopper.post("/cart", &fields(&page.hidden_fields(), &[])).await;
    assert_eq!(added.location(), "/checkout");
    setting(&merchant, "require_email_in_checkout", json!(true)).await;
    let needs = |p: &PageReply| {
        p.body.split("for=\"f-email\"").nth(1).is_some_and(|rest| !rest[..rest.find("</label>").unwrap()].contains("اختياري"))
    };
    let checkout = until(&shopper, "/checkout", needs).await;
    let hidden = checkout.hidden_fields();
    let wrong = shopper.post("/checkout", &fields(&hidden, &[("name", "سارة"), ("mobile", "0551234567")])).await;
    assert!(wrong.status == 422 && wrong.body.contains("id=\"e-email\""), "{}", wrong.body);
    // Stored as off when that was still possible: it blocks nothing, and reads as on.
    let store = merchant.store;
    let sql = "INSERT INTO store_settings (store_id, code, value, updated_at) VALUES (?1, 'allow_guest_checkout', 'false', 1)";
    shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    setting(&merchant, "skip_cart_page", json!(false)).await;
    until(&shopper, "/products/shirt", |p| p.status == 200).await;
    assert_eq!(shopper.get("/checkout").await.status, 200);
    assert_eq!(merchant.data("/settings").await["allow_guest_checkout"], json!(true));
    assert_eq!(merchant.data("/settings/allow_guest_checkout").await["value"], json!(true));
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_refused_politely_and_change_nothing() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "shirt"})).await;
    let id = product["id"].as_str().unwrap();
    let shopper = shop.shopper(&merchant.slug);
    let add = [("product_id", id), ("quantity", "1")];
    shop.assert_unchanged(async {
        assert_eq!(shopper.post_from("/cart", &add, "http://evil.example").await.status, 403);
        for quantity in ["0", "-1", "1.5", "99999999999999999999", "x"] {
            let reply = shopper.post("/cart", &[("product_id", id), ("quantity", quantity)]).await;
            assert_eq!(reply.status, 422, "{quantity}");
        }
        assert_eq!(shopper.post("/cart", &[("product_id", "prd_0000000000001")]).await.status, 422);
        assert_eq!(shopper.post("/cart", &[]).await.status, 422);
        let large = "x".repeat(200_000);
        assert_eq!(shopper.post("/cart", &[("product_id", &large)]).await.status, 413);
        let request = shopper
            .request("POST", "/cart")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(vec![b'a', b'=', 0xff, 0xfe]);
        assert_eq!(shopper.send(request).await.status, 400);
        for path in [
            "/products/%ff",
            "/products/%zz",
            "/nope",
            "/en/nope",
            "/orders/x",
            "/orders/ord_0000000000001-x",
            "/products/x/y/z",
            "/sitemap-9.xml",
        ] {
            let page = shopper.get(path).await;
            assert_eq!(page.status, 404, "{path}");
            assert!(page.body.contains("<!doctype html>"), "{path}");
        }
        assert_eq!(shopper.post("/nope", &[]).await.status, 404);
        assert_eq!(shopper.send(shopper.request("DELETE", "/cart")).await.status, 405);
    })
    .await;
    let nobody = shop.shopper("no-such-store").get("/").await;
    assert!(nobody.status == 404 && nobody.body.contains("لا يوجد متجر بهذا العنوان"));
}

#[tokio::test(flavor = "multi_thread")]
async fn th_06_a_store_in_provisioning_says_so() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let store = merchant.store;
    let shopper = shop.shopper(&merchant.slug);
    assert_eq!(shopper.get("/").await.status, 200);
    shop.app
        .db()
        .tx(async move |c| {
            c.touch(store, db::Topics::STOREFRONT);
            c.exec("UPDATE stores SET is_theme_ready = FALSE WHERE id = ?1", db::p![store]).await
        })
        .await
        .unwrap();
    let page = until(&shopper, "/", |p| p.status == 503).await;
    assert_eq!((page.status, page.headers["x-robots-tag"].to_str().unwrap()), (503, "noindex"));
    assert_eq!(shopper.get("/robots.txt").await.body, "User-agent: *\nDisallow: /\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn search_folds_arabic() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({"name": {"ar": "عطر أحمر فاخر", "en": "Red scent"}})).await;
    let shopper = shop.shopper(&merchant.slug);
    let found = shopper.get("/search?q=%D8%A7%D8%AD%D9%85%D8%B1").await;
    assert!(found.status == 200 && found.body.contains("عطر أحمر فاخر"), "{}", found.body);
    assert!(shopper.get("/search?q=%D8%B2%D8%B1%D8%A7%D9%81%D8%A9").await.body.contains("لم نجد منتجًا"));
    // Kept like a list: the same words answer the same bytes, and a change of the catalogue is seen.
    let again = shopper.get("/search?utm_source=x&q=%D8%A7%D8%AD%D9%85%D8%B1").await;
    assert_eq!(
        (&again.headers["etag"], &again.headers["cache-control"]),
        (&found.headers["etag"], &found.headers["cache-control"])
    );
    assert_eq!(again.headers["cache-control"], "no-cache");
    merchant.product(json!({"name": {"ar": "وشاح أحمر", "en": "Red scarf"}})).await;
    let both = until(&shopper, "/search?q=%D8%A7%D8%AD%D9%85%D8%B1", |page| page.body.contains("وشاح أحمر")).await;
    assert!(both.body.contains("عطر أحمر فاخر"));
}

/// SH, docs/OPERATIONS.md: a rendered page carries the request's id and is counted under its page kind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_of_a_store_carry_an_id_and_are_counted() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let shopper = shop.shopper(&merchant.slug);
    let own_id = shopper.send(shopper.request("GET", "/cart").header("x-request-id", "my-id.7")).await;
    assert_eq!((own_id.status, own_id.headers["x-request-id"].to_str().unwrap()), (200, "my-id.7"));
    let new_id = shopper.get("/search?q=a").await;
    assert_eq!(new_id.headers["x-request-id"].len(), 16);
    let missing = shopper.get("/nothing/here").await;
    assert_eq!((missing.status, missing.headers["x-request-id"].len()), (404, 16));
    let first = shopper.get("/").await;
    assert!(first.headers.contains_key("x-request-id"), "made for this request");
    assert!(!shopper.get("/").await.headers.contains_key("x-request-id"), "kept in memory, only counted");
}
