//! Forms on an unreliable connection: the page's script retries them, and nothing happens twice.

use serde_json::json;
use testkit::{PageReply, Shopper, TestShop};

use crate::storefront::{chosen, fields};

/// Sends a form as the page's script does: `kind` is its `X-Requested-With`, `key` the idempotency key of one submit.
async fn sent(shopper: &Shopper, path: &str, form: &[(&str, &str)], kind: &str, key: Option<&str>) -> PageReply {
    let mut headers = vec![("x-requested-with", kind)];
    headers.extend(key.map(|key| ("idempotency-key", key)));
    shopper.post_with(path, form, &headers).await
}

#[tokio::test(flavor = "multi_thread")]
async fn ca_01_a_retried_add_to_cart_adds_once() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "shirt"})).await;
    let shopper = shop.shopper(&merchant.slug);
    let add = [("product_id", product["id"].as_str().unwrap()), ("quantity", "1")];
    shopper.post("/cart", &add).await;
    for _ in 0..3 {
        let again = sent(&shopper, "/cart", &add, "fetch", Some("0123456789abcdef")).await;
        assert_eq!(again.status, 200, "{}", again.body);
        assert!(again.body.contains("\"count\":2"), "one press, one piece: {}", again.body);
    }
    // Another submit adds another piece, and so does a form without a key or with an invalid one.
    sent(&shopper, "/cart", &add, "fetch", Some("fedcba9876543210")).await;
    sent(&shopper, "/cart", &add, "fetch", Some("';--")).await;
    let last = sent(&shopper, "/cart", &add, "fetch", None).await;
    assert!(last.body.contains("\"count\":5"), "{}", last.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn ca_04_an_order_sent_twice_by_the_script_is_one_and_leads_to_its_page() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "shirt"})).await;
    let shopper = shop.shopper(&merchant.slug);
    shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap()), ("quantity", "1")]).await;
    let checkout = shopper.get("/checkout").await;
    let (hidden, methods) = (checkout.hidden_fields(), chosen(&checkout));
    let mut form = fields(&hidden, &[("name", "سارة"), ("email", "sara@example.com")]);
    form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    // A refusal is the HTML page, as a browser would show it.
    let refused = sent(&shopper, "/checkout", &form, "page", None).await;
    assert!(refused.status == 422 && refused.body.contains("<main") && refused.body.contains("id=\"e-mobile\""));
    form.push(("mobile", "0551234567"));
    let placed = sent(&shopper, "/checkout", &form, "page", None).await;
    assert_eq!(placed.status, 200, "{}", placed.body);
    let answer: serde_json::Value = serde_json::from_str(&placed.body).unwrap();
    let to = answer["go"].as_str().unwrap();
    assert!(to.starts_with("/orders/ord_"), "{to}");
    assert!(
        placed.headers.get_all("set-cookie").iter().any(|v| v.to_str().unwrap().starts_with("cart=;")),
        "the cart is forgotten"
    );
    assert_eq!(shopper.get(to).await.status, 200);
    assert_eq!(merchant.get("/orders").await.1["data"].as_array().map(Vec::len), Some(1));
}

/// CA-04, F12 §5: the order was placed but its answer was lost. The browser still has the cart and retries the same form. One
/// order exists, and the second answer leads to it.
#[tokio::test(flavor = "multi_thread")]
async fn ca_04_a_retried_order_is_placed_once() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "shirt", "qty": 5})).await;
    let shopper = shop.shopper(&merchant.slug);
    shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap()), ("quantity", "2")]).await;
    let checkout = shopper.get("/checkout").await;
    let (hidden, methods) = (checkout.hidden_fields(), chosen(&checkout));
    let mut form = fields(&hidden, &[("name", "سارة"), ("mobile", "0551234567")]);
    form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    // The browser's cookies before the request: lost answers do not change them.
    let cookies = shopper.cookies();
    assert!(cookies.contains("cart="), "{cookies}");
    let headers = [("x-requested-with", "page"), ("cookie", cookies.as_str())];
    let lost = shopper.post_with("/checkout", &form, &headers).await;
    let again = shopper.post_with("/checkout", &form, &headers).await;
    let to =
        |reply: &PageReply| serde_json::from_str::<serde_json::Value>(&reply.body).unwrap()["go"].as_str().unwrap().to_owned();
    assert_eq!((lost.status, again.status), (200, 200), "{}", again.body);
    assert_eq!(to(&lost), to(&again), "both lead to the one order");
    assert!(again.headers.get_all("set-cookie").iter().any(|v| v.to_str().unwrap().starts_with("cart=;")), "the cart is over");
    let page = shopper.get(&to(&again)).await;
    assert!(page.status == 200 && page.body.contains("class=\"done"), "{}", page.body);
    let orders = merchant.get("/orders").await.1;
    assert_eq!(orders["data"].as_array().map(Vec::len), Some(1), "{orders}");
    let remaining = merchant.data(&format!("/products/{}", product["id"].as_str().unwrap())).await;
    assert_eq!(remaining["qty"], 3, "its pieces are taken once");
    // Without a script the same submit leads to the same page.
    let plain = shopper.post_with("/checkout", &form, &[("cookie", cookies.as_str())]).await;
    assert_eq!((plain.status, plain.location()), (303, to(&again).as_str()));
}

