//! The shipments of a courier that takes sheets, for matching.

use customers::Address;
use db::{Conn, Json, Result, p};
use kernel::{ShipmentId, StoreScope};

use super::matching::Candidate;
use crate::shipping::ShippingProvider;

/// Shipments that are looked at, the newest first.
const MOST: i64 = 5_000;

struct Row {
    id: ShipmentId,
    n: i64,
    tracking_no: String,
    number: i64,
    own_address: Json<Option<Address>>,
    address: Json<Option<Address>>,
    mobile: String,
}
db::row!(Row { id, n, tracking_no, number, own_address, address, mobile });

/// The newest shipments of a courier that wait to be shipped.
pub(super) async fn list_waiting(c: Conn<'_>, scope: &StoreScope, provider: ShippingProvider) -> Result<Vec<Candidate>> {
    let sql = "SELECT s.id, s.n, s.tracking_no, o.number, s.address, o.address, o.mobile FROM shipments s CROSS JOIN orders o \
               WHERE o.store_id = s.store_id AND o.id = s.order_id AND s.store_id = ?1 AND s.provider = ?2 AND s.status = 'ready' ORDER BY s.id DESC LIMIT ?3";
    let rows: Vec<Row> = c.all(sql, p![scope.store(), provider.as_str(), MOST]).await?;
    let candidate = |row: Row| {
        let address = row.own_address.0.or(row.address.0);
        let mobile = address.map(|address| address.mobile).filter(|mobile| !mobile.is_empty()).unwrap_or(row.mobile);
        Candidate { id: row.id, reference: format!("{}-{}", row.number, row.n), mobile, tracking_no: row.tracking_no }
    };
    Ok(rows.into_iter().map(candidate).collect())
}
