//! Writing prepared products, a few in each transaction, and taking them back.
//!
//! Invariant: a product, its row and the progress of the import are written in one transaction, so that a worker that
//! takes over after a crash goes on exactly where the one before stopped.

use std::collections::HashMap;

use db::{Conn, Topics};
use kernel::{BatchId, CategoryId, Env, ImportId, StoreScope};
use web::message::Message;

use super::formats::CategoryPath;
use super::images;
use super::model::{RowMessage, RowOutcome};
use super::prepare::{Change, Prepared, What};
use super::store::{self, NewRow, Progress, Written};
use crate::catalog::{self, CatalogError};

const CHANGED_NOW: Message = Message::new(
    "عُدّل المنتج أثناء الاستيراد. أعد محاولة هذا الصف.",
    "The product was changed during the import. Try this row again.",
);
const LINK_TAKEN: Message = Message::new(
    "أخذ منتج آخر الرابط نفسه في اللحظة نفسها. أعد محاولة هذا الصف.",
    "Another product took the same link at this very moment. Try this row again.",
);
const CLASH: Message = Message::new(
    "تعارضت كتابة المنتج مع كتابة أخرى في اللحظة نفسها. أعد محاولة هذا الصف.",
    "Writing the product met another write at this very moment. Try this row again.",
);
const CHANGED_SINCE: Message =
    Message::new("تغيّر المنتج بعد الاستيراد، فبقي كما هو.", "The product was changed after the import, so it was left as it is.");
const REMOVED_SINCE: Message = Message::new("حُذف المنتج بعد الاستيراد.", "The product was removed after the import.");

/// A pass of background work over an import.
#[derive(Debug, Clone)]
pub(super) struct Pass {
    pub(super) env: Env,
    pub(super) scope: StoreScope,
    pub(super) import: ImportId,
    pub(super) number: i64,
}

/// How a chunk ended.
#[derive(Debug)]
pub(super) enum ApplyError {
    /// Another worker has done it, or another pass has begun.
    Superseded,
    /// A product cannot be written; nothing of the chunk was.
    Catalog(CatalogError),
}

impl From<db::Error> for ApplyError {
    fn from(e: db::Error) -> Self {
        Self::Catalog(e.into())
    }
}

impl From<CatalogError> for ApplyError {
    fn from(e: CatalogError) -> Self {
        Self::Catalog(e)
    }
}

impl Pass {
    pub(super) fn batch(&self) -> BatchId {
        BatchId::from_raw(self.import.raw())
    }

    async fn advance(&self, c: Conn<'_>, by: Progress) -> Result<(), ApplyError> {
        let now = self.env.now();
        if !store::advance(c, &self.scope, now, self.import, self.number, by).await? {
            return Err(ApplyError::Superseded);
        }
        c.touch(self.scope.store(), Topics::PROGRESS);
        Ok(())
    }

    /// Writes down what a dry run says of a chunk.
    pub(super) async fn note(&self, c: Conn<'_>, chunk: &[Prepared], from: i64, to: i64) -> Result<(), ApplyError> {
        self.advance(c, counted(chunk, from, to)).await?;
        for prepared in chunk {
            let product = match &prepared.what {
                What::Refused(_) => None,
                What::Same(id) => Some(*id),
                What::Left(id, _) => *id,
                What::Write(change) => change.existing.as_ref().map(|e| e.id),
            };
            let row = NewRow { product, ..row_of(prepared, prepared.outcome()) };
            store::put_row(c, &self.scope, self.import, &row).await?;
        }
        Ok(())
    }

