//! The one address of a store to which shoppers of Paymob's legacy flow come back (PY-03), against its simulator.

use commerce::orders::Placed;
use serde_json::json;
use testkit::Reply;

use crate::online_checkout::{Market, address, paid};

/// A market whose merchant has entered both addresses in Paymob's settings; the address of return.
async fn connected() -> (Market, String) {
    let market = Market::open_legacy().await;
    let set = market.me.data(&format!("/payment-methods/{}/credentials", market.method)).await;
    let (callback, back) = (set["callback_url"].as_str().unwrap(), set["return_url"].as_str().unwrap().to_owned());
    assert_eq!(back, format!("{callback}/return"));
    market.control("settings", json!({"callback_url": callback, "return_url": back})).await;
    (market, back)
}

/// Where the gateway sends the browser once it has done with the order's payment.
async fn sent_back(market: &Market, placed: &Placed, outcome: &str) -> String {
    let reply = market.at_gateway(placed, outcome).await;
    assert_eq!(reply.status(), 303);
    reply.headers()["location"].to_str().unwrap().to_owned()
}

/// The browser comes to an address of the platform.
async fn visit(market: &Market, url: &str) -> Reply {
    let path = &url[url.find("/hooks/").unwrap()..];
    market.shop.call("GET", path).header("accept-language", "ar").send().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_the_legacy_flow_leads_back_to_the_order_by_the_address_of_the_store() {
    let (market, back) = connected().await;
    for (n, outcome, says) in [(1, "pay", "استلمنا دفعتك"), (2, "decline", "عملية شراء غير ناجحة")] {
        let placed = market.order(n).await;
        let url = sent_back(&market, &placed, outcome).await;
        assert!(url.starts_with(&format!("{back}?")) && url.contains("merchant_order_id="), "{url}");
        let reply = visit(&market, &url).await;
        let to = reply.header("location").to_owned();
        assert_eq!(reply.status, 303, "{}", reply.text());
        assert!(to.contains(&format!("/orders/{}-", placed.id)) && to.ends_with("/paid"), "{to}");
        assert_eq!((reply.header("referrer-policy"), reply.header("cache-control")), ("no-referrer", "private, no-store"));
        // That page asks the server, as ever.
        let page = market.shopper.get(&to[to.find("/orders/").unwrap()..]).await;
        assert_eq!(page.status, 303);
        assert!(market.back(&placed).await.body.contains(says), "{outcome}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_lost_callback_is_made_up_for_by_the_return_of_the_legacy_flow() {
    let (market, _) = connected().await;
    let placed = market.order(1).await;
    let url = sent_back(&market, &placed, "lost_callback").await;
    let to = visit(&market, &url).await.header("location").to_owned();
    assert_eq!(market.view(&placed).await["status"], "PEND", "the address alone pays nothing");
    market.shopper.get(&to[to.find("/orders/").unwrap()..]).await;
    assert_eq!(market.money(&placed).await, paid());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_nothing_of_a_return_address_is_trusted() {
    let (market, back) = connected().await;
    let (own, other) = (market.order(1).await, market.order(2).await);
    let url = sent_back(&market, &own, "pay").await;
    market.page_of(&other).await;
    // Its callback is here, and nothing is on its way.
    market.control("advance", json!({"seconds": 60})).await;
    market.shop.drain().await;
    let reference = async |placed: &Placed| {
        let sql = "SELECT reference FROM payment_attempts WHERE store_id = ?1 AND order_id = ?2";
        market.shop.app.db().conn().one::<String>(sql, db::p![market.me.store, placed.id]).await.unwrap()
    };
    let swapped = url.replace(&reference(&own).await, &reference(&other).await);
    assert_ne!(swapped, url);
    let mut refused = vec![
        ("another order's reference", swapped),
        ("a field that was changed", url.replace("success=true", "success=false")),
        ("no signature", format!("{back}?merchant_order_id={}", reference(&own).await)),
        ("nothing", back.clone()),
        ("no endpoint", url.replace(&back, "/hooks/paymob/pep_0000000000001/return")),
        ("no id", url.replace(&back, "/hooks/paymob/1/return")),
        ("another provider", url.replace("/hooks/paymob/", "/hooks/bosta/")),
    ];
    // A stranger's endpoint has keys of its own.
    let stranger = market.shop.merchant_in("EG", "EGP").await;
    let method = stranger.create("/payment-methods", json!({"provider": "PAYMOB"})).await;
    let theirs = stranger.data(&format!("/payment-methods/{}/credentials", method["id"].as_str().unwrap())).await;
    refused.push(("another store", url.replace(&back, theirs["return_url"].as_str().unwrap())));
    for (what, url) in refused {
        let reply = market.shop.assert_unchanged(visit(&market, &url)).await;
        assert_eq!((reply.status, reply.header("location")), (404, ""), "{what}: {}", reply.text());
        assert!(reply.text().contains("لم نجد هذه الصفحة"), "{what}: {}", reply.text());
        let policy = reply.header("content-security-policy");
        assert!(policy.contains("default-src") && !policy.contains("paymob"), "{what}: {policy}");
        assert!(!reply.text().contains(&address(&other)), "{what}");
    }
    assert_eq!(visit(&market, &url).await.status, 303, "as it was sent it leads on");
    assert_eq!(market.shop.call("POST", &url[url.find("/hooks/").unwrap()..]).send().await.status, 405);

    // A gateway that takes an address per payment has none.
    let other = stranger.create("/payment-methods", json!({"provider": "PAYTABS_EG"})).await;
    let none = stranger.data(&format!("/payment-methods/{}/credentials", other["id"].as_str().unwrap())).await;
    assert!(none["return_url"].is_null() && none["callback_url"].is_null(), "{none}");
}
