//! Error responses on a store's host: an HTML page of the store in its language, or JSON for programs.

use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, ACCEPT_LANGUAGE, CONTENT_TYPE, HOST, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use web::ApiError;
use web::message::common;

use crate::pages::message::{Notice, bare};
use crate::request::{Route, own_host, route, wants_json};
use crate::shop::Shop;

/// What is needed of a request to render its error page: clones of shared bytes, which cost nothing.
struct FailedRequest {
    uri: Uri,
    host: Option<HeaderValue>,
    language: Option<HeaderValue>,
    is_program: bool,
    is_page: bool,
}

impl FailedRequest {
    fn from_request(request: &Request) -> Self {
        let h = request.headers();
        let accepts_html = || h.get(ACCEPT).and_then(|v| v.to_str().ok()).is_some_and(|v| v.contains("text/html"));
        let is_file = ["/media/", "/assets/"].iter().any(|p| request.uri().path().starts_with(p));
        Self {
            uri: request.uri().clone(),
            host: h.get(HOST).cloned(),
            language: h.get(ACCEPT_LANGUAGE).cloned(),
            is_program: wants_json(h),
            // A missing image gets no page, unless a person opened its URL.
            is_page: !is_file || accepts_html(),
        }
    }

    fn headers(&self) -> HeaderMap {
        let own = [(HOST, &self.host), (ACCEPT_LANGUAGE, &self.language)];
        own.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))).collect()
    }
}

/// Replaces error responses by error pages.
pub(crate) async fn layer(State(shop): State<Shop>, request: Request, next: Next) -> Response {
    let failed_request = FailedRequest::from_request(&request);
    let response = next.run(request).await;
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let kind = response.headers().get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
    let (is_html, is_json) = (kind.starts_with("text/html"), kind.starts_with("application/json"));
    let has_error_body = if failed_request.is_program { is_json } else { is_html };
    // A form's validation errors are in its own page already.
    let is_of_a_form =
        failed_request.is_program && is_html && matches!(status, StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY);
    if has_error_body || is_of_a_form || (!failed_request.is_program && !failed_request.is_page) {
        return response;
    }
    let retry_after = response.headers().get(RETRY_AFTER).and_then(|v| v.to_str().ok()).and_then(|v| v.parse().ok());
    let headers = failed_request.headers();
    let store = shop.label(own_host(&headers, &failed_request.uri)).and_then(|label| shop.known_store(label));
    let lang = store.as_ref().map_or_else(
        || web::lang::from_headers(&headers),
        |store| match route(failed_request.uri.path(), store.profile.default_language, &store.profile.languages) {
            Route::At(lang, _) => lang,
            _ => store.profile.default_language,
        },
    );
    let mut page_response = if failed_request.is_program {
        web::lang::scope(lang, async { in_json(status, retry_after).into_response() }).await
    } else {
        bare(&shop, store.as_deref(), lang, Notice::from_status(status, retry_after), &headers)
    };
    // Keeps `Allow`, and other headers of the original response.
    for (name, value) in response.headers() {
        if !page_response.headers().contains_key(name)
            && name != axum::http::header::CONTENT_LENGTH
            && name != axum::http::header::CONTENT_ENCODING
        {
            page_response.headers_mut().insert(name.clone(), value.clone());
        }
    }
    page_response
}

fn in_json(status: StatusCode, retry_after: Option<u64>) -> ApiError {
    let error = match status {
        StatusCode::NOT_FOUND => ApiError::not_found(),
        StatusCode::GONE => ApiError::new(status, "gone", common::NOT_FOUND),
        StatusCode::FORBIDDEN => ApiError::forbidden(),
        StatusCode::METHOD_NOT_ALLOWED => ApiError::new(status, "method_not_allowed", common::METHOD),
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(status, "too_large", common::TOO_LARGE),
        StatusCode::TOO_MANY_REQUESTS => ApiError::too_many(retry_after.unwrap_or(1)),
        StatusCode::SERVICE_UNAVAILABLE => ApiError::busy(),
        _ if status.is_server_error() => ApiError::new(status, "internal", common::INTERNAL),
        _ => ApiError::new(status, "refused", common::BAD_REQUEST),
    };
    match retry_after {
        Some(seconds) => error.retry_after(seconds),
        None => error,
    }
}
