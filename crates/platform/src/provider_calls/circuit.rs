//! The circuit breaker of a provider in a store. Pure.
//!
//! Closed, every call is made. After some failures in a row it opens: no call is made for a while. Then it is half open: one call is
//! the trial, and its outcome closes the circuit or opens it for longer. Only a provider that cannot be reached counts: one that
//! refuses is there.

use kernel::Millis;

use super::model::LEASE;

/// Failures in a row that open a circuit.
const THRESHOLD: i64 = 5;
/// How long it is open at first; each time twice as long.
const FIRST_PAUSE: i64 = 30 * Millis::SECOND;
/// The longest pause: so late is a provider found that is back.
const LONGEST_PAUSE: i64 = 5 * Millis::MINUTE;
/// How soon a call looks again while another one is the trial.
const TRIAL_CHECK: i64 = 5 * Millis::SECOND;

/// A circuit that is not untouched; an untouched one has no row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Circuit {
    /// Failures in a row.
    pub(super) failures: i64,
    /// How often it opened since the provider was last reached.
    pub(super) openings: i64,
    /// Until when no call is made.
    pub(super) open_until: Option<Millis>,
    /// Until when a trial counts as under way.
    pub(super) trial_until: Option<Millis>,
}
db::row!(Circuit { failures, openings, open_until, trial_until });

/// Whether a call may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Admission {
    /// It is made.
    Call,
    /// It is the trial; the circuit as it is from then on.
    Trial(Circuit),
    /// Not before this moment.
    Wait(Millis),
}

impl Circuit {
    /// Whether a call may be made now.
    pub(super) fn admit(&self, now: Millis) -> Admission {
        let Some(until) = self.open_until else { return Admission::Call };
        // A pause that ends later than any can was written by a clock that was ahead.
        if until > now && until <= now.plus(LONGEST_PAUSE + jobs::SKEW) {
            return Admission::Wait(until);
        }
        match self.trial_until {
            Some(trial) if trial > now && trial <= now.plus(LEASE + jobs::SKEW) => {
                Admission::Wait(now.plus(TRIAL_CHECK).min(trial))
            }
            _ => Admission::Trial(Self { trial_until: Some(now.plus(LEASE)), ..*self }),
        }
    }

    /// After a call that could not reach the provider.
    pub(super) fn after_failure(&self, now: Millis) -> Self {
        let failures = self.failures.saturating_add(1);
        // A call that began before the circuit opened says nothing new.
        let is_open = self.open_until.is_some_and(|until| until > now);
        if failures < THRESHOLD || is_open {
            return Self { failures, ..*self };
        }
        let exponent = u32::try_from(self.openings.clamp(0, 8)).unwrap_or(0);
        let pause = (FIRST_PAUSE * 2_i64.pow(exponent)).min(LONGEST_PAUSE);
        Self { failures, openings: self.openings.saturating_add(1), open_until: Some(now.plus(pause)), trial_until: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = Millis(1_800_000_000_000);

    fn failed(times: i64) -> Circuit {
        (0..times).fold(Circuit::default(), |circuit, _| circuit.after_failure(NOW))
    }

    #[test]
    fn sp_04_a_circuit_opens_after_failures_in_a_row_and_lets_one_trial_through() {
        assert_eq!(failed(THRESHOLD - 1).admit(NOW), Admission::Call);
        let open = failed(THRESHOLD);
        assert_eq!(open.admit(NOW), Admission::Wait(NOW.plus(FIRST_PAUSE)));
        assert_eq!(open.after_failure(NOW.plus(1)).open_until, open.open_until, "a straggler opens nothing for longer");
        let later = NOW.plus(FIRST_PAUSE);
        let Admission::Trial(trial) = open.admit(later) else { panic!("{:?}", open.admit(later)) };
        assert_eq!(trial.admit(later), Admission::Wait(later.plus(TRIAL_CHECK)), "one trial at a time");
        assert!(matches!(trial.admit(later.plus(LEASE)), Admission::Trial(_)), "a trial that died is not waited for");
        let again = trial.after_failure(later);
        assert_eq!(again.admit(later), Admission::Wait(later.plus(2 * FIRST_PAUSE)));
    }

    #[test]
    fn sp_04_a_pause_has_a_longest_time_and_a_wrong_clock_closes_nothing_for_good() {
        let mut circuit = failed(THRESHOLD);
        let mut now = NOW;
        for _ in 0..20 {
            now = circuit.open_until.unwrap();
            circuit = circuit.after_failure(now);
            assert!(circuit.open_until.unwrap() <= now.plus(LONGEST_PAUSE));
        }
        assert_eq!(circuit.open_until, Some(now.plus(LONGEST_PAUSE)));
        let ahead = Circuit { open_until: Some(now.plus(Millis::DAY)), ..circuit };
        assert!(matches!(ahead.admit(now), Admission::Trial(_)));
    }
}
