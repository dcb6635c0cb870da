//! The parts of a request that both flows share: amounts, items, `billing_data`, integrations.

use kernel::digits::to_latin;
use serde_json::{Value, json};

use super::description::DESCRIPTION;
use crate::exchange::shortened;
use crate::payments::GatewayContext;
use crate::payments::error::{GatewayError, RefusalCode};
use crate::payments::requests::{RequestedMeans, StartRequest};

/// What every start needs, checked before anything is sent.
pub(super) fn check(context: GatewayContext<'_>, request: &StartRequest) -> Result<(), GatewayError> {
    let refuse = |code, words: &str| Err(GatewayError::refused(code, words));
    let Some(region) = DESCRIPTION.region(context.credentials.get("region")) else {
        return refuse(RefusalCode::InvalidRequest, "no such region");
    };
    if !region.currencies.contains(&request.amount.currency) {
        return refuse(RefusalCode::CurrencyNotAccepted, request.amount.currency.code());
    }
    if request.amount.minor <= 0 || !(1..=64).contains(&request.reference.len()) {
        return refuse(RefusalCode::InvalidRequest, "amount or reference");
    }
    Ok(())
}

/// The integration of the requested means.
pub(super) fn integration(context: GatewayContext<'_>, means: &RequestedMeans) -> Result<u64, GatewayError> {
    let field = match means {
        RequestedMeans::HostedPage => "integration_id",
        RequestedMeans::Wallet { .. } => "wallet_integration_id",
        RequestedMeans::Kiosk => "kiosk_integration_id",
    };
    number(context, field).ok_or_else(|| GatewayError::refused(RefusalCode::MeansNotOffered, format!("no {field}")))
}

/// A credential that is a number.
pub(super) fn number(context: GatewayContext<'_>, field: &str) -> Option<u64> {
    context.credentials.get(field).parse().ok()
}

/// `billing_data`: every key is there, and what is not known is "NA" (contracts/paymob.md §2).
pub(super) fn billing_data(context: GatewayContext<'_>, request: &StartRequest) -> Value {
    let StartRequest { customer, address, .. } = request;
    let field = |value: &str| {
        let value = shortened(&to_latin(value.trim()), 100);
        if value.is_empty() { "NA".to_owned() } else { value }
    };
    let region = DESCRIPTION.region(context.credentials.get("region")).map_or("EG", |region| region.code);
    json!({
        "first_name": field(&customer.first_name),
        "last_name": field(&customer.last_name),
        "email": field(&customer.email),
        "phone_number": field(&customer.phone),
        "apartment": field(&address.apartment),
        "floor": field(&address.floor),
        "street": field(&address.street),
        "building": field(&address.building),
        "shipping_method": "NA",
        "postal_code": field(&address.postal_code),
        "city": field(&address.city),
        "country": field(if address.country.is_empty() { region } else { &address.country }),
        "state": field(&address.state),
    })
}

/// The lines, each as one piece of its total: the contract does not say whether amounts are multiplied with quantities, and this reads
/// the same either way. `amount_key` is `amount_cents` in the legacy flow and `amount` in the Intention API.
pub(super) fn items(request: &StartRequest, amount_key: &str) -> Vec<Value> {
    let item = |item: &crate::payments::Item| {
        let name = if item.quantity == 1 { item.name.clone() } else { format!("{} × {}", item.quantity, item.name) };
        let name = shortened(&to_latin(&name), 100);
        json!({ "name": name, amount_key: item.total_minor, "description": name, "quantity": 1 })
    };
    request.items.iter().map(item).collect()
}
