//! Theme pages: sections with settings and blocks, stored in the database and described by JSON schemas (TH-02, TH-03).
//!
//! Tables: `theme_sections`. Invariant: a section's settings and blocks satisfy its schema ([`SectionSchema::check`]); sections
//! of page `all` are shown on every page of the theme.
//!
//! To add a section: `themes/<theme>/sections/<name>.json` with its `<name>.html`; the schema test reads both.

mod bundled;
mod entities;
mod media_store;
mod model;
mod schema;
mod store;
mod tables;

pub use bundled::{BundledTheme, Manifest, SectionDefault, ThemeFiles, parse_theme_file, theme_file, theme_paths};
pub use entities::ENTITIES;
pub use media_store::SectionPictures;
pub use model::{Block, DefaultSection, Section, Zone};
pub use schema::{BlockSchema, Fault, Kind, Preset, SectionSchema, Setting};
pub use store::{insert_defaults, list_sections};
pub use tables::TABLES;

/// The theme of a new store.
pub const DEFAULT_THEME: &str = "one";

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    utoipa_axum::router::OpenApiRouter::new()
}

/// The slice's job handlers and schedules.
pub fn register(_registry: &mut jobs::Registry<platform::App>) {}
