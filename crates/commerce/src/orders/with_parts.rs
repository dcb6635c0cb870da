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
use super::model::Order;
use super::online_payments::view as online_payments;
use super::online_payments::wire::OnlinePaymentsView;
use super::return_parcels::{OrderReturnParcelsView, of_order as return_parcels_of};
use super::status::Status;
use super::wire::OrderView;
use super::{ledger, shopper_link, store};
use crate::cod_risk::is_cash;
use crate::payments::{self, PaymentSale};
use platform::provider_calls::{self, ProviderCallView};
use platform::{App, stores};

/// An order with its address, shipments, trust, online payments, calls to providers and activity.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderWithParts {
    order: OrderView,
    /// Null for a draft.
    address: Option<AddressView>,
    /// Null for a draft.
    shipments: Option<OrderShipmentsView>,
    /// Parcels that couriers fetch at its customer's; null for a draft.
    return_parcels: Option<OrderReturnParcelsView>,
    /// Null unless the order is paid in cash on delivery and has a mobile number.
    trust: Option<OrderTrust>,
    /// Null of an order that nobody tried to pay online.
    online_payments: Option<OnlinePaymentsView>,
    /// Where its shopper pays online what it owes, to be sent to them; null when nothing is owed, or no gateway is on offer for it.
    payment_link: Option<String>,
    /// Calls to payment providers and couriers about it, the newest first; 100 at most.
    provider_calls: Vec<ProviderCallView>,
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
    let payment_link = payment_link(app, scope, &saved).await?;
    Ok(OrderWithParts {
        payment_link,
        order: view(app, scope, id).await?,
        address: if is_placed { Some(address_of(app, scope, id).await?) } else { None },
        shipments: if is_placed { Some(of_order(app, scope, id).await?) } else { None },
        return_parcels: if is_placed { Some(return_parcels_of(app, scope, &saved).await?) } else { None },
        trust: if is_scored { Some(order_trust(app, scope, id).await?) } else { None },
        online_payments: online_payments::find_of_order(app, scope, id).await?,
        provider_calls: provider_calls::list_views_of_order(app, scope, id).await?,
        activity: list_activity(app, scope, id, is_owner).await?,
    })
}

/// The payment link of an order: of one under review for a deposit it pays the deposit, else all that is owed.
async fn payment_link(app: &App, scope: &StoreScope, order: &Order) -> db::Result<Option<String>> {
    if !order.status.holds_stock() {
        return Ok(None);
    }
    let c = app.db().conn();
    let owed = ledger::store::get_sums(c, scope, order.id).await?.owed();
    if owed == 0 {
        return Ok(None);
    }
    let methods = payments::methods(c, scope).await?;
    if !methods.iter().any(|method| method.is_active && method.provider.is_online()) {
        return Ok(None);
    }
    let profile = stores::get_profile(c, scope).await?;
    let country = order.address.as_ref().map_or(profile.country.as_str(), |address| address.country.as_str());
    let sale = PaymentSale { shipping: None, mobile: Some(&order.mobile), country, amount: owed };
    let offered = payments::offers(c, scope, &methods, &sale).await?;
    if !offered.iter().any(|option| option.provider.is_online()) {
        return Ok(None);
    }
    Ok(Some(format!("{}{}/pay", app.base.store_url(&profile.slug), shopper_link::path(app, scope, order.id).await?)))
}
