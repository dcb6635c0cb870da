//! Endpoints of tags and assignees, and of the choices of the list's filters.

use axum::Json;
use axum::extract::State;
use futures_util::StreamExt as _;
use kernel::{CouponId, Lang, OrderId, ShippingMethodId, Texts, UserId};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Data, FieldErrors, JsonIn, Message, Refusals};

use super::error::OrderError;
use super::list;
use super::tags_assignee::{self, checked_items};
use super::wire::Assignee;
use crate::shipping;
use platform::App;

web::permissions! { Read = Read Order; Update = Update Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(tag_many_orders))
        .routes(routes!(assign_many_orders))
        .routes(routes!(find_order_filter_choices))
}

/// Orders to tag.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderTagManyIn {
    /// 1 to 100.
    #[schema(min_items = 1, max_items = 100)]
    items: Vec<OrderId>,
    /// Tags to add, 20 at most, 40 characters each.
    #[serde(default)]
    #[schema(value_type = Vec<schema::Tag<40>>, max_items = 20)]
    add: Vec<String>,
    /// Tags to remove, in any spelling.
    #[serde(default)]
    #[schema(value_type = Vec<schema::Tag<40>>, max_items = 20)]
    remove: Vec<String>,
}

/// The result for one order's tags.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderTagResult {
    id: OrderId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
    /// Tags that were added.
    added: Vec<String>,
    /// Tags that were removed.
    removed: Vec<String>,
}

/// The results, in the order of the request.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderTagResults {
    results: Vec<OrderTagResult>,
}

/// Why an item of a bulk call failed, in the caller's language.
fn refusal(e: OrderError, lang: Lang) -> (String, &'static str) {
    let e = ApiError::from(e);
    (e.message().get(lang).to_owned(), e.code())
}

const NOTHING: Message = Message::new("اختر وسمًا واحدًا على الأقل.", "Choose at least one tag.");

/// Adds tags to several orders and removes others; each order on its own. The answer has what an undo needs.
#[utoipa::path(post, path = "/orders/tagMany", tag = "Order", request_body = OrderTagManyIn, responses(
    (status = 200, body = Data<OrderTagResults>), Refusals<422>,
))]
async fn tag_many_orders(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<OrderTagManyIn>,
) -> ApiResult<Json<Data<OrderTagResults>>> {
    let OrderTagManyIn { items, add, remove } = sent;
    checked_items(&items)?;
    let add = tags_assignee::read_tags("add", &add).map_err(ApiError::invalid)?;
    let remove = tags_assignee::read_tags("remove", &remove).map_err(ApiError::invalid)?;
    if add.is_empty() && remove.is_empty() {
        return Err(ApiError::invalid(FieldErrors::one("add", NOTHING)));
    }
    let lang: Lang = web::lang::current();
    let results = futures_util::stream::iter(items)
        .map(|id| {
            let (app, scope) = (app.clone(), allowed.scope.clone());
            let (add, remove) = (add.clone(), remove.clone());
            async move {
                match tags_assignee::tag(&app, &scope, id, &add, &remove).await {
                    Ok(done) => {
                        OrderTagResult { id, is_ok: true, message: None, code: None, added: done.added, removed: done.removed }
                    }
                    Err(e) => {
                        let (message, code) = refusal(e, lang);
                        OrderTagResult {
                            id,
                            is_ok: false,
                            message: Some(message),
                            code: Some(code),
                            added: Vec::new(),
                            removed: Vec::new(),
                        }
                    }
                }
            }
        })
        .buffered(8)
        .collect()
        .await;
    Ok(data(OrderTagResults { results }))
}

/// Orders to assign.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderAssignManyIn {
    /// 1 to 100.
    #[schema(min_items = 1, max_items = 100)]
    items: Vec<OrderId>,
    /// A member of the store; null for nobody.
    assignee_id: Option<UserId>,
}

/// The result for one order's assignment.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderAssignResult {
    id: OrderId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
    /// The previous assignee.
    previous_id: Option<UserId>,
}

/// The results, in the order of the request.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderAssignResults {
    results: Vec<OrderAssignResult>,
}

/// Assigns several orders to a member of the store, or to nobody; each order on its own.
#[utoipa::path(post, path = "/orders/assignMany", tag = "Order", request_body = OrderAssignManyIn, responses(
    (status = 200, body = Data<OrderAssignResults>), Refusals<422>,
))]
async fn assign_many_orders(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<OrderAssignManyIn>,
) -> ApiResult<Json<Data<OrderAssignResults>>> {
    let OrderAssignManyIn { items, assignee_id } = sent;
    checked_items(&items)?;
    if let Some(user) = assignee_id {
        tags_assignee::check_member(&app, &allowed.scope, user, "assignee_id").await?;
    }
    let lang: Lang = web::lang::current();
    let results = futures_util::stream::iter(items)
        .map(|id| {
            let (app, scope) = (app.clone(), allowed.scope.clone());
            async move {
                match tags_assignee::assign(&app, &scope, id, assignee_id).await {
                    Ok(previous_id) => OrderAssignResult { id, is_ok: true, message: None, code: None, previous_id },
                    Err(e) => {
                        let (message, code) = refusal(e, lang);
                        OrderAssignResult { id, is_ok: false, message: Some(message), code: Some(code), previous_id: None }
                    }
                }
            }
        })
        .buffered(8)
        .collect()
        .await;
    Ok(data(OrderAssignResults { results }))
}

/// A shipping method as a filter choice.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderShippingChoice {
    id: ShippingMethodId,
    name: Texts,
    provider: String,
}

/// A coupon that orders use, as a filter choice.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderCouponChoice {
    id: CouponId,
    code: String,
}

/// Choices of the orders list's filters: values that the store's orders have, its methods and its members.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderFilterChoices {
    cities: Vec<String>,
    /// ISO codes.
    countries: Vec<String>,
    /// Codes of payment providers: `COD`.
    payments: Vec<String>,
    shipping_methods: Vec<OrderShippingChoice>,
    tags: Vec<String>,
    members: Vec<Assignee>,
    coupons: Vec<OrderCouponChoice>,
}

/// Choices of the orders list's filters; 200 of each kind at most.
#[utoipa::path(get, path = "/orders/filter-choices", tag = "Order", responses((status = 200, body = Data<OrderFilterChoices>)))]
async fn find_order_filter_choices(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<OrderFilterChoices>>> {
    let c = app.db().conn();
    let list::Choices { cities, countries, payments, tags, members, coupons } = list::list_choices(c, &allowed.scope).await?;
    let methods = shipping::methods(c, &allowed.scope).await?;
    Ok(data(OrderFilterChoices {
        cities,
        countries,
        payments,
        shipping_methods: methods
            .into_iter()
            .map(|m| OrderShippingChoice { id: m.id, name: m.name, provider: m.provider.as_str().to_owned() })
            .collect(),
        tags,
        members: members.into_iter().map(|(id, name)| Assignee { id, name }).collect(),
        coupons: coupons.into_iter().map(|(id, code)| OrderCouponChoice { id, code }).collect(),
    }))
}
