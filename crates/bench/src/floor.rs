//! The floors: what the machine gives without the product. A bare axum handler answering the same bytes, and plain rusqlite doing the
//! same SQL on as many threads as there are cores.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::header;
use axum::routing::get;
use bytes::Bytes;
use rusqlite::Connection;
use rusqlite::types::Value;

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

/// Read-only statements a second that plain rusqlite answers from `threads` connections.
///
/// # Errors
/// When the file cannot be opened or a statement fails.
pub fn reads(file: &Path, threads: usize, time: Duration, statements: &[(&str, Vec<Vec<Value>>)]) -> rusqlite::Result<f64> {
    std::thread::scope(|s| {
        let mut all = Vec::new();
        for t in 0..threads {
            all.push(s.spawn(move || -> rusqlite::Result<u64> {
                let c = Connection::open(file)?;
                c.set_prepared_statement_cache_capacity(64);
                c.execute_batch("PRAGMA query_only=ON; PRAGMA cache_size=-8192;")?;
                let started = Instant::now();
                let (mut n, mut i) = (0u64, t);
                while started.elapsed() < time {
                    for (sql, arguments) in statements {
                        let mut st = c.prepare_cached(sql)?;
                        let columns = st.column_count();
                        let arguments = &arguments[i % arguments.len()];
                        let mut rows = st.query(rusqlite::params_from_iter(arguments.iter()))?;
                        while let Some(row) = rows.next()? {
                            for k in 0..columns {
                                std::hint::black_box(row.get_ref(k)?);
                            }
                        }
                    }
                    i += 1;
                    n += 1;
                }
                Ok(n)
            }));
        }
        let mut total = 0;
        for t in all {
            total += t.join().map_err(|_| rusqlite::Error::InvalidQuery)??;
        }
        Ok(total as f64 / time.as_secs_f64())
    })
}

/// Write transactions a second on one thread with plain rusqlite, `group` of them per durable commit.
///
/// # Errors
/// When the file cannot be opened or a statement fails.
pub fn writes(
    file: &Path,
    time: Duration,
    group: usize,
    mut one: impl FnMut(&Connection, u64) -> rusqlite::Result<()>,
) -> rusqlite::Result<f64> {
    let c = Connection::open(file)?;
    c.set_prepared_statement_cache_capacity(64);
    c.execute_batch("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA wal_autocheckpoint=2000; PRAGMA cache_size=-32768;")?;
    let started = Instant::now();
    let mut n = 0u64;
    while started.elapsed() < time {
        c.execute_batch("BEGIN IMMEDIATE")?;
        for _ in 0..group {
            one(&c, n)?;
            n += 1;
        }
        c.execute_batch("COMMIT")?;
    }
    Ok(n as f64 / started.elapsed().as_secs_f64())
}
