//! The places where customers collect their orders, as the shipping settings name them.

use commerce::shipping::{ShippingMethod, ShippingProvider};
use kernel::Lang;
use serde::Serialize;

use crate::current_store::Store;
use crate::error::PageError;
use crate::shop::Shop;

/// Most branches of a section.
const MOST: usize = 24;

/// A branch as its card shows it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Branch {
    name: String,
    address: String,
    /// The merchant's words: mostly the opening hours.
    note: String,
    /// Its place on a map, opened in the shopper's own app: no map is loaded into the page.
    map: String,
}

/// The pickup points that are on offer and have an address.
pub(super) async fn list(shop: &Shop, store: &Store, lang: Lang) -> Result<Vec<Branch>, PageError> {
    let methods = shop.shipping_methods(store).await?;
    Ok(methods.iter().filter_map(|method| branch(method, lang)).take(MOST).collect())
}

fn branch(method: &ShippingMethod, lang: Lang) -> Option<Branch> {
    if !method.is_active || method.provider != ShippingProvider::Pickup || method.lacks_address() {
        return None;
    }
    let address = method.pickup_address.get(lang).to_owned();
    let words: String = form_urlencoded::byte_serialize(address.replace('\n', " ").as_bytes()).collect();
    Some(Branch {
        name: method.name.get(lang).to_owned(),
        note: method.note.get(lang).to_owned(),
        map: format!("https://maps.google.com/?q={words}"),
        address,
    })
}
