//! The script and style of the editor's frame, and the tags that a page of a draft has in its head.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use site::theme::PreviewKind;

use crate::cache::safety;
use crate::escape::escape;

const SCRIPT: &str = include_str!("../assets/editor.js");
const STYLE: &str = include_str!("../assets/editor.css");

/// `editor/<hash>/`: a changed file changes both URLs.
static BASE: LazyLock<String> = LazyLock::new(|| {
    let digest = Sha256::new().chain_update(SCRIPT).chain_update(STYLE).finalize();
    format!("editor/{}/", URL_SAFE_NO_PAD.encode(&digest[..9]))
});

/// The tags of a draft's page: the frame's script and style, which take messages of the platform's origin alone; none for shared links. The script of a frame that is only looked at says that it is shown.
pub(crate) fn draft_tags(kind: PreviewKind, platform: &str) -> String {
    match kind {
        PreviewKind::Share => String::new(),
        PreviewKind::Editor | PreviewKind::Look => format!(
            "\n<link rel=\"stylesheet\" href=\"/assets/{base}editor.css\">\n<script src=\"/assets/{base}editor.js\" data-editor=\"{}\" defer></script>",
            escape(platform),
            base = *BASE,
        ),
    }
}

/// A file below `/assets/`, if it is one of the frame's.
pub(crate) fn editor_asset(name: &str) -> Option<Response> {
    let (kind, body) = match name.strip_prefix(BASE.as_str())? {
        "editor.js" => ("text/javascript; charset=utf-8", SCRIPT),
        "editor.css" => ("text/css; charset=utf-8", STYLE),
        _ => return None,
    };
    let mut response = Response::new(Body::from(body));
    let h = response.headers_mut();
    h.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    h.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    safety(h);
    Some(response)
}
