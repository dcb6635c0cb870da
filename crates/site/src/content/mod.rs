//! Content pages and menus of links.
//!
//! Tables: `pages`, `menus`, `menu_links`.
//! Invariant: a page's content is sanitised HTML; a menu's code is unique in its store.

mod defaults;
mod entities;
mod media_store;
mod model;
mod store;
mod tables;

pub use defaults::insert_defaults;
pub use entities::ENTITIES;
pub use media_store::PagePictures;
pub use model::{Link, LinkType, Menu, Page};
pub use store::{find_menu, find_page_by_slug, list_page_slugs};
pub use tables::TABLES;

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    utoipa_axum::router::OpenApiRouter::new()
}

/// The slice's job handlers and schedules.
pub fn register(_registry: &mut jobs::Registry<platform::App>) {}
