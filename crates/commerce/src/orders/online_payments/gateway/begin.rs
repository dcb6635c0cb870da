//! Beginning a payment: the attempt with its call, and waiting for the gateway's page.

use std::time::Duration;

use db::Conn;
use kernel::{Env, Millis, OrderId, PaymentAttemptId, PaymentMethodId, ProviderCallId, StoreScope};
use platform::App;
use platform::provider_calls::{self, NewCall};
use platform::provider_intake;
use platform::secrets::Owner;

use super::super::attempts_store::find;
use super::super::open::{NewAttempt, open};
use super::super::words::Purpose;
use super::{account, inquiry_call, start_call};
use crate::orders::error::OrderError;
use crate::payments;

/// How long a start is tried: nobody waits longer for a page.
const START_PATIENCE: i64 = 10 * Millis::MINUTE;

/// Why no payment was begun.
#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    /// The method is not there, is not active, or is not connected.
    #[error("the payment method cannot be used")]
    NotOffered,
    /// See [`OrderError`].
    #[error(transparent)]
    Order(#[from] OrderError),
}

impl From<db::Error> for BeginError {
    fn from(e: db::Error) -> Self {
        Self::Order(e.into())
    }
}

/// Opens an attempt and writes its start, in a transaction of its own; [`reach_start`] makes the call after it.
///
/// # Errors
/// [`BeginError`]; nothing was written then.
pub async fn begin(
    app: &App,
    scope: &StoreScope,
    order: OrderId,
    method: PaymentMethodId,
    purpose: Purpose,
) -> Result<ProviderCallId, BeginError> {
    let (owner, at) = (app.clone(), scope.clone());
    app.db().tx(async move |c| begin_in(c, &owner, &at, order, method, purpose).await).await
}

/// As [`begin`], in the caller's transaction: an order is placed with its first attempt.
///
/// # Errors
/// [`BeginError`].
pub async fn begin_in(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    order: OrderId,
    method: PaymentMethodId,
    purpose: Purpose,
) -> Result<ProviderCallId, BeginError> {
    let env: &Env = app.env();
    let method = payments::find(c, scope, method).await?.filter(|m| m.is_active).ok_or(BeginError::NotOffered)?;
    let account = account::open(c, app, scope, method.id).await?.map_err(|_| BeginError::NotOffered)?;
    let provider = method.provider.as_str();
    provider_intake::get_or_insert_endpoint(c, env, scope, Owner::payment_method(method.id), provider).await?;
    let is_live = payments::connection::is_live(c, scope, method.id).await?;
    let name = account::account_name(provider, &account.credentials);
    let new = NewAttempt { method: Some(method.id), provider, account: &name, is_live, purpose };
    let attempt = open(c, env, scope, order, &new).await?;
    let call = NewCall::new(provider, start_call::KIND, attempt.id, format!("{}:{}", start_call::KIND, attempt.id))
        .order(order)
        .patience(START_PATIENCE)
        .inline();
    Ok(provider_calls::enqueue(c, env, scope, call).await?.id)
}

/// Makes the call that starts an attempt, or waits for whoever makes it, until the deadline. What it came to stands in the attempt; an
/// error is logged, and the worker goes on with the call.
pub async fn reach_start(app: &App, scope: &StoreScope, attempt: PaymentAttemptId, deadline: Duration) {
    let start = async {
        let calls = provider_calls::list_of_subject(app.db().conn(), scope, attempt).await?;
        if let Some(call) = calls.iter().find(|call| call.kind == start_call::KIND) {
            provider_calls::run_now(app, scope, call.id, deadline).await?;
        }
        Ok::<_, jobs::Failed>(())
    };
    log_failure(attempt, start.await);
}

/// Asks the gateway about an attempt whose shopper is back, at most once a minute, and waits for the answer until the deadline. An
/// error is logged, and the worker goes on with the call.
pub async fn recheck(app: &App, scope: &StoreScope, attempt: PaymentAttemptId, deadline: Duration) {
    let inquiry = async {
        let (env, at): (Env, StoreScope) = (app.env().clone(), scope.clone());
        let call = app.db().tx(async move |c| {
            let Some(attempt) = find(c, &at, attempt).await? else { return Ok::<_, db::Error>(None) };
            let key = inquiry_call::key_of_minute(attempt.id, env.now().0 / Millis::MINUTE);
            let Some(call) = inquiry_call::of_attempt(&attempt, key) else { return Ok(None) };
            Ok(Some(provider_calls::enqueue(c, &env, &at, call.inline()).await?.id))
        });
        if let Some(id) = call.await? {
            provider_calls::run_now(app, scope, id, deadline).await?;
        }
        Ok::<_, jobs::Failed>(())
    };
    log_failure(attempt, inquiry.await);
}

fn log_failure(attempt: PaymentAttemptId, result: Result<(), jobs::Failed>) {
    if let Err(error) = result {
        tracing::error!(%attempt, error, "a call to a payment gateway could not be made at once");
    }
}
