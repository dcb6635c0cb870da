//! The manual order of a category's products.
//!
//! A product without a position comes after those with one, newest first: new products of a category are visible to the person
//! who sorts it and do not displace a hand-picked beginning.

use db::{Conn, Result, Sql, p};
use kernel::{CategoryId, PageRequest, ProductId, StoreScope};

use super::filter::ProductFilter;
use super::hits::Hits;
use crate::model::ProductOrder;

/// Gap between two positions, so that a move writes one row.
const STEP: i64 = 1_024;

/// Products with their position; a large constant minus the creation time sorts those without one last, the newest first.
const POSITIONED: &str = "SELECT id, place FROM (SELECT products.*, COALESCE((SELECT o.place FROM category_places o \
     WHERE o.store_id = products.store_id AND o.product_id = products.id AND o.category_id = ?), 4000000000000000 - products.created_at) \
     AS place FROM products) products WHERE store_id = ";

/// A cursor: the window ends before or starts after this product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PositionCursor {
    position: i64,
    id: i64,
}

impl PositionCursor {
    /// Parses what [`PositionCursor::write`] wrote.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (position, id) = text.strip_prefix('m')?.split_once('.')?;
        Some(Self { position: position.parse().ok()?, id: id.parse().ok()? })
    }

    fn write((id, position): (ProductId, i64)) -> String {
        format!("m{position}.{}", id.raw())
    }
}

/// A window of the order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    pub(crate) cursor: Option<PositionCursor>,
    pub(crate) is_backward: bool,
    pub(crate) offset: i64,
    pub(crate) limit: i64,
}

/// The products of a window, in order, and the cursors of the windows around it.
pub(crate) struct PositionWindow {
    pub(crate) ids: Vec<ProductId>,
    pub(crate) next: Option<String>,
    pub(crate) prev: Option<String>,
}

/// A window of the products that match the filter, in the category's own order.
pub(crate) async fn list_window(
    c: Conn<'_>,
    scope: &StoreScope,
    category: CategoryId,
    filter: &ProductFilter,
    hits: &Hits,
    at: Window,
) -> Result<PositionWindow> {
    let Window { cursor, is_backward, offset, limit } = at;
    let is_backward = is_backward && cursor.is_some();
    let mut sql = filter.narrow(scope, hits, Sql::new("").arg(POSITIONED, category).arg("?", scope.store()));
    if let Some(PositionCursor { position, id }) = cursor {
        sql =
            sql.raw(if is_backward { " AND (place, id) < " } else { " AND (place, id) > " }).arg("(?", position).arg(", ?)", id);
    }
    sql = sql.raw(if is_backward { " ORDER BY place DESC, id DESC" } else { " ORDER BY place, id" }).arg(" LIMIT ?", limit + 1);
    if cursor.is_none() {
        sql = sql.arg(" OFFSET ?", offset.clamp(0, PageRequest::MAX_OFFSET));
    }
    let mut rows: Vec<(ProductId, i64)> = sql.all(c).await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    if is_backward {
        rows.reverse();
    }
    let has_before = if is_backward { has_more } else { cursor.is_some() || offset > 0 };
    Ok(PositionWindow {
        next: rows.last().filter(|_| has_more || is_backward).copied().map(PositionCursor::write),
        prev: rows.first().filter(|_| has_before).copied().map(PositionCursor::write),
        ids: rows.into_iter().map(|(id, _)| id).collect(),
    })
}

/// Assigns a position to every product of these categories that has none in this one, after those that have one: in the order in
/// which the store shows them.
pub(crate) async fn insert_missing(
    c: Conn<'_>,
    scope: &StoreScope,
    category: CategoryId,
    within: &[CategoryId],
    by: ProductOrder,
) -> Result<()> {
    let order = match by {
        ProductOrder::Manual | ProductOrder::Newest => "x.created_at DESC, x.id",
        ProductOrder::PriceUp => "x.list_price, x.id",
        ProductOrder::PriceDown => "x.list_price DESC, x.id DESC",
        ProductOrder::Name => "x.name_key, x.id",
    };
    Sql::new("INSERT INTO category_places (store_id, category_id, product_id, place) SELECT x.store_id")
        .arg(", CAST(? AS BIGINT), x.id", category)
        .arg(", (SELECT COALESCE(MAX(o.place), 0) FROM category_places o WHERE o.store_id = ?", scope.store())
        .arg(" AND o.category_id = ?)", category)
        .raw(" + 1024 * ROW_NUMBER() OVER (ORDER BY ")
        .raw(order)
        .arg(") FROM products x WHERE x.store_id = ? AND x.deleted_at IS NULL", scope.store())
        .arg(" AND x.id IN (SELECT k.product_id FROM product_categories k WHERE k.store_id = ?", scope.store())
        .list(" AND k.category_id IN ", within.to_vec(), ")")
        .arg(" AND NOT EXISTS (SELECT 1 FROM category_places o WHERE o.store_id = x.store_id AND o.category_id = ?", category)
        .raw(" AND o.product_id = x.id)")
        .exec(c)
        .await?;
    Ok(())
}

