//! catalog

pub mod import;

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    utoipa_axum::router::OpenApiRouter::new()
}

/// The slice's job handlers and schedules.
pub fn register(_registry: &mut jobs::Registry<crate::App>) {}
