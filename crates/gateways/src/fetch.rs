//! Downloads pictures from URLs in a merchant's file, without server-side request forgery (SSRF): the file cannot reach into the
//! operator's own network (contracts/imports.md §0).
//!
//! Invariants: only http and https; no connection is ever made to an address that is not public, however the name is
//! spelled, whatever it resolves to and wherever a redirect leads: the resolver that checks is the one that connects.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{ACCEPT, LOCATION};
use reqwest::{Client, Url, redirect};

/// The largest picture (ME-02).
pub const MOST_BYTES: usize = 5_242_880;
/// Redirects that are followed.
pub const MOST_REDIRECTS: usize = 3;
/// From name resolution to the last byte.
const FETCH_TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT: Duration = Duration::from_secs(5);

/// Why a download failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// This program downloads nothing (an offline machine, tests).
    #[error("fetching is switched off")]
    Off,
    /// Not a web address, or one that only the operator's own network may use.
    #[error("the address is not a public web address")]
    Refused,
    /// The name does not resolve, or the connection failed or broke off.
    #[error("the host cannot be reached")]
    Unreachable,
    /// Not complete in ten seconds.
    #[error("the host takes too long")]
    TooSlow,
    /// The host answered with this status.
    #[error("the host answered {0}")]
    Status(u16),
    /// More than [`MOST_BYTES`].
    #[error("larger than {MOST_BYTES} bytes")]
    TooLarge,
    /// More than [`MOST_REDIRECTS`].
    #[error("too many redirects")]
    TooManyRedirects,
}

impl FetchError {
    /// A retry may help.
    #[must_use]
    pub const fn is_passing(self) -> bool {
        match self {
            Self::Unreachable | Self::TooSlow => true,
            Self::Status(code) => code >= 500 || code == 408 || code == 429,
            Self::Off | Self::Refused | Self::TooLarge | Self::TooManyRedirects => false,
        }
    }

    /// The host itself fails, so its other pictures are not requested for now.
    #[must_use]
    pub const fn is_of_host(self) -> bool {
        matches!(self, Self::Unreachable | Self::TooSlow | Self::Status(429 | 503))
    }
}

/// The future of a download.
pub type Fetching<'a> = Pin<Box<dyn Future<Output = Result<Bytes, FetchError>> + Send + 'a>>;

/// Downloads the bytes of a URL.
pub trait Fetcher: Send + Sync + 'static {
    /// The bytes, [`MOST_BYTES`] at most. The caller determines their type.
    fn fetch<'a>(&'a self, url: &'a str) -> Fetching<'a>;
}

/// A fetcher that always fails with [`FetchError::Off`].
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFetcher;

impl Fetcher for NoFetcher {
    fn fetch<'a>(&'a self, _: &'a str) -> Fetching<'a> {
        Box::pin(async { Err(FetchError::Off) })
    }
}

/// A fetcher for the public web.
#[derive(Debug, Clone)]
pub struct WebFetcher(Client);

impl WebFetcher {
    /// A client that connects to public addresses only. The program's cryptography provider must be installed.
    ///
    /// # Errors
    /// When the client cannot be made.
    pub fn new() -> Result<Self, reqwest::Error> {
        Self::with_resolver(Arc::new(PublicNames))
    }

    fn with_resolver(resolver: Arc<impl Resolve + 'static>) -> Result<Self, reqwest::Error> {
        let client = Client::builder()
            .dns_resolver(resolver)
            .redirect(redirect::Policy::none())
            .no_proxy()
            .referer(false)
            .connect_timeout(CONNECT)
            .user_agent(concat!("Rawaj/", env!("CARGO_PKG_VERSION"), " (product import)"))
            .build()?;
        Ok(Self(client))
    }

    async fn follow_redirects(&self, url: &str) -> Result<Bytes, FetchError> {
        let mut url = Url::parse(url).map_err(|_| FetchError::Refused)?;
        for _ in 0..=MOST_REDIRECTS {
            check(&url)?;
            let answer = self.0.get(url.clone()).header(ACCEPT, "image/*").send().await.map_err(|e| reason(&e))?;
            let status = answer.status();
            if status.is_redirection() {
                let to =
                    answer.headers().get(LOCATION).and_then(|v| v.to_str().ok()).ok_or(FetchError::Status(status.as_u16()))?;
                url = url.join(to).map_err(|_| FetchError::Refused)?;
                continue;
            }
            if !status.is_success() {
                return Err(FetchError::Status(status.as_u16()));
            }
            return read(answer).await;
        }
        Err(FetchError::TooManyRedirects)
    }
}

