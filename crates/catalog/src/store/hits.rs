//! Which products match the words of a search; `search` ranks the best of them.
//!
//! A rare word yields its products, which are then looked up by id; a common one is a condition on each product while a list is
//! scanned. Either way a page costs milliseconds in a store of any size (docs/decisions/0012-full-text-search.md).
//!
//! A word is first matched as it is written: whole, with another article, in its other number, or as a prefix. If that finds
//! little, words of the store of which it may be a misspelling are matched too; if all of it finds nothing, Latin letters are
//! read as a transliteration of an Arabic word, and then as keys pressed in the other keyboard layout.

use std::collections::{BTreeSet, HashSet};

use db::{Conn, Result, Sql};
use kernel::{StoreScope, keyboard, spelling};

use crate::words::{self, SearchWord};
use platform::search::upper_bound;

/// A word that more products have than this is common.
const RARE: usize = 512;
/// Most words of a search that are used.
const MOST_WORDS: usize = 8;
/// With fewer hits than this, misspellings are considered.
const FEW: usize = 8;
/// Most corrections of a misspelled word.
const MOST_SIMILAR: usize = 8;
/// Candidates that share a spelling key with the word and are compared with it.
const MOST_COMPARED: i64 = 2_000;
/// Words looked up per statement.
const MOST_LOOKED_UP: usize = 512;
/// The matches of a search. The default is no search: everything matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Hits {
    pub(super) words: Vec<SearchWord>,
    /// Products that match every rare word.
    pub(super) rare: Option<Vec<i64>>,
    /// Indexes in `words` of the common words.
    pub(super) common: Vec<usize>,
    /// Nothing matches the words as they are written; the matches are of corrected words.
    pub(crate) is_guess: bool,
}

/// Folded words of a text.
fn parse(text: &str) -> Vec<SearchWord> {
    platform::search::tokens([text]).into_iter().take(MOST_WORDS).map(|word| SearchWord::new(&word)).collect()
}

impl Hits {
    /// Interprets a search; a text without a word matches nothing.
    pub(crate) async fn find(c: Conn<'_>, scope: &StoreScope, search: &str) -> Result<Self> {
        if search.is_empty() {
            return Ok(Self::default());
        }
        let mut words = parse(search);
        with_numbers(c, scope, &mut words).await?;
        let mut hits = Self::find_matches(c, scope, words).await?;
        if hits.rare.as_ref().is_some_and(|found| found.len() < FEW) {
            let mut search_words = hits.words.clone();
            for word in &mut search_words {
                word.similar = similar(c, scope, &word.text).await?;
            }
            if search_words.iter().any(|word| !word.similar.is_empty()) {
                let was_nothing = hits.is_nothing();
                hits = Self::find_matches(c, scope, search_words).await?;
                hits.is_guess = was_nothing;
            }
        }
        if hits.is_nothing() {
            let mut query_words = hits.words.clone();
            if with_sounds(c, scope, &mut query_words).await? {
                let guess = Self::find_matches(c, scope, query_words).await?;
                if !guess.is_nothing() {
                    return Ok(Self { is_guess: true, ..guess });
                }
            }
            for text in keyboard::other_layout(search) {
                let other = Self::find_matches(c, scope, parse(&text)).await?;
                if !other.is_nothing() {
                    return Ok(Self { is_guess: true, ..other });
                }
            }
        }
        Ok(hits)
    }

    /// The words as interpreted, to repeat the search with [`Hits::find_again`].
    pub(crate) fn words(&self) -> &[SearchWord] {
        &self.words
    }

    /// Repeats a search with the same interpretation: words that match little by now are not reinterpreted as misspellings, or as
    /// another keyboard layout.
    pub(crate) async fn find_again(c: Conn<'_>, scope: &StoreScope, words: &[SearchWord]) -> Result<Self> {
        Self::find_matches(c, scope, words.to_vec()).await
    }

    async fn find_matches(c: Conn<'_>, scope: &StoreScope, words: Vec<SearchWord>) -> Result<Self> {
        let mut hits = Self { rare: words.is_empty().then(Vec::new), words, ..Self::default() };
        for (i, word) in hits.words.iter().enumerate() {
            let found = postings(c, scope, word).await?;
            if found.len() > RARE {
                hits.common.push(i);
                continue;
            }
            let found: BTreeSet<i64> = found.into_iter().collect();
            hits.rare = Some(match hits.rare.take() {
                None => found.into_iter().collect(),
                Some(before) => before.into_iter().filter(|id| found.contains(id)).collect(),
            });
        }
        // The longest word leads: it is probably the rarest.
        hits.common.sort_by_key(|i| std::cmp::Reverse(hits.words[*i].text.chars().count()));
        Ok(hits)
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.rare.as_ref().is_some_and(Vec::is_empty)
    }

    /// Nothing was searched for.
    pub(crate) fn is_everything(&self) -> bool {
        self.rare.is_none() && self.common.is_empty()
    }

