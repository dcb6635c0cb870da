//! An order's activity as it goes over the wire. Times are RFC 3339 in UTC.

use serde::Serialize;

use super::comments::wire::OrderCommentView;
use platform::journal::StoredEntry;

/// Who did something.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ActorView {
    /// Customer | Merchant | System.
    r#type: String,
    name: String,
    /// The operator of the platform who did it in this one's name.
    operator: Option<String>,
}

/// An entry of an order's activity (OR-07).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ActivityView {
    seq: i64,
    at: String,
    /// comment | create | update | update_status | update_payment_status | delete.
    action: String,
    actor: ActorView,
    note: Option<String>,
    /// The fields as they were.
    #[schema(value_type = Option<Object>)]
    before: Option<serde_json::Value>,
    /// The fields as they became.
    #[schema(value_type = Option<Object>)]
    after: Option<serde_json::Value>,
    /// Of a remark: as it reads now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    comment: Option<OrderCommentView>,
}

impl ActivityView {
    /// An entry; a remark says what it reads now, or nothing once it was taken back.
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
