//! Calendar days in a store's time zone.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::Millis;

/// The calendar of a store: its time zone.
#[derive(Debug, Clone)]
pub struct Calendar(TimeZone);

impl Calendar {
    /// The calendar of a time zone; an unknown one counts as UTC.
    #[must_use]
    pub fn for_timezone(timezone: &str) -> Self {
        Self(TimeZone::get(timezone).unwrap_or(TimeZone::UTC))
    }

    /// The day of a time, counted from 1970-01-01.
    #[must_use]
    pub fn day(&self, at: Millis) -> i64 {
        let moment = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
        let offset = i64::from(self.0.to_offset(moment).seconds()) * 1_000;
        at.0.saturating_add(offset).div_euclid(Millis::DAY)
    }
}

/// The days that are today in some time zone: from twelve hours behind UTC to fourteen ahead.
pub(super) fn days_anywhere(now: Millis) -> std::ops::RangeInclusive<i64> {
    let day = |hours: i64| now.0.saturating_add(hours * Millis::HOUR).div_euclid(Millis::DAY);
    day(-12)..=day(14)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Millis {
        Millis::parse(text).unwrap()
    }

    #[test]
    fn db_01_the_day_begins_at_the_stores_midnight() {
        let (riyadh, utc) = (Calendar::for_timezone("Asia/Riyadh"), Calendar::for_timezone("Moon/Base"));
        let evening = at("2027-01-15T21:30:00Z");
        assert_eq!(utc.day(evening), at("2027-01-15T00:00:00Z").0 / Millis::DAY);
        assert_eq!(riyadh.day(evening), utc.day(evening) + 1);
        assert_eq!(riyadh.day(at("2027-01-15T20:59:59Z")), utc.day(evening));
        // Cairo is three hours ahead of UTC in summer, two in winter.
        let cairo = Calendar::for_timezone("Africa/Cairo");
        assert_eq!(cairo.day(at("2027-07-01T21:30:00Z")), utc.day(at("2027-07-02T00:00:00Z")));
        assert_eq!(cairo.day(at("2027-01-01T21:30:00Z")), utc.day(at("2027-01-01T00:00:00Z")));
    }

    #[test]
    fn a_day_is_kept_while_it_is_today_anywhere() {
        let today = at("2027-01-15T00:00:00Z").0 / Millis::DAY;
        assert_eq!(days_anywhere(at("2027-01-15T08:00:00Z")), today - 1..=today);
        assert_eq!(days_anywhere(at("2027-01-15T12:00:00Z")), today..=today + 1);
    }
}
