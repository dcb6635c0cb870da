//! A store's site besides its products: content pages, themes and visits.
//!
//! Layering: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! content < theme < visits

pub mod content;
pub mod theme;
pub mod visits;

/// The tables of every slice, the left-most slice first.
pub const TABLES: &[&[db::Table]] = &[content::TABLES, theme::TABLES, visits::TABLES];

/// The journal entity kinds of every slice that owns some.
pub const ENTITIES: &[&[&platform::journal::entity::EntityKind]] = &[content::ENTITIES, theme::ENTITIES];

/// The endpoints of every slice under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    content::routes().merge(theme::routes())
}

/// The job handlers and schedules of every slice.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    content::register(registry);
    theme::register(registry);
    visits::register(registry);
}
