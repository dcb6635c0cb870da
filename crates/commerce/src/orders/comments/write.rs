//! Adding, editing and deleting a comment. Each is one transaction with its journal entry.
//!
//! The author edits a comment at any time; the author or an owner deletes it. Earlier texts remain only in the journal.

use db::{Conn, Topics};
use kernel::{Env, OrderCommentId, OrderId, StoreScope, UserId};
use serde_json::json;
use web::message::common;
use web::{Action, ApiError, FieldErrors, Message, StatusCode, Subject};

use super::model::{MOST_NAMED, named};
use super::store::{self, Comment, NewComment};
use super::{mentions, notice};
use crate::orders::activity;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::store as orders;
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores::access;

const NOT_A_READER: Message = Message::new(
    "يمكن الإشارة إلى الأعضاء الذين لديهم صلاحية عرض الطلبات فقط.",
    "You can only mention team members who can view orders.",
);
const TOO_MANY: Message = Message::new("أشر إلى {max} عضوًا على الأكثر.", "Mention up to {max} members.");
const NOT_TO_CUSTOMER: Message = Message::new(
    "لا يمكن الإشارة إلى الفريق في تعليق يراه العميل.",
    "Comments visible to the customer can't mention team members.",
);
const NOT_YOURS: Message = Message::new("كاتب التعليق فقط يمكنه تعديله.", "Only its author can edit a comment.");
const NOT_YOURS_TO_DELETE: Message =
    Message::new("كاتب التعليق أو مالك المتجر فقط يمكنه حذفه.", "Only its author or an owner can delete a comment.");
const DELETED: Message = Message::new("تم حذف هذا التعليق.", "This comment has been deleted.");

/// Why a comment was not changed. Nothing was written.
#[derive(Debug)]
pub(super) enum CommentError {
    /// As for other changes of an order.
    Order(OrderError),
    /// It was changed since it was read.
    Stale,
    /// It was deleted.
    Deleted,
    /// It is another member's comment.
    NotYours(Message),
}

impl From<db::Error> for CommentError {
    fn from(e: db::Error) -> Self {
        Self::Order(e.into())
    }
}

impl From<OrderError> for CommentError {
    fn from(e: OrderError) -> Self {
        Self::Order(e)
    }
}

impl From<CommentError> for ApiError {
    fn from(e: CommentError) -> Self {
        match e {
            CommentError::Order(e) => e.into(),
            CommentError::Stale => Self::stale(),
            CommentError::Deleted => Self::conflict("comment_deleted", DELETED),
            CommentError::NotYours(message) => Self::new(StatusCode::FORBIDDEN, "not_the_author", message),
        }
    }
}

fn fault(message: Message) -> OrderError {
    OrderError::Fields(FieldErrors::one("note", message))
}

fn read(text: &str) -> Result<String, OrderError> {
    activity::note(Some(text))?.ok_or_else(|| fault(common::REQUIRED))
}

/// The newly mentioned members. Earlier ones stay, even if they may not read orders any more.
async fn named_anew(
    c: Conn<'_>,
    scope: &StoreScope,
    text: &str,
    is_visible: bool,
    before: &[UserId],
) -> Result<Vec<UserId>, OrderError> {
    let all = named(text);
    if all.is_empty() {
        return Ok(all);
    }
    if is_visible {
        return Err(fault(NOT_TO_CUSTOMER));
    }
    if all.len() > MOST_NAMED {
        return Err(fault(TOO_MANY.with("max", MOST_NAMED)));
    }
    let new: Vec<UserId> = all.into_iter().filter(|id| !before.contains(id)).collect();
    if !new.is_empty() {
        let readers = access::list_members_who(c, scope, Action::Read, Subject::Order).await?;
        if new.iter().any(|id| !readers.iter().any(|m| m.id == *id)) {
            return Err(fault(NOT_A_READER));
        }
    }
    Ok(new)
}

/// Notifies the mentioned members, except the author.
async fn notify_mentioned(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    of: (OrderCommentId, OrderId),
    users: &[UserId],
) -> Result<(), OrderError> {
    for user in users.iter().filter(|id| scope.actor().id != Some(id.raw())) {
        store::insert_mention(c, scope, of, *user, env.now()).await?;
        notice::enqueue(c, env, scope, of.0, *user).await?;
    }
    Ok(())
}

