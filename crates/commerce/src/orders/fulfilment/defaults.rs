//! Defaults of a shipment from its order. Pure.

use db::StoredWord as _;

use kernel::Lang;

use crate::couriers::names;
use crate::orders::model::{Order, OrderItem};
use crate::shipments::MOST_GRAMS;
use crate::shipping::ShippingProvider;

/// The weight of pieces by the order's data; 0 when it is not known.
pub(super) fn weight(items: &[OrderItem], lines: impl IntoIterator<Item = (i64, i64)>) -> i64 {
    let of = |line: i64| items.iter().find(|i| i.line == line).map_or(0, |i| i.weight_grams);
    lines.into_iter().map(|(line, n)| of(line).saturating_mul(n)).fold(0, i64::saturating_add).clamp(0, MOST_GRAMS)
}

/// The default provider: the one of the order's shipping method. Without a method the merchant's own courier.
///
/// # Errors
/// The order has a provider that this version does not know.
pub(super) fn provider_of(order: &Order) -> db::Result<ShippingProvider> {
    match order.shipping_provider.as_str() {
        _ if order.address.is_none() => Ok(ShippingProvider::Pickup),
        "" => Ok(ShippingProvider::Custom),
        word => ShippingProvider::decode(word),
    }
}

/// The courier's default name: the own name of a courier of the program, in the store's language; that of the method as the shopper
/// chose it otherwise.
pub(super) fn courier_of(order: &Order, provider: ShippingProvider, lang: Lang) -> String {
    let own = names::own_name(provider, lang).map(str::to_owned);
    own.unwrap_or_else(|| order.shipping_name.get(order.language).chars().take(60).collect())
}

/// The courier's name on a shipment: what was entered, where the courier is none of the program; its default otherwise.
pub(super) fn courier_name(entered: Option<String>, provider: ShippingProvider, default: impl FnOnce() -> String) -> String {
    let is_own = names::own_name(provider, Lang::Ar).is_some();
    entered.filter(|name| !name.is_empty() && !is_own).unwrap_or_else(default)
}

/// Another number at which the recipient is reached: the buyer's, where somebody else receives the parcel. Empty for none.
pub(super) fn second_phone_of(order: &Order) -> String {
    let recipient = order.address.as_ref().map(|address| address.mobile.as_str()).filter(|mobile| !mobile.is_empty());
    recipient.filter(|mobile| *mobile != order.mobile).map(|_| order.mobile.clone()).unwrap_or_default()
}
