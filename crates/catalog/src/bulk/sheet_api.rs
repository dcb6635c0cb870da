//! HTTP endpoints of the spreadsheet view (docs/API.md "Bulk editing").

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{RawQuery, State};
use kernel::{BatchId, Millis, ProductId, StoreScope, Texts, VariantId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::{Message, common};
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Data, FieldErrors, JsonIn, ListQuery, Refusals, lang};

use super::apply::{Planned, put};
use super::sheet::{RowEdit, cells, plan_row, variant_cells};
use super::walk;
use crate::batches::model::{BatchDetails, Kind, NewBatch};
use crate::batches::rows;
use crate::errors::CatalogError;
use crate::fields::SHEET_COLUMNS as COLUMNS;
use crate::model::{Product, ProductType};
use crate::store::filter::ProductFilter;
use crate::store::hits::Hits;
use crate::store::lists;
use crate::store::products::{self, StoreContext};
use platform::App;
use platform::bounded::Bounded;

web::permissions! {
    Read = Read Product;
    Update = Update Product;
}

/// Most products of one answer.
const MOST_ROWS: i64 = 500;
/// Most rows of one write.
const MOST_WRITTEN: usize = 200;
/// For so long the saves of one sheet join one batch; a later save begins another.
const ONE_SHEET: i64 = Millis::DAY;

const CHANGED: Message = Message::new(
    "تغيّر هذا المنتج بعد أن فتحته. احتفظ بتعديلك أو بالنسخة الحالية.",
    "This product was changed after you opened it. Keep your version or the current one.",
);
const TWICE: Message = Message::new("هذا المنتج مكرر في الطلب.", "This product appears more than once.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read_sheet, write_sheet))
}

/// A variant of a row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct SheetVariant {
    id: VariantId,
    option_values: Vec<String>,
    /// Values by column, formatted as in `VariantView`.
    cells: Map<String, Value>,
}

/// A product as a row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct SheetRow {
    id: ProductId,
    version: i64,
    product_type: ProductType,
    /// Its name, whatever columns were requested.
    title: Texts,
    /// Values by column, formatted as in `ProductView`.
    cells: Map<String, Value>,
    variants: Vec<SheetVariant>,
}

fn row(product: &Product, columns: &[&str], facts: &StoreContext) -> SheetRow {
    let variants = variant_cells(product, columns, facts);
    SheetRow {
        id: product.id,
        version: product.version,
        product_type: product.fields.product_type,
        title: product.fields.name.clone(),
        cells: cells(product, columns, facts),
        variants: variants.into_iter().map(|(id, option_values, cells)| SheetVariant { id, option_values, cells }).collect(),
    }
}

/// Cap of the count of matching products.
const MOST_COUNTED: i64 = 10_000;

/// A page of the sheet.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct SheetPage {
    rows: Vec<SheetRow>,
    /// Products that match in all, counted up to 10 000; only with the first page.
    total: Option<i64>,
    /// Contains `total` when more match than were counted.
    more_than: Vec<&'static str>,
    /// Send it as `cursor` for the next page; null at the end.
    next_cursor: Option<String>,
}

web::schema_types! {
    /// Column names separated by commas.
    SheetColumns => schema::text(format!("^(({0})(,({0}))*)?$", COLUMNS.join("|")), None);
    /// Up to 100 product ids separated by commas.
    SheetIds => schema::text("^prd_[0-7][0-9a-hjkmnp-tv-z]{12}(,prd_[0-7][0-9a-hjkmnp-tv-z]{12}){0,99}$", None);
}

/// Values of `columns`, `ids` and `limit`, parameters that an ordinary list does not have.
fn parameters(query: &str) -> BTreeMap<String, String> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(k, v)| (k.to_owned(), v.replace("%2C", ",").replace("%2c", ","))).collect()
}

/// Products with their variants, the newest first, with only the requested columns (`columns=name,sku,...`); at most `limit`
/// (500) products, starting at `cursor`. `ids` takes up to 100 chosen products; else `search` and `filter[...]` as in `GET
/// /products`.
#[utoipa::path(get, path = "/products/sheet", tag = "bulk",
    params(("columns" = inline(Option<SheetColumns>), Query), ("ids" = inline(Option<SheetIds>), Query), ("limit" = Option<i64>, Query, minimum = 1, maximum = 500), ("cursor" = Option<String>, Query),
        ("search" = Option<String>, Query, max_length = 200)),
    responses((status = 200, body = Data<SheetPage>), Refusals<422>))]