    /// The words to highlight in results: those of the search, and their corrections.
    pub(crate) fn marks(&self) -> String {
        let words = self.words.iter().flat_map(|a| std::iter::once(&a.text).chain(&a.others).chain(&a.similar));
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Adds the search conditions to a statement on `products`.
    pub(crate) fn narrow(&self, scope: &StoreScope, mut sql: Sql) -> Sql {
        if let Some(rare) = &self.rare {
            sql = sql.list(" AND products.id IN ", rare.iter().copied(), "");
        }
        for i in &self.common {
            // Most products with the word have it as it was written, which an index answers at once. Only the other products'
            // words are read: a condition of many ranges would be compared with each of them.
            let word = &self.words[*i];
            sql = begins(has_word(sql.raw(" AND ("), scope), "t.token", &word.text).raw(")");
            if word.has_other_forms() {
                sql = answering_otherwise(has_word(sql.raw(" OR "), scope).raw("("), "t.token", word).raw("))");
            }
            sql = sql.raw(")");
        }
        sql
    }

    /// The same without the leading common word: a scan over that word's products need not test it again.
    pub(super) fn without_lead(&self) -> Self {
        Self { common: self.common.get(1..).unwrap_or_default().to_vec(), ..self.clone() }
    }
}

/// Begins an EXISTS condition on the product's words. The caller writes the condition and the closing bracket.
fn has_word(sql: Sql, scope: &StoreScope) -> Sql {
    sql.arg("EXISTS (SELECT t.token FROM search_tokens t WHERE t.store_id = ? AND t.subject = 'product'", scope.store())
        .raw(" AND t.subject_id = products.id AND ")
}

fn begins(sql: Sql, token: &'static str, with: &str) -> Sql {
    sql.raw("(").raw(token).arg(" >= ? AND ", with.to_owned()).raw(token).arg(" < ?)", upper_bound(with))
}

/// The condition that a product's word matches a word of the search, equivalent to `SearchWord::answered`.
pub(super) fn answering(sql: Sql, token: &'static str, word: &SearchWord) -> Sql {
    let sql = begins(sql, token, &word.text);
    if word.has_other_forms() { answering_otherwise(sql.raw(" OR "), token, word) } else { sql }
}

/// The same for a product's word that does not have the word as a prefix.
fn answering_otherwise(mut sql: Sql, token: &'static str, word: &SearchWord) -> Sql {
    let mut is_first = true;
    let mut or = |sql: Sql| sql.raw(if std::mem::take(&mut is_first) { "" } else { " OR " });
    for form in &word.forms {
        sql = begins(or(sql), token, form);
    }
    for exact in word.others.iter().chain(&word.similar) {
        sql = or(sql).raw(token).arg(" = ?", exact.clone());
    }
    sql
}

/// The postings of a word: products that match it, at most [`RARE`] + 1; a product may occur twice.
async fn postings(c: Conn<'_>, scope: &StoreScope, word: &SearchWord) -> Result<Vec<i64>> {
    const FROM: &str = "SELECT subject_id FROM search_tokens WHERE subject = 'product' AND store_id = ";
    let ranges = std::iter::once(&word.text).chain(&word.forms).map(|from| (from.clone(), upper_bound(from)));
    // A word, and the word followed by the last character there is, are the bounds of exactly that prefix.
    let words = word.others.iter().chain(&word.similar).map(|word| (word.clone(), format!("{word}\u{1}")));
    let mut sql = Sql::new("");
    for (i, (from, to)) in ranges.chain(words).enumerate() {
        sql = sql.raw(if i == 0 { "" } else { " UNION ALL " }).raw(FROM);
        sql = sql.arg("?", scope.store()).arg(" AND token >= ?", from).arg(" AND token < ?", to);
    }
    sql.arg(" LIMIT ?", i64::try_from(RARE + 1).unwrap_or(i64::MAX)).all(c).await
}

/// Those of the words that the store's products have, or had: looked up by primary key, [`MOST_LOOKED_UP`] per statement.
async fn known(c: Conn<'_>, scope: &StoreScope, words: &[String]) -> Result<HashSet<String>> {
    let mut known = HashSet::new();
    for chunk in words.chunks(MOST_LOOKED_UP) {
        let sql = Sql::new("SELECT word FROM search_words WHERE store_id = ").arg("?", scope.store());
        known.extend(sql.list(" AND word IN ", chunk.to_vec(), "").all::<String>(c).await?);
    }
    Ok(known)
}

/// Adds to each word its other number (singular, plural) if the store has it: one statement for all words.
async fn with_numbers(c: Conn<'_>, scope: &StoreScope, words: &mut [SearchWord]) -> Result<()> {
    let mut numbers: Vec<Vec<String>> = words.iter().map(SearchWord::numbers).collect();
    let known = known(c, scope, &numbers.concat()).await?;
    for (word, numbers) in words.iter_mut().zip(&mut numbers) {
        numbers.retain(|number| known.contains(number));
        word.others = std::mem::take(numbers);
    }
    Ok(())
}

/// Adds to each word the store's words that it transliterates. Returns whether there are any.
async fn with_sounds(c: Conn<'_>, scope: &StoreScope, words: &mut [SearchWord]) -> Result<bool> {
    let mut sounds: Vec<Vec<String>> = words.iter().map(SearchWord::sounds).collect();
    let known = known(c, scope, &sounds.concat()).await?;
    for (word, sounds) in words.iter_mut().zip(&mut sounds) {
        sounds.retain(|sound| known.contains(sound));
        sounds.truncate(MOST_SIMILAR);
        word.similar.append(sounds);
    }
    Ok(!known.is_empty())
}

/// Words of the store's products of which a word may be a misspelling, nearest first.
async fn similar(c: Conn<'_>, scope: &StoreScope, word: &str) -> Result<Vec<String>> {
    let keys = spelling::asked_keys(word);
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let words: Vec<String> = Sql::new("SELECT DISTINCT word FROM search_spellings WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND spelling IN ", keys, "")
        .arg(" LIMIT ?", MOST_COMPARED)
        .all(c)
        .await?;
    Ok(words::nearest(word, words, MOST_SIMILAR))
}
