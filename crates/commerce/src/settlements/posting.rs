//! Posting a row, and undoing it: the shipment's cash, the order's ledger and the row itself in one transaction.

use db::Conn;
use kernel::{OrderId, ShipmentId};
use web::Message;

use super::prepare::{MatchedRow, Prepared, RowPlan};
use super::row_model::RowState;
use super::{row_store, store};
use crate::orders::{self, BookedPayment, CourierCash, CourierCashWrites, OrderError};
use crate::shipments::{self, Cash, Status};
use platform::imports::model::{RowMessage, RowOutcome};
use platform::imports::rows::{NewRow, Written};
use platform::imports::work::Pass;

const CHANGED_NOW: Message =
    Message::new("تغيّر الطلب أثناء الترحيل. أعد المحاولة.", "The order changed while this was posted. Try again.");
const MONEY_GONE: Message = Message::new(
    "أُعيد مبلغ هذا الطلب أو عُدلت دفعته بعد الترحيل: أُلغي التحويل، وبقيت الدفعة في الطلب.",
    "This order's money was refunded or reversed after the posting: the remittance is undone, the order's payment stays.",
);
const GONE: Message = Message::new("لم يعد هذا الصف مرحّلًا.", "This row is no longer posted.");

/// Why a row was not posted or undone.
#[derive(Debug, thiserror::Error)]
pub(super) enum PostingError {
    /// The shipment's cash changed between the read and the write.
    #[error("the shipment changed meanwhile")]
    Stale,
    /// The order refused.
    #[error(transparent)]
    Order(OrderError),
    /// Of the database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<OrderError> for PostingError {
    fn from(e: OrderError) -> Self {
        match e {
            OrderError::Db(e) => Self::Db(e),
            OrderError::Stale => Self::Stale,
            e => Self::Order(e),
        }
    }
}

/// The row of the import for a row of the sheet.
pub(super) fn row_of(prepared: &Prepared, outcome: RowOutcome) -> NewRow {
    let errors = match &prepared.plan {
        RowPlan::Refused(messages) => messages.clone(),
        RowPlan::Total | RowPlan::MatchedRow(_) => Vec::new(),
    };
    NewRow {
        position: prepared.position,
        line: prepared.line,
        outcome,
        subject: None,
        version: None,
        label: prepared.label.clone(),
        errors,
        notes: Vec::new(),
        before: None,
    }
}

fn cash_of<'a>(matched: &'a MatchedRow, reference: &'a str, before: &Cash, booked: i64) -> CourierCash<'a> {
    CourierCash {
        shipment: reference,
        courier: &matched.courier,
        remitted: matched.row.amounts.collected,
        remitted_in_all: before.remitted + matched.row.amounts.collected,
        booked,
        fee: matched.row.amounts.fee,
        currency: matched.currency,
        is_delivered: before.status == Status::Delivered,
    }
}

/// Posts a row, in the caller's transaction, which has locked the order.
pub(super) async fn write(
    pass: &Pass,
    c: Conn<'_>,
    writes: &mut CourierCashWrites,
    prepared: &Prepared,
) -> Result<NewRow, PostingError> {
    let RowPlan::MatchedRow(matched) = &prepared.plan else { return Ok(row_of(prepared, prepared.outcome())) };
    let mut row = matched.stored(prepared.position, prepared.line);
    let Some(target) = matched.target() else {
        row_store::upsert(c, &pass.scope, matched.settlement, &row).await?;
        return Ok(row_of(prepared, RowOutcome::Unchanged));
    };
    let before = shipments::find_cash(c, &pass.scope, target.shipment_id).await?.ok_or(PostingError::Stale)?;
    if before != target.cash() {
        return Err(PostingError::Stale);
    }
    let reference = format!("{}-{}", target.order_number, target.n);
    let booked = shipments::find_cash_booked(c, &pass.scope, target.shipment_id).await?;
    let cash = cash_of(matched, &reference, &before, booked);
    let booked = orders::record_courier_cash(c, &pass.env, &pass.scope, target.order_id, cash, writes).await?;
    let after = Cash {
        remitted: before.remitted + cash.remitted,
        fee: before.fee + cash.fee,
        settlement_id: Some(matched.settlement),
        is_due: true,
        ..before
    };
    shipments::update_cash(c, &pass.scope, target.shipment_id, &after).await?;
    row.state = RowState::Posted;
    row.was_cash_due = before.is_due;
    if let Some(booked) = booked {
        shipments::update_cash_booked(c, &pass.scope, target.shipment_id, booked.amount).await?;
        (row.booked, row.booked_entry, row.was_paid) = (booked.amount, Some(booked.entry), booked.was_paid);
    }
    row_store::upsert(c, &pass.scope, matched.settlement, &row).await?;
    let posted = row_of(prepared, RowOutcome::Updated);
    // The undo finds the row by its position; no version is compared, for it subtracts what was added.
    Ok(NewRow { subject: Some(target.shipment_id.raw()), version: Some(prepared.position), ..posted })
}

