//! HTTP endpoints of stock: locations, a product's quantities, movements.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::{Product as ProductKind, StockLocation as LocationKind};
use kernel::{Millis, PageRequest, ProductId, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, ListQuery, Listed, PathId, Refusals, Subject};

use super::list_api::{__path_list_stock, list_stock};
use super::model::{Level, Location, Reason};
use super::wire::{
    AdjustIn, LevelView, LocationIn, LocationOrderIn, LocationView, MovementView, StockItemView, StockView, TransferIn,
};
use super::{adjust, locations, movements, movements_store, store, wire};
use crate::model::both_languages;
use crate::store::products;
use platform::{App, stores};
use web::schema;

web::permissions! { Read = Read Product; Update = Update Product; Arrange = Update Setting; }

web::list_params! {
    /// The list parameters of stock movements.
    StockMovementListParams => &["at"];
}

web::schema_types! {
    /// The body of a create: a `LocationIn` with a name.
    NewLocation => schema::required::<LocationIn>(&["name"]);
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_stock_locations, create_stock_location))
        .routes(routes!(sort_stock_locations))
        .routes(routes!(update_stock_location))
        .routes(routes!(list_stock))
        .routes(routes!(find_product_stock))
        .routes(routes!(adjust_product_stock))
        .routes(routes!(transfer_product_stock))
        .routes(routes!(list_stock_movements))
}

fn location_views(all: Vec<Location>, scope: &StoreScope) -> Vec<LocationView> {
    all.into_iter().map(|l| LocationView::new(l, scope)).collect()
}

/// The stock locations of the store, the main one first; at most 50.
#[utoipa::path(get, path = "/stock-locations", tag = "Stock", responses((status = 200, body = Data<Vec<LocationView>>)))]
async fn list_stock_locations(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<LocationView>>>> {
    Ok(data(location_views(store::list_locations(app.db().conn(), &allowed.scope).await?, &allowed.scope)))
}

/// Adds a stock location, as the last one.
#[utoipa::path(post, path = "/stock-locations", tag = "Stock", request_body = NewLocation, responses(
    (status = 201, body = Data<LocationView>), Refusals<409, 422>,
))]
async fn create_stock_location(
    State(app): State<App>,
    allowed: Allowed<Arrange>,
    JsonIn(sent): JsonIn<LocationIn>,
) -> ApiResult<(StatusCode, Json<Data<LocationView>>)> {
    let created = locations::create(&app, &allowed.scope, sent).await.map_err(|e| e.answer(&allowed.scope))?;
    Ok((StatusCode::CREATED, data(LocationView::new(created, &allowed.scope))))
}

/// Renames a location, deactivates or activates it. A location that holds stock, and the main one, cannot be deactivated.
#[utoipa::path(put, path = "/stock-locations/{id}", tag = "Stock", params(("id" = kernel::StockLocationId, Path)), request_body = LocationIn, responses(
    (status = 200, body = Data<LocationView>), (status = 409, body = Conflict<LocationView>), Refusals<404, 422>,
))]
async fn update_stock_location(
    State(app): State<App>,
    allowed: Allowed<Arrange>,
    PathId(id): PathId<LocationKind>,
    JsonIn(sent): JsonIn<LocationIn>,
) -> ApiResult<Json<Data<LocationView>>> {
    let changed = locations::change(&app, &allowed.scope, id, sent).await.map_err(|e| e.answer(&allowed.scope))?;
    Ok(data(LocationView::new(changed, &allowed.scope)))
}

/// Sets the order in which the locations are sold from; the main one stays first.
#[utoipa::path(put, path = "/stock-locations/sorting", tag = "Stock", request_body = LocationOrderIn, responses(
    (status = 200, body = Data<Vec<LocationView>>), Refusals<409, 422>,
))]
async fn sort_stock_locations(
    State(app): State<App>,
    allowed: Allowed<Arrange>,
    JsonIn(sent): JsonIn<LocationOrderIn>,
) -> ApiResult<Json<Data<Vec<LocationView>>>> {
    let all = locations::sort(&app, &allowed.scope, sent.items).await.map_err(|e| e.answer(&allowed.scope))?;
    Ok(data(location_views(all, &allowed.scope)))
}

async fn stock(app: &App, scope: &StoreScope, id: ProductId) -> ApiResult<StockView> {
    let c = app.db().conn();
    let product = products::find(c, scope, id).await?.filter(|p| p.deleted_at.is_none()).ok_or_else(ApiError::not_found)?;
    let all = store::list_locations(c, scope).await?;
    let levels = store::list_all_levels(c, scope, id).await?;
    let f = &product.fields;
    let levels_of = |key: i64, qty: i64| -> Vec<LevelView> {
        let others: Vec<Level> = levels
            .iter()
            .filter(|(variant, ..)| *variant == key)
            .map(|(_, location, qty)| Level { location: *location, qty: *qty })
            .collect();
        wire::levels_of(&all, scope, qty, &others)
    };
    let mut items = Vec::new();
    if let Some(own) = store::find(c, scope, id, None).await? {
        items.push(StockItemView {
            variant_id: None,
            option_values: Vec::new(),
            option_texts: Vec::new(),
            sku: f.sku.clone(),
            is_active: true,
            has_unlimited_qty: own.has_unlimited_qty,
            qty: own.qty,
            held: own.reserved,
            levels: levels_of(0, own.qty),
        });
    } else {
        let reserved = store::list_reserved(c, scope, id).await?;
        for v in &f.variants {
            let Some(variant) = v.id else { continue };
            items.push(StockItemView {
                variant_id: Some(variant),
                option_values: v.option_values.clone(),
                option_texts: both_languages(&f.options, &v.option_values),
                sku: v.sku.clone(),
                is_active: v.is_active,
                has_unlimited_qty: v.has_unlimited_qty,
                qty: v.qty,
                held: reserved.iter().find(|(id, _)| *id == variant).map_or(0, |(_, n)| *n),
                levels: levels_of(variant.raw(), v.qty),
            });
        }
    }
    let low_stock_at = match f.low_stock_at {
        Some(own) => own,
        None => platform::stores::get_low_stock_threshold(c, scope).await?,
    };
    Ok(StockView { product_id: id, name: f.name.clone(), low_stock_at, locations: location_views(all, scope), items })
}

