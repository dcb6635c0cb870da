//! The deposit of a cash order, and the rest that is paid on delivery. Pure; amounts are in minor units.

use kernel::Currency;
use kernel::money::{self, BasisPoints};
use serde::{Deserialize, Serialize};

/// Hours within which a deposit is due, unless the merchant sets another deadline.
pub const USUAL_HOURS: i64 = 48;
/// The longest deadline of a deposit, in hours: two weeks.
pub(super) const MOST_HOURS: i64 = 14 * 24;

/// The size of a deposit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deposit {
    /// A fixed amount.
    Fixed(i64),
    /// A share of the total, in hundredths of a percent; rounded half up to the currency's smallest displayed amount.
    Share(BasisPoints),
}

/// An order's total, split in deposit and rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Split {
    /// The deposit; 0 without one.
    pub advance: i64,
    /// The rest, paid on delivery.
    pub on_delivery: i64,
}

impl Deposit {
    /// Splits an order's total: both parts are at least 0, and together they are the total.
    #[must_use]
    pub fn split(self, total: i64, currency: Currency) -> Split {
        let total = total.max(0);
        // Round to the displayed unit: a currency that is shown without decimals gets no fraction.
        let coin = 10_i64.pow(currency.exponent() - currency.shown_digits());
        let uncapped = match self {
            Self::Fixed(n) => n,
            Self::Share(share) => {
                let coins = money::div_half_up(i128::from(total) * i128::from(share), 10_000 * i128::from(coin));
                coins.saturating_mul(coin)
            }
        };
        let advance = uncapped.clamp(0, total);
        Split { advance, on_delivery: total - advance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SAR: Currency = Currency::SAR;

    #[test]
    fn or_cod_a_share_is_rounded_half_up_and_an_amount_never_above_the_total() {
        // 12.5 % of 1.00 is 0.125: thirteen halalas.
        assert_eq!(Deposit::Share(1_250).split(100, SAR), Split { advance: 13, on_delivery: 87 });
        assert_eq!(Deposit::Share(1_249).split(100, SAR).advance, 12);
        assert_eq!(Deposit::Fixed(5_000).split(20_000, SAR), Split { advance: 5_000, on_delivery: 15_000 });
        assert_eq!(Deposit::Fixed(5_000).split(4_999, SAR), Split { advance: 4_999, on_delivery: 0 });
        assert_eq!(Deposit::Share(10_000).split(777, SAR), Split { advance: 777, on_delivery: 0 });
        assert_eq!(Deposit::Fixed(5_000).split(0, SAR), Split::default());
        // So small that its share is zero.
        assert_eq!(Deposit::Share(100).split(49, SAR), Split { advance: 0, on_delivery: 49 });
        // Of 1,010 rials 5 % are 50.50: rounded to whole rials.
        assert_eq!(Deposit::Share(500).split(101_000, Currency::YER), Split { advance: 5_100, on_delivery: 95_900 });
        // The largest amount does not overflow.
        assert_eq!(Deposit::Share(10_000).split(i64::MAX, SAR), Split { advance: i64::MAX, on_delivery: 0 });
    }

    proptest! {
        /// OR-01: deposit and rest add up to the total, in currencies that are displayed with 0, 2 and 3 decimals, also as they
        /// are displayed.
        #[test]
        fn or_cod_the_parts_of_a_deposit_are_the_total(
            currency in prop_oneof![Just(Currency::YER), Just(SAR), Just(Currency::KWD)], coins in 0..5_000_000_000_i64,
            fixed in 0..5_000_000_000_i64, share in 0..=10_000_i64, is_share in any::<bool>(),
        ) {
            let coin = 10_i64.pow(currency.exponent() - currency.shown_digits());
            let total = coins * coin;
            let Split { advance, on_delivery } =
                if is_share { Deposit::Share(share) } else { Deposit::Fixed(fixed * coin) }.split(total, currency);
            prop_assert!(advance >= 0 && on_delivery >= 0 && advance <= total);
            prop_assert_eq!(advance + on_delivery, total);
            prop_assert_eq!((advance % coin, on_delivery % coin), (0, 0));
            let written = |n: i64| money::parse(&money::format(n, currency), currency).unwrap();
            prop_assert_eq!(written(advance) + written(on_delivery), written(total));
            if is_share {
                // No other displayable amount is nearer to the exact share.
                let deviation = (i128::from(advance) * 10_000 - i128::from(total) * i128::from(share)).abs();
                prop_assert!(deviation <= 5_000 * i128::from(coin));
            }
        }
    }
}
