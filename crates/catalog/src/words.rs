//! The search terms of a product: its words with their weights, and the values of its options. And how well they match a search.
//! Pure.

use kernel::{Texts, fold::fold, plural, sound, spelling};
use serde::{Deserialize, Serialize};

use super::model::{ProductDraft, ProductType};

/// Most words of a product that are indexed; more are not worth the rows.
const MOST_WORDS: usize = 64;
/// Most words of its descriptions among them.
const MOST_DESCRIBING: usize = 16;
/// Characters of a word that are indexed.
const LONGEST: usize = 60;

/// Weights, by where a word occurs; a larger weight ranks higher.
pub(super) const NAME: i64 = 3;
/// Codes and tags.
pub(super) const CODE: i64 = 2;
/// The short description, or the beginning of the long one.
pub(super) const DESCRIPTION: i64 = 1;

/// Distinct folded words of a product, each with its highest weight.
pub(super) fn words(f: &ProductDraft) -> Vec<(String, i64)> {
    let mut out: Vec<(String, i64)> = Vec::new();
    let add = |out: &mut Vec<(String, i64)>, text: &str, weight: i64, most: usize| {
        for word in fold(text).split(' ').filter(|w| !w.is_empty()) {
            if out.len() >= most {
                return;
            }
            let word: String = word.chars().take(LONGEST).collect();
            if !out.iter().any(|(w, _)| *w == word) {
                out.push((word, weight));
            }
        }
    };
    for name in [&f.name.ar, &f.name.en] {
        add(&mut out, name, NAME, MOST_WORDS);
    }
    let codes = [f.sku.as_deref(), f.barcode.as_deref(), f.brand.as_deref()].into_iter().flatten();
    let of_variants = f.variants.iter().flat_map(|v| [v.sku.as_deref(), v.barcode.as_deref()]).flatten();
    for code in codes.chain(f.tags.iter().map(String::as_str)).chain(of_variants) {
        add(&mut out, code, CODE, MOST_WORDS - MOST_DESCRIBING);
    }
    for (short, long) in [(&f.short_description.ar, &f.description.ar), (&f.short_description.en, &f.description.en)] {
        let most = (out.len() + MOST_DESCRIBING / 2).min(MOST_WORDS);
        if short.trim().is_empty() {
            // The beginning is enough for the first words.
            let begin: String = long.chars().take(400).collect();
            add(&mut out, &platform::html::plain(&begin), DESCRIPTION, most);
        } else {
            add(&mut out, short, DESCRIPTION, most);
        }
    }
    out
}

/// An option value that a product is available in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OptionWord {
    /// `color`, `size`, or the merchant's word, folded.
    pub(super) option_key: String,
    /// The value, folded.
    pub(super) value_key: String,
    pub(super) option: String,
    pub(super) value: String,
    /// Translations of the option.
    pub(super) option_texts: Texts,
    pub(super) value_texts: Texts,
    pub(super) position: i64,
}

/// The key by which options or values of all products are compared, however they are spelled.
#[must_use]
pub fn option_key(text: &str) -> String {
    let key = fold(text);
    if key.is_empty() { text.trim().to_lowercase() } else { key }
}

/// The values of a product's options that one of its active variants has.
pub(super) fn option_words(f: &ProductDraft) -> Vec<OptionWord> {
    let mut out: Vec<OptionWord> = Vec::new();
    if f.product_type != ProductType::Multi {
        return out;
    }
    for (i, option) in f.options.iter().enumerate() {
        for value in &option.values {
            let is_had = f.variants.iter().any(|v| v.is_active && v.option_values.get(i) == Some(value));
            let (option_key, value_key) = (option_key(&option.name), option_key(value));
            if is_had && !out.iter().any(|o| o.option_key == option_key && o.value_key == value_key) {
                let position = i64::try_from(out.len()).unwrap_or(0);
                out.push(OptionWord {
                    option_key,
                    value_key,
                    option: option.name.clone(),
                    value: value.clone(),
                    option_texts: option.name_texts.clone(),
                    value_texts: option.value_texts.get(value).cloned().unwrap_or_default(),
                    position,
                });
            }
        }
    }
    out
}

/// A word of a search, with the other forms that match it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct SearchWord {
    /// The folded word as it was written; a prefix of a product's word matches.
    pub(super) text: String,
    /// With or without the article and other attached particles.
    pub(super) forms: Vec<String>,
    /// The word in its other number (singular, plural), as the store's products have it.
    #[serde(default)]
    pub(super) others: Vec<String>,
    /// Words of the store of which it may be a misspelling or a transliteration, best first.
    pub(super) similar: Vec<String>,
}

/// The article and particles that Arabic attaches to a word.
const JOINED: [&str; 5] = ["ال", "وال", "بال", "لل", "و"];
const ARTICLE: &str = "ال";

