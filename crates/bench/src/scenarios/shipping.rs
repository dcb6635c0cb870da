//! "Create shipments" for all orders that match, and its undo: background work, from the request to the end of its batch.

use std::net::SocketAddr;
use std::time::Instant;

use super::editing::batch;
use super::importing::call;
use super::{Shop, get, post};
use crate::Failure;
use crate::http::Connection;
use crate::load::Outcome;
use crate::process::Usage;

/// The path of batches of orders.
const ACTS: &str = "/dashboard/v1/order-batches";
/// Orders in preparation that were created since a day get a shipment.
const QUERY: &str = "filter%5Bstatus%5D=PRCS&filter%5Bcreated_at%5D%5Bgte%5D=";
/// Days to look back, tried until a batch accepts the number of matches.
const DAYS: [i64; 6] = [1_000, 300, 90, 30, 7, 2];
const SHIP: &str = r#"{"action":{"kind":"ship","courier_name":"سمسا"}}"#;
/// The most orders of a batch.
const MOST: u64 = 10_000;

/// Creates a shipment for each order in preparation, and undoes it: the figures of each.
///
/// # Errors
/// When the program does not answer as expected.
pub async fn ship(shop: &Shop, addr: SocketAddr, pid: u32) -> Result<(Outcome, Outcome), Failure> {
    let mut c = Connection::open(addr).await?;
    let query = query(&mut c, shop).await?;
    let begun = (Instant::now(), Usage::of_process(pid)?);
    let path = format!("{ACTS}?{query}");
    let act = call(&mut c, &post(&shop.platform, &path, &shop.auth, "application/json", SHIP)).await?;
    let shipped = batch(&mut c, shop, pid, begun, ACTS, &act).await?;
    let begun = (Instant::now(), Usage::of_process(pid)?);
    let path = format!("{ACTS}/{}/undo", act["id"].as_str().ok_or("no batch")?);
    let undo = call(&mut c, &post(&shop.platform, &path, &shop.auth, "application/json", "")).await?;
    let undone = batch(&mut c, shop, pid, begun, ACTS, &undo).await?;
    Ok((shipped, undone))
}

/// The query with the most days whose matches fit into a batch.
async fn query(c: &mut Connection, shop: &Shop) -> Result<String, Failure> {
    let now = kernel::Env::system().now();
    for days in DAYS {
        let since = now.plus(-days * kernel::Millis::DAY).rfc3339();
        let query = format!("{QUERY}{}", kernel::slug::percent_encode(&since));
        let preview = call(c, &get(&shop.platform, &format!("{ACTS}/preview?{query}"), &shop.auth)).await?;
        let total = preview["total"].as_u64().unwrap_or(0);
        if preview["is_too_many"] == false && total > 0 && total <= MOST {
            return Ok(query);
        }
    }
    Err("no number of days leaves orders that can be shipped at once".into())
}
