//! Every statement of the sales slice.

use std::collections::{BTreeMap, HashMap};

use db::{Conn, Result, Sql, p, row};
use kernel::{CustomerId, Millis, OrderId, ProductId, RefundId, StoreId, StoreScope};

use super::model::{Entry, EntryKind, Figures, Line, OrderSale, Parts, Refund, SaleStatus};
use crate::carts::totals::VatRule;

/// An order as far as it counts.
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
    /// Neither a draft nor cancelled.
    pub(super) fn is_counted(&self) -> bool {
        self.status == SaleStatus::Placed
    }
}

type LineRow = (OrderId, i64, ProductId, i64, i64, i64, i64, i64);
type EntryRow = (OrderId, EntryKind, i64, i64, Millis, Option<RefundId>);

/// What is known of these orders, 200 at most; their lines, entries, refunds and returns are read with them.
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

/// No order of the customer has been the first yet.
pub(super) async fn has_none(c: Conn<'_>, scope: &StoreScope, customer: CustomerId) -> Result<bool> {
    // The first is nearly always the earliest: found at once.
    // COALESCE keeps to the customer's orders where the index of all first orders would fit as well.
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

type PartRow = (OrderId, i64, (i64, i64, i64), (i64, i64, i64), (i64, i64, i64, i64));

struct StoredPart(PartRow);

impl db::FromRow for StoredPart {
    fn from_row(r: &mut db::Row<'_>) -> Result<Self> {
        let of = (r.get()?, r.get()?);
        let counts = (r.get()?, r.get()?, r.get()?);
        let goods = (r.get()?, r.get()?, r.get()?);
        Ok(Self((of.0, of.1, counts, goods, (r.get()?, r.get()?, r.get()?, r.get()?))))
    }
}

/// What these orders add to which hour, as it was written.
pub(super) async fn list_parts(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<HashMap<OrderId, Parts>> {
    let mut out: HashMap<OrderId, Parts> = HashMap::new();
    let sql = Sql::new(
        "SELECT order_id, hour, orders, first_orders, pieces, gross, discounts, returns, shipping, fees, vat, received FROM order_sales WHERE",
    );
    let sql = sql.arg(" store_id = ?", scope.store()).list(" AND order_id IN ", ids.to_vec(), " LIMIT 100000");
    for StoredPart((order, hour, (orders, first_orders, pieces), (gross, discounts, returns), (shipping, fees, vat, received))) in
        sql.all::<StoredPart>(c).await?
    {
        let figures = Figures { orders, first_orders, pieces, gross, discounts, returns, shipping, fees, vat, received };
        out.entry(order).or_default().entry(hour).or_default().figures = figures;
    }
    let sql = Sql::new("SELECT order_id, hour, product_id, pieces, net FROM order_sale_lines WHERE");
    let sql = sql.arg(" store_id = ?", scope.store()).list(" AND order_id IN ", ids.to_vec(), " LIMIT 200000");
    for (order, hour, product, pieces, net) in sql.all::<(OrderId, i64, ProductId, i64, i64)>(c).await? {
        out.entry(order).or_default().entry(hour).or_default().goods.insert(product, (pieces, net));
    }
    Ok(out)
}

/// Takes back what orders added.
pub(super) async fn delete_parts(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<()> {
    let of = |start: Sql| start.arg("?", scope.store()).list(" AND order_id IN ", ids.to_vec(), "");
    of(Sql::new("DELETE FROM order_sales WHERE store_id = ")).exec(c).await?;
    of(Sql::new("DELETE FROM order_sale_lines WHERE store_id = ")).exec(c).await?;
    Ok(())
}

/// Notes what orders add to which hour.
pub(super) async fn insert_parts(c: Conn<'_>, scope: &StoreScope, all: &[(OrderId, Parts)]) -> Result<()> {
    let rows: Vec<(OrderId, i64, Figures)> =
        all.iter().flat_map(|(id, parts)| parts.iter().map(|(hour, part)| (*id, *hour, part.figures))).collect();
    for rows in rows.chunks(500) {
        let mut sql = Sql::new(
            "INSERT INTO order_sales (store_id, order_id, hour, orders, first_orders, pieces, gross, discounts, returns, shipping, fees, vat, received) VALUES ",
        );
        for (n, (id, hour, f)) in rows.iter().enumerate() {
            sql =
                figures(sql.raw(if n == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", *id).arg(", ?", *hour), *f);
        }
        sql.exec(c).await?;
    }
    let goods: Vec<(OrderId, i64, ProductId, i64, i64)> = all
        .iter()
        .flat_map(|(id, parts)| parts.iter().map(move |(hour, part)| (*id, *hour, part)))
        .flat_map(|(id, hour, part)| part.goods.iter().map(move |(product, (n, net))| (id, hour, *product, *n, *net)))
        .collect();
    for rows in goods.chunks(1000) {
        let mut sql = Sql::new("INSERT INTO order_sale_lines (store_id, order_id, hour, product_id, pieces, net) VALUES ");
        for (n, (id, hour, product, pieces, net)) in rows.iter().enumerate() {
            let row = sql.raw(if n == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", *id).arg(", ?", *hour);
            sql = row.arg(", ?", *product).arg(", ?", *pieces).arg(", ?)", *net);
        }
        sql.exec(c).await?;
    }
    Ok(())
}

fn figures(sql: Sql, f: Figures) -> Sql {
    sql.arg(", ?", f.orders)
        .arg(", ?", f.first_orders)
        .arg(", ?", f.pieces)
        .arg(", ?", f.gross)
        .arg(", ?", f.discounts)
        .arg(", ?", f.returns)
        .arg(", ?", f.shipping)
        .arg(", ?", f.fees)
        .arg(", ?", f.vat)
        .arg(", ?)", f.received)
}

/// Adds to hours, the earliest first: the rows that all orders of a store share.
pub(super) async fn add(c: Conn<'_>, scope: &StoreScope, hours: &BTreeMap<i64, Figures>) -> Result<()> {
    let rows: Vec<(&i64, &Figures)> = hours.iter().collect();
    for rows in rows.chunks(500) {
        let mut sql = Sql::new(
            "INSERT INTO sales_hours (store_id, hour, sales, orders, first_orders, pieces, gross, discounts, returns, shipping, fees, vat, received) VALUES ",
        );
        for (n, (hour, f)) in rows.iter().enumerate() {
            let row = sql.raw(if n == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", **hour);
            sql = figures(row.arg(", ?", f.total()), **f);
        }
        sql.raw(
            " ON CONFLICT (store_id, hour) DO UPDATE SET sales = sales_hours.sales + excluded.sales, orders = sales_hours.orders + excluded.orders, \
             first_orders = sales_hours.first_orders + excluded.first_orders, pieces = sales_hours.pieces + excluded.pieces, \
             gross = sales_hours.gross + excluded.gross, discounts = sales_hours.discounts + excluded.discounts, \
             returns = sales_hours.returns + excluded.returns, shipping = sales_hours.shipping + excluded.shipping, \
             fees = sales_hours.fees + excluded.fees, vat = sales_hours.vat + excluded.vat, received = sales_hours.received + excluded.received",
        )
        .exec(c)
        .await?;
    }
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

/// Says of orders that were written in bulk which were refused and which were first.
pub(super) async fn mark(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    let sql = "UPDATE orders SET refused_at = CASE WHEN status = 'RFSD' AND payment_status <> 'paid' THEN updated_at ELSE refused_at END, \
               is_first_order = (status <> 'DRFT' AND NOT EXISTS (SELECT e.id FROM orders e WHERE e.store_id = orders.store_id \
               AND e.customer_id = orders.customer_id AND e.status <> 'DRFT' \
               AND (e.created_at < orders.created_at OR (e.created_at = orders.created_at AND e.id < orders.id)))) WHERE store_id = ?1";
    c.exec(sql, p![scope.store()]).await?;
    Ok(())
}

/// Orders after one, by their ids.
pub(super) async fn list_after(c: Conn<'_>, scope: &StoreScope, after: i64, limit: i64) -> Result<Vec<OrderId>> {
    let sql = "SELECT id FROM orders WHERE store_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), after, limit]).await
}

/// Takes these orders' rows for the rest of the transaction.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<()> {
    for id in ids {
        c.exec("UPDATE orders SET version = version WHERE store_id = ?1 AND id = ?2", p![scope.store(), *id]).await?;
    }
    Ok(())
}

/// A store that is still to be counted anew, and how far it is.
pub(super) async fn find_recount(c: Conn<'_>) -> Result<Option<(StoreId, i64)>> {
    c.opt("SELECT store_id, after_order FROM sales_recounts ORDER BY store_id LIMIT 1", p![]).await
}

/// Notes how far it is, or that it is done. False when somebody else has gone on with it.
pub(super) async fn step_recount(c: Conn<'_>, store: StoreId, from: i64, to: Option<i64>) -> Result<bool> {
    let n = match to {
        Some(to) => {
            let sql = "UPDATE sales_recounts SET after_order = ?3 WHERE store_id = ?1 AND after_order = ?2";
            c.exec(sql, p![store, from, to]).await?
        }
        None => c.exec("DELETE FROM sales_recounts WHERE store_id = ?1 AND after_order = ?2", p![store, from]).await?,
    };
    Ok(n == 1)
}
