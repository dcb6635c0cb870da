//! Redirects within a store.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::request::location;

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
