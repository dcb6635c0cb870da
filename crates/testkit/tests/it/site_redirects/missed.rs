//! Addresses that shoppers asked for and the store did not have.

use kernel::Millis;
use serde_json::json;
use testkit::TestShop;

use super::{flush, open, redirect};
use crate::visits::stay_signed_in;

/// What people asked for is counted with the host they came from; programs, noise and secrets are not.
#[tokio::test(flavor = "multi_thread")]
async fn st_08_missed_addresses_are_counted_without_personal_data() {
    let shop = TestShop::start().await;
    let (merchant, other) = (shop.merchant().await, shop.merchant().await);
    let shopper = shop.shopper(&merchant.slug);
    for path in [
        "/old-shirt?token=secret",
        "/en/Old-Shirt",
        "/products/gone",
        "/wp-login.php",
        "/.env",
        "/favicon.ico",
        "/orders/abcdefghij0123456789",
        "/a/abcdefghij0123456789",
    ] {
        open(&shopper, path).await;
    }
    let bot = shopper.request("GET", "/crawled").header("user-agent", "Mozilla/5.0 (compatible; Googlebot/2.1)");
    shopper.send(bot).await;
    flush(&shop).await;
    let missed = merchant.data("/missed-addresses").await;
    let listed: Vec<_> =
        missed.as_array().unwrap().iter().map(|row| (row["address"].as_str().unwrap(), row["hits"].as_i64().unwrap())).collect();
    assert_eq!(listed, [("/old-shirt", 2), ("/products/gone", 1)]);
    assert_eq!(missed[0]["referrer"], json!("www.google.com"));
    assert_eq!(other.data("/missed-addresses").await, json!([]));
    open(&shopper, "/old-shirt").await;
    flush(&shop).await;
    assert_eq!(merchant.data("/missed-addresses?search=%2Fold").await[0]["hits"], json!(3));
}

/// A redirect takes its address from the list; one can be ignored and come back; after 30 days it is forgotten.
#[tokio::test(flavor = "multi_thread")]
async fn st_08_missed_addresses_are_redirected_ignored_and_forgotten() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    stay_signed_in(&shop).await;
    let shopper = shop.shopper(&merchant.slug);
    merchant.product(json!({"name": {"ar": "قميص قطن", "en": "Cotton shirt"}, "page_link": "cotton-shirt"})).await;
    for path in ["/shop/shirt-cotton.html", "/about-us", "/blog"] {
        open(&shopper, path).await;
    }
    flush(&shop).await;
    let suggested = merchant.data("/redirects/suggestion?address=/shop/shirt-cotton.html").await;
    assert_eq!(suggested, json!({"target": "/products/cotton-shirt", "is_live": false}));
    assert_eq!(merchant.data("/redirects/suggestion?address=/zzz").await["target"], json!(null));
    assert_eq!(merchant.data("/redirects/suggestion?address=/products/cotton-shirt").await["is_live"], json!(true));
    redirect(&merchant, "/shop/shirt-cotton.html", "/products/cotton-shirt").await;
    let rows = merchant.data("/missed-addresses?sort=address").await;
    assert_eq!((rows.as_array().unwrap().len(), &rows[1]["address"]), (2, &json!("/blog")));
    let path = format!("/missed-addresses/{}", rows[1]["id"].as_str().unwrap());
    assert_eq!(merchant.put(&path, json!({"is_ignored": true})).await.0, 200);
    assert_eq!(merchant.data("/missed-addresses").await.as_array().unwrap().len(), 1);
    open(&shopper, "/blog").await;
    flush(&shop).await;
    assert_eq!(merchant.data("/missed-addresses?filter[is_ignored]=true").await[0]["hits"], json!(2), "it stays ignored");
    assert_eq!(merchant.put(&path, json!({"is_ignored": false})).await.1["data"]["is_ignored"], json!(false));
    shop.advance(31 * Millis::DAY);
    assert_eq!(merchant.data("/missed-addresses").await, json!([]));
    open(&shopper, "/new-one").await;
    flush(&shop).await;
    let rows: i64 = shop
        .app
        .db()
        .conn()
        .one("SELECT COUNT(*) FROM missed_addresses WHERE store_id = ?1", db::p![merchant.store])
        .await
        .unwrap();
    assert_eq!(rows, 1, "what is older than 30 days is deleted");
}

/// A crawler fills neither the memory nor the table: the most frequent addresses stay.
#[tokio::test(flavor = "multi_thread")]
async fn st_08_a_store_keeps_five_hundred_missed_addresses() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let miss = |path: String| {
        shop.visits.addresses.miss(site::redirects::Miss {
            store: merchant.store,
            path: &path,
            referrer: "",
            at: shop.env.now(),
        });
    };
    for _ in 0..3 {
        miss("/wanted".to_owned());
    }
    for round in 0..8 {
        for n in 0..100 {
            miss(format!("/guess/{round}/{n}"));
        }
        flush(&shop).await;
    }
    let rows: i64 = shop
        .app
        .db()
        .conn()
        .one("SELECT COUNT(*) FROM missed_addresses WHERE store_id = ?1", db::p![merchant.store])
        .await
        .unwrap();
    assert_eq!(rows, 500);
    assert_eq!(merchant.data("/missed-addresses").await[0]["address"], json!("/wanted"));
}
