//! Parsing requests: paths, forms, cookies, and the same-origin check of forms. Pure.

use axum::http::header::{ACCEPT, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use kernel::Lang;

use crate::current_store::Store;

/// Cookie of the cart's secret; scripts cannot read it.
pub(crate) const CART: &str = "cart";
/// Cookie with the number of pieces in the cart, for the badge; scripts read it, so that pages are the same for everybody.
pub(crate) const COUNT: &str = "cart_n";
/// Life of the cart cookie: 30 days.
const CART_SECONDS: i64 = 30 * 24 * 3_600;

/// Pairs of a query or a form; what is not UTF-8 is replaced.
pub(crate) fn pairs(text: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(text).take(400).map(|(k, v)| (k.into_owned(), v.into_owned())).collect()
}

/// Decodes a percent-encoded path segment; `None` when it is not UTF-8.
pub(crate) fn decode(segment: &str) -> Option<String> {
    let bytes = segment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'%' {
            let hex = segment.get(i + 1..i + 3)?;
            out.push(u8::from_str_radix(hex, 16).ok()?);
            i += 3;
        } else {
            out.push(bytes[i]);
            i += 1;
        }
    }
    String::from_utf8(out).ok()
}

/// The language of a path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Route<'p> {
    /// The language, and the path without it.
    At(Lang, &'p str),
    /// The path has another canonical form: redirect to it.
    Moved(String),
    /// The store does not have that language.
    Missing,
}

/// Splits the language off a path.
pub(crate) fn route<'p>(path: &'p str, default: Lang, languages: &[Lang]) -> Route<'p> {
    for lang in [Lang::Ar, Lang::En] {
        let Some(rest) = path.strip_prefix('/').and_then(|p| p.strip_prefix(lang.code())) else { continue };
        if !rest.is_empty() && !rest.starts_with('/') {
            continue;
        }
        if !languages.contains(&lang) {
            return Route::Missing;
        }
        if lang == default {
            // `//host` would redirect to another host.
            return Route::Moved(format!("/{}", rest.trim_start_matches('/')));
        }
        return if rest.is_empty() { Route::Moved(format!("/{}/", lang.code())) } else { Route::At(lang, rest) };
    }
    Route::At(default, path)
}

/// A redirect target as header value; `None` for one that a browser would read as another host: it reads `\\` as `/`, and drops
/// control characters.
pub(crate) fn location(to: &str) -> Option<HeaderValue> {
    let leads_away = to.starts_with("//") || to.contains(|c: char| c == '\\' || c.is_control());
    if leads_away { None } else { HeaderValue::from_str(to).ok() }
}

/// A cookie's value.
pub(crate) fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// The cart's token from the cookie, when it is well-formed.
pub(crate) fn cart_token(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, CART).filter(|t| (20..=64).contains(&t.len()) && t.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Sets the cookies of the cart and its number of pieces.
pub(crate) fn remember_cart(headers: &mut HeaderMap, token: Option<&str>, count: i64, is_https: bool) {
    let secure = if is_https { "; Secure" } else { "" };
    let mut set = |text: String| {
        if let Ok(value) = HeaderValue::from_str(&text) {
            headers.append(SET_COOKIE, value);
        }
    };
    if let Some(token) = token {
        set(format!("{CART}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={CART_SECONDS}{secure}"));
    }
    set(format!("{COUNT}={count}; Path=/; SameSite=Lax; Max-Age={CART_SECONDS}{secure}"));
}

/// Deletes the cart's cookies: it has become an order.
pub(crate) fn forget_cart(headers: &mut HeaderMap, is_https: bool) {
    let secure = if is_https { "; Secure" } else { "" };
    for (name, only) in [(CART, "; HttpOnly"), (COUNT, "")] {
        if let Ok(value) = HeaderValue::from_str(&format!("{name}=; Path=/{only}; SameSite=Lax; Max-Age=0{secure}")) {
            headers.append(SET_COOKIE, value);
        }
    }
}

/// Whether a form was posted by a page of this very store (CSRF check). Browsers send the origin of a post; a client that sends
/// none is no browser, and carries no cookie that another site could abuse.
pub(crate) fn is_own_form(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site").and_then(|v| v.to_str().ok()) {
        return site == "same-origin" || site == "none";
    }
    match headers.get(ORIGIN).map(|v| v.to_str().unwrap_or("null")) {
        None => true,
        Some(origin) => {
            let host = headers.get(HOST).and_then(|v| v.to_str().ok()).unwrap_or("");
            !host.is_empty() && origin.split_once("://").is_some_and(|(_, of)| of.eq_ignore_ascii_case(host))
        }
    }
}

