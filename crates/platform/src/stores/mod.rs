//! Stores: name, country, currency, members, settings.
//!
//! Tables: `stores`, `memberships`, `invitations`, `operators`, `impersonation_links`, `store_settings`, `user_preferences`.
//! Invariant: a store's currency never changes; the default language is among its languages; every setting's value satisfies its
//! code's rule.
//!
//! To add a setting: a row in `model::codes!`, and a field of [`StoreSettings`] when other slices read it.

pub mod access;
mod api;
mod caller_store;
pub mod entities;
mod model;
mod questionnaire;
mod session;
mod settings;
mod store;
mod tables;

pub use caller_store::StoredAccess;
pub use entities::ENTITIES;
pub use model::{
    Code, InvoiceWhen, StoreProfile, StoreSettings, VAT_REGISTRATION, VatRegistration, default_vat_bp, fault, percent_text,
    read_document, timezone_of,
};
pub use questionnaire::is_shipping;
pub use session::{SessionView, StoreData, opened};
pub use store::{
    NewStore, count_all, find_by_slug, find_document, find_id_by_slug, get_low_stock_threshold, get_profile, insert_member,
    insert_store, lock, set_theme_ready, set_url_ready, upsert_document,
};
pub use tables::TABLES;

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    api::routes().merge(access::api::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<crate::App>) {
    access::register(registry);
}
