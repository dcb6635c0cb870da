//! Translated texts and the two languages (SH-01, PR-08).

use serde::{Deserialize, Serialize};

/// The languages of the platform; Arabic is the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Arabic, written right to left.
    #[default]
    Ar,
    /// English.
    En,
}

impl Lang {
    /// "ar" or "en".
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ar => "ar",
            Self::En => "en",
        }
    }

    /// "rtl" or "ltr".
    #[must_use]
    pub const fn dir(self) -> &'static str {
        match self {
            Self::Ar => "rtl",
            Self::En => "ltr",
        }
    }

    /// Reads "ar" or "en".
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        match code {
            "ar" => Some(Self::Ar),
            "en" => Some(Self::En),
            _ => None,
        }
    }

    /// The first supported language of an Accept-Language header; Arabic when there is none (AU-08).
    #[must_use]
    pub fn from_accept(header: &str) -> Self {
        let mut best: Option<(u32, Self)> = None;
        for part in header.split(',') {
            let mut bits = part.trim().split(';');
            let tag = bits.next().unwrap_or("").trim().to_ascii_lowercase();
            let Some(lang) = Self::parse(tag.split('-').next().unwrap_or("")) else { continue };
            // Quality in thousandths; a malformed one counts as 1.
            let q = bits
                .find_map(|b| b.trim().strip_prefix("q=").map(str::to_owned))
                .and_then(|q| crate::money::parse_with(&q, 3).ok())
                .map_or(1000, |n| u32::try_from(n).unwrap_or(1000));
            if q > 0 && best.is_none_or(|(best_quality, _)| q > best_quality) {
                best = Some((q, lang));
            }
        }
        best.map_or(Self::Ar, |(_, lang)| lang)
    }
}

/// A text in the store's languages: `{"ar": "...", "en": "..."}`. Empty means not written yet.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Arabic.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ar: String,
    /// English.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub en: String,
}

impl Texts {
    /// Both languages.
    #[must_use]
    pub fn new(ar: impl Into<String>, en: impl Into<String>) -> Self {
        Self { ar: ar.into(), en: en.into() }
    }

    /// The text in `lang`, else in the other language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        let (first, second) = match lang {
            Lang::Ar => (&self.ar, &self.en),
            Lang::En => (&self.en, &self.ar),
        };
        if first.is_empty() { second } else { first }
    }

    /// The text in exactly `lang`, empty when it is not written.
    #[must_use]
    pub fn exact(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ar => &self.ar,
            Lang::En => &self.en,
        }
    }

    /// Writes one language.
    pub fn set(&mut self, lang: Lang, text: impl Into<String>) {
        match lang {
            Lang::Ar => self.ar = text.into(),
            Lang::En => self.en = text.into(),
        }
    }

    /// Nothing written in any language.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ar.is_empty() && self.en.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn au_08_arabic_is_the_default_language() {
        assert_eq!(Lang::from_accept(""), Lang::Ar);
        assert_eq!(Lang::from_accept("fr-FR"), Lang::Ar);
        assert_eq!(Lang::from_accept("en-US,en;q=0.9,ar;q=0.8"), Lang::En);
        assert_eq!(Lang::from_accept("en;q=0.2, ar-EG;q=0.9"), Lang::Ar);
    }
}
