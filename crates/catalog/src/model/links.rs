//! The addresses of a product in the store.

use kernel::{Lang, Texts};

use super::product::ProductDraft;

/// The addresses of a product: one for every language, and those that languages have of their own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Links {
    /// Where a language has none of its own.
    pub main: String,
    /// By language; empty where `main` is the address.
    pub own: Texts,
}

impl Links {
    /// The address in a language.
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
