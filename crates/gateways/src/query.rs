//! Form-encoded text (`a=1&b=two+words`), read and written as PHP does: PayTabs signs what PHP's `http_build_query` makes.

/// Names and values in their order; none where it is no such text: a broken escape, no UTF-8, or one name twice, which two readers
/// could understand differently.
pub(crate) fn parse(text: &str) -> Option<Vec<(String, String)>> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for part in text.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let (name, value) = (decode(name)?, decode(value)?);
        if pairs.iter().any(|(n, _)| *n == name) {
            return None;
        }
        pairs.push((name, value));
    }
    Some(pairs)
}

/// The value of a name; empty where there is none.
pub(crate) fn get<'p>(pairs: &'p [(String, String)], name: &str) -> &'p str {
    pairs.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value.as_str())
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16).and_then(|d| u8::try_from(d).ok());
                let high = digit()?;
                high << 4 | digit()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

/// PHP's `urlencode` (RFC 1738): letters, digits and `-_.` stay, a blank is `+`, every other byte is `%XX` in upper case.
pub(crate) fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => out.push(char::from(byte)),
            b' ' => out.push('+'),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// `a=1&b=two+words`.
pub(crate) fn build<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let parts: Vec<String> = pairs.into_iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
    parts.join("&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_built_is_read_back(values in prop::collection::vec(".{0,12}", 0..6)) {
            let pairs: Vec<(String, String)> = values.into_iter().enumerate().map(|(n, v)| (format!("k{n}"), v)).collect();
            let text = build(pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())));
            prop_assert!(text.is_ascii());
            prop_assert_eq!(parse(&text), Some(pairs));
        }
    }

    #[test]
    fn php_encodes_more_than_browsers_do() {
        assert_eq!(encode("a b*~é-_."), "a+b%2A%7E%C3%A9-_.");
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_not_read() {
        for text in ["a=1&a=2", "a=%4", "a=%zz", "a=%FF"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse("a&b=&&c=1=2").unwrap(), [("a", ""), ("b", ""), ("c", "1=2")].map(|(n, v)| (n.into(), v.into())));
    }
}
