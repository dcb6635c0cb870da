//! Endpoints of shipping methods.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::ShippingMethod as MethodKind;
use kernel::{Currency, ShippingMethodId, StoreScope, Texts, money};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::model::ShippingMethod;
use super::view::{ShippingMethodIn, ShippingMethodView};
use super::{proposal, store, unknown_cities, write};
use crate::couriers::ShippingProvider;
use platform::{App, stores};

web::permissions! { Read = Read Shipping; Create = Create Shipping; Update = Update Shipping; Delete = Delete Shipping; }

web::schema_types! {
    /// A shipping method to create.
    NewShippingMethod => schema::required::<ShippingMethodIn>(&["provider", "name"]);
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_shipping_methods, create_shipping_method))
        .routes(routes!(find_shipping_proposal))
        .routes(routes!(find_shipping_method, update_shipping_method, delete_shipping_method))
}

/// The method in the API, with what its courier says of its cities.
async fn view(app: &App, scope: &StoreScope, method: ShippingMethod, currency: Currency) -> db::Result<ShippingMethodView> {
    let unknown = unknown_cities::of_method(app.db().conn(), app, scope, &method).await?;
    Ok(ShippingMethodView::from_method(method, currency).with_unknown_cities(unknown))
}

/// Every shipping method of the store, at most 100.
#[utoipa::path(get, path = "/shipping-methods", tag = "Shipping", responses(
    (status = 200, body = Data<Vec<ShippingMethodView>>),
))]
async fn list_shipping_methods(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<ShippingMethodView>>>> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    let all = store::list(app.db().conn(), &allowed.scope).await?;
    let mut views = Vec::new();
    for method in all {
        views.push(view(&app, &allowed.scope, method, currency).await?);
    }
    Ok(data(views))
}

/// A proposed first delivery method for a store that has none: the main cities of its country at a usual price.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ShippingProposalView {
    name: Texts,
    fixed_cost: String,
    countries: Vec<String>,
    /// In the store's first language; empty where no cities of the country are known.
    cities: Vec<String>,
}

/// A proposal for a store without a delivery method; null once it has one.
#[utoipa::path(get, path = "/shipping-methods/proposal", tag = "Shipping", responses(
    (status = 200, body = Data<Option<ShippingProposalView>>),
))]
async fn find_shipping_proposal(
    State(app): State<App>,
    allowed: Allowed<Read>,
) -> ApiResult<Json<Data<Option<ShippingProposalView>>>> {
    let c = app.db().conn();
    if store::list(c, &allowed.scope).await?.iter().any(|m| m.provider != ShippingProvider::Pickup) {
        return Ok(data(None));
    }
    let stores::StoreProfile { country, currency, default_language, .. } = stores::get_profile(c, &allowed.scope).await?;
    let (name, cost, cities) = proposal::for_country(&country, currency, default_language);
    let fixed_cost = money::format(cost, currency);
    Ok(data(Some(ShippingProposalView { name, fixed_cost, countries: vec![country], cities })))
}

/// One shipping method.
#[utoipa::path(get, path = "/shipping-methods/{id}", tag = "Shipping", params(("id" = ShippingMethodId, Path)), responses(
    (status = 200, body = Data<ShippingMethodView>), Refusals<404>,
))]
async fn find_shipping_method(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<MethodKind>,
) -> ApiResult<Json<Data<ShippingMethodView>>> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    let method = store::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(data(view(&app, &allowed.scope, method, currency).await?))
}

/// Creates a shipping method.
#[utoipa::path(post, path = "/shipping-methods", tag = "Shipping", request_body = NewShippingMethod, responses(
    (status = 201, body = Data<ShippingMethodView>), Refusals<409, 422>,
))]
async fn create_shipping_method(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<ShippingMethodIn>,
) -> ApiResult<(StatusCode, Json<Data<ShippingMethodView>>)> {
    let (method, currency) = write::create(&app, &allowed.scope, sent).await?;
    Ok((StatusCode::CREATED, data(view(&app, &allowed.scope, method, currency).await?)))
}

/// Changes a shipping method, in whole or in part.
#[utoipa::path(put, path = "/shipping-methods/{id}", tag = "Shipping", params(("id" = ShippingMethodId, Path)), request_body = ShippingMethodIn, responses(
    (status = 200, body = Data<ShippingMethodView>), (status = 409, body = Conflict<ShippingMethodView>), Refusals<404, 422>,
))]
async fn update_shipping_method(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<MethodKind>,
    JsonIn(sent): JsonIn<ShippingMethodIn>,
) -> ApiResult<Json<Data<ShippingMethodView>>> {
    let (method, currency) = write::change(&app, &allowed.scope, id, sent).await?;
    Ok(data(view(&app, &allowed.scope, method, currency).await?))
}

/// Deletes a shipping method; orders that used it keep its name.
#[utoipa::path(delete, path = "/shipping-methods/{id}", tag = "Shipping", params(("id" = ShippingMethodId, Path)), responses(
    (status = 200, body = Data<ShippingMethodId>), Refusals<404>,
))]
async fn delete_shipping_method(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    PathId(id): PathId<MethodKind>,
) -> ApiResult<Json<Data<ShippingMethodId>>> {
    write::remove(&app, &allowed.scope, id).await?;
    Ok(data(id))
}
