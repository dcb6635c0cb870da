//! What a cart is found by: its shopper's name and number, as customers are.

use db::{Conn, Result, Sql};
use kernel::fold::{digits_query, fold};
use kernel::{CartId, StoreScope};

use super::model::{Cart, Contact};
use crate::customers::words_of;
use crate::search::{self, Index, upper_bound};

/// A search looks at this many carts at most.
const MOST_FOUND: i64 = 1_000;

/// Keeps the words of a contact that is not the cart's own any more. Costs nothing when it is.
pub(crate) async fn keep(c: Conn<'_>, scope: &StoreScope, cart: &Cart, contact: Option<&Contact>) -> Result<()> {
    let Some(contact) = contact else { return Ok(()) };
    if cart.contact.as_ref().is_some_and(|was| was.name == contact.name && was.mobile == contact.mobile) {
        return Ok(());
    }
    search::index(c, scope.store(), Index::Cart, cart.id.raw(), &words_of(&contact.name, &contact.mobile)).await
}

/// Carts that a text names, [`MOST_FOUND`] at most, in no particular order: every word begins a word of the contact, and
/// digits of three and more are one phone number.
///
/// # Errors
/// Of the database.
pub(crate) async fn search_ids(c: Conn<'_>, scope: &StoreScope, text: &str) -> Result<Vec<CartId>> {
    let mut words: Vec<String> = match digits_query(text) {
        Some(digits) => vec![digits],
        None => fold(text).split(' ').filter(|w| !w.is_empty()).take(8).map(str::to_owned).collect(),
    };
    // The longest word leads: it names the fewest carts.
    words.sort_by_key(|w| std::cmp::Reverse(w.chars().count()));
    let Some((first, others)) = words.split_first() else { return Ok(Vec::new()) };
    let mut sql = Sql::new("SELECT DISTINCT t.subject_id FROM search_tokens t WHERE t.subject = 'cart'")
        .arg(" AND t.store_id = ?", scope.store())
        .arg(" AND t.token >= ?", first.clone())
        .arg(" AND t.token < ?", upper_bound(first));
    for word in others {
        sql = sql
            .raw(" AND EXISTS (SELECT u.token FROM search_tokens u WHERE u.store_id = t.store_id AND u.subject = t.subject AND u.subject_id = t.subject_id")
            .arg(" AND u.token >= ?", word.clone())
            .arg(" AND u.token < ?", upper_bound(word))
            .raw(")");
    }
    sql.arg(" LIMIT ?", MOST_FOUND).all(c).await
}
