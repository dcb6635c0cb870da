//! Every statement of order confirmations.

use db::{Conn, FromRow, Json, Result, Row as Cells, Sql, p, row};
use kernel::{CustomerId, Millis, OrderCallId, OrderId, StoreId, StoreScope, UserId};
use serde::{Deserialize, Serialize};

use super::lease_store::latest;
use super::model::{Outcome, State};
use crate::cod_risk::{Action, Reason};
use crate::orders::status::{PaymentStatus, Status};

/// The decision of the rules when an order was placed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(in crate::orders) struct RuleDecision {
    #[serde(default)]
    pub(in crate::orders) rule: Option<String>,
    #[serde(default)]
    pub(in crate::orders) reasons: Vec<Reason>,
}

/// An order's row in the call queue.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Confirmation {
    pub(in crate::orders) order_id: OrderId,
    pub(in crate::orders) mobile: String,
    pub(in crate::orders) state: State,
    pub(in crate::orders) due_at: Millis,
    pub(in crate::orders) attempts: i64,
    pub(in crate::orders) action: Action,
    pub(in crate::orders) score: i64,
    pub(in crate::orders) decision: RuleDecision,
    /// The deposit, in minor units; 0 without one.
    pub(in crate::orders) deposit: i64,
}

impl FromRow for Confirmation {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        let (order_id, mobile) = (row.get()?, row.get()?);
        let state: State = row.get()?;
        let (due_at, attempts) = (row.get()?, row.get()?);
        let action: Action = row.get()?;
        Ok(Self {
            order_id,
            mobile,
            state,
            due_at,
            attempts,
            action,
            score: row.get()?,
            decision: row.get::<Json<RuleDecision>>()?.0,
            deposit: row.get()?,
        })
    }
}

macro_rules! columns {
    () => {
        "order_id, mobile, state, due_at, attempts, action, score, verdict, deposit"
    };
}

pub(in crate::orders) async fn insert(c: Conn<'_>, scope: &StoreScope, row: &Confirmation, placed: Millis) -> Result<()> {
    let sql = "INSERT INTO order_confirmations (store_id, order_id, mobile, state, due_at, attempts, placed_at, action, score, verdict, updated_at, deposit) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?7, ?11)";
    let Confirmation { order_id, mobile, state, due_at, attempts, action, score, decision: stored_decision, deposit } = row;
    let (decision, state, action) = (Json(stored_decision.clone()), state.as_str(), action.as_str());
    let row = p![scope.store(), *order_id, mobile, state, *due_at, *attempts, placed, action, *score, decision, *deposit];
    c.exec(sql, row).await?;
    Ok(())
}

pub(in crate::orders) async fn find(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Option<Confirmation>> {
    let sql = concat!("SELECT ", columns!(), " FROM order_confirmations WHERE store_id = ?1 AND order_id = ?2");
    c.opt(sql, p![scope.store(), order]).await
}

/// Open orders of a number, the oldest first; 20 at most.
pub(in crate::orders) async fn list_open(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<Vec<Confirmation>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM order_confirmations WHERE store_id = ?1 AND mobile = ?2 AND state IN ('waiting', 'unreachable', 'wrong_number') \
         ORDER BY placed_at, order_id LIMIT 20"
    );
    c.all(sql, p![scope.store(), mobile]).await
}

/// The order with the earliest due call, without customers that another member has leased and without skipped numbers.
pub(in crate::orders) async fn find_next_due(
    c: Conn<'_>,
    scope: &StoreScope,
    user: UserId,
    now: Millis,
    passed: &[String],
) -> Result<Option<(OrderId, String)>> {
    let mut sql = Sql::new("SELECT f.order_id, f.mobile FROM order_confirmations f WHERE")
        .arg(" f.store_id = ?", scope.store())
        .arg(" AND f.state = 'waiting' AND f.due_at <= ?", now)
        .arg(
            " AND NOT EXISTS (SELECT 1 FROM confirmation_leases l WHERE l.store_id = f.store_id AND l.mobile = f.mobile AND l.until_at > ?",
            now,
        )
        .arg(" AND l.until_at <= ?", latest(now))
        .arg(" AND l.user_id <> ?)", user);
    if !passed.is_empty() {
        sql = sql.raw(" AND NOT (").list(" f.mobile IN ", passed.iter().cloned(), ")");
    }
    sql.raw(" ORDER BY f.due_at, f.order_id LIMIT 1").opt_row(c).await
}

