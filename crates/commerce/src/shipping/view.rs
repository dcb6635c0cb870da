//! Shipping methods in the API.

use kernel::{Currency, ShippingMethodId, Texts, money};
use serde::{Deserialize, Deserializer, Serialize};
use web::schema;

use super::model::ShippingMethod;
use crate::couriers::{ShippingProvider, Size};

/// A field that was sent, with a value or null; an absent one is none.
fn sent<'de, T: Deserialize<'de>, D: Deserializer<'de>>(d: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(d).map(Some)
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
    /// The courier tells the price, where it does; else it is the price of this method.
    pub is_courier_controls_rates: Option<bool>,
    /// Goods of at least this amount ship free; null for none.
    #[schema(value_type = Option<schema::Amount>)]
    #[serde(default, deserialize_with = "sent")]
    pub free_above: Option<Option<String>>,
    /// Days until an order is handed to the courier.
    #[schema(minimum = 0, maximum = 30)]
    pub processing_days: Option<i64>,
    /// Days that the courier takes at least; null where nothing is promised.
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 60)]
    #[serde(default, deserialize_with = "sent")]
    pub delivery_days_min: Option<Option<i64>>,
    /// Days that the courier takes at most.
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 60)]
    #[serde(default, deserialize_with = "sent")]
    pub delivery_days_max: Option<Option<i64>>,
    /// Size of its parcels, where a waybill says nothing else.
    pub package_size: Option<Size>,
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
    is_courier_controls_rates: bool,
    /// Goods of at least this amount ship free; null for none.
    free_above: Option<String>,
    processing_days: i64,
    delivery_days_min: Option<i64>,
    delivery_days_max: Option<i64>,
    package_size: Size,
    /// Cities of `cities` that the courier does not know.
    unknown_cities: Vec<String>,
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
            is_courier_controls_rates,
            free_above,
            processing_days,
            delivery_days_min,
            delivery_days_max,
            package_size,
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
            is_courier_controls_rates,
            free_above: free_above.map(|amount| money::format(amount, currency)),
            processing_days,
            delivery_days_min,
            delivery_days_max,
            package_size,
            unknown_cities: Vec::new(),
            display_order,
            version,
        }
    }

    /// With the cities that the courier does not know.
    #[must_use]
    pub(super) fn with_unknown_cities(self, unknown_cities: Vec<String>) -> Self {
        Self { unknown_cities, ..self }
    }
}
