//! Files of many rows, products or customers, from the start of the import to its end.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use super::{Shop, get, post};
use crate::Failure;
use crate::http::Connection;
use crate::load::Outcome;
use crate::process::Usage;

/// Rows that an import writes in one transaction: the floor commits as often.
pub const GROUP: usize = 25;
/// Timeout: longer than any machine takes.
const MOST_TIME: Duration = Duration::from_mins(30);

/// Rows of the file of customers.
pub const CUSTOMERS: usize = 10_000;

/// The content of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One product a row.
    Products,
    /// One customer a row, with an address, tags and consent.
    Customers,
}

impl Kind {
    const fn path(self) -> &'static str {
        match self {
            Self::Products => "/dashboard/v1/product-imports",
            Self::Customers => "/dashboard/v1/customer-imports",
        }
    }

    fn file(self, rows: usize) -> String {
        match self {
            Self::Products => products(rows),
            Self::Customers => customers(rows),
        }
    }
}

fn customers(rows: usize) -> String {
    let mut file = String::from("Name,Mobile,Email,City,District,Street,Tags,Agrees to SMS\r\n");
    for n in 0..rows {
        let consent = ["yes", "no", ""][n % 3];
        let line = format!(
            "عميل مستورد {n},058{n:07},imported{n}@example.com,Jeddah,الروضة,شارع {},\"new, t{}\",{consent}\r\n",
            n % 500,
            n % 9
        );
        file += &line;
    }
    file
}

fn products(rows: usize) -> String {
    let mut file = String::from("SKU,Name,Price,Quantity,Weight,Category,Description\r\n");
    for n in 0..rows {
        let line = format!(
            "IMP-{n},قميص قطن مستورد {n},{}.50,{},0.4,ملابس > قمصان,قميص من القطن المصري بقصة مريحة\r\n",
            20 + n % 400,
            n % 90
        );
        file += &line;
    }
    file
}

/// Uploads a file of so many rows and imports it; rows a second, and the peak memory of the program until then.
///
/// # Errors
/// When the program does not answer as expected.
pub async fn import(shop: &Shop, addr: SocketAddr, pid: u32, kind: Kind, rows: usize) -> Result<Outcome, Failure> {
    let mut c = Connection::open(addr).await?;
    let body = format!(
        "--bench\r\ncontent-disposition: form-data; name=\"file\"; filename=\"bench.csv\"\r\ncontent-type: text/csv\r\n\r\n{}\r\n--bench--\r\n",
        kind.file(rows)
    );
    let form = "multipart/form-data; boundary=bench";
    let import = call(&mut c, &post(&shop.platform, kind.path(), &shop.auth, form, &body)).await?;
    let path = format!("{}/{}", kind.path(), import["id"].as_str().ok_or("the file was not taken")?);
    let (started, before) = (Instant::now(), Usage::of_process(pid)?);
    call(&mut c, &post(&shop.platform, &format!("{path}/start"), &shop.auth, "application/json", "")).await?;
    let finished = loop {
        tokio::time::sleep(Duration::from_millis(250)).await;
        let import = call(&mut c, &get(&shop.platform, &path, &shop.auth)).await?;
        if import["status"] != "running" {
            break import;
        }
        if started.elapsed() > MOST_TIME {
            return Err("the import did not end".into());
        }
    };
    let (elapsed, after) = (started.elapsed(), Usage::of_process(pid)?);
    let written = finished["created_count"].as_u64().unwrap_or(0);
    Ok(Outcome {
        per_second: written as f64 / elapsed.as_secs_f64(),
        requests: 1.0,
        p50: elapsed,
        p99: elapsed,
        cpu_per_request: after.cpu.saturating_sub(before.cpu) / u32::try_from(rows)?,
        rss_bytes: after.rss_bytes,
        peak_rss_bytes: after.peak_rss_bytes,
        failed: (rows as u64).saturating_sub(written),
    })
}

/// A call that must succeed; its data.
pub(super) async fn call(c: &mut Connection, request: &[u8]) -> Result<Json, Failure> {
    let answer = c.send(request, true).await?;
    let mut body: Json = serde_json::from_slice(&answer.body)?;
    if !(200..300).contains(&answer.status) {
        return Err(format!("{}: {body}", answer.status).into());
    }
    Ok(body["data"].take())
}
