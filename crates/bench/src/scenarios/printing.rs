//! Two hundred invoices in one print: missing ones are issued first, then the same print once more.

use std::net::SocketAddr;
use std::time::Instant;

use serde_json::Value as Json;

use super::{Shop, get, post};
use crate::Failure;
use crate::http::Connection;
use crate::load::Outcome;
use crate::process::Usage;

/// Documents of the print.
pub const DOCUMENTS: usize = 200;

/// Prints twice; the outcome of the first, which issues the invoices, and of the second, which only renders.
///
/// # Errors
/// When the program does not answer as expected.
pub async fn print(shop: &Shop, addr: SocketAddr, pid: u32) -> Result<[Outcome; 2], Failure> {
    let mut c = Connection::open(addr).await?;
    let mut orders: Vec<Json> = Vec::with_capacity(DOCUMENTS);
    for page in 1..=10 {
        let path = format!("/dashboard/v1/orders?per_page=100&page={page}&filter%5Bstatus%5D=DLVR");
        let answer = c.send(&get(&shop.platform, &path, &shop.auth), true).await?;
        let body: Json = serde_json::from_slice(&answer.body)?;
        let rows = body["data"].as_array().ok_or("no orders")?;
        orders.extend(rows.iter().map(|o| o["id"].clone()));
        if orders.len() >= DOCUMENTS || rows.is_empty() {
            break;
        }
    }
    orders.truncate(DOCUMENTS);
    let body = serde_json::json!({ "orders": orders, "kind": "invoice", "lang": "both", "paper": "a4" }).to_string();
    let request = post(&shop.platform, "/dashboard/v1/documents/print", &shop.auth, "application/json", &body);
    let first = print_once(&mut c, &request, pid, orders.len()).await?;
    Ok([first, print_once(&mut c, &request, pid, orders.len()).await?])
}

async fn print_once(c: &mut Connection, request: &[u8], pid: u32, documents: usize) -> Result<Outcome, Failure> {
    let (started, before) = (Instant::now(), Usage::of_process(pid)?);
    let answer = c.send(request, true).await?;
    let (elapsed, after) = (started.elapsed(), Usage::of_process(pid)?);
    let is_file = answer.status == 200 && answer.body.starts_with(b"%PDF-");
    if !is_file {
        return Err(format!("the print answered {}", answer.status).into());
    }
    Ok(Outcome {
        per_second: documents as f64 / elapsed.as_secs_f64(),
        requests: 1.0,
        p50: elapsed,
        p99: elapsed,
        cpu_per_request: after.cpu.saturating_sub(before.cpu),
        rss_bytes: after.rss_bytes,
        peak_rss_bytes: after.peak_rss_bytes,
        failed: (DOCUMENTS - documents) as u64,
    })
}
