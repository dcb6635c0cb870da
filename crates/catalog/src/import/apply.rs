//! Writing prepared products and undoing them, in transactions of the import.

use std::collections::HashMap;

use db::Conn;
use kernel::{CategoryId, ProductId};
use web::message::Message;

use super::formats::CategoryPath;
use super::prepare::{Change, Prepared, RowPlan};
use super::{images, match_keys_store};
use crate::categories::ensure_category_path;
use crate::check::Faults;
use crate::errors::CatalogError;
use crate::model::Snapshot;
use crate::sold::SoldProducts;
use crate::store::products;
use crate::write;
use platform::imports::model::{RowMessage, RowOutcome};
use platform::imports::rows::{self, NewRow, Written};
use platform::imports::work::Pass;

const CHANGED_NOW: Message = Message::new(
    "تم تعديل المنتج أثناء الاستيراد. أعد محاولة هذا الصف.",
    "The product changed during the import. Retry this row.",
);
const LINK_TAKEN: Message = Message::new(
    "تم حفظ منتج آخر بالرابط نفسه للتو. أعد محاولة هذا الصف.",
    "Another product was just saved with the same link. Retry this row.",
);
const CLASH: Message = Message::new(
    "كان المنتج قيد الحفظ من مكان آخر. أعد محاولة هذا الصف.",
    "The product was being saved elsewhere. Retry this row.",
);
const CHANGED_SINCE: Message =
    Message::new("تغيّر المنتج بعد الاستيراد، فتم تخطيه.", "The product was changed after the import. Skipped.");
const SOLD_SINCE: Message =
    Message::new("تم بيع المنتج بعد الاستيراد، فتم تخطيه.", "The product was sold after the import. Skipped.");
const REMOVED_SINCE: Message = Message::new("تم حذف المنتج بعد الاستيراد.", "The product was deleted after the import.");

/// Categories that the rows of a chunk have named.
pub(super) type Paths = Vec<(CategoryPath, CategoryId)>;

/// Restored by the first rows of an undo's chunk: a product's version before and after, by product id.
pub(super) type Restored = HashMap<i64, (i64, i64)>;

/// The row that a dry run records for a product.
pub(super) fn noted(prepared: &Prepared) -> NewRow {
    let product = match &prepared.what {
        RowPlan::Refused(_) => None,
        RowPlan::Same(id) => Some(*id),
        RowPlan::Left(id, _) => *id,
        RowPlan::Write(change) => change.existing.as_ref().map(|e| e.id),
    };
    NewRow { subject: product.map(ProductId::raw), ..row_of(prepared, prepared.outcome()) }
}

/// Writes a product; returns the row that records it.
pub(super) async fn write(pass: &Pass, c: Conn<'_>, paths: &mut Paths, prepared: &Prepared) -> Result<NewRow, CatalogError> {
    Ok(match &prepared.what {
        RowPlan::Refused(_) => row_of(prepared, RowOutcome::Failed),
        RowPlan::Same(id) => {
            images::order_again(c, &pass.env, &pass.scope, pass.import, *id).await?;
            NewRow { subject: Some(id.raw()), ..row_of(prepared, RowOutcome::Unchanged) }
        }
        RowPlan::Left(id, _) => NewRow { subject: id.map(ProductId::raw), ..row_of(prepared, RowOutcome::Skipped) },
        RowPlan::Write(change) => self::change(pass, c, prepared, change, paths).await?,
    })
}

