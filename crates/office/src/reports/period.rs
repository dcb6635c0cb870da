//! The period of a report, and the same number of days before it. Pure.

use std::ops::{AddAssign, RangeInclusive};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan};
use kernel::Millis;
use web::{FieldErrors, Message};

/// The longest period of a report, in days.
pub const MOST_DAYS: i64 = 366;

const NOT_A_DATE: Message = Message::new("اكتب التاريخ بصيغة 2027-01-31.", "Enter the date as 2027-01-31.");
const FUTURE: Message = Message::new("هذا التاريخ في المستقبل.", "This date is in the future.");
const REVERSED: Message = Message::new("نهاية الفترة قبل بدايتها.", "The end date is before the start date.");
const TOO_LONG: Message = Message::new("الحد الأقصى لفترة التقرير 366 يومًا.", "A report can cover up to 366 days.");

/// Whole days of a store.
#[derive(Debug, Clone)]
pub struct Period {
    zone: TimeZone,
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
    /// Number of days.
    pub days: i64,
}

/// The figures of a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodSeries<T> {
    /// The sum of the period.
    pub now: T,
    /// The sum of the previous period.
    pub before: T,
    /// Day by day, without gaps.
    pub daily: Vec<(Date, T)>,
    /// The days of the previous period, at the same positions.
    pub daily_before: Vec<T>,
    /// By the hour of the day, from midnight.
    pub by_hour: [T; 24],
}

impl Period {
    /// The last `days` days including today, in a time zone; an unknown zone counts as UTC.
    #[must_use]
    pub fn last(now: Millis, timezone: &str, days: i64) -> Self {
        let zone = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
        let today = local(&zone, now).0;
        Self { from: today.saturating_sub((days - 1).days()), to: today, days, zone }
    }

    /// From a first day to a last one as a query gives them; by default 30 days up to today.
    ///
    /// # Errors
    /// What is invalid in the query, by field.
    pub fn read(now: Millis, timezone: &str, from: Option<&str>, to: Option<&str>) -> Result<Self, FieldErrors> {
        let last_30_days = Self::last(now, timezone, 30);
        let today = last_30_days.to;
        let mut faults = FieldErrors::new();
        let mut date = |field: &str, text: Option<&str>| -> Option<Date> {
            let text = text.filter(|t| !t.is_empty())?;
            // Years outside of these are typing errors; the calendar's own limits are far away.
            let date = text.parse::<Date>().ok().filter(|d| text.len() == 10 && (2000..=9000).contains(&d.year()));
            match date {
                Some(date) if date > today => faults.add(field, FUTURE),
                None => faults.add(field, NOT_A_DATE),
                Some(_) => {}
            }
            date
        };
        let (asked_from, asked_to) = (date("from", from), date("to", to));
        if !faults.is_empty() {
            return Err(faults);
        }
        let to = asked_to.unwrap_or(today);
        let from = asked_from.unwrap_or_else(|| to.saturating_sub(29.days()));
        let days = i64::from((to - from).get_days()) + 1;
        if days < 1 {
            return Err(FieldErrors::one("to", REVERSED));
        }
        if days > MOST_DAYS {
            return Err(FieldErrors::one("from", TOO_LONG));
        }
        Ok(Self { from, to, days, ..last_30_days })
    }

    fn moment(&self, day: Date) -> Millis {
        Millis(day.to_zoned(self.zone.clone()).map_or(0, |z| z.timestamp().as_millisecond()))
    }

    fn shifted(day: Date, by: i64) -> Date {
        day.saturating_add(Span::new().days(by))
    }

    /// The first moment of the period, and the first after it.
    #[must_use]
    pub fn bounds(&self) -> (Millis, Millis) {
        (self.moment(self.from), self.moment(Self::shifted(self.to, 1)))
    }

    /// Hours since 1970 of the period.
    #[must_use]
    pub fn now(&self) -> RangeInclusive<i64> {
        let (from, until) = self.bounds();
        from.0.div_euclid(Millis::HOUR)..=(until.0 - 1).div_euclid(Millis::HOUR)
    }

    /// Hours since 1970 of the period and of the one before it.
    #[must_use]
    pub fn hours(&self) -> RangeInclusive<i64> {
        let start = self.moment(Self::shifted(self.from, -self.days));
        start.0.div_euclid(Millis::HOUR)..=(self.bounds().1.0 - 1).div_euclid(Millis::HOUR)
    }

    /// Sums hours since 1970 into days. Every time zone that is served is whole hours from UTC.
    #[must_use]
    pub fn sum<T: Copy + Default + AddAssign>(&self, hours: impl IntoIterator<Item = (i64, T)>) -> PeriodSeries<T> {
        let size = usize::try_from(self.days).unwrap_or(0);
        let days = (0..self.days).map(|n| (Self::shifted(self.from, n), T::default()));
        let mut sums = PeriodSeries {
            now: T::default(),
            before: T::default(),
            daily: days.collect(),
            daily_before: vec![T::default(); size],
            by_hour: [T::default(); 24],
        };
        let first = day_number(self.from);
        for (hour, figures) in hours {
            let (date, hour) = local(&self.zone, Millis(hour.saturating_mul(Millis::HOUR)));
            let at = day_number(date) - first;
            if let Some((_, day)) = usize::try_from(at).ok().and_then(|at| sums.daily.get_mut(at)) {
                *day += figures;
                sums.now += figures;
                sums.by_hour[hour] += figures;
            } else if let Some(day) = usize::try_from(at + self.days).ok().and_then(|at| sums.daily_before.get_mut(at)) {
                *day += figures;
                sums.before += figures;
            }
        }
        sums
    }
}

