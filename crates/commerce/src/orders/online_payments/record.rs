//! The only place where a reported transaction is booked (PY-03, decisions §5 and §8).

use db::Conn;
use gateways::payments::Transaction;
use kernel::{Env, Millis, StoreScope, money};
use serde_json::{Value, json};

use super::find_attempt::find_attempt;
use super::model::{Attempt, Case, PaymentTransaction};
use super::plan::{Booking, BookingKind, Plan, Report, Snapshot, plan};
use super::recorded::{Recorded, RecordedEffect, Source};
use super::undecided;
use super::unknown::record_unknown;
use super::words::{CaseKind, TransactionKind};
use super::{attempts_store as attempts, cases_store as cases, transactions_store as transactions};
use crate::orders::after_sales::refund::{self, Priced, RefundWrite};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::error::OrderError;
use crate::orders::ledger::model::SumsChange;
use crate::orders::model::Order;
use crate::orders::{cascade, documents, entities, ledger, order_confirmation, sold, store as orders, transition};
use platform::journal::{Act, Entry};

/// Records a transaction in the caller's transaction: callbacks, answers and inquiries alike, in any order and as often as they come.
/// The row of the transaction, the order's ledger with all that follows a payment or a refund, cases, and the order's activity.
///
/// # Errors
/// [`OrderError`]; nothing was written then.
pub async fn record(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    source: Source<'_>,
    t: &Transaction,
) -> Result<Recorded, OrderError> {
    let stored = transactions::find_by_provider_id(c, scope, source.provider, t.kind.into(), &t.id).await?;
    let Some(found) = find_attempt(c, scope, source, t, stored.as_ref()).await? else {
        return record_unknown(c, env, scope, source, t).await;
    };
    if !orders::lock(c, scope, found.order_id).await? {
        return Err(OrderError::NotFound);
    }
    let order = orders::find(c, scope, found.order_id).await?.ok_or(OrderError::NotFound)?;
    let attempt = attempts::find(c, scope, found.id).await?.ok_or(OrderError::NotFound)?;
    let sums = ledger::store::get_sums(c, scope, order.id).await?;
    let mut rows = transactions::list_by_attempt(c, scope, attempt.id).await?;
    // Reported before its attempt could be found.
    let orphan = stored.filter(|row| row.attempt_id.is_none() && rows.iter().all(|r| r.id != row.id));
    let orphan = orphan.map(|row| PaymentTransaction { order_id: Some(order.id), attempt_id: Some(attempt.id), ..row });
    if let Some(row) = &orphan {
        cases::set_order(c, scope, row.id, order.id).await?;
    }
    rows.extend(orphan);
    let refundable = if rows.iter().any(|row| row.parts.is_some() && row.entry_n.is_none()) {
        Some(refund::booked_left_of(c, scope, &order).await?)
    } else {
        None
    };
    let before = Snapshot { attempt, rows, sums, status: order.status, payment: order.payment_status, refundable };
    let now = env.now();
    let plan = plan(&before, Report { transaction: t, request: source.request, id: env.id(), now });
    write_rows(c, scope, &before, &plan).await?;
    let mut last = DeferredWrites::default();
    if !plan.bookings.is_empty() {
        book(c, env, scope, &order, &before, &plan, now, &mut last).await?;
    }
    if plan.is_declined {
        last.add_entry(declined_entry(&order, &plan), None);
    }
    let opened = open_cases(c, env, scope, &plan, &mut last).await?;
    let has_outside = |rows: &[PaymentTransaction]| rows.iter().any(PaymentTransaction::is_outside_ledger);
    if has_outside(&before.rows) && !has_outside(&plan.after.rows) {
        undecided::resume_release(c, scope, order.id, now).await?;
    }
    last.write(c, scope, order.id, now).await?;
    Ok(Recorded {
        order: Some(order.id),
        attempt: Some(plan.after.attempt.id),
        effect: effect_of(&plan),
        cases: opened,
        is_order_paid: before.sums.owed() > 0 && plan.after.sums.owed() == 0,
    })
}

fn effect_of(plan: &Plan) -> RecordedEffect {
    match plan.bookings.first().map(|b| b.kind) {
        Some(BookingKind::Charge) => RecordedEffect::Paid,
        Some(BookingKind::Refund) => RecordedEffect::Refunded,
        Some(BookingKind::Chargeback) => RecordedEffect::ChargedBack,
        None if plan.is_declined => RecordedEffect::Declined,
        None => RecordedEffect::Nothing,
    }
}

/// Writes the attempt and its transactions as far as they changed.
async fn write_rows(c: Conn<'_>, scope: &StoreScope, before: &Snapshot, plan: &Plan) -> db::Result<()> {
    for (n, row) in plan.after.rows.iter().enumerate() {
        match before.rows.get(n) {
            None => transactions::insert(c, scope, row).await?,
            // An orphan, which belongs to the attempt now, is the reported one.
            Some(stored) if stored != row || n == plan.row => transactions::update(c, scope, row).await?,
            Some(_) => {}
        }
    }
    if before.attempt != plan.after.attempt {
        let attempt = Attempt { version: before.attempt.version + 1, ..plan.after.attempt.clone() };
        attempts::update(c, scope, &attempt).await?;
    }
    Ok(())
}

