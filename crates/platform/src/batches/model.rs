//! How far a batch is, what became of its rows, and why it cannot be undone. Pure.

use kernel::Millis;
use serde::Serialize;
use web::message::Message;

use super::area::Area;
use super::store::Batch;

/// How long a batch can be undone, and for how long what became of its rows is kept.
pub(super) const UNDO_FOR: i64 = 30 * Millis::DAY;

const RUNNING: Message = Message::new(
    "ما زال العمل جاريًا. انتظر حتى ينتهي أو أوقفه أولًا.",
    "This action is still running. Wait until it finishes, or stop it first.",
);
pub(super) const UNDONE: Message = Message::new("تم التراجع عن هذا الإجراء من قبل.", "This was already undone.");
const TOO_OLD: Message = Message::new("مضى أكثر من 30 يومًا، ولم يعد التراجع ممكنًا.", "Actions can be undone for 30 days only.");
pub(super) const NOT_RUNNING: Message = Message::new("انتهى الإجراء.", "This action has finished.");

web::words! {
    /// How far a batch is.
    Status as BatchStatus {
        /// Background work goes on.
        Running "running",
        /// Over.
        Done "done",
        /// Stopped by a person; what was done stays, and can be undone.
        Cancelled "cancelled",
        /// The work gave up; what was done stays, and can be undone.
        Failed "failed",
    }
}

/// What a batch is to the act that it goes back to: taking an undo back is doing the act once more, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BatchTurn)]
pub enum UndoDirection {
    /// The act itself.
    Act,
    /// Its taking back.
    Undo,
    /// The act once more.
    Redo,
}

impl UndoDirection {
    /// After so many undos, one of another.
    pub(super) const fn after(undos: i64) -> Self {
        match undos {
            0 => Self::Act,
            n if n % 2 == 1 => Self::Undo,
            _ => Self::Redo,
        }
    }
}

web::words! {
    /// What became of a row of a batch.
    Outcome as BatchOutcome {
        /// Its turn has not come.
        Pending "pending",
        /// It was changed.
        Changed "changed",
        /// It was so already.
        Same "same",
        /// A rule refused it; the reason says which.
        Failed "failed",
        /// Somebody changed it since: an undo left it as it is.
        Kept "kept",
    }
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// There may be more.
    On,
    /// There is nothing left, or somebody else has the work.
    Over,
}

/// What a step adds to a batch.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Rows whose turn is over, whatever became of them.
    pub done: i64,
    /// Of those, the ones that are different now.
    pub changed: i64,
    /// Of those, the ones that a rule refused.
    pub failed: i64,
    /// Of an undo: those that somebody changed since, left as they are.
    pub not_undone: i64,
}

/// A reason as it is kept: Arabic and English.
#[must_use]
pub fn both(message: &Message) -> (String, String) {
    (message.ar.to_string(), message.en.to_string())
}

/// Why a batch cannot be undone: code and message.
pub(super) fn refusal<A: Area>(batch: &Batch<A>, now: Millis) -> Option<(&'static str, Message)> {
    if let Some(refusal_reason) = A::never_undone(batch) {
        Some(refusal_reason)
    } else if batch.undone_by.is_some() {
        Some(("already_undone", UNDONE))
    } else if batch.status() == Status::Running {
        Some(("batch_at_work", RUNNING))
    } else if batch.created_at.plus(UNDO_FOR) <= now {
        Some(("undo_expired", TOO_OLD))
    } else if A::ways_back(batch) == 0 {
        Some(A::WORDS.no_way.clone())
    } else {
        None
    }
}

/// What every batch says of itself, whatever it is over.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BatchState {
    status: Status,
    turn: UndoDirection,
    /// Who did it, by the name of then.
    actor: String,
    /// Rows to look at, and how many of them are done.
    total: i64,
    done: i64,
    changed_count: i64,
    /// Refused by a rule.
    failed_count: i64,
    /// Of an undo: what was changed since, left as it is.
    kept_count: i64,
    /// Of those that were changed, how many have a way back.
    undoable_count: i64,
    can_undo: bool,
    /// Until then it can be undone, and what became of its rows is kept.
    undo_until: String,
    created_at: String,
    finished_at: Option<String>,
}

impl BatchState {
    /// Of a batch as it is at a moment: whether it can still be undone depends on that.
    pub fn from_batch<A: Area>(batch: &Batch<A>, now: Millis) -> Self {
        Self {
            status: batch.status(),
            turn: UndoDirection::after(batch.undos),
            actor: batch.actor_name.clone(),
            total: batch.total.max(batch.done),
            done: batch.done,
            changed_count: batch.changed,
            failed_count: batch.failed,
            kept_count: batch.not_undone,
            undoable_count: A::ways_back(batch),
            can_undo: refusal(batch, now).is_none(),
            undo_until: batch.created_at.plus(UNDO_FOR).rfc3339(),
            created_at: batch.created_at.rfc3339(),
            finished_at: batch.finished_at.map(Millis::rfc3339),
        }
    }
}

db::stored_words! {
    Status, "batches" "status";
    Outcome, "batch_items" "outcome";
}
