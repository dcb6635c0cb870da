//! The connection of a payment method to its gateway (PY-02): credentials, and whether they work.
//!
//! Table: `payment_connections`, from when the credentials are there; secret values are in `platform::secrets`. Invariants: what is
//! stored is complete and of the form that the provider's description asks for; a secret is never answered or written to the
//! journal; the outcome of a try is that of the credentials which are stored.

mod api;
mod check;
mod model;
mod open;
mod store;
mod wire;
mod write;

use std::collections::BTreeMap;

use db::Conn;
use kernel::{PaymentMethodId, StoreScope};
use platform::App;
use platform::secrets::{self, Owner};
use web::{ApiResult, SecretIn};

pub(super) use model::currency_fault;
pub use model::{CheckOutcome, Connection};
pub use open::{ConnectionFault, open};
pub(super) use store::{delete, list};
pub(super) use wire::ConnectionView;

/// Whether the account of a method takes real money, as the gateway said when the connection was tried; none where it did not.
///
/// # Errors
/// Of the database.
pub async fn is_live(c: Conn<'_>, scope: &StoreScope, method: PaymentMethodId) -> db::Result<Option<bool>> {
    Ok(store::find(c, scope, method).await?.and_then(|connection| connection.check?.is_live))
}

/// Whether all secrets of a method can be opened.
pub(super) async fn has_lost_secret(c: Conn<'_>, app: &App, scope: &StoreScope, id: PaymentMethodId) -> db::Result<bool> {
    let states = secrets::list_states(c, &app.secret_keys, scope, Owner::payment_method(id)).await?;
    Ok(states.iter().any(|state| !state.is_readable))
}

/// The connection of one method.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId) -> db::Result<Option<Connection>> {
    store::find(c, scope, id).await
}

/// Sets the first credentials of a method.
///
/// # Errors
/// 404; 422 with the fields.
pub(super) async fn set(
    app: &App,
    scope: &StoreScope,
    id: PaymentMethodId,
    values: BTreeMap<String, Option<SecretIn>>,
) -> ApiResult<()> {
    write::set(app, scope, id, wire::PaymentCredentialsIn { values, version: None }).await
}

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<App> {
    api::routes()
}
