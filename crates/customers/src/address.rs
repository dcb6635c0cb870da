//! Shipping addresses: of checkout, of an order and of the address book (core 3, contracts/locale.md §10).
//!
//! Invariant: a stored address has a recipient, an E.164 number, a country and a city; its texts are clean single lines.

use kernel::digits::{scaled, to_latin};
use kernel::fold::fold_all;
use kernel::text_guard::{Lines, clean};
use serde::{Deserialize, Serialize};
use web::{FieldErrors, Message};

use super::places;
use platform::stores::StoreProfile;
use web::fields::{guard_message, line, mobile};
use web::schema;

/// Countries that addresses may name when a store sells worldwide: those whose phone numbers can be parsed, and other two-letter
/// codes.
const COUNTRY_CODE: Message = Message::new("اختر الدولة.", "Choose the country.");
const NOT_SERVED: Message = Message::new("لا يشحن المتجر إلى هذه الدولة.", "The store doesn't ship to this country.");
const SHORT_ADDRESS: Message =
    Message::new("اكتب العنوان الوطني المختصر مثل RRRD2929.", "Enter a short national address like RRRD2929.");
const POSTAL_CODE: Message = Message::new("الرمز البريدي غير صحيح لهذه الدولة.", "Enter a valid postal code for this country.");
const STREET_OR_DETAILS: Message =
    Message::new("اكتب الشارع أو وصف الموقع للمندوب.", "Enter a street or directions for the courier.");
const NOT_A_PLACE: Message = Message::new("الموقع على الخريطة غير صحيح.", "Enter a valid map location.");

/// Coordinates, as decimal degrees in text: no float, no rounding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GeoLocation {
    /// From -90 to 90, at most seven decimals.
    #[schema(pattern = r"^-?([0-8]?[0-9](\.[0-9]{1,7})?|90)$", example = "24.7136")]
    pub lat: String,
    /// From -180 to 180.
    #[schema(pattern = r"^-?((1[0-7][0-9]|[0-9]{1,2})(\.[0-9]{1,7})?|180)$", example = "46.6753")]
    pub lng: String,
}

/// A validated address.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Address {
    /// The recipient.
    pub name: String,
    /// E.164.
    pub mobile: String,
    /// ISO 3166 alpha-2, upper case.
    pub country: String,
    /// Region, governorate or emirate; empty where not asked.
    #[serde(default)]
    pub region: String,
    /// City; one of the lists has its name in the store's own language (`places`).
    pub city: String,
    /// District or neighbourhood.
    #[serde(default)]
    pub district: String,
    /// Street.
    #[serde(default)]
    pub street: String,
    /// Building, floor, flat.
    #[serde(default)]
    pub building: String,
    /// Saudi short national address: `RRRD2929`.
    #[serde(default)]
    pub short_address: String,
    /// Postal code.
    #[serde(default)]
    pub postal_code: String,
    /// Landmarks and directions.
    #[serde(default)]
    pub details: String,
    /// Coordinates, when the shopper gave them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub geo_location: Option<GeoLocation>,
}

/// An address as it was typed, not validated.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddressIn {
    /// The recipient.
    #[schema(value_type = schema::RequiredLine<100>, required = true)]
    #[serde(default)]
    pub name: String,
    /// In any notation of phone numbers.
    #[schema(value_type = schema::Mobile, required = true)]
    #[serde(default)]
    pub mobile: String,
    /// ISO 3166 alpha-2; the store's country when empty.
    #[schema(value_type = schema::CountryCode)]
    #[serde(default)]
    pub country: String,
    /// Region, governorate or emirate.
    #[schema(value_type = schema::Line<100>)]
    #[serde(default)]
    pub region: String,
    /// City.
    #[schema(value_type = schema::RequiredLine<100>, required = true)]
    #[serde(default)]
    pub city: String,
    /// District or neighbourhood.
    #[schema(value_type = schema::Line<100>)]
    #[serde(default)]
    pub district: String,
    /// Street.
    #[schema(value_type = schema::Line<200>)]
    #[serde(default)]
    pub street: String,
    /// Building, floor, flat.
    #[schema(value_type = schema::Line<100>)]
    #[serde(default)]
    pub building: String,
    /// Saudi short national address.
    #[schema(value_type = schema::Line<20>)]
    #[serde(default)]
    pub short_address: String,
    /// Postal code.
    #[schema(value_type = schema::Line<20>)]
    #[serde(default)]
    pub postal_code: String,
    /// Landmarks and directions.
    #[schema(value_type = schema::LongText<500>)]
    #[serde(default)]
    pub details: String,
    /// Coordinates.
    #[serde(default)]
    pub geo_location: Option<GeoLocation>,
}

