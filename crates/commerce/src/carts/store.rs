//! Every statement of the carts slice.

use db::{Conn, Json, Record as _, Result, Sql, p, row};
use kernel::{CartId, Lang, Millis, OrderId, PaymentMethodId, ShippingMethodId, StoreScope};

use super::model::{Cart, Contact, Item, Step};
use customers::Address;

db::record! {
    Cart {
        id,
        step,
        language,
        contact as json,
        address as json,
        shipping_method_id,
        payment_method_id,
        note,
        items_count,
        order_id,
        active_at,
        version,
        held_until,
        is_held_in_part,
        restored_from,
        coupon_code,
    }
}

/// The open cart of a token.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn find_open(c: Conn<'_>, scope: &StoreScope, token_hash: &str) -> Result<Option<Cart>> {
    let sql = db::sql!("SELECT ", Cart::READ, " FROM carts WHERE store_id = ?1 AND token_hash = ?2 AND order_id IS NULL");
    c.opt(sql, p![scope.store(), token_hash]).await
}

/// The order a cart became.
///
/// # Errors
/// The database failed.
pub async fn find_order(c: Conn<'_>, scope: &StoreScope, token_hash: &str) -> Result<Option<OrderId>> {
    let sql = "SELECT order_id FROM carts WHERE store_id = ?1 AND token_hash = ?2 AND order_id IS NOT NULL";
    c.opt(sql, p![scope.store(), token_hash]).await
}

/// Claims the open cart of a token for an order, and reads it; a second caller finds it closed. A cart with lines from other
/// carts is not claimed by this: see [`super::restore::close`].
pub(super) async fn claim_open(
    c: Conn<'_>,
    scope: &StoreScope,
    token_hash: &str,
    order: OrderId,
    now: Millis,
) -> Result<Option<Cart>> {
    let sql = db::sql!(
        "UPDATE carts SET step = 'checkout', order_id = ?3, active_at = ?4, held_by = NULL WHERE store_id = ?1 AND token_hash = ?2 AND order_id IS NULL \
         AND restored_from IS NULL RETURNING ",
        Cart::READ
    );
    c.opt(sql, p![scope.store(), token_hash, order, now]).await
}

/// The open cart of a token that has lines from other carts.
pub(super) async fn find_restored(c: Conn<'_>, scope: &StoreScope, token_hash: &str) -> Result<Option<CartId>> {
    let sql = "SELECT id FROM carts WHERE store_id = ?1 AND token_hash = ?2 AND order_id IS NULL AND restored_from IS NOT NULL";
    c.opt(sql, p![scope.store(), token_hash]).await
}

/// The carts whose lines a cart holds.
pub(super) async fn list_sources(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<Vec<CartId>> {
    c.all("SELECT source_id FROM cart_sources WHERE store_id = ?1 AND cart_id = ?2 LIMIT 1000", p![scope.store(), id]).await
}

/// Locks a cart's row for the rest of the transaction.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<()> {
    c.opt::<CartId>("SELECT id FROM carts WHERE store_id = ?1 AND id = ?2 FOR NO KEY UPDATE", p![scope.store(), id]).await?;
    Ok(())
}

/// As [`claim_open`], by its id and also with lines from other carts, once it and those carts are locked.
pub(super) async fn claim_taken(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CartId,
    order: OrderId,
    now: Millis,
) -> Result<Option<Cart>> {
    let sql = db::sql!(
        "UPDATE carts SET step = 'checkout', order_id = ?3, active_at = ?4, held_by = NULL WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL RETURNING ",
        Cart::READ
    );
    c.opt(sql, p![scope.store(), id, order, now]).await
}

