//! The lines of one cart come into another: the shopper goes on where they stopped, on any device.
//!
//! Only lines move. Who buys and where it goes stay with the cart they were written into, because whoever opens a link need
//! not be the person it was sent to.

use kernel::{CartId, Lang, StoreScope};

use super::holds;
use super::lines::keep_sums;
use super::model::{Cart, Item, MOST_LINES};
use super::store;
use super::told::CartError;
use crate::App;

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

/// Brings the lines of `source` into the visitor's cart, or into a new one. A line that is there already keeps the larger of
/// both quantities, so that opening a link twice brings nothing twice. Prices and stock are judged where the cart is shown.
///
/// # Errors
/// [`CartError::Closed`] when the visitor's cart has become an order meanwhile; of the database.
pub async fn restore(
    app: &App,
    scope: &StoreScope,
    language: Lang,
    visitor: Option<&Cart>,
    source: CartId,
) -> Result<Restored, CartError> {
    // Whoever goes on choosing has left the checkout.
    holds::leave(app, scope, visitor).await?;
    let now = app.env().now();
    let (cart, token) = match visitor {
        Some(cart) => (cart.id, None),
        None => (app.env().id(), Some(app.env().token())),
    };
    let (at, hash) = (scope.clone(), token.as_deref().map(web::caller::hash_token));
    let (items_count, is_merged, left_out) = app
        .db()
        .tx(async move |c| {
            let mut items = match &hash {
                Some(hash) => {
                    store::insert(c, &at, cart, hash, language, now).await?;
                    Vec::new()
                }
                None if store::touch(c, &at, cart, now).await? => store::list_items(c, &at, cart).await?,
                None => return Err(CartError::Closed),
            };
            let own = items.len();
            let (mut shared, mut left_out) = (0, 0);
            for Item { product_id, variant_id, quantity, unit_price, fields, .. } in store::list_items(c, &at, source).await? {
                // A file that somebody sent stays theirs: whoever opens the link chooses anew and sends their own.
                if fields.iter().any(|f| f.file.is_some()) {
                    left_out += 1;
                    continue;
                }
                let same =
                    items.iter_mut().find(|i| (i.product_id, i.variant_id) == (product_id, variant_id) && i.fields == fields);
                if let Some(item) = same {
                    shared += 1;
                    if quantity > item.quantity {
                        item.quantity = quantity;
                        store::update_item(c, &at, cart, item.line, quantity, item.unit_price).await?;
                    }
                } else if items.len() >= MOST_LINES {
                    left_out += 1;
                } else {
                    let line = items.last().map_or(1, |i| i.line + 1);
                    let item = Item { line, product_id, variant_id, quantity, unit_price, fields, held: 0 };
                    store::insert_item(c, &at, cart, &item).await?;
                    items.push(item);
                }
            }
            store::set_restored_from(c, &at, cart, source).await?;
            let count = keep_sums(c, &at, cart, &items).await?;
            Ok::<_, CartError>((count, own > shared, left_out))
        })
        .await?;
    Ok(Restored { cart, token, items_count, is_merged, left_out })
}