/// The number of digits of a postal code, by country; `None` where it is not checked.
fn postal_digits(country: &str) -> Option<&'static [usize]> {
    Some(match country {
        "SA" => &[5, 9],
        "EG" | "KW" | "JO" | "MA" => &[5],
        "TN" => &[4],
        "OM" => &[3],
        "BH" => &[3, 4],
        "LB" => &[4, 8],
        _ => return None,
    })
}

pub(super) fn is_degrees(text: &str, most: i64) -> bool {
    scaled(text, 7).is_ok_and(|n| n.abs() <= most * 10_000_000)
}

impl AddressIn {
    /// Validates the address for a store. Fields are named without a prefix: `city`.
    ///
    /// Required of everyone: name, mobile, city, and a street or directions; the rest is checked when it is given.
    ///
    /// # Errors
    /// All invalid fields.
    pub fn read(self, profile: &StoreProfile) -> Result<Address, FieldErrors> {
        let (address, errors) = self.gathered(profile);
        if errors.is_empty() { Ok(address) } else { Err(errors) }
    }

    /// The address with all of its errors.
    fn gathered(self, profile: &StoreProfile) -> (Address, FieldErrors) {
        let Self {
            name,
            mobile: number,
            country,
            region,
            city,
            district,
            street,
            building,
            short_address,
            postal_code,
            details,
            geo_location,
        } = self;
        let mut errors = FieldErrors::new();
        let e = &mut errors;
        let country = match country.trim() {
            "" => profile.country.clone(),
            code => code.to_ascii_uppercase(),
        };
        if country.len() != 2 || !country.bytes().all(|b| b.is_ascii_uppercase()) {
            e.add("country", COUNTRY_CODE);
        } else if country != profile.country && !profile.settings.allow_worldwide_checkout || country == "IL" {
            e.add("country", NOT_SERVED);
        }
        let address = Address {
            name: line(e, "name", &name, 100, true),
            mobile: mobile(e, "mobile", &number, &country),
            region: line(e, "region", &region, 100, false),
            city: places::named(&country, &line(e, "city", &city, 100, true), profile.default_language),
            district: line(e, "district", &district, 100, false),
            street: line(e, "street", &street, 200, false),
            building: line(e, "building", &building, 100, false),
            short_address: to_latin(line(e, "short_address", &short_address, 20, false).as_str())
                .replace([' ', '-'], "")
                .to_ascii_uppercase(),
            postal_code: to_latin(line(e, "postal_code", &postal_code, 20, false).as_str()).replace([' ', '-'], ""),
            details: clean(&details, 500, Lines::Many).map_or_else(
                |fault| {
                    e.add("details", guard_message(fault));
                    String::new()
                },
                |t| t.replace('\n', " "),
            ),
            geo_location,
            country,
        };
        if address.street.is_empty() && address.details.is_empty() && address.short_address.is_empty() {
            e.add("street", STREET_OR_DETAILS);
        }
        if !address.short_address.is_empty() && address.country == "SA" && !is_short_address(&address.short_address) {
            e.add("short_address", SHORT_ADDRESS);
        }
        let digits_fit = |lengths: &[usize]| {
            lengths.contains(&address.postal_code.len()) && address.postal_code.bytes().all(|b| b.is_ascii_digit())
        };
        if !address.postal_code.is_empty() && postal_digits(&address.country).is_some_and(|lengths| !digits_fit(lengths)) {
            e.add("postal_code", POSTAL_CODE);
        }
        if address.geo_location.as_ref().is_some_and(|g| !is_degrees(&g.lat, 90) || !is_degrees(&g.lng, 180)) {
            e.add("geo_location", NOT_A_PLACE);
        }
        (address, errors)
    }
}

impl AddressIn {
    /// The destination, for offering shipping methods before the recipient is known: country and city are enough. `None` where
    /// those are missing, or the store does not ship there.
    #[must_use]
    pub fn destination(&self, profile: &StoreProfile) -> Option<Address> {
        const ANY: &str = "-";
        let whole = Self {
            name: ANY.into(),
            mobile: String::new(),
            country: self.country.clone(),
            region: self.region.clone(),
            city: self.city.clone(),
            details: ANY.into(),
            ..Self::default()
        };
        let (address, errors) = whole.gathered(profile);
        let is_known = !errors.iter().any(|(field, _)| matches!(field, "country" | "region" | "city"));
        is_known.then(|| Address { name: String::new(), details: String::new(), ..address })
    }
}

/// Four Latin letters and four digits (contracts/locale.md §10).
pub(super) fn is_short_address(text: &str) -> bool {
    text.len() == 8 && text.bytes().enumerate().all(|(i, b)| if i < 4 { b.is_ascii_uppercase() } else { b.is_ascii_digit() })
}

