//! Search words of a cart: its shopper's name and number, as for customers.

use db::{Conn, Result};
use kernel::StoreScope;

use super::model::{Cart, Contact};
use customers::words_of;
use platform::search::{self, Index};

/// Updates the search words when the contact changed; no statement when it did not.
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
