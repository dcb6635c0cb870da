//! Every SQL statement of exports of customers.

use db::{Conn, Result, Sql};
use kernel::{CustomerId, StoreScope};

use crate::model::Channel;

/// Those of the ids that are customers of the store.
pub(super) async fn list_existing(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> Result<Vec<CustomerId>> {
    let sql = Sql::new("SELECT id FROM customers WHERE").arg(" store_id = ?", scope.store());
    sql.list(" AND id IN ", ids.iter().copied(), " LIMIT 500").all(c).await
}

/// Texts by customer.
type Words = Vec<(CustomerId, String)>;

/// Names of the groups of some customers, by name.
pub(super) async fn list_groups(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> Result<Words> {
    let sql = Sql::new(
        "SELECT m.customer_id, g.name FROM customer_group_members m JOIN customer_groups g ON g.store_id = m.store_id AND g.id = m.group_id \
         WHERE",
    );
    sql.arg(" m.store_id = ?", scope.store())
        .list(" AND m.customer_id IN ", ids.iter().copied(), " ORDER BY g.name_key LIMIT 50000")
        .all(c)
        .await
}

/// Channels with granted consent, of some customers.
pub(super) async fn list_granted_channels(
    c: Conn<'_>,
    scope: &StoreScope,
    ids: &[CustomerId],
) -> Result<Vec<(CustomerId, Channel)>> {
    let sql =
        Sql::new("SELECT customer_id, channel FROM customer_consents WHERE is_granted").arg(" AND store_id = ?", scope.store());
    sql.list(" AND customer_id IN ", ids.iter().copied(), " LIMIT 5000").all(c).await
}
