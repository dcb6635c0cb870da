//! Low stock: the store's threshold and a product's own, and notifications.

use db::p;
use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{restock, take};
use crate::checkout::{buy, person, product_id, set_up_checkout};

async fn warnings(shop: &TestShop, merchant: &Merchant) -> Vec<(String, String, String)> {
    let sql = "SELECT channel, subject, body FROM outbox_messages WHERE store_id = ?1 ORDER BY id";
    shop.app.db().conn().all(sql, p![merchant.store]).await.unwrap()
}

async fn levels(merchant: &Merchant, filter: &str) -> Vec<(String, String)> {
    let (status, list) = merchant.get(&format!("/products?sort=name{filter}")).await;
    assert_eq!(status, 200, "{list}");
    let word = |v: &Value| v.as_str().unwrap().to_owned();
    list["data"].as_array().unwrap().iter().map(|r| (word(&r["name"]["ar"]), word(&r["stock_level"]))).collect()
}

/// PR-03: the owner is notified once of low stock, for one product once a day at most, in the store's language.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_a_low_stock_notice_is_sent_once() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 7, "name": {"ar": "عطر العود", "en": "Oud"}})).await;
    let one = [(product_id(&product), None, 1)];
    buy(&shop, &setup, &person(1), &one).await;
    shop.drain().await;
    assert_eq!(warnings(&shop, &merchant).await, []);
    let crossing = buy(&shop, &setup, &person(1), &one).await;
    buy(&shop, &setup, &person(1), &one).await;
    shop.drain().await;
    let sent = warnings(&shop, &merchant).await;
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert_eq!((sent[0].0.as_str(), sent[0].1.as_str()), ("email", "مخزون «عطر العود» منخفض"));
    assert!(sent[0].2.contains("الاختبار: 4.") && sent[0].2.contains(product["id"].as_str().unwrap()), "{sent:?}");
    // Up and down again on the same day: no second notice. On the next day there is one.
    let again = async || {
        restock(&shop.app, merchant.scope(), product_id(&product), None, 9).await;
        assert!(take(&shop.app, merchant.scope(), product_id(&product), None, 9).await.is_taken());
        shop.drain().await;
        warnings(&shop, &merchant).await.len()
    };
    assert_eq!(merchant.put(&format!("/orders/{}/status", crossing.id), json!({"status": "CNCL"})).await.0, 200);
    assert_eq!(again().await, 1);
    shop.advance(Millis::DAY);
    assert_eq!(again().await, 2);
}

/// PR-03, DB-01: the store's threshold and a product's own decide what is low in the list, its filter and on the home page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_the_list_and_the_front_page_follow_the_threshold() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for (name, overrides) in [
        ("أ", json!({"qty": 6})),
        ("ب", json!({"qty": 5})),
        ("ج", json!({"qty": 30, "low_stock_at": 40})),
        ("د", json!({"qty": 2, "low_stock_at": 1})),
        ("هـ", json!({"qty": 0})),
        ("و", json!({"has_unlimited_qty": true})),
    ] {
        let mut body = json!({"name": {"ar": name}});
        body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
        merchant.product(body).await;
    }
    let word = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    };
    let all = [("أ", "in"), ("ب", "low"), ("ج", "low"), ("د", "in"), ("هـ", "out"), ("و", "unlimited")];
    assert_eq!(levels(&merchant, "").await, word(&all));
    assert_eq!(levels(&merchant, "&filter[stock]=low").await, word(&[("ب", "low"), ("ج", "low")]));
    let low = async || merchant.data("/home-summary").await["low_stock_products"].as_i64().unwrap();
    assert_eq!(low().await, 3);
    assert_eq!(merchant.put("/settings/low_stock_threshold", json!({"value": 6})).await.0, 200);
    assert_eq!(levels(&merchant, "&filter[stock]=low").await, word(&[("أ", "low"), ("ب", "low"), ("ج", "low")]));
    assert_eq!(low().await, 4);
    for bad in [json!({"low_stock_at": -1}), json!({"low_stock_at": 1.5}), json!({"low_stock_at": 2_000_000_000_i64})] {
        let (_, list) = merchant.get("/products").await;
        let id = list["data"][0]["id"].as_str().unwrap();
        let (status, body) = shop.assert_unchanged(merchant.put(&format!("/products/{id}"), bad.clone())).await;
        assert_eq!(status, 422, "{bad} {body}");
    }
}
