//! Lists of products: the dashboard's table and the storefront's grids, with a keyset beneath the page numbers.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use db::{Conn, Json, Result, Sql, row};
use kernel::{CategoryId, MediaId, Millis, Page, PageRequest, ProductId, StoreScope, Texts};

use crate::catalog::model::{DynamicField, State};

/// What lists read of a product.
pub(in crate::catalog) struct ListRecord {
    pub(in crate::catalog) id: ProductId,
    pub(in crate::catalog) product_type: String,
    pub(in crate::catalog) name: Json<Texts>,
    pub(in crate::catalog) name_key: String,
    pub(in crate::catalog) short_description: Json<Texts>,
    pub(in crate::catalog) sku: Option<String>,
    pub(in crate::catalog) regular_price: Option<i64>,
    pub(in crate::catalog) sale_price: Option<i64>,
    pub(in crate::catalog) sale_from: Option<i64>,
    pub(in crate::catalog) sale_until: Option<i64>,
    pub(in crate::catalog) list_price: i64,
    pub(in crate::catalog) stock: i64,
    pub(in crate::catalog) has_unlimited_qty: bool,
    pub(in crate::catalog) is_active: bool,
    pub(in crate::catalog) is_published: bool,
    pub(in crate::catalog) dynamic_fields: Json<Vec<DynamicField>>,
    pub(in crate::catalog) page_link: String,
    pub(in crate::catalog) cover_id: Option<MediaId>,
    pub(in crate::catalog) created_at: Millis,
    pub(in crate::catalog) updated_at: Millis,
    pub(in crate::catalog) version: i64,
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
    is_active,
    is_published,
    dynamic_fields,
    page_link,
    cover_id,
    created_at,
    updated_at,
    version,
});

const SELECT: &str = "SELECT id, product_type, name, name_key, short_description, sku, regular_price, sale_price, sale_from, sale_until, \
     list_price, stock, has_unlimited_qty, is_active, is_published, dynamic_fields, page_link, cover_id, created_at, updated_at, version \
     FROM products WHERE store_id = ";
const COUNT: &str = "SELECT COUNT(*) FROM (SELECT id FROM products WHERE store_id = ";

/// What a list is sorted by; every one has an index that ends in the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::catalog) enum Sort {
    #[default]
    CreatedAt,
    UpdatedAt,
    Name,
    Price,
    Stock,
}

impl Sort {
    pub(in crate::catalog) const WORDS: &'static [&'static str] = &["created_at", "updated_at", "name", "price", "stock"];

    pub(in crate::catalog) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "created_at" => Self::CreatedAt,
            "updated_at" => Self::UpdatedAt,
            "name" => Self::Name,
            "price" => Self::Price,
            "stock" => Self::Stock,
            _ => return None,
        })
    }

    const fn column(self) -> &'static str {
        match self {
            Self::CreatedAt => "created_at",
            Self::UpdatedAt => "updated_at",
            Self::Name => "name_key",
            Self::Price => "list_price",
            Self::Stock => "stock",
        }
    }

    fn key(self, r: &ListRecord) -> Key {
        match self {
            Self::CreatedAt => Key::Int(r.created_at.0),
            Self::UpdatedAt => Key::Int(r.updated_at.0),
            Self::Name => Key::Text(r.name_key.clone()),
            Self::Price => Key::Int(r.list_price),
            Self::Stock => Key::Int(r.stock),
        }
    }
}

/// The sort value of the last row of a page.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
enum Key {
    Int(i64),
    Text(String),
}

/// Where a page starts: after this row of this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::catalog) struct Cursor(Key, ProductId);

impl Cursor {
    /// Reads a cursor of the same order; anything else is none.
    pub(in crate::catalog) fn parse(text: &str, sort: Sort, is_descending: bool) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (column, down, key, id): (String, bool, Key, i64) = serde_json::from_slice(&bytes).ok()?;
        let is_text = matches!(key, Key::Text(_));
        (column == sort.column() && down == is_descending && is_text == (sort == Sort::Name))
            .then(|| Self(key, ProductId::from_raw(id)))
    }

    /// Of a row of a list in this order.
    pub(in crate::catalog) fn write(sort: Sort, is_descending: bool, row: &ListRecord) -> String {
        let parts = (sort.column(), is_descending, sort.key(row), row.id.raw());
        URL_SAFE_NO_PAD.encode(serde_json::to_vec(&parts).unwrap_or_default())
    }
}

