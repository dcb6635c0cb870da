//! A method of a gateway that can be paid with at once, for sample stores.

use std::collections::BTreeMap;

use kernel::{PaymentMethodId, SecretText, StoreScope, Texts};
use platform::App;
use web::{ApiError, ApiResult, SecretIn};

use super::model::PaymentProvider;
use super::wire::PaymentMethodIn;
use super::{connection, write};

/// Adds a method of a payment gateway with its credentials, active, as a merchant does it: the values are checked by the provider's
/// description and its secrets sealed.
///
/// # Errors
/// 422 for an unknown provider or credentials that are not of its form; 409 when the store has too many methods.
pub async fn create_connected(
    app: &App,
    scope: &StoreScope,
    provider: &str,
    name: Texts,
    credentials: &BTreeMap<String, SecretText>,
) -> ApiResult<PaymentMethodId> {
    let provider =
        PaymentProvider::parse(provider).ok_or_else(|| ApiError::field("provider", web::message::common::NOT_A_CHOICE))?;
    let sent = PaymentMethodIn { provider: Some(provider), name: Some(name), ..PaymentMethodIn::default() };
    let id = write::create(app, scope, sent).await?;
    let values = credentials.iter().map(|(field, value)| (field.clone(), Some(SecretIn(value.clone())))).collect();
    connection::set(app, scope, id, values).await?;
    write::change(app, scope, id, PaymentMethodIn { is_active: Some(true), ..PaymentMethodIn::default() }).await?;
    Ok(id)
}
