//! The search index of a store: folded words in an indexed table, the same text of SQL on both engines.
//!
//! `kernel::fold` makes the words, here and for every query, so that what is stored and what is asked always agree.

use db::{Conn, Result, p};
use kernel::StoreId;

/// Words of one subject kept in the index; more are not worth the rows.
const MOST_TOKENS: usize = 40;

/// What is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Index {
    /// Names, SKUs and barcodes of products.
    Product,
    /// Names and phone numbers of customers.
    Customer,
}

impl Index {
    /// The word in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Customer => "customer",
        }
    }
}

/// Distinct folded words of the texts, in order.
#[must_use]
pub fn tokens<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for text in texts {
        for word in kernel::fold::fold(text).split_whitespace() {
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

/// Replaces the words of one subject.
///
/// # Errors
/// Of the database.
pub async fn index(c: Conn<'_>, store: StoreId, index: Index, subject: i64, words: &[String]) -> Result<()> {
    remove(c, store, index, subject).await?;
    insert(c, store, index, subject, words).await
}

/// Adds the words of a new subject.
///
/// # Errors
/// Of the database.
pub async fn insert(c: Conn<'_>, store: StoreId, index: Index, subject: i64, words: &[String]) -> Result<()> {
    for word in words {
        let sql =
            "INSERT INTO search_tokens (store_id, subject, token, subject_id) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
        c.exec(sql, p![store, index.as_str(), word, subject]).await?;
    }
    Ok(())
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
