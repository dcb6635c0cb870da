//! Statements on tags and assignee of an order.

use db::{Conn, Result, Sql, p, row};
use kernel::{Millis, OrderId, StoreScope, UserId};

/// A tag, and the key by which it is found in any spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) key: String,
    pub(super) text: String,
}
row!(Tag { key, text });

/// The tags of an order, 100 at most.
pub(super) async fn list_tags(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<Tag>> {
    let sql = "SELECT tag_key, tag FROM order_tags WHERE store_id = ?1 AND order_id = ?2 ORDER BY tag_key LIMIT 100";
    c.all(sql, p![scope.store(), id]).await
}

/// The tags of a page of orders, for each order in the order of their keys.
pub(super) async fn list_tags_of(
    c: Conn<'_>,
    scope: &StoreScope,
    ids: impl IntoIterator<Item = OrderId>,
) -> Result<Vec<(OrderId, String)>> {
    let sql = Sql::new("SELECT order_id, tag FROM order_tags WHERE").arg(" store_id = ?", scope.store());
    let sql = sql.list(" AND order_id IN ", ids, "");
    sql.raw(" ORDER BY order_id, tag_key").arg(" LIMIT ?", 2_000_i64).all(c).await
}

/// When an order was placed; its tags have a copy of it for the index of the list.
pub(super) async fn find_placed_at(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Option<Millis>> {
    c.opt("SELECT created_at FROM orders WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await
}

pub(super) async fn insert_tag(c: Conn<'_>, scope: &StoreScope, id: OrderId, placed: Millis, tag: &Tag) -> Result<()> {
    let sql =
        "INSERT INTO order_tags (store_id, tag_key, placed_at, order_id, tag) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    c.exec(sql, p![scope.store(), tag.key, placed, id, tag.text]).await?;
    Ok(())
}

pub(super) async fn delete_tag(c: Conn<'_>, scope: &StoreScope, id: OrderId, placed: Millis, key: &str) -> Result<()> {
    let sql = "DELETE FROM order_tags WHERE store_id = ?1 AND tag_key = ?2 AND placed_at = ?3 AND order_id = ?4";
    c.exec(sql, p![scope.store(), key, placed, id]).await?;
    Ok(())
}

/// The assignee of an order, if any; the outer none when there is no such order.
pub(super) async fn find_assignee(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Option<Option<UserId>>> {
    let sql = "SELECT id, assignee_id FROM orders WHERE store_id = ?1 AND id = ?2";
    let found: Option<(OrderId, Option<UserId>)> = c.opt(sql, p![scope.store(), id]).await?;
    Ok(found.map(|(_, assignee)| assignee))
}

pub(super) async fn set_assignee(c: Conn<'_>, scope: &StoreScope, id: OrderId, to: Option<UserId>) -> Result<()> {
    c.exec("UPDATE orders SET assignee_id = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, to]).await?;
    Ok(())
}
