//! Whether a courier of the program can work for a store: its country and its currency (SP-01; docs/decisions/0104). Pure.

use gateways::couriers::providers;
use kernel::{Currency, Lang};
use platform::stores::StoreProfile;
use web::Message;

use super::words::ShippingProvider;

const NOT_THERE: Message = Message::new(
    "لا تعمل شركة الشحن في بلد متجرك، فلا يمكن حجز شحنات معها.",
    "This courier doesn't deliver in your store's country, so no shipment can be booked with it.",
);
const TAKES_NO_CURRENCY: Message =
    Message::new("لا تقبل شركة الشحن عملة متجرك ({currency}).", "This courier doesn't accept your store's currency ({currency}).");

/// Where a store sells, and in which currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Market<'a> {
    /// ISO 3166 alpha-2, upper case.
    pub country: &'a str,
    /// The store's currency.
    pub currency: Currency,
}

impl<'a> From<&'a StoreProfile> for Market<'a> {
    fn from(profile: &'a StoreProfile) -> Self {
        Self { country: &profile.country, currency: profile.currency }
    }
}

impl Market<'_> {
    /// Why a provider cannot work for the store; none where it can, and for the merchant's own couriers and pickups.
    #[must_use]
    pub fn fault(self, provider: ShippingProvider) -> Option<Message> {
        let (_, capabilities) = providers::find(provider.as_str())?;
        if !capabilities.countries.contains(&self.country) {
            return Some(NOT_THERE);
        }
        let currency = self.currency;
        (!capabilities.currencies.contains(&currency)).then(|| Message {
            ar: TAKES_NO_CURRENCY.with("currency", currency.name_ar()).get(Lang::Ar).to_owned().into(),
            en: TAKES_NO_CURRENCY.with("currency", currency.code()).get(Lang::En).to_owned().into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SP-01: a courier works for the stores of its country and currency; whoever is none of the program works for all.
    #[test]
    fn sp_01_a_courier_works_where_it_delivers_and_collects() {
        let egypt = Market { country: "EG", currency: Currency::EGP };
        for provider in ShippingProvider::ALL {
            assert!(egypt.fault(*provider).is_none(), "{}", provider.as_str());
        }
        let riyadh = Market { country: "SA", currency: Currency::SAR };
        assert!(riyadh.fault(ShippingProvider::Bosta).unwrap().en.contains("country"));
        assert!(riyadh.fault(ShippingProvider::Custom).is_none() && riyadh.fault(ShippingProvider::Pickup).is_none());
        let fault = Market { currency: Currency::SAR, ..egypt }.fault(ShippingProvider::Wassalha).unwrap();
        assert!(fault.en.contains("SAR") && fault.ar.contains("ريال سعودي"), "{fault:?}");
    }
}