/// Sent by the page's script, which expects JSON.
pub(crate) fn is_script(headers: &HeaderMap) -> bool {
    headers.get("x-requested-with").is_some_and(|v| v == "fetch")
}

/// Sent by the page's script for the cart over the page: it is answered as that.
pub(crate) fn is_for_drawer(headers: &HeaderMap) -> bool {
    headers.get("x-requested-with").is_some_and(|v| v == "drawer")
}

/// Sent by the page's script in place of a browser's form submission: pages are answered as pages, and redirects as JSON, so that
/// the script does not consume what the redirect's target shows once.
pub(crate) fn is_sent_for_page(headers: &HeaderMap) -> bool {
    headers.get("x-requested-with").is_some_and(|v| v == "page")
}

/// The idempotency key of a button press, which the page's script repeats when it retries.
pub(crate) fn idempotency_key(headers: &HeaderMap) -> Option<&str> {
    let key = headers.get("idempotency-key")?.to_str().ok()?;
    ((8..=64).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')).then_some(key)
}

/// Whether the client wants JSON, for errors too.
pub(crate) fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|v| v.to_str().ok()).unwrap_or("");
    is_script(headers) || (accept.contains("application/json") && !accept.contains("text/html"))
}

/// A form's fields by name.
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    /// From fields that were parsed already.
    pub(crate) const fn from_fields(fields: Vec<(String, String)>) -> Self {
        Self(fields)
    }

    /// `None` when the decoded body is not UTF-8.
    pub(crate) fn read(body: &[u8]) -> Option<Self> {
        // `&` and `=` are part of no multi-byte character: decoding the body field by field or at once is the same.
        let mut out = Vec::with_capacity(body.len());
        let mut i = 0;
        while i < body.len() {
            let hex = |at: usize| body.get(at).and_then(|b| char::from(*b).to_digit(16));
            match (body[i], hex(i + 1), hex(i + 2)) {
                (b'%', Some(high), Some(low)) => {
                    out.push(u8::try_from(high * 16 + low).unwrap_or(0));
                    i += 3;
                }
                (b, ..) => {
                    out.push(b);
                    i += 1;
                }
            }
        }
        std::str::from_utf8(&out).is_ok().then(|| Self(pairs(body)))
    }

    /// The first value of a field, trimmed; empty when it is missing.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(k, _)| k == name).map_or("", |(_, v)| v.trim())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(k, _)| k == name)
    }

    /// Fields like `quantity.3`: the number after the dot with the value.
    pub(crate) fn numbered<'f>(&'f self, prefix: &'f str) -> impl Iterator<Item = (i64, &'f str)> {
        self.0.iter().filter_map(move |(k, v)| Some((k.strip_prefix(prefix)?.strip_prefix('.')?.parse().ok()?, v.trim())))
    }

    /// An integer in any digits that people write.
    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        parse_integer(self.get(name))
    }
}

/// An integer in any digits that people write.
pub(crate) fn parse_integer(text: &str) -> Option<i64> {
    kernel::digits::to_latin(text.trim()).parse().ok()
}

/// The host of the request: the Host header, else the URI's authority; empty when there is neither.
pub(crate) fn own_host<'h>(headers: &'h HeaderMap, uri: &'h axum::http::Uri) -> &'h str {
    headers
        .get(HOST)
        .and_then(|v| v.to_str().ok())
        .or_else(|| uri.authority().map(axum::http::uri::Authority::as_str))
        .unwrap_or("")
}

