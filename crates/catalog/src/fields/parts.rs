//! Parameters of columns: languages, and the parts of a field that the shopper fills in.

use kernel::Lang;
use serde::{Deserialize, Serialize};

/// The language of a text column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TextIn {
    /// The column has no language: the language of the file.
    Store,
    /// Arabic.
    Ar,
    /// English.
    En,
}

impl TextIn {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Store, Self::Ar, Self::En];

    /// The suffix of a field's key.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            Self::Store => "",
            Self::Ar => "_ar",
            Self::En => "_en",
        }
    }

    /// The suffix of a field's label.
    pub(crate) const fn note(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Self::Store, _) => "",
            (Self::Ar, Lang::Ar) => " (عربي)",
            (Self::Ar, Lang::En) => " (Arabic)",
            (Self::En, Lang::Ar) => " (إنجليزي)",
            (Self::En, Lang::En) => " (English)",
        }
    }
}

/// A part of a field that the shopper fills in, as Zid spreads it over columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputPart {
    /// Whether the product has it.
    Has,
    /// Whether the shopper must fill it in.
    Required,
    /// Label.
    Name(TextIn),
    /// Added to the price.
    Price,
    /// Label of a choice, from 1.
    Choice(u8, TextIn),
    /// Price of a choice, from 1.
    ChoicePrice(u8),
}

/// What a shopper fills in (PR-06), as files of other platforms name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DynamicFieldType {
    /// A line of text.
    Text,
    /// A number.
    Number,
    /// A day.
    Date,
    /// A time of day.
    Time,
    /// One of the choices.
    Select,
    /// Several of the choices.
    MultiSelect,
    /// A picture.
    Image,
    /// A file.
    File,
}
