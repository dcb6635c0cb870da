//! Every statement of payment cases.

use db::{Conn, FromRow, Record as _, Result, Row, p};
use kernel::{Millis, OrderId, PaymentCaseId, StoreScope};

use super::model::Case;
use super::words::MeansKind;

db::record! {
    Case {
        id as key,
        order_id,
        attempt_id,
        transaction_id,
        kind as word,
        amount,
        currency as code,
        opened_at,
        closed_at,
        closed_by,
        note,
    }
    fn case_values<'v>(case, scope: &StoreScope)
    keys { store_id = scope.store(), id = case.id }
    also {}
}

/// Opens a case; false when the transaction has one of the kind, open or closed.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, case: &Case) -> Result<bool> {
    let sql = db::sql!(
        "INSERT INTO payment_cases (",
        Case::WRITTEN,
        ") VALUES (",
        Case::PLACEHOLDERS,
        ") ON CONFLICT (store_id, transaction_id, kind) DO NOTHING"
    );
    Ok(c.exec(sql, &case_values(case, scope).params()).await? == 1)
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: PaymentCaseId) -> Result<Option<Case>> {
    let sql = db::sql!("SELECT ", Case::READ, " FROM payment_cases WHERE store_id = ?1 AND id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

/// The newest cases of an order, 200 at most.
pub(super) async fn list_by_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<Case>> {
    let sql =
        db::sql!("SELECT ", Case::READ, " FROM payment_cases WHERE store_id = ?1 AND order_id = ?2 ORDER BY id DESC LIMIT 200");
    c.all(sql, p![scope.store(), order]).await
}

/// An open case with its payment and the number of its order.
pub(super) struct OpenCase {
    pub(super) case: Case,
    pub(super) order_number: Option<i64>,
    pub(super) provider: String,
    /// The gateway's id of the transaction.
    pub(super) provider_id: Option<String>,
    pub(super) means_kind: MeansKind,
    pub(super) scheme: String,
    pub(super) last_four: String,
}

impl FromRow for OpenCase {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Self {
            case: Case::from_row(row)?,
            order_number: row.get()?,
            provider: row.get()?,
            provider_id: row.get()?,
            means_kind: row.get()?,
            scheme: row.get()?,
            last_four: row.get()?,
        })
    }
}

/// Open cases of the store before an id, newest first: those of a window.
pub(super) async fn list_open(
    c: Conn<'_>,
    scope: &StoreScope,
    before: PaymentCaseId,
    limit: i64,
    offset: i64,
) -> Result<Vec<OpenCase>> {
    // The columns of a case in their order, behind its name.
    let sql = "SELECT c.id, c.order_id, c.attempt_id, c.transaction_id, c.kind, c.amount, c.currency, c.opened_at, c.closed_at, \
               c.closed_by, c.note, o.number, t.provider, t.provider_id, t.means_kind, t.scheme, t.last_four \
               FROM payment_cases c CROSS JOIN payment_transactions t \
               LEFT JOIN orders o ON o.store_id = c.store_id AND o.id = c.order_id \
               WHERE c.store_id = ?1 AND c.closed_at IS NULL AND c.id < ?2 AND t.store_id = c.store_id AND t.id = c.transaction_id \
               ORDER BY c.id DESC LIMIT ?3 OFFSET ?4";
    c.all(sql, p![scope.store(), before, limit, offset]).await
}

/// Open cases of the store, counted to one more than `most`.
pub(super) async fn count_open(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM payment_cases WHERE store_id = ?1 AND closed_at IS NULL LIMIT ?2) AS few";
    c.one(sql, p![scope.store(), most + 1]).await
}

/// Closes an open case; false when it is closed.
pub(super) async fn set_closed(c: Conn<'_>, scope: &StoreScope, id: PaymentCaseId, note: &str, now: Millis) -> Result<bool> {
    let sql = "UPDATE payment_cases SET closed_at = ?3, closed_by = ?4, note = ?5 WHERE store_id = ?1 AND id = ?2 AND closed_at IS NULL";
    Ok(c.exec(sql, p![scope.store(), id, now, scope.actor().name.clone(), note]).await? == 1)
}

/// The open cases about an unknown payment's transaction belong to an order now.
pub(super) async fn set_order(
    c: Conn<'_>,
    scope: &StoreScope,
    transaction: kernel::PaymentTransactionId,
    order: OrderId,
) -> Result<()> {
    let sql = "UPDATE payment_cases SET order_id = ?3 WHERE store_id = ?1 AND transaction_id = ?2 AND order_id IS NULL";
    c.exec(sql, p![scope.store(), transaction, order]).await?;
    Ok(())
}
