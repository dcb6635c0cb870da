//! The calls of media (ME-01).

use axum::Json;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::http::StatusCode;
use bytes::{Bytes, BytesMut};
use kernel::MediaId;
use kernel::id::Media;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::message::{Message, common};
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, PathId, QueryIn, Refusals};

use super::inspect::{MAX_BYTES, Purpose, Refusal};
use super::model::MediaView;
use super::upload::{UploadError, add_file, add_image};
use super::{remove, replace, store};
use crate::App;
use web::schema;

web::permissions! {
    Read = Read Media;
    Create = Create Media;
    Update = Update Media;
    Delete = Delete Media;
}

const NOT_A_FORM: Message = Message::new("أرسل الملف كنموذج multipart.", "Send the file as a multipart form.");

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    // The file's own limit is checked as it streams in; the form around it needs a little more.
    let uploads = OpenApiRouter::new()
        .routes(routes!(upload_media))
        .routes(routes!(upload_file))
        .routes(routes!(replace_media))
        .layer(DefaultBodyLimit::max(MAX_BYTES + 64 * 1024));
    OpenApiRouter::new()
        .routes(routes!(find_media))
        .routes(routes!(delete_media))
        .routes(routes!(delete_many_media))
        .merge(uploads)
}

impl From<UploadError> for ApiError {
    fn from(e: UploadError) -> Self {
        match e {
            UploadError::Refused(Refusal::TooLarge) => {
                Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", Refusal::TooLarge.message())
            }
            UploadError::Refused(refusal) => Self::field("media", refusal.message()),
            UploadError::NotFound => Self::not_found(),
            UploadError::Db(e) => e.into(),
            UploadError::Blob(e) => Self::unavailable(&e),
            e @ UploadError::Thread(_) => Self::internal(&e),
        }
    }
}

/// A stored picture.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Uploaded {
    /// Always true: a refusal is an error.
    success: bool,
    /// The picture.
    data: MediaView,
}

/// A stored file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct UploadedFile {
    /// Always true: a refusal is an error.
    success: bool,
    /// The file.
    data: FileView,
}

/// A file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct FileView {
    /// Its id.
    id: MediaId,
}

web::schema_types! {
    /// The purpose of an uploaded picture.
    PicturePurpose => schema::words(["product"]);
}

/// Query parameters of an upload.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct UploadQuery {
    /// `product` allows square photos up to 3000 x 3000; every other picture fits 2800 x 1800.
    #[param(value_type = Option<PicturePurpose>, inline)]
    purpose: Option<String>,
}

fn form_error(e: &MultipartError) -> ApiError {
    if e.status() == StatusCode::PAYLOAD_TOO_LARGE {
        UploadError::Refused(Refusal::TooLarge).into()
    } else {
        ApiError::bad_request("bad_request", common::BAD_REQUEST)
    }
}

async fn read_field(mut field: Field<'_>) -> ApiResult<(String, Bytes)> {
    let name = field.file_name().unwrap_or_default().to_owned();
    let mut bytes = BytesMut::new();
    while let Some(chunk) = field.chunk().await.map_err(|e| form_error(&e))? {
        if bytes.len() + chunk.len() > MAX_BYTES {
            return Err(UploadError::Refused(Refusal::TooLarge).into());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok((name, bytes.freeze()))
}

type Form = Result<Multipart, axum::extract::multipart::MultipartRejection>;

async fn read_form(form: Form, field_name: &'static str) -> ApiResult<(String, Bytes)> {
    let mut form = form.map_err(|_| ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", NOT_A_FORM))?;
    while let Some(field) = form.next_field().await.map_err(|e| form_error(&e))? {
        if field.name() == Some(field_name) {
            return read_field(field).await;
        }
    }
    Err(ApiError::field(field_name, common::REQUIRED))
}

/// The form of an upload, for the API document.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only describes the wire")]
struct MediaForm {
    /// The picture.
    #[schema(value_type = String, format = Binary)]
    media: Vec<u8>,
}

/// The form of an upload, for the API document.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only describes the wire")]
struct FileForm {
    /// The file.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Uploads a picture: 5 242 880 bytes at most, .jpg .png .jpeg .gif .webp by content.
#[utoipa::path(post, path = "/media", tag = "media", params(UploadQuery),
    request_body(content = MediaForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Uploaded), Refusals<422>))]
async fn upload_media(
    State(app): State<App>,
    allowed: Allowed<Create>,
    QueryIn(query): QueryIn<UploadQuery>,
    form: Form,
) -> ApiResult<Json<Uploaded>> {
    let (name, bytes) = read_form(form, "media").await?;
    let purpose = match query.purpose.as_deref() {
        Some("product") => Purpose::Product,
        _ => Purpose::Any,
    };
    let id = add_image(&app, &allowed.scope, &name, bytes, purpose, None).await?;
    let data = store::list_views(app.db().conn(), &allowed.scope, &[id]).await?.pop().ok_or_else(ApiError::not_found)?;
    Ok(Json(Uploaded { success: true, data }))
}

/// Replaces a picture: the id stays, and everything that shows it shows the new one under new URLs. A picture of a product can
/// only be replaced by a jpeg or png.
#[utoipa::path(post, path = "/media/{id}/replace", tag = "media", params(("id" = MediaId, Path)),
    request_body(content = MediaForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Uploaded), Refusals<404, 409, 422>))]
