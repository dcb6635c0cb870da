//! Shoppers who come back by the one address of their store (PY-03): Paymob's legacy flow takes none per payment, so it is a setting at
//! the gateway, and the order is found by what the browser brings.
//!
//! The page of an order is as secret as its address. So the account must have signed what leads there, and the payment that it signed
//! (its own name of it) must be that of our reference, which it does not sign. Whether the payment succeeded is never read here: the page
//! asks the gateway.

use gateways::payments::IncomingRequest;
use kernel::{Actor, PaymentMethodId, StoreScope};
use platform::App;
use platform::provider_intake;
use platform::stores;

use super::super::attempts_store as attempts;
use super::{account, start_request};
use crate::orders::store as orders;

/// The address of the page that asks the gateway about the order whose shopper is back at `/hooks/{provider}/{endpoint}/return`; none
/// where the account did not send them, or the store has no such payment.
///
/// # Errors
/// Of the database.
pub async fn find_page(app: &App, provider: &str, endpoint: &str, query: &str) -> db::Result<Option<String>> {
    let c = app.db().conn();
    let Some(endpoint) = provider_intake::find_endpoint_at(c, provider, endpoint).await? else { return Ok(None) };
    let scope = StoreScope::new(endpoint.store, Actor::system());
    let Ok(account) = account::open(c, app, &scope, PaymentMethodId::from_raw(endpoint.owner_id)).await? else { return Ok(None) };
    if account.gateway.description().code != endpoint.provider || account.gateway.return_setup().is_none() {
        return Ok(None);
    }
    let request = IncomingRequest { headers: &[], query, body: &[] };
    let Ok(returned) = account.gateway.read_return(&account.credentials, request) else { return Ok(None) };
    let attempt = attempts::find_by_reference(c, &scope, &endpoint.provider, &returned.reference).await?;
    let is_signed = |name: &str| name == returned.provider_reference;
    let Some(attempt) = attempt.filter(|attempt| attempt.provider_reference.as_deref().is_some_and(is_signed)) else {
        return Ok(None);
    };
    let Some(order) = orders::find(c, &scope, attempt.order_id).await? else { return Ok(None) };
    let profile = stores::get_profile(c, &scope).await?;
    Ok(Some(format!("{}/paid", start_request::page_of(app, &scope, &profile, &order).await?)))
}
