//! Old addresses and their targets, as they are stored and as a request is looked up. Pure.

use kernel::slug::percent_encode;
use web::Message;
use web::message::common;

/// Most characters of an address and of a target.
pub(super) const MOST_ADDRESS: usize = 500;

const NOT_A_PATH: Message = Message::new(
    "اكتب عنوانًا من متجرك يبدأ بـ /، مثل ‎/products/old-name",
    "Enter an address of your store that begins with /, such as /products/old-name",
);
const RESERVED: Message = Message::new(
    "هذا العنوان من الصفحات الأساسية للمتجر ولا يمكن تحويله.",
    "Your store needs this address, so it can't be redirected.",
);
const NOT_A_TARGET: Message = Message::new(
    "اكتب مسارًا في متجرك يبدأ بـ / أو رابطًا كاملًا يبدأ بـ \u{2066}https://\u{2069}",
    "Enter a path of your store that begins with /, or a full link that begins with https://",
);

/// First segments of addresses that are the store's own: some hold a shopper's secret.
const OWN: [&str; 16] = [
    "cart",
    "checkout",
    "orders",
    "drafts",
    "a",
    "media",
    "assets",
    "dashboard",
    "api",
    "search",
    "newsletter",
    "robots.txt",
    "manifest.webmanifest",
    "icon.svg",
    "favicon.ico",
    ".well-known",
];

/// Percent-decoded; `None` when that is no text.
fn decode(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok()));
        if let Some(byte) = hex {
            out.push(byte?);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).ok()
}

/// Without the language in front: both languages of a store share their redirects.
fn without_language(path: &str) -> &str {
    ["/ar", "/en"]
        .into_iter()
        .find_map(|prefix| path.strip_prefix(prefix).filter(|rest| rest.is_empty() || rest.starts_with('/')))
        .map_or(path, |rest| if rest.is_empty() { "/" } else { rest })
}

/// Whether a path names the language that it is read in.
#[must_use]
pub fn has_language(path: &str) -> bool {
    without_language(path.split(['?', '#']).next().unwrap_or_default()).len()
        < path.split(['?', '#']).next().unwrap_or_default().len()
}

/// A path as it is stored: decoded, without query, language and the `/` at its end. `None` when it is no path.
pub(super) fn path_of(sent: &str) -> Option<String> {
    let path = sent.split(['?', '#']).next().unwrap_or_default();
    if !path.starts_with('/') {
        return None;
    }
    let decoded = decode(path)?;
    let is_odd = |segment: &str| segment == "." || segment == "..";
    if decoded.contains(|c: char| c.is_control() || c == '\\') || decoded.split('/').any(is_odd) {
        return None;
    }
    let segments: Vec<&str> =
        without_language(&decoded).split('/').map(str::trim).filter(|segment| !segment.is_empty()).collect();
    let path = format!("/{}", segments.join("/"));
    (path.chars().count() <= MOST_ADDRESS).then_some(path)
}

/// What addresses are compared by: letter case makes no other page.
pub(super) fn key(path: &str) -> String {
    path.to_lowercase()
}

/// The decoded segments of a stored path.
pub(super) fn segments(path: &str) -> Vec<&str> {
    path.split('/').filter(|segment| !segment.is_empty()).collect()
}

/// Whether the store itself answers at a stored path, so that no redirect of it would ever work, or must.
pub(super) fn is_own(path: &str) -> bool {
    let path = key(path);
    let first = segments(&path).first().copied().unwrap_or_default();
    first.is_empty() || OWN.contains(&first) || (first.starts_with("sitemap") && first.ends_with(".xml"))
}

/// The path of an address that may name a host: merchants copy both.
fn without_host(sent: &str) -> &str {
    let lower = sent.to_ascii_lowercase();
    let Some(scheme) = ["https://", "http://"].into_iter().find(|scheme| lower.starts_with(scheme)) else { return sent };
    let rest = &sent[scheme.len()..];
    rest.find('/').map_or("/", |at| &rest[at..])
}

/// An old address as it is stored, from how people write it.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_address(sent: &str) -> Result<String, Message> {
    let sent = sent.trim();
    if sent.is_empty() {
        return Err(common::REQUIRED);
    }
    if sent.chars().count() > 2 * MOST_ADDRESS {
        return Err(common::TOO_LONG.with("max", MOST_ADDRESS));
    }
    let path = without_host(sent);
    // `products/shirt` is copied out of old lists.
    let is_bare = !path.starts_with('/') && path.contains('/') && !path.contains(char::is_whitespace) && !path.contains(':');
    let path = if is_bare { path_of(&format!("/{path}")) } else { path_of(path) };
    let path = path.ok_or(NOT_A_PATH)?;
    if is_own(&path) { Err(RESERVED) } else { Ok(path) }
}

/// Where an old address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    /// As it is stored.
    pub(super) text: String,
    /// Empty for an address on another host.
    pub(super) key: String,
}

