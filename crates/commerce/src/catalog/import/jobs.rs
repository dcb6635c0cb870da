//! Background work of imports: the dry run, the run with its retries, and the undo.
//!
//! Each is a pass over the file or its rows in small transactions. A job works off a part and puts itself back into the
//! queue, so that other work gets its turn; a job of a pass that is over finds that out and does nothing.

use std::collections::HashSet;

use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, ImportId, StoreId, StoreScope, UserId};
use serde::{Deserialize, Serialize};
use web::Message;

use super::apply::{ApplyError, Pass, refusal};
use super::images;
use super::model::{Failure, Status, Step};
use super::prepare::{Item, Prepared, What, prepare};
use super::reading::{ReadError, Source, Wanted, failure};
use super::store::{self, Import};
use crate::App;
use crate::catalog::{self, CatalogError};
use crate::journal::{self, Act, Entry};

/// Products in one transaction: short enough that nobody waits for it.
const CHUNK: usize = 25;
/// Products that one turn of the run works off before other jobs get theirs.
const TURN: usize = 5_000;
/// Products that one turn of the dry run reads.
const CHECK_TURN: usize = 5_000;
/// Rows that a dry run writes, or a new pass removes, in one transaction.
const ROWS: usize = 200;

/// Which pass over which import, and who began it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) store: StoreId,
    pub(super) import: ImportId,
    pub(super) pass: i64,
    pub(super) user: UserId,
    pub(super) name: String,
    /// Who of the platform began it in the member's name: what the work writes is logged under both.
    #[serde(default)]
    pub(super) operator: Option<String>,
    /// Where it was begun.
    #[serde(default)]
    pub(super) ip: Option<String>,
}

/// The dry run: reads, compares and counts; writes no product.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CheckImportJob(pub(super) Task);

/// Writes the products of the file, or with `is_retry` those that failed before.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RunImportJob {
    pub(super) task: Task,
    pub(super) is_retry: bool,
}

/// Takes back what an import wrote.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct UndoImportJob(pub(super) Task);

impl Job for CheckImportJob {
    const KIND: &'static str = "check_import";
}
impl Job for RunImportJob {
    const KIND: &'static str = "run_import";
}
impl Job for UndoImportJob {
    const KIND: &'static str = "undo_import";
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(check_import);
    registry.on(run_import);
    registry.on(undo_import);
    registry.on_dead(|app, CheckImportJob(task): CheckImportJob, _| gave_up(app, task, Status::Checking));
    registry.on_dead(|app, job: RunImportJob, _| gave_up(app, job.task, Status::Running));
    registry.on_dead(|app, UndoImportJob(task): UndoImportJob, _| gave_up(app, task, Status::Undoing));
    images::register(registry);
}

