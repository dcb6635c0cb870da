//! The pages, one file each, and the frame that they share.

pub(crate) mod address;
pub(crate) mod cart;
mod cart_contents;
pub(crate) mod cart_drawer;
mod cart_view;
pub(crate) mod checkout;
pub(crate) mod checkout_form;
mod checkout_offer;
pub(crate) mod checkout_page;
pub(crate) mod collection;
pub(crate) mod content;
mod coupon;
mod coupon_person;
mod coupon_view;
pub(crate) mod draft;
pub(crate) mod fragments;
pub(crate) mod home;
pub(crate) mod list_view;
pub(crate) mod listing;
pub(crate) mod message;
pub(crate) mod newsletter;
pub(crate) mod order;
mod order_money;
pub(crate) mod order_payment;
mod order_returns;
mod order_shipments;
pub(crate) mod order_transfer;
mod page_sections;
pub(crate) mod product;
pub(crate) mod restore;
pub(crate) mod search;
mod terms;
pub(crate) mod well_known;

use kernel::Lang;
use minijinja::Value;

use crate::engine::context;

use crate::cache::{Cached, Embeds};
use crate::current_store::Store;
use crate::editor_assets::draft_tags;
use crate::engine::safe;
use crate::error::PageError;
use crate::escape::escape;
use crate::frame::{Layout, OTHER};
use crate::layout::layout;
use crate::outbound_tags::without_outbound_tags;
use crate::seo::{Head, OgImage, breadcrumb, shorten};
use crate::shop::Shop;
use crate::view::{Crumb, Image};

/// Longest life of a cached page, even if its content changes only by time.
const LONGEST: i64 = 10 * kernel::Millis::MINUTE;

/// Kinds of pages that say something of their reader.
const OF_A_SHOPPER: [&str; 5] = ["cart", "checkout", "order", "address", "message"];

/// The result of a public URL.
pub(crate) enum Answer {
    /// A page that may be cached for everybody.
    Page(Cached),
    /// A permanent redirect.
    Moved(String),
    /// Not found.
    Missing,
    /// Removed for good (410).
    Gone,
}

/// The context of a request: store, language, path.
pub(crate) struct RequestContext<'a> {
    pub(crate) shop: &'a Shop,
    pub(crate) store: &'a Store,
    pub(crate) lang: Lang,
}

/// The content of a page inside the frame.
pub(crate) struct Content {
    pub(crate) kind: &'static str,
    /// The path without language, for the other language's link and the canonical URL. `None` for an error.
    pub(crate) path: Option<String>,
    /// The path and query without language, where it has more than `path`: the other language's link keeps it.
    pub(crate) here: Option<String>,
    /// The page's path in each language, without the language prefix, where they differ.
    pub(crate) paths: Option<Vec<(Lang, String)>>,
    /// A sorted or filtered view of the page at `path`: that one is canonical, and names the language versions.
    pub(crate) is_copy: bool,
    pub(crate) head: Head,
    pub(crate) html: String,
    pub(crate) has_buybar: bool,
    /// Rendered in the reduced frame of the checkout.
    pub(crate) is_plain: bool,
    pub(crate) until: Option<i64>,
    /// The name of what the page is about, for a message to the store.
    pub(crate) subject: String,
}

impl Content {
    pub(crate) fn new(kind: &'static str, path: impl Into<Option<String>>, head: Head, html: String) -> Self {
        let path = path.into();
        Self {
            kind,
            path,
            here: None,
            paths: None,
            is_copy: false,
            head,
            html,
            has_buybar: false,
            is_plain: false,
            until: None,
            subject: String::new(),
        }
    }
}

