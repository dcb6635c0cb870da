//! Receipts of bank transfers (OR-09): the shopper uploads one for an order that is paid by transfer or waits for a deposit; the
//! merchant accepts it, which records the payment, or refuses it with a reason, after which the shopper can send another.
//!
//! Table: `order_receipts`. Blobs: `{store}/receipts/{name}`, not served under any address of the store. Invariants: a receipt is
//! waiting, accepted or refused, and is decided once; an accepted one comes with its payment in the same transaction; stored
//! files carry no metadata. A receipt with the same bytes or picture as an earlier one of the store is flagged.

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
