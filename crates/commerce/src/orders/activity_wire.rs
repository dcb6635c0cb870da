//! An order's activity in the API. Times are RFC 3339 in UTC.

use serde::Serialize;

use super::cascade::courier;
use super::comments::wire::OrderCommentView;
use platform::journal::StoredEntry;
use web::lang;

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
    /// Why a courier did not do what was asked of it, in the caller's language; its own words are `after.reason`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    courier_reason: Option<String>,
    /// Of a comment: its current text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    comment: Option<OrderCommentView>,
}

/// The text of the code in an entry about a shipment. A booking that failed has one whatever its code is.
fn courier_reason(after: &serde_json::Value) -> Option<String> {
    let is_shipment = after["shipment"].is_string();
    let code = after["booking_code"].as_str().filter(|_| is_shipment)?;
    let message = if after["booking"] == "failed" { courier::text(code) } else { courier::message(code)? };
    Some(message.get(lang::current()).to_owned())
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
            courier_reason: after.as_ref().and_then(|after| courier_reason(&after.0)),
            before: before.map(|j| j.0),
            after: after.map(|j| j.0),
            comment,
        }
    }
}
