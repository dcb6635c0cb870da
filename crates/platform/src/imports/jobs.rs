//! Background work of imports: the dry run, the run with its retries, and the undo.
//!
//! Each is a pass over the file or its rows in small transactions. A job works through a part and is enqueued again, so that
//! other jobs get their turn; a job of a pass that has ended does nothing.

use std::collections::HashSet;
use std::sync::Arc;

use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Millis, StoreId, StoreScope};
use web::Message;

use super::expiry::expire;
use super::kind::{Failed, Imported};
use super::model::{Failure, Status, Step};
use super::reading::{self, ItemsRead, ReadError, RecordSelection, failure};
use super::rows;
use super::store::{self, Import};
use super::tasks::{CheckImportJob, RunImportJob, Task, UndoImportJob};
use super::work::{ApplyError, Pass};
use crate::App;

/// Items in one transaction: few enough that no other writer waits long.
const CHUNK: usize = 25;
/// Items that one turn of a run writes before other jobs get theirs.
const PER_RUN: usize = 5_000;
/// Items that one turn of a dry run reads.
const CHECK_TURN: usize = 5_000;
/// Rows that a dry run inserts, or a new pass deletes, in one transaction.
const ROWS: usize = 200;

/// The jobs of a kind, and its schedule where it has one.
pub fn register<K: Imported>(registry: &mut Registry<App>) {
    registry.on(check_import::<K>);
    registry.on(run_import::<K>);
    registry.on(undo_import::<K>);
    registry.on_dead(|app, job: CheckImportJob<K>, _| mark_failed::<K>(app, job.task, Status::Checking));
    registry.on_dead(|app, job: RunImportJob<K>, _| mark_failed::<K>(app, job.task, Status::Running));
    registry.on_dead(|app, job: UndoImportJob<K>, _| mark_failed::<K>(app, job.task, Status::Undoing));
    if let Some(retention) = K::KEPT {
        registry.every(retention.expiry, Millis::HOUR, expire::<K>);
    }
}

/// Enqueues a job of a pass in the caller's transaction.
pub(super) async fn enqueue<J: Job>(c: db::Conn<'_>, env: &kernel::Env, store: StoreId, job: &J) -> db::Result<()> {
    jobs::enqueue(c, env, job, Enqueue::for_store(store)).await?;
    Ok(())
}

/// The import of a task, while the task's pass is the current one.
async fn current<K: Imported>(app: &App, task: &Task, status: Status) -> Result<Option<(Import, Pass)>, Failed> {
    let actor = Actor::merchant(task.user, task.name.clone());
    let scope = StoreScope::new(task.store, Actor { operator: task.operator.clone(), ip: task.ip.clone(), ..actor });
    let import = store::find::<K>(app.db().conn(), &scope, task.import).await?;
    let is_current = |i: &Import| i.pass == task.pass && i.status() == status;
    Ok(import.filter(is_current).map(|import| {
        let pass = Pass { env: app.env().clone(), scope, import: task.import, ports: app.ports.clone(), number: task.pass };
        (import, pass)
    }))
}

/// Attempts to end a pass that another worker still advances.
const TRIES: u32 = 3;

const GAVE_UP: Message = Message::new(
    "تعذّر إكمال الاستيراد. الصفوف المستوردة محفوظة: تراجع عنها، أو افحص الملف وابدأ من جديد.",
    "The import couldn't be completed. Imported rows are kept: undo them, or check the file and start again.",
);

/// The job of a pass is dead: the import has failed.
async fn mark_failed<K: Imported>(app: App, task: Task, status: Status) -> Result<(), Failed> {
    for _ in 0..TRIES {
        let Some((import, pass)) = current::<K>(&app, &task, status).await? else { return Ok(()) };
        let reason = failure("work_gave_up", &GAVE_UP);
        if end::<K>(&app, &pass, import.reached, (status, Step::Fail), Some(reason)).await? {
            return Ok(());
        }
    }
    // A stalled worker may go on until it finds its lease lost: retry later.
    Err("the pass went on meanwhile".into())
}

