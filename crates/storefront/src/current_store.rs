//! The store behind a request, as of one generation of its data.

use std::borrow::Cow;
use std::sync::Arc;

use kernel::{Actor, Lang, StoreId, StoreScope};
use platform::stores::StoreProfile;
use sha2::{Digest as _, Sha256};
use site::theme::PreviewKind;
use site::visits::Calendar;

use crate::cache::GenerationCounter;
use crate::engine::LoadedTheme;

/// The draft of a theme in place of what is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraftMode {
    /// The theme's folder.
    pub(crate) theme: String,
    /// Who sees it: the frame of an editor, whose sections are marked, or somebody with a shared link.
    pub(crate) kind: PreviewKind,
    /// The alternate template to show a page in, whatever its product, category or page says: an editor works on it with any example.
    pub(crate) template: Option<String>,
}

/// A store as of one generation.
#[derive(Clone)]
pub(crate) struct Store {
    pub(crate) profile: StoreProfile,
    pub(crate) scope: StoreScope,
    pub(crate) generation: u64,
    /// `http://slug.localhost:3000`.
    pub(crate) origin: String,
    /// The store's calendar (time zone).
    pub(crate) calendar: Calendar,
    pub(crate) watch: GenerationCounter,
    /// What its pages are made with: the live theme's, or that of the draft.
    pub(crate) theme: Arc<LoadedTheme>,
    /// Set while a draft is shown; the generation is one of its own then ([`Store::with_draft`]).
    pub(crate) draft: Option<DraftMode>,
}

/// The scope of an anonymous shopper.
pub(crate) fn visitor(store: StoreId) -> StoreScope {
    StoreScope::new(store, Actor::customer(None, ""))
}

impl Store {
    /// The same store with the draft of a theme. What is cached by generation is kept apart by bits that no generation has: the highest,
    /// two for the kind of preview, and a hash of all that a draft is made of.
    pub(crate) fn with_draft(&self, draft: DraftMode, draft_version: i64, theme: Arc<LoadedTheme>) -> Self {
        let kind = match draft.kind {
            PreviewKind::Editor => 0,
            PreviewKind::Share => 1,
            PreviewKind::Look => 2,
        };
        let text = format!("{}\n{}\n{draft_version}\n{}", self.generation, draft.theme, theme.theme.asset_base);
        let digest = Sha256::digest(text);
        let hash = digest[..8].iter().fold(0_u64, |hash, byte| hash << 8 | u64::from(*byte));
        let generation = (1 << 63) | (kind << 61) | (hash >> 3);
        Self { generation, theme, draft: Some(draft), ..self.clone() }
    }

    /// The page whose sections show something: of the alternate template that it names, where the theme has it; else the plain one
    /// (decision 0081).
    pub(crate) fn page_of(&self, plain: &'static str, template: Option<&str>) -> Cow<'static, str> {
        let previewed = self.draft.as_ref().and_then(|draft| draft.template.as_deref());
        let alternate = previewed.or(template).map(|id| format!("{plain}.{id}"));
        alternate.filter(|page| self.theme.theme.has_page(page)).map_or(Cow::Borrowed(plain), Cow::Owned)
    }

    /// Its sections are marked for the editor's frame.
    pub(crate) fn is_editing(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.kind == PreviewKind::Editor)
    }

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