/// Whether the store is reached by `https`.
pub(crate) fn is_https(store: &Store) -> bool {
    store.origin.starts_with("https://")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderName;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        pairs.iter().map(|(n, v)| (HeaderName::from_bytes(n.as_bytes()).unwrap(), HeaderValue::from_str(v).unwrap())).collect()
    }

    #[test]
    fn the_default_language_has_no_prefix() {
        let both = [Lang::Ar, Lang::En];
        assert_eq!(route("/products/x", Lang::Ar, &both), Route::At(Lang::Ar, "/products/x"));
        assert_eq!(route("/en/products/x", Lang::Ar, &both), Route::At(Lang::En, "/products/x"));
        assert_eq!(route("/en/", Lang::Ar, &both), Route::At(Lang::En, "/"));
        assert_eq!(route("/en", Lang::Ar, &both), Route::Moved("/en/".into()));
        assert_eq!(route("/ar/cart", Lang::Ar, &both), Route::Moved("/cart".into()));
        assert_eq!(route("/ar//evil.example", Lang::Ar, &both), Route::Moved("/evil.example".into()));
        assert_eq!(route("/arabic", Lang::Ar, &both), Route::At(Lang::Ar, "/arabic"));
        assert_eq!(route("/en/", Lang::Ar, &[Lang::Ar]), Route::Missing);
        assert_eq!(route("/ar/x", Lang::En, &both), Route::At(Lang::Ar, "/x"));
    }

    #[test]
    fn a_form_of_another_site_is_refused() {
        assert!(is_own_form(&headers(&[("sec-fetch-site", "same-origin")])));
        assert!(!is_own_form(&headers(&[("sec-fetch-site", "cross-site")])));
        assert!(!is_own_form(&headers(&[("sec-fetch-site", "same-site")])), "another store of the platform is another site");
        assert!(is_own_form(&headers(&[("origin", "http://a.localhost:3000"), ("host", "a.localhost:3000")])));
        assert!(!is_own_form(&headers(&[("origin", "http://b.localhost:3000"), ("host", "a.localhost:3000")])));
        assert!(!is_own_form(&headers(&[("origin", "null"), ("host", "a.localhost:3000")])));
        assert!(is_own_form(&headers(&[])));
    }

    #[test]
    fn paths_are_read_as_utf8_or_not_at_all() {
        assert_eq!(decode("%D8%B9%D8%B7%D8%B1-100").as_deref(), Some("عطر-100"));
        for bad in ["%", "%4", "%zz", "%ff", "%D8"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }

    #[test]
    fn cookies_and_forms_are_read() {
        let h = headers(&[("cookie", "a=1; cart=abcdefghij0123456789; cart_n=3")]);
        assert_eq!(cart_token(&h), Some("abcdefghij0123456789"));
        assert_eq!(cookie(&h, "cart_n"), Some("3"));
        assert_eq!(cart_token(&headers(&[("cookie", "cart=<script>")])), None);
        let form = Form::read("quantity.2=%D9%A3&quantity.x=1&name=+%D8%B3%D8%A7%D8%B1%D8%A9+".as_bytes()).unwrap();
        assert_eq!(form.numbered("quantity").map(|(n, v)| (n, parse_integer(v))).collect::<Vec<_>>(), [(2, Some(3))]);
        assert_eq!(form.get("name"), "سارة");
        for bad in [&b"a=\xff\xfe"[..], b"a=%FF", b"a=%D8&b=%A7", b"%C0%AF=1"] {
            assert!(Form::read(bad).is_none(), "{bad:?}");
        }
        assert_eq!(Form::read(b"a=%zz%").unwrap().get("a"), "%zz%");
    }

    #[test]
    fn programs_are_told_from_browsers() {
        assert!(wants_json(&headers(&[("accept", "application/json")])));
        assert!(wants_json(&headers(&[("x-requested-with", "fetch"), ("accept", "*/*")])));
        assert!(!wants_json(&headers(&[("accept", "text/html,application/xhtml+xml,application/json;q=0.1")])));
        assert!(!wants_json(&headers(&[])));
    }
}
