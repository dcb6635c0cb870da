//! `/hooks/{provider}/{endpoint}/return` on the platform's own host: where a payment gateway that has one address for a whole store sends
//! its shoppers back (PY-03). It leads on to the page of their order, which asks the gateway how the payment stands.

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::{Router, routing};
use commerce::orders::online_payments::gateway;
use kernel::Lang;
use platform::{App, provider_intake};
use web::{ApiError, Message, PathTexts};

static TITLE: Message = Message::new("لم نجد هذه الصفحة", "Page not found");
static TEXT: Message = Message::new(
    "إن كنت قد دفعت فافتح طلبك من رابطه المحفوظ لديك، أو تواصل مع المتجر.",
    "If you've paid, open your order from the link you saved, or contact the store.",
);
/// The page has its own styles and nothing else.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The router; it is not a part of the API's document.
pub(crate) fn router(app: &App) -> Router {
    let path = format!("{}/{{provider}}/{{endpoint}}/return", provider_intake::PATH);
    Router::new().route(&path, routing::get(lead)).with_state(app.clone())
}

async fn lead(
    State(app): State<App>,
    PathTexts(provider, endpoint): PathTexts,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let page = match gateway::find_returned_page(&app, &provider, &endpoint, &query.unwrap_or_default()).await {
        Ok(page) => page,
        Err(e) => return ApiError::from(e).into_response(),
    };
    let mut response = match page.and_then(|page| HeaderValue::from_str(&page).ok()) {
        Some(location) => (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response(),
        None => not_found(web::lang::from_headers(&headers)),
    };
    let h = response.headers_mut();
    h.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    // The address is of this shopper alone, as is the one that it leads to.
    h.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// For shoppers: the dashboard's own page of an unknown address would ask them to sign in.
fn not_found(lang: Lang) -> Response {
    let (title, text) = (TITLE.get(lang), TEXT.get(lang));
    let html = format!(
        "<!doctype html><html lang=\"{}\" dir=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <meta name=\"robots\" content=\"noindex\"><title>{title}</title><style>body{{font:1rem/1.7 system-ui,sans-serif;\
         max-inline-size:32rem;margin:20vh auto 0;padding-inline:1.5rem}}h1{{font-size:1.375rem;margin:0}}</style></head>\
         <body><main><h1>{title}</h1><p>{text}</p></main></body></html>",
        lang.code(),
        lang.dir(),
    );
    (StatusCode::NOT_FOUND, [(header::CONTENT_SECURITY_POLICY, POLICY)], Html(html)).into_response()
}
