//! Rows of deleted categories, and restoring them.

use db::{Conn, Json, Result, Sql, p};
use kernel::{BatchId, CategoryId, MediaId, Millis, ProductId, StoreScope, Texts};
use serde::{Deserialize, Serialize};

use crate::model::{Category, ProductOrder, Seo};

/// A deleted category as it is stored for the undo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeletedCategory {
    pub(crate) id: CategoryId,
    pub(crate) parent_id: Option<CategoryId>,
    pub(crate) name: Texts,
    pub(crate) description: Texts,
    pub(crate) slug: String,
    pub(crate) image_id: Option<MediaId>,
    pub(crate) display_order: i64,
    pub(crate) is_active: bool,
    pub(crate) seo: Seo,
    pub(crate) product_order: ProductOrder,
    /// Deletions of the time before it name none.
    #[serde(default)]
    pub(crate) template: Option<String>,
}

impl DeletedCategory {
    pub(crate) fn from_category(x: &Category) -> Self {
        let Category {
            id,
            parent_id,
            name,
            description,
            slug,
            image_id,
            display_order,
            is_active,
            seo,
            product_order,
            template,
            version: _,
        } = x.clone();
        Self { id, parent_id, name, description, slug, image_id, display_order, is_active, seo, product_order, template }
    }
}

/// A child that moved up, with its previous position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Child {
    pub(crate) id: CategoryId,
    pub(crate) display_order: i64,
}

/// Everything that a deletion removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Removal {
    /// The deleted categories; a parent comes before its children.
    pub(crate) categories: Vec<DeletedCategory>,
    pub(crate) children: Vec<Child>,
    /// Category, product, position among the product's categories.
    pub(crate) products: Vec<(CategoryId, ProductId, i64)>,
    /// Category, product, place in the category's manual order.
    pub(crate) places: Vec<(CategoryId, ProductId, i64)>,
    /// Products that were moved to another category.
    pub(crate) moved: Option<(CategoryId, Vec<ProductId>)>,
}

type Membership = (CategoryId, ProductId, i64);

/// Rows written or read per statement.
const CHUNK: usize = 500;

pub(crate) async fn list_products(c: Conn<'_>, scope: &StoreScope, of: &[CategoryId]) -> Result<Vec<Membership>> {
    Sql::new("SELECT category_id, product_id, position FROM product_categories WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND category_id IN ", of.to_vec(), " ORDER BY category_id, product_id")
        .all(c)
        .await
}

pub(crate) async fn list_positions(c: Conn<'_>, scope: &StoreScope, of: &[CategoryId]) -> Result<Vec<Membership>> {
    Sql::new("SELECT category_id, product_id, place FROM category_places WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND category_id IN ", of.to_vec(), " ORDER BY category_id, product_id")
        .all(c)
        .await
}

/// Adds the products of these categories to another one; returns those that were not in it before.
pub(crate) async fn move_products(c: Conn<'_>, scope: &StoreScope, of: &[CategoryId], to: CategoryId) -> Result<Vec<ProductId>> {
    let new: Vec<ProductId> = Sql::new("SELECT DISTINCT k.product_id FROM product_categories k WHERE k.store_id = ")
        .arg("?", scope.store())
        .list(" AND k.category_id IN ", of.to_vec(), "")
        .raw(" AND NOT EXISTS (SELECT 1 FROM product_categories o WHERE o.store_id = k.store_id AND o.product_id = k.product_id")
        .arg(" AND o.category_id = ?) ORDER BY k.product_id", to)
        .all(c)
        .await?;
    // After the other categories of each product; the next save of the product renumbers them.
    let rows: Vec<Membership> = new.iter().map(|id| (to, *id, 1_000)).collect();
    insert_products(c, scope, &rows).await?;
    Ok(new)
}

pub(crate) async fn move_children(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    of: CategoryId,
    to: Option<CategoryId>,
) -> Result<()> {
    let sql =
        "UPDATE categories SET parent_id = ?3, updated_at = ?4, version = version + 1 WHERE store_id = ?1 AND parent_id = ?2";
    c.exec(sql, p![scope.store(), of, to, now]).await?;
    Ok(())
}

