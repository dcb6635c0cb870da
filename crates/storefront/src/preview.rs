//! Pages of a draft: for the frame of the theme editor, and for whoever has a shared link (TH-01). They are rendered for each request
//! and cached by nobody; visits to them are not counted.

use axum::http::header::{self, HeaderName};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use site::theme::{self, Preview, PreviewKind, SESSION};
use web::caller::client_ip;

use crate::addresses::canonical;
use crate::cache::Cached;
use crate::current_store::{DraftMode, Store};
use crate::dispatch::{public_page, shopper_page};
use crate::error::PageError;
use crate::failure::failed;
use crate::pages::message::{self, see_other};
use crate::pages::{Answer, RequestContext, cart};
use crate::redirects::{moved_in_draft, query_of};
use crate::request::{Route, cookie, pairs, route};
use crate::shop::Shop;

/// Cookie of a shared link's token; scripts cannot read it.
const COOKIE: &str = "draft";
/// Life of the cookie: that of a shared link.
const COOKIE_SECONDS: i64 = 7 * 24 * 3_600;
/// The parameter that asks for one section alone, and its value for the tokens of colours and fonts.
const SECTION: &str = "section";
const TOKENS: &str = "tokens";
/// The parameter that asks for the tokens of one of the theme's looks, to try it.
const LOOK: &str = "look";
/// The parameter that shows a page in an alternate template of the theme, for the frame of an editor.
const TEMPLATE: &str = "template";
/// The value of the session that ends a visit to a shared draft.
const END: &str = "end";

/// A request for a page of a draft.
pub(crate) struct PreviewRequest {
    token: String,
    is_cookie: bool,
}

impl PreviewRequest {
    /// The token of a request, in its query or its cookie.
    pub(crate) fn from_parts(parts: &Parts) -> Option<Self> {
        let query = parts.uri.query().filter(|query| query.contains(SESSION));
        let token = query.and_then(|query| pairs(query.as_bytes()).into_iter().find(|(name, _)| name == SESSION));
        match token {
            Some((_, token)) => Some(Self { token, is_cookie: false }),
            None => Some(Self { token: cookie(&parts.headers, COOKIE)?.to_owned(), is_cookie: true }),
        }
    }
}

/// The page of a draft, or how to go on without it.
pub(crate) async fn show(shop: &Shop, store: &Store, request: PreviewRequest, parts: &Parts) -> Response {
    let mut params = pairs(parts.uri.query().unwrap_or("").as_bytes());
    params.retain(|(name, _)| name != SESSION);
    let section = params.iter().position(|(name, _)| name == SECTION).map(|at| params.remove(at).1);
    let look = params.iter().position(|(name, _)| name == LOOK).map(|at| params.remove(at).1);
    let template = params.iter().position(|(name, _)| name == TEMPLATE).map(|at| params.remove(at).1);
    let is_https = shop.app.base.settings.scheme == "https";
    let here = |params: &[(String, String)]| {
        let query = query_of(params);
        if query.is_empty() { parts.uri.path().to_owned() } else { format!("{}?{query}", parts.uri.path()) }
    };
    let found = match allowed_preview(shop, store, &request).await {
        Ok(found) => found,
        Err(e) => return failed(None, &e.into()),
    };
    match found {
        Some(preview) if preview.kind == PreviewKind::Share && !request.is_cookie => {
            with_cookie(see_other(&here(&params)), &request.token, COOKIE_SECONDS, is_https)
        }
        Some(preview) => {
            let part = PartOfPage { section, look, template };
            let mut response = match draft(shop, store, &preview, &params, part, parts).await {
                Ok(response) => response,
                Err(e) => return failed(None, &e),
            };
            response.headers_mut().insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
            response
        }
        None if request.is_cookie || request.token == END => with_cookie(see_other(&here(&params)), "", 0, is_https),
        None => match ended(shop, store, parts).await {
            Ok(response) => response,
            Err(e) => failed(None, &e),
        },
    }
}

/// The preview of a request: while the member who opened it belongs to the store. A cookie holds a shared link's token alone.
async fn allowed_preview(shop: &Shop, store: &Store, request: &PreviewRequest) -> db::Result<Option<Preview>> {
    let c = shop.app.db().conn();
    let Some(preview) = theme::find_preview(c, &store.scope, &request.token, shop.app.env().now()).await? else {
        return Ok(None);
    };
    if request.is_cookie && preview.kind != PreviewKind::Share {
        return Ok(None);
    }
    let Some(user) = preview.user_id else { return Ok(None) };
    let member = shop.app.base.access.find_membership(c, store.scope.store(), user).await?;
    Ok(member.map(|_| preview))
}

