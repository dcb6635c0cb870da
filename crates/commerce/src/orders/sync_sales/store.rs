//! Statements on the data that sales are counted from: orders, their lines, entries, refunds and returns; and on the marks of
//! counted orders.

use std::collections::{BTreeMap, HashMap};

use db::{Conn, Result, Sql, p, row};
use kernel::{CustomerId, Millis, OrderId, ProductId, RefundId, StoreScope};

use crate::carts::totals::VatRule;
use crate::sales::{Entry, EntryKind, Line, OrderSale, Refund, SaleStatus};

/// The data of an order that counts in the sales.
pub(super) struct Counted {
    pub(super) id: OrderId,
    status: SaleStatus,
    pub(super) created_at: Millis,
    pub(super) customer_id: CustomerId,
    pub(super) is_first_order: bool,
    pub(super) counted_total: Option<i64>,
    refused_at: Option<Millis>,
    vat_rate: i64,
    is_vat_included: bool,
    shipping_fees: i64,
    payment_fees: i64,
    vat: i64,
}
row!(Counted {
    id,
    status,
    created_at,
    customer_id,
    is_first_order,
    counted_total,
    refused_at,
    vat_rate,
    is_vat_included,
    shipping_fees,
    payment_fees,
    vat
});

impl Counted {
    /// Whether it is neither a draft nor cancelled.
    pub(super) fn is_counted(&self) -> bool {
        self.status == SaleStatus::Placed
    }
}

type LineRow = (OrderId, i64, ProductId, i64, i64, i64, i64, i64);
type EntryRow = (OrderId, EntryKind, i64, i64, Millis, Option<RefundId>);

