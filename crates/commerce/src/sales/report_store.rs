//! Statements of reports on sales. Every statement takes a range of hours, which are whole days of the store.

use std::ops::RangeInclusive;

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{OrderId, ProductId, StoreId, StoreScope, Texts};

use super::model::Figures;

type HourRow = (i64, i64, i64, i64, i64, i64);
struct Hour(HourRow, HourRow);

impl db::FromRow for Hour {
    fn from_row(r: &mut db::Row<'_>) -> Result<Self> {
        let first = (r.get()?, r.get()?, r.get()?, r.get()?, r.get()?, r.get()?);
        Ok(Self(first, (r.get()?, r.get()?, r.get()?, r.get()?, r.get()?, 0)))
    }
}

/// Sales by hour since 1970; one row for each hour with sales.
///
/// # Errors
/// The database failed.
pub async fn list_hours(c: Conn<'_>, scope: &StoreScope, hours: &RangeInclusive<i64>) -> Result<Vec<(i64, Figures)>> {
    let sql = "SELECT hour, orders, first_orders, pieces, gross, discounts, returns, shipping, fees, vat, received FROM sales_hours \
               WHERE store_id = ?1 AND hour BETWEEN ?2 AND ?3 ORDER BY hour LIMIT 20000";
    let rows: Vec<Hour> = c.all(sql, p![scope.store(), *hours.start(), *hours.end()]).await?;
    let figures = |Hour((hour, orders, first_orders, pieces, gross, discounts), (returns, shipping, fees, vat, received, _))| {
        (hour, Figures { orders, first_orders, pieces, gross, discounts, returns, shipping, fees, vat, received })
    };
    Ok(rows.into_iter().map(figures).collect())
}

/// Whether the store is still being recounted: its sums are incomplete.
///
/// # Errors
/// The database failed.
pub async fn is_counting(c: Conn<'_>, scope: &StoreScope) -> Result<bool> {
    let sql = "SELECT store_id FROM sales_recounts WHERE store_id = ?1";
    Ok(c.opt::<StoreId>(sql, p![scope.store()]).await?.is_some())
}

/// The most orders that a report scans: about half a second.
pub const MOST_ORDERS: i64 = 150_000;

/// Whether the hours have more orders, new or changed in them, than a report scans.
///
/// # Errors
/// The database failed.
pub async fn is_too_large(c: Conn<'_>, scope: &StoreScope, hours: &RangeInclusive<i64>) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM (SELECT order_id FROM order_sales WHERE store_id = ?1 AND hour BETWEEN ?2 AND ?3 LIMIT ?4) AS counted";
    let count: i64 = c.one(sql, p![scope.store(), *hours.start(), *hours.end(), MOST_ORDERS + 1]).await?;
    Ok(count > MOST_ORDERS)
}

/// A value, its number of orders, and their total sales.
pub type Share = (String, i64, i64);

/// Sales of a product.
pub struct Seller {
    /// Id of the product, also of one that was deleted since.
    pub id: ProductId,
    /// Current name, in both languages.
    pub name: Json<Texts>,
    /// Pieces sold, less returned ones.
    pub quantity: i64,
    /// Net sales in minor units of the store's currency: after discounts and returns, without shipping, fees and VAT.
    pub sales: i64,
    /// The product was deleted: it has no page.
    pub is_deleted: bool,
}
row!(Seller { id, name, quantity, sales, is_deleted });

macro_rules! sellers {
    ($order:literal) => {
        concat!(
            "SELECT s.product_id, a.name, s.quantity, s.sales, a.deleted_at IS NOT NULL FROM \
             (SELECT product_id, CAST(SUM(pieces) AS BIGINT) AS quantity, CAST(SUM(net) AS BIGINT) AS sales FROM order_sale_lines \
             WHERE store_id = ?1 AND hour BETWEEN ?2 AND ?3 GROUP BY product_id) AS s \
             CROSS JOIN products a WHERE a.store_id = ?1 AND a.id = s.product_id AND (s.quantity > 0 OR s.sales > 0) ORDER BY ",
            $order,
            ", s.product_id LIMIT 10"
        )
    };
}

/// The ten best-selling products, by net sales or by pieces.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn list_best_sellers(
    c: Conn<'_>,
    scope: &StoreScope,
    hours: &RangeInclusive<i64>,
    by_value: bool,
) -> Result<Vec<Seller>> {
    let sql = if by_value { sellers!("s.sales DESC, s.quantity DESC") } else { sellers!("s.quantity DESC, s.sales DESC") };
    c.all(sql, p![scope.store(), *hours.start(), *hours.end()]).await
}

struct OrderFigures(OrderId, (i64, i64, i64), (i64, i64, i64));

impl db::FromRow for OrderFigures {
    fn from_row(r: &mut db::Row<'_>) -> Result<Self> {
        Ok(Self(r.get()?, (r.get()?, r.get()?, r.get()?), (r.get()?, r.get()?, r.get()?)))
    }
}

/// The figures of some orders over all hours, 500 orders at most; an order that is no sale is absent.
///
/// # Errors
/// The database failed.
pub async fn list_orders(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<(OrderId, Figures)>> {
    let sql = Sql::new(
        "SELECT order_id, CAST(SUM(gross) AS BIGINT), CAST(SUM(discounts) AS BIGINT), CAST(SUM(returns) AS BIGINT), \
         CAST(SUM(shipping) AS BIGINT), CAST(SUM(fees) AS BIGINT), CAST(SUM(vat) AS BIGINT) FROM order_sales WHERE",
    );
    let sql = sql.arg(" store_id = ?", scope.store()).list(" AND order_id IN ", ids.to_vec(), " GROUP BY order_id LIMIT 500");
    let figures = |OrderFigures(order, (gross, discounts, returns), (shipping, fees, vat))| {
        (order, Figures { gross, discounts, returns, shipping, fees, vat, ..Figures::default() })
    };
    Ok(sql.all::<OrderFigures>(c).await?.into_iter().map(figures).collect())
}
