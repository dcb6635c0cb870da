//! Routes a host and path to a page.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use site::theme::OWN_ASSETS;
use tower_http::catch_panic::CatchPanicLayer;
use web::caller::client_ip;
use web::layers::{self, RateLimit};

use crate::addresses::{canonical, class, segments};
use crate::cache::{Address, Cached, accepts_gzip, safety};
use crate::current_store::Store;
use crate::dispatch::{public_page, shopper_page};
use crate::editor_assets::editor_asset;
use crate::engine::LoadedTheme;
use crate::error::PageError;
use crate::failure::failed;
use crate::pages::message::Notice;
use crate::pages::{
    Answer, RequestContext, address, cart, checkout, draft, message, newsletter, order_payment, order_transfer, restore,
    well_known,
};
use crate::preview::{self, PreviewRequest};
use crate::redirects::{moved_by_merchant, query_of, redirect};
use crate::request::{Form, Route, is_own_form, is_sent_for_page, own_host, pairs, route, wants_json};
use crate::shop::Shop;
use crate::theme::DRAWING;
use crate::upload;
use crate::views::{self, IsPage, Opening};

/// What a drawing may do that is opened by its address.
const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/// Largest body of a form.
const LARGEST_FORM: usize = 64 * 1024;
/// How much of a larger body is read and discarded, so that the browser receives the response.
const MOST_DISCARDED: usize = 16 * 1024 * 1024;

/// Every page of every store.
pub(crate) fn router(shop: Shop, limit: RateLimit) -> Router {
    let media = platform::media::files(shop.app.clone());
    let mut pages = Router::new().fallback(serve).with_state(shop.clone());
    if limit.is_on() {
        pages = pages.layer(from_fn_with_state(limit, layers::rate_limit));
    }
    let all = media.fallback_service(pages).layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
        tracing::error!("a storefront page panicked");
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    }));
    all.layer(from_fn_with_state(shop, crate::errors::layer))
}

async fn serve(State(shop): State<Shop>, request: Request) -> Response {
    shop.generations.drain();
    let (parts, body) = request.into_parts();
    let (headers, path) = (&parts.headers, parts.uri.path());
    if let Some(name) = path.strip_prefix("/assets/") {
        return match editor_asset(name) {
            Some(response) => response,
            None => asset(&shop, name, &parts).await,
        };
    }
    if path.starts_with("/media/") {
        // Files that exist have their own route.
        return StatusCode::NOT_FOUND.into_response();
    }
    let Some(label) = shop.label(own_host(headers, &parts.uri)) else { return unknown_store(&shop, headers) };
    let store = match shop.find_store(label).await {
        Ok(Some(store)) => store,
        Ok(None) => return unknown_store(&shop, headers),
        Err(e) => return failed(None, &e.into()),
    };
    if let Some(page) = shop.dev.as_ref().filter(|dev| dev.is_of(label)).and_then(|dev| dev.problem_page()) {
        return page;
    }
    let is_read = parts.method == Method::GET || parts.method == Method::HEAD;
    if is_read && let Some(request) = PreviewRequest::from_parts(&parts) {
        let id = layers::request_id(shop.app.env(), headers);
        let shown = Box::pin(preview::show(&shop, &store, request, &parts));
        return layers::observed(&id, &parts.method, "store:preview".to_owned(), shown).await;
    }
    let at = Address { store: store.profile.id.raw(), path: path.into() };
    let opening = Opening::from_parts(&shop, &parts);
    let id = layers::request_id(shop.app.env(), headers);
    let (method, class) = (parts.method.clone(), format!("store:{}", class(path)));
    let response = layers::observed(&id, &method, class, Box::pin(render(&shop, &store, at, parts, body))).await;
    if let Some(opening) = opening.filter(|_| views::is_shown(&response)) {
        opening.count(&shop, &store);
    }
    response
}

