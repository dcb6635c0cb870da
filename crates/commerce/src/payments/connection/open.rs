//! Opening the credentials of a method for a call.

use std::collections::BTreeMap;

use db::Conn;
use gateways::payments::{Credentials, ProviderDescription};
use kernel::StoreScope;
use platform::App;
use platform::secrets::{self, Opened, Owner};

use super::model::Connection;
use super::store;
use crate::payments::model::PaymentMethod;

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
    method: &PaymentMethod,
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
