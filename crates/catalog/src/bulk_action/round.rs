//! Rounding of changed prices. Pure, in minor units.

use kernel::money;
use serde::{Deserialize, Serialize};

/// The ending to which prices are rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rounding {
    /// The last digit that the currency shows.
    #[default]
    None,
    /// 12.50 or 13.00.
    Half,
    /// 12.00 or 13.00.
    Whole,
    /// 12.99 or 13.99.
    NinetyNine,
}

/// Digits of a currency: those it is stored with, and those it is shown with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Digits {
    pub(crate) stored: u32,
    pub(crate) shown: u32,
}

impl Digits {
    pub(crate) const fn for_currency(currency: kernel::Currency) -> Self {
        Self { stored: currency.exponent(), shown: currency.shown_digits() }
    }

    const fn unit(self) -> i64 {
        10_i64.pow(self.stored)
    }
}

fn nearest(amount: i64, step: i64) -> i64 {
    money::div_half_up(i128::from(amount), i128::from(step)).saturating_mul(step)
}

impl Rounding {
    /// The nearest price with this ending, half up. Never below zero; zero stays zero. A currency that shows no digits has whole
    /// prices whatever the ending.
    pub(crate) fn round(self, amount: i64, digits: Digits) -> i64 {
        let (amount, unit) = (amount.max(0), digits.unit());
        let shown = 10_i64.pow(digits.stored.saturating_sub(digits.shown));
        if amount == 0 {
            return 0;
        }
        match self {
            Self::Half if digits.shown > 0 => nearest(amount, unit / 2),
            Self::NinetyNine if digits.shown > 0 => {
                let less = unit / 100;
                nearest(amount.saturating_add(less), unit).max(unit) - less
            }
            Self::Half | Self::NinetyNine | Self::Whole => nearest(amount, unit),
            Self::None => nearest(amount, shown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SAR: Digits = Digits { stored: 2, shown: 2 };
    const KWD: Digits = Digits { stored: 3, shown: 3 };
    const YER: Digits = Digits { stored: 2, shown: 0 };
    const BARE: Digits = Digits { stored: 0, shown: 0 };

    #[test]
    fn va_02_ends_of_prices_in_currencies_of_every_kind() {
        assert_eq!(Rounding::Half.round(12_674, SAR), 12_650);
        assert_eq!(Rounding::Half.round(12_675, SAR), 12_700);
        assert_eq!(Rounding::Whole.round(12_650, SAR), 12_700);
        assert_eq!(Rounding::NinetyNine.round(12_710, SAR), 12_699);
        assert_eq!(Rounding::NinetyNine.round(5, SAR), 99);
        assert_eq!(Rounding::NinetyNine.round(1_600, KWD), 1_990);
        assert_eq!(Rounding::Half.round(1_249, KWD), 1_000);
        assert_eq!(Rounding::None.round(1_249, KWD), 1_249);
        assert_eq!(Rounding::None.round(12_650, YER), 12_700);
        assert_eq!(Rounding::NinetyNine.round(12_650, YER), 12_700);
        assert_eq!(Rounding::Half.round(7, BARE), 7);
        assert_eq!(Rounding::NinetyNine.round(0, SAR), 0);
        assert_eq!(Rounding::Whole.round(-5, SAR), 0);
    }

    proptest! {
        /// VA-02: never below zero, with its ending, near the amount, monotonic, and unchanged when rounded again.
        #[test]
        fn va_02_rounding_holds(amount in -1_000..2_000_000_000_i64, more in 0..10_000_i64, pick in 0..4_usize, currency in 0..4_usize) {
            let rounding = [Rounding::None, Rounding::Half, Rounding::Whole, Rounding::NinetyNine][pick];
            let digits = [SAR, KWD, YER, BARE][currency];
            let rounded = rounding.round(amount, digits);
            prop_assert!(rounded >= 0);
            prop_assert!((rounded - amount.max(0)).abs() <= digits.unit());
            prop_assert!(rounding.round(amount + more, digits) >= rounded);
            prop_assert_eq!(rounding.round(rounded, digits), rounded);
            if rounded > 0 && digits.shown > 0 {
                let end = rounded % digits.unit();
                let fits = match rounding {
                    Rounding::None => true,
                    Rounding::Half => end == 0 || end == digits.unit() / 2,
                    Rounding::Whole => end == 0,
                    Rounding::NinetyNine => end == digits.unit() - digits.unit() / 100,
                };
                prop_assert!(fits);
            }
        }
    }
}
