//! For load balancers and monitoring: is the process alive, can it serve, how is it doing.

use std::sync::OnceLock;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use commerce::App;
use db::p;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
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

/// The database answers.
pub(crate) async fn readyz(State(app): State<App>) -> impl IntoResponse {
    match app.db().conn().one::<i64>("SELECT COUNT(*) FROM migrations", p![]).await {
        Ok(_) => (StatusCode::OK, "ready"),
        Err(e) => {
            tracing::warn!(error = %e, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "database unreachable")
        }
    }
}

/// Prometheus text, for whoever has the token and for this machine itself; nobody else learns that it is there.
pub(crate) async fn metrics(State(app): State<App>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let token = app.base.settings.metrics_token.as_ref();
    // Hashes are compared: how long that takes tells nothing of the token.
    let has_token = token.zip(bearer(&parts)).is_some_and(|(Secret(own), given)| hash_token(own) == hash_token(given));
    if has_token || is_on_this_machine(&parts.headers, &parts.extensions) {
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
