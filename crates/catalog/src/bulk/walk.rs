//! An action over everything that matches a filter, in the background.
//!
//! The walk goes from the newest to the oldest product by a keyset cursor that no action changes: a product that drops out of the
//! filter by the action itself is met once, a new one not at all. A few products are written per transaction together with the
//! cursor, so that the worker that takes over after a crash resumes exactly there.

use db::Conn;
use kernel::{Env, ProductId, StoreScope};
use web::{ApiResult, ListQuery, Message};

use super::apply::{Planned, plan, write_planned};
use crate::batches::model::{Batch, Note, Products};
use crate::bulk_action::action::ActionIn;
use crate::bulk_action::rules::Action;
use crate::errors::CatalogError;
use crate::model::Product;
use crate::query;
use crate::store::filter::ProductFilter;
use crate::store::hits::Hits;
use crate::store::lists::{self, Cursor, Sort, Window};
use crate::store::products::{self, StoreContext};
use platform::App;
use platform::batches::{self as machine, Counts, Failed, Outcome as Noted, Status, Step};

/// Products read per query.
const READ: i64 = 200;
/// Products per transaction: few, so that the locks are held briefly.
const CHUNK: usize = 25;

const CHANGED_NOW: Message =
    Message::new("عدّل شخص آخر هذا المنتج للتو، فتم تخطيه.", "The product was just changed by someone else. Skipped.");
const LINK_TAKEN: Message =
    Message::new("تم حفظ منتج آخر بالرابط نفسه للتو.", "Another product was just saved with the same link.");

/// The filter of a list's query string, parsed as the list parses it.
pub(super) async fn find_filter(c: Conn<'_>, scope: &StoreScope, facts: &StoreContext, filter: &str) -> ApiResult<ProductFilter> {
    let query = ListQuery::parse("/products", filter)?;
    query::product_filter_in(c, scope, &query, facts).await
}

/// The products after a cursor, each with its own cursor; empty at the end.
pub(super) async fn next(
    c: Conn<'_>,
    scope: &StoreScope,
    (filter, hits): (&ProductFilter, &Hits),
    reached: &str,
    limit: i64,
) -> db::Result<Vec<(String, Option<Product>)>> {
    let cursor = Cursor::parse(reached, Sort::CreatedAt, true);
    let window = Window { sort: Sort::CreatedAt, is_descending: true, cursor, offset: 0, limit };
    let (rows, _) = lists::list_rows(c, scope, filter, hits, &window).await?;
    let ids: Vec<ProductId> = rows.iter().map(|r| r.id).collect();
    let mut known: std::collections::HashMap<i64, Product> =
        products::list_by_ids(c, scope, &ids).await?.into_iter().map(|p| (p.id.raw(), p)).collect();
    Ok(rows.iter().map(|r| (Cursor::write(Sort::CreatedAt, true, r), known.remove(&r.id.raw()))).collect())
}

/// Runs the next step of a batch.
pub(crate) async fn step(app: &App, scope: &StoreScope, batch: Batch) -> Result<Step, Failed> {
    let c = app.db().conn();
    let facts = products::get_store_context(c, scope).await?;
    let (Some(action), Some(filter)) = (batch.details.action.as_ref(), batch.details.filter.as_deref()) else {
        return Err(Failed::from("the batch does not say what to do"));
    };
    let refused = |e: web::ApiError| Failed::from(e.message().en.to_string());
    let action = read(action, &facts, batch.created_at)?;
    let product_filter = find_filter(c, scope, &facts, filter).await.map_err(refused)?;
    let hits = match &batch.details.words {
        Some(words) => Hits::find_again(c, scope, words).await?,
        None => Hits::find(c, scope, &product_filter.search).await?,
    };
    let rows = next(c, scope, (&product_filter, &hits), &batch.reached, READ).await?;
    if rows.is_empty() {
        let (now, scope) = (app.env().now(), scope.clone());
        app.db().tx(async move |c| machine::end::<Products>(c, &scope, now, batch.id, Status::Done).await).await?;
        return Ok(Step::Over);
    }
    let mut at = (batch.reached.clone(), batch.done);
    let work = Work { scope: scope.clone(), facts, action, batch };
    for chunk in rows.chunks(CHUNK) {
        let to = chunk.last().map(|(cursor, _)| cursor.clone()).unwrap_or_default();
        if !work.chunk(app, (&at.0, &to), at.1, chunk).await? {
            return Ok(Step::Over);
        }
        at = (to, at.1 + i64::try_from(chunk.len()).unwrap_or(0));
    }
    Ok(Step::On)
}

fn read(action: &ActionIn, facts: &StoreContext, at: kernel::Millis) -> Result<Action, Failed> {
    action.read(facts.currency, at).map_err(|_| Failed::from("the action cannot be read any more"))
}

