//! Tolerant reading of JSON: providers send one field as a number, as a text of digits, or not at all.

use serde_json::Value;

/// What stands at a dotted path (`order.id`), as text: a text, a number in its own digits, `true` or `false`. None where it is
/// missing, null, or a list or object.
pub(crate) fn text(value: &Value, path: &str) -> Option<String> {
    match find(value, path)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// As [`text`], empty where there is none.
pub(crate) fn text_or_empty(value: &Value, path: &str) -> String {
    text(value, path).unwrap_or_default()
}

/// A value at a dotted path.
pub(crate) fn find<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(value, |value, key| value.get(key))
}

/// The digits at the end of a masked number: `xxxx-xxxx-xxxx-2346`, `4111 11## #### 1111`, `2346`. Fewer than four are none.
pub(crate) fn last_four(masked: &str) -> String {
    let tail: Vec<char> = masked.trim().chars().rev().take_while(char::is_ascii_digit).take(4).collect();
    if tail.len() == 4 { tail.into_iter().rev().collect() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_field_is_read_however_it_is_sent() {
        let value = json!({"order": {"id": 217_503_754_u64, "name": null}, "success": true, "amount": "400.00"});
        assert_eq!(text(&value, "order.id").as_deref(), Some("217503754"));
        assert_eq!(text(&value, "order.name"), None);
        assert_eq!(text(&value, "order"), None);
        assert_eq!(text(&value, "success").as_deref(), Some("true"));
        assert_eq!(text_or_empty(&value, "nothing.there"), "");
        assert_eq!(last_four("4111 11## #### 1111"), "1111");
        assert_eq!(last_four("xxxx-xxxx-xxxx-2346"), "2346");
        assert_eq!(last_four("12"), "");
    }
}
