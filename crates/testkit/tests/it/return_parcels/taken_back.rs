//! Goods that came back another way than the courier says.

use serde_json::{Value, json};

use super::{body, calls, cancel, delivered, follow, list, only, post, press, request, requests};
use crate::courier_booking::scene::Depot;

/// A member takes so many pieces of the first line back.
pub(super) async fn take_back(depot: &Depot, order: kernel::OrderId, pieces: i64) {
    let reason = depot.me.data("/return-reasons").await[0]["id"].clone();
    let lines = json!([{"line": 1, "quantity": pieces, "reason_id": reason, "is_restocked": true}]);
    depot.me.create(&format!("/orders/{order}/returns"), json!({ "lines": lines })).await;
}

/// Whether the order's person cannot be erased.
async fn keeps_its_person(depot: &Depot, order: kernel::OrderId) -> bool {
    let customer = depot.me.data(&format!("/orders/{order}")).await["customer"]["id"].as_str().unwrap().to_owned();
    let preview = depot.me.data(&format!("/customers/{customer}/erasure")).await;
    preview["stops"].as_array().unwrap().iter().any(|stop| stop["code"] == "open_orders")
}

/// SP-02: a parcel of which the courier says no more than "on its way back" is closed by the return that takes its last piece back, so
/// that its person can be erased.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_return_by_hand_closes_the_parcel_that_is_on_its_way_back() {
    let mut depot = Depot::open().await;
    let order = delivered(&depot, 1, 2).await;
    request(&depot, order, 1).await;
    depot.shop.drain().await;
    press(&depot, order, "pick_up").await;
    follow(&mut depot).await;
    assert_eq!(only(&depot, order).await["step"], "returning");

    take_back(&depot, order, 1).await;
    assert!(keeps_its_person(&depot, order).await, "the other piece may be the one in the parcel");
    assert_eq!(list(&depot, order).await["fetchable"], json!([]));
    take_back(&depot, order, 1).await;
    assert!(!keeps_its_person(&depot, order).await, "no piece is left for it");
    let parcel = only(&depot, order).await;
    assert_eq!(
        (&parcel["state"], &parcel["step"], &parcel["is_to_receive"]),
        (&json!("booked"), &json!("returning"), &json!(false))
    );
}

/// SP-02: of two parcels the one that the courier has is the one whose pieces came back; the other is still to be fetched.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_return_by_hand_leaves_what_is_still_to_be_fetched() {
    let mut depot = Depot::open().await;
    let order = delivered(&depot, 1, 2).await;
    request(&depot, order, 1).await;
    depot.shop.drain().await;
    press(&depot, order, "pick_up").await;
    follow(&mut depot).await;
    let later = request(&depot, order, 1).await;
    depot.shop.drain().await;
    take_back(&depot, order, 1).await;
    assert_eq!(list(&depot, order).await["fetchable"], json!([]), "the piece at the customer's is in the later parcel");
    assert_eq!(cancel(&depot, &later).await.0, 200);
    depot.shop.drain_any().await;
    assert_eq!(list(&depot, order).await["parcels"][1]["state"], "cancelled");
    assert_eq!(list(&depot, order).await["fetchable"], json!([{"line": 1, "quantity": 1}]), "and no other parcel has it");
}

/// SP-02: goods that were taken back before the courier said that it has them leave nothing open once it does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_parcel_that_is_fetched_late_is_closed_where_its_goods_are_back() {
    let mut depot = Depot::open().await;
    let order = delivered(&depot, 1, 1).await;
    request(&depot, order, 1).await;
    depot.shop.drain().await;
    take_back(&depot, order, 1).await;
    assert!(keeps_its_person(&depot, order).await, "somebody is sent to the customer");
    press(&depot, order, "pick_up").await;
    follow(&mut depot).await;
    assert_eq!(only(&depot, order).await["step"], "returning");
    assert!(!keeps_its_person(&depot, order).await);
}

/// SP-02: a booking that failed is not retried once pieces of it are back, and one that waits is not sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_return_is_not_booked_once_its_pieces_are_back() {
    let depot = Depot::open().await;
    let order = delivered(&depot, 1, 5).await;
    depot.control("settings", json!({"has_bundle": false})).await;
    let parcel = request(&depot, order, 4).await;
    depot.shop.drain().await;
    assert_eq!(only(&depot, order).await["state"], "failed");
    assert!(requests(&depot).await.len() == 1);
    take_back(&depot, order, 2).await;
    depot.control("settings", json!({"has_bundle": true})).await;
    let call = depot.call_views(order).await[0]["id"].as_str().unwrap().to_owned();
    for (me, words) in
        [(depot.me.clone(), "لم تعد قطع هذا المرتجع لدى العميل"), (depot.me.in_english(), "no longer with the customer")]
    {
        let (status, body) = me.post(&format!("/provider-calls/{call}/retry"), Value::Null).await;
        assert_eq!((status, &body["code"]), (409, &json!("return_pieces_back")), "{body}");
        assert!(body["message"].as_str().unwrap().contains(words), "{body}");
        assert_eq!(body["current"]["id"], json!(call), "{body}");
    }
    depot.shop.drain_any().await;
    assert_eq!((requests(&depot).await.len(), &only(&depot, order).await["state"]), (1, &json!("failed")), "nobody is sent");
    assert_eq!(
        calls(&depot, order).await,
        [("return_parcel_book".into(), "refused".into())],
        "the refused retry changed nothing"
    );

    // What is left is fetched by a parcel of its own, unless it comes back before the courier is called.
    assert_eq!(cancel(&depot, &parcel).await.0, 200);
    let (status, waiting) = post(&depot, order, body(&depot.me, &[(1, 2)])).await;
    assert_eq!(status, 201, "{waiting}");
    take_back(&depot, order, 2).await;
    depot.shop.drain_any().await;
    let second = list(&depot, order).await["parcels"][1].clone();
    assert_eq!((requests(&depot).await.len(), &second["state"]), (1, &json!("failed")), "{second}");
    assert!(second["reason"].as_str().unwrap().contains("لم تعد قطع هذا المرتجع لدى العميل"), "{second}");
}
