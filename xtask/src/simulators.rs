//! `cargo xtask simulators`: services that the product calls, played on this machine (`docs/simulators.md`).

use crate::shell::{Outcome, sh};

/// Builds what has changed and runs until Ctrl-C. The program prints addresses and test credentials.
pub(crate) fn run() -> Outcome {
    sh("cargo", &["run", "--locked", "--quiet", "--package", "simulators", "--bin", "simulators"])
}
