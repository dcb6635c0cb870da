//! Which shipment a row of a sheet means: by its waybill, then by our reference. Pure.

use std::collections::HashMap;

use kernel::Lang;
use kernel::digits::{ascii_digit, is_invisible};
use kernel::fold::fold;

use super::row_model::Candidate;
use crate::couriers::names;
use crate::shipments::Status;
use crate::shipping::ShippingProvider;

/// A reference of ours: the order's number, and the shipment's where it is named. `"#1001"`, `"١٠٠١-٢"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Reference {
    pub(super) order: i64,
    pub(super) shipment: Option<i64>,
}

impl Reference {
    /// Parses a reference; none for any other text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let tidy: String = text
            .chars()
            .filter(|c| !c.is_whitespace() && !is_invisible(*c) && *c != '#')
            .map(|c| if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}') { '-' } else { ascii_digit(c).unwrap_or(c) })
            .collect();
        let number = |digits: &str| {
            let is_number = (1..=15).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| digits.parse::<i64>().ok()).flatten()
        };
        match tidy.split_once('-') {
            Some((order, shipment)) => Some(Self { order: number(order)?, shipment: Some(number(shipment)?) }),
            None => Some(Self { order: number(&tidy)?, shipment: None }),
        }
    }
}

/// The shipments that rows of a sheet can mean.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    by_waybill: HashMap<String, Vec<Candidate>>,
    by_order: HashMap<i64, Vec<Candidate>>,
}

/// What a row matches.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Match<'a> {
    /// A shipment, by its waybill.
    Waybill(&'a Candidate),
    /// A shipment, by our reference.
    Reference(&'a Candidate),
    /// The reference fits several shipments.
    Ambiguous,
    /// No shipment of the store.
    None,
}

/// The one that is meant: the only one, else the only one that is not cancelled, else the only one of those with this amount.
fn only<'a>(all: &[&'a Candidate], collected: i64) -> Option<&'a Candidate> {
    let live: Vec<&Candidate> = all.iter().copied().filter(|s| s.status != Status::Cancelled).collect();
    match (all, live.as_slice()) {
        ([one], _) | (_, [one]) => Some(one),
        _ => {
            let fitting: Vec<&Candidate> = live.into_iter().filter(|s| s.cash == collected).collect();
            if let [one] = fitting.as_slice() { Some(one) } else { None }
        }
    }
}

impl Candidates {
    pub(super) fn new(by_waybill: Vec<Candidate>, by_order: Vec<Candidate>) -> Self {
        let mut out = Self::default();
        for candidate in by_waybill {
            out.by_waybill.entry(candidate.tracking_key.clone()).or_default().push(candidate);
        }
        for candidate in by_order {
            out.by_order.entry(candidate.order_number).or_default().push(candidate);
        }
        out
    }

    /// The shipment of a row.
    pub(super) fn find(&self, waybill_key: &str, reference: Option<Reference>, collected: i64) -> Match<'_> {
        let by_waybill: Vec<&Candidate> = self.by_waybill.get(waybill_key).into_iter().flatten().collect();
        if let Some(one) = only(&by_waybill, collected) {
            return Match::Waybill(one);
        }
        let Some(reference) = reference else {
            return if by_waybill.is_empty() { Match::None } else { Match::Ambiguous };
        };
        let of_order = self.by_order.get(&reference.order).into_iter().flatten();
        let found: Vec<&Candidate> = of_order.filter(|s| reference.shipment.is_none_or(|n| n == s.n)).collect();
        match only(&found, collected) {
            Some(one) => Match::Reference(one),
            None if found.is_empty() && by_waybill.is_empty() => Match::None,
            None => Match::Ambiguous,
        }
    }
}

/// The courier whose sheet it is, by the name that its settlement has.
#[derive(Debug)]
pub(super) struct SheetCourier {
    /// Folded.
    key: String,
    /// Couriers of the program that the name stands for: it is their own, or one of the shipments of this sheet was written so when
    /// shipments still had the name of their shipping method.
    providers: Vec<ShippingProvider>,
}

impl SheetCourier {
    pub(super) fn new(name: &str, candidates: &Candidates) -> Self {
        let key = fold(name);
        let all = candidates.by_waybill.values().chain(candidates.by_order.values()).flatten();
        let written = all.filter(|s| is_known(s.provider) && fold(&s.courier_name) == key).map(|s| s.provider);
        let providers = names::find_by_name(name).into_iter().chain(written).collect();
        Self { key, providers }
    }

    /// Whether a shipment went by it; one without a name may have.
    pub(super) fn has(&self, shipment: &Candidate) -> bool {
        let key = fold(&shipment.courier_name);
        key.is_empty() || key == self.key || self.providers.contains(&shipment.provider)
    }
}

