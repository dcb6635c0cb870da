//! The caller's language, known to every answer.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_LANGUAGE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use kernel::Lang;

tokio::task_local! {
    static LANG: Lang;
}

/// The language of the request, as an extractor.
#[derive(Debug, Clone, Copy)]
pub struct Language(pub Lang);

/// Reads Accept-Language; Arabic when there is none (AU-08).
#[must_use]
pub fn from_headers(headers: &HeaderMap) -> Lang {
    headers.get(ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok()).map_or(Lang::Ar, Lang::from_accept)
}

/// The language of the request this task answers; Arabic outside one.
#[must_use]
pub fn current() -> Lang {
    LANG.try_with(|l| *l).unwrap_or_default()
}

/// Runs `work` in a language, for tasks that answer a request outside the request's own.
pub async fn scope<T>(lang: Lang, work: impl Future<Output = T>) -> T {
    LANG.scope(lang, work).await
}

impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(from_headers(&parts.headers)))
    }
}

/// Middleware: answers in the caller's language, with Content-Language and Vary.
pub async fn layer(request: Request, next: Next) -> Response {
    let lang = from_headers(request.headers());
    let mut response = LANG.scope(lang, next.run(request)).await;
    let headers = response.headers_mut();
    headers.entry(CONTENT_LANGUAGE).or_insert(HeaderValue::from_static(lang.code()));
    headers.append(VARY, HeaderValue::from_static("Accept-Language, X-STORE, Authorization"));
    response
}
