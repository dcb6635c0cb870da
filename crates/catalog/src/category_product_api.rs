//! HTTP endpoints of the products of a category (PR-07).

use axum::Json;
use axum::extract::State;
use kernel::id::Category as CategoryKind;
use kernel::{CategoryId, MediaId, ProductId};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::PageParams;
use web::message::Message;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, ListQuery, Listed, PathId, Refusals};

use super::api::check_items;
use super::category_products::{self, CategoryPageQuery};
use super::store::{categories as rows, products::get_store_context};
use super::wire_out::{CategoryProduct, product_row};
use platform::App;
use platform::media;

web::permissions! {
    Read = Read Category;
    Update = Update Category;
}

const BAD_CURSOR: Message = Message::new("مؤشر الصفحة لا يناسب هذا الترتيب.", "This page cursor doesn't match the sort order.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_category_products)).routes(routes!(move_category_products))
}

/// The products that the category's page shows, also those of its subcategories, in the category's own order.
#[utoipa::path(get, path = "/categories/{id}/products", tag = "categories", params(("id" = CategoryId, Path), PageParams),
    responses((status = 200, body = Listed<CategoryProduct>), Refusals<404, 422>))]
async fn list_category_products(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CategoryKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<CategoryProduct>>> {
    query.check(&[], &[])?;
    let (c, scope, now) = (app.db().conn(), &allowed.scope, app.env().now());
    let category = rows::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let page_query = CategoryPageQuery {
        search: query.search.clone(),
        cursor: query.page.cursor.clone(),
        offset: query.offset(),
        limit: query.page.per_page,
    };
    let found = category_products::list(c, scope, &category, &page_query).await?;
    let page = found.ok_or_else(|| ApiError::field("cursor", BAD_CURSOR))?;
    let facts = get_store_context(c, scope).await?;
    let covers: Vec<MediaId> = page.items.iter().filter_map(|r| r.cover_id).collect();
    let covers = media::list_views(c, scope, &covers).await?;
    let kernel::Page { items, total, is_total_capped, next_cursor } = page;
    let items = items
        .into_iter()
        .map(|r| {
            let cover = r.cover_id.and_then(|id| covers.iter().find(|m| m.id == id));
            CategoryProduct::from(product_row(&app.base, &facts, now, r, cover, 0))
        })
        .collect();
    Ok(Json(query.answer(kernel::Page { items, total, is_total_capped, next_cursor })))
}

/// Products to move, and where to.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CategoryProductsIn {
    /// 1 to 100, in the new order.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 100, required = true)]
    items: Vec<ProductId>,
    /// The product after which they are placed; null places them first.
    after: Option<ProductId>,
}

/// The number of products moved.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
struct MovedProducts {
    count: usize,
}

/// Moves products in a category that is sorted manually.
#[utoipa::path(put, path = "/categories/{id}/products/order", tag = "categories", params(("id" = CategoryId, Path)), request_body = CategoryProductsIn,
    responses((status = 200, body = Data<MovedProducts>), Refusals<404, 422>))]
async fn move_category_products(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<CategoryKind>,
    JsonIn(CategoryProductsIn { items, after }): JsonIn<CategoryProductsIn>,
) -> ApiResult<Json<Data<MovedProducts>>> {
    rows::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    check_items(items.len())?;
    let count = items.len();
    let (env, scope) = (app.env().clone(), allowed.scope.clone());
    app.db().tx(async move |c| category_products::move_products(c, &env, &scope, id, &items, after).await).await?;
    Ok(web::list::data(MovedProducts { count }))
}
