//! Refunds: in full, in part, by line or by amount, never more than was paid (decisions §5).

use db::Conn;
use kernel::{Currency, Env, Millis, OrderId, OrderReturnId, RefundId, StoreScope, money};
use serde_json::json;
use web::message::common;
use web::{FieldErrors, Message};

use super::wire_in::{RefundIn, RefundLineIn};
use crate::orders::activity;
use crate::orders::cascade::cash::settle_cash;
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::documents;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::ledger;
use crate::orders::ledger::amount_text::with_amount;
use crate::orders::ledger::model::{Draft, ExceedsLimit, LedgerTotals, SumsChange};
use crate::orders::model::Order;
use crate::orders::returns::model::{Amount, LinePart, Refundable, Refunded};
use crate::orders::returns::requested_store;
use crate::orders::returns::store::{self, NewRefund};
use crate::orders::sold;
use crate::orders::status::PaymentStatus;
use crate::orders::store as orders;
use platform::App;
use platform::journal::{Act, Entry};
use web::fields::amount;

const ABOVE: Message = Message::new("المتاح للاسترداد {amount}.", "You can refund up to {amount}.");
const NOTHING: Message = Message::new("اختر ما تريد استرداده.", "Choose what to refund.");
const ZERO: Message = Message::new("لا يوجد ما يمكن استرداده لهذه البنود.", "Nothing to refund for these items.");
const EITHER: Message = Message::new("اختر البنود أو المبلغ، وليس كليهما.", "Choose lines or enter an amount, not both.");
const NO_LINE: Message = Message::new("هذا البند غير موجود في الطلب.", "This line isn't on the order.");
const TWICE: Message = Message::new("هذا البند مكرر.", "This line appears more than once.");
const LEFT: Message = Message::new("المتبقي من هذا البند {n} فقط.", "Only {n} left on this line.");

/// A parsed refund request.
#[derive(Debug, Clone)]
pub(in crate::orders) struct RefundRequest {
    pub(in crate::orders) lines: Vec<RefundLineIn>,
    pub(in crate::orders) with_shipping: bool,
    pub(in crate::orders) with_fees: bool,
    /// An amount, instead of lines, shipping and fees.
    pub(in crate::orders) amount: Option<i64>,
}

/// A refund with its sums.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Priced {
    pub(in crate::orders) sum: Amount,
    pub(in crate::orders) lines: Vec<LinePart>,
    pub(in crate::orders) shipping: Amount,
    pub(in crate::orders) fees: Amount,
    is_bare: bool,
}

pub(in crate::orders) fn read(sent: &RefundIn, currency: Currency) -> Result<RefundRequest, OrderError> {
    let RefundIn { lines, with_shipping, with_fees, amount: text, .. } = sent;
    let mut errors = FieldErrors::new();
    let has_parts = !lines.is_empty() || *with_shipping || *with_fees;
    let requested = text.as_ref().map(|text| amount(&mut errors, "amount", text, currency));
    if errors.is_empty() {
        match requested {
            Some(_) if has_parts => errors.add("amount", EITHER),
            Some(0) => errors.add("amount", NOTHING),
            None if !has_parts => errors.add("amount", NOTHING),
            _ => {}
        }
    }
    if lines.len() > 100 {
        errors.add("lines", common::INVALID_ITEM);
    }
    for (n, line) in lines.iter().enumerate() {
        if lines[..n].iter().any(|l| l.line == line.line) {
            errors.add(format!("lines.{n}.line"), TWICE);
        }
    }
    if errors.is_empty() {
        Ok(RefundRequest { lines: lines.clone(), with_shipping: *with_shipping, with_fees: *with_fees, amount: requested })
    } else {
        Err(OrderError::Fields(errors))
    }
}

