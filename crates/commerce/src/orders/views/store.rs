//! Every statement on saved views.

use db::{Conn, Json, Result, p, row};
use kernel::{Millis, OrderViewId, StoreScope, UserId};

use super::model::View;

row!(View { id, owner_id, name, content, position, version });

/// The views that a user sees: their own, then the team's, each in their order.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, user: UserId) -> Result<Vec<View>> {
    let sql = "SELECT id, owner_id, name, content, position, version FROM order_views WHERE store_id = ?1 AND owner_id = ?2 \
               AND deleted_at IS NULL ORDER BY position, id LIMIT 50";
    let mut views: Vec<View> = c.all(sql, p![scope.store(), user]).await?;
    let sql = "SELECT id, owner_id, name, content, position, version FROM order_views WHERE store_id = ?1 AND owner_id IS NULL \
               AND deleted_at IS NULL ORDER BY position, id LIMIT 50";
    views.extend(c.all::<View>(sql, p![scope.store()]).await?);
    Ok(views)
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: OrderViewId, is_deleted: bool) -> Result<Option<View>> {
    let sql = "SELECT id, owner_id, name, content, position, version FROM order_views WHERE store_id = ?1 AND id = ?2 \
               AND (deleted_at IS NOT NULL) = ?3";
    c.opt(sql, p![scope.store(), id, is_deleted]).await
}

/// Number of views of a user, or of the team, and the last position.
pub(super) async fn get_last_position(c: Conn<'_>, scope: &StoreScope, owner: Option<UserId>) -> Result<(i64, i64)> {
    let sql = "SELECT COUNT(*), COALESCE(MAX(position), 0) FROM order_views WHERE store_id = ?1 AND COALESCE(owner_id, 0) = ?2 \
               AND deleted_at IS NULL";
    c.one(sql, p![scope.store(), owner.unwrap_or(UserId::from_raw(0))]).await
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, view: &View, by: UserId, now: Millis) -> Result<()> {
    let sql = "INSERT INTO order_views (store_id, id, owner_id, name, content, position, created_by, created_at, updated_at, version) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, 1)";
    let content = Json(view.content.0.clone());
    c.exec(sql, p![scope.store(), view.id, view.owner_id, view.name, content, view.position, by, now]).await?;
    Ok(())
}

/// Updates a view that is still at the version it was read at; false when it is stale.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, view: &View, now: Millis) -> Result<bool> {
    let sql = "UPDATE order_views SET owner_id = ?3, name = ?4, content = ?5, position = ?6, updated_at = ?7, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?8 AND deleted_at IS NULL";
    let content = Json(view.content.0.clone());
    let params = p![scope.store(), view.id, view.owner_id, view.name, content, view.position, now, view.version];
    Ok(c.exec(sql, params).await? == 1)
}

/// Marks a view as deleted, or restores it.
pub(super) async fn set_deleted(c: Conn<'_>, scope: &StoreScope, id: OrderViewId, is_deleted: bool, now: Millis) -> Result<()> {
    let sql = "UPDATE order_views SET deleted_at = ?3, updated_at = ?4, version = version + 1 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, is_deleted.then_some(now), now]).await?;
    Ok(())
}

pub(super) async fn set_position(c: Conn<'_>, scope: &StoreScope, id: OrderViewId, position: i64, now: Millis) -> Result<()> {
    let sql = "UPDATE order_views SET position = ?3, updated_at = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, position, now]).await?;
    Ok(())
}
