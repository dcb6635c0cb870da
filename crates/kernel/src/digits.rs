//! Digits of any script to ASCII, and number text to one canonical form.
//!
//! People of the region type `١٥٠٫٥٠`, Excel writes `1,250`, a Persian keyboard gives `۱۲۳`. Everything
//! numeric passes through here first, so the rest of the program only ever sees `0-9`, `-` and `.`.
//! Nothing here makes a float: a number stays text until money or a count is read from it.

use std::borrow::Cow;
use std::cmp::Ordering;

/// Code point of the digit zero of every decimal-digit range (general category Nd, Unicode 16).
/// Each range is ten consecutive code points. Sorted, for binary search.
const ZEROES: [u32; 74] = [
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50,
    0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620,
    0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x10D40, 0x11066, 0x110F0, 0x11136, 0x111D0,
    0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11BF0, 0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16130,
    0x16A60, 0x16AC0, 0x16B50, 0x16D70, 0x1CCF0, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E5F1,
    0x1E950, 0x1FBF0,
];

/// The ASCII digit of a decimal digit of any script (`٣` gives `3`), or `None` when `c` is no digit.
#[must_use]
pub fn ascii_digit(c: char) -> Option<char> {
    if c.is_ascii() {
        return c.is_ascii_digit().then_some(c);
    }
    let point = u32::from(c);
    let at = ZEROES.partition_point(|zero| *zero <= point).checked_sub(1)?;
    let value = point - ZEROES[at];
    if value < 10 { char::from_digit(value, 10) } else { None }
}

/// `text` with every decimal digit as ASCII; other characters are left alone.
#[must_use]
pub fn to_latin(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    if text.chars().all(|c| c.is_ascii() || ascii_digit(c).is_none()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| ascii_digit(c).unwrap_or(c)).collect())
}

/// Only the digits of `text`, as ASCII: the form in which phones, SKUs and order numbers are searched.
pub fn digits_only(text: &str) -> String {
    text.chars().filter_map(ascii_digit).collect()
}

/// Whether `c` is invisible in running text: zero-width marks, direction marks, soft hyphen, byte-order mark.
/// The set of contracts/locale.md §1 step 4.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}'
            | '\u{061C}' | '\u{FEFF}' | '\u{00AD}'
    )
}

/// Why a text is not a plain decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotDecimal {
    /// Nothing but blanks.
    #[error("the number is empty")]
    Empty,
    /// Letters, a currency sign, two decimal points, or anything else that is no part of a number.
    #[error("not a plain number")]
    NotANumber,
}

