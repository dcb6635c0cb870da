//! Comments and mentions in API responses.

use std::collections::HashMap;

use kernel::{OrderCommentId, OrderId, StoreScope, UserId};
use serde::Serialize;

use super::model::named;
use super::store::{Comment, Mention};

impl Comment {
    /// Whether the actor wrote it.
    pub(super) fn is_by(&self, scope: &StoreScope) -> bool {
        self.author_id.is_some_and(|id| scope.actor().id == Some(id.raw()))
    }
}

/// A mentioned member.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct MentionedMember {
    id: UserId,
    /// Current name, also of members who left.
    name: String,
}

/// A comment of the team about an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderCommentView {
    id: OrderCommentId,
    order_id: OrderId,
    /// Its place in the order's activity.
    seq: i64,
    /// Its text, with members as `@usr_...`. Null once it was deleted.
    pub(in crate::orders) note: Option<String>,
    /// The members that the text mentions.
    mentions: Vec<MentionedMember>,
    /// The customer reads it on the order's page in the store.
    is_visible: bool,
    author: String,
    version: i64,
    created_at: String,
    /// Time of the last edit; null without one.
    edited_at: Option<String>,
    deleted_at: Option<String>,
    /// Name at that time; empty while the comment exists.
    deleted_by: String,
    /// The caller wrote it.
    can_edit: bool,
    /// The caller wrote it, or owns the store.
    can_delete: bool,
}

/// The viewer, and the names of mentioned members.
pub(super) struct Viewer<'a> {
    pub(super) scope: &'a StoreScope,
    pub(super) is_owner: bool,
    pub(super) names: &'a HashMap<UserId, String>,
}

fn mentioned(text: &str, names: &HashMap<UserId, String>) -> Vec<MentionedMember> {
    named(text).into_iter().map(|id| MentionedMember { id, name: names.get(&id).cloned().unwrap_or_default() }).collect()
}

impl Viewer<'_> {
    pub(super) fn view(&self, k: Comment) -> OrderCommentView {
        let is_live = k.deleted_at.is_none();
        let is_own = k.is_by(self.scope);
        OrderCommentView {
            id: k.id,
            order_id: k.order_id,
            seq: k.seq,
            mentions: mentioned(&k.body, self.names),
            note: is_live.then_some(k.body),
            is_visible: k.is_visible,
            author: k.author_name,
            version: k.version,
            created_at: k.created_at.rfc3339(),
            edited_at: k.edited_at.map(kernel::Millis::rfc3339),
            deleted_at: k.deleted_at.map(kernel::Millis::rfc3339),
            deleted_by: k.deleted_by,
            can_edit: is_live && is_own,
            can_delete: is_live && (is_own || self.is_owner),
        }
    }
}

/// The order that a comment is about.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct MentionOrder {
    id: OrderId,
    number: i64,
}

/// A comment that mentions the caller.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct MentionView {
    /// Id of the comment.
    id: OrderCommentId,
    order: MentionOrder,
    author: String,
    /// The comment's text, with members as `@usr_...`.
    note: String,
    mentions: Vec<MentionedMember>,
    at: String,
    /// Null until the caller has read it.
    read_at: Option<String>,
}

impl MentionView {
    pub(super) fn from_mention(m: Mention, names: &HashMap<UserId, String>) -> Self {
        Self {
            id: m.comment_id,
            order: MentionOrder { id: m.order_id, number: m.number },
            author: m.author_name,
            mentions: mentioned(&m.body, names),
            note: m.body,
            at: m.created_at.rfc3339(),
            read_at: m.read_at.map(kernel::Millis::rfc3339),
        }
    }
}
