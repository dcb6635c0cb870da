//! Merges the options of a file with those of the store. A value keeps the spelling by which its variants are identified; what
//! the file calls it in a language becomes its translation, so that a file in another language creates no second variant.

use std::collections::BTreeMap;

use kernel::{Lang, Texts};

use super::Rules;
use crate::import::formats::{ImportOption, ImportProduct, OptionKind};
use crate::model::{ProductOption, VariantDraft};

impl Rules {
    /// The options of the product, with everything that the store has for them already.
    pub(super) fn options(
        &self,
        product: &ImportProduct,
        old: &[ProductOption],
        variants: &[VariantDraft],
    ) -> Vec<ProductOption> {
        let is_beside = old.len() == product.options.len();
        let of = |(at, option): (usize, &ImportOption)| {
            let old = old.get(at).filter(|_| is_beside);
            let found: Vec<Option<String>> = option
                .values
                .iter()
                .enumerate()
                .map(|(value, new)| known(old?, &new.text).or_else(|| by_sku(product, variants, at, value)))
                .collect();
            self.option(option, old, &found)
        };
        product.options.iter().enumerate().map(of).collect()
    }

    fn option(&self, new: &ImportOption, old: Option<&ProductOption>, found: &[Option<String>]) -> ProductOption {
        let (word, is_word) = match new.kind {
            OptionKind::Color => ("color", true),
            OptionKind::Size => ("size", true),
            OptionKind::Other => (new.name.get(self.lang), false),
        };
        let is_same =
            |o: &&ProductOption| o.name == word || has_text(&o.name_texts, &new.name) || found.iter().any(Option::is_some);
        let old = old.filter(is_same);
        let mut out = match old {
            Some(old) => ProductOption { name: old.name.clone(), name_texts: old.name_texts.clone(), ..ProductOption::default() },
            None => ProductOption { name: word.to_owned(), ..ProductOption::default() },
        };
        if !is_word {
            add_translation(&mut out.name_texts, &out.name, &new.name);
        }
        let mut value_texts = BTreeMap::new();
        for (value, found) in new.values.iter().zip(found) {
            let own = value.text.get(self.lang);
            let spelled = found.as_deref().filter(|found| old.is_some() && !out.values.iter().any(|v| v == found)).unwrap_or(own);
            let mut texts = old.and_then(|o| o.value_texts.get(spelled)).cloned().unwrap_or_default();
            add_translation(&mut texts, spelled, &value.text);
            if !texts.is_empty() {
                value_texts.insert(spelled.to_owned(), texts);
            }
            if let Some(color) = old.and_then(|o| o.colors.get(spelled)) {
                out.colors.insert(spelled.to_owned(), color.clone());
            }
            out.values.push(spelled.to_owned());
        }
        out.value_texts = value_texts;
        out
    }
}

/// The existing value of an option that has one of these texts.
fn known(old: &ProductOption, text: &Texts) -> Option<String> {
    let is_it = |value: &&String| {
        [&text.ar, &text.en].iter().any(|t| t == value) || old.value_texts.get(*value).is_some_and(|texts| has_text(texts, text))
    };
    old.values.iter().find(is_it).cloned()
}

/// The value of the stored variant whose SKU the file gives to a variant of this value.
fn by_sku(product: &ImportProduct, variants: &[VariantDraft], at: usize, value: usize) -> Option<String> {
    let skus = product.variants.iter().filter(|v| v.values.get(at) == Some(&value)).filter_map(|v| v.item.sku.as_ref());
    let mut found = skus.filter_map(|sku| variants.iter().find(|v| v.sku.as_ref() == Some(sku))?.option_values.get(at));
    let first = found.next()?;
    found.all(|other| other == first).then(|| first.clone())
}

fn has_text(known: &Texts, text: &Texts) -> bool {
    [Lang::Ar, Lang::En].into_iter().any(|lang| !text.exact(lang).is_empty() && known.exact(lang) == text.exact(lang))
}

/// Adds the file's translation in a language where it differs from the spelling.
fn add_translation(texts: &mut Texts, spelled: &str, texts_of_value: &Texts) {
    for lang in [Lang::Ar, Lang::En] {
        let text = texts_of_value.exact(lang);
        if !text.is_empty() && (text != spelled || !texts.exact(lang).is_empty()) {
            texts.set(lang, text);
        }
    }
}
