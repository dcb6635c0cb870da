//! An order's activity in the API. Times are RFC 3339 in UTC.

use serde::Serialize;

use super::comments::wire::OrderCommentView;
use platform::journal::StoredEntry;

/// The actor of an entry.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ActorView {
    /// Customer | Merchant | System.
    r#type: String,
    name: String,
    /// The operator of the platform who impersonated this user.
    operator: Option<String>,
}

/// An entry of an order's activity (OR-07).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ActivityView {
    seq: i64,
    at: String,
    /// comment | create | update | `update_status` | `update_payment_status` | delete.
    action: String,
    actor: ActorView,
    note: Option<String>,
    /// The changed fields with their values before.
    #[schema(value_type = Option<Object>)]
    before: Option<serde_json::Value>,
    /// The changed fields with their values after.
    #[schema(value_type = Option<Object>)]
    after: Option<serde_json::Value>,
    /// Of a comment: its current text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    comment: Option<OrderCommentView>,
}

impl ActivityView {
    /// An entry; for a comment with its current text, or none once it was deleted.
    pub(super) fn new(entry: StoredEntry, comment: Option<OrderCommentView>) -> Self {
        let StoredEntry { seq, at, action, actor_kind, actor_name, operator_name, note, before, after } = entry;
        Self {
            seq,
            at: at.rfc3339(),
            action,
            actor: ActorView { r#type: actor_kind, name: actor_name, operator: operator_name },
            note: comment.as_ref().map_or(note, |k| k.note.clone()),
            before: before.map(|j| j.0),
            after: after.map(|j| j.0),
            comment,
        }
    }
}