    /// Writes a chunk of products: all of them or, with an error, none. `is_retry` takes what succeeds off the failed.
    pub(super) async fn write(
        &self,
        c: Conn<'_>,
        chunk: &[Prepared],
        from: i64,
        to: i64,
        is_retry: bool,
    ) -> Result<(), ApplyError> {
        let mut by = counted(chunk, from, to);
        if is_retry {
            by.failed -= by.done;
        }
        self.advance(c, by).await?;
        let mut paths = Vec::new();
        for prepared in chunk {
            let row = match &prepared.what {
                What::Refused(_) => row_of(prepared, RowOutcome::Failed),
                What::Same(id) => {
                    images::order_again(c, &self.env, &self.scope, self.import, *id).await?;
                    NewRow { product: Some(*id), ..row_of(prepared, RowOutcome::Unchanged) }
                }
                What::Left(id, _) => NewRow { product: *id, ..row_of(prepared, RowOutcome::Skipped) },
                What::Write(change) => self.change(c, prepared, change, &mut paths).await?,
            };
            store::put_row(c, &self.scope, self.import, &row).await?;
        }
        Ok(())
    }

    async fn change(
        &self,
        c: Conn<'_>,
        prepared: &Prepared,
        change: &Change,
        paths: &mut Vec<(CategoryPath, CategoryId)>,
    ) -> Result<NewRow, ApplyError> {
        let Change { input, existing, paths: wanted, images, key } = change;
        let (scope, batch) = (&self.scope, Some(self.batch()));
        let mut input = input.clone();
        if let Some(wanted) = wanted {
            let mut ids: Vec<CategoryId> = Vec::with_capacity(wanted.len());
            for path in wanted {
                let id = match paths.iter().find(|(known, _)| known == path) {
                    Some((_, id)) => *id,
                    None => {
                        let id = catalog::ensure_category_path(c, &self.env, scope, path, batch).await?;
                        paths.push((path.clone(), id));
                        id
                    }
                };
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
            input.0.category_ids = ids;
        }
        let (id, outcome, before) = match existing {
            None => (catalog::create(c, &self.env, scope, &input, batch).await?, RowOutcome::Created, None),
            Some(existing) => {
                // Rows for several variants of one product: what an undo brings back is what was before the first of them.
                let first = store::first_before(c, scope, self.import, existing.id).await?;
                catalog::update(c, &self.env, scope, existing.id, Some(existing.version), &input, batch).await?;
                let before = first.map_or_else(|| existing.fields.clone(), |first| first.0);
                (existing.id, RowOutcome::Updated, Some(Box::new(before)))
            }
        };
        if let Some(key) = key {
            store::set_key(c, scope, id, self.import, key).await?;
        }
        images::order(c, &self.env, scope, self.import, id, images).await?;
        let version = store::version_of(c, scope, id).await?;
        if let Some(existing) = existing {
            store::follow_version_in(c, scope, self.import, id, existing.version, version).await?;
        }
        Ok(NewRow { product: Some(id), version: Some(version), before, ..row_of(prepared, outcome) })
    }

    /// Takes back a chunk of rows.
    pub(super) async fn take_back(&self, c: Conn<'_>, chunk: &[Written], from: i64, to: i64) -> Result<(), ApplyError> {
        // What became of them is only known row by row: the import's row is locked first and counted again at the end.
        self.advance(c, Progress { from, to, ..Progress::default() }).await?;
        let mut by = Progress { from: to, to, done: i64::try_from(chunk.len()).unwrap_or(0), ..Progress::default() };
        // Several rows may be one product: what the first of them restored is no change by somebody else to the next.
        let mut restored: HashMap<i64, (i64, i64)> = HashMap::new();
        for row in chunk {
            let mut row = row.clone();
            if let Some((from, to)) = restored.get(&row.product_id.raw())
                && row.product_version == *from
            {
                row.product_version = *to;
            }
            let row = &row;
            let outcome = match self.take_back_one(c, row, &mut restored).await? {
                Ok(()) => {
                    images::forget(c, &self.scope, row.product_id).await?;
                    (RowOutcome::Undone, Vec::new())
                }
                Err(why) => {
                    by.kept += 1;
                    (RowOutcome::Kept, vec![RowMessage::new(None, &why)])
                }
            };
            if row.outcome == RowOutcome::Created.as_str() {
                by.created -= 1;
            } else {
                by.updated -= 1;
            }
            store::set_outcome(c, &self.scope, self.import, row.position, outcome.0, &outcome.1).await?;
        }
        self.advance(c, by).await
    }

    /// Whether a row's product went back, or why not.
    async fn take_back_one(
        &self,
        c: Conn<'_>,
        row: &Written,
        restored: &mut HashMap<i64, (i64, i64)>,
    ) -> Result<Result<(), Message>, ApplyError> {
        let (scope, batch, version) = (&self.scope, Some(self.batch()), Some(row.product_version));
        let is_new = row.outcome == RowOutcome::Created.as_str();
        let found = catalog::find(c, scope, row.product_id).await?;
        let (is_gone, is_changed) = match &found {
            None => (true, true),
            Some(product) => (product.deleted_at.is_some(), product.version != row.product_version),
        };
        if is_gone {
            // A new product that the merchant has removed is where the undo would bring it.
            return Ok(if is_new { Ok(()) } else { Err(REMOVED_SINCE) });
        }
        if is_changed {
            return Ok(Err(CHANGED_SINCE));
        }
        let done = match (&row.before, is_new) {
            (Some(before), false) => {
                catalog::restore_snapshot(c, &self.env, scope, row.product_id, version, &before.0, batch).await
            }
            _ => catalog::remove(c, &self.env, scope, row.product_id, version, batch).await,
        };
        match done {
            Ok(()) => {
                // Other rows of this import may be the same product: it is as they want it back.
                if let Some(found) = found.filter(|_| !is_new) {
                    let now = store::version_of(c, scope, row.product_id).await?;
                    store::follow_version_in(c, scope, self.import, row.product_id, found.version, now).await?;
                    restored.insert(row.product_id.raw(), (found.version, now));
                }
                Ok(Ok(()))
            }
            // Sold or edited between the look and the lock.
            Err(CatalogError::Stale | CatalogError::NotFound) => Ok(Err(CHANGED_SINCE)),
            Err(e) => Err(e.into()),
        }
    }
}

/// Why a product that stood alone in its transaction could not be written; the error itself when it is not its fault.
pub(super) fn refusal(
    e: CatalogError,
    messages: impl Fn(&catalog::Faults) -> Vec<RowMessage>,
) -> Result<Vec<RowMessage>, CatalogError> {
    match e {
        CatalogError::Invalid(faults) => Ok(messages(&faults)),
        CatalogError::Stale | CatalogError::NotFound => Ok(vec![RowMessage::new(None, &CHANGED_NOW)]),
        e if e.is_link_taken() => Ok(vec![RowMessage::new(None, &LINK_TAKEN)]),
        e if e.is_clash() => Ok(vec![RowMessage::new(None, &CLASH)]),
        e => Err(e),
    }
}

fn row_of(prepared: &Prepared, outcome: RowOutcome) -> NewRow {
    let errors = match &prepared.what {
        What::Refused(errors) => errors.clone(),
        What::Same(..) | What::Left(..) | What::Write(_) => Vec::new(),
    };
    let notes = match &prepared.what {
        What::Refused(_) => Vec::new(),
        What::Left(_, why) => vec![RowMessage::new(None, why)],
        What::Same(..) | What::Write(_) => prepared.notes.clone(),
    };
    NewRow {
        position: prepared.position,
        line: prepared.line,
        outcome,
        product: None,
        version: None,
        label: prepared.label.clone(),
        errors,
        notes,
        before: None,
    }
}

fn counted(chunk: &[Prepared], from: i64, to: i64) -> Progress {
    let mut by = Progress { from, to, ..Progress::default() };
    for prepared in chunk {
        by.done += 1;
        match &prepared.what {
            What::Refused(_) => by.failed += 1,
            What::Same(..) => by.unchanged += 1,
            What::Left(..) => by.skipped += 1,
            What::Write(change) if change.existing.is_some() => by.updated += 1,
            What::Write(_) => by.created += 1,
        }
    }
    by
}
