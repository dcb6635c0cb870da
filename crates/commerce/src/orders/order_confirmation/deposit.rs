//! A deposit on a cash order: a part of its total comes by transfer before the order is prepared, the rest at the door.
//!
//! How much was asked stands with the order's row of `order_confirmations`; what came of it is the ledger's, so that what is missing
//! is computed and never kept. An order whose deposit does not come in time is cancelled by its named transition and its
//! shopper told, unless a receipt waits for the merchant or some of the money came: then the merchant decides.

use db::Conn;
use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Env, Millis, OrderId, StoreId, StoreScope};
use web::Message;

use super::deposit_notice;
use super::model::State;
use super::store::{self, Overdue};
use crate::cod_risk::{self, is_cash};
use crate::orders::change::{self, Initiator, Move, OrderError};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::ledger::{self, Sums};
use crate::orders::model::Order;
use crate::orders::status::Status;
use crate::orders::store as orders;
use platform::{App, stores};

/// What a shopper whose receipt was refused has at least to send another.
const ANOTHER_TRY: i64 = 24 * Millis::HOUR;

const MISSING: Message = Message::new(
    "لم يصل العربون بعد. انتظر الإيصال أو تابع بدون عربون.",
    "The deposit hasn't been received. Wait for the receipt, or continue without it.",
);
const OVERDUE: Message = Message::new("لم يصل العربون في موعده.", "The deposit wasn't received in time.");

/// What a shopper still has to transfer before their order is prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepositDue {
    /// Asked for in all, in minor units.
    pub asked: i64,
    /// Still to come of it.
    pub missing: i64,
    /// Paid at the door then.
    pub door: i64,
    /// Until when it is waited for.
    pub until: Millis,
}

/// What is still to come of a deposit: of an order that an edit made cheaper, never more than it charges.
fn missing(asked: i64, sums: &Sums) -> i64 {
    (asked.min(sums.charged()) - sums.received()).max(0)
}

