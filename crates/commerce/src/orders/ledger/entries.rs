//! Writing the ledger entries of a change.

use db::Conn;
use kernel::{Millis, OrderId, RefundId, StoreScope};

use super::model::{Draft, Kind, LedgerTotals};
use super::store;
use crate::orders::model::Order;
use crate::orders::status::Status;

/// Adds entries to an order's ledger and to `sums`, in the caller's transaction.
pub(in crate::orders) async fn write(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    now: Millis,
    sums: &mut LedgerTotals,
    drafts: &[Draft],
    (note, refund): (Option<&str>, Option<RefundId>),
) -> db::Result<()> {
    let first = sums.count + 1;
    store::insert(c, scope, order, now, first, drafts, (note, refund)).await?;
    for draft in drafts {
        sums.add(*draft);
    }
    Ok(())
}

/// The entries of a newly placed order.
pub(in crate::orders) async fn open(c: Conn<'_>, scope: &StoreScope, order: &Order, now: Millis) -> db::Result<()> {
    let charge = Draft { kind: Kind::Charge, amount: order.total, vat: order.vat };
    store::insert(c, scope, order.id, now, 1, &[charge], (None, None)).await
}

/// The entries of a status change: an order that stops being a draft is charged, one that becomes `PAID` is paid, a cancelled one
/// owes nothing any more, of a returned one the unpaid part is written off. None when the order was to become `PAID` and nothing
/// is owed.
pub(in crate::orders) fn of_move(order: &Order, to: Status, sums: LedgerTotals) -> Option<Vec<Draft>> {
    let (mut drafts, mut sums) = (Vec::new(), sums);
    if !order.status.holds_stock() && to.holds_stock() {
        drafts.push(Draft { kind: Kind::Charge, amount: order.total, vat: order.vat });
        sums.add(drafts[0]);
    }
    match to {
        Status::Paid if sums.owed() > 0 => drafts.push(sums.pay(sums.owed()).ok()?),
        Status::Paid if sums.received() == 0 && order.total > 0 => return None,
        Status::Cancelled => drafts.extend(sums.cancel()),
        Status::Returned => drafts.extend(sums.write_off()),
        _ => {}
    }
    Some(drafts)
}
