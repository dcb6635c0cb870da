//! Calls of authentication, without a store.

use axum::Json;
use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::header::{HOST, SET_COOKIE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use kernel::SessionId;
use kernel::id::Session;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use web::caller::{ClientIp, bearer, client_ip, find_caller, hash_token};
use web::list::data;
use web::routes;
use web::schema;
use web::{ApiError, ApiResult, Base, Data, JsonIn, Language, Message, PathId, Refusals, SignedIn, lang};

use super::devices_api::{self, DeviceCookie};
use super::model::{Password, parse_mobile};
use super::otp::{self, Purpose};
use super::session::{self, Device, Tokens};
use super::{reset, store};
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(send_csrf_cookie))
        .routes(routes!(send_mobile_otp))
        .routes(routes!(ask_password_reset))
        .routes(routes!(check_reset_link))
        .routes(routes!(reset_password))
        .routes(routes!(logout))
        .routes(routes!(list_sessions))
        .routes(routes!(end_session))
        .routes(routes!(end_all_sessions))
        .routes(routes!(change_password))
}

pub(super) fn platform_routes() -> axum::Router<App> {
    axum::Router::new().route("/api/refresh-token", axum::routing::post(refresh_token))
}

impl<S: Sync> FromRequestParts<S> for Device
where
    Base: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let settings = Base::from_ref(state).settings;
        let ip = client_ip(parts, &settings.proxies);
        let device_token = devices_api::device_token(&parts.headers, settings.scheme == "https");
        let agent = parts.headers.get(USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or_default();
        Ok(Self { ip, user_agent: agent.chars().take(300).collect(), device_token })
    }
}

const DEMO_HOST: Message = Message::new("هذا الإجراء غير متاح في الموقع التجريبي.", "This is not available on the demo site.");

/// Proof that the request did not go to a demo host, where registration and password flows are closed (GU-02).
#[derive(Debug)]
pub struct OpenHost;

impl<S: Sync> FromRequestParts<S> for OpenHost
where
    Base: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let host = parts
            .headers
            .get(HOST)
            .and_then(|v| v.to_str().ok())
            .or_else(|| parts.uri.authority().map(axum::http::uri::Authority::as_str))
            .unwrap_or_default();
        let bare = |h: &str| {
            h.rsplit_once(':')
                .map_or(h, |(name, port)| if port.bytes().all(|b| b.is_ascii_digit()) { name } else { h })
                .to_lowercase()
        };
        let settings = Base::from_ref(state).settings;
        if settings.demo_hosts.iter().any(|demo| bare(demo) == bare(host)) {
            return Err(ApiError::new(StatusCode::FORBIDDEN, "demo_host", DEMO_HOST));
        }
        Ok(Self)
    }
}

/// A message for the person.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageView {
    /// In the caller's language.
    pub message: String,
}

impl MessageView {
    /// In the caller's language.
    pub fn respond(message: &Message) -> Json<Data<Self>> {
        data(Self { message: message.get(lang::current()).to_owned() })
    }
}

/// Gives the browser the XSRF-TOKEN cookie (AU-08). Requests are authorised by their bearer token, which no other site
/// can send, so nothing depends on the cookie.
#[utoipa::path(get, path = "/sanctum/csrf-cookie", tag = "Authentication", security(()), responses((status = 204)))]
async fn send_csrf_cookie(State(app): State<App>) -> Response {
    let secure = if app.base.settings.scheme == "https" { "; Secure" } else { "" };
    let cookie = format!("XSRF-TOKEN={}; Path=/; SameSite=Lax; Max-Age=7200{secure}", app.env().token());
    match HeaderValue::from_str(&cookie) {
        Ok(value) => (StatusCode::NO_CONTENT, [(SET_COOKIE, value)]).into_response(),
        Err(e) => ApiError::internal(&e).into_response(),
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MobileOtpIn {
    /// As typed, digits of any script.
    #[schema(value_type = schema::Mobile)]
    mobile: String,
    /// ISO 3166 alpha-2.
    #[schema(value_type = schema::CountryCode)]
    country: String,
    purpose: Purpose,
}

#[derive(Debug, Serialize, ToSchema)]
struct MobileOtpView {
    resend_after_seconds: u64,
    expires_in_seconds: u64,
    /// No SMS provider is set up: the message stays in the outbox.
    is_outbox: bool,
}

/// Sends a one-time code to a mobile number (AU-02). The answer is the same whether or not the number has an account.
#[utoipa::path(post, path = "/mobile-otp", tag = "Authentication", security(()), request_body = MobileOtpIn,
    responses((status = 200, body = Data<MobileOtpView>), Refusals<403, 422>))]
