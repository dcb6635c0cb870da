//! Endpoints of settlements of courier cash.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::fold::fold;
use kernel::id::CourierSettlement as SettlementKind;
use kernel::{CourierSettlementId, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use web::keyset::{Key, Window, capped};
use web::list::{PageParams, data};
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, ListQuery, Listed, PathId, Refusals, schema};

use super::kind::Sheets;
use super::model::{State as SettlementState, Verdict};
use super::row_model::RowState;
use super::row_store::{self, RowFilter};
use super::store::{self, SettlementFilter};
use super::wire::{CourierSettlementDetail, CourierSettlementIn, CourierSettlementRowView, CourierSettlementView};
use super::write;
use platform::App;
use platform::imports::{self, ActingUser, Begin};

web::permissions! { Read = Read Order; Update = Update Order; }

web::schema_types! {
    /// A settlement to create.
    NewCourierSettlement => schema::required::<CourierSettlementIn>(&["sheet_id", "courier", "remitted_on"]);
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_courier_settlements, create_courier_settlement))
        .routes(routes!(find_courier_settlement, update_courier_settlement, delete_courier_settlement))
        .routes(routes!(list_courier_settlement_rows))
        .routes(routes!(check_courier_settlement))
        .routes(routes!(post_courier_settlement))
        .routes(routes!(retry_courier_settlement))
        .routes(routes!(undo_courier_settlement))
}

async fn detail(app: &App, scope: &StoreScope, id: CourierSettlementId) -> ApiResult<CourierSettlementDetail> {
    let c = app.db().conn();
    let settlement = store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(CourierSettlementDetail::new(&settlement, &row_store::list_sums(c, scope, id).await?))
}

/// The words of a filter, each one of `choices`.
fn words<W>(
    query: &ListQuery,
    field: &str,
    parse: impl Fn(&str) -> Option<W>,
    word: impl Fn(W) -> &'static str,
) -> ApiResult<Vec<&'static str>> {
    let values = query.values(field).unwrap_or_default();
    let found: Option<Vec<&'static str>> = values.iter().map(|value| parse(value).map(&word)).collect();
    found.ok_or_else(|| ApiError::field(format!("filter[{field}]"), common::NOT_A_CHOICE))
}

/// The settlements, the newest first. Filters: state (draft, posted, undone), courier (its name).
#[utoipa::path(get, path = "/courier-settlements", tag = "CourierCash", params(PageParams), responses(
    (status = 200, body = Listed<CourierSettlementView>), Refusals<422>,
))]
async fn list_courier_settlements(
    State(app): State<App>,
    allowed: Allowed<Read>,
    mut query: ListQuery,
) -> ApiResult<Json<Listed<CourierSettlementView>>> {
    query.check(&[], &["state", "courier"])?;
    query.is_descending = true;
    let filter = SettlementFilter {
        states: words(&query, "state", SettlementState::parse, SettlementState::as_str)?,
        courier: query.values("courier").and_then(|values| values.first()).map(|name| fold(name)),
    };
    let c = app.db().conn();
    let window = Window::from_query(&query, store::orders(), false)?;
    let rows = store::list(c, &allowed.scope, &filter, &window).await?;
    let total = store::count(c, &allowed.scope, &filter).await?;
    let page = window.page(rows, capped(total), |s| (Key::Int(s.created_at.0), s.id.raw()));
    Ok(Json(query.answer(page.map(|s| CourierSettlementView::from_settlement(&s)))))
}

/// Creates the settlement of a sheet. Nothing is booked yet: `check` matches its rows, `post` books them.
#[utoipa::path(post, path = "/courier-settlements", tag = "CourierCash", request_body = NewCourierSettlement, responses(
    (status = 201, body = Data<CourierSettlementDetail>), Refusals<422>,
))]
async fn create_courier_settlement(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<CourierSettlementIn>,
) -> ApiResult<(StatusCode, Json<Data<CourierSettlementDetail>>)> {
    let id = write::create(&app, &allowed.scope, allowed.caller.user, sent).await?;
    Ok((StatusCode::CREATED, data(detail(&app, &allowed.scope, id).await?)))
}

/// One settlement, with its sums by verdict and the proof of its total.
#[utoipa::path(get, path = "/courier-settlements/{id}", tag = "CourierCash", params(("id" = CourierSettlementId, Path)), responses(
    (status = 200, body = Data<CourierSettlementDetail>), Refusals<404>,
))]
async fn find_courier_settlement(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<SettlementKind>,
) -> ApiResult<Json<Data<CourierSettlementDetail>>> {
    Ok(data(detail(&app, &allowed.scope, id).await?))
}

