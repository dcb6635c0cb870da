//! identity

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    utoipa_axum::router::OpenApiRouter::new()
}

/// Calls of the slice that answer outside `/dashboard/v1`: `/api/refresh-token`.
#[must_use]
pub fn platform_routes() -> axum::Router<crate::App> {
    axum::Router::new()
}

/// The slice's job handlers and schedules.
pub fn register(_registry: &mut jobs::Registry<crate::App>) {}