#[derive(Clone)]
struct Work {
    scope: StoreScope,
    facts: StoreContext,
    action: Action,
    batch: Batch,
}

impl Work {
    /// Writes a chunk. When one of its products cannot be written now, the chunk is planned again, and in the end that product is
    /// left out. False when another worker has the batch, or it was cancelled.
    async fn chunk(
        &self,
        app: &App,
        (from, to): (&str, &str),
        done: i64,
        rows: &[(String, Option<Product>)],
    ) -> Result<bool, Failed> {
        let mut products: Vec<Product> = rows.iter().filter_map(|(_, p)| p.clone()).collect();
        let mut left: Vec<(ProductId, Message)> = Vec::new();
        for tries in 0.. {
            let planned: Vec<(Product, Planned)> =
                products.iter().map(|p| (p.clone(), plan(&self.action, p, &self.facts))).collect();
            let (work, env) = (self.clone(), app.env().clone());
            let (from, to, count, notes) = (from.to_owned(), to.to_owned(), rows.len(), left.clone());
            let outcome =
                app.db().tx(async move |c| work.write(c, &env, (&from, &to), (done, count), &planned, &notes).await).await;
            let (id, e) = match outcome {
                Ok(is_mine) => return Ok(is_mine),
                Err(Refused { id: Some(id), e }) => (id, e),
                Err(Refused { id: None, e }) => return Err(e.into()),
            };
            let why = match e {
                CatalogError::Stale | CatalogError::NotFound => CHANGED_NOW,
                ref e @ CatalogError::Db(_) if e.is_link_taken() => LINK_TAKEN,
                ref e @ CatalogError::Db(_) if e.is_clash() => CHANGED_NOW,
                CatalogError::Invalid(ref faults) => faults.0.first().map_or(CHANGED_NOW, |f| f.message.clone()),
                e @ CatalogError::Db(_) => return Err(e.into()),
            };
            // Sold or edited meanwhile: planned again from its current state a few times, then left out.
            if tries >= 4 || matches!(e, CatalogError::Invalid(_)) {
                left.push((id, why));
            }
            let ids: Vec<ProductId> = products.iter().map(|p| p.id).filter(|id| left.iter().all(|(l, _)| l != id)).collect();
            let known = products::list_by_ids(app.db().conn(), &self.scope, &ids).await?;
            products = known.into_iter().filter(|p| p.deleted_at.is_none()).collect();
        }
        Ok(false)
    }

    async fn write(
        &self,
        c: Conn<'_>,
        env: &Env,
        cursor: (&str, &str),
        (done, count): (i64, usize),
        planned: &[(Product, Planned)],
        left: &[(ProductId, Message)],
    ) -> Result<bool, Refused> {
        let refused = |p: &Planned| matches!(p, Planned::Refused(_));
        let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let by = Counts {
            done: number(count),
            changed: number(planned.iter().filter(|(_, p)| matches!(p, Planned::Write(_) | Planned::Remove)).count()),
            failed: number(planned.iter().filter(|(_, p)| refused(p)).count() + left.len()),
            not_undone: 0,
        };
        if !machine::advance::<Products>(c, &self.scope, env.now(), self.batch.id, cursor, by).await? {
            return Ok(false);
        }
        let written = planned.iter().filter(|(_, p)| matches!(p, Planned::Write(_) | Planned::Remove));
        products::lock_all(c, &self.scope, written.map(|(product, _)| product.id).collect()).await?;
        let mut notes: Vec<(i64, Noted, Note)> =
            left.iter().map(|(id, why)| (id.raw(), Noted::Failed, Note::from_message(why))).collect();
        for (product, planned) in planned {
            if let Planned::Refused(faults) = planned {
                let note = faults.0.first().map(|f| Note::from_message(&f.message)).unwrap_or_default();
                notes.push((product.id.raw(), Noted::Failed, note));
                continue;
            }
            write_planned(c, env, &self.scope, product, planned, self.batch.id)
                .await
                .map_err(|e| Refused { id: Some(product.id), e })?;
        }
        machine::insert_notes::<Products, _>(c, &self.scope, self.batch.id, done, &notes).await?;
        Ok(true)
    }
}

/// Why a chunk was not written, and the product that caused it.
struct Refused {
    id: Option<ProductId>,
    e: CatalogError,
}

impl From<db::Error> for Refused {
    fn from(e: db::Error) -> Self {
        Self { id: None, e: e.into() }
    }
}

/// Whether the text is a cursor of the walk.
pub(super) fn is_cursor(text: &str) -> bool {
    Cursor::parse(text, Sort::CreatedAt, true).is_some()
}
