//! Every statement on exchanges.

use db::record::insert_rows;
use db::{Conn, Result, Values, p, row};
use kernel::{Millis, ProviderCallId, StoreId, StoreScope};

use super::port::Exchange;

/// Exchanges that are kept of a call, the newest: a call makes five at most in a run, so these are ten runs.
pub(super) const MOST_OF_CALL: i64 = 50;
/// Exchanges that one transaction of the sweep deletes.
const SWEPT: i64 = 500;

/// An exchange as its row holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredExchange {
    /// The step: `paymob.orders`.
    pub step: String,
    /// When it was sent.
    pub at: Millis,
    /// `POST`.
    pub method: String,
    /// The address, without its query.
    pub address: String,
    /// The body, without secrets and personal data; empty for none.
    pub request: String,
    /// The status; none when there was no answer.
    pub status: Option<i64>,
    /// The answer's body, or why there is none.
    pub answer: String,
    /// How long the answer took, in milliseconds.
    pub duration_ms: i64,
}
row!(StoredExchange { step, at, method, address, request, status, answer, duration_ms });

/// Adds the exchanges of a run.
pub(super) async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    (call, fence): (ProviderCallId, i64),
    exchanges: &[Exchange],
) -> Result<()> {
    let row = |(position, exchange): (usize, &Exchange)| {
        let Exchange { step, at, duration_ms, target, request, status, answer } = exchange.clone();
        let (method, address) = target.split_once(' ').unwrap_or(("", &target));
        let mut values = Values::default();
        values.push(scope.store());
        values.push(call);
        values.push(fence);
        values.push(i64::try_from(position).unwrap_or(i64::MAX));
        values.push(step.to_owned());
        values.push(at);
        values.push(method.to_owned());
        values.push(address.to_owned());
        values.push(request);
        values.push(status.map(i64::from));
        values.push(answer);
        values.push(i64::try_from(duration_ms).unwrap_or(i64::MAX));
        values
    };
    let rows: Vec<Values<'static>> = exchanges.iter().enumerate().map(row).collect();
    let start = "INSERT INTO provider_exchanges (store_id, call_id, fence, position, step, at, method, address, request, status, answer, \
                 duration_ms) VALUES ";
    insert_rows(c, start, &rows, " ON CONFLICT (store_id, call_id, fence, position) DO NOTHING").await?;
    Ok(())
}

/// Deletes the oldest exchanges of a call beyond those that are kept.
pub(super) async fn delete_beyond(c: Conn<'_>, scope: &StoreScope, call: ProviderCallId) -> Result<()> {
    let sql = "DELETE FROM provider_exchanges WHERE store_id = ?1 AND call_id = ?2 AND fence <= (SELECT e.fence FROM provider_exchanges e \
               WHERE e.store_id = ?1 AND e.call_id = ?2 ORDER BY e.fence DESC, e.position DESC LIMIT 1 OFFSET ?3)";
    c.exec(sql, p![scope.store(), call, MOST_OF_CALL]).await?;
    Ok(())
}

/// The exchanges of a call, the newest first.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, call: ProviderCallId) -> Result<Vec<StoredExchange>> {
    let sql = "SELECT step, at, method, address, request, status, answer, duration_ms FROM provider_exchanges \
               WHERE store_id = ?1 AND call_id = ?2 ORDER BY fence DESC, position DESC LIMIT ?3";
    c.all(sql, p![scope.store(), call, MOST_OF_CALL]).await
}

/// Deletes some exchanges of any store from before a moment; how many.
pub(super) async fn delete_before(c: Conn<'_>, moment: Millis) -> Result<usize> {
    let sql = "SELECT store_id, call_id, fence, position FROM provider_exchanges WHERE at < ?1 ORDER BY at LIMIT ?2";
    let old: Vec<(StoreId, ProviderCallId, i64, i64)> = c.all(sql, p![moment, SWEPT]).await?;
    for (store, call, fence, position) in &old {
        let sql = "DELETE FROM provider_exchanges WHERE store_id = ?1 AND call_id = ?2 AND fence = ?3 AND position = ?4";
        c.exec(sql, p![*store, *call, *fence, *position]).await?;
    }
    Ok(old.len())
}