/// Why a row that was alone in its transaction could not be posted; the error itself when the row did not cause it.
pub(super) fn fault(e: PostingError) -> Result<Vec<RowMessage>, PostingError> {
    match e {
        PostingError::Stale | PostingError::Order(_) => Ok(vec![RowMessage::new(None, &CHANGED_NOW)]),
        e @ PostingError::Db(_) => Err(e),
    }
}

/// Locks the orders of booked rows.
pub(super) async fn lock_booked(pass: &Pass, c: Conn<'_>, chunk: &[Written]) -> Result<(), PostingError> {
    let Some(settlement) = store::find_by_sheet(c, &pass.scope, pass.import).await? else { return Ok(()) };
    let shipments = chunk.iter().map(|row| ShipmentId::from_raw(row.subject_id)).collect();
    let orders: Vec<OrderId> = row_store::list_posted_orders(c, &pass.scope, settlement.id, shipments).await?;
    Ok(orders::lock_for_courier_cash(c, &pass.scope, orders).await?)
}

/// Undoes a booked row: subtracts what it added to the shipment and reverts its payment; or says what stays.
pub(super) async fn undo_row(
    pass: &Pass,
    c: Conn<'_>,
    writes: &mut CourierCashWrites,
    written: &Written,
) -> Result<Result<(), Message>, PostingError> {
    let (scope, shipment) = (&pass.scope, ShipmentId::from_raw(written.subject_id));
    let Some(settlement) = store::find_by_sheet(c, scope, pass.import).await? else { return Ok(Err(GONE)) };
    let Some(row) = row_store::find_posted(c, scope, settlement.id, shipment, written.subject_version).await? else {
        return Ok(Err(GONE));
    };
    let (Some(order), Some(before)) = (row.order_id, shipments::find_cash(c, scope, shipment).await?) else {
        return Ok(Err(GONE));
    };
    let reference = format!("{}-{}", row.order_number.unwrap_or_default(), row.shipment_n.unwrap_or_default());
    let cash = CourierCash {
        shipment: &reference,
        courier: &settlement.courier,
        remitted: row.collected,
        remitted_in_all: before.remitted,
        booked: row.booked,
        fee: row.fee,
        currency: settlement.currency,
        is_delivered: before.status == Status::Delivered,
    };
    let booked = row.booked_entry.map(|entry| BookedPayment { amount: row.booked, entry, was_paid: row.was_paid });
    let is_reverted = orders::revert_courier_cash(c, &pass.env, scope, order, cash, booked, writes).await?;
    if is_reverted {
        shipments::update_cash_booked(c, scope, shipment, -row.booked).await?;
    }
    let other = row_store::find_other(c, scope, settlement.id, shipment).await?;
    let after = Cash {
        remitted: before.remitted - row.collected,
        fee: before.fee - row.fee,
        settlement_id: other,
        is_due: other.is_some() || (row.was_cash_due && is_reverted),
        ..before
    };
    shipments::update_cash(c, scope, shipment, &after).await?;
    let state = if is_reverted { RowState::Undone } else { RowState::Kept };
    row_store::set_state(c, scope, settlement.id, row.position, state).await?;
    Ok(if is_reverted { Ok(()) } else { Err(MONEY_GONE) })
}
