//! Imports: what stands in a file becomes rows of the store.
//!
//! One machine for every kind of thing, as `exports` is for the way out: a slice says with [`Imported`] how a sheet is read, which
//! fields its columns give, what a row means for the store and how it is written and taken back; what is here takes the file,
//! stores the mapping, processes the file in small transactions and reports progress and what became of each row
//! (docs/decisions/0031-customer-import.md).
//!
//! `sheet` makes a table of a file, `kind` is what a slice says, `model` an import's life, `upload_api` takes the file, `steps` is what
//! a merchant does with it, `reading` opens it again, `tasks`, `jobs` and `work` process it, `expiry` deletes what has expired,
//! `api` is what the calls of every kind have in common, `wire` how they answer.
//!
//! Tables: `imports`, `import_rows`, `import_mappings`. Blobs: `{store}/imports/{id}.csv`.
//!
//! Invariants: a dry run writes nothing but what it found out; a row, the thing it wrote and the progress are written in one
//! transaction, so that a crash doubles nothing; a store writes one file of a kind at a time; an undo never touches what was
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

pub use api::{ActingUser, Begin, MappingIn, csv, failed_file, find, list, list_rows, map, perform, prove};
pub use jobs::register;
pub use kind::{Failed, Imported, Words};
pub use model::{Mode, RowOutcome, Status};
pub use store::rows;
pub use store::{Import, count_noteworthy};
pub use tables::TABLES;
pub use upload_api::{ImportForm, ModestLength, create, routes as upload_routes};
pub use wire::{ImportRowView, ImportView};
