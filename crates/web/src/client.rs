//! Whose request it is: the address of the caller, also behind proxies.
//!
//! Every limit by address, the list of sessions and the audit log ask here. What a client writes itself is never believed:
//! of the addresses that a request names only those count that a trusted proxy has appended.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName};
use ipnet::IpNet;

use crate::error::ApiError;

/// Which proxies in front are believed about the caller's address (`RAWAJ_TRUST_PROXY`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TrustedProxies {
    /// None: the peer is the caller.
    #[default]
    None,
    /// So many, one behind the other; the peer is the last of them.
    Hops(usize),
    /// Those of these networks.
    Networks(Vec<IpNet>),
}

/// More proxies one behind the other than anybody has.
const MOST_HOPS: usize = 16;
/// More entries of a request than this are not looked at; the last ones are what counts.
const MOST_ENTRIES: usize = 64;

impl FromStr for TrustedProxies {
    type Err = String;

    /// `true` is one hop; a number is that many; anything else a comma list of networks or addresses.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "" | "0" | "false" | "no" | "off" => return Ok(Self::None),
            "true" | "yes" | "on" => return Ok(Self::Hops(1)),
            number if number.bytes().all(|b| b.is_ascii_digit()) => {
                let hops = number.parse().ok().filter(|n| *n <= MOST_HOPS);
                return hops.map(Self::Hops).ok_or_else(|| format!("`{number}` proxies are more than {MOST_HOPS}"));
            }
            _ => {}
        }
        let networks: Result<Vec<IpNet>, String> =
            text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(network).collect();
        Ok(Self::Networks(networks?))
    }
}

fn network(text: &str) -> Result<IpNet, String> {
    let wrong = || format!("`{text}` is neither a number of proxies nor a network such as 10.0.0.0/8");
    let net = match text.parse::<IpAddr>() {
        Ok(address) => IpNet::from(address.to_canonical()),
        Err(_) => text.parse::<IpNet>().map_err(|_| wrong())?,
    };
    Ok(net.trunc())
}

impl TrustedProxies {
    /// A connection of this peer may carry the requests of many callers.
    #[must_use]
    pub fn is_proxy(&self, peer: IpAddr) -> bool {
        match self {
            Self::None | Self::Hops(0) => false,
            Self::Hops(_) => true,
            Self::Networks(networks) => holds(networks, peer.to_canonical()),
        }
    }

    /// The caller's address. The nearest proxy writes the last entry of the last line, so entries are read from there: past
    /// those that trusted proxies wrote about one another, the next one is the caller. An entry that is no address tells
    /// nothing, and the peer stands for the caller. So it does when `X-Forwarded-For` and `Forwarded` contradict each other:
    /// a proxy appends to one of them, and the other is whatever the client sent.
    #[must_use]
    pub fn caller(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.is_proxy(peer) {
            return peer;
        }
        match (entries(headers, "x-forwarded-for", x_forwarded_for), entries(headers, "forwarded", forwarded)) {
            (None, None) => peer,
            (Some(one), None) | (None, Some(one)) => self.walk(peer, &one),
            (Some(one), Some(other)) => {
                let caller = self.walk(peer, &one);
                if caller == self.walk(peer, &other) { caller } else { peer }
            }
        }
    }

    /// `entries` are the last first.
    fn walk(&self, peer: IpAddr, entries: &[Option<IpAddr>]) -> IpAddr {
        match self {
            Self::None | Self::Hops(0) => peer,
            // Fewer entries than proxies: the request came in nearer, and the first entry was still written by a proxy.
            Self::Hops(hops) => entries.get(hops - 1).or_else(|| entries.last()).copied().flatten().unwrap_or(peer),
            Self::Networks(networks) => {
                let mut caller = peer;
                for entry in entries {
                    let Some(address) = *entry else { return peer };
                    caller = address;
                    if !holds(networks, caller) {
                        break;
                    }
                }
                caller
            }
        }
    }
}

fn holds(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|n| n.contains(&address))
}

