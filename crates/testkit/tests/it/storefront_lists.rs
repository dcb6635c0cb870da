//! Product lists in the storefront: paging to the end, filters, and empty results.

use std::collections::BTreeSet;

use serde_json::json;
use testkit::{Merchant, PageReply, Shopper, TestShop};

/// Copies a product `n` times, so that a list has many pages.
async fn copies(shop: &TestShop, merchant: &Merchant, n: i64) {
    let store = merchant.store;
    let sql = "WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ?2) \
        INSERT INTO products (store_id, id, product_type, name, name_key, short_description, description, regular_price, sale_price, \
        has_unlimited_qty, qty, weight_grams, weight_unit, requires_shipping, has_free_shipping, is_tax_free, is_active, is_published, \
        options, dynamic_fields, tags, seo, page_link, page_link_key, list_price, stock, created_at, updated_at, version, seq, is_on_sale) \
        SELECT store_id, id + i, product_type, name, name_key, short_description, description, regular_price, sale_price, \
        has_unlimited_qty, qty, weight_grams, weight_unit, requires_shipping, has_free_shipping, is_tax_free, is_active, is_published, \
        options, dynamic_fields, tags, seo, 'copy-' || i, 'copy-' || i, list_price + i % 7, stock, created_at + i % 5, updated_at, version, \
        seq, is_on_sale FROM products CROSS JOIN n WHERE store_id = ?1 AND page_link = 'first'";
    let counts = "UPDATE status_counts SET n = n + ?2 WHERE store_id = ?1 AND subject = 'product' AND status = 'published'";
    shop.app
        .db()
        .tx(async move |c| {
            c.touch(store, db::Topics::STOREFRONT);
            assert_eq!(c.exec(sql, db::p![store, n]).await?, u64::try_from(n).unwrap());
            c.exec(counts, db::p![store, n]).await
        })
        .await
        .unwrap();
}

/// Links of a page with a `rel`, as in the document.
fn rel(page: &PageReply, rel: &str) -> Option<String> {
    let tag =
        page.body.split("<a ").skip(1).filter_map(|r| r.split('>').next()).find(|t| t.contains(&format!("rel=\"{rel}\"")))?;
    Some(tag.split_once("href=\"")?.1.split('"').next()?.replace("&amp;", "&"))
}

fn products(page: &PageReply) -> Vec<String> {
    let names = page.body.split("class=\"card__name\"><a href=\"").skip(1);
    names.map(|r| r.split('"').next().unwrap().to_owned()).collect()
}

fn head(page: &PageReply, label: &str) -> Option<String> {
    let rest = page.body.split_once(label)?.1;
    Some(rest.split('"').next()?.replace("&amp;", "&"))
}

async fn walk(shopper: &Shopper, from: &str) -> Vec<String> {
    let mut collected = Vec::new();
    let mut next = Some(from.to_owned());
    while let Some(path) = next {
        let page = shopper.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        let found = products(&page);
        assert!(!found.is_empty(), "{path} shows nothing");
        collected.extend(found);
        next = rel(&page, "next");
    }
    collected
}

/// ST-01: a list of 1,230 products is paged to its end by its own links, in every sort, and shows each product once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_product_of_a_long_list_is_reached_by_next() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({"page_link": "first"})).await;
    copies(&shop, &merchant, 1_230).await;
    let shopper = shop.shopper(&merchant.slug);
    for path in ["/collections", "/collections?sort=price", "/collections?sort=-price", "/en/collections?sort=name"] {
        let observed = walk(&shopper, path).await;
        let distinct: BTreeSet<&String> = observed.iter().collect();
        assert_eq!((observed.len(), distinct.len()), (1_231, 1_231), "{path}");
    }
    // And back again, page by page, from beyond the reach of page numbers.
    let mut page = shopper.get("/collections?page=42").await;
    for _ in 0..4 {
        page = shopper.get(&rel(&page, "next").unwrap()).await;
    }
    assert!(head(&page, "rel=\"canonical\" href=\"").unwrap().contains("page=46&after="), "deep pages are their own");
    let deep = products(&page);
    let before = shopper.get(&rel(&page, "prev").unwrap()).await;
    let again = shopper.get(&rel(&before, "next").unwrap()).await;
    assert_eq!(products(&again), deep);
    let search = walk(&shopper, "/search?q=%D9%82%D9%85%D9%8A%D8%B5").await;
    assert!(!search.is_empty());
}

/// A product added during paging shifts nothing: no product is shown twice, none is left out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn paging_is_stable_while_products_are_added() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({"page_link": "first"})).await;
    copies(&shop, &merchant, 60).await;
    let shopper = shop.shopper(&merchant.slug);
    let one = shopper.get("/collections").await;
    shop.advance(1_000);
    merchant.product(json!({"page_link": "newcomer"})).await;
    let mut observed = products(&one);
    observed.extend(walk(&shopper, &rel(&one, "next").unwrap()).await);
    let distinct: BTreeSet<&String> = observed.iter().collect();
    assert_eq!((observed.len(), distinct.len()), (61, 61));
    assert_eq!(products(&shopper.get("/collections").await)[0], "/products/newcomer");
}

