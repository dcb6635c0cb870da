//! An action over everything that matches a filter, in the background.
//!
//! The list is walked from the newest to the oldest by a place in that order, which no action changes: a product that falls
//! out of the filter by the action itself is met once, a new one is not met at all. A few products are written in each
//! transaction together with the place, so that whoever takes over after a crash goes on exactly there.

use db::Conn;
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{BatchId, Env, ProductId, StoreScope};
use serde::{Deserialize, Serialize};
use web::{ApiResult, ListQuery, Message};

use super::action::ActionIn;
use super::apply::{Planned, plan, write_planned};
use super::rules::Action;
use crate::App;
use crate::catalog::batches::{self, Batch, Begun, Counts, Note, Outcome as Noted, Status};
use crate::catalog::model::Product;
use crate::catalog::store::lists::{self, Cursor, Hits, Sort, Wanted, Window};
use crate::catalog::store::products::{self, Facts};
use crate::catalog::{CatalogError, api};

/// Products read at once.
const READ: i64 = 200;
/// Products in one transaction: short enough that nobody waits for it.
const CHUNK: usize = 25;
/// Reads of one turn, before other jobs get theirs.
const TURN: usize = 10;

const CHANGED_NOW: Message = Message::new(
    "عُدّل المنتج في اللحظة نفسها، فبقي كما هو.",
    "The product was changed at this very moment, so it was left as it is.",
);
const LINK_TAKEN: Message =
    Message::new("أخذ منتج آخر الرابط نفسه في اللحظة نفسها.", "Another product took the same link at this very moment.");

/// Works a bulk edit off.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct EditProductsJob {
    by: Begun,
    batch: BatchId,
}

impl Job for EditProductsJob {
    const KIND: &'static str = "edit_products";
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(edit_products);
    registry.on_dead(gave_up);
}

/// Adds the job of a bulk edit in the caller's transaction.
pub(super) async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, batch: BatchId) -> db::Result<()> {
    let job = EditProductsJob { by: Begun::of(scope), batch };
    jobs::enqueue(c, env, &job, Enqueue::of(scope.store())).await?;
    Ok(())
}

/// What a filter of the list matches: the query string as the list takes it.
pub(super) async fn wanted(c: Conn<'_>, scope: &StoreScope, facts: &Facts, filter: &str) -> ApiResult<Wanted> {
    let query = ListQuery::parse("/products", filter)?;
    api::wanted_in(c, scope, &query, facts).await
}