/// Writes the bookings into the order's ledger, with everything that follows a payment or a refund.
#[expect(clippy::too_many_arguments, reason = "the transaction, its store and clock, and what is written")]
async fn book(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    before: &Snapshot,
    plan: &Plan,
    now: Millis,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    let (to, payment) = (plan.after.status, plan.after.payment);
    if !orders::update_status(c, scope, order, to, payment, now).await? {
        return Err(OrderError::Stale);
    }
    documents::enqueue_invoice_due(c, env, scope, order.id, to, payment).await?;
    let mut sums = before.sums;
    for booking in &plan.bookings {
        let row = &plan.after.rows[booking.row];
        let note = row.note.as_deref();
        match booking.kind {
            BookingKind::Refund => {
                let by_parts = booking.parts.as_ref().map(Priced::of_parts);
                let priced = by_parts.unwrap_or_else(|| Priced::by_amount(booking.amount, sums));
                let refund = RefundWrite { priced: &priced, drafts: &booking.drafts, note, return_id: row.return_id };
                refund::write(c, env, scope, order, refund, &mut sums, now).await?;
            }
            BookingKind::Charge | BookingKind::Chargeback => {
                ledger::entries::write(c, scope, order.id, now, &mut sums, &booking.drafts, (note, None)).await?;
            }
        }
        last.add_entry(booking_entry(order, before, plan, booking), note);
    }
    let change = SumsChange { before: &before.sums, after: &sums };
    let is_deposit = order_confirmation::deposit::settle(c, scope, order, &sums, now).await?;
    if to == order.status {
        sold::follow_money(c, env, scope, order, change).await?;
        if is_deposit {
            last.add_entry(Entry::new(Act::Update, entities::ORDER, order.id).after(json!({ "is_deposit_paid": true })), None);
        }
    } else {
        transition::count_move(c, env, scope, order, to, change, last).await?;
    }
    cascade::cash::settle_cash(c, scope, order, change, now, last).await?;
    last.settle();
    Ok(())
}

/// With what was paid, for the order's activity.
fn means_of(row: &PaymentTransaction) -> Value {
    json!({ "provider": row.provider, "means": row.means_kind, "scheme": row.scheme, "last_four": row.last_four })
}

fn booking_entry(order: &Order, before: &Snapshot, plan: &Plan, booking: &Booking) -> Entry {
    let row = &plan.after.rows[booking.row];
    let amount = money::format(booking.amount, row.currency);
    let is_moved = booking.kind == BookingKind::Charge && plan.after.status != before.status;
    let act = if is_moved { Act::UpdateStatus } else { Act::UpdatePaymentStatus };
    let mut from = json!({ "payment_status": before.payment });
    let mut to = json!({ "payment_status": plan.after.payment, "online_payment": means_of(row) });
    if is_moved {
        (from["status"], to["status"]) = (json!(before.status), json!(plan.after.status));
    }
    let field = match booking.kind {
        BookingKind::Charge => "payment",
        BookingKind::Refund => "refund",
        BookingKind::Chargeback => "chargeback",
    };
    to[field] = amount.into();
    Entry::new(act, entities::ORDER, order.id).before(from).after(to)
}

fn declined_entry(order: &Order, plan: &Plan) -> Entry {
    let row = &plan.after.rows[plan.row];
    let is_back = matches!(row.kind, TransactionKind::Refund | TransactionKind::Void);
    let mut details = means_of(row);
    (details["code"], details["words"]) = (row.refusal_code.clone().into(), row.refusal_words.clone().into());
    let field = if is_back { "refund_declined" } else { "payment_declined" };
    Entry::new(Act::Update, entities::ORDER, order.id).after(json!({ field: details }))
}

/// Opens the cases that are not there yet.
async fn open_cases(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    plan: &Plan,
    last: &mut DeferredWrites,
) -> Result<Vec<CaseKind>, OrderError> {
    let mut opened = Vec::new();
    for new in &plan.cases {
        let row = &plan.after.rows[new.row];
        let case = Case {
            id: env.id(),
            order_id: row.order_id,
            attempt_id: row.attempt_id,
            transaction_id: row.id,
            kind: new.kind,
            amount: new.amount,
            currency: row.currency,
            opened_at: env.now(),
            closed_at: None,
            closed_by: String::new(),
            note: String::new(),
        };
        if cases::insert(c, scope, &case).await? {
            opened.push(new.kind);
            let details =
                json!({ "kind": new.kind, "amount": money::format(new.amount, row.currency), "provider": row.provider });
            let entry = Entry::new(Act::Update, entities::ORDER, plan.after.attempt.order_id);
            last.add_entry(entry.after(json!({ "payment_case": details })), None);
        }
    }
    Ok(opened)
}
