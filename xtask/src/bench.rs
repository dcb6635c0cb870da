//! `cargo xtask bench`: builds the program as it is shipped, and measures it (`docs/benchmarks.md`).

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{Outcome, root, sh, status};

/// Builds and measures; the arguments are the load driver's own (`cargo xtask bench --help`).
pub(crate) fn run(args: &[String]) -> Outcome {
    sh("cargo", &["build", "--locked", "--release", "--package", "server", "--package", "bench"])?;
    let target = std::env::var("CARGO_TARGET_DIR").map_or_else(|_| root().join("target"), PathBuf::from);
    let built = target.join("release");
    let mut driver = Command::new(built.join("bench"));
    driver.arg("run").arg("--program").arg(built.join("rawaj")).arg("--data").arg(target.join("bench"));
    status(driver.args(args).current_dir(root()))
}
