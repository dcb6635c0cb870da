//! `cargo xtask test`: everything that CI proves, as steps in two lanes beside each other, with a header and a time for each.
//! A failed step does not stop the others; the summary names every one, and the end shows again what failed in it.

use std::process::Command;
use std::sync::{Condvar, Mutex};
use std::time::Instant;

use crate::areas::Areas;
use crate::shell::{Outcome, sh};
use crate::{architecture, browser, compiled, coverage, dashboard, generated, licences, postgres, python, suites, summary};

/// Where a step takes its turn. Steps of one lane run one after the other, in the order of [`STEPS`].
#[derive(Clone, Copy, PartialEq)]
enum Lane {
    /// What compiles the server and runs its suites: it keeps the cores busy.
    Server,
    /// What builds the dashboard, walks through it and sends requests: it waits about as much as it works.
    Dashboard,
    /// When both lanes have ended: it measures.
    Alone,
}
use Lane::{Alone, Dashboard, Server};

struct Step {
    name: &'static str,
    lane: Lane,
    /// Steps whose files it needs; it runs when they have ended, well or not.
    after: &'static [&'static str],
    run: fn() -> Outcome,
    /// How it is left out, or run in part, when it has passed on this machine before (decision 0015).
    reuse: Option<Reuse>,
}

/// What a step that passed before depends on.
#[derive(Clone, Copy)]
struct Reuse {
    /// It reads files of this area.
    reads: fn(&str) -> bool,
    /// All of it can run on this machine: what was left out for want of a tool has not passed.
    is_whole: fn() -> bool,
    /// What of it those areas reach, when that is not everything.
    part: fn(&[String]) -> Option<String>,
}

/// Where a step that runs in part finds the part.
pub(crate) const PART: &str = "XTASK_PART";

/// The part that this step is asked for.
pub(crate) fn part() -> Option<String> {
    std::env::var(PART).ok()
}

fn is_server(area: &str) -> bool {
    !area.starts_with("dashboard")
}

fn is_dashboard(area: &str) -> bool {
    // Its tests compare copied lists and rules with the server's own.
    ["dashboard", "crates/", "themes", "docs/openapi.json", "node"].iter().any(|start| area.starts_with(start))
}

const fn step(name: &'static str, lane: Lane, run: fn() -> Outcome) -> Step {
    Step { name, lane, after: &[], run, reuse: None }
}

impl Step {
    const fn after(mut self, after: &'static [&'static str]) -> Self {
        self.after = after;
        self
    }

    const fn reads(mut self, reads: fn(&str) -> bool) -> Self {
        self.reuse = Some(Reuse { reads, is_whole: || true, part: |_| None });
        self
    }

    const fn in_part(mut self, part: fn(&[String]) -> Option<String>, is_whole: fn() -> bool) -> Self {
        if let Some(reuse) = self.reuse {
            self.reuse = Some(Reuse { is_whole, part, ..reuse });
        }
        self
    }
}

const COMPILE: &str = "lints, and everything compiled";
const BUILD: &str = "dashboard: build";
const TOOLS: &str = "tools of the tests";

