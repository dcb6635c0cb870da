//! The facade: what handlers and store functions see.

use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex};

use kernel::StoreId;
use tokio::sync::broadcast;

use crate::check::Checked;
use crate::commit_hook;
use crate::dialect::{Dialect, without_row_lock};
use crate::error::{Error, Result};
use crate::feed::{Topics, Touched, TxState};
use crate::pg_conn::PgConn;
use crate::postgres::{PgConfig, Postgres};
use crate::row::{FromRow, Raw, Read, Row, Rows, read_row};
use crate::schema::Schema;
use crate::sqlite::{self, Sqlite, SqliteConfig};
use crate::statement_observer::{ObserverSlot, StatementHook};
use crate::transaction::{self, Write};
use crate::value::Params;

/// The database. Clone freely.
#[derive(Clone)]
pub struct Db(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) engine: Engine,
    feed: broadcast::Sender<Touched>,
    observer: ObserverSlot,
    pub(crate) schema: Arc<Schema>,
    pub(crate) checked: Mutex<Option<Checked>>,
    pub(crate) clock_offset: AtomicI64,
}

pub(crate) enum Engine {
    Sqlite(Sqlite),
    Postgres(Box<Postgres>),
}

impl Inner {
    /// The embedded engine, outside a transaction or inside one.
    pub(crate) fn embedded<'a>(&'a self, state: Option<&'a TxState>) -> Result<Conn<'a>> {
        match &self.engine {
            Engine::Sqlite(s) => Ok(Conn(Target::Sqlite(s, state))),
            Engine::Postgres(_) => Err(Error::Gone),
        }
    }

    /// The PostgreSQL engine.
    pub(crate) fn server(&self) -> Result<&Postgres> {
        match &self.engine {
            Engine::Postgres(p) => Ok(p),
            Engine::Sqlite(_) => Err(Error::Gone),
        }
    }

    /// The state of a transaction that begins.
    pub(crate) fn state(&self, has_commit_hook: bool) -> TxState {
        TxState::new(has_commit_hook, self.observer.begin())
    }
}

/// Where a statement runs: outside a transaction ([`Db::conn`]) or inside one ([`Db::tx`]).
#[derive(Clone, Copy)]
pub struct Conn<'a>(Target<'a>);

#[derive(Clone, Copy)]
enum Target<'a> {
    Sqlite(&'a Sqlite, Option<&'a TxState>),
    Postgres(&'a Postgres),
    PostgresTx(&'a PgConn, &'a TxState),
}

impl<'a> Conn<'a> {
    /// Inside a transaction of PostgreSQL.
    pub(crate) const fn in_transaction(c: &'a PgConn, state: &'a TxState) -> Self {
        Self(Target::PostgresTx(c, state))
    }
}

