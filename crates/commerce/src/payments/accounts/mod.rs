//! The store's bank accounts (PY-04): the targets of bank transfers.
//!
//! Table: `bank_accounts`. Invariant: a stored IBAN is valid: it has its country's length and correct check digits, and its country is
//! that of the bank, where that is one of [`banks`].

mod api;
pub mod banks;
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