/// Arabic words with and without the article, each once, in order.
fn with_article(words: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in words {
        let joined = word.chars().all(|c| ('\u{0621}'..='\u{064A}').contains(&c)).then(|| format!("{ARTICLE}{word}"));
        for form in std::iter::once(word).chain(joined) {
            if !out.contains(&form) {
                out.push(form);
            }
        }
    }
    out
}

impl SearchWord {
    /// A search word of a folded text.
    pub(super) fn new(text: &str) -> Self {
        let mut forms = Vec::new();
        let is_arabic = text.chars().all(|c| ('\u{0621}'..='\u{064A}').contains(&c));
        let n = text.chars().count();
        if is_arabic && n >= 3 {
            forms.extend(JOINED.iter().map(|joined| format!("{joined}{text}")));
            let bare = JOINED.iter().take(4).find_map(|joined| text.strip_prefix(joined));
            forms.extend(bare.filter(|rest| rest.chars().count() >= 3).map(str::to_owned));
        }
        Self { text: text.to_owned(), forms, others: Vec::new(), similar: Vec::new() }
    }

    /// Whether a word that does not begin with it can match it.
    pub(super) fn has_other_forms(&self) -> bool {
        !(self.forms.is_empty() && self.others.is_empty() && self.similar.is_empty())
    }

    /// The word in its other number: «القمصان» is asked for with «قميص» and «القميص».
    pub(super) fn numbers(&self) -> Vec<String> {
        let bare = self.text.strip_prefix(ARTICLE).filter(|rest| rest.chars().count() >= 3);
        let others = std::iter::once(self.text.as_str()).chain(bare).flat_map(plural::others);
        with_article(others).into_iter().filter(|other| *other != self.text).collect()
    }

    /// Arabic words that the word may transliterate, the likeliest first.
    pub(super) fn sounds(&self) -> Vec<String> {
        with_article(sound::readings(&self.text))
    }

    /// How a product's word matches it: 4 exactly, 3 with another article or in its other number, 2 by prefix, 1 by a correction,
    /// 0 not at all.
    fn answered(&self, word: &str) -> i64 {
        if word == self.text {
            4
        } else if self.forms.iter().chain(&self.others).any(|form| form == word) {
            3
        } else if word.starts_with(&self.text) || self.forms.iter().any(|form| word.starts_with(form.as_str())) {
            2
        } else {
            i64::from(self.similar.iter().any(|similar| similar == word))
        }
    }
}

/// How well a product's words match a search: larger is better. The kind of match counts more than the weight; `None` when a word
/// is not matched.
pub(super) fn score(query_words: &[SearchWord], words: &[(&str, i64)]) -> Option<(i64, i64)> {
    let mut sum = (0, 0);
    for ask in query_words {
        let best = words.iter().map(|(word, weight)| (ask.answered(word), *weight)).filter(|(n, _)| *n > 0).max()?;
        sum = (sum.0 + best.0, sum.1 + best.1);
    }
    Some(sum)
}

/// For each word of the search, the product's word that matches it; the word itself where none does.
pub(super) fn corrected(query_words: &[SearchWord], words: &[(&str, i64)]) -> Vec<String> {
    let of = |ask: &SearchWord| {
        words.iter().filter(|(word, _)| ask.answered(word) > 0).max_by_key(|(word, n)| (ask.answered(word), *n))
    };
    query_words.iter().map(|ask| of(ask).map_or_else(|| ask.text.clone(), |(word, _)| (*word).to_owned())).collect()
}

/// The best corrections of a misspelled word, nearest first; those with the same beginning before others.
pub(super) fn nearest(query_word: &str, words: Vec<String>, most: usize) -> Vec<String> {
    let tolerance = spelling::tolerance(query_word);
    let mut near: Vec<(usize, bool, String)> = words
        .into_iter()
        .filter_map(|word| {
            let n = spelling::distance(query_word, &word, tolerance).filter(|n| *n > 0)?;
            Some((n, word.chars().next() != query_word.chars().next(), word))
        })
        .collect();
    near.sort();
    near.truncate(most);
    near.into_iter().map(|(_, _, word)| word).collect()
}

