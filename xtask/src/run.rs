//! `cargo xtask run`: from a fresh clone to a running platform.

use std::process::Command;

use crate::dashboard;
use crate::shell::{Outcome, root, sh};

/// Builds what has changed and becomes the server.
pub(crate) fn serve(args: &[String]) -> Outcome {
    dashboard::check_tools()?;
    dashboard::install("dashboard")?;
    dashboard::build()?;
    let program = build_server(args)?;
    let listen = std::env::var("RAWAJ_LISTEN").unwrap_or_else(|_| "127.0.0.1:3000".into());
    let port = listen.rsplit(':').next().unwrap_or("3000").to_owned();
    let host = std::env::var("RAWAJ_HOST").unwrap_or_else(|_| format!("localhost:{port}"));
    println!(
        "\n  dashboard   http://{host}\n  messages    http://{host}/dev/outbox\n  API         http://{host}/dashboard/v1/docs\n  data        ./data\n"
    );
    exec(Command::new(program).arg("serve").current_dir(root()))
}

/// Fills the database with sample data.
pub(crate) fn seed(args: &[String]) -> Outcome {
    let program = build_server(&[])?;
    exec(Command::new(program).arg("seed").args(args).current_dir(root()))
}

/// The server's binary, of the profile `quick` (see Cargo.toml); `--release` takes the one that is shipped, `--dev` the tests'.
fn build_server(args: &[String]) -> Outcome<std::path::PathBuf> {
    let has = |name: &str| args.iter().any(|a| a == name);
    let (profile, folder) = match (has("--release"), has("--dev")) {
        (true, _) => ("release", "release"),
        (_, true) => ("dev", "debug"),
        _ => ("quick", "quick"),
    };
    println!("building the server ({profile}; some minutes the first time)");
    sh("cargo", &["build", "--locked", "--package", "server", "--bin", "rawaj", "--profile", profile])?;
    let target = std::env::var("CARGO_TARGET_DIR").map_or_else(|_| root().join("target"), Into::into);
    Ok(target.join(folder).join("rawaj"))
}

/// Ctrl-C then reaches the server itself, which finishes what is at hand.
#[cfg(unix)]
fn exec(command: &mut Command) -> Outcome {
    use std::os::unix::process::CommandExt as _;
    Err(format!("cannot start the server: {}", command.exec()))
}

#[cfg(not(unix))]
fn exec(command: &mut Command) -> Outcome {
    crate::shell::status(command)
}
