//! Customers as an area of batches: what a batch of them knows.

use kernel::{BatchId, CustomerBatchId};
use serde::{Deserialize, Serialize};

use super::action::CustomerActionIn;
use crate::segments::rules::Groups;

/// What is said of a customer in a note: Arabic and English.
pub(super) type NoteTexts = (String, String);

/// What was done, as facts.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BatchDetails {
    pub(super) action: CustomerActionIn,
    /// The list's query whose customers were taken: filters and search.
    pub(super) query: String,
    /// What the segment of the query asked for when it began.
    #[serde(default)]
    pub(super) segment: Option<Groups>,
}

/// The area; `run` says how its batches are worked off.
pub(super) struct Customers;

/// Under which id the journal keeps what a batch did.
pub(super) fn in_journal(id: CustomerBatchId) -> BatchId {
    BatchId::from_raw(id.raw())
}
