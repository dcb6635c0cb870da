//! Status transitions of a placed order (OR-04): stock, ledger, shipments, confirmation, address gate, its customer's sums and
//! the counters are updated with it, in the caller's transaction.
//!
//! Lower layers do not call this: shipments and calls that move an order do so from above (`fulfilment`, `call_queue`). Placing a
//! draft is not a transition: `status_change` does it.

use db::Conn;
use kernel::{Env, OrderId, StoreScope};
use serde_json::json;
use web::{FieldErrors, Message};

use super::deferred_writes::DeferredWrites;
use super::entities;
use super::error::OrderError;
use super::ledger::model::SumsChange;
use super::model::{Order, OrderItem};
use super::moves::{Initiator, Move, Restock};
use super::status::{InvalidTransition, PaymentStatus, Status};
use super::{activity, addresses, cascade, documents, ledger, order_confirmation, returns, sold, store};
use catalog::stock::{self, Pieces, Reason, StockPosting};
use platform::journal::{Act, Entry};

const NO_RESTOCK: Message =
    Message::new("إعادة المخزون تخص الإلغاء والإرجاع فقط.", "Only canceled or returned orders can be restocked.");
const NO_LINE: Message = Message::new("هذا البند غير موجود في الطلب.", "This line isn't on the order.");

/// A checked transition, with its order.
pub(super) struct CheckedMove {
    pub(super) order: Order,
    pub(super) to: Status,
    /// Note in the activity, cleaned.
    pub(super) note: Option<String>,
    restock: Restock,
    goes_without_deposit: bool,
}

/// Reads the order and checks the requested transition.
///
/// # Errors
/// [`OrderError`].
pub(super) async fn check(c: Conn<'_>, scope: &StoreScope, id: OrderId, request: &Move) -> Result<CheckedMove, OrderError> {
    let to = request.status;
    let note = activity::note(request.note.as_deref())?;
    if request.restock.is_some() && !to.is_undone() {
        return Err(OrderError::Fields(FieldErrors::one("restock", NO_RESTOCK)));
    }
    let restock = request.restock.clone().unwrap_or(Restock::All(to == Status::Cancelled));
    let order = store::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    if request.version.is_some_and(|v| v != order.version) {
        return Err(OrderError::Stale);
    }
    order.status.go(to)?;
    Ok(CheckedMove { order, to, note, restock, goes_without_deposit: request.goes_without_deposit })
}

/// Moves a placed order in the caller's transaction, which writes `last` at its end.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn move_order(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    request: &Move,
    by: Initiator,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    check(c, scope, id, request).await?.apply(c, env, scope, by, last).await
}

impl CheckedMove {
    /// Whether it would place a draft, which computes everything anew.
    pub(super) fn places_draft(&self) -> bool {
        self.order.status == Status::Draft && self.to.holds_stock()
    }

    /// Writes the transition; nothing for a draft that would be placed.
    ///
    /// # Errors
    /// [`OrderError`]; nothing changed then.
    pub(super) async fn apply(
        self,
        c: Conn<'_>,
        env: &Env,
        scope: &StoreScope,
        by: Initiator,
        last: &mut DeferredWrites,
    ) -> Result<(), OrderError> {
        let places_draft = self.places_draft();
        let Self { order, to, note, restock, goes_without_deposit } = self;
        if places_draft {
            return Err(InvalidTransition { from: order.status, to }.into());
        }
        let (id, now) = (order.id, env.now());
        if by == Initiator::Hand && to == Status::Shipped {
            addresses::gate::check(c, scope, id).await?;
        }
        let payment = if to == Status::Paid { PaymentStatus::Paid } else { order.payment_status };
        let mut sums = ledger::store::get_sums(c, scope, id).await?;
        let sums_before = sums;
        let entries = ledger::entries::of_move(&order, to, sums).ok_or(OrderError::NothingOwed)?;
        // The order before its shipments, in the lock order.
        if !store::update_status(c, scope, &order, to, payment, now).await? {
            return Err(OrderError::Stale);
        }
        let is_without_deposit =
            to == Status::Processing && order_confirmation::deposit::pass(c, scope, &order, goes_without_deposit, now).await?;
        if by == Initiator::Hand {
            cascade::follow::move_shipments(c, env, scope, &order, to, now, last).await?;
        }
        documents::enqueue_invoice_due(c, env, scope, id, to, payment).await?;
        ledger::entries::write(c, scope, id, now, &mut sums, &entries, (note.as_deref(), None)).await?;
        let restocked = move_stock(c, env, scope, &order, to, &restock).await?;
        let change = SumsChange { before: &sums_before, after: &sums };
        count_move(c, env, scope, &order, to, change, last).await?;
        let mut after = json!({ "status": to, "payment_status": payment });
        if !restocked.is_empty() {
            after["restocked_lines"] = json!(restocked);
        }
        if is_without_deposit {
            after["is_without_deposit"] = json!(true);
        }
        let before = json!({ "status": order.status, "payment_status": order.payment_status });
        last.add_entry(Entry::new(Act::UpdateStatus, entities::ORDER, id).before(before).after(after), note.as_deref());
        cascade::cash::settle_cash(c, scope, &order, change, now, last).await?;
        last.settle();
        Ok(())
    }
}

/// Updates the customer's sums and the counters of a moving order, its status counts last; with its ledger totals before and
/// after.
pub(super) async fn count_move(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    to: Status,
    sums: SumsChange<'_>,
    last: &mut DeferredWrites,
) -> db::Result<()> {
    sold::follow_move(c, env, scope, order, to, sums).await?;
    order_confirmation::gate::on_status_change(c, scope, order, to, env.now()).await?;
    addresses::gate::on_status_change(c, scope, order, to, env.now()).await?;
    if to == Status::Cancelled && order.coupon.is_some() {
        last.release_coupon();
    }
    last.count(order.status, to);
    Ok(())
}

/// Restocks the goods of a cancelled or returned order; returns the restocked lines.
async fn move_stock(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    to: Status,
    restock: &Restock,
) -> Result<Vec<i64>, OrderError> {
    if !order.status.holds_stock() || !to.is_undone() {
        return Ok(Vec::new());
    }
    let mut items: Vec<OrderItem> = store::list_items(c, scope, order.id).await?;
    if let Restock::Lines(lines) = restock
        && let Some(at) = lines.iter().position(|n| !items.iter().any(|i| i.line == *n))
    {
        return Err(OrderError::Fields(FieldErrors::one(format!("restock.{at}"), NO_LINE)));
    }
    items.sort_by_key(|i| (i.product_id, i.variant_id, i.line));
    let reason = if to == Status::Cancelled { Reason::Cancellation } else { Reason::Return };
    let mut posting = StockPosting::new(reason).order(order.id, order.number);
    let mut restocked = Vec::new();
    if to == Status::Returned {
        returns::rest::insert_rest(c, env, scope, order.id, &items, |item| item.is_stock_taken && restock.has(item.line)).await?;
    }
    for item in items {
        let OrderItem { line, product_id, variant_id, quantity, is_stock_taken, returned, .. } = item;
        let pieces =
            Pieces { product: product_id, variant: variant_id, qty: quantity - returned, reserved: 0, has_priority: false };
        if is_stock_taken && pieces.qty > 0 && restock.has(line) {
            stock::restock(c, scope, &mut posting, pieces).await?;
            restocked.push(line);
            if to == Status::Cancelled {
                store::set_stock_taken(c, scope, order.id, line, false).await?;
            }
        }
    }
    posting.write(c, env, scope).await?;
    restocked.sort_unstable();
    Ok(restocked)
}
