//! Configuration: one struct per section, every variable with its default. `README.md` holds the table.

mod sample_gateways;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use gateways::{couriers, payments};
use kernel::SecretText;
use office::sample::SampleGateways;
use platform::secrets::SecretKeys;
use web::client::{Proxies, ProxyHeader, TrustedProxies};

use crate::edge::Limits;

/// Shortest token that cannot be guessed, in characters.
const SHORTEST_TOKEN: usize = 16;

/// The program's configuration from the environment.
#[derive(Debug, Clone)]
pub struct Config {
    /// Addresses and hosts.
    pub http: Http,
    /// Where data is stored.
    pub storage: Storage,
    /// Background work.
    pub worker: WorkerConfig,
    /// Limits of connections.
    pub limits: Limits,
    /// Addresses of payment gateways.
    pub gateways: GatewayAddresses,
    /// `RAWAJ_SAMPLE_GATEWAYS`: simulators that the demo store is connected to, as JSON of credentials by the provider's code and
    /// field. Only with developer pages, and only of gateways whose address is on this machine.
    pub sample_gateways: SampleGateways,
}

/// Addresses and hosts.
#[derive(Debug, Clone)]
pub struct Http {
    /// `RAWAJ_LISTEN`, default `127.0.0.1:3000`.
    pub listen: SocketAddr,
    /// `RAWAJ_HOST`: host of dashboard and API with its port. Stores answer at `{slug}.` of it. Default `localhost:{port}`
    /// while the listener is on loopback; a listener that others reach has none.
    pub platform_host: String,
    /// `RAWAJ_SCHEME`: `http` or `https`, default `http`.
    pub scheme: String,
    /// `RAWAJ_DEV`: developer pages (`/dev/outbox`); default on while host and listener are on this machine and no proxy is in
    /// front. To test proxies on such a machine, switch it on explicitly.
    pub is_dev: bool,
    /// `RAWAJ_DEMO_HOSTS`: hosts on which registration is closed, split at commas.
    pub demo_hosts: Vec<String>,
    /// `RAWAJ_RATE_LIMIT`: requests a second from one address, default 200; 0 switches it off.
    pub requests_per_second: u32,
    /// `RAWAJ_TRUST_PROXY`: a number of proxies or their networks that are trusted, default none; `RAWAJ_PROXY_HEADER`: the
    /// header they write, `X-Forwarded-For` (the default) or `Forwarded`.
    pub proxies: Proxies,
    /// `RAWAJ_METRICS_TOKEN`: the bearer token of `/metrics`; without one only requests of this machine itself are answered.
    pub metrics_token: Option<SecretText>,
    /// `RAWAJ_METRICS_LISTEN`: a second listener for `/metrics`, `/healthz` and `/readyz` alone, without a token.
    pub metrics_listen: Option<SocketAddr>,
}

/// Where data is stored.
#[derive(Debug, Clone)]
pub struct Storage {
    /// `RAWAJ_DATA`: folder of the database file and the media, default `data`.
    pub data: PathBuf,
    /// `DATABASE_URL`: `postgres://...`; the SQLite file of the data folder when none.
    pub database_url: Option<String>,
    /// `RAWAJ_MEDIA_URL`: `s3://bucket/prefix`; the data folder when none.
    pub media_url: Option<String>,
    /// `RAWAJ_SECRET_KEY`: keys that seal the secrets of stores, separated by commas or lines; the first one seals, all of them
    /// open. Those of `secret.key` in the data folder when none.
    pub secret_keys: Option<SecretKeys>,
}

/// Background work.
#[derive(Debug, Clone)]
pub struct WorkerConfig {
    /// `RAWAJ_WORKERS`: jobs at once in this process, default 2; 0 leaves them to `rawaj worker`.
    pub lanes: usize,
    /// `RAWAJ_FETCH_IMAGES`: fetch the pictures that imported product files name, default on.
    pub fetches_images: bool,
}

