//! The search index of a store: folded words in an indexed table, the same text of SQL on both engines. What products are
//! found by is `catalog::store::index`; how they are found and ranked, `catalog::store::hits`.
//!
//! `kernel::fold` makes the words, here and for every query, so that what is stored and what is asked always agree.

use db::{Conn, Param, Result, Sql, Table, p};
use kernel::StoreId;
use kernel::fold::{digits_query, fold};

/// The tables of this module.
pub const TABLES: &[Table] =
    &[Table::of_store("search_tokens").personal().left_out("an index").shared("every slice indexes the words of its own rows")];

/// Words of one subject kept in the index; more are not worth the rows.
const MOST_TOKENS: usize = 40;

/// Words of a search for people that count.
const MOST_ASKED: usize = 8;

/// What is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Index {
    /// Names, SKUs and barcodes of products.
    Product,
    /// Names and phone numbers of customers.
    Customer,
    /// File names of pictures and what they show.
    Media,
    /// Names and phone numbers of carts' shoppers.
    Cart,
    /// Codes and names of coupons.
    Coupon,
}

impl Index {
    /// The word in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Customer => "customer",
            Self::Media => "media",
            Self::Cart => "cart",
            Self::Coupon => "coupon",
        }
    }
}

/// Distinct folded words of the texts, in order.
#[must_use]
pub fn tokens<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for text in texts {
        for word in fold(text).split_whitespace() {
            if out.len() < MOST_TOKENS && !out.iter().any(|w| w == word) {
                out.push(word.to_owned());
            }
        }
    }
    out
}

/// The exclusive upper end of the range of words that start with `prefix`.
#[must_use]
pub fn upper_bound(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}

/// The words that a search for people asks for, each once; every one of them must begin a word of whoever is found. Digits of
/// three and more are one phone number.
#[must_use]
pub fn query_words(text: &str) -> Vec<String> {
    if let Some(digits) = digits_query(text) {
        return vec![digits];
    }
    let mut words = tokens([text]);
    words.truncate(MOST_ASKED);
    words
}

/// Adds `SELECT t.subject_id ...`: the subjects that have a word which begins so, one of them perhaps several times.
#[must_use]
pub fn subjects(sql: Sql, store: StoreId, index: Index, word: &str) -> Sql {
    sql.raw("SELECT t.subject_id AS id FROM search_tokens t WHERE")
        .arg(" t.store_id = ?", store)
        .arg(" AND t.subject = ?", index.as_str())
        .arg(" AND t.token >= ?", word.to_owned())
        .arg(" AND t.token < ?", upper_bound(word))
}

/// Adds `EXISTS (...)`: the subject in this column has a word which begins so.
#[must_use]
pub fn has(sql: Sql, store: StoreId, index: Index, column: &'static str, word: &str) -> Sql {
    sql.arg("EXISTS (SELECT t.token FROM search_tokens t WHERE t.store_id = ?", store)
        .arg(" AND t.subject = ?", index.as_str())
        .raw(" AND t.subject_id = ")
        .raw(column)
        .arg(" AND t.token >= ?", word.to_owned())
        .arg(" AND t.token < ?)", upper_bound(word))
}

/// How many rows of the index have a word that begins so, counted up to `most`: at least as many as there are subjects.
///
/// # Errors
/// Of the database.
pub async fn count(c: Conn<'_>, store: StoreId, index: Index, word: &str, most: i64) -> Result<i64> {
    let sql = subjects(Sql::new("SELECT COUNT(*) FROM ("), store, index, word);
    sql.arg(" LIMIT ?", most).raw(") AS counted").one(c).await
}

/// Replaces the words of one subject.
///
/// # Errors
/// Of the database.
pub async fn index(c: Conn<'_>, store: StoreId, index: Index, subject: i64, words: &[String]) -> Result<()> {
    remove(c, store, index, subject).await?;
    insert(c, store, index, subject, words).await
}

/// Adds the words of a new subject, all of the same weight.
///
/// # Errors
/// Of the database.
pub async fn insert(c: Conn<'_>, store: StoreId, index: Index, subject: i64, words: &[String]) -> Result<()> {
    let words: Vec<(&str, i64)> = words.iter().map(|word| (word.as_str(), 3)).collect();
    insert_rows(c, store, index, subject, &words).await
}

/// Adds the words of a new subject, each with its weight: a search shows a larger one first.
///
/// # Errors
/// Of the database.
pub async fn insert_weighted(c: Conn<'_>, store: StoreId, index: Index, subject: i64, words: &[(String, i64)]) -> Result<()> {
    let words: Vec<(&str, i64)> = words.iter().map(|(word, weight)| (word.as_str(), *weight)).collect();
    insert_rows(c, store, index, subject, &words).await
}

async fn insert_rows(c: Conn<'_>, store: StoreId, index: Index, subject: i64, words: &[(&str, i64)]) -> Result<()> {
    for chunk in words.chunks(64) {
        // A few lengths make a few statements, which the engines keep: the last row repeats, and changes nothing.
        let n = [1, 4, 8, 16, 32, 64].into_iter().find(|n| *n >= chunk.len()).unwrap_or(chunk.len());
        let sql = rows(
            "INSERT INTO search_tokens (store_id, subject, subject_id, token, weight) VALUES ",
            "(?1, ?2, ?3, ?{}, ?{})",
            4,
            n,
        );
        let kind = index.as_str();
        let mut params: Vec<&dyn Param> = vec![&store, &kind, &subject];
        for i in 0..n {
            let (word, weight) = &chunk[i.min(chunk.len() - 1)];
            params.push(word);
            params.push(weight);
        }
        c.exec(&format!("{sql} ON CONFLICT DO NOTHING"), &params).await?;
    }
    Ok(())
}

/// `head` and `n` times `row`, in which every `{}` becomes the next number from `first` on. Fixed text but for the numbers.
#[must_use]
pub fn rows(head: &'static str, row: &'static str, first: usize, n: usize) -> String {
    let mut next = first;
    let mut out = head.to_owned();
    for i in 0..n {
        if i > 0 {
            out += ", ";
        }
        let mut parts = row.split("{}");
        out += parts.next().unwrap_or("");
        for part in parts {
            out += &next.to_string();
            out += part;
            next += 1;
        }
    }
    out
}

/// Forgets a subject.
///
/// # Errors
/// Of the database.
pub async fn remove(c: Conn<'_>, store: StoreId, index: Index, subject: i64) -> Result<()> {
    let sql = "DELETE FROM search_tokens WHERE store_id = ?1 AND subject = ?2 AND subject_id = ?3";
    c.exec(sql, p![store, index.as_str(), subject]).await?;
    Ok(())
}
