//! Shipping and return terms of every offer of a product, for search engines.

use catalog::Product;
use commerce::shipping::ShippingMethod;

use super::RequestContext;
use crate::error::PageError;
use crate::seo;
use crate::view;

/// Most cities that are named.
const MOST_CITIES: usize = 50;

/// The cities that are delivered to, when every courier is limited to some.
fn cities(couriers: &[ShippingMethod], country: &str) -> Vec<serde_json::Value> {
    if couriers.iter().any(|m| m.cities.is_empty()) {
        return Vec::new();
    }
    let mut named: Vec<(&str, &str)> = Vec::new();
    for method in couriers {
        let of = method.countries.first().map_or(country, String::as_str);
        for city in &method.cities {
            if named.len() < MOST_CITIES && !named.iter().any(|(name, _)| name == city) {
                named.push((city, of));
            }
        }
    }
    named.into_iter().map(|(name, of)| seo::city(name, of)).collect()
}

/// The structured data on shipping and returns, as far as the store has defined them: the cost of each courier for this product
/// alone, and the page about returns.
pub(super) async fn find_terms(visit: &RequestContext<'_>, product: &Product) -> Result<seo::Terms, PageError> {
    let (f, profile) = (&product.fields, &visit.store.profile);
    let store_terms = visit.shop.terms(visit.store).await?;
    let couriers = if f.requires_shipping { &store_terms.couriers[..] } else { &[] };
    let parcel = commerce::shipping::Parcel {
        requires_shipping: true,
        has_free_shipping: f.has_free_shipping,
        weight_grams: if f.has_free_shipping { 0 } else { f.weight_grams },
        goods_amount: 0,
    };
    let shipping = couriers.iter().map(|m| {
        // A courier limited to some cities has no price for the country: its cities are listed instead. Nor has one that prices each route.
        let everywhere = m.cities.is_empty() && !m.is_courier_controls_rates;
        let countries = if m.countries.is_empty() { vec![profile.country.clone()] } else { m.countries.clone() };
        everywhere.then(|| seo::shipping(m.cost(parcel), profile.currency, &countries))
    });
    let shipping = shipping.flatten().collect();
    let page = store_terms.returns.as_ref();
    let returns = page.map(|slugs| seo::returns(&profile.country, &visit.absolute(&view::content_path(slugs.get(visit.lang)))));
    Ok(seo::Terms { shipping, returns, cities: cities(couriers, &profile.country) })
}
