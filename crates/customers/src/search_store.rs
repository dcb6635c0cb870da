//! SQL of search terms: words, numbers and e-mail addresses of customers.

use db::{Conn, Result, Sql, p};
use kernel::{CustomerId, StoreScope};

use super::search::{Term, words_of};
use platform::search::{self, Index, upper_bound};

/// Deletes the search words of a number that a customer no longer has.
pub(super) async fn delete_mobile(c: Conn<'_>, scope: &StoreScope, id: CustomerId, mobile: &str) -> Result<()> {
    let sql = "DELETE FROM search_tokens WHERE store_id = ?1 AND subject = 'customer' AND subject_id = ?2 AND token = ?3";
    for word in words_of("", mobile) {
        c.exec(sql, p![scope.store(), id, word]).await?;
    }
    Ok(())
}

impl Term {
    /// Adds a `SELECT` of the matching customers, with possible duplicates.
    #[must_use]
    pub fn ids(&self, sql: Sql, scope: &StoreScope) -> Sql {
        let store = scope.store();
        match self {
            Self::Word(word) => search::subjects(sql, store, Index::Customer, word),
            Self::Email(email) => sql
                .raw("SELECT e.id AS id FROM customers e WHERE e.email IS NOT NULL AND")
                .arg(" e.store_id = ?", store)
                .arg(" AND e.email >= ?", email.clone())
                .arg(" AND e.email < ?", upper_bound(email))
                .arg(" UNION ALL SELECT x.customer_id FROM customer_contacts x WHERE x.kind = 'email' AND x.store_id = ?", store)
                .arg(" AND x.value >= ?", email.clone())
                .arg(" AND x.value < ?", upper_bound(email)),
        }
    }

    /// Adds the condition for the customer in a column. Few customers match an e-mail prefix, so they are looked up once.
    #[must_use]
    pub fn check(&self, sql: Sql, scope: &StoreScope, column: &'static str) -> Sql {
        match self {
            Self::Word(word) => search::has(sql, scope.store(), Index::Customer, column, word),
            Self::Email(_) => self.ids(sql.raw("+").raw(column).raw(" IN ("), scope).raw(")"),
        }
    }

    /// Counts the rows of [`Term::ids`], duplicates included, up to `most`.
    ///
    /// # Errors
    /// Database errors.
    pub async fn count(&self, c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<i64> {
        let sql = self.ids(Sql::new("SELECT COUNT(*) FROM ("), scope);
        sql.arg(" LIMIT ?", most).raw(") AS counted").one(c).await
    }
}