/// Updates a row that is unchanged since it was read; false when it is stale.
pub(in crate::orders) async fn update(
    c: Conn<'_>,
    scope: &StoreScope,
    before: &Confirmation,
    to: (State, Millis, i64),
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE order_confirmations SET state = ?3, due_at = ?4, attempts = ?5, updated_at = ?6 \
               WHERE store_id = ?1 AND order_id = ?2 AND state = ?7 AND due_at = ?8 AND attempts = ?9";
    let (state, due, attempts) = to;
    let params = p![
        scope.store(),
        before.order_id,
        state.as_str(),
        due,
        attempts,
        now,
        before.state.as_str(),
        before.due_at,
        before.attempts
    ];
    Ok(c.exec(sql, params).await? == 1)
}

/// Ends a row of an order that moved on by other means.
pub(in crate::orders) async fn end(c: Conn<'_>, scope: &StoreScope, order: OrderId, to: State, now: Millis) -> Result<()> {
    let sql = "UPDATE order_confirmations SET state = ?3, updated_at = ?4 \
               WHERE store_id = ?1 AND order_id = ?2 AND state IN ('waiting', 'unreachable', 'wrong_number', 'deposit')";
    c.exec(sql, p![scope.store(), order, to.as_str(), now]).await?;
    Ok(())
}

