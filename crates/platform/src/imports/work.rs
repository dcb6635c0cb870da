//! A pass over an import: what each of its transactions writes.
//!
//! Invariant: a record, its row and the progress of the import are written in one transaction, so that a worker that takes over
//! after a crash continues exactly where the one before stopped. Every transaction first checks that the pass is still at its
//! worker's position (fencing): a worker that stalled until another took over writes and deletes nothing more.

use db::{Conn, Topics};
use kernel::{BatchId, Env, ImportId, StoreScope};

use super::kind::Imported;
use super::model::{Failure, RowMessage, RowOutcome, Status};
use super::rows::{self, Written};
use super::store::{self, FencePosition, Progress};
use crate::journal::{self, Act, Entry};

/// A pass of background work over an import.
#[derive(Debug, Clone)]
pub struct Pass {
    /// The clock, and the source of ids.
    pub env: Env,
    /// The store, with the user who began the pass as actor.
    pub scope: StoreScope,
    /// The import whose file or rows it goes over.
    pub import: ImportId,
    /// Implementations of slices to the right.
    pub ports: crate::ports::Ports,
    pub(super) number: i64,
}

/// Why a chunk was not written.
#[derive(Debug)]
pub(super) enum ApplyError<E> {
    /// Another worker has written it, or another pass has begun.
    Superseded,
    /// An item cannot be written; the chunk was rolled back.
    Of(E),
}

impl<E: From<db::Error>> From<db::Error> for ApplyError<E> {
    fn from(e: db::Error) -> Self {
        Self::Of(e.into())
    }
}

type ApplyResult<K> = Result<(), ApplyError<<K as Imported>::Error>>;

impl Pass {
    /// The batch id of the journal entries of this import.
    #[must_use]
    pub fn batch(&self) -> BatchId {
        BatchId::from_raw(self.import.raw())
    }

    const fn at(&self, reached: i64) -> FencePosition {
        FencePosition { import: self.import, pass: self.number, reached }
    }

    /// Locks the pass at a position for the rest of the transaction; false when another worker has taken over.
    ///
    /// # Errors
    /// The database failed.
    pub async fn lock(&self, c: Conn<'_>, reached: i64) -> db::Result<bool> {
        store::lock(c, &self.scope, self.at(reached)).await
    }

    /// Deletes some rows of an earlier dry run, before the first item of this pass is written: returns how many, none when
    /// another worker has taken over.
    pub(super) async fn clear_some<K: Imported>(&self, c: Conn<'_>, limit: i64) -> db::Result<Option<u64>> {
        if !self.lock(c, 0).await? {
            return Ok(None);
        }
        let findings = K::clear_findings(self, c, limit).await?;
        Ok(Some(findings + rows::delete_some(c, &self.scope, self.import, limit).await?))
    }

    /// Stores how many items the file holds; false when another worker has taken over.
    pub(super) async fn set_total(&self, c: Conn<'_>, reached: i64, total: i64) -> db::Result<bool> {
        store::set_total(c, &self.scope, self.at(reached), total).await
    }

    /// Ends the pass, with its journal entry; does nothing when another worker has taken over.
    pub(super) async fn end<K: Imported>(
        &self,
        c: Conn<'_>,
        reached: i64,
        (from, to): (Status, Status),
        failure: Option<&Failure>,
    ) -> db::Result<bool> {
        let now = self.env.now();
        let is_ended = store::end_pass(c, &self.scope, now, self.at(reached), (from, to), failure).await?;
        if is_ended {
            let entry = Entry::new(Act::UpdateStatus, K::WORDS.entity, self.import)
                .before(serde_json::json!({ "status": from }))
                .after(serde_json::json!({ "status": to }));
            journal::write(c, &self.scope, now, Topics::PROGRESS, entry).await?;
        }
        Ok(is_ended)
    }

    async fn advance<K: Imported>(&self, c: Conn<'_>, by: Progress) -> ApplyResult<K> {
        let now = self.env.now();
        if !store::advance(c, &self.scope, now, self.import, self.number, by).await? {
            return Err(ApplyError::Superseded);
        }
        c.touch(self.scope.store(), Topics::PROGRESS);
        Ok(())
    }

    /// Stores the findings of a dry run for a chunk.
    pub(super) async fn note<K: Imported>(&self, c: Conn<'_>, chunk: &[K::Prepared], from: i64, to: i64) -> ApplyResult<K> {
        self.advance::<K>(c, counted::<K>(chunk, from, to)).await?;
        for prepared in chunk {
            rows::upsert(c, &self.scope, self.import, &K::noted(prepared)).await?;
        }
        K::note_findings(self, c, chunk).await?;
        Ok(())
    }

    /// Writes a chunk: all of it or, with an error, none. `is_retry` subtracts successful items from the failed count.
    pub(super) async fn write<K: Imported>(
        &self,
        c: Conn<'_>,
        chunk: &[K::Prepared],
        from: i64,
        to: i64,
        is_retry: bool,
    ) -> ApplyResult<K> {
        let mut by = counted::<K>(chunk, from, to);
        if is_retry {
            by.failed -= by.done;
        }
        self.advance::<K>(c, by).await?;
        K::begin(self, c, chunk).await.map_err(ApplyError::Of)?;
        let mut known = K::Chunk::default();
        for prepared in chunk {
            let row = K::write(self, c, &mut known, prepared).await.map_err(ApplyError::Of)?;
            rows::upsert(c, &self.scope, self.import, &row).await?;
        }
        K::close(self, c, known).await.map_err(ApplyError::Of)
    }

    /// Undoes a chunk of rows.
    pub(super) async fn undo_rows<K: Imported>(&self, c: Conn<'_>, chunk: &[Written], from: i64, to: i64) -> ApplyResult<K> {
        // The outcomes are only known row by row: the import's row is locked first and counted again at the end.
        self.advance::<K>(c, Progress { from, to, ..Progress::default() }).await?;
        let mut by = Progress { from: to, to, done: i64::try_from(chunk.len()).unwrap_or(0), ..Progress::default() };
        K::begin_undo(self, c, chunk).await.map_err(ApplyError::Of)?;
        let mut undo = K::Undo::default();
        for row in chunk {
            let (outcome, notes) = match K::undo_row(self, c, &mut undo, row).await.map_err(ApplyError::Of)? {
                Ok(()) => (RowOutcome::Undone, Vec::new()),
                Err(reason) => {
                    by.not_undone += 1;
                    (RowOutcome::Kept, vec![RowMessage::new(None, &reason)])
                }
            };
            if row.is_new() {
                by.created -= 1;
            } else {
                by.updated -= 1;
            }
            rows::set_outcome(c, &self.scope, self.import, row.position, outcome, &notes).await?;
        }
        K::close_undo(self, c, undo).await.map_err(ApplyError::Of)?;
        self.advance::<K>(c, by).await
    }
}

fn counted<K: Imported>(chunk: &[K::Prepared], from: i64, to: i64) -> Progress {
    let mut by = Progress { from, to, ..Progress::default() };
    for prepared in chunk {
        by.done += 1;
        match K::outcome(prepared) {
            RowOutcome::Unchanged => by.unchanged += 1,
            RowOutcome::Skipped => by.skipped += 1,
            RowOutcome::WouldUpdate => by.updated += 1,
            RowOutcome::WouldCreate => by.created += 1,
            _ => by.failed += 1,
        }
        by.noted += i64::from(K::noted(prepared).is_noted());
    }
    by
}
