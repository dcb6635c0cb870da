//! A gateway delivers many callbacks at once: each is answered at once, and booked soon. The same with a thousand of them is a scenario of
//! `cargo xtask bench`.

use std::time::{Duration, Instant};

use super::{booked, held, hold_callbacks, unfinished};
use crate::online_checkout::Market;

/// Orders that are paid.
const ORDERS: usize = 40;
/// How often each payment is reported.
const COPIES: usize = 5;
/// Connections of the gateway.
const POOL: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn py_03_a_burst_of_callbacks_is_answered_at_once_and_booked_within_a_minute() {
    let market = Market::open("PAYTABS_SA").await;
    hold_callbacks(&market).await;
    let mut placed = Vec::new();
    for n in 0..ORDERS {
        let order = market.order(n).await;
        market.at_gateway(&order, "pay").await;
        placed.push(order);
    }
    let notices = held(&market).await;
    let all: Vec<_> = notices.iter().cycle().take(ORDERS * COPIES).cloned().collect();
    let (_stop, stopped) = tokio::sync::watch::channel(false);
    let worker = tokio::spawn(market.shop.worker.clone().run(2, stopped));
    let started = Instant::now();
    let senders = (0..POOL).map(|n| {
        let (mine, port, http) =
            (all.iter().skip(n).step_by(POOL).cloned().collect::<Vec<_>>(), market.shop.addr.port(), market.browser.clone());
        tokio::spawn(async move {
            let mut times = Vec::new();
            for notice in mine {
                let sent = Instant::now();
                assert_eq!(notice.send(&http, port).await, 200);
                times.push(sent.elapsed());
            }
            times
        })
    });
    let mut times = Vec::new();
    for sender in senders.collect::<Vec<_>>() {
        times.extend(sender.await.unwrap());
    }
    times.sort_unstable();
    let (median, p99) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    while unfinished(&market).await[1] > 0 {
        assert!(started.elapsed() < Duration::from_mins(1), "not booked within a minute");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!("{} callbacks: median {median:?}, p99 {p99:?}, booked after {:?}", times.len(), started.elapsed());
    worker.abort();
    assert!(p99 < Duration::from_millis(200), "p99 {p99:?}");
    for order in &placed {
        assert_eq!(booked(&market, order).await, [1, 0, 10_000, 0]);
    }
}
