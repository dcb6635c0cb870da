//! The floors: what the machine does without the product. A bare axum handler that answers the same bytes, and plain rusqlite
//! that runs the same SQL: reads on as many threads as there are cores, writes on one thread with group commits.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::header;
use axum::routing::get;
use bytes::Bytes;
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use rusqlite::types::Value;

use crate::Failure;
use crate::load::{Latencies, Outcome, latencies, micros};
use crate::process::Usage;

/// Serves `body` at every address until killed; prints the address it listens on.
///
/// # Errors
/// When no port can be had.
pub async fn serve(body: Bytes) -> std::io::Result<()> {
    let app = Router::new().fallback(get(move || async move { ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], body) }));
    let listener = tokio::net::TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    println!("{}", listener.local_addr()?);
    axum::serve(listener, app).await
}

/// A statement with its values.
pub type Statement = (&'static str, Vec<Value>);

fn measured(time: Duration, work: impl FnOnce() -> Result<(Latencies, u64), Failure>) -> Result<Outcome, Failure> {
    let me = std::process::id();
    let before = Usage::of_process(me)?;
    let started = Instant::now();
    let (recorded, n) = work()?;
    let elapsed = started.elapsed().max(time);
    Ok(Outcome::new(&recorded, n, 0, elapsed, before, Usage::of_process(me)?))
}

/// The planner setting of a read floor's connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planner {
    /// As rusqlite opens them: SQLite may plan a cached statement again at each use.
    Plain,
    /// With the query planner stability guarantee, as the program has it: a statement is planned once.
    Stable,
}

/// Operations a second of read statements on plain rusqlite with `threads` connections; each operation is a list of statements,
/// used in turn, and every cell of every row is read.
///
/// # Errors
/// When the file cannot be opened or a statement fails.
pub fn reads(
    file: &Path,
    threads: usize,
    time: Duration,
    planner: Planner,
    operations: &[Vec<Statement>],
) -> Result<Outcome, Failure> {
    let total = AtomicU64::new(0);
    measured(time, || {
        let mut all = latencies()?;
        std::thread::scope(|s| {
            let work: Vec<_> = (0..threads).map(|t| s.spawn(move || read_for(file, t, time, planner, operations))).collect();
            for t in work {
                let recorded = t.join().map_err(|_| "a thread of the floor panicked")??;
                total.fetch_add(recorded.len(), Ordering::Relaxed);
                all.add(recorded)?;
            }
            Ok::<_, Failure>(())
        })?;
        Ok((all, total.load(Ordering::Relaxed)))
    })
}

fn read_for(
    file: &Path,
    first: usize,
    time: Duration,
    planner: Planner,
    operations: &[Vec<Statement>],
) -> Result<Latencies, Failure> {
    let c = Connection::open(file)?;
    c.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, planner == Planner::Stable)?;
    c.set_prepared_statement_cache_capacity(64);
    c.execute_batch("PRAGMA query_only=ON; PRAGMA cache_size=-8192;")?;
    let mut recorded = latencies()?;
    let started = Instant::now();
    let mut i = first * 7;
    while started.elapsed() < time {
        let begun = Instant::now();
        for (sql, arguments) in &operations[i % operations.len()] {
            let mut st = c.prepare_cached(sql)?;
            let columns = st.column_count();
            let mut rows = st.query(rusqlite::params_from_iter(arguments.iter()))?;
            while let Some(row) = rows.next()? {
                for k in 0..columns {
                    std::hint::black_box(row.get_ref(k)?);
                }
            }
        }
        recorded.record(micros(begun.elapsed()))?;
        i += 1;
    }
    Ok(recorded)
}

/// Write operations a second on one thread with plain rusqlite, `group` of them to a durable commit. The latency of each is
/// the time until its commit.
///
/// # Errors
/// When the file cannot be opened or a statement fails.
pub fn writes(
    file: &Path,
    time: Duration,
    group: usize,
    mut one: impl FnMut(&Connection, i64) -> rusqlite::Result<()>,
) -> Result<Outcome, Failure> {
    let c = Connection::open(file)?;
    c.set_prepared_statement_cache_capacity(64);
    c.execute_batch(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; \
         PRAGMA wal_autocheckpoint=2000; PRAGMA cache_size=-32768;",
    )?;
    measured(time, || {
        let mut recorded = latencies()?;
        let started = Instant::now();
        let mut n = 0;
        while started.elapsed() < time {
            let begun = Instant::now();
            c.execute_batch("BEGIN IMMEDIATE")?;
            for _ in 0..group {
                one(&c, n)?;
                n += 1;
            }
            c.execute_batch("COMMIT")?;
            recorded.record_n(micros(begun.elapsed()), group as u64)?;
        }
        Ok((recorded, u64::try_from(n).unwrap_or(0)))
    })
}
