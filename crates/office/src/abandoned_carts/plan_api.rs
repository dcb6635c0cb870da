//! How the store reminds by itself.

use axum::Json;
use axum::extract::State;
use kernel::{Millis, StoreScope};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, Refusals};

use super::model::{Plan, ReminderMessage};
use super::{plan, store};
use platform::App;

web::permissions! { Read = Read Cart; Update = Update Cart; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_cart_reminder_plan, update_cart_reminder_plan))
}

/// How the store reminds.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CartReminderPlan {
    is_active: bool,
    /// Minutes of the store's day: nothing is sent from the one to the other; the same twice means no quiet hours.
    quiet_from: i64,
    quiet_to: i64,
    /// Reminders a person gets at most in `cap_days` days, those by hand counted in.
    cap: i64,
    cap_days: i64,
    messages: Vec<ReminderMessage>,
    /// 0 before it was ever written.
    version: i64,
}

/// How the store is to remind.
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

/// How the store reminds by itself; what a store begins with, switched off, before it was ever written.
#[utoipa::path(get, path = "/cart-reminder-plan", tag = "Cart", responses((status = 200, body = Data<CartReminderPlan>)))]
async fn find_cart_reminder_plan(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<CartReminderPlan>>> {
    Ok(data(current(&app, &allowed.scope).await?))
}

/// Changes how the store reminds. Carts that were left before it was switched on are let be.
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
