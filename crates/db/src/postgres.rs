//! PostgreSQL: pipelined reads over a few shared connections, exclusive ones for transactions.

use std::future::Future;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit, broadcast};

use crate::error::{Error, Result};
use crate::feed::{self, Touched, TxState};
use crate::pg_conn::{CHANNEL, Connector, Feed, PgConn};

/// How PostgreSQL is reached.
#[derive(Debug, Clone)]
pub struct PgConfig {
    /// `postgres://user:password@host:port/database`, with `sslmode`, `sslrootcert` and `pooler=transaction` as
    /// docs/OPERATIONS.md describes them.
    pub url: String,
    /// Connections that carry reads, pipelined.
    pub shared: usize,
    /// Connections that carry transactions.
    pub exclusive: usize,
}

impl PgConfig {
    /// The defaults: 3 shared, 8 exclusive connections.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), shared: 3, exclusive: 8 }
    }
}

/// Replays of a transaction that PostgreSQL could not serialise.
const MOST_TRIES: u32 = 8;

/// A piece of work for a thread of its own, whose future need not be `Send`.
pub(crate) type Local = Box<dyn FnOnce() -> std::pin::Pin<Box<dyn Future<Output = ()>>> + Send>;

/// Threads that run transactions. A closure's future then never has to prove `Send` for every lifetime of its connection,
/// which the compiler cannot do today, and a caller that goes away cannot leave a transaction open.
const TX_THREADS: usize = 2;

fn tx_threads() -> Result<Vec<tokio::sync::mpsc::UnboundedSender<Local>>> {
    (0..TX_THREADS)
        .map(|_| {
            let (send, mut queue) = tokio::sync::mpsc::unbounded_channel::<Local>();
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(|e| Error::Setup(format!("cannot start a transaction thread: {e}")))?;
            std::thread::Builder::new()
                .name("db-tx".into())
                .spawn(move || {
                    tokio::task::LocalSet::new().block_on(&runtime, async move {
                        while let Some(work) = queue.recv().await {
                            tokio::task::spawn_local(work());
                        }
                    });
                })
                .map_err(|e| Error::Setup(format!("cannot start a transaction thread: {e}")))?;
            Ok(send)
        })
        .collect()
}

pub(crate) struct Postgres {
    connector: Connector,
    feed: Feed,
    /// Statements outside transactions so far.
    pub(crate) statements: AtomicU64,
    /// Transactions that were run again so far.
    pub(crate) replays: AtomicU64,
    shared: Vec<tokio::sync::RwLock<Arc<PgConn>>>,
    next: AtomicUsize,
    idle: Mutex<Vec<PgConn>>,
    permits: Semaphore,
    threads: Vec<tokio::sync::mpsc::UnboundedSender<Local>>,
    /// Connections opened on a transaction thread live on the program's own runtime, which outlives it.
    runtime: tokio::runtime::Handle,
}

/// An exclusive connection. When the request that borrowed it is cancelled in the middle of a transaction it is closed,
/// which rolls back; only a connection known to be clean goes back to the pool.
pub(crate) struct Borrowed<'a> {
    pool: &'a Postgres,
    conn: Option<PgConn>,
    is_clean: bool,
    _permit: SemaphorePermit<'a>,
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        if let (true, Some(c)) = (self.is_clean, self.conn.take()) {
            self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner).push(c);
        }
    }
}

