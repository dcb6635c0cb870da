//! Taking goods back, whole orders and parts of them, with restocking (decisions §5, docs/decisions/0009).

use db::Conn;
use kernel::{Currency, Env, OrderId, OrderReturnId, StoreScope, money};
use serde_json::json;
use web::message::common;
use web::{FieldErrors, Message};

use super::refund::{self, Priced, RefundWrite, RefundableBalance};
use super::settle::{ReturnSettlement, ReturnedGoods, settle};
use super::wire_in::{ReturnIn, ReturnLineIn, ReturnPreviewIn};
use crate::orders::activity;
use crate::orders::cascade;
use crate::orders::cascade::cash::settle_cash;
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::documents;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::fulfilment::roll_up::catch_up;
use crate::orders::ledger;
use crate::orders::ledger::model::SumsChange;
use crate::orders::model::{Order, OrderItem};
use crate::orders::return_parcels;
use crate::orders::returns::store::{self, NewReturn, ReturnLine};
use crate::orders::sold;
use crate::orders::status::Status;
use crate::orders::store as orders;
use crate::orders::transition;
use catalog::stock::{self, Pieces, Reason, StockPosting};
use platform::journal::{Act, Entry};

const NO_LINE: Message = Message::new("هذا البند غير موجود في الطلب.", "This line isn't on the order.");
const TWICE: Message = Message::new("هذا البند مكرر.", "This line appears more than once.");
const LEFT: Message = Message::new("المتبقي من هذا البند {n} فقط.", "Only {n} left on this line.");
const NO_REASON: Message = Message::new("اختر سببًا من القائمة.", "Choose a reason from the list.");
const NO_LOCATION: Message = Message::new("اختر موقعًا نشطًا.", "Choose an active location.");
const NOTHING: Message = Message::new("اختر المنتجات المرتجعة.", "Choose the returned items.");

/// Writes the lines of a return: pieces are restocked where the merchant says so, at the chosen location.
async fn restock(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    sent: &ReturnIn,
    items: &[OrderItem],
) -> Result<(), OrderError> {
    let first = stock::first_location(scope.store());
    let location = sent.location_id.unwrap_or(first);
    let mut posting = StockPosting::new(Reason::Return).order(order.id, order.number);
    let mut lines: Vec<(&ReturnLineIn, &OrderItem)> =
        sent.lines.iter().filter_map(|l| Some((l, items.iter().find(|i| i.line == l.line)?))).collect();
    lines.sort_by_key(|(_, i)| (i.product_id, i.variant_id, i.line));
    for (line, item) in lines {
        let is_back = line.is_restocked && item.is_stock_taken;
        if is_back {
            let pieces = Pieces {
                product: item.product_id,
                variant: item.variant_id,
                qty: line.quantity,
                reserved: 0,
                has_priority: false,
            };
            stock::restock_at(c, scope, &mut posting, pieces, location).await?;
        }
        let restocked = if is_back { line.quantity } else { 0 };
        orders::increment_returned(c, scope, order.id, line.line, (line.quantity, restocked)).await?;
    }
    posting.write(c, env, scope).await?;
    // Locked after the products, as by every writer of stock.
    if sent.location_id.is_some() && !stock::lock_location(c, scope, location).await? {
        return Err(OrderError::Fields(FieldErrors::one("location_id", NO_LOCATION)));
    }
    Ok(())
}

/// The item of the `n`th line of a return; its errors are added. A line is named once, with no more pieces than are not back yet.
fn checked_line<'a>(
    errors: &mut FieldErrors,
    n: usize,
    line: i64,
    quantity: i64,
    mut before: impl Iterator<Item = i64>,
    items: &'a [OrderItem],
) -> Option<&'a OrderItem> {
    let item = items.iter().find(|i| i.line == line);
    let returnable = item.map_or(0, |i| i.quantity - i.returned);
    if item.is_none() {
        errors.add(format!("lines.{n}.line"), NO_LINE);
    } else if before.any(|other| other == line) {
        errors.add(format!("lines.{n}.line"), TWICE);
    } else if quantity < 1 || quantity > returnable {
        errors.add(format!("lines.{n}.quantity"), LEFT.with("n", returnable));
    }
    item
}

