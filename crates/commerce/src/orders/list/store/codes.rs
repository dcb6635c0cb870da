//! Product codes that a search may mean.

use db::{Conn, Result, Sql};
use kernel::StoreScope;

use platform::search::upper_bound;

/// Code prefixes that a text may mean, as far as any code has them.
pub(in crate::orders::list) async fn list_codes(c: Conn<'_>, scope: &StoreScope, text: &str) -> Result<Vec<String>> {
    let mut starts = vec![text.to_owned(), text.to_ascii_uppercase(), text.to_ascii_lowercase()];
    starts.sort_unstable();
    starts.dedup();
    let mut found = Vec::new();
    for start in starts {
        let sql = Sql::new("SELECT MIN(sku) FROM order_items WHERE").arg(" store_id = ?", scope.store());
        let sql = sql.arg(" AND sku >= ?", start.clone()).arg(" AND sku < ?", upper_bound(&start));
        if sql.one::<Option<String>>(c).await?.is_some() {
            found.push(start);
        }
    }
    Ok(found)
}