/// Reads a number as people and spreadsheets write it and returns its canonical form
/// `-?digits[.digits]` without leading zeros, trailing fraction zeros, grouping or a `+`.
///
/// Accepts digits of any script, `٫` or `.` as the decimal point, `,` `٬` `'` and blanks as grouping in
/// groups of three (a comma that groups otherwise is refused, because `12,5` is ambiguous), and a sign
/// in front. Units (`150 SAR`), exponents and a second point are refused.
///
/// ```
/// use kernel::digits::canonical_decimal;
/// assert_eq!(canonical_decimal(" ١٬٢٥٠٫٥٠ ").unwrap(), "1250.5");
/// assert!(canonical_decimal("150 SAR").is_err());
/// ```
///
/// # Errors
/// [`NotDecimal::Empty`] when nothing but blanks is there, [`NotDecimal::NotANumber`] for whatever is no such number.
pub fn canonical_decimal(text: &str) -> Result<String, NotDecimal> {
    let mut negative = false;
    let mut integer_part = String::new();
    let mut fraction = String::new();
    let mut has_point = false;
    let mut seen_any = false;
    // Lengths of the digit groups before the point; a separator closes a group.
    let mut groups: Vec<usize> = vec![0];
    for c in text.trim().chars().filter(|c| !is_invisible(*c)) {
        if let Some(digit) = ascii_digit(c) {
            if has_point {
                fraction.push(digit);
            } else {
                integer_part.push(digit);
                if let Some(last) = groups.last_mut() {
                    *last += 1;
                }
            }
        } else {
            match c {
                '-' | '\u{2212}' if !seen_any => negative = true,
                '+' if !seen_any => {}
                '.' | '\u{066B}' if !has_point => has_point = true,
                ',' | '\u{066C}' | '\'' | '\u{2019}' | ' ' | '\u{00A0}' | '\u{202F}'
                    if !has_point && !integer_part.is_empty() =>
                {
                    groups.push(0);
                }
                _ => return Err(NotDecimal::NotANumber),
            }
        }
        seen_any = true;
    }
    if !seen_any {
        return Err(NotDecimal::Empty);
    }
    if integer_part.is_empty() && fraction.is_empty() {
        return Err(NotDecimal::NotANumber);
    }
    // "0,125" is a decimal comma, not a thousand.
    if groups.len() > 1 && (integer_part.starts_with('0') || groups[0] > 3 || groups[1..].iter().any(|length| *length != 3)) {
        return Err(NotDecimal::NotANumber);
    }
    let integer_part = integer_part.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let mut canonical = String::with_capacity(integer_part.len() + fraction.len() + 3);
    if negative && !(integer_part.is_empty() && fraction.is_empty()) {
        canonical.push('-');
    }
    canonical.push_str(if integer_part.is_empty() { "0" } else { integer_part });
    if !fraction.is_empty() {
        canonical.push('.');
        canonical.push_str(fraction);
    }
    Ok(canonical)
}

/// Why a decimal does not fit an integer of minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecimalFault {
    /// See [`NotDecimal`].
    #[error(transparent)]
    NotDecimal(#[from] NotDecimal),
    /// More fraction digits than the target holds; nothing is rounded silently.
    #[error("more than {0} fraction digits")]
    TooPrecise(u32),
    /// Past the range of a 64-bit integer.
    #[error("number out of range")]
    OutOfRange,
}

/// Reads a decimal text (any form that [`canonical_decimal`] takes) as an integer scaled by
/// `10^exponent`: `("150.5", 2)` gives 15050. Refuses extra fraction digits rather than rounding.
///
/// # Errors
/// [`DecimalFault`]: the text is no number, has more fraction digits than `exponent`, or is past 64 bits.
pub fn scaled(text: &str, exponent: u32) -> Result<i64, DecimalFault> {
    let canonical = canonical_decimal(text)?;
    let (negative, digits) = match canonical.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, canonical.as_str()),
    };
    let (integer_part, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let places = exponent as usize;
    if fraction.len() > places {
        return Err(DecimalFault::TooPrecise(exponent));
    }
    let padding = std::iter::repeat_n(b'0', places - fraction.len());
    let mut value: i64 = 0;
    for digit in integer_part.bytes().chain(fraction.bytes()).chain(padding) {
        value = value.checked_mul(10).and_then(|v| v.checked_add(i64::from(digit - b'0'))).ok_or(DecimalFault::OutOfRange)?;
    }
    Ok(if negative { -value } else { value })
}