/// CA-01, F12 §4: every field that a refusal names is marked and shows its message, so the page knows when all are corrected.
#[tokio::test(flavor = "multi_thread")]
async fn ca_01_every_field_that_a_refusal_names_is_marked() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({})).await;
    crate::storefront::courier(&merchant).await;
    merchant.put("/settings/allow_worldwide_checkout", json!({"value": true})).await;
    let shopper = shop.shopper(&merchant.slug);
    shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap()), ("quantity", "1")]).await;
    let page = shopper.get("/checkout").await.body;
    let country = page.split_once("<label for=\"f-country\">").unwrap().1.split("</select>").next().unwrap();
    assert!(country.contains("class=\"need\"") && country.contains("aria-required=\"true\""), "{country}");
    let long = "ن".repeat(1_001);
    let form = [
        ("name", "سارة"),
        ("mobile", "0551234567"),
        ("receive", "courier"),
        ("country", "??"),
        ("city", "الرياض"),
        ("note", &*long),
    ];
    let refused = shopper.post("/checkout", &form).await;
    assert!(refused.status == 422 && refused.body.contains("data-faults"), "{}", refused.body);
    for name in ["country", "note", "street"] {
        let field = refused.body.split_once(&format!("id=\"f-{name}\"")).unwrap().1;
        let tag = field.split('>').next().unwrap();
        assert!(tag.contains("aria-invalid=\"true\"") && tag.contains(&format!("e-{name}\"")), "{name}: {tag}");
        assert!(field.split("</div>").next().unwrap().contains(&format!("<p class=\"error\" id=\"e-{name}\">")), "{name}");
    }
    // On the checkout itself the delivery fee does not read "at checkout".
    let english = shopper.in_english().get("/en/checkout").await.body;
    assert!(!english.contains("Calculated at checkout") && english.contains("Based on your address"), "{english}");
}

#[tokio::test(flavor = "multi_thread")]
async fn ca_01_ways_of_delivery_wait_for_the_city_alone_and_a_wrong_number_is_said_beside_it() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "shirt"})).await;
    let shopper = shop.shopper(&merchant.slug);
    shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap()), ("quantity", "1")]).await;
    // The store offers pickup only: nothing depends on an address.
    assert!(!shopper.get("/cart").await.body.contains("حسب العنوان"));
    let method = crate::storefront::courier(&merchant).await;
    assert!(shopper.get("/cart").await.body.contains("حسب العنوان"));
    let mut form = vec![("name", "سارة"), ("mobile", "055"), ("receive", "courier"), ("city", "الرياض")];
    let begun = sent(&shopper, "/checkout/save", &form, "fetch", None).await;
    assert!(begun.status == 200 && begun.body.contains(&method), "{}", begun.body);
    assert!(begun.body.contains("id=\"e-mobile\"") && !begun.body.contains("id=\"e-street\""), "only what was begun is result");
    assert!(shopper.get("/checkout").await.body.contains("+966 51 234 5678"), "an example with the country's code");
    // Only what saving the form changes: input fields and the layout stay the page's own.
    for part in ["name=\"version\"", "id=\"peek\"", "id=\"shipping\"", "id=\"payment\"", "id=\"sum\""] {
        assert_eq!(begun.body.matches(part).count(), 1, "{part}: {}", begun.body);
    }
    for other in ["<html", "<form", "id=\"f-mobile\"", "<datalist"] {
        assert!(!begun.body.contains(other), "{other}: {}", begun.body);
    }
    form[1].1 = "";
    let empty = sent(&shopper, "/checkout/save", &form, "fetch", None).await;
    assert!(empty.body.contains(&method) && !empty.body.contains("id=\"e-mobile\""));
    form[1].1 = "+966 50 123 4567";
    assert!(!sent(&shopper, "/checkout/save", &form, "fetch", None).await.body.contains("id=\"e-mobile\""));
    // The order still requires every field.
    let refused = sent(&shopper, "/checkout", &form, "page", None).await;
    assert!(refused.status == 422 && refused.body.contains("id=\"e-street\""), "{}", refused.body);
}
