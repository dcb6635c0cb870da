//! The option values of the products of a grid.

use db::{Conn, Json, Result, Sql, row};
use kernel::{StoreScope, Texts};

use super::hits::Hits;
use super::listing;
use super::search::{self, Ranked};
use crate::card_query::CardQuery;

/// An option value that a product is available in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OptionRow {
    pub(crate) product_id: i64,
    pub(crate) option_key: String,
    pub(crate) value_key: String,
    pub(crate) position: i64,
    /// The product has translations of the option or the value.
    pub(crate) has_texts: bool,
}
row!(OptionRow { product_id, option_key, value_key, position, has_texts });

/// A product's names of an option and one of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OptionNames {
    pub(crate) option_key: String,
    pub(crate) value_key: String,
    pub(crate) option_name: String,
    pub(crate) value_name: String,
    /// Translations of the option.
    pub(crate) option_texts: Json<Texts>,
    pub(crate) value_texts: Json<Texts>,
}
row!(OptionNames { option_key, value_key, option_name, value_name, option_texts, value_texts });

/// Most rows that are read, however many values the products have.
const MOST_ROWS: i64 = 20_000;

/// The option values of the newest products that the query's other filters leave, at most `most` products; and whether these are
/// all of them. `ranking` is the result of the same query's search, if it has run.
pub(crate) async fn list_option_values(
    c: Conn<'_>,
    scope: &StoreScope,
    query: &CardQuery,
    ranking: Option<&Ranked>,
    most: usize,
) -> Result<(Vec<OptionRow>, bool)> {
    let (mut ids, is_all) = match ranking.filter(|_| query.options.is_empty()) {
        Some(found) => (found.ids.iter().map(|id| id.raw()).collect(), !found.is_capped),
        None => list_products(c, scope, query, most).await?,
    };
    let is_whole = is_all && ids.len() <= most;
    ids.truncate(most);
    if ids.is_empty() {
        return Ok((Vec::new(), true));
    }
    let rows: Vec<OptionRow> = Sql::new(
        "SELECT product_id, option_key, value_key, position, option_texts <> '{}' OR value_texts <> '{}' \
         FROM product_option_values WHERE store_id = ",
    )
    .arg("?", scope.store())
    .list(" AND product_id IN ", ids, "")
    .arg(" LIMIT ?", MOST_ROWS)
    .all(c)
    .await?;
    let is_whole = is_whole && rows.len() < usize::try_from(MOST_ROWS).unwrap_or(usize::MAX);
    Ok((rows, is_whole))
}

/// The products that the query's filters leave, except the option filters, and whether these are all of them.
async fn list_products(c: Conn<'_>, scope: &StoreScope, query: &CardQuery, most: usize) -> Result<(Vec<i64>, bool)> {
    let mut filter = listing::product_filter(query);
    filter.options.clear();
    let hits = Hits::find(c, scope, &filter.search).await?;
    if hits.is_everything() {
        let sql = filter.narrow(scope, &hits, Sql::new("SELECT id FROM products WHERE store_id = ").arg("?", scope.store()));
        let sql = sql.raw(" ORDER BY created_at DESC, id DESC").arg(" LIMIT ?", i64::try_from(most + 1).unwrap_or(i64::MAX));
        return Ok((sql.all(c).await?, true));
    }
    let found = search::list_ranked(c, scope, &filter, &hits, true).await?;
    Ok((found.ids.iter().map(|id| id.raw()).collect(), !found.is_capped))
}

/// The names that these products have for their options and values.
pub(crate) async fn list_option_names(c: Conn<'_>, scope: &StoreScope, products: Vec<i64>) -> Result<Vec<OptionNames>> {
    Sql::new(
        "SELECT option_key, value_key, option_name, value_name, option_texts, value_texts FROM product_option_values WHERE store_id = ",
    )
    .arg("?", scope.store())
    .list(" AND product_id IN ", products, " ORDER BY product_id")
    .arg(" LIMIT ?", MOST_ROWS)
    .all(c)
    .await
}
