//! Batches: one bulk action on many records, in the background or at once, with an outcome for each row, and undo for 30 days.
//!
//! One implementation for every area: a slice declares with [`Area`] the names of its batches, their details as data, and how the
//! next few rows are worked through in either direction; this module stores the position of a batch, advances it so that a crash
//! repeats nothing, stops it, undoes it once, stores row outcomes, and deletes them when the undo period is over.
//!
//! A batch finds its rows in one of two ways. It *traverses* a list by a keyset position, which no batch changes, and stores a
//! row only for records that were skipped ([`advance_with`]; products, customers: their journal is enough for the undo). Or its
//! rows are *fixed* when it begins, each with its undo step ([`rows`]; orders, whose status changes for many reasons).
//!
//! `area` is what a slice declares, `model` the state of a batch and why it cannot be undone, `store` the statements on batches
//! and on skipped rows, `rows` those on fixed rows, `calls` the shared part of the calls, `jobs` the background work.
//!
//! Tables: `batches`, `batch_items`; it reads the `journal` by batch.
//!
//! Invariants (docs/decisions/0033): the row of a batch counts what was committed under its id, in the same transactions; a step
//! is written together with the position it has reached, and a fixed row leaves `pending` in the transaction that changes its
//! record; a batch is undone once (`undone_by` is set only while it is empty), and an undo is a batch itself, so undoing it is
//! the redo. An area other than products has one running batch in a store.

mod area;
pub mod calls;
mod jobs;
mod model;
mod store;
mod tables;

pub use area::{Area, Failed, Words};
pub use jobs::{enqueue, register, register_sweep};
pub use model::{BatchState, Outcome, Status};
pub use model::{Counts, Step, both};
pub use store::rows;
pub use store::{
    Batch, NewBatch, NoteRow, WalkOutcome, Written, advance, advance_with, count_written, end, find, insert_notes, list,
    list_notes, list_written_after, list_written_before, upsert,
};
pub use tables::TABLES;
