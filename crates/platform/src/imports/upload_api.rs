//! The upload of a file: a multipart form that is parsed as it streams in, and refused as soon as it is too large.

use axum::Json;
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::{DefaultBodyLimit, FromRequestParts, Multipart};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::http::request::Parts;
use bytes::{Bytes, BytesMut};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::{Message, common};
use web::{ApiError, ApiResult, Data};

use super::api::view;
use super::kind::Imported;
use super::sheet::{FileError, MAX_BYTES, file_message};
use super::steps::{self, ActingUser, too_large};
use super::wire::ImportView;
use crate::App;

const NOT_A_FORM: Message = Message::new("أرسل الملف كنموذج multipart.", "Send the file as a multipart form.");
/// Bytes of the form around the file.
const FORM: usize = 64 * 1024;

/// The router of an upload's call: the file's own limit is checked as it streams in; the form around it needs a little more.
#[must_use]
pub fn routes(router: OpenApiRouter<App>) -> OpenApiRouter<App> {
    router.layer(DefaultBodyLimit::max(MAX_BYTES + FORM))
}

/// The form of an upload, for the API document.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only describes the wire")]
pub struct ImportForm {
    /// A .csv or .xlsx file of 20 MiB at most.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

fn too_much() -> ApiError {
    too_large(&file_message(&FileError::TooLarge { max: MAX_BYTES }))
}

/// The request's Content-Length is within the limit: a larger one is refused before a byte of the body is read.
pub struct ModestLength;

impl<S: Sync> FromRequestParts<S> for ModestLength {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let content_length = parts.headers.get(CONTENT_LENGTH).and_then(|v| v.to_str().ok()).and_then(|v| v.parse::<u64>().ok());
        if content_length.is_some_and(|n| n > (MAX_BYTES + FORM) as u64) { Err(too_much()) } else { Ok(Self) }
    }
}

fn form_error(e: &MultipartError) -> ApiError {
    if e.status() == StatusCode::PAYLOAD_TOO_LARGE {
        too_much()
    } else {
        ApiError::bad_request("bad_request", common::BAD_REQUEST)
    }
}

/// The first file of a multipart form: its name and its bytes.
///
/// # Errors
/// 415 when it is no form, 400 for a form that is cut off, 413 for a file above 20 MiB, 422 when it has no file.
pub async fn read_form(form: Result<Multipart, MultipartRejection>) -> ApiResult<(String, Bytes)> {
    let mut form = form.map_err(|_| ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", NOT_A_FORM))?;
    while let Some(mut field) = form.next_field().await.map_err(|e| form_error(&e))? {
        if field.name() != Some("file") {
            continue;
        }
        let name = field.file_name().unwrap_or_default().to_owned();
        let mut bytes = BytesMut::new();
        while let Some(chunk) = field.chunk().await.map_err(|e| form_error(&e))? {
            if bytes.len() + chunk.len() > MAX_BYTES {
                return Err(too_much());
            }
            bytes.extend_from_slice(&chunk);
        }
        return Ok((name, bytes.freeze()));
    }
    Err(ApiError::field("file", common::REQUIRED))
}

/// Stores the file of a form and returns its import. Nothing is imported yet.
///
/// # Errors
/// 415 when it is no form, 400 for a form that is cut off, 413 for a file above 20 MiB, 422 when it has no file or the file is no
/// table that can be read; the database or the blob store failed.
pub async fn create<K: Imported>(
    app: &App,
    acting_user: &ActingUser,
    form: Result<Multipart, MultipartRejection>,
) -> ApiResult<(StatusCode, Json<Data<ImportView>>)> {
    let (name, bytes) = read_form(form).await?;
    let id = steps::upload::<K>(app, acting_user, &name, bytes).await?;
    Ok((StatusCode::CREATED, data(view::<K>(app, &acting_user.scope, id).await?)))
}
