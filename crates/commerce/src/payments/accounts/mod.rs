//! The store's bank accounts (PY-04): to where shoppers transfer.
//!
//! Table: `bank_accounts`. Invariant: an IBAN that is written is one: its length is its country's and its check digits are right.

mod api;
mod model;
mod store;
mod write;

pub use model::{BankAccount, grouped};

use db::Conn;
use kernel::StoreScope;

/// The accounts that shoppers see, in the order in which they were added.
///
/// # Errors
/// Of the database.
pub async fn active(c: Conn<'_>, scope: &StoreScope) -> db::Result<Vec<BankAccount>> {
    Ok(store::list(c, scope).await?.into_iter().filter(|a| a.is_active).collect())
}

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
