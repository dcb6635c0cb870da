//! Personal data of a customer (CU-01): the personal file, and the erasure.
//!
//! Table: `person_exports`. Blobs: `{store}/person-exports/{id}.zip`. Everything else that is written here are other slices'
//! tables: no slice to the left knows all places where a person's name may stand (docs/decisions/0024 lists what happens to
//! each). Invariants: after an erasure no row and no file of the store holds the person's name, number, e-mail address or street;
//! sums, counts and the numbers of documents are what they were; the journal records that it happened, by whom and why, and not
//! to whom.
//!
//! `person` identifies the person, `gather` and `archive` write the file, `blockers` lists what blocks an erasure, `erase`
//! carries it out, `scrub` decides what stays of the journal and of other texts (pure), `mentions` treats the team's own texts
//! that mention the person. The statements of each stand in the file of its name with `_store`; `export_store` has those on the
//! files.

mod api;
mod archive;
mod archive_labels;
mod blockers;
mod blockers_store;
mod entities;
mod erase;
mod erase_api;
mod erase_store;
mod export_store;
mod files;
mod gather;
mod gather_store;
mod import_files;
mod jobs;
mod mentions;
mod mentions_store;
mod person;
mod person_store;
mod scrub;
mod tables;

pub use entities::ENTITIES;
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
