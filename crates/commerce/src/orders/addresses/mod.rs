//! The address gate (OR-02, CU-01; docs/decisions/0022-address-gate.md): orders that cannot ship before their address is
//! complete, and the link on which the shopper completes it without logging in.
//!
//! Table: `order_address_checks`. Invariants: an order by courier that lacks a required part is `held` from the transaction that
//! caused it until it is completed, accepted as it is, or ended; a held order is not shipped; a changed address is checked in the
//! same transaction; a link changes neither number nor country, and ends when the goods leave.

mod api;
pub(super) mod change;
pub(super) mod gate;
pub(super) mod link;
mod settings_api;
mod store;
mod sweep;
pub(super) mod view;
pub(super) mod wire;

use jobs::Registry;
use platform::App;
use utoipa_axum::router::OpenApiRouter;

pub use link::{AddressLink, OpenAddress, Sent as SentAddress, complete, open as open_link};
pub use store::count_held;
pub use sweep::look_at_all;

pub(super) fn routes() -> OpenApiRouter<App> {
    api::routes().merge(settings_api::routes())
}

/// The gate's schedule.
pub(super) fn register(registry: &mut Registry<App>) {
    sweep::register(registry);
}