/// Checks the lines against the order and looks up their reasons.
async fn check(c: Conn<'_>, scope: &StoreScope, sent: &ReturnIn, items: &[OrderItem]) -> Result<Vec<ReturnLine>, OrderError> {
    let reasons = store::list_reasons(c, scope).await?;
    let mut errors = FieldErrors::new();
    let mut lines = Vec::new();
    for (n, line) in sent.lines.iter().enumerate() {
        let item = checked_line(&mut errors, n, line.line, line.quantity, sent.lines[..n].iter().map(|l| l.line), items);
        let reason = reasons.iter().find(|r| r.id == line.reason_id && r.is_active);
        if reason.is_none() {
            errors.add(format!("lines.{n}.reason_id"), NO_REASON);
        }
        let ReturnLineIn { line, quantity, is_restocked, .. } = *line;
        let is_restocked = is_restocked && item.is_some_and(|i| i.is_stock_taken);
        lines.push(ReturnLine { line, quantity, reason: reason.map(|r| (r.id, r.name.clone())), is_restocked });
    }
    if sent.lines.is_empty() {
        errors.add("lines", NOTHING);
    }
    if let Some(location) = sent.location_id
        && !stock::has_location(c, scope, location).await?
    {
        errors.add("location_id", NO_LOCATION);
    }
    if errors.is_empty() { Ok(lines) } else { Err(OrderError::Fields(errors)) }
}

/// Whether no piece of the order stays with the customer once these pieces, by line, are back.
fn is_all_back(items: &[OrderItem], returned_lines: &[(i64, i64)]) -> bool {
    let of = |i: &OrderItem| returned_lines.iter().filter(|(line, _)| *line == i.line).map(|(_, quantity)| quantity).sum::<i64>();
    items.iter().all(|i| i.returned + of(i) == i.quantity)
}

/// What a return would do to the order's money; nothing is written. Checks neither reasons nor the order's status: the return
/// itself does.
pub(super) async fn preview(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    sent: &ReturnPreviewIn,
    currency: Currency,
) -> Result<ReturnSettlement, OrderError> {
    let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let items = orders::list_items(c, scope, id).await?;
    let mut errors = FieldErrors::new();
    if sent.lines.len() > 100 {
        errors.add("lines", common::INVALID_ITEM);
    } else {
        for (n, line) in sent.lines.iter().enumerate() {
            checked_line(&mut errors, n, line.line, line.quantity, sent.lines[..n].iter().map(|l| l.line), &items);
        }
    }
    if !errors.is_empty() {
        return Err(OrderError::Fields(errors));
    }
    let returned_lines: Vec<(i64, i64)> = sent.lines.iter().map(|l| (l.line, l.quantity)).collect();
    let RefundableBalance { refundable, sums, requested } = refund::left_of(c, scope, &order).await?;
    let is_all = is_all_back(&items, &returned_lines);
    settle(&refundable, sums, ReturnedGoods { lines: &returned_lines, is_all, refund: sent.refund, requested }, currency)
}

/// A return that stands.
pub(in crate::orders) struct RecordedReturn {
    /// Its id.
    pub(in crate::orders) id: OrderReturnId,
    /// What the gateway that was paid is to refund, in the same transaction; none where nothing is, or it was refunded by hand.
    pub(in crate::orders) to_request: Option<Priced>,
}

