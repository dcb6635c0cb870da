//! Prices of couriers for methods that leave them to the courier (SP-03).

use std::collections::BTreeMap;

use db::Conn;
use kernel::{ShippingMethodId, StoreScope};
use platform::App;
use platform::stores::StoreProfile;

use super::model::{Parcel, ShippingMethod};
use crate::carts::vat_rule;
use crate::couriers::RatedParcel;
use crate::couriers::rates::{self, Question};
use customers::Address;

/// What couriers would take, by method. A method that is not among them has the merchant's own price.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rates(BTreeMap<ShippingMethodId, i64>);

impl Rates {
    /// The courier's price for a method.
    #[must_use]
    pub fn get(&self, method: ShippingMethodId) -> Option<i64> {
        self.0.get(&method).copied()
    }

    fn new(priced: &[&ShippingMethod], prices: Vec<Option<i64>>) -> Self {
        Self(priced.iter().zip(prices).filter_map(|(method, price)| Some((method.id, price?))).collect())
    }
}

/// Methods whose price depends on the courier for this parcel.
fn courier_priced<'m>(
    profile: &StoreProfile,
    methods: &'m [ShippingMethod],
    address: &Address,
    parcel: Parcel,
) -> Vec<&'m ShippingMethod> {
    methods.iter().filter(|m| m.is_priced_by_courier(profile.into(), address, parcel)).collect()
}

fn questions<'a>(profile: &StoreProfile, methods: &[&ShippingMethod], address: &'a Address, parcel: Parcel) -> Vec<Question<'a>> {
    let vat = vat_rule(profile);
    let parcel = |m: &&ShippingMethod| RatedParcel {
        address,
        size: m.package_size,
        weight_grams: parcel.weight_grams,
        currency: profile.currency,
        is_vat_added: vat.rate > 0 && !vat.is_included,
    };
    methods.iter().map(|m| (m.provider, parcel(m))).collect()
}

/// Asks the couriers of methods, outside of any transaction; those that do not answer within a second and a half have no price.
///
/// # Errors
/// Of the database.
pub async fn ask(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    methods: &[ShippingMethod],
    address: Option<&Address>,
    parcel: Parcel,
) -> db::Result<Rates> {
    let Some(address) = address else { return Ok(Rates::default()) };
    let priced = courier_priced(profile, methods, address, parcel);
    if priced.is_empty() {
        return Ok(Rates::default());
    }
    let prices = rates::ask(app, scope, &questions(profile, &priced, address, parcel)).await?;
    Ok(Rates::new(&priced, prices))
}

/// The prices that [`ask`] found last, for an order that is placed: nobody is asked.
///
/// # Errors
/// Of the database.
pub async fn stored(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    methods: &[ShippingMethod],
    address: Option<&Address>,
    parcel: Parcel,
) -> db::Result<Rates> {
    let Some(address) = address else { return Ok(Rates::default()) };
    let priced = courier_priced(profile, methods, address, parcel);
    if priced.is_empty() {
        return Ok(Rates::default());
    }
    let prices = rates::stored(c, scope, &questions(profile, &priced, address, parcel)).await?;
    Ok(Rates::new(&priced, prices))
}
