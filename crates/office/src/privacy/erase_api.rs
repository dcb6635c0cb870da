//! The calls of an erasure: its preview with what blocks it, and the erasure itself.

use axum::Json;
use axum::extract::State;
use kernel::CustomerId;
use kernel::id::Customer as CustomerKind;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals, Subject};

use super::blockers::{self, Blocker, ErasureBlockerView};
use super::erase::{self, EraseError, Erased, ErasureReason, ErasureRequest};
use super::mentions::{self, Mention};
use super::{erase_store, person};
use platform::App;

web::permissions! { Erase = Delete Customer; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(preview_erasure)).routes(routes!(erase_customer))
}

/// Counts of what is deleted.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct ErasureGoes {
    addresses: i64,
    notes: i64,
    consents: i64,
    /// Open and ordered ones; the ordered ones stay for the reports, without personal data.
    carts: i64,
    /// Receipts of transfers with their files.
    receipts: i64,
    /// Numbers and e-mail addresses that are deleted.
    contacts: i64,
}

/// Counts of what stays, without personal data.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct ErasureStays {
    orders: i64,
    /// Invoices and credit notes with their numbers, goods and amounts.
    documents: i64,
}

/// The preview of an erasure.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct ErasurePreview {
    /// The version of the record, to be sent with the erasure.
    version: i64,
    goes: ErasureGoes,
    stays: ErasureStays,
    /// The person had opted out or was blocked: a hash of the number is kept so that no message is sent to it again.
    keeps_refusals: bool,
    /// The team's texts that mention the person, as far as the caller may read them: names of segments, groups, views and
    /// coupons, tags on other records; 50 at most. What the erasure does not change stays until a member changes it.
    mentions: Vec<Mention>,
    /// What blocks the erasure; empty when nothing does.
    stops: Vec<ErasureBlockerView>,
}

fn blocker_views(blockers: &[Blocker], sees_orders: bool) -> Vec<ErasureBlockerView> {
    let lang = web::lang::current();
    blockers.iter().map(|blocker| blocker.to_wire(lang, sees_orders)).collect()
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// What erasing a customer would delete, what would stay, and what blocks it. Changes nothing.
#[utoipa::path(get, path = "/customers/{id}/erasure", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 200, body = Data<ErasurePreview>), Refusals<404>,
))]
async fn preview_erasure(
    State(app): State<App>,
    allowed: Allowed<Erase>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<Json<Data<ErasurePreview>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let person = person::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let blockers = blockers::list_blockers(c, scope, &person).await?;
    let counts = erase_store::count_all(c, scope, id).await?;
    let mentions = mentions::list_mentions(c, scope, &person).await?;
    Ok(data(ErasurePreview {
        version: person.customer.version,
        goes: ErasureGoes {
            addresses: counts.addresses,
            notes: counts.notes,
            consents: counts.consents,
            carts: count(person.carts.len()),
            receipts: counts.receipts,
            contacts: count(person.contacts().len()),
        },
        stays: ErasureStays { orders: count(person.orders.len()), documents: counts.documents },
        keeps_refusals: erase::has_refusals(c, scope, &person).await?,
        mentions: mentions.into_iter().filter(|mention| allowed.may_read(mention.kind.subject())).collect(),
        stops: blocker_views(&blockers, allowed.may_read(Subject::Order)),
    }))
}

/// An erasure.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ErasureIn {
    reason: ErasureReason,
    /// Where the request is filed, 100 characters; it stays in the log, so it must not name the person.
    #[serde(default)]
    #[schema(value_type = schema::Line<100>)]
    reference: String,
    /// The customer's name, number or e-mail address, typed as it stands in the record.
    #[schema(value_type = schema::RequiredLine<254>)]
    confirmation: String,
    /// The version of the preview.
    version: i64,
}

/// The result of an erasure.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct ErasureView {
    /// The record had no orders and was deleted; otherwise it stays for its orders, without personal data.
    is_gone: bool,
    /// Orders that stay without personal data.
    orders: i64,
}

/// What blocks an erasure.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = ErasureStops)]
struct ErasureBlockersView {
    stops: Vec<ErasureBlockerView>,
}

/// 409 with what blocks the erasure.
fn blocked(blockers: &[Blocker], sees_orders: bool) -> ApiError {
    let first = blockers.first().map_or(blockers::BlockerCode::Erased, |s| s.reason);
    let current = ErasureBlockersView { stops: blocker_views(blockers, sees_orders) };
    ApiError::conflict(first.code(), first.message()).with_current(&current)
}

impl From<EraseError> for ApiError {
    fn from(e: EraseError) -> Self {
        match e {
            EraseError::NotFound => Self::not_found(),
            EraseError::Stale => Self::stale(),
            EraseError::Fields(fields) => Self::invalid(fields),
            EraseError::Blocked(blockers) => blocked(&blockers, false),
            EraseError::Api(e) => *e.0,
            EraseError::Db(e) => e.into(),
        }
    }
}

/// Erases a customer: profile, addresses, notes, consents, carts, messages, receipts and files are deleted; orders, invoices and
/// sums stay without personal data. It cannot be undone. A 409 lists in `current.stops` what blocks it.
#[utoipa::path(post, path = "/customers/{id}/erase", tag = "Customer", params(("id" = CustomerId, Path)), request_body = ErasureIn, responses(
    (status = 200, body = Data<ErasureView>), (status = 409, body = Conflict<ErasureBlockersView>), Refusals<404, 422>,
))]
async fn erase_customer(
    State(app): State<App>,
    allowed: Allowed<Erase>,
    PathId(id): PathId<CustomerKind>,
    JsonIn(sent): JsonIn<ErasureIn>,
) -> ApiResult<Json<Data<ErasureView>>> {
    let ErasureIn { reason, reference, confirmation, version } = sent;
    let request = ErasureRequest { reason, reference, confirmation, version };
    let Erased { is_gone, orders } = match erase::erase(&app, &allowed.scope, id, request).await {
        Err(EraseError::Blocked(blockers)) => return Err(blocked(&blockers, allowed.may_read(Subject::Order))),
        result => result?,
    };
    Ok(data(ErasureView { is_gone, orders }))
}
