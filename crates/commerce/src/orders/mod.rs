//! Orders: placed by shoppers from carts, worked through by the merchant (OR-01..07, decisions §5).
//!
//! Tables: `orders`, `order_items`, `order_tags`, `order_views`, `order_exports`; the order numbers of `store_counters`, the order rows of `status_counts`.
//! Invariants: an order holds its goods from the moment it is placed until it is cancelled or returned; its status moves
//! only along [`Status::next`]; the sums on it never change; every change is in the journal, in the same transaction.
//!
//! To add a status: a row in `status::statuses!`, and in decisions §5.

mod api;
mod change;
mod export;
mod files_api;
mod list;
mod marks;
mod marks_api;
mod model;
mod page;
mod papers;
mod place;
mod review;
mod status;
mod store;
mod views;
mod wire;

pub use change::{Move, OrderError, Restock, comment, set_payment_status, set_status};
pub use model::{Order, OrderItem, OrderPage};
pub use page::{for_shopper, open, shopper_path};
pub use papers::{InvoiceDueJob, find_many, lock, note_issued};
pub use place::{PlaceError, Placed, place, place_draft};
pub use review::{Expected, Review, parcel, review, review_of};
pub use status::{InvalidTransition, PaymentStatus, Status};

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    api::routes().merge(marks_api::routes()).merge(views::routes()).merge(export::routes()).merge(files_api::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<crate::App>) {
    export::register(registry);
}
