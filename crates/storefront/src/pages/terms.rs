//! What every offer of a product says beside its price, for search engines.

use catalog::Product;
use commerce::shipping::ShippingMethod;

use super::RequestContext;
use crate::error::PageError;
use crate::seo;
use crate::view;

/// Cities that are named at most.
const MOST_CITIES: usize = 50;

/// The cities that goods go to, where every courier serves some alone.
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

/// What search engines are told of delivery and returns, as far as the store has said it: what each courier costs for this product
/// alone, and its page about returns.
pub(super) async fn find_terms(visit: &RequestContext<'_>, product: &Product) -> Result<seo::Terms, PageError> {
    let (f, profile) = (&product.fields, &visit.store.profile);
    let store_terms = visit.shop.terms(visit.store).await?;
    let couriers = if f.requires_shipping { &store_terms.couriers[..] } else { &[] };
    let parcel = commerce::shipping::Parcel {
        requires_shipping: true,
        has_free_shipping: f.has_free_shipping,
        weight_grams: if f.has_free_shipping { 0 } else { f.weight_grams },
    };
    let shipping = couriers.iter().map(|m| {
        // One that serves some cities alone says nothing of the country: its cities are told instead.
        let everywhere = m.cities.is_empty();
        let countries = if m.countries.is_empty() { vec![profile.country.clone()] } else { m.countries.clone() };
        everywhere.then(|| seo::shipping(m.cost(parcel), profile.currency, &countries))
    });
    let shipping = shipping.flatten().collect();
    let page = store_terms.returns.as_ref();
    let returns = page.map(|slug| seo::returns(&profile.country, &visit.absolute(&view::content_path(slug))));
    Ok(seo::Terms { shipping, returns, cities: cities(couriers, &profile.country) })
}
