//! Runs a scenario over many connections for a while and says what came out.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use crate::http::Connection;
use crate::process::Usage;

/// What one connection does over and over.
pub trait Scenario: Send + 'static {
    /// One operation; how many requests it took.
    fn step(&mut self, c: &mut Connection) -> impl Future<Output = io::Result<u64>> + Send;
}

/// Figures of one run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Operations a second.
    pub per_second: f64,
    /// Median latency.
    pub p50: Duration,
    /// 99th percentile.
    pub p99: Duration,
    /// Processor time of the server per request, user and system.
    pub cpu_per_request: Duration,
    /// Resident memory of the server at the end.
    pub rss_bytes: u64,
    /// Operations that failed.
    pub failed: u64,
}

/// Drives `connections` of the scenario for `time` after a short warm-up.
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
    let stop = Arc::new(AtomicBool::new(false));
    let is_counting = Arc::new(AtomicBool::new(false));
    let requests = Arc::new(AtomicU64::new(0));
    let failed = Arc::new(AtomicU64::new(0));
    let mut tasks = Vec::new();
    for i in 0..connections {
        let mut scenario = make(i);
        let mut c = Connection::open(addr).await?;
        let (stop, is_counting, requests, failed) = (stop.clone(), is_counting.clone(), requests.clone(), failed.clone());
        tasks.push(tokio::spawn(async move {
            let mut seen = Histogram::<u64>::new_with_bounds(1, 60_000_000, 3).map_err(io::Error::other)?;
            while !stop.load(Ordering::Relaxed) {
                let started = Instant::now();
                match scenario.step(&mut c).await {
                    Ok(n) if is_counting.load(Ordering::Relaxed) => {
                        let _ = seen.record(u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX));
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
            Ok::<_, io::Error>(seen)
        }));
    }
    tokio::time::sleep(time / 5).await;
    is_counting.store(true, Ordering::Relaxed);
    let before = Usage::of(pid)?;
    let started = Instant::now();
    tokio::time::sleep(time).await;
    let took = started.elapsed();
    let after = Usage::of(pid)?;
    stop.store(true, Ordering::Relaxed);
    let mut all = Histogram::<u64>::new_with_bounds(1, 60_000_000, 3).map_err(io::Error::other)?;
    for t in tasks {
        all.add(t.await.map_err(io::Error::other)??).map_err(io::Error::other)?;
    }
    let count = requests.load(Ordering::Relaxed).max(1);
    Ok(Outcome {
        per_second: all.len() as f64 / took.as_secs_f64(),
        p50: Duration::from_micros(all.value_at_quantile(0.5)),
        p99: Duration::from_micros(all.value_at_quantile(0.99)),
        cpu_per_request: (after.cpu - before.cpu) / u32::try_from(count).unwrap_or(u32::MAX),
        rss_bytes: after.rss_bytes,
        failed: failed.load(Ordering::Relaxed),
    })
}
