//! The client's address, also behind proxies.
//!
//! Every limit by address, the list of sessions and the audit log use it. What a client writes itself is never trusted: of the
//! addresses in a request only those count that a trusted proxy has appended.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderName, Version};

use crate::error::ApiError;

mod proxies;

pub use proxies::{Proxies, ProxyHeader, TrustedProxies};

/// The peer address of the connection.
#[must_use]
pub fn peer(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ConnectInfo<SocketAddr>>().map(|c| c.0.ip().to_canonical())
}

/// The client's address as text; `local` when the request came over no connection.
#[must_use]
pub fn client_ip(parts: &Parts, proxies: &Proxies) -> String {
    peer(&parts.extensions).map_or_else(|| "local".to_owned(), |peer| proxies.caller(peer, &parts.headers).to_string())
}

/// The key of a limit by address: an IPv4 address, and of IPv6 the /64, which one customer of a provider has at least.
#[must_use]
pub fn counted_as(ip: &str) -> String {
    match ip.parse::<IpAddr>().map(|a| a.to_canonical()) {
        Ok(IpAddr::V6(v6)) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{}/64", std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        _ => ip.to_owned(),
    }
}

/// Headers with which proxies and content networks mark a forwarded request.
fn passes_on(name: &HeaderName) -> bool {
    const NAMES: [&str; 13] = [
        "forwarded",
        "via",
        "x-real-ip",
        "x-client-ip",
        "x-cluster-client-ip",
        "x-envoy-external-address",
        "true-client-ip",
        "cf-connecting-ip",
        "cf-connecting-ipv6",
        "cf-ray",
        "cdn-loop",
        "fastly-client-ip",
        "fly-client-ip",
    ];
    let name = name.as_str();
    name.starts_with("x-forwarded") || name.starts_with("x-original-") || NAMES.contains(&name)
}

/// Whether the request comes from this machine itself: the peer is loopback and nothing marks the request as forwarded. HTTP/1.0
/// counts as forwarded: it is what proxies send by default, and no client that we serve.
#[must_use]
pub fn is_on_this_machine(parts: &Parts) -> bool {
    let is_old = parts.version < Version::HTTP_11;
    !is_old && peer(&parts.extensions).is_some_and(|ip| ip.is_loopback()) && !parts.headers.keys().any(passes_on)
}

/// Proof that developer pages may be shown: the program runs for developers and the request comes from its own machine.
/// Everybody else gets a 404, as if there were no such page.
#[derive(Debug)]
pub struct Developer;

impl<S: Sync> FromRequestParts<S> for Developer
where
    crate::Base: axum::extract::FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let base = <crate::Base as axum::extract::FromRef<S>>::from_ref(state);
        if base.settings.is_dev && is_on_this_machine(parts) {
            return Ok(Self);
        }
        Err(ApiError::not_found())
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    #[test]
    fn a_limit_counts_a_network_of_ipv6_as_one() {
        assert_eq!(counted_as("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(counted_as("203.0.113.7"), "203.0.113.7");
        assert_eq!(counted_as("local"), "local");
    }

    // F1
    #[test]
    fn only_a_request_of_this_machine_itself_is_on_it() {
        let request = |peer: &str, version: Version, header: Option<&str>| {
            let mut request = Request::builder().version(version);
            if let Some(name) = header {
                request = request.header(name, "");
            }
            let (mut parts, ()) = request.body(()).unwrap().into_parts();
            if !peer.is_empty() {
                parts.extensions.insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
            }
            parts
        };
        for peer in ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"] {
            assert!(is_on_this_machine(&request(peer, Version::HTTP_11, None)), "{peer}");
        }
        for peer in ["192.0.2.1", "2001:db8::1", "0.0.0.0", ""] {
            assert!(!is_on_this_machine(&request(peer, Version::HTTP_11, None)), "{peer}");
        }
        for name in [
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-proto",
            "forwarded",
            "via",
            "x-real-ip",
            "CF-Connecting-IP",
            "True-Client-IP",
            "X-Client-IP",
            "X-Original-Forwarded-For",
            "x-original-host",
        ] {
            assert!(!is_on_this_machine(&request("127.0.0.1", Version::HTTP_11, Some(name))), "{name}");
        }
        for (version, is_own) in
            [(Version::HTTP_09, false), (Version::HTTP_10, false), (Version::HTTP_11, true), (Version::HTTP_2, true)]
        {
            assert_eq!(is_on_this_machine(&request("127.0.0.1", version, None)), is_own, "{version:?}");
        }
    }
}
