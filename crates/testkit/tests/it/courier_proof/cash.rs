//! Cash that a courier reports and pays out is one payment of the order, whichever is heard first, also where the order owes more than
//! that parcel collects: a series found that a settlement booked it once more.

use std::time::Duration;

use kernel::OrderId;
use serde_json::{Value, json};

use super::{all_ended, held, open, paid, press};
use crate::courier_booking::scene::{Depot, path};
use crate::courier_cash;

/// An order of 200.00 of which a parcel collects 100.00; the parcel as it is booked.
async fn half_shipped(depot: &Depot) -> (OrderId, Value) {
    let order = depot.order(1, 2).await;
    let body = json!({"lines": [{"line": 1, "quantity": 1}], "waybill": {"cod_amount": "100"}});
    let shipment = depot.me.create(&format!("/orders/{order}/shipments"), body).await;
    depot.shop.drain().await;
    (order, depot.view(&shipment).await)
}

/// The courier pays so much of the parcel's cash out; the settlement.
async fn remit(depot: &Depot, parcel: &Value, amount: u32) -> Value {
    let sheet = format!("AWB,COD,Fee\n{},{amount},20\n", parcel["tracking_no"].as_str().unwrap());
    let fields = json!({"courier": parcel["courier_name"]});
    let settlement = courier_cash::settlement(&depot.me, "cash.csv", sheet, fields).await;
    for step in ["/check", "/post"] {
        courier_cash::after(&depot.shop, &depot.me, &settlement, step).await;
    }
    settlement
}

/// A member says that it was delivered; of money nothing.
async fn deliver_by_hand(depot: &Depot, parcel: &Value) {
    for to in ["shipped", "delivered"] {
        let (status, body) = depot.me.put(&format!("{}/status", path(parcel)), json!({"status": to})).await;
        assert_eq!(status, 200, "{body}");
    }
}

/// What the order has received, less what was taken back.
async fn received(depot: &Depot, order: OrderId) -> Value {
    depot.me.data(&format!("/orders/{order}")).await["money"]["paid"].clone()
}

/// The courier delivers, and reports it.
async fn deliver(depot: &Depot, parcel: &Value) {
    press(depot, &parcel["tracking_no"], "deliver").await;
    let notices = held(depot).await;
    assert_eq!(notices.last().unwrap().send(&depot.browser, depot.shop.addr.port()).await, 200);
    depot.shop.drain().await;
    all_ended(depot).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_reported_cash_is_not_booked_again_when_the_courier_pays_it_out() {
    let depot = open(Duration::from_secs(2), |_| {}).await;
    let (order, parcel) = half_shipped(&depot).await;
    deliver(&depot, &parcel).await;
    assert_eq!(paid(&depot, order).await, (1, 10_000));
    remit(&depot, &parcel, 100).await;
    assert_eq!(depot.me.data("/courier-cash").await["total"]["shipments"], 0);
    assert_eq!(paid(&depot, order).await, (1, 10_000));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_cash_that_was_paid_out_is_not_booked_again_when_the_courier_reports_it() {
    let depot = open(Duration::from_secs(2), |_| {}).await;
    let (order, parcel) = half_shipped(&depot).await;
    deliver_by_hand(&depot, &parcel).await;
    assert_eq!(paid(&depot, order).await, (0, 0));
    remit(&depot, &parcel, 100).await;
    assert_eq!(depot.me.data("/courier-cash").await["total"]["shipments"], 0);
    assert_eq!(paid(&depot, order).await, (1, 10_000));
    deliver(&depot, &parcel).await;
    assert_eq!(paid(&depot, order).await, (1, 10_000));
}

/// A sheet that comes before anybody knows of the delivery books nothing; what the courier reports afterwards does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_cash_that_was_paid_out_before_the_delivery_is_booked_with_the_report() {
    let depot = open(Duration::from_secs(2), |_| {}).await;
    let (order, parcel) = half_shipped(&depot).await;
    remit(&depot, &parcel, 100).await;
    assert_eq!(paid(&depot, order).await, (0, 0));
    deliver_by_hand(&depot, &parcel).await;
    deliver(&depot, &parcel).await;
    assert_eq!(paid(&depot, order).await, (1, 10_000));
}

/// A settlement that is undone takes back what it booked, and the corrected one books that again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_cash_of_a_settlement_that_was_undone_is_booked_by_the_next() {
    let depot = open(Duration::from_secs(2), |_| {}).await;
    let (order, parcel) = half_shipped(&depot).await;
    deliver_by_hand(&depot, &parcel).await;
    let partial = remit(&depot, &parcel, 60).await;
    assert_eq!(received(&depot, order).await, "60.00");
    deliver(&depot, &parcel).await;
    assert_eq!(received(&depot, order).await, "100.00", "the report brings the rest");
    courier_cash::after(&depot.shop, &depot.me, &partial, "/undo").await;
    assert_eq!(received(&depot, order).await, "40.00");
    remit(&depot, &parcel, 100).await;
    assert_eq!(received(&depot, order).await, "100.00");
}
