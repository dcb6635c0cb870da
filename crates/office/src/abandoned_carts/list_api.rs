//! The carts of each step, their counts, and the results of reminders.

use super::query::CartListParams;
use axum::Json;
use axum::extract::State;
use db::Conn;
use jiff::tz::TimeZone;
use kernel::{CartId, Currency, Millis, OrderId, Page, money};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, ListQuery, Listed, QueryIn, Refusals, Subject};

use super::list_store::{self, Row};
use super::model::{Plan, ReminderStatus};
use super::query;
use super::schedule::{self, SequenceState};
use super::stats;
use super::store;
use commerce::carts::Step;
use platform::stores::StoreProfile;
use platform::{App, stores};
use web::schema;

web::permissions! { Read = Read Cart; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_carts)).routes(routes!(find_cart_counts)).routes(routes!(find_cart_recovery))
}

/// The state of a cart's reminders.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct CartReminderState {
    /// none | reminded | returned (the shopper came back afterwards) | stopped.
    status: &'static str,
    /// RFC 3339.
    last_at: Option<String>,
    /// RFC 3339: when the next message of the plan is due.
    next_at: Option<String>,
}

/// The order a cart became.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct CartOrder {
    pub(super) id: OrderId,
    pub(super) number: i64,
}

/// A cart in the list.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct CartRow {
    pub(super) id: CartId,
    /// products | contact | `shipping_address` | `shipping_method` | payment | checkout.
    pub(super) step: String,
    /// Null before the shopper wrote one.
    name: Option<String>,
    /// E.164.
    mobile: Option<String>,
    email: Option<String>,
    /// ar | en: the shopper's language.
    language: String,
    items_count: i64,
    /// Of the goods, at the prices the shopper last saw.
    amount: String,
    /// RFC 3339.
    created_at: String,
    /// RFC 3339: the shopper's last activity.
    active_at: String,
    reminder: CartReminderState,
    /// Also null for callers who may not read orders.
    order: Option<CartOrder>,
}

/// The state of a cart's reminders.
pub(super) fn reminder_status(row: &Row) -> ReminderStatus {
    match (row.reminder_status, row.last_reminded_at) {
        (ReminderStatus::Reminded, Some(last)) if row.active_at > last && row.order_id.is_none() => ReminderStatus::Returned,
        (status, _) => status,
    }
}

impl CartRow {
    pub(super) fn from_row(row: &Row, order: Option<CartOrder>, currency: Currency, (plan, zone): (&Plan, &TimeZone)) -> Self {
        let contact = row.contact.0.as_ref();
        let status = reminder_status(row).as_str();
        let state = SequenceState { done: row.reminders_done, active_at: row.active_at, last_reminded_at: row.last_reminded_at };
        let is_waiting = row.order_id.is_none() && contact.is_some();
        let next = is_waiting.then(|| schedule::next(plan, state, zone)).flatten();
        Self {
            id: row.id,
            step: row.step.as_str().to_owned(),
            name: contact.map(|c| c.name.clone()),
            mobile: contact.map(|c| c.mobile.clone()),
            email: contact.and_then(|c| c.email.clone()),
            language: row.language.code().to_owned(),
            items_count: row.items_count,
            amount: money::format(row.amount, currency),
            created_at: row.created_at.rfc3339(),
            active_at: row.active_at.rfc3339(),
            reminder: CartReminderState {
                status,
                last_at: row.last_reminded_at.map(Millis::rfc3339),
                next_at: next.map(|(_, at)| at.rfc3339()),
            },
            order,
        }
    }
}

pub(super) fn zone(profile: &StoreProfile) -> TimeZone {
    TimeZone::get(&profile.timezone).unwrap_or(TimeZone::UTC)
}

