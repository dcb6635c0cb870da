//! The lines of one cart come into another: the shopper goes on where they stopped, on any device.
//!
//! Only lines move, with the code of a coupon. Who buys and where it goes stay with the cart they were written into, because whoever opens a link need
//! not be the person it was sent to.

use db::Conn;
use kernel::{CartId, Lang, Millis, OrderId, StoreScope};

use super::changes::CartError;
use super::lines::keep_sums;
use super::model::{Cart, Item, MOST_LINES};
use super::store;

/// Where the lines went.
#[derive(Debug, Clone)]
pub struct Restored {
    /// The visitor's cart.
    pub cart: CartId,
    /// Of a cart made for it: belongs into the visitor's cookie, is shown once.
    pub token: Option<String>,
    /// Pieces in it now.
    pub items_count: i64,
    /// The visitor had chosen other things before, which are still there.
    pub is_merged: bool,
    /// Lines that found no place any more.
    pub left_out: usize,
}

/// Where lines are brought to.
#[derive(Debug, Clone)]
pub struct Target {
    /// The visitor's cart.
    pub cart: CartId,
    /// It is made now, under this hash of its token.
    pub new: Option<String>,
    /// Of a cart that is made.
    pub language: Lang,
}

/// Brings the lines of `source` into the visitor's cart, or into a new one: pieces in it, whether it held other things, and
/// how many lines found no place. A line that is there already keeps the larger of both quantities, so that opening a link
/// twice brings nothing twice. Prices and stock are evaluated where the cart is shown. A part of the caller's transaction.
///
/// # Errors
/// [`CartError::Closed`] when the visitor's cart has become an order meanwhile; of the database.
pub async fn restore_in(
    c: Conn<'_>,
    scope: &StoreScope,
    to: &Target,
    source: CartId,
    now: Millis,
) -> Result<(i64, bool, usize), CartError> {
    let cart = to.cart;
    let mut items = match &to.new {
        Some(hash) => {
            store::insert(c, scope, cart, hash, to.language, now).await?;
            Vec::new()
        }
        None if store::lock_open(c, scope, cart, now).await? => store::list_items(c, scope, cart).await?,
        None => return Err(CartError::Closed),
    };
    let initial_count = items.len();
    let (mut shared, mut left_out) = (0, 0);
    for Item { product_id, variant_id, quantity, unit_price, fields, .. } in store::list_items(c, scope, source).await? {
        // A file that somebody sent stays theirs: whoever opens the link chooses anew and sends their own.
        if fields.iter().any(|f| f.file.is_some()) {
            left_out += 1;
            continue;
        }
        let same_item = items.iter_mut().find(|i| (i.product_id, i.variant_id) == (product_id, variant_id) && i.fields == fields);
        if let Some(item) = same_item {
            shared += 1;
            if quantity > item.quantity {
                item.quantity = quantity;
                store::update_item(c, scope, cart, item.line, quantity, item.unit_price).await?;
            }
        } else if items.len() >= MOST_LINES {
            left_out += 1;
        } else {
            let line = items.last().map_or(1, |i| i.line + 1);
            let item = Item { line, product_id, variant_id, quantity, unit_price, fields, held: 0 };
            store::insert_item(c, scope, cart, &item).await?;
            items.push(item);
        }
    }
    store::insert_source(c, scope, cart, source, now).await?;
    store::move_coupon(c, scope, cart, source).await?;
    let count = keep_sums(c, scope, cart, &items).await?;
    Ok((count, initial_count > shared, left_out))
}

/// Turns the open cart of a token into an order's; none when it is one already, or there is none. Whoever comes second finds it
/// closed. What its lines came of is marked with the order after it: those carts are taken first, all of them upwards by their
/// ids, so that two carts that were restored from each other do not deadlock (docs/decisions/0026). A part of the caller's
/// transaction.
///
/// # Errors
/// Of the database.
pub async fn close(c: Conn<'_>, scope: &StoreScope, token_hash: &str, order: OrderId, now: Millis) -> db::Result<Option<Cart>> {
    if let Some(cart) = store::claim_open(c, scope, token_hash, order, now).await? {
        return Ok(Some(cart));
    }
    let Some(id) = store::find_restored(c, scope, token_hash).await? else { return Ok(None) };
    take_with_sources(c, scope, id).await?;
    store::claim_taken(c, scope, id, order, now).await
}

/// The same by its id, for the merchant.
///
/// # Errors
/// Of the database.
pub async fn close_by_id(c: Conn<'_>, scope: &StoreScope, id: CartId, order: OrderId, now: Millis) -> db::Result<Option<Cart>> {
    take_with_sources(c, scope, id).await?;
    store::claim_by_id(c, scope, id, order, now).await
}

/// Takes a cart's row with those of the carts whose lines it holds, upwards.
async fn take_with_sources(c: Conn<'_>, scope: &StoreScope, id: CartId) -> db::Result<()> {
    let mut ids = store::list_sources(c, scope, id).await?;
    if ids.is_empty() {
        return Ok(());
    }
    ids.push(id);
    ids.sort_unstable();
    for id in ids {
        store::lock(c, scope, id).await?;
    }
    Ok(())
}
