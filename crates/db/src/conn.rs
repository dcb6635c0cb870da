//! The facade: what handlers and store functions see.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use kernel::StoreId;
use tokio::sync::broadcast;

use crate::check::Checked;
use crate::commit_hook::{self, CommitHook};
use crate::dialect::Dialect;
use crate::error::{Error, Result};
use crate::feed::{Topics, Touched, TxState};
use crate::pg_conn::PgConn;
use crate::postgres::{Ended, PgConfig, Postgres};
use crate::row::FromRow;
use crate::schema::Schema;
use crate::sqlite::{self, Sqlite, SqliteConfig};
use crate::statement_observer::{StatementHook, Watched};
use crate::value::Params;

/// The database. Clone freely.
#[derive(Clone)]
pub struct Db(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) engine: Engine,
    feed: broadcast::Sender<Touched>,
    watched: Watched,
    pub(crate) schema: Arc<Schema>,
    pub(crate) checked: Mutex<Option<Checked>>,
    pub(crate) clock_offset: AtomicI64,
}

pub(crate) enum Engine {
    Sqlite(Sqlite),
    Postgres(Box<Postgres>),
}

/// Where a statement runs: outside a transaction ([`Db::conn`]) or inside one ([`Db::tx`]).
#[derive(Clone, Copy)]
pub struct Conn<'a>(Place<'a>);

#[derive(Clone, Copy)]
enum Place<'a> {
    Sqlite(&'a Sqlite, Option<&'a TxState>),
    Postgres(&'a Postgres),
    PostgresTx(&'a PgConn, &'a TxState),
}

