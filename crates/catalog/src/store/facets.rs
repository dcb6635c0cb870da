//! The option values of the products of a grid.

use db::{Conn, Json, Result, Sql, row};
use kernel::{StoreScope, Texts};

use super::hits::Hits;
use super::listing;
use super::search;
use crate::card_query::CardQuery;

/// A value that a product can be had in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OptionRow {
    pub(crate) product_id: i64,
    pub(crate) option_key: String,
    pub(crate) value_key: String,
    pub(crate) option_name: String,
    pub(crate) value_name: String,
    pub(crate) position: i64,
    /// Either in each language, where it has a name there.
    pub(crate) option_texts: Json<Texts>,
    pub(crate) value_texts: Json<Texts>,
}
row!(OptionRow { product_id, option_key, value_key, option_name, value_name, position, option_texts, value_texts });

/// What is read of the products that are looked at, however many values they have.
const MOST_ROWS: i64 = 20_000;

/// The values of the newest products that the query's other filters leave, as many products as `most`; and whether these are
/// all of them.
pub(crate) async fn list_option_values(
    c: Conn<'_>,
    scope: &StoreScope,
    query: &CardQuery,
    most: usize,
) -> Result<(Vec<OptionRow>, bool)> {
    let mut filter = listing::product_filter(query);
    filter.options.clear();
    let hits = Hits::find(c, scope, &filter.search).await?;
    let mut ids: Vec<i64> = if hits.is_everything() {
        let sql = filter.narrow(scope, &hits, Sql::new("SELECT id FROM products WHERE store_id = ").arg("?", scope.store()));
        sql.raw(" ORDER BY created_at DESC, id DESC").arg(" LIMIT ?", i64::try_from(most + 1).unwrap_or(i64::MAX)).all(c).await?
    } else {
        let found = search::list_ranked(c, scope, &filter, &hits, true).await?;
        let more = found.is_capped.then_some(0);
        found.ids.iter().map(|id| id.raw()).chain(more).collect()
    };
    let is_whole = ids.len() <= most && !ids.contains(&0);
    ids.truncate(most);
    if ids.is_empty() {
        return Ok((Vec::new(), true));
    }
    let rows: Vec<OptionRow> = Sql::new(
        "SELECT product_id, option_key, value_key, option_name, value_name, position, option_texts, value_texts \
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
