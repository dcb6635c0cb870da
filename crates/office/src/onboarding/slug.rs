//! The host label of a store: `{label}.{platform}` (decisions §9). Pure.
//!
//! Product and category links may be Arabic; a host label may not: DNS knows only a-z, 0-9 and `-`, and an Arabic name
//! would become unreadable `xn--...` in every message a shopper gets.

use kernel::slug::slugify;
use web::Message;

/// Shortest label.
const LEAST: usize = 3;
/// Longest label.
const MOST: usize = 40;

/// Reserved labels: the platform's own, now or later, and those that would mislead shoppers.
const RESERVED: &[&str] = &[
    "account",
    "accounts",
    "admin",
    "api",
    "app",
    "apps",
    "assets",
    "auth",
    "autoconfig",
    "autodiscover",
    "billing",
    "blog",
    "cdn",
    "checkout",
    "dashboard",
    "demo",
    "dev",
    "developer",
    "developers",
    "dns",
    "docs",
    "download",
    "email",
    "files",
    "ftp",
    "help",
    "host",
    "hostmaster",
    "images",
    "imap",
    "img",
    "info",
    "localhost",
    "login",
    "mail",
    "mails",
    "media",
    "metrics",
    "mobile",
    "mx",
    "news",
    "ns",
    "ns1",
    "ns2",
    "official",
    "pay",
    "payment",
    "payments",
    "pop",
    "postmaster",
    "rawaj",
    "register",
    "root",
    "sandbox",
    "search",
    "secure",
    "security",
    "shop",
    "signup",
    "smtp",
    "ssl",
    "staging",
    "static",
    "status",
    "store",
    "stores",
    "support",
    "system",
    "test",
    "theme",
    "themes",
    "upload",
    "uploads",
    "webmail",
    "webmaster",
    "www",
    "www1",
    "www2",
];

/// Why a label is not available.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlugFault {
    /// It is empty.
    Empty,
    /// Arabic or another script.
    NotLatin,
    /// A blank, a dot, an underscore or another sign.
    BadCharacter,
    /// `-` at an end, or two in a row.
    Dashes,
    /// Fewer than 3 characters.
    TooShort,
    /// More than 40 characters.
    TooLong,
    /// Reserved for the platform.
    Reserved,
    /// Taken by another store.
    Taken,
}

impl SlugFault {
    /// The message for the person who chose it.
    #[must_use]
    pub const fn message(self) -> Message {
        match self {
            Self::Empty => Message::new("اكتب رابط المتجر.", "Enter the store's address."),
            Self::NotLatin => Message::new(
                "رابط المتجر بالحروف الإنجليزية (a-z) والأرقام و«-» فقط. اسم متجرك يبقى بالعربية.",
                "Store addresses use English letters, digits, and \"-\" only. Your store's name stays as you write it.",
            ),
            Self::BadCharacter => Message::new(
                "استخدم الحروف الإنجليزية الصغيرة والأرقام و«-» فقط.",
                "Use lowercase English letters, digits, and \"-\" only.",
            ),
            Self::Dashes => Message::new(
                "لا يمكن أن يبدأ الرابط أو ينتهي بعلامة «-» أو أن تتكرر.",
                "The address can't start or end with \"-\" or have two in a row.",
            ),
            Self::TooShort => Message::new("الرابط أقصر من 3 أحرف.", "The address must have at least 3 characters."),
            Self::TooLong => Message::new("الرابط أطول من 40 حرفًا.", "The address can have up to 40 characters."),
            Self::Reserved => Message::new(
                "هذا الرابط محجوز للمنصة. اختر رابطًا آخر.",
                "This address is reserved for the platform. Choose another.",
            ),
            Self::Taken => Message::new("هذا الرابط مستخدم لمتجر آخر. اختر رابطًا آخر.", "This address is taken. Choose another."),
        }
    }
}

/// Normalises a typed label: trimmed, lower case.
#[must_use]
pub fn normalize(text: &str) -> String {
    text.trim().to_ascii_lowercase()
}

/// Validates a normalised label as far as no database is needed.
///
/// # Errors
/// Why it is not valid.
pub fn check(slug: &str) -> Result<(), SlugFault> {
    if slug.is_empty() {
        return Err(SlugFault::Empty);
    }
    if slug.chars().any(|c| !c.is_ascii() && c.is_alphanumeric()) {
        return Err(SlugFault::NotLatin);
    }
    if !slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
        return Err(SlugFault::BadCharacter);
    }
    if slug.starts_with('-') || slug.ends_with('-') || slug.contains("--") {
        return Err(SlugFault::Dashes);
    }
    match slug.len() {
        n if n < LEAST => Err(SlugFault::TooShort),
        n if n > MOST => Err(SlugFault::TooLong),
        _ if RESERVED.binary_search(&slug).is_ok() => Err(SlugFault::Reserved),
        _ => Ok(()),
    }
}

