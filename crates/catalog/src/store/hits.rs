//! What the words of a search find; `search` says in which order the best of it stands.
//!
//! A rare word names its products, which are then looked up; a common one is a question to each product on the way through
//! a list. Either way a page costs milliseconds in a store of any size (docs/decisions/0012-full-text-search.md).
//!
//! A word is taken as it is written first: whole, with another article, in its other number, or as the beginning of a word.
//! Where that finds little, words of the store that it may be a slip of count too; where all of it finds nothing, Latin
//! letters are read as the sound of an Arabic word, and then the keys that were pressed on the other keyboard.

use std::collections::{BTreeSet, HashSet};

use db::{Conn, Result, Sql};
use kernel::{StoreScope, keyboard, spelling};

use crate::words::{self, SearchWord};
use platform::search::upper_bound;

/// A word that more products have is common.
const RARE: usize = 512;
/// Words of a search that count.
const MOST_WORDS: usize = 8;
/// Below so many finds, slips are looked for.
const FEW: usize = 8;
/// Words that a slip may mean.
const MOST_SIMILAR: usize = 8;
/// Words that share a spelling with what was typed, and are compared with it.
const MOST_COMPARED: i64 = 2_000;
/// Words that one statement looks up.
const MOST_LOOKED_UP: usize = 512;
/// What the words of a search find. The default is no search: everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Hits {
    pub(super) words: Vec<SearchWord>,
    /// Products that answer every rare word.
    pub(super) rare: Option<Vec<i64>>,
    /// Places in `words` of the words that many products answer.
    pub(super) common: Vec<usize>,
    /// Nothing answers the words as they are written; this is what may have been meant.
    pub(crate) is_guess: bool,
}

/// Folded words of a text.
fn parse(text: &str) -> Vec<SearchWord> {
    platform::search::tokens([text]).into_iter().take(MOST_WORDS).map(|word| SearchWord::new(&word)).collect()
}

impl Hits {
    /// Understands a search; a text without a word finds nothing.
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

    /// What was understood, to be asked again with [`Hits::find_again`].
    pub(crate) fn words(&self) -> &[SearchWord] {
        &self.words
    }

    /// The same question as before: what finds little by now is not taken for a slip, nor for another keyboard.
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
        // The longest word leads: it is likely the rarest.
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

    /// The words to be marked in what is found: those asked for, and those they were taken for.
    pub(crate) fn marks(&self) -> String {
        let words = self.words.iter().flat_map(|a| std::iter::once(&a.text).chain(&a.others).chain(&a.similar));
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Narrows a statement on `products` to what is found.
    pub(crate) fn narrow(&self, scope: &StoreScope, mut sql: Sql) -> Sql {
        if let Some(rare) = &self.rare {
            sql = sql.list(" AND products.id IN ", rare.iter().copied(), "");
        }
        for i in &self.common {
            // Most products that have the word have it as it was written, which an index answers at once. Only the others' words
            // are read: a condition of many ranges is compared with each of them.
            let word = &self.words[*i];
            sql = begins(has_word(sql.raw(" AND ("), scope), "t.token", &word.text).raw(")");
            if word.has_other_forms() {
                sql = answering_otherwise(has_word(sql.raw(" OR "), scope).raw("("), "t.token", word).raw("))");
            }
            sql = sql.raw(")");
        }
        sql
    }

    /// The same without the common word that leads: who goes through its products need not ask each of them for it.
    pub(super) fn without_lead(&self) -> Self {
        Self { common: self.common.get(1..).unwrap_or_default().to_vec(), ..self.clone() }
    }
}

/// Begins a question to `products`: one of its words is such that... The caller writes the condition and the bracket behind it.
fn has_word(sql: Sql, scope: &StoreScope) -> Sql {
    sql.arg("EXISTS (SELECT t.token FROM search_tokens t WHERE t.store_id = ? AND t.subject = 'product'", scope.store())
        .raw(" AND t.subject_id = products.id AND ")
}

fn begins(sql: Sql, token: &'static str, with: &str) -> Sql {
    sql.raw("(").raw(token).arg(" >= ? AND ", with.to_owned()).raw(token).arg(" < ?)", upper_bound(with))
}

/// The condition that a product's word answers a word of the search, as `SearchWord::answered` evaluates it.
pub(super) fn answering(sql: Sql, token: &'static str, word: &SearchWord) -> Sql {
    let sql = begins(sql, token, &word.text);
    if word.has_other_forms() { answering_otherwise(sql.raw(" OR "), token, word) } else { sql }
}

/// The same for a product's word that does not begin with the word as it was written.
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

/// Products that answer a word, one more than [`RARE`] at most; a product may stand there twice.
async fn postings(c: Conn<'_>, scope: &StoreScope, word: &SearchWord) -> Result<Vec<i64>> {
    const FROM: &str = "SELECT subject_id FROM search_tokens WHERE subject = 'product' AND store_id = ";
    let ranges = std::iter::once(&word.text).chain(&word.forms).map(|from| (from.clone(), upper_bound(from)));
    // A word and itself with the last character there is behind it are the bounds of the word alone.
    let words = word.others.iter().chain(&word.similar).map(|word| (word.clone(), format!("{word}\u{1}")));
    let mut sql = Sql::new("");
    for (i, (from, to)) in ranges.chain(words).enumerate() {
        sql = sql.raw(if i == 0 { "" } else { " UNION ALL " }).raw(FROM);
        sql = sql.arg("?", scope.store()).arg(" AND token >= ?", from).arg(" AND token < ?", to);
    }
    sql.arg(" LIMIT ?", i64::try_from(RARE + 1).unwrap_or(i64::MAX)).all(c).await
}

/// Those of the words that the store's products have, or had: looked up by the key, [`MOST_LOOKED_UP`] in a statement.
async fn known(c: Conn<'_>, scope: &StoreScope, words: &[String]) -> Result<HashSet<String>> {
    let mut known = HashSet::new();
    for chunk in words.chunks(MOST_LOOKED_UP) {
        let sql = Sql::new("SELECT word FROM search_words WHERE store_id = ").arg("?", scope.store());
        known.extend(sql.list(" AND word IN ", chunk.to_vec(), "").all::<String>(c).await?);
    }
    Ok(known)
}

/// Adds to each word its other number where the store has it: one statement for all of them.
async fn with_numbers(c: Conn<'_>, scope: &StoreScope, words: &mut [SearchWord]) -> Result<()> {
    let mut numbers: Vec<Vec<String>> = words.iter().map(SearchWord::numbers).collect();
    let known = known(c, scope, &numbers.concat()).await?;
    for (word, numbers) in words.iter_mut().zip(&mut numbers) {
        numbers.retain(|number| known.contains(number));
        word.others = std::mem::take(numbers);
    }
    Ok(())
}

/// Adds to each word what the store has that sounds like it. Whether it has anything.
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

/// Words of the store's products that a word may be a slip of, nearest first.
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
