//! Pages of text: about the store, its policies, what the merchant writes (ST-08).
//!
//! `model` the page · `defaults` the pages of a new store and the texts of policies · `slugs` their addresses · `store` their statements
//! · `find` the page at an address · `write` creating, changing, deleting, restoring, publishing · `jobs` the publication
//! of scheduled pages · `wire`, `api` the endpoints.
//!
//! Tables: `content_pages`, `page_addresses`.
//! Invariants: a page's content is sanitised HTML; a page that is not deleted has one current address in each language, which no
//! other page has; at most one page states each policy.

mod api;
mod defaults;
mod entities;
mod find;
mod jobs;
mod media_store;
mod model;
mod slugs;
mod store;
mod tables;
mod wire;
mod write;

pub use defaults::{InsertedPage, insert_defaults};
pub use entities::ENTITIES;
pub use find::{find_page_by_slug, find_published, list_live_slugs};
pub use media_store::PagePictures;
pub use model::{Page, PageAtAddress, Policy, Status};
pub use store::{PageSummary, find_policy_slugs, list};
pub use tables::TABLES;

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    jobs::register(registry);
}