/// Renders a page, or executes a form, for this request.
async fn render(shop: &Shop, store: &Store, mut at: Address, parts: Parts, body: Body) -> Response {
    let (headers, path) = (&parts.headers, parts.uri.path());
    let is_read = parts.method == Method::GET || parts.method == Method::HEAD;
    let (lang, rest) = match route(path, store.profile.default_language, &store.profile.languages) {
        Route::At(lang, rest) => (lang, rest),
        Route::Moved(to) => return redirect(&to, parts.uri.query()),
        Route::Missing => (store.profile.default_language, "/\u{0}"),
    };
    if !store.is_open() {
        if rest == "/robots.txt" {
            return well_known::robots(&RequestContext { shop, store, lang }).respond(headers);
        }
        let notice = Notice { retry_after: Some(300), ..Notice::new("preparing", StatusCode::SERVICE_UNAVAILABLE) };
        return message::bare(shop, Some(store), lang, notice, headers);
    }
    let visit = RequestContext { shop, store, lang };
    let result = if is_read {
        let params = pairs(parts.uri.query().unwrap_or("").as_bytes());
        if let Some(address) = canonical(path, rest, &params, store.profile.currency) {
            at.path = address.into();
            cached_page(&visit, at, rest, &params, headers).await
        } else {
            let ip = client_ip(&parts, &shop.app.base.settings.proxies);
            shopper_page(&visit, rest, (&params, &ip), headers).await
        }
    } else if parts.method == Method::POST {
        let ip = client_ip(&parts, &shop.app.base.settings.proxies);
        let answer = Box::pin(post(&visit, rest, headers, (&pairs(parts.uri.query().unwrap_or("").as_bytes()), &ip), body)).await;
        if is_sent_for_page(headers) { answer.map(|response| response.map(redirect_as_json)) } else { answer }
    } else {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD, POST")]).into_response();
    };
    // Pages that are there, or that moved by themselves, come first: what is found reads no redirect of the merchant.
    let is_lost = |answer: &Option<Response>| answer.as_ref().is_none_or(|response| response.status() == StatusCode::GONE);
    let result = match result {
        Ok(answer) if is_read && is_lost(&answer) => moved_by_merchant(&visit, &parts).await.map(|moved| moved.or(answer)),
        other => other,
    };
    match result {
        Ok(Some(response)) => response,
        Ok(None) => match message::not_found(&visit).await {
            Ok(page) => message::private(&page, StatusCode::NOT_FOUND, headers),
            Err(e) => failed(Some(&visit), &e),
        },
        Err(e) => failed(Some(&visit), &e),
    }
}

/// A response from a cached page.
fn answered(page: &Cached, headers: &HeaderMap) -> Response {
    let mut response = page.respond(headers);
    response.extensions_mut().insert(IsPage(page.is_page));
    response
}

/// A page that is the same for everybody: from the cache, or rendered by one request for all concurrent ones.
async fn cached_page(
    visit: &RequestContext<'_>,
    at: Address,
    rest: &str,
    params: &[(String, String)],
    headers: &HeaderMap,
) -> Result<Option<Response>, PageError> {
    let (pages, generation, now) = (&visit.shop.pages, visit.store.generation, visit.now().0);
    if let Some(page) = pages.find(&at, generation, now) {
        return Ok(Some(answered(&page, headers)));
    }
    let turn = pages.turn(&at).await;
    if let Some(page) = pages.find(&at, generation, now) {
        return Ok(Some(answered(&page, headers)));
    }
    let answer = public_page(visit, rest, params).await?;
    drop(turn);
    Ok(match answer {
        Answer::Page(page) => {
            let page = std::sync::Arc::new(page);
            pages.keep(at, generation, page.clone());
            Some(answered(&page, headers))
        }
        // Links of campaigns keep what they say of themselves.
        Answer::Moved(to) if to.contains('?') || params.is_empty() => Some(redirect(&to, None)),
        Answer::Moved(to) => Some(redirect(&to, Some(&query_of(params)))),
        Answer::Missing => None,
        Answer::Gone => Some(message::private(&message::gone(visit).await?, StatusCode::GONE, headers)),
    })
}

