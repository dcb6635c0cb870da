//! What an address lacks before a courier can deliver there, in words for the shopper. Pure.
//!
//! More data never makes an address worse: a short national address or coordinates make up for an unusable street and an unlisted
//! city.

use std::collections::BTreeSet;

use kernel::fold::fold;
use serde::{Deserialize, Serialize};
use web::Message;

use super::address::{Address, is_short_address};
use super::places;

/// A gap of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AddressGap)]
pub enum Gap {
    /// There is no address.
    Address,
    /// No recipient.
    Recipient,
    /// No city.
    City,
    /// A city that the country's list does not have.
    UnknownCity,
    /// The street is unusable: missing, one word, digits alone, filler.
    Street,
    /// A malformed short national address.
    ShortAddressForm,
    /// No short national address (Saudi Arabia).
    ShortAddress,
    /// Neither a short national address nor coordinates (Saudi Arabia).
    Place,
    /// Neither of them nor a landmark (Saudi Arabia).
    PlaceOrLandmark,
}

impl Gap {
    /// All gaps.
    pub const ALL: [Self; 9] = [
        Self::Address,
        Self::Recipient,
        Self::City,
        Self::UnknownCity,
        Self::Street,
        Self::ShortAddressForm,
        Self::ShortAddress,
        Self::Place,
        Self::PlaceOrLandmark,
    ];

    /// The value in the API and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Recipient => "recipient",
            Self::City => "city",
            Self::UnknownCity => "unknown_city",
            Self::Street => "street",
            Self::ShortAddressForm => "short_address_form",
            Self::ShortAddress => "short_address",
            Self::Place => "place",
            Self::PlaceOrLandmark => "place_or_landmark",
        }
    }

    /// The instruction to the shopper.
    #[must_use]
    pub const fn message(self) -> Message {
        match self {
            Self::Address => Message::new("لا يوجد عنوان في الطلب.", "The order has no address."),
            Self::Recipient => Message::new("اسم المستلم ناقص.", "The recipient’s name is missing."),
            Self::City => Message::new("المدينة ناقصة.", "The city is missing."),
            Self::UnknownCity => Message::new("المدينة غير معروفة.", "Unknown city."),
            Self::Street => Message::new("أضف شارعًا أو وصفًا أدق.", "Add a more precise street or directions."),
            Self::ShortAddressForm => Message::new(
                "العنوان الوطني المختصر غير صحيح: 4 أحرف ثم 4 أرقام.",
                "Invalid short national address: 4 letters, then 4 digits.",
            ),
            Self::ShortAddress => Message::new("العنوان الوطني المختصر ناقص.", "The short national address is missing."),
            Self::Place => Message::new(
                "أضف العنوان الوطني المختصر أو الموقع على الخريطة.",
                "Add a short national address or a map location.",
            ),
            Self::PlaceOrLandmark => Message::new(
                "أضف العنوان الوطني المختصر أو الموقع على الخريطة أو علامة مميزة.",
                "Add a short national address, map location, or landmark.",
            ),
        }
    }
}

/// How exact a store requires Saudi addresses to be, beyond a street.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AddressExact)]
pub enum Exact {
    /// Nothing: a missing short address is a hint, and holds no order.
    #[default]
    Off,
    /// The short national address.
    ShortAddress,
    /// The short national address or coordinates.
    ShortOrPin,
    /// The short national address, coordinates, or a landmark.
    Any,
}

/// Which gaps hold an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = AddressDemands)]
pub struct Demands {
    /// The address gate is on: orders with gaps are held.
    pub is_on: bool,
    /// A city that is not in the lists holds the order.
    pub unknown_city: bool,
    /// An unusable street holds the order.
    pub street: bool,
    /// The requirement on Saudi addresses.
    pub exact: Exact,
}

impl Default for Demands {
    fn default() -> Self {
        Self { is_on: true, unknown_city: true, street: true, exact: Exact::Off }
    }
}

impl Demands {
    /// Parses the stored demands; a store that never changed them has the defaults.
    ///
    /// # Errors
    /// When the stored value cannot be parsed.
    pub fn read(value: &serde_json::Value) -> db::Result<Self> {
        platform::stores::read_document("address_gate", value)
    }
}

/// The gaps of an address.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Gaps {
    /// Gaps that hold the order.
    pub holding: Vec<Gap>,
    /// Gaps that are only hints.
    pub mentioned: Vec<Gap>,
}

