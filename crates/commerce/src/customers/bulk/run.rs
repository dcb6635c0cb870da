//! An action over all that a list's query matches.
//!
//! The list is walked from the newest customer to the oldest by a place in that order, which no action changes: whoever falls out
//! of the filter by the action itself is met once, a new customer not at all. "The last days" are those before the batch began, and
//! a segment is what it was then. A few customers are written in each transaction together with the place, so that whoever
//! takes over after a crash goes on exactly there.

use db::Conn;
use kernel::{CustomerId, StoreScope};
use web::{ApiError, ListQuery};

use super::action::{Action, change};
use super::store::{self, Batch, Counts, Outcome, Said, Status, What, in_journal};
use crate::App;
use crate::customers::keyset::{Cursor, Window};
use crate::customers::list::{self, Sort};
use crate::customers::query::{self, Wanted};
use crate::customers::segments::Asking;
use crate::customers::write::CustomerError;
use crate::stores;

/// Customers in one transaction: short enough that nobody waits for it.
const CHUNK: i64 = 25;

pub(super) type Failed = Box<dyn std::error::Error + Send + Sync>;

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    On,
    Over,
}

/// What the query of a batch asks for, as it was when the batch began.
pub(super) async fn wanted(c: Conn<'_>, scope: &StoreScope, what: &What, at: kernel::Millis) -> web::ApiResult<Wanted> {
    let query = ListQuery::parse("/customers", &what.query)?;
    let profile = stores::profile(c, scope).await?;
    query::read(&query, what.segment.as_ref(), &Asking { profile: &profile, now: at })
}

/// Customers from a place on, and the place of each; empty at the end.
async fn next(app: &App, scope: &StoreScope, wanted: Wanted, reached: &str) -> db::Result<Vec<(String, CustomerId)>> {
    let (scope, cursor) = (scope.clone(), Cursor::parse(reached));
    app.db()
        .report(async move |c: Conn<'_>| {
            let chosen = query::find(c, &scope, wanted.clone()).await?;
            let (_, sorted) = Sort::Created.both(chosen.is_led());
            let window = Window { sorted, cursor: cursor.clone(), per_page: CHUNK, offset: 0 };
            list::places(c, &scope, &chosen, Sort::Created, &window).await
        })
        .await
}

/// Works the next customers off; a step that another worker has done changes nothing.
pub(super) async fn step(app: &App, scope: &StoreScope, batch: &Batch, action: &Action) -> Result<Step, Failed> {
    let refused = |e: ApiError| Failed::from(e.message().en.to_string());
    let wanted = wanted(app.db().conn(), scope, &batch.what.0, batch.created_at).await.map_err(refused)?;
    let rows = next(app, scope, wanted, &batch.reached).await?;
    let Some((to, _)) = rows.last().cloned() else {
        let (scope, now, id) = (scope.clone(), app.env().now(), batch.id);
        app.db().tx(async move |c| store::end(c, &scope, now, id, Status::Done).await).await?;
        return Ok(Step::Over);
    };
    let (inner, scope, batch, action) = (app.clone(), scope.clone(), batch.clone(), action.clone());
    let is_mine = app
        .db()
        .tx(async move |c| {
            let (id, now) = (batch.id, inner.env().now());
            // What becomes of them is only known one by one: the row is locked first and counted again at the end.
            if !store::advance(c, &scope, now, id, (&batch.reached, &to), Counts::default()).await? {
                return Ok::<_, CustomerError>(false);
            }
            let (mut by, mut notes) = (Counts::default(), Vec::new());
            for (_, customer) in &rows {
                by.done += 1;
                match change(c, &inner, &scope, *customer, &action, Some(in_journal(id))).await {
                    Ok(is_changed) => by.changed += i64::from(is_changed),
                    Err(CustomerError::Fields(faults)) => {
                        by.failed += 1;
                        let message = faults.iter().find_map(|(_, all)| all.first().cloned());
                        let said: Said = message.map(|m| (m.ar.to_string(), m.en.to_string())).unwrap_or_default();
                        notes.push((*customer, Outcome::Failed, said));
                    }
                    // Merged into another record between the look and the lock, or nobody's any more.
                    Err(CustomerError::NotFound | CustomerError::Erased) => {}
                    Err(e) => return Err(e),
                }
            }
            store::note(c, &scope, id, batch.done, &notes).await?;
            store::advance(c, &scope, now, id, (&to, &to), by).await?;
            Ok(true)
        })
        .await?;
    Ok(if is_mine { Step::On } else { Step::Over })
}
