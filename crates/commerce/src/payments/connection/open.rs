//! Opening the credentials of a method for a call.

use db::Conn;
use gateways::payments::Credentials;
use kernel::StoreScope;
use platform::App;
use platform::secrets::{self, Owner};

use super::store;
use crate::credentials::{CredentialsFault, join};
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
    Ok(join(gateway.description(), &connection.field_values, secrets).map_err(|fault| match fault {
        CredentialsFault::Incomplete => ConnectionFault::NoCredentials,
        CredentialsFault::LostSecret => ConnectionFault::LostSecret,
    }))
}
