//! Health checks, readiness and metrics for load balancers and monitoring.

use std::sync::OnceLock;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use db::Db;
use kernel::{Env, Millis};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use platform::App;
use web::ApiError;
use web::caller::{bearer, hash_token};
use web::client::is_on_this_machine;

/// One recorder for the process; tests start many servers.
pub(crate) fn recorder() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let recorder = PrometheusBuilder::new()
            .set_buckets(&[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0])
            .unwrap_or_else(|_| PrometheusBuilder::new())
            .build_recorder();
        let handle = recorder.handle();
        // A second recorder cannot be installed; the first one goes on counting.
        let _ = metrics::set_global_recorder(recorder);
        handle
    })
}

/// Interval at which samples are put into histogram buckets when nobody reads `/metrics`.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Puts samples into their buckets for as long as the process lives: until then each request's sample takes memory.
pub(crate) async fn run_upkeep() {
    loop {
        recorder().run_upkeep();
        tokio::time::sleep(UPKEEP_INTERVAL).await;
    }
}

/// Liveness: the process answers.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// Advice about a damaged database.
pub const DAMAGED: &str = "the database is damaged: `rawaj doctor` says all of it, `rawaj restore` puts the last backup in its place; \
                           find out what the disk did";

/// Intervals of the background integrity checks.
#[derive(Debug, Clone, Copy)]
pub struct CheckIntervals {
    /// Delay of the first check after the start.
    pub first: Duration,
    /// Delay between two checks.
    pub interval: Duration,
    /// Delay of a retry while another process checks the same file.
    pub retry_after_busy: Duration,
}

impl Default for CheckIntervals {
    fn default() -> Self {
        Self { first: Duration::from_secs(20), interval: Duration::from_hours(6), retry_after_busy: Duration::from_mins(1) }
    }
}

/// Checks the database every few hours: damage is reported in the log, as a metric and by `/readyz` before the rows are needed,
/// and by each check again for as long as it is there.
pub async fn keep_checking(db: Db, env: Env, every: CheckIntervals) {
    tokio::time::sleep(every.first).await;
    loop {
        let next = match db.check(db::Depth::Quick, env.now()).await {
            Ok(found) => {
                report_check(&found);
                every.interval
            }
            // Another process is checking.
            Err(db::Error::Busy) => every.retry_after_busy,
            Err(error) => {
                tracing::warn!(%error, "the database could not be examined");
                every.interval
            }
        };
        tokio::time::sleep(next).await;
    }
}

fn report_check(found: &db::Checked) {
    let is_whole = found.problems.is_empty();
    metrics::gauge!("db_check_ok").set(if is_whole { 1.0 } else { 0.0 });
    metrics::gauge!("db_checked_timestamp_seconds").set(Duration::from_millis(found.at.0.unsigned_abs()).as_secs_f64());
    if !is_whole {
        tracing::error!(problems = found.problems.join("; "), "{DAMAGED}");
    }
}

/// A finding that an operator has to act on.
struct Finding {
    /// Visible to everybody.
    code: &'static str,
    /// For callers who may read `/metrics`.
    detail: String,
    /// The process must not get requests.
    is_not_ready: bool,
}

/// The findings about the database. Damage leaves the process ready, since most of what it serves is still intact.
async fn findings(app: &App) -> Vec<Finding> {
    if let Some(number) = app.db().newer_schema() {
        let detail = format!("a newer version of the program has applied migration {number}: start it in the place of this one");
        return vec![Finding { code: "newer_schema", detail, is_not_ready: true }];
    }
    if let Err(error) = app.db().ping().await {
        tracing::warn!(%error, "not ready");
        return vec![Finding { code: "database_unreachable", detail: error.to_string(), is_not_ready: true }];
    }
    let mut found = Vec::new();
    if let Some(checked) = app.db().last_check().filter(|checked| !checked.problems.is_empty()) {
        let minutes = (app.env().now().0 - checked.at.0).max(0) / Millis::MINUTE;
        let detail = format!("{minutes} min ago: {}; {DAMAGED}", checked.problems.join("; "));
        found.push(Finding { code: "database_damaged", detail, is_not_ready: false });
    }
    let offset = app.db().clock_offset();
    if jobs::is_too_far(offset) {
        let detail = format!("the clock is {offset} ms from the database's: no background work is done here");
        found.push(Finding { code: "clock_wrong", detail, is_not_ready: false });
    }
    found
}

