//! `cargo xtask test`: everything that CI proves, with a header and a time for each step. A failed step does not stop the
//! others; the summary names every one.

use std::time::Instant;

use crate::shell::{Outcome, command, find, sh, status};
use crate::{architecture, browser, dashboard, generated, licences, postgres, s3};

type Step = (&'static str, fn() -> Outcome);

/// Cheap ones first; the server is compiled once for all that need it.
const STEPS: &[Step] = &[
    ("format", || sh("cargo", &["fmt", "--all", "--check"])),
    ("architecture", architecture::check),
    ("licences, bans and sources", licences::check),
    ("dashboard: packages", || {
        dashboard::check_tools()?;
        dashboard::install("dashboard")
    }),
    ("dashboard: types", || dashboard::npm("typecheck")),
    ("dashboard: lint", || dashboard::npm("lint")),
    ("dashboard: format", || dashboard::npm("format:check")),
    ("dashboard: tests", || dashboard::npm("test")),
    ("dashboard: build", dashboard::build),
    ("dashboard: budgets", || sh("npm", &["run", "--silent", "--prefix", "dashboard", "budgets"])),
    ("lints", || sh("cargo", &["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"])),
    ("API document is current", generated::check_document),
    ("API types of the dashboard are current", generated::check_types),
    ("tests on SQLite", on_sqlite),
    ("tests on PostgreSQL", on_postgres),
    ("the whole path in a browser", browser::end_to_end),
    ("generated requests", browser::generated_requests),
];

/// Runs the steps whose name holds `only`, or all of them.
pub(crate) fn all(only: Option<&str>) -> Outcome {
    let steps: Vec<&Step> = STEPS.iter().filter(|(name, _)| only.is_none_or(|o| name.contains(o))).collect();
    if steps.is_empty() {
        let names: Vec<&str> = STEPS.iter().map(|(name, _)| *name).collect();
        return Err(format!("no such step; there are: {}", names.join(", ")));
    }
    let (started, mut lines, mut failed) = (Instant::now(), Vec::new(), 0);
    for (i, (name, step)) in steps.iter().enumerate() {
        println!("\n=== {}/{} {name} ===", i + 1, steps.len());
        let begun = Instant::now();
        let result = step();
        let seconds = begun.elapsed().as_secs_f64();
        match result {
            Ok(()) => lines.push(format!("ok      {seconds:7.1} s  {name}")),
            Err(reason) => {
                println!("{reason}");
                failed += 1;
                lines.push(format!("FAILED  {seconds:7.1} s  {name}"));
            }
        }
    }
    println!("\n=== summary ===\n{}", lines.join("\n"));
    let total = format!("{} steps in {:.0} s", steps.len(), started.elapsed().as_secs_f64());
    if failed == 0 {
        println!("all passed: {total}");
        return Ok(());
    }
    Err(format!("{failed} failed: {total}"))
}

/// Rust tests with cargo-nextest where it is installed.
fn rust_tests(packages: &[&str], variables: &[(&str, String)]) -> Outcome {
    let is_nextest = find("cargo-nextest").is_some();
    let mut args = if is_nextest {
        vec!["nextest", "run", "--no-fail-fast", "--status-level", "fail", "--hide-progress-bar"]
    } else {
        vec!["test", "--no-fail-fast", "--quiet"]
    };
    args.push("--locked");
    args.extend(packages);
    let mut c = command("cargo", &args);
    for name in ["TEST_ENGINE", "TEST_DATABASE_URL", "TEST_POSTGRES_TLS", "TEST_S3_URL"] {
        c.env_remove(name);
    }
    c.envs(variables.iter().map(|(name, value)| (name, value)));
    status(&mut c)
}

/// Everything on the embedded engine; what speaks to an S3-compatible store too, where one can be had.
fn on_sqlite() -> Outcome {
    match s3::Store::start() {
        Ok(store) => rust_tests(&["--workspace"], &store.variables()),
        Err(reason) => {
            println!("no S3-compatible store: the tests that speak to one do not run ({reason})");
            rust_tests(&["--workspace"], &[])
        }
    }
}

/// The suites that touch a database, again on the other engine.
fn on_postgres() -> Outcome {
    let server = postgres::Server::start()?;
    let mut variables = vec![("TEST_ENGINE", "postgres".to_owned()), ("TEST_DATABASE_URL", server.url())];
    variables.extend(server.tls().into_iter().flatten());
    rust_tests(&["--package", "db", "--package", "jobs", "--package", "testkit"], &variables)
}
