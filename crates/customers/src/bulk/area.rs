//! Customers as an area of batches: the data of their batches.

use kernel::{BatchId, CustomerBatchId};
use serde::{Deserialize, Serialize};

use super::action::CustomerActionIn;
use crate::segments::rules::Groups;

/// The message of a note: Arabic and English.
pub(super) type NoteTexts = (String, String);

/// What was done, as structured data.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BatchDetails {
    pub(super) action: CustomerActionIn,
    /// The list's query string whose customers were selected: filters and search.
    pub(super) query: String,
    /// The rules of the query's segment when the batch began.
    #[serde(default)]
    pub(super) segment: Option<Groups>,
}

/// The area; `run` is how its batches run.
pub(super) struct Customers;

/// The id under which the journal records a batch's changes.
pub(super) fn in_journal(id: CustomerBatchId) -> BatchId {
    BatchId::from_raw(id.raw())
}