fn with_cookie(mut response: Response, token: &str, seconds: i64, is_https: bool) -> Response {
    let secure = if is_https { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    if let Ok(value) = HeaderValue::from_str(&text) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

fn language<'p>(store: &Store, parts: &'p Parts) -> (kernel::Lang, &'p str) {
    match route(parts.uri.path(), store.profile.default_language, &store.profile.languages) {
        Route::At(lang, rest) => (lang, rest),
        Route::Moved(_) | Route::Missing => (store.profile.default_language, "/\u{0}"),
    }
}

/// The page of a link that has ended.
async fn ended(shop: &Shop, store: &Store, parts: &Parts) -> Result<Response, PageError> {
    let (lang, _) = language(store, parts);
    let visit = RequestContext { shop, store, lang };
    let page = message::say(&visit, &visit.say("preview.ended_title"), &visit.say("preview.ended"), "/").await?;
    Ok(message::private(&page, StatusCode::GONE, &parts.headers))
}

/// What the frame of an editor asks for beside the page.
struct PartOfPage {
    section: Option<String>,
    look: Option<String>,
    template: Option<String>,
}

async fn draft(
    shop: &Shop,
    store: &Store,
    preview: &Preview,
    params: &[(String, String)],
    PartOfPage { section, look, template }: PartOfPage,
    parts: &Parts,
) -> Result<Response, PageError> {
    let (lang, rest) = language(store, parts);
    let installed = theme::find_installed(shop.app.db().conn(), &store.scope, &preview.theme).await?;
    let version = installed.as_ref().map_or(0, |installed| installed.draft_version);
    let archive = installed.and_then(|installed| installed.archive);
    let theme = shop.theme(&store.scope, &preview.theme, archive.as_deref()).await?;
    let template = template.filter(|_| preview.kind == PreviewKind::Editor);
    let store = store.with_draft(DraftMode { theme: preview.theme.clone(), kind: preview.kind, template }, version, theme);
    let visit = RequestContext { shop, store: &store, lang };
    let headers: &HeaderMap = &parts.headers;
    let is_example = preview.kind != PreviewKind::Share;
    if let (Some(TOKENS), Some(look)) = (section.as_deref(), look) {
        let sections = crate::sections::load(shop, &store, "all").await?;
        let tokens = crate::layout::preset_tokens(&store.theme.theme, &sections, &look);
        return match tokens.filter(|_| is_example) {
            Some(css) => {
                Ok(message::private(&part_page(format!("<style>{css}</style>"), &visit).await?, StatusCode::OK, headers))
            }
            None => Ok(message::private(&message::not_found(&visit).await?, StatusCode::NOT_FOUND, headers)),
        };
    }
    // The page, or with `section` that part of it.
    let shown = |page: Cached, status: StatusCode| {
        let cut = section.as_ref().map(|id| part(&page.text(), id));
        match cut {
            None => message::private(&page, status, headers),
            Some(Some(html)) => Cached::new(html, page.headers(), None).part().respond_once(headers, StatusCode::OK),
            Some(None) => message::private(&page, StatusCode::NOT_FOUND, headers),
        }
    };
    // A part belongs to a page that is there.
    let moved = async || match &section {
        None => moved_in_draft(&visit, parts.uri.path(), params).await,
        Some(_) => Ok(None),
    };
    let not_found = async || -> Result<Response, PageError> {
        match moved().await? {
            Some(response) => Ok(response),
            None => Ok(shown(message::not_found(&visit).await?, StatusCode::NOT_FOUND)),
        }
    };
    if canonical(parts.uri.path(), rest, params, store.profile.currency).is_none() {
        let ip = client_ip(parts, &shop.app.base.settings.proxies);
        // The frame of an editor has no shopper: its cart is an example.
        return match rest {
            "/cart" if is_example => {
                let is_filled = params.iter().any(|(name, value)| name == "example" && value == "filled");
                Ok(shown(cart::example(&visit, is_filled).await?, StatusCode::OK))
            }
            _ => match shopper_page(&visit, rest, (params, &ip), headers).await? {
                Some(response) => Ok(response),
                None => not_found().await,
            },
        };
    }
    match public_page(&visit, rest, params).await? {
        Answer::Page(page) => Ok(shown(page, StatusCode::OK)),
        Answer::Moved(to) => Ok(see_other(&to)),
        Answer::Missing => not_found().await,
        Answer::Gone => match moved().await? {
            Some(response) => Ok(response),
            None => Ok(message::private(&message::gone(&visit).await?, StatusCode::GONE, headers)),
        },
    }
}

/// A part of a page that is none of its sections.
async fn part_page(html: String, visit: &RequestContext<'_>) -> Result<Cached, PageError> {
    Ok(Cached::new(html, visit.layout().await?.headers.clone(), None).part())
}

/// One section of a page, with its marks; or the page's tokens. Marks are comments, which the sanitiser takes out of what merchants
/// write: none of them is a text's.
fn part(document: &str, id: &str) -> Option<String> {
    let (start, end) = match id {
        TOKENS => ("<style>".to_owned(), "</style>".to_owned()),
        id => (format!("<!--section {id}-->"), format!("<!--/section {id}-->")),
    };
    let from = document.find(&start)?;
    let to = document[from..].find(&end)? + from + end.len();
    Some(document[from..to].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn th_03_a_section_is_cut_out_of_its_page() {
        let page = "<style>:root{--a:1}</style><!--section sec_1--><p>one</p><!--/section sec_1--><!--section sec_2--><!--/section sec_2-->";
        assert_eq!(part(page, "sec_1").unwrap(), "<!--section sec_1--><p>one</p><!--/section sec_1-->");
        assert_eq!(part(page, "sec_2").unwrap(), "<!--section sec_2--><!--/section sec_2-->");
        assert_eq!(part(page, "tokens").unwrap(), "<style>:root{--a:1}</style>");
        assert!(part(page, "sec_3").is_none());
    }
}
