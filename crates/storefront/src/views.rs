//! Which responses are page views, and of whom (decisions §12). Nothing here blocks: views are counted in memory.

use axum::http::header::{HeaderName, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::Response;
use kernel::Millis;
use site::visits::View;
use web::caller::client_ip;

use crate::cache::is_html;
use crate::current_store::Store;
use crate::shop::Shop;

const SEC_PURPOSE: HeaderName = HeaderName::from_static("sec-purpose");
const PURPOSE: HeaderName = HeaderName::from_static("purpose");
const X_MOZ: HeaderName = HeaderName::from_static("x-moz");
const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Whether a response from the page cache is a page for people; a 304 does not tell its content type, and a part of a page is
/// HTML as well.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IsPage(pub(crate) bool);

/// Whether a person opens a page with this request: a browser, and neither a prefetch, nor a fetch by script, nor a frame (the
/// theme editor's).
pub(crate) fn is_opening(parts: &Parts) -> bool {
    let is_ahead = |name: &HeaderName| {
        let value = parts.headers.get(name).map_or(&[][..], HeaderValue::as_bytes);
        value.windows(8).any(|part| part.eq_ignore_ascii_case(b"prefetch")) || value.eq_ignore_ascii_case(b"preview")
    };
    parts.method == Method::GET
        && parts.headers.get(&SEC_FETCH_DEST).is_none_or(|dest| dest == "document")
        && ![SEC_PURPOSE, PURPOSE, X_MOZ].iter().any(is_ahead)
}

/// The data of a request that the counter needs after the request is gone.
pub(crate) struct Opening {
    address: String,
    agent: Option<HeaderValue>,
}

impl Opening {
    /// From a request that opens a page; `None` for others.
    pub(crate) fn from_parts(shop: &Shop, parts: &Parts) -> Option<Self> {
        is_opening(parts).then(|| Self {
            address: client_ip(parts, &shop.app.base.settings.proxies),
            agent: parts.headers.get(USER_AGENT).cloned(),
        })
    }

    /// Counts the page view.
    pub(crate) fn count(self, shop: &Shop, store: &Store) {
        let at: Millis = shop.app.env().now();
        let (address, agent) = (&*self.address, self.agent.as_ref().map_or(&[][..], HeaderValue::as_bytes));
        shop.visits.see(View { store: store.profile.id, day: store.calendar.day(at), at, address, agent });
    }
}

/// Whether the response is a page of the store that was shown: no error, redirect, file or data.
pub(crate) fn is_shown(response: &Response) -> bool {
    match response.extensions().get::<IsPage>() {
        Some(IsPage(is_page)) => *is_page,
        None => response.status() == StatusCode::OK && is_html(response.headers()),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn request_parts(method: Method, headers: &[(&str, &str)]) -> Parts {
        let mut request = Request::builder().method(method).uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap().into_parts().0
    }

    #[test]
    fn db_01_only_what_a_person_opens_is_a_view() {
        assert!(is_opening(&request_parts(Method::GET, &[])), "a browser from before these headers");
        assert!(is_opening(&request_parts(Method::GET, &[("sec-fetch-dest", "document")])));
        for headers in [
            [("sec-purpose", "prefetch")],
            [("sec-purpose", "prefetch;prerender")],
            [("purpose", "prefetch")],
            [("purpose", "preview")],
            [("x-moz", "prefetch")],
            [("sec-fetch-dest", "empty")],
            [("sec-fetch-dest", "iframe")],
        ] {
            assert!(!is_opening(&request_parts(Method::GET, &headers)), "{headers:?}");
        }
        assert!(!is_opening(&request_parts(Method::HEAD, &[])));
        assert!(!is_opening(&request_parts(Method::POST, &[])));
    }
}
