//! Money is integer minor units; the currency gives the exponent. No float comes near a price.
//!
//! Every rounding in the program is one of the functions below: half up, away from zero (decisions §5).

use crate::currency::Currency;
use crate::digits;

/// The largest amount a price input takes, in major units (VA-02).
pub const MAX_MAJOR: i64 = 10_000_000_000_000;

/// Basis points: 1/100 of a percent. 15 % is 1500.
pub type BasisPoints = i64;

/// Why a text is not an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// Not a decimal number.
    #[error("not a decimal number")]
    NotANumber,
    /// Below zero.
    #[error("negative amount")]
    Negative,
    /// More digits after the point than the currency has.
    #[error("more decimals than the currency has")]
    TooManyDecimals,
    /// Above 1e13 (VA-02).
    #[error("amount too large")]
    TooLarge,
}

/// An arithmetic result left the range of amounts; never wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("amount out of range")]
pub struct Overflow;

/// Reads "125.50" as minor units of `currency`; Arabic digits and separators are accepted.
///
/// # Errors
/// See [`AmountError`]; "1.230" in a two-digit currency is accepted because nothing is lost.
pub fn parse(text: &str, currency: Currency) -> Result<i64, AmountError> {
    parse_with(text, currency.exponent())
}

/// As [`parse`], for a bare number of digits after the point.
///
/// # Errors
/// See [`AmountError`].
pub fn parse_with(text: &str, exponent: u32) -> Result<i64, AmountError> {
    let text = digits::to_latin(text.trim());
    let text = text.replace('٫', ".").replace(['٬', ','], "");
    let (negative, body) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.as_str()),
    };
    let (integer_part, fraction) = body.split_once('.').unwrap_or((body, ""));
    if (integer_part.is_empty() && fraction.is_empty())
        || !integer_part.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit())
    {
        return Err(AmountError::NotANumber);
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > exponent as usize {
        return Err(AmountError::TooManyDecimals);
    }
    let integer_part = integer_part.trim_start_matches('0');
    if integer_part.len() > 14 {
        return Err(AmountError::TooLarge);
    }
    let major: i64 = if integer_part.is_empty() { 0 } else { integer_part.parse().map_err(|_| AmountError::TooLarge)? };
    let scale = 10_i64.pow(exponent);
    let mut minor_fraction: i64 = if fraction.is_empty() { 0 } else { fraction.parse().map_err(|_| AmountError::NotANumber)? };
    minor_fraction *= 10_i64.pow(exponent - u32::try_from(fraction.len()).unwrap_or(0));
    let minor = major * scale + minor_fraction;
    if negative && minor != 0 {
        return Err(AmountError::Negative);
    }
    if minor > MAX_MAJOR * scale {
        return Err(AmountError::TooLarge);
    }
    Ok(minor)
}

/// Writes minor units as a decimal string in the currency's own precision: `12550` SAR is "125.50".
#[must_use]
pub fn format(minor: i64, currency: Currency) -> String {
    format_with(minor, currency.exponent())
}

/// As [`format`], for a bare number of digits after the point.
#[must_use]
pub fn format_with(minor: i64, exponent: u32) -> String {
    let scale = 10_u64.pow(exponent);
    let sign = if minor < 0 { "-" } else { "" };
    let n = minor.unsigned_abs();
    if exponent == 0 {
        return format!("{sign}{n}");
    }
    format!("{sign}{}.{:0width$}", n / scale, n % scale, width = exponent as usize)
}

/// `unit * quantity`.
///
/// # Errors
/// [`Overflow`] when the result is no amount.
pub fn times(unit: i64, quantity: i64) -> Result<i64, Overflow> {
    unit.checked_mul(quantity).filter(|n| n.unsigned_abs() <= MAX_MINOR).ok_or(Overflow)
}

/// Sum of amounts.
///
/// # Errors
/// [`Overflow`] when the result is no amount.
pub fn sum(parts: impl IntoIterator<Item = i64>) -> Result<i64, Overflow> {
    parts.into_iter().try_fold(0_i64, i64::checked_add).filter(|n| n.unsigned_abs() <= MAX_MINOR).ok_or(Overflow)
}

