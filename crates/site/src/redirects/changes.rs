//! Several redirects that lead elsewhere at once, in the transaction of what made them.

use db::{Conn, Topics};
use kernel::{Millis, StoreScope};
use platform::journal::{self, Act, Entry};
use serde_json::{Value, json};
use web::{ApiError, ApiResult};

use super::address::written;
use super::model::Redirect;
use super::{entities, store};

/// Changes that have an entry of the journal each, and how many share one where there are more: thousands would bury what else happened.
const ENTRIES: usize = 50;

/// A redirect as it was, and as it leads now; both at the version before.
pub(super) struct Change {
    pub(super) before: Redirect,
    pub(super) after: Redirect,
}

/// Fields of several redirects in one entry: those of the first, and the others with their ids.
fn shared_fields<'c>(mut redirects: impl Iterator<Item = &'c Redirect>) -> Option<Value> {
    let mut fields = journal_fields(redirects.next()?);
    let more = redirects.map(|redirect| {
        let mut fields = journal_fields(redirect);
        fields["id"] = json!(redirect.id);
        fields
    });
    fields["more"] = more.collect();
    Some(fields)
}

/// Writes where redirects lead now, with before and after of each in the journal.
///
/// # Errors
/// 409 when one of them is stale.
pub(super) async fn write(c: Conn<'_>, scope: &StoreScope, now: Millis, changes: &[Change]) -> ApiResult<()> {
    let after: Vec<&Redirect> = changes.iter().map(|change| &change.after).collect();
    let written = store::update_leads(c, scope, &after, now).await?;
    if usize::try_from(written).ok() != Some(changes.len()) {
        return Err(ApiError::stale());
    }
    if changes.len() <= ENTRIES {
        for Change { before, after } in changes {
            let entry = Entry::new(Act::Update, entities::REDIRECT, after.id);
            log(c, scope, now, entry.before(journal_fields(before)).after(journal_fields(after))).await?;
        }
        return Ok(());
    }
    for chunk in changes.chunks(ENTRIES) {
        let entry = Entry::new(Act::Update, entities::REDIRECT, chunk[0].after.id);
        let before = shared_fields(chunk.iter().map(|change| &change.before));
        log(c, scope, now, entry.before(before).after(shared_fields(chunk.iter().map(|change| &change.after)))).await?;
    }
    Ok(())
}

pub(super) fn journal_fields(redirect: &Redirect) -> Value {
    json!({ "address": written(&redirect.address), "target": redirect.target, "is_permanent": redirect.is_permanent })
}

/// No cached page shows a redirect, and no open list follows them.
pub(super) async fn log(c: Conn<'_>, scope: &StoreScope, now: Millis, entry: Entry) -> db::Result<()> {
    journal::write(c, scope, now, Topics::default(), entry).await.map(|_| ())
}
