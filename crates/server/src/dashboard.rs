//! The platform host: API, dashboard files, health.

use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use axum::{Json, Router};
use platform::App;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa_axum::router::OpenApiRouter;
use web::layers::{self, RateLimit};
use web::{ApiError, idempotency, lang};

/// JSON bodies stop here; uploads set their own limit.
const BODY_LIMIT: usize = 1_048_576;

/// Where the API answers.
pub(crate) const PREFIX: &str = "/dashboard/v1";

/// Every documented call.
pub(crate) fn api_routes() -> OpenApiRouter<App> {
    crate::compose::routes()
}

/// Dashboard, API, health and documents.
pub(crate) fn router(app: &App) -> Router {
    let base = app.base.clone();
    let (api, document) = api_routes().split_for_parts();
    let document = crate::document::finish(document);
    let api = api
        .fallback(layers::not_found)
        .method_not_allowed_fallback(|| async {
            ApiError::new(axum::http::StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", web::message::common::METHOD)
        })
        .layer(from_fn_with_state(base.clone(), idempotency::layer))
        .layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store")));
    let limit = RateLimit::new(base.settings.requests_per_second, &base.settings.proxies);
    let spec = document.clone();
    Router::new()
        .nest(PREFIX, api)
        .merge(platform::identity::platform_routes())
        .merge(utoipa_swagger_ui::SwaggerUi::new("/dashboard/v1/docs").url("/dashboard/v1/openapi.json", spec))
        .route("/api-document.json", get(move || async move { Json(document) }))
        .route("/dev/outbox", get(crate::outbox::page))
        .merge(platform::media::files(app.clone()).with_state(()))
        .fallback(crate::assets::serve)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(from_fn(lang::layer))
        .layer(from_fn_with_state(limit, layers::rate_limit))
        .route("/healthz", get(crate::health::healthz))
        .route("/readyz", get(crate::health::readyz))
        .route("/metrics", get(crate::health::metrics))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            axum::response::IntoResponse::into_response(ApiError::internal(&"a handler panicked"))
        }))
        .layer(CompressionLayer::new())
        .layer(from_fn(layers::security_headers))
        .layer(from_fn_with_state(base, layers::observe))
        .with_state(app.clone())
}
