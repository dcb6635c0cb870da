//! Countries as files write them: codes of two and three letters, names in both languages. Pure.

use std::collections::HashMap;
use std::sync::LazyLock;

use kernel::Lang;
use kernel::fold::fold;
use kernel::locale;

/// Other ways of writing countries whose names `locale` knows.
const OTHERS: &[(&str, &[&str])] = &[
    ("SA", &["SAU", "KSA", "Kingdom of Saudi Arabia", "المملكة العربية السعودية", "المملكة"]),
    ("AE", &["ARE", "UAE", "U.A.E", "Emirates", "الإمارات العربية المتحدة", "دولة الإمارات"]),
    ("KW", &["KWT", "دولة الكويت"]),
    ("QA", &["QAT", "دولة قطر"]),
    ("BH", &["BHR", "مملكة البحرين"]),
    ("OM", &["OMN", "سلطنة عمان", "Sultanate of Oman"]),
    ("EG", &["EGY", "جمهورية مصر العربية", "مصر العربية"]),
    ("JO", &["JOR", "المملكة الأردنية الهاشمية"]),
    ("LB", &["LBN"]),
    ("SY", &["SYR"]),
    ("IQ", &["IRQ"]),
    ("YE", &["YEM"]),
    ("MA", &["MAR", "المملكة المغربية"]),
    ("DZ", &["DZA"]),
    ("TN", &["TUN"]),
    ("LY", &["LBY"]),
    ("SD", &["SDN"]),
];

static NAMES: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for code in locale::COUNTRIES {
        names.insert(fold(code), code);
        for lang in [Lang::Ar, Lang::En] {
            names.extend(locale::country(code, lang).map(|name| (fold(name), code)));
        }
    }
    for (code, others) in OTHERS {
        names.extend(others.iter().map(|name| (fold(name), *code)));
    }
    names
});

/// The two-letter code of a country, upper case; `None` when it is unknown.
pub(super) fn read(text: &str) -> Option<&'static str> {
    NAMES.get(&fold(text)).copied()
}
