//! Parameters of a PostgreSQL address that the driver does not read: TLS, and whether a pooler stands between.

use std::path::PathBuf;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::{Error, Result};

/// An address, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// For the driver: without the parameters that are ours.
    pub(crate) url: String,
    /// `pooler=transaction`: statements stay unnamed.
    pub(crate) is_pooled: bool,
    /// How TLS is spoken.
    pub(crate) tls: Tls,
}

/// `sslmode` and `sslrootcert`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tls {
    /// None: TLS unless the server is on this machine.
    is_wanted: Option<bool>,
    /// PEM file of the authorities to trust, in place of the public ones.
    roots: Option<PathBuf>,
}

impl Address {
    pub(crate) fn parse(url: &str) -> Result<Self> {
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let (mut rest, mut is_pooled, mut tls) = (Vec::new(), false, Tls { is_wanted: None, roots: None });
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=').unwrap_or((pair, "")) {
                ("pooler", "transaction") => is_pooled = true,
                ("sslrootcert", path) => tls.roots = Some(decoded(path).into()),
                // Encryption is always verified: without that a man in the middle could answer in the server's place.
                ("sslmode", mode) => match mode {
                    "disable" => tls.is_wanted = Some(false),
                    "prefer" => tls.is_wanted = None,
                    "require" | "verify-ca" | "verify-full" => tls.is_wanted = Some(true),
                    _ => {
                        let choices = "disable, prefer, require, verify-ca, verify-full";
                        return Err(Error::Setup(format!("DATABASE_URL: sslmode={mode} is none of {choices}")));
                    }
                },
                _ => rest.push(pair),
            }
        }
        let url = if rest.is_empty() { base.to_owned() } else { format!("{base}?{}", rest.join("&")) };
        Ok(Self { url, is_pooled, tls })
    }
}

impl Tls {
    /// The connector; none for plain text, which only `sslmode=disable` or a server on this machine gets.
    pub(crate) fn connector(&self, is_local: bool) -> Result<Option<MakeRustlsConnect>> {
        if !self.is_wanted.unwrap_or(!is_local) {
            return Ok(None);
        }
        let mut roots = rustls::RootCertStore::empty();
        match &self.roots {
            None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            Some(path) => {
                let bad = |e: &dyn std::fmt::Display| Error::Setup(format!("DATABASE_URL: sslrootcert {}: {e}", path.display()));
                for certificate in CertificateDer::pem_file_iter(path).map_err(|e| bad(&e))? {
                    roots.add(certificate.map_err(|e| bad(&e))?).map_err(|e| bad(&e))?;
                }
                if roots.is_empty() {
                    return Err(bad(&"holds no certificate"));
                }
            }
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|e| Error::Setup(format!("tls: {e}")))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Some(MakeRustlsConnect::new(config)))
    }
}

/// Decodes the percent signs of an address.
fn decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let byte = (*first == b'%')
            .then(|| tail.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()))
            .flatten();
        if let Some(byte) = byte {
            out.push(byte);
            rest = &tail[2..];
        } else {
            out.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_parameters_are_taken_out_and_the_drivers_stay() {
        let a = Address::parse(
            "postgres://u:p@h/d?sslmode=verify-full&application_name=x&pooler=transaction&sslrootcert=/a%20b/ca.pem",
        );
        let a = a.unwrap();
        assert_eq!((a.url.as_str(), a.is_pooled), ("postgres://u:p@h/d?application_name=x", true));
        assert_eq!(a.tls, Tls { is_wanted: Some(true), roots: Some("/a b/ca.pem".into()) });
        let plain = Address::parse("postgres://h/d").unwrap();
        assert_eq!(
            (plain.url.as_str(), plain.is_pooled, plain.tls),
            ("postgres://h/d", false, Tls { is_wanted: None, roots: None })
        );
        assert!(Address::parse("postgres://h/d?sslmode=sometimes").is_err());
    }

    #[test]
    fn text_is_plain_only_on_this_machine_or_when_asked_for() {
        let of = |query: &str, is_local| {
            Address::parse(&format!("postgres://h/d?{query}")).unwrap().tls.connector(is_local).unwrap().is_some()
        };
        assert!(of("", false) && of("sslmode=prefer", false) && of("sslmode=require", true));
        assert!(!of("", true) && !of("sslmode=disable", false));
    }

    #[test]
    fn a_root_certificate_that_is_none_is_refused_by_name() {
        let bad = |path: &str| {
            let tls = Address::parse(&format!("postgres://h/d?sslmode=require&sslrootcert={path}")).unwrap().tls;
            tls.connector(true).err().map(|e| e.to_string()).unwrap_or_default()
        };
        assert!(bad("/nowhere.pem").contains("/nowhere.pem"));
        let dir = tempfile::tempdir().unwrap();
        let empty = dir.path().join("empty.pem");
        std::fs::write(&empty, "no certificate").unwrap();
        assert!(bad(&empty.display().to_string()).contains("holds no certificate"));
    }
}
