//! The dashboard's files, embedded in the binary.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// The output of `npm run build`; debug builds read the folder itself.
#[derive(RustEmbed)]
#[folder = "../../dashboard/dist"]
#[allow_missing = true]
struct Dist;

/// Serves a file of the dashboard, the sign-in page, or the application's page for every other path.
pub(crate) async fn serve(request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let accepts = request.headers().get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or("").to_owned();
    if let Some(response) = file(path, &accepts) {
        return response;
    }
    // A missing asset is a 404, not the page: a browser would parse the HTML as a script.
    if path.starts_with("assets/") || path.rsplit('/').next().is_some_and(|n| n.ends_with(".js") || n.ends_with(".css")) {
        return StatusCode::NOT_FOUND.into_response();
    }
    // The sign-in page has a bundle of its own, so that it loads without the whole application.
    let page = if path == "login" { "login.html" } else { "index.html" };
    file(page, &accepts).unwrap_or_else(|| {
        let text = "The dashboard is not built. Run `cargo xtask run`, or `npm run build` in dashboard/.";
        (StatusCode::SERVICE_UNAVAILABLE, text).into_response()
    })
}

fn file(path: &str, accepts: &str) -> Option<Response> {
    // The build writes .br and .gz files next to each text file, so nothing is compressed at run time.
    for (encoding, suffix) in [("br", ".br"), ("gzip", ".gz")] {
        if accepts.contains(encoding)
            && let Some(found) = Dist::get(&format!("{path}{suffix}"))
        {
            let mut response = answer(path, found);
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
            response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
            return Some(response);
        }
    }
    Dist::get(path).map(|found| answer(path, found))
}

fn answer(path: &str, found: rust_embed::EmbeddedFile) -> Response {
    let kind = mime(path);
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = found.data.into_owned().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if kind.starts_with("text/html") {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(web::layers::DASHBOARD_CSP));
    }
    response
}

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A browser that is told not to guess (`nosniff`) shows no picture of an unknown kind.
    #[test]
    fn every_file_of_the_build_has_a_known_media_type() {
        // A compressed copy is answered as the file that it is a copy of.
        let is_copy = |path: &str| path.rsplit('.').next().is_some_and(|end| matches!(end, "br" | "gz"));
        let is_unknown = |path: &str| mime(path) == "application/octet-stream" && !is_copy(path);
        let unknown: Vec<_> = Dist::iter().filter(|path| is_unknown(path)).collect();
        assert_eq!(unknown, Vec::<std::borrow::Cow<str>>::new());
        assert_eq!(mime("assets/home-ar-light-Hash.webp"), "image/webp");
    }
}