/// The data of these orders, 200 at most; with their lines, entries, refunds and returns.
pub(super) async fn list_facts(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<(Counted, OrderSale)>> {
    let (store, ids) = (scope.store(), ids.to_vec());
    let of = |start: Sql, column: &'static str, after: &'static str| start.arg("?", store).list(column, ids.clone(), after);
    let orders: Vec<Counted> = of(
        Sql::new("SELECT x.id, x.status, x.created_at, x.customer_id, x.is_first_order, x.counted_total, x.refused_at, x.vat_rate, x.is_vat_included, \
         x.shipping_fees, x.payment_fees, x.vat FROM orders x WHERE x.store_id = "),
        " AND x.id IN ",
        " ORDER BY x.id LIMIT 200",
    )
    .all(c)
    .await?;
    let lines: Vec<LineRow> = of(
        Sql::new("SELECT x.order_id, x.line, x.product_id, x.quantity, x.line_total, x.discount, x.vat, x.vat_rate FROM order_items x WHERE x.store_id = "),
        " AND x.order_id IN ",
        " ORDER BY x.order_id, x.line LIMIT 100000",
    )
    .all(c)
    .await?;
    let entries: Vec<EntryRow> = of(
        Sql::new("SELECT x.order_id, x.kind, x.amount, x.vat, x.at, x.refund_id FROM order_entries x WHERE x.store_id = "),
        " AND x.order_id IN ",
        " AND x.kind NOT IN ('charge', 'adjustment') ORDER BY x.order_id, x.n LIMIT 200000",
    )
    .all(c)
    .await?;
    let mut refunds: HashMap<OrderId, BTreeMap<RefundId, Refund>> = HashMap::new();
    if entries.iter().any(|(.., refund)| refund.is_some()) {
        let parts: Vec<(OrderId, RefundId, i64, i64)> = of(
            Sql::new("SELECT x.order_id, x.id, x.shipping - x.shipping_vat, x.fees - x.fees_vat FROM order_refunds x WHERE x.store_id = "),
            " AND x.order_id IN ",
            " LIMIT 100000",
        )
        .all(c)
        .await?;
        for (order, id, shipping, fees) in parts {
            refunds.entry(order).or_default().insert(id, Refund { shipping, fees, lines: Vec::new() });
        }
        let goods: Vec<(OrderId, RefundId, i64, i64)> = of(
            Sql::new(
                "SELECT x.order_id, x.id, l.line, l.amount - l.vat FROM order_refunds x \
             JOIN order_refund_lines l ON l.store_id = x.store_id AND l.refund_id = x.id WHERE x.store_id = ",
            ),
            " AND x.order_id IN ",
            " LIMIT 100000",
        )
        .all(c)
        .await?;
        for (order, id, line, net) in goods {
            refunds.entry(order).or_default().entry(id).or_default().lines.push((line, net));
        }
    }
    let returned: Vec<(OrderId, Millis, i64, i64)> = of(
        Sql::new(
            "SELECT x.order_id, x.created_at, l.line, l.quantity FROM order_returns x \
         JOIN order_return_lines l ON l.store_id = x.store_id AND l.return_id = x.id WHERE x.store_id = ",
        ),
        " AND x.order_id IN ",
        " ORDER BY x.order_id, x.id, l.line LIMIT 100000",
    )
    .all(c)
    .await?;
    let facts = |o: &Counted| OrderSale {
        created_at: o.created_at,
        is_counted: o.is_counted(),
        is_first: o.is_first_order,
        refused_at: o.refused_at,
        vat_rule: VatRule { rate: o.vat_rate, is_included: o.is_vat_included },
        shipping_fees: o.shipping_fees,
        payment_fees: o.payment_fees,
        vat: o.vat,
        lines: lines.iter().filter(|l| l.0 == o.id).map(line_of).collect(),
        entries: entries.iter().filter(|e| e.0 == o.id).map(entry_of).collect(),
        refunds: refunds.get(&o.id).cloned().unwrap_or_default(),
        returned: returned.iter().filter(|r| r.0 == o.id).map(|(_, at, line, n)| (*at, *line, *n)).collect(),
    };
    Ok(orders.into_iter().map(|o| (facts(&o), o)).map(|(facts, o)| (o, facts)).collect())
}

fn line_of((_, line, product, quantity, line_total, discount, vat, vat_rate): &LineRow) -> Line {
    let (line, product, quantity) = (*line, *product, *quantity);
    Line { line, product, quantity, line_total: *line_total, discount: *discount, vat: *vat, vat_rate: *vat_rate }
}

fn entry_of((_, kind, amount, vat, at, refund): &EntryRow) -> Entry {
    Entry { kind: *kind, amount: *amount, vat: *vat, at: *at, refund: *refund }
}

/// Whether no order of the customer is marked as the first.
pub(super) async fn has_none(c: Conn<'_>, scope: &StoreScope, customer: CustomerId) -> Result<bool> {
    // The first order is nearly always the earliest: found at once. COALESCE makes the planner use the customer's orders instead
    // of the index of all first orders.
    let sql = "SELECT id FROM orders WHERE store_id = ?1 AND customer_id = ?2 AND COALESCE(is_first_order, FALSE) = TRUE \
               ORDER BY created_at, id LIMIT 1";
    Ok(c.opt::<OrderId>(sql, p![scope.store(), customer]).await?.is_none())
}

pub(super) async fn set_counted(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    counted: Option<i64>,
    is_first: bool,
) -> Result<()> {
    let sql = "UPDATE orders SET counted_total = ?3, is_first_order = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), order, counted, is_first]).await?;
    Ok(())
}

// ---- refused at the door ----------------------------------------------------------------------------------------------

pub(super) async fn set_refused(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<()> {
    c.exec("UPDATE orders SET refused_at = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), order, now]).await?;
    Ok(())
}

pub(super) async fn is_refused(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<bool> {
    let sql = "SELECT id FROM orders WHERE store_id = ?1 AND id = ?2 AND refused_at IS NOT NULL";
    Ok(c.opt::<OrderId>(sql, p![scope.store(), order]).await?.is_some())
}

// ---- counting anew ----------------------------------------------------------------------------------------------------

/// Marks refused and first orders among those that were inserted in bulk.
pub(super) async fn set_marks(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    let sql = "UPDATE orders SET refused_at = CASE WHEN status = 'RFSD' AND payment_status <> 'paid' THEN updated_at ELSE refused_at END, \
               is_first_order = (status <> 'DRFT' AND NOT EXISTS (SELECT e.id FROM orders e WHERE e.store_id = orders.store_id \
               AND e.customer_id = orders.customer_id AND e.status <> 'DRFT' \
               AND (e.created_at < orders.created_at OR (e.created_at = orders.created_at AND e.id < orders.id)))) WHERE store_id = ?1";
    c.exec(sql, p![scope.store()]).await?;
    Ok(())
}

/// Orders after an id, in the order of ids.
pub(super) async fn list_after(c: Conn<'_>, scope: &StoreScope, after: i64, limit: i64) -> Result<Vec<OrderId>> {
    let sql = "SELECT id FROM orders WHERE store_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), after, limit]).await
}

/// Locks these orders' rows for the rest of the transaction.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<()> {
    for id in ids {
        let sql = "SELECT id FROM orders WHERE store_id = ?1 AND id = ?2 FOR NO KEY UPDATE";
        c.opt::<OrderId>(sql, p![scope.store(), *id]).await?;
    }
    Ok(())
}
