//! Which texts of a product are not translated (PR-08). A text that is blank in all languages is not reported. Pure.

use kernel::{Lang, Texts};
use serde::{Deserialize, Serialize};

use super::product::ProductDraft;

/// A text that one language has and another lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Untranslated {
    /// The language that lacks it.
    pub language: Lang,
    /// `name`, `short_description` or `description`.
    pub field: String,
}

impl ProductDraft {
    /// The missing translations, in the order of the form.
    #[must_use]
    pub fn untranslated(&self) -> Vec<Untranslated> {
        let texts: [(&str, &Texts); 3] =
            [("name", &self.name), ("short_description", &self.short_description), ("description", &self.description)];
        let mut out = Vec::new();
        for language in [Lang::Ar, Lang::En] {
            for (field, text) in texts {
                if text.exact(language).trim().is_empty() && !text.is_empty() {
                    out.push(Untranslated { language, field: field.to_owned() });
                }
            }
        }
        out
    }
}

/// The format stored in the row: `en.name en.description`.
pub(crate) fn to_words(all: &[Untranslated]) -> String {
    all.iter().map(|u| format!("{}.{}", u.language.code(), u.field)).collect::<Vec<_>>().join(" ")
}

/// The stored format, parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MissingTexts(pub(crate) Vec<Untranslated>);

impl MissingTexts {
    pub(crate) fn parse(words: &str) -> Option<Self> {
        let read = |word: &str| {
            let (language, field) = word.split_once('.')?;
            Lang::parse(language).map(|language| Untranslated { language, field: field.to_owned() })
        };
        words.split(' ').filter(|word| !word.is_empty()).map(read).collect::<Option<_>>().map(Self)
    }
}

db::stored_words! {
    MissingTexts, "products" "untranslated";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pr_08_a_language_misses_what_the_other_has() {
        let draft = ProductDraft {
            name: Texts::new("عطر", "Oud"),
            short_description: Texts::new("قصير", ""),
            description: Texts::new("", "<p>x</p>"),
            ..ProductDraft::default()
        };
        let missed = draft.untranslated();
        assert_eq!(to_words(&missed), "ar.description en.short_description");
        assert_eq!(MissingTexts::parse(&to_words(&missed)), Some(MissingTexts(missed)));
        assert!(ProductDraft { name: Texts::new("عطر", ""), ..ProductDraft::default() }.untranslated().len() == 1);
        assert!(ProductDraft::default().untranslated().is_empty());
        assert_eq!((MissingTexts::parse(""), MissingTexts::parse("fr.name")), (Some(MissingTexts(Vec::new())), None));
    }
}
