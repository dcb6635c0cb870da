//! Which proxies are trusted for the caller's address, and which header they write.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;
use ipnet::IpNet;

/// Which proxies in front are trusted for the caller's address (`RAWAJ_TRUST_PROXY`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TrustedProxies {
    /// None: the peer is the caller.
    #[default]
    None,
    /// A chain of so many; the peer is the last of them.
    Hops(usize),
    /// Those in these networks.
    Networks(Vec<IpNet>),
}

/// The longest chain of proxies that can be configured.
const MOST_HOPS: usize = 16;
/// The most entries of a request that are read; the last ones count.
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
    /// Whether the peer is a proxy, so that its connection may carry the requests of many callers.
    #[must_use]
    pub fn is_proxy(&self, peer: IpAddr) -> bool {
        match self {
            Self::None | Self::Hops(0) => false,
            Self::Hops(_) => true,
            Self::Networks(networks) => contains(networks, peer.to_canonical()),
        }
    }

    /// `entries` begin with the last one.
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
                    if !contains(networks, caller) {
                        break;
                    }
                }
                caller
            }
        }
    }
}

/// The header in which the proxies write the caller's address (`RAWAJ_PROXY_HEADER`). The other one is what the client sent, and
/// is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, which nearly all of them append to.
    #[default]
    XForwardedFor,
    /// `Forwarded` of RFC 7239.
    Forwarded,
}

impl FromStr for ProxyHeader {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            name if name.eq_ignore_ascii_case("X-Forwarded-For") => Ok(Self::XForwardedFor),
            name if name.eq_ignore_ascii_case("Forwarded") => Ok(Self::Forwarded),
            other => Err(format!("`{other}` is neither X-Forwarded-For nor Forwarded")),
        }
    }
}

/// The proxies in front: which are trusted, and which header they write.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Proxies {
    /// Which are trusted.
    pub trusted: TrustedProxies,
    /// The header that they write.
    pub header: ProxyHeader,
}

impl From<TrustedProxies> for Proxies {
    fn from(trusted: TrustedProxies) -> Self {
        Self { trusted, header: ProxyHeader::default() }
    }
}

impl Proxies {
    /// The caller's address. The nearest proxy writes the last entry of the last line, so entries are read from there: past those
    /// that trusted proxies wrote about one another, the next one is the caller. Where that entry is no address, the peer counts
    /// as the caller.
    #[must_use]
    pub fn caller(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.trusted.is_proxy(peer) {
            return peer;
        }
        let written = match self.header {
            ProxyHeader::XForwardedFor => entries(headers, "x-forwarded-for", x_forwarded_for),
            ProxyHeader::Forwarded => entries(headers, "forwarded", forwarded),
        };
        written.map_or(peer, |entries| self.trusted.walk(peer, &entries))
    }
}

fn contains(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|n| n.contains(&address))
}

/// The entries of all lines of a header, the last first; none when the header is absent. An unreadable entry is `None`.
fn entries(headers: &HeaderMap, name: &str, read: fn(&str) -> Option<IpAddr>) -> Option<Vec<Option<IpAddr>>> {
    let lines: Vec<_> = headers.get_all(name).iter().collect();
    if lines.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    for line in lines.into_iter().rev() {
        // A line that is not text is one unreadable entry.
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

    fn proxies(trust: &str, header: &str) -> Proxies {
        Proxies { trusted: trust.parse().unwrap(), header: header.parse().unwrap() }
    }

    /// Trusted proxies, peer, header lines, expected caller.
    type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static str);

    // F5
    #[test]
    fn the_caller_is_what_the_nearest_trusted_proxy_wrote() {
        const XFF: &str = "x-forwarded-for";
        const FWD: &str = "forwarded";
        let table: &[Case] = &[
            // No proxy is trusted.
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
            // An entry that is no address gives the peer.
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
        ];
        for (trust, peer, lines, expected) in table {
            // The proxy writes the header that the case has.
            let header = lines.first().map_or(XFF, |(name, _)| *name);
            let found = proxies(trust, header).caller(peer.parse().unwrap(), &headers(lines)).to_string();
            assert_eq!(found, *expected, "{trust} {peer} {lines:?}");
        }
    }

    // F5
    #[test]
    fn f5_the_header_that_the_proxy_does_not_write_is_the_clients_own() {
        let both = headers(&[("x-forwarded-for", "203.0.113.7"), ("forwarded", "for=6.6.6.6")]);
        let peer: IpAddr = "10.0.0.1".parse().unwrap();
        for (header, expected) in [("X-Forwarded-For", "203.0.113.7"), ("Forwarded", "6.6.6.6")] {
            assert_eq!(proxies("1", header).caller(peer, &both).to_string(), expected);
        }
        let forged_headers = headers(&[("forwarded", "for=6.6.6.6")]);
        assert_eq!(proxies("1", "x-forwarded-for").caller(peer, &forged_headers), peer, "the proxy has written nothing");
        assert!("X-Real-IP".parse::<ProxyHeader>().is_err());
    }

    #[test]
    fn a_setting_that_means_nothing_is_refused() {
        for text in ["maybe", "10.0.0.0/33", "10.0.0.0/8,x", "17", "-1", "1.5"] {
            assert!(text.parse::<TrustedProxies>().is_err(), "{text}");
        }
        assert_eq!("2".parse(), Ok(TrustedProxies::Hops(2)));
        assert_eq!("off".parse(), Ok(TrustedProxies::None));
    }

    fn rubbish() -> impl Strategy<Value = String> {
        prop_oneof![
            "[ -~]{0,40}".prop_map(|t| t),
            any::<std::net::Ipv4Addr>().prop_map(|a| a.to_string()),
            any::<std::net::Ipv6Addr>().prop_map(|a| format!("for=\"[{a}]\"")),
        ]
    }

    proptest! {
        /// F5: whatever lines a client sends in either header, the entry that the proxy appends decides.
        #[test]
        fn nothing_that_a_client_sends_moves_its_address(
            sent in prop::collection::vec(rubbish(), 0..6),
            others in prop::collection::vec(rubbish(), 0..3),
            client in any::<std::net::Ipv4Addr>(),
            is_own_line in any::<bool>(),
            is_forwarded in any::<bool>(),
        ) {
            prop_assume!(client.octets()[0] != 10);
            let (name, own) =
                if is_forwarded { ("forwarded", format!("for={client}")) } else { ("x-forwarded-for", client.to_string()) };
            let mut map = HeaderMap::new();
            for line in &others {
                let other = if is_forwarded { "x-forwarded-for" } else { "forwarded" };
                map.append(other, HeaderValue::from_str(line).unwrap());
            }
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
                let found = proxies(trust, name).caller(peer, &map);
                prop_assert_eq!(found, IpAddr::V4(client), "{}", trust);
            }
        }

        /// Any bytes in any lines: the result is an address that is written there, or the peer.
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
            for header in [ProxyHeader::XForwardedFor, ProxyHeader::Forwarded] {
                let proxies_with = |trusted| Proxies { trusted, header };
                let _ = proxies_with(TrustedProxies::Hops(hops)).caller(peer, &map);
                prop_assert_eq!(proxies_with(TrustedProxies::None).caller(peer, &map), peer);
                prop_assert_eq!(proxies_with(TrustedProxies::Networks(vec![])).caller(peer, &map), peer);
            }
        }
    }
}
