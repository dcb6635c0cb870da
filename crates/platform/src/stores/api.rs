//! Calls that open a session in a store, and the store's settings.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, PathText, Refusals, SignedIn};

use super::model::Code;
use super::questionnaire::{self, OnboardingIn, OnboardingView};
use super::session::{self, SessionView, StoreData, WhoView};
use super::{settings, store};
use crate::App;
use crate::identity::{self, Device, DeviceCookie, Password};

web::permissions! {
    Enter = Read Auth, before_ready;
    Read = Read Setting;
    Setup = Update Setting, before_ready;
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(login))
        .routes(routes!(enter_demo, enter_demo_by_post))
        .routes(routes!(find_demo_status))
        .routes(routes!(find_home))
        .routes(routes!(find_onboarding, update_onboarding))
        .routes(routes!(list_settings))
        .routes(routes!(find_setting, update_setting))
        .routes(routes!(find_preference, update_preference))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LoginIn {
    /// E-mail address, or mobile number in any form.
    #[schema(value_type = schema::RequiredLine<254>)]
    identifier: String,
    password: Password,
}

/// Signs in (AU-01). An unknown account and a wrong password answer alike.
#[utoipa::path(post, path = "/login", tag = "Authentication", security(()), request_body = LoginIn,
    responses((status = 200, body = Data<SessionView>), Refusals<422>))]
async fn login(
    State(app): State<App>,
    device: Device,
    JsonIn(LoginIn { identifier, password }): JsonIn<LoginIn>,
) -> ApiResult<(DeviceCookie, Json<Data<SessionView>>)> {
    let device_token = device.device_token.clone();
    let (user, tokens) = identity::sign_in(&app, &identifier, &password, device).await?;
    let cookie = identity::remember_device(&app, user, device_token.as_deref()).await;
    Ok((cookie, data(session::opened(&app, user, None, tokens).await?)))
}

/// Signs in to the demo store.
#[utoipa::path(get, path = "/demo", tag = "Authentication", security(()), responses(
    (status = 200, body = Data<SessionView>), Refusals<404>,
))]
async fn enter_demo(State(app): State<App>, device: Device) -> ApiResult<Json<Data<SessionView>>> {
    let user = store::find_demo_user(app.db().conn()).await?.ok_or_else(ApiError::not_found)?;
    let tokens = identity::open_for(&app, user, device).await?;
    Ok(data(session::opened(&app, user, None, tokens).await?))
}

/// Signs in to the demo store; the editor document lists POST too.
#[utoipa::path(post, path = "/demo", tag = "Authentication", security(()), responses(
    (status = 200, body = Data<SessionView>), Refusals<404>,
))]
async fn enter_demo_by_post(app: State<App>, device: Device) -> ApiResult<Json<Data<SessionView>>> {
    enter_demo(app, device).await
}

#[derive(Debug, Serialize, ToSchema)]
struct DemoStatusView {
    has_demo: bool,
}

/// Whether there is a demo store, which the sign-in page then offers.
#[utoipa::path(get, path = "/demo/status", tag = "Authentication", security(()), responses(
    (status = 200, body = Data<DemoStatusView>),
))]
async fn find_demo_status(State(app): State<App>) -> ApiResult<Json<Data<DemoStatusView>>> {
    Ok(data(DemoStatusView { has_demo: store::find_demo_user(app.db().conn()).await?.is_some() }))
}

/// The signed-in person and the store of X-STORE (the home check of AU-07); their first store without the header.
#[utoipa::path(get, path = "/home", tag = "Authentication",
    responses((status = 200, body = Data<WhoView>)))]
async fn find_home(State(app): State<App>, SignedIn(caller): SignedIn, headers: HeaderMap) -> ApiResult<Json<Data<WhoView>>> {
    let requested_store = match headers.get("x-store").map(|v| v.to_str().unwrap_or_default().trim()) {
        Some(text) if !text.is_empty() => Some(text.parse().map_err(|_| ApiError::forbidden())?),
        _ => None,
    };
    Ok(data(session::person_view(&app, caller.user, caller.operator.as_ref(), requested_store).await?))
}

/// The answers of the questionnaire given so far (AU-04).
#[utoipa::path(get, path = "/onboarding", tag = "Store",
    responses((status = 200, body = Data<OnboardingView>)))]
async fn find_onboarding(State(app): State<App>, allowed: Allowed<Enter>) -> ApiResult<Json<Data<OnboardingView>>> {
    Ok(data(questionnaire::get(&app, &allowed.scope).await?))
}