/// The carts of one step, `filter[step]` (default contact): products, contact, `shipping_address`, `shipping_method`, payment,
/// checkout (became an order). Those of the last 90 days without activity for an hour; orders at once. Sort: `active_at`, amount.
/// Search: name, phone in any form. Filters: age (day, week, month, older), amount[gte|lte], reminder (none, reminded, returned,
/// stopped).
#[utoipa::path(get, path = "/carts", tag = "Cart", params(CartListParams), responses(
    (status = 200, body = Listed<CartRow>), Refusals<422>,
))]
async fn list_carts(State(app): State<App>, allowed: Allowed<Read>, mut query: ListQuery) -> ApiResult<Json<Listed<CartRow>>> {
    let (c, now) = (app.db().conn(), app.env().now());
    let profile = stores::get_profile(c, &allowed.scope).await?;
    let Page { items, total, is_total_capped, next_cursor } =
        query::page(&app, &allowed.scope, &mut query, &profile, now).await?;
    let items = rows(c, &allowed, &profile, items).await?;
    Ok(Json(query.answer(Page { items, total, is_total_capped, next_cursor })))
}

async fn rows(c: Conn<'_>, allowed: &Allowed<Read>, profile: &StoreProfile, items: Vec<Row>) -> db::Result<Vec<CartRow>> {
    let scope = &allowed.scope;
    let plan = store::get_plan(c, scope).await?;
    let zone = zone(profile);
    let ids: Vec<OrderId> = items.iter().filter_map(|r| r.order_id).collect();
    let numbers = allowed
        .only_with(Subject::Order, async || list_store::list_order_numbers(c, scope, &ids).await)
        .await?
        .unwrap_or_default();
    let order = |row: &Row| {
        numbers.iter().find(|(id, _)| row.order_id == Some(*id)).map(|(id, number)| CartOrder { id: *id, number: *number })
    };
    Ok(items.iter().map(|row| CartRow::from_row(row, order(row), profile.currency, (&plan, &zone))).collect())
}

/// How many carts are at a step.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CartStepCount {
    step: &'static str,
    count: i64,
    /// The sum of their amounts; at the last step, where carts are orders, null for callers who may not read orders.
    amount: Option<String>,
}

/// The counts of every step, as the lists without filters show them.
#[utoipa::path(get, path = "/carts/counts", tag = "Cart", responses((status = 200, body = Data<Vec<CartStepCount>>)))]
async fn find_cart_counts(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<CartStepCount>>>> {
    let (c, now) = (app.db().conn(), app.env().now());
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let counts = Step::ALL.iter().map(|step| list_store::count_step(c, &allowed.scope, *step, now));
    let counts = futures_util::future::try_join_all(counts).await?;
    let row = |(step, (count, amount)): (&Step, (i64, i64))| CartStepCount {
        step: step.as_str(),
        count,
        amount: (*step != Step::Checkout || allowed.may_read(Subject::Order)).then(|| money::format(amount, currency)),
    };
    Ok(data(Step::ALL.iter().zip(counts).map(row).collect()))
}

web::schema_types! {
    /// How many days.
    RecoveryDays => schema::words(["7", "30", "90"]);
}

/// The period of the recovery figures.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CartRecoveryParams {
    /// 7, 30 (the default) or 90 whole days of the store up to today.
    #[param(value_type = Option<RecoveryDays>, inline)]
    days: Option<String>,
}

/// The results of reminders to carts that were first reminded within the days: orders within seven days of the last reminder, for
/// these days and for as many before.
#[utoipa::path(get, path = "/carts/recovery", tag = "Cart", params(CartRecoveryParams), responses(
    (status = 200, body = Data<stats::CartRecovery>), Refusals<422>,
))]
async fn find_cart_recovery(
    State(app): State<App>,
    allowed: Allowed<Read>,
    QueryIn(CartRecoveryParams { days }): QueryIn<CartRecoveryParams>,
) -> ApiResult<Json<Data<stats::CartRecovery>>> {
    let days = match days.as_deref() {
        None | Some("30") => 30,
        Some("7") => 7,
        Some("90") => 90,
        Some(_) => return Err(ApiError::field("days", common::NOT_A_CHOICE)),
    };
    Ok(data(stats::find(&app, &allowed.scope, days, allowed.may_read(Subject::Order)).await?))
}
