//! The embedded engine: inline reads, one writer thread with group commit, a thread that makes commits durable, and threads of its own
//! for reports.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TrySendError};
use rusqlite::Connection;

use crate::check::{Depth, examine};
use crate::checkpoint::Checkpoints;
use crate::dialect::without_row_lock;
use crate::error::{Error, Result};
use crate::log_sync::LogSync;
use crate::row::{Raw, Read, Rows, read_row};
use crate::schema::Schema;
use crate::sqlite_file::{copy, private};
use crate::transaction::Write;
use crate::value::Params;

/// When a transaction's caller is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// When the disk has it: what was answered survives a power cut.
    Synced,
    /// At its commit, without waiting for the disk: for throw-away test files.
    None,
}

/// How the embedded engine is opened. The defaults are those of data-layer rule 6.
#[derive(Debug, Clone)]
pub struct SqliteConfig {
    /// The database file; its folder must exist.
    pub path: PathBuf,
    /// Whether an answer waits for the disk.
    pub durability: Durability,
    /// Most transactions that share one commit. The fewer, the sooner callers go on while the writer runs the next group; the more,
    /// the fewer times a page that many of them change is written.
    pub group: usize,
    /// Writes that may wait; more are refused with [`Error::Busy`].
    pub queue: usize,
    /// Threads for reads that no index bounds.
    pub report_threads: usize,
}

impl SqliteConfig {
    /// The defaults for a file.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), durability: Durability::Synced, group: 32, queue: 4096, report_threads: 2 }
    }
}

/// How the writes of a job are isolated from those before it in its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Isolation {
    /// Nothing was written before it: when it fails, the whole transaction is rolled back.
    Transaction,
    /// Its savepoint is rolled back alone.
    Savepoint,
    /// Not at all: when it fails, the group is replayed.
    Shared,
}

/// Decides whether the jobs of a group get savepoints. In one, SQLite copies every page that a job changes, an eighth of the
/// writer's time under load; without, a job that fails costs the whole group another run. So a failure makes the next groups
/// run with savepoints.
#[derive(Debug, Default)]
struct SavepointPolicy {
    /// Groups that still run with savepoints.
    remaining: u32,
}

impl SavepointPolicy {
    /// How many groups after a failure.
    const AFTER_FAILURE: u32 = 64;

    fn begin_group(&mut self) -> Isolation {
        if self.remaining == 0 {
            return Isolation::Shared;
        }
        self.remaining -= 1;
        Isolation::Savepoint
    }

    fn on_failure(&mut self) {
        self.remaining = Self::AFTER_FAILURE;
    }
}

type Report = Box<dyn FnOnce() + Send>;

thread_local! {
    /// This thread's connections, one per open database.
    static CONNECTIONS: RefCell<Vec<(u64, std::rc::Rc<Connection>)>> = const { RefCell::new(Vec::new()) };
}

pub(crate) struct Sqlite {
    config: SqliteConfig,
    key: u64,
    jobs: Sender<Write>,
    reports: Sender<Report>,
    /// Statements so far.
    pub(crate) statements: AtomicU64,
}

impl Sqlite {
    pub(crate) fn open(config: SqliteConfig, schema: Arc<Schema>) -> Result<Self> {
        static KEYS: AtomicU64 = AtomicU64::new(1);
        let key = KEYS.fetch_add(1, Ordering::Relaxed);
        let (jobs, job_queue) = crossbeam_channel::bounded::<Write>(config.queue);
        let (reports, report_queue) = crossbeam_channel::unbounded::<Report>();
        private(&config.path)?;
        let mut writer = connect(&config, true)?;
        let own_config = config.clone();
        let log_sync = match config.durability {
            Durability::Synced => Some(LogSync::start(&writer, |write: Write| write.settle(true))?),
            Durability::None => None,
        };
        let mut checkpoints = Checkpoints::install(&mut writer, move || connect(&own_config, false))?;
        let group = config.group;
        spawn("db-writer", move || {
            let writer = std::rc::Rc::new(writer);
            CONNECTIONS.with(|h| h.borrow_mut().push((key, writer.clone())));
            let mut savepoints = SavepointPolicy::default();
            while let Ok(first) = job_queue.recv() {
                if let Some(committed) = write_group(&writer, &schema, first, (&job_queue, group), &mut savepoints) {
                    match &log_sync {
                        Some(log_sync) => log_sync.committed(committed, checkpoints.take_has_written()),
                        None => settle(committed, true),
                    }
                }
                checkpoints.committed(&writer);
            }
        })?;
        for _ in 0..config.report_threads {
            let (queue, conn) = (report_queue.clone(), connect(&config, false)?);
            spawn("db-report", move || {
                let conn = std::rc::Rc::new(conn);
                CONNECTIONS.with(|h| h.borrow_mut().push((key, conn)));
                while let Ok(report) = queue.recv() {
                    report();
                }
            })?;
        }
        Ok(Self { config, key, jobs, reports, statements: AtomicU64::new(0) })
    }

