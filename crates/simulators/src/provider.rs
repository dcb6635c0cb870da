//! What a simulated payment provider is, apart from its API.

use kernel::Millis;
use serde_json::Value;

use crate::service::Notice;

/// A payment, as the page and tests see it.
pub(crate) struct Payment {
    /// The key of its page, by which it is pressed.
    pub(crate) id: String,
    /// The merchant's reference.
    pub(crate) reference: String,
    /// `125.50 SAR`
    pub(crate) amount: String,
    /// `open`, `pending`, `paid`, `declined`.
    pub(crate) state: &'static str,
    /// What went back of it, in minor units.
    pub(crate) refunded_minor: i64,
    /// The language of its page, where the merchant chose one.
    pub(crate) lang: String,
}

/// What becomes of a payment.
#[derive(Clone, Copy)]
pub(crate) enum Settlement {
    /// Not decided.
    Pending,
    /// Paid; `is_partly` for half of the amount.
    Approved { is_partly: bool },
    /// Declined, with the bank's words.
    Declined(&'static str),
}

/// Whose key signs a callback.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SigningKey {
    /// The merchant's.
    Own,
    /// Somebody else's.
    Foreign,
}

/// How the browser goes back to the store.
pub(crate) enum BrowserReturn {
    /// By an address.
    Redirect(String),
    /// By a form that it posts.
    Form { url: String, fields: Vec<(String, String)> },
    /// The merchant has no address: the page says so.
    Nowhere,
}

/// A payment provider's books.
pub(crate) trait Provider: Send + 'static {
    /// Its name on the page.
    const NAME: &'static str;

    /// Whether the contract has such a message.
    const HAS_CHARGEBACKS: bool;

    /// All payments, the latest first.
    fn payments(&self) -> Vec<Payment>;

    /// Settles a payment that is open or pending; the transaction, in the provider's shape.
    fn settle(&mut self, id: &str, settlement: Settlement, at: Millis) -> Option<Value>;

    /// The bank takes a paid one back; the transaction.
    fn charge_back(&mut self, id: &str, at: Millis) -> Option<Value>;

    /// The callback about a transaction; none where the merchant has no address for it.
    fn notice(&self, transaction: &Value, key: SigningKey) -> Option<Notice>;

    /// How the browser goes back with a transaction.
    fn browser_return(&self, transaction: &Value) -> BrowserReturn;

    /// Changes settings; whether all of them are known.
    fn set(&mut self, settings: &Value) -> bool;

    /// What a merchant pastes into the product.
    fn credentials(&self) -> Vec<(&'static str, String)>;
}
