//! Releases orders that nobody paid in time: cancelled by their named transition, their goods back in stock, once. A payment and a
//! release at the same moment wait for each other at the order's row: it is either paid or released.

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Env, Millis, OrderId, PaymentAttemptId, StoreId, StoreScope};
use web::Message;

use super::attempt_state::AttemptEvent;
use super::attempts_store::{self as attempts, OverdueHold};
use super::model::Attempt;
use super::transactions_store as transactions;
use super::undecided;
use super::words::TransactionStatus;
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::error::OrderError;
use crate::orders::moves::{Initiator, Move};
use crate::orders::status::Status;
use crate::orders::{ledger, store as orders, transfers, transition};
use platform::{App, stores};

const NOT_PAID: Message = Message::new("لم يكتمل الدفع في الوقت المحدد.", "The payment wasn't completed in time.");

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("release_unpaid_orders", Millis::MINUTE, sweep);
}

async fn sweep(app: App) -> JobResult {
    release_unpaid(&app).await?;
    Ok(Outcome::Done)
}

/// Releases the orders of every store whose time is over; each in its own transaction, and once with any number of concurrent
/// workers.
///
/// # Errors
/// Of the database.
pub async fn release_unpaid(app: &App) -> db::Result<()> {
    let now = app.env().now();
    let mut failed = None;
    let mut after = OverdueHold {
        release_at: Millis(i64::MIN),
        store: StoreId::from_raw(0),
        attempt: PaymentAttemptId::from_raw(0),
        order: OrderId::from_raw(0),
    };
    loop {
        let holds = attempts::list_overdue_holds(app.db().conn(), now, &after).await?;
        for hold in &holds {
            let scope = StoreScope::new(hold.store, Actor::system());
            match release(app, &scope, hold.order).await {
                Ok(()) => {}
                // An order that cannot be released does not block the others.
                Err(OrderError::Db(e)) => {
                    tracing::error!(order = %hold.order, error = %e, "an unpaid order could not be released");
                    failed.get_or_insert(e);
                }
                // It was moved concurrently: nothing to release.
                Err(e) => tracing::info!(order = %hold.order, error = %e, "an unpaid order was not released"),
            }
        }
        match holds.into_iter().last() {
            Some(hold) => after = hold,
            None => return failed.map_or(Ok(()), Err),
        }
    }
}

async fn release(app: &App, scope: &StoreScope, id: OrderId) -> Result<(), OrderError> {
    let (at, env): (StoreScope, Env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            if !orders::lock(c, &at, id).await? {
                return Ok(());
            }
            let now = env.now();
            let Some(order) = orders::find(c, &at, id).await? else { return Ok(()) };
            let all = attempts::list_by_order(c, &at, id).await?;
            // A retry prolonged it.
            let is_over = all.iter().filter_map(|a| a.release_at).all(|release_at| release_at <= now);
            let has_money = ledger::store::get_sums(c, &at, id).await?.received() > 0;
            // The bank has reserved the money, the gateway has other money than was requested, or a receipt of a transfer waits: the
            // merchant decides.
            let is_reserved =
                transactions::list_by_order(c, &at, id).await?.iter().any(|t| t.status == TransactionStatus::OnHold);
            let waits_for_merchant =
                is_reserved || undecided::exists(c, &at, id).await? || transfers::store::is_waiting(c, &at, id).await?;
            let is_released = is_over && order.status == Status::Pending && !has_money && !waits_for_merchant;
            for attempt in all {
                let expires = is_released && attempt.state.is_open();
                if attempt.release_at.is_none_or(|release_at| release_at > now) && !expires {
                    continue;
                }
                let mut changed = Attempt { release_at: None, version: attempt.version + 1, ..attempt };
                if expires && let Some(state) = changed.state.after(AttemptEvent::Expire) {
                    (changed.state, changed.decided_at) = (state, Some(now));
                }
                attempts::update(c, &at, &changed).await?;
            }
            if !is_released {
                return Ok(());
            }
            let note = NOT_PAID.get(stores::get_profile(c, &at).await?.default_language).to_owned();
            let request = Move { note: Some(note), ..Move::to(Status::Cancelled) };
            let mut last = DeferredWrites::default();
            transition::move_order(c, &env, &at, id, &request, Initiator::Hand, &mut last).await?;
            Ok(last.write(c, &at, id, now).await?)
        })
        .await
}
