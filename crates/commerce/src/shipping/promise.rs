//! When an order arrives, as shoppers are told (SP-01). Pure.

use kernel::locale::plural;
use kernel::{Lang, Texts};

/// The most days that a merchant takes to hand an order over.
pub(super) const MOST_PROCESSING: i64 = 30;
/// The most days that a courier takes.
pub(super) const MOST_DELIVERY: i64 = 60;

/// Days from the order on, processing included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryPromise {
    /// Not before.
    pub days_min: i64,
    /// At the latest.
    pub days_max: i64,
}

impl DeliveryPromise {
    /// The promise of a method: none where the merchant said nothing of the courier's days. One bound alone is both.
    #[must_use]
    pub fn new(processing_days: i64, min: Option<i64>, max: Option<i64>) -> Option<Self> {
        let (min, max) = (min.or(max)?, max.or(min)?);
        Some(Self {
            days_min: processing_days.saturating_add(min.min(max)),
            days_max: processing_days.saturating_add(max.max(min)),
        })
    }

    /// What the shopper reads: "Arrives in 2 to 4 days".
    #[must_use]
    pub fn text(self, lang: Lang) -> String {
        let Self { days_min, days_max } = self;
        let days = days_of(days_max, lang);
        match (lang, days_min, days_max) {
            (Lang::Ar, _, 0) => "يصلك اليوم".to_owned(),
            (Lang::En, _, 0) => "Arrives today".to_owned(),
            (Lang::Ar, min, max) if min == max || min == 0 => format!("يصلك خلال {days}"),
            (Lang::En, min, max) if min == max => format!("Arrives in {days}"),
            (Lang::En, 0, _) => format!("Arrives within {days}"),
            (Lang::Ar, 1, 2) => "يصلك خلال يوم إلى يومين".to_owned(),
            (Lang::Ar, min, _) => format!("يصلك خلال {min} إلى {}", counted(days_max)),
            (Lang::En, min, _) => format!("Arrives in {min} to {days}"),
        }
    }

    /// As [`Self::text`], in both languages.
    #[must_use]
    pub fn texts(self) -> Texts {
        Texts::new(self.text(Lang::Ar), self.text(Lang::En))
    }
}

fn days_of(n: i64, lang: Lang) -> String {
    match (lang, n) {
        (Lang::En, 1) => "1 day".to_owned(),
        (Lang::En, n) => format!("{n} days"),
        (Lang::Ar, 1) => "يوم".to_owned(),
        (Lang::Ar, 2) => "يومين".to_owned(),
        (Lang::Ar, n) => counted(n),
    }
}

/// The Arabic word after the number of a range, which stays a number: "2 إلى 4 أيام", "10 إلى 14 يومًا".
fn counted(n: i64) -> String {
    match plural(Lang::Ar, n) {
        3 => format!("{n} أيام"),
        4 => format!("{n} يومًا"),
        _ => format!("{n} يوم"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sp_01_a_promise_is_read_in_both_languages() {
        let say = |min, max| DeliveryPromise { days_min: min, days_max: max }.texts();
        let both = Texts::new;
        assert_eq!(say(2, 4), both("يصلك خلال 2 إلى 4 أيام", "Arrives in 2 to 4 days"));
        assert_eq!(say(0, 0), both("يصلك اليوم", "Arrives today"));
        assert_eq!(say(1, 1), both("يصلك خلال يوم", "Arrives in 1 day"));
        assert_eq!(say(2, 2), both("يصلك خلال يومين", "Arrives in 2 days"));
        assert_eq!(say(0, 3), both("يصلك خلال 3 أيام", "Arrives within 3 days"));
        assert_eq!(say(1, 2), both("يصلك خلال يوم إلى يومين", "Arrives in 1 to 2 days"));
        assert_eq!(say(10, 14), both("يصلك خلال 10 إلى 14 يومًا", "Arrives in 10 to 14 days"));
    }

    proptest! {
        #[test]
        fn sp_01_a_promise_holds_the_time_to_prepare_and_ends_after_it_begins(
            processing in 0..=MOST_PROCESSING,
            min in prop::option::of(0..=MOST_DELIVERY),
            max in prop::option::of(0..=MOST_DELIVERY),
        ) {
            let promise = DeliveryPromise::new(processing, min, max);
            prop_assert_eq!(promise.is_none(), min.is_none() && max.is_none());
            if let Some(promise) = promise {
                prop_assert!(processing <= promise.days_min && promise.days_min <= promise.days_max);
                prop_assert!(min.is_none_or(|n| n + processing <= promise.days_max));
                prop_assert!(!promise.text(Lang::Ar).is_empty() && promise.text(Lang::En).starts_with("Arrives"));
            }
        }
    }
}
