//! Addresses that the merchant writes into links: of menus, and of the theme's sections. Pure.

/// Schemes that an `href` may have; something follows each.
const SCHEMES: [&str; 5] = ["https://", "http://", "mailto:", "tel:", "#"];

/// An address as people write it: `shop.example` is one on the web, and a scheme has small letters.
pub(super) fn normalised(url: &str) -> String {
    let lower = url.to_ascii_lowercase();
    if let Some(scheme) = SCHEMES.into_iter().find(|scheme| lower.starts_with(scheme)) {
        return format!("{scheme}{}", &url[scheme.len()..]);
    }
    let host = lower.split(['/', '?', '#']).next().unwrap_or_default();
    let is_host = host.contains('.') && host.split('.').all(is_label) && !host.ends_with(|c: char| c.is_ascii_digit());
    if is_host { format!("https://{url}") } else { url.to_owned() }
}

fn is_label(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// Whether an address is allowed in an `href`: a path of the store or one of a few schemes.
#[must_use]
pub fn is_address(url: &str) -> bool {
    if let Some(rest) = url.strip_prefix('/') {
        return !rest.starts_with(['/', '\\']);
    }
    SCHEMES.iter().any(|scheme| url.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty() && !rest.contains(' ')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_07_addresses_are_read_as_people_write_them() {
        for (sent, stored) in [
            ("rawaj.example", "https://rawaj.example"),
            ("www.x.example/a?b=1", "https://www.x.example/a?b=1"),
            ("HTTPS://X.example/A", "https://X.example/A"),
            ("/collections", "/collections"),
            ("Mailto:a@x.example", "mailto:a@x.example"),
        ] {
            assert_eq!(normalised(sent), stored);
            assert!(is_address(stored), "{stored}");
        }
        for bad in [
            "https://",
            "https://ex ample.com",
            "tel:",
            "mailto:",
            "#",
            "//evil.example",
            "/\\evil",
            "javascript:alert(1)",
            "hello",
            "1.5",
        ] {
            assert!(!is_address(&normalised(bad)), "{bad}");
        }
    }
}
