//! HTTP endpoints of categories (PR-07).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::{Batch, Category as CategoryKind};
use kernel::{BatchId, CategoryId, MediaId, StoreScope, Texts};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::message::common;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, QueryIn, Refusals};

use super::api::{BulkResults, check_items};
use super::categories::{self, CategoryDraft, CategoryPosition};
use super::category_removal::{self, ProductDisposition};
use super::category_tree::in_tree_order;
use super::errors::CatalogError;
use super::model::{Category, ProductOrder, Seo};
use super::store::categories as rows;
use platform::App;
use platform::media::{self, MediaView};

web::permissions! {
    Read = Read Category;
    Create = Create Category;
    Update = Update Category;
    Delete = Delete Category;
}

web::schema_types! {
    /// The body of a create: a `CategoryIn` with a name.
    NewCategory => schema::required::<CategoryIn>(&["name"]);
}

/// The category endpoints under `/dashboard/v1`.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_categories))
        .routes(routes!(create_category))
        .routes(routes!(delete_categories))
        .routes(routes!(sort_categories))
        .routes(routes!(restore_categories))
        .routes(routes!(find_category, update_category, delete_category))
}

fn sent<'de, T: Deserialize<'de>, D: Deserializer<'de>>(d: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(d).map(Some)
}

/// A category as it is sent; in a change absent fields are unchanged and null clears.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CategoryIn {
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<CategoryId>)]
    parent_id: Option<Option<CategoryId>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::RequiredLineTexts<120>>)]
    name: Option<Option<Texts>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::LongTexts<2_000>>)]
    description: Option<Option<Texts>>,
    /// Derived from the name when absent.
    #[schema(value_type = Option<schema::PageLink>)]
    slug: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<MediaId>)]
    image_id: Option<Option<MediaId>>,
    is_active: Option<bool>,
    /// Meta data of its page for search engines.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Seo>)]
    seo: Option<Option<Seo>>,
    /// How the store sorts its products.
    product_order: Option<ProductOrder>,
    /// The theme's alternate template that shows it, as of a product.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::TemplateId>)]
    template: Option<Option<String>>,
    /// The version that was read; without it the newest version is changed.
    version: Option<i64>,
}

impl CategoryIn {
    fn apply(self, mut d: CategoryDraft) -> CategoryDraft {
        let Self { parent_id, name, description, slug, image_id, is_active, seo, product_order, template, version: _ } = self;
        d.parent_id = parent_id.unwrap_or(d.parent_id);
        d.name = name.map_or(d.name, Option::unwrap_or_default);
        d.description = description.map_or(d.description, Option::unwrap_or_default);
        d.slug = slug.or(d.slug);
        d.image_id = image_id.unwrap_or(d.image_id);
        d.is_active = is_active.unwrap_or(d.is_active);
        d.seo = seo.map_or(d.seo, Option::unwrap_or_default);
        d.product_order = product_order.unwrap_or(d.product_order);
        d.template = template.unwrap_or(d.template);
        d
    }
}

/// A category.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CategoryView {
    id: CategoryId,
    parent_id: Option<CategoryId>,
    is_sub_category: bool,
    name: Texts,
    description: Texts,
    slug: String,
    image: Option<MediaView>,
    is_active: bool,
    display_order: i64,
    seo: Seo,
    product_order: ProductOrder,
    /// The theme's alternate template that shows it.
    template: Option<String>,
    /// Products directly in it.
    products_count: i64,
    version: i64,
}

fn category_view(x: Category, image: Option<MediaView>, products_count: i64) -> CategoryView {
    let Category {
        id,
        parent_id,
        name,
        description,
        slug,
        image_id: _,
        display_order,
        is_active,
        seo,
        product_order,
        template,
        version,
    } = x;
    CategoryView {
        id,
        parent_id,
        is_sub_category: parent_id.is_some(),
        name,
        description,
        slug,
        image,
        is_active,
        display_order,
        seo,
        product_order,
        template,
        products_count,
        version,
    }
}

async fn view(app: &App, scope: &StoreScope, id: CategoryId) -> ApiResult<CategoryView> {
    let c = app.db().conn();
    let found = rows::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let image = match found.image_id {
        Some(image) => media::list_views(c, scope, &[image]).await?.pop(),
        None => None,
    };
    let count = rows::count_products_of(c, scope, id).await?;
    Ok(category_view(found, image, count))
}

/// The whole tree as a flat list: a parent comes before its children. At most 1000.
#[utoipa::path(get, path = "/categories/list", tag = "categories",
    responses((status = 200, body = Data<Vec<CategoryView>>)))]
