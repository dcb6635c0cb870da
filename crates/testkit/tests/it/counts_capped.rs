//! Capped counts say that there are more.

use db::p;
use platform::identity::Role;
use serde_json::json;
use testkit::{Merchant, TestShop};

/// Copies the store's product, `n` times.
async fn copies(shop: &TestShop, merchant: &Merchant, from: i64, to: i64) {
    let store = merchant.store;
    let sql = "WITH RECURSIVE n(i) AS (SELECT CAST(?2 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ?3) \
        INSERT INTO products (store_id, id, product_type, name, name_key, short_description, description, regular_price, \
        has_unlimited_qty, qty, weight_grams, weight_unit, requires_shipping, has_free_shipping, is_tax_free, is_active, is_published, \
        options, dynamic_fields, tags, seo, page_link, page_link_key, list_price, stock, created_at, updated_at, version, seq) \
        SELECT store_id, id + i, product_type, name, name_key, short_description, description, regular_price, \
        has_unlimited_qty, qty, weight_grams, weight_unit, requires_shipping, has_free_shipping, is_tax_free, is_active, is_published, \
        options, dynamic_fields, tags, seo, 'copy-' || i, 'copy-' || i, list_price, stock, created_at, updated_at, version, seq \
        FROM products CROSS JOIN n WHERE store_id = ?1 AND page_link = 'first'";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, from, to]).await).await.unwrap();
}

/// 1,000 products low on stock are a thousand, and one more is "more than 1,000": on the home page, and in the sheet with its cap
/// of 10,000.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn db_01_home_and_sheet_say_more_than_what_was_counted() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({"qty": 2, "page_link": "first"})).await;
    copies(&shop, &merchant, 1, 999).await;
    let home = merchant.data("/home-summary").await;
    assert_eq!((&home["low_stock_products"], &home["more_than"]), (&json!(1_000), &json!([])));
    copies(&shop, &merchant, 1_000, 1_000).await;
    let home = merchant.data("/home-summary").await;
    assert_eq!((&home["low_stock_products"], &home["more_than"]), (&json!(1_000), &json!(["low_stock_products"])));
    copies(&shop, &merchant, 1_001, 9_999).await;
    let sheet = merchant.data("/products/sheet?columns=sku&limit=1").await;
    assert_eq!((&sheet["total"], &sheet["more_than"]), (&json!(10_000), &json!([])));
    copies(&shop, &merchant, 10_000, 10_000).await;
    let sheet = merchant.data("/products/sheet?columns=sku&limit=1").await;
    assert_eq!((&sheet["total"], &sheet["more_than"]), (&json!(10_000), &json!(["total"])));
    let next = format!("/products/sheet?columns=sku&limit=1&cursor={}", sheet["next_cursor"].as_str().unwrap());
    let sheet = merchant.data(&next).await;
    assert_eq!((&sheet["total"], &sheet["more_than"]), (&json!(null), &json!([])));
}

/// OR-07: unread mentions are counted up to a hundred, then as more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_unread_mentions_are_counted_to_a_hundred() {
    let shop = TestShop::start().await;
    let owner = shop.sample_merchant(2, 2).await;
    let desk = owner.colleague(&shop, Role::OrderDesk).await;
    let orders = owner.data("/orders").await;
    let path = |n: usize| format!("/orders/{}", orders[n]["id"].as_str().unwrap());
    let note = json!({"note": format!("@{} راجع الطلب", desk.user)});
    owner.create(&format!("{}/comments", path(0)), note).await;
    let extra = async |from: i64, to: i64| {
        let store = owner.store;
        let rows = "WITH RECURSIVE n(i) AS (SELECT CAST(?2 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ?3) ";
        let comments = format!(
            "{rows} INSERT INTO order_comments (store_id, id, order_id, seq, author_id, body, is_visible, version, deleted_by, created_at) \
             SELECT store_id, id + i, order_id, seq + i, author_id, body, is_visible, version, deleted_by, created_at FROM order_comments CROSS JOIN n \
             WHERE store_id = ?1 AND id = (SELECT MIN(x.id) FROM order_comments x WHERE x.store_id = ?1)"
        );
        let mentions = format!(
            "{rows} INSERT INTO order_mentions (store_id, user_id, comment_id, order_id, created_at) \
             SELECT store_id, user_id, comment_id + i, order_id, created_at FROM order_mentions CROSS JOIN n \
             WHERE store_id = ?1 AND comment_id = (SELECT MIN(x.id) FROM order_comments x WHERE x.store_id = ?1)"
        );
        let work = async move |c: db::Conn<'_>| {
            c.exec(&comments, p![store, from, to]).await?;
            c.exec(&mentions, p![store, from, to]).await
        };
        shop.app.db().tx(work).await.unwrap();
    };
    extra(1, 99).await;
    // Those of another order stay unread.
    let remaining = desk.post(&format!("{}/mentions/read", path(1)), json!({})).await.1["data"].clone();
    assert_eq!((&remaining["unread"], &remaining["more_than"]), (&json!(100), &json!([])));
    extra(100, 100).await;
    let remaining = desk.post(&format!("{}/mentions/read", path(1)), json!({})).await.1["data"].clone();
    assert_eq!((&remaining["unread"], &remaining["more_than"]), (&json!(100), &json!(["unread"])));
    let remaining = desk.post("/mentions/read", json!({})).await.1["data"].clone();
    assert_eq!((&remaining["unread"], &remaining["more_than"]), (&json!(0), &json!([])));
}