async fn send_mobile_otp(
    _: OpenHost,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    Language(lang): Language,
    JsonIn(MobileOtpIn { mobile, country, purpose }): JsonIn<MobileOtpIn>,
) -> ApiResult<Json<Data<MobileOtpView>>> {
    let phone = parse_mobile(&mobile, &country).map_err(|m| ApiError::field("mobile", m))?;
    let otp::Sent { resend_after, expires_in } = otp::send_code(&app, &phone, purpose, ip, lang).await?;
    let seconds = super::attempts::seconds;
    Ok(data(MobileOtpView {
        resend_after_seconds: seconds(resend_after),
        expires_in_seconds: seconds(expires_in),
        is_outbox: true,
    }))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ForgotPasswordIn {
    /// E-mail address or mobile number.
    #[schema(value_type = schema::RequiredLine<254>)]
    identifier: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct AskedView {
    /// What happens next, in the caller's language.
    message: String,
    /// No provider is set up: the link stays in the outbox.
    is_outbox: bool,
}

const LINK_SENT: Message = Message::new(
    "إذا كان لديك حساب بهذه البيانات، فقد أرسلنا رابط إعادة تعيين كلمة المرور.",
    "If an account exists for these details, we've sent a link to reset the password.",
);

/// Requests a reset link. The answer is the same whether or not there is an account.
#[utoipa::path(post, path = "/forgot-password", tag = "Authentication", security(()), request_body = ForgotPasswordIn,
    responses((status = 200, body = Data<AskedView>), Refusals<403, 422>))]
async fn ask_password_reset(
    _: OpenHost,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    Language(lang): Language,
    JsonIn(ForgotPasswordIn { identifier }): JsonIn<ForgotPasswordIn>,
) -> ApiResult<Json<Data<AskedView>>> {
    reset::ask(&app, &identifier, ip, lang).await?;
    Ok(data(AskedView { message: LINK_SENT.get(lang).to_owned(), is_outbox: true }))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResetLinkIn {
    /// The token of the link.
    #[schema(value_type = schema::RequiredLine<200>)]
    token: String,
}

const LINK_VALID: Message = Message::new("الرابط صالح.", "The link is valid.");

/// Checks that a reset link is still valid, before a new password is typed.
#[utoipa::path(post, path = "/reset-password/check", tag = "Authentication", security(()), request_body = ResetLinkIn,
    responses((status = 200, body = Data<MessageView>), Refusals<403, 422>))]
async fn check_reset_link(
    _: OpenHost,
    State(app): State<App>,
    JsonIn(ResetLinkIn { token }): JsonIn<ResetLinkIn>,
) -> ApiResult<Json<Data<MessageView>>> {
    reset::check_link(&app, &token).await?;
    Ok(MessageView::respond(&LINK_VALID))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResetPasswordIn {
    /// The token of the link.
    #[schema(value_type = schema::RequiredLine<200>)]
    token: String,
    #[schema(value_type = crate::identity::NewPassword)]
    password: Password,
    password_confirmation: Password,
}

const CHANGED: Message = Message::new("تم تغيير كلمة المرور. سجّل الدخول بها.", "Password changed. Sign in with the new one.");

/// Sets a new password with a reset link; every session of the account ends.
#[utoipa::path(post, path = "/reset-password", tag = "Authentication", security(()), request_body = ResetPasswordIn,
    responses((status = 200, body = Data<MessageView>), Refusals<403, 422>))]
