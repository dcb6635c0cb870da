//! A change that lacked stock is retried once when expired holds still counted against it.

use kernel::StoreScope;

use super::error::OrderError;
use crate::carts;
use platform::App;

/// Releases expired holds after a change was refused for missing stock; true when that freed some, and the change may be retried.
pub(super) async fn frees_ended_holds(app: &App, scope: &StoreScope, e: &OrderError) -> db::Result<bool> {
    let is_short = match e {
        OrderError::OutOfStock => true,
        OrderError::Fields(errors) => errors.iter().any(|(field, _)| field.starts_with("items.") && field.ends_with(".quantity")),
        _ => false,
    };
    Ok(is_short && carts::reservations::expire(app, scope).await? > 0)
}