/// Compares two canonical decimals (as [`canonical_decimal`] returns them) of any length, exactly.
#[must_use]
pub fn compare_canonical(left: &str, right: &str) -> Ordering {
    fn magnitude(left: &str, right: &str) -> Ordering {
        let (left_integer, left_fraction) = left.split_once('.').unwrap_or((left, ""));
        let (right_whole, right_fraction) = right.split_once('.').unwrap_or((right, ""));
        // Canonical fractions have no trailing zeros, so text order is number order.
        left_integer
            .len()
            .cmp(&right_whole.len())
            .then_with(|| left_integer.cmp(right_whole))
            .then_with(|| left_fraction.cmp(right_fraction))
    }
    match (left.strip_prefix('-'), right.strip_prefix('-')) {
        (None, None) => magnitude(left, right),
        (Some(left), Some(right)) => magnitude(right, left),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn digits_of_every_script_become_ascii() {
        assert_eq!(to_latin("٠١٢٣٤٥٦٧٨٩"), "0123456789");
        assert_eq!(to_latin("۰۱۲۳۴۵۶۷۸۹"), "0123456789");
        assert_eq!(to_latin("１２३४ طلب"), "1234 طلب");
        assert_eq!(ascii_digit('\u{1FBF9}'), Some('9'));
        assert_eq!(ascii_digit('\u{1E5FA}'), Some('9'));
        assert_eq!(ascii_digit('\u{1E4FA}'), None);
        assert_eq!(ascii_digit('½'), None);
        assert_eq!(digits_only("#١٠٠١-۲"), "10012");
    }

    #[test]
    fn the_table_of_zeroes_is_sorted_and_its_ranges_do_not_overlap() {
        assert!(ZEROES.windows(2).all(|pair| pair[0] + 10 <= pair[1]));
    }

    #[test]
    fn numbers_come_out_in_one_form() {
        let cases = [
            ("١٥٠٫٥٠", "150.5"),
            ("1,250", "1250"),
            ("١٬٢٣٤٬٥٦٧٫٨٩", "1234567.89"),
            ("1 250.00", "1250"),
            ("-0", "0"),
            ("-0.50", "-0.5"),
            ("+7", "7"),
            (".5", "0.5"),
            ("5.", "5"),
            ("000120", "120"),
            ("\u{200F}۱۲۳", "123"),
        ];
        for (input, canonical) in cases {
            assert_eq!(canonical_decimal(input).as_deref(), Ok(canonical), "{input}");
        }
    }

    #[test]
    fn what_is_no_plain_number_is_refused() {
        for input in ["150 SAR", "SAR150", "1.2.3", "12,5", "0,125", "1,2,3", "1e5", "--1", "1-", "٪5", ".", "-", "1,250,"] {
            assert_eq!(canonical_decimal(input), Err(NotDecimal::NotANumber), "{input}");
        }
        assert_eq!(canonical_decimal(" \u{00A0} "), Err(NotDecimal::Empty));
    }

    #[test]
    fn scaling_is_exact_and_never_rounds() {
        assert_eq!(scaled("150.5", 2), Ok(15050));
        assert_eq!(scaled("1.250", 3), Ok(1250));
        assert_eq!(scaled("1.2500", 2), Ok(125));
        assert_eq!(scaled("1.255", 2), Err(DecimalFault::TooPrecise(2)));
        assert_eq!(scaled("-3", 0), Ok(-3));
        assert_eq!(scaled("92233720368547758.07", 2), Ok(i64::MAX));
        assert_eq!(scaled("92233720368547758.08", 2), Err(DecimalFault::OutOfRange));
    }

    #[test]
    fn canonical_numbers_compare_as_numbers() {
        for (left, right) in [("9", "10"), ("-10", "-9"), ("-1", "1"), ("1.5", "1.50001"), ("0", "0.1")] {
            assert_eq!(compare_canonical(left, right), Ordering::Less, "{left} {right}");
            assert_eq!(compare_canonical(right, left), Ordering::Greater, "{right} {left}");
        }
        assert_eq!(compare_canonical("1.5", "1.5"), Ordering::Equal);
    }

    proptest! {
        #[test]
        fn reading_never_panics_and_is_idempotent(text in ".*") {
            if let Ok(canonical) = canonical_decimal(&text) {
                let again = canonical_decimal(&canonical);
                prop_assert_eq!(again.as_deref(), Ok(canonical.as_str()));
            }
            let _ = scaled(&text, 3);
            let _ = digits_only(&text);
        }

        #[test]
        fn minor_units_round_trip(value in any::<i32>()) {
            let text = format!("{}{}.{:02}", if value < 0 { "-" } else { "" }, value.unsigned_abs() / 100, value.unsigned_abs() % 100);
            prop_assert_eq!(scaled(&text, 2), Ok(i64::from(value)));
        }
    }
}
