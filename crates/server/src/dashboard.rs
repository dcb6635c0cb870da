//! The platform host: API, dashboard files, health.

use std::sync::OnceLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::get;
use platform::App;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::{Config, SwaggerUi};
use web::layers::{self, RateLimit};
use web::{ApiError, idempotency, lang};

/// Size limit of JSON bodies; uploads set their own limit.
const BODY_LIMIT: usize = 1_048_576;

/// The path prefix of the API.
pub(crate) const PREFIX: &str = "/dashboard/v1";

/// The path of the API document.
const DOCUMENT: &str = "/dashboard/v1/openapi.json";

/// The API document. It is generated at the first request: as a value it takes more memory than the text, and most processes
/// never serve it.
async fn document() -> impl IntoResponse {
    static TEXT: OnceLock<Bytes> = OnceLock::new();
    let text = TEXT.get_or_init(|| serde_json::to_vec(&crate::document::openapi()).unwrap_or_default().into());
    ([(header::CONTENT_TYPE, "application/json")], text.clone())
}

/// Every documented call.
pub(crate) fn api_routes() -> OpenApiRouter<App> {
    crate::compose::routes()
}

/// Dashboard, API, health and documents.
pub(crate) fn router(app: &App) -> Router {
    let base = app.base.clone();
    let (api, _) = api_routes().split_for_parts();
    let api = api
        .fallback(layers::not_found)
        .method_not_allowed_fallback(|| async {
            ApiError::new(axum::http::StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", web::message::common::METHOD)
        })
        .layer(from_fn_with_state(base.clone(), idempotency::layer))
        .layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store")));
    let limit = RateLimit::new(base.settings.requests_per_second, &base.settings.proxies);
    Router::new()
        .nest(PREFIX, api)
        .merge(platform::identity::platform_routes())
        .merge(SwaggerUi::new("/dashboard/v1/docs").config(Config::from(DOCUMENT)))
        .route(DOCUMENT, get(document))
        .route("/api-document.json", get(document))
        .route("/dev/outbox", get(crate::outbox::page))
        .merge(platform::media::files(app.clone()).with_state(()))
        .merge(crate::payment_return::router(app).with_state(()))
        .fallback(crate::assets::serve)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(from_fn(lang::layer))
        .layer(from_fn_with_state(limit, layers::rate_limit))
        .merge(platform::provider_intake::router(app).with_state(()))
        .route("/healthz", get(crate::health::healthz))
        .route("/readyz", get(crate::health::readyz))
        .route("/metrics", get(crate::health::metrics))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            IntoResponse::into_response(ApiError::internal(&"a handler panicked"))
        }))
        .layer(CompressionLayer::new())
        .layer(from_fn(layers::security_headers))
        .layer(from_fn_with_state(base, layers::observe))
        .with_state(app.clone())
}
