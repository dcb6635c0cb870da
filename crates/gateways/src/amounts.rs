//! Amounts on the wire: decimals of major units, made from minor units and read back without a float.

use kernel::{Currency, money};
use serde_json::Value;

/// Begins a text that [`to_text`] writes as a number. Texts of people never have it: control characters are taken out of them.
const MARK: char = '\u{1}';

/// Reads `"400.00"`, and a number where one is sent instead: its shortest digits, which are those that were sent up to fifteen of them.
/// None for what is no plain decimal of this currency.
pub(crate) fn read_amount(value: &Value, currency: Currency) -> Option<i64> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let is_exact = value.is_string() || value.is_i64() || value.is_u64() || digits <= 15;
    (is_plain && is_exact).then(|| money::parse(&text, currency).ok())?
}

/// As [`read_amount`], with more digits than the currency has rounded half up: a fee that was computed (`85.505`).
pub(crate) fn read_rounded(value: &Value, currency: Currency) -> Option<i64> {
    if let Some(minor) = read_amount(value, currency) {
        return Some(minor);
    }
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let (whole, fraction) = text.split_once('.')?;
    let digits = usize::try_from(currency.exponent()).ok()?;
    let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !is_plain(whole) || !is_plain(fraction) || whole.len() > 12 {
        return None;
    }
    let minor = money::parse(&format!("{whole}.{:0<digits$}", fraction.get(..digits)?), currency).ok()?;
    Some(minor + i64::from(fraction.as_bytes().get(digits).is_some_and(|digit| *digit >= b'5')))
}

/// An amount for a body that [`to_text`] writes.
pub(crate) fn number(minor: i64, currency: Currency) -> Value {
    format!("{MARK}{}", money::format(minor, currency)).into()
}

/// The JSON text of a body whose amounts come from [`number`]: `125.50`.
///
/// A number of the JSON library with a fraction is a float, so that they are texts until they are written.
pub(crate) fn to_text(body: &Value) -> String {
    let text = body.to_string();
    let mut parts = text.split("\"\\u0001");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('"') {
            Some((number, rest)) if is_decimal(number) => out.extend([number, rest]),
            _ => out.extend(["\"\\u0001", part]),
        }
    }
    out
}

fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b"-.".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    proptest! {
        #[test]
        fn or_06_amounts_in_a_body_go_there_and_back(minor in 0..=99_999_999_999_999_i64, n in 0..Currency::ALL.len(), name in ".{0,20}") {
            let (currency, name) = (Currency::ALL[n], name.replace(MARK, ""));
            let body = json!({ "name": name, "cod": number(minor, currency), "goods": { "amount": number(1, currency) }, "end": name });
            let read: Value = serde_json::from_str(&to_text(&body)).unwrap();
            prop_assert!(read["cod"].is_number());
            prop_assert_eq!(read_amount(&read["cod"], currency), Some(minor));
            prop_assert_eq!(read_amount(&read["goods"]["amount"], currency), Some(1));
            prop_assert_eq!((read["name"].as_str(), read["end"].as_str()), (Some(name.as_str()), Some(name.as_str())));
        }
    }

    #[test]
    fn sp_03_a_fee_with_more_digits_is_rounded() {
        for (value, minor) in [
            (json!(85.5), Some(8_550)),
            (json!(85.505), Some(8_551)),
            (json!(85.504_999), Some(8_550)),
            (json!("0.999"), Some(100)),
            (json!(75), Some(7_500)),
            (json!(-1.5), None),
            (json!("1.2.3"), None),
            (json!(1e20), None),
            (json!(null), None),
        ] {
            assert_eq!(read_rounded(&value, Currency::EGP), minor, "{value}");
        }
    }

    #[test]
    fn or_06_only_an_amount_is_written_as_a_number() {
        assert_eq!(to_text(&json!({ "cod": number(12_550, Currency::EGP) })), r#"{"cod":125.50}"#);
        let text = to_text(&json!({ "a": "\u{1}x", "b": "\u{1}" }));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json!({ "a": "\u{1}x", "b": "\u{1}" }));
    }
}
