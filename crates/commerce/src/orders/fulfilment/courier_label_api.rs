//! A courier's own label of parcels that it has booked, as a response.

use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse as _, Response};
use gateways::couriers::LabelSize;
use gateways::{CallContext, ExchangeLog};
use kernel::StoreScope;
use serde::Deserialize;
use utoipa::IntoParams;
use web::message::common;
use web::{ApiError, ApiResult, Message, schema};

use super::courier_error::{account_error, api_error};
use crate::couriers::account;
use crate::shipping::ShippingProvider;
use platform::App;

const NO_LABELS: Message =
    Message::new("لا تصدر شركة الشحن بوالص. اطبع بوليصة المتجر.", "This courier makes no labels. Print the store's own.");

web::schema_types! {
    /// The paper of a courier's label.
    CourierLabelSize => schema::words(["a4", "a6"]);
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::orders) struct CourierLabelQuery {
    /// `a6` (the default) or `a4`.
    #[param(value_type = Option<CourierLabelSize>, inline)]
    pub(in crate::orders) size: Option<String>,
}

/// The paper of a query.
///
/// # Errors
/// 422 at `size`.
pub(in crate::orders) fn size(word: Option<&str>) -> ApiResult<LabelSize> {
    match word {
        None | Some("a6") => Ok(LabelSize::A6),
        Some("a4") => Ok(LabelSize::A4),
        Some(_) => Err(ApiError::field("size", common::NOT_A_CHOICE)),
    }
}

/// Checks that a courier makes labels.
///
/// # Errors
/// 409 where it makes none.
pub(in crate::orders) fn check(app: &App, provider: ShippingProvider) -> ApiResult<()> {
    let courier = app.couriers.get(provider.as_str());
    let has_labels = courier.is_some_and(|courier| courier.capabilities().has_labels);
    if has_labels { Ok(()) } else { Err(ApiError::conflict("not_offered", NO_LABELS)) }
}

/// Fetches the labels of these deliveries at their courier; outside of any transaction.
///
/// # Errors
/// 409 where the store has no account, or the courier refuses.
pub(in crate::orders) async fn fetch(
    app: &App,
    scope: &StoreScope,
    provider: ShippingProvider,
    numbers: &[String],
    size: LabelSize,
) -> ApiResult<Response> {
    let account = account::open(app.db().conn(), app, scope, provider).await?.map_err(account_error)?;
    let log = ExchangeLog::new();
    let context = CallContext { credentials: &account.credentials, log: &log };
    let pdf = account.courier.label(context, numbers, size, web::lang::current()).await.map_err(|e| api_error(&e))?;
    let name = if let [number] = numbers { format!("courier-label-{number}") } else { "courier-labels".to_owned() };
    Ok(file(pdf, &name))
}

/// The courier's own bytes, for which no page of ours vouches: shown by the browser's PDF viewer and nothing else.
fn file(pdf: Vec<u8>, name: &str) -> Response {
    let mut response = pdf.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(value) = HeaderValue::from_str(&format!("inline; filename=\"{name}.pdf\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    response
}
