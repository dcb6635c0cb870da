//! HTTP endpoints of bulk actions (GC-02, docs/API.md "Bulk editing").

use axum::Json;
use axum::extract::{RawQuery, State as Shared};
use kernel::{ProductId, StoreScope, Texts};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Action as Verb, Allowed, ApiError, ApiResult, Data, FieldErrors, JsonIn, Refusals, Subject};

use super::apply::{self, Planned, plan};
use super::walk;
use crate::api::{BulkResults, check_items};
use crate::batches::model::{BatchDetails, Kind, NewBatch, Products};
use crate::batches::rows;
use crate::batches::wire::{BatchView, ChangeView, batch_view, between};
use crate::bulk_action::action::{ActionIn, ActionKind};
use crate::bulk_action::round::Digits;
use crate::bulk_action::rules::Action;
use crate::model::{Product, State};
use crate::store::filter::ProductFilter;
use crate::store::hits::Hits;
use crate::store::links as link_rows;
use crate::store::lists;
use crate::store::products::{self, StoreContext};
use crate::store::writes;
use platform::App;
use platform::batches::{self as machine, Counts, Status};

web::permissions! {
    Update = Update Product;
    Delete = Delete Product;
}

/// Products that a preview examines.
const PREVIEW: usize = 10_000;
/// Products that a preview shows.
const SHOWN: usize = 10;
/// Products that a preview reads per query.
const READ: i64 = 250;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(edit_products))
        .routes(routes!(preview_products_edit))
        .routes(routes!(delete_sample_products))
        .routes(routes!(delete_products))
        .routes(routes!(publish_products))
}

/// An action, and the products that it applies to.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct BulkIn {
    /// 1 to 100 products; absent: everything that matches the query of the call, in the background.
    #[schema(min_items = 1, max_items = 100)]
    items: Option<Vec<ProductId>>,
    action: ActionIn,
}

/// The result of a bulk edit.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct BulkEdit {
    /// Of chosen products, one each, in the order sent.
    #[serde(flatten)]
    results: BulkResults<ProductId>,
    /// The batch that can be undone; null when nothing was changed.
    batch: Option<BatchView>,
}

/// A product before and after.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PreviewRow {
    id: ProductId,
    name: Texts,
    is_removed: bool,
    changes: Vec<ChangeView>,
    /// Why it would be left unchanged.
    message: Option<String>,
}

/// What a bulk edit would do.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct EditPreview {
    /// Products that match.
    total: i64,
    /// More products match than are counted: the numbers below are of the first 10 000.
    is_capped: bool,
    changes: i64,
    unchanged: i64,
    /// Refused by a rule.
    refused: i64,
    /// The first ten of those that would change or be refused.
    rows: Vec<PreviewRow>,
}

/// Parses an action, checks that its categories belong to the store and that the caller may do it.
async fn read<P>(app: &App, allowed: &Allowed<P>, facts: &StoreContext, action: &ActionIn) -> ApiResult<Action> {
    if action.kind == ActionKind::Delete && !allowed.may(Verb::Delete, Subject::Product) {
        return Err(ApiError::forbidden());
    }
    let read = action.read(facts.currency, app.env().now()).map_err(ApiError::invalid)?;
    let known = link_rows::list_known_categories(app.db().conn(), &allowed.scope, action.categories()).await?;
    let mut errors = FieldErrors::new();
    for (i, _) in action.categories().iter().enumerate().filter(|(_, id)| !known.contains(id)) {
        errors.add(format!("action.category_ids.{i}"), common::NO_SUCH);
    }
    errors.finish()?;
    Ok(read)
}

/// Applies one action to chosen products, each on its own, or in the background to everything that matches the query string of
/// the call (as in `GET /products`: `search` and `filter[...]`).
#[utoipa::path(post, path = "/products/bulk", tag = "bulk", params(("search" = Option<String>, Query, max_length = 200)), request_body = BulkIn,
    responses((status = 200, body = Data<BulkEdit>), Refusals<422>))]
