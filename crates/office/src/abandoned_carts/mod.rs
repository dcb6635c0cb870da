//! Abandoned carts (CA-01..04): the list of each step, a cart's page, restore links for any device, orders made from carts,
//! reminders and their results.
//!
//! Tables: `cart_reminder_plans`, `cart_reminders`, `reminded_people`; of `carts` the columns `reminder_status`,
//! `reminders_done`, `reminded_at` and `last_reminded_at`. The rest of `carts` is only read here.
//! Invariants: a message of the sequence is claimed on the cart's row in the transaction that writes it, so it is written once
//! even with several workers; people who opted out, are blocked or refused a channel get no message; the sequence of a cart ends
//! for good when its shopper does anything; a sent message is never undone, so a batch of carts has no undo.
//!
//! [`schedule`] computes when a message is due, [`wording`] checks its text; both are pure. [`coupon`] decides which coupon it
//! offers, and whether it can still be used: an expired code is never sent. `batch` reminds about all carts that a list's query
//! matches, in the background, with [`platform::batches`].

mod batch;
mod batch_api;
mod coupon;
mod delete;
mod entities;
mod export;
mod link;
mod list;
mod list_api;
mod list_store;
mod merge;
mod model;
mod opt_out;
mod order;
mod order_api;
mod page;
mod page_api;
mod plan;
mod plan_api;
mod query;
mod remind;
mod remind_api;
mod schedule;
mod stats;
mod store;
mod sweep;
mod tables;
mod wording;

pub use delete::delete as delete_cart;
pub use entities::ENTITIES;
pub use link::{Goal, Link, open, read as read_link};
pub use merge::restore;
pub use opt_out::{OptOutLink, find as find_opt_out, opt_out};
pub use sweep::remind_due;
pub use tables::TABLES;

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    list_api::routes()
        .merge(page_api::routes())
        .merge(order_api::routes())
        .merge(plan_api::routes())
        .merge(remind_api::routes())
        .merge(batch_api::routes())
        .merge(export::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<platform::App>) {
    sweep::register(registry);
    platform::batches::register::<batch::Carts>(registry);
    export::register(registry);
}
