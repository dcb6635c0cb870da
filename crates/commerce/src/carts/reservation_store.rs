//! Every statement on stock reservations of checkouts.

use db::{Conn, Result, p};
use kernel::{CartId, Millis, ProductId, StoreId, StoreScope, VariantId};

/// Begins the reservation of an open cart; false when the cart has an active one.
pub(super) async fn begin_reservation(
    c: Conn<'_>,
    scope: &StoreScope,
    (cart, by): (CartId, &str),
    now: Millis,
    until: Millis,
) -> Result<bool> {
    let sql = "UPDATE carts SET held_until = ?4, held_by = ?5, is_held_in_part = FALSE WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL \
               AND (held_until IS NULL OR held_until <= ?3)";
    Ok(c.exec(sql, p![scope.store(), cart, now, until, by]).await? == 1)
}

/// Marks the new reservation as partial: it covers some of the pieces only.
pub(super) async fn set_held_in_part(c: Conn<'_>, scope: &StoreScope, cart: CartId) -> Result<()> {
    c.exec("UPDATE carts SET is_held_in_part = TRUE WHERE store_id = ?1 AND id = ?2", p![scope.store(), cart]).await?;
    Ok(())
}

/// Counts other open carts with an active reservation, of the same network and of the same number; each up to `most`.
pub(super) async fn count_reservations(
    c: Conn<'_>,
    scope: &StoreScope,
    cart: CartId,
    (by, mobile): (&str, &str),
    (now, most): (Millis, i64),
) -> Result<(i64, i64)> {
    let sql = "SELECT (SELECT COUNT(*) FROM (SELECT id FROM carts WHERE store_id = ?1 AND held_by = ?3 AND held_until > ?5 AND order_id IS NULL \
               AND id <> ?2 LIMIT ?6) AS a), (SELECT COUNT(*) FROM (SELECT id FROM carts WHERE store_id = ?1 AND mobile = ?4 AND held_until > ?5 \
               AND order_id IS NULL AND id <> ?2 LIMIT ?6) AS m)";
    c.one(sql, p![scope.store(), cart, by, mobile, now, most]).await
}

/// Ends the reservation of an open cart; with `ended`, only one that expired by then. False when there is none.
pub(super) async fn end_reservation(c: Conn<'_>, scope: &StoreScope, cart: CartId, ended: Option<Millis>) -> Result<bool> {
    let sql = "UPDATE carts SET held_until = NULL, held_by = NULL, is_held_in_part = FALSE WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL AND held_until IS NOT NULL \
               AND (CAST(?3 AS BIGINT) IS NULL OR held_until <= ?3)";
    Ok(c.exec(sql, p![scope.store(), cart, ended]).await? == 1)
}

pub(super) async fn set_held(c: Conn<'_>, scope: &StoreScope, cart: CartId, line: i64, held: i64) -> Result<()> {
    let sql = "UPDATE cart_items SET held = ?4 WHERE store_id = ?1 AND cart_id = ?2 AND line = ?3";
    c.exec(sql, p![scope.store(), cart, line, held]).await?;
    Ok(())
}

pub(super) async fn release_lines(c: Conn<'_>, scope: &StoreScope, cart: CartId) -> Result<()> {
    c.exec("UPDATE cart_items SET held = 0 WHERE store_id = ?1 AND cart_id = ?2 AND held > 0", p![scope.store(), cart]).await?;
    Ok(())
}

/// Ends reservations of open carts, in every store, whose end is later than `latest` (clock skew); 500 at most. Returns how many.
pub(super) async fn end_reservations_ahead(c: Conn<'_>, now: Millis, latest: Millis) -> Result<u64> {
    let sql = "UPDATE carts SET held_until = ?1 WHERE (store_id, id) IN (\
               SELECT store_id, id FROM carts WHERE held_until IS NOT NULL AND held_until > ?2 AND order_id IS NULL LIMIT 500)";
    c.exec(sql, p![now, latest]).await
}

/// Open carts of every store whose reservation has expired, the oldest first; 200 at most.
pub(super) async fn list_ended(c: Conn<'_>, now: Millis) -> Result<Vec<(StoreId, CartId)>> {
    let sql = "SELECT store_id, id FROM carts WHERE held_until IS NOT NULL AND held_until <= ?1 AND order_id IS NULL ORDER BY held_until LIMIT 200";
    c.all(sql, p![now]).await
}

/// As [`list_ended`], of one store; 50 at most.
pub(super) async fn list_ended_of(c: Conn<'_>, scope: &StoreScope, now: Millis) -> Result<Vec<CartId>> {
    let sql = "SELECT id FROM carts WHERE held_until IS NOT NULL AND held_until <= ?2 AND store_id = ?1 AND order_id IS NULL ORDER BY held_until LIMIT 50";
    c.all(sql, p![scope.store(), now]).await
}

/// Pieces that are still counted as reserved by expired reservations of other carts.
pub(super) async fn list_ended_pieces(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    except: Option<CartId>,
) -> Result<Vec<(ProductId, Option<VariantId>, i64)>> {
    let sql = "SELECT i.product_id, i.variant_id, CAST(SUM(i.held) AS BIGINT) FROM carts c \
               JOIN cart_items i ON i.store_id = c.store_id AND i.cart_id = c.id \
               WHERE c.held_until IS NOT NULL AND c.held_until <= ?2 AND c.store_id = ?1 AND c.order_id IS NULL AND i.held > 0 \
               AND (CAST(?3 AS BIGINT) IS NULL OR c.id <> ?3) GROUP BY i.product_id, i.variant_id";
    c.all(sql, p![scope.store(), now, except]).await
}