/// Puts an order whose payment was reverted back into the call queue, due now.
pub(in crate::orders) async fn set_awaiting_answer(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<()> {
    let sql = "UPDATE order_confirmations SET state = 'waiting', due_at = ?3, attempts = 0, updated_at = ?3 \
               WHERE store_id = ?1 AND order_id = ?2 AND state = 'paid'";
    c.exec(sql, p![scope.store(), order, now]).await?;
    Ok(())
}

// ---- deposits --------------------------------------------------------------------------------------------------------

/// Marks an order's deposit as paid. False when it waited for none.
pub(in crate::orders) async fn set_deposit_paid(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<bool> {
    let sql = "UPDATE order_confirmations SET state = 'deposit_paid', updated_at = ?3 \
               WHERE store_id = ?1 AND order_id = ?2 AND state = 'deposit'";
    Ok(c.exec(sql, p![scope.store(), order, now]).await? == 1)
}

/// Sets a new deadline for a deposit, also for one that was paid.
pub(in crate::orders) async fn set_deposit_due(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    due: Millis,
    now: Millis,
) -> Result<()> {
    let sql = "UPDATE order_confirmations SET state = 'deposit', due_at = ?3, updated_at = ?4 \
               WHERE store_id = ?1 AND order_id = ?2 AND state IN ('deposit', 'deposit_paid')";
    c.exec(sql, p![scope.store(), order, due, now]).await?;
    Ok(())
}

/// An overdue deposit.
pub(in crate::orders) struct Overdue {
    pub(in crate::orders) store: StoreId,
    pub(in crate::orders) order: OrderId,
    pub(in crate::orders) due_at: Millis,
}
row!(Overdue { store, order, due_at });

/// Overdue deposits of every store without a waiting receipt, after `after`; 200 at most.
pub(in crate::orders) async fn list_overdue(c: Conn<'_>, now: Millis, after: &Overdue) -> Result<Vec<Overdue>> {
    let sql = "SELECT f.store_id, f.order_id, f.due_at FROM order_confirmations f WHERE f.state = 'deposit' AND f.due_at <= ?1 \
               AND (f.due_at, f.store_id, f.order_id) > (?2, ?3, ?4) AND NOT EXISTS (SELECT 1 FROM order_receipts r \
               WHERE r.store_id = f.store_id AND r.order_id = f.order_id AND r.status = 'waiting') \
               ORDER BY f.due_at, f.store_id, f.order_id LIMIT 200";
    c.all(sql, p![now, after.due_at, after.store, after.order]).await
}

/// Number of orders in a state; counted up to 1001.
pub(in crate::orders) async fn count(c: Conn<'_>, scope: &StoreScope, state: State, due: Option<Millis>) -> Result<i64> {
    Sql::new("SELECT COUNT(*) FROM (SELECT 1 AS one FROM order_confirmations WHERE")
        .arg(" store_id = ?", scope.store())
        .arg(" AND state = ?", state.as_str())
        .opt(" AND due_at <= ?", due)
        .raw(" LIMIT 1001) AS few")
        .one(c)
        .await
}

// ---- times of a clock that was ahead ---------------------------------------------------------------------------------

/// A row whose time of writing is in the future.
pub(in crate::orders) struct FutureRow {
    pub(in crate::orders) store: StoreId,
    pub(in crate::orders) order: OrderId,
    pub(in crate::orders) state: State,
    pub(in crate::orders) due_at: Millis,
    pub(in crate::orders) written_at: Millis,
    /// The due day was agreed with the customer.
    pub(in crate::orders) is_agreed: bool,
}
row!(FutureRow { store, order, state, due_at, written_at, is_agreed });

/// Open rows of every store that were written after a time, 200 at most.
pub(in crate::orders) async fn list_ahead(c: Conn<'_>, after: Millis) -> Result<Vec<FutureRow>> {
    let sql = "SELECT f.store_id, f.order_id, f.state, f.due_at, f.updated_at, EXISTS (SELECT 1 FROM order_calls k WHERE k.store_id = f.store_id \
               AND k.order_id = f.order_id AND k.is_undone = FALSE AND k.outcome = 'postponed' AND k.next_at = f.due_at) \
               FROM order_confirmations f WHERE f.state IN ('waiting', 'deposit') AND f.updated_at > ?1 ORDER BY f.updated_at LIMIT 200";
    c.all(sql, p![after]).await
}

/// Sets the due time of a row that is unchanged since it was read.
pub(in crate::orders) async fn update_due(
    c: Conn<'_>,
    scope: &StoreScope,
    row: &FutureRow,
    due: Millis,
    now: Millis,
) -> Result<()> {
    let sql = "UPDATE order_confirmations SET due_at = ?3, updated_at = ?4 WHERE store_id = ?1 AND order_id = ?2 AND due_at = ?5 AND updated_at = ?6";
    c.exec(sql, p![scope.store(), row.order, due, now, row.due_at, row.written_at]).await?;
    Ok(())
}

// ---- calls -----------------------------------------------------------------------------------------------------------

/// State of a row before a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::orders) struct StateBefore {
    pub(in crate::orders) state: State,
    pub(in crate::orders) due_at: i64,
    pub(in crate::orders) attempts: i64,
}

/// A call with its outcome.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Call {
    pub(in crate::orders) id: OrderCallId,
    pub(in crate::orders) order_id: OrderId,
    pub(in crate::orders) mobile: String,
    pub(in crate::orders) user_id: UserId,
    pub(in crate::orders) user_name: String,
    pub(in crate::orders) outcome: Outcome,
    pub(in crate::orders) note: Option<String>,
    pub(in crate::orders) next_at: Option<Millis>,
    pub(in crate::orders) at: Millis,
    pub(in crate::orders) before: Json<StateBefore>,
}
row!(Call { id, order_id, mobile, user_id, user_name, outcome, note, next_at, at, before });

const CALL: &str = "SELECT id, order_id, mobile, user_id, user_name, outcome, note, next_at, at, before FROM order_calls WHERE";

pub(in crate::orders) async fn insert_call(c: Conn<'_>, scope: &StoreScope, call: &Call) -> Result<()> {
    let sql = "INSERT INTO order_calls (store_id, id, order_id, mobile, user_id, user_name, outcome, note, next_at, at, is_undone, before) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, FALSE, ?11)";
    let Call { id, order_id, mobile, user_id, user_name, outcome, note, next_at, at, before } = call;
    let before = Json(before.0.clone());
    c.exec(sql, p![scope.store(), *id, *order_id, mobile, *user_id, user_name, outcome.as_str(), note, *next_at, *at, before])
        .await?;
    Ok(())
}

