//! One compilation for all that CI runs: clippy's driver is a compiler that also lints, so the same artifacts prove the lints,
//! run the suites and serve the walk (decisions 0059 and 0070). Cargo keeps them apart from those of a plain `cargo build`.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::dependency_cache;
use crate::shell::{Outcome, command, find, root};

/// A cargo command whose compiler lints what it compiles with tests, where clippy is installed.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut c = command("cargo", args);
    if find("clippy-driver").is_some() {
        c.env("RUSTC_WORKSPACE_WRAPPER", root().join("xtask/rustc-wrapper.sh"));
    }
    c
}

/// Compiles and lints every target of the workspace. A warning is an error, but what it is about is compiled all the same, so
/// that the other steps run.
///
/// # Errors
/// Something does not compile, or a lint has something to say.
pub(crate) fn all() -> Outcome {
    dependency_cache::restore(&debug());
    let mut c = cargo(&["test", "--workspace", "--all-targets", "--no-run", "--locked", "--quiet"]);
    let out = c.stdin(Stdio::null()).stdout(Stdio::null()).output().map_err(|e| format!("cannot run cargo: {e}"))?;
    let errors = String::from_utf8_lossy(&out.stderr);
    print!("{errors}");
    if !out.status.success() {
        return Err("the workspace does not compile".into());
    }
    dependency_cache::save(&debug());
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
    Ok(debug().join("rawaj"))
}

/// Where cargo leaves what the suites run.
fn debug() -> PathBuf {
    std::env::var("CARGO_TARGET_DIR").map_or_else(|_| root().join("target"), PathBuf::from).join("debug")
}

#[cfg(test)]
mod tests {
    use crate::shell::root;
    use crate::source::{files, program_text, relative};

    #[test]
    fn libraries_have_no_code_that_is_compiled_only_without_tests_and_so_never_linted() {
        let sources = files(&root().join("crates"));
        let rust = sources.iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
        let is_unlinted = |text: &str| {
            let program = program_text(text).split_whitespace().collect::<String>();
            ["not(test)", "not(any(test", "not(all(test", "cfg!(test"].iter().any(|condition| program.contains(condition))
        };
        let found: Vec<String> =
            rust.filter(|path| is_unlinted(&std::fs::read_to_string(path).unwrap())).map(|path| relative(path)).collect();
        assert_eq!(found, [""; 0]);
        assert!(is_unlinted("#[cfg(\n    not(test),\n)]\nfn real() {}\n"));
        assert!(is_unlinted("#[cfg(not(any(test, feature = \"testing\")))]\nfn real() {}\n"));
        assert!(!is_unlinted("#[cfg(any(test, feature = \"testing\"))]\nfn helper() {}\n"));
    }
}
