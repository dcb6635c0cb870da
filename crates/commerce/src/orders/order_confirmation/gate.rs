//! An order comes to be asked about, and stops to be: when it is placed, and when it moves.

use db::Conn;
use kernel::{Env, Millis, StoreScope};

use super::model::{Calling, State};
use super::store::{Confirmation, RuleDecision};
use super::{deposit_notice, store};
use crate::cod_risk::{self, OutcomeCounts, Verdict, is_cash};
use crate::orders::model::Order;
use crate::orders::status::Status;
use platform::stores::StoreProfile;

/// Notes with an order what the rules said, and brings it to the desk when somebody must ask first or a deposit is to come. A part
/// of the order's transaction; one statement, and one more where a deposit is asked.
pub(in crate::orders) async fn open(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    profile: &StoreProfile,
    order: &Order,
    verdict: &Verdict,
) -> db::Result<()> {
    let provider = order.payment_provider.as_str();
    if !is_cash(provider) && verdict.allows("COD") {
        return Ok(());
    }
    let deposit = verdict.advance(provider, order.total, profile.currency);
    let (state, due_at) = if deposit > 0 {
        (State::Deposit, order.created_at.plus(cod_risk::rules_of(profile)?.hours() * Millis::HOUR))
    } else {
        let state = if verdict.asks_first(provider) { State::Waiting } else { State::None };
        (state, Calling::read(&profile.settings.confirmation)?.next(order.created_at, &profile.timezone))
    };
    if deposit > 0 {
        deposit_notice::ask(c, env, scope, order.id).await?;
    }
    let row = Confirmation {
        order_id: order.id,
        mobile: order.mobile.clone(),
        state,
        due_at,
        attempts: 0,
        action: verdict.action,
        score: verdict.score.points,
        decision: RuleDecision { rule: verdict.rule.clone(), reasons: verdict.score.reasons.clone() },
        deposit,
    };
    store::insert(c, scope, &row, order.created_at).await
}

/// Counts what an order that moves came to for its number, and takes it off the desk. A part of the move's transaction.
pub(in crate::orders) async fn on_status_change(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    to: Status,
    now: Millis,
) -> db::Result<()> {
    let mut tally = OutcomeCounts::default();
    match (order.status, to) {
        (_, Status::Delivered) => tally.delivered = 1,
        (Status::Delivered, Status::Returned) => tally.returned = 1,
        // What comes back without having been accepted was refused; at the door it was counted already.
        (Status::Refused, Status::Returned) | (Status::Draft, Status::Cancelled) => {}
        (_, Status::Refused | Status::Returned) => tally.refused = 1,
        // An order that was never cash says nothing of who takes cash orders in.
        (_, Status::Cancelled) if is_cash(&order.payment_provider) => tally.cancelled = 1,
        _ => {}
    }
    cod_risk::note(c, scope, &order.mobile, tally, now).await?;
    if order.status == Status::Pending && is_cash(&order.payment_provider) {
        // Paid whole, its deposit is there.
        if to == Status::Paid {
            store::set_deposit_paid(c, scope, order.id, now).await?;
        }
        let state = if to == Status::Cancelled { State::Cancelled } else { State::Moved };
        store::end(c, scope, order.id, state, now).await?;
    }
    Ok(())
}

/// The customer of an order is to be asked first, and nobody has come to an answer. One statement for cash orders under review.
pub(in crate::orders) async fn waits(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<bool> {
    if order.status != Status::Pending || !is_cash(&order.payment_provider) {
        return Ok(false);
    }
    Ok(store::find(c, scope, order.id).await?.is_some_and(|row| row.state.is_open()))
}

/// Orders that can be called about now, counted to one more than a thousand.
///
/// # Errors
/// Of the database.
pub async fn count_due(c: Conn<'_>, scope: &StoreScope, now: Millis) -> db::Result<i64> {
    store::count(c, scope, State::Waiting, Some(now)).await
}

/// What sample orders, which were written as they ended, leave at the desk.
///
/// # Errors
/// Of the database.
pub async fn insert_sample(c: Conn<'_>, scope: &StoreScope) -> db::Result<()> {
    store::insert_sample(c, scope).await
}
