//! Endpoints of a courier's cities, and of the places where it fetches parcels.

use axum::Json;
use axum::extract::State;
use gateways::couriers::{CourierCity, PickupLocation, PlaceName};
use kernel::Texts;
use platform::App;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiResult, Data, PathText, QueryIn, Refusals};

use super::{account, check, places, write};

web::permissions! { Read = Read Shipping; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_courier_cities)).routes(routes!(list_courier_pickup_locations))
}

/// What to look for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CourierCitiesParams {
    /// A part of a name of a city or district, in either language; all cities without districts where it is absent.
    #[serde(default)]
    search: String,
}

/// A district of a courier's city.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CourierDistrictView {
    /// The courier's id.
    id: String,
    name: Texts,
}

/// A city of a courier; in Egypt a governorate.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CourierCityView {
    /// What waybills name it by.
    code: String,
    name: Texts,
    /// Other spellings, and larger towns in it.
    aliases: Vec<String>,
    districts: Vec<CourierDistrictView>,
}

fn texts(name: PlaceName) -> Texts {
    Texts::new(name.ar, name.en)
}

impl From<CourierCity> for CourierCityView {
    fn from(city: CourierCity) -> Self {
        let district = |d: gateways::couriers::CourierDistrict| CourierDistrictView { id: d.id, name: texts(d.name) };
        Self {
            code: city.code,
            name: texts(city.name),
            aliases: city.aliases,
            districts: city.districts.into_iter().map(district).collect(),
        }
    }
}

/// A place where the courier fetches parcels for the store's account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CourierPickupLocationView {
    /// The courier's id.
    id: String,
    name: String,
    /// The courier's name of its city; may be empty.
    city: String,
    /// The account's default.
    is_default: bool,
}

impl From<PickupLocation> for CourierPickupLocationView {
    fn from(location: PickupLocation) -> Self {
        let PickupLocation { id, name, city, is_default, contact: _ } = location;
        Self { id, name, city, is_default }
    }
}

/// The cities of a courier that hold a text, with their districts; at most 500, with 300 districts in all.
#[utoipa::path(get, path = "/couriers/{courier}/cities", tag = "Shipping",
    params(("courier" = String, Path, description = "`BOSTA`"), CourierCitiesParams),
    responses((status = 200, body = Data<Vec<CourierCityView>>), Refusals<404>))]
async fn list_courier_cities(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(word): PathText,
    QueryIn(query): QueryIn<CourierCitiesParams>,
) -> ApiResult<Json<Data<Vec<CourierCityView>>>> {
    let (provider, courier) = write::find_courier(&app, &word)?;
    let cities = account::cities(app.db().conn(), &allowed.scope, provider, courier).await?;
    Ok(data(places::search(cities, &query.search).into_iter().map(CourierCityView::from).collect()))
}

/// The places where a courier fetches parcels for the store's account, asked at the courier; at most 200.
#[utoipa::path(get, path = "/couriers/{courier}/pickup-locations", tag = "Shipping",
    params(("courier" = String, Path, description = "`BOSTA`")),
    responses((status = 200, body = Data<Vec<CourierPickupLocationView>>), Refusals<404, 409>))]
async fn list_courier_pickup_locations(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(word): PathText,
) -> ApiResult<Json<Data<Vec<CourierPickupLocationView>>>> {
    let locations = check::list_pickup_locations(&app, &allowed.scope, &word).await?;
    Ok(data(locations.into_iter().map(CourierPickupLocationView::from).collect()))
}
