//! Addresses: their parts, their kind, and the one under which a page is kept. Pure.

use kernel::Currency;

use crate::pages::listing::Listing;
use crate::pages::{product, search};
use crate::request::decode;

/// The kind of page, for the metrics: every label stays in memory, so that there are few.
pub(crate) fn class(path: &str) -> &'static str {
    let mut parts = path.trim_start_matches('/').split('/');
    let first = parts.next().unwrap_or("");
    let first = if matches!(first, "ar" | "en") { parts.next().unwrap_or("") } else { first };
    const KNOWN: &[&str] = &["", "products", "collections", "pages", "search", "cart", "checkout", "orders", "drafts", "a"];
    KNOWN.iter().find(|known| **known == first).map_or("other", |known| if known.is_empty() { "home" } else { known })
}

/// Parts of a path, decoded; none when one is not UTF-8, empty, or nothing that an address holds.
pub(crate) fn segments(rest: &str) -> Option<Vec<String>> {
    rest.trim_start_matches('/')
        .split('/')
        .map(|s| decode(s).filter(|t| !t.is_empty() && t.len() <= 1_000 && !t.contains(char::is_control)))
        .collect()
}

/// The address under which a page for everybody is kept; none for pages of one shopper and for what is nothing.
pub(crate) fn canonical(path: &str, rest: &str, params: &[(String, String)], currency: Currency) -> Option<String> {
    let query = match rest.trim_start_matches('/').split('/').next().unwrap_or("") {
        "products" => product::query(params),
        "collections" => {
            let listing = Listing::read(params, currency);
            if listing.is_lost { "?lost".to_owned() } else { listing.address(currency) }
        }
        "search" if rest == "/search/suggest" => search::asked_for(params).map_or_else(String::new, |q| suggest_address(&q)),
        "" | "pages" | "robots.txt" | "manifest.webmanifest" | "icon.svg" => String::new(),
        first if first.starts_with("sitemap") => String::new(),
        _ => return None,
    };
    Some(format!("{path}{query}"))
}

/// `?q=..` of a suggestion.
fn suggest_address(q: &str) -> String {
    format!("?{}", form_urlencoded::Serializer::new(String::new()).append_pair("q", q).finish())
}
