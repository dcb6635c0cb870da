//! The rules of options, their colours, and variants (PR-02).

use kernel::text_guard::Lines;
use kernel::{Currency, Lang};
use web::message::{Message, common};

use super::checker::{Checker, MOST_GRAMS, MOST_QTY, REPEATED, repeated, same};
use crate::model::{ProductOption, VariantDraft};

const MOST_VALUES: usize = 250;

const NOT_A_COLOR: Message = Message::new("اكتب اللون بالصيغة ‎#rrggbb.", "Enter the color as #rrggbb.");
const NOT_A_VALUE: Message = Message::new("هذه القيمة ليست من قيم الخيار «{option}».", "This isn't a value of “{option}”.");
const VALUES_COUNT: Message = Message::new("اختر قيمة لكل خيار.", "Choose one value for each option.");

pub(super) fn check_options(check: &mut Checker, options: &mut [ProductOption]) {
    for (i, option) in options.iter_mut().enumerate() {
        let path = format!("options.{i}.name");
        check.text(&path, &mut option.name, 60, Lines::Single);
        if option.name.is_empty() {
            check.faults.add(path, common::REQUIRED);
        }
        let path = format!("options.{i}.values");
        if option.values.is_empty() {
            check.faults.add(&*path, common::REQUIRED);
        }
        check.count(&path, option.values.len(), MOST_VALUES);
        for (j, value) in option.values.iter_mut().enumerate() {
            let path = format!("{path}.{j}");
            check.text(&path, value, 100, Lines::Single);
            if value.is_empty() {
                check.faults.add(path, common::REQUIRED);
            }
        }
        repeated(check, &path, &option.values);
        check_colors(check, &format!("options.{i}.colors"), option);
        check.texts(&format!("options.{i}.name_texts"), &mut option.name_texts, 60, Lines::Single);
        check_texts(check, &format!("options.{i}.value_texts"), option);
    }
    let names: Vec<String> = options.iter().map(|o| o.name.clone()).collect();
    let mut seen = std::collections::HashSet::new();
    for (i, name) in names.iter().enumerate() {
        if !seen.insert(same(name)) {
            check.faults.add(format!("options.{i}.name"), REPEATED);
        }
    }
}

/// A colour must belong to a value, and is normalized to CSS notation.
fn check_colors(check: &mut Checker, path: &str, option: &mut ProductOption) {
    let mut tidy = std::collections::BTreeMap::new();
    for (value, color) in std::mem::take(&mut option.colors) {
        let key = same(&value);
        let color = color.trim().to_ascii_lowercase();
        let is_color = color.len() == 7 && color.starts_with('#') && color[1..].bytes().all(|b| b.is_ascii_hexdigit());
        match option.values.iter().find(|v| same(v) == key) {
            None => check.faults.add(path, NOT_A_VALUE.with("option", &option.name)),
            Some(_) if !is_color => check.faults.add(path, NOT_A_COLOR),
            Some(spelled) => {
                tidy.insert(spelled.clone(), color);
            }
        }
    }
    option.colors = tidy;
}

/// Translations must belong to a value; two values with the same text in a language are refused, as they cannot be told apart.
fn check_texts(check: &mut Checker, path: &str, option: &mut ProductOption) {
    let mut tidy = std::collections::BTreeMap::new();
    for (value, mut texts) in std::mem::take(&mut option.value_texts) {
        check.texts(path, &mut texts, 100, Lines::Single);
        let key = same(&value);
        match option.values.iter().find(|v| same(v) == key) {
            None => check.faults.add(path, NOT_A_VALUE.with("option", &option.name)),
            Some(_) if texts.is_empty() => {}
            Some(spelled) => {
                tidy.insert(spelled.clone(), texts);
            }
        }
    }
    for lang in [Lang::Ar, Lang::En] {
        let mut seen = std::collections::HashSet::new();
        let mut read = option.values.iter().map(|value| match tidy.get(value).map(|texts| texts.exact(lang)) {
            Some(text) if !text.is_empty() => same(text),
            _ => same(value),
        });
        if !tidy.is_empty() && !read.all(|key| seen.insert(key)) {
            check.faults.add(path, REPEATED);
        }
    }
    option.value_texts = tidy;
}

pub(super) fn check_variant(check: &mut Checker, path: &str, variant: &mut VariantDraft, currency: Currency) {
    let prefix = format!("{path}.");
    check.codes(&prefix, variant);
    check.amounts(&prefix, variant, currency);
    check.counts(&prefix, variant);
    check.range(&format!("{path}.qty"), variant.qty, 0, MOST_QTY);
    if let Some(grams) = variant.weight_grams {
        check.range(&format!("{path}.weight_amount"), grams, 0, MOST_GRAMS);
    }
}

/// Rewrites the variant's values as the options spell them; returns the key that must be unique, when all of them match.
pub(super) fn settle_values(
    check: &mut Checker,
    path: &str,
    options: &[ProductOption],
    variant: &mut VariantDraft,
) -> Option<Vec<String>> {
    if variant.option_values.len() != options.len() {
        check.faults.add(format!("{path}.option_values"), VALUES_COUNT);
        return None;
    }
    let mut keys = Vec::with_capacity(options.len());
    for (j, (value, option)) in variant.option_values.iter_mut().zip(options).enumerate() {
        let key = same(value);
        match option.values.iter().find(|v| same(v) == key) {
            Some(spelled) => {
                value.clone_from(spelled);
                keys.push(key);
            }
            None => check.faults.add(format!("{path}.option_values.{j}"), NOT_A_VALUE.with("option", &option.name)),
        }
    }
    (keys.len() == options.len()).then_some(keys)
}
