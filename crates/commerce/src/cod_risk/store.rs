//! Every statement on `phone_outcomes`.

use db::{Conn, Result, p};
use kernel::{Millis, StoreScope};

/// Increments of a number's counters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OutcomeCounts {
    /// Delivered orders.
    pub delivered: i64,
    /// Refused orders.
    pub refused: i64,
    /// Returned orders.
    pub returned: i64,
    /// Cancelled orders.
    pub cancelled: i64,
    /// Unanswered calls.
    pub no_answer: i64,
    /// Calls that reached somebody else.
    pub wrong_number: i64,
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, mobile: &str, t: OutcomeCounts, now: Millis) -> Result<()> {
    // An order of an erased customer has no number: nothing to count.
    if mobile.is_empty() {
        return Ok(());
    }
    let sql = "INSERT INTO phone_outcomes (store_id, mobile, delivered, refused, returned, cancelled, no_answer, wrong_number, updated_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (store_id, mobile) DO UPDATE SET \
               delivered = phone_outcomes.delivered + excluded.delivered, refused = phone_outcomes.refused + excluded.refused, \
               returned = phone_outcomes.returned + excluded.returned, cancelled = phone_outcomes.cancelled + excluded.cancelled, \
               no_answer = phone_outcomes.no_answer + excluded.no_answer, wrong_number = phone_outcomes.wrong_number + excluded.wrong_number, \
               updated_at = excluded.updated_at";
    let OutcomeCounts { delivered, refused, returned, cancelled, no_answer, wrong_number } = t;
    c.exec(sql, p![scope.store(), mobile, delivered, refused, returned, cancelled, no_answer, wrong_number, now]).await?;
    Ok(())
}
