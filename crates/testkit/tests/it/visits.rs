//! Visits and page views of the storefront (DB-01, decisions §12).

use db::p;
use kernel::Millis;
use serde_json::json;
use site::visits;
use testkit::{Merchant, Shopper, TestShop};

const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const LAPTOP: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

/// Opens a page with a browser's headers; its status.
async fn open(shopper: &Shopper, path: &str, agent: &str, extra: &[(&str, &str)]) -> u16 {
    let mut request = shopper.request("GET", path).header("user-agent", agent);
    for (name, value) in extra {
        request = request.header(*name, *value);
    }
    shopper.send(request).await.status
}

/// Extends the session while the test clock advances by days.
pub(crate) async fn stay_signed_in(shop: &TestShop) {
    let until = shop.env.now().plus(60 * Millis::DAY);
    shop.app.db().tx(async move |c| c.exec("UPDATE sessions SET access_expires_at = ?1", p![until]).await).await.unwrap();
}

/// Page views and visitors as the home page shows them.
async fn counted(shop: &TestShop, merchant: &Merchant) -> (i64, i64) {
    visits::flush(&shop.app, &shop.visits).await.unwrap();
    let home = merchant.data("/home-summary?days=7").await;
    (home["now"]["page_views"].as_i64().unwrap(), home["now"]["visitors"].as_i64().unwrap())
}

/// DB-01: every page view counts, rendered, cached or answered 304; a visitor counts once a day.
#[tokio::test(flavor = "multi_thread")]
async fn db_01_views_and_visitors_are_counted_for_cached_and_rendered_pages() {
    let shop = TestShop::start().await;
    let (merchant, stranger) = (shop.merchant().await, shop.merchant().await);
    stay_signed_in(&shop).await;
    let product = merchant.product(json!({})).await;
    let link = format!("/products/{}", product["page_link"].as_str().unwrap());
    let shopper = shop.shopper(&merchant.slug);
    for _ in 0..3 {
        assert_eq!(open(&shopper, &link, PHONE, &[("sec-fetch-dest", "document")]).await, 200);
    }
    assert_eq!(counted(&shop, &merchant).await, (3, 1), "the second and third came from memory");
    let page = shopper.send(shopper.request("GET", "/").header("user-agent", LAPTOP)).await;
    let tag = page.headers["etag"].to_str().unwrap().to_owned();
    assert_eq!(open(&shopper, "/", LAPTOP, &[("if-none-match", &tag)]).await, 304);
    assert_eq!(open(&shopper, "/?utm_source=x", LAPTOP, &[("if-none-match", &tag)]).await, 304);
    for path in ["/collections", "/search?q=x", "/cart"] {
        assert_eq!(open(&shopper, path, LAPTOP, &[]).await, 200, "{path}");
    }
    assert_eq!(counted(&shop, &merchant).await, (9, 2));
    assert_eq!(counted(&shop, &stranger).await, (0, 0), "another store's visitors are its own");
    // Another process that sees the same visitor counts only the view.
    let other = server::program::app(
        shop.database().db.clone(),
        shop.env.clone(),
        gateways::Blobs::memory(),
        web::base::Settings::default(),
    );
    let recorded_visits = visits::Visits::default();
    recorded_visits.see(visits::View {
        store: merchant.store,
        day: visits::Calendar::for_timezone("Asia/Riyadh").day(shop.env.now()),
        at: shop.env.now(),
        address: "127.0.0.1",
        agent: PHONE.as_bytes(),
    });
    visits::flush(&other, &recorded_visits).await.unwrap();
    assert_eq!(counted(&shop, &merchant).await, (10, 2));
    // On the next day, by the store's calendar, every visitor is new.
    shop.advance(14 * Millis::HOUR);
    assert_eq!(open(&shopper, &link, PHONE, &[]).await, 200);
    assert_eq!(counted(&shop, &merchant).await, (11, 3));
    let home = merchant.data("/home-summary?days=7").await;
    assert_eq!((&home["before"]["page_views"], &home["before"]["visitors"]), (&json!(0), &json!(0)));
    let days: Vec<i64> = home["daily"].as_array().unwrap().iter().map(|day| day["now"]["visitors"].as_i64().unwrap()).collect();
    assert_eq!(days, [0, 0, 0, 0, 0, 2, 1]);
    shop.advance(7 * Millis::DAY);
    let home = merchant.data("/home-summary?days=7").await;
    assert_eq!((&home["now"]["page_views"], &home["before"]["page_views"]), (&json!(0), &json!(11)));
}

