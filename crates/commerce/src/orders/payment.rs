//! Payments of an order, recorded by hand or with a receipt (OR-05): in part, in full, or by marking it paid or not.

use db::Conn;
use kernel::{Currency, Env, Millis, OrderId, ReceiptId, StoreScope, money};
use serde_json::json;
use web::{FieldErrors, Message};

use super::deferred_writes::DeferredWrites;
use super::entities;
use super::error::OrderError;
use super::ledger::amount_text::with_amount;
use super::ledger::model::{ExceedsLimit, SumsChange};
use super::ledger::wire::PaymentIn;
use super::model::Order;
use super::returns::requested_store;
use super::status::{PaymentStatus, Status};
use super::{activity, cascade, documents, ledger, order_confirmation, store, transition};
use platform::App;
use platform::journal::{Act, Entry};
use web::fields::amount;

const ABOVE_OWED: Message = Message::new("المستحق على الطلب {amount} فقط.", "Only {amount} is due on this order.");
const POSITIVE: Message = Message::new("أدخل مبلغًا أكبر من صفر.", "Enter an amount above zero.");
const NEEDS_NOTE: Message = Message::new("اكتب سبب تغيير الطلب إلى غير مدفوع.", "Enter a reason for marking the order unpaid.");

const REFUND_REQUESTED: Message = Message::new(
    "استرداد مبلغ من هذا الطلب قيد التنفيذ لدى بوابة الدفع. انتظر نتيجته أولًا.",
    "A refund of this order is in progress at the payment gateway. Wait for its result first.",
);

/// Parses a positive amount; none for all that is owed.
fn read(text: Option<&str>, currency: Currency) -> Result<Option<i64>, OrderError> {
    let mut errors = FieldErrors::new();
    let requested = text.map(|text| amount(&mut errors, "amount", text, currency));
    if errors.is_empty() && requested == Some(0) {
        errors.add("amount", POSITIVE);
    }
    if errors.is_empty() { Ok(requested) } else { Err(OrderError::Fields(errors)) }
}

/// Records a payment; the order is paid once nothing is owed.
pub(super) async fn record(
    app: &App,
    scope: &StoreScope,
    id: OrderId,
    sent: PaymentIn,
    currency: Currency,
) -> Result<i64, OrderError> {
    let PaymentIn { amount: text, note, version } = sent;
    let note = activity::note(note.as_deref())?;
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let order = store::find(c, &at, id).await?.ok_or(OrderError::NotFound)?;
            if version.is_some_and(|v| v != order.version) {
                return Err(OrderError::Stale);
            }
            let requested = read(text.as_deref(), currency)?;
            let payment = IncomingPayment { amount: requested, note: note.as_deref(), receipt: None };
            take(c, &env, &at, &order, payment, currency, now).await
        })
        .await
}

/// A payment to record.
#[derive(Debug, Clone, Copy)]
pub(super) struct IncomingPayment<'a> {
    /// In minor units; all that is owed by default.
    pub(super) amount: Option<i64>,
    pub(super) note: Option<&'a str>,
    /// The accepted transfer receipt.
    pub(super) receipt: Option<ReceiptId>,
}

/// Records a payment, by default of all that is owed, in the caller's transaction; returns the number of its entry. The order is
/// paid once nothing is owed; a transfer whose receipt was accepted also moves an order that is under review (decisions §5).
pub(super) async fn take(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    payment: IncomingPayment<'_>,
    currency: Currency,
    now: Millis,
) -> Result<i64, OrderError> {
    let mut last = DeferredWrites::default();
    let entry = take_into(c, env, scope, order, payment, (currency, now), &mut last).await?;
    last.write(c, scope, order.id, now).await?;
    Ok(entry)
}

