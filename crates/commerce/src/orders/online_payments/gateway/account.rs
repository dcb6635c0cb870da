//! The merchant's account that a call uses.

use db::Conn;
use gateways::payments::{Credentials, PaymentGateway};
use kernel::{PaymentMethodId, StoreScope};
use platform::App;
use platform::provider_calls::Reason;

use crate::payments;
use crate::payments::connection::{self, ConnectionFault};

/// A gateway with the credentials of a method.
pub(super) struct Account<'a> {
    pub(super) gateway: &'a dyn PaymentGateway,
    pub(super) credentials: Credentials,
}

/// The account of a method; inside, why it cannot be used.
pub(super) async fn open<'a>(
    c: Conn<'_>,
    app: &'a App,
    scope: &StoreScope,
    method: PaymentMethodId,
) -> db::Result<Result<Account<'a>, ConnectionFault>> {
    let Some(method) = payments::find_with_deleted(c, scope, method).await? else {
        return Ok(Err(ConnectionFault::NoCredentials));
    };
    let Some(gateway) = app.payment_gateways.get(method.provider.as_str()) else { return Ok(Err(ConnectionFault::NoGateway)) };
    Ok(connection::open(c, app, scope, &method).await?.map(|credentials| Account { gateway, credentials }))
}

/// The code of the reason that people are told.
pub(super) fn reason(fault: ConnectionFault) -> Reason {
    Reason::code(match fault {
        ConnectionFault::NoGateway | ConnectionFault::NoCredentials => "not_connected",
        ConnectionFault::LostSecret => "lost_secret",
    })
}

/// The account at the provider that may take a payment of this method; empty where several may. Paymob's page for several
/// integrations says only afterwards which of them took it.
pub(super) fn account_name(provider: &str, credentials: &Credentials) -> String {
    if provider != "PAYMOB" {
        return credentials.get("profile_id").to_owned();
    }
    let has_others = credentials.has("wallet_integration_id") || credentials.has("kiosk_integration_id");
    if has_others { String::new() } else { credentials.get("integration_id").to_owned() }
}
