//! Every statement on comments and mentions.

use db::{Conn, Result, p, row};
use kernel::{Millis, OrderCommentId, OrderId, StoreScope, UserId};

/// A comment's current row.
#[derive(Debug, Clone)]
pub(super) struct Comment {
    pub(super) id: OrderCommentId,
    pub(super) order_id: OrderId,
    pub(super) seq: i64,
    pub(super) author_id: Option<UserId>,
    pub(super) author_name: String,
    /// Text with ids for names; empty once it was deleted.
    pub(super) body: String,
    pub(super) is_visible: bool,
    pub(super) version: i64,
    pub(super) edited_at: Option<Millis>,
    pub(super) deleted_at: Option<Millis>,
    pub(super) deleted_by: String,
    pub(super) created_at: Millis,
}
row!(Comment {
    id,
    order_id,
    seq,
    author_id,
    author_name,
    body,
    is_visible,
    version,
    edited_at,
    deleted_at,
    deleted_by,
    created_at
});

macro_rules! comments {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.order_id, c.seq, c.author_id, COALESCE(u.name, j.actor_name), c.body, c.is_visible, c.version, c.edited_at, c.deleted_at, \
             c.deleted_by, c.created_at FROM order_comments c JOIN journal j ON j.store_id = c.store_id AND j.seq = c.seq \
             LEFT JOIN users u ON u.id = c.author_id WHERE c.store_id = ?1",
            $rest
        )
    };
}

/// One comment, deleted ones too.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: OrderCommentId) -> Result<Option<Comment>> {
    c.opt(comments!(" AND c.id = ?2"), p![scope.store(), id]).await
}

/// The newest comments of an order, 200 at most.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<Comment>> {
    c.all(comments!(" AND c.order_id = ?2 ORDER BY c.seq DESC LIMIT 200"), p![scope.store(), order]).await
}

/// A comment to insert.
pub(super) struct NewComment<'a> {
    pub(super) id: OrderCommentId,
    pub(super) order: OrderId,
    pub(super) seq: i64,
    pub(super) body: &'a str,
    pub(super) is_visible: bool,
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, new: &NewComment<'_>, now: Millis) -> Result<()> {
    let sql = "INSERT INTO order_comments (store_id, id, order_id, seq, author_id, body, is_visible, version, deleted_by, created_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, '', ?8)";
    let NewComment { id, order, seq, body, is_visible } = new;
    c.exec(sql, p![scope.store(), id, order, seq, scope.actor().id, *body, is_visible, now]).await?;
    Ok(())
}

/// Changes a comment's text; false when it is stale.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, before: &Comment, body: &str, now: Millis) -> Result<bool> {
    let sql = "UPDATE order_comments SET body = ?4, edited_at = ?5, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?3 AND deleted_at IS NULL";
    Ok(c.exec(sql, p![scope.store(), before.id, before.version, body, now]).await? == 1)
}

/// Clears a deleted comment's text; false when it is stale.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, before: &Comment, now: Millis) -> Result<bool> {
    let sql = "UPDATE order_comments SET body = '', deleted_at = ?4, deleted_by = ?5, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?3 AND deleted_at IS NULL";
    Ok(c.exec(sql, p![scope.store(), before.id, before.version, now, scope.actor().name]).await? == 1)
}

