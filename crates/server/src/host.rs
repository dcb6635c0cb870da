//! Routing by host on one port: the platform's own host gets dashboard and API, every other host is a store's.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use storefront::Storefront;
use tower::ServiceExt as _;

/// A year. `includeSubDomains` is not set: the operator may run other services below.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Routes a request by its Host header.
#[derive(Clone)]
pub(crate) struct ByHost {
    /// Host of the platform without its port.
    pub(crate) platform: String,
    /// Dashboard and API.
    pub(crate) dashboard: Router,
    /// Stores.
    pub(crate) storefront: Storefront,
    /// Sends HSTS: browsers must use TLS from then on.
    pub(crate) is_tls: bool,
}

impl ByHost {
    pub(crate) async fn call(self, request: Request<Body>) -> Response {
        let host = request
            .headers()
            .get(header::HOST)
            .and_then(|v| v.to_str().ok())
            .or_else(|| request.uri().authority().map(axum::http::uri::Authority::as_str))
            .unwrap_or("");
        let name =
            host.rsplit_once(':').map_or(host, |(name, port)| if port.bytes().all(|b| b.is_ascii_digit()) { name } else { host });
        // Loopback addresses reach the dashboard too, so that health checks need no name.
        let is_platform = name.eq_ignore_ascii_case(&self.platform) || name.is_empty() || matches!(name, "127.0.0.1" | "[::1]");
        let mut response = if is_platform {
            match self.dashboard.oneshot(request).await {
                Ok(response) => response,
                Err(never) => match never {},
            }
        } else {
            self.storefront.call(request).await
        };
        if self.is_tls {
            response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
        }
        response
    }
}