/// Deletes categories with the rows that belong only to them.
pub(crate) async fn delete(c: Conn<'_>, scope: &StoreScope, ids: &[CategoryId]) -> Result<()> {
    for start in [
        "DELETE FROM product_categories WHERE category_id IN ",
        "DELETE FROM category_places WHERE category_id IN ",
        "DELETE FROM redirects WHERE subject = 'category' AND subject_id IN ",
        "DELETE FROM categories WHERE id IN ",
    ] {
        Sql::new("").list(start, ids.to_vec(), "").arg(" AND store_id = ?", scope.store()).exec(c).await?;
    }
    Ok(())
}

pub(crate) async fn insert(c: Conn<'_>, scope: &StoreScope, now: Millis, id: BatchId, content: &Removal) -> Result<()> {
    let sql = "INSERT INTO category_removals (store_id, id, content, created_at) VALUES (?1, ?2, ?3, ?4)";
    c.exec(sql, p![scope.store(), id, Json(content), now]).await?;
    Ok(())
}

/// Deletes removals from before a time.
pub(crate) async fn delete_older(c: Conn<'_>, scope: &StoreScope, before: Millis) -> Result<()> {
    c.exec("DELETE FROM category_removals WHERE store_id = ?1 AND created_at < ?2", p![scope.store(), before]).await?;
    Ok(())
}

/// Claims what a deletion removed, at most once.
pub(crate) async fn claim(c: Conn<'_>, scope: &StoreScope, id: BatchId) -> Result<Option<Removal>> {
    let sql = "DELETE FROM category_removals WHERE store_id = ?1 AND id = ?2 RETURNING content, created_at";
    let found: Option<(Json<Removal>, Millis)> = c.opt(sql, p![scope.store(), id]).await?;
    Ok(found.map(|(content, _)| content.0))
}

/// Those of the products that are not removed.
pub(crate) async fn list_live_products(c: Conn<'_>, scope: &StoreScope, of: &[Membership]) -> Result<Vec<ProductId>> {
    let mut out = Vec::new();
    for chunk in of.chunks(CHUNK) {
        let found: Vec<ProductId> = Sql::new("SELECT id FROM products WHERE store_id = ")
            .arg("?", scope.store())
            .raw(" AND deleted_at IS NULL")
            .list(" AND id IN ", chunk.iter().map(|(_, id, _)| *id).collect::<Vec<_>>(), "")
            .all(c)
            .await?;
        out.extend(found);
    }
    Ok(out)
}

pub(crate) async fn insert_products(c: Conn<'_>, scope: &StoreScope, rows: &[Membership]) -> Result<()> {
    put(c, scope, "INSERT INTO product_categories (store_id, category_id, product_id, position) VALUES ", rows).await
}

pub(crate) async fn insert_positions(c: Conn<'_>, scope: &StoreScope, rows: &[Membership]) -> Result<()> {
    put(c, scope, "INSERT INTO category_places (store_id, category_id, product_id, place) VALUES ", rows).await
}

async fn put(c: Conn<'_>, scope: &StoreScope, start: &'static str, rows: &[Membership]) -> Result<()> {
    for chunk in rows.chunks(CHUNK) {
        let mut sql = Sql::new(start);
        for (i, (category, product, n)) in chunk.iter().enumerate() {
            sql = sql.raw(if i == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", *category);
            sql = sql.arg(", ?", *product).arg(", ?)", *n);
        }
        sql.raw(" ON CONFLICT DO NOTHING").exec(c).await?;
    }
    Ok(())
}

/// Takes products out of a category again.
pub(crate) async fn delete_products(c: Conn<'_>, scope: &StoreScope, category: CategoryId, ids: &[ProductId]) -> Result<()> {
    for chunk in ids.chunks(CHUNK) {
        Sql::new("DELETE FROM product_categories WHERE store_id = ")
            .arg("?", scope.store())
            .arg(" AND category_id = ?", category)
            .list(" AND product_id IN ", chunk.to_vec(), "")
            .exec(c)
            .await?;
    }
    Ok(())
}
