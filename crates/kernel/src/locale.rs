//! How numbers, money and dates are written for people (contracts/locale.md §3-5). Pure.

use crate::{Currency, Lang, Millis, money};

/// The index of the plural form of `n` in the list zero, one, two, few, many, other.
#[must_use]
pub fn plural(lang: Lang, n: i64) -> usize {
    match (lang, n, n.unsigned_abs() % 100) {
        (_, 0, _) => 0,
        (_, 1, _) => 1,
        (Lang::Ar, 2, _) => 2,
        (Lang::Ar, _, 3..=10) => 3,
        (Lang::Ar, _, 11..=99) => 4,
        _ => 5,
    }
}

/// The digits of an amount as people read them, without the currency: `1,234.50`.
#[must_use]
pub fn figure(minor: i64, currency: Currency) -> String {
    let cut = currency.exponent() - currency.shown_digits();
    let rounded = money::div_half_up(i128::from(minor), 10_i128.pow(cut));
    let text = money::format_with(rounded, currency.shown_digits());
    let (sign, text) = text.strip_prefix('-').map_or(("", text.as_str()), |t| ("-", t));
    let (integer_part, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut grouped = String::with_capacity(text.len() + 6);
    grouped.push_str(sign);
    for (i, c) in integer_part.chars().enumerate() {
        if i > 0 && (integer_part.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(c);
    }
    if !fraction.is_empty() {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    grouped
}

/// An amount as people read it: `1,234.50 ر.س`, `SAR 1,234.50`. Latin digits in both languages.
#[must_use]
pub fn amount(minor: i64, currency: Currency, lang: Lang) -> String {
    let figure = figure(minor, currency);
    match lang {
        Lang::Ar => format!("{figure}\u{a0}{}", currency.symbol_ar()),
        Lang::En => format!("{}\u{a0}{figure}", currency.code()),
    }
}

const MONTHS_AR: [&str; 12] =
    ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"];
const MONTHS_LEVANT: [&str; 12] = [
    "كانون الثاني",
    "شباط",
    "آذار",
    "نيسان",
    "أيار",
    "حزيران",
    "تموز",
    "آب",
    "أيلول",
    "تشرين الأول",
    "تشرين الثاني",
    "كانون الأول",
];
const MONTHS_TN: [&str; 12] =
    ["جانفي", "فيفري", "مارس", "أفريل", "ماي", "جوان", "جويلية", "أوت", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"];
const MONTHS_MA: [&str; 12] =
    ["يناير", "فبراير", "مارس", "أبريل", "ماي", "يونيو", "يوليوز", "غشت", "شتنبر", "أكتوبر", "نونبر", "دجنبر"];
const MONTHS_EN: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/// A day in the store's time zone, with the month's name as the store's country says it.
#[must_use]
pub fn date(at: Millis, zone: &str, country: &str, lang: Lang) -> String {
    let time = jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    let zone = jiff::tz::TimeZone::get(zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let day = time.to_zoned(zone).date();
    let month = usize::try_from(day.month() - 1).unwrap_or(0);
    match lang {
        Lang::Ar => {
            let months = match country {
                "JO" | "LB" | "SY" => MONTHS_LEVANT,
                "TN" => MONTHS_TN,
                "MA" => MONTHS_MA,
                _ => MONTHS_AR,
            };
            format!("{} {} {}", day.day(), months[month], day.year())
        }
        Lang::En => format!("{} {}, {}", MONTHS_EN[month], day.day(), day.year()),
    }
}

/// The time of day in a store's time zone, on the 12-hour clock of dashboard and documents: "2:05 م", "2:05 PM".
#[must_use]
pub fn clock(at: Millis, zone: &str, lang: Lang) -> String {
    let time = jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    clock_of(&time.to_zoned(jiff::tz::TimeZone::get(zone).unwrap_or(jiff::tz::TimeZone::UTC)), lang)
}

/// As [`clock`], for a moment that is in its time zone already.
#[must_use]
pub fn clock_of(local: &jiff::Zoned, lang: Lang) -> String {
    let half = match (local.hour() < 12, lang) {
        (true, Lang::Ar) => "ص",
        (false, Lang::Ar) => "م",
        (true, Lang::En) => "AM",
        (false, Lang::En) => "PM",
    };
    // A non-breaking space between the time and AM or PM.
    format!("{}:{:02}\u{a0}{half}", (local.hour() + 11) % 12 + 1, local.minute())
}

/// The year in the store's time zone.
#[must_use]
pub fn year(at: Millis, zone: &str) -> i16 {
    let time = jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    time.to_zoned(jiff::tz::TimeZone::get(zone).unwrap_or(jiff::tz::TimeZone::UTC)).year()
}

/// Countries that checkout offers when a store sells worldwide.
pub const COUNTRIES: [&str; 32] = [
    "SA", "AE", "KW", "QA", "BH", "OM", "EG", "JO", "LB", "SY", "IQ", "PS", "YE", "LY", "TN", "DZ", "MA", "SD", "US", "GB", "DE",
    "FR", "IT", "ES", "NL", "BE", "AT", "IE", "PT", "FI", "GR", "TR",
];

/// Countries that checkout offers, by their name in the shopper's language.
#[must_use]
pub fn country(code: &str, lang: Lang) -> Option<&'static str> {
    let (ar, en) = match code {
        "SA" => ("السعودية", "Saudi Arabia"),
        "AE" => ("الإمارات", "United Arab Emirates"),
        "KW" => ("الكويت", "Kuwait"),
        "QA" => ("قطر", "Qatar"),
        "BH" => ("البحرين", "Bahrain"),
        "OM" => ("عُمان", "Oman"),
        "EG" => ("مصر", "Egypt"),
        "JO" => ("الأردن", "Jordan"),
        "LB" => ("لبنان", "Lebanon"),
        "SY" => ("سوريا", "Syria"),
        "IQ" => ("العراق", "Iraq"),
        "PS" => ("فلسطين", "Palestine"),
        "YE" => ("اليمن", "Yemen"),
        "LY" => ("ليبيا", "Libya"),
        "TN" => ("تونس", "Tunisia"),
        "DZ" => ("الجزائر", "Algeria"),
        "MA" => ("المغرب", "Morocco"),
        "SD" => ("السودان", "Sudan"),
        "US" => ("الولايات المتحدة", "United States"),
        "GB" => ("المملكة المتحدة", "United Kingdom"),
        "DE" => ("ألمانيا", "Germany"),
        "FR" => ("فرنسا", "France"),
        "IT" => ("إيطاليا", "Italy"),
        "ES" => ("إسبانيا", "Spain"),
        "NL" => ("هولندا", "Netherlands"),
        "BE" => ("بلجيكا", "Belgium"),
        "AT" => ("النمسا", "Austria"),
        "IE" => ("أيرلندا", "Ireland"),
        "PT" => ("البرتغال", "Portugal"),
        "FI" => ("فنلندا", "Finland"),
        "GR" => ("اليونان", "Greece"),
        "TR" => ("تركيا", "Türkiye"),
        _ => return None,
    };
    Some(if lang == Lang::Ar { ar } else { en })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arabic_has_six_plural_forms() {
        let form = |n| plural(Lang::Ar, n);
        assert_eq!([0, 1, 2, 3, 10, 103, 110].map(form), [0, 1, 2, 3, 3, 3, 3]);
        assert_eq!([11, 26, 99, 111, 199].map(form), [4; 5]);
        assert_eq!([100, 101, 102, 200, 1000].map(form), [5; 5]);
        assert_eq!([0, 1, 2, 5, 100].map(|n| plural(Lang::En, n)), [0, 1, 5, 5, 5]);
    }

    #[test]
    fn co_01_amounts_are_written_in_the_currencys_own_digits() {
        assert_eq!(amount(123_450, Currency::SAR, Lang::Ar), "1,234.50\u{a0}ر.س");
        assert_eq!(amount(123_450, Currency::SAR, Lang::En), "SAR\u{a0}1,234.50");
        assert_eq!(amount(1_234_568, Currency::KWD, Lang::En), "KWD\u{a0}1,234.568");
        assert_eq!(amount(123_450, Currency::LBP, Lang::En), "LBP\u{a0}1,235");
        assert_eq!(amount(-5, Currency::SAR, Lang::En), "SAR\u{a0}-0.05");
        assert_eq!(amount(99_900, Currency::EGP, Lang::Ar), "999.00\u{a0}ج.م");
    }

    #[test]
    fn f12_one_clock_of_twelve_hours() {
        // 2027-01-15 in Riyadh, three hours ahead.
        let day = 1_799_960_400_000_i64 - 1_799_960_400_000_i64.rem_euclid(Millis::DAY) - 3 * Millis::HOUR;
        let formatted = |hour: i64, minute: i64, lang| {
            clock(Millis(day + hour * Millis::HOUR + minute * Millis::MINUTE), "Asia/Riyadh", lang)
        };
        for ((hour, minute), ar, en) in [
            ((0, 5), "12:05\u{a0}ص", "12:05\u{a0}AM"),
            ((9, 0), "9:00\u{a0}ص", "9:00\u{a0}AM"),
            ((12, 0), "12:00\u{a0}م", "12:00\u{a0}PM"),
            ((14, 5), "2:05\u{a0}م", "2:05\u{a0}PM"),
            ((23, 59), "11:59\u{a0}م", "11:59\u{a0}PM"),
        ] {
            assert_eq!((formatted(hour, minute, Lang::Ar).as_str(), formatted(hour, minute, Lang::En).as_str()), (ar, en));
        }
        // An unknown time zone falls back to UTC.
        assert_eq!(clock(Millis(day), "Nowhere/Else", Lang::En), "9:00\u{a0}PM");
    }

    #[test]
    fn every_country_of_checkout_has_a_name() {
        for code in COUNTRIES {
            assert!(country(code, Lang::Ar).is_some() && country(code, Lang::En).is_some(), "{code}");
        }
    }

    #[test]
    fn a_date_is_of_the_stores_zone_and_country() {
        // 2026-02-28T22:30:00Z is already March in Riyadh.
        let at = Millis(1_772_317_800_000);
        assert_eq!(date(at, "Asia/Riyadh", "SA", Lang::Ar), "1 مارس 2026");
        assert_eq!(date(at, "UTC", "JO", Lang::Ar), "28 شباط 2026");
        assert_eq!(date(at, "Asia/Riyadh", "SA", Lang::En), "March 1, 2026");
    }
}
