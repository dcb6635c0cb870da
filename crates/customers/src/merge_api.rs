//! HTTP endpoints of likely duplicates and of merging two records.

use axum::Json;
use axum::extract::State;
use db::Conn;
use kernel::id::Customer as CustomerKind;
use kernel::{Currency, CustomerId, Lang, StoreScope};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, ListQuery, PathId, PathIds, Refusals};

use super::api::{Read, Update};
use super::detail::{detail, rows};
use super::duplicates_store::{self, Mark, MatchReason};
use super::entities;
use super::merge;
use super::merge_model::{Side, outcome};
use super::merge_store;
use super::references::{ReferenceCounts, Referrers};
use super::store;
use super::store::contacts::{self, Contact};
use super::wire::{CustomerDetail, CustomerRow};
use super::write::{CustomerError, log};
use platform::journal::{Act, Entry};
use platform::{App, stores};

// One of the two records is removed: merging requires the permission to delete.
web::permissions! { Merge = Delete Customer; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_duplicates))
        .routes(routes!(list_customer_duplicates))
        .routes(routes!(preview_customer_merge))
        .routes(routes!(merge_customers))
        .routes(routes!(delete_customer_contact))
}

/// Records that are likely one person.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct DuplicateGroup {
    /// Why they are likely one person.
    likeness: MatchReason,
    /// Up to five, the oldest first.
    customers: Vec<CustomerRow>,
}

/// Groups of likely duplicates, with a cursor.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct Duplicates {
    /// 20 at most.
    groups: Vec<DuplicateGroup>,
    /// For `cursor`; null when the whole store was searched.
    next_cursor: Option<String>,
}

fn mark_of(by: MatchReason, cursor: &str) -> Mark {
    let (first, second) = match by {
        MatchReason::Name => cursor.split_once('|').unwrap_or((cursor, "")),
        MatchReason::Email | MatchReason::Address => (cursor, ""),
    };
    Mark { first: first.to_owned(), second: second.to_owned() }
}

fn cursor_of(by: MatchReason, mark: Mark) -> String {
    match by {
        MatchReason::Name => format!("{}|{}", mark.first, mark.second),
        MatchReason::Email | MatchReason::Address => mark.first,
    }
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the query to the API document; ListQuery reads it")]
struct DuplicatesParams {
    /// email | name | address; email by default.
    #[param(rename = "filter[by]", value_type = MatchReason, inline, required = false)]
    by: String,
    /// `next_cursor` of the previous answer.
    #[param(required = false)]
    cursor: String,
}

/// The store's likely duplicates by one match reason: filter[by] email, name (and city) or address.
#[utoipa::path(get, path = "/customer-duplicates", tag = "Customer", params(DuplicatesParams), responses(
    (status = 200, body = Data<Duplicates>), Refusals<422>,
))]
async fn list_duplicates(State(app): State<App>, allowed: Allowed<Read>, query: ListQuery) -> ApiResult<Json<Data<Duplicates>>> {
    query.check(&[], &["by"])?;
    let mut by = MatchReason::Email;
    for filter in &query.filters {
        let one = filter.values.first().filter(|_| filter.op == "eq" && filter.values.len() == 1);
        by = one.and_then(|word| MatchReason::parse(word)).ok_or_else(|| ApiError::field("filter[by]", common::NOT_A_CHOICE))?;
    }
    let after = query.page.cursor.as_deref().map(|cursor| mark_of(by, cursor));
    let scope = allowed.scope.clone();
    let read = async move |c: Conn<'_>| {
        let found = duplicates_store::list_groups(c, &scope, by, after.clone()).await?;
        let members = duplicates_store::list_members(c, &scope, by, &found.marks).await?;
        Ok::<_, db::Error>((found, members))
    };
    let (found, members) = app.db().report(read).await?;
    let c = app.db().conn();
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let all = rows(c, &allowed.scope, members.iter().map(|(_, customer)| customer.clone()).collect(), currency).await?;
    let mut placed: Vec<(Mark, CustomerRow)> = members.into_iter().map(|(mark, _)| mark).zip(all).collect();
    let mut groups = Vec::new();
    for mark in found.marks {
        let (own, rest): (Vec<_>, Vec<_>) = placed.into_iter().partition(|(of, _)| *of == mark);
        placed = rest;
        groups.push(DuplicateGroup { likeness: by, customers: own.into_iter().map(|(_, row)| row).collect() });
    }
    Ok(data(Duplicates { groups, next_cursor: found.next.map(|mark| cursor_of(by, mark)) }))
}

/// A record that is likely the same person.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct LikelyDuplicate {
    customer: CustomerRow,
    /// Why both are likely one person.
    likenesses: Vec<MatchReason>,
}

/// The likely duplicates of a customer, 20 at most; those with the most match reasons come first.
#[utoipa::path(get, path = "/customers/{id}/duplicates", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 200, body = Data<Vec<LikelyDuplicate>>), Refusals<404>,
))]
async fn list_customer_duplicates(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<Json<Data<Vec<LikelyDuplicate>>>> {
    let c = app.db().conn();
    let customer = store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let alike = duplicates_store::list_duplicates(c, &allowed.scope, &customer).await?;
    let ids: Vec<CustomerId> = alike.iter().map(|(id, _)| *id).collect();
    let found = duplicates_store::list_by_ids(c, &allowed.scope, &ids).await?;
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let order: Vec<CustomerId> = found.iter().map(|k| k.id).collect();
    let mut of: Vec<(CustomerId, CustomerRow)> = order.into_iter().zip(rows(c, &allowed.scope, found, currency).await?).collect();
    let take = |(id, likenesses): (CustomerId, Vec<MatchReason>)| {
        let at = of.iter().position(|(own, _)| *own == id)?;
        Some(LikelyDuplicate { customer: of.swap_remove(at).1, likenesses })
    };
    Ok(data(alike.into_iter().filter_map(take).collect()))
}

/// How many rows a merge would move.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct MergeCounts {
    orders: i64,
    addresses: i64,
    notes: i64,
    /// Open carts of its numbers.
    carts: i64,
}

