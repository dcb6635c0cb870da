//! The durable queue: work that must happen after a commit, or on a schedule, exactly as often as it should.
//!
//! A job is a row written in the caller's own transaction, so it exists exactly when the change it follows from does.
//! A worker leases it, runs the handler, and finishes it only if it still holds the lease (the fence). Handlers are safe
//! to run twice: a worker may die after its work and before its finish.
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

/// How far the clocks of nodes may be apart. What was written further ahead of now than it could have been asked for was written
/// by a clock that was wrong: it counts as due, or as not there.
pub const SKEW: i64 = store::SKEW;

/// The furthest moment that can have been written by now where nobody asks for one more than `most` milliseconds ahead.
#[must_use]
pub fn furthest(now: Millis, most: i64) -> Millis {
    now.plus(most.saturating_add(SKEW))
}

/// A clock so many milliseconds from the database's is too far from it for background work: two nodes nearer than that are no
/// further apart than [`SKEW`].
#[must_use]
pub const fn is_too_far(offset: i64) -> bool {
    offset.abs() > SKEW / 2
}

/// A kind of job. Named `VerbNounJob`, it carries ids and is loaded again when it runs.
pub trait Job: serde::Serialize + serde::de::DeserializeOwned + Send + 'static {
    /// Stable name in the database: `fetch_import_images`.
    const KIND: &'static str;
    /// Tries before the job goes to the dead-letter list.
    const MOST_ATTEMPTS: i64 = 8;
}

/// How a handler ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Finished.
    Done,
    /// Try again after this many milliseconds; counts as an attempt.
    Retry(i64),
    /// Run again after this many milliseconds; the work goes in chunks, this is no failure.
    Continue(i64),
    /// Never going to work; the reason is kept for people.
    GiveUp(String),
}

/// What a handler may say went wrong; anything is retried with back-off until the attempts are used up.
pub type Failed = Box<dyn std::error::Error + Send + Sync>;

/// How a run of a handler went.
pub type JobResult = Result<Outcome, Failed>;