/// The word of a text in its original spelling whose folded form is `folded`.
pub(super) fn as_written<'t>(text: &'t str, folded: &str) -> Option<&'t str> {
    text.split(|c: char| c.is_whitespace() || "،؛,;()[]«»\"/|".contains(c)).find(|word| !word.is_empty() && fold(word) == folded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ProductOption, VariantDraft};

    #[test]
    fn a_word_has_the_weight_of_its_best_place() {
        let f = ProductDraft {
            name: Texts::new("قميص قطن", "Cotton shirt"),
            sku: Some("SH-100".into()),
            tags: vec!["رجالي".into(), "قميص".into()],
            short_description: Texts::new("قميصٌ من القطن المصري", ""),
            description: Texts::new("", "<p>Soft &amp; <b>light</b></p>"),
            ..ProductDraft::default()
        };
        let words = words(&f);
        let weight = |word: &str| words.iter().find(|(w, _)| w == word).map(|(_, n)| *n);
        assert_eq!(["قميص", "shirt", "sh", "100", "رجالي"].map(weight), [Some(3), Some(3), Some(2), Some(2), Some(2)]);
        assert_eq!(["المصري", "soft", "light", "p"].map(weight), [Some(1), Some(1), Some(1), None]);
    }

    #[test]
    fn many_codes_leave_room_for_the_rest_and_long_texts_do_not_take_it() {
        let variant = |i: usize| VariantDraft { sku: Some(format!("V{i}")), ..VariantDraft::default() };
        let f = ProductDraft {
            name: Texts::new("حذاء", "Shoe"),
            variants: (0..250).map(variant).collect(),
            description: Texts::new("كلمة وكلام وحديث طويل جدا ".repeat(400), ""),
            ..ProductDraft::default()
        };
        let words = words(&f);
        assert!(words.len() <= MOST_WORDS && words.iter().any(|(w, n)| w == "كلمه" && *n == DESCRIPTION), "{words:?}");
    }

    #[test]
    fn exact_comes_before_beginning_before_slip_and_name_before_tag_before_description() {
        let ask = SearchWord { similar: vec!["قميس".into()], ..SearchWord::new("قميص") };
        let of = |word: &'static str, weight: i64| score(std::slice::from_ref(&ask), &[(word, weight)]);
        let order =
            [of("قميص", 3), of("قميص", 2), of("قميص", 1), of("القميص", 3), of("قميصان", 3), of("والقميصين", 2), of("قميس", 3)];
        assert!(order.windows(2).all(|w| w[0] > w[1]) && order.iter().all(Option::is_some), "{order:?}");
        assert_eq!(of("حذاء", 3), None);
        let two = [SearchWord::new("قميص"), SearchWord::new("قطن")];
        assert_eq!(score(&two, &[("قميص", 3)]), None, "every word is answered");
        assert_eq!(score(&two, &[("قميص", 3), ("قطن", 1)]), Some((8, 4)));
        assert_eq!(SearchWord::new("العطر").forms.last().map(String::as_str), Some("عطر"));
    }

    #[test]
    fn f12_a_word_stands_in_its_other_number_and_by_its_sound() {
        assert_eq!(SearchWord::new("قمصان").numbers(), ["قميص", "القميص"]);
        assert!(SearchWord::new("القمصان").numbers().contains(&"قميص".to_owned()));
        assert_eq!(SearchWord::new("shirts").numbers(), ["shirt"]);
        assert!(SearchWord::new("sh100").numbers().is_empty() && SearchWord::new("sh-100").sounds().is_empty());
        let sounds = SearchWord::new("oud").sounds();
        assert!(sounds.contains(&"عود".to_owned()) && sounds.contains(&"العود".to_owned()), "{sounds:?}");
        let query_words = SearchWord { others: vec!["قميص".into()], ..SearchWord::new("قمصان") };
        assert_eq!(score(&[query_words], &[("قميص", 3)]), Some((3, 3)), "another number is no slip");
    }

    #[test]
    fn the_nearest_word_comes_first() {
        let words = ["قميص", "خميس", "قميسه", "حذاء"].map(str::to_owned).to_vec();
        assert_eq!(nearest("قميس", words, 2), ["قميسه", "قميص"]);
        assert!(nearest("1001", vec!["1002".into()], 2).is_empty());
        assert_eq!(as_written("عطر «مكّة» المكرمة", "مكه"), Some("مكّة"));
    }

    #[test]
    fn only_what_can_be_had_is_a_value_to_filter_by() {
        let variant = |values: [&str; 2], is_active| VariantDraft {
            option_values: values.map(str::to_owned).to_vec(),
            is_active,
            ..VariantDraft::default()
        };
        let f = ProductDraft {
            product_type: ProductType::Multi,
            options: vec![
                ProductOption {
                    name: "color".into(), values: vec!["أحمر".into(), "أزرق".into()], ..ProductOption::default()
                },
                ProductOption { name: "الخامة".into(), values: vec!["قطن".into()], ..ProductOption::default() },
            ],
            variants: vec![variant(["أحمر", "قطن"], true), variant(["أزرق", "قطن"], false)],
            ..ProductDraft::default()
        };
        let keys: Vec<(String, String)> = option_words(&f).into_iter().map(|o| (o.option_key, o.value_key)).collect();
        assert_eq!(keys, [("color".to_owned(), "احمر".to_owned()), ("الخامه".to_owned(), "قطن".to_owned())]);
    }
}