/// The largest sum of minor units: a hundred times 1e13 major units of a three-digit currency.
const MAX_MINOR: u64 = 1_000_000_000_000_000_000;

/// `amount * rate`, half up, for a rate in basis points.
#[must_use]
pub fn percent(amount: i64, rate: BasisPoints) -> i64 {
    div_half_up(i128::from(amount) * i128::from(rate), 10_000)
}

/// The VAT inside an amount that includes it: `amount * rate / (1 + rate)`, half up.
#[must_use]
pub fn vat_inside(amount: i64, rate: BasisPoints) -> i64 {
    div_half_up(i128::from(amount) * i128::from(rate), 10_000 + i128::from(rate))
}

/// `n / d`, half up and away from zero; `d` is positive.
#[must_use]
pub fn div_half_up(n: i128, d: i128) -> i64 {
    let half = d / 2;
    let q = if n >= 0 { (n + half) / d } else { -((-n + half) / d) };
    i64::try_from(q).unwrap_or(if q > 0 { i64::MAX } else { i64::MIN })
}

/// Spreads `total` over `weights` in proportion; the rounding remainder goes to the largest weight (decisions §5).
///
/// The parts always add up to `total`. With no positive weight everything falls on the first part.
#[must_use]
pub fn allocate(total: i64, weights: &[i64]) -> Vec<i64> {
    if weights.is_empty() {
        return Vec::new();
    }
    let total_weight: i128 = weights.iter().map(|w| i128::from((*w).max(0))).sum();
    let mut parts: Vec<i64> = weights
        .iter()
        .map(|w| {
            if total_weight == 0 {
                0
            } else {
                i64::try_from(i128::from(total) * i128::from((*w).max(0)) / total_weight).unwrap_or(0)
            }
        })
        .collect();
    let largest = (0..weights.len()).rev().max_by_key(|i| weights[*i]).unwrap_or(0);
    let allocated: i64 = parts.iter().sum();
    parts[largest] += total - allocated;
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn va_02_amounts_are_read_in_the_currencys_own_precision() {
        assert_eq!(parse("125.50", Currency::SAR), Ok(12_550));
        assert_eq!(parse("١٬٢٣٤٫٥٠", Currency::SAR), Ok(123_450));
        assert_eq!(parse("1.250", Currency::KWD), Ok(1_250));
        assert_eq!(parse("1.250", Currency::SAR), Ok(125));
        assert_eq!(parse("1.255", Currency::SAR), Err(AmountError::TooManyDecimals));
        assert_eq!(parse("-1", Currency::SAR), Err(AmountError::Negative));
        assert_eq!(parse("1e3", Currency::SAR), Err(AmountError::NotANumber));
        assert_eq!(parse("150 SAR", Currency::SAR), Err(AmountError::NotANumber));
        assert_eq!(parse("10000000000000", Currency::SAR), Ok(1_000_000_000_000_000));
        assert_eq!(parse("10000000000000.01", Currency::SAR), Err(AmountError::TooLarge));
        assert_eq!(parse("99999999999999999999", Currency::SAR), Err(AmountError::TooLarge));
        assert_eq!(parse("", Currency::SAR), Err(AmountError::NotANumber));
        assert_eq!(parse(".", Currency::SAR), Err(AmountError::NotANumber));
    }

    #[test]
    fn vat_is_half_up() {
        assert_eq!(percent(1_010, 500), 51);
        assert_eq!(percent(-1_010, 500), -51);
        assert_eq!(vat_inside(11_500, 1_500), 1_500);
        assert_eq!(vat_inside(100, 1_500), 13);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(minor in 0..=1_000_000_000_000_000_i64, pick in 0..16_usize) {
            let c = Currency::ALL[pick];
            prop_assert_eq!(parse(&format(minor, c), c), Ok(minor));
        }

        #[test]
        fn allocation_loses_nothing(total in 0..1_000_000_000_i64, weights in prop::collection::vec(0..1_000_000_i64, 1..20)) {
            let parts = allocate(total, &weights);
            prop_assert_eq!(parts.iter().sum::<i64>(), total);
            prop_assert!(parts.iter().all(|p| *p >= 0));
        }
    }
}
