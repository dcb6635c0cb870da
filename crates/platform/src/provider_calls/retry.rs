//! A person's retry of a call that failed.

use db::Topics;
use jobs::Failed;
use kernel::{ProviderCallId, StoreScope};
use serde_json::json;

use super::port::{ProviderCalls, RetryRefusal};
use super::stored::StoredCall;
use super::{entities, jobs as background, store};
use crate::App;
use crate::journal::{self, Act, Entry};

/// Why a call was not retried.
#[derive(Debug)]
pub enum RetryError {
    /// The store has no such call.
    NotFound,
    /// It cannot be retried as it is now.
    NotPossible(Box<StoredCall>),
    /// What it would do is not to be done any more.
    Refused(Box<StoredCall>, RetryRefusal),
    /// Of the database or of the kind.
    Failed(Failed),
}

impl<E: Into<Failed>> From<E> for RetryError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Retries a failed call: it waits again, tried anew under its key for an hour. The entry names the person.
///
/// # Errors
/// See [`RetryError`].
pub async fn retry(app: &App, scope: &StoreScope, id: ProviderCallId) -> Result<StoredCall, RetryError> {
    let calls = app.ports.get::<ProviderCalls>()?;
    let (app, scope) = (app.clone(), scope.clone());
    let db = app.db().clone();
    db.tx(async move |c| {
        let Some(call) = store::lock(c, &scope, id).await? else { return Err(RetryError::NotFound) };
        let Some(port) = calls.get(&call.kind).filter(|port| call.progress.state.is_ended() && port.can_retry(&call)) else {
            return Err(RetryError::NotPossible(Box::new(call)));
        };
        if let Some(refusal) = port.retry_refusal(c, &scope, &call).await.map_err(RetryError::Failed)? {
            return Err(RetryError::Refused(Box::new(call), refusal));
        }
        let (env, now) = (app.env(), app.env().now());
        let reopened = call.reopened(now);
        store::update(c, &scope, &reopened).await?;
        if !port.reopen(&app, c, &scope, &call).await.map_err(RetryError::Failed)? {
            return Err(RetryError::NotPossible(Box::new(call)));
        }
        background::enqueue(c, env, &scope, id, false).await?;
        let entry = Entry::new(Act::UpdateStatus, entities::PROVIDER_CALL, id)
            .before(json!({ "state": call.progress.state, "reason": call.reason.code }))
            .after(json!({ "provider": call.provider, "kind": call.kind, "state": reopened.progress.state }));
        journal::write(c, &scope, now, Topics::SALES, entry).await?;
        Ok(reopened)
    })
    .await
}
