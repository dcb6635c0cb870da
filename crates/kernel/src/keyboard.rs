//! Text typed on the wrong keyboard layout: the same keys on the other layout.
//!
//! The Arabic layout is the one of Windows and most phones' hardware keyboards (Arabic 101); the Latin one is US.

/// What each key types in Latin and in Arabic. `b` types two letters.
const KEYS: &[(char, &str)] = &[
    ('q', "ض"),
    ('w', "ص"),
    ('e', "ث"),
    ('r', "ق"),
    ('t', "ف"),
    ('y', "غ"),
    ('u', "ع"),
    ('i', "ه"),
    ('o', "خ"),
    ('p', "ح"),
    ('[', "ج"),
    (']', "د"),
    ('a', "ش"),
    ('s', "س"),
    ('d', "ي"),
    ('f', "ب"),
    ('g', "ل"),
    ('h', "ا"),
    ('j', "ت"),
    ('k', "ن"),
    ('l', "م"),
    (';', "ك"),
    ('\'', "ط"),
    ('z', "ئ"),
    ('x', "ء"),
    ('c', "ؤ"),
    ('v', "ر"),
    ('b', "لا"),
    ('n', "ى"),
    ('m', "ة"),
    (',', "و"),
    ('.', "ز"),
    ('/', "ظ"),
    ('`', "ذ"),
    ('H', "أ"),
    ('Y', "إ"),
    ('N', "آ"),
    ('G', "لأ"),
    ('T', "لإ"),
    ('B', "لآ"),
];

/// The text that the same keys type on the other layout, most likely first; empty for a text with letters of both, or of none.
#[must_use]
pub fn other_layout(text: &str) -> Vec<String> {
    let is_latin = text.chars().any(|c| c.is_ascii_alphabetic());
    let is_arabic = text.chars().any(|c| ('\u{0621}'..='\u{064A}').contains(&c));
    match (is_latin, is_arabic) {
        (true, false) => vec![to_arabic(text)],
        // لا is one key or two.
        (false, true) => {
            let one = to_latin(text, true);
            let two = to_latin(text, false);
            if one == two { vec![one] } else { vec![one, two] }
        }
        _ => Vec::new(),
    }
}

fn to_arabic(text: &str) -> String {
    let key = |c: char| {
        KEYS.iter().find(|(latin, _)| *latin == c).or_else(|| {
            let lower = c.to_ascii_lowercase();
            KEYS.iter().find(|(latin, _)| *latin == lower)
        })
    };
    text.chars().fold(String::new(), |mut out, c| {
        match key(c) {
            Some((_, arabic)) => out.push_str(arabic),
            None => out.push(c),
        }
        out
    })
}

fn to_latin(text: &str, is_pair_one_key: bool) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let pair = KEYS.iter().find(|(_, arabic)| is_pair_one_key && arabic.chars().count() == 2 && rest.starts_with(arabic));
        let found = pair.or_else(|| KEYS.iter().find(|(_, arabic)| arabic.chars().count() == 1 && rest.starts_with(arabic)));
        if let Some((latin, arabic)) = found {
            out.push(latin.to_ascii_lowercase());
            rest = &rest[arabic.len()..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_layout_writes_what_was_meant() {
        assert_eq!(other_layout("rldw"), ["قميص"]);
        assert_eq!(other_layout("Rldw r'k"), ["قميص قطن"]);
        assert_eq!(other_layout("hguhgl"), ["العالم"]);
        assert_eq!(other_layout("سرهق"), ["svir"]);
        assert_eq!(other_layout("لاشل"), ["bag", "ghag"]);
        assert_eq!(other_layout("ساهقف"), ["shirt"]);
        assert!(other_layout("قميص xl").is_empty() && other_layout("1001").is_empty());
    }
}
