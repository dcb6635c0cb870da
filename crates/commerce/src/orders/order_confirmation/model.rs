//! Outcomes of calls, and when the next call is due. Pure.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use kernel::Millis;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Unanswered calls after which no further call is scheduled.
pub(in crate::orders) const MOST_ATTEMPTS: i64 = 3;
/// Duration of a customer's lease; an open page renews it.
pub(in crate::orders) const LEASE: i64 = 3 * Millis::MINUTE;
/// Time in which an outcome can be undone.
pub(in crate::orders) const UNDO: i64 = 30 * Millis::SECOND;
/// The farthest day to which a call can be postponed.
const FARTHEST_DAYS: i64 = 60;
/// The farthest due time of a row: the calling hours of the farthest day begin before it.
pub(in crate::orders) const FARTHEST: i64 = (FARTHEST_DAYS + 1) * Millis::DAY;

/// State of a cash order in the call queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ConfirmationState)]
pub enum State {
    /// Waits for a call.
    Waiting,
    /// Three unanswered calls.
    Unreachable,
    /// Somebody else answered.
    WrongNumber,
    /// The customer confirmed.
    Confirmed,
    /// The order was cancelled.
    Cancelled,
    /// It moved on without the call queue.
    Moved,
    /// Waits for a deposit; no call is needed.
    Deposit,
    /// Its deposit was paid.
    DepositPaid,
    /// Fully paid before any call: payment counts as confirmation.
    Paid,
    /// The rules required no confirmation.
    None,
}

impl State {
    pub(in crate::orders) const ALL: &'static [Self] = &[
        Self::Waiting,
        Self::Unreachable,
        Self::WrongNumber,
        Self::Confirmed,
        Self::Cancelled,
        Self::Moved,
        Self::Deposit,
        Self::DepositPaid,
        Self::Paid,
        Self::None,
    ];

    pub(in crate::orders) const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Unreachable => "unreachable",
            Self::WrongNumber => "wrong_number",
            Self::Confirmed => "confirmed",
            Self::Cancelled => "cancelled",
            Self::Moved => "moved",
            Self::Deposit => "deposit",
            Self::DepositPaid => "deposit_paid",
            Self::Paid => "paid",
            Self::None => "none",
        }
    }

    pub(in crate::orders) fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.as_str() == word)
    }

    /// It is part of one of the call queue's lists.
    pub(in crate::orders) const fn is_listed(self) -> bool {
        self.is_open() || matches!(self, Self::Deposit)
    }

    /// It still waits for a call or a decision.
    pub(in crate::orders) const fn is_open(self) -> bool {
        matches!(self, Self::Waiting | Self::Unreachable | Self::WrongNumber)
    }
}

/// Outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CallOutcome)]
pub enum Outcome {
    /// The customer wants it.
    Confirmed,
    /// Nobody answered.
    NoAnswer,
    /// To be called again on another day.
    Postponed,
    /// Somebody else answered.
    WrongNumber,
    /// The customer does not want it.
    Cancelled,
}

impl Outcome {
    const ALL: &'static [Self] = &[Self::Confirmed, Self::NoAnswer, Self::Postponed, Self::WrongNumber, Self::Cancelled];

    pub(in crate::orders) const fn as_str(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::NoAnswer => "no_answer",
            Self::Postponed => "postponed",
            Self::WrongNumber => "wrong_number",
            Self::Cancelled => "cancelled",
        }
    }

    pub(in crate::orders) fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|o| o.as_str() == word)
    }

    /// It changed only the call queue's own rows.
    pub(in crate::orders) const fn can_be_undone(self) -> bool {
        matches!(self, Self::NoAnswer | Self::Postponed | Self::WrongNumber)
    }
}

/// Calling hours and retries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::orders) struct Calling {
    /// Minutes after midnight in the store's time zone.
    pub(in crate::orders) from: i64,
    /// End, exclusive, in minutes after midnight.
    pub(in crate::orders) until: i64,
    /// Hours until the retry after the first unanswered call.
    pub(in crate::orders) first_retry_hours: i64,
    /// Hours until the retry after the second one.
    pub(in crate::orders) second_retry_hours: i64,
    /// Incremented by every change, from 1.
    #[serde(default)]
    pub(in crate::orders) version: i64,
}

impl Default for Calling {
    fn default() -> Self {
        Self { from: 9 * 60, until: 21 * 60, first_retry_hours: 3, second_retry_hours: 20, version: 1 }
    }
}

impl Calling {
    /// Parses the stored settings; nine to nine by default.
    ///
    /// # Errors
    /// When the stored hours cannot be parsed.
    pub(in crate::orders) fn read(document: &Value) -> db::Result<Self> {
        let calling: Self = platform::stores::read_document("confirmation", document)?;
        Ok(Self { version: calling.version.max(1), ..calling })
    }

    /// The first time within the calling hours from `at` on.
    pub(in crate::orders) fn next(&self, at: Millis, timezone: &str) -> Millis {
        let zone = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
        let local = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(zone.clone());
        let minute = i64::from(local.hour()) * 60 + i64::from(local.minute());
        if (self.from..self.until).contains(&minute) {
            return at;
        }
        let day = if minute < self.from { local.date() } else { local.date().saturating_add(1.days()) };
        self.opening(day, zone).unwrap_or(at)
    }

