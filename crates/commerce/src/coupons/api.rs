//! Endpoints of coupons (CP-01).

use super::list::CouponListParams;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::Coupon as CouponKind;
use kernel::{CouponId, StoreScope};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, ListQuery, Listed, PathId, Refusals};

use super::list::{self, FILTERS, SORTS};
use super::wire::{CouponCode, CouponIn, CouponUseView, CouponView, CouponsIn};
use super::{code, store, write};
use platform::{App, stores};
use web::schema;

web::permissions! { Read = Read Coupon; Create = Create Coupon; Update = Update Coupon; Delete = Delete Coupon; }

web::list_params! {
    /// Of the list of a coupon's uses.
    CouponUseParams => &["used_at"];
}

web::schema_types! {
    /// A coupon to create.
    NewCoupon => schema::required::<CouponIn>(&["name", "code", "discount_value"]);
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_coupons, create_coupon))
        .routes(routes!(suggest_coupon_code))
        .routes(routes!(delete_coupons))
        .routes(routes!(find_coupon, update_coupon, delete_coupon))
        .routes(routes!(restore_coupon))
        .routes(routes!(list_coupon_uses))
}

/// A coupon as it is now.
async fn view(app: &App, scope: &StoreScope, id: CouponId) -> ApiResult<CouponView> {
    let c = app.db().conn();
    let currency = stores::get_profile(c, scope).await?.currency;
    let coupon = store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(CouponView::from_coupon(&coupon, currency, app.env().now()))
}

/// The store's coupons, the newest first. Sort: `created_at`, name, code, `usage_count`, `ends_at`. Search: word prefixes of code and
/// name. Filters: state (active, scheduled, ended, `used_up`, off), `discount_type` (fixed, percentage), `discount_segment`
/// (`products_price`, `shipping_fees`), `discount_usability` (`one_time`, `many_times`, `first_order`).
#[utoipa::path(get, path = "/coupons", tag = "Coupon", params(CouponListParams), responses(
    (status = 200, body = Listed<CouponView>), Refusals<422>,
))]
async fn list_coupons(State(app): State<App>, allowed: Allowed<Read>, query: ListQuery) -> ApiResult<Json<Listed<CouponView>>> {
    query.check(SORTS, FILTERS)?;
    let (c, now) = (app.db().conn(), app.env().now());
    let filter = list::read(&query)?;
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let page = list::page(c, &allowed.scope, &query, &filter, now).await?;
    Ok(Json(query.answer(page.map(|coupon| CouponView::from_coupon(&coupon, currency, now)))))
}

/// Creates a coupon.
#[utoipa::path(post, path = "/coupons", tag = "Coupon", request_body = NewCoupon, responses(
    (status = 201, body = Data<CouponView>), Refusals<409, 422>,
))]
async fn create_coupon(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<CouponIn>,
) -> ApiResult<(StatusCode, Json<Data<CouponView>>)> {
    let id = write::create(&app, &allowed.scope, sent).await?;
    Ok((StatusCode::CREATED, data(view(&app, &allowed.scope, id).await?)))
}

/// Generates a code that no coupon of the store has; nothing is stored.
#[utoipa::path(get, path = "/coupons/code", tag = "Coupon", responses((status = 200, body = Data<CouponCode>)))]
async fn suggest_coupon_code(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<CouponCode>>> {
    loop {
        let code = code::random(app.env());
        if store::find_by_key(app.db().conn(), &allowed.scope, &code::key(&code)).await?.is_none() {
            return Ok(data(CouponCode { code }));
        }
    }
}

/// One coupon.
#[utoipa::path(get, path = "/coupons/{id}", tag = "Coupon", params(("id" = CouponId, Path)), responses(
    (status = 200, body = Data<CouponView>), Refusals<404>,
))]
async fn find_coupon(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CouponKind>,
) -> ApiResult<Json<Data<CouponView>>> {
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// Changes a coupon; absent fields stay and null clears. Orders that used it keep their discount.
#[utoipa::path(put, path = "/coupons/{id}", tag = "Coupon", params(("id" = CouponId, Path)), request_body = CouponIn, responses(
    (status = 200, body = Data<CouponView>), (status = 409, body = Conflict<CouponView>), Refusals<404, 422>,
))]
async fn update_coupon(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<CouponKind>,
    JsonIn(sent): JsonIn<CouponIn>,
) -> ApiResult<Json<Data<CouponView>>> {
    write::update(&app, &allowed.scope, id, sent).await?;
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// A deleted coupon.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DeletedCoupon {
    id: CouponId,
}

/// Deletes a coupon: it can no longer be used and its code becomes free; orders that used it keep it. `restore` brings it back.
#[utoipa::path(delete, path = "/coupons/{id}", tag = "Coupon", params(("id" = CouponId, Path)), responses(
    (status = 200, body = Data<DeletedCoupon>), Refusals<404>,
))]
async fn delete_coupon(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    PathId(id): PathId<CouponKind>,
) -> ApiResult<Json<Data<DeletedCoupon>>> {
    write::delete(&app, &allowed.scope, id).await?;
    Ok(data(DeletedCoupon { id }))
}

/// Restores a deleted coupon, unless another one has its code by now.
#[utoipa::path(post, path = "/coupons/{id}/restore", tag = "Coupon", params(("id" = CouponId, Path)), responses(
    (status = 200, body = Data<CouponView>), Refusals<404, 409, 422>,
))]
async fn restore_coupon(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<CouponKind>,
) -> ApiResult<Json<Data<CouponView>>> {
    write::restore(&app, &allowed.scope, id).await?;
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// The result for one coupon.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CouponResult {
    id: CouponId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
}

/// The results, in the order of the request.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CouponResults {
    results: Vec<CouponResult>,
}

/// Deletes several coupons, each on its own.
#[utoipa::path(delete, path = "/coupons/deleteMany", tag = "Coupon", request_body = CouponsIn, responses(
    (status = 200, body = Data<CouponResults>), Refusals<422>,
))]
async fn delete_coupons(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    JsonIn(sent): JsonIn<CouponsIn>,
) -> ApiResult<Json<Data<CouponResults>>> {
    match sent.items.len() {
        0 => return Err(ApiError::field("items", common::INVALID_ITEM)),
        1..=100 => {}
        _ => return Err(ApiError::field("items", common::BETWEEN.with("min", 1).with("max", 100))),
    }
    let mut results = Vec::with_capacity(sent.items.len());
    for id in sent.items {
        let (message, code) = match write::delete(&app, &allowed.scope, id).await {
            Ok(()) => (None, None),
            Err(e) if e.status().is_server_error() => return Err(e),
            Err(e) => (Some(e.message().get(web::lang::current()).to_owned()), Some(e.code())),
        };
        results.push(CouponResult { id, is_ok: code.is_none(), message, code });
    }
    Ok(data(CouponResults { results }))
}

/// The orders that use, or used, a coupon; the latest first. Fields of the order and of the customer need the abilities to read
/// those.
#[utoipa::path(get, path = "/coupons/{id}/uses", tag = "Coupon", params(("id" = CouponId, Path), CouponUseParams), responses(
    (status = 200, body = Listed<CouponUseView>), Refusals<404, 422>,
))]
async fn list_coupon_uses(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CouponKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<CouponUseView>>> {
    query.check(&["used_at"], &[])?;
    let c = app.db().conn();
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let page = list::uses(c, &allowed.scope, id, &query).await?;
    Ok(Json(query.answer(page.map(|row| CouponUseView::from_row(row, currency, |subject| allowed.may_read(subject))))))
}
