//! The state of a batch, the outcomes of its rows, and why it cannot be undone. Pure.

use kernel::Millis;
use serde::Serialize;
use web::message::Message;

use super::area::Area;
use super::store::Batch;

/// How long a batch can be undone and its row outcomes are kept.
pub(super) const UNDO_FOR: i64 = 30 * Millis::DAY;

const RUNNING: Message = Message::new(
    "ما زال العمل جاريًا. انتظر حتى ينتهي أو أوقفه أولًا.",
    "This action is still running. Wait until it finishes, or stop it first.",
);
pub(super) const UNDONE: Message = Message::new("تم التراجع عن هذا الإجراء من قبل.", "This was already undone.");
const TOO_OLD: Message = Message::new("مضى أكثر من 30 يومًا، ولم يعد التراجع ممكنًا.", "Actions can be undone for 30 days only.");
pub(super) const NOT_RUNNING: Message = Message::new("انتهى الإجراء.", "This action has finished.");

web::words! {
    /// The state of a batch.
    Status as BatchStatus {
        /// Background work is in progress.
        Running "running",
        /// Complete.
        Done "done",
        /// Stopped by a person; rows that were changed stay changed, and can be undone.
        Cancelled "cancelled",
        /// The job is dead; rows that were changed stay changed, and can be undone.
        Failed "failed",
    }
}

/// The direction of a batch, relative to the original action: undoing an undo is a redo, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BatchTurn)]
pub enum UndoDirection {
    /// The original action.
    Act,
    /// Its undo.
    Undo,
    /// The action once more.
    Redo,
}

impl UndoDirection {
    /// The direction after so many undos of one another.
    pub(super) const fn after(undos: i64) -> Self {
        match undos {
            0 => Self::Act,
            n if n % 2 == 1 => Self::Undo,
            _ => Self::Redo,
        }
    }
}

web::words! {
    /// The outcome of a row of a batch.
    Outcome as BatchOutcome {
        /// Not worked on yet.
        Pending "pending",
        /// It was changed.
        Changed "changed",
        /// It had the requested values already.
        Same "same",
        /// A rule refused it; its reason is stored.
        Failed "failed",
        /// It was changed since: an undo left it as it is.
        Kept "kept",
    }
}

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// There may be more.
    On,
    /// There is nothing left, or another worker has taken over.
    Over,
}

/// The counts that a step adds to a batch.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Rows that were worked on, whatever their outcome.
    pub done: i64,
    /// Of those, the changed ones.
    pub changed: i64,
    /// Of those, the ones that a rule refused.
    pub failed: i64,
    /// Of an undo: rows changed since, left as they are.
    pub not_undone: i64,
}

/// A reason as it is stored: Arabic and English.
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
    } else if A::undoable_count(batch) == 0 {
        Some(A::WORDS.nothing_to_undo.clone())
    } else {
        None
    }
}

/// The state that every batch shows, in any area.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BatchState {
    status: Status,
    turn: UndoDirection,
    /// Who began it, by their name at the time.
    actor: String,
    /// Rows to work on, and how many of them are done.
    total: i64,
    done: i64,
    changed_count: i64,
    /// Refused by a rule.
    failed_count: i64,
    /// Of an undo: changed since, left as they are.
    kept_count: i64,
    /// Of the changed rows, how many can be undone.
    undoable_count: i64,
    can_undo: bool,
    /// Until then it can be undone, and its row outcomes are kept.
    undo_until: String,
    created_at: String,
    finished_at: Option<String>,
}

impl BatchState {
    /// The state of a batch at a moment: whether it can still be undone depends on that.
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
            undoable_count: A::undoable_count(batch),
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
