//! The storefront as the server calls it: finished pages first, everything else by the routes.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Request;
use axum::http::Method;
use axum::http::request::Parts;
use axum::response::Response;
use platform::App;
use site::visits::Visits;
use tower::ServiceExt as _;
use web::layers::RateLimit;

use crate::cache::Address;
use crate::dev::DevTheme;
use crate::preview::PreviewRequest;
use crate::request::own_host;
use crate::router::router;
use crate::shop::Shop;
use crate::views::Opening;

/// Counter of requests answered from the page cache.
static KEPT: LazyLock<metrics::Counter> = LazyLock::new(|| metrics::counter!("storefront_kept_pages_total"));

/// Every page of every store; the server sends requests for `{slug}.{platform host}` here. Cheap to clone.
#[derive(Clone)]
pub struct Storefront {
    shop: Shop,
    limit: RateLimit,
    routes: Router,
}

impl Storefront {
    /// The storefront; with a folder as the theme of a store while somebody works on it.
    pub fn new(app: App, visits: Arc<Visits>, dev: Option<Arc<DevTheme>>) -> Self {
        let limit = RateLimit::new(app.base.settings.requests_per_second, &app.base.settings.proxies);
        let shop = Shop::new(app, visits, dev);
        Self { routes: router(shop.clone(), limit.clone()), shop, limit }
    }

    /// The response to a request for a store.
    pub async fn call(self, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        if let Some(response) = self.cached_response(&parts) {
            return response;
        }
        match self.routes.oneshot(Request::from_parts(parts, body)).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    /// The page from the cache. Before the routes: their layers would take as long as the response itself. It is only counted, without
    /// a span and an id.
    fn cached_response(&self, parts: &Parts) -> Option<Response> {
        let Self { shop, limit, .. } = self;
        let is_read = parts.method == Method::GET || parts.method == Method::HEAD;
        if !is_read || parts.uri.query().is_some() || shop.dev.is_some() || PreviewRequest::from_parts(parts).is_some() {
            return None;
        }
        shop.generations.drain();
        let store = shop.unchanged_store(shop.label(own_host(&parts.headers, &parts.uri))?)?;
        let at = Address { store: store.profile.id.raw(), path: parts.uri.path().into() };
        let page = shop.pages.find(&at, store.generation, shop.app.env().now().0)?;
        // The routes answer an address above the limit.
        limit.check(parts).ok()?;
        KEPT.increment(1);
        if page.is_page
            && let Some(opening) = Opening::from_parts(shop, parts)
        {
            opening.count(shop, &store);
        }
        Some(page.respond(&parts.headers))
    }
}
