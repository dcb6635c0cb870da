//! Page links (slugs) that keep Arabic letters (PR-05, contracts/locale.md §2).
//!
//! Invariant: a slug holds lower-case letters, ASCII digits and single inner `-`, at most [`MAX_CHARS`]
//! characters; `slugify` of a slug is that slug. Readers see slugs, so letters are not folded; whether two
//! slugs count as the same is decided by [`uniqueness_key`].

use std::fmt::Write as _;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use crate::digits::ascii_digit;
use crate::fold::{fold, is_dropped, is_loose_mark};

/// Longest slug, in characters (not bytes).
pub const MAX_CHARS: usize = 80;

/// Makes a slug of a name; `None` when nothing usable stays (an emoji, punctuation), in which case the
/// caller uses [`fallback`].
///
/// ```
/// use kernel::slug::slugify;
/// assert_eq!(slugify("عِطْر العُود ١٠٠ مل").as_deref(), Some("عطر-العود-100-مل"));
/// ```
#[must_use]
pub fn slugify(name: &str) -> Option<String> {
    let mut slug = slug_once(name);
    for _ in 0..4 {
        if slug.is_ascii() || is_nfkc_quick(slug.chars()) == IsNormalized::Yes {
            break;
        }
        let again = slug_once(&slug);
        if again == slug {
            break;
        }
        slug = again;
    }
    truncate(&mut slug, MAX_CHARS);
    (!slug.is_empty()).then_some(slug)
}

/// The slug of a thing whose name gives none: `p-<id>`.
#[must_use]
pub fn fallback(id: &str) -> String {
    format!("p-{id}")
}

/// The slug to try after `slug` is taken: `numbered("shirt", 2)` is `shirt-2`. Stays within [`MAX_CHARS`].
#[must_use]
pub fn numbered(slug: &str, number: u32) -> String {
    let suffix = format!("-{number}");
    let mut base = slug.to_owned();
    truncate(&mut base, MAX_CHARS - suffix.len());
    base.push_str(&suffix);
    base
}

/// The key that must be unique among a store's slugs: spelling variants of Arabic letters and letter case
/// do not make a different page.
#[must_use]
pub fn uniqueness_key(slug: &str) -> String {
    fold(slug).replace(' ', "-")
}

/// Percent-encoded UTF-8 for href, sitemap and canonical addresses. Only RFC 3986 unreserved characters
/// stay as they are.
#[must_use]
pub fn percent_encode(slug: &str) -> String {
    let mut encoded = String::with_capacity(slug.len() * 3);
    for byte in slug.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            // Writing to a String does not fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

fn slug_once(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    let mut gap = false;
    for c in name.chars().filter(|c| !is_dropped(*c)).nfkc() {
        if is_dropped(c) || is_loose_mark(c) || is_apostrophe(c) {
            continue;
        }
        if !c.is_alphanumeric() {
            gap = true;
            continue;
        }
        for lower in ascii_digit(c).unwrap_or(c).to_lowercase() {
            if is_loose_mark(lower) {
                continue;
            }
            if gap && !slug.is_empty() {
                slug.push('-');
            }
            gap = false;
            slug.push(lower);
        }
    }
    slug
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2018}' | '\u{2019}' | '\u{02BC}' | '\u{02BB}' | '`' | '\u{00B4}')
}

fn truncate(slug: &mut String, max_chars: usize) {
    if let Some((cut, _)) = slug.char_indices().nth(max_chars) {
        slug.truncate(cut);
    }
    while slug.ends_with('-') {
        slug.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pr_05_the_vectors_of_the_locale_contract_hold() {
        let vectors = [
            ("قميص قطن – مقاس كبير", "قميص-قطن-مقاس-كبير"),
            ("عِطْر العُود ١٠٠ مل", "عطر-العود-100-مل"),
            ("T-Shirt قطن 100%", "t-shirt-قطن-100"),
            ("🌙 رمضان كريم", "رمضان-كريم"),
            ("product_page", "product-page"),
            ("Children's Café", "childrens-café"),
            ("  --A..B--  ", "a-b"),
        ];
        for (name, slug) in vectors {
            assert_eq!(slugify(name).as_deref(), Some(slug), "{name}");
        }
        assert_eq!(
            percent_encode("قميص-قطن-مقاس-كبير"),
            "%D9%82%D9%85%D9%8A%D8%B5-%D9%82%D8%B7%D9%86-%D9%85%D9%82%D8%A7%D8%B3-%D9%83%D8%A8%D9%8A%D8%B1"
        );
    }

    #[test]
    fn a_name_without_letters_falls_back_to_the_id() {
        assert_eq!(slugify("🌙 !!"), None);
        assert_eq!(fallback("01J"), "p-01J");
    }

    #[test]
    fn spelling_variants_are_one_page() {
        assert_eq!(uniqueness_key("أحذية"), uniqueness_key("احذيه"));
        assert_ne!(slugify("أحذية"), slugify("احذيه"));
    }

    #[test]
    fn collisions_are_numbered_within_the_limit() {
        assert_eq!(numbered("shirt", 2), "shirt-2");
        let long = slugify(&"ق".repeat(200)).unwrap();
        assert_eq!(long.chars().count(), MAX_CHARS);
        assert_eq!(numbered(&long, 12).chars().count(), MAX_CHARS);
    }

    proptest! {
        #[test]
        fn slugs_are_idempotent_short_and_clean(chars in prop::collection::vec(any::<char>(), 0..200)) {
            let name: String = chars.into_iter().collect();
            if let Some(slug) = slugify(&name) {
                prop_assert!(slug.chars().count() <= MAX_CHARS);
                prop_assert!(!slug.starts_with('-') && !slug.ends_with('-') && !slug.contains("--"));
                let again = slugify(&slug);
                prop_assert_eq!(again.as_deref(), Some(slug.as_str()));
                prop_assert!(numbered(&slug, u32::MAX).chars().count() <= MAX_CHARS);
            }
        }

        #[test]
        fn slugs_of_words_are_idempotent(name in "[\u{0600}-\u{06FF}a-zA-Z' _.-]{0,120}") {
            if let Some(slug) = slugify(&name) {
                let again = slugify(&slug);
                prop_assert_eq!(again.as_deref(), Some(slug.as_str()));
            }
        }
    }
}
