//! Every statement of payment cases.

use db::{Conn, Record as _, Result, p};
use kernel::{Millis, OrderId, PaymentCaseId, StoreScope};

use super::model::Case;

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

/// Open cases of the store, newest first, 100 at most.
pub(super) async fn list_open(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<Case>> {
    let sql = db::sql!(
        "SELECT ",
        Case::READ,
        " FROM payment_cases WHERE store_id = ?1 AND closed_at IS NULL ORDER BY id DESC LIMIT 100"
    );
    c.all(sql, p![scope.store()]).await
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
