//! Storefront grids and sitemap: published products only.

use db::{Conn, Json, Result};
use kernel::{CategoryId, Millis, PageRequest, ProductId, StoreScope, Texts};

use super::category_positions::{self, PositionCursor};
use super::filter::{ProductFilter, StockLevel};
use super::hits::Hits;
use super::lists::{self, Cursor, ListRecord, Sort, Window};
use super::search;
use crate::card_query::{CardQuery, CardSort};
use crate::model::Links;
use crate::model::State;

/// A page (window) of a grid.
pub(crate) struct Grid {
    pub(crate) items: Vec<ListRecord>,
    /// Counted only when the query asks for it.
    pub(crate) total: i64,
    pub(crate) is_total_capped: bool,
    /// Cursor of the last row, when more follow.
    pub(crate) next: Option<String>,
    /// Cursor of the first row, when there are rows before it.
    pub(crate) prev: Option<String>,
    /// Folded words to highlight.
    pub(crate) marks: String,
    /// The corrected search words, folded, when nothing matches the words as written.
    pub(crate) meant: Vec<String>,
    /// The ranking, when sorted by relevance.
    pub(crate) ranking: Option<search::Ranked>,
}

const fn order(sort: CardSort) -> (Sort, bool) {
    match sort {
        CardSort::Newest | CardSort::ByHand(_) => (Sort::CreatedAt, true),
        CardSort::Relevance => (Sort::Relevance, true),
        CardSort::PriceUp => (Sort::Price, false),
        CardSort::PriceDown => (Sort::Price, true),
        CardSort::Name => (Sort::Name, false),
    }
}

/// Whether the text is a cursor of this sort order.
pub(crate) fn is_cursor(text: &str, sort: CardSort) -> bool {
    let (by, is_descending) = order(sort);
    match sort {
        CardSort::Relevance => parse_rank(text).is_some(),
        CardSort::ByHand(_) => PositionCursor::parse(text).is_some(),
        _ => Cursor::parse(text, by, is_descending).is_some(),
    }
}

/// Parses a cursor of the ranked order: `r24` is the position after the first 24.
fn parse_rank(text: &str) -> Option<i64> {
    text.strip_prefix('r')?.parse().ok().filter(|n| (0..=PageRequest::MAX_OFFSET).contains(n))
}

/// The filter of a grid query.
pub(crate) fn product_filter(query: &CardQuery) -> ProductFilter {
    ProductFilter {
        states: vec![State::Published],
        stock: if query.only_in_stock { vec![StockLevel::In] } else { Vec::new() },
        categories: query.within.clone(),
        min_price: query.min_price,
        max_price: query.max_price,
        ids: query.ids.as_ref().map(|ids| ids.iter().copied().take(100).collect()),
        except: query.except,
        is_on_sale: query.only_on_sale,
        options: query.options.clone(),
        search: query.search.clone(),
        ..ProductFilter::default()
    }
}

/// A window of the ranked results of a search.
async fn best(c: Conn<'_>, scope: &StoreScope, query: &CardQuery, filter: &ProductFilter, hits: &Hits) -> Result<Grid> {
    let limit = query.limit.clamp(1, PageRequest::MAX);
    let at = query.cursor.as_deref().and_then(parse_rank);
    let offset = match at {
        Some(n) if query.is_backward => (n - limit).max(0),
        Some(n) => n,
        None => query.offset,
    };
    let ranked = search::list_ranked(c, scope, filter, hits, true).await?;
    let items = lists::list_by_ids(c, scope, &lists::slice(&ranked.ids, offset, limit)).await?;
    let total = i64::try_from(ranked.ids.len()).unwrap_or(i64::MAX);
    Ok(Grid {
        items,
        total,
        is_total_capped: ranked.is_capped,
        next: (offset + limit < total).then(|| format!("r{}", offset + limit)),
        prev: (offset > 0).then(|| format!("r{offset}")),
        marks: hits.marks(),
        meant: if hits.is_guess { ranked.meant.clone() } else { Vec::new() },
        ranking: Some(ranked),
    })
}

/// A window of a category's manual order.
async fn by_hand(
    c: Conn<'_>,
    scope: &StoreScope,
    category: CategoryId,
    query: &CardQuery,
    filter: &ProductFilter,
    hits: &Hits,
) -> Result<Grid> {
    let cursor = query.cursor.as_deref().and_then(PositionCursor::parse);
    let limit = query.limit.clamp(1, PageRequest::MAX);
    let at = category_positions::Window { cursor, is_backward: query.is_backward, offset: query.offset, limit };
    let found = category_positions::list_window(c, scope, category, filter, hits, at).await?;
    let items = lists::list_by_ids(c, scope, &found.ids).await?;
    let (total, is_total_capped) = if query.is_counted { lists::count(c, scope, filter, hits).await? } else { (0, false) };
    let meant = Vec::new();
    Ok(Grid { items, total, is_total_capped, next: found.next, prev: found.prev, marks: hits.marks(), meant, ranking: None })
}

/// A window into a storefront grid.
pub(crate) async fn list_cards(c: Conn<'_>, scope: &StoreScope, query: &CardQuery) -> Result<Grid> {
    let (sort, is_descending) = order(query.sort);
    let filter = product_filter(query);
    let hits = Hits::find(c, scope, &filter.search).await?;
    if query.sort == CardSort::Relevance && !hits.is_everything() {
        return best(c, scope, query, &filter, &hits).await;
    }
    if let CardSort::ByHand(category) = query.sort {
        return by_hand(c, scope, category, query, &filter, &hits).await;
    }
    let cursor = query.cursor.as_deref().and_then(|text| Cursor::parse(text, sort, is_descending));
    let is_inside = cursor.is_some();
    // Backwards is the same order scanned in reverse.
    let is_backward = is_inside && query.is_backward;
    let window = Window {
        sort,
        is_descending: is_descending != is_backward,
        cursor,
        offset: query.offset,
        limit: query.limit.clamp(1, PageRequest::MAX),
    };
    let (mut items, has_more) = lists::list_rows(c, scope, &filter, &hits, &window).await?;
    if is_backward {
        items.reverse();
    }
    let at = |row: Option<&ListRecord>| row.map(|r| Cursor::write(sort, is_descending, r));
    let next = at(items.last().filter(|_| has_more || is_backward));
    let has_before = if is_backward { has_more } else { is_inside || query.offset > 0 };
    let prev = at(items.first().filter(|_| has_before));
    if let Some(ids) = &query.ids {
        items.sort_by_key(|r| ids.iter().position(|id| *id == r.id));
    }
    let (total, is_total_capped) = if query.is_counted { lists::count(c, scope, &filter, &hits).await? } else { (0, false) };
    Ok(Grid { items, total, is_total_capped, next, prev, marks: hits.marks(), meant: Vec::new(), ranking: None })
}

/// Links of published products, in order of their ids.
pub(crate) async fn list_published_links(
    c: Conn<'_>,
    scope: &StoreScope,
    after: ProductId,
    limit: i64,
) -> Result<Vec<(ProductId, Links, Millis)>> {
    let sql = "SELECT id, page_link, page_links, updated_at FROM products WHERE store_id = ?1 AND id > ?2 AND deleted_at IS NULL \
               AND archived_at IS NULL AND is_active AND is_published ORDER BY id LIMIT ?3";
    let rows: Vec<(ProductId, String, Json<Texts>, Millis)> = c.all(sql, db::p![scope.store(), after, limit]).await?;
    Ok(rows.into_iter().map(|(id, main, Json(own), at)| (id, Links { main, own }, at)).collect())
}
