//! Opening a store: phone confirmation, the registration form, and provisioning in the background (AU-02, AU-03).
//!
//! Tables: `registrations`. The right-most slice, because a new store gets rows of every other.
//! Invariant: a registration provisions one store, however often and by however many clients it is polled, and gives one session;
//! a label is reserved for one registration at a time.
//!
//! To add something to new stores: a call in the step of `provisioning` that it belongs to.

mod api;
mod model;
mod provisioning;
mod register;
mod slug;
mod store;
mod tables;

pub use provisioning::{BuildStoreJob, SamplePictureJob};
pub use tables::TABLES;

use jobs::Outcome;
use kernel::Millis;

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<platform::App>) {
    registry.on::<BuildStoreJob, _, _>(provisioning::run);
    registry.every("sweep_registrations", Millis::HOUR, |app: platform::App| async move {
        let now = app.env().now();
        app.db().tx(async move |c| store::delete_old(c, now).await).await?;
        Ok(Outcome::Done)
    });
}