impl Address {
    /// Key of the location without the recipient: equal for two people of one household.
    #[must_use]
    pub fn location_key(&self) -> String {
        let Self {
            name: _,
            mobile: _,
            country,
            region,
            city,
            district,
            street,
            building,
            short_address,
            postal_code: _,
            details,
            geo_location: _,
        } = self;
        fold_all([country, region, city, district, street, building, short_address, details].map(String::as_str))
    }

    /// Key of the whole address, equal for different spellings: the key of the address book.
    #[must_use]
    pub fn key(&self) -> String {
        let Self {
            name,
            mobile,
            country,
            region,
            city,
            district,
            street,
            building,
            short_address,
            postal_code,
            details,
            geo_location: _,
        } = self;
        fold_all(
            [name, mobile, country, region, city, district, street, building, short_address, postal_code, details]
                .map(String::as_str),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::stores::StoreSettings;

    fn profile(country: &str, is_worldwide: bool) -> StoreProfile {
        let settings = StoreSettings { allow_worldwide_checkout: is_worldwide, ..StoreSettings::default() };
        crate::testing::profile(country, kernel::Currency::SAR, settings)
    }

    fn address_input() -> AddressIn {
        AddressIn {
            name: " سارة  ".into(),
            mobile: "٠٥٠١٢٣٤٥٦٧".into(),
            city: "الرياض".into(),
            street: "العليا".into(),
            ..AddressIn::default()
        }
    }

    #[test]
    fn cu_01_an_address_is_cleaned_and_its_mobile_is_international() {
        let a = AddressIn { short_address: "rrrd ٢٩٢٩".into(), postal_code: "١٢٣٤٥-٦٧٨٩".into(), ..address_input() };
        let a = a.read(&profile("SA", false)).unwrap();
        assert_eq!((a.name.as_str(), a.mobile.as_str(), a.country.as_str()), ("سارة", "+966501234567", "SA"));
        assert_eq!((a.short_address.as_str(), a.postal_code.as_str()), ("RRRD2929", "123456789"));
    }

    #[test]
    fn cu_01_a_known_city_is_kept_under_one_name() {
        for city in ["Jeddah", "جده", "مدينة جدة"] {
            let read = AddressIn { city: city.into(), ..address_input() }.read(&profile("SA", false)).unwrap();
            assert_eq!(read.city, "جدة");
        }
        assert_eq!(
            AddressIn { city: "هجرة بعيدة".into(), ..address_input() }.read(&profile("SA", false)).unwrap().city,
            "هجرة بعيدة"
        );
    }

    #[test]
    fn cu_01_bad_addresses_name_their_fields() {
        let bad = |a: AddressIn, country: &str| format!("{:?}", a.read(&profile(country, false)).unwrap_err());
        assert!(bad(AddressIn { name: String::new(), ..address_input() }, "SA").contains("\"name\""));
        assert!(bad(AddressIn { city: "a\u{202E}b".into(), ..address_input() }, "SA").contains("\"city\""));
        assert!(bad(AddressIn { street: String::new(), ..address_input() }, "SA").contains("\"street\""));
        assert!(bad(AddressIn { short_address: "RRR2929".into(), ..address_input() }, "SA").contains("\"short_address\""));
        assert!(bad(AddressIn { postal_code: "123".into(), ..address_input() }, "SA").contains("\"postal_code\""));
        assert!(bad(AddressIn { country: "EG".into(), ..address_input() }, "SA").contains("\"country\""));
        assert!(bad(AddressIn { mobile: "12".into(), ..address_input() }, "SA").contains("\"mobile\""));
        let g = GeoLocation { lat: "91".into(), lng: "0".into() };
        assert!(bad(AddressIn { geo_location: Some(g), ..address_input() }, "SA").contains("geo_location"));
    }

    #[test]
    fn st_05_worldwide_checkout_opens_other_countries() {
        let abroad = AddressIn { country: "eg".into(), mobile: "01012345678".into(), ..address_input() };
        assert_eq!(abroad.clone().read(&profile("SA", true)).unwrap().country, "EG");
        assert!(abroad.read(&profile("SA", false)).is_err());
        assert!(
            AddressIn { country: "IL".into(), mobile: "+966501234567".into(), ..address_input() }
                .read(&profile("SA", true))
                .is_err()
        );
    }

    #[test]
    fn cu_01_spellings_of_one_address_share_a_key() {
        let a = address_input().read(&profile("SA", false)).unwrap();
        let b = AddressIn { street: "العُليا".into(), ..address_input() }.read(&profile("SA", false)).unwrap();
        assert_eq!(a.key(), b.key());
    }
}
