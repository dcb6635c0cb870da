//! Middleware of every handler: request ids, rate limits, security headers, limits of size and time.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tracing::Instrument as _;

use crate::base::Base;
use crate::client::{Proxies, client_ip, counted_as};
use crate::error::ApiError;

/// Header that carries the request's id both ways.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id that a client sent with its request, or a new one.
#[must_use]
pub fn request_id(env: &kernel::Env, headers: &HeaderMap) -> String {
    let is_usable = |t: &&str| t.len() <= 64 && t.bytes().all(|b| b.is_ascii_graphic());
    let header = headers.get(&REQUEST_ID).and_then(|v| v.to_str().ok()).filter(is_usable);
    header.map_or_else(|| env.token()[..16].to_owned(), str::to_owned)
}

/// Gives each request an id, a span and a place in the metrics.
pub async fn observe(State(base): State<Base>, mut request: Request, next: Next) -> Response {
    let id = request_id(&base.env, request.headers());
    if let Ok(value) = HeaderValue::from_str(&id) {
        request.headers_mut().insert(REQUEST_ID, value);
    }
    let route = request.extensions().get::<axum::extract::MatchedPath>().map_or("other", |m| m.as_str()).to_owned();
    let method = request.method().clone();
    observed(&id, &method, route, next.run(request)).await
}

/// Answers a request in a span of its own; its time and outcome go to the metrics under `route`, its id to the caller.
pub async fn observed(id: &str, method: &Method, route: String, work: impl Future<Output = Response>) -> Response {
    let method = method_label(method);
    let span = tracing::info_span!("request", request.id = %id, http.method = method, http.route = %route);
    let started = Instant::now();
    let mut response = work.instrument(span.clone()).await;
    let elapsed = started.elapsed();
    let status = response.status().as_u16();
    metrics::histogram!("http_request_duration_seconds", "route" => route.clone(), "method" => method)
        .record(elapsed.as_secs_f64());
    metrics::counter!("http_requests_total", "route" => route, "method" => method, "status" => status.to_string()).increment(1);
    if status >= 500 {
        span.in_scope(|| tracing::error!(http.status = status, duration_ms = elapsed.as_millis(), "request failed"));
    } else {
        span.in_scope(|| tracing::debug!(http.status = status, duration_ms = elapsed.as_millis(), "request"));
    }
    if let Ok(value) = HeaderValue::from_str(id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// The method as a metric label: HTTP's own methods by name, all others as one, since every label stays in memory.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// A rate limit per key.
#[derive(Clone)]
pub struct KeyedLimit(Arc<DefaultKeyedRateLimiter<String>>);

impl KeyedLimit {
    /// So many in a second over a longer time, and so many at once.
    #[must_use]
    pub fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Self {
        Self(Arc::new(RateLimiter::keyed(Quota::per_second(per_second).allow_burst(burst))))
    }

    /// Counts a request of this key.
    ///
    /// # Errors
    /// Seconds until the key is below the limit again.
    pub fn check(&self, key: &String) -> Result<(), u64> {
        if let Err(until) = self.0.check_key(key) {
            return Err(until.wait_time_from(DefaultClock::default().now()).as_secs() + 1);
        }
        if self.0.len() > 100_000 {
            self.0.retain_recent();
        }
        Ok(())
    }
}

/// A general rate limit per address; the limits that matter for security (sign-in, codes) are in the database.
#[derive(Clone)]
pub struct RateLimit(Option<KeyedLimit>, Proxies);

impl RateLimit {
    /// `per_second` of zero switches it off.
    #[must_use]
    pub fn new(per_second: u32, proxies: &Proxies) -> Self {
        Self(NonZeroU32::new(per_second).map(|n| KeyedLimit::new(n, n)), proxies.clone())
    }

    /// Whether there is a limit.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Counts a request.
    ///
    /// # Errors
    /// Seconds until its address is below the limit again.
    pub fn check(&self, parts: &Parts) -> Result<(), u64> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        limiter.check(&counted_as(&client_ip(parts, &self.1)))
    }
}

/// Answers 429 with Retry-After to an address above the limit.
pub async fn rate_limit(State(limit): State<RateLimit>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match limit.check(&parts) {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(seconds) => ApiError::too_many(seconds).into_response(),
    }
}

/// Headers of every answer of the platform host; the storefront sets its own policy.
pub async fn security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(self), payment=()"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Content-Security-Policy of the dashboard: its own scripts only; styles inline because the UI kit sets them; print-outs are
/// shown in a frame that the page itself creates.
pub const DASHBOARD_CSP: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https: http:; \
     font-src 'self'; connect-src 'self'; frame-src 'self' blob: http: https:; frame-ancestors 'self'; base-uri 'self'; form-action 'self'; object-src 'none'";

/// Any fallback under the API: a JSON 404.
#[expect(clippy::unused_async, reason = "routers take handlers, which are async")]
pub async fn not_found() -> ApiError {
    ApiError::not_found()
}
