//! HTTP endpoints of segments.

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use db::Conn;
use kernel::id::{Customer as CustomerKind, CustomerSegment as SegmentKind};
use kernel::{CustomerId, CustomerSegmentId, StoreScope};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Action, Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals, Subject, lang};

use super::count::{self, Count};
use super::rules::{Field, Groups, Rule, RuleContext, conditions};
use super::store::{self, Segment};
use super::templates::{self, Template};
use super::wire::{SegmentView, without_codes};
use super::write::{self, SegmentDraft};
use super::{facts, names};
use crate::api::{Read, Update};
use crate::filter::holds::any_holds;
use crate::purchases::Purchases;
use platform::{App, stores};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_customer_segments, create_customer_segment))
        .routes(routes!(list_customer_segment_counts))
        .routes(routes!(list_customer_segment_templates))
        .routes(routes!(preview_customer_segment))
        .routes(routes!(find_customer_segment, update_customer_segment, delete_customer_segment))
        .routes(routes!(restore_customer_segment))
        .routes(routes!(list_segments_of_customer))
}

web::schema_types! {
    /// Rules of a group, 1 to 8; all must hold.
    CustomerSegmentRules => schema::list::<Rule>(1, 8);
}

/// A new segment.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerSegmentIn {
    /// At most 60 characters.
    #[schema(value_type = schema::RequiredLine<60>)]
    name: String,
    /// 1 to 5 groups of 1 to 8 rules.
    #[schema(value_type = Vec<CustomerSegmentRules>, min_items = 1, max_items = 5)]
    groups: Vec<Vec<Rule>>,
}

/// A change of a segment; absent fields are unchanged.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerSegmentPatch {
    #[schema(value_type = Option<schema::RequiredLine<60>>)]
    name: Option<String>,
    #[schema(value_type = Option<Vec<CustomerSegmentRules>>, min_items = 1, max_items = 5)]
    groups: Option<Vec<Vec<Rule>>>,
    /// The version that was read.
    version: Option<i64>,
}

/// Rules to count, which need not be saved.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerSegmentPreviewIn {
    #[schema(value_type = Vec<CustomerSegmentRules>, min_items = 1, max_items = 5)]
    groups: Vec<Vec<Rule>>,
}

/// How many customers a segment has now.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
struct CustomerSegmentCounted {
    id: CustomerSegmentId,
    #[serde(flatten)]
    counted: Count,
}

/// A segment that a customer is in.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
struct CustomerSegmentName {
    id: CustomerSegmentId,
    name: String,
}

/// Segments with the current names of their products, categories and coupons.
async fn called_today(app: &App, c: Conn<'_>, scope: &StoreScope, mut all: Vec<Segment>) -> db::Result<Vec<Segment>> {
    let rules: Vec<&Groups> = all.iter().map(|segment| &segment.rules.0).collect();
    let names = names::resolve_names(c, scope, &*app.ports.get::<dyn Purchases>()?, &rules).await?;
    for segment in &mut all {
        let before = segment.rules.0.clone();
        names.write(&mut segment.rules.0, &before);
    }
    Ok(all)
}

fn may_see_codes<P>(allowed: &Allowed<P>) -> bool {
    allowed.may(Action::Read, Subject::Coupon)
}

/// The segment as the caller may see it.
fn seen_by<P>(allowed: &Allowed<P>, segment: Segment) -> SegmentView {
    SegmentView::from_segment(&if may_see_codes(allowed) { segment } else { without_codes(segment) })
}

/// The store's segments, 30 at most, in the order of creation.
#[utoipa::path(get, path = "/customer-segments", tag = "Customer", responses((status = 200, body = Data<Vec<SegmentView>>)))]
async fn list_customer_segments(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<SegmentView>>>> {
    let c = app.db().conn();
    let all = called_today(&app, c, &allowed.scope, store::list(c, &allowed.scope).await?).await?;
    Ok(data(all.into_iter().map(|segment| seen_by(&allowed, segment)).collect()))
}

/// How many customers each segment has now, counted up to 1000 each.
#[utoipa::path(get, path = "/customer-segments/counts", tag = "Customer", responses(
    (status = 200, body = Data<Vec<CustomerSegmentCounted>>),
))]
async fn list_customer_segment_counts(
    State(app): State<App>,
    allowed: Allowed<Read>,
) -> ApiResult<Json<Data<Vec<CustomerSegmentCounted>>>> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, &allowed.scope).await?;
    let mut out = Vec::new();
    for segment in store::list(c, &allowed.scope).await? {
        // Rules that can no longer be parsed, because the store's currency has fewer decimals, have no count.
        let Ok(groups) = conditions(&segment.rules.0, &RuleContext { profile: &profile, now: app.env().now() }) else { continue };
        out.push(CustomerSegmentCounted { id: segment.id, counted: count::count_matching(&app, &allowed.scope, groups).await? });
    }
    Ok(data(out))
}

