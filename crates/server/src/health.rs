//! For load balancers and monitoring: is the process alive, can it serve, how is it doing.

use std::sync::OnceLock;
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use commerce::App;
use db::p;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

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

/// Prometheus text.
pub(crate) async fn metrics() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], recorder().render())
}
