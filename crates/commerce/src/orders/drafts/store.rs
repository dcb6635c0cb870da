//! Every statement of the drafts.

use db::{Conn, Json, Result, p, row};
use kernel::{Millis, OrderId, StoreScope};

use super::model::Content;
use crate::orders::comments;
use crate::orders::model::Order;

/// A draft's row.
pub(super) struct Draft {
    pub(super) content: Json<Content>,
    pub(super) origin_id: Option<OrderId>,
    pub(super) link_number: i64,
    pub(super) link_until: Option<Millis>,
}
row!(Draft { content, origin_id, link_number, link_until });

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Option<Draft>> {
    let sql = "SELECT content, origin_id, link_number, link_until FROM order_drafts WHERE store_id = ?1 AND order_id = ?2";
    c.opt(sql, p![scope.store(), order]).await
}

pub(super) async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    content: &Content,
    origin: Option<OrderId>,
) -> Result<()> {
    let sql = "INSERT INTO order_drafts (store_id, order_id, content, origin_id, link_number) VALUES (?1, ?2, ?3, ?4, 0)";
    c.exec(sql, p![scope.store(), order, Json(content), origin]).await?;
    Ok(())
}

pub(super) async fn set_content(c: Conn<'_>, scope: &StoreScope, order: OrderId, content: &Content) -> Result<()> {
    let sql = "UPDATE order_drafts SET content = ?3 WHERE store_id = ?1 AND order_id = ?2";
    c.exec(sql, p![scope.store(), order, Json(content)]).await?;
    Ok(())
}

/// Inserts a link with the next number, valid until then; earlier ones become invalid.
pub(super) async fn insert_link(c: Conn<'_>, scope: &StoreScope, order: OrderId, until: Millis) -> Result<i64> {
    let sql = "UPDATE order_drafts SET link_number = link_number + 1, link_until = ?3 WHERE store_id = ?1 AND order_id = ?2 \
               RETURNING link_number";
    c.one(sql, p![scope.store(), order, until]).await
}

pub(super) async fn revoke_link(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<()> {
    let sql = "UPDATE order_drafts SET link_until = NULL WHERE store_id = ?1 AND order_id = ?2";
    c.exec(sql, p![scope.store(), order]).await?;
    Ok(())
}

/// Writes the computed draft and its status if it is still at a version; false when it is stale. When it is placed, its time
/// becomes that of the placing, and that of its tags with it: lists sort orders by the time they were placed.
pub(super) async fn update_order(c: Conn<'_>, scope: &StoreScope, version: i64, o: &Order) -> Result<bool> {
    let sql = "UPDATE orders SET status = ?4, payment_status = ?5, customer_id = ?6, sender_name = ?7, mobile = ?8, email = ?9, language = ?10, \
               subtotal = ?11, discount = ?12, vat = ?13, shipping_fees = ?14, payment_fees = ?15, total = ?16, vat_rate = ?17, \
               is_vat_included = ?18, total_in_customer_currency = ?19, items_count = ?20, address = ?21, city = ?22, country = ?23, \
               shipping_method_id = ?24, shipping_provider = ?25, shipping_name = ?26, payment_method_id = ?27, payment_provider = ?28, \
               payment_name = ?29, note = ?30, created_at = ?31, updated_at = ?32, \
               coupon_id = ?33, coupon_code = ?34, coupon_segment = ?35, coupon_discount = ?36, version = version + 1, \
               is_first_order = ?4 <> 'DRFT' AND NOT EXISTS (SELECT 1 FROM orders e WHERE e.store_id = ?1 AND e.customer_id = ?6 AND e.status <> 'DRFT') \
               WHERE store_id = ?1 AND id = ?2 AND version = ?3";
    let (city, country) = o.address.as_ref().map_or(("", ""), |a| (a.city.as_str(), a.country.as_str()));
    let written = c
        .exec(
            sql,
            p![
                scope.store(),
                o.id,
                version,
                o.status.code(),
                o.payment_status.as_str(),
                o.customer_id,
                o.sender_name,
                o.mobile,
                o.email,
                o.language.code(),
                o.subtotal,
                o.discount,
                o.vat,
                o.shipping_fees,
                o.payment_fees,
                o.total,
                o.vat_rate,
                o.is_vat_included,
                o.total_in_customer_currency,
                o.items_count,
                Json(&o.address),
                city,
                country,
                o.shipping_method_id,
                o.shipping_provider,
                Json(&o.shipping_name),
                o.payment_method_id,
                o.payment_provider,
                Json(&o.payment_name),
                o.note,
                o.created_at,
                o.updated_at,
                o.coupon.as_ref().map(|k| k.id),
                o.coupon.as_ref().map(|k| k.code.as_str()),
                o.coupon.as_ref().map(|k| k.segment.as_str()),
                o.coupon.as_ref().map_or(0, |k| k.discount)
            ],
        )
        .await?;
    if written != 1 {
        return Ok(false);
    }
    let sql = "UPDATE order_tags SET placed_at = ?3 WHERE store_id = ?1 AND order_id = ?2 AND placed_at <> ?3";
    c.exec(sql, p![scope.store(), o.id, o.created_at]).await?;
    Ok(true)
}

pub(super) async fn delete_items(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<()> {
    c.exec("DELETE FROM order_items WHERE store_id = ?1 AND order_id = ?2", p![scope.store(), order]).await?;
    Ok(())
}

/// Deletes a draft with its dependent rows.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<()> {
    comments::store::delete_all(c, scope, order).await?;
    for sql in [
        "DELETE FROM order_drafts WHERE store_id = ?1 AND order_id = ?2",
        "DELETE FROM order_tags WHERE store_id = ?1 AND order_id = ?2",
        "DELETE FROM order_items WHERE store_id = ?1 AND order_id = ?2",
        "DELETE FROM orders WHERE store_id = ?1 AND id = ?2",
    ] {
        c.exec(sql, p![scope.store(), order]).await?;
    }
    Ok(())
}
