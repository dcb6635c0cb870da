//! Comments and mentions as they are shown.

use std::collections::HashMap;

use kernel::{OrderCommentId, OrderId, StoreScope, UserId};
use serde::Serialize;

use super::model::named;
use super::store::{Comment, Mention};

impl Comment {
    /// Whoever acts wrote it.
    pub(super) fn is_by(&self, scope: &StoreScope) -> bool {
        self.author_id.is_some_and(|id| scope.actor().id == Some(id.raw()))
    }
}

/// A member whom a text names.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct MentionedMember {
    id: UserId,
    /// As they are called now, members who left too.
    name: String,
}

/// What the team wrote about an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderCommentView {
    id: OrderCommentId,
    order_id: OrderId,
    /// Its place in the order's activity.
    seq: i64,
    /// Its words; members stand in them as `@usr_...`. Null once it was deleted.
    pub(in crate::orders) note: Option<String>,
    /// Whom the words name.
    mentions: Vec<MentionedMember>,
    /// The customer reads it on the order's page in the store.
    is_visible: bool,
    author: String,
    version: i64,
    created_at: String,
    /// Of the latest wording; null as it was first written.
    edited_at: Option<String>,
    deleted_at: Option<String>,
    /// By the name of then; empty while it stands.
    deleted_by: String,
    /// The caller wrote it.
    can_edit: bool,
    /// The caller wrote it, or owns the store.
    can_delete: bool,
}

/// Who looks, and the names they see.
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

/// A comment that names the caller.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct MentionView {
    /// The comment.
    id: OrderCommentId,
    order: MentionOrder,
    author: String,
    /// The comment's words; members stand in them as `@usr_...`.
    note: String,
    mentions: Vec<MentionedMember>,
    at: String,
    /// Null until the caller has seen it.
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
