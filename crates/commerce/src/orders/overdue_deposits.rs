//! Cancels orders whose deposit is overdue by their named transition and notifies their shoppers, unless a receipt waits, part of the
//! money came, or a gateway has money that is an open case: then the merchant decides.

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Env, Millis, OrderId, StoreId, StoreScope};
use web::Message;

use super::deferred_writes::DeferredWrites;
use super::error::OrderError;
use super::moves::{Initiator, Move};
use super::order_confirmation::deposit_notice;
use super::order_confirmation::model::State;
use super::order_confirmation::store::{self as rows, Overdue};
use super::status::Status;
use super::{ledger, online_payments, store, transfers, transition};
use platform::{App, stores};

const OVERDUE: Message = Message::new("لم يصل العربون في موعده.", "The deposit wasn't received in time.");

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("cancel_overdue_deposits", Millis::MINUTE, sweep);
}

async fn sweep(app: App) -> JobResult {
    cancel_overdue(&app).await?;
    Ok(Outcome::Done)
}

/// Cancels overdue orders of every store; each in its own transaction, and once with any number of concurrent workers.
///
/// # Errors
/// Of the database.
pub async fn cancel_overdue(app: &App) -> db::Result<()> {
    let now = app.env().now();
    let mut failed = None;
    let mut after = Overdue { store: StoreId::from_raw(0), order: OrderId::from_raw(0), due_at: Millis(i64::MIN) };
    loop {
        let overdue = rows::list_overdue(app.db().conn(), now, &after).await?;
        for one in &overdue {
            let scope = StoreScope::new(one.store, Actor::system());
            match cancel(app, &scope, one.order).await {
                Ok(()) => {}
                // An order that cannot be cancelled does not block the others.
                Err(OrderError::Db(e)) => {
                    tracing::error!(order = %one.order, error = %e, "an order without its deposit could not be cancelled");
                    failed.get_or_insert(e);
                }
                // It was moved concurrently: nothing to cancel.
                Err(e) => tracing::info!(order = %one.order, error = %e, "an order without its deposit was not cancelled"),
            }
        }
        match overdue.into_iter().last() {
            Some(last) => after = last,
            None => return failed.map_or(Ok(()), Err),
        }
    }
}

async fn cancel(app: &App, scope: &StoreScope, id: OrderId) -> Result<(), OrderError> {
    let (at, env): (StoreScope, Env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            if !store::lock(c, &at, id).await? {
                return Ok(());
            }
            let now = env.now();
            if store::find(c, &at, id).await?.is_none_or(|o| o.status != Status::Pending) {
                return Ok(());
            }
            let row = rows::find(c, &at, id).await?;
            let is_overdue = row.is_some_and(|row| row.state == State::Deposit && row.due_at <= now);
            let has_money = ledger::store::get_sums(c, &at, id).await?.received() > 0;
            // Without an account nobody can transfer: that is the store's fault, and the merchant decides.
            let has_account = crate::payments::has_account(c, &at).await?;
            let is_decided_by_merchant =
                online_payments::undecided::exists(c, &at, id).await? || transfers::store::is_waiting(c, &at, id).await?;
            if !is_overdue || has_money || !has_account || is_decided_by_merchant {
                return Ok(());
            }
            let profile = stores::get_profile(c, &at).await?;
            let note = OVERDUE.get(profile.default_language).to_owned();
            let request = Move { note: Some(note), ..Move::to(Status::Cancelled) };
            let mut last = DeferredWrites::default();
            transition::move_order(c, &env, &at, id, &request, Initiator::Hand, &mut last).await?;
            deposit_notice::cancelled(c, &env, &at, id).await?;
            Ok(last.write(c, &at, id, env.now()).await?)
        })
        .await
}
