//! Redirects and missed addresses. Pure.

use kernel::{Millis, MissedAddressId, RedirectId};

/// Most redirects of a store.
pub(super) const MOST: i64 = 10_000;
/// Most missed addresses that a store keeps; the rarest go first.
pub(super) const MOST_MISSED: i64 = 500;
/// How long a missed address is kept after it was last asked for.
pub(super) const KEPT_MISSED: i64 = 30 * Millis::DAY;
/// How long a deleted redirect can be restored.
pub(super) const KEPT_DELETED: i64 = 30 * Millis::DAY;
/// Redirects that may follow one another before a shopper arrives.
pub(super) const MOST_STEPS: usize = 10;

/// An old address and where it leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Redirect {
    pub(super) id: RedirectId,
    /// A path of the store, decoded.
    pub(super) address: String,
    pub(super) address_key: String,
    /// A path of the store, or an address on the web.
    pub(super) target: String,
    /// The key of a target in the store; empty for one on another host.
    pub(super) target_key: String,
    /// It is answered with 301, else with 302.
    pub(super) is_permanent: bool,
    pub(super) hits: i64,
    pub(super) last_hit_at: Option<Millis>,
    pub(super) created_at: Millis,
    pub(super) updated_at: Millis,
    pub(super) deleted_at: Option<Millis>,
    pub(super) version: i64,
}

/// An address that shoppers asked for and the store did not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MissedAddress {
    pub(super) id: MissedAddressId,
    pub(super) address: String,
    pub(super) hits: i64,
    pub(super) referrer: String,
    pub(super) first_seen_at: Millis,
    pub(super) last_seen_at: Millis,
    pub(super) is_ignored: bool,
}
