//! Endpoints of couriers and of the store's accounts at them.

use axum::Json;
use axum::extract::State;
use platform::{App, stores};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiResult, Conflict, Data, JsonIn, PathText, Refusals};

use super::wire::{CourierAccountIn, CourierAccountView, CourierProviderView};
use super::words::ShippingProvider;
use super::{check, store, write};

web::permissions! { Read = Read Shipping; Update = Update Shipping; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_courier_providers))
        .routes(routes!(list_courier_accounts))
        .routes(routes!(update_courier_account, delete_courier_account))
        .routes(routes!(check_courier_account))
}

/// The couriers that can be connected, what they ask for and what they can do.
#[utoipa::path(get, path = "/courier-providers", tag = "Shipping", responses(
    (status = 200, body = Data<Vec<CourierProviderView>>),
))]
async fn list_courier_providers(
    State(app): State<App>,
    allowed: Allowed<Read>,
) -> ApiResult<Json<Data<Vec<CourierProviderView>>>> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    let couriers = app.couriers.descriptions().filter_map(|d| app.couriers.get(d.code));
    let views = couriers.filter_map(|c| CourierProviderView::new(c.description(), c.capabilities(), currency));
    Ok(data(views.collect()))
}

/// The store's accounts, one for each courier that can be connected, connected or not.
#[utoipa::path(get, path = "/courier-accounts", tag = "Shipping", responses(
    (status = 200, body = Data<Vec<CourierAccountView>>),
))]
async fn list_courier_accounts(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<CourierAccountView>>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let mut accounts = store::list(c, scope).await?;
    let mut views = Vec::new();
    for provider in ShippingProvider::ALL {
        if let Some(courier) = app.couriers.get(provider.as_str()) {
            let at = accounts.iter().position(|account| account.provider == *provider);
            let account = at.map(|at| accounts.swap_remove(at));
            views.push(write::view_of(c, &app, scope, (*provider, courier), account).await?);
        }
    }
    Ok(data(views))
}

async fn view(app: &App, allowed: &Allowed<Update>, word: &str) -> ApiResult<Json<Data<CourierAccountView>>> {
    let (provider, courier) = write::find_courier(app, word)?;
    Ok(data(write::view(app.db().conn(), app, &allowed.scope, provider, courier).await?))
}

/// Connects a courier, or changes its account. Credentials are never answered; other ones are not tried.
#[utoipa::path(put, path = "/courier-accounts/{provider}", tag = "Shipping", params(("provider" = String, Path, description = "`BOSTA`")),
    request_body = CourierAccountIn, responses(
    (status = 200, body = Data<CourierAccountView>), (status = 409, body = Conflict<CourierAccountView>), Refusals<404, 422>,
))]
async fn update_courier_account(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(provider): PathText,
    JsonIn(sent): JsonIn<CourierAccountIn>,
) -> ApiResult<Json<Data<CourierAccountView>>> {
    write::set(&app, &allowed.scope, &provider, sent).await?;
    view(&app, &allowed, &provider).await
}

/// Disconnects a courier; refused while an active shipping method is of it.
#[utoipa::path(delete, path = "/courier-accounts/{provider}", tag = "Shipping", params(("provider" = String, Path, description = "`BOSTA`")),
    responses((status = 200, body = Data<CourierAccountView>), Refusals<404, 409>))]
async fn delete_courier_account(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(provider): PathText,
) -> ApiResult<Json<Data<CourierAccountView>>> {
    write::delete(&app, &allowed.scope, &provider).await?;
    view(&app, &allowed, &provider).await
}

/// Tries an account with a real call that changes nothing; a refusal of the courier is an answer as well. At most 20 times in a quarter
/// of an hour.
#[utoipa::path(post, path = "/courier-accounts/{provider}/check", tag = "Shipping", params(("provider" = String, Path, description = "`BOSTA`")),
    responses((status = 200, body = Data<CourierAccountView>), Refusals<404, 409>))]
async fn check_courier_account(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathText(provider): PathText,
) -> ApiResult<Json<Data<CourierAccountView>>> {
    check::check(&app, &allowed.scope, &provider).await?;
    view(&app, &allowed, &provider).await
}
