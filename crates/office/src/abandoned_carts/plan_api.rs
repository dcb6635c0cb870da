//! The calls of the reminder plan.

use axum::Json;
use axum::extract::State;
use kernel::{Millis, StoreScope};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, Refusals};

use super::model::{Plan, ReminderMessage};
use super::{plan, store};
use platform::App;

web::permissions! { Read = Read Cart; Update = Update Cart; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_cart_reminder_plan, update_cart_reminder_plan))
}

/// A store's reminder plan.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CartReminderPlan {
    is_active: bool,
    /// Quiet hours, from and to, in minutes of the store's day; equal values mean no quiet hours.
    quiet_from: i64,
    quiet_to: i64,
    /// The most reminders that a person gets in `cap_days` days, those by hand included.
    cap: i64,
    cap_days: i64,
    messages: Vec<ReminderMessage>,
    /// 0 before the plan was ever saved.
    version: i64,
}

/// The reminder plan to save.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CartReminderPlanIn {
    is_active: bool,
    #[schema(minimum = 0, maximum = 1439)]
    quiet_from: i64,
    #[schema(minimum = 0, maximum = 1439)]
    quiet_to: i64,
    #[schema(minimum = 1, maximum = 20)]
    cap: i64,
    #[schema(minimum = 1, maximum = 90)]
    cap_days: i64,
    /// 1 to 5.
    #[schema(min_items = 1, max_items = 5)]
    messages: Vec<ReminderMessage>,
    version: i64,
}

async fn current(app: &App, scope: &StoreScope) -> db::Result<CartReminderPlan> {
    let Plan { is_active, quiet_from, quiet_to, cap, cap_days, messages, version, .. } =
        store::get_plan(app.db().conn(), scope).await?;
    Ok(CartReminderPlan { is_active, quiet_from, quiet_to, cap, cap_days, messages, version })
}

/// The store's reminder plan; before it was ever saved, the default one, switched off.
#[utoipa::path(get, path = "/cart-reminder-plan", tag = "Cart", responses((status = 200, body = Data<CartReminderPlan>)))]
async fn find_cart_reminder_plan(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<CartReminderPlan>>> {
    Ok(data(current(&app, &allowed.scope).await?))
}

/// Changes the reminder plan. Carts that were abandoned before it was switched on get no messages.
#[utoipa::path(put, path = "/cart-reminder-plan", tag = "Cart", request_body = CartReminderPlanIn, responses(
    (status = 200, body = Data<CartReminderPlan>), (status = 409, body = Conflict<CartReminderPlan>), Refusals<422>,
))]
async fn update_cart_reminder_plan(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<CartReminderPlanIn>,
) -> ApiResult<Json<Data<CartReminderPlan>>> {
    let CartReminderPlanIn { is_active, quiet_from, quiet_to, cap, cap_days, messages, version } = sent;
    let plan = Plan { is_active, active_since: Millis(0), quiet_from, quiet_to, cap, cap_days, messages, version };
    match plan::put(&app, &allowed.scope, plan).await {
        Err(e) if e.code() == "stale_version" => Err(ApiError::stale().with_current(&current(&app, &allowed.scope).await?)),
        Err(e) => Err(e),
        Ok(()) => Ok(data(current(&app, &allowed.scope).await?)),
    }
}