/// DB-01: bots, prefetches, page fragments, files, errors and forms are no views.
#[tokio::test(flavor = "multi_thread")]
async fn db_01_bots_prefetches_and_files_are_no_page_views() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({})).await;
    let link = format!("/products/{}", product["page_link"].as_str().unwrap());
    let shopper = shop.shopper(&merchant.slug);
    for round in ["made", "kept"] {
        for agent in ["", "curl/8.5.0", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"] {
            assert_eq!(open(&shopper, &link, agent, &[]).await, 200, "{round}");
        }
        for header in [
            ("sec-purpose", "prefetch;prerender"),
            ("purpose", "prefetch"),
            ("sec-fetch-dest", "empty"),
            ("sec-fetch-dest", "iframe"),
        ] {
            assert_eq!(open(&shopper, &link, PHONE, &[header]).await, 200, "{round} {header:?}");
        }
        for path in ["/robots.txt", "/manifest.webmanifest", "/icon.svg", "/sitemap.xml", "/search/suggest?q=abc"] {
            assert_eq!(open(&shopper, path, PHONE, &[]).await, 200, "{round} {path}");
        }
        assert_eq!(shopper.send(shopper.request("HEAD", &link).header("user-agent", PHONE)).await.status, 200);
        assert_eq!(open(&shopper, "/products/none", PHONE, &[]).await, 404);
        assert_eq!(open(&shopper, "/products", PHONE, &[]).await, 301);
        assert_eq!(open(&shopper, "/cart/update", PHONE, &[]).await, 303);
    }
    assert_eq!(counted(&shop, &merchant).await, (0, 0));
}

/// DB-01, decisions §12: stored rows identify nobody, and the hash key is deleted when the day is over in every time zone.
#[tokio::test(flavor = "multi_thread")]
async fn db_01_visitor_hashes_and_their_salt_are_deleted_after_the_day() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    stay_signed_in(&shop).await;
    let shopper = shop.shopper(&merchant.slug);
    assert_eq!(open(&shopper, "/", PHONE, &[]).await, 200);
    assert_eq!(counted(&shop, &merchant).await, (1, 1));
    let c = shop.app.db().conn();
    let marks =
        async || c.all::<(i64, i64)>("SELECT day, mark FROM visit_marks WHERE store_id = ?1", p![merchant.store]).await.unwrap();
    let salts = async || c.all::<(i64, String)>("SELECT day, salt FROM visit_salts ORDER BY day", p![]).await.unwrap();
    let (first, before) = (marks().await, salts().await);
    assert_eq!(first.len(), 1);
    assert!(before.iter().any(|(day, salt)| *day == first[0].0 && salt.len() == 64));
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(marks().await, first, "the day is not over");
    shop.advance(2 * Millis::DAY);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(marks().await, []);
    assert!(salts().await.iter().all(|(day, _)| *day > first[0].0));
    assert_eq!(counted(&shop, &merchant).await, (1, 1), "the figures stay");
    assert_eq!(open(&shopper, "/", PHONE, &[]).await, 200);
    assert_eq!(counted(&shop, &merchant).await, (2, 2));
    let later = salts().await;
    assert!(before.iter().all(|(_, salt)| later.iter().all(|(_, other)| other != salt)), "no key comes twice");
}

/// DB-01: counting does not block a page on the database, and what cannot be written now is written later.
#[tokio::test(flavor = "multi_thread")]
async fn db_01_counting_a_view_runs_no_statement() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let shopper = shop.shopper(&merchant.slug);
    assert_eq!(open(&shopper, "/", PHONE, &[]).await, 200);
    let before = shop.app.db().statements();
    for _ in 0..5 {
        assert_eq!(open(&shopper, "/", LAPTOP, &[]).await, 200);
    }
    assert_eq!(shop.app.db().statements(), before);
    assert_eq!(counted(&shop, &merchant).await, (6, 2));
}
