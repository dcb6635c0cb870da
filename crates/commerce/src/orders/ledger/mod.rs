//! The ledger of each order (OR-02, OR-05, decisions §5).
//!
//! Table: `order_entries`, append-only, written in the transaction of the change that causes the entry. Paid, owed and refundable
//! amounts are sums of it ([`model::LedgerTotals`]) and are not stored. Invariants: the charge and its adjustments add up to the
//! order's total; never more is refunded than was paid; every entry comes with a new version of its order, so that two entries
//! are never based on the same sums.

pub(super) mod amount_text;
mod api;
pub(super) mod entries;
pub(super) mod model;
pub(super) mod store;
pub(super) mod wire;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
