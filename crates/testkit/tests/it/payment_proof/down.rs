//! A gateway that is down for an hour does not slow checkouts by another method (PY-03).

use std::time::{Duration, Instant};

use gateways::payments::HttpLimits;
use kernel::Millis;
use serde_json::json;

use super::read;
use crate::checkout::{Person, buy, person};
use crate::online_checkout::{Market, address};

/// Moments of the hour at which somebody wants to pay at the gateway, and others pay otherwise.
const MOMENTS: usize = 20;
/// Checkouts by another method at each.
const CHECKOUTS: usize = 3;
/// How much slower they may be.
const MOST: f64 = 1.1;
/// How often the hour is measured at most: a machine that does other things meanwhile is wrong now and then, a product that waits is wrong each time.
const HOURS: usize = 4;

fn somebody(n: usize) -> Person {
    Person { mobile: format!("011{:08}", 20_000_000 + n), city: "القاهرة", ..person(n) }
}

async fn open(is_down: bool) -> Market {
    let limits = HttpLimits { total: Duration::from_millis(400), ..HttpLimits::default() };
    let market = Market::open_with("PAYMOB", limits, |_| {}).await;
    if is_down {
        market.control("next", json!({"outcome": "timeout", "path": "/", "times": 10_000})).await;
    }
    market
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn py_03_a_gateway_that_is_down_for_an_hour_slows_no_checkout_by_another_method() {
    let markets = [open(false).await, open(true).await];
    let (_stop, stopped) = tokio::sync::watch::channel(false);
    for market in &markets {
        // As many lanes as a program has by default.
        tokio::spawn(market.shop.worker.clone().run(2, stopped.clone()));
    }
    let mut ratios = Vec::new();
    let mut n = 0;
    while ratios.last().is_none_or(|ratio| *ratio > MOST) {
        assert!(ratios.len() < HOURS, "checkouts took so many times as long in each hour: {ratios:?}");
        let mut times = [Vec::new(), Vec::new()];
        for moment in 0..MOMENTS {
            // In turn, so that a busy moment of the machine affects both.
            for (market, times) in markets.iter().zip(&mut times) {
                n += 1;
                let placed = market.order(n).await;
                let (shopper, path) = (market.shop.shopper(&market.me.slug), format!("{}/pay", address(&placed)));
                let waiting = tokio::spawn(async move { shopper.get(&path).await.status });
                for _ in 0..CHECKOUTS {
                    n += 1;
                    let started = Instant::now();
                    buy(&market.shop, &market.setup, &somebody(n), &[(market.product, None, 1)]).await;
                    times.push(started.elapsed());
                }
                assert!(matches!(waiting.await.unwrap(), 200 | 303), "{moment}");
                market.shop.advance(Millis::HOUR / i64::try_from(MOMENTS).unwrap());
            }
        }
        let [up, down] = times.map(median);
        println!("a checkout took {:.1} ms, and {:.1} ms beside a gateway that is down", up * 1_000.0, down * 1_000.0);
        ratios.push(down / up);
    }
    // It was really called, and left alone: five calls until the circuit opens, then a trial every five minutes at most.
    let calls = read(&markets[1], "calls").await.iter().filter(|call| call["direction"] == "in").count();
    assert!((5..=30 * ratios.len()).contains(&calls), "{calls} calls in {} hours", ratios.len());
    let attempts = "SELECT COUNT(*) FROM payment_attempts WHERE store_id = ?1 AND next_address <> ''";
    assert_eq!(super::count(&markets[1], attempts).await, 0, "it answered nobody");
    assert_eq!(super::count(&markets[0], attempts).await, i64::try_from(MOMENTS * ratios.len()).unwrap());
}