async fn change(
    pass: &Pass,
    c: Conn<'_>,
    prepared: &Prepared,
    change: &Change,
    paths: &mut Vec<(CategoryPath, CategoryId)>,
) -> Result<NewRow, CatalogError> {
    let Change { input, existing, paths: category_paths, images, key } = change;
    let (scope, batch) = (&pass.scope, Some(pass.batch()));
    let mut input = input.clone();
    if let Some(category_paths) = category_paths {
        let mut ids: Vec<CategoryId> = Vec::with_capacity(category_paths.len());
        for path in category_paths {
            let id = if let Some((_, id)) = paths.iter().find(|(known, _)| known == path) {
                *id
            } else {
                let id = ensure_category_path(c, &pass.env, scope, path, batch).await?;
                paths.push((path.clone(), id));
                id
            };
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        input.0.category_ids = ids;
    }
    let (id, outcome, before) = match existing {
        None => (write::create(c, &pass.env, scope, &input, batch).await?, RowOutcome::Created, None),
        Some(existing) => {
            // Rows for several variants of one product: undo restores the state before the first of them.
            let first = first_before(pass, c, existing.id).await?;
            write::update(c, &pass.env, scope, existing.id, Some(existing.version), &input, batch).await?;
            let before = first.unwrap_or_else(|| existing.fields.clone());
            (existing.id, RowOutcome::Updated, serde_json::to_value(before).ok())
        }
    };
    if let Some(key) = key {
        match_keys_store::set_key(c, scope, id, pass.import, key).await?;
    }
    images::order(c, &pass.env, scope, pass.import, id, images).await?;
    let version = match_keys_store::get_version(c, scope, id).await?;
    if let Some(existing) = existing {
        rows::update_version_in(c, scope, pass.import, id.raw(), existing.version, version).await?;
    }
    Ok(NewRow { subject: Some(id.raw()), version: Some(version), before, ..row_of(prepared, outcome) })
}

/// Undoes what a row wrote.
pub(super) async fn undo_row(
    pass: &Pass,
    c: Conn<'_>,
    restored: &mut Restored,
    row: &Written,
) -> Result<Result<(), Message>, CatalogError> {
    let mut row = row.clone();
    // Several rows may be one product: what the first of them restored does not count as a change by somebody else.
    if let Some((from, to)) = restored.get(&row.subject_id)
        && row.subject_version == *from
    {
        row.subject_version = *to;
    }
    let done = undo_product(pass, c, &row, restored).await?;
    if done.is_ok() {
        images::forget(c, &pass.scope, ProductId::from_raw(row.subject_id)).await?;
    }
    Ok(done)
}

/// The product before this import first wrote it; `None` when it has not, or has created it.
async fn first_before(pass: &Pass, c: Conn<'_>, id: ProductId) -> Result<Option<Snapshot>, CatalogError> {
    let before = rows::find_first_before(c, &pass.scope, pass.import, id.raw()).await?;
    before.map(|before| serde_json::from_value(before.0)).transpose().map_err(unread)
}

/// The stored snapshot cannot be read: it must not be used.
fn unread(e: serde_json::Error) -> CatalogError {
    CatalogError::Db(db::Error::Column { column: 4, reason: e.to_string() })
}

/// Undoes one row's product, or says why not.
async fn undo_product(
    pass: &Pass,
    c: Conn<'_>,
    row: &Written,
    restored: &mut Restored,
) -> Result<Result<(), Message>, CatalogError> {
    let (scope, batch, version) = (&pass.scope, Some(pass.batch()), Some(row.subject_version));
    let id = ProductId::from_raw(row.subject_id);
    let is_new = row.is_new();
    let found = products::find(c, scope, id).await?;
    let (is_gone, is_changed) = match &found {
        None => (true, true),
        Some(product) => (product.deleted_at.is_some(), product.version != row.subject_version),
    };
    if is_gone {
        // A new product that the merchant has removed is already in the state that undo would reach.
        return Ok(if is_new { Ok(()) } else { Err(REMOVED_SINCE) });
    }
    if is_changed {
        return Ok(Err(find_change(pass, c, id).await?));
    }
    let done = match (&row.before, is_new) {
        (Some(before), false) => {
            let before: Snapshot = serde_json::from_value(before.0.clone()).map_err(unread)?;
            write::restore_snapshot(c, &pass.env, scope, id, version, &before, batch).await
        }
        _ => write::remove(c, &pass.env, scope, id, version, batch).await,
    };
    match done {
        Ok(()) => {
            // Other rows of this import may be the same product: it may be in the state to restore already.
            if let Some(found) = found.filter(|_| !is_new) {
                let now = match_keys_store::get_version(c, scope, id).await?;
                rows::update_version_in(c, scope, pass.import, id.raw(), found.version, now).await?;
                restored.insert(id.raw(), (found.version, now));
            }
            Ok(Ok(()))
        }
        // Sold or edited between the read and the lock.
        Err(CatalogError::Stale | CatalogError::NotFound) => Ok(Err(find_change(pass, c, id).await?)),
        Err(e) => Err(e),
    }
}

/// Why a product is not as the import left it: it was sold, or edited.
async fn find_change(pass: &Pass, c: Conn<'_>, id: ProductId) -> db::Result<Message> {
    let is_sold = pass.ports.get::<dyn SoldProducts>()?.is_sold_since(c, &pass.scope, id, pass.import).await?;
    Ok(if is_sold { SOLD_SINCE } else { CHANGED_SINCE })
}

/// Why a product that was alone in its transaction could not be written; the error itself when the product did not cause it.
pub(super) fn refusal(e: CatalogError, messages: impl Fn(&Faults) -> Vec<RowMessage>) -> Result<Vec<RowMessage>, CatalogError> {
    match e {
        CatalogError::Invalid(faults) => Ok(messages(&faults)),
        CatalogError::Stale | CatalogError::NotFound => Ok(vec![RowMessage::new(None, &CHANGED_NOW)]),
        e @ CatalogError::Db(_) if e.is_link_taken() => Ok(vec![RowMessage::new(None, &LINK_TAKEN)]),
        e @ CatalogError::Db(_) if e.is_clash() => Ok(vec![RowMessage::new(None, &CLASH)]),
        e @ CatalogError::Db(_) => Err(e),
    }
}

fn row_of(prepared: &Prepared, outcome: RowOutcome) -> NewRow {
    let errors = match &prepared.what {
        RowPlan::Refused(errors) => errors.clone(),
        RowPlan::Same(..) | RowPlan::Left(..) | RowPlan::Write(_) => Vec::new(),
    };
    let notes = match &prepared.what {
        RowPlan::Refused(_) => Vec::new(),
        RowPlan::Left(_, why) => vec![RowMessage::new(None, why)],
        RowPlan::Same(..) | RowPlan::Write(_) => prepared.notes.clone(),
    };
    NewRow {
        position: prepared.position,
        line: prepared.line,
        outcome,
        subject: None,
        version: None,
        label: prepared.label.clone(),
        errors,
        notes,
        before: None,
    }
}
