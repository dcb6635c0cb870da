//! The cart on PayTabs' wire: its description, and its amount: a decimal number of major units, made from minor units without a float.

use kernel::digits::to_latin;
use kernel::money;
use serde_json::Value;

use crate::exchange::shortened;
use crate::payments::model::Amount;

/// A JSON object with one more member, `cart_amount`, as a number with the digits of its currency: `125.50`, `12.550`.
///
/// Written by hand: a number of the JSON library with a fraction is a float.
pub(super) fn with_amount(body: &Value, amount: Amount) -> String {
    let members = body.to_string();
    let rest = members.strip_prefix('{').unwrap_or_default();
    let separator = if rest.starts_with('}') { "" } else { "," };
    format!("{{\"cart_amount\":{}{separator}{rest}", money::format(amount.minor, amount.currency))
}

/// A description is required; the reference stands in for an empty one.
pub(super) fn description(text: &str, reference: &str) -> String {
    let text = shortened(&to_latin(text.trim()), 128);
    if text.is_empty() { reference.to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::amounts::read_amount;
    use kernel::Currency;
    use proptest::prelude::*;
    use serde_json::json;

    proptest! {
        #[test]
        fn py_03_amounts_go_there_and_back(minor in 0..=999_999_999_999_999_i64, n in 0..Currency::ALL.len()) {
            let currency = Currency::ALL[n];
            let text = with_amount(&json!({ "cart_currency": currency.code() }), Amount { minor, currency });
            let body: Value = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(body["cart_currency"].as_str(), Some(currency.code()));
            prop_assert_eq!(read_amount(&body["cart_amount"], currency), Some(minor), "{}", text);
            prop_assert_eq!(read_amount(&json!(money::format(minor, currency)), currency), Some(minor));
        }

        #[test]
        fn py_03_amounts_of_any_digits_go_there_and_back(minor in 0..=1_000_000_000_000_i64, exponent in 0..=3_u32) {
            let text = money::format_with(minor, exponent);
            prop_assert_eq!(money::parse_with(&text, exponent), Ok(minor));
        }
    }

    #[test]
    fn py_03_an_amount_is_a_plain_decimal_of_its_currency() {
        assert_eq!(with_amount(&json!({}), Amount { minor: 5, currency: Currency::KWD }), r#"{"cart_amount":0.005}"#);
        assert_eq!(read_amount(&json!("400.00"), Currency::SAR), Some(40_000));
        assert_eq!(read_amount(&json!(400), Currency::SAR), Some(40_000));
        assert_eq!(read_amount(&json!(0.1), Currency::SAR), Some(10));
        for value in [json!("4,00"), json!("-1"), json!("1e3"), json!("1.005"), json!(""), json!("٤"), json!(null), json!(1e30)]
        {
            assert_eq!(read_amount(&value, Currency::SAR), None, "{value}");
        }
    }
}
