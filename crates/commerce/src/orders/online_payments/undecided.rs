//! Money at a gateway that the merchant has yet to decide about (PY-03): an open case of a payment that the ledger does not hold.
//!
//! Meanwhile the order is not released, and its shopper is told so and asked for no second payment. Amount, currency, account,
//! reference and mode that differ leave the money at the gateway, and a payment under review may become money. Cases of what is booked
//! (paid twice, too much, after the end) hold nothing up: that money stands in the ledger.

use db::Conn;
use kernel::{Millis, OrderId, StoreScope};
use web::Message;

use super::model::{Attempt, PaymentTransaction};
use super::words::{Purpose, TransactionKind, TransactionStatus};
use super::{attempts_store as attempts, cases_store as cases, transactions_store as transactions};
use crate::orders::status::Status;
use crate::orders::store as orders;

/// How long an order keeps its goods once the merchant has decided: time to record the payment, or for the shopper to pay again.
const HOLD_AFTER_DECISION: i64 = 15 * Millis::MINUTE;

pub(super) const UNDER_REVIEW: Message = Message::new(
    "المتجر يراجع دفعتك على هذا الطلب. لا حاجة للدفع مرة أخرى.",
    "The store is checking your payment for this order. There's no need to pay again.",
);

impl PaymentTransaction {
    /// Whether the gateway took or reserved money by it, has not given it back, and the order's ledger does not hold it.
    #[must_use]
    pub fn is_outside_ledger(&self) -> bool {
        matches!(self.kind, TransactionKind::Charge | TransactionKind::Authorisation)
            && matches!(self.status, TransactionStatus::Paid | TransactionStatus::OnHold)
            && self.entry_n.is_none()
            && self.refunds_reported < self.amount
    }
}

/// Whether the order has an open case of such money. Two statements at most.
///
/// # Errors
/// Of the database.
pub(in crate::orders) async fn exists(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> db::Result<bool> {
    let mut open = cases::list_by_order(c, scope, order).await?;
    open.retain(|case| case.closed_at.is_none());
    if open.is_empty() {
        return Ok(false);
    }
    let rows = transactions::list_by_order(c, scope, order).await?;
    let is_about = |row: &PaymentTransaction| open.iter().any(|case| case.transaction_id == row.id);
    Ok(rows.iter().any(|row| row.is_outside_ledger() && is_about(row)))
}

/// Once nothing waits for the merchant any more, an unpaid order whose hold had ended is released again when its time is over; one
/// whose hold runs on, or that is not unpaid, stays as it is. The order is locked.
///
/// # Errors
/// Of the database.
pub(super) async fn resume_release(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> db::Result<()> {
    if orders::find(c, scope, order).await?.is_none_or(|order| order.status != Status::Pending) {
        return Ok(());
    }
    let all = attempts::list_by_order(c, scope, order).await?;
    if all.iter().any(|attempt| attempt.release_at.is_some()) || exists(c, scope, order).await? {
        return Ok(());
    }
    let Some(newest) = all.into_iter().find(|attempt| attempt.purpose == Purpose::WholeOrder) else { return Ok(()) };
    let release_at = Some(now.plus(HOLD_AFTER_DECISION));
    attempts::update(c, scope, &Attempt { release_at, version: newest.version + 1, ..newest }).await
}
