//! The shipments of one order as the team sees them.

use kernel::{OrderId, StoreScope};
use web::{ApiError, ApiResult};

use super::defaults::provider_of;
use super::wire::{FulfilmentRows, OrderShipmentsView};
use crate::orders::cascade::cash::{CashBalance, paid_before_delivery};
use crate::orders::cascade::model::to_ship;
use crate::orders::store as orders;
use crate::orders::{ledger, order_confirmation};
use crate::shipments;
use catalog::stock;
use platform::{App, stores};

/// The shipments of an order, what is left to ship, and the defaults of a new waybill.
///
/// # Errors
/// 404 for an order that is not the store's.
pub(in crate::orders) async fn of_order(app: &App, scope: &StoreScope, id: OrderId) -> ApiResult<OrderShipmentsView> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, scope).await?;
    let order = orders::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let items = orders::list_items(c, scope, id).await?;
    let shipments = shipments::list_by_order(c, scope, id).await?;
    let list_lines = shipments::list_lines_by_order(c, scope, id).await?;
    let list_events = shipments::list_events(c, scope, id).await?;
    let paid_before = paid_before_delivery(c, scope, id, &shipments).await?;
    let unshipped = to_ship(&items, &shipments::live_pieces(&shipments, &list_lines));
    Ok(OrderShipmentsView::from_known(&FulfilmentRows {
        order: &order,
        items: &items,
        shipments: &shipments,
        tracking: &shipments::list_tracking(c, scope, id).await?,
        lines: &list_lines,
        events: &list_events,
        unshipped: &unshipped,
        provider: provider_of(&order)?,
        balance: CashBalance::new(&ledger::store::get_sums(c, scope, id).await?, paid_before),
        waits_for_confirmation: order_confirmation::gate::waits(c, scope, &order).await?,
        warehouse: stock::first_location(scope.store()),
        currency: profile.currency,
        language: profile.default_language,
    }))
}
