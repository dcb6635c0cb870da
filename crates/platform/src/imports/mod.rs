//! Imports: rows of a file become records of the store.
//!
//! One implementation for every kind of record, as `exports` is for the other direction: a slice declares with [`Imported`] how a
//! sheet is read, which fields its columns give, what a row means for the store and how it is written and undone; this module
//! stores the file and the mapping, processes the file in small transactions and reports progress and the outcome of each row
//! (docs/decisions/0031-customer-import.md).
//!
//! `sheet` parses a file into a table, `kind` is what a slice declares, `model` the states of an import, `upload_api` receives
//! the file, `steps` are the merchant's actions, `reading` opens the file again, `tasks`, `jobs` and `work` process it, `expiry`
//! deletes what has expired, `api` is the shared part of the calls, `wire` their answers.
//!
//! Tables: `imports`, `import_rows`, `import_mappings`. Blobs: `{store}/imports/{id}.csv`.
//!
//! Invariants: a dry run writes only its own findings; a row, the record it wrote and the progress are written in one
//! transaction, so that a crash duplicates nothing; a store writes one file of a kind at a time; an undo never touches what was
//! changed since; an import belongs to its store and its kind.

mod api;
mod expiry;
mod jobs;
pub mod kind;
pub mod model;
pub mod reading;
pub mod sheet;
mod steps;
mod store;
mod tables;
mod tasks;
mod upload_api;
mod wire;
pub mod work;

pub use api::{
    ActingUser, Begin, MappingIn, csv, failed_file, file_name, find, is_at_work, list, list_rows, map, perform, prove,
};
pub use jobs::register;
pub use kind::{Failed, Imported, Words};
pub use model::{Mode, RowOutcome, Status};
pub use store::rows;
pub use store::{Import, count_noteworthy};
pub use tables::TABLES;
pub use upload_api::{ImportForm, ModestLength, create, read_form, routes as upload_routes};
pub use wire::{ImportRowView, ImportView};
