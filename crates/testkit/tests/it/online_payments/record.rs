//! Charges: booked once, to their own order, and told in its activity.

use commerce::orders::online_payments::{AttemptState, NextStepKind, Purpose, RecordedEffect};
use db::p;
use gateways::payments::{NextStep, TransactionStatus};
use kernel::{Millis, OrderId};
use serde_json::json;
use testkit::Locks;

use super::{Scene, charge, paid, record, scene};

async fn payment_entries(s: &Scene, order: OrderId) -> i64 {
    let sql = "SELECT COUNT(*) FROM order_entries WHERE store_id = ?1 AND order_id = ?2 AND kind = 'payment'";
    s.shop.app.db().conn().one(sql, p![s.me.store, order]).await.unwrap()
}

/// PY-03: fifty reports of one transaction at once book it once: one row, one entry, one move of the order.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn py_03_fifty_reports_at_once_book_a_payment_once() {
    let s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    let (t, pending) = (paid(&attempt, "192036465"), charge(&attempt, "192036465", TransactionStatus::Pending));
    let work = (0..50).map(|n| record(&s, if n % 7 == 3 { &pending } else { &t }, None));
    let all: Vec<_> = futures_util::future::join_all(work).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(all.iter().filter(|r| r.effect == RecordedEffect::Paid).count(), 1);
    assert_eq!(all.iter().filter(|r| r.is_order_paid).count(), 1);
    assert_eq!(s.money(order).await, ["PAID", "paid", "100.00", "0.00", "0.00", "0.00"]);
    assert_eq!(payment_entries(&s, order).await, 1);
    let payments = s.payments(order).await;
    let row = &payments["transactions"][0];
    assert_eq!(
        (payments["transactions"].as_array().unwrap().len(), &row["status"], &row["last_four"], &row["fee"], &row["entry"]),
        (1, &json!("paid"), &json!("4242"), &json!("2.75"), &json!(2)),
        "{payments}"
    );
    assert_eq!((&payments["attempts"][0]["state"], &payments["attempts"][0]["held_until"]), (&json!("paid"), &json!(null)));
    assert_eq!(payments["cases"], json!([]));
    // The activity tells once with what it was paid; the sales follow.
    let activity = s.me.data(&format!("/orders/{order}/activity")).await;
    let entries: Vec<_> = activity.as_array().unwrap().iter().filter(|e| e["after"]["payment"].is_string()).collect();
    assert_eq!(entries.len(), 1, "{activity}");
    let after = &entries[0]["after"];
    assert_eq!(
        (&after["payment"], &after["status"], &after["online_payment"]),
        (
            &json!("100.00"),
            &json!("PAID"),
            &json!({"provider": "PAYMOB", "means": "card", "scheme": "Visa", "last_four": "4242"})
        )
    );
}

/// PY-03: what is paid for one order is never another's, whichever way the gateway names it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_two_orders_are_never_confused() {
    let s = scene().await;
    let (one, other) = (s.order(1).await, s.order(2).await);
    let (a, b) = (s.attempt(one).await, s.attempt(other).await);
    assert_ne!(a.reference, b.reference);
    // By the gateway's reference alone, as its inquiry answers.
    let mut t = paid(&b, "1");
    t.reference.clear();
    assert_eq!(s.record(&t).await.order, Some(other));
    assert_eq!(s.money(one).await, ["PEND", "not_paid", "0.00", "0.00", "100.00", "0.00"]);
    assert_eq!(s.money(other).await, ["PAID", "paid", "100.00", "0.00", "0.00", "0.00"]);
    // A transaction stays with its order, whatever a later report calls it.
    let moved = paid(&a, "1");
    assert_eq!(s.record(&moved).await.order, Some(other));
    assert_eq!(s.money(one).await[1], "not_paid");
    assert_eq!(s.case_kinds(other).await, ["reference_differs"]);
    // Another store knows none of it.
    let stranger = s.shop.merchant().await;
    for path in [format!("/orders/{one}/payments"), format!("/orders/{other}/payments")] {
        assert_eq!(stranger.get(&path).await.0, 404);
    }
}