/// A target as it is stored; `origin` is the store's own address.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_target(sent: &str, origin: &str) -> Result<Target, Message> {
    let sent = sent.trim();
    if sent.is_empty() {
        return Err(common::REQUIRED);
    }
    if sent.chars().count() > MOST_ADDRESS {
        return Err(common::TOO_LONG.with("max", MOST_ADDRESS));
    }
    let own = sent.strip_prefix(origin).filter(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
    let local = own.map_or(sent, |rest| if rest.is_empty() { "/" } else { rest });
    if local.starts_with('/') {
        if local.starts_with("//") {
            return Err(NOT_A_TARGET);
        }
        let path = path_of(local).ok_or(NOT_A_TARGET)?;
        let at = local.find(['?', '#']).unwrap_or(local.len());
        let (written, rest) = local.split_at(at);
        if rest.contains(|c: char| c.is_control() || c.is_whitespace() || c == '\\') {
            return Err(NOT_A_TARGET);
        }
        // Readable, unless it would then be another address.
        let readable = decode(written).filter(|text| !text.contains(['%', '?', '#'])).unwrap_or_else(|| written.to_owned());
        return Ok(Target { text: format!("{readable}{rest}"), key: key(&path) });
    }
    let host = local.get(..8).filter(|scheme| scheme.eq_ignore_ascii_case("https://")).map(|_| &local[8..]);
    let host = host.map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
    let is_host = |host: &str| {
        host.contains('.') && !host.starts_with('.') && host.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | ':'))
    };
    if !host.is_some_and(is_host) || local.contains(|c: char| c.is_control() || c.is_whitespace() || c == '\\') {
        return Err(NOT_A_TARGET);
    }
    Ok(Target { text: format!("https://{}", &local[8..]), key: String::new() })
}

/// A target as a header may hold it.
pub(super) fn encoded(target: &str) -> String {
    let mut out = String::with_capacity(target.len());
    let mut buffer = [0; 4];
    for c in target.chars() {
        if c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '`' | '{' | '}' | '|' | '^' | '\\') {
            out.push(c);
        } else {
            out.push_str(&percent_encode(c.encode_utf8(&mut buffer)));
        }
    }
    out
}

/// `%` around a text, for `LIKE` with `!` before what would be a wildcard.
pub(super) fn like_pattern(text: &str) -> String {
    let mut out = String::from("%");
    for c in text.chars() {
        if matches!(c, '%' | '_' | '!') {
            out.push('!');
        }
        out.push(c);
    }
    out.push('%');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://nakhla.rawaj.example";

    #[test]
    fn st_08_an_old_address_is_stored_as_requests_are_looked_up() {
        for (sent, stored) in [
            ("/products/old", "/products/old"),
            (" /Products/Old/ ", "/Products/Old"),
            ("/ar/products/old?x=1#top", "/products/old"),
            ("/en", "/"),
            ("/english/x", "/english/x"),
            ("https://old.example/shop/a%20b", "/shop/a b"),
            ("products/old", "/products/old"),
            ("/%D9%82%D9%85%D9%8A%D8%B5", "/قميص"),
            ("/قميص//جديد", "/قميص/جديد"),
        ] {
            let path = if stored == "/" { path_of(sent) } else { read_address(sent).ok() };
            assert_eq!(path.as_deref(), Some(stored), "{sent}");
        }
        assert_eq!(key("/Products/Old"), key("/products/old"));
        for bad in [
            "",
            "old",
            "/%FF",
            "/a/../b",
            "/a\\b",
            "/cart",
            "/CHECKOUT/x",
            "/media/1",
            "/dashboard",
            "/",
            "/en/cart",
            "/sitemap.xml",
        ] {
            assert!(read_address(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn st_08_a_target_is_a_path_of_the_store_or_an_https_address() {
        let target = |sent: &str| read_target(sent, ORIGIN).map(|t| (t.text, t.key));
        assert_eq!(target("/products/new?color=1"), Ok(("/products/new?color=1".into(), "/products/new".into())));
        assert_eq!(target("https://nakhla.rawaj.example/en/pages/about"), Ok(("/en/pages/about".into(), "/pages/about".into())));
        assert_eq!(target("/%D9%82%D9%85%D9%8A%D8%B5"), Ok(("/قميص".into(), "/قميص".into())));
        assert_eq!(target("HTTPS://x.example/A"), Ok(("https://x.example/A".into(), String::new())));
        assert_eq!(target("https://nakhla.rawaj.example.evil.example/x").map(|t| t.1), Ok(String::new()));
        for bad in [
            "",
            "//evil.example",
            "/\\evil",
            "javascript:alert(1)",
            "http://x.example",
            "https://",
            "https:// x",
            "x",
            "ftp://x.example",
        ] {
            assert!(target(bad).is_err(), "{bad}");
        }
        assert_eq!(encoded("/قميص a?x=%20"), "/%D9%82%D9%85%D9%8A%D8%B5%20a?x=%20");
        assert!(has_language("/en/x") && has_language("/ar?x") && !has_language("/english") && !has_language("/x?y=/en/"));
    }
}
