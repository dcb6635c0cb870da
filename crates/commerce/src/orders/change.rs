//! What the merchant does with an order: statuses, payment, remarks (OR-04, OR-05, OR-07).

use db::{Conn, Topics};
use kernel::text_guard::{Lines, clean};
use kernel::{Env, OrderId, StoreScope};
use serde::Deserialize;
use serde_json::json;
use web::{ApiError, FieldErrors, Message};

use super::deferred_writes::DeferredWrites;
use super::drafts;
use super::ledger;
use super::model::{Order, OrderItem};
use super::status::{InvalidTransition, PaymentStatus, Status};
use super::{addresses, documents, fulfilment, order_confirmation, returns, sold, store};
use crate::carts;
use catalog::stock::{self, Ledger as StockLedger, Pieces, Reason};
use platform::App;
use platform::journal::{self, Act, Entry, entity};
use web::fields::guard_message;

/// Which goods come back into stock.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum Restock {
    /// All, or none.
    All(bool),
    /// Those of these lines.
    Lines(Vec<i64>),
}

impl Restock {
    fn has(&self, line: i64) -> bool {
        match self {
            Self::All(all) => *all,
            Self::Lines(lines) => lines.contains(&line),
        }
    }
}

/// A move that is wanted.
#[derive(Debug, Clone)]
pub struct Move {
    /// Where to.
    pub status: Status,
    /// Only if it is still at this version.
    pub version: Option<i64>,
    /// Said in the activity.
    pub note: Option<String>,
    /// For a cancelled or returned order; a cancelled one gives everything back, a returned one nothing, unless said.
    pub restock: Option<Restock>,
    /// Prepared although its deposit has not come.
    pub goes_without_deposit: bool,
}

impl Move {
    /// Nothing but where to.
    #[must_use]
    pub const fn to(status: Status) -> Self {
        Self { status, version: None, note: None, restock: None, goes_without_deposit: false }
    }
}

/// Why an order was not changed. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// There is no such order in the store.
    #[error("no such order")]
    NotFound,
    /// It changed since it was read.
    #[error("stale version")]
    Stale,
    /// The table does not have the move.
    #[error(transparent)]
    Illegal(#[from] InvalidTransition),
    /// There is nothing to pay on it.
    #[error("nothing is owed")]
    NothingOwed,
    /// What stands against it, with its code.
    #[error("conflict: {0}")]
    Conflict(&'static str, Message),
    /// Not enough of a product is there for an edit.
    #[error("out of stock")]
    OutOfStock,
    /// A draft comes to another total than whoever confirms it has seen.
    #[error("another total than was seen")]
    DraftChanged,
    /// Fields are not valid.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// Of the database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

const ILLEGAL: Message =
    Message::new("لا يمكن نقل الطلب من «{from}» إلى «{to}».", "You can't change an order from “{from}” to “{to}”.");
const OUT_OF_STOCK: Message = Message::new("المخزون لا يكفي لهذا الطلب.", "Not enough stock for this order.");
const NOTHING_OWED: Message = Message::new("لا يوجد مبلغ مستحق على هذا الطلب.", "This order has no balance due.");
const DRAFT_CHANGED: Message = Message::new(
    "تغيّر سعر أو رسم بعد حفظ المسودة. راجع الإجمالي ثم أكّد.",
    "A price or fee changed after the draft was saved. Review it and confirm.",
);
const NEEDS_NOTE: Message = Message::new("اكتب سبب تغيير الطلب إلى غير مدفوع.", "Enter a reason for marking the order unpaid.");
const NO_RESTOCK: Message =
    Message::new("إعادة المخزون تخص الإلغاء والإرجاع فقط.", "Only canceled or returned orders can be restocked.");
const NO_LINE: Message = Message::new("هذا البند غير موجود في الطلب.", "This line isn't on the order.");

impl From<OrderError> for ApiError {
    fn from(e: OrderError) -> Self {
        match e {
            OrderError::NotFound => Self::not_found(),
            OrderError::Stale => Self::stale(),
            OrderError::Illegal(InvalidTransition { from, to }) => {
                let (from, to) = (from.name(), to.name());
                let message = Message {
                    ar: ILLEGAL.ar.replace("{from}", &from.ar).replace("{to}", &to.ar).into(),
                    en: ILLEGAL.en.replace("{from}", &from.en).replace("{to}", &to.en).into(),
                };
                Self::conflict("illegal_transition", message)
            }
            OrderError::NothingOwed => Self::conflict("nothing_owed", NOTHING_OWED),
            OrderError::OutOfStock => Self::conflict("out_of_stock", OUT_OF_STOCK),
            OrderError::DraftChanged => Self::conflict("draft_changed", DRAFT_CHANGED),
            OrderError::Conflict(code, message) => Self::conflict(code, message),
            OrderError::Fields(fields) => Self::invalid(fields),
            OrderError::Db(e) => e.into(),
        }
    }
}

/// A change was refused for pieces that checkouts held whose time is over: they are free now, and it may be tried once more.
pub(super) async fn frees_ended_holds(app: &App, scope: &StoreScope, e: &OrderError) -> db::Result<bool> {
    let is_short = match e {
        OrderError::OutOfStock => true,
        OrderError::Fields(errors) => errors.iter().any(|(field, _)| field.starts_with("items.") && field.ends_with(".quantity")),
        _ => false,
    };
    Ok(is_short && carts::reservations::expire(app, scope).await? > 0)
}

/// A remark, cleaned; empty is none.
pub(super) fn note(text: Option<&str>) -> Result<Option<String>, OrderError> {
    let text = clean(text.unwrap_or_default(), 2_000, Lines::Many)
        .map_err(|fault| OrderError::Fields(FieldErrors::one("note", guard_message(fault))))?;
    Ok(Some(text).filter(|t| !t.is_empty()))
}

/// Who moves an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Initiator {
    /// A person: its shipments go along.
    Hand,
    /// Its shipments.
    Shipments,
}

/// Moves an order along the table; stock, the customer's sums, its shipments and the counters move with it.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub async fn set_status(app: &App, scope: &StoreScope, id: OrderId, wanted: Move) -> Result<(), OrderError> {
    match set_status_once(app, scope, id, wanted.clone()).await {
        Err(e) if frees_ended_holds(app, scope, &e).await? => set_status_once(app, scope, id, wanted).await,
        answer => answer,
    }
}

