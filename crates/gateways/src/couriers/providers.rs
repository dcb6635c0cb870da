//! All couriers that there are. A new one is a line in each list.

use std::sync::Arc;

use crate::fields::ProviderDescription;
use crate::http::HttpClient;

use super::capabilities::Capabilities;
use super::{Couriers, bosta, wassalha};

/// What each says of itself, and what it can do: known without a connection.
pub const KNOWN: &[(&ProviderDescription, &Capabilities)] =
    &[(&bosta::DESCRIPTION, &bosta::CAPABILITIES), (&wassalha::DESCRIPTION, &wassalha::CAPABILITIES)];

/// What the courier of a provider's code says of itself, and what it can do; none where the code is no courier of the program.
#[must_use]
pub fn find(code: &str) -> Option<(&'static ProviderDescription, &'static Capabilities)> {
    KNOWN.iter().copied().find(|(description, _)| description.code == code)
}

/// Every courier, at its address. `base_override` answers another address for a provider's code, as simulators have; none in
/// production.
pub fn all(http: &HttpClient, base_override: impl Fn(&'static str) -> Option<String>) -> Couriers {
    let bosta = bosta::Bosta::new(http.clone(), base_override(bosta::DESCRIPTION.code));
    Couriers::default()
        .with(bosta::DESCRIPTION.code, Arc::new(bosta))
        .with(wassalha::DESCRIPTION.code, Arc::new(wassalha::Wassalha))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::HttpLimits;

    /// SP-02: the lists name the same couriers, and tell the same of each.
    #[test]
    fn sp_02_what_is_known_of_couriers_is_what_they_say() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = HttpClient::new(kernel::Env::fake(kernel::Millis(0)), HttpLimits::default()).unwrap();
        let connected = all(&http, |_| None);
        assert_eq!(connected.descriptions().count(), KNOWN.len());
        for (description, capabilities) in KNOWN {
            let courier = connected.get(description.code).unwrap();
            assert_eq!(courier.description(), *description);
            assert_eq!(courier.capabilities().countries, capabilities.countries);
            assert_eq!(find(description.code).unwrap().1.currencies, courier.capabilities().currencies);
        }
        assert!(find("CUSTOM").is_none() && find("PICKUP").is_none());
    }
}
