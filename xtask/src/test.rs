//! `cargo xtask test`: everything that CI proves, with a header and a time for each step. A failed step does not stop the
//! others; the summary names every one.

use std::process::{Child, Command};
use std::time::Instant;

use crate::passed::State;
use crate::shell::{Outcome, command, find, sh, status};
use crate::{architecture, browser, dashboard, generated, licences, postgres, s3};

/// How a step takes its turn.
#[derive(Clone, Copy)]
enum Schedule {
    /// When the one before it has ended.
    Next,
    /// In a process of its own while the next ones run: it waits more than it works. What it prints comes at the end.
    /// With `again`, what failed of it is run once more, alone, and that decides: beside a compiler a page may just have
    /// been too slow.
    Beside { again: Option<fn() -> Outcome> },
    /// When all others have ended: it measures.
    Alone,
}
use Schedule::{Alone, Beside, Next};

type Step = (&'static str, Schedule, fn() -> Outcome);

/// Cheap ones first; the server is compiled once for all that need it. The walk in a browser takes longest and
/// mostly waits; the dashboard's own tests run before it, because they count milliseconds.
const STEPS: &[Step] = &[
    ("format", Next, || sh("cargo", &["fmt", "--all", "--check"])),
    ("architecture", Next, architecture::check),
    ("licences, bans and sources", Next, licences::check),
    ("dashboard: packages", Next, || {
        dashboard::check_tools()?;
        dashboard::install("dashboard")
    }),
    ("dashboard: build", Next, dashboard::build),
    ("dashboard: budgets", Next, || sh("npm", &["run", "--silent", "--prefix", "dashboard", "budgets"])),
    ("dashboard: types", Next, || dashboard::check("typecheck")),
    ("dashboard: lint", Next, || dashboard::check("lint")),
    ("dashboard: format", Next, || dashboard::check("format:check")),
    ("dashboard: tests", Next, || dashboard::check("test")),
    ("the whole path in a browser", Beside { again: Some(browser::failed_stories) }, browser::end_to_end),
    ("lints", Next, || sh("cargo", &["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"])),
    ("API document is current", Next, generated::check_document),
    ("API types of the dashboard are current", Next, generated::check_types),
    ("generated requests", Beside { again: None }, browser::generated_requests),
    ("tests on SQLite", Next, on_sqlite),
    ("tests on PostgreSQL", Next, on_postgres),
    ("the orders list on a slow machine", Alone, browser::slow_machine),
];

/// A step's name, and whether all of it can have run.
type CachedStep = (&'static str, fn() -> bool);

/// Those that take minutes and depend on the project's files and tools alone: what passed for the same is not run again,
/// provided that all of it has run, for which some need a tool that not every machine has.
const KEPT: &[CachedStep] = &[
    ("the whole path in a browser", || true),
    ("generated requests", || browser::schemathesis_program().exists()),
    ("tests on SQLite", s3::is_installed),
    ("tests on PostgreSQL", || true),
];

fn is_kept(name: &str) -> bool {
    KEPT.iter().any(|(kept, has_run)| *kept == name && has_run())
}

/// What became of a step.
struct Ended {
    name: &'static str,
    /// None when it had passed before, for the same files.
    seconds: Option<f64>,
    result: Outcome,
}

impl Ended {
    fn line(&self) -> String {
        let verdict = if self.result.is_ok() { "ok    " } else { "FAILED" };
        match self.seconds {
            Some(seconds) => format!("{verdict}  {seconds:7.1} s  {}", self.name),
            None => format!("{verdict}     before  {}", self.name),
        }
    }
}

/// A step that runs in a process of its own.
struct Running {
    name: &'static str,
    again: Option<fn() -> Outcome>,
    child: Child,
    begun: Instant,
    output: tempfile::NamedTempFile,
}

impl Running {
    fn start(name: &'static str, again: Option<fn() -> Outcome>) -> Outcome<Self> {
        let output = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
        let this = std::env::current_exe().map_err(|e| e.to_string())?;
        // One handle for both: two would overwrite each other's lines.
        let out = output.reopen().map_err(|e| e.to_string())?;
        let err = out.try_clone().map_err(|e| e.to_string())?;
        let mut itself = Command::new(this);
        itself.args(["test", name]).stdout(out).stderr(err);
        let child = itself.spawn().map_err(|e| format!("{name}: {e}"))?;
        Ok(Self { name, again, child, begun: Instant::now(), output })
    }

    fn end(mut self) -> Ended {
        println!("\n=== {} (has run beside the others) ===", self.name);
        let status = self.child.wait();
        print!("{}", std::fs::read_to_string(self.output.path()).unwrap_or_default());
        let mut result = match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{}: {status}", self.name)),
            Err(e) => Err(format!("{}: {e}", self.name)),
        };
        if let (Err(reason), Some(again)) = (&result, self.again) {
            println!("{reason}\n\n=== {}: what failed, once more and alone ===", self.name);
            result = again();
        }
        Ended { name: self.name, seconds: Some(self.begun.elapsed().as_secs_f64()), result }
    }
}

/// Runs all steps, or those whose name holds what `args` say. `--again` runs what passed for the same files too, and so does
/// a name.
pub(crate) fn all(args: &[String]) -> Outcome {
    let only = args.iter().find(|a| !a.starts_with("--")).map(String::as_str);
    if let Some(unknown) = args.iter().find(|a| a.starts_with("--") && *a != "--again") {
        return Err(format!("unknown option {unknown}; there is --again"));
    }
    let is_again = only.is_some() || args.iter().any(|a| a == "--again");
    let state = State::now();
    let steps: Vec<&Step> = STEPS.iter().filter(|(name, ..)| only.is_none_or(|o| name.contains(o))).collect();
    if steps.is_empty() {
        let names: Vec<&str> = STEPS.iter().map(|(name, ..)| *name).collect();
        return Err(format!("no such step; there are: {}", names.join(", ")));
    }
    let started = Instant::now();
    let (mut ended, mut beside) = (Vec::new(), Vec::new());
    for (i, (name, turn, step)) in steps.iter().enumerate() {
        if !is_again && is_kept(name) && state.has_passed(name) {
            println!("\n=== {}/{} {name}: passed for the same files before (--again runs it) ===", i + 1, steps.len());
            ended.push(Ended { name, seconds: None, result: Ok(()) });
            continue;
        }
        if let Beside { again } = turn
            && steps.len() > 1
        {
            println!("\n=== {}/{} {name}: runs beside the next ones ===", i + 1, steps.len());
            beside.push(Running::start(name, *again)?);
            continue;
        }
        if matches!(turn, Alone) {
            ended.extend(beside.drain(..).map(Running::end));
        }
        println!("\n=== {}/{} {name} ===", i + 1, steps.len());
        let begun = Instant::now();
        let result = step();
        if let Err(reason) = &result {
            println!("{reason}");
        }
        ended.push(Ended { name, seconds: Some(begun.elapsed().as_secs_f64()), result });
    }
    ended.extend(beside.into_iter().map(Running::end));
    for step in ended.iter().filter(|step| step.result.is_ok() && is_kept(step.name)) {
        state.keep(step.name)?;
    }
    let failed = ended.iter().filter(|step| step.result.is_err()).count();
    println!("\n=== summary ===\n{}", ended.iter().map(Ended::line).collect::<Vec<_>>().join("\n"));
    let total = format!("{} steps in {:.0} s", ended.len(), started.elapsed().as_secs_f64());
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
