//! Areas that read the whole store and are read by no other: documents, the order's page, abandoned carts, privacy, reports,
//! onboarding and sample data.
//!
//! Order of slices: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! documents < `order_page` < `abandoned_carts` < privacy < reports < onboarding < sample

pub mod abandoned_carts;
pub mod documents;
pub mod onboarding;
pub mod order_page;
pub mod privacy;
pub mod reports;
pub mod sample;

use platform::journal::entity::EntityKind;

/// The tables of every slice, the left-most slice first.
pub const TABLES: &[&[db::Table]] =
    &[documents::TABLES, abandoned_carts::TABLES, privacy::TABLES, onboarding::TABLES, sample::TABLES];

/// The journal's entity kinds, of every slice that owns some.
pub const ENTITIES: &[&[&EntityKind]] = &[abandoned_carts::ENTITIES, privacy::ENTITIES, reports::ENTITIES];

/// The calls of every slice under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    documents::routes()
        .merge(order_page::routes())
        .merge(abandoned_carts::routes())
        .merge(privacy::routes())
        .merge(reports::routes())
        .merge(onboarding::routes())
}

/// The job handlers and schedules of every slice.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    documents::register(registry);
    abandoned_carts::register(registry);
    privacy::register(registry);
    reports::register(registry);
    onboarding::register(registry);
    sample::register(registry);
}

/// Every table of the program. No crate to the right of this one has any.
pub fn tables() -> impl Iterator<Item = db::Table> {
    let single: [&[&[db::Table]]; 2] = [&[jobs::TABLES, web::TABLES], &[catalog::TABLES, customers::TABLES]];
    [single[0], platform::TABLES, site::TABLES, single[1], commerce::TABLES, TABLES]
        .into_iter()
        .flatten()
        .copied()
        .flatten()
        .copied()
}

/// Every entity kind of the journal. No crate to the right of this one has any.
pub fn entities() -> impl Iterator<Item = &'static EntityKind> {
    [platform::ENTITIES, site::ENTITIES, &[catalog::ENTITIES, customers::ENTITIES], commerce::ENTITIES, ENTITIES]
        .into_iter()
        .flatten()
        .copied()
        .flatten()
        .copied()
}
