//! The statements on what the journal says of a customer.

use db::{Conn, Json, Result, p, row};
use kernel::{CustomerId, Millis, StoreScope};
use web::keyset::COUNTED;

/// An entry about a customer.
pub(super) struct EntryRow {
    pub(super) seq: i64,
    pub(super) at: Millis,
    pub(super) action: String,
    pub(super) actor_kind: String,
    pub(super) actor_name: String,
    pub(super) operator_name: Option<String>,
    pub(super) note: Option<String>,
    pub(super) before: Option<Json<serde_json::Value>>,
    pub(super) after: Option<Json<serde_json::Value>>,
}
row!(EntryRow { seq, at, action, actor_kind, actor_name, operator_name, note, before, after });

/// Entries before a sequence number, the newest first.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    before: i64,
    limit: i64,
    offset: i64,
) -> Result<Vec<EntryRow>> {
    let sql = "SELECT seq, at, action, actor_kind, actor_name, operator_name, note, before, after FROM journal \
               WHERE store_id = ?1 AND subject = 'customer' AND subject_id = ?2 AND seq < ?3 ORDER BY seq DESC LIMIT ?4 OFFSET ?5";
    c.all(sql, p![scope.store(), id, before, limit, offset]).await
}

/// How many entries there are, up to the cap of lists.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT seq FROM journal WHERE store_id = ?1 AND subject = 'customer' AND subject_id = ?2 LIMIT ?3) AS counted";
    c.one(sql, p![scope.store(), id, COUNTED]).await
}
