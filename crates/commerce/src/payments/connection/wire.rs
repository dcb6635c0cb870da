//! Connections and credentials in the API.

use std::collections::BTreeMap;

use gateways::payments::PaymentGateway;
use kernel::PaymentMethodId;
use platform::secrets::SecretState;
use serde::{Deserialize, Serialize};
use web::SecretIn;

use super::model::{CheckOutcome, Connection};
use crate::credentials::CredentialView;
use crate::payments::callback;

/// How a method reaches its gateway. Nobody has tried it where there is no outcome.
#[derive(Debug, Clone, Default, Serialize, utoipa::ToSchema)]
#[schema(as = PaymentConnectionView)]
pub struct ConnectionView {
    /// The credentials are there.
    is_complete: bool,
    /// How the last try with them ended.
    outcome: Option<CheckOutcome>,
    /// What the outcome means, in the caller's language.
    message: Option<String>,
    /// The gateway's own words of a refusal; empty where it said nothing.
    words: String,
    /// The account, as the gateway names it; empty where it does not.
    account: String,
    /// With real money; null where the gateway does not tell.
    is_live: Option<bool>,
    checked_at: Option<String>,
}

impl ConnectionView {
    pub(in crate::payments) fn new(connection: Option<&Connection>) -> Self {
        let Some(connection) = connection else { return Self::default() };
        let Some(check) = &connection.check else { return Self { is_complete: true, ..Self::default() } };
        Self {
            is_complete: true,
            outcome: Some(check.outcome),
            message: Some(check.outcome.message(web::lang::current())),
            words: check.words.clone(),
            account: check.account.clone(),
            is_live: check.is_live,
            checked_at: Some(check.at.rfc3339()),
        }
    }
}

/// Credentials to set: absent fields stay, an empty text takes a value back.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentCredentialsIn {
    /// By the names of the provider's fields.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, SecretIn>)]
    pub values: BTreeMap<String, Option<SecretIn>>,
    /// The version it was read at; 0 before there are credentials.
    pub version: Option<i64>,
}

/// The credentials of a method (PY-02); secrets are not among them.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct PaymentCredentialsView {
    /// Of the method.
    id: PaymentMethodId,
    fields: Vec<CredentialView>,
    /// What the merchant enters in the gateway's own settings; null where every payment tells its own.
    callback_url: Option<String>,
    /// What the merchant enters there for shoppers who come back; null where every payment tells its own.
    return_url: Option<String>,
    connection: ConnectionView,
    version: i64,
}

impl PaymentCredentialsView {
    pub(super) fn new(
        id: PaymentMethodId,
        gateway: &dyn PaymentGateway,
        connection: Option<&Connection>,
        secrets: &[SecretState],
        callback_url: String,
    ) -> Self {
        let description = gateway.description();
        Self {
            id,
            return_url: gateway.return_setup().map(|_| callback::return_address(&callback_url)),
            fields: CredentialView::list(description, connection.map(|c| &c.field_values), secrets),
            callback_url: description.callback_setup.map(|_| callback_url),
            connection: ConnectionView::new(connection),
            version: connection.map_or(0, |c| c.version),
        }
    }
}
