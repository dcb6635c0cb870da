//! Endpoints of redirects (ST-08).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use kernel::RedirectId;
use kernel::id::Redirect as RedirectKind;
use platform::App;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, ListQuery, Listed, PathId, QueryIn, Refusals, routes, schema};

use super::address::read_address;
use super::bulk::{self, RedirectResults};
use super::list::{self, RedirectListParams, SORTS};
use super::model::Redirect;
use super::wire::{RedirectImportIn, RedirectImportView, RedirectIn, RedirectSuggestion, RedirectView, RedirectsIn};
use super::{import, live, suggest, write};

web::permissions! { Read = Read Page; Create = Create Page; Update = Update Page; Delete = Delete Page; }

web::schema_types! {
    /// A redirect to create.
    NewRedirect => schema::required::<RedirectIn>(&["address", "target"]);
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_redirects, create_redirect))
        .routes(routes!(import_redirects))
        .routes(routes!(export_redirects))
        .routes(routes!(suggest_redirect))
        .routes(routes!(delete_redirects))
        .routes(routes!(restore_redirects))
        .routes(routes!(find_redirect, update_redirect, delete_redirect))
        .routes(routes!(restore_redirect))
}

/// The store's redirects, the newest first. Sort: `created_at`, address, hits, `last_hit_at`. Search: a part of either address. Which of them
/// wait for a page to go takes three more statements, however many rows there are.
#[utoipa::path(get, path = "/redirects", tag = "Redirect", params(RedirectListParams), responses(
    (status = 200, body = Listed<RedirectView>), Refusals<422>,
))]
async fn list_redirects(
    State(app): State<App>,
    allowed: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<RedirectView>>> {
    query.check(SORTS, &[])?;
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let page = list::page(c, scope, &query).await?;
    let live = live::list_live(&app, c, scope, page.items.iter().map(|redirect| redirect.address.as_str())).await?;
    let view = |redirect: Redirect| {
        let is_waiting = live.contains(&redirect.address);
        RedirectView::new(redirect, is_waiting)
    };
    Ok(Json(query.answer(page.map(view))))
}

/// Creates a redirect. A target that is an old address itself is replaced by where that leads; redirects to the new old address lead on.
#[utoipa::path(post, path = "/redirects", tag = "Redirect", request_body = NewRedirect, responses(
    (status = 201, body = Data<RedirectView>), Refusals<409, 422>,
))]
async fn create_redirect(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<RedirectIn>,
) -> ApiResult<(StatusCode, Json<Data<RedirectView>>)> {
    Ok((StatusCode::CREATED, data(write::create(&app, &allowed.scope, &sent).await?)))
}

/// Imports redirects out of a text of comma-separated values, or with `is_preview` tells what that would do. Rows that fail are left out;
/// the redirect of an address that is there already leads to the new one.
#[utoipa::path(post, path = "/redirects/import", tag = "Redirect", request_body = RedirectImportIn, responses(
    (status = 200, body = Data<RedirectImportView>), Refusals<409, 422>,
))]
async fn import_redirects(
    State(app): State<App>,
    allowed: Allowed<Create>,
    _: Allowed<Update>,
    JsonIn(sent): JsonIn<RedirectImportIn>,
) -> ApiResult<Json<Data<RedirectImportView>>> {
    Ok(data(import::import(&app, &allowed.scope, sent).await?))
}

