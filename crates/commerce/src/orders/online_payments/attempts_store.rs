//! Every statement of payment attempts.

use db::{Conn, Record as _, Result, p, row};
use kernel::{Millis, OrderId, PaymentAttemptId, StoreId, StoreScope};

use super::model::Attempt;

db::record! {
    Attempt {
        id as key,
        order_id as key,
        payment_method_id,
        provider,
        purpose as word,
        amount,
        currency as code,
        reference,
        provider_reference,
        account,
        is_live,
        state as word,
        next_step as word,
        next_address,
        refusal_code,
        refusal_words,
        created_at,
        expires_at,
        decided_at,
        release_at,
        checks_from,
        check_step,
        next_check_at,
        version,
    }
    fn attempt_values<'v>(attempt, scope: &StoreScope)
    keys { store_id = scope.store(), id = attempt.id, order_id = attempt.order_id }
    also {}
}

/// The most attempts of an order.
pub(super) const MOST: i64 = 30;

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, attempt: &Attempt) -> Result<()> {
    let sql = db::sql!("INSERT INTO payment_attempts (", Attempt::WRITTEN, ") VALUES (", Attempt::PLACEHOLDERS, ")");
    c.exec(sql, &attempt_values(attempt, scope).params()).await?;
    Ok(())
}

/// Writes an attempt whose order is locked.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, attempt: &Attempt) -> Result<()> {
    let sql = db::sql!("UPDATE payment_attempts SET ", Attempt::SETS, " WHERE store_id = ?1 AND id = ?2 AND order_id = ?3");
    c.exec(sql, &attempt_values(attempt, scope).params()).await?;
    Ok(())
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: PaymentAttemptId) -> Result<Option<Attempt>> {
    let sql = db::sql!("SELECT ", Attempt::READ, " FROM payment_attempts WHERE store_id = ?1 AND id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

/// The attempt with our reference.
pub(super) async fn find_by_reference(
    c: Conn<'_>,
    scope: &StoreScope,
    provider: &str,
    reference: &str,
) -> Result<Option<Attempt>> {
    let sql =
        db::sql!("SELECT ", Attempt::READ, " FROM payment_attempts WHERE store_id = ?1 AND reference = ?2 AND provider = ?3");
    c.opt(sql, p![scope.store(), reference, provider]).await
}

/// The attempt that the gateway calls so.
pub(super) async fn find_by_provider_reference(
    c: Conn<'_>,
    scope: &StoreScope,
    provider: &str,
    reference: &str,
) -> Result<Option<Attempt>> {
    let sql = db::sql!(
        "SELECT ",
        Attempt::READ,
        " FROM payment_attempts WHERE store_id = ?1 AND provider = ?2 AND provider_reference = ?3"
    );
    c.opt(sql, p![scope.store(), provider, reference]).await
}

/// The attempts of an order, newest first.
pub(super) async fn list_by_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<Attempt>> {
    let sql = db::sql!(
        "SELECT ",
        Attempt::READ,
        " FROM payment_attempts WHERE store_id = ?1 AND order_id = ?2 ORDER BY id DESC LIMIT 50"
    );
    c.all(sql, p![scope.store(), order]).await
}

/// Whether somebody tried to pay the order online.
pub(super) async fn exists_of_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM payment_attempts WHERE store_id = ?1 AND order_id = ?2)";
    c.one(sql, p![scope.store(), order]).await
}

/// An order whose goods are held for an attempt until a time, in the order of those times.
#[derive(Debug, Clone, Copy)]
pub(super) struct OverdueHold {
    pub(super) release_at: Millis,
    pub(super) store: StoreId,
    pub(super) attempt: PaymentAttemptId,
    pub(super) order: OrderId,
}
row!(OverdueHold { release_at, store, attempt, order });

/// Holds of every store that are over, after `after`; 200 at most.
pub(super) async fn list_overdue_holds(c: Conn<'_>, now: Millis, after: &OverdueHold) -> Result<Vec<OverdueHold>> {
    let sql = "SELECT release_at, store_id, id, order_id FROM payment_attempts WHERE release_at IS NOT NULL AND release_at <= ?1 \
               AND (release_at, store_id, id) > (?2, ?3, ?4) ORDER BY release_at, store_id, id LIMIT 200";
    c.all(sql, p![now, after.release_at, after.store, after.attempt]).await
}

/// An attempt that the gateway is to be asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HangingAttempt {
    /// The store.
    pub store: StoreId,
    /// The attempt.
    pub attempt: PaymentAttemptId,
    /// Number of the check, passed on to `checked`.
    pub step: i64,
}
row!(HangingAttempt { store, attempt, step });

/// Attempts of every store whose check is due, the longest overdue first.
pub(super) async fn list_to_check(c: Conn<'_>, now: Millis, limit: i64) -> Result<Vec<HangingAttempt>> {
    let sql = "SELECT store_id, id, check_step FROM payment_attempts WHERE next_check_at IS NOT NULL AND next_check_at <= ?1 \
               ORDER BY next_check_at, store_id, id LIMIT ?2";
    c.all(sql, p![now, limit]).await
}
