//! Endpoints of themes as files: upload, download, delete (TH-05, decision 0080).

use axum::Json;
use axum::extract::multipart::{Multipart, MultipartError, MultipartRejection};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use bytes::{Bytes, BytesMut};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::{Allowed, ApiError, ApiResult, Data, Message, PathText, Refusals, routes};

use super::api::view;
use super::archive::{ARCHIVE, MOST_PACKED, TOO_LARGE};
use super::uploads;
use super::wire::{ThemeView, UploadedView};
use platform::App;

web::permissions! { Read = Read Theme; Update = Update Theme; }

/// Bytes of the form around the file.
const FORM: usize = 64 * 1024;
const NOT_A_FORM: Message = Message::new("أرسل الملف كنموذج multipart.", "Send the file as a multipart form.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(upload_theme))
        .layer(DefaultBodyLimit::max(MOST_PACKED + FORM))
        .routes(routes!(download_theme))
        .routes(routes!(delete_theme))
        .routes(routes!(restore_theme))
}

/// The form of an upload, for the API document.
#[derive(utoipa::ToSchema)]
#[schema(as = ThemeArchiveForm)]
#[expect(dead_code, reason = "only describes the wire")]
struct ArchiveForm {
    /// A .zip file of 8 MB at most: the files of a theme, or its folder.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

fn too_large() -> ApiError {
    ApiError::field(ARCHIVE, TOO_LARGE)
}

fn form_error(e: &MultipartError) -> ApiError {
    if e.status() == StatusCode::PAYLOAD_TOO_LARGE {
        too_large()
    } else {
        ApiError::bad_request("bad_request", common::BAD_REQUEST)
    }
}

/// The file of a form, refused as soon as it is too large.
async fn read_form(form: Result<Multipart, MultipartRejection>) -> ApiResult<Bytes> {
    let mut form = form.map_err(|_| ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", NOT_A_FORM))?;
    while let Some(mut field) = form.next_field().await.map_err(|e| form_error(&e))? {
        if field.name() != Some(ARCHIVE) {
            continue;
        }
        let mut bytes = BytesMut::new();
        while let Some(chunk) = field.chunk().await.map_err(|e| form_error(&e))? {
            if bytes.len() + chunk.len() > MOST_PACKED {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        return Ok(bytes.freeze());
    }
    Err(ApiError::field(ARCHIVE, common::REQUIRED))
}

/// Uploads a theme as a .zip file of 8 MB at most and installs it beside the live one. One that the store has gets the files in its
/// draft. A 422 has each problem under the path of its file, or under `file`.
#[utoipa::path(post, path = "/theme-uploads", tag = "Theme",
    request_body(content = ArchiveForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<UploadedView>), Refusals<409, 422>))]
async fn upload_theme(
    State(app): State<App>,
    allowed: Allowed<Update>,
    form: Result<Multipart, MultipartRejection>,
) -> ApiResult<(StatusCode, Json<Data<UploadedView>>)> {
    let bytes = read_form(form).await?;
    let uploads::Upload { theme, is_new, left_out } = uploads::upload(&app, &allowed.scope, bytes).await?;
    let theme = view(&app, &allowed.scope, &theme).await?;
    Ok((StatusCode::CREATED, data(UploadedView { theme, is_new, left_out })))
}

/// The files of a theme as a .zip file: of the draft, or of a theme of the program.
#[utoipa::path(get, path = "/themes/{theme}/archive", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Vec<u8>, content_type = "application/zip"), Refusals<404>,
))]
async fn download_theme(State(app): State<App>, allowed: Allowed<Read>, PathText(theme): PathText) -> ApiResult<Response> {
    let bytes = uploads::find_archive(&app, &allowed.scope, &theme).await?;
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    // An id of a theme is letters, digits and hyphens.
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{theme}.zip\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// A deleted theme.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeletedTheme)]
struct DeletedTheme {
    theme: String,
}

/// Deletes a theme that the merchant uploaded and shoppers do not see; `restore` brings it back.
#[utoipa::path(delete, path = "/themes/{theme}", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Data<DeletedTheme>), Refusals<404, 409>,
))]
async fn delete_theme(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(theme): PathText,
) -> ApiResult<Json<Data<DeletedTheme>>> {
    uploads::delete(&app, &allowed.scope, &theme).await?;
    Ok(data(DeletedTheme { theme }))
}

/// Restores a deleted theme with its draft and versions.
#[utoipa::path(post, path = "/themes/{theme}/restore", tag = "Theme", params(("theme" = String, Path)), responses(
    (status = 200, body = Data<ThemeView>), Refusals<404>,
))]
async fn restore_theme(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(theme): PathText,
) -> ApiResult<Json<Data<ThemeView>>> {
    uploads::restore(&app, &allowed.scope, &theme).await?;
    Ok(data(view(&app, &allowed.scope, &theme).await?))
}
