//! Running a call at once, for somebody who waits for it: a shopper who pays.

use std::time::Duration;

use jobs::Failed;
use kernel::{Actor, ProviderCallId, StoreScope};
use tokio::time::Instant;

use super::model::CallState;
use super::stored::StoredCall;
use super::{run, store};
use crate::App;

/// How often a call is looked at that somebody else makes.
const CHECK: Duration = Duration::from_millis(50);

/// Runs a call after the commit that wrote it, under the same lease as the worker: it is made once, by whoever comes first. Answers
/// the call as it is when it has ended, when it has to wait, or when the deadline is over; what runs then runs on, also when the
/// caller goes away.
///
/// # Errors
/// `NotFound` when the store has no such call; others of the database and of the effect.
pub async fn run_now(app: &App, scope: &StoreScope, id: ProviderCallId, deadline: Duration) -> Result<StoredCall, Failed> {
    let until = Instant::now() + deadline;
    let (owner, system) = (app.clone(), StoreScope::new(scope.store(), Actor::system()));
    let work = tokio::spawn(async move { run::run(&owner, &system, id).await });
    match tokio::time::timeout_at(until, work).await {
        Ok(Ok(result)) => {
            result?;
        }
        Ok(Err(panicked)) => return Err(panicked.into()),
        Err(_) => {}
    }
    loop {
        let call = store::find(app.db().conn(), scope, id).await?.ok_or(db::Error::NotFound)?;
        if call.progress.state != CallState::Running || Instant::now() >= until {
            return Ok(call);
        }
        tokio::time::sleep(CHECK).await;
    }
}