/// PY-03: a decline has its reason, the shopper tries again without a new order, and what comes late is money.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_declined_payment_is_tried_again_on_the_same_order() {
    let s = scene().await;
    let order = s.order(1).await;
    let first = s.attempt(order).await;
    let declined = s.record(&charge(&first, "1", TransactionStatus::Declined)).await;
    assert_eq!(declined.effect, RecordedEffect::Declined);
    // Told once.
    assert_eq!(s.record(&charge(&first, "1", TransactionStatus::Declined)).await.effect, RecordedEffect::Nothing);
    let view = s.payments(order).await;
    assert_eq!(
        (&view["attempts"][0]["state"], &view["attempts"][0]["refusal_code"]),
        (&json!("declined"), &json!("insufficient_funds"))
    );
    let second = s.attempt(order).await;
    assert_ne!(first.reference, second.reference);
    s.record(&paid(&second, "2")).await;
    assert_eq!(s.money(order).await[..2], ["PAID", "paid"]);
    assert!(s.try_open(order, Purpose::WholeOrder).await.is_err(), "nothing is owed any more");
    // The first page was still open.
    s.record(&paid(&first, "3")).await;
    assert_eq!(s.money(order).await, ["PAID", "paid", "200.00", "0.00", "0.00", "100.00"]);
    assert_eq!(s.case_kinds(order).await, ["paid_twice"]);
}

/// PY-03: what the gateway answers to a start: a page, a code with its own time, or that it is paid already.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_start_says_where_the_shopper_goes() {
    let s = scene().await;
    let order = s.order(1).await;
    let page = s.attempt(order).await;
    assert_eq!((page.state, page.next_step), (AttemptState::Waiting, NextStepKind::Redirect));
    assert_eq!(page.expires_at, page.created_at.plus(Millis::HOUR));
    let code = s.try_open(order, Purpose::WholeOrder).await.unwrap();
    s.start(code.id, NextStep::KioskCode { code: "5012 3344".to_owned() }).await;
    let code = s.find(code.id).await;
    assert_eq!((code.next_step, code.next_address.as_str()), (NextStepKind::KioskCode, "5012 3344"));
    assert_eq!((code.expires_at, code.release_at), (code.created_at.plus(48 * Millis::HOUR), Some(code.expires_at)));
    let third = s.try_open(order, Purpose::WholeOrder).await.unwrap();
    let recorded = s.start(third.id, NextStep::AlreadyPaid(Box::new(paid(&third, "9")))).await.unwrap();
    assert_eq!((recorded.effect, recorded.is_order_paid), (RecordedEffect::Paid, true));
    assert_eq!(s.find(third.id).await.state, AttemptState::Paid);
}

/// DB-09: attempts, payments, refunds and releases lock their rows in the order of all transactions.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_payments_keep_the_order_of_locks() {
    let s = scene().await;
    let locks = Locks::watch(s.shop.app.db());
    for (n, acts) in [["pay", "refund"], ["cancel", "pay"], ["chargeback", "pay"]].into_iter().enumerate() {
        let order = s.order(n).await;
        let attempt = s.attempt(order).await;
        for act in acts {
            locks.next(act);
            match act {
                "pay" => drop(s.record(&paid(&attempt, &format!("{n}"))).await),
                "refund" => drop(s.record(&super::refund(&attempt, "r", &format!("{n}"), 1_000)).await),
                "chargeback" => {
                    let mut t = super::refund(&attempt, "c", &format!("{n}"), 10_000);
                    t.kind = gateways::payments::TransactionKind::Chargeback;
                    s.record(&t).await;
                }
                _ => {
                    let path = format!("/orders/{order}/status");
                    assert_eq!(s.me.put(&path, json!({"status": "CNCL"})).await.0, 200);
                }
            }
        }
    }
    let faults = locks.faults();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