/// All redirects as a .csv file that can be imported again.
#[utoipa::path(get, path = "/redirects/export", tag = "Redirect",
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn export_redirects(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Response> {
    Ok(platform::imports::csv("redirects.csv", import::export(&app, &allowed.scope).await?))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct RedirectSuggestionParams {
    /// An old address.
    #[param(value_type = schema::RequiredLine<500>, inline)]
    address: String,
}

/// What the store knows of an old address: whether it has a page there, and a page with a name like it.
#[utoipa::path(get, path = "/redirects/suggestion", tag = "Redirect", params(RedirectSuggestionParams), responses(
    (status = 200, body = Data<RedirectSuggestion>), Refusals<422>,
))]
async fn suggest_redirect(
    State(app): State<App>,
    allowed: Allowed<Read>,
    QueryIn(RedirectSuggestionParams { address }): QueryIn<RedirectSuggestionParams>,
) -> ApiResult<Json<Data<RedirectSuggestion>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let path = read_address(&address).map_err(|message| ApiError::field("address", message))?;
    let is_live = live::is_live(&app, c, scope, &path).await?;
    let target = if is_live { None } else { suggest::find(&app, c, scope, &path).await? };
    Ok(data(RedirectSuggestion { target, is_live }))
}

/// One redirect.
#[utoipa::path(get, path = "/redirects/{id}", tag = "Redirect", params(("id" = RedirectId, Path)), responses(
    (status = 200, body = Data<RedirectView>), Refusals<404>,
))]
async fn find_redirect(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<RedirectKind>,
) -> ApiResult<Json<Data<RedirectView>>> {
    Ok(data(write::view(&app, &allowed.scope, id).await?))
}

/// Changes a redirect; absent fields stay.
#[utoipa::path(put, path = "/redirects/{id}", tag = "Redirect", params(("id" = RedirectId, Path)), request_body = RedirectIn, responses(
    (status = 200, body = Data<RedirectView>), (status = 409, body = Conflict<RedirectView>), Refusals<404, 422>,
))]
async fn update_redirect(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<RedirectKind>,
    JsonIn(sent): JsonIn<RedirectIn>,
) -> ApiResult<Json<Data<RedirectView>>> {
    Ok(data(write::update(&app, &allowed.scope, id, sent).await?))
}

/// A deleted redirect.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DeletedRedirect {
    id: RedirectId,
}

/// Deletes a redirect; for 30 days `restore` brings it back.
#[utoipa::path(delete, path = "/redirects/{id}", tag = "Redirect", params(("id" = RedirectId, Path)), responses(
    (status = 200, body = Data<DeletedRedirect>), Refusals<404>,
))]
async fn delete_redirect(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    PathId(id): PathId<RedirectKind>,
) -> ApiResult<Json<Data<DeletedRedirect>>> {
    write::delete(&app, &allowed.scope, id).await?;
    Ok(data(DeletedRedirect { id }))
}

/// Restores a deleted redirect, unless another one has its address by now.
#[utoipa::path(post, path = "/redirects/{id}/restore", tag = "Redirect", params(("id" = RedirectId, Path)), responses(
    (status = 200, body = Data<RedirectView>), Refusals<404, 409, 422>,
))]
async fn restore_redirect(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<RedirectKind>,
) -> ApiResult<Json<Data<RedirectView>>> {
    Ok(data(write::restore(&app, &allowed.scope, id).await?))
}

/// Deletes several redirects, each on its own.
#[utoipa::path(delete, path = "/redirects/deleteMany", tag = "Redirect", request_body = RedirectsIn, responses(
    (status = 200, body = Data<RedirectResults>), Refusals<422>,
))]
async fn delete_redirects(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    JsonIn(sent): JsonIn<RedirectsIn>,
) -> ApiResult<Json<Data<RedirectResults>>> {
    Ok(data(bulk::delete(&app, &allowed.scope, sent.items).await?))
}

/// Restores several deleted redirects with their visits, each on its own: one whose address was given to another meanwhile stays deleted, and
/// its result says so.
#[utoipa::path(post, path = "/redirects/restoreMany", tag = "Redirect", request_body = RedirectsIn, responses(
    (status = 200, body = Data<RedirectResults>), Refusals<422>,
))]
async fn restore_redirects(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<RedirectsIn>,
) -> ApiResult<Json<Data<RedirectResults>>> {
    Ok(data(bulk::restore(&app, &allowed.scope, sent.items).await?))
}
