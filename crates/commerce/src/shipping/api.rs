//! Endpoints of shipping methods.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::ShippingMethod as MethodKind;
use kernel::{Currency, ShippingMethodId, Texts, money};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::model::ShippingMethod;
use super::{proposal, store, write};
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

/// A shipping method, in whole or in part; a create needs `provider` and `name`.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShippingMethodIn {
    /// Cannot be changed later.
    pub provider: Option<ShippingProvider>,
    /// Name for shoppers.
    #[schema(value_type = Option<schema::RequiredLineTexts<100>>)]
    pub name: Option<Texts>,
    /// Shown below the name.
    #[schema(value_type = Option<schema::LongTexts<500>>)]
    pub note: Option<Texts>,
    /// Where customers collect their orders; required to activate a PICKUP.
    #[schema(value_type = Option<schema::LineTexts<300>>)]
    pub pickup_address: Option<Texts>,
    /// Offered to shoppers.
    pub is_active: Option<bool>,
    /// `fixed_cost` applies to every weight.
    pub is_fixed_cost: Option<bool>,
    /// A decimal in the store's currency.
    #[schema(value_type = Option<schema::Amount>)]
    pub fixed_cost: Option<String>,
    /// Grams that `fixed_cost` covers.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub weight_threshold: Option<i64>,
    /// Cost of each started step above the threshold.
    #[schema(value_type = Option<schema::Amount>)]
    pub extra_weight_cost: Option<String>,
    /// Size of the step, in grams.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    pub extra_weight_grams: Option<i64>,
    /// ISO codes of the countries it serves; all when empty.
    #[schema(value_type = Option<Vec<schema::CountryCode>>, max_items = 300)]
    pub countries: Option<Vec<String>>,
    /// Cities it serves; all when empty.
    #[schema(value_type = Option<Vec<schema::RequiredLine<100>>>, max_items = 300)]
    pub cities: Option<Vec<String>>,
    /// The customer may pay on delivery.
    pub is_cod_allowed: Option<bool>,
    /// Shoppers see the courier's name.
    pub is_courier_name_visible: Option<bool>,
    /// Lower values come first.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub display_order: Option<i64>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A shipping method (SP-01). Amounts are decimals in the store's currency, weights are grams.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ShippingMethodView {
    id: ShippingMethodId,
    provider: ShippingProvider,
    name: Texts,
    note: Texts,
    pickup_address: Texts,
    is_active: bool,
    is_fixed_cost: bool,
    fixed_cost: String,
    weight_threshold: i64,
    extra_weight_cost: String,
    extra_weight_grams: i64,
    countries: Vec<String>,
    cities: Vec<String>,
    is_cod_allowed: bool,
    is_courier_name_visible: bool,
    display_order: i64,
    version: i64,
}

impl ShippingMethodView {
    /// The method in the API.
    #[must_use]
    pub fn from_method(method: ShippingMethod, currency: Currency) -> Self {
        let ShippingMethod {
            id,
            provider,
            name,
            note,
            pickup_address,
            is_active,
            is_fixed_cost,
            fixed_cost,
            weight_threshold_grams,
            extra_weight_cost,
            extra_weight_grams,
            countries,
            cities,
            is_cod_allowed,
            is_courier_name_visible,
            display_order,
            version,
        } = method;
        Self {
            id,
            provider,
            name,
            note,
            pickup_address,
            is_active,
            is_fixed_cost,
            fixed_cost: money::format(fixed_cost, currency),
            weight_threshold: weight_threshold_grams,
            extra_weight_cost: money::format(extra_weight_cost, currency),
            extra_weight_grams,
            countries,
            cities,
            is_cod_allowed,
            is_courier_name_visible,
            display_order,
            version,
        }
    }
}

/// Every shipping method of the store, at most 100.
#[utoipa::path(get, path = "/shipping-methods", tag = "Shipping", responses(
    (status = 200, body = Data<Vec<ShippingMethodView>>),
))]
async fn list_shipping_methods(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<ShippingMethodView>>>> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    let all = store::list(app.db().conn(), &allowed.scope).await?;
    Ok(data(all.into_iter().map(|m| ShippingMethodView::from_method(m, currency)).collect()))
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
    Ok(data(ShippingMethodView::from_method(method, currency)))
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
    Ok((StatusCode::CREATED, data(ShippingMethodView::from_method(method, currency))))
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
    Ok(data(ShippingMethodView::from_method(method, currency)))
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
