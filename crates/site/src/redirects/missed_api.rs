//! Endpoints of missed addresses (ST-08).

use axum::Json;
use axum::extract::State;
use kernel::MissedAddressId;
use kernel::id::MissedAddress as MissedAddressKind;
use platform::App;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiResult, Data, JsonIn, ListQuery, Listed, PathId, Refusals, routes};

use super::list::{self, MISSED_SORTS, MissedAddressListParams};
use super::missed;
use super::wire::{MissedAddressIn, MissedAddressView};

web::permissions! { Read = Read Page; Update = Update Page; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_missed_addresses)).routes(routes!(update_missed_address))
}

/// Addresses that shoppers asked for in the last 30 days and the store did not have, the most frequent first. Sort: hits, `last_seen_at`,
/// address. Search: a part of the address. Filter: `is_ignored` (false when absent).
#[utoipa::path(get, path = "/missed-addresses", tag = "Redirect", params(MissedAddressListParams), responses(
    (status = 200, body = Listed<MissedAddressView>), Refusals<422>,
))]
async fn list_missed_addresses(
    State(app): State<App>,
    allowed: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<MissedAddressView>>> {
    query.check(MISSED_SORTS, &["is_ignored"])?;
    let filter = list::read_missed(&query, app.env().now())?;
    let page = list::missed_page(app.db().conn(), &allowed.scope, &query, &filter).await?;
    Ok(Json(query.answer(page.map(MissedAddressView::from))))
}

/// Ignores a missed address, or no longer.
#[utoipa::path(put, path = "/missed-addresses/{id}", tag = "Redirect", params(("id" = MissedAddressId, Path)), request_body = MissedAddressIn,
    responses((status = 200, body = Data<MissedAddressView>), Refusals<404, 422>))]
async fn update_missed_address(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<MissedAddressKind>,
    JsonIn(sent): JsonIn<MissedAddressIn>,
) -> ApiResult<Json<Data<MissedAddressView>>> {
    Ok(data(missed::update(&app, &allowed.scope, id, sent.is_ignored).await?.into()))
}
