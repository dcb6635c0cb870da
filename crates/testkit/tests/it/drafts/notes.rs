//! Notes on an order: for the team, or for its customer too.

use serde_json::json;

use super::{Desk, at};

/// OR-07: a note for the customer is shown on the order's page in the store, one for the team is not; both are in the activity.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_the_customer_sees_what_was_written_for_them_and_nothing_else() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({})).await;
    let draft = d.draft(json!([{"product_id": shirt["id"], "quantity": 1}])).await;
    let (status, placed) = d.place(&draft, false).await;
    assert_eq!(status, 200, "{placed}");
    let comments = format!("{}/comments", at(&draft));
    d.merchant.create(&comments, json!({"note": "عميلة تتأخر في الرد"})).await;
    let observed = d.merchant.create(&comments, json!({"note": "يصلك طلبك الخميس <b>مساءً</b>", "is_visible": true})).await;
    assert_eq!(observed["after"]["is_visible"], json!(true));
    let url = placed["data"]["shopper_url"].as_str().unwrap();
    let page = d.shop.shopper(&d.merchant.slug).get(&url[url.find("/orders/").unwrap()..]).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("رسائل من المتجر") && page.body.contains("يصلك طلبك الخميس"), "{}", page.body);
    assert!(!page.body.contains("<b>مساءً") && !page.body.contains("عميلة تتأخر"), "{}", page.body);
    let activity = d.merchant.data(&format!("{}/activity", at(&draft))).await;
    let notes = activity.as_array().unwrap().iter().filter(|a| a["action"] == json!("comment")).count();
    assert_eq!(notes, 2);
    let (status, refused) = d.shop.assert_unchanged(d.merchant.post(&comments, json!({"note": "x", "is_visible": "yes"}))).await;
    assert_eq!(status, 422, "{refused}");
}