/// A valid label close to the typed text, before its availability is checked; `None` when no character is usable.
#[must_use]
pub fn suggest(text: &str) -> Option<String> {
    let mut out = String::new();
    for c in slugify(text)?.chars() {
        match c {
            'a'..='z' | '0'..='9' => out.push(c),
            '-' if !out.is_empty() && !out.ends_with('-') => out.push('-'),
            other => out.push_str(latin(other)),
        }
    }
    // Room for a number at the end.
    out.truncate(MOST - 5);
    let out = out.trim_matches('-').to_owned();
    let named = if out.is_empty() {
        return None;
    } else if check(&out).is_err() {
        format!("{out}-store")
    } else {
        out
    };
    check(&named).is_ok().then_some(named)
}

/// The n-th alternative of a suggestion: the first is the suggestion itself, the others have a number.
#[must_use]
pub fn alternative(base: &str, n: u32) -> String {
    if n < 2 { base.to_owned() } else { format!("{base}-{n}") }
}

const fn latin(c: char) -> &'static str {
    match c {
        'ا' | 'أ' | 'إ' | 'آ' | 'ى' | 'ع' | 'ة' => "a",
        'ب' | 'پ' => "b",
        'ت' | 'ط' => "t",
        'ث' => "th",
        'ج' => "j",
        'ح' | 'ه' => "h",
        'خ' => "kh",
        'د' | 'ض' => "d",
        'ذ' => "dh",
        'ر' => "r",
        'ز' | 'ظ' => "z",
        'س' | 'ص' => "s",
        'ش' => "sh",
        'غ' => "gh",
        'ف' | 'ڤ' => "f",
        'ق' => "q",
        'ك' => "k",
        'گ' => "g",
        'ل' => "l",
        'م' => "m",
        'ن' => "n",
        'و' | 'ؤ' => "w",
        'ي' | 'ئ' => "y",
        'چ' => "ch",
        'é' | 'è' | 'ê' => "e",
        'ç' => "c",
        'ü' | 'ú' => "u",
        'ö' | 'ó' => "o",
        'á' | 'à' | 'â' => "a",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn au_02_labels_that_dns_takes_are_taken() {
        for good in ["abc", "my-store-2", "123", &"a".repeat(40), &normalize("  Oud-House ")] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for (bad, expected) in [
            ("", SlugFault::Empty),
            ("ab", SlugFault::TooShort),
            (&*"a".repeat(41), SlugFault::TooLong),
            ("متجري", SlugFault::NotLatin),
            ("متجر-shop", SlugFault::NotLatin),
            ("٣٤٥", SlugFault::NotLatin),
            ("a b c", SlugFault::BadCharacter),
            ("a.b.c", SlugFault::BadCharacter),
            ("a_b_c", SlugFault::BadCharacter),
            ("Abc", SlugFault::BadCharacter),
            ("abc🌙", SlugFault::BadCharacter),
            ("-abc", SlugFault::Dashes),
            ("abc-", SlugFault::Dashes),
            ("xn--abc", SlugFault::Dashes),
            ("www", SlugFault::Reserved),
            ("api", SlugFault::Reserved),
            ("demo", SlugFault::Reserved),
            ("dashboard", SlugFault::Reserved),
        ] {
            assert_eq!(check(bad), Err(expected), "{bad}");
        }
    }

    #[test]
    fn the_reserved_list_is_sorted_for_its_search() {
        assert!(RESERVED.is_sorted());
    }

    #[test]
    fn an_arabic_name_gets_a_latin_suggestion_that_is_valid() {
        assert_eq!(suggest("عطور الشرق").as_deref(), Some("atwr-alshrq"));
        assert_eq!(suggest("Oud & Musk").as_deref(), Some("oud-musk"));
        assert_eq!(suggest("www").as_deref(), Some("www-store"));
        assert_eq!(suggest("مي").as_deref(), Some("my-store"));
        assert_eq!(suggest("🌙"), None);
        for text in ["قميص ".repeat(30), "a".repeat(90), "ء".into(), "--".into(), "Café Noir".into()] {
            if let Some(s) = suggest(&text) {
                assert_eq!(check(&s), Ok(()), "{text} {s}");
                assert_eq!(check(&alternative(&s, 9999)), Ok(()), "{text} {s}");
            }
        }
    }
}