async fn replace_media(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<Media>,
    form: Form,
) -> ApiResult<Json<Uploaded>> {
    let (name, bytes) = read_form(form, "media").await?;
    replace::replace(&app, &allowed.scope, id, &name, bytes).await?;
    let data = store::list_views(app.db().conn(), &allowed.scope, &[id]).await?.pop().ok_or_else(ApiError::not_found)?;
    Ok(Json(Uploaded { success: true, data }))
}

/// Uploads a .csv file for an import.
#[utoipa::path(post, path = "/file", tag = "media", request_body(content = FileForm, content_type = "multipart/form-data"),
    responses((status = 200, body = UploadedFile), Refusals<422>))]
async fn upload_file(State(app): State<App>, allowed: Allowed<Create>, form: Form) -> ApiResult<Json<UploadedFile>> {
    let (name, bytes) = read_form(form, "file").await?;
    let id = add_file(&app, &allowed.scope, &name, bytes).await.map_err(|e| match e {
        UploadError::Refused(refusal) if refusal != Refusal::TooLarge => ApiError::field("file", refusal.message()),
        e => e.into(),
    })?;
    Ok(Json(UploadedFile { success: true, data: FileView { id } }))
}

/// One picture.
#[utoipa::path(get, path = "/media/{id}", tag = "media", params(("id" = MediaId, Path)),
    responses((status = 200, body = Data<MediaView>), Refusals<404>))]
async fn find_media(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<Media>,
) -> ApiResult<Json<Data<MediaView>>> {
    let found = store::list_views(app.db().conn(), &allowed.scope, &[id]).await?.pop().ok_or_else(ApiError::not_found)?;
    Ok(web::list::data(found))
}

/// The picture or file to delete.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct DeleteIn {
    /// Its id; 422 when it is absent (GC-02).
    #[schema(required = true, nullable = false)]
    id: Option<MediaId>,
}

/// The deleted picture or file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Deleted {
    /// Its id.
    id: MediaId,
}

/// Deletes a picture or file that is not used.
#[utoipa::path(delete, path = "/media/deleteOne", tag = "media", request_body = DeleteIn,
    responses((status = 200, body = Data<Deleted>), Refusals<404, 409, 422>))]
async fn delete_media(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    JsonIn(input): JsonIn<DeleteIn>,
) -> ApiResult<Json<Data<Deleted>>> {
    let id = input.id.ok_or_else(|| ApiError::field("id", common::INVALID_ITEM))?;
    remove::delete(&app, &allowed.scope, id).await?;
    Ok(web::list::data(Deleted { id }))
}

/// The pictures to delete.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct MediaManyIn {
    /// 1 to 100.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 100, required = true)]
    items: Vec<MediaId>,
}

/// The result for one picture.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct MediaResult {
    id: MediaId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
}

/// The result for each picture, in order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct MediaResults {
    results: Vec<MediaResult>,
}

/// Deletes several pictures, each on its own; one that is used stays.
#[utoipa::path(delete, path = "/media/deleteMany", tag = "media", request_body = MediaManyIn,
    responses((status = 200, body = Data<MediaResults>), Refusals<422>))]
async fn delete_many_media(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    JsonIn(input): JsonIn<MediaManyIn>,
) -> ApiResult<Json<Data<MediaResults>>> {
    match input.items.len() {
        0 => return Err(ApiError::field("items", common::INVALID_ITEM)),
        1..=100 => {}
        _ => return Err(ApiError::field("items", common::BETWEEN.with("min", 1).with("max", 100))),
    }
    let mut results = Vec::with_capacity(input.items.len());
    for id in input.items {
        let (message, code) = match remove::delete(&app, &allowed.scope, id).await.map_err(ApiError::from) {
            Ok(()) => (None, None),
            Err(e) if e.status().is_server_error() => return Err(e),
            Err(e) => (Some(e.message().get(web::lang::current()).to_owned()), Some(e.code())),
        };
        results.push(MediaResult { id, is_ok: code.is_none(), message, code });
    }
    Ok(web::list::data(MediaResults { results }))
}