/// Segment templates, with amounts derived from this store's customers.
#[utoipa::path(get, path = "/customer-segments/templates", tag = "Customer", responses(
    (status = 200, body = Data<Vec<Template>>),
))]
async fn list_customer_segment_templates(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<Template>>>> {
    let c = app.db().conn();
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    Ok(data(templates::list(c, &allowed.scope, &*app.ports.get::<dyn Purchases>()?, (currency, lang::current())).await?))
}

/// How many customers match unsaved rules, counted up to 1000. Nothing is stored.
#[utoipa::path(post, path = "/customer-segments/preview", tag = "Customer", request_body = CustomerSegmentPreviewIn, responses(
    (status = 200, body = Data<Count>), Refusals<422>,
))]
async fn preview_customer_segment(
    State(app): State<App>,
    allowed: Allowed<Read>,
    JsonIn(sent): JsonIn<CustomerSegmentPreviewIn>,
) -> ApiResult<Json<Data<Count>>> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, &allowed.scope).await?;
    let context = RuleContext { profile: &profile, now: app.env().now() };
    write::check(c, &allowed.scope, &sent.groups, &context).await?;
    let groups = conditions(&sent.groups, &context).map_err(ApiError::invalid)?;
    Ok(data(count::count_matching(&app, &allowed.scope, groups).await?))
}

/// One segment.
#[utoipa::path(get, path = "/customer-segments/{id}", tag = "Customer", params(("id" = CustomerSegmentId, Path)), responses(
    (status = 200, body = Data<SegmentView>), Refusals<404>,
))]
async fn find_customer_segment(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<SegmentKind>,
) -> ApiResult<Json<Data<SegmentView>>> {
    let c = app.db().conn();
    let found = store::find(c, &allowed.scope, id, false).await?;
    let found = called_today(&app, c, &allowed.scope, found.into_iter().collect()).await?.pop();
    Ok(data(seen_by(&allowed, found.ok_or_else(ApiError::not_found)?)))
}

/// Creates a segment.
#[utoipa::path(post, path = "/customer-segments", tag = "Customer", request_body = CustomerSegmentIn, responses(
    (status = 201, body = Data<SegmentView>), Refusals<422>,
))]
async fn create_customer_segment(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<CustomerSegmentIn>,
) -> ApiResult<(StatusCode, Json<Data<SegmentView>>)> {
    let draft = SegmentDraft { name: Some(sent.name), groups: Some(sent.groups), version: None };
    let created = write::create(&app, &allowed.scope, draft).await?;
    Ok((StatusCode::CREATED, data(seen_by(&allowed, created))))
}

/// Changes a segment.
#[utoipa::path(put, path = "/customer-segments/{id}", tag = "Customer", params(("id" = CustomerSegmentId, Path)), request_body = CustomerSegmentPatch, responses(
    (status = 200, body = Data<SegmentView>), (status = 409, body = Conflict<SegmentView>), Refusals<404, 422>,
))]
async fn update_customer_segment(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<SegmentKind>,
    JsonIn(sent): JsonIn<CustomerSegmentPatch>,
) -> ApiResult<Json<Data<SegmentView>>> {
    let CustomerSegmentPatch { name, groups, version } = sent;
    let changed =
        write::update(&app, &allowed.scope, id, SegmentDraft { name, groups, version }, may_see_codes(&allowed)).await?;
    Ok(data(seen_by(&allowed, changed)))
}

/// Deletes a segment; its customers are kept. `restore` undoes it.
#[utoipa::path(delete, path = "/customer-segments/{id}", tag = "Customer", params(("id" = CustomerSegmentId, Path)), responses(
    (status = 200, body = Data<SegmentView>), Refusals<404>,
))]
async fn delete_customer_segment(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<SegmentKind>,
) -> ApiResult<Json<Data<SegmentView>>> {
    Ok(data(seen_by(&allowed, write::set_deleted(&app, &allowed.scope, id, true).await?)))
}

/// Restores a deleted segment.
#[utoipa::path(post, path = "/customer-segments/{id}/restore", tag = "Customer", params(("id" = CustomerSegmentId, Path)), responses(
    (status = 200, body = Data<SegmentView>), Refusals<404, 422>,
))]
async fn restore_customer_segment(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<SegmentKind>,
) -> ApiResult<Json<Data<SegmentView>>> {
    Ok(data(seen_by(&allowed, write::set_deleted(&app, &allowed.scope, id, false).await?)))
}

/// The segments that a customer is in now.
#[utoipa::path(get, path = "/customers/{id}/segments", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 200, body = Data<Vec<CustomerSegmentName>>), Refusals<404>,
))]
async fn list_segments_of_customer(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<Json<Data<Vec<CustomerSegmentName>>>> {
    let c = app.db().conn();
    let all = store::list(c, &allowed.scope).await?;
    let fields: HashSet<Field> = all.iter().flat_map(|s| s.rules.0.iter().flatten()).map(|rule| rule.field).collect();
    let facts = facts::find_facts(c, &allowed.scope, &*app.ports.get::<dyn Purchases>()?, id, &fields)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let profile = stores::get_profile(c, &allowed.scope).await?;
    let context = RuleContext { profile: &profile, now: app.env().now() };
    let is_in = |segment: &Segment| conditions(&segment.rules.0, &context).is_ok_and(|groups| any_holds(&groups, &facts));
    Ok(data(all.into_iter().filter(is_in).map(|s| CustomerSegmentName { id: s.id, name: s.name }).collect()))
}
