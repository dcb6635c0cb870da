//! The foundation of every area: shared state, journal, outbox, search, signing, secrets, uploads, calls to providers and what they report;
//! the slices identity, stores and media;
//! and the shared implementations of exports, imports and batches.
//!
//! Order of slices: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! identity < stores < media < exports < imports < batches

pub mod app;
pub mod batches;
pub mod bounded;
pub mod counters;
pub mod exports;
pub mod html;
pub mod identity;
pub mod imports;
pub mod journal;
pub mod link_targets;
pub mod media;
pub mod outbox;
pub mod pending_uploads;
pub mod ports;
pub mod provider_calls;
pub mod provider_intake;
pub mod search;
pub mod secrets;
pub mod signing;
pub mod stores;
pub mod video;

pub use app::App;

/// The tables of every slice, the left-most slice first.
pub const TABLES: &[&[db::Table]] = &[
    counters::TABLES,
    journal::TABLES,
    outbox::TABLES,
    search::TABLES,
    signing::TABLES,
    secrets::TABLES,
    provider_calls::TABLES,
    provider_intake::TABLES,
    pending_uploads::TABLES,
    identity::TABLES,
    stores::TABLES,
    media::TABLES,
    exports::TABLES,
    imports::TABLES,
    batches::TABLES,
];

/// The journal's entity kinds, of every slice that owns some.
pub const ENTITIES: &[&[&journal::entity::EntityKind]] =
    &[provider_calls::ENTITIES, identity::ENTITIES, stores::ENTITIES, media::ENTITIES];

/// The calls of every slice under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<App> {
    identity::routes().merge(stores::routes()).merge(media::routes()).merge(provider_calls::routes())
}

/// The job handlers and schedules of every slice.
pub fn register(registry: &mut ::jobs::Registry<App>) {
    identity::register(registry);
    stores::register(registry);
    media::register(registry);
    pending_uploads::register(registry);
    provider_calls::register(registry);
    provider_intake::register(registry);
    batches::register_sweep(registry);
}
