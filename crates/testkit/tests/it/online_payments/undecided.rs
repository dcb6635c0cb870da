//! Orders with money at the gateway that the merchant has to decide about (PY-03).

use commerce::orders::online_payments::{self as online, PaymentProgress, Purpose};
use gateways::payments::{Transaction, TransactionStatus};
use kernel::{Currency, Millis, OrderId};
use serde_json::json;

use super::release::{page, sweep};
use super::{Scene, charge, paid, scene};
use crate::confirmation::later;

/// Closes every open case of an order.
async fn close_all(s: &Scene, order: OrderId) {
    for case in s.cases(order).await.iter().filter(|case| case["closed_at"].is_null()) {
        let path = format!("/payment-cases/{}/close", case["id"].as_str().unwrap());
        assert_eq!(s.me.post(&path, json!({"note": "رُدّ المبلغ من لوحة البوابة"})).await.0, 200);
    }
}

/// PY-03: another amount, currency or account, and a test payment: the gateway says that it was paid. The goods stay, nothing is asked
/// for again, and after the merchant's decision the time of the order goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_money_that_nobody_decided_about_stops_the_release() {
    let mut s = scene().await;
    let full = s.stock().await;
    let changes: [fn(&mut Transaction); 4] = [
        |t| t.amount.minor = 5_000,
        |t| t.amount.currency = Currency::EGP,
        |t| t.account = "1".to_owned(),
        |t| t.is_live = Some(false),
    ];
    let mut orders = Vec::new();
    for (n, change) in changes.into_iter().enumerate() {
        let order = s.order(n).await;
        let mut t = paid(&s.attempt(order).await, &format!("tx {n}"));
        change(&mut t);
        s.record(&t).await;
        orders.push(order);
    }
    let held = full - 4;
    later(&s.shop, &mut s.me, 2 * Millis::HOUR).await;
    for order in &orders {
        for _ in 0..2 {
            sweep(&s).await;
        }
        assert_eq!((s.money(*order).await[0].as_str(), s.stock().await), ("PEND", held));
        let shown = page(&s, *order).await;
        assert_eq!((shown.progress, shown.may_retry, shown.held_until), (PaymentProgress::UnderReview, false, None));
        let refused = s.try_open(*order, Purpose::WholeOrder).await.unwrap_err();
        assert!(refused.conflict_message().is_some(), "{refused}");
    }
    // Decided: there is time to record it or to pay again, and then it is released as before.
    close_all(&s, orders[0]).await;
    sweep(&s).await;
    let shown = page(&s, orders[0]).await;
    assert_eq!((s.money(orders[0]).await[0].as_str(), shown.may_retry), ("PEND", true));
    assert!(shown.held_until.is_some());
    close_all(&s, orders[1]).await;
    s.me.create(&format!("/orders/{}/payments", orders[1]), json!({"amount": "10.00"})).await;
    later(&s.shop, &mut s.me, 16 * Millis::MINUTE).await;
    sweep(&s).await;
    let mut statuses = Vec::new();
    for order in &orders {
        statuses.push(s.money(*order).await[0].clone());
    }
    assert_eq!((statuses, s.stock().await), (["CNCL", "PEND", "PEND", "PEND"].map(str::to_owned).to_vec(), held + 1));
}

/// PY-03: closed before the hold is over, the order is released at its own time; what its gateway corrects is paid.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_decision_within_the_hold_changes_no_time() {
    let mut s = scene().await;
    let (closed, corrected) = (s.order(1).await, s.order(2).await);
    for (order, id) in [(closed, "1"), (corrected, "2")] {
        let mut t = paid(&s.attempt(order).await, id);
        t.amount.minor = 5_000;
        s.record(&t).await;
    }
    let release_at = s.find_newest(closed).await.release_at;
    close_all(&s, closed).await;
    assert_eq!(s.find_newest(closed).await.release_at, release_at);
    let attempt = s.find_newest(corrected).await;
    s.record(&paid(&attempt, "2")).await;
    assert_eq!(page(&s, corrected).await.progress, PaymentProgress::Paid);
    later(&s.shop, &mut s.me, 61 * Millis::MINUTE).await;
    sweep(&s).await;
    assert_eq!((s.money(closed).await[0].as_str(), s.money(corrected).await[0].as_str()), ("CNCL", "PAID"));
}

/// PY-03: the bank's review ends without the money: the order is released, though nobody closed its case.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_review_that_ends_without_money_lets_the_order_go() {
    let mut s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    s.record(&charge(&attempt, "1", TransactionStatus::OnHold)).await;
    later(&s.shop, &mut s.me, 2 * Millis::HOUR).await;
    sweep(&s).await;
    assert_eq!(page(&s, order).await.progress, PaymentProgress::UnderReview);
    s.record(&charge(&attempt, "1", TransactionStatus::Declined)).await;
    let shown = page(&s, order).await;
    assert_eq!((shown.progress, shown.may_retry), (PaymentProgress::Declined, true));
    later(&s.shop, &mut s.me, 16 * Millis::MINUTE).await;
    sweep(&s).await;
    assert_eq!(s.money(order).await[0], "CNCL");
}

/// PY-03: what is booked is no reason to wait: paid twice and paid after the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_cases_of_booked_money_hold_nothing_up() {
    let s = scene().await;
    let (twice, ended) = (s.order(1).await, s.order(2).await);
    let (one, other) = (s.attempt(twice).await, s.attempt(twice).await);
    for (attempt, id) in [(&one, "1"), (&other, "2")] {
        s.record(&paid(attempt, id)).await;
    }
    assert_eq!((s.case_kinds(twice).await, page(&s, twice).await.progress), (vec!["paid_twice".into()], PaymentProgress::Paid));
    let attempt = s.attempt(ended).await;
    assert_eq!(s.me.put(&format!("/orders/{ended}/status"), json!({"status": "CNCL"})).await.0, 200);
    s.record(&paid(&attempt, "3")).await;
    assert_eq!(
        (s.case_kinds(ended).await, page(&s, ended).await.progress),
        (vec!["paid_after_end".into()], PaymentProgress::Ended)
    );
    close_all(&s, ended).await;
    online::release_unpaid(&s.shop.app).await.unwrap();
    assert_eq!(s.money(ended).await[..3], ["CNCL", "not_paid", "100.00"]);
}