/// Products from a place on, and the place of each; empty at the end.
pub(super) async fn next(
    c: Conn<'_>,
    scope: &StoreScope,
    (wanted, hits): (&Wanted, &Hits),
    reached: &str,
    limit: i64,
) -> db::Result<Vec<(String, Option<Product>)>> {
    let cursor = Cursor::parse(reached, Sort::CreatedAt, true);
    let window = Window { sort: Sort::CreatedAt, is_descending: true, cursor, offset: 0, limit };
    let (rows, _) = lists::rows(c, scope, wanted, hits, &window).await?;
    let ids: Vec<ProductId> = rows.iter().map(|r| r.id).collect();
    let mut known: std::collections::HashMap<i64, Product> =
        products::list_by_ids(c, scope, &ids).await?.into_iter().map(|p| (p.id.raw(), p)).collect();
    Ok(rows.iter().map(|r| (Cursor::write(Sort::CreatedAt, true, r), known.remove(&r.id.raw()))).collect())
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

async fn edit_products(app: App, job: EditProductsJob) -> JobResult {
    let scope = job.by.scope();
    for _ in 0..TURN {
        let c = app.db().conn();
        let batch = batches::find(c, &scope, job.batch).await?.filter(|b| b.status() == Status::Running);
        let Some(batch) = batch else { return Ok(Outcome::Done) };
        let facts = products::facts(c, &scope).await?;
        let (Some(action), Some(filter)) = (batch.what.0.action.as_ref(), batch.what.0.filter.as_deref()) else {
            return Ok(Outcome::GiveUp("the batch does not say what to do".into()));
        };
        let refused = |e: web::ApiError| Failed::from(e.message().en.to_string());
        let action = read(action, &facts, batch.created_at)?;
        let wanted = wanted(c, &scope, &facts, filter).await.map_err(refused)?;
        let hits = match &batch.what.0.words {
            Some(words) => Hits::again(c, &scope, words).await?,
            None => Hits::find(c, &scope, &wanted.search).await?,
        };
        let rows = next(c, &scope, (&wanted, &hits), &batch.reached, READ).await?;
        if rows.is_empty() {
            let (now, id) = (app.env().now(), batch.id);
            app.db().tx(async move |c| batches::end(c, &scope, now, id, Status::Done).await).await?;
            return Ok(Outcome::Done);
        }
        let mut at = (batch.reached.clone(), batch.done);
        for chunk in rows.chunks(CHUNK) {
            let to = chunk.last().map(|(place, _)| place.clone()).unwrap_or_default();
            let work = Work { scope: scope.clone(), facts: facts.clone(), action: action.clone(), batch: batch.clone() };
            if !work.chunk(&app, (&at.0, &to), at.1, chunk).await? {
                return Ok(Outcome::Done);
            }
            at = (to, at.1 + i64::try_from(chunk.len()).unwrap_or(0));
        }
    }
    Ok(Outcome::Continue(0))
}

fn read(action: &ActionIn, facts: &Facts, at: kernel::Millis) -> Result<Action, Failed> {
    action.read(facts.currency, at).map_err(|_| Failed::from("the action cannot be read any more"))
}

async fn gave_up(app: App, job: EditProductsJob, _: String) -> Result<(), Failed> {
    let (scope, now) = (job.by.scope(), app.env().now());
    app.db().tx(async move |c| batches::end(c, &scope, now, job.batch, Status::Failed).await).await?;
    Ok(())
}

#[derive(Clone)]
struct Work {
    scope: StoreScope,
    facts: Facts,
    action: Action,
    batch: Batch,
}

impl Work {
    /// Writes a chunk; when a product of it cannot be written now, the chunk is planned anew, and at last that one is left
    /// out. False when somebody else has the work, or it was stopped.
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
            let tried =
                app.db().tx(async move |c| work.write(c, &env, (&from, &to), (done, count), &planned, &notes).await).await;
            let (id, e) = match tried {
                Ok(is_mine) => return Ok(is_mine),
                Err(Refused { id: Some(id), e }) => (id, e),
                Err(Refused { id: None, e }) => return Err(e.into()),
            };
            let why = match e {
                CatalogError::Stale | CatalogError::NotFound => CHANGED_NOW,
                ref e if e.is_link_taken() => LINK_TAKEN,
                ref e if e.is_clash() => CHANGED_NOW,
                CatalogError::Invalid(ref faults) => faults.0.first().map_or(CHANGED_NOW, |f| f.message.clone()),
                e => return Err(e.into()),
            };
            // Sold or edited meanwhile: as it is now, a few times; then without it.
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
        place: (&str, &str),
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
            kept: 0,
        };
        if !batches::advance(c, &self.scope, env.now(), self.batch.id, place, by).await? {
            return Ok(false);
        }
        let mut notes: Vec<(ProductId, Noted, Note)> = left.iter().map(|(id, why)| (*id, Noted::Failed, Note::of(why))).collect();
        for (product, planned) in planned {
            if let Planned::Refused(faults) = planned {
                let note = faults.0.first().map(|f| Note::of(&f.message)).unwrap_or_default();
                notes.push((product.id, Noted::Failed, note));
                continue;
            }
            write_planned(c, env, &self.scope, product, planned, self.batch.id)
                .await
                .map_err(|e| Refused { id: Some(product.id), e })?;
        }
        batches::note(c, &self.scope, self.batch.id, done, &notes).await?;
        Ok(true)
    }
}

/// Why a chunk was not written, and which product stood in its way.
struct Refused {
    id: Option<ProductId>,
    e: CatalogError,
}

impl From<db::Error> for Refused {
    fn from(e: db::Error) -> Self {
        Self { id: None, e: e.into() }
    }
}

/// The text is a place in the list.
pub(super) fn is_place(text: &str) -> bool {
    Cursor::parse(text, Sort::CreatedAt, true).is_some()
}
