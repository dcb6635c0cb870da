//! Copies the lines of one cart into another, so that a shopper continues on any device.
//!
//! Only lines are copied, with the coupon code. Contact and address stay with the cart they were entered in, because the person
//! who opens a link need not be the one it was sent to.

use db::Conn;
use kernel::{CartId, Lang, Millis, OrderId, StoreScope};

use super::changes::CartError;
use super::lines::keep_sums;
use super::model::{Cart, Item, MOST_LINES};
use super::store;

/// Result of a restore.
#[derive(Debug, Clone)]
pub struct Restored {
    /// The visitor's cart.
    pub cart: CartId,
    /// Token of a cart that was created for it, for the visitor's cookie; returned only once.
    pub token: Option<String>,
    /// Pieces in the cart afterwards.
    pub items_count: i64,
    /// The visitor's cart had other items before, which are kept.
    pub is_merged: bool,
    /// Lines that did not fit into the cart.
    pub left_out: usize,
}

/// The cart that lines are copied into.
#[derive(Debug, Clone)]
pub struct Target {
    /// The visitor's cart.
    pub cart: CartId,
    /// The token hash of a cart to create; none for a cart that exists.
    pub new: Option<String>,
    /// Language of a cart to create.
    pub language: Lang,
}

/// Copies the lines of `source` into the visitor's cart, or into a new one: pieces in it, whether it held other items, and how
/// many lines did not fit. A line that exists already keeps the larger quantity, so that opening a link twice adds nothing twice.
/// Prices and stock are checked where the cart is shown. Runs in the caller's transaction.
///
/// # Errors
/// [`CartError::Closed`] when the visitor's cart became an order meanwhile; of the database.
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
        // Uploaded files are not copied: whoever opens the link answers the fields and uploads their own file.
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

/// Claims the open cart of a token for an order; none when it is an order already, or does not exist. A second caller finds it
/// closed. The carts whose lines it holds are marked with the order afterwards: they are locked first, in ascending order of
/// their ids, so that two carts that were restored from each other do not deadlock (docs/decisions/0026). Runs in the caller's
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

/// As [`close`], by the cart's id, for the merchant.
///
/// # Errors
/// Of the database.
pub async fn close_by_id(c: Conn<'_>, scope: &StoreScope, id: CartId, order: OrderId, now: Millis) -> db::Result<Option<Cart>> {
    take_with_sources(c, scope, id).await?;
    store::claim_by_id(c, scope, id, order, now).await
}

/// Locks a cart's row and those of the carts whose lines it holds, in ascending order.
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
