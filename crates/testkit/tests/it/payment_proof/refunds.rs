//! Several refunds of one payment at a gateway that takes no name of ours for them, with answers that are lost: a series found that one
//! of them went back twice.

use std::time::Duration;

use gateways::payments::HttpLimits;
use kernel::Millis;
use serde_json::json;

use super::{booked, held, hold_callbacks, refunded_at_gateway, request_refund, unfinished};
use crate::online_checkout::Market;

const PATH: &str = "/api/acceptance/void_refund/refund";

/// An order of 100.00 of which 30.00 are requested back, which never reaches the gateway, and then an amount that it gives back without
/// an answer.
async fn refunds_in_doubt(second: i64, is_told: bool) {
    let limits = HttpLimits { total: Duration::from_millis(300), ..HttpLimits::default() };
    let market = Market::open_with("PAYMOB", limits, |_| {}).await;
    hold_callbacks(&market).await;
    let placed = market.order(1).await;
    market.at_gateway(&placed, "pay").await;
    let port = market.shop.addr.port();
    assert_eq!(held(&market).await[0].send(&market.browser, port).await, 200);
    market.shop.drain().await;
    assert_eq!(booked(&market, &placed).await, [1, 0, 10_000, 0]);

    for (amount, fault) in [(3_000, "lost_call"), (second, "cut")] {
        market.control("next", json!({"outcome": fault, "path": PATH})).await;
        assert_eq!(request_refund(&market, placed.id, amount).await, 201);
    }
    market.shop.drain_any().await;
    assert_eq!(refunded_at_gateway(&market).await, second);
    if is_told {
        // It is sent beside the answer that broke off.
        let callback = loop {
            if let Some(callback) = held(&market).await.get(1).cloned() {
                break callback;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        assert_eq!(callback.send(&market.browser, port).await, 200);
    }
    for _ in 0..60 {
        market.shop.worker.tick().await.unwrap();
        market.shop.drain_any().await;
        market.shop.advance(4 * Millis::MINUTE);
    }
    assert_eq!(unfinished(&market).await, [0, 0, 0]);
    assert_eq!(refunded_at_gateway(&market).await, 3_000 + second, "each went back once");
    let [_, _, paid, refunded] = booked(&market, &placed).await;
    assert_eq!((paid, refunded), (10_000, 3_000 + second));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_refund_that_a_callback_confirmed_is_not_sent_again() {
    refunds_in_doubt(500, true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_of_two_refunds_in_doubt_the_one_that_went_back_is_not_sent_again() {
    refunds_in_doubt(5_000, false).await;
}
