//! URL paths: their segments, their class, and the cache key of a page. Pure.

use kernel::Currency;

use crate::pages::listing::Listing;
use crate::pages::{fragments, product, search};
use crate::request::decode;

/// The class of a page, as a label of metrics; few, because every label value stays in memory.
pub(crate) fn class(path: &str) -> &'static str {
    let mut parts = path.trim_start_matches('/').split('/');
    let first = parts.next().unwrap_or("");
    let first = if matches!(first, "ar" | "en") { parts.next().unwrap_or("") } else { first };
    const KNOWN: &[&str] = &["", "products", "collections", "pages", "search", "cart", "checkout", "orders", "drafts", "a"];
    KNOWN.iter().find(|known| **known == first).map_or("other", |known| if known.is_empty() { "home" } else { known })
}

/// The decoded segments of a path; `None` when one is not UTF-8, empty, or not allowed in a URL of the store.
pub(crate) fn segments(rest: &str) -> Option<Vec<String>> {
    rest.trim_start_matches('/')
        .split('/')
        .map(|s| decode(s).filter(|t| !t.is_empty() && t.len() <= 1_000 && !t.contains(char::is_control)))
        .collect()
}

/// The cache key of a page that is the same for everybody; `None` for pages of one shopper and for unknown paths.
pub(crate) fn canonical(path: &str, rest: &str, params: &[(String, String)], currency: Currency) -> Option<String> {
    let query = match rest.trim_start_matches('/').split('/').next().unwrap_or("") {
        "products" => product::query(params),
        "collections" => {
            let listing = Listing::read(params, currency);
            if listing.is_lost { "?lost".to_owned() } else { listing.address(currency) }
        }
        "search" if rest == "/search" => {
            let listing = Listing::search(search::asked_for(params).unwrap_or_default(), params, currency);
            if listing.is_lost { "?lost".to_owned() } else { listing.address(currency) }
        }
        "search" if rest == "/search/suggest" => search::asked_for(params).map_or_else(String::new, |q| suggest_address(&q)),
        "fragments" if rest == "/fragments/products" => fragments::query(params),
        "" | "pages" | "robots.txt" | "manifest.webmanifest" | "icon.svg" => String::new(),
        first if first.starts_with("sitemap") => String::new(),
        _ => return None,
    };
    Some(format!("{path}{query}"))
}

/// The cache key of a search suggestion, with its `?q=..`.
fn suggest_address(q: &str) -> String {
    format!("?{}", form_urlencoded::Serializer::new(String::new()).append_pair("q", q).finish())
}