impl Conn<'_> {
    /// Every row. Bound the result: a list without LIMIT is a fault.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn all<T: FromRow>(self, sql: &str, params: Params<'_>) -> Result<Vec<T>> {
        let mut found = Vec::new();
        let mut read = |row: &mut Row<'_>| {
            found.push(T::from_row(row)?);
            Ok(())
        };
        self.rows(sql, params, Rows::All, &mut read).await?;
        Ok(found)
    }

    /// The first row, if any.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn opt<T: FromRow>(self, sql: &str, params: Params<'_>) -> Result<Option<T>> {
        let mut found = None;
        let mut read = |row: &mut Row<'_>| {
            found = Some(T::from_row(row)?);
            Ok(())
        };
        self.rows(sql, params, Rows::First, &mut read).await?;
        Ok(found)
    }

    /// The row that must be there.
    ///
    /// # Errors
    /// [`Error::NotFound`], and those of the engine.
    pub async fn one<T: FromRow>(self, sql: &str, params: Params<'_>) -> Result<T> {
        self.opt(sql, params).await?.ok_or(Error::NotFound)
    }

    /// Passes rows to `read`. Not generic: compiled once for all types of rows.
    async fn rows(self, sql: &str, params: Params<'_>, selection: Rows, read: Read<'_>) -> Result<()> {
        debug_assert!(
            !self.is_outside() || without_row_lock(sql) == sql,
            "a row lock outside a transaction holds nothing: {sql}"
        );
        let found = match self.0 {
            Target::Sqlite(s, state) => {
                look(state, sql, params)?;
                return sqlite::rows(&*s.thread_connection()?, sql, params, selection, read);
            }
            Target::Postgres(p) => p.any().await?.rows(sql, params).await?,
            Target::PostgresTx(c, state) => {
                state.before(sql, params)?;
                c.in_tx(state, c.rows(sql, params)).await?
            }
        };
        let most = if selection == Rows::First { 1 } else { found.len() };
        found.iter().take(most).try_for_each(|row| read_row(Raw::Pg(row), sql, &mut *read))
    }

    /// Runs a statement; how many rows it changed.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn exec(self, sql: &str, params: Params<'_>) -> Result<u64> {
        match self.0 {
            Target::Sqlite(s, state) => {
                look(state, sql, params)?;
                sqlite::exec(&*s.thread_connection()?, sql, params)
            }
            Target::Postgres(p) => p.any().await?.exec(sql, params).await,
            Target::PostgresTx(c, state) => {
                state.before(sql, params)?;
                c.in_tx(state, c.exec(sql, params)).await
            }
        }
    }

    /// Records what this transaction touches; subscribers are notified once, after the commit. No effect outside a transaction.
    pub fn touch(self, store: StoreId, topics: Topics) {
        match self.0 {
            Target::Sqlite(_, Some(state)) | Target::PostgresTx(_, state) => state.touch(store, topics),
            Target::Sqlite(_, None) | Target::Postgres(_) => {}
        }
    }

    /// Records what this transaction creates or changes, for its [`CommitHook`]; `detail` is only computed when there is one.
    pub fn note(self, detail: impl FnOnce() -> String) {
        match self.0 {
            Target::Sqlite(_, Some(state)) | Target::PostgresTx(_, state) => state.note(detail),
            Target::Sqlite(_, None) | Target::Postgres(_) => {}
        }
    }

    /// Takes a lock of the whole installation, by its number, until this transaction ends: together with other transactions that
    /// share it, but not with one that holds it alone. For what no row stands for. PostgreSQL alone has it (an advisory lock, not
    /// that of migrations, 7261776901); on SQLite a transaction holds every lock there is.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn lock_shared(self, number: i64) -> Result<()> {
        self.installation_lock(number, true).await
    }

    /// The same lock alone: waits for every transaction that has it.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn lock_alone(self, number: i64) -> Result<()> {
        self.installation_lock(number, false).await
    }

    async fn installation_lock(self, number: i64, is_shared: bool) -> Result<()> {
        debug_assert!(!self.is_outside(), "a lock outside a transaction holds nothing");
        self.batch(&self.dialect().installation_lock(number, is_shared)).await
    }

    /// Outside a transaction.
    const fn is_outside(self) -> bool {
        matches!(self.0, Target::Sqlite(_, None) | Target::Postgres(_))
    }

    /// Runs fixed SQL of several statements in a transaction.
    pub(crate) async fn batch(self, sql: &str) -> Result<()> {
        match self.0 {
            Target::Sqlite(s, _) => Ok(s.thread_connection()?.execute_batch(sql)?),
            Target::Postgres(p) => p.any().await?.batch(sql).await,
            Target::PostgresTx(c, state) => c.in_tx(state, c.batch(sql)).await,
        }
    }

    /// Which engine answers.
    #[must_use]
    pub fn dialect(self) -> Dialect {
        match self.0 {
            Target::Sqlite(..) => Dialect::Sqlite,
            Target::Postgres(_) | Target::PostgresTx(..) => Dialect::Postgres,
        }
    }
}