/// What was read, or none when it never can be: the import has failed then.
async fn or_fail<K: Imported, T>(
    app: &App,
    pass: &Pass,
    import: &Import,
    read: Result<T, ReadError>,
) -> Result<Option<T>, Failed> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(ReadError::Passing(e)) => Err(e),
        Err(ReadError::Gone(failure)) => {
            end::<K>(app, pass, import.reached, (import.status(), Step::Fail), Some(failure)).await?;
            Ok(None)
        }
    }
}

async fn open<K: Imported>(app: &App, pass: &Pass, import: &Import) -> Result<Option<Arc<K::Source>>, Failed> {
    let read = reading::open::<K>(app, &pass.scope, import).await;
    or_fail::<K, _>(app, pass, import, read).await
}

async fn read<K: Imported>(
    app: &App,
    pass: &Pass,
    import: &Import,
    source: &Arc<K::Source>,
    positions: RecordSelection,
) -> Result<Option<ItemsRead<K>>, Failed> {
    let read = reading::items::<K>(source, positions).await;
    or_fail::<K, _>(app, pass, import, read).await
}

/// Ends a pass at its position.
async fn end<K: Imported>(
    app: &App,
    pass: &Pass,
    reached: i64,
    (from, step): (Status, Step),
    failure: Option<Failure>,
) -> Result<bool, Failed> {
    let (pass, to) = (pass.clone(), from.take(step)?);
    Ok(app.db().tx(async move |c| pass.end::<K>(c, reached, (from, to), failure.as_ref()).await).await?)
}

/// Deletes the rows of an earlier dry run.
async fn clear_rows<K: Imported>(app: &App, pass: &Pass) -> Result<PassOutcome, Failed> {
    loop {
        let (pass, limit) = (pass.clone(), to_i64(ROWS));
        match app.db().tx(async move |c| pass.clear_some::<K>(c, limit).await).await? {
            None => return Ok(PassOutcome::Superseded),
            Some(0) => return Ok(PassOutcome::Continues),
            Some(_) => {}
        }
    }
}

async fn set_total(app: &App, pass: &Pass, reached: i64, total: usize) -> Result<PassOutcome, Failed> {
    let (pass, total) = (pass.clone(), to_i64(total));
    let is_own = app.db().tx(async move |c| pass.set_total(c, reached, total).await).await?;
    Ok(if is_own { PassOutcome::Continues } else { PassOutcome::Superseded })
}

/// The result of a step of a pass.
enum PassOutcome {
    Continues,
    /// Another worker has taken over the pass.
    Superseded,
}

fn pass_outcome<E>(result: Result<(), ApplyError<E>>) -> Result<PassOutcome, E> {
    match result {
        Ok(()) => Ok(PassOutcome::Continues),
        Err(ApplyError::Superseded) => Ok(PassOutcome::Superseded),
        Err(ApplyError::Of(e)) => Err(e),
    }
}

