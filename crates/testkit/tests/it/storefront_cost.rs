//! The database cost of a page view: a bounded number of statements on a cache miss, none on a hit.

use serde_json::json;
use testkit::TestShop;

/// The limit when nothing of its store is in memory: store, layout, and the page's own part.
const COLD: u64 = 15;
/// The limit when only the page itself is missing: another of the same store was rendered just before.
const WARM: u64 = 8;

/// decisions §1.2, data-layer rule 3: whatever a store holds, a view runs a bounded number of statements on a cache miss, and
/// none on a hit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_view_runs_few_statements_and_a_kept_one_none() {
    let shop = TestShop::start().await;
    let merchant = shop.sample_merchant(60, 0).await;
    let sql = "SELECT slug FROM categories WHERE store_id = ?1 AND is_active ORDER BY id LIMIT 1";
    let category: String = shop.app.db().conn().one(sql, db::p![merchant.store]).await.unwrap();
    let category = format!("/collections/{}", kernel::slug::percent_encode(&category));
    let overrides = json!({"page_link": "multi", "product_type": "multi", "regular_price": "100.00", "qty": 0,
        "options": [{"name": "size", "values": ["S", "L"]}],
        "variants": [{"option_values": ["S"], "qty": 3, "has_unlimited_qty": false, "is_active": true},
                     {"option_values": ["L"], "qty": 0, "has_unlimited_qty": false, "is_active": true}]});
    merchant.product(overrides).await;
    let shopper = shop.shopper(&merchant.slug);
    let home = shopper.get("/").await.body;
    let product = home.split("href=\"/products/").nth(1).unwrap().split('"').next().unwrap();
    let product = format!("/products/{product}");
    let forget = async || {
        let store = merchant.store;
        shop.app
            .db()
            .tx(async move |c| {
                c.touch(store, db::Topics::STOREFRONT);
                c.exec("UPDATE stores SET version = version + 1 WHERE id = ?1", db::p![store]).await
            })
            .await
            .unwrap();
    };
    let cost = async |path: &str| {
        let before = shop.app.db().statements();
        let page = shopper.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        shop.app.db().statements() - before
    };
    let paths = ["/", &product, "/products/multi", "/collections", "/collections?on_sale=1&sort=price", &category];
    let mut costs = Vec::new();
    for path in paths {
        forget().await;
        let cold = cost(path).await;
        assert_eq!(cost(path).await, 0, "{path}: a kept page asks nothing");
        forget().await;
        cost("/en/").await;
        cost("/search").await;
        // Another page of its kind: data shared by all products is cached by then.
        cost(if path == product { "/products/multi" } else { &product }).await;
        let warm = cost(path).await;
        costs.push(format!("{path}: {cold} cold, {warm} with the store in memory"));
        assert!(cold <= COLD && warm <= WARM, "{costs:#?}");
    }
    println!("{costs:#?}");
}
