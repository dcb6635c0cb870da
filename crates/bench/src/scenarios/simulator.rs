//! A provider for the program that is measured: a simulator in the driver's process.

use std::net::SocketAddr;

use kernel::Env;
use serde_json::{Value as Json, json};
use simulators::{Server, Ticking, start_bosta, start_paytabs};

use super::{expect, get, post};
use crate::Failure;
use crate::http::Connection;

/// A running provider.
pub struct Simulator {
    server: Server,
    addr: SocketAddr,
}

const ANY_PORT: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

impl Simulator {
    /// Starts PayTabs on loopback.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn paytabs() -> Result<Self, Failure> {
        install_cryptography();
        Self::of(start_paytabs(ANY_PORT, Env::system(), Ticking::OnDemand).await?)
    }

    /// Starts Bosta on loopback.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn bosta() -> Result<Self, Failure> {
        install_cryptography();
        Self::of(start_bosta(ANY_PORT, Env::system(), Ticking::OnDemand).await?)
    }

    fn of(server: Server) -> Result<Self, Failure> {
        let addr = server.base.trim_start_matches("http://").parse()?;
        Ok(Self { server, addr })
    }

    /// Its address, for the program's configuration.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.server.base
    }

    /// What a merchant pastes in, by field.
    pub(crate) fn credentials(&self) -> Json {
        Json::Object(self.server.credentials.iter().map(|(field, value)| ((*field).to_owned(), json!(value))).collect())
    }

    /// A merchant's credential.
    pub(crate) fn credential(&self, name: &str) -> Result<&str, Failure> {
        let found = self.server.credentials.iter().find(|(field, _)| *field == name);
        Ok(&found.ok_or("the simulator has no such credential")?.1)
    }

    /// Orders what happens at the provider.
    pub(crate) async fn control(&self, name: &str, body: Json) -> Result<(), Failure> {
        let mut c = Connection::open(self.addr).await?;
        let request = post("localhost", &format!("/__simulator/{name}"), "", "application/json", &body.to_string());
        expect(c.send(&request, true).await?, 200)?;
        Ok(())
    }

    /// One of its lists.
    pub(crate) async fn list(&self, name: &str) -> Result<Vec<Json>, Failure> {
        let mut c = Connection::open(self.addr).await?;
        let answer = expect(c.send(&get("localhost", &format!("/__simulator/{name}"), ""), true).await?, 200)?;
        Ok(serde_json::from_slice(&answer.body)?)
    }
}

/// A simulator's client wants it, also for plain HTTP; a second installation finds the first.
fn install_cryptography() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
