//! Errors on a store's host: HTML pages for people, JSON for programs.

use serde_json::{Value, json};
use testkit::{PageReply, TestShop};

fn is_page(page: &PageReply, lang: &str) {
    let kind = page.headers["content-type"].to_str().unwrap();
    assert!(kind.starts_with("text/html"), "{}: {kind}", page.status);
    assert!(page.body.contains(&format!("<html lang=\"{lang}\"")) && page.body.contains("rel=\"stylesheet\""), "{}", page.body);
    assert!(page.headers.contains_key("content-security-policy") && page.headers["x-content-type-options"] == "nosniff");
    assert!(page.body.contains("<meta name=\"robots\" content=\"noindex\">"));
}

fn is_json(page: &PageReply) -> Value {
    assert!(page.headers["content-type"].to_str().unwrap().starts_with("application/json"), "{}", page.body);
    let body: Value = serde_json::from_str(&page.body).unwrap();
    assert!(body["message"].as_str().is_some_and(|m| !m.is_empty()), "{body}");
    body
}

/// decisions §4: 429 with Retry-After, as a page of the store in its language.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_storefront_answers_429_with_a_page() {
    let shop = TestShop::with_settings(|s| s.requests_per_second = 5).await;
    let merchant = shop.merchant().await;
    let shopper = shop.shopper(&merchant.slug);
    assert_eq!(shopper.get("/").await.status, 200);
    assert_eq!(shopper.get("/en/").await.status, 200);
    let (mut arabic, mut english, mut program) = (None, None, None);
    for _ in 0..60 {
        for (path, first_page) in [("/", &mut arabic), ("/en/collections", &mut english)] {
            let page = shopper.get(path).await;
            if page.status == 429 {
                *first_page = Some(page);
            }
        }
        let page = shopper.send(shopper.request("GET", "/").header("accept", "application/json")).await;
        if page.status == 429 {
            program = Some(page);
        }
    }
    let (arabic, english, program) = (arabic.unwrap(), english.unwrap(), program.unwrap());
    is_page(&arabic, "ar");
    is_page(&english, "en");
    assert!(arabic.body.contains("طلبات كثيرة في وقت قصير") && english.body.contains("Too many requests"));
    assert!(arabic.body.contains("متجر الاختبار"), "the store's own frame");
    assert_eq!(is_json(&program)["code"], "too_many_attempts");
    for page in [&arabic, &english, &program] {
        assert!(page.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() >= 1);
        assert!(page.headers["cache-control"].to_str().unwrap().contains("no-store"));
    }
}

/// contracts/standards.md §1.4: unknown 404, removed 410, with links to continue.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_pages_are_404_and_removed_products_410() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "shirt", "page_links": {"en": "cotton-shirt"}})).await;
    let shopper = shop.shopper(&merchant.slug);
    assert_eq!(shopper.get("/products/shirt").await.status, 200);
    let (status, _) = merchant.delete("/products/deleteMany", json!({"items": [product["id"]]})).await;
    let status = if status == 200 {
        status
    } else {
        merchant.delete(&format!("/products/{}", product["id"].as_str().unwrap()), Value::Null).await.0
    };
    assert_eq!(status, 200);
    for (path, lang, title) in [
        ("/products/shirt", "ar", "لم يعد هذا المنتج متوفرًا"),
        ("/en/products/shirt", "en", "This product is no longer available"),
        ("/en/products/cotton-shirt", "en", "This product is no longer available"),
    ] {
        let removed = shopper.get(path).await;
        assert_eq!(removed.status, 410, "{path}");
        is_page(&removed, lang);
        assert!(
            removed.body.contains(title) && removed.body.contains("action=\"") && removed.body.contains("/collections\""),
            "{}",
            removed.body
        );
    }
    assert!(!shopper.get("/sitemap.xml").await.body.contains("shirt"));
    // The product that takes a freed slug has the page.
    let other = merchant.product(json!({"sku": "N-2", "page_links": {"en": "cotton-shirt"}})).await;
    assert_eq!(shopper.get("/en/products/cotton-shirt").await.status, 200);
    assert_eq!(merchant.delete(&format!("/products/{}", other["id"].as_str().unwrap()), Value::Null).await.0, 200);
    assert_eq!(shopper.get("/en/products/cotton-shirt").await.status, 410);
    for path in ["/products/never", "/nope", "/dashboard/v1/login"] {
        let missing = shopper.get(path).await;
        assert_eq!(missing.status, 404, "{path}");
        is_page(&missing, "ar");
        let program = shopper.send(shopper.request("GET", path).header("accept", "application/json")).await;
        assert_eq!((program.status, is_json(&program)["code"].as_str()), (404, Some("not_found")));
    }
    let method = shopper.send(shopper.request("DELETE", "/en/cart")).await;
    assert_eq!((method.status, method.headers["allow"].to_str().unwrap()), (405, "GET, HEAD, POST"));
    is_page(&method, "en");
    // A missing picture is not answered with an HTML page, unless a person opened its address.
    let picture = shopper.send(shopper.request("GET", "/media/nope.webp").header("accept", "image/webp,*/*")).await;
    assert!(picture.status == 404 && !picture.body.contains("<!doctype"), "{}", picture.body);
    // The slug is used again by a new product.
    merchant.product(json!({"page_link": "shirt"})).await;
    assert_eq!(shopper.get("/products/shirt").await.status, 200);
}

/// A 5xx is a page of the store too, without the cause.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_error_renders_an_error_page() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({"page_link": "shirt"})).await;
    let shopper = shop.shopper(&merchant.slug);
    assert_eq!(shopper.get("/products/shirt").await.status, 200);
    shop.app.db().tx(async |c| c.exec("ALTER TABLE products RENAME TO hidden_products", db::p![]).await).await.unwrap();
    for (path, lang) in [("/search?q=cotton", "ar"), ("/en/products/other", "en")] {
        let page = shopper.get(path).await;
        assert_eq!(page.status, 500, "{path}");
        is_page(&page, lang);
        assert!(!page.body.contains("products\" does not exist") && !page.body.contains("no such table"), "{}", page.body);
        let program = shopper.send(shopper.request("GET", path).header("accept", "application/json")).await;
        assert_eq!((program.status, is_json(&program)["code"].as_str()), (500, Some("internal")));
    }
}

/// TH-06, decisions §10: a store being provisioned answers with Retry-After.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_06_a_store_in_provisioning_answers_503_with_retry_after() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let store = merchant.store;
    let sql = "UPDATE stores SET is_theme_ready = FALSE WHERE id = ?1";
    shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    let shopper = shop.shopper(&merchant.slug);
    for (path, lang) in [("/", "ar"), ("/en/", "en")] {
        let page = shopper.get(path).await;
        assert_eq!((page.status, page.headers["retry-after"].to_str().unwrap()), (503, "300"));
        is_page(&page, lang);
    }
    let program = shopper.send(shopper.request("GET", "/").header("accept", "application/json")).await;
    assert_eq!((program.status, is_json(&program)["code"].as_str()), (503, Some("busy")));
}
