//! Every statement on the search index.

use db::{Conn, Param, Result, Sql, p};
use kernel::StoreId;

use super::{Index, upper_bound};

/// Adds `SELECT t.subject_id ...`: subjects with a word of this prefix, with duplicates.
#[must_use]
pub fn subjects(sql: Sql, store: StoreId, index: Index, word: &str) -> Sql {
    sql.raw("SELECT t.subject_id AS id FROM search_tokens t WHERE")
        .arg(" t.store_id = ?", store)
        .arg(" AND t.subject = ?", index.as_str())
        .arg(" AND t.token >= ?", word.to_owned())
        .arg(" AND t.token < ?", upper_bound(word))
}

/// Adds `EXISTS (...)`: the subject in this column has a word of this prefix.
#[must_use]
pub fn has(sql: Sql, store: StoreId, index: Index, column: &'static str, word: &str) -> Sql {
    sql.arg("EXISTS (SELECT t.token FROM search_tokens t WHERE t.store_id = ?", store)
        .arg(" AND t.subject = ?", index.as_str())
        .raw(" AND t.subject_id = ")
        .raw(column)
        .arg(" AND t.token >= ?", word.to_owned())
        .arg(" AND t.token < ?)", upper_bound(word))
}

/// How many rows of the index have a word of this prefix, counted up to `most`: at least as many as there are subjects.
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
pub async fn replace(c: Conn<'_>, store: StoreId, index: Index, subject: i64, words: &[String]) -> Result<()> {
    delete(c, store, index, subject).await?;
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

/// Adds the words of a new subject, each with its weight: search ranks a larger one first.
///
/// # Errors
/// Of the database.
pub async fn insert_weighted(c: Conn<'_>, store: StoreId, index: Index, subject: i64, words: &[(String, i64)]) -> Result<()> {
    let words: Vec<(&str, i64)> = words.iter().map(|(word, weight)| (word.as_str(), *weight)).collect();
    insert_rows(c, store, index, subject, &words).await
}

async fn insert_rows(c: Conn<'_>, store: StoreId, index: Index, subject: i64, words: &[(&str, i64)]) -> Result<()> {
    for chunk in words.chunks(64) {
        // A few lengths make a few statements, which the engines cache: the last row is repeated, which changes nothing.
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

/// Deletes the words of a subject.
///
/// # Errors
/// Of the database.
pub async fn delete(c: Conn<'_>, store: StoreId, index: Index, subject: i64) -> Result<()> {
    let sql = "DELETE FROM search_tokens WHERE store_id = ?1 AND subject = ?2 AND subject_id = ?3";
    c.exec(sql, p![store, index.as_str(), subject]).await?;
    Ok(())
}
