//! Endpoints of a draft's link.

use axum::Json;
use axum::extract::State;
use db::Topics;
use kernel::id::Order as OrderKind;
use kernel::{Millis, OrderId, StoreScope};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::api::{failed, view};
use super::wire::{OrderDraftLinkIn, OrderDraftView};
use super::{save, store};
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::status::Status;
use crate::orders::store as orders;
use platform::App;
use platform::journal::{self, Act, Entry};

web::permissions! { Update = Update Order; }

/// The longest validity of a link, in days.
const MOST_DAYS: i64 = 30;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create_order_draft_link, delete_order_draft_link))
}

/// Creates a link that is valid until then, or withdraws the current one.
async fn set(app: &App, scope: &StoreScope, id: OrderId, until: Option<Millis>) -> Result<(), OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let (_, draft) = save::open(c, &at, id, None, Status::Draft).await?;
            match until {
                Some(until) => drop(store::insert_link(c, &at, id, until).await?),
                None if draft.link_until.is_none() => return Ok(()),
                None => store::revoke_link(c, &at, id).await?,
            }
            // The journal has only the expiry: a reader of the journal cannot open the link.
            let entry = Entry::new(Act::Update, entities::ORDER, id).after(json!({ "draft_link": until.map(Millis::rfc3339) }));
            let seq = journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok(orders::set_seq(c, &at, id, seq).await?)
        })
        .await
}

/// Creates a link on which the shopper checks, completes and confirms the draft; it invalidates an earlier one.
#[utoipa::path(post, path = "/orders/{id}/draft/link", tag = "Order", params(("id" = OrderId, Path)), request_body = OrderDraftLinkIn, responses(
    (status = 200, body = Data<OrderDraftView>), (status = 409, body = Conflict<OrderDraftView>), Refusals<404, 422>,
))]
async fn create_order_draft_link(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OrderDraftLinkIn>,
) -> ApiResult<Json<Data<OrderDraftView>>> {
    if !(1..=MOST_DAYS).contains(&sent.days) {
        return Err(ApiError::field("days", common::BETWEEN.with("min", 1).with("max", MOST_DAYS)));
    }
    let until = app.env().now().plus(sent.days * Millis::DAY);
    match set(&app, &allowed.scope, id, Some(until)).await {
        Ok(()) => Ok(data(view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, e).await),
    }
}

/// Withdraws a draft's link: it stops working.
#[utoipa::path(delete, path = "/orders/{id}/draft/link", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<OrderDraftView>), (status = 409, body = Conflict<OrderDraftView>), Refusals<404>,
))]
async fn delete_order_draft_link(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<OrderDraftView>>> {
    match set(&app, &allowed.scope, id, None).await {
        Ok(()) => Ok(data(view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, e).await),
    }
}