    /// Whether `at` is within the calling hours.
    pub(in crate::orders) fn is_open(&self, at: Millis, timezone: &str) -> bool {
        self.next(at, timezone) == at
    }

    /// When the next call is due after `attempts` unanswered calls in a row; none when no further call is scheduled.
    pub(in crate::orders) fn retry(&self, now: Millis, attempts: i64, timezone: &str) -> Option<Millis> {
        let hours = match attempts {
            ..=1 => self.first_retry_hours,
            n if n < MOST_ATTEMPTS => self.second_retry_hours,
            _ => return None,
        };
        Some(self.next(now.plus(hours * Millis::HOUR), timezone))
    }

    /// When the calling hours of a day begin; none when the day is not from tomorrow to two months ahead.
    pub(in crate::orders) fn postponed(&self, now: Millis, day: &str, timezone: &str) -> Option<Millis> {
        let zone = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
        let day: Date = (day.len() == 10).then(|| day.parse().ok()).flatten()?;
        let today = Timestamp::from_millisecond(now.0).ok()?.to_zoned(zone.clone()).date();
        let days_ahead = i64::from(today.until(day).ok()?.get_days());
        if !(1..=FARTHEST_DAYS).contains(&days_ahead) {
            return None;
        }
        self.opening(day, zone)
    }

    fn opening(&self, day: Date, zone: TimeZone) -> Option<Millis> {
        let (hour, minute) = (i8::try_from(self.from / 60).ok()?, i8::try_from(self.from % 60).ok()?);
        let at = day.to_datetime(Time::new(hour, minute, 0, 0).ok()?).to_zoned(zone).ok()?;
        Some(Millis(at.timestamp().as_millisecond()))
    }
}

db::stored_words! {
    State, "order_confirmations" "state";
    Outcome, "order_calls" "outcome";
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RIYADH: &str = "Asia/Riyadh";

    fn at(text: &str) -> Millis {
        Millis::parse(text).unwrap()
    }

    #[test]
    fn or_desk_calls_wait_for_the_stores_hours() {
        let hours = Calling::default();
        assert_eq!(hours.next(at("2027-01-15T08:00:00Z"), RIYADH), at("2027-01-15T08:00:00Z"));
        // Two at night in Riyadh moves to nine; ten in the evening to the next day.
        assert_eq!(hours.next(at("2027-01-14T23:00:00Z"), RIYADH), at("2027-01-15T06:00:00Z"));
        assert_eq!(hours.next(at("2027-01-15T19:00:00Z"), RIYADH), at("2027-01-16T06:00:00Z"));
        // Nine in the evening is outside the hours.
        assert!(hours.is_open(at("2027-01-15T17:59:59Z"), RIYADH) && !hours.is_open(at("2027-01-15T18:00:00Z"), RIYADH));
    }

    #[test]
    fn or_desk_a_third_unanswered_call_is_the_last() {
        let (hours, now) = (Calling::default(), at("2027-01-15T08:00:00Z"));
        assert_eq!(hours.retry(now, 1, RIYADH), Some(at("2027-01-15T11:00:00Z")));
        // Twenty hours later it is seven in the morning.
        assert_eq!(hours.retry(now, 2, RIYADH), Some(at("2027-01-16T06:00:00Z")));
        assert_eq!(hours.retry(now, 3, RIYADH), None);
    }

    #[test]
    fn or_desk_a_call_is_put_off_to_a_day_that_comes() {
        let (hours, now) = (Calling::default(), at("2027-01-15T20:59:00Z"));
        assert_eq!(hours.postponed(now, "2027-01-16", RIYADH), Some(at("2027-01-16T06:00:00Z")));
        assert!(hours.postponed(now, "2027-03-16", RIYADH).is_some());
        for bad in ["2027-01-15", "2027-03-17", "2026-12-01", "2027-1-20", "غدًا", "2027-02-30", ""] {
            assert_eq!(hours.postponed(now, bad, RIYADH), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn or_desk_no_call_is_due_outside_the_hours(
            ms in 1_700_000_000_000_i64..1_900_000_000_000, from in 0..1_300_i64, length in 30..139_i64, attempts in 1..3_i64,
            zone in prop_oneof![Just("Asia/Riyadh"), Just("Africa/Cairo"), Just("Africa/Casablanca"), Just("Asia/Beirut")],
        ) {
            let hours = Calling { from, until: from + length, ..Calling::default() };
            let due = hours.retry(Millis(ms), attempts, zone).unwrap();
            prop_assert!(due > Millis(ms));
            let local = Timestamp::from_millisecond(due.0).unwrap().to_zoned(TimeZone::get(zone).unwrap());
            let minute = i64::from(local.hour()) * 60 + i64::from(local.minute());
            // A daylight saving change over the opening time may shift it by an hour.
            prop_assert!((from..from + length + 61).contains(&minute), "{local}");
        }
    }
}
