//! What a payment gateway reports: the intake alone, a burst of payments until they are booked, and checkouts beside a gateway that is
//! down.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hmac::{Hmac, KeyInit as _, Mac as _};
use rusqlite::params;
use serde_json::{Value as Json, json};
use sha2::Sha256;
use tokio::sync::Barrier;

use super::checkout::Checkout;
use super::gateway::Market;
use super::importing::call;
use super::{Shop, expect, get};
use crate::http::Connection;
use crate::load::{Outcome, drive, latencies, micros};
use crate::process::Usage;
use crate::{Failure, data, floor};

/// Callbacks of a burst.
pub const BURST: usize = 1_000;
/// Connections of a gateway that reuses them.
pub const POOL: usize = 64;
/// Shoppers who wait for the page of a gateway that is down.
const WAITING: usize = 16;
/// How often checkouts are measured with and without them, in turn.
const ROUNDS: u32 = 3;
/// Longer than any machine takes to process a burst.
const MOST_TIME: Duration = Duration::from_mins(10);

/// A callback as bytes of HTTP.
fn request(market: &Market, url: &str, body: &str, signature: &str) -> Result<Vec<u8>, Failure> {
    let path = url.split_once("://").and_then(|(_, rest)| rest.split_once('/')).ok_or("a callback without a path")?.1;
    let (host, length) = (&market.shop.platform, body.len());
    let head = format!(
        "POST /{path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\nsignature: {signature}\r\ncontent-length: {length}\r\n\r\n"
    );
    Ok(format!("{head}{body}").into_bytes())
}

fn text<'j>(value: &'j Json, name: &str) -> Result<&'j str, Failure> {
    value[name].as_str().ok_or_else(|| format!("a callback without {name}").into())
}

fn sign(key: &str, body: &str) -> Result<String, Failure> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes())?;
    mac.update(body.as_bytes());
    Ok(kernel::hex(&mac.finalize().into_bytes()))
}

/// Callbacks as the gateway signed them.
fn as_signed(market: &Market, held: &[Json]) -> Result<Vec<Vec<u8>>, Failure> {
    let signature = |notice: &Json| {
        let all = notice["headers"].as_array()?;
        all.iter().find(|header| header[0] == "signature")?[1].as_str().map(str::to_owned)
    };
    held.iter()
        .map(|notice| {
            let signature = signature(notice).ok_or("a callback without a signature")?;
            request(market, text(notice, "url")?, text(notice, "body")?, &signature)
        })
        .collect()
}

/// So many reports that differ, about payments that were reported before: each is stored and processed, and books nothing.
fn reports(market: &Market, held: &[Json], run: usize, count: usize) -> Result<Vec<Vec<u8>>, Failure> {
    let mut requests = Vec::with_capacity(count);
    for n in 0..count {
        let notice = &held[n % held.len()];
        let mut report: Json = serde_json::from_str(text(notice, "body")?)?;
        report["ipn_trace"] = json!(format!("IPNS{run:04}.{n:08}"));
        let body = report.to_string();
        requests.push(request(market, text(notice, "url")?, &body, &sign(&market.key, &body)?)?);
    }
    Ok(requests)
}

/// Sends requests over so many connections, all of which are open before the first is sent.
pub(crate) async fn send_all(addr: SocketAddr, pid: u32, requests: Vec<Vec<u8>>, connections: usize) -> Result<Outcome, Failure> {
    let (start, requests) = (Arc::new(Barrier::new(connections + 1)), Arc::<[Vec<u8>]>::from(requests));
    let mut tasks = Vec::new();
    for i in 0..connections {
        let (mut c, start, requests) = (Connection::open(addr).await?, start.clone(), requests.clone());
        tasks.push(tokio::spawn(async move {
            let (mut recorded, mut failed) = (latencies()?, 0);
            start.wait().await;
            for request in requests.iter().skip(i).step_by(connections) {
                let sent = Instant::now();
                match c.send(request, true).await.and_then(|answer| expect(answer, 200)) {
                    Ok(_) => recorded.record(micros(sent.elapsed())).map_err(std::io::Error::other)?,
                    Err(e) => {
                        if failed == 0 {
                            eprintln!("first failure: {e}");
                        }
                        (failed, c) = (failed + 1, Connection::open(addr).await?);
                    }
                }
            }
            Ok::<_, std::io::Error>((recorded, failed))
        }));
    }
    let before = Usage::of_process(pid)?;
    start.wait().await;
    let started = Instant::now();
    let (mut all, mut failed) = (latencies()?, 0);
    for task in tasks {
        let (recorded, lost) = task.await??;
        all.add(recorded)?;
        failed += lost;
    }
    Ok(Outcome::new(&all, all.len(), failed, started.elapsed(), before, Usage::of_process(pid)?))
}

/// Callbacks that came before in other words: what taking them costs.
///
/// # Errors
/// When the program or the gateway does not answer as expected.
pub async fn intake(market: &Market, pid: u32, connections: usize, count: usize) -> Result<Outcome, Failure> {
    let held = market.paid(1, connections).await?;
    send_all(market.addr, pid, as_signed(market, &held)?, 1).await?;
    send_all(market.addr, pid, reports(market, &held, connections, count)?, connections).await
}