fn to_i64(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

// ---- dry run --------------------------------------------------------------------------------------------------------

async fn check_import<K: Imported>(app: App, CheckImportJob { task, of: _ }: CheckImportJob<K>) -> JobResult {
    let Some((import, pass)) = current::<K>(&app, &task, Status::Checking).await? else { return Ok(Outcome::Done) };
    let Some(source) = open::<K>(&app, &pass, &import).await? else { return Ok(Outcome::Done) };
    if import.reached == 0
        && let PassOutcome::Superseded = clear_rows::<K>(&app, &pass).await?
    {
        return Ok(Outcome::Done);
    }
    let from = usize::try_from(import.reached)?;
    let Some((items, total)) =
        read::<K>(&app, &pass, &import, &source, RecordSelection::Window { from, count: CHECK_TURN }).await?
    else {
        return Ok(Outcome::Done);
    };
    if let PassOutcome::Superseded = set_total(&app, &pass, import.reached, total).await? {
        return Ok(Outcome::Done);
    }
    let mut at = from;
    for chunk in items.chunks(ROWS) {
        let prepared = K::prepare(app.db().conn(), &pass.scope, pass.import, &source, chunk).await?;
        let (p, to) = (pass.clone(), at + chunk.len());
        let (a, b) = (to_i64(at), to_i64(to));
        if let PassOutcome::Superseded = pass_outcome(app.db().tx(async move |c| p.note::<K>(c, &prepared, a, b).await).await)? {
            return Ok(Outcome::Done);
        }
        at = to;
    }
    if at < total {
        return Ok(Outcome::Continue(0));
    }
    let counted = store::find::<K>(app.db().conn(), &pass.scope, pass.import).await?;
    let has_more = counted.is_none_or(|i| i.created_count + i.updated_count + i.failed_count > 0);
    let step = if has_more { Step::EndCheck } else { Step::Close };
    end::<K>(&app, &pass, to_i64(at), (Status::Checking, step), None).await?;
    Ok(Outcome::Done)
}

// ---- run ------------------------------------------------------------------------------------------------------------

async fn run_import<K: Imported>(app: App, job: RunImportJob<K>) -> JobResult {
    let RunImportJob { task, is_retry, of: _ } = job;
    let Some((import, pass)) = current::<K>(&app, &task, Status::Running).await? else { return Ok(Outcome::Done) };
    let Some(source) = open::<K>(&app, &pass, &import).await? else { return Ok(Outcome::Done) };
    let is_over =
        if is_retry { retry::<K>(&app, &pass, &import, &source).await? } else { run::<K>(&app, &pass, &import, &source).await? };
    match is_over {
        None => Ok(Outcome::Done),
        Some((_, false)) => Ok(Outcome::Continue(0)),
        Some((reached, true)) => {
            end::<K>(&app, &pass, reached, (Status::Running, Step::EndRun), None).await?;
            Ok(Outcome::Done)
        }
    }
}

/// The position of the pass after a turn, and whether it was the last; none when another worker has taken over.
type PassProgress = Option<(i64, bool)>;

/// One turn of the run.
async fn run<K: Imported>(app: &App, pass: &Pass, import: &Import, source: &Arc<K::Source>) -> Result<PassProgress, Failed> {
    if import.reached == 0
        && let PassOutcome::Superseded = clear_rows::<K>(app, pass).await?
    {
        return Ok(None);
    }
    let from = usize::try_from(import.reached)?;
    let Some((items, total)) = read::<K>(app, pass, import, source, RecordSelection::Window { from, count: PER_RUN }).await?
    else {
        return Ok(None);
    };
    if let PassOutcome::Superseded = set_total(app, pass, import.reached, total).await? {
        return Ok(None);
    }
    let mut at = from;
    for chunk in items.chunks(CHUNK) {
        let to = at + chunk.len();
        let positions: Vec<i64> = (at..=to).map(to_i64).collect();
        if let PassOutcome::Superseded = write::<K>(app, pass, source, chunk, &positions, false).await? {
            return Ok(None);
        }
        at = to;
    }
    Ok(Some((to_i64(at), at >= total)))
}

/// One turn of a retry, over the failed rows.
async fn retry<K: Imported>(app: &App, pass: &Pass, import: &Import, source: &Arc<K::Source>) -> Result<PassProgress, Failed> {
    let failed = rows::list_failed(app.db().conn(), &pass.scope, pass.import, import.reached, to_i64(PER_RUN)).await?;
    let is_last = failed.len() < PER_RUN;
    let failed_positions: HashSet<i64> = failed.iter().copied().collect();
    let Some((mut items, _)) = read::<K>(app, pass, import, source, RecordSelection::At(failed_positions)).await? else {
        return Ok(None);
    };
    items.sort_by_key(K::position);
    let mut at = import.reached;
    for chunk in items.chunks(CHUNK) {
        let mut positions = vec![at];
        positions.extend(chunk.iter().map(K::position));
        if let PassOutcome::Superseded = write::<K>(app, pass, source, chunk, &positions, true).await? {
            return Ok(None);
        }
        at = positions.last().copied().unwrap_or(at);
    }
    // A row that is no item of its own under a new mapping stays failed.
    if let (false, Some(last)) = (is_last, failed.last().copied().filter(|last| *last > at)) {
        let (p, from) = (pass.clone(), at);
        if let PassOutcome::Superseded =
            pass_outcome(app.db().tx(async move |c| p.write::<K>(c, &[], from, last, true).await).await)?
        {
            return Ok(None);
        }
        at = last;
    }
    Ok(Some((at, is_last)))
}

/// Writes a chunk; when one item cannot be written, each in a transaction of its own, so that only that one fails. `positions[i]`
/// is the position of the pass before item `i`, the last one its position after the chunk.
async fn write<K: Imported>(
    app: &App,
    pass: &Pass,
    source: &Arc<K::Source>,
    chunk: &[K::Item],
    positions: &[i64],
    is_retry: bool,
) -> Result<PassOutcome, Failed> {
    let (from, to) = (positions[0], positions[chunk.len()]);
    let prepared = K::prepare(app.db().conn(), &pass.scope, pass.import, source, chunk).await?;
    let e = match attempt::<K>(app, pass, prepared, from, to, is_retry).await {
        Ok(pass_outcome) => return Ok(pass_outcome),
        Err(e) => e,
    };
    if let Some(e) = K::database(&e)
        && e.is_unavailable()
    {
        return Err(Box::from(e.to_string()));
    }
    tracing::debug!(import.id = %pass.import, error = %e, "chunk of an import goes one by one");
    for (i, item) in chunk.iter().enumerate() {
        if let PassOutcome::Superseded =
            write_alone::<K>(app, pass, source, item, positions[i], positions[i + 1], is_retry).await?
        {
            return Ok(PassOutcome::Superseded);
        }
    }
    Ok(PassOutcome::Continues)
}

async fn write_alone<K: Imported>(
    app: &App,
    pass: &Pass,
    source: &Arc<K::Source>,
    item: &K::Item,
    from: i64,
    to: i64,
    is_retry: bool,
) -> Result<PassOutcome, Failed> {
    let mut attempts = 0;
    loop {
        attempts += 1;
        let mut prepared = K::prepare(app.db().conn(), &pass.scope, pass.import, source, std::slice::from_ref(item)).await?;
        match attempt::<K>(app, pass, prepared.clone(), from, to, is_retry).await {
            Ok(pass_outcome) => return Ok(pass_outcome),
            // Changed between the read and the write: read again.
            Err(e) if attempts < 3 && K::is_stale(&e) => {}
            Err(e) => {
                let messages = K::fault(source, e)?;
                for one in &mut prepared {
                    K::refuse(one, messages.clone());
                }
                return Ok(attempt::<K>(app, pass, prepared, from, to, is_retry).await?);
            }
        }
    }
}

async fn attempt<K: Imported>(
    app: &App,
    pass: &Pass,
    prepared: Vec<K::Prepared>,
    from: i64,
    to: i64,
    is_retry: bool,
) -> Result<PassOutcome, K::Error> {
    let pass = pass.clone();
    pass_outcome(app.db().tx(async move |c| pass.write::<K>(c, &prepared, from, to, is_retry).await).await)
}

// ---- undo -----------------------------------------------------------------------------------------------------------

async fn undo_import<K: Imported>(app: App, UndoImportJob { task, of: _ }: UndoImportJob<K>) -> JobResult {
    let Some((import, pass)) = current::<K>(&app, &task, Status::Undoing).await? else { return Ok(Outcome::Done) };
    let mut at = import.reached;
    for _ in 0..PER_RUN / CHUNK {
        let written = rows::list_written(app.db().conn(), &pass.scope, pass.import, at, to_i64(CHUNK)).await?;
        let Some(to) = written.last().map(|row| row.position) else {
            K::undone(&app, &pass, at).await?;
            end::<K>(&app, &pass, at, (Status::Undoing, Step::EndUndo), None).await?;
            return Ok(Outcome::Done);
        };
        let (p, from) = (pass.clone(), at);
        if let PassOutcome::Superseded =
            pass_outcome(app.db().tx(async move |c| p.undo_rows::<K>(c, &written, from, to).await).await)?
        {
            return Ok(Outcome::Done);
        }
        at = to;
    }
    Ok(Outcome::Continue(0))
}
