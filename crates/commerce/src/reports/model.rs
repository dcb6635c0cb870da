//! What the numbers mean. Pure.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use kernel::{Id, Millis};

/// Days on the home page's chart and in each of its two windows (DB-01).
pub const DAYS: usize = 30;

/// Two windows of whole days in the store's own time zone: the last 30 days with today, and the 30 before.
#[derive(Debug, Clone)]
pub struct Windows {
    zone: TimeZone,
    /// First moment of the window before.
    pub start: Millis,
    /// The days of the last window, in order.
    days: Vec<Date>,
}

/// Orders and their sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// How many.
    pub orders: i64,
    /// Minor units.
    pub sales: i64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.orders = self.orders.saturating_add(other.orders);
        self.sales = self.sales.saturating_add(other.sales);
    }
}

/// What the two windows hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The last 30 days.
    pub now: Tally,
    /// The 30 before.
    pub before: Tally,
    /// The last 30 days, day by day, none left out.
    pub daily: Vec<(Date, Tally)>,
}

impl Windows {
    /// At a moment in a time zone; an unknown zone counts as UTC.
    #[must_use]
    pub fn at(now: Millis, timezone: &str) -> Self {
        let zone = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
        let today = Timestamp::from_millisecond(now.0).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(zone.clone()).date();
        let back = |days: usize| today.saturating_sub(i64::try_from(days).unwrap_or(0).days());
        let days: Vec<Date> = (0..DAYS).rev().map(back).collect();
        let first = back(2 * DAYS - 1);
        let start = first.to_zoned(zone.clone()).map_or(now.0, |z| z.timestamp().as_millisecond());
        Self { zone, start: Millis(start), days }
    }

    /// Sorts hours (since the epoch) into days and windows. Every zone we serve is whole hours from UTC.
    #[must_use]
    pub fn sum(&self, hours: impl IntoIterator<Item = (i64, Tally)>) -> Summary {
        let mut daily: BTreeMap<Date, Tally> = self.days.iter().map(|d| (*d, Tally::default())).collect();
        let (mut now, mut before) = (Tally::default(), Tally::default());
        for (hour, tally) in hours {
            let at = Timestamp::from_millisecond(hour.saturating_mul(Millis::HOUR)).unwrap_or(Timestamp::UNIX_EPOCH);
            match daily.get_mut(&at.to_zoned(self.zone.clone()).date()) {
                Some(day) => {
                    day.add(tally);
                    now.add(tally);
                }
                None => before.add(tally),
            }
        }
        Summary { now, before, daily: daily.into_iter().collect() }
    }
}

/// The wire's id of a row that the journal names by its subject's word and number.
#[must_use]
pub fn wire_id(subject: &str, raw: i64) -> String {
    use kernel::id;
    match subject {
        "product" => Id::<id::Product>::from_raw(raw).to_string(),
        "variant" => Id::<id::Variant>::from_raw(raw).to_string(),
        "category" => Id::<id::Category>::from_raw(raw).to_string(),
        "order" => Id::<id::Order>::from_raw(raw).to_string(),
        "customer" => Id::<id::Customer>::from_raw(raw).to_string(),
        "cart" => Id::<id::Cart>::from_raw(raw).to_string(),
        "media" => Id::<id::Media>::from_raw(raw).to_string(),
        "import" => Id::<id::Import>::from_raw(raw).to_string(),
        "shipping_method" => Id::<id::ShippingMethod>::from_raw(raw).to_string(),
        "payment_method" => Id::<id::PaymentMethod>::from_raw(raw).to_string(),
        "section" => Id::<id::Section>::from_raw(raw).to_string(),
        "page" => Id::<id::ContentPage>::from_raw(raw).to_string(),
        "menu" => Id::<id::Menu>::from_raw(raw).to_string(),
        "session" => Id::<id::Session>::from_raw(raw).to_string(),
        "user" | "member" => Id::<id::User>::from_raw(raw).to_string(),
        "stock_location" => Id::<id::StockLocation>::from_raw(raw).to_string(),
        "return_reason" => Id::<id::ReturnReason>::from_raw(raw).to_string(),
        "job" => Id::<id::Job>::from_raw(raw).to_string(),
        // `store` and `setting` are the store's own row.
        _ => Id::<id::Store>::from_raw(raw).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Millis {
        Millis::parse(text).unwrap()
    }

    #[test]
    fn db_01_days_are_the_stores_own() {
        // 21:30 UTC is after midnight in Riyadh.
        let windows = Windows::at(at("2027-01-15T21:30:00Z"), "Asia/Riyadh");
        assert_eq!(windows.start, at("2026-11-17T21:00:00Z"));
        let hour = |text: &str| at(text).0 / Millis::HOUR;
        let one = Tally { orders: 1, sales: 100 };
        let sums = windows.sum([
            (hour("2027-01-15T21:00:00Z"), one),
            (hour("2027-01-15T20:00:00Z"), one),
            (hour("2026-12-17T21:00:00Z"), one),
            (hour("2026-12-17T20:00:00Z"), one),
        ]);
        assert_eq!(sums.daily.len(), DAYS);
        assert_eq!((sums.now.orders, sums.before.orders), (3, 1));
        let day = |text: &str| sums.daily.iter().find(|(d, _)| d.to_string() == text).map(|(_, t)| t.orders);
        assert_eq!(
            (day("2027-01-16"), day("2027-01-15"), day("2026-12-18"), day("2026-12-17")),
            (Some(1), Some(1), Some(1), None)
        );
    }

    #[test]
    fn a_day_of_summer_time_is_still_one_day() {
        let windows = Windows::at(at("2027-05-10T10:00:00Z"), "Africa/Cairo");
        let sums = windows.sum([(at("2027-04-29T21:00:00Z").0 / Millis::HOUR, Tally { orders: 2, sales: 5 })]);
        assert_eq!(sums.daily.len(), DAYS);
        assert_eq!(sums.now, Tally { orders: 2, sales: 5 });
    }

    #[test]
    fn an_unknown_zone_counts_as_utc() {
        assert_eq!(Windows::at(at("2027-01-15T21:30:00Z"), "Moon/Base").start, at("2026-11-17T00:00:00Z"));
    }

    #[test]
    fn journal_subjects_have_the_ids_that_calls_take() {
        assert!(wire_id("order", 5).starts_with("ord_"));
        assert!(wire_id("shipping_method", 5).starts_with("shm_"));
        assert!(wire_id("setting", 5).starts_with("str_"));
    }
}
