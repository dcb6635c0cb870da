//! The program as a whole: served on a free port with an empty data folder, used through a browser and by generated requests.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command};

use crate::shell::{Outcome, command, find, free_port, install, output, root, status, wait_until};
use crate::simulators::Simulators;
use crate::test::part;
use crate::{compiled, dashboard, postgres, python};

/// The database of a walk.
#[derive(Clone, Copy, PartialEq)]
enum Engine {
    Sqlite,
    Postgres,
}

/// `rawaj serve` of the debug build; stops with the value.
struct Served {
    child: Child,
    port: u16,
    data: tempfile::TempDir,
    /// Gateways that it calls.
    simulators: Option<Simulators>,
    /// Its database, which ends after it.
    _postgres: Option<postgres::Server>,
}

/// What a server has beside its database.
#[derive(Clone, Copy, Default)]
struct With {
    /// A small demo store in the folder.
    demo: bool,
    /// Simulators of payment gateways and couriers.
    simulators: bool,
}

impl Served {
    fn start(engine: Engine, with: With) -> Outcome<Self> {
        let binary = compiled::server()?;
        let simulators = with.simulators.then(|| Simulators::start(&binary.with_file_name("simulators"), true)).transpose()?;
        let postgres = (engine == Engine::Postgres).then(postgres::Server::start).transpose()?;
        let (port, data) = (free_port()?, tempfile::tempdir().map_err(|e| e.to_string())?);
        let rawaj = |args: &[&str]| {
            let mut program = Command::new(&binary);
            program
                .args(args)
                .env("RAWAJ_LISTEN", format!("127.0.0.1:{port}"))
                .env("RAWAJ_DATA", data.path())
                .env("RAWAJ_RATE_LIMIT", "0")
                // The merchants of the walk come from addresses of their own.
                .env("RAWAJ_TRUST_PROXY", "1")
                // They read their codes in the outbox.
                .env("RAWAJ_DEV", "true")
                // Product files of others name pictures elsewhere.
                .env("RAWAJ_FETCH_IMAGES", "false")
                .env("RUST_LOG", "warn")
                .env_remove("RAWAJ_HOST")
                .env_remove("DATABASE_URL")
                .envs(postgres.as_ref().map(|server| ("DATABASE_URL", server.url())))
                .envs(simulators.iter().flat_map(Simulators::variables))
                .current_dir(root());
            program
        };
        if with.demo {
            output(&mut rawaj(&["seed", "--products", "24", "--orders", "60", "--days", "40", "--without-pictures"]))?;
        }
        let log = std::fs::File::create(data.path().join("log")).map_err(|e| e.to_string())?;
        let child = rawaj(&["serve"])
            .stdout(log.try_clone().map_err(|e| e.to_string())?)
            .stderr(log)
            .spawn()
            .map_err(|e| format!("cannot start the server: {e}"))?;
        let served = Self { child, port, data, simulators, _postgres: postgres };
        wait_until("the server", || get(port, "/readyz").is_some_and(|r| r.starts_with("HTTP/1.1 200")))
            .map_err(|e| format!("{e}\n{}", served.log()))?;
        Ok(served)
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.data.path().join("log")).unwrap_or_default()
    }

    /// Fails when the server logged an error or is gone.
    fn check(&mut self) -> Outcome {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(format!("the server ended: {status}\n{}", self.log()));
        }
        let errors: Vec<String> = self.log().lines().filter(|l| l.contains("ERROR")).take(20).map(str::to_owned).collect();
        if errors.is_empty() { Ok(()) } else { Err(format!("the server logged errors:\n{}", errors.join("\n"))) }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

fn get(port: u16, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n\r\n").ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    Some(text)
}

/// A Chromium of this machine, or of the distribution.
fn browser() -> Outcome<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Ok(path.into());
    }
    let found = |programs: &[&str]| programs.iter().find_map(|program| find(program));
    // The shell without a browser's own windows takes a third less of the processor.
    let shell = || found(&["chromium-headless-shell"]);
    let find_chromium = || found(&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
    if let Some(path) = shell() {
        return Ok(path);
    }
    match install(&["chromium-headless-shell"]) {
        Ok(()) => shell().ok_or_else(|| "the package brought no chromium".into()),
        // Not every distribution has it.
        Err(reason) => match find_chromium() {
            Some(path) => Ok(path),
            None => install(&["chromium"])
                .map_err(|e| format!("{reason}; {e}"))
                .and_then(|()| find_chromium().ok_or_else(|| "the package brought no chromium".into())),
        },
    }
}