/// Changes a settlement that is not posted; check it again for the verdicts to follow.
#[utoipa::path(put, path = "/courier-settlements/{id}", tag = "CourierCash", params(("id" = CourierSettlementId, Path)),
    request_body = CourierSettlementIn, responses(
    (status = 200, body = Data<CourierSettlementDetail>), (status = 409, body = Conflict<CourierSettlementView>), Refusals<404, 422>,
))]
async fn update_courier_settlement(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<SettlementKind>,
    JsonIn(sent): JsonIn<CourierSettlementIn>,
) -> ApiResult<Json<Data<CourierSettlementDetail>>> {
    write::update(&app, &allowed.scope, id, sent).await?;
    Ok(data(detail(&app, &allowed.scope, id).await?))
}

/// Deletes a settlement that was never posted, with what the check of its rows found. Its sheet is deleted with its time, 30 days after the
/// upload. One that was posted stays, also when its posting was undone.
#[utoipa::path(delete, path = "/courier-settlements/{id}", tag = "CourierCash", params(("id" = CourierSettlementId, Path)), responses(
    (status = 200, body = Data<CourierSettlementId>), Refusals<404, 409>,
))]
async fn delete_courier_settlement(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<SettlementKind>,
) -> ApiResult<Json<Data<CourierSettlementId>>> {
    write::delete(&app, &allowed.scope, id).await?;
    Ok(data(id))
}

/// The rows in the order of the sheet. Filters, each with several values: verdict, state (found, posted, undone, kept).
#[utoipa::path(get, path = "/courier-settlements/{id}/rows", tag = "CourierCash", params(("id" = CourierSettlementId, Path), PageParams), responses(
    (status = 200, body = Listed<CourierSettlementRowView>), Refusals<404, 422>,
))]
async fn list_courier_settlement_rows(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<SettlementKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<CourierSettlementRowView>>> {
    query.check(&[], &["verdict", "state"])?;
    let filter = RowFilter {
        verdicts: words(&query, "verdict", Verdict::parse, Verdict::as_str)?,
        states: words(&query, "state", RowState::parse, RowState::as_str)?,
    };
    let c = app.db().conn();
    let settlement = store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let window = Window::from_query(&query, row_store::orders(), false)?;
    let rows = row_store::list(c, &allowed.scope, id, &filter, &window).await?;
    let total = row_store::count(c, &allowed.scope, id, &filter).await?;
    let page = window.page(rows, capped(total), |row| (Key::Int(row.position), row.position));
    Ok(Json(query.answer(page.map(|row| CourierSettlementRowView::from_row(row, settlement.currency)))))
}

async fn begin(
    app: &App,
    allowed: &Allowed<Update>,
    id: CourierSettlementId,
    step: Begin,
) -> ApiResult<Json<Data<CourierSettlementDetail>>> {
    let settlement = store::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let _progress = imports::perform::<Sheets>(app, &ActingUser::from_caller(allowed), settlement.sheet_id, step).await?;
    Ok(data(detail(app, &allowed.scope, id).await?))
}

/// Matches the rows of the sheet in the background and judges each; nothing is booked.
#[utoipa::path(post, path = "/courier-settlements/{id}/check", tag = "CourierCash", params(("id" = CourierSettlementId, Path)), responses(
    (status = 200, body = Data<CourierSettlementDetail>), Refusals<404, 409>,
))]
async fn check_courier_settlement(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<SettlementKind>,
) -> ApiResult<Json<Data<CourierSettlementDetail>>> {
    begin(&app, &allowed, id, Begin::Check).await
}

/// Books the rows in the background: of each matched shipment what was paid out and the fee, and the customer's payment where the
/// order still owes it.
#[utoipa::path(post, path = "/courier-settlements/{id}/post", tag = "CourierCash", params(("id" = CourierSettlementId, Path)), responses(
    (status = 200, body = Data<CourierSettlementDetail>), Refusals<404, 409>,
))]
async fn post_courier_settlement(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<SettlementKind>,
) -> ApiResult<Json<Data<CourierSettlementDetail>>> {
    begin(&app, &allowed, id, Begin::Start).await
}

/// Tries rows that failed once more.
#[utoipa::path(post, path = "/courier-settlements/{id}/retry", tag = "CourierCash", params(("id" = CourierSettlementId, Path)), responses(
    (status = 200, body = Data<CourierSettlementDetail>), Refusals<404, 409>,
))]
async fn retry_courier_settlement(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<SettlementKind>,
) -> ApiResult<Json<Data<CourierSettlementDetail>>> {
    begin(&app, &allowed, id, Begin::Retry).await
}

/// Undoes a posting once, in the background, within 30 days of the upload. Where an order's money was refunded since, its payment
/// stays and its row says `kept`.
#[utoipa::path(post, path = "/courier-settlements/{id}/undo", tag = "CourierCash", params(("id" = CourierSettlementId, Path)), responses(
    (status = 200, body = Data<CourierSettlementDetail>), Refusals<404, 409>,
))]
async fn undo_courier_settlement(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<SettlementKind>,
) -> ApiResult<Json<Data<CourierSettlementDetail>>> {
    begin(&app, &allowed, id, Begin::Undo).await
}
