//! Import of customers from files of other platforms, merchants' own sheets and our own export (CU-01,
//! docs/decisions/0031-customer-import.md).
//!
//! The machine is [`platform::imports`]; here is what it must know of customers, which `kind` tells it. `field` is what a column
//! gives, `captions` by which it is known, `country` reads countries, `read` makes a person of a row, `source` reads as many of
//! a file as are worked on and knows who stands in it twice, `prepare` compares them with the store, `plan` decides what
//! becomes of each, `apply` writes them, `undo` takes them back, `store` holds the statements.
//!
//! Tables: those of the machine and of the slice.
//!
//! Invariants: a customer is known by the mobile number, else by the e-mail address; a blank cell changes nothing; a number is
//! never written over; consent is noted where the file says so and nowhere else, and an agreement never takes the place of a
//! refusal; whoever was erased after refusing something, or blocked, is not made anew; the blocklist is left alone.

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

/// A file of customers as a table.
///
/// # Errors
/// When it is none.
pub fn table(bytes: &[u8]) -> Result<Table, FileError> {
    Customers::table(bytes)
}

/// The job handlers and schedules of imports.
pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    platform::imports::register::<Customers>(registry);
}