async fn set_status_once(app: &App, scope: &StoreScope, id: OrderId, wanted: Move) -> Result<(), OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let mut last = DeferredWrites::default();
            move_order(c, &env, &at, id, &wanted, Initiator::Hand, &mut last).await?;
            Ok(last.write(c, &at, id, env.now()).await?)
        })
        .await
}

/// The same in the caller's transaction, which writes `last` at its end.
pub(super) async fn move_order(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    wanted: &Move,
    by: Initiator,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    let to = wanted.status;
    let text = note(wanted.note.as_deref())?;
    if wanted.restock.is_some() && !to.is_undone() {
        return Err(OrderError::Fields(FieldErrors::one("restock", NO_RESTOCK)));
    }
    let restock = wanted.restock.clone().unwrap_or(Restock::All(to == Status::Cancelled));
    let now = env.now();
    let order = store::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    if wanted.version.is_some_and(|v| v != order.version) {
        return Err(OrderError::Stale);
    }
    order.status.go(to)?;
    if order.status == Status::Draft && to.holds_stock() {
        return drafts::place_as_saved(c, env, scope, order, to, text.as_deref()).await;
    }
    if by == Initiator::Hand && to == Status::Shipped {
        addresses::check(c, scope, id).await?;
    }
    let payment = if to == Status::Paid { PaymentStatus::Paid } else { order.payment_status };
    let mut sums = ledger::store::sums(c, scope, id).await?;
    let was = sums;
    let entries = ledger::of_move(&order, to, sums).ok_or(OrderError::NothingOwed)?;
    // The order before its shipments: whoever moves them has it first.
    if !store::update_status(c, scope, &order, to, payment, now).await? {
        return Err(OrderError::Stale);
    }
    let is_without_deposit =
        to == Status::Processing && order_confirmation::pass(c, scope, &order, wanted.goes_without_deposit, now).await?;
    if by == Initiator::Hand {
        fulfilment::follow(c, env, scope, &order, to, now, last).await?;
    }
    documents::tell_invoice_due(c, env, scope, id, to, payment).await?;
    ledger::write(c, scope, id, now, &mut sums, &entries, (text.as_deref(), None)).await?;
    let given_back = move_stock(c, env, scope, &order, to, &restock).await?;
    count_move(c, env, scope, &order, to, (&was, &sums), last).await?;
    let mut after = json!({ "status": to, "payment_status": payment });
    if !given_back.is_empty() {
        after["restocked_lines"] = json!(given_back);
    }
    if is_without_deposit {
        after["is_without_deposit"] = json!(true);
    }
    let before = json!({ "status": order.status, "payment_status": order.payment_status });
    last.tell(Entry::new(Act::UpdateStatus, entity::ORDER, id).before(before).after(after), text.as_deref());
    fulfilment::settle_cash(c, scope, &order, (&was, &sums), now, last).await?;
    last.settle();
    Ok(())
}