/// Filler that people write to get past a required field; compared folded.
const FILLERS: [&str; 16] = [
    "test",
    "testing",
    "asd",
    "asdf",
    "qwe",
    "qwerty",
    "none",
    "null",
    "nil",
    "na",
    "unknown",
    "تجربة",
    "تجريبي",
    "لايوجد",
    "معروف",
    "يوجد",
];

/// Whether a word is meaningful: not filler, nor one repeated character.
fn is_said(word: &str) -> bool {
    let mut signs = word.chars();
    let first = signs.next();
    let is_one_sign = word.chars().count() > 1 && signs.all(|c| Some(c) == first);
    !word.is_empty() && !FILLERS.iter().any(|f| fold(f) == word) && (!is_one_sign || word.chars().all(|c| c.is_ascii_digit()))
}

/// The distinct meaningful words of texts.
fn words<'a>(texts: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let folded = kernel::fold::fold_all(texts);
    folded.split(' ').filter(|w| is_said(w)).map(str::to_owned).collect()
}

fn has_letters(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).count() >= 2
}

/// Whether it is a usable direction: two different words, at least one of them not a number.
fn has_directions<'a>(texts: impl IntoIterator<Item = &'a str>) -> bool {
    let words = words(texts);
    words.len() >= 2 && words.iter().any(|w| has_letters(w))
}

