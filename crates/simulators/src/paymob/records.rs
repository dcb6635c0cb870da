//! Orders and keys.

use kernel::Millis;

/// A registered order.
pub(super) struct Order {
    pub(super) merchant_order_id: String,
    pub(super) amount_cents: i64,
    pub(super) currency: String,
    pub(super) is_paid: bool,
}

/// What a page is opened with: a payment key of the legacy flow, or the client secret of an intention.
pub(super) struct PaymentKey {
    pub(super) order_id: u64,
    pub(super) integration_id: u64,
    pub(super) until: Millis,
    /// Where callbacks and browsers go, where the intention says it.
    pub(super) notification_url: Option<String>,
    pub(super) redirection_url: Option<String>,
    /// The transaction that was made with it.
    pub(super) transaction_id: Option<u64>,
    /// The last digits of the wallet, and `card`, `wallet` or `aggregator`.
    pub(super) source: (String, &'static str),
}
