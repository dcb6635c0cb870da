//! Courier cash: remittance sheets of couriers, matched with the shipments that collected the money (peers LIST 3 no. 3,
//! docs/decisions/0090-courier-cash.md).
//!
//! A *sheet* is a file in the import machine (`platform::imports`); a *settlement* is what the merchant says about it: courier, day,
//! total. The dry run matches its rows and judges each; posting is the import's run, undo its undo.
//!
//! `model` judges a row, `matching_rules` chooses the shipment that a row means (both pure), `field` and `captions` are the columns,
//! `read` reads a row, `source` the file; `prepare` compares rows with the store, `posting` writes and undoes them, `kind` implements
//! [`platform::imports::Imported`]. `write` creates, changes and deletes settlements. `cash` is what couriers still hold, `claim` the file of it.
//!
//! Tables: `courier_settlements`, `courier_settlement_rows`; of shipments the amounts in `shipments::Cash`.
//!
//! Invariants: amounts are minor units of the store's currency; a row that posted, its shipment and its order's ledger are
//! written in one transaction; one row of a settlement applies to a shipment at most; what a settlement added an undo subtracts.

mod api;
mod captions;
mod cash;
mod cash_api;
mod cash_store;
mod claim;
mod claim_api;
mod entities;
mod field;
mod kind;
mod matching_rules;
mod model;
mod posting;
mod prepare;
mod read;
mod row_model;
mod row_store;
mod sheets_api;
mod source;
mod store;
mod tables;
mod wire;
mod write;

pub use entities::ENTITIES;
pub use tables::TABLES;

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(sheets_api::routes()).merge(cash_api::routes()).merge(claim_api::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<platform::App>) {
    platform::imports::register::<kind::Sheets>(registry);
    platform::exports::register::<claim::Claims>(registry);
}