/// Takes back goods of an order in the caller's transaction, which writes `last` at its end, and refunds them where they are refunded by
/// hand. The order is `RTRN` once all of it is back.
///
/// # Errors
/// [`OrderError`]; nothing is to be committed then.
pub(in crate::orders) async fn record_in(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    sent: &ReturnIn,
    currency: Currency,
    last: &mut DeferredWrites,
) -> Result<RecordedReturn, OrderError> {
    if sent.lines.len() > 100 {
        return Err(OrderError::Fields(FieldErrors::one("lines", common::INVALID_ITEM)));
    }
    let note = activity::note(sent.note.as_deref())?;
    let now = env.now();
    if !orders::lock(c, scope, id).await? {
        return Err(OrderError::NotFound);
    }
    let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    if sent.version.is_some_and(|v| v != order.version) {
        return Err(OrderError::Stale);
    }
    order.status.go(Status::Returned)?;
    let items = orders::list_items(c, scope, id).await?;
    let lines = check(c, scope, sent, &items).await?;
    let returned_lines: Vec<(i64, i64)> = lines.iter().map(|l| (l.line, l.quantity)).collect();
    let is_all = is_all_back(&items, &returned_lines);
    let to = if is_all { Status::Returned } else { order.status };

    let RefundableBalance { refundable, mut sums, requested } = refund::left_of(c, scope, &order).await?;
    let before = sums;
    let goods = ReturnedGoods { lines: &returned_lines, is_all, refund: sent.refund, requested };
    let ReturnSettlement { written_off, refund, after_write_off } = settle(&refundable, sums, goods, currency)?;
    let is_by_gateway = sent.refund.is_some_and(|refund| refund.transaction_id.is_some());
    // What a gateway refunds is in the ledger once it says so.
    let (refund, to_request) = if is_by_gateway { (None, refund.map(|(priced, _)| priced)) } else { (refund, None) };
    let payment = match &refund {
        Some((_, drafts)) => refund::payment_after(&order, after_write_off, drafts),
        None => after_write_off.status_after(order.payment_status),
    };
    if !orders::update_status(c, scope, &order, to, payment, now).await? {
        return Err(OrderError::Stale);
    }
    if is_all {
        cascade::follow::move_shipments(c, env, scope, &order, to, now, last).await?;
    }
    ledger::entries::write(c, scope, id, now, &mut sums, written_off.as_slice(), (note.as_deref(), None)).await?;
    // A refund reports the changed charge itself.
    if refund.is_none() && written_off.is_some() {
        documents::enqueue_charge_changed(c, env, scope, id).await?;
    }
    let return_id = env.id();
    let new = NewReturn { id: return_id, order: id, location: sent.location_id, note: note.as_deref(), lines: &lines };
    store::insert_return(c, scope, &new, now).await?;
    return_parcels::link_return(c, scope, id, return_id, (&items, &returned_lines)).await?;
    if let Some((priced, drafts)) = &refund {
        let refund = RefundWrite { priced, drafts, note: note.as_deref(), return_id: Some(return_id) };
        refund::write(c, env, scope, &order, refund, &mut sums, now).await?;
    }
    restock(c, env, scope, &order, sent, &items).await?;
    if is_all {
        transition::count_move(c, env, scope, &order, to, SumsChange { before: &before, after: &sums }, last).await?;
    } else {
        sold::follow_money(c, env, scope, &order, SumsChange { before: &before, after: &sums }).await?;
    }
    let pieces: i64 = lines.iter().map(|l| l.quantity).sum();
    let restocked: Vec<i64> = lines.iter().filter(|l| l.is_restocked).map(|l| l.line).collect();
    let mut changes = json!({ "status": to, "payment_status": payment, "returned_pieces": pieces });
    if !restocked.is_empty() {
        changes["restocked_lines"] = json!(restocked);
    }
    if let Some((priced, _)) = &refund {
        changes["refund"] = json!(money::format(priced.sum.amount, currency));
    }
    let act = if is_all { Act::UpdateStatus } else { Act::Update };
    let entry = Entry::new(act, entities::ORDER, id)
        .before(json!({ "status": order.status, "payment_status": order.payment_status }))
        .after(changes);
    last.add_entry(entry, note.as_deref());
    settle_cash(c, scope, &order, SumsChange { before: &before, after: &sums }, now, last).await?;
    // Pieces that were waiting to be shipped again no longer wait.
    if !is_all {
        catch_up(c, env, scope, id, last).await?;
    }
    last.settle();
    Ok(RecordedReturn { id: return_id, to_request })
}
