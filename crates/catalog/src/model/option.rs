//! Options of a product, and the values that its variants have of them.

use std::collections::BTreeMap;

use kernel::{Lang, Texts};
use serde::{Deserialize, Serialize};
use web::schema;

/// One value of a variant, with the option it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
pub struct OptionValue {
    /// `color`, `size`, or free text.
    pub name: String,
    /// The value.
    pub value: String,
    /// Translations of the name.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub name_texts: Texts,
    /// Translations of the value.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub value_texts: Texts,
}

impl OptionValue {
    /// The option's name in a language.
    #[must_use]
    pub fn name_in(&self, lang: Lang) -> &str {
        if self.name_texts.exact(lang).is_empty() { &self.name } else { self.name_texts.exact(lang) }
    }

    /// The value in a language.
    #[must_use]
    pub fn value_in(&self, lang: Lang) -> &str {
        if self.value_texts.exact(lang).is_empty() { &self.value } else { self.value_texts.exact(lang) }
    }
}

/// An option of a product (PR-02): `color`, `size`, or the merchant's own word.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProductOption {
    /// `color`, `size`, or free text.
    #[schema(value_type = schema::RequiredLine<60>)]
    pub name: String,
    /// The values, in the order they are shown.
    #[schema(value_type = Vec<schema::RequiredLine<100>>, min_items = 1, max_items = 250)]
    pub values: Vec<String>,
    /// Values that are shown as a colour: `{"أحمر": "#cc0000"}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<schema::RequiredLine<100>, schema::Color>)]
    pub colors: BTreeMap<String, String>,
    /// Translations of the name; a language without one uses `name`.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    #[schema(value_type = schema::LineTexts<60>)]
    pub name_texts: Texts,
    /// Translations of values: `{"أحمر": {"en": "Red"}}`. A language without one uses the value itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<schema::RequiredLine<100>, schema::LineTexts<100>>)]
    pub value_texts: BTreeMap<String, Texts>,
}

impl ProductOption {
    /// One of its values as orders and carts store it.
    #[must_use]
    pub fn chosen(&self, value: &str) -> OptionValue {
        let value_texts = self.value_texts.get(value).cloned().unwrap_or_default();
        OptionValue { name: self.name.clone(), value: value.to_owned(), name_texts: self.name_texts.clone(), value_texts }
    }

    /// One of its values in a language.
    #[must_use]
    pub fn value_in<'v>(&'v self, value: &'v str, lang: Lang) -> &'v str {
        or(self.value_texts.get(value).map_or("", |texts| texts.exact(lang)), value)
    }

    /// Its name in a language.
    #[must_use]
    pub fn name_in(&self, lang: Lang) -> &str {
        or(self.name_texts.exact(lang), &self.name)
    }
}

/// The values of a variant in both languages, in the order of its options; an untranslated value is used as it is.
pub(crate) fn both_languages(options: &[ProductOption], values: &[String]) -> Vec<Texts> {
    let of = |i: usize, value: &String, lang| options.get(i).map_or(value.as_str(), |o| o.value_in(value, lang)).to_owned();
    values.iter().enumerate().map(|(i, value)| Texts::new(of(i, value, Lang::Ar), of(i, value, Lang::En))).collect()
}

/// A text, or `otherwise` when it is blank.
pub(crate) fn or<'t>(text: &'t str, otherwise: &'t str) -> &'t str {
    if text.trim().is_empty() { otherwise } else { text }
}