/// Registration to delivered order and every page in headless Chromium, in Arabic and English, with accessibility checks.
pub(crate) fn end_to_end() -> Outcome {
    match part() {
        // Story files, and the features whose pages are walked.
        Some(part) => match part.split_once('\n') {
            Some((stories, features)) => walk(Engine::Sqlite, "test", stories, Some(features)),
            None => walk(Engine::Sqlite, "test", &part, None),
        },
        None => walk(Engine::Sqlite, "test", "*.e2e.js", None),
    }
}

/// The theme editor on the other engine: its drafts, versions and locks differ by engine more than other pages' calls do.
pub(crate) fn theme_editor_on_postgres() -> Outcome {
    walk(Engine::Postgres, "test", "theme-editor*.e2e.js", None)
}

/// How soon a list can be used at a quarter of the processor's speed; to be run alone.
pub(crate) fn slow_machine() -> Outcome {
    walk(Engine::Sqlite, "speed", "", None)
}

/// A script of `dashboard/e2e` with a browser and the server. Pages are those of `features`, all of them where there are none.
fn walk(engine: Engine, script: &str, stories: &str, features: Option<&str>) -> Outcome {
    dashboard::check_tools()?;
    dashboard::install("dashboard")?;
    dashboard::build()?;
    let browser = browser()?;
    dashboard::install("dashboard/e2e")?;
    let mut served = Served::start(engine, With { demo: true, simulators: engine == Engine::Sqlite })?;
    let pictures = root().join("dashboard/test-results");
    std::fs::create_dir_all(&pictures).map_err(|e| format!("{}: {e}", pictures.display()))?;
    let mut run = command("npm", &["run", "--silent", "--prefix", "dashboard/e2e", script]);
    run.env("E2E_URL", format!("http://localhost:{}", served.port)).env("E2E_CHROMIUM", browser).env("E2E_PICTURES", &pictures);
    run.envs(served.simulators.as_ref().map(|simulators| ("E2E_SIMULATORS", simulators.json())));
    run.env("E2E_STORIES", stories).env_remove("E2E_FEATURES");
    run.envs(features.map(|features| ("E2E_FEATURES", features)));
    status(&mut run).and_then(|()| served.check()).map_err(|e| format!("{e}\n{}", served.log()))
}

/// Schemathesis against the API document of the running server, as a signed-in merchant; forty minutes at most, of which it takes four
/// where it is alone. No request ends in a 5xx, and none that is valid by the document is refused for its shape.
pub(crate) fn generated_requests() -> Outcome {
    let program = match python::program(python::SCHEMATHESIS) {
        Ok(program) => program,
        Err(reason) => {
            println!("skipped: {reason}\n(the suite's own generated requests have run in the tests)");
            return Ok(());
        }
    };
    dashboard::check_tools()?;
    let mut served = Served::start(Engine::Sqlite, With::default())?;
    let base = format!("http://localhost:{}", served.port);
    let session = output(command("node", &["dashboard/e2e/session.js"]).env("E2E_URL", &base))?;
    let (token, store) = session.trim().split_once(' ').ok_or("no session")?;
    let mut run = Command::new("timeout");
    run.arg("2400").arg(program).args(["run", &format!("{base}/dashboard/v1/openapi.json")]);
    run.args(["-H", &format!("Authorization: Bearer {token}"), "-H", &format!("X-STORE: {store}")]);
    // The messages that the judge of shapes reads are the English ones.
    run.args(["-H", "Accept-Language: en"]).env("SCHEMATHESIS_HOOKS", root().join("xtask/generated_requests.py"));
    run.args([
        "--checks",
        "not_a_server_error,refused_shape",
        "--max-examples",
        "5",
        "--suppress-health-check",
        "all",
        // One: threads that parse Python at the same time disturb each other's count of its depth (CPython 3.11,
        // "AST constructor recursion depth mismatch"), and the tool ends with an internal error.
        "--workers",
        "1",
        "--seed",
        "1",
    ]);
    // What would end the session, and the stream that never ends.
    run.args(part().iter().flat_map(|paths| ["--include-path-regex", paths]));
    run.args(["--exclude-path-regex", "logout|sessions|stream|profile/password"]).current_dir(served.data.path());
    let report = output(&mut run)?;
    println!(
        "{}",
        report
            .lines()
            .filter(|l| l.contains("generated") || l.contains("Tested:") || l.starts_with("refused"))
            .collect::<Vec<_>>()
            .join("\n")
    );
    served.check()
}

/// Installs what a walk needs and this machine lacks.
pub(crate) fn install_tools() -> Outcome {
    dashboard::install("dashboard/e2e").and(browser().map(drop))
}
