//! Ranking of the best matches of a search.

use std::collections::{HashMap, HashSet};

use db::{Conn, Result, Sql, row};
use kernel::{ProductId, StoreScope};

use super::filter::ProductFilter;
use super::hits::{Hits, answering};
use crate::words::{self, SearchWord};
use platform::search::upper_bound;

/// The best matches that are ranked; a reader who wants the rest sorts by something else.
pub(crate) const BEST: usize = 300;

/// The ranked matches of a search.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ranked {
    /// Their ids, best first.
    pub(crate) ids: Vec<ProductId>,
    /// There are more matches than are ranked.
    pub(crate) is_capped: bool,
    /// For each word of the search, the matching word of the best product, folded.
    pub(crate) meant: Vec<String>,
}

struct Candidate {
    id: i64,
    stock: i64,
    has_unlimited_qty: bool,
    /// The word by which it was found, and its weight; empty when it was found by its id.
    token: String,
    weight: i64,
}
row!(Candidate { id, stock, has_unlimited_qty, token, weight });

/// The matches of the leading word, in the order in which its forms count.
#[derive(Default)]
struct Finds {
    candidates: Vec<Candidate>,
    seen: HashSet<i64>,
    /// By product, the words that match the leading one, with their weights.
    words: HashMap<i64, Vec<(String, i64)>>,
    /// Not all words with the prefix were read: a product may have a better one.
    has_unread: bool,
}

impl Finds {
    fn is_full(&self) -> bool {
        self.seen.len() > BEST
    }

    fn add(&mut self, rows: Vec<Candidate>) {
        for row in rows {
            self.words.entry(row.id).or_default().push((row.token.clone(), row.weight));
            if self.seen.insert(row.id) {
                self.candidates.push(row);
            }
        }
    }
}

const BY_ID: &str = "SELECT products.id, products.stock, products.has_unlimited_qty, '', CAST(0 AS BIGINT) FROM products WHERE products.store_id = ";
/// Starts from the words: CROSS JOIN prevents SQLite from starting with the products.
const BY_WORD: &str = "SELECT products.id, products.stock, products.has_unlimited_qty, t.token, t.weight FROM search_tokens t CROSS JOIN products \
                       WHERE products.store_id = t.store_id AND products.id = t.subject_id AND t.subject = 'product' AND t.store_id = ";

/// The filtered matches, best first: exact words before prefixes before misspellings, names before tags before descriptions, the
/// newest first among equals. Sold out products come last in the store.
pub(crate) async fn list_ranked(
    c: Conn<'_>,
    scope: &StoreScope,
    filter: &ProductFilter,
    hits: &Hits,
    is_shop: bool,
) -> Result<Ranked> {
    let most = i64::try_from(BEST + 1).unwrap_or(i64::MAX);
    let mut finds = Finds::default();
    let lead = hits.common.first().copied().filter(|_| hits.rare.is_none());
    match lead.map(|at| &hits.words[at]) {
        Some(lead) => {
            let hits = &hits.without_lead();
            let exactly = async |word: &str| -> Result<Vec<Candidate>> {
                let sql = Sql::new(BY_WORD).arg("?", scope.store()).arg(" AND t.token = ?", word.to_owned());
                let sql = filter.narrow(scope, hits, sql).raw(" ORDER BY t.weight DESC, t.subject_id DESC").arg(" LIMIT ?", most);
                sql.all(c).await
            };
            finds.add(exactly(&lead.text).await?);
            for from in std::iter::once(&lead.text).chain(&lead.forms) {
                if finds.is_full() {
                    break;
                }
                let sql = Sql::new(BY_WORD).arg("?", scope.store()).arg(" AND t.token >= ?", from.clone());
                let sql = sql.arg(" AND t.token < ?", upper_bound(from)).arg(" AND t.token <> ?", lead.text.clone());
                let more: Vec<Candidate> = filter.narrow(scope, hits, sql).arg(" LIMIT ?", most).all(c).await?;
                finds.has_unread |= more.len() > BEST;
                finds.add(more);
            }
            for word in lead.others.iter().chain(&lead.similar) {
                if finds.is_full() {
                    break;
                }
                finds.add(exactly(word).await?);
            }
        }
        None if hits.is_nothing() => {}
        // At most as many as a rare word has.
        None => {
            let sql = filter.narrow(scope, hits, Sql::new(BY_ID).arg("?", scope.store()));
            finds.candidates = sql.arg(" LIMIT ?", 1_024_i64).all(c).await?;
        }
    }
    let is_capped = finds.candidates.len() > BEST;
    if hits.rare.is_none() {
        finds.candidates.truncate(BEST);
    }
    let read = lead.filter(|_| !finds.has_unread);
    order(c, scope, hits, read, finds, is_capped, is_shop).await
}

