//! The trust score of a phone number for cash orders: points from the outcomes of its orders, each with its reason. Pure.
//!
//! The score starts in the middle. More deliveries never lower it; more refusals, returns, cancellations, unanswered calls,
//! orders within 24 hours or a larger value never raise it.

use kernel::{Currency, Lang, Texts};
use serde::{Deserialize, Serialize};

use super::words;
use customers::Address;

/// The score of a number without history.
pub const START: i64 = 50;
/// From this score on an order may ship without confirmation; a default for new rules.
pub const GOOD: i64 = 65;
/// Below this score the store should be careful.
pub const POOR: i64 = 35;

/// Counted outcomes of a number's orders and calls in the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct History {
    /// Delivered orders.
    pub delivered: i64,
    /// Orders refused on delivery, or that came back without having been accepted.
    pub refused: i64,
    /// Orders that came back after delivery.
    pub returned: i64,
    /// Orders cancelled before shipping.
    pub cancelled: i64,
    /// Unanswered calls.
    pub no_answer: i64,
    /// Calls that reached somebody else.
    pub wrong_number: i64,
    /// Cash orders of the last 24 hours.
    pub recent: i64,
    /// The number has an earlier order.
    pub has_ordered: bool,
}

impl History {
    /// The sum of two numbers of one person.
    #[must_use]
    pub const fn plus(self, other: &Self) -> Self {
        Self {
            delivered: self.delivered + other.delivered,
            refused: self.refused + other.refused,
            returned: self.returned + other.returned,
            cancelled: self.cancelled + other.cancelled,
            no_answer: self.no_answer + other.no_answer,
            wrong_number: self.wrong_number + other.wrong_number,
            recent: self.recent + other.recent,
            has_ordered: self.has_ordered || other.has_ordered,
        }
    }
}

/// How precisely an address can be located.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressQuality {
    /// Coordinates or a short national address.
    Exact,
    /// A street, or directions.
    Plain,
    /// Little more than the city.
    Vague,
}

impl AddressQuality {
    /// Rates an address.
    #[must_use]
    pub fn from_address(address: &Address) -> Self {
        if address.geo_location.is_some() || !address.short_address.is_empty() {
            Self::Exact
        } else if address.street.chars().count() >= 3 || address.details.chars().count() >= 10 {
            Self::Plain
        } else {
            Self::Vague
        }
    }
}

/// The facts of an order that affect its number's score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderSignals {
    /// In minor units, without the payment method's charge.
    pub value: i64,
    /// The value from which an order is large, in minor units.
    pub high_value: i64,
    /// None for a pickup.
    pub address: Option<AddressQuality>,
}

/// Why points were given or taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TrustReasonCode)]
pub enum Code {
    /// Delivered orders.
    Delivered,
    /// Refused orders.
    Refused,
    /// Returned orders.
    Returned,
    /// Cancelled orders.
    Cancelled,
    /// Calls that reached somebody else.
    NoAnswer,
    /// Somebody else answered.
    WrongNumber,
    /// No earlier order.
    FirstOrder,
    /// Several orders in a day.
    ManyOrders,
    /// A large order.
    HighValue,
    /// An exact address.
    ExactAddress,
    /// A vague address.
    VagueAddress,
}

/// A reason with its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// What the points are for.
    pub code: Code,
    /// Given, or taken when negative; never 0.
    pub points: i64,
    /// Number of orders or calls; 1 where there is no count.
    pub count: i64,
}

impl Reason {
    /// The reason as text in both languages.
    #[must_use]
    pub fn text(&self) -> Texts {
        Texts::new(words::reason(self.code, self.count, Lang::Ar), words::reason(self.code, self.count, Lang::En))
    }
}

/// A trust score from 0 to 100.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Score {
    /// 0 to 100; higher is better.
    pub points: i64,
    /// The reasons; their points and [`START`] add up to the score unless it is capped at 0 or 100.
    pub reasons: Vec<Reason>,
}

