//! Every statement on categories.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{CategoryId, MediaId, Millis, StoreScope, Texts};

use crate::model::{Category, ProductOrder, Seo};

struct Record {
    id: CategoryId,
    parent_id: Option<CategoryId>,
    name: Json<Texts>,
    description: Json<Texts>,
    slug: String,
    image_id: Option<MediaId>,
    display_order: i64,
    is_active: bool,
    seo: Json<Seo>,
    product_order: ProductOrder,
    template: Option<String>,
    version: i64,
}
row!(Record {
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
    version
});

fn category(r: Record) -> Category {
    let Record {
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
        version,
    } = r;
    Category {
        id,
        parent_id,
        name: name.0,
        description: description.0,
        slug,
        image_id,
        display_order,
        is_active,
        seo: seo.0,
        product_order,
        template,
        version,
    }
}

const SELECT: &str = "SELECT id, parent_id, name, description, slug, image_id, display_order, is_active, seo, product_order, \
     template, version FROM categories WHERE store_id = ";

/// The most categories of a store.
pub const MOST: i64 = 1_000;

/// All categories of the store, 1000 at most.
pub(crate) async fn list(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<Category>> {
    let rows: Vec<Record> =
        Sql::new(SELECT).arg("?", scope.store()).arg(" ORDER BY display_order, id LIMIT ?", MOST).all(c).await?;
    Ok(rows.into_iter().map(category).collect())
}

pub(crate) async fn list_by_ids(c: Conn<'_>, scope: &StoreScope, ids: &[CategoryId]) -> Result<Vec<Category>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Record> = Sql::new(SELECT).arg("?", scope.store()).list(" AND id IN ", ids.to_vec(), "").all(c).await?;
    Ok(rows.into_iter().map(category).collect())
}

pub(crate) async fn find(c: Conn<'_>, scope: &StoreScope, id: CategoryId) -> Result<Option<Category>> {
    Ok(list_by_ids(c, scope, &[id]).await?.pop())
}

pub(crate) async fn find_by_slug(c: Conn<'_>, scope: &StoreScope, slug_key: &str) -> Result<Option<Category>> {
    let row: Option<Record> =
        Sql::new(SELECT).arg("?", scope.store()).arg(" AND slug_key = ?", slug_key.to_owned()).opt_row(c).await?;
    Ok(row.map(category))
}

/// A category of that folded name under a parent: imports match existing ones by it.
pub(crate) async fn find_by_name(
    c: Conn<'_>,
    scope: &StoreScope,
    parent: Option<CategoryId>,
    name_key: &str,
) -> Result<Option<CategoryId>> {
    let mut sql = Sql::new("SELECT id FROM categories WHERE store_id = ")
        .arg("?", scope.store())
        .arg(" AND name_key = ?", name_key.to_owned());
    sql = match parent {
        Some(parent) => sql.arg(" AND parent_id = ?", parent),
        None => sql.raw(" AND parent_id IS NULL"),
    };
    sql.raw(" ORDER BY id LIMIT 1").opt_row(c).await
}

pub(crate) async fn count(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    c.one("SELECT COUNT(*) FROM categories WHERE store_id = ?1", p![scope.store()]).await
}

/// The position after the last child.
pub(crate) async fn get_next_order(c: Conn<'_>, scope: &StoreScope, parent: Option<CategoryId>) -> Result<i64> {
    let mut sql = Sql::new("SELECT CAST(COALESCE(MAX(display_order) + 1, 0) AS BIGINT) FROM categories WHERE store_id = ")
        .arg("?", scope.store());
    sql = match parent {
        Some(parent) => sql.arg(" AND parent_id = ?", parent),
        None => sql.raw(" AND parent_id IS NULL"),
    };
    sql.one(c).await
}

/// Locks the row for this transaction and raises its version; `None` when there is no such row at that version.
pub(crate) async fn lock(c: Conn<'_>, scope: &StoreScope, id: CategoryId, expected: Option<i64>) -> Result<Option<i64>> {
    let sql = "UPDATE categories SET version = version + 1 WHERE store_id = ?1 AND id = ?2 AND (CAST(?3 AS BIGINT) IS NULL OR version = ?3) RETURNING version";
    c.opt(sql, p![scope.store(), id, expected]).await
}

pub(crate) async fn insert(c: Conn<'_>, scope: &StoreScope, now: Millis, x: &Category) -> Result<()> {
    let sql = "INSERT INTO categories (store_id, id, parent_id, name, name_key, description, slug, slug_key, image_id, display_order, is_active, \
               created_at, updated_at, version, seq, seo, product_order, template) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, 1, 0, ?13, ?14, ?15)";
    c.exec(
        sql,
        p![
            scope.store(),
            x.id,
            x.parent_id,
            Json(&x.name),
            super::writes::name_key(&x.name),
            Json(&x.description),
            x.slug,
            kernel::slug::uniqueness_key(&x.slug),
            x.image_id,
            x.display_order,
            x.is_active,
            now,
            Json(&x.seo),
            x.product_order.as_str(),
            x.template
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn update(c: Conn<'_>, scope: &StoreScope, now: Millis, x: &Category) -> Result<()> {
    let sql = "UPDATE categories SET parent_id = ?3, name = ?4, name_key = ?5, description = ?6, slug = ?7, slug_key = ?8, image_id = ?9, \
               display_order = ?10, is_active = ?11, updated_at = ?12, seo = ?13, product_order = ?14, template = ?15 \
               WHERE store_id = ?1 AND id = ?2";
    c.exec(
        sql,
        p![
            scope.store(),
            x.id,
            x.parent_id,
            Json(&x.name),
            super::writes::name_key(&x.name),
            Json(&x.description),
            x.slug,
            kernel::slug::uniqueness_key(&x.slug),
            x.image_id,
            x.display_order,
            x.is_active,
            now,
            Json(&x.seo),
            x.product_order.as_str(),
            x.template
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_position(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: CategoryId,
    parent: Option<CategoryId>,
    display_order: i64,
) -> Result<()> {
    let sql = "UPDATE categories SET parent_id = ?3, display_order = ?4, updated_at = ?5, version = version + 1 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, parent, display_order, now]).await?;
    Ok(())
}

pub(crate) async fn set_image(c: Conn<'_>, scope: &StoreScope, id: CategoryId, image: MediaId) -> Result<()> {
    c.exec("UPDATE categories SET image_id = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, image]).await?;
    Ok(())
}

pub(crate) async fn set_seq(c: Conn<'_>, scope: &StoreScope, id: CategoryId, seq: i64) -> Result<()> {
    c.exec("UPDATE categories SET seq = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, seq]).await?;
    Ok(())
}

/// Locks the store's tree until the transaction ends: two moves that are each valid must not create a cycle together. Everything
/// about the tree is read after this.
pub(crate) async fn lock_tree(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    let sql = "INSERT INTO category_trees (store_id, revision) VALUES (?1, 1) \
               ON CONFLICT (store_id) DO UPDATE SET revision = category_trees.revision + 1";
    c.exec(sql, p![scope.store()]).await?;
    Ok(())
}

/// Archived products are not counted.
const SHOWN: &str =
    " AND product_id NOT IN (SELECT id FROM products WHERE store_id = ?1 AND archived_at IS NOT NULL AND deleted_at IS NULL)";

/// The number of products directly in each category.
pub(crate) async fn count_products(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(CategoryId, i64)>> {
    c.all(
        &format!("SELECT category_id, COUNT(*) FROM product_categories WHERE store_id = ?1{SHOWN} GROUP BY category_id"),
        p![scope.store()],
    )
    .await
}

/// The number of products directly in one category.
pub(crate) async fn count_products_of(c: Conn<'_>, scope: &StoreScope, id: CategoryId) -> Result<i64> {
    c.one(
        &format!("SELECT COUNT(*) FROM product_categories WHERE store_id = ?1 AND category_id = ?2{SHOWN}"),
        p![scope.store(), id],
    )
    .await
}
