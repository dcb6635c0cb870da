//! All couriers that there are. A new one is a line in each list.

use std::sync::Arc;

use crate::fields::ProviderDescription;
use crate::http::HttpClient;

use super::{Couriers, bosta, wassalha};

/// What each says of itself.
pub const DESCRIPTIONS: &[&ProviderDescription] = &[&bosta::DESCRIPTION, &wassalha::DESCRIPTION];

/// Every courier, at its address. `base_override` answers another address for a provider's code, as simulators have; none in
/// production.
pub fn all(http: &HttpClient, base_override: impl Fn(&'static str) -> Option<String>) -> Couriers {
    let bosta = bosta::Bosta::new(http.clone(), base_override(bosta::DESCRIPTION.code));
    Couriers::default()
        .with(bosta::DESCRIPTION.code, Arc::new(bosta))
        .with(wassalha::DESCRIPTION.code, Arc::new(wassalha::Wassalha))
}