/// The day and the hour of the day.
fn local(zone: &TimeZone, at: Millis) -> (Date, usize) {
    let moment = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
    let zoned = zone.to_datetime(moment);
    (zoned.date(), usize::try_from(zoned.hour()).unwrap_or(0))
}

/// Days since 1970.
fn day_number(date: Date) -> i64 {
    let moment = date.to_zoned(TimeZone::UTC).map_or(0, |z| z.timestamp().as_millisecond());
    moment.div_euclid(Millis::DAY)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Millis {
        Millis::parse(text).unwrap()
    }

    fn hour(text: &str) -> i64 {
        at(text).0 / Millis::HOUR
    }

    #[test]
    fn db_01_days_are_the_stores_own() {
        // 21:30 UTC is after midnight in Riyadh.
        let period = Period::last(at("2027-01-15T21:30:00Z"), "Asia/Riyadh", 30);
        assert_eq!(*period.hours().start(), hour("2026-11-17T21:00:00Z"));
        assert_eq!(*period.hours().end(), hour("2027-01-16T20:00:00Z"));
        let sums = period.sum([
            (hour("2027-01-15T21:00:00Z"), 1),
            (hour("2027-01-15T20:00:00Z"), 1),
            (hour("2026-12-17T21:00:00Z"), 1),
            (hour("2026-12-17T20:00:00Z"), 1),
        ]);
        assert_eq!((sums.now, sums.before), (3, 1));
        assert_eq!((sums.daily.len(), sums.daily_before.len()), (30, 30));
        let day = |text: &str| sums.daily.iter().find(|(d, _)| d.to_string() == text).map(|(_, t)| *t);
        assert_eq!(
            (day("2027-01-16"), day("2027-01-15"), day("2026-12-18"), day("2026-12-17")),
            (Some(1), Some(1), Some(1), None)
        );
        assert_eq!(sums.daily_before[29], 1, "the last day before stands beside the last day");
        assert_eq!((sums.by_hour[0], sums.by_hour[23]), (2, 1));
    }

    #[test]
    fn a_day_of_summer_time_is_still_one_day() {
        let period = Period::last(at("2027-05-10T10:00:00Z"), "Africa/Cairo", 30);
        let sums = period.sum([(hour("2027-04-29T21:00:00Z"), 2)]);
        assert_eq!((sums.daily.len(), sums.now), (30, 2));
    }

    #[test]
    fn an_unknown_zone_counts_as_utc() {
        let period = Period::last(at("2027-01-15T21:30:00Z"), "Moon/Base", 30);
        assert_eq!(*period.hours().start(), hour("2026-11-17T00:00:00Z"));
    }

    #[test]
    fn db_01_a_period_is_read_or_refused_with_a_reason() {
        let now = at("2027-01-15T08:00:00Z");
        let read = |from, to| Period::read(now, "Asia/Riyadh", from, to);
        let period = read(Some("2026-12-01"), Some("2026-12-31")).unwrap();
        assert_eq!(
            (period.from.to_string().as_str(), period.to.to_string().as_str(), period.days),
            ("2026-12-01", "2026-12-31", 31)
        );
        assert_eq!(read(None, None).unwrap().from.to_string(), "2026-12-17");
        assert_eq!(read(Some("2027-01-15"), None).unwrap().days, 1);
        assert_eq!(read(Some("2026-01-15"), Some("2027-01-15")).unwrap().days, 366);
        for (from, to) in [
            ("2027-01-16", ""),
            ("2027-02-30", ""),
            ("yesterday", ""),
            ("1815-01-01", "1815-02-01"),
            ("2027-01-10", "2027-01-09"),
            ("2026-01-14", "2027-01-15"),
            ("2027-01-01T00:00:00Z", ""),
            ("-009999-01-01", ""),
        ] {
            assert!(read(Some(from), Some(to)).is_err(), "{from} {to}");
        }
    }

    proptest! {
        /// DB-01: whatever the zone and the period, no hour is lost and none is counted twice.
        #[test]
        fn every_hour_of_the_period_is_in_one_day(
            zone in prop::sample::select(vec!["Asia/Riyadh", "Africa/Cairo", "Asia/Dubai", "Africa/Casablanca", "UTC"]),
            days in 1_i64..40,
            start in 1_700_000_000_i64..1_900_000_000,
        ) {
            let period = Period::last(Millis(start * 1_000), zone, days);
            let hours: Vec<(i64, i64)> = period.hours().map(|h| (h, 1)).collect();
            let sums = period.sum(hours.clone());
            prop_assert_eq!(sums.now + sums.before, i64::try_from(hours.len()).unwrap());
            prop_assert_eq!(sums.daily.iter().map(|(_, n)| n).sum::<i64>(), sums.now);
            prop_assert_eq!(sums.daily_before.iter().sum::<i64>(), sums.before);
            prop_assert_eq!(sums.by_hour.iter().sum::<i64>(), sums.now);
            prop_assert!(sums.daily.iter().all(|(_, n)| (23..=25).contains(n)));
        }
    }
}
