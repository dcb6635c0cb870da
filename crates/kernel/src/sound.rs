//! Transliteration (Arabizi): Arabic words written in Latin letters, and the Arabic spellings that they may stand for.
//!
//! A search for `amwaj` means أمواج. One sound has several letters and short vowels are not written, so a word has many
//! readings; the caller keeps those that are words of the store. Readings are folded ([`crate::fold`]).

/// The most readings of one word, the likeliest first.
const MOST: usize = 160;
/// Shorter words would match anything, longer ones are no words.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=24;

/// What Latin letters stand for inside a word, the likeliest first. Longer sequences come before their own prefixes.
const INSIDE: &[(&str, &[&str])] = &[
    ("kh", &["خ"]),
    ("gh", &["غ"]),
    ("sh", &["ش"]),
    ("th", &["ث", "ذ", "ته"]),
    ("dh", &["ذ", "ض", "ظ"]),
    ("ch", &["تش", "ش"]),
    ("ph", &["ف"]),
    ("ck", &["ك"]),
    ("qu", &["ق", "كو"]),
    ("aa", &["ا", "ع"]),
    ("ee", &["ي"]),
    ("oo", &["و"]),
    ("ou", &["و", ""]),
    ("ai", &["اي", "ي"]),
    ("ay", &["اي", "ي"]),
    ("ei", &["ي"]),
    ("aw", &["او", "و"]),
    ("au", &["او", "و"]),
    ("a", &["ا", "", "ع"]),
    ("b", &["ب"]),
    ("c", &["ك", "س"]),
    ("d", &["د", "ض"]),
    ("e", &["", "ي", "ا"]),
    ("f", &["ف"]),
    ("g", &["ج", "غ", "ق"]),
    ("h", &["ه", "ح"]),
    ("i", &["ي", ""]),
    ("j", &["ج"]),
    ("k", &["ك"]),
    ("l", &["ل"]),
    ("m", &["م"]),
    ("n", &["ن"]),
    ("o", &["و", ""]),
    ("p", &["ب"]),
    ("q", &["ق"]),
    ("r", &["ر"]),
    ("s", &["س", "ص"]),
    ("t", &["ت", "ط"]),
    ("u", &["و", ""]),
    ("v", &["ف"]),
    ("w", &["و"]),
    ("x", &["كس"]),
    ("y", &["ي"]),
    ("z", &["ز", "ظ", "ذ"]),
    // Digits and letters typed for sounds that Latin letters lack.
    ("2", &["ا", "ق"]),
    ("3", &["ع"]),
    ("5", &["خ"]),
    ("7", &["ح"]),
];

/// At the start of a word: a vowel is written, or follows an ain.
const FIRST: &[(&str, &[&str])] = &[
    ("ou", &["عو", "او"]),
    ("oo", &["او", "عو"]),
    ("aa", &["ا", "عا"]),
    ("a", &["ا", "ع", "عا"]),
    ("e", &["ا", "اي", "ع"]),
    ("i", &["ا", "اي", "ع"]),
    ("o", &["ا", "او", "ع"]),
    ("u", &["ا", "او", "ع"]),
];

/// At the end of a word: a ta marbuta is written as `a` or `ah`.
const LAST: &[(&str, &[&str])] =
    &[("ah", &["ه", "اح"]), ("eh", &["ه"]), ("a", &["ه", "ا", ""]), ("ee", &["ي"]), ("y", &["ي"]), ("ie", &["ي"])];

fn first_of(table: &'static [(&'static str, &'static [&'static str])], rest: &str) -> Option<(usize, &'static [&'static str])> {
    table.iter().find(|(letters, _)| rest.starts_with(letters)).map(|(letters, ways)| (letters.len(), *ways))
}

/// Readings of a folded word in Arabic letters, the likeliest first; none for a word that is not in Latin letters.
#[must_use]
pub fn readings(word: &str) -> Vec<String> {
    let is_latin = word.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'2' | b'3' | b'5' | b'7'));
    if !is_latin || !LENGTHS.contains(&word.len()) || !word.bytes().any(|b| b.is_ascii_lowercase()) {
        return Vec::new();
    }
    let mut all: Vec<(usize, String)> = vec![(0, String::new())];
    let mut at = 0;
    while at < word.len() {
        let rest = &word[at..];
        let is_end = |letters: usize| at + letters == word.len();
        let last = first_of(LAST, rest).filter(|(n, _)| at > 0 && is_end(*n));
        let begin = first_of(FIRST, rest).filter(|_| at == 0);
        let Some((n, ways)) = last.or(begin).or_else(|| first_of(INSIDE, rest)) else { return Vec::new() };
        let mut next: Vec<(usize, String)> = all
            .iter()
            .flat_map(|(cost, text)| ways.iter().enumerate().map(move |(i, way)| (cost + i, format!("{text}{way}"))))
            .collect();
        next.sort();
        next.dedup_by(|a, b| a.1 == b.1);
        next.truncate(MOST);
        all = next;
        at += n;
        // A doubled letter is one sound.
        if n == 1 && word.as_bytes().get(at) == word.as_bytes().get(at - 1) {
            at += 1;
        }
    }
    let mut unique = std::collections::HashSet::new();
    all.into_iter().map(|(_, text)| text).filter(|text| text.chars().count() >= 2 && unique.insert(text.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::fold;

    #[test]
    fn an_arabic_word_in_latin_letters_is_read() {
        for (latin, arabic) in [
            ("amwaj", "أمواج"),
            ("oud", "عود"),
            ("3oud", "عود"),
            ("bakhoor", "بخور"),
            ("abaya", "عباية"),
            ("thobe", "ثوب"),
            ("misk", "مسك"),
            ("attar", "عطر"),
            ("itr", "عطر"),
            ("shemagh", "شماغ"),
            ("ghutra", "غترة"),
            ("sa3a", "ساعة"),
            ("7ijab", "حجاب"),
            ("tamr", "تمر"),
            ("qahwa", "قهوة"),
            ("mabkhara", "مبخرة"),
            ("hijab", "حجاب"),
        ] {
            assert!(readings(latin).contains(&fold(arabic)), "{latin}: {:?}", readings(latin));
        }
    }

    #[test]
    fn what_is_no_word_in_latin_letters_has_no_readings_and_none_has_many() {
        for text in ["", "ab", "عود", "sh-100", "100", "a1b", "é", "Amwaj"] {
            assert!(readings(text).is_empty(), "{text}");
        }
        assert!(readings("aeiouaeiouaeiouaeiouaeio").len() <= MOST);
        assert!(readings(&"a".repeat(25)).is_empty());
    }
}
