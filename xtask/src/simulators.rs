//! `cargo xtask simulators`: services that the product calls, played on this machine (`docs/simulators.md`); and those of a server
//! that this program starts.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::shell::{Outcome, root, sh};

/// Builds what has changed and runs until Ctrl-C. The program prints addresses and test credentials.
pub(crate) fn run() -> Outcome {
    sh("cargo", &["run", "--locked", "--quiet", "--package", "simulators", "--bin", "simulators"])
}

/// Of each simulator: its name, and the variable that tells the server its address.
const VARIABLES: &[(&str, &str)] =
    &[("Paymob", "RAWAJ_PAYMOB_URL"), ("PayTabs", "RAWAJ_PAYTABS_URL"), ("Bosta", "RAWAJ_BOSTA_URL")];
/// Of each payment gateway that the demo store is connected to: the simulator, and the provider's code. The store is Saudi.
const OF_DEMO_STORE: &[(&str, &str)] = &[("PayTabs", "PAYTABS_SA"), ("Paymob", "PAYMOB")];
/// Means of payment that need a mobile number or show a code of their own, and no card.
const WITHOUT_CARD: &[&str] = &["wallet_integration_id", "kiosk_integration_id"];

/// Running simulators. They end with this value, and with this program.
pub(crate) struct Simulators {
    child: Option<Child>,
    /// `[{"name", "url", "credentials"}]`
    described: Vec<Value>,
}

impl Simulators {
    /// Starts them from this binary and waits until they listen: on free ports, or where `SIMULATORS_PORT` says.
    ///
    /// # Errors
    /// A port is taken.
    pub(crate) fn start(binary: &Path, is_on_free_ports: bool) -> Outcome<Self> {
        let mut program = Command::new(binary);
        program.arg("--attached").current_dir(root()).stdin(Stdio::null()).stdout(Stdio::piped());
        if is_on_free_ports {
            program.env("SIMULATORS_PORT", "0");
        }
        let mut child = program.spawn().map_err(|e| format!("cannot start the simulators: {e}"))?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(|e| format!("the simulators: {e}"))?;
        }
        let mut simulators = Self { child: Some(child), described: Vec::new() };
        simulators.described = serde_json::from_str(&line)
            .map_err(|_| "the simulators did not start: is another process at their ports? (SIMULATORS_PORT moves them)")?;
        Ok(simulators)
    }

    /// What a walk reads of them.
    pub(crate) fn json(&self) -> String {
        Value::from(self.described.clone()).to_string()
    }

    /// The server's variables with their addresses.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        let address = |(name, variable): &(&str, &'static str)| Some((*variable, self.find(name)?["url"].as_str()?.to_owned()));
        VARIABLES.iter().filter_map(address).collect()
    }

    /// `RAWAJ_SAMPLE_GATEWAYS`: what the demo store is connected with.
    pub(crate) fn sample_gateways(&self) -> String {
        let connected = |(name, provider): &(&str, &str)| {
            let mut values = self.find(name)?["credentials"].as_object()?.clone();
            values.retain(|field, _| !WITHOUT_CARD.contains(&field.as_str()));
            if *provider == "PAYMOB" {
                values.insert("region".into(), json!("SA"));
            }
            Some(((*provider).to_owned(), Value::from(values)))
        };
        json!(OF_DEMO_STORE.iter().filter_map(connected).collect::<BTreeMap<_, _>>()).to_string()
    }

    /// Prints where their pages are.
    pub(crate) fn print(&self) {
        for simulator in &self.described {
            let text = |name: &str| simulator[name].as_str().unwrap_or_default();
            println!("  {:<11} {}/__simulator", text("name"), text("url"));
        }
    }

    /// Leaves them to the program that this one becomes, with which they end.
    pub(crate) fn leave(mut self) {
        self.child = None;
    }

    fn find(&self, name: &str) -> Option<&Value> {
        self.described.iter().find(|simulator| simulator["name"] == name)
    }
}

impl Drop for Simulators {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
