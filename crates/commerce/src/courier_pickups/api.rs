//! Endpoints of pickups (SP-02): of Bosta and Wassalha; any other courier is a 404.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::{CourierPickupId, StoreScope};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, PathText, PathTexts, QueryIn, Refusals, routes};

use super::model::CourierPickup;
use super::wire::{CourierPickupIn, CourierPickupView, CourierPickupsView};
use super::{request, store};
use crate::couriers::account;
use crate::shipping::ShippingProvider;
use platform::App;

web::permissions! { Read = Read Order; Update = Update Order; }

/// Rows of a page.
const PER_PAGE: i64 = 25;
/// The last page: pickups of years.
const LAST_PAGE: i64 = 400;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_courier_pickups, create_courier_pickup)).routes(routes!(cancel_courier_pickup))
}

/// The couriers of which pickups are told.
fn courier_of(text: &str) -> ApiResult<ShippingProvider> {
    match ShippingProvider::parse(text) {
        Some(provider @ (ShippingProvider::Bosta | ShippingProvider::Wassalha)) => Ok(provider),
        _ => Err(ApiError::not_found()),
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CourierPickupQuery {
    /// From 1.
    #[param(minimum = 1, maximum = 400)]
    page: Option<i64>,
}

async fn views(app: &App, scope: &StoreScope, pickups: Vec<CourierPickup>) -> ApiResult<Vec<CourierPickupView>> {
    let ids: Vec<CourierPickupId> = pickups.iter().map(|pickup| pickup.id).collect();
    let parcels = store::list_parcels(app.db().conn(), scope, &ids).await?;
    Ok(pickups.into_iter().map(|pickup| CourierPickupView::new(pickup, &parcels)).collect())
}

async fn view(app: &App, scope: &StoreScope, id: CourierPickupId) -> ApiResult<CourierPickupView> {
    let pickup = store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)?;
    views(app, scope, vec![pickup]).await?.pop().ok_or_else(ApiError::not_found)
}

/// The pickups that were requested of a courier, the latest day first. Of one that takes no requests here the list is empty.
#[utoipa::path(get, path = "/couriers/{courier}/pickups", tag = "CourierPickup",
    params(("courier" = String, Path, description = "`BOSTA` or `WASSALHA`"), CourierPickupQuery), responses(
    (status = 200, body = Data<CourierPickupsView>), Refusals<404, 422>,
))]
async fn list_courier_pickups(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(courier): PathText,
    QueryIn(CourierPickupQuery { page }): QueryIn<CourierPickupQuery>,
) -> ApiResult<Json<Data<CourierPickupsView>>> {
    let provider = courier_of(&courier)?;
    let page = page.unwrap_or(1);
    if !(1..=LAST_PAGE).contains(&page) {
        return Err(ApiError::field("page", common::BETWEEN.with("min", 1).with("max", LAST_PAGE)));
    }
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let mut found = store::list(c, scope, provider, PER_PAGE + 1, (page - 1) * PER_PAGE).await?;
    let has_more = found.len() > usize::try_from(PER_PAGE).unwrap_or(usize::MAX);
    found.truncate(usize::try_from(PER_PAGE).unwrap_or(usize::MAX));
    let courier = app.couriers.get(provider.as_str());
    Ok(data(CourierPickupsView {
        has_pickups: courier.is_some_and(|courier| courier.capabilities().has_pickups),
        is_connected: account::find(c, scope, provider).await?.is_some(),
        pickups: views(&app, scope, found).await?,
        page,
        has_more,
    }))
}

/// Requests a pickup of booked shipments that wait in one location. It is `waiting` until the courier has confirmed or refused it.
#[utoipa::path(post, path = "/couriers/{courier}/pickups", tag = "CourierPickup",
    params(("courier" = String, Path, description = "`BOSTA` or `WASSALHA`")), request_body = CourierPickupIn, responses(
    (status = 201, body = Data<CourierPickupView>), Refusals<404, 409, 422>,
))]
async fn create_courier_pickup(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(courier): PathText,
    JsonIn(sent): JsonIn<CourierPickupIn>,
) -> ApiResult<(StatusCode, Json<Data<CourierPickupView>>)> {
    let id = request::request(&app, &allowed.scope, courier_of(&courier)?, sent).await?;
    Ok((StatusCode::CREATED, data(view(&app, &allowed.scope, id).await?)))
}

/// Calls a pickup off. The courier is asked; the pickup is cancelled once it says so.
#[utoipa::path(post, path = "/couriers/{courier}/pickups/{id}/cancel", tag = "CourierPickup",
    params(("courier" = String, Path, description = "`BOSTA` or `WASSALHA`"), ("id" = CourierPickupId, Path)), responses(
    (status = 200, body = Data<CourierPickupView>), Refusals<404, 409>,
))]
async fn cancel_courier_pickup(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathTexts(courier, id): PathTexts,
) -> ApiResult<Json<Data<CourierPickupView>>> {
    let id = id.parse::<CourierPickupId>().map_err(|_| ApiError::not_found())?;
    request::cancel(&app, &allowed.scope, courier_of(&courier)?, id).await?;
    Ok(data(view(&app, &allowed.scope, id).await?))
}