/// The band in which a score is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TrustBand)]
pub enum Band {
    /// Trusted number.
    Good,
    /// Little history.
    Fair,
    /// Risky number.
    Poor,
}

impl Score {
    /// The band of the score.
    #[must_use]
    pub const fn band(&self) -> Band {
        if self.points >= GOOD {
            Band::Good
        } else if self.points < POOR {
            Band::Poor
        } else {
            Band::Fair
        }
    }
}

/// The default value from which an order is large, in minor units.
#[must_use]
pub fn usual_high_value(currency: Currency) -> i64 {
    let major = match currency.code() {
        "EGP" => 4_000,
        "KWD" | "BHD" | "OMR" | "JOD" => 100,
        "USD" | "EUR" => 250,
        _ => 1_000,
    };
    major * 10_i64.pow(currency.exponent())
}

/// The score of a number, for one of its orders or by itself.
#[must_use]
pub fn score(history: &History, signals: Option<&OrderSignals>) -> Score {
    let mut reasons = Vec::new();
    let mut add = |code: Code, count: i64, points: i64| {
        if points != 0 {
            reasons.push(Reason { code, points, count });
        }
    };
    let h = history;
    add(Code::Delivered, h.delivered, h.delivered.saturating_mul(10).min(40));
    add(Code::Refused, h.refused, -h.refused.saturating_mul(20).min(60));
    add(Code::Returned, h.returned, -h.returned.saturating_mul(5).min(15));
    add(Code::Cancelled, h.cancelled, -h.cancelled.saturating_mul(6).min(24));
    add(Code::NoAnswer, h.no_answer, -h.no_answer.saturating_mul(4).min(16));
    add(Code::WrongNumber, h.wrong_number, if h.wrong_number > 0 { -15 } else { 0 });
    if let Some(OrderSignals { value, high_value, address }) = signals {
        add(Code::FirstOrder, 1, if h.has_ordered { 0 } else { -10 });
        add(
            Code::ManyOrders,
            h.recent,
            match h.recent {
                ..=0 => 0,
                1 => -5,
                2 => -15,
                _ => -25,
            },
        );
        let large = *high_value > 0 && value >= high_value;
        let huge = large && *value >= high_value.saturating_mul(3);
        add(Code::HighValue, 1, -10 * (i64::from(large) + i64::from(huge)));
        match address {
            Some(AddressQuality::Exact) => add(Code::ExactAddress, 1, 5),
            Some(AddressQuality::Vague) => add(Code::VagueAddress, 1, -10),
            Some(AddressQuality::Plain) | None => {}
        }
    }
    let points = reasons.iter().map(|r| r.points).sum::<i64>() + START;
    Score { points: points.clamp(0, 100), reasons }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn order() -> OrderSignals {
        OrderSignals { value: 20_000, high_value: 100_000, address: Some(AddressQuality::Plain) }
    }

    #[test]
    fn or_cod_the_score_says_its_reasons() {
        let fresh = score(&History::default(), Some(&order()));
        assert_eq!((fresh.points, fresh.band(), fresh.reasons.len()), (40, Band::Fair, 1));
        assert_eq!(fresh.reasons[0].code, Code::FirstOrder);
        let known = History { delivered: 3, has_ordered: true, ..History::default() };
        assert_eq!((score(&known, Some(&order())).points, score(&known, None).band()), (80, Band::Good));
        let refuser = History { refused: 2, has_ordered: true, ..History::default() };
        assert_eq!((score(&refuser, None).points, score(&refuser, None).band()), (10, Band::Poor));
        let large = OrderSignals { value: 300_000, address: Some(AddressQuality::Vague), ..order() };
        let reasons: Vec<_> = score(&History::default(), Some(&large)).reasons.iter().map(|r| (r.code, r.points)).collect();
        assert_eq!(reasons, [(Code::FirstOrder, -10), (Code::HighValue, -20), (Code::VagueAddress, -10)]);
    }

    #[test]
    fn or_cod_an_address_leads_or_does_not() {
        let address = |street: &str, short: &str, details: &str| Address {
            street: street.into(),
            short_address: short.into(),
            details: details.into(),
            ..Address::default()
        };
        assert_eq!(AddressQuality::from_address(&address("", "RRRD2929", "")), AddressQuality::Exact);
        assert_eq!(AddressQuality::from_address(&address("شارع العليا", "", "")), AddressQuality::Plain);
        assert_eq!(AddressQuality::from_address(&address("", "", "خلف مسجد النور مباشرة")), AddressQuality::Plain);
        assert_eq!(AddressQuality::from_address(&address("-", "", "البيت")), AddressQuality::Vague);
    }

    #[test]
    fn or_cod_every_currency_has_a_large_order() {
        assert_eq!(usual_high_value(Currency::SAR), 100_000);
        assert_eq!(usual_high_value(Currency::parse("KWD").unwrap()), 100_000);
    }

    fn histories() -> impl Strategy<Value = History> {
        (0..30_i64, 0..30_i64, 0..30_i64, 0..30_i64, 0..30_i64, 0..5_i64, 0..6_i64, any::<bool>()).prop_map(
            |(delivered, refused, returned, cancelled, no_answer, wrong_number, recent, has_ordered)| History {
                delivered,
                refused,
                returned,
                cancelled,
                no_answer,
                wrong_number,
                recent,
                has_ordered,
            },
        )
    }

    fn orders() -> impl Strategy<Value = Option<OrderSignals>> {
        let quality = prop_oneof![
            Just(None),
            Just(Some(AddressQuality::Exact)),
            Just(Some(AddressQuality::Plain)),
            Just(Some(AddressQuality::Vague))
        ];
        prop::option::of((0..2_000_000_i64, 0..500_000_i64, quality))
            .prop_map(|o| o.map(|(value, high_value, address)| OrderSignals { value, high_value, address }))
    }

    proptest! {
        #[test]
        fn or_cod_the_score_stays_within_its_bounds_and_adds_up(h in histories(), o in orders()) {
            let s = score(&h, o.as_ref());
            prop_assert!((0..=100).contains(&s.points));
            let sum = START + s.reasons.iter().map(|r| r.points).sum::<i64>();
            prop_assert_eq!(s.points, sum.clamp(0, 100));
            prop_assert!(s.reasons.iter().all(|r| r.points != 0 && !r.text().ar.is_empty() && !r.text().en.is_empty()));
        }

        #[test]
        fn or_cod_good_never_lowers_and_bad_never_raises(h in histories(), o in orders(), more in 1..10_i64) {
            let now = score(&h, o.as_ref()).points;
            let points_of = |h: History| score(&h, o.as_ref()).points;
            let other = points_of(History { delivered: h.delivered + more, ..h });
            prop_assert!(other >= now);
            let other = points_of(History { has_ordered: true, ..h });
            prop_assert!(other >= now);
            let other = points_of(History { refused: h.refused + more, ..h });
            prop_assert!(other <= now);
            let other = points_of(History { returned: h.returned + more, ..h });
            prop_assert!(other <= now);
            let other = points_of(History { cancelled: h.cancelled + more, ..h });
            prop_assert!(other <= now);
            let other = points_of(History { no_answer: h.no_answer + more, ..h });
            prop_assert!(other <= now);
            let other = points_of(History { wrong_number: h.wrong_number + more, ..h });
            prop_assert!(other <= now);
            let other = points_of(History { recent: h.recent + more, ..h });
            prop_assert!(other <= now);
            if let Some(o) = o {
                let worth = |value| score(&h, Some(&OrderSignals { value, ..o })).points;
                prop_assert!(worth(o.value + more * 100_000) <= worth(o.value));
            }
        }
    }
}
