//! What a store keeps of a person, for that person (CU-01): a file of all of it, and its erasure.
//!
//! Table: `person_exports`. Blobs: `{store}/person-exports/{id}.zip`. Everything else that is written here are other slices'
//! tables: no slice to the left knows all places where somebody's name may stand (docs/decisions/0024 says of
//! each what becomes of it). Invariants: after an erasure no row and no file of the store holds the person's name, number,
//! e-mail address or street; sums, counts and the numbers of papers are what they were; the journal says that it happened, by
//! whom and why, and not to whom.
//!
//! `person` finds who it is, `gather` and `paper` make the file, `stops` says what stands against an erasure, `erase` carries
//! it out with the statements of `erase_store`, `scrub` decides what of the journal and of other texts stays (pure), `mentions`
//! what becomes of the team's own words that speak of the person.

mod api;
mod blockers;
mod erase;
mod erase_api;
mod erase_store;
mod export_store;
mod files;
mod gather;
mod import_files;
mod jobs;
mod mentions;
mod paper;
mod paper_words;
mod person;
mod scrub;
mod tables;

pub use export_store::PersonFiles;
pub use tables::TABLES;

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(erase_api::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    jobs::register(registry);
    files::register(registry);
}
