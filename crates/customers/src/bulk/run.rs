//! Runs batches of customers: one action on all that a list's query matches.
//!
//! The walk goes from the newest customer to the oldest by a keyset cursor that no action changes: a customer who drops out of
//! the filter by the action itself is met once, a new one not at all.

use db::Conn;
use kernel::id::CustomerBatch as BatchAct;
use kernel::{CustomerBatchId, CustomerId, Millis, StoreScope};
use web::message::Message;
use web::{ApiError, ListQuery};

use super::action::{self, Action};
use super::area::{BatchDetails, Customers, NoteTexts, in_journal};
use super::change::change;
use super::undo;
use crate::list_store::{self, Sort};
use crate::purchases::Purchases;
use crate::query::{self, CustomerFilter};
use crate::segments::rules::RuleContext;
use crate::store;
use crate::write::CustomerError;
use platform::App;
use platform::batches::{self, Area, Batch, Failed, Outcome, Status, Step, WalkOutcome, Words, both};
use platform::stores;
use web::keyset::{Cursor, Window};

/// Customers read per query.
const READ: i64 = 200;
/// Customers per transaction: few, so that the locks are held briefly.
const CHUNK: usize = 25;

impl Area for Customers {
    const WORDS: &'static Words = &Words {
        area: "customer",
        job: "edit_customers",
        busy: (
            "customer_batch_at_work",
            Message::new(
                "يوجد إجراء آخر على عملاء المتجر قيد التنفيذ. انتظر حتى ينتهي.",
                "Another bulk action on customers is running. Wait until it finishes.",
            ),
        ),
        nothing_to_undo: ("nothing_written", Message::new("لا يوجد ما يمكن التراجع عنه.", "Nothing to undo.")),
    };
    const AT_ONCE: i64 = 100;
    type Act = super::action::BatchAct;
    const UNDO: super::action::BatchAct = super::action::BatchAct::Undo;
    type Kind = BatchAct;
    type BatchDetails = BatchDetails;

    fn word(act: Self::Act) -> &'static str {
        act.as_str()
    }

    async fn undo(_: Conn<'_>, _: &StoreScope, of: &Batch<Self>) -> db::Result<(BatchDetails, i64)> {
        Ok((of.details.clone(), of.changed))
    }

    async fn step(app: &App, scope: &StoreScope, batch: Batch<Self>) -> Result<Step, Failed> {
        if batch.undo_of.is_some() {
            return undo::step(app, scope, batch).await;
        }
        match action::read_for_all(app, scope, &batch.details.action).await {
            Ok(action) => step(app, scope, batch, action).await,
            // Its group was deleted: the batch ends, and what was done stays.
            Err(e) if e.status().is_client_error() => end_batch(app, scope, batch.id, Status::Failed).await,
            Err(e) => Err(e.message().en.to_string().into()),
        }
    }
}

/// The filter of a batch's query, as it was when the batch began.
pub(super) async fn get_filter(
    c: Conn<'_>,
    scope: &StoreScope,
    what: &BatchDetails,
    at: Millis,
) -> web::ApiResult<CustomerFilter> {
    let query = ListQuery::parse("/customers", &what.query)?;
    let profile = stores::get_profile(c, scope).await?;
    query::read(&query, what.segment.as_ref(), &RuleContext { profile: &profile, now: at })
}

/// The customers after a cursor, each with its own cursor; empty at the end.
async fn next(app: &App, scope: &StoreScope, filter: CustomerFilter, reached: &str) -> db::Result<Vec<(String, CustomerId)>> {
    let (scope, cursor, purchases) = (scope.clone(), Cursor::parse(reached), app.ports.get::<dyn Purchases>()?);
    app.db()
        .report(async move |c: Conn<'_>| {
            let selection = query::find(c, &scope, &purchases, filter.clone()).await?;
            let (_, sorted) = Sort::Created.directions(selection.is_driven());
            let window = Window { sorted, cursor: cursor.clone(), per_page: READ, offset: 0 };
            list_store::list_cursors(c, &scope, &selection, Sort::Created, &window).await
        })
        .await
}

async fn end_batch(app: &App, scope: &StoreScope, id: CustomerBatchId, to: Status) -> Result<Step, Failed> {
    let (scope, now) = (scope.clone(), app.env().now());
    app.db().tx(async move |c| batches::end::<Customers>(c, &scope, now, id, to).await).await?;
    Ok(Step::Over)
}

/// Runs the next step of a batch.
async fn step(app: &App, scope: &StoreScope, mut batch: Batch<Customers>, action: Action) -> Result<Step, Failed> {
    let refused = |e: ApiError| Failed::from(e.message().en.to_string());
    let filter = get_filter(app.db().conn(), scope, &batch.details, batch.created_at).await.map_err(refused)?;
    let rows = next(app, scope, filter, &batch.reached).await?;
    if rows.is_empty() {
        return end_batch(app, scope, batch.id, Status::Done).await;
    }
    for chunk in rows.chunks(CHUNK) {
        let to = chunk.last().map(|(cursor, _)| cursor.clone()).unwrap_or_default();
        let ids: Vec<CustomerId> = chunk.iter().map(|(_, id)| *id).collect();
        let (inner, at, of, action, cursor) = (app.clone(), scope.clone(), batch.clone(), action.clone(), to.clone());
        let write = async move |c: Conn<'_>| {
            let work = edit(c, &inner, &at, &of, &action, &ids);
            batches::advance_with(c, (&at, inner.env().now()), &of, &cursor, work).await
        };
        if !app.db().tx(write).await? {
            return Ok(Step::Over);
        }
        (batch.reached, batch.done) = (to, batch.done + i64::try_from(chunk.len())?);
    }
    Ok(Step::On)
}

async fn edit(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    batch: &Batch<Customers>,
    action: &Action,
    ids: &[CustomerId],
) -> Result<WalkOutcome<NoteTexts>, CustomerError> {
    let mut done = WalkOutcome::default();
    store::lock_all(c, scope, ids.to_vec()).await?;
    for id in ids {
        done.by.done += 1;
        match change(c, app, scope, *id, action, Some(in_journal(batch.id))).await {
            Ok(is_changed) => done.by.changed += i64::from(is_changed),
            Err(CustomerError::Fields(faults)) => {
                done.by.failed += 1;
                let message = faults.iter().find_map(|(_, all)| all.first().cloned());
                done.notes.push((id.raw(), Outcome::Failed, message.as_ref().map(both).unwrap_or_default()));
            }
            // Merged into another record between the read and the lock, or erased.
            Err(CustomerError::NotFound | CustomerError::Erased) => {}
            Err(e) => return Err(e),
        }
    }
    Ok(done)
}
