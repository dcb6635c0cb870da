//! HTTP endpoints of a product's life cycle: duplicate, archive, restore.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::Product as ProductKind;
use kernel::{ProductId, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, PathId, Refusals};

use super::detail::{live, view};
use super::duplicate::duplicate;
use super::errors::CatalogError;
use super::store::products::get_store_context;
use super::wire_out::ProductView;
use super::write;
use platform::App;

web::permissions! {
    Create = Create Product;
    Update = Update Product;
}

/// The endpoints under `/dashboard/v1`.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(duplicate_product)).routes(routes!(archive_product)).routes(routes!(restore_product))
}

/// Duplicates a product: the copy is unpublished, has no codes, and keeps pictures and variants.
#[utoipa::path(post, path = "/products/{id}/duplicate", tag = "products", params(("id" = ProductId, Path)),
    responses((status = 201, body = Data<ProductView>), Refusals<404>))]
async fn duplicate_product(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<ProductKind>,
) -> ApiResult<(StatusCode, Json<Data<ProductView>>)> {
    let facts = get_store_context(app.db().conn(), &allowed.scope).await?;
    let of = live(&app, &allowed.scope, id).await?;
    let input = duplicate(&of.fields).check(facts.currency, facts.language).map_err(CatalogError::Invalid)?;
    let (env, scope) = (app.env().clone(), allowed.scope.clone());
    let copy = app.db().tx(async move |c| write::create_copy(c, &env, &scope, &input, &of).await).await?;
    let product = live(&app, &allowed.scope, copy).await?;
    Ok((StatusCode::CREATED, web::list::data(view(&app, &allowed.scope, product).await?)))
}

/// Archives a product: it is hidden from lists and store until it is restored.
#[utoipa::path(post, path = "/products/{id}/archive", tag = "products", params(("id" = ProductId, Path)),
    responses((status = 200, body = Data<ProductView>), Refusals<404>))]
async fn archive_product(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ProductKind>,
) -> ApiResult<Json<Data<ProductView>>> {
    let (env, scope) = (app.env().clone(), allowed.scope.clone());
    app.db().tx(async move |c| write::archive(c, &env, &scope, id).await).await?;
    shown(&app, &allowed.scope, id).await
}

/// Restores a product from the archive, as it was.
#[utoipa::path(post, path = "/products/{id}/restore", tag = "products", params(("id" = ProductId, Path)),
    responses((status = 200, body = Data<ProductView>), Refusals<404>))]
async fn restore_product(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ProductKind>,
) -> ApiResult<Json<Data<ProductView>>> {
    let (env, scope) = (app.env().clone(), allowed.scope.clone());
    app.db().tx(async move |c| write::restore(c, &env, &scope, id).await).await?;
    shown(&app, &allowed.scope, id).await
}

async fn shown(app: &App, scope: &StoreScope, id: ProductId) -> Result<Json<Data<ProductView>>, ApiError> {
    let product = live(app, scope, id).await?;
    Ok(web::list::data(view(app, scope, product).await?))
}
