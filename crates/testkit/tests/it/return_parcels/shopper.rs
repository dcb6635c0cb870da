//! What the shopper reads of a return.

use serde_json::json;

use super::taken_back::take_back;
use super::{body, cancel, delivered, follow, list, press, request};
use crate::courier_booking::scene::Depot;

/// Where the page speaks of returns.
const HEADING: &str = "id=\"returns\"";

/// The path of an order's page.
async fn page_path(depot: &Depot, order: kernel::OrderId) -> String {
    let url = depot.me.data(&format!("/orders/{order}")).await["shopper_url"].as_str().unwrap().to_owned();
    url[url.find("/orders/").unwrap()..].to_owned()
}

/// SP-04: the order's page shows how far a return is, in the store's words and both languages, the latest first; nothing of one that
/// failed or was called off.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_the_shopper_reads_how_far_a_return_is() {
    let mut depot = Depot::open().await;
    let order = delivered(&depot, 1, 3).await;
    let path = page_path(&depot, order).await;
    let shopper = depot.shop.shopper(&depot.me.slug);
    let page = shopper.get(&path).await;
    assert_eq!(page.status, 200);
    assert!(!page.body.contains(HEADING), "no return: {}", page.body);

    // One that failed, and one that was called off, are the store's own business.
    depot.control("settings", json!({"has_bundle": false})).await;
    let failed = request(&depot, order, 1).await;
    depot.shop.drain().await;
    assert_eq!(list(&depot, order).await["parcels"][0]["state"], "failed");
    assert!(!shopper.get(&path).await.body.contains(HEADING));
    assert_eq!(cancel(&depot, &failed).await.0, 200);
    assert!(!shopper.get(&path).await.body.contains(HEADING));
    depot.control("settings", json!({"has_bundle": true})).await;

    let mut sent = body(&depot.me, &[(1, 2)]);
    sent["note"] = json!("ملاحظة للمندوب");
    depot.me.create(&format!("/orders/{order}/return-parcels"), sent).await;
    let page = shopper.get(&path).await.body;
    for text in ["الإرجاع</h2>", HEADING, "-R2", "قطعتان", "طُلب استلامه منك"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(!page.contains("ملاحظة للمندوب"), "{page}");
    depot.shop.drain().await;

    let number = list(&depot, order).await["parcels"][1]["tracking_no"].as_str().unwrap().to_owned();
    for outcome in ["come", "exception", "pick_up", "receive"] {
        depot.next("lost_callback", "").await;
        depot.control("press", json!({"delivery": number, "outcome": outcome})).await;
        follow(&mut depot).await;
    }
    let shopper = depot.shop.shopper(&depot.me.slug);
    let page = shopper.get(&path).await.body;
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
    assert!(page.contains(&number) && page.contains("تحديثات الإرجاع"), "{page}");
    assert!(at("في طريق العودة إلى المتجر") < at("تأخر لدى شركة الشحن"), "the latest first: {page}");
    assert!(at("تأخر لدى شركة الشحن") < at("بانتظار استلامه منك"), "{page}");
    assert_eq!(page.matches("في طريق العودة إلى المتجر").count(), 1, "what goes on is one step");
    for words in ["العميل لا يرد", "استُلمت من العميل", "جارٍ الاستلام من العميل"] {
        assert!(!page.contains(words), "the courier's words are for the merchant: {words}: {page}");
    }
    let english = shopper.get(&format!("/en{path}")).await.body;
    for text in
        ["Your return", "2 items", "On its way back to the store", "Delayed at the courier", "Waiting to be picked up from you"]
    {
        assert!(english.contains(text), "{text}: {english}");
    }
    assert!(!english.contains("consignee") && !english.contains("العميل لا يرد"), "{english}");

    // Taken back by hand: whatever the courier says, it is with the store.
    take_back(&depot, order, 3).await;
    let page = shopper.get(&path).await.body;
    assert!(page.contains("استلمه المتجر"), "{page}");
    assert!(shopper.get(&format!("/en{path}")).await.body.contains("Received by the store"));
}

/// SP-04: a return that the courier brought back says so, to whoever has the page's address and nobody else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_the_shopper_reads_that_a_return_is_back() {
    let mut depot = Depot::open().await;
    let order = delivered(&depot, 1, 1).await;
    request(&depot, order, 1).await;
    depot.shop.drain().await;
    press(&depot, order, "return").await;
    follow(&mut depot).await;
    let path = page_path(&depot, order).await;
    let shopper = depot.shop.shopper(&depot.me.slug);
    assert!(shopper.get(&path).await.body.contains("وصل إلى المتجر"));
    assert!(shopper.get(&format!("/en{path}")).await.body.contains("Back at the store"));
    let foreign = path.rsplit_once('-').unwrap().0.to_owned() + "-0000000000000000";
    assert_eq!(shopper.get(&foreign).await.status, 404);
}
