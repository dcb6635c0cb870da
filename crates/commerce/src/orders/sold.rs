//! An order's contribution to the sales (slice `sales`, decisions §13) and to its customer's value.

use std::collections::BTreeMap;

use db::Conn;
use kernel::{Env, StoreScope};

use super::ledger::model::{LedgerTotals, SumsChange};
use super::model::{Order, OrderItem};
use super::status::{PaymentStatus, Status};
use super::sync_sales;
use crate::sales::{self, Line, OrderSale};
use customers::{self, Undone};

/// A newly placed order, with nothing paid or refunded.
pub(super) fn placed(order: &Order, items: &[OrderItem], is_first: bool) -> OrderSale {
    let line = |i: &OrderItem| Line {
        line: i.line,
        product: i.product_id,
        quantity: i.quantity,
        line_total: i.line_total,
        discount: i.discount,
        vat: i.vat,
        vat_rate: i.vat_rate,
    };
    OrderSale {
        created_at: order.created_at,
        is_counted: true,
        is_first,
        refused_at: None,
        vat_rule: order.vat_rule(),
        shipping_fees: order.shipping_fees,
        payment_fees: order.payment_fees,
        vat: order.vat,
        lines: items.iter().map(line).collect(),
        entries: Vec::new(),
        refunds: BTreeMap::new(),
        returned: Vec::new(),
    }
}

/// An order's total sales at a status, with the sums of its ledger.
async fn value(c: Conn<'_>, scope: &StoreScope, order: &Order, at: Status, sums: &LedgerTotals) -> db::Result<i64> {
    let is_counted = !matches!(at, Status::Draft | Status::Cancelled);
    // Only a refused order, or one returned after a refusal, can be marked.
    let is_refused =
        matches!(at, Status::Refused | Status::Returned) && sync_sales::count::is_refused(c, scope, order.id).await?;
    Ok(sales::value(is_counted, is_refused, sums.charged()))
}

/// Updates the customer's value after the money of an order changed and its status did not.
pub(super) async fn follow_money(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    sums: SumsChange<'_>,
) -> db::Result<()> {
    let by = value(c, scope, order, order.status, sums.after).await? - value(c, scope, order, order.status, sums.before).await?;
    if by == 0 {
        return Ok(());
    }
    customers::spend(c, env, scope, order.customer_id, by).await
}

/// Updates the customer's value, and their number of orders that ended without a sale, after a placed order moved.
pub(super) async fn follow_move(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    to: Status,
    sums: SumsChange<'_>,
) -> db::Result<()> {
    if !to.is_undone() && to != Status::Refused || !order.status.holds_stock() {
        return Ok(());
    }
    let before = value(c, scope, order, order.status, sums.before).await?;
    // Refused cash on delivery: the order counts as cancelled.
    let is_refusal = to == Status::Refused && order.payment_status != PaymentStatus::Paid;
    if is_refusal {
        sync_sales::count::refuse(c, scope, order.id, env.now()).await?;
    }
    let after = value(c, scope, order, to, sums.after).await?;
    let undone = match to {
        Status::Cancelled => Some(Undone::Cancelled),
        Status::Refused if is_refusal => Some(Undone::Cancelled),
        Status::Returned if !sync_sales::count::is_refused(c, scope, order.id).await? => Some(Undone::Returned),
        _ => None,
    };
    if before == after && undone.is_none() {
        return Ok(());
    }
    customers::undo_order(c, env, scope, order.customer_id, before - after, undone).await
}