/// Prices it against what is left of the order.
pub(in crate::orders) fn price(
    refundable: &Refundable,
    sums: LedgerTotals,
    request: &RefundRequest,
) -> Result<Priced, OrderError> {
    if let Some(amount) = request.amount {
        return Ok(Priced::by_amount(amount, sums));
    }
    let mut errors = FieldErrors::new();
    let mut lines = Vec::new();
    for (n, RefundLineIn { line, quantity }) in request.lines.iter().enumerate() {
        match (refundable.lines.iter().find(|l| l.line == *line), refundable.part(*line, *quantity)) {
            (None, _) => errors.add(format!("lines.{n}.line"), NO_LINE),
            (Some(l), None) => errors.add(format!("lines.{n}.quantity"), LEFT.with("n", l.quantity)),
            (_, Some(part)) => lines.push(part),
        }
    }
    if !errors.is_empty() {
        return Err(OrderError::Fields(errors));
    }
    let shipping = if request.with_shipping { refundable.shipping } else { Amount::default() };
    let fees = if request.with_fees { refundable.fees } else { Amount::default() };
    let sum = lines
        .iter()
        .map(|l| l.sum)
        .chain([shipping, fees])
        .fold(Amount::default(), |a, b| Amount { amount: a.amount + b.amount, vat: a.vat + b.vat });
    Ok(Priced { sum, lines, shipping, fees, is_bare: false })
}

impl Priced {
    /// A refund of an amount that names no goods.
    pub(in crate::orders) fn by_amount(amount: i64, sums: LedgerTotals) -> Self {
        let vat = sums.refund(amount, None).ok().map_or(0, |drafts| -drafts[0].vat);
        let none = Amount::default();
        Self { sum: Amount { amount, vat }, lines: Vec::new(), shipping: none, fees: none, is_bare: true }
    }

    /// A refund that was requested of a gateway, of these parts.
    pub(in crate::orders) fn of_parts(parts: &Refunded) -> Self {
        let Refunded { lines, shipping, fees } = parts.clone();
        Self { sum: parts.total(), lines, shipping, fees, is_bare: false }
    }

    /// What it is for; none of an amount that names no goods.
    pub(in crate::orders) fn parts(&self) -> Option<Refunded> {
        let Self { lines, shipping, fees, is_bare, .. } = self.clone();
        (!is_bare).then_some(Refunded { lines, shipping, fees })
    }

    /// Its ledger entries. What is `requested` of gateways and not booked yet is spoken for.
    pub(in crate::orders) fn drafts(
        &self,
        sums: LedgerTotals,
        requested: i64,
        currency: Currency,
    ) -> Result<Vec<Draft>, OrderError> {
        if self.sum.amount == 0 {
            return Err(OrderError::Fields(FieldErrors::one("lines", ZERO)));
        }
        let most = (sums.received() - requested).max(0);
        if self.sum.amount > most {
            return Err(self.above(most, currency));
        }
        sums.refund(self.sum.amount, (!self.is_bare).then_some(self.sum.vat))
            .map_err(|ExceedsLimit(most)| self.above(most, currency))
    }

    /// The refusal of more than can be refunded.
    pub(in crate::orders) fn above(&self, most: i64, currency: Currency) -> OrderError {
        let path = if self.is_bare { "amount" } else { "lines" };
        OrderError::Fields(FieldErrors::one(path, with_amount(&ABOVE, most, currency)))
    }
}

/// The payment status after a refund: not paid once all of it was refunded, paid when nothing of the rest is owed.
pub(super) fn payment_after(order: &Order, sums: LedgerTotals, drafts: &[Draft]) -> PaymentStatus {
    let mut after = sums;
    for draft in drafts {
        after.add(*draft);
    }
    if after.received() == 0 { PaymentStatus::NotPaid } else { after.status_after(order.payment_status) }
}

/// A priced refund with the data that is written with it.
#[derive(Clone, Copy)]
pub(in crate::orders) struct RefundWrite<'a> {
    pub(in crate::orders) priced: &'a Priced,
    /// Its entries for the order's ledger.
    pub(in crate::orders) drafts: &'a [Draft],
    pub(in crate::orders) note: Option<&'a str>,
    /// The return that it refunds.
    pub(in crate::orders) return_id: Option<OrderReturnId>,
}

