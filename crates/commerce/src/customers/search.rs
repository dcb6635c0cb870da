//! Finding customers by what people type: names in any spelling, phones in any digit form, e-mail addresses.

use db::{Conn, Result, Sql, p};
use kernel::fold::{digits_query, fold};
use kernel::phone::Phone;
use kernel::{CustomerId, StoreScope};

use crate::search::{tokens, upper_bound};

/// Searches look at this many customers at most.
pub(crate) const MOST_FOUND: i64 = 1_000;

/// The words a customer is found by: those of the name, the number with its calling code, the number without.
#[must_use]
pub fn words_of(name: &str, mobile: &str) -> Vec<String> {
    let mut words = tokens([name]);
    let international = kernel::digits::digits_only(mobile);
    let national = Phone::parse(mobile, "").map(|p| kernel::digits::digits_only(p.national()).trim_start_matches('0').to_owned());
    for word in [Some(international), national.ok()].into_iter().flatten() {
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// A customer is no longer found by a number they had.
pub(super) async fn forget_mobile(c: Conn<'_>, scope: &StoreScope, id: CustomerId, mobile: &str) -> Result<()> {
    let sql = "DELETE FROM search_tokens WHERE store_id = ?1 AND subject = 'customer' AND subject_id = ?2 AND token = ?3";
    for word in words_of("", mobile) {
        c.exec(sql, p![scope.store(), id, word]).await?;
    }
    Ok(())
}

/// Customers that a search text names, [`MOST_FOUND`] at most, in no particular order.
///
/// Every word must begin a word of the customer; digits of three and more are taken as one phone number.
///
/// # Errors
/// Of the database.
pub async fn search_ids(c: Conn<'_>, scope: &StoreScope, text: &str) -> Result<Vec<CustomerId>> {
    if text.contains('@') {
        let email = text.trim().to_lowercase();
        let sql = Sql::new("SELECT id FROM customers WHERE email IS NOT NULL").arg(" AND store_id = ?", scope.store());
        return sql
            .arg(" AND email >= ?", email.clone())
            .arg(" AND email < ?", upper_bound(&email))
            .raw(" UNION SELECT customer_id FROM customer_contacts WHERE kind = 'email'")
            .arg(" AND store_id = ?", scope.store())
            .arg(" AND value >= ?", email.clone())
            .arg(" AND value < ?", upper_bound(&email))
            .arg(" LIMIT ?", MOST_FOUND)
            .all(c)
            .await;
    }
    let mut words: Vec<String> = match digits_query(text) {
        Some(digits) => vec![digits],
        None => fold(text).split(' ').filter(|w| !w.is_empty()).take(8).map(str::to_owned).collect(),
    };
    // The longest word leads: it names the fewest customers.
    words.sort_by_key(|w| std::cmp::Reverse(w.chars().count()));
    let Some((first, others)) = words.split_first() else { return Ok(Vec::new()) };
    let mut sql = Sql::new("SELECT DISTINCT t.subject_id FROM search_tokens t WHERE t.subject = 'customer'")
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

/// The ids as a list whose length is one of a few, so that the engines keep the prepared statement: the last one repeats.
pub(crate) fn padded(ids: &[CustomerId]) -> Vec<CustomerId> {
    let Some(last) = ids.last() else { return Vec::new() };
    let length = [8, 64, 256, 1_000].into_iter().find(|n| *n >= ids.len()).unwrap_or(ids.len());
    ids.iter().copied().chain(std::iter::repeat(*last)).take(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cu_01_a_customer_is_found_by_name_and_both_forms_of_the_number() {
        assert_eq!(words_of("سارة العلي", "+966501234567"), ["ساره", "العلي", "966501234567", "501234567"]);
        assert_eq!(digits_query("٠٥٠ ١٢٣ ٤٥٦٧").as_deref(), Some("501234567"));
        assert_eq!(digits_query("00966-50").as_deref(), Some("96650"));
    }

    #[test]
    fn lists_of_ids_have_few_lengths() {
        let ids: Vec<CustomerId> = (1..=9).map(CustomerId::from_raw).collect();
        assert_eq!((padded(&ids).len(), padded(&ids[..3]).len(), padded(&[]).len()), (64, 8, 0));
    }
}
