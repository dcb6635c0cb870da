//! Refunds of online payments: requested here, done by the gateway, booked by `record` when it says so.

use db::Conn;
use gateways::payments::RefusalCode;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::{Currency, Env, Millis, OrderId, OrderReturnId, PaymentAttemptId, PaymentTransactionId, StoreScope, money};
use serde_json::json;
use web::{FieldErrors, Message};

use super::check_times::next_check;
use super::model::PaymentTransaction;
use super::words::{MeansKind, TransactionKind, TransactionStatus};
use super::{attempts_store as attempts, transactions_store as transactions};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::error::OrderError;
use crate::orders::ledger::amount_text::with_amount;
use crate::orders::ledger::model::LedgerTotals;
use crate::orders::returns::model::Refunded;
use crate::orders::{activity, entities, ledger, store as orders};
use platform::journal::{Act, Entry};
use platform::stores;

const ABOVE: Message = Message::new("المتاح للاسترداد {amount}.", "You can refund up to {amount}.");
/// Of a field that names the charge.
pub(super) const CHOOSE_CHARGE: Message =
    Message::new("اختر دفعة إلكترونية محصّلة على هذا الطلب.", "Choose an online payment of this order.");
const NO_CHARGE: Message =
    Message::new("لا توجد دفعة محصّلة بهذا الرقم على الطلب.", "This order has no such payment that was received.");

/// A refund to request of the gateway.
#[derive(Debug, Clone, Copy)]
pub struct NewRefundRequest<'a> {
    /// The charge to refund.
    pub charge: PaymentTransactionId,
    /// In minor units.
    pub amount: i64,
    /// The merchant's note.
    pub note: Option<&'a str>,
}

/// What the call to the gateway needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRequest {
    /// Id of the request; `record` gets it with the answer.
    pub id: PaymentTransactionId,
    /// The attempt that paid.
    pub attempt: PaymentAttemptId,
    /// The provider: `PAYMOB`.
    pub provider: String,
    /// The gateway's id of the charge.
    pub charge_provider_id: String,
    /// Our reference of the attempt.
    pub reference: String,
    /// In minor units.
    pub amount: i64,
    /// Its currency.
    pub currency: Currency,
    /// A void may do it: all of a card's payment of today, of which nothing went back.
    pub may_be_void: bool,
}

/// A refund to request, with what it is for.
pub(super) struct RefundFor<'a> {
    /// The refund.
    pub(super) refund: NewRefundRequest<'a>,
    /// Its lines, shipping and fee; none of an amount alone.
    pub(super) parts: Option<Refunded>,
    /// The return that it refunds.
    pub(super) return_id: Option<OrderReturnId>,
}

/// Writes a pending refund of a booked charge, in the caller's transaction, which also writes the call to the gateway. What is pending
/// counts: no more than was paid is requested.
///
/// # Errors
/// [`OrderError::NotFound`] without such an order; [`OrderError::Conflict`] `no_such_charge`; [`OrderError::Fields`] when less can be
/// refunded.
pub async fn request_refund(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    new: NewRefundRequest<'_>,
) -> Result<RefundRequest, OrderError> {
    if !orders::lock(c, scope, order).await? {
        return Err(OrderError::NotFound);
    }
    let mut last = DeferredWrites::default();
    let request =
        request_refund_of(c, env, scope, order, RefundFor { refund: new, parts: None, return_id: None }, &mut last).await?;
    last.write(c, scope, order, env.now()).await?;
    Ok(request)
}

/// As [`request_refund`], with what it is for; the caller has locked the order and writes `last`.
///
/// # Errors
/// As of [`request_refund`].
pub(super) async fn request_refund_of(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    new: RefundFor<'_>,
    last: &mut DeferredWrites,
) -> Result<RefundRequest, OrderError> {
    let RefundFor { refund: new, parts, return_id } = new;
    let note = activity::note(new.note)?;
    let rows = transactions::list_by_order(c, scope, order).await?;
    let charge = rows.iter().find(|r| r.id == new.charge && is_booked_charge(r));
    let found = charge.and_then(|charge| Some((charge, charge.attempt_id?, charge.provider_id.clone()?)));
    let (charge, attempt, charge_provider_id) = found.ok_or(OrderError::Conflict("no_such_charge", NO_CHARGE))?;
    let sums = ledger::store::get_sums(c, scope, order).await?;
    let left = left_to_refund(&rows, charge, sums);
    if new.amount <= 0 || new.amount > left {
        let message = with_amount(&ABOVE, left, charge.currency);
        return Err(OrderError::Fields(FieldErrors::one("amount", message)));
    }
    let mut attempt = attempts::find(c, scope, attempt).await?.ok_or(OrderError::NotFound)?;
    let now = env.now();
    let timezone = stores::get_profile(c, scope).await?.timezone;
    let is_whole = new.amount == charge.amount && charge.refunds_booked == 0;
    let may_be_void = is_whole && charge.means_kind == MeansKind::Card && is_same_day(charge.first_at, now, &timezone);
    let row = PaymentTransaction {
        id: env.id(),
        provider_id: None,
        parent_provider_id: charge.provider_id.clone(),
        kind: TransactionKind::Refund,
        status: TransactionStatus::Pending,
        amount: new.amount,
        fee: None,
        refusal_code: String::new(),
        refusal_words: String::new(),
        is_requested: true,
        note: note.clone(),
        parts,
        return_id,
        refunds_reported: 0,
        refunds_booked: 0,
        entry_n: None,
        first_at: now,
        last_at: now,
        ..charge.clone()
    };
    transactions::insert(c, scope, &row).await?;
    // The gateway is asked about it as about a payment that hangs.
    (attempt.checks_from, attempt.check_step, attempt.version) = (now, 0, attempt.version + 1);
    attempt.next_check_at = next_check(now, now, 0);
    attempts::update(c, scope, &attempt).await?;
    let details = json!({ "provider": row.provider, "amount": money::format(row.amount, row.currency) });
    let entry = Entry::new(Act::Update, entities::ORDER, order).after(json!({ "refund_requested": details }));
    last.add_entry(entry, note.as_deref());
    Ok(RefundRequest {
        id: row.id,
        attempt: attempt.id,
        provider: row.provider,
        charge_provider_id,
        reference: attempt.reference,
        amount: row.amount,
        currency: row.currency,
        may_be_void,
    })
}