/// Addresses under which payment gateways and couriers answer instead of their own, as simulators do.
#[derive(Debug, Clone, Default)]
pub struct GatewayAddresses(BTreeMap<&'static str, String>);

impl GatewayAddresses {
    /// The address of a provider by its code, without a slash at the end.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&str> {
        self.0.get(code).map(String::as_str)
    }

    /// `RAWAJ_{SERVICE}_URL` of every payment gateway and courier: `RAWAJ_PAYTABS_URL` for the providers of all countries, which are
    /// one service.
    fn from_env() -> Result<Self, ConfigError> {
        let of_couriers = couriers::providers::KNOWN.iter().map(|(description, _)| description);
        let all = payments::providers::DESCRIPTIONS.iter().chain(of_couriers);
        let mut addresses = BTreeMap::new();
        for code in all.map(|description| description.code) {
            let name = address_variable(code);
            let Some(url) = text(name.clone())? else { continue };
            if !(url.starts_with("https://") || url.starts_with("http://")) {
                return Err(ConfigError {
                    name: name.into(),
                    reason: format!("`{url}` does not start with https:// or http://"),
                });
            }
            addresses.insert(code, url.trim_end_matches('/').to_owned());
        }
        Ok(Self(addresses))
    }
}

/// The variable with the address of a provider's service: its name is the first word of the provider's code.
fn address_variable(code: &str) -> String {
    format!("RAWAJ_{}_URL", code.split('_').next().unwrap_or(code))
}

/// A variable with an invalid value.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {reason}")]
pub struct ConfigError {
    name: Cow<'static, str>,
    reason: String,
}

impl Config {
    /// Reads the environment; `NAME_FILE` gives the value of a secret from a file.
    ///
    /// # Errors
    /// When a value is invalid or contradicts another.
    pub fn from_env() -> Result<Self, ConfigError> {
        let listen: SocketAddr = parse("RAWAJ_LISTEN", "127.0.0.1:3000")?;
        let is_own_listener = listen.ip().to_canonical().is_loopback();
        let platform_host = match text("RAWAJ_HOST")? {
            Some(host) => host,
            None if is_own_listener => format!("localhost:{}", listen.port()),
            None => {
                return Err(ConfigError {
                    name: "RAWAJ_HOST".into(),
                    reason: format!(
                        "RAWAJ_LISTEN={listen} is reached by other machines: set RAWAJ_HOST to the host under which they reach it \
                         (dukkan.example.com), or listen on 127.0.0.1 only"
                    ),
                });
            }
        };
        let scheme = text("RAWAJ_SCHEME")?.unwrap_or_else(|| "http".into());
        if scheme != "http" && scheme != "https" {
            return Err(ConfigError { name: "RAWAJ_SCHEME".into(), reason: format!("`{scheme}` is neither http nor https") });
        }
        let proxies = proxies()?;
        // Behind a proxy or TLS every request comes from this machine.
        let is_direct = proxies.trusted == TrustedProxies::None && scheme == "http";
        let is_local = platform_host.split(':').next() == Some("localhost");
        let is_dev = flag("RAWAJ_DEV", is_local && is_own_listener && is_direct)?;
        if is_dev && scheme == "https" {
            let reason =
                "developer pages are for this machine itself: not with RAWAJ_SCHEME=https, for which others come in".into();
            return Err(ConfigError { name: "RAWAJ_DEV".into(), reason });
        }
        if is_dev && !(is_local && is_own_listener) {
            let reached = if is_local { listen.to_string() } else { platform_host };
            return Err(ConfigError {
                name: "RAWAJ_DEV".into(),
                reason: format!("developer pages would show codes to anybody who reaches {reached}; they are for localhost only"),
            });
        }
        let media_url = text("RAWAJ_MEDIA_URL")?;
        if let Some(url) = &media_url
            && !url.starts_with("s3://")
        {
            return Err(ConfigError { name: "RAWAJ_MEDIA_URL".into(), reason: format!("`{url}` does not start with s3://") });
        }
        let demo_hosts = text("RAWAJ_DEMO_HOSTS")?.unwrap_or_default();
        let limits = Limits {
            connections: parse("RAWAJ_MAX_CONNECTIONS", "10000")?,
            per_address: parse("RAWAJ_MAX_CONNECTIONS_PER_ADDRESS", "256")?,
            proxies: proxies.trusted.clone(),
            ..Limits::default()
        };
        if limits.connections == 0 {
            return Err(ConfigError { name: "RAWAJ_MAX_CONNECTIONS".into(), reason: "0 connections would answer nobody".into() });
        }
        let metrics_token = text("RAWAJ_METRICS_TOKEN")?;
        if metrics_token.as_ref().is_some_and(|t| t.len() < SHORTEST_TOKEN) {
            let reason = format!("a token of less than {SHORTEST_TOKEN} characters can be guessed");
            return Err(ConfigError { name: "RAWAJ_METRICS_TOKEN".into(), reason });
        }
        let metrics_listen = match text("RAWAJ_METRICS_LISTEN")? {
            Some(_) => Some(parse("RAWAJ_METRICS_LISTEN", "")?),
            None => None,
        };
        let gateways = GatewayAddresses::from_env()?;
        Ok(Self {
            limits,
            sample_gateways: sample_gateways::read(is_dev, &gateways)?,
            gateways,
            http: Http {
                listen,
                platform_host,
                scheme,
                is_dev,
                demo_hosts: demo_hosts.split(',').map(str::trim).filter(|h| !h.is_empty()).map(str::to_owned).collect(),
                requests_per_second: parse("RAWAJ_RATE_LIMIT", "200")?,
                proxies,
                metrics_token: metrics_token.map(SecretText::from),
                metrics_listen,
            },
            storage: Storage {
                data: text("RAWAJ_DATA")?.unwrap_or_else(|| "data".into()).into(),
                database_url: text("DATABASE_URL")?,
                media_url,
                secret_keys: secret_keys()?,
            },
            worker: WorkerConfig { lanes: parse("RAWAJ_WORKERS", "2")?, fetches_images: flag("RAWAJ_FETCH_IMAGES", true)? },
        })
    }

