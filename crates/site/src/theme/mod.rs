//! Themes: a store's installed ones, each with its draft, its versions, and previews (TH-01 to TH-04, decision 0078).
//!
//! `folder` the files of a theme, `overlay` what it changes in those of another · `definition` what it declares, `problem` what is wrong with it · `schema` the
//! sections, `kind` the values of their settings · `defaults` the theme of a new store · `model` · `store`,
//! `version_store`, `preview_store` their statements · `draft` changes of the draft, `references` the ids they hold · `difference` what differs ·
//! `publish` publications and versions, `install` other themes, `jobs` those that wait · `previews` who may see a draft · `wire`, `api`, `versions_api` the endpoints.
//!
//! Tables: `installed_themes`, `theme_sections` (drafts), `theme_versions`, `theme_version_sections`, `theme_previews`. Invariants: a
//! section's settings and blocks satisfy its schema ([`SectionSchema::check`]); sections of page `all` are shown on every page of the
//! theme; a version never changes; shoppers see nothing of a draft.
//!
//! To add a section: `themes/<theme>/sections/<name>.json` with its `<name>.html`; the schema test reads both.

mod api;
mod defaults;
mod definition;
mod difference;
mod draft;
mod entities;
mod folder;
mod install;
mod jobs;
mod kind;
mod media_store;
mod model;
mod overlay;
mod preview_store;
mod previews;
mod problem;
mod publish;
mod references;
mod schema;
#[cfg(test)]
mod schema_fuzz;
mod store;
mod tables;
mod version_store;
mod versions_api;
mod wire;

pub use defaults::insert_defaults;
pub use definition::{Manifest, SectionDefault, ThemeDefinition, parse_file};
pub use entities::ENTITIES;
pub use folder::{FolderError, ThemeFolder, is_theme_id};
pub use kind::{Choice, Kind, Reason};
pub use media_store::SectionPictures;
pub use model::{Block, DEFAULT_THEME, DefaultSection, InstalledTheme, Preview, PreviewKind, Section, Zone};
pub use previews::{SESSION, find_preview};
pub use problem::ThemeProblem;
pub use schema::{BlockSchema, Fault, Preset, SectionSchema, Setting};
pub use store::{find_installed, find_live, list_draft, list_live, list_published};
pub use tables::TABLES;

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(versions_api::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    jobs::register(registry);
}