impl Fetcher for WebFetcher {
    fn fetch<'a>(&'a self, url: &'a str) -> Fetching<'a> {
        Box::pin(async move {
            tokio::time::timeout(FETCH_TIMEOUT, self.follow_redirects(url)).await.map_err(|_| FetchError::TooSlow)?
        })
    }
}

async fn read(mut answer: reqwest::Response) -> Result<Bytes, FetchError> {
    if answer.content_length().is_some_and(|n| n > MOST_BYTES as u64) {
        return Err(FetchError::TooLarge);
    }
    let mut bytes = BytesMut::new();
    while let Some(chunk) = answer.chunk().await.map_err(|e| reason(&e))? {
        if bytes.len() + chunk.len() > MOST_BYTES {
            return Err(FetchError::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

fn reason(e: &reqwest::Error) -> FetchError {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(e);
    while let Some(inner) = cause {
        if inner.is::<NotPublic>() {
            return FetchError::Refused;
        }
        cause = inner.source();
    }
    if e.is_timeout() { FetchError::TooSlow } else { FetchError::Unreachable }
}

/// A web address without a name and password, on a usual port, whose host is a name or a public address.
fn check(url: &Url) -> Result<(), FetchError> {
    let is_web = matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    let is_usual_port = matches!(url.port_or_known_default(), Some(80 | 443 | 8080 | 8443));
    // An IP address as host bypasses the resolver, so it is checked here.
    let host = url.host_str().unwrap_or_default();
    let is_public_host = match host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
        Ok(ip) => is_public(ip),
        Err(_) => !host.is_empty(),
    };
    if is_web && is_usual_port && is_public_host { Ok(()) } else { Err(FetchError::Refused) }
}

#[derive(Debug, thiserror::Error)]
#[error("the name leads to an address that is not public")]
struct NotPublic;

/// Resolves names to public addresses; a name with any other among them is refused as a whole.
struct PublicNames;

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if found.iter().any(|a| !is_public(a.ip())) {
                return Err(Box::new(NotPublic) as Box<dyn std::error::Error + Send + Sync>);
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Whether an address is on the public internet: not this machine, not its network, not a cloud's metadata service, not a
/// reserved range, nor one of these embedded in an IPv6 address.
#[must_use]
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    !(a == 0
        || a == 10
        || a == 127
        || a >= 224
        || (a == 100 && (64..128).contains(&b))
        || (a == 169 && b == 254)
        || (a == 172 && (16..32).contains(&b))
        || (a == 192 && b == 168)
        || (a == 192 && b == 0 && (c == 0 || c == 2))
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b))
        || (a == 198 && b == 51 && c == 100)
        || (a == 203 && b == 0 && c == 113)
        // Metadata services of clouds that are not in the ranges above: Azure's and Oracle's.
        || ip == Ipv4Addr::new(168, 63, 129, 16)
        || ip == Ipv4Addr::new(192, 0, 0, 192))
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let s = ip.segments();
    let inner = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match s {
        // An embedded IPv4 address: mapped, compatible, translated (NAT64), tunnelled (6to4).
        [0, 0, 0, 0, 0, 0xffff | 0, high, low] => !ip.is_loopback() && !ip.is_unspecified() && inner(high, low),
        [0, 0, 0, 0, 0xffff, 0, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => inner(high, low),
        [0x2002, high, low, ..] => inner(high, low),
        // Only 2000::/3 is given out; of it these are not: Teredo and other protocols, ORCHID, documentation.
        [0x2001, 0..0x200 | 0xdb8, ..] | [0x3fff, 0..0x1000, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_public() {
        for ip in [
            "8.8.8.8",
            "1.1.1.1",
            "172.15.0.1",
            "172.32.0.1",
            "100.63.0.1",
            "192.169.0.1",
            "2606:4700::1111",
            "2a00:1450::1",
            "64:ff9b::808:808",
        ] {
            assert!(is_public(ip.parse().unwrap()), "{ip}");
        }
        for ip in [
            "0.0.0.0",
            "10.1.2.3",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "100.64.0.1",
            "100.100.100.200",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "168.63.129.16",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "100::1",
        ] {
            assert!(!is_public(ip.parse().unwrap()), "{ip}");
        }
    }

    #[test]
    fn an_address_that_hides_its_host_is_refused() {
        let check = |url: &str| Url::parse(url).map_err(|_| FetchError::Refused).and_then(|u| check(&u));
        for good in
            ["https://example.com/a.jpg", "http://example.com:8080/a", "https://8.8.8.8/a.png", "https://[2606:4700::1111]/a"]
        {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for bad in [
            "ftp://example.com/a",
            "file:///etc/passwd",
            "gopher://example.com",
            "data:image/png;base64,AA",
            "http://127.0.0.1/a",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://[::1]/",
            "http://[::ffff:7f00:1]/",
            "http://169.254.169.254/",
            "http://user:pass@example.com/",
            "http://example.com:22/",
            "http://example.com:6379/",
            "//example.com/a",
            "not an address",
        ] {
            assert_eq!(check(bad), Err(FetchError::Refused), "{bad}");
        }
    }

    /// Resolves every name to one address, as a hostile name server would.
    struct Hostile(SocketAddr);
    impl Resolve for Hostile {
        fn resolve(&self, _: Name) -> Resolving {
            let to = self.0;
            Box::pin(async move {
                let found = [to];
                if found.iter().any(|a| !is_public(a.ip())) {
                    return Err(Box::new(NotPublic) as Box<dyn std::error::Error + Send + Sync>);
                }
                Ok(Box::new(found.into_iter()) as Addrs)
            })
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_refused() {
        install();
        let fetcher = WebFetcher::with_resolver(Arc::new(Hostile("127.0.0.1:80".parse().unwrap()))).unwrap();
        assert_eq!(fetcher.fetch("http://pictures.example/a.jpg").await, Err(FetchError::Refused));
        let fetcher = WebFetcher::new().unwrap();
        assert_eq!(fetcher.fetch("http://localhost/a.jpg").await, Err(FetchError::Refused));
    }

    /// Resolves every name to a server on this machine: tests cover everything but the address check.
    struct Local(SocketAddr);
    impl Resolve for Local {
        fn resolve(&self, _: Name) -> Resolving {
            let to = self.0;
            Box::pin(async move { Ok(Box::new([to].into_iter()) as Addrs) })
        }
    }

    async fn answering(answer: Vec<u8>) -> WebFetcher {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
        install();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let answer = answer.clone();
                tokio::spawn(async move {
                    let mut request = [0u8; 2048];
                    let _ = stream.read(&mut request).await;
                    let _ = stream.write_all(&answer).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        // Port 0 in a resolved address means the port of the URL; a set one wins.
        WebFetcher::with_resolver(Arc::new(Local(addr))).unwrap()
    }

    fn install() {
        let _ = rustls::crypto::ring::default_provider().install_default();
    }

    #[tokio::test]
    async fn a_redirect_into_the_own_network_is_refused_and_endless_ones_end() {
        let to = |location: &str| {
            format!("HTTP/1.1 302 Found\r\nlocation: {location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").into_bytes()
        };
        let fetcher = answering(to("http://169.254.169.254/latest/meta-data")).await;
        assert_eq!(fetcher.fetch("http://pictures.example/a.jpg").await, Err(FetchError::Refused));
        let fetcher = answering(to("file:///etc/passwd")).await;
        assert_eq!(fetcher.fetch("http://pictures.example/a.jpg").await, Err(FetchError::Refused));
        let fetcher = answering(to("/again")).await;
        assert_eq!(fetcher.fetch("http://pictures.example/a.jpg").await, Err(FetchError::TooManyRedirects));
    }

    #[tokio::test]
    async fn a_picture_comes_and_a_large_one_does_not() {
        let fetcher = answering(b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\nconnection: close\r\n\r\nabc".to_vec()).await;
        assert_eq!(fetcher.fetch("http://pictures.example/a.jpg").await, Ok(Bytes::from_static(b"abc")));
        let fetcher = answering(b"HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\nconnection: close\r\n\r\nabc".to_vec()).await;
        assert_eq!(fetcher.fetch("http://pictures.example/a.jpg").await, Err(FetchError::TooLarge));
        let mut endless = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_vec();
        endless.resize(MOST_BYTES + 4096, 0);
        let fetcher = answering(endless).await;
        assert_eq!(fetcher.fetch("http://pictures.example/a.jpg").await, Err(FetchError::TooLarge));
        let fetcher = answering(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_vec()).await;
        assert_eq!(fetcher.fetch("http://pictures.example/a.jpg").await, Err(FetchError::Status(404)));
        assert!(!FetchError::Status(404).is_passing() && FetchError::Status(502).is_passing());
    }
}
