//! The whole order as the team sees it, and the response to a failed change.

use std::collections::HashMap;

use kernel::{OrderId, StoreScope};
use web::{ApiError, ApiResult};

use super::activity_wire::ActivityView;
use super::error::OrderError;
use super::ledger::wire::MoneyView;
use super::model::OrderItem;
use super::online_payments::paid_with;
use super::wire::OrderView;
use super::{activity, comments, ledger, returns, shopper_link, store};
use platform::{App, media, stores};

/// The whole order in six statements, whatever it holds, one more where money was refunded, and at most two more where it was placed
/// to be paid at a gateway.
pub(super) async fn view(app: &App, scope: &StoreScope, id: OrderId) -> ApiResult<OrderView> {
    let c = app.db().conn();
    let mut order = store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    order.payment_name = paid_with::get_shown_name(c, scope, &order).await?;
    let items = store::list_items(c, scope, id).await?;
    let sums = ledger::store::get_sums(c, scope, id).await?;
    let refunded =
        if sums.refunded() > 0 { returns::store::list_refunded_pieces(c, scope, id).await? } else { HashMap::default() };
    let customer = customers::store::find(c, scope, order.customer_id).await?;
    let mut ids: Vec<_> = items.iter().filter_map(|i| i.media_id).collect();
    ids.sort();
    ids.dedup();
    let images = media::list_views(c, scope, &ids).await?;
    let profile = stores::get_profile(c, scope).await?;
    let link = format!("{}{}", app.base.store_url(&profile.slug), shopper_link::path(app, scope, id).await?);
    let customer = customer.map_or_else(|| (order.sender_name.clone(), 0), |c| (c.name, c.orders_count));
    let money = MoneyView::from_sums(sums, profile.currency);
    let refunded_of = |i: &OrderItem| refunded.get(&i.line).copied().unwrap_or(0);
    let items = items.into_iter().map(|i| (refunded_of(&i), i)).collect();
    Ok(OrderView::new(order, items, customer, images, profile.currency, link, money))
}

/// The response to a failed change; a stale one carries the current order.
pub(super) async fn failed(app: &App, scope: &StoreScope, id: OrderId, e: OrderError) -> ApiError {
    match e {
        OrderError::Stale => match view(app, scope, id).await {
            Ok(now) => ApiError::stale().with_current(&now),
            Err(e) => e,
        },
        e => e.into(),
    }
}

/// The activity of an order, oldest first; the newest 200 entries. The owner of a store may edit every comment of it.
///
/// # Errors
/// 404 for an order that is not the store's.
pub(super) async fn list_activity(app: &App, scope: &StoreScope, id: OrderId, is_owner: bool) -> ApiResult<Vec<ActivityView>> {
    let c = app.db().conn();
    store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let mut comments = comments::read::activity(c, scope, id, is_owner).await?;
    let entries = activity::list(c, scope, id).await?;
    Ok(entries
        .into_iter()
        .map(|e| {
            let comment = comments.remove(&e.seq);
            ActivityView::new(e, comment)
        })
        .collect())
}
