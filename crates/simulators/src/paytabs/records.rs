//! The one merchant of the simulator, and pages.

use kernel::{Currency, Millis};
use serde_json::Value;

pub(super) const PROFILE_ID: u64 = 47_554;
pub(super) const SERVER_KEY: &str = "S0SIMULATO-R000000000-0000000000";
pub(super) const CLIENT_KEY: &str = "C0SIMU-LATOR0-000000-000000";

/// A page, by the reference of its transaction.
pub(super) struct Page {
    /// The request as it was sent.
    pub(super) request: Value,
    pub(super) amount_minor: i64,
    pub(super) currency: Currency,
    /// What was refunded and captured so far.
    pub(super) refunded_minor: i64,
    pub(super) captured_minor: i64,
    pub(super) is_voided: bool,
    pub(super) created: Millis,
    /// The latest state, once somebody has paid or tried to.
    pub(super) transaction: Option<Value>,
}