/// The entries of all lines of a header, the last first; none when the header is absent. What cannot be read is `None`.
fn entries(headers: &HeaderMap, name: &str, read: fn(&str) -> Option<IpAddr>) -> Option<Vec<Option<IpAddr>>> {
    let lines: Vec<_> = headers.get_all(name).iter().collect();
    if lines.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    for line in lines.into_iter().rev() {
        // A line that is not text is one entry that cannot be read.
        let Ok(text) = line.to_str() else {
            all.push(None);
            continue;
        };
        all.extend(text.rsplit(',').take(MOST_ENTRIES).map(read));
        if all.len() >= MOST_ENTRIES {
            break;
        }
    }
    all.truncate(MOST_ENTRIES);
    Some(all)
}

/// `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::7`, `[2001:db8::7]:4711`.
fn x_forwarded_for(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let bracketed = || entry.strip_prefix('[')?.strip_suffix(']')?.parse::<IpAddr>().ok();
    let address = entry.parse::<IpAddr>().ok().or_else(|| entry.parse::<SocketAddr>().ok().map(|a| a.ip())).or_else(bracketed)?;
    Some(address.to_canonical())
}

/// RFC 7239: `for="[2001:db8::7]:4711";proto=https;by=203.0.113.1`. `unknown` and `_names` are no address.
fn forwarded(element: &str) -> Option<IpAddr> {
    let mut named = element.split(';').filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then(|| value.trim())
    });
    // Twice in one element is against the format.
    let (Some(value), None) = (named.next(), named.next()) else { return None };
    let quoted = value.strip_prefix('"').and_then(|v| v.strip_suffix('"'));
    x_forwarded_for(quoted.unwrap_or(value))
}

/// The other end of the connection.
#[must_use]
pub fn peer(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ConnectInfo<SocketAddr>>().map(|c| c.0.ip().to_canonical())
}

/// The caller's address as text; `local` when the request came over no connection.
#[must_use]
pub fn client_ip(parts: &Parts, proxies: &TrustedProxies) -> String {
    peer(&parts.extensions).map_or_else(|| "local".to_owned(), |peer| proxies.caller(peer, &parts.headers).to_string())
}

/// What a limit counts under: an IPv4 address, and of IPv6 the /64, which one customer of a provider has at least.
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

