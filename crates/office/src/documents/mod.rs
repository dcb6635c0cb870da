//! Invoices, credit notes and packing slips (OR-08, decisions §5).
//!
//! Tables: `documents`, `document_counters`. Blobs: `{store}/documents/{name}` for the logos that documents carry.
//! Invariants: a document is written once and never changed, with everything that is printed on it; its number is the next of its
//! kind in the year of the store's time zone and is taken in the same transaction, so that there are no gaps; an order has one
//! invoice at a time that is not wholly credited; the credit notes of an invoice never exceed a line of it in pieces, money or
//! VAT; the invoices of an order less its credit notes are what its ledger charges, net and VAT apart, unless a person credited
//! by hand. The first invoice of a store waits for its seller details. Packing slips and shipping labels are not issued: they are
//! printed from the current order and shipment.

mod api;
mod correct;
mod credit;
mod details;
mod details_api;
#[cfg(test)]
mod follow_tests;
mod issue;
mod jobs;
mod labels_api;
mod print;
mod print_api;
mod snapshot;
mod store;
mod sync_documents;
mod tables;

pub use api::{DocumentRow, list_of_order, routes};
pub use credit::{Credit, CreditLine};
pub use issue::{DocumentError, credit, issue_invoice};
pub use jobs::register;
pub use print::{Format, Printed, has_invoice, invoice_of};
pub use tables::TABLES;
