//! Exports: the rows of a list, or chosen ones, as a file.
//!
//! One implementation for every kind of record: a slice declares with [`Exported`] its list, the permission, the columns of the
//! file and the cells of a row; this module reads the pages, writes them as parts of a file, stores the parts and reports
//! progress. Up to 1000 rows are written while the caller waits, more in the background.
//!
//! `kind` is what a slice declares, `writing` how values are written, `guard` protects against formula injection, `csv_part` and
//! `xlsx_part` turn rows into parts of a file, `work` stores the parts, `jobs` does so in the background and deletes expired
//! files, `api` is the shared part of the calls.
//!
//! Tables: `exports`. Blobs: `{store}/{folder of the kind}/{id}/{part}-{name}`; the parts in their order are the file.
//!
//! Invariants: at most one part is in memory; a part that two workers write is stored twice under different names, and the row
//! names the one that counts, so that a crash leaves no gap and no duplicate and a late writer overwrites nothing; a store writes
//! one file of a kind at a time; a file belongs to its store and its kind, and is deleted when it expires.

mod api;
pub mod csv_part;
mod guard;
mod jobs;
mod kind;
mod model;
mod store;
mod tables;
mod work;
mod writing;
pub mod xlsx_part;

pub use api::{ExportRequest, ExportView, create, file, find, list};
pub use guard::{guarded, unguarded};
pub use jobs::register;
pub use kind::{Column, ExportQuery, Exported, Failed, Words};
pub use model::{Cell, Format, Frame};
pub use tables::TABLES;
pub use writing::Writing;
