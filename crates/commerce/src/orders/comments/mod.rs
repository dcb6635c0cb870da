//! Comments of the team about an order, and mentions of members (OR-07).
//!
//! `model` finds mentioned members in a text · `write` adds, edits and deletes · `mentions` counts unread mentions · `notice`
//! notifies mentioned members · `read` shows comments with their current text.
//!
//! Tables: `order_comments`, `order_mentions`. Invariants: a comment has one entry `comment` in the journal of its order, which
//! fixes its place in the activity; later texts are entries of the comment itself, so that a deleted text remains only in the
//! journal; mentioned members are stored by id and may read orders when they are mentioned; a text that the customer reads
//! mentions nobody.

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

/// The endpoints of comments and mentions.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The job handlers.
pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    notice::register(registry);
}
