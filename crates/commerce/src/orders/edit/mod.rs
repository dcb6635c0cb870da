//! Editing a placed order: lines, quantities, prices with a reason, address, fees, discount (decisions §5).
//!
//! Writes `orders`, `order_items`, stock and the ledger in one transaction. Invariants: what is applied is what was previewed
//! (same version, same total); stock is taken and returned with it; the identity of the sums holds after it; nothing that was
//! refunded is edited away.

mod api;
mod apply;
pub(super) mod coupon;
pub(super) mod draft;
pub(super) mod model;
mod refunded_goods;
pub(super) mod revision;
mod store;
mod wire;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
