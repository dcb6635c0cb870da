//! Refunds: requested here, booked when the gateway says so.

use commerce::orders::OrderError;
use commerce::orders::online_payments::{self as online, NewRefundRequest, RecordedEffect, RefundRequest};
use gateways::payments::{RefusalCode, TransactionStatus};
use kernel::{Millis, OrderId};
use serde_json::json;

use super::{Scene, paid, refund, scene};

async fn request(s: &Scene, order: OrderId, amount: i64) -> Result<RefundRequest, OrderError> {
    let view = s.payments(order).await;
    let charge = view["transactions"].as_array().unwrap().iter().find(|t| t["kind"] == "charge").unwrap()["id"].clone();
    let charge = charge.as_str().unwrap().parse().unwrap();
    let (scope, env) = (s.me.scope(), s.shop.env.clone());
    let work = async move |c: db::Conn<'_>| {
        online::request_refund(c, &env, &scope, order, NewRefundRequest { charge, amount, note: Some("تالف") }).await
    };
    s.shop.app.db().tx(work).await
}

/// PY-03: refunds in parts; what is pending counts, what was declined does not, and nothing is booked before the gateway says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_payment_is_refunded_in_parts_and_never_above_it() {
    let s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    s.record(&paid(&attempt, "1")).await;
    let first = request(&s, order, 4_000).await.unwrap();
    assert_eq!(
        (first.charge_provider_id.as_str(), first.reference.as_str(), first.may_be_void),
        ("1", attempt.reference.as_str(), false)
    );
    assert_eq!(s.money(order).await[3], "0.00", "it is only requested");
    assert!(matches!(request(&s, order, 6_001).await, Err(OrderError::Fields(_))), "6,000 are left");
    let second = request(&s, order, 6_000).await.unwrap();
    assert!(matches!(request(&s, order, 1).await, Err(OrderError::Fields(_))));
    // The gateway is asked about them as about a payment that hangs.
    s.shop.advance(6 * Millis::MINUTE);
    let hanging = online::list_hanging(s.shop.app.db().conn(), &s.shop.env, 10).await.unwrap();
    assert_eq!(hanging.iter().map(|h| h.attempt).collect::<Vec<_>>(), [attempt.id]);

    assert_eq!(s.answer(&refund(&attempt, "r1", "1", 4_000), first.id).await.effect, RecordedEffect::Refunded);
    assert_eq!(s.record(&refund(&attempt, "r1", "1", 4_000)).await.effect, RecordedEffect::Nothing);
    assert_eq!(s.money(order).await, ["PAID", "paid", "100.00", "40.00", "0.00", "0.00"]);
    let mut declined = refund(&attempt, "r2", "1", 6_000);
    declined.status = TransactionStatus::Declined;
    assert_eq!(s.answer(&declined, second.id).await.effect, RecordedEffect::Declined);
    let third = request(&s, order, 6_000).await.unwrap();
    // This time the callback is first.
    s.record(&refund(&attempt, "r3", "1", 6_000)).await;
    s.answer(&refund(&attempt, "r3", "1", 6_000), third.id).await;
    assert_eq!(s.money(order).await, ["PAID", "not_paid", "100.00", "100.00", "0.00", "0.00"]);
    assert_eq!(s.case_kinds(order).await, Vec::<String>::new());
    let refunds = s.me.data(&format!("/orders/{order}/refunds")).await;
    assert_eq!(refunds.as_array().unwrap().len(), 2, "{refunds}");
    assert_eq!(refunds[0]["note"], json!("تالف"), "{refunds}");
}

/// PY-03: all of a card's payment of today may be a void; a refused call leaves the payment as it was.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_whole_refund_of_today_may_be_a_void() {
    let s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    s.record(&paid(&attempt, "1")).await;
    let requested = request(&s, order, 10_000).await.unwrap();
    assert!(requested.may_be_void);
    let (scope, env, id) = (s.scope(), s.shop.env.clone(), requested.id);
    let work = async move |c: db::Conn<'_>| {
        online::refund_refused(c, &env, &scope, id, RefusalCode::NotPossible, "Settled already").await
    };
    s.shop.app.db().tx(work).await.unwrap();
    let again = request(&s, order, 10_000).await.unwrap();
    let mut void = refund(&attempt, "v", "1", 10_000);
    (void.kind, void.status) = (gateways::payments::TransactionKind::Void, TransactionStatus::Voided);
    assert_eq!(s.answer(&void, again.id).await.effect, RecordedEffect::Refunded);
    s.record(&super::charge(&attempt, "1", TransactionStatus::Voided)).await;
    assert_eq!(s.money(order).await, ["PAID", "not_paid", "100.00", "100.00", "0.00", "0.00"]);
    assert_eq!(s.case_kinds(order).await, Vec::<String>::new());
    let activity = s.me.data(&format!("/orders/{order}/activity")).await;
    let declined = activity.as_array().unwrap().iter().find(|e| e["after"]["refund_declined"].is_object()).unwrap();
    assert_eq!(declined["after"]["refund_declined"]["code"], json!("not_possible"));
}

/// PY-03: money that goes back without a request here is booked, and the merchant is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_refund_from_the_gateways_own_dashboard_is_a_case() {
    let s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    // As a part of the charge, and before anything else was heard of it.
    let mut t = paid(&attempt, "1");
    t.refunded_minor = 2_500;
    s.record(&t).await;
    s.record(&refund(&attempt, "r", "1", 2_500)).await;
    assert_eq!(s.money(order).await, ["PAID", "paid", "100.00", "25.00", "0.00", "0.00"]);
    assert_eq!(s.case_kinds(order).await, ["refund_not_requested"]);
}
