//! Orders that nobody pays, and attempts of which nothing is heard.

use commerce::orders::online_payments::{self as online, AttemptState, PaymentProgress, Purpose, ShopperPayment};
use gateways::payments::TransactionStatus;
use kernel::{Millis, OrderId};
use serde_json::json;

use super::{Scene, charge, paid, record, scene};
use crate::confirmation::later;

pub(super) async fn page(s: &Scene, order: OrderId) -> ShopperPayment {
    let (c, scope) = (s.shop.app.db().conn(), s.scope());
    let found = commerce::orders::find_many(c, &scope, &[order]).await.unwrap().remove(&order).unwrap();
    online::for_shopper(c, &scope, &found.0, s.shop.env.now()).await.unwrap().unwrap()
}

pub(super) async fn sweep(s: &Scene) {
    online::release_unpaid(&s.shop.app).await.unwrap();
}

/// PY-03: an order keeps its goods for an hour; a retry prolongs it; then it is cancelled once and its goods are back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_an_unpaid_order_is_released_when_its_time_is_over() {
    let mut s = scene().await;
    let full = s.stock().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    assert_eq!(s.stock().await, full - 1);
    let shown = page(&s, order).await;
    assert_eq!((shown.progress, shown.held_until), (PaymentProgress::Waiting, attempt.release_at));
    assert_eq!(shown.next_address, "https://gateway.example/pay");
    later(&s.shop, &mut s.me, 50 * Millis::MINUTE).await;
    sweep(&s).await;
    let retry = s.attempt(order).await;
    later(&s.shop, &mut s.me, 30 * Millis::MINUTE).await;
    sweep(&s).await;
    assert_eq!((s.money(order).await[0].as_str(), s.stock().await), ("PEND", full - 1), "the retry prolonged it");
    later(&s.shop, &mut s.me, 31 * Millis::MINUTE).await;
    for _ in 0..2 {
        sweep(&s).await;
        assert_eq!((s.money(order).await[0].as_str(), s.stock().await), ("CNCL", full));
    }
    for id in [attempt.id, retry.id] {
        let attempt = s.find(id).await;
        assert_eq!((attempt.state, attempt.release_at), (AttemptState::Expired, None));
    }
    let shown = page(&s, order).await;
    assert_eq!((shown.progress, shown.may_retry, shown.held_until), (PaymentProgress::Released, false, None));
    let moves = s.me.data(&format!("/orders/{order}/activity")).await;
    let cancelled: Vec<_> = moves.as_array().unwrap().iter().filter(|e| e["after"]["status"] == "CNCL").collect();
    assert_eq!((cancelled.len(), &cancelled[0]["actor"]["type"]), (1, &json!("System")), "{moves}");
    assert!(s.try_open(order, Purpose::WholeOrder).await.is_err(), "it has ended");
    // Money that comes now is not lost.
    s.record(&paid(&retry, "1")).await;
    assert_eq!(s.case_kinds(order).await, ["paid_after_end"]);
}

/// PY-03: the merchant decides about an order that was moved on, partly paid, or whose money the bank has reserved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_an_order_that_waits_for_the_merchant_is_not_released() {
    let mut s = scene().await;
    let (moved, part, held) = (s.order(1).await, s.order(2).await, s.order(3).await);
    for order in [moved, part] {
        s.attempt(order).await;
    }
    let attempt = s.attempt(held).await;
    assert_eq!(s.me.put(&format!("/orders/{moved}/status"), json!({"status": "PRCS"})).await.0, 200);
    s.me.create(&format!("/orders/{part}/payments"), json!({"amount": "10.00"})).await;
    s.record(&charge(&attempt, "1", TransactionStatus::OnHold)).await;
    later(&s.shop, &mut s.me, 2 * Millis::HOUR).await;
    sweep(&s).await;
    for (order, status) in [(moved, "PRCS"), (part, "PEND"), (held, "PEND")] {
        assert_eq!(s.money(order).await[0], status);
        assert_eq!(s.payments(order).await["attempts"][0]["held_until"], json!(null), "it is not looked at again");
    }
    assert_eq!(s.case_kinds(held).await, ["held_for_review"]);
}

