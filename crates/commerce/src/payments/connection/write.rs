//! Setting the credentials of a method, in one transaction with its journal entry.

use db::Conn;
use gateways::payments::PaymentGateway;
use kernel::{PaymentMethodId, StoreScope};
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::secrets::{self, Owner};
use platform::stores;
use serde_json::json;
use web::{ApiError, ApiResult, FieldErrors};

use super::model::{Connection, currency_fault};
use super::store;
use super::wire::{PaymentCredentialsIn, PaymentCredentialsView};
use crate::credentials::CredentialsChange;
use crate::payments::model::PaymentMethod;
use crate::payments::{callback, entities, store as methods};

/// A method of a gateway that the program has, with the gateway; else there are no credentials to speak of.
async fn find_method<'a>(
    c: Conn<'_>,
    app: &'a App,
    scope: &StoreScope,
    id: PaymentMethodId,
) -> ApiResult<(PaymentMethod, &'a dyn PaymentGateway)> {
    let method = methods::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let gateway = app.payment_gateways.get(method.provider.as_str()).ok_or_else(ApiError::not_found)?;
    Ok((method, gateway))
}

/// The credentials as they may be shown.
///
/// # Errors
/// 404.
pub(super) async fn view(c: Conn<'_>, app: &App, scope: &StoreScope, id: PaymentMethodId) -> ApiResult<PaymentCredentialsView> {
    let (method, gateway) = find_method(c, app, scope, id).await?;
    let connection = store::find(c, scope, id).await?;
    let secrets = secrets::list_states(c, &app.secret_keys, scope, Owner::payment_method(id)).await?;
    let address = callback::address(c, app, scope, &method).await?;
    Ok(PaymentCredentialsView::new(id, gateway, connection.as_ref(), &secrets, address))
}

/// Sets credentials. They are complete afterwards, and have to be tried again.
///
/// # Errors
/// 404; 409 when they are stale; 422 with the fields.
pub(super) async fn set(app: &App, scope: &StoreScope, id: PaymentMethodId, sent: PaymentCredentialsIn) -> ApiResult<()> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (app, at) = (app.clone(), scope.clone());
    app.db()
        .clone()
        .tx(async move |c| {
            let now = app.env().now();
            let owner = Owner::payment_method(id);
            let (method, gateway) = find_method(c, &app, &at, id).await?;
            let description = gateway.description();
            let before = store::find(c, &at, id).await?;
            let version = before.as_ref().map_or(0, |b| b.version);
            if sent.version.is_some_and(|v| v != version) {
                return Err(ApiError::stale().with_current(&view(c, &app, &at, id).await?));
            }
            let states = secrets::list_states(c, &app.secret_keys, &at, owner).await?;
            let stored = before.as_ref().map(|b| b.field_values.clone()).unwrap_or_default();
            let change =
                CredentialsChange::new(description, "values", &sent.values, stored, &states).map_err(ApiError::invalid)?;
            let mut errors = FieldErrors::new();
            change.missing(description, "values", &mut errors);
            let field_values = change.field_values.clone();
            let after = Connection { method_id: id, field_values, set_at: now, version: version + 1, check: None };
            // An active method stays one that can be paid with.
            if method.is_active
                && let Some(fault) = currency_fault(after.region(description), currency)
            {
                errors.add("values.region", fault);
            }
            errors.finish()?;
            if change.is_empty() && before.is_some() {
                return Ok(());
            }
            change.write_secrets(c, &app, &at, owner).await?;
            let is_written = match before {
                None => store::insert(c, &at, &after).await?,
                Some(_) => store::update(c, &at, &after).await?,
            };
            if !is_written {
                return Err(ApiError::stale());
            }
            // The journal names the fields and has no value of them.
            let entry = Entry::new(Act::Update, entities::PAYMENT_METHOD, id).after(json!({"credentials": change.names()}));
            journal::write(c, &at, now, db::Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}