async fn read_sheet(State(app): State<App>, allowed: Allowed<Read>, RawQuery(raw): RawQuery) -> ApiResult<Json<Data<SheetPage>>> {
    let raw = raw.unwrap_or_default();
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let facts = products::get_store_context(c, scope).await?;
    let query = ListQuery::parse("/products/sheet", &raw)?;
    let params = parameters(&raw);
    let mut errors = FieldErrors::new();
    let columns: Vec<&str> = match params.get("columns").filter(|c| !c.is_empty()) {
        None => COLUMNS.to_vec(),
        Some(text) => text
            .split(',')
            .filter_map(|word| {
                COLUMNS.iter().find(|c| **c == word).copied().or_else(|| {
                    errors.add("columns", common::NOT_A_CHOICE);
                    None
                })
            })
            .collect(),
    };
    let limit = match params.get("limit").map(|n| n.parse::<i64>()) {
        None => MOST_ROWS,
        Some(Ok(n)) if (1..=MOST_ROWS).contains(&n) => n,
        Some(_) => {
            errors.add("limit", common::BETWEEN.with("min", 1).with("max", MOST_ROWS));
            MOST_ROWS
        }
    };
    let ids: Option<Vec<ProductId>> = match params.get("ids").map(|text| text.split(',').map(str::parse).collect()) {
        Some(Ok(ids)) => Some(ids),
        Some(Err(kernel::id::InvalidId)) => {
            errors.add("ids", common::INVALID_ITEM);
            None
        }
        None => None,
    };
    if ids.as_ref().is_some_and(|ids| ids.len() > 100) {
        errors.add("ids", common::BETWEEN.with("min", 1).with("max", 100));
    }
    errors.finish()?;
    let filter = match ids {
        Some(ids) => ProductFilter { ids: Some(ids), ..ProductFilter::default() },
        None => walk::find_filter(c, scope, &facts, &raw).await?,
    };
    let cursor = query.page.cursor.clone().unwrap_or_default();
    if !cursor.is_empty() && !walk::is_cursor(&cursor) {
        return Err(ApiError::field("cursor", common::BAD_REQUEST));
    }
    let mut found = walk::next(c, scope, (&filter, &Hits::find(c, scope, &filter.search).await?), &cursor, limit + 1).await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = found.len() > most;
    found.truncate(most);
    let next_cursor = found.last().filter(|_| has_more).map(|(cursor, _)| cursor.clone());
    let mut of = Bounded::default();
    let total = if cursor.is_empty() {
        Some(of.cap("total", lists::count_up_to(c, scope, &filter, MOST_COUNTED + 1).await?, MOST_COUNTED))
    } else {
        None
    };
    let rows = found.iter().filter_map(|(_, p)| p.as_ref()).map(|p| row(p, &columns, &facts)).collect();
    Ok(data(SheetPage { rows, total, more_than: of.more_than(), next_cursor }))
}

/// Values by column. Not `serde_json::Map`, which accepts null as an empty map.
type Cells = BTreeMap<String, Value>;

/// Cells of a variant.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct SheetVariantIn {
    id: VariantId,
    /// By column, as in `VariantIn`; absent columns are unchanged.
    #[schema(value_type = Object)]
    cells: Cells,
}

/// Cells of a product.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct SheetRowIn {
    id: ProductId,
    /// The version that was read.
    version: i64,
    /// By column, as in `ProductIn`; absent columns are unchanged.
    #[serde(default)]
    #[schema(value_type = Object)]
    cells: Cells,
    #[serde(default)]
    variants: Vec<SheetVariantIn>,
}

/// Rows to write.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct SheetIn {
    /// The `batch_id` of an earlier write of the same sheet: this write joins that batch.
    batch_id: Option<BatchId>,
    /// 1 to 200.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 200, required = true)]
    rows: Vec<SheetRowIn>,
}

/// The result of a row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct SheetResult {
    id: ProductId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
    /// Messages by cell: `regular_price`, `variants.var_....qty`.
    errors: BTreeMap<String, Vec<String>>,
    /// The row as it is now, when it was written or somebody else has changed it (`stale_version`).
    row: Option<SheetRow>,
}

/// The results of the rows, in their order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct SheetWritten {
    results: Vec<SheetResult>,
    /// The batch that can be undone, also to send with the next write of this sheet; null when nothing was changed yet.
    batch_id: Option<BatchId>,
}

/// Writes cells, each row in its own transaction. A row that somebody else has changed meanwhile is not written and is returned
/// as it is now; sending it again with that version writes it.
#[utoipa::path(patch, path = "/products/sheet", tag = "bulk", request_body = SheetIn,
    responses((status = 200, body = Data<SheetWritten>), Refusals<422>))]
