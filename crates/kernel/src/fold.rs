//! The one folding of text for search and matching (contracts/locale.md §1).
//!
//! The same function fills the indexed columns and treats every query, in lists, palette, storefront and
//! import matching, so that `أحمد`, `احمد` and `أَحْمَد` are one word and `١٢٣` finds `123`.
//!
//! Invariant: `fold(fold(x)) == fold(x)` for every text; a folded text holds only letters, digits, single
//! inner blanks, and `.` between two digits. Folded text is for comparing, never for showing.

use std::ops::Range;

use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use crate::digits::{self, ascii_digit, is_invisible};

/// Folds a text for comparison. See the module for what comes out.
///
/// ```
/// use kernel::fold::fold;
/// assert_eq!(fold("قميص قطن، مقاس XL"), fold("قَمِيص  قُطن مقاس xl"));
/// ```
#[must_use]
pub fn fold(text: &str) -> String {
    if text.chars().all(is_normalised) {
        let mut folder = Folder::with_capacity(text.len());
        text.chars().for_each(|c| folder.push(c));
        return folder.finish();
    }
    fold_normalising(text)
}

/// A character that normalisation leaves unchanged among others of its kind, or that is dropped before it: nearly all text.
fn is_normalised(c: char) -> bool {
    c.is_ascii()
        || matches!(c, '\u{0621}'..='\u{063A}' | '\u{0641}'..='\u{064A}' | '\u{0660}'..='\u{0669}' | '،' | '؛' | '؟')
        || is_dropped(c)
}

fn fold_normalising(text: &str) -> String {
    let mut folded = fold_once(text);
    // Lower-casing or dropping a mark can leave a sequence that composes further. Such texts are rare and stable after one more
    // pass; the bound only guards against a fault in the Unicode tables.
    for _ in 0..4 {
        if is_nfkc_quick(folded.chars()) == IsNormalized::Yes {
            break;
        }
        let again = fold_once(&folded);
        if again == folded {
            break;
        }
        folded = again;
    }
    folded
}

/// Folds several texts (name, SKU, tags) into one searchable column, separated by a blank.
#[must_use]
pub fn fold_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut column = String::new();
    for text in texts {
        let folded = fold(text);
        if !folded.is_empty() {
            if !column.is_empty() {
                column.push(' ');
            }
            column.push_str(&folded);
        }
    }
    column
}

/// The digits by which a phone, order number or SKU is looked up, when `query` looks like one.
///
/// `None` when the query holds letters or fewer than three digits. Calling prefixes that people leave out
/// or write differently (`00`, `+`, the trunk `0`) are cut, so `0512…`, `+966512…` and `00966512…` are
/// found by a "contains" search over E.164 digits when the national part is the same.
#[must_use]
pub fn digits_query(query: &str) -> Option<String> {
    let is_phone_like = query.chars().all(|c| ascii_digit(c).is_some() || !c.is_alphanumeric());
    let digits = digits::digits_only(query);
    let needle = digits.trim_start_matches('0');
    (is_phone_like && needle.len() >= 3).then(|| needle.to_owned())
}

