//! Redirects within a store.

use axum::http::header::{REFERER, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use site::redirects::{FoundRedirect, Miss, find_redirect, has_language};
use site::visits::is_person;

use crate::error::PageError;
use crate::pages::RequestContext;
use crate::request::location;
use crate::views::is_opening;

/// The parameters as a query.
pub(crate) fn query_of(params: &[(String, String)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(params).finish()
}

/// A permanent redirect within the store, with a query.
pub(crate) fn redirect(to: &str, query: Option<&str>) -> Response {
    let to = query.map_or_else(|| to.to_owned(), |q| format!("{to}?{q}"));
    let mut response = StatusCode::MOVED_PERMANENTLY.into_response();
    let Some(to) = location(&to) else { return StatusCode::NOT_FOUND.into_response() };
    response.headers_mut().insert(header::LOCATION, to);
    // The address may be that of another page any moment: a browser that keeps a redirect asks again.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Where a redirect leads a shopper: pages of the store in the language they read, with the query of their link (campaigns keep what they
/// say of themselves).
fn target(visit: &RequestContext<'_>, target: &str, query: Option<&str>) -> String {
    let (page, fragment) = target.split_once('#').map_or((target, None), |(page, fragment)| (page, Some(fragment)));
    let mut to = if page.starts_with('/') && !has_language(page) { visit.path(page) } else { page.to_owned() };
    if let Some(query) = query.filter(|query| !query.is_empty() && !page.contains('?')) {
        to = format!("{to}?{query}");
    }
    fragment.map_or_else(|| to.clone(), |fragment| format!("{to}#{fragment}"))
}

/// The response of a merchant's redirect.
fn merchants_redirect(visit: &RequestContext<'_>, found: &FoundRedirect, query: Option<&str>) -> Response {
    let mut response = redirect(&target(visit, &found.target, query), None);
    if !found.is_permanent && response.status() == StatusCode::MOVED_PERMANENTLY {
        *response.status_mut() = StatusCode::FOUND;
    }
    response
}

/// The merchant's redirect of a request for a page of a draft that found none. Nothing is counted, and the query is what remains without the
/// draft's own: a token is handed to no other host.
pub(crate) async fn moved_in_draft(
    visit: &RequestContext<'_>,
    path: &str,
    params: &[(String, String)],
) -> Result<Option<Response>, PageError> {
    let found = find_redirect(visit.shop.app.db().conn(), &visit.store.scope, path).await?;
    Ok(found.map(|found| merchants_redirect(visit, &found, Some(&query_of(params)))))
}

/// The merchant's redirect of a request that found no page; without one the address is counted among those that the store does not have.
/// Both are counted in memory, and only of people.
pub(crate) async fn moved_by_merchant(visit: &RequestContext<'_>, parts: &Parts) -> Result<Option<Response>, PageError> {
    let (store, path) = (visit.store.profile.id, parts.uri.path());
    let header = |name: HeaderName| parts.headers.get(name).map_or(&[][..], HeaderValue::as_bytes);
    let is_counted = is_opening(parts) && is_person(header(USER_AGENT));
    let addresses = &visit.shop.visits.addresses;
    let found = find_redirect(visit.shop.app.db().conn(), &visit.store.scope, path).await?;
    let Some(found) = found else {
        if is_counted {
            let referrer = std::str::from_utf8(header(REFERER)).unwrap_or_default();
            addresses.miss(Miss { store, path, referrer, at: visit.now() });
        }
        return Ok(None);
    };
    if is_counted {
        addresses.hit(store, found.id, visit.now());
    }
    Ok(Some(merchants_redirect(visit, &found, parts.uri.query())))
}