    /// This thread's own connection, opened at the first use.
    pub(crate) fn thread_connection(&self) -> Result<std::rc::Rc<Connection>> {
        self.statements.fetch_add(1, Ordering::Relaxed);
        CONNECTIONS.with(|h| {
            let mut all = h.borrow_mut();
            if let Some((_, c)) = all.iter().find(|(k, _)| *k == self.key) {
                return Ok(c.clone());
            }
            let c = std::rc::Rc::new(connect(&self.config, false)?);
            all.push((self.key, c.clone()));
            Ok(c)
        })
    }

    /// Queues a transaction for the writer thread; its caller is answered after the durable commit of its group.
    pub(crate) fn write(&self, write: Write) -> Result<()> {
        self.jobs.try_send(write).map_err(|e| match e {
            TrySendError::Full(_) => Error::Busy,
            TrySendError::Disconnected(_) => Error::Gone,
        })
    }

    /// Queues work for a report thread.
    pub(crate) fn report(&self, report: Report) -> Result<()> {
        self.reports.send(report).map_err(|_| Error::Gone)
    }

    /// A read connection of its own, for work that holds a snapshot for long.
    pub(crate) fn dedicated_connection(&self) -> Result<Connection> {
        connect(&self.config, false)
    }

    /// The file that a process locks while it examines the database.
    pub(crate) fn check_lock(&self) -> PathBuf {
        self.config.path.with_extension("check")
    }

