//! The statements of an edit.

use db::{Conn, Json, Result, p};
use kernel::{Millis, OrderId, StoreScope};

use crate::orders::model::{Order, OrderItem};

/// Writes an edit if the order is still at the version it was read at; false when it is stale.
pub(super) async fn update_order(c: Conn<'_>, scope: &StoreScope, before: &Order, o: &Order, now: Millis) -> Result<bool> {
    let sql = "UPDATE orders SET subtotal = ?4, discount = ?5, vat = ?6, shipping_fees = ?7, payment_fees = ?8, total = ?9, \
               total_in_customer_currency = ?10, items_count = ?11, address = ?12, city = ?13, country = ?14, updated_at = ?15, payment_status = ?16, \
               coupon_id = ?17, coupon_code = ?18, coupon_segment = ?19, coupon_discount = ?20, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND version = ?3";
    let (city, country) = o.address.as_ref().map_or(("", ""), |a| (a.city.as_str(), a.country.as_str()));
    let written = c
        .exec(
            sql,
            p![
                scope.store(),
                before.id,
                before.version,
                o.subtotal,
                o.discount,
                o.vat,
                o.shipping_fees,
                o.payment_fees,
                o.total,
                o.total_in_customer_currency,
                o.items_count,
                Json(&o.address),
                city,
                country,
                now,
                o.payment_status.as_str(),
                o.coupon.as_ref().map(|k| k.id),
                o.coupon.as_ref().map(|k| k.code.as_str()),
                o.coupon.as_ref().map(|k| k.segment.as_str()),
                o.coupon.as_ref().map_or(0, |k| k.discount)
            ],
        )
        .await?;
    Ok(written == 1)
}

/// Writes a line's pieces, price and sums.
pub(super) async fn update_item(c: Conn<'_>, scope: &StoreScope, order: OrderId, i: &OrderItem) -> Result<()> {
    let sql = "UPDATE order_items SET unit_price = ?4, quantity = ?5, line_total = ?6, discount = ?7, vat = ?8, coupon_discount = ?9, refunded_discount = ?10, \
               refunded_coupon = ?11 \
               WHERE store_id = ?1 AND order_id = ?2 AND line = ?3";
    c.exec(
        sql,
        p![
            scope.store(),
            order,
            i.line,
            i.unit_price,
            i.quantity,
            i.line_total,
            i.discount,
            i.vat,
            i.coupon_discount,
            i.refunded_discount,
            i.refunded_coupon
        ],
    )
    .await?;
    Ok(())
}

pub(super) async fn delete_item(c: Conn<'_>, scope: &StoreScope, order: OrderId, line: i64) -> Result<()> {
    c.exec("DELETE FROM order_items WHERE store_id = ?1 AND order_id = ?2 AND line = ?3", p![scope.store(), order, line]).await?;
    Ok(())
}
