//! The products of a category in its own order (PR-07): reading for the dashboard, moving by hand.

use db::Conn;
use kernel::{CategoryId, Env, Page, ProductId, StoreScope};
use serde_json::json;
use web::message::{Message, common};

use super::categories::{TOPICS, lock};
use super::category_tree::with_descendants;
use super::check::Faults;
use super::entities;
use super::errors::CatalogError;
use super::model::{Category, ProductOrder};
use super::store::categories as rows;
use super::store::category_positions::{self, PositionCursor};
use super::store::filter::ProductFilter;
use super::store::hits::Hits;
use super::store::lists::{self, Cursor, ListRecord, Sort};
use platform::journal::{self, Act, Entry};

const NOT_BY_HAND: Message = Message::new("اختر الترتيب اليدوي لهذا التصنيف أولًا.", "Set this category to manual sorting first.");

/// The query for a page of a category's products.
#[derive(Debug, Clone, Default)]
pub(super) struct CategoryPageQuery {
    /// Search words.
    pub(super) search: String,
    /// Cursor of the page before.
    pub(super) cursor: Option<String>,
    /// Rows to skip when there is no cursor.
    pub(super) offset: i64,
    /// Rows per page.
    pub(super) limit: i64,
}

const fn sort_of(order: ProductOrder) -> (Sort, bool) {
    match order {
        ProductOrder::Manual | ProductOrder::Newest => (Sort::CreatedAt, true),
        ProductOrder::PriceUp => (Sort::Price, false),
        ProductOrder::PriceDown => (Sort::Price, true),
        ProductOrder::Name => (Sort::Name, false),
    }
}

/// The products that the category's page shows, also those of its subcategories, in the category's own order; `None` when the
/// cursor belongs to another order.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    category: &Category,
    query: &CategoryPageQuery,
) -> db::Result<Option<Page<ListRecord>>> {
    let within = with_descendants(&rows::list(c, scope).await?, category.id);
    let filter = ProductFilter { categories: Some(within), search: query.search.clone(), ..ProductFilter::default() };
    let CategoryPageQuery { search: _, cursor, offset, limit } = query;
    if category.product_order != ProductOrder::Manual {
        let (sort, is_descending) = sort_of(category.product_order);
        let cursor = match cursor {
            Some(text) => match Cursor::parse(text, sort, is_descending) {
                Some(cursor) => Some(cursor),
                None => return Ok(None),
            },
            None => None,
        };
        let window = lists::Window { sort, is_descending, cursor, offset: *offset, limit: *limit };
        return lists::list_page(c, scope, &filter, &window).await.map(Some);
    }
    let position_cursor = match cursor {
        Some(text) => match PositionCursor::parse(text) {
            Some(position) => Some(position),
            None => return Ok(None),
        },
        None => None,
    };
    let hits = Hits::find(c, scope, &filter.search).await?;
    let at = category_positions::Window { cursor: position_cursor, is_backward: false, offset: *offset, limit: *limit };
    let found = category_positions::list_window(c, scope, category.id, &filter, &hits, at).await?;
    let (total, is_total_capped) = lists::count(c, scope, &filter, &hits).await?;
    let items = lists::list_by_ids(c, scope, &found.ids).await?;
    Ok(Some(Page { items, total, is_total_capped, next_cursor: found.next }))
}

/// Places products after another one, or first.
///
/// # Errors
/// [`CatalogError::NotFound`], [`CatalogError::Invalid`] with `items.N`, `after` or `product_order`.
pub(super) async fn move_products(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: CategoryId,
    moved: &[ProductId],
    after: Option<ProductId>,
) -> Result<(), CatalogError> {
    let category = lock(c, scope, id, None).await?;
    if category.product_order != ProductOrder::Manual {
        return Err(Faults::one("product_order", NOT_BY_HAND).into());
    }
    let within = with_descendants(&rows::list(c, scope).await?, id);
    category_positions::insert_missing(c, scope, id, &within, ProductOrder::Newest).await?;
    let mut requested = moved.to_vec();
    requested.extend(after);
    let known = category_positions::list_positioned(c, scope, id, &requested).await?;
    let mut faults = Faults::default();
    for (i, product) in moved.iter().enumerate() {
        if !known.contains(product) || moved[..i].contains(product) {
            faults.add(format!("items.{i}"), common::NO_SUCH);
        }
    }
    if after.is_some_and(|a| !known.contains(&a) || moved.contains(&a)) {
        faults.add("after", common::NO_SUCH);
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    category_positions::move_after(c, scope, id, moved, after).await?;
    let entry = Entry::new(Act::Update, entities::CATEGORY, id).after(json!({ "moved_products": moved, "after": after }));
    let seq = journal::write(c, scope, env.now(), TOPICS, entry).await?;
    rows::set_seq(c, scope, id, seq).await?;
    Ok(())
}
