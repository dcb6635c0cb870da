//! A change that lacked stock is retried once when expired reservations still counted against it.

use kernel::StoreScope;

use super::error::OrderError;
use crate::carts;
use platform::App;

/// Releases expired reservations after a change was refused for missing stock; true when that freed some pieces, and the change
/// may be retried.
pub(super) async fn release_expired(app: &App, scope: &StoreScope, e: &OrderError) -> db::Result<bool> {
    let is_short = match e {
        OrderError::OutOfStock => true,
        OrderError::Fields(errors) => errors.iter().any(|(field, _)| field.starts_with("items.") && field.ends_with(".quantity")),
        _ => false,
    };
    Ok(is_short && carts::reservations::expire(app, scope).await? > 0)
}
