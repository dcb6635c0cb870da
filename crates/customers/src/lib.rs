//! Customers: people who have ordered or whom the merchant created, identified by their mobile number (CU-01).
//!
//! Tables: `customers`, `customer_addresses`, `customer_tags`, `customer_groups`, `customer_group_members`,
//! `customer_consents`, `customer_notes`, `customer_contacts`, `customer_merges`, `customer_refusals`,
//! `customer_segments`; words and phone digits in `search_tokens`.
//! Invariants: one customer per mobile number and store; the statistics of their orders (`orders_count`, `cancelled_count`,
//! `returned_count`, `total_spent`, `first_order_at`, `last_order_at`) are updated in the transaction of each order. A customer
//! keeps the name of the first order: an order never renames the customer of a number. `version` rises with edits by people, not
//! with orders, so that a form can still be saved when an order comes in while it is open.
//!
//! Sub-slices, lower first (docs/decisions/0067): a file imports files of its own sub-slice and of lower ones, by name and not
//! through this file; `api` files stand above all of them. `cargo xtask check-arch` reads these lines.
//!
//! what a customer is: model < places < address < completeness < coordinates < search
//! what others keep of them: sale < references < purchases
//! rows: tables < entities < store < `search_store`
//! who is chosen: filter < `list_store` < `duplicates_store`
//! writing one: wire < write < `consents_notes` < contactability < subscriptions
//! two become one: `merge_model` < `merge_store` < merge < `order_stats`
//! lists and pages: segments < query < detail
//! many at once: bulk < export < import
//! calls, and what tests are made of: `activity_api` < `consents_notes_api` < `label_api` < `merge_api` < api < testing

mod activity_api;
mod address;
mod api;
mod bulk;
mod completeness;
mod consents_notes;
mod consents_notes_api;
mod contactability;
mod coordinates;
mod detail;
mod duplicates_store;
pub mod entities;
mod export;
mod filter;
mod import;
mod label_api;
mod list_store;
mod merge;
mod merge_api;
mod merge_model;
mod merge_store;
mod model;
mod order_stats;
pub mod places;
mod purchases;
mod query;
mod references;
mod sale;
mod search;
mod search_store;
mod segments;
pub mod store;
mod subscriptions;
mod tables;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod wire;
mod write;

pub use address::{Address, AddressIn, GeoLocation};
pub use completeness::{Demands, Exact, Gap, Gaps, gaps};
pub use contactability::{addresses_of, has_refused, withdraw};
pub use coordinates::read as read_pin;
pub use detail::find_detail;
pub use entities::ENTITIES;
pub use import::table as import_table;
pub use merge_store::find_merged_into;
pub use model::Customer;
pub use model::{Channel, CustomerGroup, Source};
pub use order_stats::{
    OrderOf, OrderedBy, Recorded, Undone, has_ordered_since, is_blocked, orders_count, record_order, record_order_of, spend,
    undo_order,
};
pub use purchases::{BuyerIndex, CouponUse, OpenCart, Purchase, PurchaseCondition, PurchaseTarget, Purchases};
pub use references::{CustomerReferences, Merged, ReferenceCounts, Referrers};
pub use search::words_of;
pub use search::{Term, terms};
pub use store::{contacts, labels, refusals};
pub use subscriptions::{SignUp, SignUpContact, read_sign_up, sign_up};
pub use tables::TABLES;
pub use wire::{CustomerDetail, CustomerRow};

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
        .merge(consents_notes_api::routes())
        .merge(activity_api::routes())
        .merge(label_api::routes())
        .merge(bulk::routes())
        .merge(merge_api::routes())
        .merge(segments::routes())
        .merge(export::routes())
        .merge(import::routes())
        .merge(places::api::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<platform::App>) {
    bulk::register(registry);
    duplicates_store::register(registry);
    export::register(registry);
    import::register(registry);
}
