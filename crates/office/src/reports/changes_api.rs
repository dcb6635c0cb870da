//! The store's change feed: changes since a sequence number, and an event stream that says when to poll it.

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use web::routes;
use web::{Allowed, ApiResult, QueryIn};

use super::{entities, store, stream};
use platform::App;

web::permissions! { Follow = Read Auth; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_changes)).routes(routes!(follow_changes))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ChangesQuery {
    /// The last sequence number that the client has; without it only the newest number is answered.
    #[param(minimum = 0)]
    since: Option<i64>,
    /// 200 by default, 500 at most.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<i64>,
}

/// One change of the feed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FeedChange)]
struct ChangeView {
    seq: i64,
    at: String,
    /// `order` | `product` | `category` | `setting` | ...
    subject: &'static str,
    id: String,
    /// `create` | `update` | `update_status` | `update_payment_status` | `delete` | `comment`.
    action: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct ChangesMeta {
    /// The `since` of the next call.
    seq: i64,
    /// Nothing has happened after `seq`.
    is_complete: bool,
}

#[derive(Debug, Serialize, ToSchema)]
struct ChangesView {
    data: Vec<ChangeView>,
    meta: ChangesMeta,
}

/// The changes of the store since a sequence number, the oldest first; only those of records that the caller may read.
#[utoipa::path(get, path = "/changes", tag = "Store", params(ChangesQuery),
    responses((status = 200, body = ChangesView)))]
async fn list_changes(
    State(app): State<App>,
    allowed: Allowed<Follow>,
    QueryIn(ChangesQuery { since, limit }): QueryIn<ChangesQuery>,
) -> ApiResult<Json<ChangesView>> {
    let c = app.db().conn();
    // The newest number is read first: what commits in between comes with the rows, or the next time.
    let head = store::get_seq(c, &allowed.scope).await?;
    let Some(since) = since else {
        return Ok(Json(ChangesView { data: Vec::new(), meta: ChangesMeta { seq: head, is_complete: true } }));
    };
    let rows = store::list_changes(c, &allowed.scope, since, limit.unwrap_or(200).clamp(1, 500)).await?;
    let seq = rows.last().map_or(since.min(head), |r| r.seq);
    let mut visible = Vec::with_capacity(rows.len());
    for store::ChangeRow { seq, at, subject, subject_id, action } in rows {
        let kind = entities::find(&subject)?;
        if allowed.may_read(kind.subject) {
            visible.push(ChangeView { seq, at: at.rfc3339(), id: kind.id(subject_id), subject: kind.word, action });
        }
    }
    Ok(Json(ChangesView { data: visible, meta: ChangesMeta { seq, is_complete: seq >= head } }))
}

/// Server-sent events that signal a change: `data: {"topics": ["sales"]}`, then poll `changes`. Only topics of which the caller
/// may read something.
/// Topics: `storefront`, `sales`, `catalog`, `progress`.
#[utoipa::path(get, path = "/changes/stream", tag = "Store",
    responses((status = 200, content_type = "text/event-stream", body = String)))]
async fn follow_changes(State(app): State<App>, allowed: Allowed<Follow>) -> impl IntoResponse {
    // Turns off response buffering in proxies (nginx).
    ([("x-accel-buffering", "no")], stream::open(app, allowed.scope, allowed.caller))
}
