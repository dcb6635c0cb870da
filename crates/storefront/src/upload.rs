//! A form with files: the product form, where a product asks for one (PR-06).

use axum::body::Body;
use axum::extract::multipart::MultipartError;
use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use bytes::{Bytes, BytesMut};
use commerce::carts::{MOST_FILE_BYTES, SentFile};

use crate::request::Form;

/// Most files of a form.
const MOST_FILES: usize = 3;
/// Most texts of a form.
const MOST_TEXTS: usize = 100;
/// Longest text of a form, in bytes.
const LONGEST_TEXT: usize = 8 * 1024;

/// Why a form could not be read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// A file or the whole form is too large.
    TooLarge,
    /// Not a valid multipart form, or incomplete.
    Damaged,
}

impl From<MultipartError> for Unread {
    fn from(e: MultipartError) -> Self {
        if e.status() == StatusCode::PAYLOAD_TOO_LARGE { Self::TooLarge } else { Self::Damaged }
    }
}

/// Whether the form may contain files (multipart).
pub(crate) fn is_upload(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).is_some_and(|t| t.starts_with("multipart/form-data"))
}

/// The single file of a form, up to `most` bytes; empty when none was chosen.
pub(crate) async fn read_one(headers: &HeaderMap, body: Body, most: usize) -> Result<Bytes, Unread> {
    let mut request = Request::new(body);
    if let Some(kind) = headers.get(header::CONTENT_TYPE) {
        request.headers_mut().insert(header::CONTENT_TYPE, kind.clone());
    }
    DefaultBodyLimit::max(3 * most + 256 * 1024).apply(&mut request);
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| Unread::Damaged)?;
    let (mut content, mut is_too_large) = (Bytes::new(), false);
    while let Some(mut part) = form.next_field().await? {
        let mut bytes = BytesMut::new();
        while let Some(chunk) = part.chunk().await? {
            if bytes.len() + chunk.len() <= most {
                bytes.extend_from_slice(&chunk);
            } else {
                is_too_large = true;
            }
        }
        if part.file_name().is_some() && content.is_empty() {
            content = bytes.freeze();
        }
    }
    if is_too_large { Err(Unread::TooLarge) } else { Ok(content) }
}

/// Texts and files of a form; `field.2` with a file name is the file that answers that field. An empty file input is ignored.
pub(crate) async fn read(headers: &HeaderMap, body: Body) -> Result<(Form, Vec<SentFile>), Unread> {
    let mut request = Request::new(body);
    if let Some(kind) = headers.get(header::CONTENT_TYPE) {
        request.headers_mut().insert(header::CONTENT_TYPE, kind.clone());
    }
    DefaultBodyLimit::max(MOST_FILES * MOST_FILE_BYTES + 256 * 1024).apply(&mut request);
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| Unread::Damaged)?;
    let (mut texts, mut files) = (Vec::new(), Vec::new());
    let mut is_too_large = false;
    while let Some(mut part) = form.next_field().await? {
        let name = part.name().unwrap_or_default().to_owned();
        let file_name = part.file_name().map(str::to_owned);
        let most = if file_name.is_some() { MOST_FILE_BYTES } else { LONGEST_TEXT };
        let mut bytes = BytesMut::new();
        // A body that is too large is read to its end and discarded, so that the browser receives the response.
        while let Some(chunk) = part.chunk().await? {
            if bytes.len() + chunk.len() <= most {
                bytes.extend_from_slice(&chunk);
            } else {
                is_too_large = true;
            }
        }
        let bytes: Bytes = bytes.freeze();
        match file_name {
            Some(label) if !bytes.is_empty() || !label.is_empty() => {
                let Some(field) = name.strip_prefix("field.").and_then(|n| n.parse().ok()) else { continue };
                if files.len() >= MOST_FILES {
                    is_too_large = true;
                    continue;
                }
                files.push(SentFile { field, name: label, bytes });
            }
            Some(_) => {}
            None if texts.len() < MOST_TEXTS => {
                texts.push((name, String::from_utf8(bytes.to_vec()).map_err(|_| Unread::Damaged)?));
            }
            None => return Err(Unread::Damaged),
        }
    }
    if is_too_large { Err(Unread::TooLarge) } else { Ok((Form::from_fields(texts), files)) }
}
