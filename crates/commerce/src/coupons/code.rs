//! Coupon codes: comparison, validation and random generation. Pure.

use kernel::Env;
use kernel::fold::fold;

/// Allowed length of a code.
pub(super) const LENGTH: std::ops::RangeInclusive<usize> = 3..=30;
/// Without vowels, so that no words arise, and without characters that are confused: 0 and O, 1 and I.
const LETTERS: &[u8; 28] = b"BCDFGHJKLMNPQRSTVWXZ23456789";
const RANDOM: usize = 8;

/// A code's comparison key: Arabic letters and digits of any kind folded to one spelling, upper case, letters and digits only.
#[must_use]
pub fn key(code: &str) -> String {
    let mut key = letters(code);
    // Removing a separator can join two parts of a letter, which fold again.
    for _ in 0..MOST_ROUNDS {
        let next = letters(&key);
        if next == key {
            break;
        }
        key = next;
    }
    key
}

/// Rounds until the key is stable; more than any script needs.
const MOST_ROUNDS: usize = 4;

fn letters(code: &str) -> String {
    // Upper case may produce several characters, with combining marks of their own.
    fold(code).chars().flat_map(char::to_uppercase).filter(|c| c.is_alphanumeric()).collect()
}

/// Arabic vowel signs and the tatweel: written between letters and ignored in comparison.
const fn is_arabic_mark(c: char) -> bool {
    matches!(c, '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// Valid: letters and digits of any script, `-` and `_`, with enough of them left to compare.
pub(super) fn is_valid(code: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_') || is_arabic_mark(c);
    LENGTH.contains(&code.chars().count()) && code.chars().all(is_letter) && key(code).chars().count() >= 2
}

/// A random code of letters that are not confused with others.
pub(super) fn random(env: &Env) -> String {
    let bytes: [u8; RANDOM] = env.random_bytes();
    bytes.iter().map(|b| char::from(LETTERS[usize::from(*b) % LETTERS.len()])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cp_01_a_code_is_known_however_it_is_typed() {
        for (stored, input) in
            [("EID-2026", " eid2026 "), ("عيد_١٠", "عيد10"), ("أهلًا25", "اهلا٢٥"), ("رمضانية", "رمضانيه"), ("Straße", "STRASSE")]
        {
            assert_eq!(key(stored), key(input), "{stored}");
        }
        assert_ne!(key("EID10"), key("EID100"));
        // A letter in brackets, and a vowel that composes with it.
        assert_eq!(key(&key("\u{3200}\u{ffc2}")), key("\u{3200}\u{ffc2}"));
    }

    #[test]
    fn cp_01_a_code_is_letters_and_digits() {
        assert!(["EID10", "عيد-١٠", "a_b", "عُمان"].iter().all(|c| is_valid(c)));
        assert!(["ab", "a b c", "50%", "---", "عيد🎉", "a.b.c", &"x".repeat(31)].iter().all(|c| !is_valid(c)));
    }

    proptest! {
        #[test]
        fn cp_01_the_key_of_a_key_is_itself(code in "\\PC{0,40}") {
            prop_assert_eq!(key(&key(&code)), key(&code));
        }

        #[test]
        fn cp_01_a_random_code_is_a_code(seed in 0..2_000_000_000_000_i64) {
            let code = random(&Env::fake(kernel::Millis(seed)));
            prop_assert!(is_valid(&code) && key(&code) == code);
        }
    }
}