/// Adds a comment; visible to the customer where requested.
pub(super) async fn write(
    app: &App,
    scope: &StoreScope,
    order: OrderId,
    text: &str,
    is_visible: bool,
) -> Result<OrderCommentId, CommentError> {
    let text = read(text)?;
    let (at, env) = (scope.clone(), app.env().clone());
    let id: OrderCommentId = env.id();
    app.db()
        .tx(async move |c| {
            let now = env.now();
            // The order is locked first: its comment depends on it, and the journal's counter is the last row locked (0026).
            if !orders::lock(c, &at, order).await? {
                return Err(OrderError::NotFound.into());
            }
            let named = named_anew(c, &at, &text, is_visible, &[]).await?;
            let entry = Entry::new(Act::Comment, entities::ORDER, order).note(text.clone());
            let entry = if is_visible { entry.after(json!({ "is_visible": true })) } else { entry };
            let seq = journal::write(c, &at, now, Topics::SALES, entry).await?;
            store::insert(c, &at, &NewComment { id, order, seq, body: &text, is_visible }, now).await?;
            notify_mentioned(c, &env, &at, (id, order), &named).await?;
            Ok(id)
        })
        .await
}

/// Reads a comment for a change at a version.
async fn open(c: Conn<'_>, scope: &StoreScope, id: OrderCommentId, version: i64) -> Result<Comment, CommentError> {
    let comment = store::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    if version != comment.version {
        return Err(CommentError::Stale);
    }
    if comment.deleted_at.is_some() {
        return Err(CommentError::Deleted);
    }
    Ok(comment)
}

/// Edits a comment. An unchanged text writes nothing.
pub(super) async fn edit(
    app: &App,
    scope: &StoreScope,
    id: OrderCommentId,
    text: &str,
    version: i64,
) -> Result<(), CommentError> {
    let text = read(text)?;
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let stored = open(c, &at, id, version).await?;
            if !stored.is_by(&at) {
                return Err(CommentError::NotYours(NOT_YOURS));
            }
            if stored.body == text {
                return Ok(());
            }
            // The order is locked first, as by every change of its dependent rows. A concurrent edit is detected by the comment's
            // version.
            orders::lock(c, &at, stored.order_id).await?;
            let before = named(&stored.body);
            let new = named_anew(c, &at, &text, stored.is_visible, &before).await?;
            if !store::update(c, &at, &stored, &text, now).await? {
                return Err(CommentError::Stale);
            }
            let now_named = named(&text);
            for unmentioned in before.iter().filter(|user| !now_named.contains(user)) {
                store::delete_mention(c, &at, id, *unmentioned).await?;
            }
            notify_mentioned(c, &env, &at, (id, stored.order_id), &new).await?;
            let entry = Entry::new(Act::Update, entities::ORDER_COMMENT, id);
            let entry = entry.before(json!({ "note": stored.body })).after(json!({ "note": text }));
            journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}

/// Deletes a comment: by its author, or by an owner.
pub(super) async fn delete(
    app: &App,
    scope: &StoreScope,
    id: OrderCommentId,
    version: i64,
    is_owner: bool,
) -> Result<(), CommentError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let stored = open(c, &at, id, version).await?;
            if !is_owner && !stored.is_by(&at) {
                return Err(CommentError::NotYours(NOT_YOURS_TO_DELETE));
            }
            orders::lock(c, &at, stored.order_id).await?;
            if !store::delete(c, &at, &stored, now).await? {
                return Err(CommentError::Stale);
            }
            store::delete_mentions(c, &at, id).await?;
            let entry = Entry::new(Act::Delete, entities::ORDER_COMMENT, id).before(json!({ "note": stored.body }));
            journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}

/// Marks the caller's mentions as read, of one order or everywhere; how many are left, counted to one more than
/// [`mentions::MOST`].
pub(super) async fn mark_read(app: &App, scope: &StoreScope, user: UserId, order: Option<OrderId>) -> Result<i64, OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            if let Some(order) = order {
                orders::find(c, &at, order).await?.ok_or(OrderError::NotFound)?;
            }
            if store::set_read(c, &at, user, order, env.now()).await? > 0 {
                c.touch(at.store(), Topics::SALES);
            }
            Ok(mentions::count_unread(c, &at, user).await?)
        })
        .await
}