/// A preview of a merge.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct MergePreview {
    kept: CustomerDetail,
    gone: CustomerDetail,
    /// The surviving record after the merge; null when they cannot be merged.
    becomes: Option<CustomerDetail>,
    moves: MergeCounts,
    /// Why they cannot be merged, in the caller's language.
    refusal: Option<String>,
}

fn detail_view(side: Side, currency: Currency) -> CustomerDetail {
    let Side { customer, tags, groups, consents, contacts } = side;
    CustomerDetail::new(&customer, tags, groups, contacts, &consents, currency)
}

/// Previews merging `other` into a customer. Changes nothing.
#[utoipa::path(get, path = "/customers/{id}/merge/{other}", tag = "Customer",
    params(("id" = CustomerId, Path), ("other" = CustomerId, Path)), responses(
    (status = 200, body = Data<MergePreview>), Refusals<404>,
))]
async fn preview_customer_merge(
    State(app): State<App>,
    allowed: Allowed<Merge>,
    PathIds(survivor, gone): PathIds<CustomerKind, CustomerKind>,
) -> ApiResult<Json<Data<MergePreview>>> {
    let c = app.db().conn();
    let was = merge::side(c, &allowed.scope, survivor).await?.ok_or_else(ApiError::not_found)?;
    let other = merge::side(c, &allowed.scope, gone).await?.ok_or_else(ApiError::not_found)?;
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let mut mobiles = contacts::list_mobiles(c, &allowed.scope, gone).await?;
    mobiles.extend(other.customer.mobile.clone());
    let referrers = app.ports.get::<Referrers>()?;
    let ReferenceCounts { orders, carts } = referrers.count(c, &allowed.scope, gone, &mobiles).await?;
    let (addresses, notes) = merge_store::count_moving(c, &allowed.scope, gone).await?;
    let lang: Lang = web::lang::current();
    let (becomes, refusal) = match outcome(&was, &other) {
        Ok(side) => (Some(detail_view(side, currency)), None),
        Err(why) => (None, Some(why.message().get(lang).to_owned())),
    };
    let moves = MergeCounts { orders, addresses, notes, carts };
    Ok(data(MergePreview { kept: detail_view(was, currency), gone: detail_view(other, currency), becomes, moves, refusal }))
}

/// The record to merge, with the versions of both that were read.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MergeIn {
    /// The record that is merged and removed.
    other_id: CustomerId,
    /// The version of the surviving record, as in the preview.
    version: i64,
    /// The version of the record that is removed.
    other_version: i64,
}

/// Merges another record into a customer: orders, addresses, notes, tags, groups and open carts move, the other's number and
/// e-mail address become further contacts. It cannot be undone; the id of the other record redirects to this one.
#[utoipa::path(post, path = "/customers/{id}/merge", tag = "Customer", params(("id" = CustomerId, Path)), request_body = MergeIn, responses(
    (status = 200, body = Data<CustomerDetail>), Refusals<404, 409, 422>,
))]
async fn merge_customers(
    State(app): State<App>,
    allowed: Allowed<Merge>,
    PathId(id): PathId<CustomerKind>,
    JsonIn(sent): JsonIn<MergeIn>,
) -> ApiResult<Json<Data<CustomerDetail>>> {
    merge::merge(&app, &allowed.scope, (id, sent.other_id), (sent.version, sent.other_version)).await?;
    Ok(data(detail(&app, &allowed.scope, id).await?))
}

/// A further contact.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ContactIn {
    kind: contacts::ContactKind,
    value: String,
}

async fn forget(app: &App, scope: &StoreScope, id: CustomerId, contact: Contact) -> Result<(), CustomerError> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            if !store::lock(c, &at, id, env.now()).await? || !contacts::delete(c, &at, id, &contact).await? {
                return Err(CustomerError::NotFound);
            }
            if contact.kind == contacts::ContactKind::Mobile {
                super::search_store::delete_mobile(c, &at, id, &contact.value).await?;
            }
            let entry = Entry::new(Act::Update, entities::CUSTOMER, id).before(serde_json::json!({ "contact": contact.value }));
            let entry = entry.after(serde_json::json!({ "contact": null }));
            log(c, &env, &at, id, entry).await?;
            Ok(())
        })
        .await
}

/// Removes a further number or e-mail address; the next order under it creates a separate customer.
#[utoipa::path(delete, path = "/customers/{id}/contacts", tag = "Customer", params(("id" = CustomerId, Path)), request_body = ContactIn, responses(
    (status = 200, body = Data<CustomerDetail>), Refusals<404, 422>,
))]
async fn delete_customer_contact(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<CustomerKind>,
    JsonIn(sent): JsonIn<ContactIn>,
) -> ApiResult<Json<Data<CustomerDetail>>> {
    forget(&app, &allowed.scope, id, Contact { kind: sent.kind, value: sent.value }).await?;
    Ok(data(detail(&app, &allowed.scope, id).await?))
}