/// Byte ranges of `original` that match a word of `query`, in order, not overlapping.
///
/// Matching happens on folded text, the ranges are on the text as written: tashkeel and tatweel that
/// belong to a matched letter are inside the range. Every range lies on character boundaries.
#[must_use]
pub fn highlight(original: &str, query: &str) -> Vec<Range<usize>> {
    let query = fold(query);
    let words: Vec<Vec<char>> = query.split(' ').filter(|w| !w.is_empty()).map(|w| w.chars().collect()).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let aligned = fold_aligned(original);
    let mut found: Vec<Range<usize>> = Vec::new();
    for word in &words {
        for window in aligned.windows(word.len()) {
            if window.iter().map(|letter| letter.folded).eq(word.iter().copied()) {
                found.push(window[0].start..window[window.len() - 1].end);
            }
        }
    }
    found.sort_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(found.len());
    for range in found {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// Whether `c` is dropped before and after normalisation (steps 2 to 4): it changes no letter.
pub(crate) fn is_dropped(c: char) -> bool {
    match c {
        '\u{0640}' => true,
        '\u{0610}'..='\u{061A}' | '\u{064B}'..='\u{065F}' | '\u{0670}' => true,
        '\u{06D6}'..='\u{06DC}' | '\u{06DF}'..='\u{06E8}' | '\u{06EA}'..='\u{06ED}' => true,
        _ => is_invisible(c),
    }
}

/// Whether `c`, standing alone after composition, is a mark without a letter value: dropped, not a blank,
/// so that it does not cut a word in two.
pub(crate) fn is_loose_mark(c: char) -> bool {
    is_combining_mark(c) && !c.is_alphabetic()
}

/// The letter that stands for `c` in folded text (steps 5 to 9); `None` drops it.
fn folded_letter(c: char) -> Option<char> {
    Some(match c {
        'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
        'ى' | 'ی' | 'ئ' => 'ي',
        'ة' | 'ہ' | 'ھ' => 'ه',
        'ؤ' => 'و',
        'ء' => return None,
        'ک' | 'گ' => 'ك',
        'پ' => 'ب',
        'چ' => 'ج',
        'ڤ' => 'ف',
        _ => c,
    })
}

fn fold_once(text: &str) -> String {
    let mut folder = Folder::with_capacity(text.len());
    // Dropping first lets a letter meet its accent across an invisible character; the folder drops again
    // what normalisation brings out (presentation forms of tashkeel).
    text.chars().filter(|c| !is_dropped(*c)).nfkc().for_each(|c| folder.push(c));
    folder.finish()
}

/// Takes normalised characters one by one and builds the folded text.
struct Folder {
    out: String,
    gap: Gap,
}

/// What stands between the last letter and the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    Blank,
    /// A single `.` after a digit: kept if a digit follows.
    Point,
}

impl Folder {
    fn with_capacity(capacity: usize) -> Self {
        Self { out: String::with_capacity(capacity), gap: Gap::None }
    }

    fn push(&mut self, c: char) {
        // Plain letters need no tables.
        match c {
            'a'..='z' => return self.emit(c),
            'A'..='Z' => return self.emit(c.to_ascii_lowercase()),
            '\u{0621}'..='\u{063A}' | '\u{0641}'..='\u{064A}' => return folded_letter(c).into_iter().for_each(|c| self.emit(c)),
            _ => {}
        }
        if is_dropped(c) || is_loose_mark(c) || c == '\u{066C}' {
            return;
        }
        if let Some(digit) = ascii_digit(c) {
            self.emit(digit);
        } else if c.is_alphanumeric() {
            if let Some(letter) = folded_letter(c) {
                for lower in letter.to_lowercase() {
                    if !is_loose_mark(lower) {
                        self.emit(lower);
                    }
                }
            }
        } else {
            let after_digit = self.out.ends_with(|last: char| last.is_ascii_digit());
            self.gap =
                if matches!(c, '.' | '\u{066B}') && self.gap == Gap::None && after_digit { Gap::Point } else { Gap::Blank };
        }
    }

    fn emit(&mut self, c: char) {
        if !self.out.is_empty() {
            match self.gap {
                Gap::None => {}
                Gap::Point if c.is_ascii_digit() => self.out.push('.'),
                Gap::Point | Gap::Blank => self.out.push(' '),
            }
        }
        self.gap = Gap::None;
        self.out.push(c);
    }

    fn finish(self) -> String {
        self.out
    }
}

/// One folded character and the bytes of the original that made it.
struct Aligned {
    folded: char,
    start: usize,
    end: usize,
}

/// Folds cluster by cluster (a letter with its marks), keeping where each folded character came from.
fn fold_aligned(original: &str) -> Vec<Aligned> {
    let mut aligned: Vec<Aligned> = Vec::with_capacity(original.len());
    let mut rest = original.char_indices().peekable();
    let mut cluster = String::new();
    let mut folder = Folder::with_capacity(original.len());
    while let Some((start, first)) = rest.next() {
        cluster.clear();
        cluster.push(first);
        let mut end = start + first.len_utf8();
        while let Some((at, next)) = rest.next_if(|(_, c)| continues_cluster(*c)) {
            cluster.push(next);
            end = at + next.len_utf8();
        }
        let before = folder.out.len();
        cluster.chars().filter(|c| !is_dropped(*c)).nfkc().for_each(|c| folder.push(c));
        for folded in folder.out[before..].chars() {
            // A separator stands for text before this cluster: its range is empty.
            let separator = matches!(folded, ' ' | '.');
            aligned.push(Aligned { folded, start, end: if separator { start } else { end } });
        }
        if folder.out.len() == before {
            // Leading marks or a dropped letter: they extend the range of the previous letter.
            if let Some(last) = aligned.last_mut().filter(|last| last.end == start && folder.gap == Gap::None) {
                last.end = end;
            }
        }
    }
    aligned
}

fn continues_cluster(c: char) -> bool {
    is_dropped(c) || is_combining_mark(c) || canonical_combining_class(c) != 0 || matches!(c, '\u{1160}'..='\u{11FF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_vectors_of_the_locale_contract_hold() {
        let vectors = [
            ("أحمد", "احمد"),
            ("إِبْرَاهِيم", "ابراهيم"),
            ("آلات", "الات"),
            ("مـــكة المكرّمة", "مكه المكرمه"),
            ("مدرسة", "مدرسه"),
            ("مدرسه", "مدرسه"),
            ("هدى", "هدي"),
            ("هدي", "هدي"),
            ("مسؤول", "مسوول"),
            ("مسئول", "مسيول"),
            ("رَئِيس", "رييس"),
            ("سماء", "سما"),
            ("١٢٣٤٫٥٠", "1234.50"),
            ("۱۲۳", "123"),
            ("ﻻ", "لا"),
            ("قميص قطن، مقاس\u{200F} XL", "قميص قطن مقاس xl"),
            ("پيتزا", "بيتزا"),
            ("ڤيلا", "فيلا"),
        ];
        for (input, normal) in vectors {
            assert_eq!(fold(input), normal, "{input}");
        }
    }

    /// The dashboard folds and marks by the same vectors.
    #[test]
    fn the_vectors_shared_with_the_dashboard_hold() {
        let vectors: serde_json::Value = serde_json::from_str(include_str!("fold_vectors.json")).unwrap();
        let text = |v: &serde_json::Value, i: usize| v[i].as_str().unwrap().to_owned();
        for v in vectors["folded"].as_array().unwrap() {
            assert_eq!(fold(&text(v, 0)), text(v, 1), "{v}");
        }
        for v in vectors["marked"].as_array().unwrap() {
            assert_eq!(marked(&text(v, 0), &text(v, 1)), text(v, 2), "{v}");
        }
    }

    #[test]
    fn every_numbered_step_of_the_contract_has_its_effect() {
        assert_eq!(fold("ﷲ"), "الله");
        assert_eq!(fold("ＡＢＣ１２"), "abc12");
        assert_eq!(fold("ٱلرَّحْمَٰن"), "الرحمن");
        assert_eq!(fold("کتاب گل چای"), "كتاب كل جاي");
        assert_eq!(fold("ہھ"), "هه");
        assert_eq!(fold("١٬٢٣٤"), "1234");
        assert_eq!(fold("«عطر»؛ ؟ - ذَهَبي!"), "عطر ذهبي");
        assert_eq!(fold("كتـ\u{200C}ـاب"), "كتاب");
    }

    #[test]
    fn a_decimal_point_is_kept_only_between_digits() {
        assert_eq!(fold("v1.2. end."), "v1.2 end");
        assert_eq!(fold(".5 .. 6. x"), "5 6 x");
    }

    #[test]
    fn several_texts_make_one_column() {
        assert_eq!(fold_all(["عطر", " ", "OUD-100"]), "عطر oud 100");
    }

    #[test]
    fn phone_like_queries_have_a_digits_form() {
        assert_eq!(digits_query("٠٥١٢ ٣٤٥").as_deref(), Some("512345"));
        assert_eq!(digits_query("00966 51-234").as_deref(), Some("96651234"));
        assert_eq!(digits_query("#1001").as_deref(), Some("1001"));
        assert_eq!(digits_query("OUD-100"), None);
        assert_eq!(digits_query("12"), None);
    }

    fn marked(original: &str, query: &str) -> String {
        let mut out = original.to_owned();
        for range in highlight(original, query).into_iter().rev() {
            out.insert(range.end, ']');
            out.insert(range.start, '[');
        }
        out
    }

    #[test]
    fn highlights_are_on_the_text_as_written() {
        assert_eq!(marked("قَمِيصُ قطن", "قميص"), "[قَمِيصُ] قطن");
        assert_eq!(marked("مـــكة المكرّمة", "مكه"), "[مـــكة] المكرّمة");
        assert_eq!(marked("السماء صافية", "سما"), "ال[سماء] صافية");
        assert_eq!(marked("سعر ١٢٣٤٫٥٠ فقط", "1234.5"), "سعر [١٢٣٤٫٥]٠ فقط");
        assert_eq!(marked("Linen Shirt, linen", "LINEN"), "[Linen] Shirt, [linen]");
        assert_eq!(marked("عطر العود", "عود عطر"), "[عطر] ال[عود]");
        assert_eq!(marked("ﻻ شيء", "لا"), "[ﻻ] شيء");
        assert!(highlight("عطر", "  ،").is_empty());
    }

    proptest! {
        #[test]
        fn folding_is_idempotent(text in "\\PC*") {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }

        #[test]
        fn what_is_normalised_already_folds_as_if_it_were_normalised_again(text in "[ -~\u{0600}-\u{06FF}\u{200B}-\u{200F}]{0,40}") {
            let text: String = text.chars().filter(|c| is_normalised(*c)).collect();
            prop_assert_eq!(fold(&text), fold_normalising(&text));
        }

        #[test]
        fn folding_any_characters_is_idempotent(chars in prop::collection::vec(any::<char>(), 0..40)) {
            let text: String = chars.into_iter().collect();
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }

        #[test]
        fn folding_arabic_blocks_is_idempotent(text in "[\u{0600}-\u{06FF}\u{FB50}-\u{FDFF}\u{FE70}-\u{FEFF}a-zA-Z0-9 .\u{0300}-\u{036F}\u{200D}]*") {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }

        #[test]
        fn highlights_are_ordered_ranges_on_character_boundaries(text in ".*", query in ".{0,5}") {
            let mut last = 0;
            for range in highlight(&text, &query) {
                prop_assert!(text.is_char_boundary(range.start) && text.is_char_boundary(range.end));
                prop_assert!(range.start >= last && range.start < range.end);
                last = range.end;
            }
        }

        #[test]
        fn a_text_contains_itself_highlighted(text in "[\u{0620}-\u{0669}a-z ]{1,20}") {
            prop_assert_eq!(fold(&text).is_empty(), highlight(&text, &text).is_empty());
        }
    }
}
