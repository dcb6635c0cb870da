//! What a cart is found by: its shopper's name and number, as customers are.

use db::{Conn, Result};
use kernel::StoreScope;

use super::model::{Cart, Contact};
use customers::words_of;
use platform::search::{self, Index};

/// Keeps the words of a contact that is not the cart's own any more. Costs nothing when it is.
///
/// # Errors
/// The database failed.
pub async fn update_index(c: Conn<'_>, scope: &StoreScope, cart: &Cart, contact: Option<&Contact>) -> Result<()> {
    let Some(contact) = contact else { return Ok(()) };
    if cart.contact.as_ref().is_some_and(|stored| stored.name == contact.name && stored.mobile == contact.mobile) {
        return Ok(());
    }
    search::replace(c, scope.store(), Index::Cart, cart.id.raw(), &words_of(&contact.name, &contact.mobile)).await
}
