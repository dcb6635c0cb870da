//! Pictures over HTTP, on every host: `/media/{store}/{name}`.
//!
//! A name is never reused, so that browsers and caches keep it for ever and no database is queried.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use gateways::BlobError;
use kernel::StoreId;
use web::PathTexts;

use super::model::image_key;
use crate::App;

/// The route of pictures; the server mounts it on every host.
pub fn files(app: App) -> Router {
    Router::new().route("/media/{store}/{name}", get(show_image)).with_state(app)
}

/// The content type of a name that the program generates; none for any other name.
fn content_type(name: &str) -> Option<&'static str> {
    let (stem, extension) = name.rsplit_once('.')?;
    if !stem.starts_with("med_") || !stem.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_') {
        return None;
    }
    Some(match extension {
        "jpg" => "image/jpeg",
        "png" => "image/png",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        _ => return None,
    })
}

async fn show_image(State(app): State<App>, PathTexts(store, name): PathTexts, headers: HeaderMap) -> Response {
    let (Ok(store), Some(kind)) = (store.parse::<StoreId>(), content_type(&name)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let tag = format!("\"{name}\"");
    let is_known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok()).is_some_and(|v| v == "*" || v.contains(&tag));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        match app.blobs.get(&image_key(store, &name)).await {
            Ok(bytes) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
            Err(BlobError::NotFound) => return StatusCode::NOT_FOUND.into_response(),
            Err(e) => {
                tracing::error!(error = %e, store.id = %store, "picture cannot be read");
                return (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "1")]).into_response();
            }
        }
    };
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    out.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    out.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    out.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_the_program_makes_are_served() {
        assert_eq!(content_type("med_0123456789abc.jpg"), Some("image/jpeg"));
        assert_eq!(content_type("med_0123456789abc_320.webp"), Some("image/webp"));
        assert_eq!(content_type("med_0123456789abc_r2_320.avif"), Some("image/avif"));
        for bad in ["med_1.csv", "med_1.html", "../med_1.jpg", "med_../x.jpg", "x.jpg", "med_1", "med_%2e.jpg", ""] {
            assert_eq!(content_type(bad), None, "{bad}");
        }
    }
}
