//! What the team writes about an order, and whom it names (OR-07).
//!
//! `model` finds members named in a text · `write` writes, edits and deletes · `mentions` notifies the mentioned members ·
//! `read` shows comments as they read now.
//!
//! Tables: `order_comments`, `order_mentions`. Invariants: a comment has one entry `comment` of the order in the journal, whose
//! place is its own; later wordings are entries of the comment itself, so that a text that was taken back stands in the journal
//! alone; whom a text names is kept by id and may read orders when they are named; a text the customer reads names nobody.

mod api;
mod mentions;
mod model;
mod notice;
pub(super) mod read;
pub(super) mod store;
pub(super) mod wire;
mod write;

pub use mentions::count_unread as count_unread_mentions;
pub use model::without_names as comment_without_names;

/// The calls of comments and mentions.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The job handlers.
pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    notice::register(registry);
}