/// The same; the rows that all orders share are left to `last`.
pub(super) async fn take_into(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    payment: IncomingPayment<'_>,
    (currency, now): (Currency, Millis),
    last: &mut DeferredWrites,
) -> Result<i64, OrderError> {
    let IncomingPayment { amount: requested, note, receipt } = payment;
    let mut sums = ledger::store::get_sums(c, scope, order.id).await?;
    if sums.owed() == 0 {
        return Err(OrderError::NothingOwed);
    }
    let draft = sums
        .pay(requested.unwrap_or(sums.owed()))
        .map_err(|ExceedsLimit(owed)| OrderError::Fields(FieldErrors::one("amount", with_amount(&ABOVE_OWED, owed, currency))))?;
    let is_settled = draft.amount == sums.owed();
    let payment = if is_settled { PaymentStatus::Paid } else { order.payment_status };
    let to = if receipt.is_some() && is_settled && order.status == Status::Pending { Status::Paid } else { order.status };
    if !store::update_status(c, scope, order, to, payment, now).await? {
        return Err(OrderError::Stale);
    }
    documents::enqueue_invoice_due(c, env, scope, order.id, to, payment).await?;
    let sums_before = sums;
    ledger::entries::write(c, scope, order.id, now, &mut sums, &[draft], (note, None)).await?;
    let is_deposit = order_confirmation::deposit::settle(c, scope, order, &sums, now).await?;
    let mut after = json!({ "payment_status": payment, "payment": money::format(draft.amount, currency) });
    let mut before = json!({ "payment_status": order.payment_status });
    if is_deposit {
        after["is_deposit_paid"] = json!(true);
    }
    if let Some(receipt) = receipt {
        after["receipt"] = json!(receipt);
    }
    let change = SumsChange { before: &sums_before, after: &sums };
    let mut act = Act::UpdatePaymentStatus;
    if to != order.status {
        transition::count_move(c, env, scope, order, to, change, last).await?;
        (before["status"], after["status"]) = (json!(order.status), json!(to));
        act = Act::UpdateStatus;
    }
    last.add_entry(Entry::new(act, entities::ORDER, order.id).before(before).after(after), note);
    cascade::cash::settle_cash(c, scope, order, change, now, last).await?;
    last.settle();
    Ok(sums.count)
}

/// Marks an order paid or not; back to not paid only with a reason. An unchanged status writes nothing.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn set_payment_status(
    app: &App,
    scope: &StoreScope,
    id: OrderId,
    to: PaymentStatus,
    version: Option<i64>,
    text: Option<&str>,
) -> Result<(), OrderError> {
    let text = activity::note(text)?;
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            if !store::lock(c, &at, id).await? {
                return Err(OrderError::NotFound);
            }
            let order = store::find(c, &at, id).await?.ok_or(OrderError::NotFound)?;
            if version.is_some_and(|v| v != order.version) {
                return Err(OrderError::Stale);
            }
            let mut sums = ledger::store::get_sums(c, &at, id).await?;
            // An order that is not paid may have received part of the money, such as a deposit.
            if order.payment_status == to && (to == PaymentStatus::Paid || sums.received() <= 0) {
                return Ok(());
            }
            if to == PaymentStatus::NotPaid && text.is_none() {
                return Err(OrderError::Fields(FieldErrors::one("note", NEEDS_NOTE)));
            }
            // What the gateway gives back must still stand in the ledger when it says so.
            if to == PaymentStatus::NotPaid && requested_store::has_requested(c, &at, id).await? {
                return Err(OrderError::Conflict("refund_requested", REFUND_REQUESTED));
            }
            let (before, mut last) = (sums, DeferredWrites::default());
            let entry = match to {
                PaymentStatus::NotPaid => sums.unpay(),
                PaymentStatus::Paid if sums.owed() > 0 => sums.pay(sums.owed()).ok(),
                // An order without a total owes nothing; neither does one that was refunded or cancelled.
                PaymentStatus::Paid if order.total > 0 => return Err(OrderError::NothingOwed),
                PaymentStatus::Paid => None,
            };
            if !store::update_status(c, &at, &order, order.status, to, now).await? {
                return Err(OrderError::Stale);
            }
            documents::enqueue_invoice_due(c, &env, &at, id, order.status, to).await?;
            ledger::entries::write(c, &at, id, now, &mut sums, entry.as_slice(), (text.as_deref(), None)).await?;
            match to {
                PaymentStatus::Paid => drop(order_confirmation::deposit::settle(c, &at, &order, &sums, now).await?),
                PaymentStatus::NotPaid => order_confirmation::deposit::reopen(c, &at, &order, &sums, now).await?,
            }
            let entry = Entry::new(Act::UpdatePaymentStatus, entities::ORDER, id)
                .before(json!({ "payment_status": order.payment_status }))
                .after(json!({ "payment_status": to }));
            last.add_entry(entry, text.as_deref());
            cascade::cash::settle_cash(c, &at, &order, SumsChange { before: &before, after: &sums }, now, &mut last).await?;
            last.settle();
            Ok(last.write(c, &at, id, now).await?)
        })
        .await
}
