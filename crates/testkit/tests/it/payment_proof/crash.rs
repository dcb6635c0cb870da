//! The process is killed in the middle of each call to a gateway: nothing is booked or refunded twice, and nothing is forgotten.

use std::time::{Duration, Instant};

use commerce::orders::Placed;
use db::p;
use gateways::payments::HttpLimits;
use kernel::Millis;
use serde_json::json;

use super::{booked, count, held, hold_callbacks, read, refunded_at_gateway, request_refund, unfinished};
use crate::online_checkout::{Market, address};
use crate::provider_process::{self, Node};

/// Longer than the lease of a call, and of its job.
const OVER: i64 = 4 * Millis::MINUTE;

/// Waits until something is so.
async fn until<T>(what: &str, mut find: impl AsyncFnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = find().await {
            return found;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until the gateway has the `n`th call that it does not answer.
async fn unanswered(market: &Market, n: usize) {
    until("the call comes", async || {
        let calls = read(market, "calls").await;
        (calls.iter().filter(|call| call["direction"] == "in" && call["status"].is_null()).count() >= n).then_some(())
    })
    .await;
}

/// Waits until every call to the gateway has ended.
async fn all_ended(market: &Market) {
    until("the calls end", async || (unfinished(market).await == [0, 0, 0]).then_some(())).await;
}

struct Paths {
    start: &'static str,
    inquiry: &'static str,
    refund: &'static str,
}

/// Whether the order's first attempt leads to a page.
async fn has_page(market: &Market, placed: &Placed) -> bool {
    let sql = "SELECT COUNT(*) FROM payment_attempts WHERE store_id = ?1 AND order_id = ?2 AND state = 'waiting' AND next_address <> ''";
    market.shop.app.db().conn().one::<i64>(sql, p![market.me.store, placed.id]).await.unwrap() > 0
}

/// `timeout`: the gateway did what it was asked and its answer never comes. `lost_call`: it never got it.
async fn killed_in_each_call(provider: &str, fault: &str, paths: &Paths) {
    let market = Market::open_with(provider, HttpLimits::default(), |app| app.secret_keys = provider_process::keys()).await;
    hold_callbacks(&market).await;
    // The start, which the worker makes some seconds after the order.
    let placed = market.order(1).await;
    market.control("next", json!({"outcome": fault, "path": paths.start})).await;
    let first = Node::start(&market.shop, &market.simulator.base, 10 * Millis::SECOND);
    unanswered(&market, 1).await;
    first.kill();
    market.shop.advance(OVER);
    let second = Node::start(&market.shop, &market.simulator.base, 0);
    all_ended(&market).await;
    if !has_page(&market, &placed).await {
        // The gateway has it and gave its page to nobody: the shopper tries again, and pays once.
        assert_eq!(fault, "timeout");
        let method = market.method.to_string();
        let reply = market.shopper.post(&format!("{}/pay", address(&placed)), &[("payment_method_id", &method)]).await;
        assert_eq!(reply.status, 303, "{}", reply.body);
    }
    market.at_gateway(&placed, "pay").await;
    let payments = read(&market, "payments").await;
    assert_eq!(payments.iter().filter(|payment| payment["state"] == "paid").count(), 1);
    assert_eq!(held(&market).await.len(), 1);

    // The inquiry of the shopper who is back; the callback is lost.
    market.control("next", json!({"outcome": fault, "path": paths.inquiry})).await;
    let (there, path) = (market.shop.shopper_on(&market.me.slug, second.port), format!("{}/paid", address(&placed)));
    // Nobody answers: the process dies.
    let back = tokio::spawn(async move { there.request("GET", &path).send().await.is_err() });
    unanswered(&market, 2).await;
    second.kill();
    assert!(back.await.unwrap());
    assert_eq!(booked(&market, &placed).await, [0, 0, 0, 0]);
    market.shop.advance(OVER);
    let third = Node::start(&market.shop, &market.simulator.base, 0);
    all_ended(&market).await;
    assert_eq!(booked(&market, &placed).await, [1, 0, 10_000, 0]);

    // A refund of a part goes back once at the gateway, and once in the ledger.
    market.control("next", json!({"outcome": fault, "path": paths.refund})).await;
    assert_eq!(request_refund(&market, placed.id, 3_000).await, 201);
    unanswered(&market, 3).await;
    third.kill();
    assert_eq!(booked(&market, &placed).await, [1, 0, 10_000, 0]);
    market.shop.advance(OVER);
    let fourth = Node::start(&market.shop, &market.simulator.base, 0);
    all_ended(&market).await;
    // Late callbacks change nothing any more.
    for notice in held(&market).await {
        assert_eq!(notice.send(&market.browser, fourth.port).await, 200);
    }
    all_ended(&market).await;
    assert_eq!((booked(&market, &placed).await, refunded_at_gateway(&market).await), ([1, 1, 10_000, 3_000], 3_000));
    assert_eq!(count(&market, "SELECT COUNT(*) FROM payment_cases WHERE store_id = ?1").await, 0, "and nobody has to look at it");
}

const PAYMOB: Paths = Paths {
    start: "/v1/intention/",
    inquiry: "/api/ecommerce/orders/transaction_inquiry",
    refund: "/api/acceptance/void_refund/refund",
};
const PAYTABS: Paths = Paths { start: "/payment/request", inquiry: "/payment/query", refund: "/payment/request" };

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_process_killed_before_paymob_answers_books_nothing_twice_and_forgets_nothing() {
    killed_in_each_call("PAYMOB", "timeout", &PAYMOB).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_process_killed_before_paymob_is_reached_books_nothing_twice_and_forgets_nothing() {
    killed_in_each_call("PAYMOB", "lost_call", &PAYMOB).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_process_killed_before_paytabs_answers_books_nothing_twice_and_forgets_nothing() {
    killed_in_each_call("PAYTABS_SA", "timeout", &PAYTABS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_process_killed_before_paytabs_is_reached_books_nothing_twice_and_forgets_nothing() {
    killed_in_each_call("PAYTABS_SA", "lost_call", &PAYTABS).await;
}
