//! Payment gateways of the demo store: simulators, where the program was started with some (docs/simulators.md).

use std::collections::BTreeMap;

use commerce::payments;
use kernel::{Actor, SecretText, StoreScope, Texts};
use platform::App;
use web::ApiError;

use super::reset_store;

/// Credentials by the provider's code and field: `PAYTABS_SA`, `profile_id`. Empty in production.
#[derive(Debug, Clone, Default)]
pub struct SampleGateways(pub BTreeMap<String, BTreeMap<String, SecretText>>);

/// Connects the demo store to the gateways that the program was started with, where it has none of that provider. Without a demo
/// store, or without gateways, nothing happens.
///
/// # Errors
/// Of the database; 422 when a credential is not of the form that its provider asks for.
pub async fn connect_demo_store(app: &App) -> Result<(), ApiError> {
    if app.ports.get::<SampleGateways>()?.0.is_empty() {
        return Ok(());
    }
    let Some(plan) = reset_store::find_plan(app.db().conn()).await? else { return Ok(()) };
    connect(app, &StoreScope::new(plan.store, Actor::system())).await
}

/// As [`connect_demo_store`], for a store that is being filled.
pub(super) async fn connect(app: &App, scope: &StoreScope) -> Result<(), ApiError> {
    let sample = app.ports.get::<SampleGateways>()?;
    let methods = payments::methods(app.db().conn(), scope).await?;
    for (provider, credentials) in &sample.0 {
        if methods.iter().any(|method| method.provider.as_str() == provider) {
            continue;
        }
        let gateway = app.payment_gateways.get(provider).map(|gateway| gateway.description().name);
        let name = gateway.map_or_else(Texts::default, |name| {
            Texts::new(format!("الدفع بالبطاقة ({})", name.ar), format!("Pay by card ({})", name.en))
        });
        payments::create_connected(app, scope, provider, name, credentials).await?;
    }
    Ok(())
}
