//! The connection of a payment method to its gateway (PY-02): credentials, and whether they work.
//!
//! Table: `payment_connections`, from when the credentials are there; secret values are in `platform::secrets`. Invariants: what is
//! stored is complete and of the form that the provider's description asks for; a secret is never answered or written to the
//! journal; the outcome of a try is that of the credentials which are stored.

mod api;
mod check;
mod model;
mod store;
mod wire;
mod write;

use std::collections::BTreeMap;

use db::Conn;
use gateways::payments::{Credentials, ProviderDescription};
use kernel::{PaymentMethodId, StoreScope};
use platform::App;
use platform::secrets::{self, Opened, Owner};

pub(super) use model::currency_fault;
pub use model::{CheckOutcome, Connection};
pub(super) use store::{delete, list};
pub(super) use wire::ConnectionView;

/// Why a method cannot be used with its gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionFault {
    /// The program has no such gateway.
    NoGateway,
    /// There are no credentials.
    NoCredentials,
    /// A secret cannot be opened: the key is lost, or the value was damaged. It must be entered again.
    LostSecret,
}

/// The credentials of a method, decrypted, for a call to its gateway.
///
/// # Errors
/// Of the database; inside, why there are none.
pub async fn open(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    method: &super::PaymentMethod,
) -> db::Result<Result<Credentials, ConnectionFault>> {
    let Some(gateway) = app.payment_gateways.get(method.provider.as_str()) else { return Ok(Err(ConnectionFault::NoGateway)) };
    let Some(connection) = store::find(c, scope, method.id).await? else { return Ok(Err(ConnectionFault::NoCredentials)) };
    let secrets = secrets::open(c, &app.secret_keys, scope, Owner::payment_method(method.id)).await?;
    Ok(credentials(gateway.description(), &connection, secrets))
}

/// Joins the two kinds of values. A field that the description has no more is left out.
fn credentials(
    description: &ProviderDescription,
    connection: &Connection,
    mut secrets: BTreeMap<String, Opened>,
) -> Result<Credentials, ConnectionFault> {
    let mut values = Vec::new();
    for field in description.fields {
        if !field.is_secret {
            values.push((field.name, connection.field_values.get(field.name).cloned().unwrap_or_default()));
        } else if let Some(opened) = secrets.remove(field.name) {
            let Opened::Readable(value) = opened else { return Err(ConnectionFault::LostSecret) };
            values.push((field.name, value.expose().to_owned()));
        }
    }
    let credentials = Credentials::new(values);
    if credentials.faults(description).is_empty() { Ok(credentials) } else { Err(ConnectionFault::NoCredentials) }
}

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

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<App> {
    api::routes()
}
