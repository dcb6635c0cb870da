//! The address requirements of a store.

use axum::Json;
use axum::extract::State as Shared;
use db::Topics;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiResult, Data, JsonIn, Refusals};

use super::gate::demands;
use super::sweep;
use customers::Demands;
use platform::journal::{self, Act, Entry};
use platform::stores::entities;
use platform::{App, stores};

web::permissions! { Read = Read Order; Update = Update Setting; }

const SETTING: &str = "address_gate";

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_address_demands, update_address_demands))
}

/// The parts of an address that are required before shipping.
#[utoipa::path(get, path = "/orders/addresses/settings", tag = "Order", responses((status = 200, body = Data<Demands>)))]
async fn find_address_demands(Shared(app): Shared<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Demands>>> {
    Ok(data(demands(&stores::get_profile(app.db().conn(), &allowed.scope).await?)?))
}

/// Replaces the address requirements; orders that wait to be shipped are checked again within a minute, accepted ones stay
/// accepted.
#[utoipa::path(put, path = "/orders/addresses/settings", tag = "Order", request_body = Demands, responses(
    (status = 200, body = Data<Demands>), Refusals<422>,
))]
async fn update_address_demands(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<Demands>,
) -> ApiResult<Json<Data<Demands>>> {
    let (scope, env) = (allowed.scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let before = Demands::read(&stores::find_document(c, &scope, SETTING).await?.unwrap_or_default())?;
            if before == sent {
                return Ok::<_, db::Error>(());
            }
            let value = serde_json::to_value(sent).unwrap_or_default();
            stores::upsert_document(c, &scope, SETTING, &value, now).await?;
            sweep::renew(c, &scope, now).await?;
            let entry = Entry::new(Act::Update, entities::SETTING, scope.store());
            let entry = entry.before(json!({ SETTING: before })).after(json!({ SETTING: sent }));
            journal::write(c, &scope, now, Topics::STOREFRONT, entry).await?;
            Ok(())
        })
        .await?;
    sweep::begin(&app).await?;
    Ok(data(sent))
}
