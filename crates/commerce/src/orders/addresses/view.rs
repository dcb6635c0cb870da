//! The state of an order's address as the team sees it.

use kernel::{OrderId, StoreScope};
use web::{ApiError, ApiResult};

use super::gate::{gaps_of, goes_by_courier, is_to_ship};
use super::store::{self, State};
use super::wire::{AddressView, LinkView};
use super::{change, link};
use crate::orders::store as orders;
use platform::{App, stores};

/// What the address of an order lacks, and the shopper's link to complete it.
///
/// # Errors
/// 404 for an order that is not the store's.
pub(in crate::orders) async fn view(app: &App, scope: &StoreScope, id: OrderId) -> ApiResult<AddressView> {
    let c = app.db().conn();
    let order = orders::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let profile = stores::get_profile(c, scope).await?;
    let row = store::find(c, scope, id).await?;
    let address_link = match &row {
        Some(row) => link::address_of(app, scope, &profile, order.language, row).await?,
        None => None,
    };
    let state = row.as_ref().map(|r| r.state);
    let found = gaps_of(&profile, &order)?;
    let is_asked = goes_by_courier(&order) && is_to_ship(order.status);
    // The gaps that were found when the order was held.
    let gaps = match &row {
        Some(row) if matches!(row.state, State::Held | State::Accepted) => row.gaps.clone(),
        _ => Vec::new(),
    };
    let hints = if is_asked { found.mentioned } else { Vec::new() };
    Ok(AddressView::new(
        row.as_ref(),
        &gaps,
        &hints,
        change::may_change(&order, state),
        is_asked,
        address_link.map(|l| LinkView::new(l, app.env().now())),
        order.version,
    ))
}