async fn reset_password(
    _: OpenHost,
    State(app): State<App>,
    device: Device,
    JsonIn(ResetPasswordIn { token, password, password_confirmation }): JsonIn<ResetPasswordIn>,
) -> ApiResult<(DeviceCookie, Json<Data<MessageView>>)> {
    let user = reset::reset(&app, &token, &password, &password_confirmation).await?;
    // Whoever has the link owns the account: failed attempts of others must not block the next sign-in.
    Ok((devices_api::remember(&app, user, device.device_token.as_deref()).await, MessageView::respond(&CHANGED)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RefreshTokenIn {
    #[serde(alias = "refreshToken")]
    refresh_token: String,
}

/// POST /api/refresh-token: exchanges a refresh token for the next pair (AU-07).
async fn refresh_token(
    State(app): State<App>,
    device: Device,
    JsonIn(RefreshTokenIn { refresh_token }): JsonIn<RefreshTokenIn>,
) -> ApiResult<(DeviceCookie, Json<Data<Tokens>>)> {
    let (tokens, now) = (Tokens::make(app.env()), app.env().now());
    let next = tokens.clone();
    let is_renewed = app.db().tx(async move |c| session::rotate(c, now, &refresh_token, &next).await).await?;
    if !is_renewed {
        return Err(ApiError::unauthenticated());
    }
    // An operator's browser does not become a known device of the merchant.
    let caller = find_caller(&app.base, &tokens.access_token).await?.filter(|c| c.operator.is_none());
    let cookie = match caller {
        Some(caller) => devices_api::remember(&app, caller.user, device.device_token.as_deref()).await,
        None => AppendHeaders(None),
    };
    Ok((cookie, data(tokens)))
}

const SIGNED_OUT: Message = Message::new("تم تسجيل الخروج.", "Signed out.");

/// Ends the session of the bearer token; also an expired one, so that signing out never fails.
#[utoipa::path(post, path = "/logout", tag = "Authentication", responses((status = 200, body = Data<MessageView>)))]
async fn logout(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    request: axum::extract::Request,
) -> ApiResult<Json<Data<MessageView>>> {
    let (parts, _) = request.into_parts();
    if let Some(hash) = bearer(&parts).map(hash_token) {
        session::close(&app, hash, ip).await?;
    }
    Ok(MessageView::respond(&SIGNED_OUT))
}

#[derive(Debug, Serialize, ToSchema)]
struct OpenSessionView {
    id: SessionId,
    user_agent: String,
    ip: String,
    created_at: String,
    last_used_at: String,
    /// The session of this request.
    is_current: bool,
    /// The operator of the platform who opened it by impersonation; null for the caller's own.
    operator: Option<String>,
}

/// The caller's valid sessions, the latest used first; 100 at most.
#[utoipa::path(get, path = "/sessions", tag = "Authentication", responses((status = 200, body = Data<Vec<OpenSessionView>>)))]
async fn list_sessions(State(app): State<App>, SignedIn(caller): SignedIn) -> ApiResult<Json<Data<Vec<OpenSessionView>>>> {
    caller.in_person()?;
    let c = app.db().conn();
    // The demo account is shared: visitors may not see each other.
    let is_shared = store::is_demo_user(c, caller.user).await?;
    let rows = store::list_sessions(c, caller.user, app.env().now()).await?;
    let views = rows.into_iter().filter(|r| !is_shared || r.id == caller.session);
    let views = views.map(|store::SessionRow { id, user_agent, ip, created_at, last_used_at, operator_name }| OpenSessionView {
        id,
        user_agent,
        ip,
        created_at: created_at.rfc3339(),
        last_used_at: last_used_at.rfc3339(),
        is_current: id == caller.session,
        operator: operator_name,
    });
    Ok(data(views.collect()))
}

const ENDED: Message = Message::new("تم إنهاء الجلسة.", "Session ended.");

/// Ends one of the caller's sessions.
#[utoipa::path(delete, path = "/sessions/{id}", tag = "Authentication", params(("id" = SessionId, Path)),
    responses((status = 200, body = Data<MessageView>), Refusals<404>))]
async fn end_session(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    PathId(id): PathId<Session>,
) -> ApiResult<Json<Data<MessageView>>> {
    caller.in_person()?;
    if id != caller.session && store::is_demo_user(app.db().conn(), caller.user).await? {
        return Err(ApiError::not_found());
    }
    let now = app.env().now();
    if !app.db().tx(async move |c| store::end_own_session(c, caller.user, id, now).await).await? {
        return Err(ApiError::not_found());
    }
    Ok(MessageView::respond(&ENDED))
}

const ENDED_ALL: Message = Message::new("تم إنهاء الجلسات الأخرى.", "All other sessions ended.");

/// Ends every session of the caller except the current one.
#[utoipa::path(post, path = "/sessions/end-all", tag = "Authentication",
    responses((status = 200, body = Data<MessageView>)))]
async fn end_all_sessions(State(app): State<App>, SignedIn(caller): SignedIn) -> ApiResult<Json<Data<MessageView>>> {
    caller.in_person()?;
    if store::is_demo_user(app.db().conn(), caller.user).await? {
        return Err(ApiError::forbidden());
    }
    let now = app.env().now();
    app.db().tx(async move |c| store::end_sessions(c, caller.user, Some(caller.session), now).await).await?;
    Ok(MessageView::respond(&ENDED_ALL))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChangePasswordIn {
    current_password: Password,
    #[schema(value_type = crate::identity::NewPassword)]
    password: Password,
    password_confirmation: Password,
}

const PASSWORD_CHANGED: Message =
    Message::new("تم تغيير كلمة المرور وإنهاء الجلسات الأخرى.", "Password changed. Your other sessions were ended.");

/// Changes the caller's password; their other sessions end.
#[utoipa::path(put, path = "/profile/password", tag = "Authentication", request_body = ChangePasswordIn,
    responses((status = 200, body = Data<MessageView>), Refusals<422>))]
async fn change_password(
    _: OpenHost,
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    device: Device,
    JsonIn(ChangePasswordIn { current_password, password, password_confirmation }): JsonIn<ChangePasswordIn>,
) -> ApiResult<(DeviceCookie, Json<Data<MessageView>>)> {
    caller.in_person()?;
    reset::change(&app, caller.user, caller.session, &device.ip, &current_password, (&password, &password_confirmation)).await?;
    Ok((devices_api::remember(&app, caller.user, device.device_token.as_deref()).await, MessageView::respond(&PASSWORD_CHANGED)))
}
