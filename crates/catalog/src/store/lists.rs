//! Lists of products: the dashboard's table and the storefront's grids, by page number with keyset cursors underneath.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use db::{Conn, Json, Result, Sql, row};
use kernel::{MediaId, Millis, Page, PageRequest, ProductId, StoreScope, Texts};

use super::filter::ProductFilter;
use super::hits::Hits;
use super::search;
use crate::model::{DynamicField, MissingTexts, ProductType, State};

/// The columns of a product that lists read.
pub(crate) struct ListRecord {
    pub(crate) id: ProductId,
    pub(crate) product_type: ProductType,
    pub(crate) name: Json<Texts>,
    pub(crate) name_key: String,
    pub(crate) short_description: Json<Texts>,
    pub(crate) sku: Option<String>,
    pub(crate) regular_price: Option<i64>,
    pub(crate) sale_price: Option<i64>,
    pub(crate) sale_from: Option<i64>,
    pub(crate) sale_until: Option<i64>,
    pub(crate) list_price: i64,
    pub(crate) stock: i64,
    pub(crate) has_unlimited_qty: bool,
    pub(crate) low_stock_at: Option<i64>,
    pub(crate) is_active: bool,
    pub(crate) is_published: bool,
    pub(crate) is_sample: bool,
    pub(crate) dynamic_fields: Json<Vec<DynamicField>>,
    pub(crate) publish_at: Option<i64>,
    pub(crate) archived_at: Option<i64>,
    pub(crate) untranslated: MissingTexts,
    pub(crate) page_link: String,
    pub(crate) page_links: Json<Texts>,
    pub(crate) cover_id: Option<MediaId>,
    pub(crate) created_at: Millis,
    pub(crate) updated_at: Millis,
    pub(crate) version: i64,
}
row!(ListRecord {
    id,
    product_type,
    name,
    name_key,
    short_description,
    sku,
    regular_price,
    sale_price,
    sale_from,
    sale_until,
    list_price,
    stock,
    has_unlimited_qty,
    low_stock_at,
    is_active,
    is_published,
    is_sample,
    dynamic_fields,
    publish_at,
    archived_at,
    untranslated,
    page_link,
    page_links,
    cover_id,
    created_at,
    updated_at,
    version,
});

const SELECT: &str = "SELECT id, product_type, name, name_key, short_description, sku, regular_price, sale_price, sale_from, sale_until, \
     list_price, stock, has_unlimited_qty, low_stock_at, is_active, is_published, is_sample, dynamic_fields, publish_at, archived_at, untranslated, page_link, page_links, cover_id, created_at, updated_at, version \
     FROM products WHERE store_id = ";
const COUNT: &str = "SELECT COUNT(*) FROM (SELECT id FROM products WHERE store_id = ";

/// The sort keys of lists; each has an index that ends in the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Sort {
    #[default]
    CreatedAt,
    UpdatedAt,
    Name,
    Price,
    Stock,
    /// Relevance to the search words; without words, the newest.
    Relevance,
}

impl Sort {
    pub(crate) const WORDS: &'static [&'static str] = &["created_at", "updated_at", "name", "price", "stock", "relevance"];

    pub(crate) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "created_at" => Self::CreatedAt,
            "updated_at" => Self::UpdatedAt,
            "name" => Self::Name,
            "price" => Self::Price,
            "stock" => Self::Stock,
            "relevance" => Self::Relevance,
            _ => return None,
        })
    }

    const fn column(self) -> &'static str {
        match self {
            Self::CreatedAt | Self::Relevance => "created_at",
            Self::UpdatedAt => "updated_at",
            Self::Name => "name_key",
            Self::Price => "list_price",
            Self::Stock => "stock",
        }
    }

    fn key(self, r: &ListRecord) -> Key {
        match self {
            Self::CreatedAt | Self::Relevance => Key::Int(r.created_at.0),
            Self::UpdatedAt => Key::Int(r.updated_at.0),
            Self::Name => Key::Text(r.name_key.clone()),
            Self::Price => Key::Int(r.list_price),
            Self::Stock => Key::Int(r.stock),
        }
    }
}

/// The sort value of a cursor's row.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
enum Key {
    Int(i64),
    Text(String),
}

/// A keyset cursor: the page starts after this row of this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cursor(Key, ProductId);

impl Cursor {
    /// Parses a cursor of the same order; `None` for anything else.
    pub(crate) fn parse(text: &str, sort: Sort, is_descending: bool) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (column, down, key, id): (String, bool, Key, i64) = serde_json::from_slice(&bytes).ok()?;
        let is_text = matches!(key, Key::Text(_));
        (column == sort.column() && down == is_descending && is_text == (sort == Sort::Name))
            .then(|| Self(key, ProductId::from_raw(id)))
    }

    /// The cursor of a row in a list of this order.
    pub(crate) fn write(sort: Sort, is_descending: bool, row: &ListRecord) -> String {
        let parts = (sort.column(), is_descending, sort.key(row), row.id.raw());
        URL_SAFE_NO_PAD.encode(serde_json::to_vec(&parts).unwrap_or_default())
    }
}

web::list_params! {
    /// The list parameters of products.
    pub(crate) ProductListParams => Sort::WORDS;
}

/// The position of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Window {
    pub(crate) sort: Sort,
    pub(crate) is_descending: bool,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) offset: i64,
    pub(crate) limit: i64,
}

