//! When a message of the sequence is due. Pure.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use kernel::Millis;

use super::model::Plan;

/// A message that could not be sent for this long after its time is dropped.
pub(super) const TOO_LATE: i64 = 2 * Millis::DAY;
/// The least time between two messages about one cart.
pub(super) const LEAST_GAP: i64 = Millis::HOUR;

/// What the schedule reads of a cart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SequenceState {
    /// Messages of the sequence that are done.
    pub(super) done: i64,
    /// The shopper's last activity.
    pub(super) active_at: Millis,
    /// The last reminder, by hand or by the sequence.
    pub(super) last_reminded_at: Option<Millis>,
}

/// The next message: its number, counted from 1, and when it may be sent. None when the sequence is off or finished, the cart was
/// abandoned before it was switched on, or its shopper came back after a reminder.
pub(super) fn next(plan: &Plan, cart: SequenceState, zone: &TimeZone) -> Option<(i64, Millis)> {
    let at = usize::try_from(cart.done).ok()?;
    let message = plan.messages.get(at)?;
    let has_returned = cart.last_reminded_at.is_some_and(|last| cart.active_at > last);
    if !plan.is_active || has_returned || cart.active_at < plan.active_since {
        return None;
    }
    let before = at.checked_sub(1).and_then(|i| plan.messages.get(i)).map_or(0, |m| m.delay_minutes);
    let earliest = cart.active_at.plus(message.delay_minutes * Millis::MINUTE);
    // A message that quiet hours delayed does not go out together with the next one.
    let gap = ((message.delay_minutes - before) * Millis::MINUTE).max(LEAST_GAP);
    let due_at = cart
        .last_reminded_at
        .map_or(earliest, |last| if at == 0 { earliest.max(last.plus(LEAST_GAP)) } else { earliest.max(last.plus(gap)) });
    Some((cart.done + 1, after_quiet(plan, due_at, zone)))
}

/// Minutes of the store's day.
fn minute(at: Millis, zone: &TimeZone) -> Option<(jiff::Zoned, i64)> {
    let zoned = jiff::Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone.clone());
    let minute = i64::from(zoned.hour()) * 60 + i64::from(zoned.minute());
    Some((zoned, minute))
}

/// Whether the moment is in quiet hours.
pub(super) fn is_quiet(plan: &Plan, at: Millis, zone: &TimeZone) -> bool {
    let Some((_, minute)) = minute(at, zone) else { return false };
    is_within(plan.quiet_from, plan.quiet_to, minute)
}

/// The hours may cross midnight.
fn is_within(from: i64, to: i64, minute: i64) -> bool {
    if from <= to { (from..to).contains(&minute) } else { minute >= from || minute < to }
}

