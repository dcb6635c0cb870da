//! Receipts of bank transfers (OR-09): the shopper sends one for an order that is paid so or waits for a deposit, the merchant accepts it, which books the payment, or
//! refuses it with a reason, which the shopper can answer with another.
//!
//! Table: `order_receipts`. Blobs: `{store}/receipts/{name}`, which no address of the store reaches. Invariants: a receipt waits,
//! is accepted or is refused, and is decided once; an accepted one comes with its payment in the same transaction; what is
//! kept carries no metadata. A receipt whose bytes or picture came before, for this or another order of the store, is flagged.

mod api;
mod blob;
mod decide;
mod notice;
mod send;
pub(super) mod store;
mod wire;

pub use blob::key;
pub use send::{SendError, Sent, for_shopper, send};
pub use store::count_waiting;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    notice::register(registry);
}
