//! Wassalha's 27 cities in its own spelling (sic), by ISO 3166-2.

use crate::couriers::cities::{CourierCity, PlaceName};
use crate::couriers::egypt::governorate;

const SPELLINGS: &[(&str, &str)] = &[
    ("CAIRO", "EG-C"),
    ("GIZA", "EG-GZ"),
    ("ALEXANDRIA", "EG-ALX"),
    ("BEHIRA", "EG-BH"),
    ("QALIUBIA", "EG-KB"),
    ("GHARBIA", "EG-GH"),
    ("MONOUFIA", "EG-MNF"),
    ("DOMITTA", "EG-DT"),
    ("DAKAHLIA", "EG-DK"),
    ("KAFR EL SHEIKH", "EG-KFS"),
    ("MARSA MATROUH", "EG-MT"),
    ("ISMAILIA", "EG-IS"),
    ("SUEZ", "EG-SUZ"),
    ("PORT SAID", "EG-PTS"),
    ("SHARKIA", "EG-SHR"),
    ("FAYOUM", "EG-FYM"),
    ("BANI SWEIF", "EG-BNS"),
    ("MENIA", "EG-MN"),
    ("ASSIUT", "EG-AST"),
    ("SOUHAGE", "EG-SHG"),
    ("QENA", "EG-KN"),
    ("ASWAN", "EG-ASN"),
    ("LOUXOR", "EG-LX"),
    ("RED SEA", "EG-BA"),
    ("NEW VALLLEY", "EG-WAD"),
    ("NOURTH SINAI", "EG-SIN"),
    ("SOUTH SINAI", "EG-JS"),
];

/// The cities. The code is the spelling, which the sheet has to have letter by letter.
#[must_use]
pub fn cities() -> Vec<CourierCity> {
    let city = |(code, iso): &(&str, &str)| {
        let governorate = governorate(iso);
        let names = governorate.map_or([""; 2], |governorate| [governorate.ar, governorate.en]);
        let aliases = governorate.map_or(&[][..], |governorate| governorate.aliases);
        CourierCity {
            code: (*code).to_owned(),
            id: String::new(),
            name: PlaceName { ar: names[0].to_owned(), en: names[1].to_owned() },
            iso: (*iso).to_owned(),
            aliases: std::iter::once(code).chain(aliases).map(|alias| (*alias).to_owned()).collect(),
            has_pickup: true,
            has_delivery: true,
            districts: Vec::new(),
        }
    };
    SPELLINGS.iter().map(city).collect()
}