impl Postgres {
    pub(crate) async fn open(config: &PgConfig, feed: broadcast::Sender<Touched>) -> Result<Self> {
        let connector = Connector::parse(&config.url)?;
        let mut shared = Vec::with_capacity(config.shared.max(1));
        for _ in 0..config.shared.max(1) {
            shared.push(tokio::sync::RwLock::new(Arc::new(connector.open(None).await?)));
        }
        // Random by the standard library's own seed: unique among the nodes of one database.
        let node = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), std::process::id());
        let feed = Feed { listeners: feed, node };
        // Before anything is read, so that caches are invalidated from the first moment.
        let subscription = subscribe(&connector, &feed).await;
        tokio::spawn(listen(connector.clone(), feed.clone(), subscription));
        Ok(Self {
            connector,
            feed,
            statements: AtomicU64::new(0),
            replays: AtomicU64::new(0),
            shared,
            next: AtomicUsize::new(0),
            idle: Mutex::default(),
            permits: Semaphore::new(config.exclusive.max(1)),
            threads: tx_threads()?,
            runtime: tokio::runtime::Handle::current(),
        })
    }

    /// Runs `work` to its end on a transaction thread, even if its caller goes away.
    pub(crate) fn run_local(&self, work: Local) -> Result<()> {
        let thread = &self.threads[self.next.fetch_add(1, Ordering::Relaxed) % self.threads.len()];
        thread.send(work).map_err(|_| Error::Gone)
    }

    /// A live shared connection; a lost one is opened again.
    pub(crate) async fn any(&self) -> Result<Arc<PgConn>> {
        self.statements.fetch_add(1, Ordering::Relaxed);
        let slot = &self.shared[self.next.fetch_add(1, Ordering::Relaxed) % self.shared.len()];
        {
            let c = slot.read().await;
            if !c.client().is_closed() {
                return Ok(c.clone());
            }
        }
        let mut c = slot.write().await;
        if c.client().is_closed() {
            *c = Arc::new(self.connector.open(None).await?);
        }
        Ok(c.clone())
    }

    /// A connection of its own, for work that holds a snapshot for long.
    pub(crate) async fn dedicated_connection(&self) -> Result<PgConn> {
        self.connector.open(None).await
    }

    /// An exclusive connection for one transaction.
    pub(crate) async fn begin(&self) -> Result<Borrowed<'_>> {
        let wait = tokio::time::timeout(Duration::from_secs(10), self.permits.acquire());
        let permit = wait.await.map_err(|_| Error::Busy)?.map_err(|_| Error::Gone)?;
        let idle = loop {
            match self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop() {
                Some(c) if c.client().is_closed() => {}
                other => break other,
            }
        };
        let conn = if let Some(c) = idle {
            c
        } else {
            let connector = self.connector.clone();
            self.runtime.spawn(async move { connector.open(None).await }).await.map_err(|_| Error::Gone)??
        };
        Ok(Borrowed { pool: self, conn: Some(conn), is_clean: false, _permit: permit })
    }
}

impl Borrowed<'_> {
    pub(crate) fn conn(&self) -> Result<&PgConn> {
        self.conn.as_ref().ok_or(Error::Gone)
    }

    /// Commits what succeeded, rolls back what failed; false when PostgreSQL could not serialise it and it is to run again.
    pub(crate) async fn end(&mut self, state: &TxState, is_ok: bool, attempts: u32) -> Result<bool> {
        let conn = self.conn()?;
        let has_begun = state.begun.load(Ordering::Relaxed);
        let mut failed = None;
        if is_ok && has_begun {
            let (mut end, touched, feed) = (String::new(), state.take(), &self.pool.feed);
            for t in &touched {
                end += &format!("NOTIFY {CHANNEL}, '{}'; ", feed::encode(*t, feed.node));
            }
            end += "COMMIT";
            match conn.batch(&end).await {
                Ok(()) => {
                    // This node's own listeners are notified before the caller is answered: what it shows next is new.
                    for t in touched {
                        let _ = feed.listeners.send(t);
                    }
                }
                Err(e) => {
                    if e.is_serialization_failure() {
                        state.note_retry();
                    }
                    failed = Some(e);
                }
            }
        }
        if is_ok && failed.is_none() {
            self.is_clean = true;
            return Ok(true);
        }
        if has_begun {
            conn.batch("ROLLBACK").await?;
        }
        if state.retry.load(Ordering::Relaxed) && attempts < MOST_TRIES {
            self.pool.replays.fetch_add(1, Ordering::Relaxed);
            metrics::counter!("db_transaction_replays_total").increment(1);
            tokio::time::sleep(Duration::from_millis(u64::from(attempts) * 3)).await;
            return Ok(false);
        }
        self.is_clean = true;
        failed.map_or(Ok(true), Err)
    }
}

/// A connection that receives every notification from now on; none when the server cannot be reached.
async fn subscribe(connector: &Connector, feed: &Feed) -> Option<PgConn> {
    let c = connector.open(Some(feed.clone())).await.ok()?;
    c.batch(&format!("LISTEN {CHANNEL}")).await.ok()?;
    Some(c)
}

/// Follows NOTIFY for as long as the program runs. Caches are invalidated as a whole when the connection is lost, each time it
/// cannot be opened again, and once more when it listens again: what was committed in between was not notified.
async fn listen(connector: Connector, feed: Feed, mut subscription: Option<PgConn>) {
    let everything_touched = Touched { store: kernel::StoreId::from_raw(0), topics: crate::Topics(u8::MAX) };
    loop {
        match subscription.take() {
            Some(c) => {
                while !c.client().is_closed() {
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
            }
            None => tokio::time::sleep(Duration::from_secs(1)).await,
        }
        let _ = feed.listeners.send(everything_touched);
        subscription = subscribe(&connector, &feed).await;
        if subscription.is_some() {
            let _ = feed.listeners.send(everything_touched);
        }
    }
}
