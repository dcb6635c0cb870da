//! Atomicity: a transaction that fails, at whichever statement, leaves nothing behind; retried, it is applied once.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use db::{Db, Error};
use serde_json::{Value, json};
use testkit::{Checksums, TestShop};

use crate::checkout::{buy, filled, person, place, product_id, review};
use crate::coupons::{coupon, put};
use crate::shipments::{by_courier, confirmed, ordered, ship};

/// Injects a failure at the `n`th statement of a transaction.
struct Deaths(Arc<AtomicI64>);

impl Deaths {
    /// Watches a database; no statement fails until `at` is called.
    fn watch(db: &Db) -> Self {
        let at = Arc::new(AtomicI64::new(-1));
        let observed = at.clone();
        db.watch(Some(Arc::new(
            move |s| if i64::from(s.n) == observed.load(Ordering::SeqCst) { Err(Error::Gone) } else { Ok(()) },
        )));
        Self(at)
    }

    fn at(&self, n: i64) {
        self.0.store(n, Ordering::SeqCst);
    }
}

/// Repeats `work`, failing one statement later each time, until it succeeds; returns the number of statements.
async fn until_it_lives(shop: &TestShop, deaths: &Deaths, label: &str, work: impl AsyncFn() -> u16) -> i64 {
    let before = Checksums::read(shop.database()).await;
    for n in 0..200 {
        deaths.at(n);
        let code = work().await;
        deaths.at(-1);
        if (200..300).contains(&code) {
            return n;
        }
        assert_eq!(code, 503, "{label} dies at statement {n}");
        let differing = before.differing(&Checksums::read(shop.database()).await);
        assert!(differing.is_empty(), "{label}, dead at statement {n}, left {differing:?}");
    }
    panic!("{label} never ends");
}

/// CA-04: a checkout that fails between any two statements leaves cart, stock, coupon, customer, counters and journal as they
/// were; a retry places one order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_a_checkout_that_dies_at_any_statement_leaves_nothing() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = by_courier(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 5})).await);
    let other = product_id(&merchant.product(json!({"qty": 5})).await);
    let created_coupon = coupon(&merchant, json!({"usage_limit": 1, "discount_usability": "first_order"})).await;
    let token = filled(&shop, &setup, &person(1), &[(other, None, 1), (goods, None, 5)]).await;
    put(&shop, &setup, &token, "EID10").await;
    let expected = review(&shop, &setup, &token).await.expected();
    let deaths = Deaths::watch(shop.app.db());
    let attempts = until_it_lives(&shop, &deaths, "a checkout", async || match place(&shop, &setup, &token, expected).await {
        Ok(placed) => {
            assert!(placed.is_new);
            201
        }
        Err(commerce::orders::PlaceError::Db(e)) if e.is_unavailable() => 503,
        Err(e) => panic!("{e}"),
    })
    .await;
    assert!(attempts > 15, "only {attempts} statements died");
    assert_eq!(merchant.data(&format!("/products/{goods}")).await["qty"], json!(0));
    let created = merchant.data(&format!("/coupons/{}", created_coupon["id"].as_str().unwrap())).await;
    assert_eq!((&created["usage_count"], &created["state"]), (&json!(1), &json!("used_up")));
    assert_eq!(merchant.data("/orders").await.as_array().unwrap().len(), 1);
    assert_eq!(merchant.data("/orders/status-counts").await["PEND"], json!(1));
}

/// OR-06, OR-04: the same for a shipment, a move by hand with its shipments, a return with its refund, and a cancellation.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_fulfilment_that_dies_at_any_statement_leaves_nothing() {
    let shop = TestShop::start().await;
    let (merchant, setup, order) = ordered(&shop).await;
    let goods = product_id(&merchant.product(json!({})).await);
    let other = buy(&shop, &setup, &person(2), &[(goods, None, 2)]).await.id;
    confirmed(&merchant, other).await;
    ship(&merchant, other, json!({})).await;
    let reason = merchant.data("/return-reasons").await[0]["id"].clone();
    let return_body =
        |line: i64, quantity: i64| json!({"line": line, "quantity": quantity, "reason_id": reason, "is_restocked": true});
    let deaths = Deaths::watch(shop.app.db());
    let steps: [(&str, &str, String, Value); 6] = [
        ("a shipment", "POST", format!("/orders/{order}/shipments"), json!({})),
        ("a payment", "POST", format!("/orders/{order}/payments"), json!({"amount": "20"})),
        ("a move by hand", "PUT", format!("/orders/{order}/status"), json!({"status": "SHPD"})),
        (
            "a part that comes back",
            "POST",
            format!("/orders/{order}/returns"),
            json!({"lines": [return_body(1, 1)], "refund": {}}),
        ),
        (
            "all that comes back",
            "POST",
            format!("/orders/{order}/returns"),
            json!({"lines": [return_body(1, 2), return_body(2, 2)], "refund": {}}),
        ),
        ("a cancellation", "PUT", format!("/orders/{other}/status"), json!({"status": "CNCL"})),
    ];
    for (label, method, path, body) in steps {
        let attempts = until_it_lives(&shop, &deaths, label, async || merchant.send(method, &path, &body).await.0).await;
        assert!(attempts > 5, "{label}: only {attempts} statements died");
    }
    assert_eq!(merchant.data(&format!("/orders/{order}")).await["status"], json!("RTRN"));
    assert_eq!(merchant.data("/orders/status-counts").await["RTRN"], json!(1));
}

/// PY-03: the same for a payment, a second one with its case, and a refund, as a gateway reports them: told again, each is booked once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_payment_that_dies_at_any_statement_is_booked_once() {
    use crate::online_payments::{paid, record, refund, scene};
    let s = scene().await;
    let order = s.order(1).await;
    let (attempt, second) = (s.attempt(order).await, s.attempt(order).await);
    let deaths = Deaths::watch(s.shop.app.db());
    for (label, report) in [
        ("a payment", paid(&attempt, "1")),
        ("a second payment", paid(&second, "2")),
        ("a refund", refund(&attempt, "r", "1", 4_000)),
    ] {
        let statements = until_it_lives(&s.shop, &deaths, label, async || match record(&s, &report, None).await {
            Ok(_) => 200,
            Err(commerce::orders::OrderError::Db(e)) if e.is_unavailable() => 503,
            Err(e) => panic!("{label}: {e}"),
        })
        .await;
        assert!(statements > 10, "only {statements} statements of {label} died");
    }
    assert_eq!(s.money(order).await, ["PAID", "paid", "200.00", "40.00", "0.00", "60.00"]);
    assert_eq!(s.case_kinds(order).await, ["refund_not_requested", "paid_twice"]);
}