/// A page of products.
pub(crate) async fn list_page(
    c: Conn<'_>,
    scope: &StoreScope,
    filter: &ProductFilter,
    window: &Window,
) -> Result<Page<ListRecord>> {
    let hits = Hits::find(c, scope, &filter.search).await?;
    if window.sort == Sort::Relevance && !hits.is_everything() {
        let ranked = search::list_ranked(c, scope, filter, &hits, false).await?;
        let items = list_by_ids(c, scope, &slice(&ranked.ids, window.offset, window.limit)).await?;
        let total = i64::try_from(ranked.ids.len()).unwrap_or(i64::MAX);
        return Ok(Page { items, total, is_total_capped: ranked.is_capped, next_cursor: None });
    }
    let (items, has_more) = list_rows(c, scope, filter, &hits, window).await?;
    let last = items.last().filter(|_| has_more);
    let next_cursor = last.map(|last| Cursor::write(window.sort, window.is_descending, last));
    let (total, is_total_capped) = count(c, scope, filter, &hits).await?;
    Ok(Page { items, total, is_total_capped, next_cursor })
}

/// A window of a list in memory.
pub(crate) fn slice(ids: &[ProductId], offset: i64, limit: i64) -> Vec<ProductId> {
    let n = |n: i64| usize::try_from(n).unwrap_or(0);
    ids.iter().copied().skip(n(offset)).take(n(limit)).collect()
}

/// These rows, in this order.
pub(crate) async fn list_by_ids(c: Conn<'_>, scope: &StoreScope, ids: &[ProductId]) -> Result<Vec<ListRecord>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows: Vec<ListRecord> = Sql::new(SELECT).arg("?", scope.store()).list(" AND id IN ", ids.to_vec(), "").all(c).await?;
    rows.sort_by_key(|r| ids.iter().position(|id| *id == r.id));
    Ok(rows)
}

/// The rows of a window, and whether more follow.
pub(crate) async fn list_rows(
    c: Conn<'_>,
    scope: &StoreScope,
    filter: &ProductFilter,
    hits: &Hits,
    window: &Window,
) -> Result<(Vec<ListRecord>, bool)> {
    let Window { sort, is_descending, cursor, offset, limit } = window;
    let mut sql = filter.narrow(scope, hits, Sql::new(SELECT).arg("?", scope.store()));
    if let Some(Cursor(key, id)) = cursor {
        sql = sql.raw(" AND (").raw(sort.column()).raw(if *is_descending { ", id) < " } else { ", id) > " });
        sql = match key {
            Key::Int(n) => sql.arg("(?", *n),
            Key::Text(t) => sql.arg("(?", t.clone()),
        };
        sql = sql.arg(", ?)", *id);
    }
    let direction = if *is_descending { " DESC" } else { "" };
    sql = sql.raw(" ORDER BY ").raw(sort.column()).raw(direction).raw(", id").raw(direction).arg(" LIMIT ?", *limit + 1);
    if cursor.is_none() {
        sql = sql.arg(" OFFSET ?", (*offset).clamp(0, PageRequest::MAX_OFFSET));
    }
    let mut items: Vec<ListRecord> = sql.all(c).await?;
    let most = usize::try_from(*limit).unwrap_or(usize::MAX);
    let has_more = items.len() > most;
    items.truncate(most);
    Ok((items, has_more))
}

/// The number of matches, counted up to the cap, and whether there are more.
pub(crate) async fn count(c: Conn<'_>, scope: &StoreScope, filter: &ProductFilter, hits: &Hits) -> Result<(i64, bool)> {
    if filter.states_only() {
        let counts = super::products::list_state_counts(c, scope).await?;
        let is_wanted =
            |state: State| if filter.states.is_empty() { state != State::Archived } else { filter.states.contains(&state) };
        return Ok((counts.iter().filter(|(state, _)| is_wanted(*state)).map(|(_, n)| *n).sum(), false));
    }
    let cap = Page::<()>::COUNT_CAP;
    let n: i64 =
        filter.narrow(scope, hits, Sql::new(COUNT).arg("?", scope.store())).arg(" LIMIT ?) AS counted", cap + 1).one(c).await?;
    Ok((n.min(cap), n > cap))
}

/// The number of live products that match, counted up to `cap`.
pub(crate) async fn count_up_to(c: Conn<'_>, scope: &StoreScope, filter: &ProductFilter, cap: i64) -> Result<i64> {
    let hits = Hits::find(c, scope, &filter.search).await?;
    count_found(c, scope, filter, &hits, cap).await
}

/// The number of matches of a search that has run, counted up to `cap`.
pub(crate) async fn count_found(c: Conn<'_>, scope: &StoreScope, filter: &ProductFilter, hits: &Hits, cap: i64) -> Result<i64> {
    filter.narrow(scope, hits, Sql::new(COUNT).arg("?", scope.store())).arg(" LIMIT ?) AS counted", cap).one(c).await
}

/// How many variants products have.
pub(crate) async fn count_variants(c: Conn<'_>, scope: &StoreScope, products: &[ProductId]) -> Result<Vec<(ProductId, i64)>> {
    if products.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT product_id, COUNT(*) FROM product_variants WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND product_id IN ", products.to_vec(), " GROUP BY product_id")
        .all(c)
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_belongs_to_its_order() {
        let text = URL_SAFE_NO_PAD.encode(r#"["list_price",true,5,7]"#);
        assert_eq!(Cursor::parse(&text, Sort::Price, true), Some(Cursor(Key::Int(5), ProductId::from_raw(7))));
        assert_eq!(Cursor::parse(&text, Sort::Price, false), None);
        assert_eq!(Cursor::parse(&text, Sort::Stock, true), None);
        let wrong = URL_SAFE_NO_PAD.encode(r#"["list_price",true,"x",7]"#);
        assert_eq!(Cursor::parse(&wrong, Sort::Price, true), None);
        assert_eq!(Cursor::parse("%%%", Sort::Price, true), None);
    }
}
