//! The city lists, for suggestions in forms. They are no secret, but only members may read them.

use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, Data, QueryIn};

use super::City;
use platform::App;
use web::schema;

web::permissions! { Enter = Read Dashboard; }

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_places))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct CountryQuery {
    /// ISO 3166 alpha-2.
    #[param(value_type = schema::CountryCode, inline)]
    country: String,
}

/// A name in both languages.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PlaceName {
    ar: &'static str,
    en: &'static str,
}

/// A city that forms suggest.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PlaceView {
    name: PlaceName,
    /// Its region, governorate or emirate, where it is known.
    region: Option<PlaceName>,
}

impl PlaceView {
    fn from_city(city: &City) -> Self {
        let name = |n: super::Name| PlaceName { ar: n.ar, en: n.en };
        Self { name: name(city.name), region: city.region.map(name) }
    }
}

/// The cities of a country, 250 at most; empty where there is no list.
#[utoipa::path(get, path = "/places", tag = "Customer", params(CountryQuery), responses(
    (status = 200, body = Data<Vec<PlaceView>>),
))]
async fn list_places(_: Allowed<Enter>, QueryIn(query): QueryIn<CountryQuery>) -> Json<Data<Vec<PlaceView>>> {
    data(super::cities(&query.country.to_ascii_uppercase()).iter().map(PlaceView::from_city).collect())
}
