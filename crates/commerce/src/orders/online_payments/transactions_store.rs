//! Every statement of the transactions that gateways reported.

use db::{Conn, Record as _, Result, p};
use kernel::{OrderId, PaymentAttemptId, PaymentTransactionId, StoreScope};

use super::model::PaymentTransaction;
use super::plan::MOST_ROWS;
use super::words::TransactionKind;
use crate::orders::returns::model::Refunded;

db::record! {
    PaymentTransaction {
        id as key,
        order_id,
        attempt_id,
        provider,
        provider_id,
        parent_provider_id,
        kind as word,
        status as word,
        amount,
        currency as code,
        fee,
        means_kind as word,
        scheme,
        last_four,
        refusal_code,
        refusal_words,
        account,
        is_live,
        is_requested,
        note,
        parts by parts { parts = row.parts.as_ref().map(db::Json) },
        return_id,
        refunds_reported,
        refunds_booked,
        entry_n,
        first_at,
        last_at,
    }
    fn transaction_values<'v>(row, scope: &StoreScope)
    keys { store_id = scope.store(), id = row.id }
    also {}
}

fn parts(row: &mut db::Row<'_>) -> Result<Option<Refunded>> {
    Ok(row.get::<Option<db::Json<_>>>()?.map(|parts| parts.0))
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, row: &PaymentTransaction) -> Result<()> {
    let sql = db::sql!(
        "INSERT INTO payment_transactions (",
        PaymentTransaction::WRITTEN,
        ") VALUES (",
        PaymentTransaction::PLACEHOLDERS,
        ")"
    );
    c.exec(sql, &transaction_values(row, scope).params()).await?;
    Ok(())
}

/// Inserts the transaction of an unknown payment; false when it is there.
pub(super) async fn insert_unknown(c: Conn<'_>, scope: &StoreScope, row: &PaymentTransaction) -> Result<bool> {
    let sql = db::sql!(
        "INSERT INTO payment_transactions (",
        PaymentTransaction::WRITTEN,
        ") VALUES (",
        PaymentTransaction::PLACEHOLDERS,
        ") ON CONFLICT (store_id, provider, kind, provider_id) WHERE provider_id IS NOT NULL DO NOTHING"
    );
    Ok(c.exec(sql, &transaction_values(row, scope).params()).await? == 1)
}

/// Writes a transaction whose order is locked.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, row: &PaymentTransaction) -> Result<()> {
    let sql = db::sql!("UPDATE payment_transactions SET ", PaymentTransaction::SETS, " WHERE store_id = ?1 AND id = ?2");
    c.exec(sql, &transaction_values(row, scope).params()).await?;
    Ok(())
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: PaymentTransactionId) -> Result<Option<PaymentTransaction>> {
    let sql = db::sql!("SELECT ", PaymentTransaction::READ, " FROM payment_transactions WHERE store_id = ?1 AND id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

/// The transaction that the gateway calls so.
pub(super) async fn find_by_provider_id(
    c: Conn<'_>,
    scope: &StoreScope,
    provider: &str,
    kind: TransactionKind,
    id: &str,
) -> Result<Option<PaymentTransaction>> {
    let sql = db::sql!(
        "SELECT ",
        PaymentTransaction::READ,
        " FROM payment_transactions WHERE store_id = ?1 AND provider = ?2 AND kind = ?3 AND provider_id = ?4"
    );
    c.opt(sql, p![scope.store(), provider, kind.as_str(), id]).await
}

/// The transactions of an attempt, oldest first.
pub(super) async fn list_by_attempt(
    c: Conn<'_>,
    scope: &StoreScope,
    attempt: PaymentAttemptId,
) -> Result<Vec<PaymentTransaction>> {
    let sql = db::sql!(
        "SELECT ",
        PaymentTransaction::READ,
        " FROM payment_transactions WHERE store_id = ?1 AND attempt_id = ?2 ORDER BY id LIMIT ?3"
    );
    c.all(sql, p![scope.store(), attempt, MOST_ROWS]).await
}

/// The transactions of an order, oldest first.
pub(super) async fn list_by_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<PaymentTransaction>> {
    let sql = db::sql!(
        "SELECT ",
        PaymentTransaction::READ,
        " FROM payment_transactions WHERE store_id = ?1 AND order_id = ?2 ORDER BY id LIMIT ?3"
    );
    c.all(sql, p![scope.store(), order, MOST_ROWS]).await
}
