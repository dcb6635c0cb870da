//! Changing an order that was placed: lines, quantities, prices with a reason, address, fees, discount (decisions §5).
//!
//! Writes `orders`, `order_items`, stock and the ledger in one transaction. Invariants: what is applied is what was previewed
//! (same version, same total); goods are taken and given back with it; the identity of the sums holds after it; nothing that
//! was refunded is edited away.

mod api;
mod apply;
mod coupon;
mod draft;
mod given;
mod model;
mod store;
mod wire;

pub(super) use coupon::NO_EFFECT as COUPON_NO_EFFECT;
pub(super) use draft::new_line;
#[cfg(any(test, feature = "testing"))]
pub(super) use model::{Edited, edited};
pub(super) use model::{OrderRevision, RevisedLine, edited_with_fee};

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
