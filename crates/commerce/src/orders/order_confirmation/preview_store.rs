//! Data of the preview: past cash orders, current counters of their numbers, and past calls.

use db::{Conn, FromRow, Json, Result, Row as Cells, p};
use kernel::{Millis, StoreScope};

use super::replay::{FinalOutcome, Past};
use crate::cod_risk::{AddressQuality, History};
use customers::Address;

/// An order with its number and that number's current counters.
pub(super) struct PastRow {
    pub(super) past: Past,
    pub(super) mobile: String,
    pub(super) history: History,
}

fn counted(row: &mut Cells<'_>) -> Result<History> {
    Ok(History {
        delivered: row.get()?,
        refused: row.get()?,
        returned: row.get()?,
        cancelled: row.get()?,
        no_answer: row.get()?,
        wrong_number: row.get()?,
        recent: 0,
        has_ordered: true,
    })
}

impl FromRow for PastRow {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        let (person, mobile, city, value, total) = (row.get()?, row.get()?, row.get()?, row.get()?, row.get()?);
        let is_first = row.get()?;
        let (status, delivered): (String, Option<Millis>) = (row.get()?, row.get()?);
        let address = row.get::<Json<Option<Address>>>()?.0;
        // A returned order was accepted once, whether it was refunded or not.
        let ending = match (status.as_str(), delivered) {
            ("DLVR", _) => FinalOutcome::Delivered,
            ("RTRN", Some(_)) => FinalOutcome::Returned,
            ("RFSD" | "RTRN", _) => FinalOutcome::Refused,
            ("CNCL", _) => FinalOutcome::Cancelled,
            _ => FinalOutcome::Open,
        };
        let (placed, changed) = (row.get()?, row.get()?);
        let address = address.as_ref().map(AddressQuality::from_address);
        let past = Past { person, city, value, total, address, is_first, ending, placed, changed };
        Ok(Self { past, mobile, history: counted(row)? })
    }
}

/// Cash orders placed since a time, the newest first.
pub(super) async fn list_orders(c: Conn<'_>, scope: &StoreScope, since: Millis, most: i64) -> Result<Vec<PastRow>> {
    let sql = "SELECT o.customer_id, o.mobile, o.city, o.total - o.payment_fees, o.total, o.is_first_order, o.status, o.delivered_at, o.address, \
               o.created_at, o.updated_at, COALESCE(k.delivered, 0), COALESCE(k.refused, 0), COALESCE(k.returned, 0), \
               COALESCE(k.cancelled, 0), COALESCE(k.no_answer, 0), COALESCE(k.wrong_number, 0) FROM orders o \
               LEFT JOIN phone_outcomes k ON k.store_id = o.store_id AND k.mobile = o.mobile \
               WHERE o.store_id = ?1 AND o.payment_provider = 'COD' AND o.created_at >= ?2 AND o.status <> 'DRFT' \
               ORDER BY o.created_at DESC, o.id DESC LIMIT ?3";
    c.all(sql, p![scope.store(), since, most]).await
}

/// A number of a customer who has several.
pub(super) struct NumberRow {
    pub(super) person: i64,
    pub(super) mobile: String,
    pub(super) history: History,
}

impl FromRow for NumberRow {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self { person: row.get()?, mobile: row.get()?, history: counted(row)? })
    }
}

/// Counters of the numbers of customers who have several, after merges.
pub(super) async fn list_further_numbers(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<Vec<NumberRow>> {
    let sql = "SELECT n.customer_id, n.mobile, k.delivered, k.refused, k.returned, k.cancelled, k.no_answer, k.wrong_number FROM ( \
               SELECT x.customer_id AS customer_id, x.value AS mobile FROM customer_contacts x WHERE x.store_id = ?1 AND x.kind = 'mobile' \
               UNION SELECT u.id, u.mobile FROM customer_contacts x JOIN customers u ON u.store_id = x.store_id AND u.id = x.customer_id \
               WHERE x.store_id = ?1 AND x.kind = 'mobile' AND u.mobile IS NOT NULL) AS n \
               CROSS JOIN phone_outcomes k WHERE k.store_id = ?1 AND k.mobile = n.mobile LIMIT ?2";
    c.all(sql, p![scope.store(), most]).await
}

/// Number, outcome and time of the calls since a time that did not reach the customer, the newest first.
pub(super) async fn list_calls(
    c: Conn<'_>,
    scope: &StoreScope,
    since: Millis,
    most: i64,
) -> Result<Vec<(String, String, Millis)>> {
    let sql = "SELECT mobile, outcome, at FROM order_calls WHERE store_id = ?1 AND at >= ?2 AND is_undone = FALSE \
               AND outcome IN ('no_answer', 'wrong_number') ORDER BY at DESC LIMIT ?3";
    c.all(sql, p![scope.store(), since, most]).await
}