    /// Copies the live database into `path` without blocking readers or writers.
    pub(crate) fn backup(&self, path: &std::path::Path) -> Result<()> {
        let source = connect(&self.config, false)?;
        private(path)?;
        let mut target = Connection::open(path)?;
        copy(&source, &mut target)?;
        let problems = examine(&target, Depth::Full);
        if !problems.is_empty() {
            return Err(Error::Setup(format!("the database is damaged ({})", problems.join("; "))));
        }
        // One file, without a log beside it.
        target.pragma_update(None, "journal_mode", "DELETE")?;
        target.close().map_err(|(_, e)| Error::from(e))
    }
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Result<()> {
    std::thread::Builder::new()
        .name(name.into())
        .spawn(body)
        .map(|_| ())
        .map_err(|e| Error::Setup(format!("cannot start thread {name}: {e}")))
}

fn connect(config: &SqliteConfig, is_writer: bool) -> Result<Connection> {
    let c = Connection::open(&config.path).map_err(|e| Error::Setup(format!("cannot open {}: {e}", config.path.display())))?;
    c.set_prepared_statement_cache_capacity(256);
    c.busy_timeout(Duration::from_secs(5))?;
    // Without this guarantee SQLite plans a cached statement again whenever its bindings are cleared, in case the values help the
    // planner: every join and every ORDER BY was parsed again at each use, which took three quarters of a read.
    c.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    use_log(&c)?;
    c.execute_batch(&format!(
        "PRAGMA synchronous={}; PRAGMA foreign_keys=ON; PRAGMA cache_size=-{}; \
         PRAGMA temp_store=MEMORY; PRAGMA wal_autocheckpoint=2000; PRAGMA journal_size_limit=67108864; {}",
        match config.durability {
            // Commits do not wait for the disk: `LogSync` does. Checkpoints sync the log and the file as ever.
            Durability::Synced => "NORMAL",
            Durability::None => "OFF",
        },
        if is_writer { 32_768 } else { 8_192 },
        if is_writer { "" } else { "PRAGMA query_only=ON;" }
    ))?;
    Ok(c)
}

/// Several processes may be the first ones on a new file. The change to the write-ahead log needs it alone, and SQLite answers
/// "busy" at once there, whatever the busy timeout says.
fn use_log(c: &Connection) -> Result<()> {
    let until = std::time::Instant::now() + Duration::from_secs(5);
    loop {
        match c.pragma_update(None, "journal_mode", "WAL") {
            Err(rusqlite::Error::SqliteFailure(e, _))
                if e.code == rusqlite::ErrorCode::DatabaseBusy && std::time::Instant::now() < until =>
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            other => return Ok(other?),
        }
    }
}

fn run(c: &Connection, sql: &str) -> Result<()> {
    c.prepare_cached(sql)?.raw_execute()?;
    Ok(())
}

/// One commit for the first job and whatever else is waiting, at most `most`. Returns the group when it was committed, for its callers
/// to be answered when it is durable; those of any other group are answered here.
fn write_group(
    c: &Connection,
    schema: &Schema,
    first: Write,
    (queue, most): (&Receiver<Write>, usize),
    savepoints: &mut SavepointPolicy,
) -> Option<Vec<Write>> {
    if let Err(e) = run(c, "BEGIN IMMEDIATE") {
        // The job is dropped without running; its caller gets an error.
        tracing::error!(error = %e, "cannot begin a write transaction");
        return None;
    }
    match schema.has_moved_on(c) {
        Ok(false) => {}
        outcome => {
            if let Err(e) = outcome {
                tracing::error!(error = %e, "cannot read the schema");
            }
            let _ = run(c, "ROLLBACK");
            return None;
        }
    }
    let mut isolation = savepoints.begin_group();
    let mut group = vec![run_in(c, first, Isolation::Transaction)];
    // A full disk or an I/O error rolls the whole transaction back (autocommit is on again): stop, fail the group.
    while group.len() < most && !c.is_autocommit() {
        let Ok(write) = queue.try_recv() else { break };
        group.push(run_in(c, write, isolation));
        if isolation == Isolation::Shared && group.last().is_some_and(|write| !write.is_ok()) {
            savepoints.on_failure();
            isolation = Isolation::Savepoint;
            group = replay(c, group);
        }
    }
    if !c.is_autocommit() {
        match run(c, "COMMIT") {
            Ok(()) => return Some(group),
            Err(e) => {
                tracing::error!(error = %e, transactions = group.len(), "commit failed");
                let _ = run(c, "ROLLBACK");
            }
        }
    }
    settle(group, false);
    None
}

fn settle(group: Vec<Write>, is_committed: bool) {
    for write in group {
        write.settle(is_committed);
    }
}

/// Replays a group from its beginning, with savepoints, because its last job failed without one. That job runs again too: its
/// result may name rows of those before it, which have other ids now.
fn replay(c: &Connection, group: Vec<Write>) -> Vec<Write> {
    if c.is_autocommit() {
        return group;
    }
    if let Err(e) = run(c, "ROLLBACK").and_then(|()| run(c, "BEGIN IMMEDIATE")) {
        tracing::error!(error = %e, "cannot run a group of transactions again");
        return group;
    }
    let mut isolation = Isolation::Transaction;
    let mut replayed = Vec::with_capacity(group.len());
    for mut write in group {
        if !c.is_autocommit() {
            write.reset();
            write = run_in(c, write, std::mem::replace(&mut isolation, Isolation::Savepoint));
        }
        replayed.push(write);
    }
    replayed
}

fn run_in(c: &Connection, mut write: Write, isolation: Isolation) -> Write {
    let end = match isolation {
        Isolation::Transaction => in_transaction(c, &mut write),
        Isolation::Savepoint => in_savepoint(c, &mut write),
        Isolation::Shared => {
            write.run();
            Ok(())
        }
    };
    if let Err(e) = end {
        write.fail(e);
    }
    write
}

/// The first job of a group, which needs no savepoint. In one, SQLite keeps every page as it was before the job and walks
/// over all of them at the end of each statement: the cost of a long job would grow with the square of its length.
fn in_transaction(c: &Connection, write: &mut Write) -> Result<()> {
    // A full disk or an I/O error has rolled back already: there is no transaction, and `write_group` sees that.
    if !write.run() && !c.is_autocommit() {
        run(c, "ROLLBACK")?;
        run(c, "BEGIN IMMEDIATE")?;
    }
    Ok(())
}

fn in_savepoint(c: &Connection, write: &mut Write) -> Result<()> {
    run(c, "SAVEPOINT job")?;
    if !write.run() {
        run(c, "ROLLBACK TO job")?;
    }
    run(c, "RELEASE job")
}

/// Passes rows to `read`. Where the first is enough, a reading statement goes no further; one that writes (RETURNING) runs to its
/// end, where its foreign keys are checked.
pub(crate) fn rows(c: &Connection, sql: &str, params: Params<'_>, selection: Rows, read: Read<'_>) -> Result<()> {
    let mut st = c.prepare_cached(without_row_lock(sql))?;
    for (i, p) in params.iter().enumerate() {
        p.value().bind_lite(&mut st, i + 1)?;
    }
    let is_reading = st.readonly();
    let mut rows = st.raw_query();
    while let Some(row) = rows.next()? {
        read_row(Raw::Lite(row), sql, &mut *read)?;
        if selection == Rows::First {
            break;
        }
    }
    if selection == Rows::First && !is_reading {
        while rows.next()?.is_some() {}
    }
    Ok(())
}

pub(crate) fn exec(c: &Connection, sql: &str, params: Params<'_>) -> Result<u64> {
    let mut st = c.prepare_cached(without_row_lock(sql))?;
    for (i, p) in params.iter().enumerate() {
        p.value().bind_lite(&mut st, i + 1)?;
    }
    Ok(st.raw_execute()? as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_statement_is_planned_once() {
        let dir = tempfile::tempdir().unwrap();
        let c = connect(&SqliteConfig::new(dir.path().join("t.db")), true).unwrap();
        c.execute_batch("CREATE TABLE a (s BIGINT, n BIGINT, PRIMARY KEY (s, n)); CREATE TABLE b (s BIGINT PRIMARY KEY)")
            .unwrap();
        for sql in [
            "SELECT n FROM a WHERE s = ?1 ORDER BY n DESC LIMIT 10",
            "SELECT a.n FROM a JOIN b ON b.s = a.s WHERE a.s = ?1 AND a.n = ?2",
        ] {
            for _ in 0..3 {
                let values: [&(dyn crate::Param + '_); 2] = [&1_i64, &2_i64];
                let mut read = |row: &mut crate::Row<'_>| row.get::<i64>().map(drop);
                rows(&c, sql, &values[..sql.matches('?').count()], Rows::All, &mut read).unwrap();
            }
            let st = c.prepare_cached(sql).unwrap();
            assert_eq!(st.get_status(rusqlite::StatementStatus::RePrepare), 0, "{sql}");
        }
    }

    #[test]
    fn the_first_row_is_read_and_what_it_changes_is_checked() {
        let dir = tempfile::tempdir().unwrap();
        let c = connect(&SqliteConfig::new(dir.path().join("t.db")), true).unwrap();
        c.execute_batch(
            "CREATE TABLE p (id BIGINT PRIMARY KEY); CREATE TABLE k (id BIGINT REFERENCES p (id)); INSERT INTO p VALUES (1)",
        )
        .unwrap();
        let first = |sql: &str| -> Result<Option<i64>> {
            let mut found = None;
            rows(&c, sql, &[], Rows::First, &mut |row: &mut crate::Row<'_>| row.get().map(|id| found = Some(id)))?;
            Ok(found)
        };
        assert_eq!(first("SELECT id FROM p").unwrap(), Some(1));
        assert_eq!(first("SELECT id FROM k").unwrap(), None);
        assert_eq!(first("INSERT INTO k VALUES (1) RETURNING id").unwrap(), Some(1));
        assert!(first("INSERT INTO k VALUES (7) RETURNING id").is_err(), "there is no such parent");
        assert_eq!(first("SELECT COUNT(*) FROM k").unwrap(), Some(1));
    }
}
