//! Message pages: not found, being prepared, refused, failed.

use crate::engine::{LoadedTheme, context};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use kernel::{Currency, Lang};

use super::{Content, RequestContext};
use crate::cache::{Cached, Policy, page_headers};
use crate::current_store::Store;
use crate::engine::safe;
use crate::error::PageError;
use crate::escape::escape;
use crate::request::location;
use crate::sections::SectionPlacement;
use crate::seo::Head;
use crate::shop::Shop;

/// A response with a page that must not be cached.
pub(crate) fn private(page: &Cached, status: StatusCode, headers: &HeaderMap) -> Response {
    page.respond_once(headers, status)
}

/// Redirects after a form (303).
pub(crate) fn see_other(to: &str) -> Response {
    let Some(to) = location(to) else { return StatusCode::NOT_FOUND.into_response() };
    let mut response = StatusCode::SEE_OTHER.into_response();
    response.headers_mut().insert(header::LOCATION, to);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}

/// The "not found" page.
pub(crate) async fn not_found(visit: &RequestContext<'_>) -> Result<Cached, PageError> {
    missing(visit, "not_found").await
}

/// A page with a title, a sentence and a link back.
pub(crate) async fn say(visit: &RequestContext<'_>, title: &str, text: &str, back: &str) -> Result<Cached, PageError> {
    let layout = visit.layout().await?;
    let html =
        visit.render("pages/message.html", &layout, context! { title => title, text => text, back => visit.path(back) })?;
    let head = Head { is_hidden: true, ..visit.head(title, "") };
    visit.finish(Content::new("message", None, head, html)).await
}

/// The page of a removed product (410), with links to continue.
pub(crate) async fn gone(visit: &RequestContext<'_>) -> Result<Cached, PageError> {
    missing(visit, "gone").await
}

async fn missing(visit: &RequestContext<'_>, code: &str) -> Result<Cached, PageError> {
    let layout = visit.layout().await?;
    let view = context! { is_gone => code == "gone" };
    let html = visit.sections("not_found", &layout, SectionPlacement::default(), &view).await?;
    let head = Head { is_hidden: true, ..visit.head(&visit.say(&format!("{code}.title")), "") };
    visit.finish(Content::new("not_found", None, head, html)).await
}

/// The content of a page that is rendered without the database.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Notice {
    /// Prefix of its texts: `{code}.title`, `{code}.text`.
    pub(crate) code: &'static str,
    pub(crate) status: StatusCode,
    /// Seconds for `Retry-After`.
    pub(crate) retry_after: Option<u64>,
}

impl Notice {
    pub(crate) const fn new(code: &'static str, status: StatusCode) -> Self {
        Self { code, status, retry_after: None }
    }

    /// The general notice of a status.
    pub(crate) const fn from_status(status: StatusCode, retry_after: Option<u64>) -> Self {
        let code = match status {
            StatusCode::NOT_FOUND => "not_found",
            StatusCode::GONE => "gone",
            StatusCode::METHOD_NOT_ALLOWED => "method",
            StatusCode::PAYLOAD_TOO_LARGE => "too_large",
            StatusCode::TOO_MANY_REQUESTS => "too_many",
            StatusCode::SERVICE_UNAVAILABLE => "busy",
            _ if status.as_u16() >= 500 => "failed",
            _ => "refused",
        };
        Self { code, status, retry_after }
    }
}

/// Renders a page without the database: in the last frame of the store, else without a frame.
pub(crate) fn bare(shop: &Shop, store: Option<&Store>, lang: Lang, notice: Notice, headers: &HeaderMap) -> Response {
    let framed = store.filter(|s| s.is_open()).and_then(|s| in_frame(shop, s, lang, notice));
    let page = framed.unwrap_or_else(|| frameless(shop, store, lang, notice.code));
    let mut response = private(&page, notice.status, headers);
    let h = response.headers_mut();
    h.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    if let Some(seconds) = notice.retry_after {
        h.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn in_frame(shop: &Shop, store: &Store, lang: Lang, notice: Notice) -> Option<Cached> {
    let layout = shop.frames.get(&(store.profile.id.raw(), lang))?;
    let visit = RequestContext { shop, store, lang };
    let say = |part: &str| store.theme.say(lang, &format!("{}.{part}", notice.code), None);
    let title = say("title");
    let view = context! { title => title, text => say("text"), back => visit.path("/"), is_error => true };
    let rendered = visit.render("pages/message.html", &layout, view).and_then(|html| {
        let head = Head { is_hidden: true, ..visit.head(&title, "") };
        visit.framed(&layout, Content::new("message", None, head, html))
    });
    rendered.inspect_err(|e| tracing::error!(error = %e, "page of an error failed")).ok()
}

fn frameless(shop: &Shop, store: Option<&Store>, lang: Lang, code: &'static str) -> Cached {
    let theme = store.map_or_else(LoadedTheme::default_theme, |store| store.theme.clone());
    let tokens = crate::layout::default_tokens(&theme.theme);
    let store_view = store.map(|s| context! { name => s.profile.name });
    let title = store.map_or_else(|| theme.say(lang, &format!("{code}.title"), None), |s| s.profile.name.clone());
    let view = context! { store => store_view, code => code, home => store.map(|s| s.path(lang, "/")) };
    let html = theme.engine.render("pages/unavailable.html", lang, Currency::SAR, view);
    let head = Head { title, lang, is_hidden: true, ..Head::default() };
    let document = html.and_then(|html| {
        let context = context! {
            lang => lang.code(), dir => lang.dir(), head => safe(head.render()), tokens => safe(tokens.clone()), kind => "unavailable",
            content => safe(html), script_texts => safe("{}".into()),
        };
        theme.engine.render("layout.html", lang, Currency::SAR, context)
    });
    let document = document.unwrap_or_else(|e| {
        tracing::error!(error = %e, "bare page failed");
        escape(&theme.say(lang, "failed.text", None))
    });
    let platform = shop.app.base.platform_url();
    let policy = Policy { style: Some(&tokens), platform: &platform, is_https: shop.app.base.settings.scheme == "https" };
    Cached::new(document, page_headers(lang, &policy), None)
}
