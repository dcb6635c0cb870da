//! Rows of sample carts.

use db::{Conn, Json, Result, p, row};
use kernel::{CartId, Millis, OrderId, PaymentMethodId, ShippingMethodId, StoreScope};

use super::store::LineRow;
use commerce::carts::{Contact, Step};

/// An abandoned cart.
pub(super) struct CartDraft {
    pub(super) id: CartId,
    pub(super) step: Step,
    pub(super) contact: Option<Contact>,
    pub(super) address: Option<customers::Address>,
    pub(super) lines: Vec<LineRow>,
    pub(super) at: Millis,
    pub(super) token_hash: String,
}

pub(super) async fn insert_cart(
    c: Conn<'_>,
    scope: &StoreScope,
    draft: &CartDraft,
    shipping: Option<ShippingMethodId>,
    payment: Option<PaymentMethodId>,
) -> Result<()> {
    let CartDraft { id, step, contact, address, lines, at, token_hash } = draft;
    let (count, amount) = lines.iter().fold((0, 0), |(n, sum), l| (n + l.quantity, sum + l.quantity * l.unit_price));
    let sql = "INSERT INTO carts (store_id, id, token_hash, step, language, contact, address, shipping_method_id, payment_method_id, note, items_count, amount, created_at, active_at, version, mobile) \
               VALUES (?1, ?2, ?3, ?4, 'ar', ?5, ?6, ?7, ?8, '', ?9, ?10, ?11, ?12, 1, ?13)";
    let (mobile, began) = (contact.as_ref().map(|k| k.mobile.as_str()), at.plus(-9 * Millis::MINUTE));
    let (contact_cell, address_cell) = (Json(contact), Json(address));
    let to = p![
        scope.store(),
        id,
        token_hash,
        step.as_str(),
        contact_cell,
        address_cell,
        shipping,
        payment,
        count,
        amount,
        began,
        at,
        mobile
    ];
    c.exec(sql, to).await?;
    for (line, l) in (1_i64..).zip(lines) {
        let sql = "INSERT INTO cart_items (store_id, cart_id, line, product_id, variant_id, quantity, unit_price, fields) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, '[]')";
        c.exec(sql, p![scope.store(), id, line, l.product, l.variant, l.quantity, l.unit_price]).await?;
    }
    Ok(())
}

/// An order without a cart.
pub(super) struct OrderRow {
    pub(super) id: OrderId,
    pub(super) created_at: Millis,
    pub(super) items_count: i64,
    pub(super) subtotal: i64,
    pub(super) sender_name: String,
    pub(super) mobile: String,
}
row!(OrderRow { id, created_at, items_count, subtotal, sender_name, mobile });

/// The newest orders without a cart, 5 at most.
pub(super) async fn list_orders_without_cart(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<OrderRow>> {
    let sql = "SELECT id, created_at, items_count, subtotal, sender_name, mobile FROM orders WHERE store_id = ?1 AND cart_id IS NULL \
               ORDER BY created_at DESC, id DESC LIMIT 5";
    c.all(sql, p![scope.store()]).await
}

/// Adds the cart that an order came from.
pub(super) async fn insert_cart_of_order(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CartId,
    token_hash: &str,
    contact: &Contact,
    order: &OrderRow,
) -> Result<()> {
    let OrderRow { id: order_id, created_at, items_count, subtotal, sender_name: _, mobile } = order;
    let sql = "INSERT INTO carts (store_id, id, token_hash, step, language, contact, address, note, items_count, amount, order_id, created_at, active_at, version, mobile) \
               VALUES (?1, ?2, ?3, 'checkout', 'ar', ?4, 'null', '', ?5, ?6, ?7, ?8, ?8, 1, ?9)";
    let to = p![scope.store(), id, token_hash, Json(contact), items_count, subtotal, order_id, created_at, mobile];
    c.exec(sql, to).await?;
    let lines = "INSERT INTO cart_items (store_id, cart_id, line, product_id, variant_id, quantity, unit_price, fields) \
                 SELECT store_id, ?3, line, product_id, variant_id, quantity, unit_price, '[]' FROM order_items WHERE store_id = ?1 AND order_id = ?2";
    c.exec(lines, p![scope.store(), order_id, id]).await?;
    c.exec("UPDATE orders SET cart_id = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), order_id, id]).await?;
    Ok(())
}
