//! One product of a bulk edit: planning the change and writing it.

use db::Conn;
use kernel::{BatchId, Env, ProductId, StoreScope};

use crate::batches::model::{BatchDetails, Kind, NewBatch};
use crate::batches::rows;
use crate::bulk_action::round::Digits;
use crate::bulk_action::rules::Action;
use crate::check::Faults;
use crate::errors::CatalogError;
use crate::model::{Product, ProductDraft, ProductInput};
use crate::store::products::{self, StoreContext};
use crate::write;
use platform::App;

/// The planned change of a product.
#[derive(Debug, Clone)]
pub(super) enum Planned {
    /// None: it is in the desired state already.
    Same,
    /// It gets these fields.
    Write(Box<ProductInput>),
    /// Delete it.
    Remove,
    /// A rule refuses it.
    Refused(Faults),
}

/// The plan of an action for a product.
pub(super) fn plan(action: &Action, product: &Product, facts: &StoreContext) -> Planned {
    if *action == Action::Delete {
        return Planned::Remove;
    }
    planned(action.apply(product.fields.clone(), Digits::for_currency(facts.currency)), product, facts)
}

/// The plan for a product that would get these fields.
pub(super) fn planned(draft: ProductDraft, product: &Product, facts: &StoreContext) -> Planned {
    if draft == product.fields {
        return Planned::Same;
    }
    match draft.check(facts.currency, facts.language) {
        Ok(input) if *input == product.fields => Planned::Same,
        Ok(input) => Planned::Write(Box::new(input)),
        Err(faults) => Planned::Refused(faults),
    }
}

/// Writes a planned product at the version it was planned for. Every change of bulk editing, also of stock, is written here.
/// Returns whether something was written.
pub(super) async fn write_planned(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    product: &Product,
    planned: &Planned,
    batch: BatchId,
) -> Result<bool, CatalogError> {
    match planned {
        Planned::Same => Ok(false),
        Planned::Remove => {
            write::remove(c, env, scope, product.id, Some(product.version), Some(batch)).await?;
            Ok(true)
        }
        Planned::Write(input) => {
            write::update(c, env, scope, product.id, Some(product.version), input, Some(batch)).await?;
            Ok(true)
        }
        Planned::Refused(faults) => Err(CatalogError::Invalid(faults.clone())),
    }
}

/// One chosen product, in one transaction with the batch's count.
pub(super) async fn one(
    app: &App,
    scope: &StoreScope,
    facts: &StoreContext,
    new: &NewBatch,
    id: ProductId,
    action: &Action,
) -> Result<bool, CatalogError> {
    let mut tries = 0;
    loop {
        tries += 1;
        let found = products::find(app.db().conn(), scope, id).await?;
        let product = found.filter(|p| p.deleted_at.is_none()).ok_or(CatalogError::NotFound)?;
        let planned = plan(action, &product, facts);
        match put(app, scope, new, product, planned).await {
            // Sold or edited between the read and the lock: read it again.
            Err(CatalogError::Stale) if tries < 5 => {}
            result => return result,
        }
    }
}

/// Writes a planned product in its own transaction, with the count of its batch.
pub(super) async fn put(
    app: &App,
    scope: &StoreScope,
    new: &NewBatch,
    product: Product,
    planned: Planned,
) -> Result<bool, CatalogError> {
    if let Planned::Same = planned {
        return Ok(false);
    }
    let (env, scope, new) = (app.env().clone(), scope.clone(), new.clone());
    app.db()
        .tx(async move |c| {
            let is_written = write_planned(c, &env, &scope, &product, &planned, new.id).await?;
            rows::count(c, &scope, env.now(), &new).await?;
            Ok(is_written)
        })
        .await
}

/// Deletes one product, as a batch that can be undone.
///
/// # Errors
/// [`CatalogError::NotFound`].
pub(crate) async fn delete_one(app: &App, scope: &StoreScope, id: ProductId) -> Result<BatchId, CatalogError> {
    let facts = products::get_store_context(app.db().conn(), scope).await?;
    let found = products::find(app.db().conn(), scope, id).await?.filter(|p| p.deleted_at.is_none());
    let name = found.ok_or(CatalogError::NotFound)?.fields.name;
    let what = BatchDetails { name: Some(name), ..BatchDetails::default() };
    let new = rows::direct(app.env().id(), Kind::Delete, what);
    one(app, scope, &facts, &new, id, &Action::Delete).await?;
    Ok(new.id)
}
