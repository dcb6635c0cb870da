//! Misspelt words: the edit distance that a search tolerates, and the deletion keys (symmetric delete) by which near words are
//! found.
//!
//! Words are folded ([`crate::fold`]), so Arabic letters that people confuse are one letter already. A key is a hash of what is
//! left of a word's prefix when letters are deleted; two words within the same number of edits always share one, so an index of
//! keys finds every word near another without a scan. Codes and numbers are never misspelt: a digit more or less is another item.

/// Length of the prefix that keys are made of: edits further on need no keys.
const PREFIX: usize = 7;
/// The longest word that has keys.
const LONGEST: usize = 40;

/// Whether the word can be misspelt: letters only, three to forty of them.
#[must_use]
pub fn is_word(word: &str) -> bool {
    let n = word.chars().count();
    (3..=LONGEST).contains(&n) && word.chars().all(char::is_alphabetic)
}

/// The tolerated edit distance of a word: none below four letters, one below eight, else two.
#[must_use]
pub fn tolerance(word: &str) -> usize {
    match word.chars().count() {
        _ if !is_word(word) => 0,
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// The edit distance of two words when it is `most` at most: insertions, deletions, substitutions and transpositions of
/// neighbours.
#[must_use]
pub fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1; b.len() + 1];
        for (j, y) in b.iter().enumerate() {
            let mut n = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                n = n.min(before[j - 1] + 1);
            }
            row[j + 1] = n;
        }
        if row.iter().min().is_none_or(|n| *n > most) {
            return None;
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|n| *n <= most)
}

/// The deletion keys under which a word is indexed; empty when it is no word. Words of six letters and more are within reach of
/// two edits.
#[must_use]
pub fn kept_keys(word: &str) -> Vec<i64> {
    if !is_word(word) {
        return Vec::new();
    }
    keys(word, if word.chars().count() < 6 { 1 } else { 2 })
}

/// The deletion keys that a misspelt word is looked up by; empty when it tolerates no edit.
#[must_use]
pub fn asked_keys(word: &str) -> Vec<i64> {
    match tolerance(word) {
        0 => Vec::new(),
        n => keys(word, n),
    }
}

fn keys(word: &str, edits: usize) -> Vec<i64> {
    let mut level = vec![word.chars().take(PREFIX).collect::<Vec<char>>()];
    let mut all: Vec<i64> = level.iter().map(|l| hash(l)).collect();
    for _ in 0..edits {
        let mut next: Vec<Vec<char>> = Vec::new();
        for letters in level.iter().filter(|l| l.len() > 1) {
            for i in 0..letters.len() {
                let mut shorter = letters.clone();
                shorter.remove(i);
                next.push(shorter);
            }
        }
        next.sort();
        next.dedup();
        all.extend(next.iter().map(|l| hash(l)));
        level = next;
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// FNV-1a: stable on every machine and in every version. Collisions are resolved by [`distance`].
fn hash(letters: &[char]) -> i64 {
    let mut n = 0xcbf2_9ce4_8422_2325_u64;
    for letter in letters {
        for byte in u32::from(*letter).to_le_bytes() {
            n = (n ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    n.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn edits_are_letters_more_less_other_and_exchanged() {
        for (a, b, n) in [
            ("قميص", "قميص", 0),
            ("قميص", "قميس", 1),
            ("قميص", "قمص", 1),
            ("قميص", "قمييص", 1),
            ("قميص", "قيمص", 1),
            ("perfume", "prefume", 1),
            ("bracelet", "braslet", 2),
        ] {
            assert_eq!(distance(a, b, 2), Some(n), "{a} {b}");
        }
        assert_eq!(distance("قميص", "حذاء", 2), None);
        assert_eq!(distance("ab", "abcdef", 2), None);
    }

    #[test]
    fn short_words_and_codes_are_never_misspelt() {
        assert_eq!(["عود", "قميص", "برفيوم", "مجوهرات", "اكسسوارات", "oud100", "1001"].map(tolerance), [0, 1, 1, 1, 2, 0, 0]);
        assert!(kept_keys("oud100").is_empty() && kept_keys("عن").is_empty() && asked_keys("عود").is_empty());
        assert!(kept_keys("اكسسوارات").len() <= 29);
    }

    /// A word with one random edit.
    fn edited(word: &str, at: usize, kind: usize, letter: char) -> String {
        let mut letters: Vec<char> = word.chars().collect();
        let at = at % letters.len();
        match kind % 4 {
            0 => letters[at] = letter,
            1 => letters.insert(at, letter),
            2 => drop(letters.remove(at)),
            _ if at + 1 < letters.len() => letters.swap(at, at + 1),
            _ => {}
        }
        letters.into_iter().collect()
    }

    proptest! {
        #[test]
        fn a_misspelt_word_shares_a_key_with_what_is_meant(
            word in "[ابتثجحخسشصقكلمنهوي]{4,14}", one in (0_usize..20, 0_usize..4), two in (0_usize..20, 0_usize..4), letter in "[ابتعغف]",
        ) {
            let letter = letter.chars().next().unwrap_or('ا');
            let one_edit = edited(&word, one.0, one.1, letter);
            let two_edits = edited(&one_edit, two.0, two.1, letter);
            for input in [one_edit, two_edits] {
                let most = tolerance(&input);
                if most > 0 && distance(&input, &word, most).is_some() {
                    let stored_keys = kept_keys(&word);
                    prop_assert!(asked_keys(&input).iter().any(|k| stored_keys.contains(k)), "{} for {}", input, word);
                }
            }
        }

        #[test]
        fn distance_is_the_same_both_ways(a in "[abc]{0,8}", b in "[abc]{0,8}") {
            prop_assert_eq!(distance(&a, &b, 3), distance(&b, &a, 3));
            prop_assert_eq!(distance(&a, &a, 0), Some(0));
        }
    }
}