async fn edit_products(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    RawQuery(filter): RawQuery,
    JsonIn(input): JsonIn<BulkIn>,
) -> ApiResult<Json<Data<BulkEdit>>> {
    let BulkIn { items, action: sent } = input;
    let facts = products::get_store_context(app.db().conn(), &allowed.scope).await?;
    let action = read(&app, &allowed, &facts, &sent).await?;
    match items {
        Some(items) => Ok(data(chosen(&app, &allowed.scope, items, &action, sent).await?)),
        None => Ok(data(matching(&app, &allowed.scope, &facts, filter.unwrap_or_default(), sent).await?)),
    }
}

fn kind_of(action: &Action) -> Kind {
    if *action == Action::Delete { Kind::Delete } else { Kind::Bulk }
}

async fn chosen(app: &App, scope: &StoreScope, items: Vec<ProductId>, action: &Action, sent: ActionIn) -> ApiResult<BulkEdit> {
    check_items(items.len())?;
    let facts = products::get_store_context(app.db().conn(), scope).await?;
    let what = BatchDetails { action: Some(sent), ..BatchDetails::default() };
    let new = rows::direct(app.env().id(), kind_of(action), what);
    let mut results = BulkResults::new();
    for id in items {
        results.add(id, apply::one(app, scope, &facts, &new, id, action).await.map(|_| ()))?;
    }
    let batch = rows::find(app.db().conn(), scope, new.id).await?;
    Ok(BulkEdit { results, batch: batch.map(|b| batch_view(b, app.env().now())) })
}

async fn matching(app: &App, scope: &StoreScope, facts: &StoreContext, filter: String, sent: ActionIn) -> ApiResult<BulkEdit> {
    let c = app.db().conn();
    let product_filter = walk::find_filter(c, scope, facts, &filter).await?;
    let hits = Hits::find(c, scope, &product_filter.search).await?;
    let total = lists::count_found(c, scope, &product_filter, &hits, i64::from(i32::MAX)).await?;
    let words = (!product_filter.search.is_empty()).then(|| hits.words().to_vec());
    let kind = if sent.kind == ActionKind::Delete { Kind::Delete } else { Kind::Bulk };
    let what = BatchDetails { action: Some(sent), filter: Some(filter), words, ..BatchDetails::default() };
    let new = NewBatch { status: Status::Running, total, ..rows::direct(app.env().id(), kind, what) };
    let (env, inner, id) = (app.env().clone(), scope.clone(), new.id);
    app.db()
        .tx(async move |c| {
            machine::upsert(c, &inner, env.now(), &new, Counts::default()).await?;
            machine::enqueue::<Products>(c, &env, &inner, new.id).await
        })
        .await?;
    let batch = rows::find(c, scope, id).await?;
    Ok(BulkEdit { results: BulkResults::new(), batch: batch.map(|b| batch_view(b, app.env().now())) })
}

/// How many products an action would change, and the first ten of them before and after. Nothing is written.
#[utoipa::path(post, path = "/products/bulk/preview", tag = "bulk", params(("search" = Option<String>, Query, max_length = 200)), request_body = BulkIn,
    responses((status = 200, body = Data<EditPreview>), Refusals<422>))]
async fn preview_products_edit(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    RawQuery(filter): RawQuery,
    JsonIn(input): JsonIn<BulkIn>,
) -> ApiResult<Json<Data<EditPreview>>> {
    let BulkIn { items, action } = input;
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let facts = products::get_store_context(c, scope).await?;
    let action = read(&app, &allowed, &facts, &action).await?;
    let product_filter = match items {
        Some(ids) => {
            check_items(ids.len())?;
            let known = products::list_by_ids(c, scope, &ids).await?;
            let mut errors = FieldErrors::new();
            for (i, id) in ids.iter().enumerate() {
                if !known.iter().any(|p| p.id == *id && p.deleted_at.is_none()) {
                    errors.add(format!("items.{i}"), common::NO_SUCH);
                }
            }
            errors.finish()?;
            // Chosen products are found in any state, archived ones too.
            let states = vec![State::Published, State::Unpublished, State::Scheduled, State::Inactive, State::Archived];
            ProductFilter { ids: Some(ids), states, ..ProductFilter::default() }
        }
        None => walk::find_filter(c, scope, &facts, &filter.unwrap_or_default()).await?,
    };
    let hits = Hits::find(c, scope, &product_filter.search).await?;
    let total = lists::count_found(c, scope, &product_filter, &hits, i64::from(i32::MAX)).await?;
    let mut out = EditPreview { total, is_capped: false, changes: 0, unchanged: 0, refused: 0, rows: Vec::new() };
    let (mut reached, mut seen) = (String::new(), 0_usize);
    loop {
        let rows = walk::next(c, scope, (&product_filter, &hits), &reached, READ).await?;
        let Some((last, _)) = rows.last() else { break };
        reached.clone_from(last);
        seen += rows.len();
        for product in rows.into_iter().filter_map(|(_, p)| p) {
            out.count(&action, &product, &facts);
        }
        if seen >= PREVIEW {
            out.is_capped = total > i64::try_from(seen).unwrap_or(i64::MAX);
            break;
        }
    }
    Ok(data(out))
}

