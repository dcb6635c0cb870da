//! Themes: a store's installed ones, each with its draft, its versions, and previews (TH-01 to TH-04, decision 0078).
//!
//! `folder` the files of a theme, `overlay` what it changes in those of another · `definition` what it declares, `problem` what is wrong with it · `schema` the
//! sections, `kind` the values of their settings, `decimal` one of them · `pictures` those that a theme brings along · `defaults` the theme of a new store · `page_defaults` the pages that a store's rows do not know · `model` · `store`,
//! `version_store`, `preview_store` their statements · `draft` changes of the draft, `sorting` its order, `references` the ids they hold · `difference` what differs ·
//! `announcements` those of the live theme's draft, under names of their own ·
//! `publish` publications and versions, `install` other themes, `looks` what they look like in one go, `fonts` their faces, `jobs` those that wait · `previews` who may see a draft ·
//! `archive` a theme as one file, `checking` what it must be, `archive_store`, `files` those that a merchant uploaded, `uploads` their upload,
//! download and end (decision 0080) · `wire`, `wire_versions`, `api`, `announcements_api`, `versions_api`, `uploads_api`, `fonts_api` the endpoints.
//!
//! Tables: `installed_themes`, `theme_sections` (drafts), `theme_versions`, `theme_version_sections`, `theme_previews`, `theme_archives`. Invariants: a
//! section's settings and blocks satisfy its schema ([`SectionSchema::check`]); sections of page `all` are shown on every page of the
//! theme; a version never changes; shoppers see nothing of a draft.
//!
//! To add a section: `themes/<theme>/sections/<name>.json` with its `<name>.html`; the schema test reads both.

mod announcements;
mod announcements_api;
mod api;
mod archive;
mod archive_store;
mod checking;
mod decimal;
mod defaults;
mod definition;
mod difference;
mod draft;
mod entities;
mod files;
mod folder;
mod fonts;
mod fonts_api;
mod install;
mod jobs;
mod kind;
mod look_choice;
mod looks;
mod media_store;
mod model;
mod order;
mod overlay;
mod page_defaults;
mod pictures;
mod preview_store;
mod previews;
mod problem;
mod publish;
mod references;
mod schema;
#[cfg(test)]
mod schema_fuzz;
mod sorting;
mod store;
mod tables;
mod uploads;
mod uploads_api;
mod version_store;
mod versions_api;
mod wire;
mod wire_versions;

pub use archive::{UploadedTheme, read as read_archive};
pub use checking::{ThemeChecker, foreign_scripts};
pub use defaults::{insert_defaults, set_default_picture};
pub use definition::{AlternateTemplate, Manifest, SectionDefault, ThemeDefinition, parse_file};
pub use entities::ENTITIES;
pub use files::find_folder;
pub use folder::{FolderError, OWN_ASSETS, ThemeFiles, ThemeFolder, is_theme_id};
pub use install::sections_in;
pub use kind::{Choice, Kind, LinkTarget, Picture, PictureSource, Reason};
pub use media_store::SectionPictures;
pub use model::{
    Block, DEFAULT_THEME, DefaultSection, InstalledTheme, LiveTheme, MOST_TEMPLATES, PAGES, Preview, PreviewKind, Section,
    WITH_TEMPLATES, Zone, plain_page,
};
pub use page_defaults::missing_on;
pub use pictures::{FOLDER as PICTURES, ThemePicture, is_picture_name};
pub use previews::{SESSION, find_preview};
pub use problem::ThemeProblem;
pub use schema::{BeforeBlocks, BlockSchema, Fault, Preset, SectionSchema, Setting};
pub use store::{find_installed, find_live, find_live_archive, list_draft, list_live, list_published};
pub use tables::TABLES;

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
        .merge(versions_api::routes())
        .merge(uploads_api::routes())
        .merge(fonts_api::routes())
        .merge(announcements_api::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    jobs::register(registry);
}
