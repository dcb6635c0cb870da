//! The proposed first delivery method of a store: main cities of its country, a usual price in its currency. Pure.

use kernel::{Currency, Lang, Texts};

use customers::places;

/// The usual price of couriers inside the currency's country, in major units.
const fn cost(currency: Currency) -> i64 {
    match currency {
        Currency::KWD | Currency::BHD | Currency::OMR => 2,
        Currency::JOD => 3,
        Currency::EUR | Currency::USD => 5,
        Currency::TND => 8,
        Currency::LYD => 15,
        Currency::AED | Currency::QAR => 20,
        Currency::SAR => 25,
        Currency::MAD => 35,
        Currency::EGP => 65,
        Currency::YER => 2_000,
        Currency::SYP => 30_000,
        Currency::LBP => 270_000,
    }
}

/// The cities with the most parcels of a country, by the names of `places`.
const fn main_cities(country: &str) -> &'static [&'static str] {
    match country.as_bytes() {
        b"SA" => &["Riyadh", "Jeddah", "Makkah", "Madinah", "Dammam", "Khobar"],
        b"AE" => &["Abu Dhabi", "Dubai", "Sharjah", "Ajman", "Al Ain"],
        b"KW" => &["Kuwait City", "Hawalli", "Salmiya", "Farwaniya", "Ahmadi", "Jahra"],
        b"QA" => &["Doha", "Al Rayyan", "Al Wakrah", "Lusail"],
        b"BH" => &["Manama", "Muharraq", "Riffa", "Hamad Town", "Isa Town"],
        b"OM" => &["Muscat", "Seeb", "Salalah", "Sohar", "Nizwa"],
        b"EG" => &["Cairo", "Giza", "Alexandria", "6th of October", "Mansoura", "Tanta"],
        b"JO" => &["Amman", "Zarqa", "Irbid", "Aqaba", "Salt"],
        b"IQ" => &["Baghdad", "Basra", "Mosul", "Erbil", "Najaf", "Karbala"],
        b"LB" => &["Beirut", "Tripoli", "Sidon", "Tyre", "Zahle"],
        b"PS" => &["Ramallah", "Nablus", "Hebron", "Bethlehem", "Jenin"],
        b"SY" => &["Damascus", "Aleppo", "Homs", "Hama", "Latakia"],
        b"YE" => &["Sanaa", "Aden", "Taiz", "Hodeidah", "Mukalla"],
        b"MA" => &["Casablanca", "Rabat", "Marrakesh", "Fez", "Tangier", "Agadir"],
        b"DZ" => &["Algiers", "Oran", "Constantine", "Annaba", "Blida"],
        b"TN" => &["Tunis", "Sfax", "Sousse", "Ariana", "Bizerte"],
        b"LY" => &["Tripoli", "Benghazi", "Misrata", "Zawiya"],
        b"SD" => &["Khartoum", "Omdurman", "Port Sudan", "Kassala"],
        _ => &[],
    }
}

/// Name, cost in minor units and cities of the method.
pub(super) fn for_country(country: &str, currency: Currency, lang: Lang) -> (Texts, i64, Vec<String>) {
    let cities = main_cities(country).iter().map(|city| places::named(country, city, lang)).collect();
    (Texts::new("توصيل للمدن الرئيسية", "Delivery to major cities"), cost(currency) * 10_i64.pow(currency.exponent()), cities)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sp_01_every_proposed_city_is_in_the_list_of_its_country() {
        for country in kernel::phone::countries() {
            for city in main_cities(country.region) {
                assert!(places::find(country.region, city).is_some(), "{} {city}", country.region);
            }
        }
    }

    #[test]
    fn sp_01_a_proposal_speaks_the_stores_language_and_currency() {
        let (_, cost, cities) = for_country("KW", Currency::KWD, Lang::Ar);
        assert_eq!((cost, cities.first().map(String::as_str)), (2_000, Some("الكويت")));
        let (_, cost, cities) = for_country("SA", Currency::SAR, Lang::En);
        assert_eq!((cost, cities.first().map(String::as_str)), (2_500, Some("Riyadh")));
        assert!(for_country("DE", Currency::EUR, Lang::En).2.is_empty());
        assert!(Currency::ALL.iter().all(|c| for_country("SA", *c, Lang::En).1 > 0));
    }
}