/// The customer's sums and the counters of an order that moves, its status counts last; with the sums of its ledger before and now.
pub(super) async fn count_move(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    to: Status,
    sums: (&ledger::Sums, &ledger::Sums),
    last: &mut DeferredWrites,
) -> db::Result<()> {
    sold::follow_move(c, env, scope, (order, to), sums).await?;
    order_confirmation::follow(c, scope, order, to, env.now()).await?;
    addresses::follow(c, scope, order, to, env.now()).await?;
    if to == Status::Cancelled && order.coupon.is_some() {
        last.give_coupon_back();
    }
    last.count(order.status, to);
    Ok(())
}

/// Writes the entry and notes its number on the order.
pub(super) async fn log(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    now: kernel::Millis,
    entry: Entry,
    note: Option<&str>,
) -> Result<(), OrderError> {
    let entry = match note {
        Some(text) => entry.note(text),
        None => entry,
    };
    let seq = journal::write(c, scope, now, Topics::SALES, entry).await?;
    store::set_seq(c, scope, id, seq).await?;
    Ok(())
}

/// Gives goods back when an order is cancelled or returned; the lines given back.
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
    let mut stock_ledger = StockLedger::new(reason).order(order.id, order.number);
    let mut given_back = Vec::new();
    if to == Status::Returned {
        returns::insert_rest(c, env, scope, order.id, &items, |item| item.is_stock_taken && restock.has(item.line)).await?;
    }
    for item in items {
        let OrderItem { line, product_id, variant_id, quantity, is_stock_taken, returned, .. } = item;
        let pieces = Pieces { product: product_id, variant: variant_id, qty: quantity - returned, held: 0, goes_before: false };
        if is_stock_taken && pieces.qty > 0 && restock.has(line) {
            stock::give_back(c, scope, &mut stock_ledger, pieces).await?;
            given_back.push(line);
            if to == Status::Cancelled {
                store::set_stock_taken(c, scope, order.id, line, false).await?;
            }
        }
    }
    stock_ledger.write(c, env, scope).await?;
    given_back.sort_unstable();
    Ok(given_back)
}

/// Marks an order paid or not; back to not paid only with a reason. The same again changes nothing.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub async fn set_payment_status(
    app: &App,
    scope: &StoreScope,
    id: OrderId,
    to: PaymentStatus,
    version: Option<i64>,
    text: Option<&str>,
) -> Result<(), OrderError> {
    let text = note(text)?;
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let order = store::find(c, &at, id).await?.ok_or(OrderError::NotFound)?;
            if version.is_some_and(|v| v != order.version) {
                return Err(OrderError::Stale);
            }
            let mut sums = ledger::store::sums(c, &at, id).await?;
            // Of an order that is not paid some of the money may be there: a deposit, a part.
            if order.payment_status == to && (to == PaymentStatus::Paid || sums.received() <= 0) {
                return Ok(());
            }
            if to == PaymentStatus::NotPaid && text.is_none() {
                return Err(OrderError::Fields(FieldErrors::one("note", NEEDS_NOTE)));
            }
            let (before, mut last) = (sums, DeferredWrites::default());
            let entry = match to {
                PaymentStatus::NotPaid => sums.unpay(),
                PaymentStatus::Paid if sums.owed() > 0 => sums.pay(sums.owed()).ok(),
                // Of an order that costs nothing there is nothing to pay; of one that was refunded or cancelled neither.
                PaymentStatus::Paid if order.total > 0 => return Err(OrderError::NothingOwed),
                PaymentStatus::Paid => None,
            };
            if !store::update_status(c, &at, &order, order.status, to, now).await? {
                return Err(OrderError::Stale);
            }
            documents::tell_invoice_due(c, &env, &at, id, order.status, to).await?;
            ledger::write(c, &at, id, now, &mut sums, entry.as_slice(), (text.as_deref(), None)).await?;
            match to {
                PaymentStatus::Paid => drop(order_confirmation::settle(c, &at, &order, &sums, now).await?),
                PaymentStatus::NotPaid => order_confirmation::reopen(c, &at, &order, &sums, now).await?,
            }
            let entry = Entry::new(Act::UpdatePaymentStatus, entity::ORDER, id)
                .before(json!({ "payment_status": order.payment_status }))
                .after(json!({ "payment_status": to }));
            last.tell(entry, text.as_deref());
            fulfilment::settle_cash(c, &at, &order, (&before, &sums), now, &mut last).await?;
            last.settle();
            Ok(last.write(c, &at, id, now).await?)
        })
        .await
}
