//! The durable job queue: background work that follows a commit, or a schedule.
//!
//! A job is a row inserted in the caller's own transaction, so it exists exactly when the change that it follows does. A worker
//! leases it, runs the handler, and finishes it only if it still holds the lease (fencing token). Delivery is at least once:
//! handlers are idempotent, since a worker may die between its work and the finish.
//!
//! Invariant: two workers never run one job at the same time while their leases hold.

mod clock;
mod store;
mod tables;
mod worker;

pub use store::{
    DeadJob, Enqueue, count_all_dead, count_dead, count_pending, delete_dead, enqueue, find_dead_kind, list_dead, retry_dead,
};
pub use tables::TABLES;
pub use worker::{Registry, Worker};

use kernel::Millis;

/// Tolerated clock skew between nodes. A time further ahead of now than could have been requested was written by a wrong clock:
/// the row counts as due, or as absent.
pub const SKEW: i64 = store::SKEW;

/// The latest time that can be stored by now where callers request `most` milliseconds ahead at most.
#[must_use]
pub fn furthest(now: Millis, most: i64) -> Millis {
    now.plus(most.saturating_add(SKEW))
}

/// Whether a clock so many milliseconds from the database's is too far off for background work: two nodes within this are no
/// further apart than [`SKEW`].
#[must_use]
pub const fn is_too_far(offset: i64) -> bool {
    offset.abs() > SKEW / 2
}

/// A kind of job. Named `VerbNounJob`; the payload carries ids, and rows are loaded again when it runs.
pub trait Job: serde::Serialize + serde::de::DeserializeOwned + Send + 'static {
    /// Stable name in the database: `fetch_import_images`.
    const KIND: &'static str;
    /// Attempts before the job goes to the dead-letter list.
    const MOST_ATTEMPTS: i64 = 8;
}

/// The result of a handler's run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Finished.
    Done,
    /// Try again after this many milliseconds; counts as an attempt.
    Retry(i64),
    /// Run again after this many milliseconds: the next chunk of long work, not a failure.
    Continue(i64),
    /// A permanent failure: dead at once. The reason is stored for people.
    GiveUp(String),
}

/// An error of a handler; every error is retried with back-off until the attempts are used up.
pub type Failed = Box<dyn std::error::Error + Send + Sync>;

/// What a handler returns.
pub type JobResult = Result<Outcome, Failed>;