/// Deletes all comments of an order that is deleted.
pub(in crate::orders) async fn delete_all(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<()> {
    let sql = "DELETE FROM order_mentions WHERE store_id = ?1 AND comment_id IN \
               (SELECT id FROM order_comments WHERE store_id = ?1 AND order_id = ?2)";
    c.exec(sql, p![scope.store(), order]).await?;
    c.exec("DELETE FROM order_comments WHERE store_id = ?1 AND order_id = ?2", p![scope.store(), order]).await?;
    Ok(())
}

// ---- mentions ---------------------------------------------------------------------------------------------------------

/// Records that a comment mentions a member.
pub(super) async fn insert_mention(
    c: Conn<'_>,
    scope: &StoreScope,
    (comment, order): (OrderCommentId, OrderId),
    user: UserId,
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO order_mentions (store_id, user_id, comment_id, order_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    c.exec(sql, p![scope.store(), user, comment, order, now]).await?;
    Ok(())
}

/// Deletes a member's mention in a comment.
pub(super) async fn delete_mention(c: Conn<'_>, scope: &StoreScope, comment: OrderCommentId, user: UserId) -> Result<()> {
    let sql = "DELETE FROM order_mentions WHERE store_id = ?1 AND user_id = ?2 AND comment_id = ?3";
    c.exec(sql, p![scope.store(), user, comment]).await?;
    Ok(())
}

/// Deletes all mentions of a comment.
pub(super) async fn delete_mentions(c: Conn<'_>, scope: &StoreScope, comment: OrderCommentId) -> Result<()> {
    c.exec("DELETE FROM order_mentions WHERE store_id = ?1 AND comment_id = ?2", p![scope.store(), comment]).await?;
    Ok(())
}

/// A mention with its comment.
#[derive(Debug, Clone)]
pub(super) struct Mention {
    pub(super) comment_id: OrderCommentId,
    pub(super) order_id: OrderId,
    pub(super) number: i64,
    pub(super) author_name: String,
    pub(super) body: String,
    pub(super) created_at: Millis,
    pub(super) read_at: Option<Millis>,
}
row!(Mention { comment_id, order_id, number, author_name, body, created_at, read_at });

macro_rules! mentions {
    ($rest:literal) => {
        concat!(
            "SELECT m.comment_id, m.order_id, o.number, COALESCE(u.name, j.actor_name), c.body, m.created_at, m.read_at FROM order_mentions m \
             JOIN order_comments c ON c.store_id = m.store_id AND c.id = m.comment_id \
             JOIN journal j ON j.store_id = c.store_id AND j.seq = c.seq \
             JOIN orders o ON o.store_id = m.store_id AND o.id = m.order_id LEFT JOIN users u ON u.id = c.author_id \
             WHERE m.store_id = ?1 AND m.user_id = ?2",
            $rest
        )
    };
}

/// Mentions of a member, the newest comment first; those before a comment.
pub(super) async fn list_mentions(
    c: Conn<'_>,
    scope: &StoreScope,
    user: UserId,
    before: Option<OrderCommentId>,
    (limit, offset): (i64, i64),
) -> Result<Vec<Mention>> {
    let before = before.map_or(i64::MAX, OrderCommentId::raw);
    let sql = mentions!(" AND m.comment_id < ?3 ORDER BY m.comment_id DESC LIMIT ?4 OFFSET ?5");
    c.all(sql, p![scope.store(), user, before, limit, offset]).await
}

/// The mention of a member in one comment.
pub(super) async fn find_mention(
    c: Conn<'_>,
    scope: &StoreScope,
    user: UserId,
    comment: OrderCommentId,
) -> Result<Option<Mention>> {
    c.opt(mentions!(" AND m.comment_id = ?3"), p![scope.store(), user, comment]).await
}

/// Number of a member's mentions, counted up to `cap`.
pub(super) async fn count_mentions(c: Conn<'_>, scope: &StoreScope, user: UserId, cap: i64) -> Result<i64> {
    let sql =
        "SELECT COUNT(*) FROM (SELECT comment_id FROM order_mentions WHERE store_id = ?1 AND user_id = ?2 LIMIT ?3) AS counted";
    c.one(sql, p![scope.store(), user, cap]).await
}

/// Number of a member's unread mentions, counted up to `cap`.
pub(super) async fn count_unread(c: Conn<'_>, scope: &StoreScope, user: UserId, cap: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT comment_id FROM order_mentions WHERE store_id = ?1 AND user_id = ?2 AND read_at IS NULL LIMIT ?3) AS counted";
    c.one(sql, p![scope.store(), user, cap]).await
}

/// Marks a member's mentions as read, of one order or everywhere; how many were unread.
pub(super) async fn set_read(c: Conn<'_>, scope: &StoreScope, user: UserId, order: Option<OrderId>, now: Millis) -> Result<u64> {
    if let Some(order) = order {
        let sql =
            "UPDATE order_mentions SET read_at = ?4 WHERE store_id = ?1 AND user_id = ?2 AND order_id = ?3 AND read_at IS NULL";
        c.exec(sql, p![scope.store(), user, order, now]).await
    } else {
        let sql = "UPDATE order_mentions SET read_at = ?3 WHERE store_id = ?1 AND user_id = ?2 AND read_at IS NULL";
        c.exec(sql, p![scope.store(), user, now]).await
    }
}