impl Conn<'_> {
    /// Every row. Bound the result: a list without LIMIT is a fault.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn all<T: FromRow>(self, sql: &str, params: Params<'_>) -> Result<Vec<T>> {
        match self.0 {
            Place::Sqlite(s, state) => {
                look(state, sql, params)?;
                sqlite::all(&*s.here()?, sql, params)
            }
            Place::Postgres(p) => p.any().await?.all(sql, params).await,
            Place::PostgresTx(c, state) => {
                state.before(sql, params)?;
                c.in_tx(state, c.all(sql, params)).await
            }
        }
    }

    /// The first row, if any.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn opt<T: FromRow>(self, sql: &str, params: Params<'_>) -> Result<Option<T>> {
        match self.0 {
            Place::Sqlite(s, state) => {
                look(state, sql, params)?;
                sqlite::opt(&*s.here()?, sql, params)
            }
            Place::Postgres(_) | Place::PostgresTx(..) => Ok(self.all(sql, params).await?.into_iter().next()),
        }
    }

    /// The row that must be there.
    ///
    /// # Errors
    /// [`Error::NotFound`], and those of the engine.
    pub async fn one<T: FromRow>(self, sql: &str, params: Params<'_>) -> Result<T> {
        self.opt(sql, params).await?.ok_or(Error::NotFound)
    }

    /// Runs a statement; how many rows it changed.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn exec(self, sql: &str, params: Params<'_>) -> Result<u64> {
        match self.0 {
            Place::Sqlite(s, state) => {
                look(state, sql, params)?;
                sqlite::exec(&*s.here()?, sql, params)
            }
            Place::Postgres(p) => p.any().await?.exec(sql, params).await,
            Place::PostgresTx(c, state) => {
                state.before(sql, params)?;
                c.in_tx(state, c.exec(sql, params)).await
            }
        }
    }

    /// Says what this transaction touches; listeners hear of it once, after the commit. No effect outside a transaction.
    pub fn touch(self, store: StoreId, topics: Topics) {
        match self.0 {
            Place::Sqlite(_, Some(state)) | Place::PostgresTx(_, state) => state.touch(store, topics),
            Place::Sqlite(_, None) | Place::Postgres(_) => {}
        }
    }

    /// Says what this transaction brings about, for its [`CommitHook`]; `what` is only asked when there is one.
    pub fn note(self, what: impl FnOnce() -> String) {
        match self.0 {
            Place::Sqlite(_, Some(state)) | Place::PostgresTx(_, state) => state.note(what),
            Place::Sqlite(_, None) | Place::Postgres(_) => {}
        }
    }

    /// Runs fixed SQL of several statements in a transaction.
    pub(crate) async fn batch(self, sql: &str) -> Result<()> {
        match self.0 {
            Place::Sqlite(s, _) => Ok(s.here()?.execute_batch(sql)?),
            Place::Postgres(p) => p.any().await?.batch(sql).await,
            Place::PostgresTx(c, state) => c.in_tx(state, c.batch(sql)).await,
        }
    }

    /// Which engine answers.
    #[must_use]
    pub fn dialect(self) -> Dialect {
        match self.0 {
            Place::Sqlite(..) => Dialect::Sqlite,
            Place::Postgres(_) | Place::PostgresTx(..) => Dialect::Postgres,
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
        let (watched, checked, clock_offset) = (Watched::default(), Mutex::default(), AtomicI64::default());
        Self(Arc::new(Inner { engine, feed, watched, schema, checked, clock_offset }))
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
            Engine::Sqlite(s) => Place::Sqlite(s, None),
            Engine::Postgres(p) => Place::Postgres(p),
        })
    }

    /// Which engine this is.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.conn().dialect()
    }

    /// How many statements have run; on PostgreSQL those of transactions are left out. For tests that hold a page to a number.
    #[must_use]
    pub fn statements(&self) -> u64 {
        let count = match &self.0.engine {
            Engine::Sqlite(s) => &s.statements,
            Engine::Postgres(p) => &p.statements,
        };
        count.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// How often a transaction was run again because PostgreSQL could not serialise it: a ring of locks, nearly always.
    #[must_use]
    pub fn replays(&self) -> u64 {
        match &self.0.engine {
            Engine::Sqlite(_) => 0,
            Engine::Postgres(p) => p.replays.load(std::sync::atomic::Ordering::Relaxed),
        }
    }

    /// Lets somebody look on at every statement of the transactions that begin from now on; none ends it. For tests.
    pub fn watch(&self, by: Option<StatementHook>) {
        self.0.watched.set(by);
    }

    /// Hears of every committed change: of this process on SQLite, of every node on PostgreSQL.
    /// A store id of zero means that anything may have changed.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Touched> {
        self.0.feed.subscribe()
    }

    /// One transaction; resolves after its durable commit.
    ///
    /// On SQLite the closure travels to the writer thread and is polled once: awaiting anything but `c` fails and rolls
    /// back. On PostgreSQL it may run again after a serialization failure, so it has no side effects: enqueue a job.
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
        let rider = commit_hook::current();
        match &self.0.engine {
            Engine::Sqlite(s) => {
                let inner = self.0.clone();
                let state = Arc::new(TxState::new(rider.is_some(), self.0.watched.begin()));
                let (feed, touched) = (self.0.feed.clone(), state.clone());
                s.write(
                    move || {
                        let Engine::Sqlite(s) = &inner.engine else { return Err(Error::Gone.into()) };
                        let c = Conn(Place::Sqlite(s, Some(&state)));
                        ready(ridden(work(c), c, &state, rider.as_ref()))
                    },
                    move || {
                        for t in touched.take() {
                            let _ = feed.send(t);
                        }
                    },
                )
                .await
            }
            Engine::Postgres(p) => {
                let inner = self.0.clone();
                p.run_local(move || async move {
                    let Engine::Postgres(p) = &inner.engine else { return Err(Error::Gone.into()) };
                    let mut borrowed = p.begin().await?;
                    let mut tries = 0;
                    loop {
                        tries += 1;
                        let state = TxState::new(rider.is_some(), inner.watched.begin());
                        let c = Conn(Place::PostgresTx(borrowed.conn()?, &state));
                        let result = ridden(work(c), c, &state, rider.as_ref()).await;
                        if let Ended::Final(result) = borrowed.end(&state, result, tries).await? {
                            return result;
                        }
                    }
                })
                .await
            }
        }
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
        match &self.0.engine {
            Engine::Sqlite(s) => {
                let inner = self.0.clone();
                s.report(move || {
                    let Engine::Sqlite(s) = &inner.engine else { return Err(Error::Gone.into()) };
                    ready(work(Conn(Place::Sqlite(s, None))))
                })
                .await?
            }
            Engine::Postgres(p) => {
                let inner = self.0.clone();
                p.run_local(move || async move {
                    let Engine::Postgres(p) = &inner.engine else { return Err(Error::Gone.into()) };
                    work(Conn(Place::Postgres(p))).await
                })
                .await
            }
        }
    }

    /// See [`Db::export`].
    pub(crate) async fn export_with(
        &self,
        store: StoreId,
        tables: &[crate::table::Table],
        sink: crate::export::Sink<'_>,
    ) -> Result<()> {
        match &self.0.engine {
            Engine::Sqlite(s) => crate::export::sqlite(&s.alone()?, store, tables, sink),
            Engine::Postgres(p) => crate::export::postgres(p.alone().await?.client(), store, tables, sink).await,
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

/// The work of a transaction, and then its rider.
async fn ridden<T, E: From<Error>>(
    work: impl Future<Output = Result<T, E>>,
    c: Conn<'_>,
    state: &TxState,
    rider: Option<&CommitHook>,
) -> Result<T, E> {
    let value = work.await?;
    if let Some(rider) = rider {
        rider.ride(c, state.noted()).await?;
    }
    Ok(value)
}

/// Shows a statement of a transaction to who looks on.
fn look(state: Option<&TxState>, sql: &str, params: Params<'_>) -> Result<()> {
    state.map_or(Ok(()), |state| state.before(sql, params))
}

/// SQLite futures never wait: poll once.
fn ready<T, E: From<Error>>(work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(Error::ForeignAwait.into()),
    }
}