/// The gaps of an address, by the store's demands.
#[must_use]
pub fn gaps(address: Option<&Address>, demands: &Demands) -> Gaps {
    let mut out = Gaps::default();
    let Demands { is_on, unknown_city, street, exact } = *demands;
    let mut add = |gap: Gap, holds: bool| if is_on && holds { out.holding.push(gap) } else { out.mentioned.push(gap) };
    let Some(a) = address else {
        add(Gap::Address, true);
        return out;
    };
    if !words([a.name.as_str()]).iter().any(|w| has_letters(w)) {
        add(Gap::Recipient, true);
    }
    let is_saudi = a.country == "SA";
    let has_short = !a.short_address.is_empty() && (!is_saudi || is_short_address(&a.short_address));
    let has_location = has_short || a.geo_location.is_some();
    if words([a.city.as_str()]).is_empty() {
        add(Gap::City, true);
    } else if !has_location && places::is_unknown(&a.country, &a.city) {
        add(Gap::UnknownCity, unknown_city);
    }
    if !has_location && !has_directions([&*a.street, &*a.district, &*a.building, &*a.details]) {
        add(Gap::Street, street);
    }
    if is_saudi && !a.short_address.is_empty() && !has_short {
        add(Gap::ShortAddressForm, true);
    } else if is_saudi && !has_short {
        match exact {
            Exact::Off => add(Gap::ShortAddress, false),
            Exact::ShortAddress => add(Gap::ShortAddress, true),
            Exact::ShortOrPin if !has_location => add(Gap::Place, true),
            Exact::Any if !has_location && !has_directions([&*a.details]) => add(Gap::PlaceOrLandmark, true),
            Exact::ShortOrPin | Exact::Any => add(Gap::ShortAddress, false),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GeoLocation;
    use proptest::prelude::*;

    fn address(city: &str, street: &str) -> Address {
        Address {
            name: "سارة".into(),
            mobile: "+966501234567".into(),
            country: "SA".into(),
            city: city.into(),
            street: street.into(),
            ..Address::default()
        }
    }

    fn held(a: &Address) -> Vec<Gap> {
        gaps(Some(a), &Demands::default()).holding
    }

    #[test]
    fn or_gate_a_usual_address_lacks_nothing_but_is_asked_for_its_short_form() {
        let a = address("الرياض", "شارع العليا");
        assert_eq!(gaps(Some(&a), &Demands::default()), Gaps { holding: vec![], mentioned: vec![Gap::ShortAddress] });
        let whole = Address { short_address: "RRRD2929".into(), ..a };
        assert_eq!(gaps(Some(&whole), &Demands::default()), Gaps::default());
        assert_eq!(held(&address("جده", "العليا ١٢")), []);
        assert_eq!(held(&Address { details: "خلف مسجد النور".into(), ..address("Jeddah", "") }), []);
    }

    #[test]
    fn or_gate_a_street_that_leads_nowhere_is_told() {
        for street in ["", "العليا", "....", "test test", "123 456", "ااااا ببببب", "12", "لا يوجد", "- -", "شارع شارع"]
        {
            assert_eq!(held(&address("الرياض", street)), [Gap::Street], "{street}");
        }
        assert_eq!(held(&Address { short_address: "RRRD2929".into(), ..address("الرياض", "....") }), []);
    }

    #[test]
    fn or_gate_city_recipient_and_short_address_are_checked() {
        assert_eq!(held(&address("مدينة الأحلام السعيدة", "شارع العليا")), [Gap::UnknownCity]);
        assert_eq!(held(&address("", "شارع العليا")), [Gap::City]);
        assert_eq!(held(&address("....", "شارع العليا")), [Gap::City]);
        assert_eq!(held(&Address { name: "..".into(), ..address("جدة", "شارع العليا") }), [Gap::Recipient]);
        assert_eq!(held(&Address { short_address: "RR29".into(), ..address("جدة", "شارع العليا") }), [Gap::ShortAddressForm]);
        assert_eq!(gaps(None, &Demands::default()).holding, [Gap::Address]);
        // A village in a country whose list has only the larger cities.
        assert_eq!(held(&Address { country: "EG".into(), ..address("كفر الجديد", "شارع البحر") }), []);
    }

    #[test]
    fn or_gate_a_store_asks_for_more_or_for_nothing() {
        let asks = |exact| Demands { exact, ..Demands::default() };
        let plain = address("الرياض", "شارع العليا");
        let pinned = Address { geo_location: Some(GeoLocation { lat: "24.7".into(), lng: "46.6".into() }), ..plain.clone() };
        let marked = Address { details: "خلف مسجد النور".into(), ..plain.clone() };
        let of = |a: &Address, exact| gaps(Some(a), &asks(exact)).holding;
        assert_eq!(of(&plain, Exact::ShortAddress), [Gap::ShortAddress]);
        assert_eq!(of(&pinned, Exact::ShortAddress), [Gap::ShortAddress]);
        assert_eq!(of(&plain, Exact::ShortOrPin), [Gap::Place]);
        assert_eq!(of(&marked, Exact::ShortOrPin), [Gap::Place]);
        assert_eq!(of(&pinned, Exact::ShortOrPin), []);
        assert_eq!(of(&plain, Exact::Any), [Gap::PlaceOrLandmark]);
        assert_eq!(of(&marked, Exact::Any), []);
        let off = Demands { is_on: false, ..asks(Exact::ShortAddress) };
        assert_eq!(gaps(Some(&plain), &off), Gaps { holding: vec![], mentioned: vec![Gap::ShortAddress] });
        // Only Saudi Arabia has short national addresses.
        assert_eq!(of(&Address { country: "AE".into(), ..address("دبي", "شارع الشيخ زايد") }, Exact::ShortAddress), []);
    }

    #[test]
    fn or_gate_every_gap_has_its_word_and_its_texts() {
        for gap in Gap::ALL {
            assert_eq!(serde_json::to_value(gap).unwrap(), serde_json::json!(gap.as_str()));
            let Message { ar, en } = gap.message();
            assert!(!ar.chars().any(|c| c.is_ascii_alphabetic()) && !en.is_empty());
        }
        assert_eq!(Demands::read(&serde_json::Value::Null).unwrap(), Demands::default());
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            Just(String::new()),
            Just("العليا".to_owned()),
            Just("test".to_owned()),
            Just("12".to_owned()),
            "[ا-ي ]{0,12}"
        ]
    }

    proptest! {
        #[test]
        fn or_gate_more_written_never_makes_it_worse(street in text(), details in text(), more in "[ا-ي]{3,8}", city in text(), pin in any::<bool>()) {
            let before = Address { details: details.clone(), ..address(&city, &street) };
            let mut after = Address { details: format!("{details} {more}"), ..before.clone() };
            if pin {
                after.geo_location = Some(GeoLocation { lat: "24.7".into(), lng: "46.6".into() });
            }
            for exact in [Exact::Off, Exact::ShortAddress, Exact::ShortOrPin, Exact::Any] {
                let demands = Demands { exact, ..Demands::default() };
                let (was, is) = (gaps(Some(&before), &demands).holding, gaps(Some(&after), &demands).holding);
                prop_assert!(is.iter().all(|g| was.contains(g)), "{:?} to {:?}", was, is);
            }
        }
    }
}