/// PY-03: a payment and the end of its time at one moment: the order is paid, or released and the money a case; never both, never
/// neither.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn py_03_a_payment_beside_a_release_is_one_or_the_other() {
    let mut s = scene().await;
    let full = s.stock().await;
    let mut orders = Vec::new();
    for n in 0..12 {
        let order = s.order(n).await;
        orders.push((order, s.attempt(order).await));
    }
    later(&s.shop, &mut s.me, 61 * Millis::MINUTE).await;
    let reports: Vec<_> = orders.iter().enumerate().map(|(n, (_, a))| paid(a, &format!("tx {n}"))).collect();
    let pay = futures_util::future::join_all(reports.iter().map(|t| record(&s, t, None)));
    let release = futures_util::future::join_all((0..3).map(|_| online::release_unpaid(&s.shop.app)));
    let (paid, released) = futures_util::future::join(pay, release).await;
    assert!(paid.iter().all(Result::is_ok) && released.iter().all(Result::is_ok));
    let mut paid_count = 0;
    for (order, _) in &orders {
        let money = s.money(*order).await;
        if money[0] == "PAID" {
            assert_eq!(money[1..], ["paid", "100.00", "0.00", "0.00", "0.00"]);
            assert!(s.case_kinds(*order).await.is_empty());
            paid_count += 1;
        } else {
            assert_eq!(money, ["CNCL", "not_paid", "100.00", "0.00", "0.00", "100.00"]);
            assert_eq!(s.case_kinds(*order).await, ["paid_after_end"]);
        }
    }
    assert_eq!(s.stock().await, full - paid_count);
}

/// PY-03: an attempt of which nothing is heard is asked about after 5 minutes, an hour and a day, by one worker each time, and is
/// abandoned then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_hanging_attempt_is_asked_about_three_times() {
    let s = scene().await;
    let order = s.order(1).await;
    let (attempt, other) = (s.attempt(order).await, s.order(2).await);
    let paid_attempt = s.attempt(other).await;
    s.record(&paid(&paid_attempt, "1")).await;
    let list = || online::list_hanging(s.shop.app.db().conn(), &s.shop.env, 10);
    assert_eq!(list().await.unwrap(), []);
    let mut over = 0;
    for (step, at) in (0..).zip([5 * Millis::MINUTE, Millis::HOUR, Millis::DAY]) {
        s.shop.advance(at - over);
        over = at;
        let hanging = list().await.unwrap();
        assert_eq!(hanging.iter().map(|h| (h.attempt, h.step)).collect::<Vec<_>>(), [(attempt.id, step)]);
        for expected in [true, false] {
            let (scope, env, id) = (s.scope(), s.shop.env.clone(), attempt.id);
            let work = async move |c: db::Conn<'_>| online::checked(c, &env, &scope, id, step).await;
            assert_eq!(s.shop.app.db().tx(work).await.unwrap(), expected);
        }
        assert_eq!(list().await.unwrap(), []);
    }
    assert_eq!(s.find(attempt.id).await.state, AttemptState::Abandoned);
}

/// PY-03: what is missing of a deposit is paid online like a transfer of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_missing_deposit_is_paid_online() {
    let s = scene().await;
    let account = json!({"bank_name": "بنك", "beneficiary_name": "متجر", "account_number": "1"});
    s.me.create("/bank-accounts", account).await;
    let rule = json!({"name": "عربون", "is_active": true, "action": "deposit", "deposit_percent": "25", "total_from": "1"});
    assert_eq!(s.me.put("/cod-rules", json!({"rules": [rule], "otherwise": "ship"})).await.0, 200);
    let order = s.order(1).await;
    let attempt = s.try_open(order, Purpose::Deposit).await.unwrap();
    assert_eq!((attempt.amount, attempt.release_at), (2_500, None));
    s.record(&paid(&attempt, "1")).await;
    assert_eq!(s.money(order).await[..5], ["PEND", "not_paid", "25.00", "0.00", "75.00"]);
    assert_eq!(s.me.data(&format!("/orders/{order}/trust")).await["state"], json!("deposit_paid"));
    assert!(s.try_open(order, Purpose::Deposit).await.is_err());
}