/// The moment itself, or the end of the quiet hours that it is in.
pub(super) fn after_quiet(plan: &Plan, at: Millis, zone: &TimeZone) -> Millis {
    let Some((zoned, minute)) = minute(at, zone) else { return at };
    if !is_within(plan.quiet_from, plan.quiet_to, minute) {
        return at;
    }
    let is_tomorrow = plan.quiet_from > plan.quiet_to && minute >= plan.quiet_from;
    let date = if is_tomorrow { zoned.date().tomorrow().unwrap_or(zoned.date()) } else { zoned.date() };
    let part = |n: i64| i8::try_from(n).unwrap_or(0);
    let time = Time::new(part(plan.quiet_to / 60), part(plan.quiet_to % 60), 0, 0).unwrap_or_default();
    // Daylight saving time: a skipped hour begins later, a repeated one begins the first time.
    let end = date.to_datetime(time).to_zoned(zone.clone()).map_or(at, |z| Millis(z.timestamp().as_millisecond()));
    // Where the clock goes back over the end, the hours before it are repeated.
    if end > at { end } else { at.plus(Millis::HOUR) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::model::{ReminderChannel, ReminderMessage};
    use super::*;
    use kernel::Texts;

    fn plan(quiet: (i64, i64), delays: &[i64]) -> Plan {
        let message = |d: &i64| ReminderMessage {
            delay_minutes: *d,
            channel: ReminderChannel::Sms,
            subject: Texts::default(),
            body: Texts::default(),
            coupon_id: None,
        };
        let messages = delays.iter().map(message).collect();
        Plan { is_active: true, quiet_from: quiet.0, quiet_to: quiet.1, messages, ..Plan::default() }
    }

    fn at(text: &str) -> Millis {
        Millis(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
    }

    fn state_of(done: i64, active_at: &str, last: Option<&str>) -> SequenceState {
        SequenceState { done, active_at: at(active_at), last_reminded_at: last.map(at) }
    }

    /// CA-03: quiet hours across midnight, in a zone without daylight saving time (Riyadh, UTC+3).
    #[test]
    fn ca_03_quiet_hours_go_over_midnight() {
        let zone = TimeZone::get("Asia/Riyadh").unwrap();
        let plan = plan((22 * 60, 9 * 60), &[60, 24 * 60]);
        // Abandoned at 21:30, due 22:30: the next morning at nine.
        assert_eq!(next(&plan, state_of(0, "2026-11-20T18:30:00Z", None), &zone), Some((1, at("2026-11-21T06:00:00Z"))));
        // Abandoned at 02:00, due 03:00: the same morning.
        assert_eq!(next(&plan, state_of(0, "2026-11-20T23:00:00Z", None), &zone), Some((1, at("2026-11-21T06:00:00Z"))));
        // Abandoned at 19:00, due 20:00: at once.
        assert_eq!(next(&plan, state_of(0, "2026-11-20T16:00:00Z", None), &zone), Some((1, at("2026-11-20T17:00:00Z"))));
        // The edges: 22:00 is quiet, 09:00 is not.
        assert!(is_quiet(&plan, at("2026-11-20T19:00:00Z"), &zone) && !is_quiet(&plan, at("2026-11-21T06:00:00Z"), &zone));
    }

    /// CA-03: a message that quiet hours delayed moves the next one as well.
    #[test]
    fn ca_03_messages_stay_apart() {
        let zone = TimeZone::get("Asia/Riyadh").unwrap();
        let plan = plan((22 * 60, 9 * 60), &[60, 6 * 60]);
        let second = next(&plan, state_of(1, "2026-11-20T18:30:00Z", Some("2026-11-21T06:00:00Z")), &zone);
        assert_eq!(second, Some((2, at("2026-11-21T11:00:00Z"))));
    }

    /// CA-03: no message after the shopper came back after a reminder; none for carts abandoned before the plan was switched on.
    #[test]
    fn ca_03_the_sequence_ends_when_the_shopper_comes_back() {
        let zone = TimeZone::UTC;
        let plan = Plan { active_since: at("2026-11-20T00:00:00Z"), ..plan((0, 0), &[60, 120]) };
        assert_eq!(next(&plan, state_of(1, "2026-11-20T12:00:00Z", Some("2026-11-20T11:00:00Z")), &zone), None);
        assert_eq!(next(&plan, state_of(2, "2026-11-20T12:00:00Z", Some("2026-11-20T14:00:00Z")), &zone), None);
        assert_eq!(next(&plan, state_of(0, "2026-11-19T12:00:00Z", None), &zone), None);
        assert_eq!(next(&Plan { is_active: false, ..plan }, state_of(0, "2026-11-20T12:00:00Z", None), &zone), None);
    }

    proptest! {
        /// CA-03: whatever the hours, the zone and the moment, a message is never early, never in quiet hours, never together
        /// with the one before, and never more than a day and an hour late because of quiet hours.
        #[test]
        fn ca_03_messages_go_out_in_time_and_in_peace(
            from in 0_i64..1_440, length in 0_i64..1_200,
            zone in prop::sample::select(vec!["Asia/Riyadh", "Africa/Cairo", "Asia/Beirut", "Africa/Casablanca", "Asia/Kathmandu", "UTC"]),
            active in 1_700_000_000_000_i64..1_900_000_000_000,
            first in 60_i64..3_000, more in 60_i64..3_000,
            done in 0_i64..2, late in 0_i64..200_000_000,
        ) {
            let zone = TimeZone::get(zone).unwrap();
            let plan = plan((from, (from + length) % 1_440), &[first, first + more]);
            let active_at = Millis(active);
            let last = (done == 1).then(|| active_at.plus(first * Millis::MINUTE + late));
            let (n, due_at) = next(&plan, SequenceState { done, active_at, last_reminded_at: last }, &zone).unwrap();
            prop_assert_eq!(n, done + 1);
            let earliest = active_at.plus(plan.messages[usize::try_from(done).unwrap()].delay_minutes * Millis::MINUTE);
            let filter = last.map_or(earliest, |l| earliest.max(l.plus(more * Millis::MINUTE)));
            prop_assert!(due_at >= filter);
            prop_assert!(due_at.0 - filter.0 <= Millis::DAY + Millis::HOUR);
            // Where the clock jumps, an hour may pass before the edge is found; the sweep tries again then.
            let is_unchanged = due_at == filter || length == 0 || !is_quiet(&plan, due_at, &zone) || after_quiet(&plan, due_at, &zone).0 - due_at.0 <= Millis::HOUR;
            prop_assert!(is_unchanged);
        }
    }
}
