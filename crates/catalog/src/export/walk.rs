//! Walking the products of an export.

use std::collections::HashMap;

use kernel::id::Product as ProductKind;
use kernel::{CategoryId, MediaId, Page, ProductId, StoreScope, Texts};
use web::ApiResult;
use web::list::ListQuery;

use super::rows::Names;
use crate::model::{Category, Product};
use crate::query;
use crate::store::hits::Hits;
use crate::store::lists::{self, Cursor, Sort, Window};
use crate::store::{categories, products};
use platform::App;
use platform::exports::{ExportQuery, Exported, Failed, Writing};
use platform::media;

/// Products per part: with 250 variants each they still fit into memory.
const PART: usize = 200;
/// Cap of the count: no store has as many.
const MOST: i64 = 10_000_000;

/// The next products of an export.
pub(super) async fn page<K: Exported<Item = ProductKind>>(
    app: &App,
    scope: &StoreScope,
    export_query: &ExportQuery<K>,
) -> ApiResult<Page<Product>> {
    if !export_query.items.is_empty() {
        return chosen(app, scope, export_query).await;
    }
    let c = app.db().conn();
    let mut query = ListQuery::parse("/products", &export_query.query)?;
    query.page = kernel::PageRequest::default();
    let filter = query::product_filter_in(c, scope, &query, &products::get_store_context(c, scope).await?).await?;
    // Relevance has no order that can be walked to its end: then the newest come first.
    let sort = query.sort.as_deref().and_then(Sort::parse).filter(|sort| *sort != Sort::Relevance);
    let is_descending = sort.is_none() || query.is_descending;
    let sort = sort.unwrap_or_default();
    let cursor = export_query.cursor.as_deref().and_then(|text| Cursor::parse(text, sort, is_descending));
    // An exact count is expensive, so only the first part makes it.
    let total = if export_query.cursor.is_none() { lists::count_up_to(c, scope, &filter, MOST).await? } else { 0 };
    let window = Window { sort, is_descending, cursor, offset: 0, limit: i64::try_from(PART).unwrap_or(i64::MAX) };
    let hits = Hits::find(c, scope, &filter.search).await?;
    let (records, has_more) = lists::list_rows(c, scope, &filter, &hits, &window).await?;
    let next_cursor = records.last().filter(|_| has_more).map(|last| Cursor::write(sort, is_descending, last));
    let ids: Vec<ProductId> = records.iter().map(|record| record.id).collect();
    Ok(Page { items: in_order(app, scope, &ids).await?, total, is_total_capped: false, next_cursor })
}

/// Chosen products in the order chosen; the cursor is the number already taken.
async fn chosen<K: Exported<Item = ProductKind>>(
    app: &App,
    scope: &StoreScope,
    query: &ExportQuery<K>,
) -> ApiResult<Page<Product>> {
    let all = &query.items;
    let from = query.cursor.as_deref().and_then(|text| text.parse().ok()).unwrap_or(0).min(all.len());
    let to = (from + PART).min(all.len());
    let items = in_order(app, scope, &all[from..to]).await?;
    let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
    Ok(Page { items, total, is_total_capped: false, next_cursor: (to < all.len()).then(|| to.to_string()) })
}

/// Live products in the order of the given ids; those removed meanwhile are left out.
async fn in_order(app: &App, scope: &StoreScope, ids: &[ProductId]) -> db::Result<Vec<Product>> {
    let found = products::list_by_ids(app.db().conn(), scope, ids).await?;
    let mut by_id: HashMap<i64, Product> =
        found.into_iter().filter(|product| product.deleted_at.is_none()).map(|product| (product.id.raw(), product)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(&id.raw())).collect())
}

/// The lookups for the rows of some products.
pub(super) async fn names<K: Exported>(
    app: &App,
    scope: &StoreScope,
    writing: &Writing<K>,
    products: &[Product],
) -> Result<Names, Failed> {
    let c = app.db().conn();
    let all = categories::list(c, scope).await?;
    let by_id: HashMap<CategoryId, &Category> = all.iter().map(|category| (category.id, category)).collect();
    let placed = products.iter().flat_map(|product| product.fields.category_ids.iter().copied());
    let categories = placed.map(|id| (id, path(&by_id, id))).collect();
    let pictures = products.iter().flat_map(|product| {
        let of_variants = product.fields.variants.iter().filter_map(|variant| variant.media_id);
        product.fields.image_ids.iter().copied().chain(of_variants)
    });
    let mut ids: Vec<MediaId> = pictures.collect();
    ids.sort();
    ids.dedup();
    let mut images = HashMap::with_capacity(ids.len());
    let platform = app.base.platform_url();
    for some in ids.chunks(500) {
        // The id in the URL fragment is how an import into this store recognizes its own picture.
        images.extend(
            media::list_views(c, scope, some)
                .await?
                .into_iter()
                .map(|view| (view.id, format!("{platform}{}#{}", view.url, view.id))),
        );
    }
    Ok(Names { lang: writing.lang, currency: writing.currency, zone: writing.zone.clone(), categories, images })
}

fn path(all: &HashMap<CategoryId, &Category>, id: CategoryId) -> Vec<Texts> {
    let mut path: Vec<Texts> = Vec::new();
    let mut at = Some(id);
    // No branch is this deep; the bound also ends a cycle.
    while let Some(category) = at.and_then(|id| all.get(&id)).filter(|_| path.len() < 20) {
        path.insert(0, category.name.clone());
        at = category.parent_id;
    }
    path
}
