//! Exports: what a list shows, or chosen rows of it, as a file.
//!
//! One machine for every kind of thing: a slice says with [`Exported`] what its list is, who may take it out, which columns
//! the file has and what stands in a row; what is here asks for the pages, makes parts of a file of them, keeps the parts and
//! reports progress. Up to 1000 things are written while the caller waits, more in the background.
//!
//! `kind` is what a slice says, `writing` how values are written, `guard` keeps texts from running as formulas, `csv_part` and
//! `xlsx_part` make pieces of a file of rows, `work` keeps the pieces, `jobs` does so in the background and throws away what has
//! expired, `api` is what the calls of every kind have in common.
//!
//! Tables: `exports`. Blobs: `{store}/{folder of the kind}/{id}/{part}-{name}`; the parts in their order are the file.
//!
//! Invariants: no more than one part is in memory; a part that was begun twice is kept twice under names of its own, of which
//! the row names the one that counts, so that a crash leaves no gap and nothing double and a late writer spoils no file; a store writes one file of a kind at a time; a file belongs to its store and its
//! kind, and is gone after its time.

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
