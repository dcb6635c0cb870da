//! The calls that pickups make.

use std::sync::Arc;

use platform::provider_calls::ProviderCall;

use super::cancel_call::CancelPickup;
use super::read_call::ReadPickups;
use super::request_call::RequestPickup;

/// The kinds of calls that pickups make.
#[must_use]
pub fn calls() -> Vec<Arc<dyn ProviderCall>> {
    vec![Arc::new(RequestPickup), Arc::new(CancelPickup), Arc::new(ReadPickups)]
}
