//! The page links of a product.

use kernel::{Lang, Texts};

use super::product::ProductDraft;

/// The page links of a product: the main one, and those specific to a language.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Links {
    /// The link for languages without their own.
    pub main: String,
    /// By language; blank where `main` applies.
    pub own: Texts,
}

impl Links {
    /// The link of a language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        Some(self.own.exact(lang)).filter(|own| !own.is_empty()).unwrap_or(&self.main)
    }
}

impl ProductDraft {
    /// Its addresses.
    #[must_use]
    pub fn links(&self) -> Links {
        Links { main: self.page_link.clone().unwrap_or_default(), own: self.page_links.clone() }
    }
}
