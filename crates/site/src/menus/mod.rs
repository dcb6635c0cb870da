//! The menus of the storefront: links to products, categories, pages and addresses, nested to three levels (ST-07).
//!
//! `model` the tree · `defaults` the menus of a new store · `address` what an address may be · `input` the rules of what is sent · `targets` what links lead to · `store`
//! their statements · `write` changing · `wire`, `api` the endpoints.
//!
//! Tables: `menus`, `menu_links`.
//! Invariants: a menu's code is unique in its store; its links form a tree of at most three levels. A link may outlive its target: the
//! storefront leaves it out then.

mod address;
mod api;
mod defaults;
mod entities;
mod input;
mod media_store;
mod model;
mod store;
mod tables;
mod targets;
mod wire;
mod write;

pub use address::is_address;
pub use defaults::insert_defaults;
pub use entities::ENTITIES;
pub use media_store::MenuPictures;
pub use model::{Link, LinkType, Menu};
pub use store::list_menus;
pub use tables::TABLES;

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
