//! For load balancers and monitoring: is the process alive, can it serve, how is it doing.

use std::sync::OnceLock;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use db::{Db, p};
use kernel::{Env, Millis};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use platform::App;
use web::ApiError;
use web::base::Secret;
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
        // A second recorder cannot be set; then the first one goes on counting.
        let _ = metrics::set_global_recorder(recorder);
        handle
    })
}

/// How long samples wait in memory to be put into their buckets when nobody reads `/metrics`.
const UPKEEP: Duration = Duration::from_secs(5);

/// Puts samples into their buckets for as long as the process lives: until then each request's sample takes memory.
pub(crate) async fn keep_up() {
    loop {
        recorder().run_upkeep();
        tokio::time::sleep(UPKEEP).await;
    }
}

/// The process answers.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// How often the database is examined in the background, and how long after the start first.
const BETWEEN_CHECKS: Duration = Duration::from_secs(6 * 60 * 60);
const FIRST_CHECK: Duration = Duration::from_secs(20);
/// When it is tried again while another process examines the same file.
const NEXT_TURN: Duration = Duration::from_secs(60);

/// Examines the database every few hours: damage is told in the log, as a metric and by `/readyz` before somebody needs the rows.
pub(crate) async fn keep_checking(db: Db, env: Env) {
    tokio::time::sleep(FIRST_CHECK).await;
    loop {
        match db.check(db::Depth::Quick, env.now()).await {
            Ok(found) => {
                metrics::gauge!("db_check_ok").set(if found.problems.is_empty() { 1.0 } else { 0.0 });
                metrics::gauge!("db_checked_timestamp_seconds")
                    .set(Duration::from_millis(found.at.0.unsigned_abs()).as_secs_f64());
                if !found.problems.is_empty() {
                    tracing::error!(problems = found.problems.join("; "), "the database is damaged: restore the last backup");
                }
            }
            // Another process is at it.
            Err(db::Error::Busy) => {
                tokio::time::sleep(NEXT_TURN).await;
                continue;
            }
            Err(error) => tracing::warn!(%error, "the database could not be examined"),
        }
        tokio::time::sleep(BETWEEN_CHECKS).await;
    }
}

/// The database answers and is of this version. A second line tells what the last examination of it found; damage leaves the
/// process ready, since most of what it serves is still whole.
pub(crate) async fn readyz(State(app): State<App>) -> impl IntoResponse {
    if let Some(number) = app.db().newer_schema() {
        return (StatusCode::SERVICE_UNAVAILABLE, format!("a newer version has changed the database (migration {number})"));
    }
    match app.db().conn().one::<i64>("SELECT COUNT(*) FROM migrations", p![]).await {
        Ok(_) => {
            let mut words = ready(app.db().last_check().as_ref(), app.env().now());
            let offset = app.db().clock_offset();
            if jobs::is_too_far(offset) {
                words = format!("{words}\nthe clock is {offset} ms from the database's: no background work is done here");
            }
            (StatusCode::OK, words)
        }
        Err(e) => {
            tracing::warn!(error = %e, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "database unreachable".to_owned())
        }
    }
}

fn ready(checked: Option<&db::Checked>, now: Millis) -> String {
    let Some(checked) = checked else { return "ready".into() };
    let minutes = (now.0 - checked.at.0).max(0) / Millis::MINUTE;
    if checked.problems.is_empty() {
        format!("ready\ndatabase whole {minutes} min ago")
    } else {
        format!("ready\ndatabase DAMAGED {minutes} min ago: see the log and `rawaj doctor`")
    }
}

/// Prometheus text, for whoever has the token and for this machine itself; nobody else learns that it is there.
pub(crate) async fn metrics(State(app): State<App>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let token = app.base.settings.metrics_token.as_ref();
    // Hashes are compared: how long that takes tells nothing of the token.
    let has_token = token.zip(bearer(&parts)).is_some_and(|(Secret(own), given)| hash_token(own) == hash_token(given));
    if has_token || is_on_this_machine(&parts) {
        return text().await.into_response();
    }
    if token.is_some() { ApiError::unauthenticated().into_response() } else { ApiError::not_found().into_response() }
}

async fn text() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], recorder().render())
}

/// What a listener for monitoring alone answers (`RAWAJ_METRICS_LISTEN`); whoever reaches it may read it.
pub fn monitoring(app: App) -> Router {
    Router::new().route("/healthz", get(healthz)).route("/readyz", get(readyz)).route("/metrics", get(text)).with_state(app)
}
