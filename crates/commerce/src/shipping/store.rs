//! Every statement of the shipping slice.

use db::{Conn, Json, Result, p, row};
use kernel::{Millis, ShippingMethodId, StoreScope, Texts};

use super::model::ShippingMethod;
use crate::couriers::{ShippingProvider, Size};

/// The most methods a store has.
pub(super) const MOST: i64 = 100;

struct MethodRow {
    id: ShippingMethodId,
    provider: ShippingProvider,
    name: Json<Texts>,
    note: Json<Texts>,
    pickup_address: Json<Texts>,
    is_active: bool,
    is_fixed_cost: bool,
    fixed_cost: i64,
    weight_threshold_grams: i64,
    extra_weight_cost: i64,
    extra_weight_grams: i64,
    countries: Json<Vec<String>>,
    cities: Json<Vec<String>>,
    is_cod_allowed: bool,
    is_courier_name_visible: bool,
    is_courier_controls_rates: bool,
    free_above: Option<i64>,
    processing_days: i64,
    delivery_days_min: Option<i64>,
    delivery_days_max: Option<i64>,
    package_size: Size,
    display_order: i64,
    version: i64,
}
row!(MethodRow {
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
    version
});

impl From<MethodRow> for ShippingMethod {
    fn from(row: MethodRow) -> Self {
        Self {
            id: row.id,
            provider: row.provider,
            name: row.name.0,
            note: row.note.0,
            pickup_address: row.pickup_address.0,
            is_active: row.is_active,
            is_fixed_cost: row.is_fixed_cost,
            fixed_cost: row.fixed_cost,
            weight_threshold_grams: row.weight_threshold_grams,
            extra_weight_cost: row.extra_weight_cost,
            extra_weight_grams: row.extra_weight_grams,
            countries: row.countries.0,
            cities: row.cities.0,
            is_cod_allowed: row.is_cod_allowed,
            is_courier_name_visible: row.is_courier_name_visible,
            is_courier_controls_rates: row.is_courier_controls_rates,
            free_above: row.free_above,
            processing_days: row.processing_days,
            delivery_days_min: row.delivery_days_min,
            delivery_days_max: row.delivery_days_max,
            package_size: row.package_size,
            display_order: row.display_order,
            version: row.version,
        }
    }
}

macro_rules! columns {
    () => {
        "id, provider, name, note, pickup_address, is_active, is_fixed_cost, fixed_cost, weight_threshold_grams, extra_weight_cost, extra_weight_grams, \
         countries, cities, is_cod_allowed, is_courier_name_visible, is_courier_controls_rates, free_above, processing_days, \
         delivery_days_min, delivery_days_max, package_size, display_order, version"
    };
}

pub(super) async fn list(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<ShippingMethod>> {
    let sql = concat!("SELECT ", columns!(), " FROM shipping_methods WHERE store_id = ?1 ORDER BY display_order, id LIMIT 100");
    Ok(c.all::<MethodRow>(sql, p![scope.store()]).await?.into_iter().map(ShippingMethod::from).collect())
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: ShippingMethodId) -> Result<Option<ShippingMethod>> {
    let sql = concat!("SELECT ", columns!(), " FROM shipping_methods WHERE store_id = ?1 AND id = ?2");
    Ok(c.opt::<MethodRow>(sql, p![scope.store(), id]).await?.map(ShippingMethod::from))
}

pub(super) async fn count(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    c.one("SELECT COUNT(*) FROM shipping_methods WHERE store_id = ?1", p![scope.store()]).await
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, m: &ShippingMethod, now: Millis) -> Result<()> {
    let sql = "INSERT INTO shipping_methods (store_id, id, provider, name, note, is_active, is_fixed_cost, fixed_cost, weight_threshold_grams, \
               extra_weight_cost, extra_weight_grams, countries, cities, is_cod_allowed, is_courier_name_visible, display_order, created_at, \
               updated_at, version, pickup_address, is_courier_controls_rates, free_above, processing_days, delivery_days_min, \
               delivery_days_max, package_size) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?17, 1, \
               ?18, ?19, ?20, ?21, ?22, ?23, ?24)";
    c.exec(
        sql,
        p![
            scope.store(),
            m.id,
            m.provider.as_str(),
            Json(&m.name),
            Json(&m.note),
            m.is_active,
            m.is_fixed_cost,
            m.fixed_cost,
            m.weight_threshold_grams,
            m.extra_weight_cost,
            m.extra_weight_grams,
            Json(&m.countries),
            Json(&m.cities),
            m.is_cod_allowed,
            m.is_courier_name_visible,
            m.display_order,
            now,
            Json(&m.pickup_address),
            m.is_courier_controls_rates,
            m.free_above,
            m.processing_days,
            m.delivery_days_min,
            m.delivery_days_max,
            m.package_size.as_str()
        ],
    )
    .await?;
    Ok(())
}

/// Writes the row if it is still at `m.version`.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, m: &ShippingMethod, now: Millis) -> Result<bool> {
    let sql = "UPDATE shipping_methods SET name = ?3, note = ?4, is_active = ?5, is_fixed_cost = ?6, fixed_cost = ?7, \
               weight_threshold_grams = ?8, extra_weight_cost = ?9, extra_weight_grams = ?10, countries = ?11, cities = ?12, \
               is_cod_allowed = ?13, is_courier_name_visible = ?14, display_order = ?15, updated_at = ?16, pickup_address = ?18, is_courier_controls_rates = ?19, \
               free_above = ?20, processing_days = ?21, delivery_days_min = ?22, delivery_days_max = ?23, package_size = ?24, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?17";
    let n = c
        .exec(
            sql,
            p![
                scope.store(),
                m.id,
                Json(&m.name),
                Json(&m.note),
                m.is_active,
                m.is_fixed_cost,
                m.fixed_cost,
                m.weight_threshold_grams,
                m.extra_weight_cost,
                m.extra_weight_grams,
                Json(&m.countries),
                Json(&m.cities),
                m.is_cod_allowed,
                m.is_courier_name_visible,
                m.display_order,
                now,
                m.version,
                Json(&m.pickup_address),
                m.is_courier_controls_rates,
                m.free_above,
                m.processing_days,
                m.delivery_days_min,
                m.delivery_days_max,
                m.package_size.as_str()
            ],
        )
        .await?;
    Ok(n == 1)
}

pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: ShippingMethodId) -> Result<bool> {
    Ok(c.exec("DELETE FROM shipping_methods WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await? == 1)
}