/// Cheap ones first. Everything of Rust is compiled once, by the step that lints it, and the later ones run what it left.
const STEPS: &[Step] = &[
    step("format", Server, || sh("cargo", &["fmt", "--all", "--check"])),
    step("architecture", Server, architecture::check),
    step("licences, bans and sources", Server, licences::check),
    step(COMPILE, Server, compiled::all),
    step("API document is current", Server, generated::check_document),
    step("tests on SQLite", Server, suites::on_sqlite)
        .after(&[TOOLS])
        .reads(is_server)
        .in_part(coverage::tests, suites::is_sqlite_whole),
    step("tests on PostgreSQL", Server, suites::on_postgres).after(&[TOOLS]).reads(is_server).in_part(coverage::tests, || true),
    step("dashboard: packages", Dashboard, dashboard::packages),
    step(BUILD, Dashboard, dashboard::build),
    step(TOOLS, Dashboard, install_tools),
    step("dashboard: budgets", Dashboard, || sh("npm", &["run", "--silent", "--prefix", "dashboard", "budgets"])),
    step("dashboard: types", Dashboard, || dashboard::check("typecheck")),
    step("dashboard: lint", Dashboard, || dashboard::check("lint")),
    step("dashboard: format", Dashboard, || dashboard::check("format:check")),
    step("API types of the dashboard are current", Dashboard, generated::check_types)
        .reads(|area| area.starts_with("dashboard") || area == "docs/openapi.json"),
    step("dashboard: tests", Dashboard, dashboard::tests).reads(is_dashboard).in_part(coverage::units, || true),
    step("the whole path in a browser", Dashboard, browser::end_to_end)
        .after(&[COMPILE, BUILD])
        .reads(|_| true)
        .in_part(coverage::stories, || true),
    step("the theme editor on PostgreSQL", Dashboard, browser::theme_editor_on_postgres)
        .after(&[COMPILE, BUILD, TOOLS])
        .reads(|_| true),
    step("generated requests", Dashboard, browser::generated_requests)
        .after(&[COMPILE])
        .reads(is_server)
        .in_part(coverage::paths, || python::is_installed(python::SCHEMATHESIS)),
    step("the orders list on a slow machine", Alone, browser::slow_machine).reads(|_| true),
];

/// Installs what later steps would wait for, while the other lane compiles. One that cannot be had is told by the step that needs it.
#[expect(clippy::unnecessary_wraps, reason = "a step answers so, and this one cannot fail")]
fn install_tools() -> Outcome {
    for missing in [browser::install_tools(), python::program(python::SCHEMATHESIS).map(drop), postgres::installed().map(drop)]
        .into_iter()
        .filter_map(Result::err)
    {
        println!("{missing}");
    }
    Ok(())
}

/// What became of a step.
struct Ended {
    name: &'static str,
    /// None when it had passed before, for the same files.
    seconds: Option<f64>,
    /// As an error, what it printed.
    result: Result<(), String>,
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

/// What the lanes tell each other and the terminal.
struct Board {
    ended: Mutex<Vec<Ended>>,
    changed: Condvar,
}

impl Board {
    fn wait_for(&self, names: &[&str]) {
        let mut ended = self.ended.lock().expect("no lane panics");
        while !names.iter().all(|name| ended.iter().any(|step| step.name == *name)) {
            ended = self.changed.wait(ended).expect("no lane panics");
        }
    }

    fn push(&self, step: Ended) {
        self.ended.lock().expect("no lane panics").push(step);
        self.changed.notify_all();
    }
}

/// Runs all steps, or those whose name holds what `args` say. `--again` runs all of what passed before too, and so does a name.
///
/// # Errors
/// A step failed; or `args` name none.
pub(crate) fn all(args: &[String]) -> Outcome {
    let only = args.iter().find(|a| !a.starts_with("--")).map(String::as_str);
    if let Some(unknown) = args.iter().find(|a| a.starts_with("--") && *a != "--again") {
        return Err(format!("unknown option {unknown}; there is --again"));
    }
    let is_named =
        |name: &str| only.is_none_or(|o| if STEPS.iter().any(|step| step.name == o) { name == o } else { name.contains(o) });
    let steps: Vec<&Step> = STEPS.iter().filter(|step| is_named(step.name)).collect();
    if let [step] = steps[..] {
        return (step.run)();
    }
    if steps.is_empty() {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("no such step; there are: {}", names.join(", ")));
    }
    let areas = Areas::now();
    let is_again = only.is_some() || args.iter().any(|a| a == "--again");
    let changed = |step: &Step| -> Option<(Vec<String>, Reuse)> {
        let reuse = step.reuse.filter(|reuse| !is_again && (reuse.is_whole)())?;
        Some((areas.changed_since(step.name, reuse.reads)?, reuse))
    };
    let started = Instant::now();
    let board = Board { ended: Mutex::default(), changed: Condvar::new() };
    let run_lane = |lane: Lane| {
        for step in steps.iter().filter(|step| step.lane == lane) {
            let changed = changed(step);
            if changed.as_ref().is_some_and(|(areas, _)| areas.is_empty()) {
                println!("=== {}: passed for the same files before (--again runs it)", step.name);
                board.push(Ended { name: step.name, seconds: None, result: Ok(()) });
                continue;
            }
            let part = changed.and_then(|(areas, reuse)| (reuse.part)(&areas));
            let needed: Vec<&str> =
                step.after.iter().copied().filter(|name| steps.iter().any(|step| step.name == *name)).collect();
            board.wait_for(&needed);
            board.push(run(step, part.as_deref()));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| run_lane(Server));
        scope.spawn(|| run_lane(Dashboard));
    });
    run_lane(Alone);
    let ended = board.ended.into_inner().expect("no lane panics");
    for step in steps.iter().filter(|step| step.reuse.is_some_and(|reuse| (reuse.is_whole)())) {
        if ended.iter().any(|e| e.name == step.name && e.result.is_ok()) {
            areas.record(step.name)?;
        }
    }
    let failed: Vec<&Ended> = ended.iter().filter(|step| step.result.is_err()).collect();
    println!("\n=== summary ===\n{}", ended.iter().map(Ended::line).collect::<Vec<_>>().join("\n"));
    let total = format!("{} steps in {:.0} s", ended.len(), started.elapsed().as_secs_f64());
    if failed.is_empty() {
        println!("all passed: {total}");
        return Ok(());
    }
    for step in &failed {
        println!("\n=== what failed in: {} ===\n{}", step.name, summary::failures(step.result.as_ref().err().map_or("", |e| e)));
    }
    Err(format!("{} failed: {total}", failed.len()))
}

