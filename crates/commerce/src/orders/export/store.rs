//! Every SQL statement of exports of orders.

use db::{Conn, Result, Sql};
use kernel::{OrderId, StoreScope};

use super::rows::Line;

/// The data of the rows of some orders, in no particular order.
pub(super) async fn list_lines(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<Line>> {
    let sql = Sql::new(
        "SELECT id, number, status, payment_status, sender_name, mobile, email, country, city, items_count, subtotal, discount, coupon_code, coupon_discount, vat, \
         shipping_fees, payment_fees, total, payment_name, shipping_name, note, created_at FROM orders WHERE",
    );
    sql.arg(" store_id = ?", scope.store()).list(" AND id IN ", ids.iter().copied(), "").raw(" LIMIT 500").all(c).await
}