/// Adds a job of a pass in the caller's transaction.
pub(super) async fn enqueue<J: Job>(c: db::Conn<'_>, env: &kernel::Env, store: StoreId, job: &J) -> db::Result<()> {
    jobs::enqueue(c, env, job, Enqueue::of(store)).await?;
    Ok(())
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The import of a task, while the task's pass is the one at work.
async fn current(app: &App, task: &Task, status: Status) -> Result<Option<(Import, Pass)>, Failed> {
    let actor = Actor::merchant(task.user, task.name.clone());
    let scope = StoreScope::new(task.store, Actor { operator: task.operator.clone(), ip: task.ip.clone(), ..actor });
    let import = store::find(app.db().conn(), &scope, task.import).await?;
    let is_current = |i: &Import| i.pass == task.pass && i.status() == status;
    Ok(import.filter(is_current).map(|import| {
        let pass = Pass { env: app.env().clone(), scope, import: task.import, number: task.pass };
        (import, pass)
    }))
}

const GAVE_UP: Message = Message::new(
    "تعذّر إكمال العمل بعد محاولات عديدة. ما كُتب من المنتجات باقٍ، ويمكنك التراجع عنه أو إعادة الفحص ثم البدء من جديد.",
    "The work could not be finished after several tries. What was written stays; you can undo it, or check the file and start again.",
);

/// The work of a pass used up its tries: the import has failed, and says so.
async fn gave_up(app: App, task: Task, status: Status) -> Result<(), Failed> {
    match current(&app, &task, status).await? {
        Some((_, pass)) => end(&app, &pass, status, Step::Fail, Some(failure("work_gave_up", &GAVE_UP))).await,
        None => Ok(()),
    }
}

/// Opens the file; an import whose file is gone for good has failed.
async fn open(app: &App, pass: &Pass, import: &Import) -> Result<Option<Source>, Failed> {
    match Source::open(app, &pass.scope, import).await {
        Ok(source) => Ok(Some(source)),
        Err(ReadError::Passing(e)) => Err(e),
        Err(ReadError::Gone(failure)) => {
            end(app, pass, import.status(), Step::Fail, Some(failure)).await?;
            Ok(None)
        }
    }
}

async fn read(
    app: &App,
    pass: &Pass,
    import: &Import,
    source: &Source,
    wanted: Wanted,
) -> Result<Option<(Vec<Item>, usize)>, Failed> {
    match source.items(wanted).await {
        Ok(read) => Ok(Some(read)),
        Err(ReadError::Passing(e)) => Err(e),
        Err(ReadError::Gone(failure)) => {
            end(app, pass, import.status(), Step::Fail, Some(failure)).await?;
            Ok(None)
        }
    }
}

/// Ends a pass, with its entry in the journal.
async fn end(app: &App, pass: &Pass, from: Status, step: Step, failure: Option<Failure>) -> Result<(), Failed> {
    let to = from.take(step)?;
    let (pass, now) = (pass.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            if store::end_pass(c, &pass.scope, now, pass.import, pass.number, from, to, failure.as_ref()).await? {
                let entry = Entry::new(Act::UpdateStatus, "import", pass.import)
                    .before(serde_json::json!({ "status": from }))
                    .after(serde_json::json!({ "status": to }));
                journal::write(c, &pass.scope, now, db::Topics::PROGRESS, entry).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(())
}

/// Removes what an earlier dry run has written down.
async fn clear_rows(app: &App, pass: &Pass) -> Result<(), Failed> {
    loop {
        let (scope, import) = (pass.scope.clone(), pass.import);
        let limit = i64::try_from(ROWS).unwrap_or(200);
        let n = app.db().tx(async move |c| store::delete_rows(c, &scope, import, limit).await).await?;
        if n == 0 {
            return Ok(());
        }
    }
}

async fn set_total(app: &App, pass: &Pass, total: usize) -> Result<(), Failed> {
    let (pass, total) = (pass.clone(), i64::try_from(total).unwrap_or(i64::MAX));
    app.db().tx(async move |c| store::set_total(c, &pass.scope, pass.import, pass.number, total).await).await?;
    Ok(())
}

/// How a step of a pass went.
enum Went {
    On,
    /// Somebody else has the pass now.
    Away,
}

fn went(result: Result<(), ApplyError>) -> Result<Went, CatalogError> {
    match result {
        Ok(()) => Ok(Went::On),
        Err(ApplyError::Superseded) => Ok(Went::Away),
        Err(ApplyError::Catalog(e)) => Err(e),
    }
}

fn to_i64(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

// ---- dry run --------------------------------------------------------------------------------------------------------

async fn check_import(app: App, CheckImportJob(task): CheckImportJob) -> JobResult {
    let Some((import, pass)) = current(&app, &task, Status::Checking).await? else { return Ok(Outcome::Done) };
    let Some(source) = open(&app, &pass, &import).await? else { return Ok(Outcome::Done) };
    if import.reached == 0 {
        clear_rows(&app, &pass).await?;
    }
    let from = usize::try_from(import.reached)?;
    let Some((items, total)) = read(&app, &pass, &import, &source, Wanted::Window { from, count: CHECK_TURN }).await? else {
        return Ok(Outcome::Done);
    };
    set_total(&app, &pass, total).await?;
    let mut at = from;
    for chunk in items.chunks(ROWS) {
        let prepared = prepare(app.db().conn(), &pass.scope, pass.import, &source.rules, chunk).await?;
        let (p, to) = (pass.clone(), at + chunk.len());
        let (a, b) = (to_i64(at), to_i64(to));
        if let Went::Away = went(app.db().tx(async move |c| p.note(c, &prepared, a, b).await).await)? {
            return Ok(Outcome::Done);
        }
        at = to;
    }
    if at < total {
        return Ok(Outcome::Continue(0));
    }
    end(&app, &pass, Status::Checking, Step::EndCheck, None).await?;
    Ok(Outcome::Done)
}

// ---- run ------------------------------------------------------------------------------------------------------------

async fn run_import(app: App, job: RunImportJob) -> JobResult {
    let RunImportJob { task, is_retry } = job;
    let Some((import, pass)) = current(&app, &task, Status::Running).await? else { return Ok(Outcome::Done) };
    let Some(source) = open(&app, &pass, &import).await? else { return Ok(Outcome::Done) };
    let is_over = if is_retry { retry(&app, &pass, &import, &source).await? } else { run(&app, &pass, &import, &source).await? };
    match is_over {
        None => Ok(Outcome::Done),
        Some(false) => Ok(Outcome::Continue(0)),
        Some(true) => {
            end(&app, &pass, Status::Running, Step::EndRun, None).await?;
            Ok(Outcome::Done)
        }
    }
}

/// A turn of the run; whether it was the last, none when somebody else has the pass now.
async fn run(app: &App, pass: &Pass, import: &Import, source: &Source) -> Result<Option<bool>, Failed> {
    if import.reached == 0 {
        clear_rows(app, pass).await?;
    }
    let from = usize::try_from(import.reached)?;
    let Some((items, total)) = read(app, pass, import, source, Wanted::Window { from, count: TURN }).await? else {
        return Ok(None);
    };
    set_total(app, pass, total).await?;
    let mut at = from;
    for chunk in items.chunks(CHUNK) {
        let to = at + chunk.len();
        let places: Vec<i64> = (at..=to).map(to_i64).collect();
        if let Went::Away = write(app, pass, source, chunk, &places, false).await? {
            return Ok(None);
        }
        at = to;
    }
    Ok(Some(at >= total))
}

/// A turn of a retry, over the rows that failed.
async fn retry(app: &App, pass: &Pass, import: &Import, source: &Source) -> Result<Option<bool>, Failed> {
    let failed = store::failed_positions(app.db().conn(), &pass.scope, pass.import, import.reached, to_i64(TURN)).await?;
    let is_last = failed.len() < TURN;
    let wanted: HashSet<i64> = failed.iter().copied().collect();
    let Some((mut items, _)) = read(app, pass, import, source, Wanted::At(wanted)).await? else { return Ok(None) };
    items.sort_by_key(|item| item.position);
    let mut at = import.reached;
    for chunk in items.chunks(CHUNK) {
        let mut places = vec![at];
        places.extend(chunk.iter().map(|item| item.position));
        if let Went::Away = write(app, pass, source, chunk, &places, true).await? {
            return Ok(None);
        }
        at = places.last().copied().unwrap_or(at);
    }
    // A row that is no product of its own under a new mapping stays as it failed.
    if let (false, Some(last)) = (is_last, failed.last().copied().filter(|last| *last > at)) {
        let (p, from) = (pass.clone(), at);
        if let Went::Away = went(app.db().tx(async move |c| p.write(c, &[], from, last, true).await).await)? {
            return Ok(None);
        }
    }
    Ok(Some(is_last))
}

/// Writes a chunk; when a product of it cannot be written, each on its own, so that only that one fails.
/// `places[i]` is where the pass stands before item `i`, the last one where it stands after the chunk.
async fn write(app: &App, pass: &Pass, source: &Source, chunk: &[Item], places: &[i64], is_retry: bool) -> Result<Went, Failed> {
    let (from, to) = (places[0], places[chunk.len()]);
    let prepared = prepare(app.db().conn(), &pass.scope, pass.import, &source.rules, chunk).await?;
    let e = match attempt(app, pass, prepared, from, to, is_retry).await {
        Ok(went) => return Ok(went),
        Err(e) => e,
    };
    if let CatalogError::Db(e) = &e
        && e.is_unavailable()
    {
        return Err(Box::from(e.to_string()));
    }
    tracing::debug!(import.id = %pass.import, error = %e, "chunk of an import goes product by product");
    for (i, item) in chunk.iter().enumerate() {
        if let Went::Away = write_alone(app, pass, source, item, places[i], places[i + 1], is_retry).await? {
            return Ok(Went::Away);
        }
    }
    Ok(Went::On)
}

async fn write_alone(
    app: &App,
    pass: &Pass,
    source: &Source,
    item: &Item,
    from: i64,
    to: i64,
    is_retry: bool,
) -> Result<Went, Failed> {
    let mut tries = 0;
    loop {
        tries += 1;
        let mut prepared = prepare(app.db().conn(), &pass.scope, pass.import, &source.rules, std::slice::from_ref(item)).await?;
        match attempt(app, pass, prepared.clone(), from, to, is_retry).await {
            Ok(went) => return Ok(went),
            // Changed between the look and the write: look again.
            Err(CatalogError::Stale | CatalogError::NotFound) if tries < 3 => {}
            Err(e) => {
                let messages = refusal(e, |faults| source.rules.messages(faults))?;
                for one in &mut prepared {
                    one.what = What::Refused(messages.clone());
                }
                return Ok(attempt(app, pass, prepared, from, to, is_retry).await?);
            }
        }
    }
}

async fn attempt(
    app: &App,
    pass: &Pass,
    prepared: Vec<Prepared>,
    from: i64,
    to: i64,
    is_retry: bool,
) -> Result<Went, CatalogError> {
    let pass = pass.clone();
    went(app.db().tx(async move |c| pass.write(c, &prepared, from, to, is_retry).await).await)
}

// ---- undo -----------------------------------------------------------------------------------------------------------

async fn undo_import(app: App, UndoImportJob(task): UndoImportJob) -> JobResult {
    let Some((import, pass)) = current(&app, &task, Status::Undoing).await? else { return Ok(Outcome::Done) };
    let mut at = import.reached;
    for _ in 0..TURN / CHUNK {
        let rows = store::written_rows(app.db().conn(), &pass.scope, pass.import, at, to_i64(CHUNK)).await?;
        let Some(to) = rows.last().map(|row| row.position) else {
            remove_categories(&app, &pass).await?;
            end(&app, &pass, Status::Undoing, Step::EndUndo, None).await?;
            return Ok(Outcome::Done);
        };
        let (p, from) = (pass.clone(), at);
        if let Went::Away = went(app.db().tx(async move |c| p.take_back(c, &rows, from, to).await).await)? {
            return Ok(Outcome::Done);
        }
        at = to;
    }
    Ok(Outcome::Continue(0))
}

/// Categories that the import made and that hold nothing go with it.
async fn remove_categories(app: &App, pass: &Pass) -> Result<(), Failed> {
    for id in store::made_categories(app.db().conn(), &pass.scope, pass.import).await? {
        let pass = pass.clone();
        let removed = app.db().tx(async move |c| {
            if store::is_bare_category(c, &pass.scope, id).await? {
                catalog::remove_category(c, &pass.env, &pass.scope, id, catalog::Fate::default()).await?;
            }
            Ok::<_, CatalogError>(())
        });
        match removed.await {
            // Removed or changed by the merchant meanwhile.
            Ok(()) | Err(CatalogError::NotFound | CatalogError::Stale) => {}
            Err(e) => return Err(e.into()),
        }
    }
    Ok(())
}