impl RequestContext<'_> {
    pub(crate) fn path(&self, path: &str) -> String {
        self.store.path(self.lang, path)
    }

    pub(crate) fn absolute(&self, path: &str) -> String {
        format!("{}{}", self.store.origin, self.path(path))
    }

    pub(crate) fn now(&self) -> kernel::Millis {
        self.shop.app.env().now()
    }

    pub(crate) fn say(&self, key: &str) -> String {
        self.store.theme.say(self.lang, key, None)
    }

    pub(crate) async fn layout(&self) -> Result<std::sync::Arc<Layout>, PageError> {
        layout(self.shop, self.store, self.lang).await
    }

    pub(crate) fn render(&self, template: &str, layout: &Layout, extra: Value) -> Result<String, PageError> {
        let context = context! {
            store => layout.store, links => layout.links, lang => self.lang.code(), look => layout.look, now => self.now().0, ..extra
        };
        Ok(self.store.theme.engine.render(template, self.lang, self.store.profile.currency, context)?)
    }

    /// A title followed by the store's name, within the length that search engines show.
    pub(crate) fn title(&self, text: &str) -> String {
        let name = &self.store.profile.name;
        let whole = format!("{text} | {name}");
        if whole.chars().count() <= 65 { whole } else { shorten(text, 65) }
    }

    /// The default head of a page.
    pub(crate) fn head(&self, title: &str, description: &str) -> Head {
        Head {
            title: self.title(title),
            description: shorten(description, 160),
            site_name: self.store.profile.name.clone(),
            lang: self.lang,
            default_lang: self.store.profile.default_language,
            is_hidden: !self.store.is_listed(),
            ..Head::default()
        }
    }

    /// The preview picture of the page's link.
    pub(crate) fn preview(&self, media: &platform::media::MediaView, name: &str) -> OgImage {
        let image = Image::new(media, self.lang, name);
        OgImage { url: format!("{}{}", self.store.origin, image.full), width: image.w, height: image.h, alt: image.alt }
    }

    /// Breadcrumbs: the front page and the given steps.
    pub(crate) fn crumbs(&self, steps: Vec<(String, Option<String>)>) -> Vec<Crumb> {
        let mut all = vec![Crumb { name: self.say("page.home"), url: Some(self.path("/")) }];
        all.extend(steps.into_iter().map(|(name, path)| Crumb { name, url: path.map(|p| self.path(&p)) }));
        all
    }

    /// The breadcrumbs as structured data.
    pub(crate) fn crumbs_data(&self, crumbs: &[Crumb]) -> serde_json::Value {
        let steps: Vec<_> =
            crumbs.iter().map(|c| (c.name.clone(), c.url.as_ref().map(|u| format!("{}{u}", self.store.origin)))).collect();
        breadcrumb(&steps)
    }

    /// Renders the frame around a page's content: the whole document with its headers.
    pub(crate) async fn finish(&self, content: Content) -> Result<Cached, PageError> {
        self.framed(&*self.layout().await?, content)
    }

    /// As [`RequestContext::finish`], with a given frame: makes no query.
    pub(crate) fn framed(&self, layout: &Layout, content: Content) -> Result<Cached, PageError> {
        let Content { kind, path, here, paths, is_copy, mut head, html, has_buybar, is_plain, until, subject } = content;
        let (html, mut embeds) = Embeds::take(html);
        if !is_plain {
            embeds.add(layout.embeds);
        }
        if let Some(path) = &path {
            head.canonical = Some(self.absolute(path));
            // Alternates must be reciprocal; pages would not list a filtered view back.
            head.alternates = match &paths {
                _ if is_copy => Vec::new(),
                Some(paths) => self.store.versions_of(paths),
                None => self.store.versions(path),
            };
        }
        head.theme_color.clone_from(&layout.paper);
        head.favicon = layout.favicon.as_ref().map(|f| f.src.clone());
        let here = here.or(path);
        let other = self.store.other(self.lang).map_or_else(
            || self.path("/"),
            |l| {
                let own = paths.iter().flatten().find(|(of, _)| *of == l).map(|(_, path)| path.as_str());
                self.store.path(l, own.or(here.as_deref()).unwrap_or("/"))
            },
        );
        let pre = if is_plain { layout.plain_pre.clone() } else { layout.pre.replace(OTHER, &escape(&other)) };
        // Nothing leads out of the checkout.
        let whatsapp = layout.whatsapp.as_ref().filter(|_| !is_plain).map(|button| {
            let address = head.canonical.as_deref().filter(|_| !subject.is_empty()).unwrap_or_default();
            button.view(&[&subject, address])
        });
        let mut head = head.render();
        if let Some(draft) = &self.store.draft {
            head += &draft_tags(draft.kind, &self.shop.app.base.platform_url());
        }
        if self.shop.dev.is_some() {
            head += crate::dev::TAGS;
        }
        let context = context! {
            dir => self.lang.dir(), head => safe(head), tokens => safe(layout.tokens.clone()), kind => kind,
            has_buybar => has_buybar, whatsapp => whatsapp, pre => safe(pre), content => safe(html),
            post => safe(if is_plain { layout.plain_post.clone() } else { layout.post.clone() }), script_texts => layout.script_texts,
        };
        let document = self.render("layout.html", layout, context)?;
        let is_own = self.store.theme.engine.is_own();
        let document = if is_own { without_outbound_tags(document) } else { document };
        let headers = if is_own && OF_A_SHOPPER.contains(&kind) {
            Embeds::admit_none(&layout.headers)
        } else {
            embeds.admit(&layout.headers)
        };
        let until = until.into_iter().chain(layout.until).min().unwrap_or(i64::MAX);
        let until = until.min(self.now().0.saturating_add(LONGEST));
        Ok(Cached::new(document, headers, Some(until)))
    }
}