/// Runs a step, or a part of it, in a process of its own, so that what it prints stands together.
fn run(step: &Step, part: Option<&str>) -> Ended {
    match part {
        Some(part) => println!("=== {}: begins, with what the change reaches: {part}", step.name),
        None => println!("=== {}: begins", step.name),
    }
    let begun = Instant::now();
    let result = in_a_process(step.name, part);
    let seconds = begun.elapsed().as_secs_f64();
    let (verdict, printed) = match &result {
        Ok(printed) => ("ok", printed),
        Err(printed) => ("FAILED", printed),
    };
    println!("\n=== {}: {verdict} after {seconds:.1} s ===\n{}", step.name, printed.trim_end());
    Ended { name: step.name, seconds: Some(seconds), result: result.map(drop) }
}

/// What the step printed; as an error when it failed.
fn in_a_process(name: &str, part: Option<&str>) -> Result<String, String> {
    let output = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    let this = std::env::current_exe().map_err(|e| e.to_string())?;
    // One handle for both: two would overwrite each other's lines.
    let out = output.reopen().map_err(|e| e.to_string())?;
    let err = out.try_clone().map_err(|e| e.to_string())?;
    let mut step = Command::new(this);
    step.args(["test", name]).stdout(out).stderr(err).env_remove(PART);
    let status = step.envs(part.map(|part| (PART, part))).status();
    let printed = std::fs::read(output.path()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    match status {
        Ok(status) if status.success() => Ok(printed),
        Ok(_) => Err(printed),
        Err(e) => Err(format!("{name}: {e}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_ci_lane_waits_for_itself_or_forever() {
        let mut waiting: Vec<&Step> = STEPS.iter().filter(|step| step.lane != Alone).collect();
        let mut ended: Vec<&str> = Vec::new();
        for step in &waiting {
            assert!(step.after.iter().all(|name| STEPS.iter().any(|other| other.name == *name)), "{}", step.name);
        }
        while !waiting.is_empty() {
            let first = |lane: Lane| waiting.iter().position(|step| step.lane == lane);
            let next = [Server, Dashboard].into_iter().filter_map(first);
            let ready = next.into_iter().find(|at| waiting[*at].after.iter().all(|name| ended.contains(name)));
            let at =
                ready.unwrap_or_else(|| panic!("{:?} wait for each other", waiting.iter().map(|s| s.name).collect::<Vec<_>>()));
            ended.push(waiting.remove(at).name);
        }
    }
}
