//! All business slices, as modules. The order is law: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! identity < stores < media < content < exports < imports < batches < catalog < customers < coupons < carts < shipping < payments < trust < sales < shipments < orders < documents < recovery < privacy < theme < visits < reports < onboarding < sample
//!
//! A left slice that must reach a right one enqueues a job in its own transaction; the server maps jobs to handlers.

pub mod app;
pub(crate) mod arriving;
pub mod html;
pub mod journal;
pub mod outbox;
pub mod search;
pub mod signing;

pub mod batches;
mod bounded;
pub mod carts;
pub mod catalog;
pub mod content;
pub mod coupons;
pub mod customers;
pub mod documents;
pub mod exports;
pub mod identity;
pub mod imports;
pub mod media;
pub mod onboarding;
pub mod orders;
pub mod payments;
pub mod privacy;
pub mod recovery;
pub mod reports;
pub mod sales;
pub mod sample;
pub mod shipments;
pub mod shipping;
pub mod stores;
pub mod theme;
pub mod trust;
pub mod visits;

pub use app::App;

use utoipa_axum::router::OpenApiRouter;

/// Every call of every slice, under `/dashboard/v1`.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(identity::routes())
        .merge(stores::routes())
        .merge(media::routes())
        .merge(content::routes())
        .merge(catalog::routes())
        .merge(customers::routes())
        .merge(coupons::routes())
        .merge(carts::routes())
        .merge(shipping::routes())
        .merge(payments::routes())
        .merge(trust::routes())
        .merge(orders::routes())
        .merge(documents::routes())
        .merge(recovery::routes())
        .merge(privacy::routes())
        .merge(theme::routes())
        .merge(reports::routes())
        .merge(onboarding::routes())
}

/// Every job handler and schedule of every slice.
pub fn register_jobs(registry: &mut jobs::Registry<App>) {
    identity::register(registry);
    stores::register(registry);
    media::register(registry);
    content::register(registry);
    arriving::register(registry);
    batches::register_sweep(registry);
    catalog::register(registry);
    customers::register(registry);
    carts::register(registry);
    shipping::register(registry);
    payments::register(registry);
    sales::register(registry);
    orders::register(registry);
    documents::register(registry);
    recovery::register(registry);
    privacy::register(registry);
    theme::register(registry);
    visits::register(registry);
    reports::register(registry);
    onboarding::register(registry);
    sample::register(registry);
}
