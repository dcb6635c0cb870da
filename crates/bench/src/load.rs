//! Runs a scenario over many connections for some time and measures it.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use crate::http::Connection;
use crate::process::Usage;

/// The operation that one connection repeats.
pub trait Scenario: Send + 'static {
    /// Runs one operation; returns its number of requests.
    fn step(&mut self, c: &mut Connection) -> impl Future<Output = io::Result<u64>> + Send;
}

/// Figures of one measurement.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Operations a second.
    pub per_second: f64,
    /// Requests of one operation.
    pub requests: f64,
    /// Median latency of an operation.
    pub p50: Duration,
    /// 99th percentile.
    pub p99: Duration,
    /// Processor time of the measured process per request, user and system.
    pub cpu_per_request: Duration,
    /// Resident memory of the measured process at the end.
    pub rss_bytes: u64,
    /// The most it ever held.
    pub peak_rss_bytes: u64,
    /// Operations that failed.
    pub failed: u64,
}

/// Latencies in microseconds, up to a minute.
pub(crate) type Latencies = Histogram<u64>;

pub(crate) fn latencies() -> io::Result<Latencies> {
    Histogram::new_with_bounds(1, 60_000_000, 3).map_err(io::Error::other)
}

pub(crate) fn micros(d: Duration) -> u64 {
    u64::try_from(d.as_micros()).unwrap_or(u64::MAX)
}

impl Outcome {
    pub(crate) fn new(latencies: &Latencies, requests: u64, failed: u64, elapsed: Duration, before: Usage, after: Usage) -> Self {
        let operations = latencies.len().max(1);
        Self {
            per_second: latencies.len() as f64 / elapsed.as_secs_f64(),
            requests: requests as f64 / operations as f64,
            p50: Duration::from_micros(latencies.value_at_quantile(0.5)),
            p99: Duration::from_micros(latencies.value_at_quantile(0.99)),
            cpu_per_request: after.cpu.saturating_sub(before.cpu).div_f64(requests.max(1) as f64),
            rss_bytes: after.rss_bytes,
            peak_rss_bytes: after.peak_rss_bytes,
            failed,
        }
    }
}

/// Drives `connections` of the scenario for `time` after a short warm-up, and longer when no operation has ended by then.
///
/// # Errors
/// When a connection cannot be opened.
pub async fn drive<S: Scenario>(
    addr: SocketAddr,
    pid: u32,
    connections: usize,
    time: Duration,
    make: impl Fn(usize) -> S,
) -> io::Result<Outcome> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let is_counting = Arc::new(AtomicBool::new(false));
    let requests = Arc::new(AtomicU64::new(0));
    let failed = Arc::new(AtomicU64::new(0));
    let mut tasks = Vec::new();
    for i in 0..connections {
        let mut scenario = make(i);
        let mut c = Connection::open(addr).await?;
        let (is_stopped, is_counting, requests, failed) =
            (is_stopped.clone(), is_counting.clone(), requests.clone(), failed.clone());
        tasks.push(tokio::spawn(async move {
            let mut recorded = latencies()?;
            while !is_stopped.load(Ordering::Relaxed) {
                let started = Instant::now();
                match scenario.step(&mut c).await {
                    Ok(n) if is_counting.load(Ordering::Relaxed) => {
                        let _ = recorded.record(micros(started.elapsed()));
                        requests.fetch_add(n, Ordering::Relaxed);
                    }
                    Ok(_) => {}
                    Err(e) => {
                        if failed.fetch_add(1, Ordering::Relaxed) == 0 {
                            eprintln!("first failure: {e}");
                        }
                        c = Connection::open(addr).await?;
                    }
                }
            }
            Ok::<_, io::Error>(recorded)
        }));
    }
    tokio::time::sleep(time / 5).await;
    let before = Usage::of_process(pid)?;
    let started = Instant::now();
    is_counting.store(true, Ordering::Relaxed);
    tokio::time::sleep(time).await;
    // A window without a finished operation measures nothing: on a busy machine it lasts until the first one.
    while requests.load(Ordering::Relaxed) == 0 && failed.load(Ordering::Relaxed) == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    is_counting.store(false, Ordering::Relaxed);
    let elapsed = started.elapsed();
    let after = Usage::of_process(pid)?;
    is_stopped.store(true, Ordering::Relaxed);
    let mut all = latencies()?;
    for t in tasks {
        all.add(t.await.map_err(io::Error::other)??).map_err(io::Error::other)?;
    }
    Ok(Outcome::new(&all, requests.load(Ordering::Relaxed), failed.load(Ordering::Relaxed), elapsed, before, after))
}
