//! Calls of the registration; none needs a session or a store.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::RegistrationId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use web::caller::ClientIp;
use web::list::data;
use web::routes;
use web::schema;
use web::{ApiError, ApiResult, Data, JsonIn, Language, QueryIn, Refusals, lang};

use super::model::{RegisterIn, Status, Step};
use super::register::{self, Availability, Progress};
use platform::App;
use platform::identity::{Device, OpenHost, Purpose, parse_mobile};
use platform::stores::{self, SessionView};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(validate_code))
        .routes(routes!(register_store))
        .routes(routes!(find_slug))
        .routes(routes!(continue_registration))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ValidateIn {
    #[schema(value_type = schema::Mobile)]
    mobile: String,
    /// ISO 3166 alpha-2.
    #[schema(value_type = schema::CountryCode)]
    country: String,
    /// 6 digits of any script.
    #[schema(value_type = schema::OneTimeCode)]
    code: String,
    purpose: Purpose,
}

#[derive(Debug, Serialize, ToSchema)]
struct ProofView {
    /// Proves for 30 minutes that the number was confirmed.
    token: String,
}

/// Confirms the one-time code of a number (AU-02).
#[utoipa::path(post, path = "/validate", tag = "Authentication", security(()), request_body = ValidateIn,
    responses((status = 200, body = Data<ProofView>), Refusals<403, 422>))]
async fn validate_code(
    _: OpenHost,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonIn(ValidateIn { mobile, country, code, purpose }): JsonIn<ValidateIn>,
) -> ApiResult<Json<Data<ProofView>>> {
    let phone = parse_mobile(&mobile, &country).map_err(|m| ApiError::field("mobile", m))?;
    Ok(data(ProofView { token: register::confirm(&app, &phone, code, purpose, ip).await? }))
}

#[derive(Debug, Serialize, ToSchema)]
struct ProcessView {
    /// The process number.
    process: RegistrationId,
    /// Opens the process together with its number.
    token: String,
}

/// Registers a person and a store: everything is validated here, nothing is provisioned yet.
#[utoipa::path(post, path = "/register", tag = "Authentication", security(()), request_body = RegisterIn,
    responses((status = 201, body = Data<ProcessView>), Refusals<403, 422>))]
async fn register_store(
    _: OpenHost,
    State(app): State<App>,
    Language(lang): Language,
    JsonIn(form): JsonIn<RegisterIn>,
) -> ApiResult<(StatusCode, Json<Data<ProcessView>>)> {
    let token = form.token.trim().to_owned();
    let process = register::register(&app, form, lang).await?;
    Ok((StatusCode::CREATED, data(ProcessView { process, token })))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SlugQuery {
    /// As typed.
    #[serde(default)]
    slug: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct SlugView {
    /// The normalised label.
    slug: String,
    is_available: bool,
    /// Free at this moment; only when `slug` is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    suggestion: Option<String>,
    /// Why the label is not available, in the caller's language; null when it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
}

/// Checks whether a label is available for a store.
#[utoipa::path(get, path = "/register/slug", tag = "Authentication", security(()), params(SlugQuery),
    responses((status = 200, body = Data<SlugView>), Refusals<403>))]
async fn find_slug(
    _: OpenHost,
    State(app): State<App>,
    QueryIn(SlugQuery { slug: slug_text }): QueryIn<SlugQuery>,
) -> ApiResult<Json<Data<SlugView>>> {
    let Availability { slug, fault, suggestion } = register::look_up(&app, &slug_text).await?;
    let reason = fault.map(|f| f.message().get(lang::current()).to_owned());
    Ok(data(SlugView { slug, is_available: fault.is_none(), suggestion, reason }))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ContinueIn {
    /// The process number.
    #[schema(value_type = RegistrationId)]
    #[schema(value_type = RegistrationId)]
    process: String,
    #[schema(value_type = schema::RequiredLine<200>)]
    token: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct StepView {
    /// `account` | `store` | `content` | `theme` | `sample_product`.
    code: &'static str,
    is_done: bool,
}

#[derive(Debug, Serialize, ToSchema)]
struct ContinueView {
    process: RegistrationId,
    /// `queued` | `running` | `done` | `failed`.
    status: &'static str,
    /// The last step that is done; empty before the first.
    step: String,
    /// 0 to 100.
    progress: i64,
    steps: Vec<StepView>,
    /// The store's URL, once it exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    store_url: Option<String>,
    /// Once, for the first poll after the store exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    session: Option<SessionView>,
}

/// Executes a registration and returns its progress: poll until it is done or failed (AU-03).
#[utoipa::path(post, path = "/register/continue", tag = "Authentication", security(()), request_body = ContinueIn,
    responses((status = 200, body = Data<ContinueView>), Refusals<403, 404, 422>))]
async fn continue_registration(
    _: OpenHost,
    State(app): State<App>,
    device: Device,
    JsonIn(ContinueIn { process, token }): JsonIn<ContinueIn>,
) -> ApiResult<Json<Data<ContinueView>>> {
    let id: RegistrationId = process.trim().parse().map_err(|_| ApiError::not_found())?;
    let Progress { registration, session } = register::advance(&app, id, &token, device).await?;
    let done_count = Step::count_done(&registration.step);
    let store_url = match registration.store {
        Some(store) => {
            let scope = kernel::StoreScope::new(store, kernel::Actor::system());
            Some(app.base.store_url(&stores::get_profile(app.db().conn(), &scope).await?.slug))
        }
        None => None,
    };
    let session = match session {
        Some((user, tokens)) => Some(stores::opened(&app, user, None, tokens).await?),
        None => None,
    };
    let status = match registration.status() {
        Status::Confirmed | Status::Pending => Status::Queued,
        status => status,
    };
    Ok(data(ContinueView {
        process: id,
        status: status.as_str(),
        progress: registration.progress,
        steps: Step::ALL.iter().zip(0..).map(|(s, i)| StepView { code: s.as_str(), is_done: i < done_count }).collect(),
        step: registration.step,
        store_url,
        session,
    }))
}