/// Which products; nothing set means all of them.
#[derive(Debug, Clone, Default)]
pub(in crate::catalog) struct Wanted {
    pub(in crate::catalog) states: Vec<State>,
    pub(in crate::catalog) stock: Vec<StockLevel>,
    pub(in crate::catalog) product_type: Option<&'static str>,
    pub(in crate::catalog) categories: Option<Vec<CategoryId>>,
    pub(in crate::catalog) min_price: Option<i64>,
    pub(in crate::catalog) max_price: Option<i64>,
    pub(in crate::catalog) ids: Option<Vec<ProductId>>,
    pub(in crate::catalog) except: Option<ProductId>,
    pub(in crate::catalog) is_on_sale: bool,
    pub(in crate::catalog) search: String,
}

/// How much is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::catalog) enum StockLevel {
    Out,
    Low,
    In,
}

/// At most so many pieces are "low": the same number as the front page's counter.
pub const LOW_STOCK: i64 = 5;

impl Wanted {
    fn apply(&self, mut sql: Sql) -> Sql {
        sql = sql.raw(" AND deleted_at IS NULL");
        if !self.states.is_empty() {
            sql = sql.raw(" AND (");
            for (i, state) in self.states.iter().enumerate() {
                sql = sql.raw(if i == 0 { "" } else { " OR " }).raw(match state {
                    State::Published => "(is_active AND is_published)",
                    State::Unpublished => "(is_active AND NOT is_published)",
                    State::Inactive => "NOT is_active",
                });
            }
            sql = sql.raw(")");
        }
        if !self.stock.is_empty() {
            sql = sql.raw(" AND (");
            for (i, level) in self.stock.iter().enumerate() {
                sql = sql.raw(if i == 0 { "" } else { " OR " });
                sql = match level {
                    StockLevel::Out => sql.raw("(stock <= 0 AND NOT has_unlimited_qty)"),
                    StockLevel::Low => sql.arg("(stock > 0 AND stock <= ? AND NOT has_unlimited_qty)", LOW_STOCK),
                    StockLevel::In => sql.raw("(stock > 0 OR has_unlimited_qty)"),
                };
            }
            sql = sql.raw(")");
        }
        sql = sql
            .opt(" AND product_type = ?", self.product_type)
            .opt(" AND list_price >= ?", self.min_price)
            .opt(" AND list_price <= ?", self.max_price);
        sql = sql.opt(" AND id <> ?", self.except);
        if self.is_on_sale {
            sql = sql.raw(" AND is_on_sale");
        }
        if let Some(ids) = &self.ids {
            sql = sql.list(" AND id IN ", ids.clone(), "");
        }
        sql
    }

    fn narrow(&self, scope: &StoreScope, hits: &Hits, mut sql: Sql) -> Sql {
        sql = self.apply(sql);
        if let Some(categories) = &self.categories {
            sql = sql.arg(" AND id IN (SELECT product_id FROM product_categories WHERE store_id = ?", scope.store()).list(
                " AND category_id IN ",
                categories.clone(),
                ")",
            );
        }
        if let Some(rare) = &hits.rare {
            sql = sql.list(" AND id IN ", rare.clone(), "");
        }
        for word in &hits.common {
            sql = sql
                .arg(
                    " AND EXISTS (SELECT t.token FROM search_tokens t WHERE t.store_id = ? AND t.subject = 'product'",
                    scope.store(),
                )
                .arg(" AND t.subject_id = products.id AND t.token >= ?", word.clone())
                .arg(" AND t.token < ?)", crate::search::upper_bound(word));
        }
        sql
    }

    /// Only states are asked for: the kept counters know the number.
    fn states_only(&self) -> bool {
        let Self { states: _, stock, product_type, categories, min_price, max_price, ids, except, is_on_sale, search } = self;
        stock.is_empty()
            && product_type.is_none()
            && categories.is_none()
            && min_price.is_none()
            && max_price.is_none()
            && ids.is_none()
            && except.is_none()
            && !is_on_sale
            && search.is_empty()
    }
}

/// What the words of a search find. A rare word names its products, which are then looked up; a common one is a question
/// to each product on the way through the list. Either way a page costs milliseconds in a store of any size.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::catalog) struct Hits {
    rare: Option<Vec<i64>>,
    common: Vec<String>,
}

/// A word that more products have is common.
const RARE: usize = 512;
/// Words of a search that count.
const MOST_WORDS: usize = 8;

