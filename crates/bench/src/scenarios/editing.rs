//! A bulk change of prices, and its undo: background work, from the request to the end of its batch.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection as Sqlite;
use serde_json::Value as Json;

use super::importing::call;
use super::{Shop, get, post};
use crate::http::Connection;
use crate::load::Outcome;
use crate::process::Usage;
use crate::{Failure, floor};

/// Timeout: longer than any machine takes.
const MOST_TIME: Duration = Duration::from_mins(30);
/// Every price a tenth up, to .99.
const PRICE_INCREASE: &str = r#"{"action":{"kind":"price","field":"regular_price","by":"percent","direction":"up","value":"10","rounding":"ninety_nine"}}"#;

/// The path of batches of products.
const ACTS: &str = "/dashboard/v1/batches";

/// Waits for the end of a batch of the list `acts`; rows changed a second, and rows left as they were.
pub(super) async fn batch(
    c: &mut Connection,
    shop: &Shop,
    pid: u32,
    begun: (Instant, Usage),
    acts: &str,
    of: &Json,
) -> Result<Outcome, Failure> {
    let path = format!("{acts}/{}", of["id"].as_str().ok_or("no batch")?);
    let (started, before) = begun;
    let outcome = loop {
        let batch = call(c, &get(&shop.platform, &path, &shop.auth)).await?;
        if batch["status"] != "running" {
            break batch;
        }
        if started.elapsed() > MOST_TIME {
            return Err("the batch did not end".into());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let (elapsed, after) = (started.elapsed(), Usage::of_process(pid)?);
    let count = |key: &str| outcome[key].as_u64().unwrap_or(0);
    if outcome["status"] != "done" || count("changed_count") == 0 {
        return Err(format!("the batch changed nothing: {outcome}").into());
    }
    Ok(Outcome {
        per_second: count("changed_count") as f64 / elapsed.as_secs_f64(),
        requests: 1.0,
        p50: elapsed,
        p99: elapsed,
        cpu_per_request: after.cpu.saturating_sub(before.cpu) / u32::try_from(count("changed_count"))?,
        rss_bytes: after.rss_bytes,
        peak_rss_bytes: after.peak_rss_bytes,
        failed: count("total") - count("changed_count"),
    })
}

/// Raises every price of the store and undoes it: the figures of each.
///
/// # Errors
/// When the program does not answer as expected.
pub async fn prices(shop: &Shop, addr: SocketAddr, pid: u32) -> Result<(Outcome, Outcome), Failure> {
    let mut c = Connection::open(addr).await?;
    let begun = (Instant::now(), Usage::of_process(pid)?);
    let request = post(&shop.platform, "/dashboard/v1/products/bulk", &shop.auth, "application/json", PRICE_INCREASE);
    let edit = call(&mut c, &request).await?["batch"].take();
    let changed = batch(&mut c, shop, pid, begun, ACTS, &edit).await?;
    let begun = (Instant::now(), Usage::of_process(pid)?);
    let path = format!("{ACTS}/{}/undo", edit["id"].as_str().ok_or("no batch")?);
    let undo = call(&mut c, &post(&shop.platform, &path, &shop.auth, "application/json", "")).await?;
    let undone = batch(&mut c, shop, pid, begun, ACTS, &undo).await?;
    Ok((changed, undone))
}

/// The same rows with plain rusqlite: each product is read, gets another price, and its change is journalled with all former
/// values; every product of the store in one transaction.
///
/// # Errors
/// When the copy cannot be made or a statement fails.
pub fn floor(shop: &Shop, seeded: &Path, folder: &Path, time: Duration) -> Result<Outcome, Failure> {
    let file = folder.join("floor.db");
    std::fs::copy(seeded, &file)?;
    let db = Sqlite::open(&file)?;
    let sql = "SELECT id FROM products WHERE store_id = ?1 AND deleted_at IS NULL ORDER BY id";
    let ids: Vec<i64> = db.prepare(sql)?.query_map([shop.store], |r| r.get(0))?.collect::<Result<_, _>>()?;
    drop(db);
    let outcome = floor::writes(&file, time, ids.len(), |c, n| {
        let (store, id) = (shop.store, ids[usize::try_from(n).unwrap_or(0) % ids.len()]);
        let mut read = c.prepare_cached("SELECT * FROM products WHERE store_id = ?1 AND id = ?2")?;
        let columns = read.column_count();
        read.query_row([store, id], |row| {
            for i in 0..columns {
                std::hint::black_box(row.get_ref(i)?);
            }
            Ok(())
        })?;
        c.prepare_cached(
            "UPDATE products SET regular_price = regular_price * 11 / 10, list_price = list_price * 11 / 10, version = version + 1, \
             updated_at = updated_at + 1 WHERE store_id = ?1 AND id = ?2",
        )?
        .execute([store, id])?;
        let seq: i64 = c
            .prepare_cached("UPDATE store_counters SET journal_seq = journal_seq + 1 WHERE store_id = ?1 RETURNING journal_seq")?
            .query_row([store], |r| r.get(0))?;
        c.prepare_cached(
            "INSERT INTO journal (store_id, seq, at, actor_kind, actor_id, actor_name, action, subject, subject_id, batch_id, before, after, note) \
             VALUES (?1, ?2, ?3, 'User', ?4, 'تاجر', 'update', 'product', ?3, 1, (SELECT name || description || seo || options FROM products \
             WHERE store_id = ?1 AND id = ?3), '{\"regular_price\": 1}', NULL)",
        )?
        .execute([store, seq, id, shop.user])?;
        c.prepare_cached("UPDATE products SET seq = ?3 WHERE store_id = ?1 AND id = ?2")?.execute([store, id, seq])?;
        Ok(())
    });
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("floor.db{suffix}")));
    }
    outcome
}
