//! Cached pages follow the stock that they show.

use kernel::VariantId;
use serde_json::json;
use testkit::{Shopper, TestShop};

use crate::checkout::{buy, person, product_id, set_up_checkout};

/// Asks for the page until it says `text`: caches of this node and others are invalidated a moment after the commit.
async fn expect(shopper: &Shopper, path: &str, text: &str) {
    for _ in 0..100 {
        let page = shopper.get(path).await;
        assert_eq!(page.status, 200);
        if page.body.contains(text) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{path} never said {text}");
}

/// PR-03, OR-02: the page shows what is left after an order, and no longer when the order is cancelled and its pieces are back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_the_page_follows_pieces_that_come_back() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 10, "low_stock_at": 5, "page_link": "oud"})).await;
    let shopper = shop.shopper(&merchant.slug);
    expect(&shopper, "/products/oud", "data-max=\"10\"").await;
    let order = buy(&shop, &setup, &person(1), &[(product_id(&product), None, 8)]).await;
    expect(&shopper, "/products/oud", "بقيت قطعتان").await;
    let (status, body) = merchant.put(&format!("/orders/{}/status", order.id), json!({"status": "CNCL"})).await;
    assert_eq!(status, 200, "{body}");
    expect(&shopper, "/products/oud", "data-max=\"10\"").await;
}

/// PR-03: a variant that runs low is shown so, however many pieces the product's other variants have.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_the_page_follows_a_variant_of_a_product_with_many_pieces() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let variant =
        |value: &str, qty: i64| json!({"option_values": [value], "regular_price": "80.00", "qty": qty, "is_active": true});
    let product = merchant
        .product(json!({
            "product_type": "multi", "low_stock_at": 5, "page_link": "thobe",
            "options": [{"name": "size", "values": ["S", "M"]}],
            "variants": [variant("S", 5), variant("M", 300)]
        }))
        .await;
    let shopper = shop.shopper(&merchant.slug);
    expect(&shopper, "/products/thobe", "بقيت 5 قطع").await;
    let small: VariantId = product["variants"][0]["id"].as_str().unwrap().parse().unwrap();
    buy(&shop, &setup, &person(1), &[(product_id(&product), Some(small), 3)]).await;
    expect(&shopper, "/products/thobe", "بقيت قطعتان").await;
}