/// PR-01: products on sale are found whatever their position in the list: on the front page, by the filter, and no longer once
/// the sale is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sale_of_an_old_product_is_on_the_front_page() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let until = kernel::Millis(shop.env.now().0 + 3_600_000).rfc3339();
    merchant
        .product(json!({"page_link": "bargain", "regular_price": "100.00", "sale_price": "60.00", "sale_until": until}))
        .await;
    shop.advance(60_000);
    merchant.product(json!({"page_link": "first"})).await;
    copies(&shop, &merchant, 700).await;
    let shopper = shop.shopper(&merchant.slug);
    let home = shopper.get("/").await;
    assert!(home.body.contains("/products/bargain") && home.body.contains("40%"), "{}", home.body);
    assert_eq!(products(&shopper.get("/collections?on_sale=1").await), ["/products/bargain"]);
    assert_eq!(products(&shopper.get("/en/collections?on_sale=1&max_price=60").await), ["/en/products/bargain"]);
    assert!(products(&shopper.get("/collections?on_sale=1&max_price=59.99").await).is_empty());
    shop.advance(3_700_000);
    shop.worker.tick().await.unwrap();
    assert!(products(&shopper.get("/collections?on_sale=1").await).is_empty(), "the sale is over");
}

/// ST-01: filters are a plain form, combine, and an empty result offers to clear them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn filters_work_without_scripts() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for (link, price, qty) in [("cheap", "20.00", 5), ("middle", "50.00", 0), ("dear", "90.00", 5)] {
        merchant.product(json!({"page_link": link, "regular_price": price, "qty": qty, "has_unlimited_qty": false})).await;
    }
    let shopper = shop.shopper(&merchant.slug);
    let all = shopper.get("/collections").await;
    for field in ["name=\"min_price\"", "name=\"max_price\"", "name=\"in_stock\"", "name=\"on_sale\"", "name=\"sort\""] {
        assert!(all.body.contains(field), "{field}");
    }
    let found = async |query: &str| products(&shopper.get(&format!("/collections?{query}")).await);
    assert_eq!(found("max_price=50&sort=price").await, ["/products/cheap", "/products/middle"]);
    assert_eq!(found("min_price=%D9%A5%D9%A0&sort=price").await, ["/products/middle", "/products/dear"], "Arabic digits");
    assert_eq!(
        found("min_price=90&max_price=50&sort=price").await,
        ["/products/middle", "/products/dear"],
        "the wrong way round"
    );
    assert_eq!(found("min_price=30&in_stock=1").await, ["/products/dear"]);
    assert_eq!(found("min_price=abc&max_price=-1&in_stock=maybe&sort=evil").await.len(), 3, "what is no filter filters nothing");
    let none = shopper.get("/collections?min_price=1000").await;
    assert!(none.status == 200 && none.body.contains("لا توجد منتجات بهذه المواصفات"), "{}", none.body);
    assert!(none.body.contains("href=\"/collections\">إلغاء التصفية"), "a way out");
    // The same on a search, which keeps its words.
    let search = shopper.get("/search?q=%D9%82%D9%85%D9%8A%D8%B5&max_price=30").await;
    assert_eq!(products(&search), ["/products/cheap"]);
    assert!(search.body.contains("name=\"q\" value=\"قميص\""));
    // An invalid cursor is no page.
    for lost in ["/collections?page=2&after=xyz", "/search?q=a&before=%00", "/collections?page=999"] {
        assert_eq!(shopper.get(lost).await.status, 404, "{lost}");
    }
}

/// contracts/standards.md §1.1: no sort or filter in a canonical address; language versions are named by the canonical page
/// alone, and the link to the other language keeps the filters.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_filtered_page_leads_engines_to_the_whole_one() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({"page_link": "first"})).await;
    copies(&shop, &merchant, 30).await;
    let shopper = shop.shopper(&merchant.slug);
    let origin = &shopper.origin;
    let canonical = async |path: &str| {
        let page = shopper.get(path).await;
        (head(&page, "rel=\"canonical\" href=\"").unwrap(), page.body.matches("hreflang=\"x-default\"").count())
    };
    assert_eq!(canonical("/collections").await, (format!("{origin}/collections"), 1));
    assert_eq!(canonical("/collections?page=2").await, (format!("{origin}/collections?page=2"), 1));
    for copy in
        ["/en/collections?sort=price", "/en/collections?in_stock=1&max_price=500", "/en/collections?utm_source=x&on_sale=1"]
    {
        assert_eq!(canonical(copy).await, (format!("{origin}/en/collections"), 0), "{copy}");
    }
    let narrowed = shopper.get("/collections?in_stock=1&max_price=500&sort=price").await;
    assert!(narrowed.body.contains("href=\"/en/collections?sort=price&amp;max_price=500&amp;in_stock=1\""), "{}", narrowed.body);
    let robots = shopper.get("/robots.txt").await.body;
    assert!(robots.contains("Disallow: /*?sort=\n") && robots.contains("Disallow: /*&max_price=\n"));
}
