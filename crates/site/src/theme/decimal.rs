//! Decimal numbers as texts: `1.25`. Compared and rounded as integers of their last place. Pure.

/// Most characters: more than any number of people needs, fewer than overflow.
const MOST: usize = 15;

/// A decimal number in units of its last place: `1.25` with two decimals is 125. `None` for what is no number, or has more decimals.
pub(super) fn scaled(text: &str, decimals: u32) -> Option<i64> {
    let (digits, sign) = text.strip_prefix('-').map_or((text, 1), |digits| (digits, -1));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let has_shape =
        !whole.is_empty() && is_digits(whole) && is_digits(fraction) && (!digits.contains('.') || !fraction.is_empty());
    let places = usize::try_from(decimals).ok()?;
    if !has_shape || text.len() > MOST || fraction.len() > places {
        return None;
    }
    let mut number: i64 = whole.parse().ok()?;
    for place in 0..places {
        let digit = fraction.as_bytes().get(place).map_or(0, |b| i64::from(b - b'0'));
        number = number.checked_mul(10)?.checked_add(digit)?;
    }
    Some(number * sign)
}

/// The shortest text of a number in units of its last place.
pub(super) fn text(number: i64, decimals: u32) -> String {
    let places = usize::try_from(decimals).unwrap_or(0);
    let digits = format!("{:0width$}", number.unsigned_abs(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let fraction = fraction.trim_end_matches('0');
    let sign = if number < 0 { "-" } else { "" };
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn th_04_a_decimal_is_kept_in_its_shortest_form() {
        for (sent, decimals, number, shortest) in
            [("1.25", 2, 125, "1.25"), ("1.50", 2, 150, "1.5"), ("-0.5", 1, -5, "-0.5"), ("007", 0, 7, "7"), ("-0", 2, 0, "0")]
        {
            assert_eq!(scaled(sent, decimals), Some(number), "{sent}");
            assert_eq!(text(number, decimals), shortest);
        }
        for wrong in ["", "-", ".5", "5.", "1.255", "1e3", "+1", "١", "1,5", "9999999999999999", "NaN"] {
            assert_eq!(scaled(wrong, 2), None, "{wrong}");
        }
    }
}
