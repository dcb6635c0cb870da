//! Cities of the countries that stores ship to, in both languages, found by any usual spelling. Pure; no table.
//!
//! The lists are the text files beside this one: `@SA` begins a country (`@SA!` one whose list is complete enough to call a city
//! unknown that is not in it), `=Arabic|English` a region, `Arabic|English|other,spellings` a city.

use std::collections::HashMap;
use std::sync::LazyLock;

use kernel::Lang;
use kernel::fold::fold;

pub(super) mod api;

const LISTS: [&str; 4] = [include_str!("sa.txt"), include_str!("gulf.txt"), include_str!("eg.txt"), include_str!("others.txt")];

/// A name in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name {
    /// Arabic.
    pub ar: &'static str,
    /// English.
    pub en: &'static str,
}

impl Name {
    /// In a language.
    #[must_use]
    pub const fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::Ar => self.ar,
            Lang::En => self.en,
        }
    }
}

/// A city of the lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct City {
    /// Its name.
    pub name: Name,
    /// Its region, governorate or emirate, where the list has them.
    pub region: Option<Name>,
}

#[derive(Default)]
struct Country {
    is_whole: bool,
    cities: Vec<City>,
    by_key: HashMap<String, usize>,
    regions: Vec<String>,
}

static COUNTRIES: LazyLock<HashMap<&'static str, Country>> = LazyLock::new(|| {
    let mut all: HashMap<&'static str, Country> = HashMap::new();
    for list in LISTS {
        let (mut at, mut region) = ("", None);
        for line in list.lines().filter(|l| !l.is_empty()) {
            if let Some(code) = line.strip_prefix('@') {
                (at, region) = (code.trim_end_matches('!'), None);
                all.entry(at).or_default().is_whole = code.ends_with('!');
                continue;
            }
            let country = all.entry(at).or_default();
            let (is_region, line) = line.strip_prefix('=').map_or((false, line), |rest| (true, rest));
            let mut parts = line.split('|');
            let name = Name { ar: parts.next().unwrap_or_default(), en: parts.next().unwrap_or_default() };
            if is_region {
                region = Some(name);
                country.regions.extend([key(name.ar), key(name.en)]);
                continue;
            }
            let n = country.cities.len();
            country.cities.push(City { name, region });
            let others = parts.next().unwrap_or_default().split(',').filter(|t| !t.is_empty());
            for spelling in [name.ar, name.en].into_iter().chain(others) {
                country.by_key.entry(key(spelling)).or_insert(n);
            }
        }
    }
    all
});

/// Folded words for kinds of places, which may accompany a name.
const KINDS: [&str; 9] = ["مدينه", "محافظه", "منطقه", "اماره", "city", "governorate", "province", "region", "emirate"];

/// The key that all spellings of one place share: folded, without articles, spaces and words such as "city of".
fn key(name: &str) -> String {
    const ARTICLES: [&str; 12] = ["al", "el", "ad", "ar", "as", "ash", "at", "az", "an", "the", "of", "ال"];
    let folded = fold(&name.replace(['-', '\'', '’', '_'], " "));
    let words: Vec<&str> = folded.split(' ').collect();
    let proper: Vec<&str> = words.iter().copied().filter(|w| !KINDS.contains(w)).collect();
    let words = if proper.is_empty() { words } else { proper };
    let mut out = String::new();
    for word in &words {
        if words.len() > 1 && ARTICLES.contains(word) {
            continue;
        }
        let letters = word.chars().count();
        let bare = match (word.strip_prefix("ال"), word.strip_prefix("al").or_else(|| word.strip_prefix("el"))) {
            (Some(rest), _) if letters > 4 => rest,
            (_, Some(rest)) if letters > 4 => rest,
            _ => word,
        };
        out.push_str(bare);
    }
    // A name that consists only of what looks like articles (`Ar'ar`) is kept.
    if out.is_empty() { words.concat() } else { out }
}

/// Finds a city by any usual spelling in either language.
#[must_use]
pub fn find(country: &str, name: &str) -> Option<&'static City> {
    let country = COUNTRIES.get(country)?;
    country.cities.get(*country.by_key.get(&key(name))?)
}

/// The cities of a country, region by region; empty where there is no list.
#[must_use]
pub fn cities(country: &str) -> &'static [City] {
    COUNTRIES.get(country).map_or(&[], |c| &c.cities)
}

/// Whether a name is unknown in a country with a complete list: neither a city nor a region of it.
#[must_use]
pub fn is_unknown(country: &str, name: &str) -> bool {
    COUNTRIES.get(country).is_some_and(|c| c.is_whole && !c.by_key.contains_key(&key(name)) && !c.regions.contains(&key(name)))
}

/// The city name that a store saves: that of the lists, else as it was typed.
#[must_use]
pub fn named(country: &str, name: &str, lang: Lang) -> String {
    find(country, name).map_or_else(|| name.to_owned(), |city| city.name.get(lang).to_owned())
}