/// The deposit that an order waits for; none of an order that waits for none. At most two statements, none of an order that is
/// not cash or is past its review.
///
/// # Errors
/// Of the database.
pub async fn due(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<Option<DepositDue>> {
    if order.status != Status::Pending || !is_cash(&order.payment_provider) {
        return Ok(None);
    }
    let Some(row) = store::find(c, scope, order.id).await?.filter(|row| row.state == State::Deposit) else { return Ok(None) };
    let sums = ledger::store::sums(c, scope, order.id).await?;
    let missing = missing(row.deposit, &sums);
    Ok(Some(DepositDue { asked: row.deposit, missing, door: sums.owed() - missing, until: row.due_at }))
}

/// Lets an order be prepared: 409 `deposit_missing` while its deposit is waited for, unless the merchant goes on without; true when
/// that is what happened. A part of the move's transaction.
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
            store::close(c, scope, order.id, State::Moved, now).await?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Notes that a deposit came, once the ledger has it, and takes an order off the desk that is paid whole. A part of the transaction
/// of each payment and edit; true when a deposit came.
pub(in crate::orders) async fn settle(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    sums: &Sums,
    now: Millis,
) -> db::Result<bool> {
    if order.status != Status::Pending || !is_cash(&order.payment_provider) {
        return Ok(false);
    }
    match store::find(c, scope, order.id).await? {
        Some(row) if row.state == State::Deposit && missing(row.deposit, sums) == 0 => {
            store::pay_deposit(c, scope, order.id, now).await
        }
        Some(row) if row.state.is_open() && sums.received() > 0 && sums.owed() == 0 => {
            store::close(c, scope, order.id, State::Paid, now).await?;
            Ok(false)
        }
        _ => Ok(false),
    }
}

/// A payment was taken back by hand: an order still under review waits for its deposit again, as long as at first, or for its
/// customer's yes.
pub(in crate::orders) async fn reopen(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    sums: &Sums,
    now: Millis,
) -> db::Result<()> {
    if order.status != Status::Pending || !is_cash(&order.payment_provider) {
        return Ok(());
    }
    match store::find(c, scope, order.id).await? {
        Some(row) if row.state == State::DepositPaid && missing(row.deposit, sums) > 0 => {
            let hours = cod_risk::rules_of(&stores::get_profile(c, scope).await?)?.hours();
            store::await_deposit(c, scope, order.id, now.plus(hours * Millis::HOUR), now).await?;
        }
        Some(row) if row.state == State::Paid && sums.owed() > 0 => store::await_answer(c, scope, order.id, now).await?,
        _ => {}
    }
    Ok(())
}

/// A receipt was refused: its shopper has a day at least to send another.
pub(in crate::orders) async fn wait_on(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> db::Result<()> {
    let row = store::find(c, scope, order).await?;
    if let Some(row) = row.filter(|row| row.state == State::Deposit && row.due_at < now.plus(ANOTHER_TRY)) {
        store::await_deposit(c, scope, row.order_id, now.plus(ANOTHER_TRY), now).await?;
    }
    Ok(())
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("cancel_overdue_deposits", Millis::MINUTE, sweep);
}

async fn sweep(app: App) -> JobResult {
    cancel_overdue(&app).await?;
    Ok(Outcome::Done)
}

/// Cancels what is overdue in every store; each order on its own, and each once however many work at it.
pub(super) async fn cancel_overdue(app: &App) -> db::Result<()> {
    let now = app.env().now();
    let mut failed = None;
    let mut after = Overdue { store: StoreId::from_raw(0), order: OrderId::from_raw(0), due_at: Millis(i64::MIN) };
    loop {
        let due = store::list_overdue(app.db().conn(), now, &after).await?;
        for one in &due {
            let scope = StoreScope::new(one.store, Actor::system());
            match cancel(app, &scope, one.order).await {
                Ok(()) => {}
                // One that cannot be cancelled keeps nobody else's from it.
                Err(OrderError::Db(e)) => {
                    tracing::error!(order = %one.order, error = %e, "an order without its deposit could not be cancelled");
                    failed.get_or_insert(e);
                }
                // Somebody moved it this very moment: then there is nothing to cancel.
                Err(e) => tracing::info!(order = %one.order, error = %e, "an order without its deposit was not cancelled"),
            }
        }
        match due.into_iter().last() {
            Some(last) => after = last,
            None => return failed.map_or(Ok(()), Err),
        }
    }
}

async fn cancel(app: &App, scope: &StoreScope, id: OrderId) -> Result<(), OrderError> {
    let (at, env): (StoreScope, Env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            if !orders::lock(c, &at, id).await? {
                return Ok(());
            }
            let now = env.now();
            if orders::find(c, &at, id).await?.is_none_or(|o| o.status != Status::Pending) {
                return Ok(());
            }
            let row = store::find(c, &at, id).await?;
            let is_overdue = row.is_some_and(|row| row.state == State::Deposit && row.due_at <= now);
            let has_money = ledger::store::sums(c, &at, id).await?.received() > 0;
            // Without an account there is nowhere to transfer to: that is the store's doing, and the merchant decides.
            let has_account = crate::payments::has_account(c, &at).await?;
            if !is_overdue || has_money || !has_account || crate::orders::transfers::is_waiting(c, &at, id).await? {
                return Ok(());
            }
            let profile = stores::get_profile(c, &at).await?;
            let note = OVERDUE.get(profile.default_language).to_owned();
            let wanted = Move { note: Some(note), ..Move::to(Status::Cancelled) };
            let mut last = DeferredWrites::default();
            change::move_order(c, &env, &at, id, &wanted, Initiator::Hand, &mut last).await?;
            deposit_notice::cancelled(c, &env, &at, id).await?;
            Ok(last.write(c, &at, id, env.now()).await?)
        })
        .await
}
