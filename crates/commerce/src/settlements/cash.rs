//! Cash with couriers: delivered, collected and not paid out. Pure.

use kernel::{CourierSettlementId, Millis, OrderId, ShipmentId};

use crate::couriers::names;
use crate::shipping::ShippingProvider;

web::words! {
    /// Age of cash with a courier, by days since the delivery.
    Bucket as CourierCashBucket {
        /// 0 to 7 days.
        Week "0_7",
        /// 8 to 14 days.
        Fortnight "8_14",
        /// 15 to 30 days.
        Month "15_30",
        /// Over 30 days.
        Older "over_30",
    }
}

impl Bucket {
    /// Delivered after the first moment, and not after the second.
    pub(super) fn bounds(self, now: Millis) -> (Millis, Millis) {
        let days = |n: i64| now.plus(-n * Millis::DAY);
        match self {
            Self::Week => (days(8), Millis(i64::MAX)),
            Self::Fortnight => (days(15), days(8)),
            Self::Month => (days(31), days(15)),
            Self::Older => (Millis(i64::MIN), days(31)),
        }
    }
}

/// Of which couriers a list shows shipments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum CourierFilter {
    /// All.
    #[default]
    Any,
    /// Of those that shipments write so.
    Name(String),
    /// Of a courier of the program, whatever its shipments write, and of those that shipments write so.
    ProviderOrName(ShippingProvider, String),
}

impl CourierFilter {
    /// The couriers of this name; all without one.
    pub(super) fn new(name: Option<&str>) -> Self {
        let Some(name) = name else { return Self::Any };
        match names::find_by_name(name) {
            Some(provider) => Self::ProviderOrName(provider, name.to_owned()),
            None => Self::Name(name.to_owned()),
        }
    }
}

/// Which open shipments a list shows.
#[derive(Debug, Clone, Default)]
pub(super) struct CashFilter {
    pub(super) courier: CourierFilter,
    pub(super) bucket: Option<Bucket>,
    /// Those that a settlement has paid in part (true), or those of no settlement (false).
    pub(super) is_short: Option<bool>,
    /// Beginning of the compared tracking number.
    pub(super) waybill: Option<String>,
}

/// A delivered shipment whose cash is with its courier.
#[derive(Debug, Clone)]
pub(super) struct OpenShipment {
    pub(super) id: ShipmentId,
    pub(super) order_id: OrderId,
    pub(super) order_number: i64,
    pub(super) n: i64,
    pub(super) provider: ShippingProvider,
    pub(super) courier_name: String,
    pub(super) tracking_no: String,
    pub(super) delivered_at: Millis,
    pub(super) cash: i64,
    pub(super) remitted: i64,
    pub(super) settlement_id: Option<CourierSettlementId>,
}
db::row!(OpenShipment {
    id,
    order_id,
    order_number,
    n,
    provider,
    courier_name,
    tracking_no,
    delivered_at,
    cash,
    remitted,
    settlement_id
});

impl OpenShipment {
    /// What is missing.
    pub(super) const fn missing(&self) -> i64 {
        self.cash - self.remitted
    }

    /// Whole days since the delivery.
    pub(super) const fn days(&self, now: Millis) -> i64 {
        (now.0 - self.delivered_at.0) / Millis::DAY
    }
}

/// Counts and amounts of a courier.
#[derive(Debug, Clone)]
pub(super) struct CourierSums {
    pub(super) provider: ShippingProvider,
    /// As the shipments write it; empty of a courier of the program.
    pub(super) courier_name: String,
    /// Of each bucket, in their order: shipments of no settlement.
    pub(super) counts: [i64; 4],
    pub(super) amounts: [i64; 4],
    /// Paid in part by a settlement.
    pub(super) short_count: i64,
    pub(super) short_amount: i64,
}

impl db::FromRow for CourierSums {
    fn from_row(row: &mut db::Row<'_>) -> db::Result<Self> {
        let (provider, courier_name) = (row.get()?, row.get()?);
        let (mut counts, mut amounts) = ([0; 4], [0; 4]);
        for at in 0..4 {
            (counts[at], amounts[at]) = (row.get()?, row.get()?);
        }
        Ok(Self { provider, courier_name, counts, amounts, short_count: row.get()?, short_amount: row.get()? })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// OR-06, courier cash: a courier of the program is meant by its own name, others by what shipments write.
    #[test]
    fn or_06_courier_cash_a_name_means_the_courier_of_the_program() {
        use CourierFilter as Of;
        for (name, expected) in [
            (None, Of::Any),
            (Some("Bosta"), Of::ProviderOrName(ShippingProvider::Bosta, "Bosta".into())),
            (Some("بوسطة إلى الباب"), Of::Name("بوسطة إلى الباب".into())),
        ] {
            assert_eq!(Of::new(name), expected, "{name:?}");
        }
    }

    proptest! {
        /// OR-06, courier cash: every age is in exactly one bucket, and it is the one of its whole days.
        #[test]
        fn or_06_courier_cash_every_age_is_in_one_bucket(age in 0_i64..100 * Millis::DAY) {
            let (now, at) = (Millis(1_800_000_000_000), Millis(1_800_000_000_000 - age));
            let within = |bucket: &&Bucket| { let (after, until) = bucket.bounds(now); at > after && at <= until };
            let found: Vec<&Bucket> = Bucket::ALL.iter().filter(within).collect();
            let expected = match age / Millis::DAY { 0..=7 => Bucket::Week, 8..=14 => Bucket::Fortnight, 15..=30 => Bucket::Month, _ => Bucket::Older };
            prop_assert_eq!(found, [&expected]);
        }
    }
}
