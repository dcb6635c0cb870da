//! Time and randomness, passed in so that tests control both.
#![expect(clippy::disallowed_methods, reason = "the one place that asks the machine for time and chance")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use rand::RngExt as _;

use crate::id::{Id, Kind};

/// Milliseconds since the Unix epoch, UTC. The only time type that reaches the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize)]
pub struct Millis(pub i64);

impl Millis {
    /// One second in milliseconds.
    pub const SECOND: i64 = 1_000;
    /// One minute in milliseconds.
    pub const MINUTE: i64 = 60 * Self::SECOND;
    /// One hour in milliseconds.
    pub const HOUR: i64 = 60 * Self::MINUTE;
    /// One day in milliseconds.
    pub const DAY: i64 = 24 * Self::HOUR;

    /// This moment moved by `ms`, saturating.
    #[must_use]
    pub fn plus(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// RFC 3339 in UTC with seconds, the only shape times take on the wire (decisions §4). The epoch where the year has more
    /// than four digits. Written by hand: lists write dozens of them, and a general formatter takes ten times as long.
    #[must_use]
    pub fn rfc3339(self) -> String {
        let at = if (MIN_YEAR_0..=MAX_YEAR_9999).contains(&self.0) { self.0 } else { 0 };
        let (days, second) = (at.div_euclid(Self::DAY), at.rem_euclid(Self::DAY) / Self::SECOND);
        // Days to a civil date by eras of 400 years that begin in March, so that the leap day is the last of its year.
        let day = days + 719_468;
        let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let date = day - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        let mut out = String::with_capacity(20);
        let mut put = |n: i64, width: u32, separator: char| {
            for place in (0..width).rev() {
                out.push(char::from(b'0' + u8::try_from(n / 10_i64.pow(place) % 10).unwrap_or(0)));
            }
            out.push(separator);
        };
        put(year, 4, '-');
        put(month, 2, '-');
        put(date, 2, 'T');
        put(second / 3_600, 2, ':');
        put(second / 60 % 60, 2, ':');
        put(second % 60, 2, 'Z');
        out
    }

    /// Reads RFC 3339; `None` when it is not.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>().ok().map(|t| Self(t.as_millisecond()))
    }
}

/// 0000-01-01T00:00:00Z and the last millisecond of 9999.
const MIN_YEAR_0: i64 = -62_167_219_200_000;
const MAX_YEAR_9999: i64 = 253_402_300_799_999;

#[derive(Debug)]
enum Time {
    System,
    Fake(AtomicI64),
}

/// Source of the current time, random bytes and new ids.
///
/// Cheap to clone. `Env::system()` in the program, `Env::fake(start)` in tests.
#[derive(Debug, Clone)]
pub struct Env(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    time: Time,
    last_id: AtomicU64,
}

/// Ids count from this moment (2024-01-01T00:00:00Z), which leaves 69 years in 41 bits.
const ID_EPOCH: i64 = 1_704_067_200_000;

/// The lowest id that can have been generated at a moment: lists bounded by time scan a range of ids.
#[must_use]
pub fn least_id<K: Kind>(at: Millis) -> Id<K> {
    let ms = at.0.saturating_sub(ID_EPOCH).clamp(0, (1 << 41) - 1);
    Id::from_raw(ms << 22)
}

impl Env {
    /// The system clock and the operating system's random source.
    #[must_use]
    pub fn system() -> Self {
        Self(Arc::new(Inner { time: Time::System, last_id: AtomicU64::new(0) }))
    }

    /// A clock that only moves by `advance`.
    #[must_use]
    pub fn fake(start: Millis) -> Self {
        Self(Arc::new(Inner { time: Time::Fake(AtomicI64::new(start.0)), last_id: AtomicU64::new(0) }))
    }

    /// The current time.
    #[must_use]
    pub fn now(&self) -> Millis {
        match &self.0.time {
            Time::System => Millis(
                std::time::SystemTime::now()
                    .duration_since(std::time::UNIX_EPOCH)
                    .map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX)),
            ),
            Time::Fake(at) => Millis(at.load(Ordering::SeqCst)),
        }
    }

    /// Moves a fake clock forward; does nothing to the machine's clock.
    pub fn advance(&self, ms: i64) {
        if let Time::Fake(at) = &self.0.time {
            at.fetch_add(ms, Ordering::SeqCst);
        }
    }

    /// A new time-ordered id: 41 bits of milliseconds, 22 bits that start at random and grow within a millisecond.
    #[must_use]
    pub fn id<K: Kind>(&self) -> Id<K> {
        let ms = u64::try_from(self.now().0.saturating_sub(ID_EPOCH)).unwrap_or(0) & ((1 << 41) - 1);
        let fresh = (ms << 22) | u64::from(self.random_u32() >> 10);
        let mut last = self.0.last_id.load(Ordering::Relaxed);
        loop {
            // Within one millisecond ids grow by a small random step: unique in this process, never a plain sequence.
            let next = if fresh >> 22 > last >> 22 { fresh } else { last + 1 + u64::from(self.random_u32() & 0x3f) };
            match self.0.last_id.compare_exchange_weak(last, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Id::from_raw(i64::try_from(next & (i64::MAX as u64)).unwrap_or(0)),
                Err(last_reading) => last = last_reading,
            }
        }
    }

    /// 32 random bits from the operating system's generator.
    #[must_use]
    pub fn random_u32(&self) -> u32 {
        rand::rng().random()
    }

    /// `N` random bytes.
    #[must_use]
    pub fn random_bytes<const N: usize>(&self) -> [u8; N] {
        let mut out = [0u8; N];
        rand::rng().fill(&mut out[..]);
        out
    }

    /// A 160-bit secret in 32 characters of lower-case base 32, for links and tokens.
    #[must_use]
    pub fn token(&self) -> String {
        let bytes: [u8; 32] = self.random_bytes();
        bytes.iter().map(|b| char::from(crate::id::ALPHABET[usize::from(b & 31)])).collect()
    }

    /// A one-time code of `n` decimal digits (AU-02 uses 6).
    #[must_use]
    pub fn digits(&self, n: usize) -> String {
        let mut rng = rand::rng();
        (0..n).map(|_| char::from(b'0' + rng.random_range(0..10u8))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn times_are_written_as_a_general_formatter_writes_them(at in MIN_YEAR_0..=MAX_YEAR_9999) {
            let general = jiff::Timestamp::from_millisecond(at).unwrap().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
            prop_assert_eq!(Millis(at).rfc3339(), general);
        }
    }

    #[test]
    fn the_ends_of_the_calendar_are_written() {
        let written = |at: i64| Millis(at).rfc3339();
        assert_eq!(written(0), "1970-01-01T00:00:00Z");
        assert_eq!(written(951_782_400_000), "2000-02-29T00:00:00Z");
        assert_eq!(written(-1), "1969-12-31T23:59:59Z");
        assert_eq!((written(MIN_YEAR_0), written(MAX_YEAR_9999)), ("0000-01-01T00:00:00Z".into(), "9999-12-31T23:59:59Z".into()));
        assert_eq!(written(i64::MAX), "1970-01-01T00:00:00Z");
    }
}
