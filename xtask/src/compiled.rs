//! One compilation for all that CI runs: clippy's driver is a compiler that also lints, so the same artifacts prove the lints,
//! run the suites and serve the walk (decision 0059). Cargo keeps them apart from those of a plain `cargo build`.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::shell::{Outcome, command, find, root};

/// A cargo command whose compiler is clippy's driver, where it is installed.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut c = command("cargo", args);
    if find("clippy-driver").is_some() {
        c.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    }
    c
}

/// Compiles and lints every target of the workspace. A warning is an error, but what it is about is compiled all the same, so
/// that the other steps run.
///
/// # Errors
/// Something does not compile, or a lint has something to say.
pub(crate) fn all() -> Outcome {
    let mut c = cargo(&["test", "--workspace", "--all-targets", "--no-run", "--locked", "--quiet"]);
    let out = c.stdin(Stdio::null()).stdout(Stdio::null()).output().map_err(|e| format!("cannot run cargo: {e}"))?;
    let errors = String::from_utf8_lossy(&out.stderr);
    print!("{errors}");
    if !out.status.success() {
        return Err("the workspace does not compile".into());
    }
    // Cargo repeats the warnings of what is compiled already.
    let warnings = errors.lines().filter(|line| line.starts_with("warning")).count();
    if warnings == 0 { Ok(()) } else { Err(format!("{warnings} warnings")) }
}

/// The server's binary as [`all`] leaves it; compiled now where it is missing or old.
///
/// # Errors
/// It does not compile.
pub(crate) fn server() -> Outcome<PathBuf> {
    // Its integration tests bring the binary with them, with the features that the whole workspace gives it.
    let mut c = cargo(&["test", "--workspace", "--all-targets", "--no-run", "--locked", "--quiet"]);
    let out = c.stdin(Stdio::null()).stdout(Stdio::null()).output().map_err(|e| format!("cannot run cargo: {e}"))?;
    if !out.status.success() {
        return Err(format!("the server does not compile\n{}", String::from_utf8_lossy(&out.stderr)));
    }
    let target = std::env::var("CARGO_TARGET_DIR").map_or_else(|_| root().join("target"), PathBuf::from);
    Ok(target.join("debug/rawaj"))
}
