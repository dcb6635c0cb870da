//! A store's site besides its products: pages of text, menus, themes, redirects and visits.
//!
//! Layering: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! pages < menus < theme < redirects < visits

pub mod menus;
pub mod pages;
pub mod redirects;
pub mod theme;
pub mod visits;

/// The tables of every slice, the left-most slice first.
pub const TABLES: &[&[db::Table]] = &[pages::TABLES, menus::TABLES, theme::TABLES, redirects::TABLES, visits::TABLES];

/// The journal entity kinds of every slice that owns some.
pub const ENTITIES: &[&[&platform::journal::entity::EntityKind]] =
    &[pages::ENTITIES, menus::ENTITIES, theme::ENTITIES, redirects::ENTITIES];

/// The endpoints of every slice under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    pages::routes().merge(menus::routes()).merge(theme::routes()).merge(redirects::routes())
}

/// The job handlers and schedules of every slice.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    pages::register(registry);
    theme::register(registry);
    visits::register(registry);
}

/// Inserts the pages and menus of a new store, once. The caller's transaction journals the creation of the store.
///
/// # Errors
/// Database errors; a unique violation when they exist already.
pub async fn insert_content(c: db::Conn<'_>, env: &kernel::Env, scope: &kernel::StoreScope, store_name: &str) -> db::Result<()> {
    let inserted = pages::insert_defaults(c, env, scope, store_name).await?;
    menus::insert_defaults(c, env, scope, &inserted).await
}
