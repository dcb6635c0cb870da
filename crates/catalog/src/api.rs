//! HTTP endpoints of products (PR-01, GC-01, GC-02).

use crate::store::lists::ProductListParams;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::Product as ProductKind;
use kernel::{BatchId, MediaId, ProductId, StoreScope};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, ListQuery, Listed, PathId, Refusals};

use super::bulk::apply::delete_one;
use super::detail::{live, view};
use super::errors::CatalogError;
use super::model::{Product, ProductDraft, ProductType, State as ProductState};
use super::query::list_records;
use super::store::filter::{ProductFilter, StockLevel};
use super::store::products::{self, get_store_context};
use super::store::{lists, writes};
use super::wire_in::ProductIn;
use super::wire_out::{ProductRow, ProductView, product_row};
use super::write;
use platform::App;
use platform::bounded::Bounded;
use platform::media;
use web::schema;

web::permissions! {
    Read = Read Product;
    Create = Create Product;
    Update = Update Product;
    Delete = Delete Product;
}

/// Most items of one bulk call.
const MOST_ITEMS: usize = 100;

web::schema_types! {
    /// The body of a create: a `ProductIn` with a name.
    NewProduct => schema::required::<ProductIn>(&["name"]);
}

/// The product endpoints under `/dashboard/v1`.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_products, create_product)).routes(routes!(count_product_states)).routes(routes!(
        find_product,
        update_product,
        delete_product
    ))
}

/// A page of products. A search without `sort` is ordered by `relevance`, the best 300 of it. Filters: `state`, `category`, `stock`, `type`, `price[gte]`, `price[lte]`.
#[utoipa::path(get, path = "/products", tag = "products", params(ProductListParams),
    responses((status = 200, body = Listed<ProductRow>), Refusals<422>))]
async fn list_products(State(app): State<App>, allowed: Allowed<Read>, query: ListQuery) -> ApiResult<Json<Listed<ProductRow>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let facts = get_store_context(c, scope).await?;
    let page = list_records(c, scope, &facts, &query).await?;
    let ids: Vec<ProductId> = page.items.iter().filter(|r| r.product_type == ProductType::Multi).map(|r| r.id).collect();
    let counts = lists::count_variants(c, scope, &ids).await?;
    let covers: Vec<MediaId> = page.items.iter().filter_map(|r| r.cover_id).collect();
    let covers = media::list_views(c, scope, &covers).await?;
    let now = app.env().now();
    let items = page
        .items
        .into_iter()
        .map(|r| {
            let cover = r.cover_id.and_then(|id| covers.iter().find(|m| m.id == id));
            let variants = counts.iter().find(|(id, _)| *id == r.id).map_or(0, |(_, n)| *n);
            product_row(&app.base, &facts, now, r, cover, variants)
        })
        .collect();
    let page = kernel::Page { items, total: page.total, is_total_capped: page.is_total_capped, next_cursor: page.next_cursor };
    Ok(Json(query.answer(page)))
}

/// Creates a product.
#[utoipa::path(post, path = "/products", tag = "products", request_body = NewProduct,
    responses((status = 201, body = Data<ProductView>), Refusals<409, 422>))]
async fn create_product(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(input): JsonIn<ProductIn>,
) -> ApiResult<(StatusCode, Json<Data<ProductView>>)> {
    let facts = get_store_context(app.db().conn(), &allowed.scope).await?;
    // Checked before the transaction: parsing HTML takes time during which other writers would wait.
    let draft = input.apply(ProductDraft::default(), facts.currency).map_err(CatalogError::Invalid)?;
    let input = draft.check(facts.currency, facts.language).map_err(CatalogError::Invalid)?;
    let (env, scope) = (app.env().clone(), allowed.scope.clone());
    let id = app.db().tx(async move |c| write::create(c, &env, &scope, &input, None).await).await?;
    let product = live(&app, &allowed.scope, id).await?;
    Ok((StatusCode::CREATED, web::list::data(view(&app, &allowed.scope, product).await?)))
}

/// One product.
#[utoipa::path(get, path = "/products/{id}", tag = "products", params(("id" = ProductId, Path)),
    responses((status = 200, body = Data<ProductView>), Refusals<404>))]
async fn find_product(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ProductKind>,
) -> ApiResult<Json<Data<ProductView>>> {
    let product = live(&app, &allowed.scope, id).await?;
    Ok(web::list::data(view(&app, &allowed.scope, product).await?))
}

/// Changes a product: all of its fields, or only those that are sent.
#[utoipa::path(put, path = "/products/{id}", tag = "products", params(("id" = ProductId, Path)), request_body = ProductIn,
    responses((status = 200, body = Data<ProductView>), (status = 409, body = Conflict<ProductView>), Refusals<404, 422>))]
