//! `cargo xtask run`: from a fresh clone to a running platform.

use std::process::Command;
use std::time::Instant;

use crate::dashboard;
use crate::shell::{Outcome, command, find, root, status};
use crate::simulators::Simulators;

/// Builds what has changed and becomes the server.
pub(crate) fn serve(args: &[String]) -> Outcome {
    dashboard::check_tools()?;
    check_compiler()?;
    println!("From a fresh clone this takes a quarter of an hour or more; later starts reuse what is built.");
    timed("packages of the dashboard", || dashboard::install("dashboard"))?;
    timed("dashboard", dashboard::build)?;
    let has_simulators = args.iter().any(|a| a == "--with-simulators");
    let program = timed("server", || build_server(args, has_simulators))?;
    let listen = std::env::var("RAWAJ_LISTEN").unwrap_or_else(|_| "127.0.0.1:3000".into());
    let port = listen.rsplit(':').next().unwrap_or("3000").to_owned();
    let host = std::env::var("RAWAJ_HOST").unwrap_or_else(|_| format!("localhost:{port}"));
    let data = root().join(std::env::var("RAWAJ_DATA").unwrap_or_else(|_| "data".into()));
    println!(
        "\n  dashboard   http://{host}\n  messages    http://{host}/dev/outbox\n  API         http://{host}/dashboard/v1/docs\n  data        {}\n",
        data.display()
    );
    let mut serve = Command::new(&program);
    serve.arg("serve").current_dir(root());
    if has_simulators {
        let simulators = Simulators::start(&program.with_file_name("simulators"), false)?;
        let mut seed = Command::new(&program);
        seed.args(["seed", "--if-missing"]).args(SMALL_STORE).current_dir(root());
        for command in [&mut seed, &mut serve] {
            command.envs(simulators.variables()).env("RAWAJ_SAMPLE_GATEWAYS", simulators.sample_gateways());
        }
        status(&mut seed)?;
        simulators.print();
        println!("\n  The demo store takes cards at them: http://demo.{host}");
        println!("  Sign in to it at http://{host}: mobile number {DEMO_MOBILE}, password {DEMO_PASSWORD}\n");
        simulators.leave();
    }
    exec(&mut serve)
}

/// Runs a step and prints how long it took: some are silent for minutes.
fn timed<T>(what: &str, step: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    let started = Instant::now();
    let done = step()?;
    println!("  {what}: {} s", started.elapsed().as_secs());
    Ok(done)
}

/// `ring` and SQLite are compiled from C.
fn check_compiler() -> Outcome {
    if ["cc", "gcc", "clang"].iter().any(|name| find(name).is_some()) || std::env::var_os("CC").is_some() {
        return Ok(());
    }
    Err("a C compiler is needed to build the server (on Debian and Ubuntu: apt-get install build-essential)".into())
}

/// The owner of the demo store and the password of every sample owner, as `office::sample` writes them.
const DEMO_MOBILE: &str = "+966551000000";
const DEMO_PASSWORD: &str = "Rawaj@2026";

/// A demo store that is there in seconds.
const SMALL_STORE: &[&str] = &["--products", "24", "--orders", "60", "--days", "40"];

/// Fills the database with sample data.
pub(crate) fn seed(args: &[String]) -> Outcome {
    let program = build_server(&[], false)?;
    exec(Command::new(program).arg("seed").args(args).current_dir(root()))
}

/// The server's binary, and beside it the simulators', of the profile `quick` (see Cargo.toml); `--release` takes the one that is shipped, `--dev` the tests'.
fn build_server(args: &[String], has_simulators: bool) -> Outcome<std::path::PathBuf> {
    let has = |name: &str| args.iter().any(|a| a == name);
    let (profile, folder) = match (has("--release"), has("--dev")) {
        (true, _) => ("release", "release"),
        (_, true) => ("dev", "debug"),
        _ => ("quick", "quick"),
    };
    println!("building the server ({profile}; the longest step the first time)");
    let mut build = command("cargo", &["build", "--locked", "--package", "server", "--bin", "rawaj", "--profile", profile]);
    if has_simulators {
        build.args(["--package", "simulators", "--bin", "simulators"]);
    }
    status(&mut build)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_to_sign_in_to_the_demo_store_is_what_the_sample_data_writes() {
        let source = std::fs::read_to_string(root().join("crates/office/src/sample/mod.rs")).unwrap();
        assert!(source.contains(&format!("PASSWORD: &str = \"{DEMO_PASSWORD}\"")));
        // The first store of a plan is the demo store.
        assert!(source.contains("format!(\"+96655{:07}\", 1_000_000 + i)"));
        assert_eq!(DEMO_MOBILE, format!("+96655{:07}", 1_000_000));
    }
}
