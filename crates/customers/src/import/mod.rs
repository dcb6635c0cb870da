//! Import of customers from files of other platforms, merchants' own sheets and our own export (CU-01,
//! docs/decisions/0031-customer-import.md).
//!
//! The implementation shared by all imports is [`platform::imports`]; `kind` implements its trait for customers. `field` has the
//! fields, `captions` the captions that identify them, `country` parses countries, `read` parses a row into a person, `source`
//! reads as many of a file as are worked on and finds repeated people, `prepare` compares them with the store, `plan` decides
//! about each, `apply` writes them, `undo` undoes them, `store` holds the statements.
//!
//! Tables: those of `platform::imports` and of the slice.
//!
//! Invariants: a customer is matched by the mobile number, else by the e-mail address; a blank cell changes nothing; a number is
//! never overwritten; consent is recorded only where the file states it, and a grant never replaces a refusal; a person who was
//! erased after a refusal, or blocked, is not created again; the blocklist is not changed.

mod api;
mod apply;
mod captions;
mod country;
mod field;
mod kind;
mod plan;
mod prepare;
mod read;
mod source;
mod store;
#[cfg(test)]
mod tests;
mod undo;

pub(super) use api::routes;
use kind::Customers;

use platform::imports::Imported as _;
use platform::imports::sheet::{FileError, Table};

/// Parses a file of customers into a table.
///
/// # Errors
/// When it cannot be read as one.
pub fn table(bytes: &[u8]) -> Result<Table, FileError> {
    Customers::table(bytes)
}

/// The job handlers and schedules of imports.
pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    platform::imports::register::<Customers>(registry);
}
