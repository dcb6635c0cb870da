//! HTTP endpoints of one customer's consents, block, notes and addresses.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::{Address as AddressKind, Customer as CustomerKind, CustomerNote as NoteKind};
use kernel::{AddressId, CustomerId, CustomerNoteId};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, PathId, PathIds, Refusals};

use super::address::{Address, AddressIn};
use super::api::{Read, Update};
use super::consents_notes;
use super::detail::detail;
use super::store::{self, labels};
use super::wire::{BlockIn, ConsentIn, CustomerDetail, NoteIn, NoteView};
use platform::{App, stores};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(set_customer_consent))
        .routes(routes!(block_customer))
        .routes(routes!(unblock_customer))
        .routes(routes!(list_customer_notes, create_customer_note))
        .routes(routes!(delete_customer_note))
        .routes(routes!(create_customer_address))
        .routes(routes!(update_customer_address, delete_customer_address))
}

/// Records a customer's consent to a channel, and how the store learned of it.
#[utoipa::path(put, path = "/customers/{id}/consents", tag = "Customer", params(("id" = CustomerId, Path)), request_body = ConsentIn, responses(
    (status = 200, body = Data<CustomerDetail>), Refusals<404, 422>,
))]
async fn set_customer_consent(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<CustomerKind>,
    JsonIn(sent): JsonIn<ConsentIn>,
) -> ApiResult<Json<Data<CustomerDetail>>> {
    consents_notes::consent(&app, &allowed.scope, id, (sent.channel, sent.is_granted, sent.source)).await?;
    Ok(data(detail(&app, &allowed.scope, id).await?))
}

/// Blocks a customer: their number and e-mail address cannot check out. Called again, it updates the reason.
#[utoipa::path(post, path = "/customers/{id}/block", tag = "Customer", params(("id" = CustomerId, Path)), request_body = BlockIn, responses(
    (status = 200, body = Data<CustomerDetail>), Refusals<404, 422>,
))]
async fn block_customer(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<CustomerKind>,
    JsonIn(sent): JsonIn<BlockIn>,
) -> ApiResult<Json<Data<CustomerDetail>>> {
    consents_notes::block(&app, &allowed.scope, id, Some(sent.reason)).await?;
    Ok(data(detail(&app, &allowed.scope, id).await?))
}

/// Unblocks a customer.
#[utoipa::path(post, path = "/customers/{id}/unblock", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 200, body = Data<CustomerDetail>), Refusals<404>,
))]
async fn unblock_customer(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<Json<Data<CustomerDetail>>> {
    consents_notes::block(&app, &allowed.scope, id, None).await?;
    Ok(data(detail(&app, &allowed.scope, id).await?))
}

/// The newest 100 notes of the staff about a customer.
#[utoipa::path(get, path = "/customers/{id}/notes", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 200, body = Data<Vec<NoteView>>), Refusals<404>,
))]
async fn list_customer_notes(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<Json<Data<Vec<NoteView>>>> {
    let c = app.db().conn();
    store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(data(labels::list_notes(c, &allowed.scope, id).await?.into_iter().map(NoteView::from_note).collect()))
}

/// Adds a note about a customer; shoppers never see it.
#[utoipa::path(post, path = "/customers/{id}/notes", tag = "Customer", params(("id" = CustomerId, Path)), request_body = NoteIn, responses(
    (status = 201, body = Data<NoteView>), Refusals<404, 422>,
))]
async fn create_customer_note(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<CustomerKind>,
    JsonIn(sent): JsonIn<NoteIn>,
) -> ApiResult<(StatusCode, Json<Data<NoteView>>)> {
    let note = consents_notes::add_note(&app, &allowed.scope, id, &sent.text).await?;
    Ok((StatusCode::CREATED, data(NoteView::from_note(note))))
}

/// A deleted part of a customer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CustomerPartGone {
    id: String,
}

/// Deletes a note.
#[utoipa::path(delete, path = "/customers/{id}/notes/{note}", tag = "Customer",
    params(("id" = CustomerId, Path), ("note" = CustomerNoteId, Path)), responses(
    (status = 200, body = Data<CustomerPartGone>), Refusals<404>,
))]
async fn delete_customer_note(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathIds(id, note): PathIds<CustomerKind, NoteKind>,
) -> ApiResult<Json<Data<CustomerPartGone>>> {
    consents_notes::remove_note(&app, &allowed.scope, id, note).await?;
    Ok(data(CustomerPartGone { id: note.to_string() }))
}

/// An address that was written.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct WrittenAddress {
    id: AddressId,
    #[serde(flatten)]
    address: Address,
}

async fn written(app: &App, allowed: &Allowed<Update>, id: CustomerId, address: AddressId) -> ApiResult<WrittenAddress> {
    let found = store::find_address(app.db().conn(), &allowed.scope, id, address).await?.ok_or_else(ApiError::not_found)?;
    Ok(WrittenAddress { id: address, address: found })
}

/// Adds an address to a customer's book; an empty name or mobile is the customer's own.
#[utoipa::path(post, path = "/customers/{id}/addresses", tag = "Customer", params(("id" = CustomerId, Path)), request_body = AddressIn, responses(
    (status = 201, body = Data<WrittenAddress>), Refusals<404, 422>,
))]
async fn create_customer_address(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<CustomerKind>,
    JsonIn(sent): JsonIn<AddressIn>,
) -> ApiResult<(StatusCode, Json<Data<WrittenAddress>>)> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let address = consents_notes::write_address(&app, &allowed.scope, profile, id, None, sent).await?;
    Ok((StatusCode::CREATED, data(written(&app, &allowed, id, address).await?)))
}

/// Replaces an address of a customer's book; orders that were shipped to it keep theirs.
#[utoipa::path(put, path = "/customers/{id}/addresses/{address}", tag = "Customer",
    params(("id" = CustomerId, Path), ("address" = AddressId, Path)), request_body = AddressIn, responses(
    (status = 200, body = Data<WrittenAddress>), Refusals<404, 422>,
))]
async fn update_customer_address(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathIds(id, address): PathIds<CustomerKind, AddressKind>,
    JsonIn(sent): JsonIn<AddressIn>,
) -> ApiResult<Json<Data<WrittenAddress>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    consents_notes::write_address(&app, &allowed.scope, profile, id, Some(address), sent).await?;
    Ok(data(written(&app, &allowed, id, address).await?))
}

/// Deletes an address of a customer's book.
#[utoipa::path(delete, path = "/customers/{id}/addresses/{address}", tag = "Customer",
    params(("id" = CustomerId, Path), ("address" = AddressId, Path)), responses(
    (status = 200, body = Data<CustomerPartGone>), Refusals<404>,
))]
async fn delete_customer_address(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathIds(id, address): PathIds<CustomerKind, AddressKind>,
) -> ApiResult<Json<Data<CustomerPartGone>>> {
    consents_notes::remove_address(&app, &allowed.scope, id, address).await?;
    Ok(data(CustomerPartGone { id: address.to_string() }))
}