impl EditPreview {
    fn count(&mut self, action: &Action, product: &Product, facts: &StoreContext) {
        let planned = plan(action, product, facts);
        let message = match &planned {
            Planned::Same => {
                self.unchanged += 1;
                return;
            }
            Planned::Refused(faults) => {
                self.refused += 1;
                faults.0.first().map(|f| f.message.get(web::lang::current()).to_owned())
            }
            Planned::Write(_) | Planned::Remove => {
                self.changes += 1;
                None
            }
        };
        if self.rows.len() < SHOWN {
            let map = |fields: &_| match serde_json::to_value(fields) {
                Ok(serde_json::Value::Object(map)) => map,
                _ => serde_json::Map::new(),
            };
            let after = action.apply(product.fields.clone(), Digits::for_currency(facts.currency));
            self.rows.push(PreviewRow {
                id: product.id,
                name: product.fields.name.clone(),
                is_removed: *action == Action::Delete,
                changes: between(&map(&product.fields), &map(&after), facts),
                message,
            });
        }
    }
}

/// The products of a bulk call.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ProductsIn {
    /// 1 to 100.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 100, required = true)]
    items: Vec<ProductId>,
}

/// The products of a bulk call, and whether they are published.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct PublishIn {
    /// 1 to 100.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 100, required = true)]
    items: Vec<ProductId>,
    is_published: bool,
}

/// Deletes several products, each on its own.
#[utoipa::path(delete, path = "/products/deleteMany", tag = "products", request_body = ProductsIn,
    responses((status = 200, body = Data<BulkEdit>), Refusals<422>))]
async fn delete_products(
    Shared(app): Shared<App>,
    allowed: Allowed<Delete>,
    JsonIn(input): JsonIn<ProductsIn>,
) -> ApiResult<Json<Data<BulkEdit>>> {
    let sent = ActionIn::from_kind(ActionKind::Delete);
    Ok(data(chosen(&app, &allowed.scope, input.items, &Action::Delete, sent).await?))
}

/// Deletes all sample products that are left, at most a hundred.
#[utoipa::path(delete, path = "/products/samples", tag = "products",
    responses((status = 200, body = Data<BulkEdit>), Refusals<422>))]
async fn delete_sample_products(Shared(app): Shared<App>, allowed: Allowed<Delete>) -> ApiResult<Json<Data<BulkEdit>>> {
    let items = writes::list_samples(app.db().conn(), &allowed.scope).await?;
    if items.is_empty() {
        return Ok(data(BulkEdit { results: BulkResults::new(), batch: None }));
    }
    let sent = ActionIn::from_kind(ActionKind::Delete);
    Ok(data(chosen(&app, &allowed.scope, items, &Action::Delete, sent).await?))
}

/// Publishes or unpublishes several products, each on its own.
#[utoipa::path(post, path = "/products/publishMany", tag = "products", request_body = PublishIn,
    responses((status = 200, body = Data<BulkEdit>), Refusals<422>))]
async fn publish_products(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    JsonIn(input): JsonIn<PublishIn>,
) -> ApiResult<Json<Data<BulkEdit>>> {
    let PublishIn { items, is_published } = input;
    let sent = ActionIn::from_kind(if is_published { ActionKind::Publish } else { ActionKind::Unpublish });
    Ok(data(chosen(&app, &allowed.scope, items, &Action::Publish(is_published), sent).await?))
}