/// `ready` or `not ready`, and a line for each finding: its code, and the detail for callers who may read it.
fn readiness_answer(found: &[Finding], in_detail: bool) -> (StatusCode, String) {
    let is_not_ready = found.iter().any(|f| f.is_not_ready);
    let mut words = if is_not_ready { "not ready" } else { "ready" }.to_owned();
    for Finding { code, detail, .. } in found {
        words.push('\n');
        words.push_str(code);
        if in_detail {
            // A finding is one line, whatever the engine's message holds.
            words.push_str(": ");
            words.push_str(&detail.replace(['\r', '\n'], " "));
        }
    }
    (if is_not_ready { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK }, words)
}

/// Readiness. Everybody gets the status and the codes of the findings; the details of damage are for callers who may read
/// `/metrics`.
pub(crate) async fn readyz(State(app): State<App>, request: Request) -> impl IntoResponse {
    let (parts, _) = request.into_parts();
    readiness_answer(&findings(&app).await, may_monitor(&app, &parts))
}

/// As [`readyz`], on the listener for monitoring.
async fn readyz_in_detail(State(app): State<App>) -> impl IntoResponse {
    readiness_answer(&findings(&app).await, true)
}

/// Whether the caller has the token or is this machine itself.
fn may_monitor(app: &App, parts: &Parts) -> bool {
    let token = app.base.settings.metrics_token.as_ref();
    // Hashes are compared: the time of the comparison reveals nothing of the token.
    let has_token = token
        .zip(bearer(parts))
        .is_some_and(|(token_set, bearer_token)| hash_token(token_set.expose()) == hash_token(bearer_token));
    has_token || is_on_this_machine(parts)
}

/// Prometheus text, for callers with the token and for this machine itself; for others it does not exist.
pub(crate) async fn metrics(State(app): State<App>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if may_monitor(&app, &parts) {
        return text().await.into_response();
    }
    let has_token = app.base.settings.metrics_token.is_some();
    if has_token { ApiError::unauthenticated().into_response() } else { ApiError::not_found().into_response() }
}

async fn text() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], recorder().render())
}

/// The router of a listener for monitoring alone (`RAWAJ_METRICS_LISTEN`), without a token.
pub fn monitoring(app: App) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz_in_detail))
        .route("/metrics", get(text))
        .with_state(app)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// The captured log.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn f4_every_examination_that_finds_damage_logs_an_error_with_what_to_do() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
        tracing::subscriber::with_default(subscriber, || {
            let found = |problems| db::Checked { at: Millis(1), problems, notes: Vec::new() };
            report_check(&found(Vec::new()));
            for _ in 0..2 {
                report_check(&found(vec!["page 7 is never used".to_owned()]));
            }
        });
        let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.lines().count(), 2, "{text}");
        for line in text.lines() {
            for words in ["ERROR", "page 7 is never used", "rawaj doctor", "rawaj restore"] {
                assert!(line.contains(words), "{words}: {line}");
            }
        }
    }

    #[test]
    fn f4_what_is_damaged_is_not_told_to_everybody() {
        let damaged = Finding { code: "database_damaged", detail: "3 min ago:\npage 7".into(), is_not_ready: false };
        assert_eq!(readiness_answer(&[], true), (StatusCode::OK, "ready".into()));
        let found = [damaged];
        assert_eq!(readiness_answer(&found, false), (StatusCode::OK, "ready\ndatabase_damaged".into()));
        assert_eq!(readiness_answer(&found, true), (StatusCode::OK, "ready\ndatabase_damaged: 3 min ago: page 7".into()));
        let newer = [Finding { code: "newer_schema", detail: "migration 99".into(), is_not_ready: true }];
        assert_eq!(readiness_answer(&newer, false), (StatusCode::SERVICE_UNAVAILABLE, "not ready\nnewer_schema".into()));
    }
}