impl Db {
    /// Opens the embedded engine.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn sqlite(config: SqliteConfig) -> Result<Self> {
        let schema = Arc::<Schema>::default();
        let (engine, feed) = (Engine::Sqlite(Sqlite::open(config, schema.clone())?), broadcast::channel(1024).0);
        Ok(Self::from_engine(engine, feed, schema))
    }

    /// Connects to PostgreSQL.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn postgres(config: &PgConfig) -> Result<Self> {
        let feed = broadcast::channel(1024).0;
        let engine = Engine::Postgres(Box::new(Postgres::open(config, feed.clone()).await?));
        Ok(Self::from_engine(engine, feed, Arc::default()))
    }

    fn from_engine(engine: Engine, feed: broadcast::Sender<Touched>, schema: Arc<Schema>) -> Self {
        let (observer, checked, clock_offset) = (ObserverSlot::default(), Mutex::default(), AtomicI64::default());
        Self(Arc::new(Inner { engine, feed, observer, schema, checked, clock_offset }))
    }

    /// `postgres://...`, or the path of a SQLite file (`sqlite://` may stand before it).
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn open(url: &str) -> Result<Self> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Self::postgres(&PgConfig::new(url)).await
        } else {
            Self::sqlite(SqliteConfig::new(url.strip_prefix("sqlite://").unwrap_or(url)))
        }
    }

    /// For reads outside a transaction.
    #[must_use]
    pub fn conn(&self) -> Conn<'_> {
        Conn(match &self.0.engine {
            Engine::Sqlite(s) => Target::Sqlite(s, None),
            Engine::Postgres(p) => Target::Postgres(p),
        })
    }

    /// Which engine this is.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.conn().dialect()
    }

    /// How many statements have run; on PostgreSQL those of transactions are left out. For tests that limit the statements of a
    /// page.
    #[must_use]
    pub fn statements(&self) -> u64 {
        let count = match &self.0.engine {
            Engine::Sqlite(s) => &s.statements,
            Engine::Postgres(p) => &p.statements,
        };
        count.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// How often a transaction was run again because PostgreSQL could not serialise it: a deadlock, nearly always.
    #[must_use]
    pub fn replays(&self) -> u64 {
        match &self.0.engine {
            Engine::Sqlite(_) => 0,
            Engine::Postgres(p) => p.replays.load(std::sync::atomic::Ordering::Relaxed),
        }
    }

    /// Registers an observer of every statement of the transactions that begin from now on; `None` removes it. For tests.
    pub fn watch(&self, by: Option<StatementHook>) {
        self.0.observer.set(by);
    }

    /// Subscribes to every committed change: of this process on SQLite, of every node on PostgreSQL. A store id of zero means
    /// that anything may have changed.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Touched> {
        self.0.feed.subscribe()
    }

    /// One transaction; resolves after its durable commit.
    ///
    /// On SQLite the closure travels to the writer thread and is polled once: awaiting anything but `c` fails and rolls
    /// back. It may run again (on SQLite when another transaction of its group fails, on PostgreSQL after a serialization
    /// failure), so it has no side effects: enqueue a job.
    /// An `Err` rolls everything back. On both engines a transaction that has begun runs to its end even when the caller's
    /// future is dropped (a closed connection), so nothing is ever left half-way.
    ///
    /// # Errors
    /// The closure's own, and those of the engine.
    pub async fn tx<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: for<'c> AsyncFn(Conn<'c>) -> Result<T, E> + Send + 'static,
    {
        self.0.schema.check()?;
        let hook = commit_hook::current();
        let (work, receiver) = transaction::work(work);
        match &self.0.engine {
            Engine::Sqlite(s) => {
                let state = self.0.state(hook.is_some());
                s.write(Write::new(self.0.clone(), work, state, hook, self.0.feed.clone()))?;
            }
            Engine::Postgres(p) => {
                let inner = self.0.clone();
                p.run_local(Box::new(move || Box::pin(transaction::transact(inner, work, hook))))?;
            }
        }
        // Dropped without running: another process has brought a newer schema, or the transaction could not begin.
        receiver.await.map_err(|_| E::from(self.0.schema.check().err().unwrap_or(Error::Gone)))?
    }

    /// A read that no index bounds (reports, exports): on threads of its own on SQLite, so that no page waits for it.
    ///
    /// # Errors
    /// The closure's own, and those of the engine.
    pub async fn report<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: for<'c> AsyncFn(Conn<'c>) -> Result<T, E> + Send + 'static,
    {
        let (mut work, receiver) = transaction::work(work);
        let inner = self.0.clone();
        match &self.0.engine {
            Engine::Sqlite(s) => s.report(Box::new(move || transaction::report(&inner, work)))?,
            Engine::Postgres(p) => p.run_local(Box::new(move || {
                Box::pin(async move {
                    match inner.server() {
                        Ok(p) => {
                            work.run_waiting(Conn(Target::Postgres(p))).await;
                        }
                        Err(e) => work.fail(e),
                    }
                    work.answer(true);
                })
            }))?,
        }
        receiver.await.map_err(|_| E::from(Error::Gone))?
    }

    /// See [`Db::export`].
    pub(crate) async fn export_with(
        &self,
        store: StoreId,
        tables: &[crate::table::Table],
        sink: crate::export::Sink<'_>,
    ) -> Result<()> {
        match &self.0.engine {
            Engine::Sqlite(s) => crate::export::sqlite(&s.dedicated_connection()?, store, tables, sink),
            Engine::Postgres(p) => crate::export::postgres(p.dedicated_connection().await?.client(), store, tables, sink).await,
        }
    }

    /// Copies a live SQLite database to `path`, readable for nobody but its owner, and examines the copy.
    ///
    /// # Errors
    /// On PostgreSQL, whose own tools make backups, when the copy fails, and when it is damaged: then so is the live one.
    pub fn backup(&self, path: &std::path::Path) -> Result<()> {
        match &self.0.engine {
            Engine::Sqlite(s) => s.backup(path),
            Engine::Postgres(_) => Err(Error::Setup("use pg_dump for a PostgreSQL database".into())),
        }
    }
}

/// Passes a statement of a transaction to the observer.
fn look(state: Option<&TxState>, sql: &str, params: Params<'_>) -> Result<()> {
    state.map_or(Ok(()), |state| state.before(sql, params))
}
