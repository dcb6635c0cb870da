//! The store behind a request, as of one generation of its data.

use kernel::{Actor, Lang, StoreId, StoreScope};
use platform::stores::StoreProfile;
use site::visits::Calendar;

use crate::cache::GenerationCounter;

/// A store as of one generation.
pub(crate) struct Store {
    pub(crate) profile: StoreProfile,
    pub(crate) scope: StoreScope,
    pub(crate) generation: u64,
    /// `http://slug.localhost:3000`.
    pub(crate) origin: String,
    /// The store's calendar (time zone).
    pub(crate) calendar: Calendar,
    pub(crate) watch: GenerationCounter,
}

/// The scope of an anonymous shopper.
pub(crate) fn visitor(store: StoreId) -> StoreScope {
    StoreScope::new(store, Actor::customer(None, ""))
}

impl Store {
    /// The storefront is open to the public.
    pub(crate) fn is_open(&self) -> bool {
        self.profile.is_url_ready && self.profile.is_theme_ready
    }

    /// Search engines may list it.
    pub(crate) fn is_listed(&self) -> bool {
        self.is_open() && self.profile.is_ready && !self.profile.is_demo
    }

    /// `/products/x` in a language: the default one has no prefix.
    pub(crate) fn path(&self, lang: Lang, path: &str) -> String {
        if lang == self.profile.default_language {
            return path.to_owned();
        }
        if path == "/" { format!("/{}/", lang.code()) } else { format!("/{}{path}", lang.code()) }
    }

    /// Every language version of a path, absolute.
    pub(crate) fn versions(&self, path: &str) -> Vec<(Lang, String)> {
        self.profile.languages.iter().map(|lang| (*lang, format!("{}{}", self.origin, self.path(*lang, path)))).collect()
    }

    /// As [`Store::versions`], where each language has its own path.
    pub(crate) fn versions_of(&self, paths: &[(Lang, String)]) -> Vec<(Lang, String)> {
        paths.iter().map(|(lang, path)| (*lang, format!("{}{}", self.origin, self.path(*lang, path)))).collect()
    }

    /// The other language, where the store has two.
    pub(crate) fn other(&self, lang: Lang) -> Option<Lang> {
        self.profile.languages.iter().copied().find(|l| *l != lang)
    }
}

/// A path of the store with the language's prefix; other URLs are unchanged.
pub(crate) fn localise(store: &Store, lang: Lang, url: &str) -> String {
    let is_own = url.starts_with('/') && !url.starts_with("//");
    let has_prefix =
        ["/ar", "/en"].iter().any(|p| url.strip_prefix(p).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    if is_own && !has_prefix && !url.starts_with("/media/") { store.path(lang, url) } else { url.to_owned() }
}