/// Deletes the manual order of a category.
pub(crate) async fn delete_order(c: Conn<'_>, scope: &StoreScope, category: CategoryId) -> Result<()> {
    c.exec("DELETE FROM category_places WHERE store_id = ?1 AND category_id = ?2", p![scope.store(), category]).await?;
    Ok(())
}

async fn find_position(c: Conn<'_>, scope: &StoreScope, category: CategoryId, id: ProductId) -> Result<Option<i64>> {
    let sql = "SELECT place FROM category_places WHERE store_id = ?1 AND category_id = ?2 AND product_id = ?3";
    c.opt(sql, p![scope.store(), category, id]).await
}

/// The first position after a given one, of a product that is not being moved.
async fn find_next_position(
    c: Conn<'_>,
    scope: &StoreScope,
    category: CategoryId,
    after: Option<i64>,
    moved: &[ProductId],
) -> Result<Option<i64>> {
    Sql::new("SELECT MIN(place) FROM category_places WHERE store_id = ")
        .arg("?", scope.store())
        .arg(" AND category_id = ?", category)
        .opt(" AND place > ?", after)
        .list(" AND product_id NOT IN ", moved.to_vec(), "")
        .one(c)
        .await
}

/// Those of the products that have a position in the category.
pub(crate) async fn list_positioned(
    c: Conn<'_>,
    scope: &StoreScope,
    category: CategoryId,
    ids: &[ProductId],
) -> Result<Vec<ProductId>> {
    Sql::new("SELECT product_id FROM category_places WHERE store_id = ")
        .arg("?", scope.store())
        .arg(" AND category_id = ?", category)
        .list(" AND product_id IN ", ids.to_vec(), "")
        .all(c)
        .await
}

/// Moves products, in the order given, after `after`, or first. Every one of them has a position already.
pub(crate) async fn move_after(
    c: Conn<'_>,
    scope: &StoreScope,
    category: CategoryId,
    moved: &[ProductId],
    after: Option<ProductId>,
) -> Result<()> {
    let count = i64::try_from(moved.len()).unwrap_or(i64::MAX);
    let mut gap = find_gap(c, scope, category, moved, after, count).await?;
    if gap.is_none() {
        renumber(c, scope, category).await?;
        gap = find_gap(c, scope, category, moved, after, count).await?;
    }
    let Some((start, step)) = gap else { return Ok(()) };
    for (i, id) in (1_i64..).zip(moved) {
        let sql = "UPDATE category_places SET place = ?4 WHERE store_id = ?1 AND category_id = ?2 AND product_id = ?3";
        c.exec(sql, p![scope.store(), category, *id, start + step * i]).await?;
    }
    Ok(())
}

/// The first position and the distance between the moved products; `None` when the gap is too small.
async fn find_gap(
    c: Conn<'_>,
    scope: &StoreScope,
    category: CategoryId,
    moved: &[ProductId],
    after: Option<ProductId>,
    count: i64,
) -> Result<Option<(i64, i64)>> {
    let start = match after {
        Some(id) => find_position(c, scope, category, id).await?,
        None => None,
    };
    let end = find_next_position(c, scope, category, start, moved).await?;
    Ok(match (start, end) {
        (None, end) => Some((end.unwrap_or(0) - STEP * (count + 1), STEP)),
        (Some(start), None) => Some((start, STEP)),
        (Some(start), Some(end)) => Some((start, (end - start) / (count + 1))).filter(|(_, step)| *step > 0),
    })
}

/// Renumbers all positions with full gaps.
async fn renumber(c: Conn<'_>, scope: &StoreScope, category: CategoryId) -> Result<()> {
    let sql = "UPDATE category_places SET place = r.n * 1048576 FROM (SELECT o.product_id AS pid, ROW_NUMBER() OVER (ORDER BY o.place, o.product_id) AS n \
               FROM category_places o WHERE o.store_id = ?1 AND o.category_id = ?2) r \
               WHERE category_places.store_id = ?1 AND category_places.category_id = ?2 AND category_places.product_id = r.pid";
    c.exec(sql, p![scope.store(), category]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        let text = PositionCursor::write((ProductId::from_raw(7), -2_048));
        assert_eq!(PositionCursor::parse(&text), Some(PositionCursor { position: -2_048, id: 7 }));
        for bad in ["", "m", "m1", "m1.x", "r24", "1.2"] {
            assert_eq!(PositionCursor::parse(bad), None, "{bad}");
        }
    }
}
