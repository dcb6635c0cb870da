//! The return parcels of one order as the team sees them.

use kernel::{ReturnParcelId, StoreScope};
use web::{ApiError, ApiResult};

use super::create::fetches_returns;
use super::pieces::{OrderPieces, fetchable, is_fetchable};
use super::store;
use super::wire::{OrderReturnParcelsView, ReturnParcelView};
use crate::couriers;
use crate::orders::fulfilment::shipment_line::ShipmentLine;
use crate::orders::model::Order;
use crate::orders::store as orders;
use crate::shipments;
use crate::shipping::ShippingProvider;
use catalog::stock;
use platform::{App, stores};

/// The couriers of the store that fetch parcels at customers.
async fn couriers_of(app: &App, scope: &StoreScope) -> db::Result<Vec<ShippingProvider>> {
    let c = app.db().conn();
    let accounts = couriers::accounts(c, scope).await?;
    if accounts.is_empty() || stores::get_profile(c, scope).await?.is_demo {
        return Ok(Vec::new());
    }
    let fetches = |provider: &ShippingProvider| app.couriers.get(provider.as_str()).is_some_and(fetches_returns);
    Ok(accounts.into_iter().map(|account| account.provider).filter(fetches).collect())
}

/// The return parcels of an order. One statement for an order that has none and of which nothing can be fetched.
///
/// # Errors
/// Of the database.
pub(in crate::orders) async fn of_order(app: &App, scope: &StoreScope, order: &Order) -> ApiResult<OrderReturnParcelsView> {
    let (c, id) = (app.db().conn(), order.id);
    let parcels = store::list_by_order(c, scope, id).await?;
    let couriers = if is_fetchable(order.status) { couriers_of(app, scope).await? } else { Vec::new() };
    let mut view = OrderReturnParcelsView {
        couriers,
        fetchable: Vec::new(),
        warehouse: stock::first_location(scope.store()),
        parcels: vec![],
    };
    if parcels.is_empty() && view.couriers.is_empty() {
        return Ok(view);
    }
    let (items, lines) = (orders::list_items(c, scope, id).await?, store::list_lines_by_order(c, scope, id).await?);
    if !view.couriers.is_empty() {
        let pieces = OrderPieces {
            status: order.status,
            items: &items,
            shipments: &shipments::list_by_order(c, scope, id).await?,
            shipment_lines: &shipments::list_lines_by_order(c, scope, id).await?,
            parcels: &parcels,
            parcel_lines: &lines,
        };
        let line = |line: shipments::Line| ShipmentLine { line: line.line, quantity: line.quantity };
        view.fetchable = fetchable(pieces).into_iter().map(line).collect();
    }
    view.parcels = parcels.into_iter().map(|parcel| ReturnParcelView::new(parcel, order, &items, &lines)).collect();
    Ok(view)
}

/// One parcel.
///
/// # Errors
/// 404 for a parcel that is not the store's.
pub(super) async fn one(app: &App, scope: &StoreScope, id: ReturnParcelId) -> ApiResult<ReturnParcelView> {
    let c = app.db().conn();
    let parcel = store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let order = orders::find(c, scope, parcel.order_id).await?.ok_or_else(ApiError::not_found)?;
    let items = orders::list_items(c, scope, order.id).await?;
    let lines = store::list_lines_by_order(c, scope, order.id).await?;
    Ok(ReturnParcelView::new(parcel, &order, &items, &lines))
}
