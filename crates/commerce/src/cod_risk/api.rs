//! Endpoints of the COD rules. They need the abilities to read and to update payment settings.

use axum::Json;
use axum::extract::State;
use db::{Conn, Topics};
use kernel::StoreScope;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, Refusals};

use super::rules::{Action, Rules, is_cash};
use super::rules_of;
use super::wire::{NEEDS_ACCOUNT, RulesIn, RulesView};
use crate::payments;
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores;
use platform::stores::entities;

/// Key of the rules among the store's settings.
const SETTING: &str = "cod_rules";

web::permissions! { Read = Read Payment; Update = Update Payment; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_cod_rules, update_cod_rules))
}

/// The rules with the payment methods that they leave.
async fn view(c: Conn<'_>, scope: &StoreScope) -> ApiResult<RulesView> {
    let profile = stores::get_profile(c, scope).await?;
    let has_prepaid = payments::methods(c, scope).await?.iter().any(|m| m.is_offered() && !is_cash(m.provider.as_str()));
    let has_account = payments::has_account(c, scope).await?;
    Ok(RulesView::new(rules_of(&profile)?, profile.currency, has_prepaid, has_account))
}

/// The rules for cash orders, in the order in which they are evaluated.
#[utoipa::path(get, path = "/cod-rules", tag = "Payment", responses((status = 200, body = Data<RulesView>)))]
async fn find_cod_rules(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<RulesView>>> {
    Ok(data(view(app.db().conn(), &allowed.scope).await?))
}

/// Replaces the rules; they apply from the next checkout on. An active `deposit` rule needs an active bank account.
#[utoipa::path(put, path = "/cod-rules", tag = "Payment", request_body = RulesIn, responses(
    (status = 200, body = Data<RulesView>), (status = 409, body = Conflict<RulesView>), Refusals<422>,
))]
async fn update_cod_rules(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<RulesIn>,
) -> ApiResult<Json<Data<RulesView>>> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    let version = sent.version;
    let requested = sent.read(currency).map_err(ApiError::invalid)?;
    // An inactive rule may lack the account.
    if let Some(at) = requested.rules.iter().position(|r| r.is_active && r.action == Action::Deposit)
        && !payments::has_account(app.db().conn(), &allowed.scope).await?
    {
        return Err(ApiError::field(format!("rules.{at}.action"), NEEDS_ACCOUNT));
    }
    let (scope, env) = (allowed.scope.clone(), app.env().clone());
    let is_kept = app
        .db()
        .tx(async move |c| {
            let now = env.now();
            // Concurrent saves are serialized, and the second gets 409.
            stores::lock(c, &scope).await?;
            let before = Rules::read(&stores::find_document(c, &scope, SETTING).await?.unwrap_or_default())?;
            if version.is_some_and(|v| v != before.version) {
                return Ok::<_, db::Error>(false);
            }
            let after = Rules { version: before.version + 1, ..requested.clone() };
            let value = serde_json::to_value(&after).unwrap_or_default();
            stores::upsert_document(c, &scope, SETTING, &value, now).await?;
            let entry = Entry::new(Act::Update, entities::SETTING, scope.store());
            let entry = entry.before(json!({ SETTING: before })).after(json!({ SETTING: after }));
            journal::write(c, &scope, now, Topics::STOREFRONT, entry).await?;
            Ok(true)
        })
        .await?;
    let now = view(app.db().conn(), &allowed.scope).await?;
    if is_kept { Ok(data(now)) } else { Err(ApiError::stale().with_current(&now)) }
}
