//! Deletes a cart. That its person was reminded stays known: the unsubscribe link works, and the cap holds.

use db::Topics;
use kernel::{CartId, StoreScope};
use serde_json::json;
use web::{ApiError, ApiResult, Message};

use super::store;
use commerce::carts::entities;
use commerce::carts::{self, reservations};
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::search::{self, Index};

const ORDERED: Message =
    Message::new("تحوّلت السلة إلى طلب ولا يمكن حذفها.", "The cart was converted to an order and can't be deleted.");

/// Deletes an open cart and releases the reservations of its checkout.
///
/// # Errors
/// 404; 409 `cart_ordered`; 503 while its shopper is checking out.
pub async fn delete(app: &App, scope: &StoreScope, id: CartId) -> ApiResult<()> {
    let cart = carts::store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)?;
    if cart.order_id.is_some() {
        return Err(ApiError::conflict("cart_ordered", ORDERED));
    }
    reservations::release(app, scope, Some(&cart)).await?;
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            // A reminder that is being written holds the row lock: it is deleted with the others once the row is locked here.
            if !carts::store::claim_to_delete(c, &at, id).await? {
                return Err(ApiError::busy());
            }
            store::delete_reminders(c, &at, id).await?;
            search::delete(c, at.store(), Index::Cart, id.raw()).await?;
            carts::store::delete(c, &at, id).await?;
            // The entry holds no names: an erasure could not find it by the person.
            let before = json!({ "step": cart.step.as_str(), "items_count": cart.items_count });
            journal::write(c, &at, now, Topics::SALES, Entry::new(Act::Delete, entities::CART, id).before(before)).await?;
            Ok(())
        })
        .await
}
