//! The calls of a product's life: a copy of it, the archive and back.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use db::Conn;
use kernel::id::Product as ProductKind;
use kernel::{ProductId, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::{Allowed, ApiError, ApiResult, Data, PathId, Refusals};

use super::api::{live, view};
use super::duplicate::duplicate;
use super::errors::CatalogError;
use super::store::lists::{self, ProductFilter, Window};
use super::store::products::get_store_context;
use super::store::search::Hits;
use super::wire_out::{ProductView, RelatedView};
use super::{State as ProductState, write};
use platform::App;
use platform::media;

web::permissions! {
    Create = Create Product;
    Update = Update Product;
}

/// The calls under `/dashboard/v1`.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(duplicate_product)).routes(routes!(archive_product)).routes(routes!(restore_product))
}

/// The products that stand beside one, in order; removed ones are left out.
pub(super) async fn related(c: Conn<'_>, scope: &StoreScope, ids: &[ProductId]) -> db::Result<Vec<RelatedView>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let every = [
        ProductState::Published,
        ProductState::Unpublished,
        ProductState::Scheduled,
        ProductState::Inactive,
        ProductState::Archived,
    ];
    let filter = ProductFilter { ids: Some(ids.to_vec()), states: every.to_vec(), ..ProductFilter::default() };
    let window = Window { limit: 100, ..Window::default() };
    let (mut rows, _) = lists::list_rows(c, scope, &filter, &Hits::default(), &window).await?;
    rows.sort_by_key(|r| ids.iter().position(|id| *id == r.id));
    let covers: Vec<_> = rows.iter().filter_map(|r| r.cover_id).collect();
    let covers = media::list_views(c, scope, &covers).await?;
    Ok(rows
        .into_iter()
        .map(|r| RelatedView {
            id: r.id,
            state: ProductState::from_flags(r.is_active, r.is_published, r.publish_at.is_some(), r.archived_at.is_some()),
            cover_url: r.cover_id.and_then(|id| covers.iter().find(|m| m.id == id)).map(|m| m.at_least(320).to_owned()),
            name: r.name.0,
        })
        .collect())
}

/// Makes a copy: a product of its own that is not shown yet, without codes, with pictures and variants.
#[utoipa::path(post, path = "/products/{id}/duplicate", tag = "products", params(("id" = ProductId, Path)),
    responses((status = 201, body = Data<ProductView>), Refusals<404>))]
async fn duplicate_product(
    State(app): State<App>,
    who: Allowed<Create>,
    PathId(id): PathId<ProductKind>,
) -> ApiResult<(StatusCode, Json<Data<ProductView>>)> {
    let facts = get_store_context(app.db().conn(), &who.scope).await?;
    let of = live(&app, &who.scope, id).await?;
    let input = duplicate(&of.fields).check(facts.currency, facts.language).map_err(CatalogError::Invalid)?;
    let (env, scope) = (app.env().clone(), who.scope.clone());
    let copy = app.db().tx(async move |c| write::create_copy(c, &env, &scope, &input, &of).await).await?;
    let product = live(&app, &who.scope, copy).await?;
    Ok((StatusCode::CREATED, web::list::data(view(&app, &who.scope, product).await?)))
}

/// Puts a product away: out of the lists and the store, until it is restored.
#[utoipa::path(post, path = "/products/{id}/archive", tag = "products", params(("id" = ProductId, Path)),
    responses((status = 200, body = Data<ProductView>), Refusals<404>))]
async fn archive_product(
    State(app): State<App>,
    who: Allowed<Update>,
    PathId(id): PathId<ProductKind>,
) -> ApiResult<Json<Data<ProductView>>> {
    let (env, scope) = (app.env().clone(), who.scope.clone());
    app.db().tx(async move |c| write::archive(c, &env, &scope, id).await).await?;
    shown(&app, &who.scope, id).await
}

/// Takes a product out of the archive, as it was.
#[utoipa::path(post, path = "/products/{id}/restore", tag = "products", params(("id" = ProductId, Path)),
    responses((status = 200, body = Data<ProductView>), Refusals<404>))]
async fn restore_product(
    State(app): State<App>,
    who: Allowed<Update>,
    PathId(id): PathId<ProductKind>,
) -> ApiResult<Json<Data<ProductView>>> {
    let (env, scope) = (app.env().clone(), who.scope.clone());
    app.db().tx(async move |c| write::restore(c, &env, &scope, id).await).await?;
    shown(&app, &who.scope, id).await
}

async fn shown(app: &App, scope: &StoreScope, id: ProductId) -> Result<Json<Data<ProductView>>, ApiError> {
    let product = live(app, scope, id).await?;
    Ok(web::list::data(view(app, scope, product).await?))
}
