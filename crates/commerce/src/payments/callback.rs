//! Where a gateway reports to.

use db::Conn;
use kernel::{Env, PaymentMethodId, StoreScope};
use platform::App;
use platform::provider_intake;
use platform::secrets::Owner;

use super::model::PaymentMethod;

/// The address that a merchant enters in the gateway's own settings: `{platform}/hooks/{provider}/{endpoint}`. It holds no secret; who
/// calls it proves to be the gateway by a signature. Empty for a method without an endpoint.
///
/// # Errors
/// Of the database.
pub async fn address(c: Conn<'_>, app: &App, scope: &StoreScope, method: &PaymentMethod) -> db::Result<String> {
    let endpoint = provider_intake::find_endpoint(c, scope, Owner::payment_method(method.id), method.provider.as_str()).await?;
    Ok(endpoint.map(|endpoint| format!("{}{}", app.base.platform_url(), endpoint.path())).unwrap_or_default())
}

/// The address that a merchant enters there for shoppers who come back, where the gateway has one for the whole store:
/// [`address`] with `/return`. It is served by `server`.
#[must_use]
pub fn return_address(address: &str) -> String {
    if address.is_empty() { String::new() } else { format!("{address}/return") }
}

/// Gives a new method its endpoint, in the caller's transaction.
///
/// # Errors
/// Of the database.
pub(super) async fn insert(c: Conn<'_>, env: &Env, scope: &StoreScope, method: &PaymentMethod) -> db::Result<()> {
    let owner = Owner::payment_method(method.id);
    provider_intake::get_or_insert_endpoint(c, env, scope, owner, method.provider.as_str()).await?;
    Ok(())
}

/// Takes back the endpoints of a method that is deleted for good.
///
/// # Errors
/// Of the database.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId) -> db::Result<()> {
    provider_intake::delete_endpoints(c, scope, Owner::payment_method(id)).await?;
    Ok(())
}