/// The calls of a number that were not undone, the newest first; 30 at most.
pub(in crate::orders) async fn list_calls(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<Vec<Call>> {
    Sql::new(CALL)
        .arg(" store_id = ?", scope.store())
        .arg(" AND mobile = ?", mobile.to_owned())
        .raw(" AND is_undone = FALSE ORDER BY id DESC LIMIT 30")
        .all(c)
        .await
}

/// Whether an order has this call, undone or not.
pub(in crate::orders) async fn has_call(c: Conn<'_>, scope: &StoreScope, order: OrderId, id: OrderCallId) -> Result<bool> {
    let sql = "SELECT id FROM order_calls WHERE store_id = ?1 AND id = ?2 AND order_id = ?3";
    Ok(c.opt::<OrderCallId>(sql, p![scope.store(), id, order]).await?.is_some())
}

/// The newest call of an order that was not undone.
pub(in crate::orders) async fn find_last_call(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Option<Call>> {
    Sql::new(CALL)
        .arg(" store_id = ?", scope.store())
        .arg(" AND order_id = ?", order)
        .raw(" AND is_undone = FALSE ORDER BY id DESC LIMIT 1")
        .opt_row(c)
        .await
}

pub(in crate::orders) async fn revoke_call(c: Conn<'_>, scope: &StoreScope, id: OrderCallId) -> Result<bool> {
    let sql = "UPDATE order_calls SET is_undone = TRUE WHERE store_id = ?1 AND id = ?2 AND is_undone = FALSE";
    Ok(c.exec(sql, p![scope.store(), id]).await? == 1)
}

/// Outcomes of a member's calls in a period.
pub(in crate::orders) struct FigureRow {
    pub(in crate::orders) user_id: UserId,
    pub(in crate::orders) user_name: String,
    pub(in crate::orders) called: i64,
    pub(in crate::orders) calls: i64,
    pub(in crate::orders) confirmed: i64,
    pub(in crate::orders) cancelled: i64,
    pub(in crate::orders) no_answer: i64,
    pub(in crate::orders) postponed: i64,
    pub(in crate::orders) wrong_number: i64,
}
row!(FigureRow { user_id, user_name, called, calls, confirmed, cancelled, no_answer, postponed, wrong_number });

/// By member, most confirmations first; from the time index alone except for the names.
pub(in crate::orders) async fn list_figures(c: Conn<'_>, scope: &StoreScope, from: Millis, to: Millis) -> Result<Vec<FigureRow>> {
    let sql = "SELECT q.user_id, COALESCE(u.name, ''), q.called, q.calls, q.confirmed, q.cancelled, q.no_answer, q.postponed, q.wrong_number FROM ( \
               SELECT user_id, COUNT(DISTINCT order_id) AS called, COUNT(*) AS calls, \
               COUNT(CASE WHEN outcome = 'confirmed' THEN 1 END) AS confirmed, COUNT(CASE WHEN outcome = 'cancelled' THEN 1 END) AS cancelled, \
               COUNT(CASE WHEN outcome = 'no_answer' THEN 1 END) AS no_answer, COUNT(CASE WHEN outcome = 'postponed' THEN 1 END) AS postponed, \
               COUNT(CASE WHEN outcome = 'wrong_number' THEN 1 END) AS wrong_number \
               FROM order_calls WHERE store_id = ?1 AND at >= ?2 AND at < ?3 AND is_undone = FALSE GROUP BY user_id) q \
               LEFT JOIN users u ON u.id = q.user_id ORDER BY q.confirmed DESC, q.user_id LIMIT 200";
    c.all(sql, p![scope.store(), from, to]).await
}

// ---- lists -----------------------------------------------------------------------------------------------------------

/// An order in the lists of the call queue.
pub(in crate::orders) struct ListRow {
    pub(in crate::orders) order_id: OrderId,
    pub(in crate::orders) number: i64,
    pub(in crate::orders) customer_id: CustomerId,
    pub(in crate::orders) name: String,
    pub(in crate::orders) mobile: String,
    pub(in crate::orders) city: String,
    pub(in crate::orders) total: i64,
    pub(in crate::orders) state: State,
    pub(in crate::orders) due_at: Millis,
    pub(in crate::orders) attempts: i64,
    pub(in crate::orders) created_at: Millis,
    pub(in crate::orders) held_by: Option<String>,
    pub(in crate::orders) deposit: i64,
    pub(in crate::orders) has_receipt: bool,
}
row!(ListRow {
    order_id,
    number,
    customer_id,
    name,
    mobile,
    city,
    total,
    state,
    due_at,
    attempts,
    created_at,
    held_by,
    deposit,
    has_receipt
});

/// Orders of a state, the earliest due first, 100 at most; those of the queue with the member who has the lease.
pub(in crate::orders) async fn list(c: Conn<'_>, scope: &StoreScope, state: State, now: Millis) -> Result<Vec<ListRow>> {
    let sql = "SELECT f.order_id, o.number, o.customer_id, o.sender_name, f.mobile, o.city, o.total, f.state, f.due_at, f.attempts, \
               o.created_at, l.user_name, f.deposit, EXISTS (SELECT 1 FROM order_receipts r WHERE r.store_id = f.store_id \
               AND r.order_id = f.order_id AND r.status = 'waiting') FROM order_confirmations f JOIN orders o ON o.store_id = f.store_id AND o.id = f.order_id \
               LEFT JOIN confirmation_leases l ON l.store_id = f.store_id AND l.mobile = f.mobile AND l.until_at > ?3 AND l.until_at <= ?4 \
               WHERE f.store_id = ?1 AND f.state = ?2 ORDER BY f.due_at, f.order_id LIMIT 100";
    c.all(sql, p![scope.store(), state.as_str(), now, latest(now)]).await
}

/// Outcomes of a number's earlier orders, the newest first; 10 at most.
pub(in crate::orders) struct EarlierRow {
    pub(in crate::orders) id: OrderId,
    pub(in crate::orders) number: i64,
    pub(in crate::orders) status: Status,
    pub(in crate::orders) payment_status: PaymentStatus,
    pub(in crate::orders) total: i64,
    pub(in crate::orders) created_at: Millis,
}
row!(EarlierRow { id, number, status, payment_status, total, created_at });

pub(in crate::orders) async fn list_earlier(c: Conn<'_>, scope: &StoreScope, customer: CustomerId) -> Result<Vec<EarlierRow>> {
    let sql = "SELECT id, number, status, payment_status, total, created_at FROM orders WHERE store_id = ?1 AND customer_id = ?2 \
               ORDER BY created_at DESC, id DESC LIMIT 10";
    c.all(sql, p![scope.store(), customer]).await
}

/// Inserts confirmations and outcomes for sample orders, which are written in their final status.
pub(in crate::orders) async fn insert_sample(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    let sql = "INSERT INTO phone_outcomes (store_id, mobile, delivered, refused, returned, cancelled, no_answer, wrong_number, updated_at) \
               SELECT store_id, mobile, COUNT(delivered_at), COUNT(CASE WHEN status IN ('RFSD', 'RTRN') AND delivered_at IS NULL THEN 1 END), \
               COUNT(CASE WHEN status = 'RTRN' AND delivered_at IS NOT NULL THEN 1 END), COUNT(CASE WHEN status = 'CNCL' THEN 1 END), 0, 0, \
               MAX(updated_at) FROM orders WHERE store_id = ?1 AND status IN ('DLVR', 'RFSD', 'RTRN', 'CNCL') GROUP BY store_id, mobile";
    c.exec(sql, p![scope.store()]).await?;
    let sql = "INSERT INTO order_confirmations (store_id, order_id, mobile, state, due_at, attempts, placed_at, action, score, verdict, updated_at) \
               SELECT store_id, id, mobile, 'waiting', created_at, 0, created_at, 'confirm', 50, '{\"rule\":null,\"reasons\":[]}', created_at \
               FROM orders WHERE store_id = ?1 AND status = 'PEND' AND payment_provider = 'COD' AND payment_status = 'not_paid'";
    c.exec(sql, p![scope.store()]).await?;
    Ok(())
}

/// Which of these orders were their customer's first.
pub(in crate::orders) async fn list_firsts(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<(OrderId, bool)>> {
    Sql::new("SELECT id, is_first_order FROM orders WHERE")
        .arg(" store_id = ?", scope.store())
        .list(" AND id IN ", ids.to_vec(), "")
        .all(c)
        .await
}

/// The number that a customer is known by.
pub(in crate::orders) async fn find_mobile(
    c: Conn<'_>,
    scope: &StoreScope,
    customer: CustomerId,
) -> Result<Option<Option<String>>> {
    let sql = "SELECT mobile FROM customers WHERE store_id = ?1 AND id = ?2";
    Ok(c.opt::<MobileRow>(sql, p![scope.store(), customer]).await?.map(|row| row.mobile))
}

struct MobileRow {
    mobile: Option<String>,
}
row!(MobileRow { mobile });