    /// The settings for handlers.
    #[must_use]
    pub fn settings(&self) -> web::base::Settings {
        let Http {
            listen: _,
            platform_host,
            scheme,
            is_dev,
            demo_hosts,
            requests_per_second,
            proxies,
            metrics_token,
            metrics_listen: _,
        } = self.http.clone();
        web::base::Settings {
            platform_host,
            scheme,
            is_dev,
            demo_hosts,
            requests_per_second,
            proxies,
            metrics_token,
            ..web::base::Settings::default()
        }
    }
}

fn secret_keys() -> Result<Option<SecretKeys>, ConfigError> {
    let name = "RAWAJ_SECRET_KEY";
    let Some(keys) = text(name)?.map(SecretText::from) else { return Ok(None) };
    SecretKeys::parse(&keys).map(Some).map_err(|e| ConfigError { name: name.into(), reason: e.to_string() })
}

fn proxies() -> Result<Proxies, ConfigError> {
    let (name, header) = ("RAWAJ_TRUST_PROXY", "RAWAJ_PROXY_HEADER");
    let trusted =
        text(name)?.unwrap_or_default().parse::<TrustedProxies>().map_err(|reason| ConfigError { name: name.into(), reason })?;
    let header = match text(header)? {
        Some(text) => text.parse::<ProxyHeader>().map_err(|reason| ConfigError { name: header.into(), reason })?,
        None => ProxyHeader::default(),
    };
    Ok(Proxies { trusted, header })
}

fn text(name: impl Into<Cow<'static, str>>) -> Result<Option<String>, ConfigError> {
    let name = name.into();
    let is_set = |v: &String| !v.is_empty();
    if let Some(path) = std::env::var(format!("{name}_FILE")).ok().filter(is_set) {
        let value =
            std::fs::read_to_string(&path).map_err(|e| ConfigError { name, reason: format!("cannot read {path}: {e}") })?;
        return Ok(Some(value.trim().to_owned()).filter(is_set));
    }
    Ok(std::env::var(&*name).ok().filter(is_set))
}

fn parse<T: std::str::FromStr>(name: &'static str, default: &str) -> Result<T, ConfigError> {
    let value = text(name)?.unwrap_or_else(|| default.to_owned());
    value.parse().map_err(|_| ConfigError { name: name.into(), reason: format!("`{value}` cannot be read") })
}

fn flag(name: &'static str, default: bool) -> Result<bool, ConfigError> {
    match text(name)?.as_deref() {
        None => Ok(default),
        Some("1" | "true" | "yes" | "on") => Ok(true),
        Some("0" | "false" | "no" | "off") => Ok(false),
        Some(other) => Err(ConfigError { name: name.into(), reason: format!("`{other}` is neither true nor false") }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_01_the_countries_of_a_service_share_its_address() {
        let codes = ["PAYMOB", "PAYTABS", "PAYTABS_EG", "PAYTABS_SA", "BOSTA"].map(address_variable);
        let variables = ["RAWAJ_PAYMOB_URL", "RAWAJ_PAYTABS_URL", "RAWAJ_PAYTABS_URL", "RAWAJ_PAYTABS_URL", "RAWAJ_BOSTA_URL"];
        assert_eq!(codes, variables);
    }
}
