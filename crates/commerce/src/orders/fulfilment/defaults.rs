//! What a shipment has unless it is said: as the order knows it. Pure.

use db::StoredWord as _;

use crate::orders::model::{Order, OrderItem};
use crate::shipments::MOST_GRAMS;
use crate::shipping::ShippingProvider;

/// What pieces weigh, as the order knows it; 0 when it does not.
pub(super) fn weight(items: &[OrderItem], lines: impl IntoIterator<Item = (i64, i64)>) -> i64 {
    let of = |line: i64| items.iter().find(|i| i.line == line).map_or(0, |i| i.weight_grams);
    lines.into_iter().map(|(line, n)| of(line).saturating_mul(n)).fold(0, i64::saturating_add).clamp(0, MOST_GRAMS)
}

/// Who brings an order unless said: who its method is by. Without a method the merchant's own courier does.
///
/// # Errors
/// The order is by a provider that this program does not know.
pub(super) fn provider_of(order: &Order) -> db::Result<ShippingProvider> {
    match order.shipping_provider.as_str() {
        _ if order.address.is_none() => Ok(ShippingProvider::Pickup),
        "" => Ok(ShippingProvider::Custom),
        word => ShippingProvider::decode(word),
    }
}

/// What the courier is called unless said: as the shopper chose it.
pub(super) fn courier_of(order: &Order) -> String {
    order.shipping_name.get(order.language).chars().take(60).collect()
}