/// Somebody on this machine itself asked: the peer is loopback and nothing says that the request was passed on.
#[must_use]
pub fn is_on_this_machine(headers: &HeaderMap, extensions: &Extensions) -> bool {
    let passes_on = |name: &HeaderName| {
        let name = name.as_str();
        name.starts_with("x-forwarded") || matches!(name, "forwarded" | "via" | "x-real-ip")
    };
    peer(extensions).is_some_and(|ip| ip.is_loopback()) && !headers.keys().any(passes_on)
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
        if base.settings.is_dev && is_on_this_machine(&parts.headers, &parts.extensions) {
            return Ok(Self);
        }
        Err(ApiError::not_found())
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in lines {
            map.append(*name, HeaderValue::from_str(value).unwrap());
        }
        map
    }

    fn caller(trust: &str, peer: &str, lines: &[(&'static str, &str)]) -> String {
        trust.parse::<TrustedProxies>().unwrap().caller(peer.parse().unwrap(), &headers(lines)).to_string()
    }

    /// What is trusted, the peer, the header lines, who the caller is.
    type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static str);

    // F5
    #[test]
    fn the_caller_is_what_the_nearest_trusted_proxy_wrote() {
        const XFF: &str = "x-forwarded-for";
        const FWD: &str = "forwarded";
        let table: &[Case] = &[
            // Nobody is trusted.
            ("false", "10.0.0.1", &[(XFF, "203.0.113.7")], "10.0.0.1"),
            ("0", "10.0.0.1", &[(FWD, "for=203.0.113.7")], "10.0.0.1"),
            // One hop: the last entry of the last line.
            ("true", "10.0.0.1", &[], "10.0.0.1"),
            ("true", "10.0.0.1", &[(XFF, "203.0.113.7")], "203.0.113.7"),
            ("1", "10.0.0.1", &[(XFF, "6.6.6.6, 203.0.113.7")], "203.0.113.7"),
            ("1", "10.0.0.1", &[(XFF, "6.6.6.6"), (XFF, "203.0.113.7")], "203.0.113.7"),
            ("1", "10.0.0.1", &[(XFF, "6.6.6.6"), (XFF, "7.7.7.7, 203.0.113.7")], "203.0.113.7"),
            // Two hops.
            ("2", "10.0.0.1", &[(XFF, "6.6.6.6, 203.0.113.7, 10.0.0.2")], "203.0.113.7"),
            ("2", "10.0.0.1", &[(XFF, "6.6.6.6, 203.0.113.7"), (XFF, "10.0.0.2")], "203.0.113.7"),
            ("2", "10.0.0.1", &[(XFF, "203.0.113.7")], "203.0.113.7"),
            // By network, as many as there are.
            ("10.0.0.0/8", "10.0.0.1", &[(XFF, "6.6.6.6, 203.0.113.7, 10.0.0.2")], "203.0.113.7"),
            ("10.0.0.0/8", "192.0.2.1", &[(XFF, "203.0.113.7")], "192.0.2.1"),
            ("10.0.0.0/8, 192.0.2.1", "192.0.2.1", &[(XFF, "203.0.113.7, 10.1.1.1")], "203.0.113.7"),
            ("10.0.0.0/8", "10.0.0.1", &[(XFF, "10.0.0.3, 10.0.0.2")], "10.0.0.3"),
            ("10.0.0.0/8", "::ffff:10.0.0.1", &[(XFF, "203.0.113.7")], "203.0.113.7"),
            ("fd00::/8", "fd00::1", &[(XFF, "2001:db8::7")], "2001:db8::7"),
            // Forms of an entry.
            ("1", "10.0.0.1", &[(XFF, "203.0.113.7:4711")], "203.0.113.7"),
            ("1", "10.0.0.1", &[(XFF, "[2001:DB8::7]:4711")], "2001:db8::7"),
            ("1", "10.0.0.1", &[(XFF, "::ffff:203.0.113.7")], "203.0.113.7"),
            // What is no address is the peer.
            ("1", "10.0.0.1", &[(XFF, "203.0.113.7, unknown")], "10.0.0.1"),
            ("1", "10.0.0.1", &[(XFF, "203.0.113.7,")], "10.0.0.1"),
            ("1", "10.0.0.1", &[(XFF, "")], "10.0.0.1"),
            ("10.0.0.0/8", "10.0.0.1", &[(XFF, "203.0.113.7, <script>, 10.0.0.2")], "10.0.0.1"),
            // RFC 7239.
            ("1", "10.0.0.1", &[(FWD, "for=6.6.6.6, for=203.0.113.7;proto=https;by=10.0.0.1")], "203.0.113.7"),
            ("1", "10.0.0.1", &[(FWD, "proto=https; For=\"[2001:db8::7]:4711\"")], "2001:db8::7"),
            ("2", "10.0.0.1", &[(FWD, "for=203.0.113.7"), (FWD, "for=10.0.0.2")], "203.0.113.7"),
            ("1", "10.0.0.1", &[(FWD, "for=_hidden")], "10.0.0.1"),
            ("1", "10.0.0.1", &[(FWD, "for=1.1.1.1;for=2.2.2.2")], "10.0.0.1"),
            // Both: only when they say the same.
            ("1", "10.0.0.1", &[(XFF, "203.0.113.7"), (FWD, "for=203.0.113.7")], "203.0.113.7"),
            ("1", "10.0.0.1", &[(XFF, "203.0.113.7"), (FWD, "for=6.6.6.6")], "10.0.0.1"),
        ];
        for (trust, peer, lines, expected) in table {
            assert_eq!(caller(trust, peer, lines), *expected, "{trust} {peer} {lines:?}");
        }
    }

    #[test]
    fn a_setting_that_means_nothing_is_refused() {
        for text in ["maybe", "10.0.0.0/33", "10.0.0.0/8,x", "17", "-1", "1.5"] {
            assert!(text.parse::<TrustedProxies>().is_err(), "{text}");
        }
        assert_eq!("2".parse(), Ok(TrustedProxies::Hops(2)));
        assert_eq!("off".parse(), Ok(TrustedProxies::None));
    }

    #[test]
    fn a_limit_counts_a_network_of_ipv6_as_one() {
        assert_eq!(counted_as("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(counted_as("203.0.113.7"), "203.0.113.7");
        assert_eq!(counted_as("local"), "local");
    }

    // F1
    #[test]
    fn only_a_request_of_this_machine_itself_is_on_it() {
        let at = |peer: &str| {
            let mut extensions = Extensions::new();
            extensions.insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
            extensions
        };
        for peer in ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"] {
            assert!(is_on_this_machine(&HeaderMap::new(), &at(peer)), "{peer}");
        }
        for peer in ["192.0.2.1", "2001:db8::1", "0.0.0.0"] {
            assert!(!is_on_this_machine(&HeaderMap::new(), &at(peer)), "{peer}");
        }
        assert!(!is_on_this_machine(&HeaderMap::new(), &Extensions::new()));
        for name in ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via", "x-real-ip"] {
            assert!(!is_on_this_machine(&headers(&[(name, "")]), &at("127.0.0.1")), "{name}");
        }
    }

    fn rubbish() -> impl Strategy<Value = String> {
        prop_oneof![
            "[ -~]{0,40}".prop_map(|t| t),
            any::<std::net::Ipv4Addr>().prop_map(|a| a.to_string()),
            any::<std::net::Ipv6Addr>().prop_map(|a| format!("for=\"[{a}]\"")),
        ]
    }

    proptest! {
        /// F5: whatever lines a client sends first, what the proxy appends decides.
        #[test]
        fn nothing_that_a_client_sends_moves_its_address(
            sent in prop::collection::vec(rubbish(), 0..6),
            client in any::<std::net::Ipv4Addr>(),
            is_own_line in any::<bool>(),
            is_forwarded in any::<bool>(),
        ) {
            prop_assume!(client.octets()[0] != 10);
            let (name, own) =
                if is_forwarded { ("forwarded", format!("for={client}")) } else { ("x-forwarded-for", client.to_string()) };
            let mut map = HeaderMap::new();
            for line in &sent {
                map.append(name, HeaderValue::from_str(line).unwrap());
            }
            match map.get_all(name).iter().next_back().cloned() {
                Some(last) if !is_own_line => {
                    // A proxy may append to the client's last line as well.
                    let lines: Vec<HeaderValue> = map.get_all(name).iter().cloned().collect();
                    map.remove(name);
                    for line in &lines[..lines.len() - 1] {
                        map.append(name, line.clone());
                    }
                    let joined = format!("{}, {own}", last.to_str().unwrap());
                    map.append(name, HeaderValue::from_str(&joined).unwrap());
                }
                _ => {
                    map.append(name, HeaderValue::from_str(&own).unwrap());
                }
            }
            let peer: IpAddr = "10.0.0.1".parse().unwrap();
            for trust in ["1", "10.0.0.0/8"] {
                let found = trust.parse::<TrustedProxies>().unwrap().caller(peer, &map);
                prop_assert_eq!(found, IpAddr::V4(client), "{}", trust);
            }
        }

        /// Any bytes in any lines: an answer and never anything but an address that is written there, or the peer.
        #[test]
        fn any_lines_are_read_without_harm(
            lines in prop::collection::vec((any::<bool>(), prop::collection::vec(0x20_u8..=0xff, 0..60)), 0..8),
            hops in 0_usize..5,
        ) {
            let mut map = HeaderMap::new();
            for (is_forwarded, bytes) in &lines {
                if let Ok(value) = HeaderValue::from_bytes(bytes) {
                    map.append(if *is_forwarded { "forwarded" } else { "x-forwarded-for" }, value);
                }
            }
            let peer: IpAddr = "192.0.2.9".parse().unwrap();
            let _ = TrustedProxies::Hops(hops).caller(peer, &map);
            prop_assert_eq!(TrustedProxies::None.caller(peer, &map), peer);
            prop_assert_eq!(TrustedProxies::Networks(vec![]).caller(peer, &map), peer);
        }
    }
}
