//! Payment gateways of the demo store: simulators on this machine (`cargo xtask run --with-simulators`).

use std::collections::BTreeMap;

use office::sample::SampleGateways;

use super::{ConfigError, GatewayAddresses, text};

/// Reads `RAWAJ_SAMPLE_GATEWAYS`; nothing where it is not set.
///
/// # Errors
/// It is no such JSON, developer pages are off, or a gateway has no address on this machine.
pub(super) fn read(is_dev: bool, addresses: &GatewayAddresses) -> Result<SampleGateways, ConfigError> {
    let name = "RAWAJ_SAMPLE_GATEWAYS";
    let Some(json) = text(name)? else { return Ok(SampleGateways::default()) };
    let refused = |reason: &str| ConfigError { name: name.into(), reason: reason.into() };
    if !is_dev {
        return Err(refused("simulators are for this machine itself: only with RAWAJ_DEV"));
    }
    // The parser's own words would quote a value.
    let values: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(&json).map_err(|_| refused("no JSON of credentials by provider and field"))?;
    for code in values.keys() {
        if !addresses.get(code).is_some_and(is_on_this_machine) {
            return Err(refused(&format!("{code} has no address on this machine, as its simulator has")));
        }
    }
    let secret = |fields: BTreeMap<String, String>| fields.into_iter().map(|(field, value)| (field, value.into())).collect();
    Ok(SampleGateways(values.into_iter().map(|(code, fields)| (code, secret(fields))).collect()))
}

/// An address of this machine alone.
fn is_on_this_machine(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or_default());
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    name == "localhost" || name.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_01_sample_gateways_are_those_of_this_machine() {
        for url in ["http://127.0.0.1:4010", "http://localhost:4010", "http://[::1]:4010", "http://127.0.0.1"] {
            assert!(is_on_this_machine(url), "{url}");
        }
        for url in
            ["https://accept.paymob.com", "http://127.0.0.1.example.com", "http://localhost@example.com:80", "http://10.0.0.1:80"]
        {
            assert!(!is_on_this_machine(url), "{url}");
        }
    }
}
