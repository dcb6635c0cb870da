//! An order with what its page shows beside it, so that the page takes one call (OR-02).

use kernel::{OrderId, StoreScope};
use serde::Serialize;
use web::{ApiError, ApiResult};

use super::activity_wire::ActivityView;
use super::addresses::view::view as address_of;
use super::addresses::wire::AddressView;
use super::call_queue::view::order_trust;
use super::call_queue::wire::OrderTrust;
use super::detail::{list_activity, view};
use super::fulfilment::of_order::of_order;
use super::fulfilment::wire::OrderShipmentsView;
use super::status::Status;
use super::store;
use super::wire::OrderView;
use crate::cod_risk::is_cash;
use platform::App;

/// An order with its address, shipments, trust and activity.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderWithParts {
    order: OrderView,
    /// Null for a draft.
    address: Option<AddressView>,
    /// Null for a draft.
    shipments: Option<OrderShipmentsView>,
    /// Null unless the order is paid in cash on delivery and has a mobile number.
    trust: Option<OrderTrust>,
    /// Oldest first; the newest 200 entries.
    activity: Vec<ActivityView>,
}

/// An order with its parts. The owner of a store may edit every comment of it.
///
/// # Errors
/// 404 for an order that is not the store's.
pub async fn with_parts(app: &App, scope: &StoreScope, id: OrderId, is_owner: bool) -> ApiResult<OrderWithParts> {
    let saved = store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)?;
    let is_placed = saved.status != Status::Draft;
    let is_scored = is_placed && is_cash(&saved.payment_provider) && !saved.mobile.is_empty();
    Ok(OrderWithParts {
        order: view(app, scope, id).await?,
        address: if is_placed { Some(address_of(app, scope, id).await?) } else { None },
        shipments: if is_placed { Some(of_order(app, scope, id).await?) } else { None },
        trust: if is_scored { Some(order_trust(app, scope, id).await?) } else { None },
        activity: list_activity(app, scope, id, is_owner).await?,
    })
}
