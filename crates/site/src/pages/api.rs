//! Endpoints of pages (ST-08).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::ContentPage as PageKind;
use kernel::{ContentPageId, StoreScope};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, PathText, Refusals, routes, schema};

use super::model::Policy;
use super::wire::{PageIn, PageRow, PageView, PolicyTemplate};
use super::{defaults, store, write};
use platform::{App, stores};

web::permissions! { Read = Read Page; Create = Create Page; Update = Update Page; Delete = Delete Page; }

web::schema_types! {
    /// A page to create.
    NewPage => schema::required::<PageIn>(&["title"]);
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_pages, create_page))
        .routes(routes!(find_policy_template))
        .routes(routes!(find_page, update_page, delete_page))
        .routes(routes!(restore_page))
}

async fn view(app: &App, scope: &StoreScope, (page, slugs): write::Stored) -> ApiResult<PageView> {
    Ok(PageView::from_page(page, slugs, &write::site(app, scope).await?))
}

/// The store's pages, the last changed first; all of them, 200 at most.
#[utoipa::path(get, path = "/pages", tag = "Page", responses((status = 200, body = Data<Vec<PageRow>>)))]
async fn list_pages(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<PageRow>>>> {
    let c = app.db().conn();
    let site = write::site(&app, &allowed.scope).await?;
    let rows = store::list(c, &allowed.scope).await?.into_iter().map(|page| PageRow::from_summary(page, &site));
    Ok(data(rows.collect()))
}

/// Creates a page.
#[utoipa::path(post, path = "/pages", tag = "Page", request_body = NewPage, responses(
    (status = 201, body = Data<PageView>), Refusals<409, 422>,
))]
async fn create_page(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<PageIn>,
) -> ApiResult<(StatusCode, Json<Data<PageView>>)> {
    let site = write::site(&app, &allowed.scope).await?;
    let (page, slugs) = write::create(&app, &allowed.scope, &sent, &site).await?;
    Ok((StatusCode::CREATED, data(PageView::from_page(page, slugs, &site))))
}

/// The text that a page of a policy may begin with, filled with the store's data; nothing is stored.
#[utoipa::path(get, path = "/pages/policies/{policy}", tag = "Page", params(("policy" = Policy, Path)), responses(
    (status = 200, body = Data<PolicyTemplate>), Refusals<404>,
))]
async fn find_policy_template(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(policy): PathText,
) -> ApiResult<Json<Data<PolicyTemplate>>> {
    let policy = Policy::parse(&policy).ok_or_else(ApiError::not_found)?;
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let (title, content) = defaults::policy_text(policy, &defaults::StoreData::from_profile(&profile));
    Ok(data(PolicyTemplate { policy, title, content }))
}

/// One page.
#[utoipa::path(get, path = "/pages/{id}", tag = "Page", params(("id" = ContentPageId, Path)), responses(
    (status = 200, body = Data<PageView>), Refusals<404>,
))]
async fn find_page(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<PageKind>,
) -> ApiResult<Json<Data<PageView>>> {
    let c = app.db().conn();
    let page = store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let slugs = store::find_slugs(c, &allowed.scope, id).await?;
    Ok(data(view(&app, &allowed.scope, (page, slugs)).await?))
}

/// Changes a page; absent fields stay. An address that it had leads to the new one.
#[utoipa::path(put, path = "/pages/{id}", tag = "Page", params(("id" = ContentPageId, Path)), request_body = PageIn, responses(
    (status = 200, body = Data<PageView>), (status = 409, body = Conflict<PageView>), Refusals<404, 422>,
))]
async fn update_page(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<PageKind>,
    JsonIn(sent): JsonIn<PageIn>,
) -> ApiResult<Json<Data<PageView>>> {
    let site = write::site(&app, &allowed.scope).await?;
    let (page, slugs) = write::update(&app, &allowed.scope, id, sent, &site).await?;
    Ok(data(PageView::from_page(page, slugs, &site)))
}

/// A deleted page.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DeletedPage {
    id: ContentPageId,
}

/// Deletes a page; `restore` brings it back with its addresses.
#[utoipa::path(delete, path = "/pages/{id}", tag = "Page", params(("id" = ContentPageId, Path)), responses(
    (status = 200, body = Data<DeletedPage>), Refusals<404>,
))]
async fn delete_page(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    PathId(id): PathId<PageKind>,
) -> ApiResult<Json<Data<DeletedPage>>> {
    write::delete(&app, &allowed.scope, id).await?;
    Ok(data(DeletedPage { id }))
}

/// Restores a deleted page.
#[utoipa::path(post, path = "/pages/{id}/restore", tag = "Page", params(("id" = ContentPageId, Path)), responses(
    (status = 200, body = Data<PageView>), Refusals<404, 409, 422>,
))]
async fn restore_page(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<PageKind>,
) -> ApiResult<Json<Data<PageView>>> {
    let stored = write::restore(&app, &allowed.scope, id).await?;
    Ok(data(view(&app, &allowed.scope, stored).await?))
}
