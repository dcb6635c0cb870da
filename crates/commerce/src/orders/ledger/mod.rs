//! The money of each order, entry by entry (OR-02, OR-05, decisions §5).
//!
//! Table: `order_entries`, to which rows are only added, in the transaction of the change they tell of. What was paid, what
//! is owed and what can be refunded is their sum ([`model::LedgerTotals`]) and stands nowhere. Invariants: the charge and its adjustments
//! come to the order's total; never more is given back than was paid; every entry comes with a new version of its order, so
//! two of them never follow from the same sums.

pub(super) mod amount_text;
mod api;
pub(super) mod entries;
pub(super) mod model;
pub(super) mod store;
pub(super) mod wire;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
