//! Taking a batch back: its entries in the journal backwards, a few in each transaction.

use db::Conn;
use kernel::{BatchId, Env, StoreScope};

use super::model::{Kind, Note, Outcome, Status, What};
use super::store::{self, Batch, Counts, NewBatch};
use super::view::{Plan, plan};
use super::{UNDO_FOR, jobs};
use crate::App;
use crate::catalog::store::products::{self, Facts};
use crate::catalog::{CatalogError, write};

/// Entries in one transaction: short enough that nobody waits for it.
const CHUNK: i64 = 25;

/// An undo under this many entries is done by the time the call answers.
pub(super) const AT_ONCE: i64 = 100;

/// Where an undo begins: behind the last entry there can be.
fn place(reached: &str) -> i64 {
    reached.parse().unwrap_or(i64::MAX)
}

/// Why a batch cannot be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    Running,
    Undone,
    TooOld,
    Nothing,
    /// An import is taken back on its own page.
    Import,
}

/// Whether a batch can be undone.
pub(super) fn refusal(batch: &Batch, now: kernel::Millis) -> Option<Refusal> {
    match batch.kind() {
        Kind::Import => Some(Refusal::Import),
        _ if batch.undone_by.is_some() => Some(Refusal::Undone),
        _ if batch.status() == Status::Running => Some(Refusal::Running),
        _ if batch.created_at.plus(UNDO_FOR) <= now => Some(Refusal::TooOld),
        _ if batch.changed == 0 => Some(Refusal::Nothing),
        _ => None,
    }
}

/// A failure to begin.
#[derive(Debug)]
pub(super) enum BeginError {
    NotFound,
    Refused(Refusal),
    Db(db::Error),
}

impl From<db::Error> for BeginError {
    fn from(e: db::Error) -> Self {
        Self::Db(e)
    }
}

/// Begins an undo in the caller's transaction: its row, the mark on the batch it takes back, and the job.
pub(super) async fn begin(c: Conn<'_>, env: &Env, scope: &StoreScope, of: BatchId) -> Result<BatchId, BeginError> {
    let batch = store::find(c, scope, of).await?.ok_or(BeginError::NotFound)?;
    if let Some(why) = refusal(&batch, env.now()) {
        return Err(BeginError::Refused(why));
    }
    let (id, now): (BatchId, _) = (env.id(), env.now());
    if !store::begin(c, scope, of, id).await? {
        return Err(BeginError::Refused(Refusal::Undone));
    }
    let total = store::count_written(c, scope, of, i64::MAX).await?;
    let what = What { undoes: Some(batch.kind()), ..batch.what.0.clone() };
    let new = NewBatch { kind: Kind::Undo, status: Status::Running, what, total, undo_of: Some(of), ..NewBatch::new(id) };
    store::put(c, scope, now, &new, Counts::default()).await?;
    jobs::enqueue(c, env, scope, id).await?;
    Ok(id)
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    On,
    Over,
}

/// Takes back the next entries; a step that another worker has done changes nothing.
pub(super) async fn step(app: &App, scope: &StoreScope, id: BatchId) -> Result<Step, CatalogError> {
    let c = app.db().conn();
    let batch = store::find(c, scope, id).await?.filter(|b| b.status() == Status::Running);
    let Some((batch, of)) = batch.and_then(|b| b.undo_of.map(|of| (b, of))) else { return Ok(Step::Over) };
    let facts = products::facts(c, scope).await?;
    let mut tries = 0;
    loop {
        tries += 1;
        let (env, scope, facts, batch) = (app.env().clone(), scope.clone(), facts.clone(), batch.clone());
        match app.db().tx(async move |c| chunk(c, &env, &scope, &facts, &batch, of).await).await {
            // Sold or edited between the look and the lock: look again.
            Err(CatalogError::Stale | CatalogError::NotFound) if tries < 8 => {}
            result => return result,
        }
    }
}

async fn chunk(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    facts: &Facts,
    batch: &Batch,
    of: BatchId,
) -> Result<Step, CatalogError> {
    let (id, now) = (batch.id, env.now());
    let entries = store::written_before(c, scope, of, place(&batch.reached), CHUNK).await?;
    let Some(last) = entries.last() else {
        store::end(c, scope, now, id, Status::Done).await?;
        return Ok(Step::Over);
    };
    let to = last.seq.to_string();
    // What becomes of them is only known one by one: the row is locked first and counted again at the end.
    if !store::advance(c, scope, now, id, (&batch.reached, &to), Counts::default()).await? {
        return Ok(Step::Over);
    }
    let (mut by, mut notes) = (Counts::default(), Vec::new());
    for entry in &entries {
        let product = products::find(c, scope, entry.product_id).await?;
        by.done += 1;
        let version = product.as_ref().map(|p| p.version);
        match plan(entry, product.as_ref(), facts) {
            Plan::Nothing => {}
            Plan::Remove => {
                write::remove(c, env, scope, entry.product_id, version, Some(id)).await?;
                by.changed += 1;
            }
            Plan::Restore(input, kept) => {
                write::restore_snapshot(c, env, scope, entry.product_id, version, &input, Some(id)).await?;
                by.changed += 1;
                if !kept.is_empty() {
                    by.kept += 1;
                    notes.push((entry.product_id, Outcome::Kept, Note { kept, message: None }));
                }
            }
            Plan::Keep(note) => {
                by.kept += 1;
                notes.push((entry.product_id, Outcome::Kept, note));
            }
        }
    }
    store::note(c, scope, id, batch.done, &notes).await?;
    store::advance(c, scope, now, id, (&to, &to), by).await?;
    Ok(Step::On)
}
