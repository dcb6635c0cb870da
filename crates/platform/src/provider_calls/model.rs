//! The states of a call and how it moves between them. Pure.
//!
//! Invariants: a call is made by whoever holds its lease, and never again once it has ended; what may have been done is settled
//! before it is repeated.

use kernel::Millis;

web::words! {
    /// How far a call is.
    CallState as ProviderCallState {
        /// It is made at its time, or made again.
        Waiting "waiting",
        /// Somebody is making it.
        Running "running",
        /// The provider did it.
        Done "done",
        /// The provider refused.
        Refused "refused",
        /// Given up: the provider could not be reached, or never said whether it was done.
        Failed "failed",
    }
}

db::stored_words! { CallState, "provider_calls" "state"; }

impl CallState {
    /// Nobody makes it again by itself.
    #[must_use]
    pub const fn is_ended(self) -> bool {
        matches!(self, Self::Done | Self::Refused | Self::Failed)
    }
}

/// The longest time that one run takes, from the first byte sent to the last one read; then its outcome is unknown.
pub(super) const RUN_LIMIT: i64 = Millis::MINUTE;
/// How long a run's lease lasts: longer than a run, by more than two clocks may differ. It is not renewed.
pub(super) const LEASE: i64 = RUN_LIMIT + jobs::SKEW + 30 * Millis::SECOND;
/// Runs before a call fails, unless its kind says otherwise: about an hour and a half.
pub(super) const MOST_ATTEMPTS: i64 = 8;
/// How long a call is tried at most, unless it says otherwise.
pub(super) const PATIENCE: i64 = 2 * Millis::DAY;
/// How long a call is tried that a person retried.
pub(super) const RETRY_PATIENCE: i64 = Millis::HOUR;

/// The moving parts of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// How far it is.
    pub state: CallState,
    /// Runs since it was written or retried.
    pub attempts: i64,
    /// Not before this moment.
    pub not_before: Millis,
    /// It fails then, unless it has ended.
    pub give_up_at: Millis,
    /// The provider may have done it: ask first.
    pub is_in_doubt: bool,
    /// Counts runs; a run writes only while it is still its own.
    pub fence: i64,
    /// Until when a running call belongs to its run.
    pub lease_until: Option<Millis>,
}

/// What a run may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// Nothing: it has ended.
    Ended,
    /// Nothing before this moment.
    Wait(Millis),
    /// Its time is over: it fails without a run.
    Expired,
    /// The call is this run's.
    Run(Progress),
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunOutcome {
    /// The provider did it, now or in an earlier run.
    Done,
    /// The provider refused; it did nothing.
    Refused,
    /// Nothing was done.
    Unreachable,
    /// It may have been done.
    Unknown,
}

impl Progress {
    /// A call that is written now.
    pub(super) fn new(now: Millis, patience: i64) -> Self {
        Self {
            state: CallState::Waiting,
            attempts: 0,
            not_before: now,
            give_up_at: now.plus(patience),
            is_in_doubt: false,
            fence: 0,
            lease_until: None,
        }
    }

    /// What a run may do with it now. A run whose lease is over has died somewhere, so the call may have been made.
    pub(super) fn claim(&self, now: Millis) -> Claim {
        let is_abandoned = match self.state {
            CallState::Done | CallState::Refused | CallState::Failed => return Claim::Ended,
            CallState::Running => {
                // A lease that ends later than any can was written by a clock that was ahead.
                match self.lease_until.filter(|until| *until > now && *until <= now.plus(LEASE + jobs::SKEW)) {
                    Some(until) => return Claim::Wait(until),
                    None => true,
                }
            }
            CallState::Waiting if self.not_before > now => return Claim::Wait(self.not_before),
            CallState::Waiting => false,
        };
        let is_in_doubt = self.is_in_doubt || is_abandoned;
        // What is in doubt is asked about once more, however late it is.
        if now >= self.give_up_at && !is_in_doubt {
            return Claim::Expired;
        }
        Claim::Run(Self {
            state: CallState::Running,
            attempts: self.attempts + 1,
            is_in_doubt,
            fence: self.fence + 1,
            lease_until: Some(now.plus(LEASE)),
            ..*self
        })
    }

    /// A running call after its run. `random` spreads the repetitions of calls that failed together.
    pub(super) fn after(&self, outcome: RunOutcome, most_attempts: i64, now: Millis, random: u32) -> Self {
        let ended = |state| Self { state, is_in_doubt: false, lease_until: None, ..*self };
        let is_in_doubt = match outcome {
            RunOutcome::Done => return ended(CallState::Done),
            RunOutcome::Refused => return ended(CallState::Refused),
            RunOutcome::Unreachable => false,
            RunOutcome::Unknown => true,
        };
        let not_before = now.plus(back_off(self.attempts, random));
        let is_over = self.attempts >= most_attempts || not_before >= self.give_up_at;
        let state = if is_over { CallState::Failed } else { CallState::Waiting };
        Self { state, not_before, is_in_doubt, lease_until: None, ..*self }
    }

    /// A call that waits until its provider may be called again; that run made no attempt.
    pub(super) fn postponed(&self, until: Millis) -> Self {
        Self { not_before: until, ..*self }
    }

    /// A call whose time is over, or whose job gave up.
    pub(super) const fn failed(&self) -> Self {
        Self { state: CallState::Failed, lease_until: None, ..*self }
    }

    /// A call that a person retries; doubts stay.
    pub(super) fn reopened(&self, now: Millis) -> Self {
        Self {
            state: CallState::Waiting,
            attempts: 0,
            not_before: now,
            give_up_at: now.plus(RETRY_PATIENCE),
            lease_until: None,
            ..*self
        }
    }
}

/// Milliseconds before the run that follows this many: 5 s, 15 s, 45 s, ... up to an hour, each up to a fifth longer or shorter.
fn back_off(attempts: i64, random: u32) -> i64 {
    let exponent = u32::try_from(attempts.clamp(1, 8) - 1).unwrap_or(0);
    let base = (5 * Millis::SECOND * 3_i64.pow(exponent)).min(Millis::HOUR);
    let fifth = base / 5;
    base - fifth + i64::from(random) % (2 * fifth + 1)
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
