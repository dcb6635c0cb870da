//! Batches: one act over many things, in the background or at once, with what became of each, and its way back for 30 days.
//!
//! One machine for every area: a slice says with [`Area`] what its acts are called, what they are as facts, and how the next few
//! rows are worked off in either direction; what is here knows how far a batch is, moves it on so that a crash repeats nothing,
//! stops it, takes it back once, keeps what became of rows, and throws that away when the way back is closed.
//!
//! A batch finds its rows in one of two ways. It *traverses* a list by a keyset position, which no act changes, and keeps a row
//! only of what was left as it was ([`advance_with`]; products, customers: their journal is enough to take them back). Or its rows
//! are *fixed* when it begins, each with what would take it back ([`rows`]; orders, whose status moves for many reasons).
//!
//! `area` is what a slice says, `model` how far a batch is and why it cannot be undone, `store` the statements on batches and on
//! what they left, `rows` those on fixed rows, `calls` what the calls of every area have in common, `jobs` the background.
//!
//! Tables: `batches`, `batch_items`; it reads the `journal` by batch.
//!
//! Invariants (docs/decisions/0033): the row of a batch counts what was committed under its id, in the same transactions; a step
//! is written together with the place it has reached, and a fixed row leaves `pending` in the transaction that changes its
//! thing; a batch is undone once (`undone_by` is set only while it is empty), and an undo is a batch itself, so undoing it is the
//! redo. An area other than products has one batch at work in a store.

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
