//! What the dashboard shows of the whole store: readiness and counters, the setup checklist, the home page's figures, reports on
//! sales and visits, the change feed, the audit log, dead jobs.
//!
//! Tables: none of its own; it reads those of the slices to its left.
//! Invariant: every figure is computed from the store's rows or stored counters on each read.

mod api;
mod audit_api;
mod changes_api;
mod entities;
mod home_api;
mod jobs_api;
mod model;
mod outbox_api;
mod period;
mod period_store;
mod sales_api;
mod store;
mod stream;

pub use entities::ENTITIES;
pub use model::JOB_SUBJECTS;

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
        .merge(home_api::routes())
        .merge(changes_api::routes())
        .merge(outbox_api::routes())
        .merge(audit_api::routes())
        .merge(sales_api::routes())
        .merge(jobs_api::routes())
}

/// The slice's job handlers and schedules.
pub fn register(_registry: &mut jobs::Registry<platform::App>) {}
