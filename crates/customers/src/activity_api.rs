//! The activity of a customer: typed events with their actor (CU-01).

use axum::Json;
use axum::extract::State;
use kernel::id::Customer as CustomerKind;
use kernel::{CustomerId, Page, PageRequest};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, ListQuery, Listed, PathId, Refusals};

use super::api::Read;
use super::entities;
use super::store;
use platform::App;
use platform::journal::{self, EntryWindow, StoredEntry};
use web::keyset::{COUNTED, capped};

web::list_params! {
    /// The list parameters of a customer's activity.
    CustomerActivityListParams => &["at"];
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_customer_activity))
}

/// The actor of an event.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct CustomerEventActor {
    /// Customer | Merchant | System.
    r#type: String,
    name: String,
    /// The platform operator who impersonated them.
    operator: Option<String>,
}

/// An event in a customer's activity. `after` describes it by its keys: name, mobile, email, language, tags, groups (fields),
/// consent with `is_granted` and source, `is_blocked` with reason, address, note.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct CustomerEvent {
    seq: i64,
    /// RFC 3339.
    at: String,
    /// create | update | comment (a note, in `note`).
    action: String,
    actor: CustomerEventActor,
    note: Option<String>,
    /// The fields before the change.
    #[schema(value_type = Option<Object>)]
    before: Option<serde_json::Value>,
    /// The fields after the change.
    #[schema(value_type = Option<Object>)]
    after: Option<serde_json::Value>,
}

/// The activity of a customer, the newest first, by page or `cursor`.
#[utoipa::path(get, path = "/customers/{id}/activity", tag = "Customer", params(("id" = CustomerId, Path), CustomerActivityListParams), responses(
    (status = 200, body = Listed<CustomerEvent>), Refusals<404, 422>,
))]
async fn list_customer_activity(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CustomerKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<CustomerEvent>>> {
    query.check(&["at"], &[])?;
    let c = app.db().conn();
    store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let before = match &query.page.cursor {
        None => i64::MAX,
        Some(cursor) => cursor.parse().map_err(|_| ApiError::field("cursor", common::NO_SUCH))?,
    };
    let offset = if query.page.cursor.is_some() { 0 } else { query.offset().min(PageRequest::MAX_OFFSET) };
    let window = EntryWindow { before, limit: query.page.per_page + 1, offset };
    let mut rows = journal::list_entries(c, &allowed.scope, entities::CUSTOMER, id, window).await?;
    let (total, is_total_capped) = capped(journal::count_entries(c, &allowed.scope, entities::CUSTOMER, id, COUNTED).await?);
    let most = usize::try_from(query.page.per_page).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    let next_cursor = rows.last().filter(|_| has_more).map(|r| r.seq.to_string());
    let event = |row: StoredEntry| {
        let StoredEntry { seq, at, action, actor_kind, actor_name, operator_name, note, before, after } = row;
        CustomerEvent {
            seq,
            at: at.rfc3339(),
            action,
            actor: CustomerEventActor { r#type: actor_kind, name: actor_name, operator: operator_name },
            note,
            before: before.map(|j| j.0),
            after: after.map(|j| j.0),
        }
    };
    let items = rows.into_iter().map(event).collect();
    Ok(Json(query.answer(Page { items, total, is_total_capped, next_cursor })))
}
