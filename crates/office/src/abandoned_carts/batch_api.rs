//! The calls of batches of carts: reminders about all carts that match.

use std::collections::HashMap;

use super::query::CartListParams;
use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use db::Conn;
use kernel::id::CartBatch as BatchKind;
use kernel::{CartBatchId, CartId, CouponId, Millis, Texts};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Data, FieldErrors, JsonIn, Message, PathId, Refusals, lang};

use super::batch::{self, BatchAct, BatchDetails, Carts, NoteTexts};
use super::model::ReminderChannel;
use super::{list_store, remind_api};
use platform::App;
use platform::batches::{self, Batch, BatchState, NoteRow, calls};

web::permissions! { Read = Read Cart; Update = Update Cart; }

/// The most carts of a batch.
const MOST: i64 = 1_000_000;
/// Batches that the list shows, and carts that the notes name.
const SHOWN: i64 = 50;
const NAMED: i64 = 200;
const NOTHING: Message = Message::new("لا توجد سلات مطابقة.", "No carts match.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_cart_batches, create_cart_batch))
        .routes(routes!(find_cart_batch))
        .routes(routes!(list_cart_batch_notes))
        .routes(routes!(cancel_cart_batch))
}

/// The reminder to the shoppers of all carts that match.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CartBatchIn {
    channel: ReminderChannel,
    /// Of an e-mail.
    #[serde(default)]
    #[schema(value_type = schema::LineTexts<120>)]
    subject: Texts,
    /// With the placeholders of the plan's messages; `{{cart_link}}` is needed, and `{{coupon_code}}` with a coupon.
    #[schema(value_type = schema::RequiredLongTexts<600>)]
    body: Texts,
    /// The coupon that is offered; it must be usable now.
    coupon_id: Option<CouponId>,
}

/// A batch of carts: reminders about all carts that matched. `changed_count` is how many shoppers were reminded, `failed_count`
/// how many were not.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CartBatchView {
    id: CartBatchId,
    #[serde(flatten)]
    state: BatchState,
    channel: ReminderChannel,
    /// The list's query that selected the carts.
    query: String,
}

/// A cart whose shopper was not reminded.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CartBatchNote {
    cart_id: CartId,
    /// The shopper's name; empty when it is unknown, or the cart was deleted.
    name: String,
    message: String,
}

fn to_view(batch: Batch<Carts>, now: Millis) -> CartBatchView {
    CartBatchView {
        id: batch.id,
        state: BatchState::from_batch(&batch, now),
        channel: batch.details.message.channel,
        query: batch.details.query,
    }
}

fn view(app: &App, batch: Batch<Carts>) -> Json<Data<CartBatchView>> {
    data(to_view(batch, app.env().now()))
}

/// Reminds the shoppers of every cart that a list's query matches (the same filters and search as `GET /carts`), in the
/// background, one after another. Each reminder is checked as a single one is, and a person with several carts gets a reminder
/// about one of them. The batch can be stopped; reminders that were sent cannot be undone.
#[utoipa::path(post, path = "/cart-batches", tag = "Cart", params(CartListParams), request_body = CartBatchIn, responses(
    (status = 201, body = Data<CartBatchView>), Refusals<409, 422>,
))]
async fn create_cart_batch(
    State(app): State<App>,
    allowed: Allowed<Update>,
    RawQuery(sent_query): RawQuery,
    JsonIn(sent): JsonIn<CartBatchIn>,
) -> ApiResult<(StatusCode, Json<Data<CartBatchView>>)> {
    let CartBatchIn { channel, subject, body, coupon_id } = sent;
    let mut errors = FieldErrors::new();
    let message = remind_api::now(channel, subject, body, coupon_id);
    let message = remind_api::check(&app, &allowed.scope, &mut errors, message).await?;
    errors.finish()?;
    let (query, now) = (calls::narrowing(sent_query)?, app.env().now());
    let (filter, text) = batch::find_filter(app.db().conn(), &allowed.scope, &query, now).await?;
    let scope = allowed.scope.clone();
    let count = async move |c: Conn<'_>| {
        let cart_filter = batch::searched(c, &scope, (&filter, &text)).await?;
        list_store::count_up_to(c, &scope, &cart_filter, now, MOST).await
    };
    let total = app.db().report(count).await?;
    if total == 0 {
        return Err(ApiError::conflict("nothing_matches", NOTHING));
    }
    let details = BatchDetails { message, query };
    let batch = calls::begin::<Carts>(&app, &allowed.scope, (BatchAct::Remind, details, total), Vec::new()).await?;
    Ok((StatusCode::CREATED, view(&app, batch)))
}

/// The batches of carts, the newest 50 first.
#[utoipa::path(get, path = "/cart-batches", tag = "Cart", responses((status = 200, body = Data<Vec<CartBatchView>>)))]
async fn list_cart_batches(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<CartBatchView>>>> {
    let all = batches::list::<Carts>(app.db().conn(), &allowed.scope, None, (SHOWN, 0)).await?;
    let now = app.env().now();
    Ok(data(all.into_iter().map(|b| to_view(b, now)).collect()))
}

/// A batch of carts, with its progress.
#[utoipa::path(get, path = "/cart-batches/{id}", tag = "Cart", params(("id" = CartBatchId, Path)), responses(
    (status = 200, body = Data<CartBatchView>), Refusals<404>,
))]
async fn find_cart_batch(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<CartBatchView>>> {
    Ok(view(&app, calls::find(&app, &allowed.scope, id).await?))
}

/// The first 200 carts whose shoppers were not reminded, and why.
#[utoipa::path(get, path = "/cart-batches/{id}/notes", tag = "Cart", params(("id" = CartBatchId, Path)), responses(
    (status = 200, body = Data<Vec<CartBatchNote>>), Refusals<404>,
))]
async fn list_cart_batch_notes(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<Vec<CartBatchNote>>>> {
    calls::find::<Carts>(&app, &allowed.scope, id).await?;
    let c = app.db().conn();
    let rows = batches::list_notes::<Carts, NoteTexts>(c, &allowed.scope, id, (0, NAMED)).await?;
    let ids: Vec<CartId> = rows.iter().map(|row| CartId::from_raw(row.subject_id)).collect();
    let names: HashMap<CartId, String> = list_store::list_names(c, &allowed.scope, &ids).await?.into_iter().collect();
    let lang = lang::current();
    let of = |row: NoteRow<NoteTexts>| {
        let (id, (ar, en)) = (CartId::from_raw(row.subject_id), row.note);
        let message = if lang == kernel::Lang::Ar { ar } else { en };
        CartBatchNote { cart_id: id, name: names.get(&id).cloned().unwrap_or_default(), message }
    };
    Ok(data(rows.into_iter().map(of).collect()))
}

/// Stops a batch. Reminders that were sent stay sent.
#[utoipa::path(post, path = "/cart-batches/{id}/cancel", tag = "Cart", params(("id" = CartBatchId, Path)), responses(
    (status = 200, body = Data<CartBatchView>), Refusals<404, 409>,
))]
async fn cancel_cart_batch(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<CartBatchView>>> {
    Ok(view(&app, calls::cancel(&app, &allowed.scope, id).await?))
}
