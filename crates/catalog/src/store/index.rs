//! The search index of products: words, their spelling keys, option values. Written in the transaction that writes the product.

use db::{Conn, Json, Param, Result, p};
use kernel::{ProductId, StoreId, StoreScope, spelling};

use crate::model::ProductDraft;
use crate::words::{self, OptionWord};
use platform::search::{self, Index};

/// Rows per statement, in few different sizes so that prepared statements are reused: a list is padded with its last row, which
/// changes nothing.
const LENGTHS: [usize; 6] = [1, 4, 8, 16, 32, 64];

/// Inserts the index rows of a new product.
pub(crate) async fn insert(c: Conn<'_>, scope: &StoreScope, id: ProductId, f: &ProductDraft) -> Result<()> {
    let (store, words) = (scope.store(), words::words(f));
    search::insert_weighted(c, store, Index::Product, id.raw(), &words).await?;
    insert_words(c, store, &words).await?;
    insert_options(c, store, id, &words::option_words(f)).await
}

/// Updates the index rows that changed; `before` is the indexed state, `None` for a product that was removed.
pub(crate) async fn replace(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    before: Option<&ProductDraft>,
    f: &ProductDraft,
) -> Result<()> {
    let (store, new) = (scope.store(), words::words(f));
    if before.is_none_or(|old| words::words(old) != new) {
        search::delete(c, store, Index::Product, id.raw()).await?;
        search::insert_weighted(c, store, Index::Product, id.raw(), &new).await?;
        insert_words(c, store, &new).await?;
    }
    let options = words::option_words(f);
    if before.is_none_or(|old| words::option_words(old) != options) {
        remove_options(c, store, id).await?;
        insert_options(c, store, id, &options).await?;
    }
    Ok(())
}

/// Deletes the index rows of a product.
pub(crate) async fn delete(c: Conn<'_>, scope: &StoreScope, id: ProductId) -> Result<()> {
    search::delete(c, scope.store(), Index::Product, id.raw()).await?;
    remove_options(c, scope.store(), id).await
}

/// Adds words that are new to the store; only those get spelling keys. A word is kept when its last product goes: looking it up
/// then finds nothing.
async fn insert_words(c: Conn<'_>, store: StoreId, words: &[(String, i64)]) -> Result<()> {
    // Sorted: two transactions that insert the same new words cannot deadlock.
    let mut known: Vec<&str> = words.iter().map(|(w, _)| w.as_str()).filter(|w| spelling::is_word(w)).collect();
    known.sort_unstable();
    let mut fresh: Vec<String> = Vec::new();
    for chunk in known.chunks(64) {
        let sql = search::rows("INSERT INTO search_words (store_id, word) VALUES ", "(?1, ?{})", 2, padded(chunk.len()));
        let sql = format!("{sql} ON CONFLICT DO NOTHING RETURNING word");
        let mut params: Vec<&dyn Param> = vec![&store];
        params.extend((0..padded(chunk.len())).map(|i| &chunk[i.min(chunk.len() - 1)] as &dyn Param));
        fresh.extend(c.all::<String>(&sql, &params).await?);
    }
    for word in fresh {
        let keys = spelling::kept_keys(&word);
        for chunk in keys.chunks(64) {
            let sql = search::rows(
                "INSERT INTO search_spellings (store_id, word, spelling) VALUES ",
                "(?1, ?2, ?{})",
                3,
                padded(chunk.len()),
            );
            let mut params: Vec<&dyn Param> = vec![&store, &word];
            params.extend((0..padded(chunk.len())).map(|i| &chunk[i.min(chunk.len() - 1)] as &dyn Param));
            c.exec(&format!("{sql} ON CONFLICT DO NOTHING"), &params).await?;
        }
    }
    Ok(())
}

/// The size to which a list of values is padded.
fn padded(n: usize) -> usize {
    LENGTHS.into_iter().find(|l| *l >= n).unwrap_or(n)
}

async fn insert_options(c: Conn<'_>, store: StoreId, id: ProductId, options: &[OptionWord]) -> Result<()> {
    for o in options {
        let sql = "INSERT INTO product_option_values (store_id, option_key, value_key, product_id, option_name, value_name, position, \
                   option_texts, value_texts) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING";
        let (option_texts, value_texts) = (Json(&o.option_texts), Json(&o.value_texts));
        c.exec(sql, p![store, o.option_key, o.value_key, id, o.option, o.value, o.position, option_texts, value_texts]).await?;
    }
    Ok(())
}

async fn remove_options(c: Conn<'_>, store: StoreId, id: ProductId) -> Result<()> {
    c.exec("DELETE FROM product_option_values WHERE store_id = ?1 AND product_id = ?2", p![store, id]).await?;
    Ok(())
}

/// Products that wait to be reindexed, some at a time.
pub(crate) async fn list_backlog(c: Conn<'_>, limit: i64) -> Result<Vec<(StoreId, ProductId)>> {
    c.all("SELECT store_id, product_id FROM search_backlog ORDER BY store_id, product_id LIMIT ?1", p![limit]).await
}

/// Removes a reindexed product from the backlog.
pub(crate) async fn delete_from_backlog(c: Conn<'_>, store: StoreId, id: ProductId) -> Result<()> {
    c.exec("DELETE FROM search_backlog WHERE store_id = ?1 AND product_id = ?2", p![store, id]).await?;
    Ok(())
}