/// Executes a form; with the query string of its URL, and the client's IP address.
async fn post(
    visit: &RequestContext<'_>,
    rest: &str,
    headers: &HeaderMap,
    (params, ip): (&[(String, String)], &str),
    body: Body,
) -> Result<Option<Response>, PageError> {
    let refuse = async |status: StatusCode, text: String| -> Result<Option<Response>, PageError> {
        if wants_json(headers) {
            return Ok(Some((status, axum::Json(serde_json::json!({"message": text}))).into_response()));
        }
        let page = message::say(visit, &visit.say("message.failed"), &text, "/").await?;
        Ok(Some(message::private(&page, status, headers)))
    };
    let Some(parts) = segments(rest) else { return Ok(None) };
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    if !matches!(
        parts[..],
        ["cart" | "checkout" | "newsletter"]
            | ["cart", "update" | "coupon"]
            | ["cart", "restore" | "reminders", _]
            | ["drafts" | "a", _]
            | ["drafts", _, "address" | "save"]
            | ["orders", _, "receipt" | "pay" | "paid"]
            | ["checkout", "contact" | "address" | "shipping" | "payment" | "save" | "coupon"]
    ) {
        return Ok(None);
    }
    if let ["orders", key, "paid"] = parts[..] {
        // A gateway's page sends the browser back with a form of its own, of which nothing is read.
        return Ok(Some(message::see_other(&visit.path(&format!("/orders/{key}/paid")))));
    }
    if !is_own_form(headers) {
        return refuse(StatusCode::FORBIDDEN, visit.say("message.foreign")).await;
    }
    if parts[..] == ["cart"] && upload::is_upload(headers) {
        return Ok(Some(match upload::read(headers, body).await {
            Ok((form, files)) => cart::add(visit, headers, &form, files).await?,
            Err(upload::Unread::TooLarge) => {
                return refuse(StatusCode::PAYLOAD_TOO_LARGE, visit.say("form.file_large")).await;
            }
            Err(upload::Unread::Damaged) => return refuse(StatusCode::BAD_REQUEST, visit.say("message.unreadable")).await,
        }));
    }
    if let ["orders", key, "receipt"] = parts[..] {
        return order_transfer::send(visit, headers, key, body).await;
    }
    let is_form = headers
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .is_none_or(|t| t.starts_with("application/x-www-form-urlencoded"));
    if !is_form {
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, web::message::common::BAD_REQUEST.get(visit.lang).to_owned()).await;
    }
    let bytes = match read_form(body).await {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return refuse(StatusCode::PAYLOAD_TOO_LARGE, visit.say("too_large.text")).await,
        Err(_) => return refuse(StatusCode::BAD_REQUEST, visit.say("message.unreadable")).await,
    };
    let Some(form) = Form::read(&bytes) else {
        return refuse(StatusCode::BAD_REQUEST, visit.say("message.unreadable")).await;
    };
    Ok(Some(match parts[..] {
        ["cart"] => cart::add(visit, headers, &form, Vec::new()).await?,
        ["newsletter"] => newsletter::sign_up(visit, headers, &form, ip).await?,
        ["cart", "restore", key] => restore::restore(visit, headers, key, (params, ip)).await?,
        ["cart", "coupon"] => cart::update_coupon(visit, headers, &form, ip).await?,
        ["cart", "reminders", key] => return restore::opt_out(visit, headers, key).await,
        ["cart", _] => cart::update(visit, headers, &form).await?,
        ["orders", key, "pay"] => return order_payment::retry(visit, headers, key, &form).await,
        ["drafts", key] => draft::place(visit, headers, key, (&form, ip)).await?,
        ["a", token] => address::save(visit, headers, token, &form).await?,
        ["drafts", key, _] => draft::save(visit, headers, key, (&form, ip)).await?,
        ["checkout"] => Box::pin(checkout::place(visit, headers, &form, ip)).await?,
        ["checkout", "coupon"] => checkout::coupon(visit, headers, &form, ip).await?,
        ["checkout", step] => checkout::save(visit, headers, (&form, ip), step).await?,
        _ => return Ok(None),
    }))
}

