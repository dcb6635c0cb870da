//! All providers that there are. A new one is a line in each list.

use std::sync::Arc;

use super::{HttpClient, PaymentGateways, paymob, paytabs};
use crate::fields::ProviderDescription;

/// What each says of itself. Codes of one service begin with its name: `PAYTABS`, `PAYTABS_EG`.
pub const DESCRIPTIONS: &[&ProviderDescription] =
    &[&paymob::DESCRIPTION, &paytabs::PAYTABS, &paytabs::PAYTABS_EG, &paytabs::PAYTABS_SA];

/// Every provider, at the addresses of its regions. `base_override` answers another address for a provider's code, as simulators
/// have; none in production.
pub fn all(http: &HttpClient, base_override: impl Fn(&'static str) -> Option<String>) -> PaymentGateways {
    let paytabs = |description: &'static ProviderDescription| {
        Arc::new(paytabs::PayTabs::new(description, http.clone(), base_override(description.code)))
    };
    PaymentGateways::default()
        .with(Arc::new(paymob::Paymob::new(http.clone(), base_override(paymob::DESCRIPTION.code))))
        .with(paytabs(&paytabs::PAYTABS))
        .with(paytabs(&paytabs::PAYTABS_EG))
        .with(paytabs(&paytabs::PAYTABS_SA))
}
