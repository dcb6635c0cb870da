//! A type-erased transaction: engines run trait objects, so they are compiled once and not once for each of hundreds of closures
//! (decision 0063).

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use tokio::sync::{broadcast, oneshot};

use crate::commit_hook::CommitHook;
use crate::conn::{Conn, Inner};
use crate::error::{Error, Result};
use crate::feed::{Touched, TxState};

/// A transaction slower than this is logged (data-layer rule 7).
const SLOW: Duration = Duration::from_millis(20);

/// A closure of statements, and the caller who waits for its result.
pub(crate) trait Work: Send {
    /// Runs the closure, polling it once; true when it succeeded. For SQLite, whose statements never wait.
    fn run(&mut self, c: Conn<'_>) -> bool;
    /// Runs the closure to its end; true when it succeeded.
    fn run_waiting<'w>(&'w mut self, c: Conn<'w>) -> Pin<Box<dyn Future<Output = bool> + 'w>>;
    /// Replaces the closure's result with an error.
    fn fail(&mut self, error: Error);
    /// Sends the caller the closure's result, or the error of a group that was not committed.
    fn answer(self: Box<Self>, is_committed: bool);
}

/// The caller's end of a closure's result.
pub(crate) type ResultReceiver<T, E> = oneshot::Receiver<std::result::Result<T, E>>;

/// A closure as [`Work`], and the receiver of its result.
pub(crate) fn work<T, E, F>(closure: F) -> (Box<dyn Work>, ResultReceiver<T, E>)
where
    T: Send + 'static,
    E: From<Error> + Send + 'static,
    F: for<'c> AsyncFn(Conn<'c>) -> std::result::Result<T, E> + Send + 'static,
{
    let (answer, receiver) = oneshot::channel();
    (Box::new(Closure { closure, outcome: Outcome { result: None, answer } }), receiver)
}

struct Closure<T, E, F> {
    closure: F,
    outcome: Outcome<T, E>,
}

struct Outcome<T, E> {
    result: Option<std::result::Result<T, E>>,
    answer: oneshot::Sender<std::result::Result<T, E>>,
}

impl<T, E> Outcome<T, E> {
    fn set(&mut self, result: std::result::Result<T, E>) -> bool {
        self.result.insert(result).is_ok()
    }
}

impl<T, E, F> Work for Closure<T, E, F>
where
    T: Send,
    E: From<Error> + Send,
    F: for<'c> AsyncFn(Conn<'c>) -> std::result::Result<T, E> + Send,
{
    fn run(&mut self, c: Conn<'_>) -> bool {
        let result = match poll_once(pin!((self.closure)(c))) {
            Some(result) => result,
            None => Err(Error::ForeignAwait.into()),
        };
        self.outcome.set(result)
    }

    fn run_waiting<'w>(&'w mut self, c: Conn<'w>) -> Pin<Box<dyn Future<Output = bool> + 'w>> {
        Box::pin(async move {
            let result = (self.closure)(c).await;
            self.outcome.set(result)
        })
    }

    fn fail(&mut self, error: Error) {
        self.outcome.set(Err(error.into()));
    }

    fn answer(self: Box<Self>, is_committed: bool) {
        let Outcome { result, answer } = self.outcome;
        let result = result.filter(|_| is_committed);
        let _ = answer.send(result.unwrap_or_else(|| Err(Error::Gone.into())));
    }
}

/// SQLite futures never wait: poll once.
fn poll_once<F: Future>(future: Pin<&mut F>) -> Option<F::Output> {
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// A transaction for the writer thread of SQLite.
pub(crate) struct Write {
    inner: Arc<Inner>,
    work: Box<dyn Work>,
    state: TxState,
    commit_hook: Option<CommitHook>,
    feed: broadcast::Sender<Touched>,
    is_ok: bool,
}

impl Write {
    pub(crate) fn new(
        inner: Arc<Inner>,
        work: Box<dyn Work>,
        state: TxState,
        commit_hook: Option<CommitHook>,
        feed: broadcast::Sender<Touched>,
    ) -> Self {
        Self { inner, work, state, commit_hook, feed, is_ok: false }
    }

    /// Runs its statements in the transaction that is open; true when they are to be committed.
    pub(crate) fn run(&mut self) -> bool {
        let started = Instant::now();
        let Self { inner, work, state, commit_hook, .. } = self;
        let attempt = AssertUnwindSafe(|| {
            let c = inner.embedded(Some(state))?;
            if !work.run(c) {
                return Ok(false);
            }
            match commit_hook {
                Some(commit_hook) => {
                    poll_once(pin!(commit_hook.run_in(c, state.noted()))).unwrap_or(Err(Error::ForeignAwait)).map(|()| true)
                }
                None => Ok(true),
            }
        });
        match std::panic::catch_unwind(attempt).unwrap_or(Err(Error::Gone)) {
            Ok(is_ok) => self.is_ok = is_ok,
            Err(e) => self.fail(e),
        }
        let elapsed = started.elapsed();
        if elapsed > SLOW {
            tracing::warn!(duration_ms = elapsed.as_millis(), "slow transaction");
        }
        self.is_ok
    }

    /// Marks it as failed: its statements are not to be committed.
    pub(crate) fn fail(&mut self, error: Error) {
        self.is_ok = false;
        self.work.fail(error);
    }

    /// It ran and is to be committed.
    pub(crate) const fn is_ok(&self) -> bool {
        self.is_ok
    }

    /// Clears what it noted, before a replay.
    pub(crate) fn reset(&mut self) {
        self.state = self.inner.state(self.commit_hook.is_some());
        self.is_ok = false;
    }

    /// Notifies its listeners and its caller how the group ended.
    pub(crate) fn settle(self, is_committed: bool) {
        if is_committed && self.is_ok {
            for touched in self.state.take() {
                let _ = self.feed.send(touched);
            }
        }
        self.work.answer(is_committed);
    }
}

/// Runs work that only reads on a thread of SQLite's reports.
pub(crate) fn report(inner: &Inner, mut work: Box<dyn Work>) {
    let attempt = AssertUnwindSafe(|| inner.embedded(None).map(|c| work.run(c)));
    if let Err(e) = std::panic::catch_unwind(attempt).unwrap_or(Err(Error::Gone)) {
        work.fail(e);
    }
    work.answer(true);
}

/// Runs a transaction on PostgreSQL, with replays after serialization failures.
pub(crate) async fn transact(inner: Arc<Inner>, mut work: Box<dyn Work>, commit_hook: Option<CommitHook>) {
    if let Err(e) = attempts(&inner, &mut *work, commit_hook.as_ref()).await {
        work.fail(e);
    }
    work.answer(true);
}

async fn attempts(inner: &Inner, work: &mut dyn Work, commit_hook: Option<&CommitHook>) -> Result<()> {
    let mut borrowed = inner.server()?.begin().await?;
    let mut attempt = 0;
    loop {
        attempt += 1;
        let state = inner.state(commit_hook.is_some());
        let c = Conn::in_transaction(borrowed.conn()?, &state);
        let mut is_ok = work.run_waiting(c).await;
        if let (true, Some(commit_hook)) = (is_ok, commit_hook)
            && let Err(e) = commit_hook.run_in(c, state.noted()).await
        {
            work.fail(e);
            is_ok = false;
        }
        if borrowed.end(&state, is_ok, attempt).await? {
            return Ok(());
        }
    }
}