async fn list_categories(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<CategoryView>>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let all = in_tree_order(rows::list(c, scope).await?);
    let counts: std::collections::HashMap<i64, i64> =
        rows::count_products(c, scope).await?.into_iter().map(|(id, n)| (id.raw(), n)).collect();
    let ids: Vec<MediaId> = all.iter().filter_map(|x| x.image_id).collect();
    let images: std::collections::HashMap<i64, MediaView> =
        media::list_views(c, scope, &ids).await?.into_iter().map(|m| (m.id.raw(), m)).collect();
    let views = all
        .into_iter()
        .map(|x| {
            let image = x.image_id.and_then(|id| images.get(&id.raw()).cloned());
            let count = counts.get(&x.id.raw()).copied().unwrap_or(0);
            category_view(x, image, count)
        })
        .collect();
    Ok(web::list::data(views))
}

/// Creates a category, last among its siblings.
#[utoipa::path(post, path = "/categories", tag = "categories", request_body = NewCategory,
    responses((status = 201, body = Data<CategoryView>), Refusals<422>))]
async fn create_category(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(input): JsonIn<CategoryIn>,
) -> ApiResult<(StatusCode, Json<Data<CategoryView>>)> {
    let empty = CategoryDraft {
        parent_id: None,
        name: Texts::default(),
        description: Texts::default(),
        slug: None,
        image_id: None,
        is_active: true,
        seo: Seo::default(),
        product_order: ProductOrder::default(),
        template: None,
    };
    let draft = input.apply(empty);
    let (env, scope) = (app.env().clone(), allowed.scope.clone());
    let id = app.db().tx(async move |c| categories::create_category(c, &env, &scope, &draft, None).await).await?;
    Ok((StatusCode::CREATED, web::list::data(view(&app, &allowed.scope, id).await?)))
}

/// One category.
#[utoipa::path(get, path = "/categories/{id}", tag = "categories", params(("id" = CategoryId, Path)),
    responses((status = 200, body = Data<CategoryView>), Refusals<404>))]
async fn find_category(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CategoryKind>,
) -> ApiResult<Json<Data<CategoryView>>> {
    Ok(web::list::data(view(&app, &allowed.scope, id).await?))
}

/// Changes a category: all of its fields, or only those that are sent.
#[utoipa::path(put, path = "/categories/{id}", tag = "categories", params(("id" = CategoryId, Path)), request_body = CategoryIn,
    responses((status = 200, body = Data<CategoryView>), (status = 409, body = Conflict<CategoryView>), Refusals<404, 422>))]
async fn update_category(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<CategoryKind>,
    JsonIn(input): JsonIn<CategoryIn>,
) -> ApiResult<Json<Data<CategoryView>>> {
    let (env, scope, version) = (app.env().clone(), allowed.scope.clone(), input.version);
    let result = app
        .db()
        .tx(async move |c| {
            let stored = rows::find(c, &scope, id).await?.ok_or(CatalogError::NotFound)?;
            let Category {
                id: _,
                parent_id,
                name,
                description,
                slug,
                image_id,
                display_order: _,
                is_active,
                seo,
                product_order,
                template,
                version: _,
            } = stored;
            let slug = Some(slug);
            let stored = CategoryDraft { parent_id, name, description, slug, image_id, is_active, seo, product_order, template };
            let draft = input.clone().apply(stored);
            categories::update_category(c, &env, &scope, id, version, &draft).await
        })
        .await;
    match result {
        Ok(()) => Ok(web::list::data(view(&app, &allowed.scope, id).await?)),
        Err(CatalogError::Stale) => Err(ApiError::stale().with_current(&view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(e.into()),
    }
}

/// A deleted category.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DeletedCategory {
    id: CategoryId,
    /// The id to undo the deletion with for 30 days: POST categories/removals/{id}/undo.
    removal: BatchId,
}

web::schema_types! {
    /// What happens to the subcategories of a deleted category.
    CategoryFate => schema::words(["up", "delete"]);
}

/// What happens to the subcategories and products of a deleted category.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct RemovalQuery {
    /// Its subcategories: `up` (they move up, the default) or `delete`.
    #[param(value_type = Option<CategoryFate>, inline)]
    children: Option<String>,
    /// Its products, and those of the subcategories deleted with it, move to this category; without it they stay in the store.
    #[param(value_type = Option<CategoryId>, inline)]
    products_to: Option<String>,
}

