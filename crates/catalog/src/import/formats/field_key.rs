//! The keys of fields in the API: `sku`, `name_ar`, `option2_value_en`, `text_input_name_ar`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::field::{Field, INPUTS, InputPart, MAX_ATTRIBUTES, TextIn};
use crate::fields::{all, all_texts};

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OptionName(number, text) => write!(f, "option{number}_name{}", text.suffix()),
            Self::OptionValue(number, text) => write!(f, "option{number}_value{}", text.suffix()),
            Self::OptionVisual(number) => write!(f, "option{number}_visual"),
            Self::Input(kind, part) => {
                let group = INPUTS.iter().find(|row| row.0 == *kind).map_or("", |row| row.1);
                match part {
                    InputPart::Has => write!(f, "has_{group}"),
                    InputPart::Required => write!(f, "is_{group}_required"),
                    InputPart::Name(text) => write!(f, "{group}_name{}", text.suffix()),
                    InputPart::Price => write!(f, "{group}_price"),
                    InputPart::Choice(number, text) => write!(f, "{group}_choice{number}{}", text.suffix()),
                    InputPart::ChoicePrice(number) => write!(f, "{group}_choice{number}_price"),
                }
            }
            _ => match (self.declared(), self.texts()) {
                (Some(declared), _) => f.write_str(declared.key),
                (None, Some((texts, text))) => write!(f, "{}{}", texts.stem, text.suffix()),
                (None, None) => Ok(()),
            },
        }
    }
}

/// The key names no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no such import field")]
pub struct NoSuchField;

impl FromStr for Field {
    type Err = NoSuchField;

    fn from_str(key: &str) -> Result<Self, NoSuchField> {
        if let Some(declared) = all().find(|declared| declared.key == key) {
            return Ok(declared.field);
        }
        let (stem, text) = split_language(key);
        if let Some(texts) = all_texts().find(|texts| texts.stem == stem) {
            return Ok((texts.column)(text));
        }
        if let Some(rest) = stem.strip_prefix("option") {
            let (number, part) = rest.split_once('_').ok_or(NoSuchField)?;
            let number: u8 = number.parse().map_err(|_| NoSuchField)?;
            if !(1..=MAX_ATTRIBUTES).contains(&number) {
                return Err(NoSuchField);
            }
            return match (part, text) {
                ("name", text) => Ok(Self::OptionName(number, text)),
                ("value", text) => Ok(Self::OptionValue(number, text)),
                ("visual", TextIn::Store) => Ok(Self::OptionVisual(number)),
                _ => Err(NoSuchField),
            };
        }
        input_field(key).ok_or(NoSuchField)
    }
}

/// Parses `text_input_name_ar` and its like: the keys are Zid's own.
fn input_field(key: &str) -> Option<Field> {
    for (kind, group, ..) in INPUTS {
        if key.strip_prefix("has_") == Some(group) {
            return Some(Field::Input(*kind, InputPart::Has));
        }
        if key.strip_prefix("is_").and_then(|rest| rest.strip_suffix("_required")) == Some(group) {
            return Some(Field::Input(*kind, InputPart::Required));
        }
        let Some(rest) = key.strip_prefix(group).and_then(|rest| rest.strip_prefix('_')) else { continue };
        let (part, text) = split_language(rest);
        let choice = |text: &str| text.strip_prefix("choice").and_then(|n| n.parse::<u8>().ok()).filter(|n| (1..=20).contains(n));
        if part == "name" {
            return Some(Field::Input(*kind, InputPart::Name(text)));
        } else if rest == "price" {
            return Some(Field::Input(*kind, InputPart::Price));
        } else if let Some(number) = rest.strip_suffix("_price").and_then(choice) {
            return Some(Field::Input(*kind, InputPart::ChoicePrice(number)));
        } else if let Some(number) = choice(part) {
            return Some(Field::Input(*kind, InputPart::Choice(number, text)));
        }
    }
    None
}

fn split_language(key: &str) -> (&str, TextIn) {
    if let Some(stem) = key.strip_suffix("_ar") {
        (stem, TextIn::Ar)
    } else if let Some(stem) = key.strip_suffix("_en") {
        (stem, TextIn::En)
    } else {
        (key, TextIn::Store)
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        key.parse().map_err(serde::de::Error::custom)
    }
}