/// Whether two names are the same city of a country.
#[must_use]
pub fn is_same(country: &str, a: &str, b: &str) -> bool {
    fold(a) == fold(b) || find(country, a).is_some_and(|city| find(country, b) == Some(city))
}

/// Whether two names are the same city of any country: for rules without a country.
#[must_use]
pub fn is_same_anywhere(a: &str, b: &str) -> bool {
    let (a, b) = (key(a), key(b));
    a == b || COUNTRIES.values().any(|c| c.by_key.get(&a).is_some_and(|n| c.by_key.get(&b) == Some(n)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Required, because they are compared with folded words.
    #[test]
    fn kinds_of_places_are_written_as_they_fold() {
        assert!(KINDS.iter().all(|kind| fold(kind) == *kind));
    }

    #[test]
    fn cu_01_a_city_is_found_in_any_spelling_of_either_language() {
        let of = |country: &str, name: &str| find(country, name).map(|c| c.name.en);
        for name in ["الرياض", "رياض", "Riyadh", "RIYADH ", "مدينة الرياض", "riyadh city", "الريَاض"]
        {
            assert_eq!(of("SA", name), Some("Riyadh"), "{name}");
        }
        for (name, city) in [
            ("مكه", "Makkah"),
            ("mecca", "Makkah"),
            ("المدينة", "Madinah"),
            ("Al-Khobar", "Khobar"),
            ("alkhobar", "Khobar"),
            ("جده", "Jeddah"),
            ("خميس مشيط", "Khamis Mushait"),
            ("الاحساء", "Al Ahsa"),
            ("الأحساء", "Al Ahsa"),
            ("حفرالباطن", "Hafar Al-Batin"),
            ("Abha", "Abha"),
        ] {
            assert_eq!(of("SA", name), Some(city), "{name}");
        }
        assert_eq!(of("AE", "ابوظبي"), Some("Abu Dhabi"));
        assert_eq!(of("AE", "Alain"), Some("Al Ain"));
        assert_eq!(of("EG", "٦ أكتوبر"), Some("6th of October"));
        assert_eq!(of("EG", "المنصوره"), Some("Mansoura"));
        assert_eq!(of("KW", "السالميه"), Some("Salmiya"));
        assert_eq!(of("SA", "دبي"), None);
        assert_eq!(of("FR", "Paris"), None);
    }

    #[test]
    fn cu_01_only_whole_lists_call_a_city_unknown() {
        assert!(is_unknown("SA", "لا أدري") && is_unknown("SA", "....") && is_unknown("AE", "xyz"));
        assert!(!is_unknown("SA", "جدة") && !is_unknown("SA", "منطقة القصيم") && !is_unknown("SA", "القصيم"));
        // An unlisted village is accepted where the list has only the larger cities.
        assert!(!is_unknown("EG", "كفر الجديد") && !is_unknown("FR", "Lyon"));
    }

    #[test]
    fn cu_01_names_are_kept_in_one_language_and_compared_in_both() {
        assert_eq!(named("SA", "jeddah", Lang::Ar), "جدة");
        assert_eq!(named("SA", "جِدّه", Lang::En), "Jeddah");
        assert_eq!(named("SA", "قرية بعيدة", Lang::En), "قرية بعيدة");
        assert!(is_same("SA", "Dammam", "الدمام") && is_same("SA", "حي النور", "حى النور") && !is_same("SA", "جدة", "الدمام"));
        assert!(is_same_anywhere("Riyadh", "الرياض") && !is_same_anywhere("الرياض", "جدة"));
    }

    #[test]
    fn cu_01_the_lists_are_whole_and_name_every_city_in_both_languages_once() {
        assert!(cities("SA").len() >= 150 && cities("EG").len() >= 150 && cities("KW").len() >= 90);
        for (code, country) in COUNTRIES.iter() {
            assert!(code.len() == 2 && !country.cities.is_empty(), "{code}");
            let mut seen = HashSet::new();
            for (n, city) in country.cities.iter().enumerate() {
                let Name { ar, en } = city.name;
                assert!(!ar.chars().any(|c| c.is_ascii_alphabetic()) && ar.trim() == ar && !ar.is_empty(), "{code} {ar}");
                assert!(en.is_ascii() && en.trim() == en && !en.is_empty(), "{code} {en}");
                assert!(seen.insert(ar), "{code} {ar} twice");
                for name in [ar, en] {
                    assert_eq!(country.by_key.get(&key(name)), Some(&n), "{code}: {name} is found as another city");
                }
            }
        }
        assert!(cities("SA").iter().all(|c| c.region.is_some()));
        assert_eq!(cities("SA").iter().filter_map(|c| c.region).collect::<HashSet<_>>().len(), 13);
    }
}