/// Answers the questionnaire, which makes the store ready.
#[utoipa::path(put, path = "/onboarding", tag = "Store", request_body = OnboardingIn,
    responses((status = 200, body = Data<StoreData>), Refusals<422>))]
async fn update_onboarding(
    State(app): State<App>,
    allowed: Allowed<Setup>,
    JsonIn(answers): JsonIn<OnboardingIn>,
) -> ApiResult<Json<Data<StoreData>>> {
    questionnaire::put(&app, &allowed.scope, answers).await?;
    let profile = store::get_profile(app.db().conn(), &allowed.scope).await?;
    Ok(data(StoreData::from_profile(&app, profile)))
}

/// Every setting by its code (ST-09).
#[utoipa::path(get, path = "/settings", tag = "Store",
    responses((status = 200, body = Data<Value>)))]
async fn list_settings(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Value>>> {
    Ok(data(Value::Object(settings::list(&app, &allowed.scope, allowed.caller.user).await?)))
}

web::schema_types! {
    /// The code of a setting.
    SettingCode => schema::words(Code::ALL.iter().map(|code| code.as_str()));
}

#[derive(Debug, Serialize, ToSchema)]
struct ValueView {
    code: String,
    value: Value,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ValueIn {
    value: Value,
}

/// A personal setting needs no ability beyond membership.
fn check_ability(allowed: &Allowed<Enter>, code: Code, action: web::Action) -> ApiResult<()> {
    if code.is_personal() || allowed.may(action, web::Subject::Setting) { Ok(()) } else { Err(ApiError::forbidden()) }
}

/// One setting; an unknown code is a 404.
#[utoipa::path(get, path = "/settings/{code}", tag = "Store", params(("code" = inline(SettingCode), Path)),
    responses((status = 200, body = Data<ValueView>), Refusals<404>))]
async fn find_setting(
    State(app): State<App>,
    allowed: Allowed<Enter>,
    PathText(code): PathText,
) -> ApiResult<Json<Data<ValueView>>> {
    let code = Code::parse(&code).ok_or_else(ApiError::not_found)?;
    check_ability(&allowed, code, web::Action::Read)?;
    let value = settings::get(&app, &allowed.scope, allowed.caller.user, code).await?;
    Ok(data(ValueView { code: code.as_str().to_owned(), value }))
}

/// Sets one setting; an unknown code is a 404.
#[utoipa::path(put, path = "/settings/{code}", tag = "Store", params(("code" = inline(SettingCode), Path)), request_body = ValueIn,
    responses((status = 200, body = Data<ValueView>), Refusals<404, 409, 422>))]
async fn update_setting(
    State(app): State<App>,
    allowed: Allowed<Enter>,
    PathText(code): PathText,
    JsonIn(ValueIn { value }): JsonIn<ValueIn>,
) -> ApiResult<Json<Data<ValueView>>> {
    let code = Code::parse(&code).ok_or_else(ApiError::not_found)?;
    check_ability(&allowed, code, web::Action::Update)?;
    let value = settings::put(&app, &allowed.scope, allowed.caller.user, code, &value).await?;
    Ok(data(ValueView { code: code.as_str().to_owned(), value }))
}

/// A preference of the caller's dashboard in this store; null when none is stored.
#[utoipa::path(get, path = "/preferences/{code}", tag = "Store", params(("code" = String, Path, pattern = "^[a-z0-9_.-]{1,64}$")),
    responses((status = 200, body = Data<ValueView>), Refusals<404>))]
async fn find_preference(
    State(app): State<App>,
    allowed: Allowed<Enter>,
    PathText(code): PathText,
) -> ApiResult<Json<Data<ValueView>>> {
    let value = settings::get_preference(&app, &allowed.scope, allowed.caller.user, &code).await?;
    Ok(data(ValueView { code, value }))
}

/// Stores a preference of the caller in this store.
#[utoipa::path(put, path = "/preferences/{code}", tag = "Store", params(("code" = String, Path, pattern = "^[a-z0-9_.-]{1,64}$")), request_body = ValueIn,
    responses((status = 200, body = Data<ValueView>), Refusals<404, 422>))]
async fn update_preference(
    State(app): State<App>,
    allowed: Allowed<Enter>,
    PathText(code): PathText,
    JsonIn(ValueIn { value }): JsonIn<ValueIn>,
) -> ApiResult<Json<Data<ValueView>>> {
    let value = settings::put_preference(&app, &allowed.scope, allowed.caller.user, &code, value).await?;
    Ok(data(ValueView { code, value }))
}