async fn update_product(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ProductKind>,
    JsonIn(input): JsonIn<ProductIn>,
) -> ApiResult<Json<Data<ProductView>>> {
    let facts = get_store_context(app.db().conn(), &allowed.scope).await?;
    // A partial change without a version applies to the newest version: it is retried when a sale raises the version meanwhile.
    let mut tries = 0;
    loop {
        tries += 1;
        let stored = live(&app, &allowed.scope, id).await?;
        if input.version.is_some_and(|v| v != stored.version) {
            return Err(stale(&app, &allowed.scope, stored).await);
        }
        let version = Some(stored.version);
        let draft = input.clone().apply(stored.fields, facts.currency).map_err(CatalogError::Invalid)?;
        let checked = draft.check(facts.currency, facts.language).map_err(CatalogError::Invalid)?;
        let (env, scope) = (app.env().clone(), allowed.scope.clone());
        match app.db().tx(async move |c| write::update(c, &env, &scope, id, version, &checked, None).await).await {
            Ok(()) => break,
            Err(CatalogError::Stale) if input.version.is_none() && tries < 5 => {}
            Err(CatalogError::Stale) => return Err(stale(&app, &allowed.scope, live(&app, &allowed.scope, id).await?).await),
            Err(e) => return Err(e.into()),
        }
    }
    let product = live(&app, &allowed.scope, id).await?;
    Ok(web::list::data(view(&app, &allowed.scope, product).await?))
}

async fn stale(app: &App, scope: &StoreScope, current: Product) -> ApiError {
    match view(app, scope, current).await {
        Ok(view) => ApiError::stale().with_current(&view),
        Err(e) => e,
    }
}

/// A deleted product.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DeletedProduct {
    id: ProductId,
    /// The batch by which the deletion can be undone.
    batch_id: BatchId,
}

/// Removes a product from the store. Orders keep their copy of its data.
#[utoipa::path(delete, path = "/products/{id}", tag = "products", params(("id" = ProductId, Path)),
    responses((status = 200, body = Data<DeletedProduct>), Refusals<404>))]
async fn delete_product(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    PathId(id): PathId<ProductKind>,
) -> ApiResult<Json<Data<DeletedProduct>>> {
    let batch_id = delete_one(&app, &allowed.scope, id).await?;
    Ok(web::list::data(DeletedProduct { id, batch_id }))
}

/// The result of one item of a bulk call.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct BulkResult<I> {
    id: I,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
}

/// The results of a bulk call, one per item, in order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct BulkResults<I> {
    results: Vec<BulkResult<I>>,
}

impl<I> BulkResults<I> {
    pub(super) fn new() -> Self {
        Self { results: Vec::new() }
    }

    /// Adds the result of an item; an internal error (not a refusal) ends the call.
    pub(super) fn add(&mut self, id: I, result: Result<(), CatalogError>) -> ApiResult<()> {
        // The message of the first refused field says more than a general one.
        let fault = match &result {
            Err(CatalogError::Invalid(faults)) => faults.0.first().map(|fault| fault.message.clone()),
            _ => None,
        };
        let (message, code) = match result.map_err(ApiError::from) {
            Ok(()) => (None, None),
            Err(e) if e.status().is_server_error() => return Err(e),
            Err(e) => (Some(fault.as_ref().unwrap_or(e.message()).get(web::lang::current()).to_owned()), Some(e.code())),
        };
        self.results.push(BulkResult { id, is_ok: code.is_none(), message, code });
        Ok(())
    }
}

/// A bulk call names 1 to 100 items (GC-02).
pub(super) fn check_items(n: usize) -> ApiResult<()> {
    match n {
        0 => Err(ApiError::field("items", common::INVALID_ITEM)),
        1..=MOST_ITEMS => Ok(()),
        _ => Err(ApiError::field("items", common::BETWEEN.with("min", 1).with("max", MOST_ITEMS))),
    }
}

/// Products by state.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
struct StateCounts {
    /// All but the archived ones.
    all: i64,
    published: i64,
    unpublished: i64,
    /// Published at a set time to come.
    scheduled: i64,
    inactive: i64,
    /// Not among `all`.
    archived: i64,
    /// Counted up to 10 000.
    out_of_stock: i64,
    /// Sample products of a new store that nobody has edited or published: those that "delete samples" removes.
    samples: i64,
    /// Names of the counts that were capped: there are more.
    more_than: Vec<&'static str>,
}

/// How many products there are in each state.
#[utoipa::path(get, path = "/products/state-counts", tag = "products",
    responses((status = 200, body = Data<StateCounts>)))]
async fn count_product_states(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<StateCounts>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let mut counts = StateCounts::default();
    for (state, n) in products::list_state_counts(c, scope).await? {
        if state != ProductState::Archived {
            counts.all += n;
        }
        match state {
            ProductState::Published => counts.published = n,
            ProductState::Unpublished => counts.unpublished = n,
            ProductState::Scheduled => counts.scheduled = n,
            ProductState::Inactive => counts.inactive = n,
            ProductState::Archived => counts.archived = n,
        }
    }
    let out = ProductFilter { stock: vec![StockLevel::Out], ..ProductFilter::default() };
    let mut of = Bounded::default();
    counts.out_of_stock = of.cap("out_of_stock", lists::count_up_to(c, scope, &out, 10_001).await?, 10_000);
    counts.more_than = of.more_than();
    counts.samples = writes::count_samples(c, scope).await?;
    Ok(web::list::data(counts))
}