impl RemovalQuery {
    fn disposition(self) -> ApiResult<ProductDisposition> {
        let Self { children, products_to } = self;
        let with_children = match children.as_deref() {
            None | Some("" | "up") => false,
            Some("delete") => true,
            Some(_) => return Err(ApiError::field("children", common::NOT_A_CHOICE)),
        };
        let products_to = match products_to.as_deref() {
            None | Some("") => None,
            Some(id) => Some(id.parse().map_err(|_| ApiError::field("products_to", common::NO_SUCH))?),
        };
        Ok(ProductDisposition { with_children, products_to })
    }
}

/// Deletes a category. Its subcategories move up or are deleted too; its products stay in the store or move to another category.
#[utoipa::path(delete, path = "/categories/{id}", tag = "categories", params(("id" = CategoryId, Path), RemovalQuery),
    responses((status = 200, body = Data<DeletedCategory>), Refusals<404, 422>))]
async fn delete_category(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    PathId(id): PathId<CategoryKind>,
    QueryIn(query): QueryIn<RemovalQuery>,
) -> ApiResult<Json<Data<DeletedCategory>>> {
    let disposition = query.disposition()?;
    let (env, scope) = (app.env().clone(), allowed.scope.clone());
    let removal = app.db().tx(async move |c| category_removal::remove_category(c, &env, &scope, id, disposition).await).await?;
    Ok(web::list::data(DeletedCategory { id, removal }))
}

/// The categories that were restored.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct RestoredCategories {
    /// Their ids; a parent comes before its children.
    ids: Vec<CategoryId>,
}

/// Undoes a deletion: restores the categories with their products and position, except what something else has taken since.
#[utoipa::path(post, path = "/categories/removals/{id}/undo", tag = "categories", params(("id" = BatchId, Path)),
    responses((status = 200, body = Data<RestoredCategories>), Refusals<404, 422>))]
async fn restore_categories(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<Batch>,
) -> ApiResult<Json<Data<RestoredCategories>>> {
    let (env, scope) = (app.env().clone(), allowed.scope.clone());
    let ids = app.db().tx(async move |c| category_removal::restore_categories(c, &env, &scope, id).await).await?;
    Ok(web::list::data(RestoredCategories { ids }))
}

/// The categories of a bulk call.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CategoriesIn {
    /// 1 to 100.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 100, required = true)]
    items: Vec<CategoryId>,
}

/// Deletes several categories, each on its own.
#[utoipa::path(delete, path = "/categories/deleteMany", tag = "categories", request_body = CategoriesIn,
    responses((status = 200, body = Data<BulkResults<CategoryId>>), Refusals<422>))]
async fn delete_categories(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    JsonIn(input): JsonIn<CategoriesIn>,
) -> ApiResult<Json<Data<BulkResults<CategoryId>>>> {
    check_items(input.items.len())?;
    let mut results = BulkResults::new();
    for id in input.items {
        let (env, scope) = (app.env().clone(), allowed.scope.clone());
        let work = async move |c: db::Conn<'_>| {
            category_removal::remove_category(c, &env, &scope, id, ProductDisposition::default()).await
        };
        results.add(id, app.db().tx(work).await.map(|_| ()))?;
    }
    Ok(web::list::data(results))
}

/// The new position of a category.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PlaceIn)]
struct CategoryPositionIn {
    id: CategoryId,
    parent_id: Option<CategoryId>,
    /// Position among its siblings, from 0.
    #[schema(minimum = 0, maximum = 999_999)]
    display_order: i64,
}

/// The new positions of categories.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct SortingIn {
    /// 1 to 1000.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 1000, required = true)]
    items: Vec<CategoryPositionIn>,
}

/// The number of categories moved.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Sorted {
    count: usize,
}

/// Moves categories in the tree: all of them or none.
#[utoipa::path(put, path = "/categories/sorting", tag = "categories", request_body = SortingIn,
    responses((status = 200, body = Data<Sorted>), Refusals<422>))]
async fn sort_categories(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(input): JsonIn<SortingIn>,
) -> ApiResult<Json<Data<Sorted>>> {
    let count = input.items.len();
    if count == 0 {
        return Err(ApiError::field("items", common::INVALID_ITEM));
    }
    if count > 1_000 {
        return Err(ApiError::field("items", common::BETWEEN.with("min", 1).with("max", 1_000)));
    }
    let positions: Vec<CategoryPosition> = input
        .items
        .into_iter()
        .map(|CategoryPositionIn { id, parent_id, display_order }| CategoryPosition { id, parent_id, display_order })
        .collect();
    let (env, scope) = (app.env().clone(), allowed.scope.clone());
    app.db().tx(async move |c| categories::sort_categories(c, &env, &scope, &positions).await).await?;
    Ok(web::list::data(Sorted { count }))
}