/// Turns a redirect into JSON for the page's script; other responses are unchanged.
fn redirect_as_json(response: Response) -> Response {
    let to = response.headers().get(header::LOCATION).and_then(|v| v.to_str().ok()).map(str::to_owned);
    let Some(to) = to.filter(|_| response.status() == StatusCode::SEE_OTHER) else { return response };
    let mut script_response = axum::Json(serde_json::json!({"go": to})).into_response();
    for (name, value) in response.headers() {
        if !matches!(*name, header::LOCATION | header::CONTENT_LENGTH | header::CONTENT_TYPE) {
            script_response.headers_mut().append(name.clone(), value.clone());
        }
    }
    script_response
}

/// Reads a form's body; `None` when it is too large. A browser that is still sending loses the response, so the rest is read
/// first, up to a limit.
async fn read_form(mut body: Body) -> Result<Option<Vec<u8>>, axum::Error> {
    let (mut form_body, mut total_bytes) = (Vec::new(), 0_usize);
    while let Some(frame) = std::future::poll_fn(|cx| std::pin::Pin::new(&mut body).poll_frame(cx)).await {
        let Ok(data) = frame?.into_data() else { continue };
        total_bytes = total_bytes.saturating_add(data.len());
        if total_bytes <= LARGEST_FORM {
            form_body.extend_from_slice(&data);
        } else if total_bytes > MOST_DISCARDED {
            break;
        }
    }
    Ok((total_bytes <= LARGEST_FORM).then_some(form_body))
}

/// The theme that has the file at an address: the program's, that of somebody who works on it, or one that this host's store has.
async fn theme_of_asset(shop: &Shop, name: &str, parts: &Parts) -> db::Result<Option<Arc<LoadedTheme>>> {
    if let Some(loaded) = shop.dev.as_ref().and_then(|dev| dev.theme_of_asset(name)) {
        return Ok(Some(loaded));
    }
    let Some(hash) = name.strip_prefix(OWN_ASSETS).and_then(|rest| rest.split('/').next()) else {
        return Ok(Some(LoadedTheme::find(name.split('/').next().unwrap_or(""))));
    };
    let Some(label) = shop.label(own_host(&parts.headers, &parts.uri)) else { return Ok(None) };
    let Some(store) = shop.find_store(label).await? else { return Ok(None) };
    shop.own_theme(&store.scope, hash).await
}

/// A file of the theme: its URL contains the hash of all of them, so it is cached for ever.
async fn asset(shop: &Shop, name: &str, parts: &Parts) -> Response {
    let headers = &parts.headers;
    if let Some(response) = shop.dev.as_ref().and_then(|dev| dev.file(name)) {
        return response;
    }
    let loaded = match theme_of_asset(shop, name, parts).await {
        Ok(Some(loaded)) => loaded,
        Ok(None) => return StatusCode::NOT_FOUND.into_response(),
        Err(e) => return failed(None, &e.into()),
    };
    let base = loaded.theme.asset_base.strip_prefix("/assets/").unwrap_or("");
    let Some(asset) = name.strip_prefix(base).and_then(|n| loaded.theme.assets.get(n)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let packed = asset.gzip.as_ref().filter(|_| accepts_gzip(headers));
    let mut response = Response::new(Body::from(packed.unwrap_or(&asset.body).clone()));
    let h = response.headers_mut();
    h.insert(header::CONTENT_TYPE, asset.kind.clone());
    h.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    if asset.gzip.is_some() {
        h.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if asset.kind == DRAWING {
        // Opened by its address, a drawing is a document of the store's origin.
        h.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(DRAWING_POLICY));
    }
    if packed.is_some() {
        h.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    safety(h);
    response
}

fn unknown_store(shop: &Shop, headers: &HeaderMap) -> Response {
    message::bare(shop, None, web::lang::from_headers(headers), Notice::new("no_store", StatusCode::NOT_FOUND), headers)
}
