//! Some of the places that Bosta knows: enough to find, to miss, and to be refused.

/// Id, code, name, Arabic name, delivered to.
pub(super) type City = (&'static str, &'static str, &'static str, &'static str, bool);

pub(super) const CITIES: &[City] = &[
    ("FceDyHXwpSYYF9zGW", "EG-01", "Cairo", "القاهره", true),
    ("Jrb6X6ucjiYgMP4T7", "EG-02", "Alexandria", "الاسكندريه", true),
    ("RrDhS8YYsXAwZ9Zfo", "EG-05", "Dakahlia", "الدقهليه", true),
    ("ByP7rFCjL6XzF6j4S", "EG-08", "Kafr Alsheikh", "كفر الشيخ", true),
    ("LtFbpRdGCQvjZtFjj", "EG-25", "Giza", "الجيزه", true),
    ("tv2LgDhWmHAdMDHpp", "EG-27", "North Sinai", "شمال سيناء", false),
];

/// City's code, id, name, Arabic name, zone's id, zone, delivered to.
pub(super) type District = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str, bool);

pub(super) const DISTRICTS: &[District] = &[
    ("EG-01", "aTqjqt6wM", "Maadi", "المعادي", "z-maadi", "Maadi", true),
    ("EG-01", "bRk2m9QzW", "7th District", "الحي السابع", "z-nasr", "Nasr City", true),
    ("EG-01", "cClosed01", "Old Airport", "المطار القديم", "z-nasr", "Nasr City", false),
    ("EG-02", "dSm0uh4aa", "Smouha", "سموحه", "z-smouha", "Smouha", true),
    ("EG-05", "eM4ns0ur4", "Mansoura", "المنصوره", "z-mansoura", "Mansoura", true),
    ("EG-25", "fD0kk1xyz", "Dokki", "الدقي", "z-dokki", "Dokki", true),
];

/// The code of a city, by its code or its name.
pub(super) fn city_code(text: &str) -> Option<&'static str> {
    CITIES
        .iter()
        .find(|(_, code, name, ar, _)| *code == text || name.eq_ignore_ascii_case(text) || *ar == text)
        .map(|city| city.1)
}

/// Whether parcels are brought to a city.
pub(super) fn is_served(code: &str) -> bool {
    CITIES.iter().any(|city| city.1 == code && city.4)
}

/// Whether a district of a city is there, by its id or one of its names, and parcels are brought to it.
pub(super) fn has_district(code: &str, text: &str) -> bool {
    let spelling = |text: &str| text.replace('ة', "ه").to_lowercase();
    DISTRICTS.iter().any(|(city, id, name, ar, _, zone, is_served)| {
        *city == code
            && *is_served
            && (*id == text || [*name, *ar, *zone].into_iter().any(|known| spelling(known) == spelling(text)))
    })
}