/// A burst of callbacks about as many payments: how they are answered, and how long until every order is marked as paid.
///
/// # Errors
/// When the program or the gateway does not answer as expected, or payments are not booked in ten minutes.
pub async fn burst(market: &Market, pid: u32, connections: usize, count: usize) -> Result<[Outcome; 2], Failure> {
    let requests = as_signed(market, &market.paid(count, 100 + connections).await?)?;
    let before = count_paid(market).await?;
    let (started, usage) = (Instant::now(), Usage::of_process(pid)?);
    let answered = send_all(market.addr, pid, requests, connections).await?;
    while count_paid(market).await? < before + count as u64 {
        if started.elapsed() > MOST_TIME {
            return Err("the payments were not booked".into());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (elapsed, after) = (started.elapsed(), Usage::of_process(pid)?);
    let processed = Outcome {
        per_second: count as f64 / elapsed.as_secs_f64(),
        requests: 1.0,
        p50: elapsed,
        p99: elapsed,
        cpu_per_request: after.cpu.saturating_sub(usage.cpu).div_f64(count as f64),
        rss_bytes: after.rss_bytes,
        peak_rss_bytes: after.peak_rss_bytes,
        failed: answered.failed,
    };
    Ok([answered, processed])
}

async fn count_paid(market: &Market) -> Result<u64, Failure> {
    let mut c = Connection::open(market.addr).await?;
    let path = "/dashboard/v1/orders/status-counts";
    let counts = call(&mut c, &get(&market.shop.platform, path, &market.shop.auth)).await?;
    Ok(counts["PAID"].as_u64().unwrap_or(0))
}

/// Checkouts by another method, alone and beside shoppers who wait for a gateway that never answers, in turn. No call of the gateway
/// is answered afterwards.
///
/// # Errors
/// When the program or the gateway does not answer as expected.
pub async fn beside_a_gateway_that_is_down(
    market: &Market,
    pid: u32,
    connections: usize,
    time: Duration,
) -> Result<[Outcome; 2], Failure> {
    market.gateway.control("next", json!({ "outcome": "timeout", "path": "/payment/", "times": 100_000 })).await?;
    let (mut alone, mut while_down) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let first = 5_000 + 1_000 * round as usize;
        let buy = async |first: usize| {
            drive(market.addr, pid, connections, time, |i| Checkout::new(market.shop.clone(), first + i)).await
        };
        alone.push(buy(first).await?);
        let (mut waiting, have_ordered) = (Vec::new(), Arc::new(Barrier::new(WAITING + 1)));
        for n in 0..WAITING {
            waiting.push(tokio::spawn(wait_for_page(market.clone(), first + n, have_ordered.clone())));
        }
        let all_have = tokio::time::timeout(Duration::from_mins(1), have_ordered.wait());
        all_have.await.map_err(|_| "a shopper could not order at the gateway")?;
        while_down.push(buy(first + 500).await?);
        let is_over = waiting.iter().any(tokio::task::JoinHandle::is_finished);
        waiting.iter().for_each(tokio::task::JoinHandle::abort);
        if is_over {
            return Err("a shopper of the gateway that is down did not wait for it".into());
        }
    }
    Ok([mean(&alone)?, mean(&while_down)?])
}

/// Orders once, and asks for the gateway's page as a browser does: again some seconds after an answer without it.
async fn wait_for_page(market: Market, n: usize, has_ordered: Arc<Barrier>) -> std::io::Result<()> {
    let mut c = Connection::open(market.addr).await?;
    let path = market.order(&mut market.buyer(n), &mut c).await?;
    has_ordered.wait().await;
    loop {
        market.lead(&path, &mut c).await?;
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
}

/// The mean of rounds, and the worst of their ends.
fn mean(rounds: &[Outcome]) -> Result<Outcome, Failure> {
    let last = rounds.last().ok_or("no round")?;
    let count = u32::try_from(rounds.len())?;
    Ok(Outcome {
        per_second: rounds.iter().map(|o| o.per_second).sum::<f64>() / f64::from(count),
        p50: rounds.iter().map(|o| o.p50).sum::<Duration>() / count,
        p99: rounds.iter().map(|o| o.p99).max().unwrap_or_default(),
        cpu_per_request: rounds.iter().map(|o| o.cpu_per_request).sum::<Duration>() / count,
        failed: rounds.iter().map(|o| o.failed).sum(),
        ..last.clone()
    })
}

/// Stored callbacks with their jobs, `group` of them to a durable commit.
///
/// # Errors
/// Of SQLite.
pub fn floor(shop: &Shop, seeded: &Path, folder: &Path, time: Duration, group: usize) -> Result<Outcome, Failure> {
    let file = folder.join("floor.db");
    std::fs::copy(seeded, &file)?;
    data::raise_stock(&file)?;
    let body = "x".repeat(1_100);
    let outcome = floor::writes(&file, time, group, |c, n| {
        let id = i64::MAX / 2 + n;
        c.prepare_cached(
            "INSERT INTO provider_events (store_id, id, endpoint_id, provider, owner_kind, owner_id, dedupe_key, method, query, headers, body, \
             body_encoding, state, reason, order_id, has_content, received_at, processed_at) \
             VALUES (?1, ?2, 7, 'PAYTABS_SA', 'payment_method', 7, ?3, 'POST', '', ?4, ?5, 'text', 'waiting', '', NULL, TRUE, ?6, NULL)",
        )?
        .execute(params![
            shop.store,
            id,
            super::dashboard::hash(&n.to_string()),
            format!("{{\"signature\":\"{}\"}}", super::dashboard::hash("x")),
            body,
            n
        ])?;
        c.prepare_cached(
            "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, dedup_key, created_at, asked_at) \
             VALUES (?1, 'process_provider_event', ?2, ?3, 'queued', ?4, 0, 0, NULL, ?4, ?4)",
        )?
        .execute(params![id, shop.store, format!("{{\"store\":\"{}\",\"event\":\"{id}\"}}", shop.store), n])?;
        Ok(())
    })?;
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("floor.db{suffix}")));
    }
    Ok(outcome)
}
