//! Every statement of the sales slice.

use std::collections::{BTreeMap, HashMap};

use db::{Conn, Result, Sql, p};
use kernel::{OrderId, ProductId, StoreId, StoreScope};

use super::model::{Figures, Parts};

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

/// The stored contributions of these orders by hour.
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

/// Deletes the contributions of orders.
pub(super) async fn delete_parts(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<()> {
    let of = |start: Sql| start.arg("?", scope.store()).list(" AND order_id IN ", ids.to_vec(), "");
    of(Sql::new("DELETE FROM order_sales WHERE store_id = ")).exec(c).await?;
    of(Sql::new("DELETE FROM order_sale_lines WHERE store_id = ")).exec(c).await?;
    Ok(())
}

/// Inserts the contributions of orders by hour.
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

/// Adds to hours, the earliest first: these rows are shared by all orders of a store.
pub(super) async fn increment_hours(c: Conn<'_>, scope: &StoreScope, hours: &BTreeMap<i64, Figures>) -> Result<()> {
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

/// A store that is still to be recounted, and its progress.
///
/// # Errors
/// Of the database.
pub async fn find_recount(c: Conn<'_>) -> Result<Option<(StoreId, i64)>> {
    c.opt("SELECT store_id, after_order FROM sales_recounts ORDER BY store_id LIMIT 1", p![]).await
}

/// Stores the progress, or that it is done. False when another worker has advanced it.
///
/// # Errors
/// Of the database.
pub async fn advance_recount(c: Conn<'_>, store: StoreId, from: i64, to: Option<i64>) -> Result<bool> {
    let n = match to {
        Some(to) => {
            let sql = "UPDATE sales_recounts SET after_order = ?3 WHERE store_id = ?1 AND after_order = ?2";
            c.exec(sql, p![store, from, to]).await?
        }
        None => c.exec("DELETE FROM sales_recounts WHERE store_id = ?1 AND after_order = ?2", p![store, from]).await?,
    };
    Ok(n == 1)
}
