//! Running a batch of products, and undoing one: its journal entries in reverse order, a few per transaction.

use db::Conn;
use kernel::{Env, Millis, ProductId, StoreScope};
use web::message::Message;

use super::walk;
use crate::batches::model::{Batch, BatchDetails, Kind, Note, Products};
use crate::batches::view::{Plan, plan};
use crate::errors::CatalogError;
use crate::store::products::{self, StoreContext};
use crate::write;
use platform::App;
use platform::batches::{self, Area, Counts, Failed, Outcome, Status, Step, WalkOutcome, Words};

/// Entries per transaction: few, so that the locks are held briefly.
const CHUNK: i64 = 25;
/// Attempts of entries whose products are sold or edited at the same moment.
const TRIES: usize = 8;

impl Area for Products {
    const WORDS: &'static Words = &Words {
        area: "product",
        job: "edit_products",
        // Batches of products may run at once: this message is never shown.
        busy: (
            "batch_at_work",
            Message::new(
                "يوجد إجراء جماعي آخر قيد التنفيذ. انتظر حتى ينتهي.",
                "Another bulk edit is running. Wait until it finishes.",
            ),
        ),
        nothing_to_undo: ("nothing_written", Message::new("لا يوجد ما يمكن التراجع عنه.", "Nothing to undo.")),
    };
    const AT_ONCE: i64 = 100;
    type Act = crate::batches::model::Kind;
    const UNDO: crate::batches::model::Kind = crate::batches::model::Kind::Undo;
    type Kind = kernel::id::Batch;
    type BatchDetails = BatchDetails;

    fn word(act: Self::Act) -> &'static str {
        act.as_str()
    }

    fn never_undone(batch: &Batch) -> Option<(&'static str, Message)> {
        let import = Message::new("تراجع عن الاستيراد من صفحة الاستيراد نفسه.", "Undo this import from its own page.");
        (batch.kind == Kind::Import).then_some(("undo_import", import))
    }

    async fn undo(c: Conn<'_>, scope: &StoreScope, of: &Batch) -> db::Result<(BatchDetails, i64)> {
        let total = batches::count_written::<Self>(c, scope, of.id, i64::MAX).await?;
        Ok((BatchDetails { undoes: Some(of.kind), ..of.details.clone() }, total))
    }

    async fn step(app: &App, scope: &StoreScope, batch: Batch) -> Result<Step, Failed> {
        if batch.undo_of.is_some() { Ok(undo_next(app, scope, batch).await?) } else { walk::step(app, scope, batch).await }
    }
}

/// Undoes the next entries; a step that another worker has done changes nothing.
async fn undo_next(app: &App, scope: &StoreScope, batch: Batch) -> Result<Step, CatalogError> {
    let facts = products::get_store_context(app.db().conn(), scope).await?;
    for tries in 1.. {
        let (env, scope, facts, batch) = (app.env().clone(), scope.clone(), facts.clone(), batch.clone());
        match app.db().tx(async move |c| chunk(c, &env, &scope, &facts, &batch).await).await {
            // Sold or edited between the read and the lock: read it again.
            Err(CatalogError::Stale | CatalogError::NotFound) if tries < TRIES => {}
            result => return result,
        }
    }
    Ok(Step::Over)
}

async fn chunk(c: Conn<'_>, env: &Env, scope: &StoreScope, facts: &StoreContext, batch: &Batch) -> Result<Step, CatalogError> {
    let Some(of) = batch.undo_of else { return Ok(Step::Over) };
    let (now, before): (Millis, i64) = (env.now(), batch.reached.parse().unwrap_or(i64::MAX));
    let entries = batches::list_written_before::<Products>(c, scope, of, (before, CHUNK)).await?;
    let Some(last) = entries.last() else {
        batches::end::<Products>(c, scope, now, batch.id, Status::Done).await?;
        return Ok(Step::Over);
    };
    // Boxed: it holds a product and its snapshot, and would be copied with the transaction around it.
    let work = Box::pin(async {
        let mut done = WalkOutcome { by: Counts::default(), notes: Vec::new() };
        products::lock_all(c, scope, entries.iter().map(|e| ProductId::from_raw(e.subject_id)).collect()).await?;
        for entry in &entries {
            let (raw, id) = (entry.subject_id, ProductId::from_raw(entry.subject_id));
            let product = products::find(c, scope, id).await?;
            done.by.done += 1;
            let version = product.as_ref().map(|p| p.version);
            match plan(entry, product.as_ref(), facts) {
                Plan::Nothing => {}
                Plan::Remove => {
                    write::remove(c, env, scope, id, version, Some(batch.id)).await?;
                    done.by.changed += 1;
                }
                Plan::Restore(input, kept) => {
                    write::restore_snapshot(c, env, scope, id, version, &input, Some(batch.id)).await?;
                    done.by.changed += 1;
                    if !kept.is_empty() {
                        done.by.not_undone += 1;
                        done.notes.push((raw, Outcome::Kept, Note { kept, message: None }));
                    }
                }
                Plan::Keep(note) => {
                    done.by.not_undone += 1;
                    done.notes.push((raw, Outcome::Kept, note));
                }
            }
        }
        Ok::<_, CatalogError>(done)
    });
    let is_mine = batches::advance_with(c, (scope, now), batch, &last.seq.to_string(), work).await?;
    Ok(if is_mine { Step::On } else { Step::Over })
}
