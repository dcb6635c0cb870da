//! Two processes on one PostgreSQL database, each with its worker: what both hear at the same time is booked once.

use std::time::{Duration, Instant};

use gateways::payments::HttpLimits;
use kernel::Millis;

use super::{booked, held, hold_callbacks, refunded_at_gateway, request_refund, unfinished};
use crate::online_checkout::{Market, address};
use crate::provider_process::{self, Node};

/// Orders that are paid at once.
const ORDERS: usize = 8;
/// How often each process hears of each payment.
const COPIES: usize = 3;

async fn settle(market: &Market) {
    let started = Instant::now();
    while unfinished(market).await != [0, 0, 0] {
        assert!(started.elapsed() < Duration::from_mins(1), "{:?}", unfinished(market).await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn booked_once(provider: &str) {
    if std::env::var("TEST_ENGINE").as_deref() != Ok("postgres") {
        // One SQLite file has one process.
        return;
    }
    let market = Market::open_with(provider, HttpLimits::default(), |app| app.secret_keys = provider_process::keys()).await;
    hold_callbacks(&market).await;
    let mut placed = Vec::new();
    for n in 0..ORDERS {
        let order = market.order(n).await;
        market.at_gateway(&order, "pay").await;
        placed.push(order);
    }
    // Ids hold the time: no two processes may have the same millisecond of a clock that stands.
    let nodes = [
        Node::start(&market.shop, &market.simulator.base, 10 * Millis::SECOND),
        Node::start(&market.shop, &market.simulator.base, 13 * Millis::SECOND),
    ];
    let notices = held(&market).await;
    assert_eq!(notices.len(), ORDERS);
    let send = |notice: &super::Notice, port: u16| {
        let (notice, http) = (notice.clone(), market.browser.clone());
        async move { notice.send(&http, port).await }
    };
    let calls = notices.iter().flat_map(|notice| nodes.iter().map(move |node| (notice, node.port)));
    let calls = calls.flat_map(|(notice, port)| (0..COPIES).map(move |_| (notice, port)));
    let callbacks = futures_util::future::join_all(calls.map(|(notice, port)| send(notice, port)));
    // Every shopper is back at both.
    let shoppers: Vec<_> = nodes.iter().map(|node| market.shop.shopper_on(&market.me.slug, node.port)).collect();
    let paths: Vec<String> = placed.iter().map(|order| format!("{}/paid", address(order))).collect();
    let back = shoppers.iter().flat_map(|shopper| paths.iter().map(move |path| shopper.get(path)));
    let (statuses, pages) = futures_util::future::join(callbacks, futures_util::future::join_all(back)).await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    assert!(pages.iter().all(|page| matches!(page.status, 200 | 303)));
    settle(&market).await;
    for order in &placed {
        assert_eq!(booked(&market, order).await, [1, 0, 10_000, 0]);
    }
    let events = "SELECT COUNT(*) FROM provider_events WHERE store_id = ?1";
    assert_eq!(
        super::count(&market, events).await,
        i64::try_from(ORDERS).unwrap(),
        "a repetition is not stored, whoever hears it"
    );

    // Both workers see every refund; their callbacks come twice to both.
    for order in &placed {
        assert_eq!(request_refund(&market, order.id, 2_500).await, 201);
    }
    settle(&market).await;
    let refund_notices = held(&market).await.split_off(ORDERS);
    let calls = refund_notices.iter().flat_map(|notice| nodes.iter().cycle().take(4).map(move |node| (notice, node.port)));
    futures_util::future::join_all(calls.map(|(notice, port)| send(notice, port))).await;
    settle(&market).await;
    for order in &placed {
        assert_eq!(booked(&market, order).await, [1, 1, 10_000, 2_500]);
    }
    assert_eq!(refunded_at_gateway(&market).await, 2_500 * i64::try_from(ORDERS).unwrap());
    assert_eq!(super::count(&market, "SELECT COUNT(*) FROM payment_cases WHERE store_id = ?1").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_two_processes_on_one_database_book_what_paymob_reports_once() {
    booked_once("PAYMOB").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_two_processes_on_one_database_book_what_paytabs_reports_once() {
    booked_once("PAYTABS_SA").await;
}
