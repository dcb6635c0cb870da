//! What a courier is asked for a price, and how long an answer holds. Pure.

use customers::{Address, places};
use gateways::CourierService;
use gateways::couriers::{CourierCity, DeliveryAddress, ParcelSize, RateRequest, find_place};
use kernel::{Currency, Millis};

use super::words::Size;

/// How long an answer is kept.
pub(super) const VALID_FOR: i64 = 15 * Millis::MINUTE;
/// How long a courier that could not be reached is left alone at first; each time twice as long.
const FIRST_PAUSE: i64 = Millis::MINUTE;
/// Grams of the steps in which parcels are weighed: a price for each gram would be asked for each cart.
const WEIGHT_STEP: i64 = 1_000;
/// The heaviest step.
const MOST_STEPS: i64 = 100;

/// A parcel whose price is asked.
#[derive(Debug, Clone, Copy)]
pub struct RatedParcel<'a> {
    /// Where it goes.
    pub address: &'a Address,
    /// Its size.
    pub size: Size,
    /// In grams; 0 when it is not known.
    pub weight_grams: i64,
    /// The store's currency.
    pub currency: Currency,
    /// The store adds its VAT to the price of a delivery: the courier's is asked without.
    pub is_vat_added: bool,
}

/// The request of a parcel; none where the courier does not go there, or it is not known from where.
pub(super) fn request(from_city: &str, cities: &[CourierCity], parcel: &RatedParcel<'_>) -> Option<RateRequest> {
    // Addresses often name a town alone; couriers name governorates.
    let region_of_city =
        || places::find(&parcel.address.country, &parcel.address.city)?.region.map(|region| region.ar.to_owned());
    let region = Some(parcel.address.region.clone()).filter(|region| !region.is_empty());
    let address = DeliveryAddress {
        country: parcel.address.country.clone(),
        region: region.or_else(region_of_city).unwrap_or_default(),
        city: parcel.address.city.clone(),
        district: parcel.address.district.clone(),
        ..DeliveryAddress::default()
    };
    let (city, _) = find_place(cities, &address)?;
    // A city of the same name in another country is another city.
    let is_there = city.iso.is_empty() || city.iso.split('-').next() == Some(address.country.as_str());
    if from_city.is_empty() || !city.has_delivery || !is_there {
        return None;
    }
    let steps = (parcel.weight_grams.max(0).saturating_add(WEIGHT_STEP - 1) / WEIGHT_STEP).min(MOST_STEPS);
    Some(RateRequest {
        from_city: from_city.to_owned(),
        to_city: city.code.clone(),
        service: CourierService::Deliver,
        size: match parcel.size {
            Size::Small => ParcelSize::Small,
            Size::Medium => ParcelSize::Medium,
            Size::Large => ParcelSize::Large,
        },
        weight_grams: steps * WEIGHT_STEP,
        // The price of a delivery does not change with the way of paying: what collecting costs is the payment method's fee.
        cod_minor: 0,
        currency: parcel.currency,
    })
}

/// The key under which the answer to a request is kept.
pub(super) fn key(request: &RateRequest, is_vat_added: bool) -> String {
    let RateRequest { from_city, to_city, service, size, weight_grams, cod_minor: _, currency } = request;
    let (service, size, currency) = (service.as_str(), size.as_str(), currency.code());
    let vat = if is_vat_added { "net" } else { "gross" };
    format!("{from_city}|{to_city}|{service}|{size}|{weight_grams}|{currency}|{vat}")
}

/// How long a courier is left alone after so many failures in a row.
pub(super) fn pause(failures: i64) -> i64 {
    let exponent = u32::try_from((failures - 1).clamp(0, 10)).unwrap_or(0);
    (FIRST_PAUSE * 2_i64.pow(exponent)).min(VALID_FOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::couriers::bosta;
    use proptest::prelude::*;

    fn to(country: &str, city: &str) -> Address {
        Address { country: country.into(), city: city.into(), ..Address::default() }
    }

    fn request_for(address: &Address, size: Size, weight_grams: i64) -> Option<RateRequest> {
        let parcel = RatedParcel { address, size, weight_grams, currency: Currency::EGP, is_vat_added: false };
        request("EG-01", &bosta::cities(), &parcel)
    }

    #[test]
    fn sp_03_a_price_is_asked_for_the_city_however_it_is_spelt() {
        for city in ["القاهره", "Cairo", "مدينة نصر", "المعادي"] {
            assert_eq!(request_for(&to("EG", city), Size::Small, 0).unwrap().to_city, "EG-01", "{city}");
        }
        assert!(request_for(&to("EG", "Atlantis"), Size::Small, 0).is_none());
        assert!(request_for(&to("SA", "القاهرة"), Size::Small, 0).is_none(), "a city of that name in another country");
        let address = to("EG", "Cairo");
        let parcel =
            RatedParcel { address: &address, size: Size::Small, weight_grams: 0, currency: Currency::EGP, is_vat_added: false };
        assert!(request("", &bosta::cities(), &parcel).is_none(), "nobody knows from where");
    }

    #[test]
    fn sp_03_a_courier_that_is_gone_is_left_alone_for_longer_each_time() {
        assert_eq!([pause(1), pause(2), pause(3)], [Millis::MINUTE, 2 * Millis::MINUTE, 4 * Millis::MINUTE]);
        assert_eq!((pause(40), pause(0)), (VALID_FOR, FIRST_PAUSE));
    }

    proptest! {
        #[test]
        fn sp_03_parcels_that_weigh_nearly_the_same_are_asked_once(a in 0_i64..1_000_000, b in 0_i64..1_000_000) {
            let address = to("EG", "Giza");
            let of = |grams| request_for(&address, Size::Medium, grams).unwrap();
            let (one, other) = (of(a), of(b));
            prop_assert!(one.weight_grams >= a.min(MOST_STEPS * WEIGHT_STEP) && one.weight_grams < a + WEIGHT_STEP);
            let is_same = key(&one, false) == key(&other, false);
            prop_assert_eq!(is_same, one == other);
            prop_assert_ne!(key(&one, false), key(&one, true));
            if a <= b {
                prop_assert!(one.weight_grams <= other.weight_grams, "a heavier parcel is never asked as a lighter one");
            }
        }

        #[test]
        fn sp_03_pauses_grow_and_have_an_end(failures in 0_i64..10_000) {
            prop_assert!(pause(failures) <= pause(failures + 1));
            prop_assert!((FIRST_PAUSE..=VALID_FOR).contains(&pause(failures)));
        }
    }
}
