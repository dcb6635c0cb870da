//! A statement that runs in every transaction of a request, before its commit.
//!
//! What must hold exactly when a change is committed is written by the change's own transaction, without every use case having to
//! know of it: `web::idempotency` marks a request as carried out this way.

use std::sync::Arc;

use crate::conn::Conn;
use crate::error::{Error, Result};
use crate::value::Param;

tokio::task_local! {
    static COMMIT_HOOK: CommitHook;
}

/// A statement and its values. Its last parameter is the transaction's one [`Conn::note`], or NULL.
#[derive(Clone)]
pub struct CommitHook(Arc<Inner>);

struct Inner {
    sql: &'static str,
    args: Vec<Box<dyn Param + Send + Sync>>,
}

impl CommitHook {
    /// `args` are the parameters before the note.
    #[must_use]
    pub fn new(sql: &'static str, args: Vec<Box<dyn Param + Send + Sync>>) -> Self {
        Self(Arc::new(Inner { sql, args }))
    }

    /// Runs `work`; each transaction it begins runs the statement before its commit, and fails with [`Error::Superseded`]
    /// when that changes no row. Tasks that `work` spawns are not part of it.
    pub async fn scope<T>(self, work: impl Future<Output = T>) -> T {
        COMMIT_HOOK.scope(self, work).await
    }

    pub(crate) async fn run_in(&self, c: Conn<'_>, note: Option<String>) -> Result<()> {
        let mut args: Vec<&dyn Param> = self.0.args.iter().map(|a| &**a as &dyn Param).collect();
        args.push(&note);
        if c.exec(self.0.sql, &args).await? == 0 { Err(Error::Superseded) } else { Ok(()) }
    }
}

/// The commit hook of the current task.
pub(crate) fn current() -> Option<CommitHook> {
    COMMIT_HOOK.try_with(Clone::clone).ok()
}