fn is_known(provider: ShippingProvider) -> bool {
    names::own_name(provider, Lang::Ar).is_some()
}

#[cfg(test)]
mod tests {
    use kernel::{OrderId, ShipmentId};
    use proptest::prelude::*;

    use super::*;
    use crate::shipments::tracking_key;

    fn shipment(order: i64, n: i64, waybill: &str, cash: i64) -> Candidate {
        Candidate {
            shipment_id: ShipmentId::from_raw(order * 10 + n),
            order_id: OrderId::from_raw(order),
            order_number: order,
            n,
            tracking_key: tracking_key(waybill),
            provider: ShippingProvider::Custom,
            courier_name: "Bosta".into(),
            status: Status::Delivered,
            cash,
            delivered_at: None,
            remitted: 0,
            fee: 0,
            settlement_id: None,
            is_due: true,
        }
    }

    #[test]
    fn or_06_courier_cash_rows_are_matched_by_waybill_then_by_reference() {
        let all = vec![shipment(1001, 1, "JT-123", 5_000), shipment(1002, 1, "", 3_000), shipment(1002, 2, "", 4_000)];
        let candidates = Candidates::new(vec![all[0].clone()], all.clone());
        let id = |found: Match<'_>| match found {
            Match::Waybill(s) | Match::Reference(s) => Some((s.order_number, s.n)),
            Match::Ambiguous | Match::None => None,
        };
        let find = |waybill: &str, reference: &str, collected| {
            candidates.find(&tracking_key(waybill), Reference::parse(reference), collected)
        };
        assert!(matches!(find("jt ١٢٣", "9", 1), Match::Waybill(_)));
        assert_eq!(id(find("", "#1001", 1)), Some((1001, 1)));
        assert_eq!(id(find("X", "١٠٠٢ – ٢", 1)), Some((1002, 2)));
        assert_eq!(id(find("", "1002", 4_000)), Some((1002, 2)));
        assert_eq!(find("", "1002", 1), Match::Ambiguous);
        assert_eq!(find("X", "7", 1), Match::None);
        assert_eq!(Reference::parse("JT-9"), None);
        assert_eq!(Reference::parse(""), None);
    }

    #[test]
    fn or_06_courier_cash_a_courier_of_the_program_is_one_in_a_sheet() {
        let of = |provider, name: &str| Candidate { provider, courier_name: name.into(), ..shipment(1001, 1, "JT-1", 5_000) };
        let (bosta, custom) = (ShippingProvider::Bosta, ShippingProvider::Custom);
        let old = of(bosta, "بوسطة إلى الباب");
        let sheet = |name: &str| SheetCourier::new(name, &Candidates::new(vec![old.clone()], Vec::new()));
        for (name, candidate, is_same) in [
            ("Bosta", of(bosta, "بوسطة"), true),
            ("بوسطه", old.clone(), true),
            ("بوسطة إلى الباب", of(bosta, "بوسطة"), true),
            ("Aramex", of(bosta, "بوسطة"), false),
            ("Aramex", of(custom, "أرامكس"), false),
            ("Aramex", of(custom, "ARAMEX"), true),
            ("Aramex", of(custom, ""), true),
            ("Bosta", of(custom, "مندوب المدينة"), false),
            ("Bosta", of(ShippingProvider::Wassalha, "وصلها"), false),
        ] {
            assert_eq!(sheet(name).has(&candidate), is_same, "{name} {}", candidate.courier_name);
        }
    }

    proptest! {
        /// OR-06, courier cash: blanks, dashes, case and the script of digits never change what a waybill is compared as.
        #[test]
        fn or_06_courier_cash_waybills_are_compared_by_letters_and_digits(parts in prop::collection::vec("[A-Z]{0,2}[0-9]{1,4}", 1..5)) {
            let plain = parts.concat();
            let arabic: String = plain.chars().map(|c| c.to_digit(10).and_then(|d| char::from_u32(0x660 + d)).unwrap_or(c)).collect();
            prop_assert_eq!(tracking_key(&plain), plain.clone());
            prop_assert_eq!(tracking_key(&parts.join(" - ")), plain.clone());
            prop_assert_eq!(tracking_key(&plain.to_lowercase()), plain.clone());
            prop_assert_eq!(tracking_key(&arabic), plain);
        }

        /// OR-06, courier cash: a reference is read back from each way to write it.
        #[test]
        fn or_06_courier_cash_a_reference_is_read_back(order in 1_i64..1_000_000, n in prop::option::of(1_i64..100)) {
            let text = n.map_or_else(|| order.to_string(), |n| format!("{order}-{n}"));
            let expected = Some(Reference { order, shipment: n });
            prop_assert_eq!(Reference::parse(&text), expected);
            prop_assert_eq!(Reference::parse(&format!(" # {text} ")), expected);
        }
    }
}