/// The stock of a product: the quantity in all, per location, and how much of it checkouts reserve.
#[utoipa::path(get, path = "/products/{id}/stock", tag = "Stock", params(("id" = ProductId, Path)), responses(
    (status = 200, body = Data<StockView>), Refusals<404>,
))]
async fn find_product_stock(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ProductKind>,
) -> ApiResult<Json<Data<StockView>>> {
    Ok(data(stock(&app, &allowed.scope, id).await?))
}

/// Sets, raises or lowers a quantity at a location, with a reason.
#[utoipa::path(post, path = "/products/{id}/stock/adjust", tag = "Stock", params(("id" = ProductId, Path)), request_body = AdjustIn, responses(
    (status = 200, body = Data<StockView>), Refusals<404, 409, 422>,
))]
async fn adjust_product_stock(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ProductKind>,
    JsonIn(sent): JsonIn<AdjustIn>,
) -> ApiResult<Json<Data<StockView>>> {
    adjust::adjust(&app, &allowed.scope, id, sent).await?;
    Ok(data(stock(&app, &allowed.scope, id).await?))
}

/// Transfers goods from one location to another.
#[utoipa::path(post, path = "/products/{id}/stock/transfer", tag = "Stock", params(("id" = ProductId, Path)), request_body = TransferIn, responses(
    (status = 200, body = Data<StockView>), Refusals<404, 409, 422>,
))]
async fn transfer_product_stock(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ProductKind>,
    JsonIn(sent): JsonIn<TransferIn>,
) -> ApiResult<Json<Data<StockView>>> {
    adjust::transfer(&app, &allowed.scope, id, sent).await?;
    Ok(data(stock(&app, &allowed.scope, id).await?))
}

/// The value of a filter that takes one.
fn one<T: std::str::FromStr>(query: &ListQuery, field: &str) -> ApiResult<Option<T>> {
    let bad = || ApiError::field(format!("filter[{field}]"), common::NO_SUCH);
    match query.values(field) {
        None => Ok(None),
        Some([word]) => word.parse().map(Some).map_err(|_| bad()),
        Some(_) => Err(bad()),
    }
}

/// The start of a day in the store's time zone, or of the day after it.
fn day(query: &ListQuery, op: &str, timezone: &str) -> ApiResult<Option<Millis>> {
    let Some(text) = query.bound("at", op) else { return Ok(None) };
    let zone = jiff::tz::TimeZone::get(timezone).unwrap_or(jiff::tz::TimeZone::UTC);
    let begin = |day: jiff::civil::Date| day.to_zoned(zone).ok().map(|at| Millis(at.timestamp().as_millisecond()));
    let day = text.parse::<jiff::civil::Date>().ok();
    let day = if op == "lte" { day.and_then(|d| d.tomorrow().ok()) } else { day };
    let bad = || ApiError::field(format!("filter[at][{op}]"), common::NOT_A_CHOICE);
    day.and_then(begin).map(Some).ok_or_else(bad)
}

/// Every change of a quantity, the newest first. Filters: product, variant, location (one each), reason, at (days).
#[utoipa::path(get, path = "/stock-movements", tag = "Stock", params(StockMovementListParams), responses(
    (status = 200, body = Listed<MovementView>), Refusals<422>,
))]
async fn list_stock_movements(
    State(app): State<App>,
    allowed: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<MovementView>>> {
    query.check(&["at"], &["product", "variant", "location", "reason", "at"])?;
    let c = app.db().conn();
    let mut reasons = Vec::new();
    for word in query.values("reason").unwrap_or_default() {
        reasons.push(Reason::parse(word).ok_or_else(|| ApiError::field("filter[reason]", common::NOT_A_CHOICE))?);
    }
    let has_days = query.filters.iter().any(|f| f.field == "at");
    let timezone = if has_days { stores::get_profile(c, &allowed.scope).await?.timezone } else { String::new() };
    let filter = movements_store::MovementFilter {
        product: one(&query, "product")?,
        variant: one(&query, "variant")?,
        location: one(&query, "location")?,
        reasons,
        from: day(&query, "gte", &timezone)?,
        until: day(&query, "lte", &timezone)?,
    };
    let before = match &query.page.cursor {
        None => None,
        Some(text) => Some(text.parse().map_err(|_| ApiError::field("cursor", common::NO_SUCH))?),
    };
    let offset = query.offset().min(PageRequest::MAX_OFFSET);
    let page =
        movements::page(c, &allowed.scope, &filter, before, (offset, query.page.per_page), allowed.may_read(Subject::Order))
            .await?;
    Ok(Json(query.answer(page)))
}