/// Ranks the matches. Of each product only the words that match the search are read, and none for the word `read`, whose matches
/// the search has read already.
async fn order(
    c: Conn<'_>,
    scope: &StoreScope,
    hits: &Hits,
    read: Option<usize>,
    finds: Finds,
    is_capped: bool,
    is_shop: bool,
) -> Result<Ranked> {
    let Finds { candidates, words: read_words, .. } = finds;
    let unread: Vec<&SearchWord> = hits.words.iter().enumerate().filter(|(i, _)| Some(*i) != read).map(|(_, w)| w).collect();
    let rows = answers(c, scope, &unread, &candidates).await?;
    let mut words: HashMap<i64, Vec<(&str, i64)>> = HashMap::new();
    for (id, token, weight) in &rows {
        words.entry(*id).or_default().push((token, *weight));
    }
    for (id, of_product) in read.iter().flat_map(|_| &read_words) {
        words.entry(*id).or_default().extend(of_product.iter().map(|(token, weight)| (token.as_str(), *weight)));
    }
    let mut scored: Vec<((i64, i64), &Candidate)> =
        candidates.iter().map(|f| (words.get(&f.id).and_then(|w| words::score(&hits.words, w)).unwrap_or_default(), f)).collect();
    scored.sort_by_key(|(score, f)| {
        (is_shop && !f.has_unlimited_qty && f.stock <= 0, std::cmp::Reverse(*score), std::cmp::Reverse(f.id))
    });
    scored.truncate(BEST);
    let first = scored.first().and_then(|(_, f)| words.get(&f.id));
    let meant = first.map(|w| words::corrected(&hits.words, w)).unwrap_or_default();
    Ok(Ranked { ids: scored.iter().map(|(_, f)| ProductId::from_raw(f.id)).collect(), is_capped, meant })
}

/// The words of the products that match any of `words`, with their weights. A product that has a word as it was written matches
/// by that, and its other forms are not read.
async fn answers(c: Conn<'_>, scope: &StoreScope, words: &[&SearchWord], found: &[Candidate]) -> Result<Vec<(i64, String, i64)>> {
    if words.is_empty() || found.is_empty() {
        return Ok(Vec::new());
    }
    // Codes and numbers have no other forms: a range scan is as fast as a lookup.
    if !words.iter().any(|word| word.has_other_forms()) {
        return answers_of(c, scope, found.iter().map(|f| f.id).collect(), words).await;
    }
    let texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
    let sql = tokens_of(scope, found.iter().map(|f| f.id).collect());
    let mut rows: Vec<(i64, String, i64)> = sql.list(" AND token IN ", texts, "").all(c).await?;
    let exact: HashSet<(i64, &str)> = rows.iter().map(|(id, token, _)| (*id, token.as_str())).collect();
    let is_open = |id: i64, word: &SearchWord| !exact.contains(&(id, word.text.as_str()));
    let ids: Vec<i64> = found.iter().map(|f| f.id).filter(|id| words.iter().any(|word| is_open(*id, word))).collect();
    let open: Vec<&SearchWord> = words.iter().copied().filter(|word| ids.iter().any(|id| is_open(*id, word))).collect();
    if !ids.is_empty() {
        rows.extend(answers_of(c, scope, ids, &open).await?);
    }
    Ok(rows)
}

/// All words of these products that match any of `words`.
async fn answers_of(c: Conn<'_>, scope: &StoreScope, ids: Vec<i64>, words: &[&SearchWord]) -> Result<Vec<(i64, String, i64)>> {
    let mut sql = tokens_of(scope, ids).raw(" AND (");
    for (i, word) in words.iter().enumerate() {
        sql = answering(sql.raw(if i == 0 { "" } else { " OR " }), "token", word);
    }
    sql.raw(")").all(c).await
}

/// Begins a statement on the words of these products.
fn tokens_of(scope: &StoreScope, ids: Vec<i64>) -> Sql {
    Sql::new("SELECT subject_id, token, weight FROM search_tokens WHERE subject = 'product' AND store_id = ")
        .arg("?", scope.store())
        .list(" AND subject_id IN ", ids, "")
}