/// Whether so much of a charge of an order can be refunded at its gateway; a refusal is about the field at `path`.
///
/// # Errors
/// [`OrderError::Fields`] when less can be refunded, or it is no charge of the order that was received.
pub(in crate::orders) async fn check_left(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    charge: PaymentTransactionId,
    amount: i64,
    path: &str,
) -> Result<(), OrderError> {
    let refused = |message: Message| Err(OrderError::Fields(FieldErrors::one(path, message)));
    let rows = transactions::list_by_order(c, scope, order).await?;
    let Some(charge) = rows.iter().find(|row| row.id == charge && is_booked_charge(row)) else {
        return refused(CHOOSE_CHARGE);
    };
    let left = left_to_refund(&rows, charge, ledger::store::get_sums(c, scope, order).await?);
    if amount > left { refused(with_amount(&ABOVE, left, charge.currency)) } else { Ok(()) }
}

fn is_booked_charge(row: &PaymentTransaction) -> bool {
    row.kind == TransactionKind::Charge && row.entry_n.is_some()
}

/// How much of a charge can be refunded at its gateway, in minor units: not what went back, not what is requested, and no more than
/// the order's ledger holds.
pub(super) fn left_to_refund(rows: &[PaymentTransaction], charge: &PaymentTransaction, sums: LedgerTotals) -> i64 {
    if !is_booked_charge(charge) {
        return 0;
    }
    let open = || rows.iter().filter(|row| row.is_open_request());
    let of_charge: i64 = open().filter(|row| row.parent_provider_id == charge.provider_id).map(|row| row.amount).sum();
    let of_order: i64 = open().map(|row| row.amount).sum();
    (charge.amount - charge.refunds_booked - of_charge).min(sums.received() - of_order).max(0)
}

/// The gateway refused the call of a requested refund: nothing went back.
///
/// # Errors
/// [`OrderError`].
pub async fn refund_refused(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    request: PaymentTransactionId,
    code: RefusalCode,
    words: &str,
) -> Result<(), OrderError> {
    let row = transactions::find(c, scope, request).await?.ok_or(OrderError::NotFound)?;
    let order = row.order_id.ok_or(OrderError::NotFound)?;
    if !orders::lock(c, scope, order).await? {
        return Err(OrderError::NotFound);
    }
    let mut row = transactions::find(c, scope, request).await?.ok_or(OrderError::NotFound)?;
    if !row.is_open_request() {
        return Ok(());
    }
    let now = env.now();
    (row.status, row.last_at) = (TransactionStatus::Declined, now);
    code.as_str().clone_into(&mut row.refusal_code);
    row.refusal_words = words.chars().take(300).collect();
    transactions::update(c, scope, &row).await?;
    let details = json!({ "provider": row.provider, "code": row.refusal_code, "words": row.refusal_words });
    let entry = Entry::new(Act::Update, entities::ORDER, order).after(json!({ "refund_declined": details }));
    activity::log(c, scope, order, now, entry, None).await
}

/// Whether two moments are on one day of the store.
fn is_same_day(a: Millis, b: Millis, timezone: &str) -> bool {
    let zone = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
    let day = |at: Millis| Timestamp::from_millisecond(at.0).map(|at| at.to_zoned(zone.clone()).date()).ok();
    day(a).is_some() && day(a) == day(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_03_a_void_is_for_the_stores_own_day() {
        // 2027-01-15 20:30 UTC is 23:30 in Riyadh.
        let evening = Millis(1_800_045_000_000);
        let later = evening.plus(Millis::HOUR);
        assert!(is_same_day(evening, later, "UTC"));
        assert!(!is_same_day(evening, later, "Asia/Riyadh"));
        assert!(is_same_day(evening, later, "no such zone"));
    }
}
