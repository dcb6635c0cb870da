//! The media library's calls: list, storage use, where a picture is used.

use axum::Json;
use axum::extract::State;
use kernel::id::Media;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::message::{Message, common};
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, FieldErrors, ListQuery, Listed, PathId, Refusals};

use super::library::{self, Item, Weight};
use super::library_query::{Cursor, MediaFilter, Sort, Window};
use super::model::MediaView;
use super::uses::{MediaUsers, Use};
use crate::App;

web::permissions! { Read = Read Media; }

const BAD_CURSOR: Message = Message::new("مؤشر الصفحة لا يناسب هذا الترتيب.", "This page cursor doesn't match the sort order.");

const FILTERS: &[&str] = &["used", "without_alt", "type"];

web::list_params! {
    /// Query parameters of the media library.
    MediaListParams => Sort::WORDS;
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_media)).routes(routes!(weigh_media)).routes(routes!(list_media_uses))
}

/// A picture in the library.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct LibraryItem {
    /// The picture.
    picture: MediaView,
    /// `image/jpeg`, `image/png`, `image/gif` or `image/webp`.
    content_type: String,
    /// Bytes of the original.
    size_bytes: i64,
    /// Bytes of its copies in other sizes.
    copies_bytes: i64,
    /// When it was uploaded.
    created_at: String,
    /// Whether something uses it, or a deleted product that can still be restored.
    is_used: bool,
}

impl From<Item> for LibraryItem {
    fn from(item: Item) -> Self {
        let Item { picture, content_type, size_bytes, copies_bytes, created_at, is_used } = item;
        Self { picture, content_type, size_bytes, copies_bytes, created_at: created_at.rfc3339(), is_used }
    }
}

fn media_filter(query: &ListQuery) -> ApiResult<MediaFilter> {
    let mut errors = FieldErrors::new();
    let mut out = MediaFilter { search: query.search.clone(), ..MediaFilter::default() };
    for word in query.values("used").unwrap_or_default() {
        match word.as_str() {
            "yes" => out.is_used = Some(true),
            "no" => out.is_used = Some(false),
            _ => errors.add("filter[used]", common::NOT_A_CHOICE),
        }
    }
    for word in query.values("without_alt").unwrap_or_default() {
        match word.as_str() {
            "ar" => out.without_ar = true,
            "en" => out.without_en = true,
            _ => errors.add("filter[without_alt]", common::NOT_A_CHOICE),
        }
    }
    for word in query.values("type").unwrap_or_default() {
        match word.as_str() {
            "jpeg" => out.types.push("image/jpeg"),
            "png" => out.types.push("image/png"),
            "gif" => out.types.push("image/gif"),
            "webp" => out.types.push("image/webp"),
            _ => errors.add("filter[type]", common::NOT_A_CHOICE),
        }
    }
    errors.finish()?;
    Ok(out)
}

/// The store's pictures. Sorts: `created_at`, `size`. Filters: `used` (yes, no), `without_alt` (ar, en), `type` (jpeg, png, gif,
/// webp). Search: words of the file name and the alternative text.
#[utoipa::path(get, path = "/media", tag = "media", params(MediaListParams),
    responses((status = 200, body = Listed<LibraryItem>), Refusals<422>))]
async fn list_media(State(app): State<App>, allowed: Allowed<Read>, query: ListQuery) -> ApiResult<Json<Listed<LibraryItem>>> {
    query.check(Sort::WORDS, FILTERS)?;
    let filter = media_filter(&query)?;
    let sort = query.sort.as_deref().and_then(Sort::parse);
    let is_descending = sort.is_none() || query.is_descending;
    let sort = sort.unwrap_or_default();
    let cursor = match query.page.cursor.as_deref() {
        Some(text) => Some(Cursor::parse(text, sort, is_descending).ok_or_else(|| ApiError::field("cursor", BAD_CURSOR))?),
        None => None,
    };
    let window = Window { sort, is_descending, cursor, offset: query.offset(), limit: query.page.per_page };
    let page =
        library::page(app.db().conn(), &allowed.scope, &*app.ports.get::<MediaUsers>()?, app.env().now(), &filter, &window)
            .await?;
    let kernel::Page { items, total, is_total_capped, next_cursor } = page;
    let items = items.into_iter().map(LibraryItem::from).collect();
    Ok(Json(query.answer(kernel::Page { items, total, is_total_capped, next_cursor })))
}

/// The storage use of the library.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct MediaWeight {
    /// Pictures.
    count: i64,
    /// Bytes of all of them, including copies in other sizes.
    bytes: i64,
    /// Pictures that nothing uses.
    unused_count: i64,
    /// Their bytes.
    unused_bytes: i64,
}

/// How many pictures there are and how much space they take.
#[utoipa::path(get, path = "/media/weight", tag = "media",
    responses((status = 200, body = Data<MediaWeight>)))]
async fn weigh_media(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<MediaWeight>>> {
    let Weight { count, bytes, unused, unused_bytes } =
        library::compute_usage(app.db().conn(), &allowed.scope, &*app.ports.get::<MediaUsers>()?, app.env().now()).await?;
    Ok(web::list::data(MediaWeight { count, bytes, unused_count: unused, unused_bytes }))
}

/// A picture with everything that uses it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct MediaUses {
    /// The picture.
    item: LibraryItem,
    /// 50 of each kind at most.
    uses: Vec<Use>,
}

/// Where a picture is used: products, variants, categories, settings, theme sections, pages. Names are shown to callers who may
/// read the record.
#[utoipa::path(get, path = "/media/{id}/uses", tag = "media", params(("id" = kernel::MediaId, Path)),
    responses((status = 200, body = Data<MediaUses>), Refusals<404>))]
async fn list_media_uses(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<Media>,
) -> ApiResult<Json<Data<MediaUses>>> {
    let (c, now) = (app.db().conn(), app.env().now());
    let users = app.ports.get::<MediaUsers>()?;
    let item = library::find(c, &allowed.scope, &users, now, id).await?.ok_or_else(ApiError::not_found)?;
    let uses = users.find(c, &allowed.scope, now, id).await?;
    let uses = uses.into_iter().map(|one| one.redacted(|subject| allowed.may_read(subject))).collect();
    Ok(web::list::data(MediaUses { item: item.into(), uses }))
}
