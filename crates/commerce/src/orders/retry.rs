//! A change that lacked goods is tried once more where ended checkouts still held them.

use kernel::StoreScope;

use super::error::OrderError;
use crate::carts;
use platform::App;

/// A change was refused for pieces that checkouts held whose time is over: they are free now, and it may be tried once more.
pub(super) async fn frees_ended_holds(app: &App, scope: &StoreScope, e: &OrderError) -> db::Result<bool> {
    let is_short = match e {
        OrderError::OutOfStock => true,
        OrderError::Fields(errors) => errors.iter().any(|(field, _)| field.starts_with("items.") && field.ends_with(".quantity")),
        _ => false,
    };
    Ok(is_short && carts::reservations::expire(app, scope).await? > 0)
}
