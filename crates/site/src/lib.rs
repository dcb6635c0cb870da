//! What a store's site is made of beside its goods: content pages, themes and visits.
//!
//! The order is law: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! content < theme < visits

pub mod content;
pub mod theme;
pub mod visits;

/// The tables of every slice, the left-most slice first.
pub const TABLES: &[&[db::Table]] = &[content::TABLES, theme::TABLES, visits::TABLES];

/// The kinds of things that the journal names, of every slice that owns some.
pub const ENTITIES: &[&[&platform::journal::entity::EntityKind]] = &[content::ENTITIES, theme::ENTITIES];

/// The calls of every slice under `/dashboard/v1`.
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
