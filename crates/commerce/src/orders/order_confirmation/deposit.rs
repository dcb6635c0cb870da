//! Deposits on cash orders: a part of the total is transferred before the order is prepared, the rest is paid on delivery.
//!
//! The size of the deposit is in the order's row of `order_confirmations`; payments are in the ledger, so that the missing part
//! is computed and never stored. Orders whose deposit does not come are handled by `overdue_deposits`.

use db::Conn;
use kernel::{Millis, OrderId, StoreScope};
use web::Message;

use super::model::State;
use super::store;
use crate::cod_risk::{self, is_cash};
use crate::orders::error::OrderError;
use crate::orders::ledger;
use crate::orders::ledger::model::LedgerTotals;
use crate::orders::model::{DepositDue, Order};
use crate::orders::status::Status;
use platform::stores;

/// Minimum time to send another receipt after a refused one.
const ANOTHER_TRY: i64 = 24 * Millis::HOUR;

const MISSING: Message = Message::new(
    "لم يصل العربون بعد. انتظر الإيصال أو تابع بدون عربون.",
    "The deposit hasn't been received. Wait for the receipt, or continue without it.",
);

/// The missing part of a deposit: never more than what the order charges after an edit.
fn missing(deposit: i64, sums: &LedgerTotals) -> i64 {
    (deposit.min(sums.charged()) - sums.received()).max(0)
}

/// The deposit that an order waits for; none when it waits for none. At most two statements, none of an order that is not cash or
/// is past its review.
///
/// # Errors
/// Of the database.
pub async fn find_due(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<Option<DepositDue>> {
    if order.status != Status::Pending || !is_cash(&order.payment_provider) {
        return Ok(None);
    }
    let Some(row) = store::find(c, scope, order.id).await?.filter(|row| row.state == State::Deposit) else { return Ok(None) };
    let sums = ledger::store::get_sums(c, scope, order.id).await?;
    let missing = missing(row.deposit, &sums);
    Ok(Some(DepositDue { deposit: row.deposit, missing, on_delivery: sums.owed() - missing, until: row.due_at }))
}

/// Checks that an order may be prepared: 409 `deposit_missing` while its deposit is missing, unless the merchant waives it; true
/// when it was waived. Runs in the transition's transaction.
pub(in crate::orders) async fn pass(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    goes_without: bool,
    now: Millis,
) -> Result<bool, OrderError> {
    if order.status != Status::Pending || !is_cash(&order.payment_provider) {
        return Ok(false);
    }
    match store::find(c, scope, order.id).await? {
        Some(row) if row.state == State::Deposit && !goes_without => Err(OrderError::Conflict("deposit_missing", MISSING)),
        Some(row) if row.state == State::Deposit => {
            store::end(c, scope, order.id, State::Moved, now).await?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Marks a deposit as paid, once the ledger has it, and takes a fully paid order out of the call queue. Runs in the transaction
/// of each payment and edit; true when a deposit was completed.
pub(in crate::orders) async fn settle(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    sums: &LedgerTotals,
    now: Millis,
) -> db::Result<bool> {
    if order.status != Status::Pending || !is_cash(&order.payment_provider) {
        return Ok(false);
    }
    match store::find(c, scope, order.id).await? {
        Some(row) if row.state == State::Deposit && missing(row.deposit, sums) == 0 => {
            store::set_deposit_paid(c, scope, order.id, now).await
        }
        Some(row) if row.state.is_open() && sums.received() > 0 && sums.owed() == 0 => {
            store::end(c, scope, order.id, State::Paid, now).await?;
            Ok(false)
        }
        _ => Ok(false),
    }
}

/// After a payment was reverted by hand: an order under review waits for its deposit again, with the full deadline, or for its
/// confirmation.
pub(in crate::orders) async fn reopen(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    sums: &LedgerTotals,
    now: Millis,
) -> db::Result<()> {
    if order.status != Status::Pending || !is_cash(&order.payment_provider) {
        return Ok(());
    }
    match store::find(c, scope, order.id).await? {
        Some(row) if row.state == State::DepositPaid && missing(row.deposit, sums) > 0 => {
            let hours = cod_risk::rules_of(&stores::get_profile(c, scope).await?)?.hours();
            store::set_deposit_due(c, scope, order.id, now.plus(hours * Millis::HOUR), now).await?;
        }
        Some(row) if row.state == State::Paid && sums.owed() > 0 => store::set_awaiting_answer(c, scope, order.id, now).await?,
        _ => {}
    }
    Ok(())
}

/// After a refused receipt: extends the deadline to at least a day from now.
pub(in crate::orders) async fn wait_on(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> db::Result<()> {
    let row = store::find(c, scope, order).await?;
    if let Some(row) = row.filter(|row| row.state == State::Deposit && row.due_at < now.plus(ANOTHER_TRY)) {
        store::set_deposit_due(c, scope, row.order_id, now.plus(ANOTHER_TRY), now).await?;
    }
    Ok(())
}