async fn write_sheet(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(input): JsonIn<SheetIn>,
) -> ApiResult<Json<Data<SheetWritten>>> {
    let SheetIn { batch_id, rows } = input;
    if rows.is_empty() || rows.len() > MOST_WRITTEN {
        return Err(ApiError::field("rows", common::BETWEEN.with("min", 1).with("max", MOST_WRITTEN)));
    }
    let mut errors = FieldErrors::new();
    let mut seen = std::collections::HashSet::new();
    for (i, row) in rows.iter().enumerate() {
        if !seen.insert(row.id.raw()) {
            errors.add(format!("rows.{i}.id"), TWICE);
        }
    }
    errors.finish()?;
    let scope = &allowed.scope;
    let new = rows::direct(continued(&app, scope, batch_id).await?, Kind::Sheet, BatchDetails::default());
    let facts = products::get_store_context(app.db().conn(), scope).await?;
    let mut results = Vec::with_capacity(rows.len());
    for SheetRowIn { id, version, cells, variants } in rows {
        let variants = variants.into_iter().map(|SheetVariantIn { id, cells }| (id, cells.into_iter().collect())).collect();
        let edit = RowEdit { id, version, fields: cells.into_iter().collect(), variants };
        results.push(write_row(&app, scope, &facts, &new, edit).await?);
    }
    let batch = rows::find(app.db().conn(), scope, new.id).await?;
    Ok(data(SheetWritten { results, batch_id: batch.map(|b| b.id) }))
}

/// The batch that a save joins: the one it names, if that is the caller's own sheet of today and was not undone.
async fn continued(app: &App, scope: &StoreScope, id: Option<BatchId>) -> ApiResult<BatchId> {
    let Some(id) = id else { return Ok(app.env().id()) };
    let batch = rows::find(app.db().conn(), scope, id).await?.ok_or_else(|| ApiError::field("batch_id", common::NO_SUCH))?;
    let is_open = batch.kind == Kind::Sheet
        && batch.actor_id == scope.actor().id
        && batch.undone_by.is_none()
        && batch.created_at.plus(ONE_SHEET) > app.env().now();
    Ok(if is_open { id } else { app.env().id() })
}

/// Whether every variant that the edit names belongs to the product.
fn has_variants(product: &Product, edit: &RowEdit) -> bool {
    edit.variants.iter().all(|(id, _)| product.fields.variants.iter().any(|v| v.id == Some(*id)))
}

async fn write_row(app: &App, scope: &StoreScope, facts: &StoreContext, new: &NewBatch, edit: RowEdit) -> ApiResult<SheetResult> {
    let c = app.db().conn();
    let found = products::find(c, scope, edit.id).await?.filter(|p| p.deleted_at.is_none());
    let outcome = match found {
        None => Err(CatalogError::NotFound),
        Some(product) if product.version != edit.version => Err(CatalogError::Stale),
        Some(product) if !has_variants(&product, &edit) => Err(CatalogError::NotFound),
        Some(product) => match plan_row(&edit, &product, facts) {
            Planned::Refused(faults) => Err(CatalogError::Invalid(faults)),
            planned => put(app, scope, new, product, planned).await,
        },
    };
    let is_shown = matches!(outcome, Ok(_) | Err(CatalogError::Stale));
    let (mut message, mut code, mut errors) = (None, None, BTreeMap::new());
    match outcome {
        Ok(_) => {}
        Err(CatalogError::Stale) => {
            (message, code) = (Some(CHANGED.get(lang::current()).to_owned()), Some("stale_version"));
        }
        Err(CatalogError::Invalid(faults)) => {
            code = Some("invalid");
            message = faults.0.first().map(|f| f.message.get(lang::current()).to_owned());
            for fault in faults.0 {
                errors.entry(fault.path).or_insert_with(Vec::new).push(fault.message.get(lang::current()).to_owned());
            }
        }
        Err(e) => {
            let e = ApiError::from(e);
            if e.status().is_server_error() {
                return Err(e);
            }
            (message, code) = (Some(e.message().get(lang::current()).to_owned()), Some(e.code()));
        }
    }
    let now = if is_shown { products::find(c, scope, edit.id).await?.filter(|p| p.deleted_at.is_none()) } else { None };
    let row = now.map(|p| row(&p, COLUMNS, facts));
    Ok(SheetResult { id: edit.id, is_ok: code.is_none(), message, code, errors, row })
}