/// Writes a priced refund and its entries, in the caller's transaction; the order's row is locked.
pub(in crate::orders) async fn write(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    refund: RefundWrite<'_>,
    sums: &mut LedgerTotals,
    now: Millis,
) -> db::Result<RefundId> {
    let RefundWrite { priced, drafts, note, return_id } = refund;
    let id = env.id();
    // The entry's VAT counts: it never exceeds the VAT that the store still holds.
    let sum = Amount { amount: priced.sum.amount, vat: -drafts[0].vat };
    let Priced { lines, shipping, fees, .. } = priced;
    let new = NewRefund { id, order: order.id, return_id, sum, shipping: *shipping, fees: *fees, note, lines };
    store::insert_refund(c, scope, &new, now).await?;
    // An edit of the rest does not move the discount of refunded pieces (0035).
    for part in lines.iter().filter(|part| part.discount > 0) {
        orders::increment_refunded(c, scope, order.id, part.line, (part.discount, part.coupon)).await?;
    }
    ledger::entries::write(c, scope, order.id, now, sums, drafts, (note, Some(id))).await?;
    documents::enqueue_charge_changed(c, env, scope, order.id).await?;
    Ok(id)
}

/// Refunds an order.
pub(super) async fn refund(
    app: &App,
    scope: &StoreScope,
    id: OrderId,
    sent: RefundIn,
    currency: Currency,
) -> Result<RefundId, OrderError> {
    let note = activity::note(sent.note.as_deref())?;
    let (at, env, version) = (scope.clone(), app.env().clone(), sent.version);
    app.db()
        .tx(async move |c| {
            let now = env.now();
            // A refund is requested of a gateway under the same lock: both together are never more than was paid.
            if !orders::lock(c, &at, id).await? {
                return Err(OrderError::NotFound);
            }
            let order = orders::find(c, &at, id).await?.ok_or(OrderError::NotFound)?;
            if version.is_some_and(|v| v != order.version) {
                return Err(OrderError::Stale);
            }
            let request = read(&sent, currency)?;
            let RefundableBalance { refundable, mut sums, requested } = left_of(c, &at, &order).await?;
            let priced = price(&refundable, sums, &request)?;
            let drafts = priced.drafts(sums, requested, currency)?;
            let payment = payment_after(&order, sums, &drafts);
            if !orders::update_status(c, &at, &order, order.status, payment, now).await? {
                return Err(OrderError::Stale);
            }
            let (before, mut last) = (sums, DeferredWrites::default());
            let refund = RefundWrite { priced: &priced, drafts: &drafts, note: note.as_deref(), return_id: None };
            let refund_id = write(c, &env, &at, &order, refund, &mut sums, now).await?;
            sold::follow_money(c, &env, &at, &order, SumsChange { before: &before, after: &sums }).await?;
            let entry = Entry::new(Act::UpdatePaymentStatus, entities::ORDER, id)
                .before(json!({ "payment_status": order.payment_status }))
                .after(json!({ "payment_status": payment, "refund": money::format(priced.sum.amount, currency) }));
            last.add_entry(entry, note.as_deref());
            last.settle();
            settle_cash(c, &at, &order, SumsChange { before: &before, after: &sums }, now, &mut last).await?;
            last.write(c, &at, id, now).await?;
            Ok(refund_id)
        })
        .await
}

/// What is left of an order to refund.
#[derive(Debug, Clone)]
pub(in crate::orders) struct RefundableBalance {
    /// By part, without what is requested of gateways.
    pub(in crate::orders) refundable: Refundable,
    /// Its ledger totals.
    pub(in crate::orders) sums: LedgerTotals,
    /// Requested of gateways and not booked yet.
    pub(in crate::orders) requested: i64,
}

impl RefundableBalance {
    /// The largest possible refund.
    pub(in crate::orders) fn most(&self) -> i64 {
        (self.sums.received() - self.requested).max(0)
    }
}

/// What is left of an order to refund, with its ledger totals.
pub(in crate::orders) async fn left_of(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<RefundableBalance> {
    let mut refundable = booked_left_of(c, scope, order).await?;
    let requests = requested_store::list_requested(c, scope, order.id).await?;
    for parts in requests.iter().filter_map(|request| request.parts.as_ref()) {
        refundable = refundable.without(parts);
    }
    let sums = ledger::store::get_sums(c, scope, order.id).await?;
    Ok(RefundableBalance { refundable, sums, requested: requests.iter().map(|request| request.amount).sum() })
}

/// What is left of an order to refund by what is booked, whatever is requested.
pub(in crate::orders) async fn booked_left_of(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<Refundable> {
    let items = orders::list_items(c, scope, order.id).await?;
    Ok(Refundable::new(order, &items, &store::get_refunded(c, scope, order.id).await?))
}