/// The order of a cart, placed from this cart or from another one that a restore link filled.
///
/// # Errors
/// The database failed.
pub async fn find_order_by_id(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<Option<OrderId>> {
    let sql = "SELECT COALESCE(order_id, recovered_order_id) FROM carts WHERE store_id = ?1 AND id = ?2 \
               AND (order_id IS NOT NULL OR recovered_order_id IS NOT NULL)";
    c.opt(sql, p![scope.store(), id]).await
}

/// As [`claim_open`], by the cart's id, for the merchant; refuses a cart that was recovered through a link, so that no second
/// order is made of it.
pub(super) async fn claim_by_id(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CartId,
    order: OrderId,
    now: Millis,
) -> Result<Option<Cart>> {
    let sql = db::sql!(
        "UPDATE carts SET step = 'checkout', order_id = ?3, active_at = ?4, held_by = NULL WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL AND recovered_order_id IS NULL RETURNING ",
        Cart::READ
    );
    c.opt(sql, p![scope.store(), id, order, now]).await
}

/// A cart, open or not.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn find(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<Option<Cart>> {
    let sql = db::sql!("SELECT ", Cart::READ, " FROM carts WHERE store_id = ?1 AND id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

/// Marks the carts whose lines were restored into a cart as recovered by its order.
///
/// # Errors
/// The database failed.
pub async fn set_recovered(c: Conn<'_>, scope: &StoreScope, cart: CartId, order: OrderId) -> Result<()> {
    let sql = "UPDATE carts SET recovered_order_id = ?3 WHERE store_id = ?1 AND id IN (SELECT f.source_id FROM cart_sources f \
               WHERE f.store_id = ?1 AND f.cart_id = ?2) AND order_id IS NULL AND recovered_order_id IS NULL";
    c.exec(sql, p![scope.store(), cart, order]).await?;
    Ok(())
}

/// Records the carts whose lines a cart holds: the one that a link restored, and the sources of that one.
pub(super) async fn insert_source(c: Conn<'_>, scope: &StoreScope, cart: CartId, source: CartId, now: Millis) -> Result<()> {
    let sql = "UPDATE carts SET restored_from = ?3 WHERE store_id = ?1 AND id = ?2 AND restored_from IS NULL";
    c.exec(sql, p![scope.store(), cart, source]).await?;
    let sql = "INSERT INTO cart_sources (store_id, cart_id, source_id, created_at) \
               SELECT ?1, ?2, n.id, ?4 FROM (SELECT CAST(?3 AS BIGINT) AS id \
               UNION SELECT f.source_id FROM cart_sources f WHERE f.store_id = ?1 AND f.cart_id = ?3) AS n WHERE n.id <> ?2 \
               ON CONFLICT (store_id, cart_id, source_id) DO NOTHING";
    c.exec(sql, p![scope.store(), cart, source, now]).await?;
    Ok(())
}

/// Copies the coupon of a restored cart with its lines, where the visitor's cart has no coupon and no mobile number: whether a
/// code is valid for a person is counted as an attempt before it is answered (docs/decisions/0029).
pub(super) async fn move_coupon(c: Conn<'_>, scope: &StoreScope, cart: CartId, source: CartId) -> Result<()> {
    let sql = "UPDATE carts SET coupon_code = (SELECT s.coupon_code FROM carts s WHERE s.store_id = ?1 AND s.id = ?3) \
               WHERE store_id = ?1 AND id = ?2 AND coupon_code IS NULL AND mobile IS NULL";
    c.exec(sql, p![scope.store(), cart, source]).await?;
    Ok(())
}

/// Sets or clears the coupon code of an open cart that is still at `version`, the state for which the code was evaluated. False
/// when it is not.
pub(super) async fn set_coupon(
    c: Conn<'_>,
    scope: &StoreScope,
    (cart, version): (CartId, i64),
    code: Option<&str>,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE carts SET coupon_code = ?3, active_at = ?4, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL AND version = ?5";
    Ok(c.exec(sql, p![scope.store(), cart, code, now, version]).await? == 1)
}

/// Claims an open cart without a stock reservation for deletion; false when there is none. Locks the row on PostgreSQL before its
/// dependent rows are deleted.
///
/// # Errors
/// The database failed.
pub async fn claim_to_delete(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<bool> {
    let sql =
        "UPDATE carts SET version = version + 1 WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL AND held_until IS NULL";
    Ok(c.exec(sql, p![scope.store(), id]).await? == 1)
}

/// Deletes a claimed cart with its lines.
///
/// # Errors
/// The database failed.
pub async fn delete(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<()> {
    c.exec("DELETE FROM cart_items WHERE store_id = ?1 AND cart_id = ?2", p![scope.store(), id]).await?;
    c.exec("DELETE FROM cart_sources WHERE store_id = ?1 AND cart_id = ?2", p![scope.store(), id]).await?;
    c.exec("DELETE FROM carts WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await?;
    Ok(())
}

/// Applies the checkout form to the cart's row.
///
/// # Errors
/// The database failed.
pub async fn update_draft(c: Conn<'_>, scope: &StoreScope, cart: &Cart) -> Result<()> {
    let sql = "UPDATE carts SET contact = ?3, address = ?4, shipping_method_id = ?5, payment_method_id = ?6, note = ?7, mobile = ?8 WHERE store_id = ?1 AND id = ?2";
    let Cart { id, contact, address, shipping_method_id, payment_method_id, note, .. } = cart;
    let mobile = contact.as_ref().map(|c| c.mobile.as_str());
    c.exec(sql, p![scope.store(), id, Json(contact), Json(address), shipping_method_id, payment_method_id, note, mobile]).await?;
    Ok(())
}

/// Writes all steps of the form if the cart is unchanged since it was read; false when it was changed or is closed.
///
/// # Errors
/// The database failed.
pub async fn update_steps(c: Conn<'_>, scope: &StoreScope, cart: &Cart, now: Millis) -> Result<bool> {
    let sql = "UPDATE carts SET contact = ?3, address = ?4, shipping_method_id = ?5, payment_method_id = ?6, note = ?7, step = ?8, active_at = ?9, \
               mobile = ?10, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL AND version = ?11";
    let Cart { id, contact, address, shipping_method_id, payment_method_id, note, step, version, .. } = cart;
    let (step, mobile) = (step.as_str(), contact.as_ref().map(|c| c.mobile.as_str()));
    let to = p![
        scope.store(),
        id,
        Json(contact),
        Json(address),
        shipping_method_id,
        payment_method_id,
        note,
        step,
        now,
        mobile,
        version
    ];
    Ok(c.exec(sql, to).await? == 1)
}

pub(super) async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CartId,
    token_hash: &str,
    language: Lang,
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO carts (store_id, id, token_hash, step, language, contact, address, note, items_count, amount, created_at, active_at, version) \
               VALUES (?1, ?2, ?3, 'products', ?4, 'null', 'null', '', 0, 0, ?5, ?5, 1)";
    c.exec(sql, p![scope.store(), id, token_hash, language.code(), now]).await?;
    Ok(())
}

/// An open cart as its customer's page lists it.
pub(super) struct OwnCart {
    pub(super) id: CartId,
    pub(super) step: String,
    pub(super) items_count: i64,
    pub(super) amount: i64,
    pub(super) created_at: Millis,
    pub(super) active_at: Millis,
}
row!(OwnCart { id, step, items_count, amount, created_at, active_at });

/// Open carts with items of a person's numbers, the most recently changed first; 20 at most.
pub(super) async fn list_open_of(c: Conn<'_>, scope: &StoreScope, mobiles: &[String]) -> Result<Vec<OwnCart>> {
    let sql = Sql::new("SELECT id, step, items_count, amount, created_at, active_at FROM carts WHERE");
    let sql = sql.arg(" store_id = ?", scope.store()).list(" AND mobile IN ", mobiles.to_vec(), " AND mobile IS NOT NULL");
    sql.raw(" AND order_id IS NULL AND recovered_order_id IS NULL AND items_count > 0 ORDER BY active_at DESC, id DESC LIMIT 20")
        .all(c)
        .await
}

db::record! {
    Item {
        line,
        product_id,
        variant_id,
        quantity,
        unit_price,
        fields as json,
        held as read,
    }
    fn item_values<'v>(item, scope: &StoreScope, cart: CartId)
    keys { store_id = scope.store(), cart_id = cart }
    also {}
}

/// The lines of a cart; [`super::model::MOST_LINES`] at most.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn list_items(c: Conn<'_>, scope: &StoreScope, cart: CartId) -> Result<Vec<Item>> {
    let sql = db::sql!("SELECT ", Item::READ, " FROM cart_items WHERE store_id = ?1 AND cart_id = ?2 ORDER BY line LIMIT 100");
    c.all(sql, p![scope.store(), cart]).await
}

pub(super) async fn insert_item(c: Conn<'_>, scope: &StoreScope, cart: CartId, item: &Item) -> Result<()> {
    let sql = db::sql!("INSERT INTO cart_items (", Item::WRITTEN, ") VALUES (", Item::PLACEHOLDERS, ")");
    c.exec(sql, &item_values(item, scope, cart).params()).await?;
    Ok(())
}

pub(super) async fn update_item(
    c: Conn<'_>,
    scope: &StoreScope,
    cart: CartId,
    line: i64,
    quantity: i64,
    unit_price: i64,
) -> Result<()> {
    let sql = "UPDATE cart_items SET quantity = ?4, unit_price = ?5 WHERE store_id = ?1 AND cart_id = ?2 AND line = ?3";
    c.exec(sql, p![scope.store(), cart, line, quantity, unit_price]).await?;
    Ok(())
}

pub(super) async fn delete_item(c: Conn<'_>, scope: &StoreScope, cart: CartId, line: i64) -> Result<bool> {
    let sql = "DELETE FROM cart_items WHERE store_id = ?1 AND cart_id = ?2 AND line = ?3";
    Ok(c.exec(sql, p![scope.store(), cart, line]).await? == 1)
}

/// Claims an open cart for a change of its lines: locks the row on PostgreSQL before the lines are read.
///
/// # Errors
/// The database failed.
pub async fn lock_open(c: Conn<'_>, scope: &StoreScope, cart: CartId, now: Millis) -> Result<bool> {
    let sql = "UPDATE carts SET active_at = ?3, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL";
    Ok(c.exec(sql, p![scope.store(), cart, now]).await? == 1)
}

/// Writes the cart's item count and amount.
///
/// # Errors
/// The database failed.
pub async fn update_sums(c: Conn<'_>, scope: &StoreScope, cart: CartId, items_count: i64, amount: i64) -> Result<()> {
    let sql = "UPDATE carts SET items_count = ?3, amount = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), cart, items_count, amount]).await?;
    Ok(())
}

pub(super) async fn update_contact(
    c: Conn<'_>,
    scope: &StoreScope,
    cart: CartId,
    step: Step,
    contact: &Contact,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE carts SET contact = ?3, step = ?4, active_at = ?5, mobile = ?6, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL";
    Ok(c.exec(sql, p![scope.store(), cart, Json(contact), step.as_str(), now, contact.mobile]).await? == 1)
}

pub(super) async fn update_address(
    c: Conn<'_>,
    scope: &StoreScope,
    cart: CartId,
    step: Step,
    address: &Address,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE carts SET address = ?3, step = ?4, active_at = ?5, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL";
    Ok(c.exec(sql, p![scope.store(), cart, Json(address), step.as_str(), now]).await? == 1)
}

pub(super) async fn update_shipping(
    c: Conn<'_>,
    scope: &StoreScope,
    cart: CartId,
    step: Step,
    method: ShippingMethodId,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE carts SET shipping_method_id = ?3, step = ?4, active_at = ?5, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL";
    Ok(c.exec(sql, p![scope.store(), cart, method, step.as_str(), now]).await? == 1)
}

pub(super) async fn update_payment(
    c: Conn<'_>,
    scope: &StoreScope,
    cart: CartId,
    step: Step,
    method: PaymentMethodId,
    note: &str,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE carts SET payment_method_id = ?3, step = ?4, note = ?5, active_at = ?6, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL";
    Ok(c.exec(sql, p![scope.store(), cart, method, step.as_str(), note, now]).await? == 1)
}
