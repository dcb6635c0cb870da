//! An order enters the call queue when it is placed, and leaves it when it moves.

use db::Conn;
use kernel::{Env, Millis, StoreScope};

use super::model::{Calling, State};
use super::store::{Confirmation, RuleDecision};
use super::{deposit_notice, store};
use crate::cod_risk::{self, OutcomeCounts, Verdict, is_cash};
use crate::orders::model::Order;
use crate::orders::status::Status;
use platform::stores::StoreProfile;

/// Stores the decision of the rules with an order, and puts it into the call queue when it must be confirmed or a deposit is
/// required. Runs in the order's transaction; one statement, and one more for a deposit.
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

/// Counts the outcome of an order that moves for its number, and takes it out of the call queue. Runs in the transition's
/// transaction.
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
        // A parcel that came back without having been accepted counts as refused; a refusal on delivery was counted already.
        (Status::Refused, Status::Returned) | (Status::Draft, Status::Cancelled) => {}
        (_, Status::Refused | Status::Returned) => tally.refused = 1,
        // Only cash orders count: others say nothing about accepting cash orders.
        (_, Status::Cancelled) if is_cash(&order.payment_provider) => tally.cancelled = 1,
        _ => {}
    }
    cod_risk::note(c, scope, &order.mobile, tally, now).await?;
    if order.status == Status::Pending && is_cash(&order.payment_provider) {
        // Fully paid: its deposit is paid too.
        if to == Status::Paid {
            store::set_deposit_paid(c, scope, order.id, now).await?;
        }
        let state = if to == Status::Cancelled { State::Cancelled } else { State::Moved };
        store::end(c, scope, order.id, state, now).await?;
    }
    Ok(())
}

/// Whether the order waits for its customer's confirmation. One statement for cash orders under review.
pub(in crate::orders) async fn waits(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<bool> {
    if order.status != Status::Pending || !is_cash(&order.payment_provider) {
        return Ok(false);
    }
    Ok(store::find(c, scope, order.id).await?.is_some_and(|row| row.state.is_open()))
}

/// Number of orders that can be called about now, counted up to 1001.
///
/// # Errors
/// Of the database.
pub async fn count_due(c: Conn<'_>, scope: &StoreScope, now: Millis) -> db::Result<i64> {
    store::count(c, scope, State::Waiting, Some(now)).await
}

/// Inserts the confirmation rows of sample orders, which are written in their final status.
///
/// # Errors
/// Of the database.
pub async fn insert_sample(c: Conn<'_>, scope: &StoreScope) -> db::Result<()> {
    store::insert_sample(c, scope).await
}
