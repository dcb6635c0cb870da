//! The shared state of every handler.

use std::sync::Arc;

use db::Db;
use kernel::{Env, SecretText};

use crate::caller::Access;
use crate::client::Proxies;

/// Settings of the HTTP side; the server fills them from its configuration.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Host under which the dashboard and the API answer, with the port where it is not the default: `localhost:3000`.
    /// Stores answer at `{slug}.` of it (decisions §9).
    pub platform_host: String,
    /// `http` or `https`: how absolute links are written.
    pub scheme: String,
    /// Shows developer pages (`/dev/outbox`) and OTP hints; never on in production.
    pub is_dev: bool,
    /// Hosts on which registration and password flows are closed (GU-02).
    pub demo_hosts: Vec<String>,
    /// Requests a second from one address before 429; 0 switches the limit off (benchmarks).
    pub requests_per_second: u32,
    /// Which proxies are trusted for the caller's address, and the header that they write.
    pub proxies: Proxies,
    /// The bearer token of `/metrics`; without one only requests of this machine itself are answered.
    pub metrics_token: Option<SecretText>,
    /// Memory of one password hash in KiB (Argon2id, two passes): 19 MiB as OWASP advises; tests lower it.
    pub password_memory_kib: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            platform_host: "localhost:3000".into(),
            scheme: "http".into(),
            is_dev: true,
            demo_hosts: Vec::new(),
            requests_per_second: 200,
            proxies: Proxies::default(),
            metrics_token: None,
            password_memory_kib: 19_456,
        }
    }
}

/// Database, clock and randomness, settings. Cheap to clone; extractors take it from any state by `FromRef`.
#[derive(Clone)]
pub struct Base {
    /// The database.
    pub db: Db,
    /// Time, ids and random bytes.
    pub env: Env,
    /// Settings of the HTTP side.
    pub settings: Arc<Settings>,
    /// Sessions and memberships.
    pub access: Arc<dyn Access>,
}

impl Base {
    /// The address of a store's front page: `http://slug.localhost:3000`.
    #[must_use]
    pub fn store_url(&self, slug: &str) -> String {
        format!("{}://{slug}.{}", self.settings.scheme, self.settings.platform_host)
    }

    /// The address of the platform itself.
    #[must_use]
    pub fn platform_url(&self) -> String {
        format!("{}://{}", self.settings.scheme, self.settings.platform_host)
    }
}
