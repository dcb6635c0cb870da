//! What a caller sees of a customer.

use kernel::{CustomerId, OrderId, StoreScope};
use web::{ApiError, ApiResult};

use super::claim::Claim;
use super::wire::{
    CallView, CustomerTrust, DecisionView, DepositView, EarlierView, OrderTrust, QueuedCustomerView, QueuedOrderView,
};
use crate::cod_risk::{self, ScoreView};
use crate::orders::order_confirmation::deposit;
use crate::orders::order_confirmation::evaluate::score_of;
use crate::orders::order_confirmation::model::{Calling, State};
use crate::orders::order_confirmation::{history_store, store};
use crate::orders::store as orders;
use platform::App;
use platform::stores;

/// The customer of a claim, with all waiting orders: a dozen statements, and one for each of the few orders. 404 when no order
/// waits any more.
pub(super) async fn get_customer(
    app: &App,
    scope: &StoreScope,
    claim: Claim,
    sees_customers: bool,
) -> ApiResult<QueuedCustomerView> {
    find_customer(app, scope, claim, sees_customers).await?.ok_or_else(ApiError::not_found)
}

/// As [`get_customer`]; none when no order of the customer waits any more.
pub(super) async fn find_customer(
    app: &App,
    scope: &StoreScope,
    claim: Claim,
    sees_customers: bool,
) -> ApiResult<Option<QueuedCustomerView>> {
    let c = app.db().conn();
    let now = app.env().now();
    let profile = stores::get_profile(c, scope).await?;
    let rows = store::list_open(c, scope, &claim.mobile).await?;
    let ids: Vec<OrderId> = rows.iter().map(|r| r.order_id).collect();
    if ids.is_empty() {
        return Ok(None);
    }
    let found = orders::find_many(c, scope, &ids).await?;
    let mut items = orders::list_items_of_many(c, scope, &ids).await?;
    let firsts = store::list_firsts(c, scope, &ids).await?;
    let customer = found.first().map(|o| o.customer_id).ok_or_else(ApiError::not_found)?;
    let mut views = Vec::new();
    for row in &rows {
        let Some(order) = found.iter().find(|o| o.id == row.order_id).cloned() else { continue };
        let is_first = firsts.iter().any(|(id, first)| *id == order.id && *first);
        let score = score_of(c, scope, &profile, &order, is_first).await?;
        let order_items = items.extract_if(.., |(id, _)| *id == order.id).map(|(_, item)| item).collect();
        views.push(QueuedOrderView::new(row, order, order_items, ScoreView::from_score(&score), &profile.name, profile.currency));
    }
    let history = history_store::get_history(c, scope, &claim.mobile, now).await?;
    let earlier = store::list_earlier(c, scope, customer).await?;
    Ok(Some(QueuedCustomerView {
        customer: if sees_customers { customers::find_detail(c, scope, customer, profile.currency).await? } else { None },
        score: ScoreView::from_score(&cod_risk::score(&history, None)),
        orders: views,
        calls: store::list_calls(c, scope, &claim.mobile).await?.into_iter().map(CallView::from_call).collect(),
        earlier: earlier
            .into_iter()
            .filter(|row| !ids.contains(&row.id))
            .map(|row| EarlierView::from_row(row, profile.currency))
            .collect(),
        is_calling_time: Calling::read(&profile.settings.confirmation)?.is_open(now, &profile.timezone),
        mobile: claim.mobile,
        fence: claim.fence,
        held_until: claim.until.rfc3339(),
    }))
}

/// Trust score of an order, with the decision and its calls.
pub(in crate::orders) async fn order_trust(app: &App, scope: &StoreScope, id: OrderId) -> ApiResult<OrderTrust> {
    let c = app.db().conn();
    let order = orders::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let profile = stores::get_profile(c, scope).await?;
    let is_first = store::list_firsts(c, scope, &[id]).await?.iter().any(|(_, first)| *first);
    let score = score_of(c, scope, &profile, &order, is_first).await?;
    let row = store::find(c, scope, id).await?;
    let calls = store::list_calls(c, scope, &order.mobile).await?;
    let deposit = deposit::find_due(c, scope, &order).await?;
    Ok(OrderTrust {
        deposit: deposit.map(|due| DepositView::from_due(due, profile.currency)),
        score: ScoreView::from_score(&score),
        decision: row.as_ref().map(DecisionView::from_confirmation),
        state: row.as_ref().map_or(State::None, |r| r.state),
        due_at: row.as_ref().filter(|r| r.state == State::Waiting).map(|r| r.due_at.rfc3339()),
        attempts: row.as_ref().map_or(0, |r| r.attempts),
        calls: calls.into_iter().filter(|call| call.order_id == id).map(CallView::from_call).collect(),
    })
}

/// Trust score of a customer's number.
pub(super) async fn customer_trust(app: &App, scope: &StoreScope, id: CustomerId, sees_orders: bool) -> ApiResult<CustomerTrust> {
    let c = app.db().conn();
    let Some(mobile) = store::find_mobile(c, scope, id).await?.ok_or_else(ApiError::not_found)? else {
        return Ok(CustomerTrust { score: None, calls: Vec::new() });
    };
    let history = history_store::get_history(c, scope, &mobile, app.env().now()).await?;
    let calls = if sees_orders { store::list_calls(c, scope, &mobile).await? } else { Vec::new() };
    Ok(CustomerTrust {
        score: Some(ScoreView::from_score(&cod_risk::score(&history, None))),
        calls: calls.into_iter().map(CallView::from_call).collect(),
    })
}
