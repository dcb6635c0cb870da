//! Validation of typed input, for every slice: one line, a mobile number, an amount, translated texts.
//!
//! Each function records its error under the field's path and returns an empty value, so that one answer names every fault.

use crate::message::common;
use crate::{FieldErrors, Message};
use kernel::money::{self, AmountError};
use kernel::phone::Phone;
use kernel::text_guard::{Lines, TextFault, clean};
use kernel::{Currency, Texts};

/// The text guard's refusal as a message.
#[must_use]
pub fn guard_message(fault: TextFault) -> Message {
    Message { ar: fault.message(kernel::Lang::Ar).into(), en: fault.message(kernel::Lang::En).into() }
}

/// Cleans one line and records what is wrong with it.
pub fn line(errors: &mut FieldErrors, path: &str, text: &str, max: usize, is_required: bool) -> String {
    match clean(text, max, Lines::Single) {
        Ok(text) => {
            if is_required && text.is_empty() {
                errors.add(path, common::REQUIRED);
            }
            text
        }
        Err(fault) => {
            errors.add(path, guard_message(fault));
            String::new()
        }
    }
}

/// Reads a mobile number into E.164 and records what is wrong with it.
pub fn mobile(errors: &mut FieldErrors, path: &str, text: &str, country: &str) -> String {
    match Phone::parse(text, country) {
        Ok(phone) => phone.e164().to_owned(),
        Err(e) => {
            errors.add(path, Message::new(e.message(kernel::Lang::Ar), e.message(kernel::Lang::En)));
            String::new()
        }
    }
}

/// Reads an amount of the store's currency into minor units (VA-02).
pub fn amount(errors: &mut FieldErrors, path: &str, text: &str, currency: Currency) -> i64 {
    money::parse(text, currency).unwrap_or_else(|e| {
        errors.add(
            path,
            match e {
                AmountError::NotANumber => common::NOT_AN_AMOUNT,
                AmountError::Negative => common::NEGATIVE,
                AmountError::TooManyDecimals => common::TOO_MANY_DECIMALS.with("max", currency.exponent()),
                AmountError::TooLarge => common::AMOUNT_TOO_LARGE,
            },
        );
        0
    })
}

/// Cleans translated texts; a required one is written in at least one language.
pub fn texts(errors: &mut FieldErrors, path: &str, texts: &Texts, max: usize, lines: Lines, is_required: bool) -> Texts {
    let mut read = |lang: &str, text: &str| {
        clean(text, max, lines).unwrap_or_else(|fault| {
            errors.add(format!("{path}.{lang}"), guard_message(fault));
            String::new()
        })
    };
    let out = Texts { ar: read("ar", &texts.ar), en: read("en", &texts.en) };
    if is_required && out.is_empty() && errors.is_empty() {
        errors.add(path, common::REQUIRED);
    }
    out
}

const TEMPLATE: Message = Message::new(
    "اسم قالب العرض يُكتب بالحروف الإنجليزية الصغيرة والأرقام والشرطات، 40 حرفًا على الأكثر.",
    "A template's name has lowercase letters, digits, hyphens and underscores, 40 at most.",
);

/// Whether a text can be the name of one of a theme's alternate templates: `gift`.
#[must_use]
pub fn is_template(text: &str) -> bool {
    let is_sign = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_';
    (1..=40).contains(&text.len()) && text.bytes().all(is_sign)
}

/// Reads the name of an alternate template, none where blank (decision 0081). Whether the theme has it is not asked: themes come and go,
/// and a page whose template is gone is shown in the plain one.
///
/// # Errors
/// What a name must be.
pub fn template(text: Option<&str>) -> Result<Option<String>, Message> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) if is_template(text) => Ok(Some(text.to_owned())),
        Some(_) => Err(TEMPLATE),
        None => Ok(None),
    }
}

/// Records an error for a number outside a range.
pub fn between(errors: &mut FieldErrors, path: &str, n: i64, min: i64, max: i64) -> i64 {
    if !(min..=max).contains(&n) {
        errors.add(path, common::BETWEEN.with("min", min).with("max", max));
    }
    n
}
