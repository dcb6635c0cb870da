//! What the shopper's page says of the payment: from the store's own rows, never from the address that they came back with.

use db::Conn;
use kernel::{Millis, OrderId, PaymentAttemptId, StoreScope};

use super::model::Attempt;
use super::words::{AttemptState, NextStepKind};
use super::{attempts_store as attempts, undecided};
use crate::orders::ledger;
use crate::orders::model::Order;
use crate::orders::status::Status;

/// How far the payment of an order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentProgress {
    /// The gateway is called, or the shopper is there, or its answer is on the way.
    Waiting,
    /// A payment came.
    Paid,
    /// Money came that the merchant has to decide about: nothing is to be paid meanwhile.
    UnderReview,
    /// Declined.
    Declined,
    /// Nobody paid in time; the order still stands.
    Expired,
    /// Nobody paid in time, and the order was cancelled for it.
    Released,
    /// The order ended for another reason.
    Ended,
}

/// The payment of an order as its shopper sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShopperPayment {
    /// The newest attempt.
    pub attempt: PaymentAttemptId,
    /// How far it is.
    pub progress: PaymentProgress,
    /// Until when the order keeps its goods.
    pub held_until: Option<Millis>,
    /// Where the shopper goes, of an attempt that waits: the kind, and the address or the code.
    pub next_step: NextStepKind,
    /// See `next_step`.
    pub next_address: String,
    /// Until when that is valid.
    pub expires_at: Millis,
    /// Of a declined one: the word of the reason.
    pub refusal_code: String,
    /// Whether another attempt can be opened.
    pub may_retry: bool,
}

/// The payment of an order; none of one that nobody tried to pay online. At most four statements.
///
/// # Errors
/// Of the database.
pub async fn for_shopper(c: Conn<'_>, scope: &StoreScope, order: &Order, now: Millis) -> db::Result<Option<ShopperPayment>> {
    let all = attempts::list_by_order(c, scope, order.id).await?;
    if all.is_empty() {
        return Ok(None);
    }
    let owed = ledger::store::get_sums(c, scope, order.id).await?.owed();
    let is_under_review = undecided::exists(c, scope, order.id).await?;
    Ok(payment_of(&all, order.status, owed, is_under_review, now))
}

/// Whether an attempt of the order waits for its shopper.
///
/// # Errors
/// Of the database.
pub async fn is_waiting(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> db::Result<bool> {
    Ok(attempts::list_by_order(c, scope, order).await?.iter().any(|attempt| attempt.state.is_open()))
}

/// From the attempts of an order, newest first.
fn payment_of(all: &[Attempt], status: Status, owed: i64, is_under_review: bool, now: Millis) -> Option<ShopperPayment> {
    let newest = all.first()?;
    let is_paid = all.iter().any(|a| a.state == AttemptState::Paid);
    let progress = match newest.state {
        _ if status.is_undone() && !is_paid && all.iter().any(|a| a.state == AttemptState::Expired) => PaymentProgress::Released,
        _ if status.is_undone() => PaymentProgress::Ended,
        _ if is_paid && owed == 0 => PaymentProgress::Paid,
        _ if is_under_review && owed > 0 => PaymentProgress::UnderReview,
        AttemptState::Paid => PaymentProgress::Paid,
        AttemptState::Declined => PaymentProgress::Declined,
        AttemptState::Expired | AttemptState::Abandoned => PaymentProgress::Expired,
        AttemptState::Created | AttemptState::Waiting if newest.expires_at <= now => PaymentProgress::Expired,
        AttemptState::Created | AttemptState::Waiting => PaymentProgress::Waiting,
    };
    let (is_waiting, is_under_review) = (progress == PaymentProgress::Waiting, progress == PaymentProgress::UnderReview);
    Some(ShopperPayment {
        attempt: newest.id,
        progress,
        held_until: all.iter().filter_map(|a| a.release_at).max().filter(|_| status == Status::Pending && !is_under_review),
        next_step: if is_waiting { newest.next_step } else { NextStepKind::None },
        next_address: if is_waiting { newest.next_address.clone() } else { String::new() },
        expires_at: newest.expires_at,
        refusal_code: newest.refusal_code.clone(),
        may_retry: status.holds_stock() && owed > 0 && !is_under_review,
    })
}
