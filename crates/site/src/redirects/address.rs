//! Old addresses and their targets, as they are stored and as a request is looked up. Pure.

use kernel::slug::percent_encode;
use url::{Host, Position, Url};
use web::Message;
use web::message::common;

/// Most characters of an address and of a target.
pub(super) const MOST_ADDRESS: usize = 500;
/// Most bytes of what is sent for one: a character is four bytes at most, and each byte three when it is encoded.
const MOST_SENT: usize = 12 * MOST_ADDRESS;

const NOT_A_PATH: Message = Message::new(
    "اكتب عنوانًا من متجرك يبدأ بـ /، مثل ‎/products/old-name",
    "Enter an address of your store that begins with /, such as /products/old-name",
);
const RESERVED: Message = Message::new(
    "هذا العنوان من الصفحات الأساسية للمتجر ولا يمكن تحويله.",
    "Your store needs this address, so it can't be redirected.",
);
const HAS_QUERY: Message = Message::new(
    "الروابط القديمة التي لا تختلف إلا بما بعد علامة الاستفهام لا يمكن تحويل كل منها على حدة. اكتب الرابط بدون علامة الاستفهام وما بعدها.",
    "Old links that differ only after the question mark can't be redirected separately. Enter the link without the question mark and what follows it.",
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

/// Without the languages in front: both languages of a store share their redirects. None is left, so that an address that is read twice is
/// the same.
fn without_language(mut path: &str) -> &str {
    loop {
        match path.strip_prefix("/ar").or_else(|| path.strip_prefix("/en")) {
            Some("") => return "/",
            Some(rest) if rest.starts_with('/') => path = rest,
            _ => return path,
        }
    }
}

/// Whether a path names the language that it is read in.
#[must_use]
pub fn has_language(path: &str) -> bool {
    without_language(path.split(['?', '#']).next().unwrap_or_default()).len()
        < path.split(['?', '#']).next().unwrap_or_default().len()
}

/// [`path_of`], of any length.
fn path_of_any_length(sent: &str) -> Option<String> {
    let path = sent.split(['?', '#']).next().unwrap_or_default();
    if !path.starts_with('/') {
        return None;
    }
    let decoded = decode(path)?;
    let segments: Vec<&str> = decoded.split('/').map(str::trim).filter(|segment| !segment.is_empty()).collect();
    if decoded.contains(|c: char| c.is_control() || c == '\\') || segments.iter().any(|segment| matches!(*segment, "." | "..")) {
        return None;
    }
    Some(without_language(&format!("/{}", segments.join("/"))).to_owned())
}

/// A path as it is stored: decoded, without query, language and the `/` at its end. `None` when it is no path.
pub(super) fn path_of(sent: &str) -> Option<String> {
    path_of_any_length(sent).filter(|path| is_short(path))
}

fn is_short(text: &str) -> bool {
    text.chars().count() <= MOST_ADDRESS
}

/// The text with some of its characters percent-encoded.
fn with_encoded(text: &str, is_encoded: impl Fn(usize, char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut buffer = [0; 4];
    for (at, c) in text.char_indices() {
        if is_encoded(at, c) {
            out.push_str(&percent_encode(c.encode_utf8(&mut buffer)));
        } else {
            out.push(c);
        }
    }
    out
}

/// A stored address as it is shown, exported and sent back: what would mean something else in an address stays encoded.
pub(super) fn written(address: &str) -> String {
    with_encoded(address, |_, c| matches!(c, '%' | '?' | '#'))
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
    rest.find(['/', '?', '#']).filter(|at| rest[*at..].starts_with('/')).map_or("/", |at| &rest[at..])
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
    if sent.len() > MOST_SENT {
        return Err(common::TOO_LONG.with("max", MOST_ADDRESS));
    }
    let path = without_host(sent);
    // `products/shirt` is copied out of old lists.
    let is_bare = !path.starts_with('/') && path.contains('/') && !path.contains(char::is_whitespace) && !path.contains(':');
    let read = if is_bare { path_of_any_length(&format!("/{path}")) } else { path_of_any_length(path) };
    let read = read.ok_or(NOT_A_PATH)?;
    // One redirect would catch every page of the old platform's `index.php`.
    if sent.split('#').next().and_then(|path| path.split_once('?')).is_some_and(|(_, query)| !query.is_empty()) {
        return Err(HAS_QUERY);
    }
    if !is_short(&read) {
        return Err(common::TOO_LONG.with("max", MOST_ADDRESS));
    }
    if is_own(&read) { Err(RESERVED) } else { Ok(read) }
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
    if sent.len() > MOST_SENT {
        return Err(common::TOO_LONG.with("max", MOST_ADDRESS));
    }
    let own = sent.strip_prefix(origin).filter(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
    let local = own.map_or(sent, |rest| if rest.is_empty() { "/" } else { rest });
    let target = if local.starts_with('/') { target_in_store(local) } else { target_on_web(local) };
    let target = target.ok_or(NOT_A_TARGET)?;
    if is_short(&target.text) { Ok(target) } else { Err(common::TOO_LONG.with("max", MOST_ADDRESS)) }
}

/// What no header and no address may hold.
fn is_bad(c: char) -> bool {
    c.is_control() || c.is_whitespace() || c == '\\'
}

fn target_in_store(sent: &str) -> Option<Target> {
    let path = path_of_any_length(sent)?;
    let (written, rest) = sent.split_at(sent.find(['?', '#']).unwrap_or(sent.len()));
    // Two of them lead to another host.
    if rest.contains(is_bad) || without_language(&decode(written)?).starts_with("//") {
        return None;
    }
    let segments: Option<Vec<String>> = written.split('/').map(|segment| decode(segment).map(|text| readable(&text))).collect();
    Some(Target { text: format!("{}{rest}", segments?.join("/")), key: key(&path) })
}

/// A decoded segment of a target, with what would make it another address encoded again.
fn readable(segment: &str) -> String {
    with_encoded(segment, |at, c| {
        let is_end = at == 0 || at + c.len_utf8() == segment.len();
        matches!(c, '%' | '?' | '#' | '/') || (c.is_whitespace() && (c != ' ' || is_end))
    })
}

/// How an address on the web begins.
const HTTPS: &str = "https://";

/// The scheme, host and port of an address on the web, and the rest.
fn split_origin(target: &str) -> Option<(&str, &str)> {
    let begin = target.get(..HTTPS.len()).filter(|scheme| scheme.eq_ignore_ascii_case(HTTPS))?.len();
    Some(target.split_at(target[begin..].find(['/', '?', '#']).map_or(target.len(), |at| begin + at)))
}

fn target_on_web(sent: &str) -> Option<Target> {
    let (origin, rest) = split_origin(sent)?;
    let host = &origin[HTTPS.len()..];
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | ':');
    if host.is_empty() || host.starts_with('.') || !host.chars().all(is_plain) || rest.contains(is_bad) {
        return None;
    }
    let url = Url::parse(sent).ok()?;
    let is_found = match url.host()? {
        Host::Domain(name) => name.contains('.'),
        Host::Ipv4(_) => true,
        Host::Ipv6(_) => false,
    };
    (is_found && url.port() != Some(0)).then(|| Target { text: format!("{HTTPS}{host}{rest}"), key: String::new() })
}

/// A target as a header may hold it: the name of a host as the internet knows it, all else percent-encoded.
pub(super) fn encoded(target: &str) -> String {
    let named = split_origin(target).filter(|(origin, _)| !origin.is_ascii());
    let named = named.and_then(|(origin, rest)| Some((Url::parse(origin).ok()?, rest)));
    let (origin, rest) = named.as_ref().map_or(("", target), |(url, rest)| (&url[..Position::BeforePath], *rest));
    let is_encoded = |c: char| !c.is_ascii_graphic() || matches!(c, '"' | '<' | '>' | '`' | '{' | '}' | '|' | '^' | '\\');
    format!("{origin}{}", with_encoded(rest, |_, c| is_encoded(c)))
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
    use proptest::prelude::*;

    use super::*;

    const ORIGIN: &str = "https://nakhla.rawaj.example";

    #[test]
    fn st_08_an_old_address_is_stored_as_requests_are_looked_up() {
        for (sent, stored) in [
            ("/products/old", "/products/old"),
            (" /Products/Old/ ", "/Products/Old"),
            ("/ar/products/old?#top?x=1", "/products/old"),
            ("/en/ar/products/old", "/products/old"),
            ("//en/x", "/x"),
            ("/en", "/"),
            ("/english/x", "/english/x"),
            ("https://old.example/shop/a%20b", "/shop/a b"),
            ("products/old", "/products/old"),
            ("/%D9%82%D9%85%D9%8A%D8%B5", "/قميص"),
            ("/قميص//جديد", "/قميص/جديد"),
            ("/100%25-cotton", "/100%-cotton"),
            ("/old%3Fpage", "/old?page"),
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
            "/a/%20../b",
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
        for query in [
            "/index.php?route=product&id=7",
            "https://old.example?p=7",
            "https://old.example?u=/a",
            "index.php?route=a/b",
            "/sale?utm_source=x",
        ] {
            assert_eq!(read_address(query), Err(HAS_QUERY), "{query}");
        }
        let long = format!("/{}", "%25".repeat(499));
        assert_eq!(read_address(&long).as_deref().map(str::len).ok(), Some(500));
        assert!(read_address(&format!("/{}", "x".repeat(500))).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn st_08_what_is_written_is_read_as_it_was(
            sent in "(https://x.example|/ar|/en|/)?([/a-z.%?#قميص \u{a0}ßİ]|%25|%2F|%3F|%23|%20|%C2%A0|%D9%82|/\\.\\.?/|/en/){0,24}",
        ) {
            for text in [sent.clone(), format!("/{sent}")] {
                if let Ok(address) = read_address(&text) {
                    prop_assert_eq!(read_address(&written(&address)), Ok(address.clone()), "{}", text);
                    // A request for what is written finds it.
                    prop_assert_eq!(path_of(&encoded(&written(&address))), Some(address));
                }
                if let Ok(target) = read_target(&text, ORIGIN) {
                    prop_assert_eq!(read_target(&target.text, ORIGIN), Ok(target.clone()), "{}", text);
                    prop_assert!(!target.text.starts_with("//") && encoded(&target.text).is_ascii());
                    prop_assert_eq!(path_of(&encoded(&target.text)).map_or_else(String::new, |path| key(&path)), target.key);
                }
            }
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
            "/%2F/evil.example",
            "/%2fevil.example",
            "/en//evil.example",
            "https:///evil.example",
            "https://x.example:999999/",
            "https://x.example:0/",
            "https://x.example:a/",
            "https://me@x.example/",
            "https://localhost/",
            "https://999.1.1.1/",
        ] {
            assert!(target(bad).is_err(), "{bad}");
        }
        assert_eq!(target("/a%2Fb").map(|t| t.0), Ok("/a%2Fb".into()), "one segment");
        assert_eq!(target("/%D9%82%25").map(|t| t.0), Ok("/ق%25".into()), "readable, and the same address");
        let named = target("https://متجر.السعودية:8443/ق?q=ق").unwrap_or_default().0;
        assert_eq!(named, "https://متجر.السعودية:8443/ق?q=ق", "as it is written");
        assert_eq!(encoded(&named), "https://xn--pgbep1f.xn--mgberp4a5d4ar:8443/%D9%82?q=%D9%82", "as the internet knows it");
        assert_eq!(encoded("https://x.example/A b"), "https://x.example/A%20b");
        assert_eq!(encoded("/قميص a?x=%20"), "/%D9%82%D9%85%D9%8A%D8%B5%20a?x=%20");
        assert!(has_language("/en/x") && has_language("/ar?x") && !has_language("/english") && !has_language("/x?y=/en/"));
    }
}