impl Hits {
    pub(in crate::catalog) async fn find(c: Conn<'_>, scope: &StoreScope, search: &str) -> Result<Self> {
        let mut hits = Self::default();
        if search.is_empty() {
            return Ok(hits);
        }
        let words = crate::search::tokens([search]);
        if words.is_empty() {
            hits.rare = Some(Vec::new());
        }
        for word in words.into_iter().take(MOST_WORDS) {
            let sql = "SELECT subject_id FROM search_tokens WHERE store_id = ?1 AND subject = 'product' AND token >= ?2 AND token < ?3 LIMIT ?4";
            let most = i64::try_from(RARE + 1).unwrap_or(i64::MAX);
            let found: Vec<i64> = c.all(sql, db::p![scope.store(), word, crate::search::upper_bound(&word), most]).await?;
            if found.len() > RARE {
                hits.common.push(word);
                continue;
            }
            let found: std::collections::BTreeSet<i64> = found.into_iter().collect();
            hits.rare = Some(match hits.rare.take() {
                None => found.into_iter().collect(),
                Some(before) => before.into_iter().filter(|id| found.contains(id)).collect(),
            });
        }
        if let Some(ids) = &mut hits.rare
            && let Some(last) = ids.last().copied()
        {
            // A list of any length would be a statement of its own in the engine's cache: ten lengths are enough.
            ids.resize(ids.len().next_power_of_two(), last);
        }
        Ok(hits)
    }
}

/// Where a page stands.
#[derive(Debug, Clone, Default)]
pub(in crate::catalog) struct Window {
    pub(in crate::catalog) sort: Sort,
    pub(in crate::catalog) is_descending: bool,
    pub(in crate::catalog) cursor: Option<Cursor>,
    pub(in crate::catalog) offset: i64,
    pub(in crate::catalog) limit: i64,
}

/// A page of products.
pub(in crate::catalog) async fn page(
    c: Conn<'_>,
    scope: &StoreScope,
    wanted: &Wanted,
    window: &Window,
) -> Result<Page<ListRecord>> {
    let hits = Hits::find(c, scope, &wanted.search).await?;
    let (items, has_more) = rows(c, scope, wanted, &hits, window).await?;
    let last = items.last().filter(|_| has_more);
    let next_cursor = last.map(|last| Cursor::write(window.sort, window.is_descending, last));
    let (total, is_total_capped) = count(c, scope, wanted, &hits).await?;
    Ok(Page { items, total, is_total_capped, next_cursor })
}

/// The rows of a window, and whether more lie behind it.
pub(in crate::catalog) async fn rows(
    c: Conn<'_>,
    scope: &StoreScope,
    wanted: &Wanted,
    hits: &Hits,
    window: &Window,
) -> Result<(Vec<ListRecord>, bool)> {
    let Window { sort, is_descending, cursor, offset, limit } = window;
    let mut sql = wanted.narrow(scope, hits, Sql::new(SELECT).arg("?", scope.store()));
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

/// How many there are, counted up to the cap, and whether there are more than that.
pub(in crate::catalog) async fn count(c: Conn<'_>, scope: &StoreScope, wanted: &Wanted, hits: &Hits) -> Result<(i64, bool)> {
    if wanted.states_only() {
        let counts = super::products::state_counts(c, scope).await?;
        let is_wanted = |word: &str| wanted.states.is_empty() || wanted.states.iter().any(|s| s.as_str() == word);
        return Ok((counts.iter().filter(|(word, _)| is_wanted(word)).map(|(_, n)| *n).sum(), false));
    }
    let cap = Page::<()>::COUNT_CAP;
    let n: i64 =
        wanted.narrow(scope, hits, Sql::new(COUNT).arg("?", scope.store())).arg(" LIMIT ?) AS counted", cap + 1).one(c).await?;
    Ok((n.min(cap), n > cap))
}

/// How many live products match, counted up to `cap`.
pub(in crate::catalog) async fn count_up_to(c: Conn<'_>, scope: &StoreScope, wanted: &Wanted, cap: i64) -> Result<i64> {
    let hits = Hits::find(c, scope, &wanted.search).await?;
    wanted.narrow(scope, &hits, Sql::new(COUNT).arg("?", scope.store())).arg(" LIMIT ?) AS counted", cap).one(c).await
}

/// How many variants products have.
pub(in crate::catalog) async fn count_variants(
    c: Conn<'_>,
    scope: &StoreScope,
    products: &[ProductId],
) -> Result<Vec<(ProductId, i64)>> {
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
