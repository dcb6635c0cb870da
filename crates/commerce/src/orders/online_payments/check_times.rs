//! When the gateway is asked about an attempt that hangs: 5 minutes, 1 hour and 24 hours after its start, and once more after the
//! end of one that can be paid longer, such as a kiosk's code (PY-03). Pure.

use kernel::Millis;

/// Distances of the checks from the start.
const DISTANCES: [i64; 3] = [5 * Millis::MINUTE, Millis::HOUR, 24 * Millis::HOUR];
/// After the end of an attempt, so that the gateway knows it by then.
const AFTER_END: i64 = 5 * Millis::MINUTE;

/// The check with this number, from 0; none when all are over.
#[must_use]
pub fn next_check(from: Millis, expires_at: Millis, step: i64) -> Option<Millis> {
    let all_over = usize::try_from(step).ok()?;
    let last = expires_at.plus(AFTER_END);
    let is_longer = last > from.plus(DISTANCES[DISTANCES.len() - 1]);
    let mut times = DISTANCES.iter().map(|distance| from.plus(*distance)).chain(is_longer.then_some(last));
    times.nth(all_over)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const START: Millis = Millis(1_800_000_000_000);

    #[test]
    fn py_03_a_hanging_attempt_is_checked_after_5_minutes_1_hour_and_24_hours() {
        let times: Vec<_> = (0..5).map(|step| next_check(START, START.plus(Millis::HOUR), step)).collect();
        let after = |ms| Some(START.plus(ms));
        assert_eq!(times, [after(5 * Millis::MINUTE), after(Millis::HOUR), after(Millis::DAY), None, None]);
    }

    #[test]
    fn py_03_a_code_that_lives_longer_is_checked_after_its_end() {
        let end = START.plus(3 * Millis::DAY);
        assert_eq!(next_check(START, end, 3), Some(end.plus(5 * Millis::MINUTE)));
        assert_eq!(next_check(START, end, 4), None);
        assert_eq!(next_check(START, end, -1), None);
    }

    proptest! {
        /// PY-03: the checks come one after the other, end, and the last is never before the attempt's end.
        #[test]
        fn py_03_checks_grow_and_end(lifetime in 0..30 * Millis::DAY) {
            let end = START.plus(lifetime);
            let times: Vec<Millis> = (0..10).map_while(|step| next_check(START, end, step)).collect();
            prop_assert!(times.len() == 3 || times.len() == 4);
            prop_assert!(times.windows(2).all(|w| w[0] < w[1]));
            prop_assert!(*times.last().unwrap() >= end);
            prop_assert!((0..10).all(|step| next_check(START, end, step).is_some() == (usize::try_from(step).unwrap() < times.len())));
        }
    }
}
