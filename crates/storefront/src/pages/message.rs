//! Pages that only say something: not found, being prepared, refused, failed.

use crate::engine::context;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use kernel::{Currency, Lang};

use super::{Content, Visit};
use crate::cache::{Cached, Policy, page_headers};
use crate::engine::safe;
use crate::error::PageError;
use crate::seo::Head;
use crate::shop::{Shop, Store};
use crate::theme::ONE;

/// Answers with a page that nobody keeps.
pub(crate) fn private(page: &Cached, status: StatusCode, asked: &HeaderMap) -> Response {
    let mut asked = asked.clone();
    asked.remove(header::IF_NONE_MATCH);
    let mut response = page.respond(&asked);
    *response.status_mut() = status;
    let h = response.headers_mut();
    h.remove(header::ETAG);
    h.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}

/// No such page.
pub(crate) async fn not_found(visit: &Visit<'_>) -> Result<Cached, PageError> {
    let chrome = visit.chrome().await?;
    let html = visit.render("pages/not_found.html", &chrome, context! {})?;
    let head = Head { is_hidden: true, ..visit.head(&visit.say("not_found.title"), "") };
    visit.finish(Content::new("not_found", None, head, html)).await
}

/// A title and a sentence, with a way back.
pub(crate) async fn say(visit: &Visit<'_>, title: &str, text: &str, back: &str) -> Result<Cached, PageError> {
    let chrome = visit.chrome().await?;
    let html =
        visit.render("pages/message.html", &chrome, context! { title => title, text => text, back => visit.path(back) })?;
    let head = Head { is_hidden: true, ..visit.head(title, "") };
    visit.finish(Content::new("message", None, head, html)).await
}

/// A page without a store's frame: there is none, or it is not open. `code` names its texts.
pub(crate) fn bare(
    shop: &Shop,
    store: Option<&Store>,
    lang: Lang,
    code: &'static str,
    status: StatusCode,
    asked: &HeaderMap,
) -> Response {
    let tokens = crate::chrome::default_tokens();
    let store_view = store.map(|s| context! { name => s.profile.name });
    let title = store.map_or_else(|| ONE.say(lang, &format!("{code}.title"), None), |s| s.profile.name.clone());
    let html = shop.engine.render("pages/unavailable.html", lang, Currency::SAR, context! { store => store_view, code => code });
    let head = Head { title, lang, is_hidden: true, ..Head::default() };
    let document = html.and_then(|html| {
        let context = context! {
            lang => lang.code(), dir => lang.dir(), head => safe(head.render()), tokens => safe(tokens.clone()), kind => "unavailable",
            content => safe(html), script_texts => safe("{}".into()),
        };
        shop.engine.render("layout.html", lang, Currency::SAR, context)
    });
    let document = document.unwrap_or_else(|e| {
        tracing::error!(error = %e, "bare page failed");
        crate::engine::escape(&ONE.say(lang, "failed.text", None))
    });
    let platform = shop.app.base.platform_url();
    let policy = Policy { style: Some(&tokens), platform: &platform, is_https: shop.app.base.settings.scheme == "https" };
    let mut response = private(&Cached::new(document, page_headers(lang, &policy), None), status, asked);
    response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("300"));
    }
    response
}
