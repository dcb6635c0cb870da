//! Sample orders over months: most delivered, the newest still waiting, more of them on evenings and toward today.

use kernel::{Millis, Texts};

use super::rng::Rng;
use super::words::{ADDRESSES, FIRST, LAST};
use customers::Address;

/// A person who orders.
pub(super) struct Person {
    pub(super) name: String,
    pub(super) mobile: String,
    pub(super) address: usize,
    /// Writes hardly anything as the street, as some customers do.
    pub(super) is_vague: bool,
}

/// The `n`th customer of a store; every one has another number.
pub(super) fn person(rng: &mut Rng, n: usize) -> Person {
    let (first, _) = rng.pick(FIRST);
    let (last, _) = rng.pick(LAST);
    Person {
        name: format!("{first} {last}"),
        mobile: format!("+9665{:08}", 10_000_000 + n),
        address: rng.below(ADDRESSES.len()),
        is_vague: n % 23 == 5,
    }
}

pub(super) fn address(person: &Person) -> Address {
    let (city, district, street) = ADDRESSES[person.address % ADDRESSES.len()];
    Address {
        name: person.name.clone(),
        mobile: person.mobile.clone(),
        country: "SA".into(),
        city: city.into(),
        district: if person.is_vague { "" } else { district }.into(),
        street: if person.is_vague { "...." } else { street }.into(),
        ..Address::default()
    }
}

/// The time of the `i`th of `n` orders: spread over `days` before `now`, denser toward the end, in the order of `i`.
pub(super) fn moment(rng: &mut Rng, i: usize, n: usize, days: i64, now: Millis) -> Millis {
    let span = i128::from(days * Millis::DAY);
    let (i, n) = (i as i128 + 1, n.max(1) as i128);
    // The square root of a growing share, in whole numbers: twice as many orders a day at the end as in the middle.
    let share = (i * 1_000_000 / n).isqrt();
    let offset = span - span * share / 1_000;
    let jitter = i128::from(rng.between(0, 600_000));
    Millis(now.0 - i64::try_from(offset).unwrap_or(0) - i64::try_from(jitter.min(offset)).unwrap_or(0))
}

/// Status and payment of an order of that age.
pub(super) fn outcome(rng: &mut Rng, at: Millis, now: Millis) -> (&'static str, bool) {
    let days = (now.0 - at.0) / Millis::DAY;
    let roll = rng.below(100);
    match days {
        0 => match roll {
            0..70 => ("PEND", false),
            70..92 => ("PRCS", false),
            _ => ("CNCL", false),
        },
        1..=2 => match roll {
            0..20 => ("PEND", false),
            20..55 => ("PRCS", false),
            55..80 => ("RDYS", false),
            80..93 => ("SHPD", false),
            _ => ("CNCL", false),
        },
        3..=6 => match roll {
            0..8 => ("PRCS", false),
            8..35 => ("SHPD", false),
            35..50 => ("ODLV", false),
            50..88 => ("DLVR", true),
            88..94 => ("RFSD", false),
            _ => ("CNCL", false),
        },
        _ => match roll {
            0..84 => ("DLVR", true),
            84..90 => ("CNCL", false),
            90..95 => ("RFSD", false),
            _ => ("RTRN", false),
        },
    }
}

/// How many different products an order has.
pub(super) fn line_count(rng: &mut Rng) -> usize {
    *rng.pick(&[1, 1, 2, 2, 3, 3, 4, 6])
}

/// The name of the fixed-cost method that sample stores have besides pickup.
pub(super) fn courier_name() -> Texts {
    Texts::new("توصيل محلي", "Local delivery")
}
