//! The alternative text of a picture.

use axum::Json;
use axum::extract::State;
use db::Topics;
use kernel::id::Media;
use kernel::text_guard::{Lines, clean};
use kernel::{Lang, MediaId, Texts};
use serde::Deserialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Data, FieldErrors, JsonIn, PathId, Refusals};

use super::entities;
use super::model::MediaView;
use super::store;
use crate::App;
use crate::journal::{self, Act, Entry};
use crate::stores::fault;

web::permissions! { Update = Update Media; }

/// Most characters in each language: a sentence, which screen readers read well.
const MOST: usize = 200;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(update_media))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct MediaIn {
    /// The alternative text: what the picture shows. A language left empty has none. 200 characters each.
    #[schema(value_type = schema::LineTexts<200>)]
    alt: Texts,
}

/// Sets the alternative text of a picture, which the storefront gives to screen readers.
#[utoipa::path(put, path = "/media/{id}", tag = "media", params(("id" = MediaId, Path)), request_body = MediaIn,
    responses((status = 200, body = Data<MediaView>), Refusals<404, 422>))]
async fn update_media(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<Media>,
    JsonIn(MediaIn { alt }): JsonIn<MediaIn>,
) -> ApiResult<Json<Data<MediaView>>> {
    let (mut errors, mut cleaned) = (FieldErrors::new(), Texts::default());
    for lang in [Lang::Ar, Lang::En] {
        match clean(alt.exact(lang), MOST, Lines::Single) {
            Ok(text) => cleaned.set(lang, text),
            Err(e) => errors.add(format!("alt.{}", lang.code()), fault(e)),
        }
    }
    errors.finish()?;
    let (scope, now) = (allowed.scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            let before = store::list_views(c, &scope, &[id]).await?.pop().ok_or_else(ApiError::not_found)?;
            if before.alt != cleaned {
                store::update_alt(c, &scope, id, &cleaned).await?;
                store::set_search_words(c, &scope, id, &before.file_name, &cleaned).await?;
                let entry = Entry::new(Act::Update, entities::MEDIA, id)
                    .before(json!({ "alt": before.alt }))
                    .after(json!({ "alt": cleaned, "name": before.file_name }));
                journal::write(c, &scope, now, Topics::STOREFRONT.and(Topics::CATALOG), entry).await?;
            }
            Ok::<_, ApiError>(())
        })
        .await?;
    let view = store::list_views(app.db().conn(), &allowed.scope, &[id]).await?.pop().ok_or_else(ApiError::not_found)?;
    Ok(web::list::data(view))
}
