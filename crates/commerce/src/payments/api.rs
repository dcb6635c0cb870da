//! Endpoints of payment methods.

use axum::Json;
use axum::extract::State;
use kernel::id::PaymentMethod as MethodKind;
use kernel::{Currency, PaymentMethodId, Texts, money};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::model::{PaymentMethod, PaymentProvider};
use super::{store, write};
use platform::{App, stores};

web::permissions! { Read = Read Payment; Update = Update Payment; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_payment_methods)).routes(routes!(find_payment_method, update_payment_method))
}

/// A payment method, in whole or in part.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentMethodIn {
    /// Cannot be changed.
    pub provider: Option<PaymentProvider>,
    /// Name for shoppers.
    #[schema(value_type = Option<schema::RequiredLineTexts<100>>)]
    pub name: Option<Texts>,
    /// Instructions, shown when it is chosen.
    #[schema(value_type = Option<schema::LongTexts<1_000>>)]
    pub instructions: Option<Texts>,
    /// Offered to shoppers.
    pub is_active: Option<bool>,
    /// A decimal in the store's currency.
    #[schema(value_type = Option<schema::Amount>)]
    pub fixed_fees: Option<String>,
    /// A percentage of the amount to pay: "2.50".
    #[schema(value_type = Option<schema::Percentage>)]
    pub ratio_fees: Option<String>,
    /// VAT applies to the fees.
    pub add_vat_to_payment_charges: Option<bool>,
    /// Not offered for a customer's first order.
    pub disable_on_first_order: Option<bool>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A payment method (PY-01).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct PaymentMethodView {
    id: PaymentMethodId,
    provider: PaymentProvider,
    name: Texts,
    instructions: Texts,
    is_active: bool,
    fixed_fees: String,
    ratio_fees: String,
    add_vat_to_payment_charges: bool,
    disable_on_first_order: bool,
    display_order: i64,
    version: i64,
}

impl PaymentMethodView {
    /// The method in the API.
    #[must_use]
    pub fn from_method(method: PaymentMethod, currency: Currency) -> Self {
        let PaymentMethod {
            id,
            provider,
            name,
            instructions,
            is_active,
            fixed_fees,
            ratio_fees,
            add_vat_to_payment_charges,
            disable_on_first_order,
            display_order,
            version,
        } = method;
        Self {
            id,
            provider,
            name,
            instructions,
            is_active,
            fixed_fees: money::format(fixed_fees, currency),
            ratio_fees: money::format_with(ratio_fees, 2),
            add_vat_to_payment_charges,
            disable_on_first_order,
            display_order,
            version,
        }
    }
}

/// Every payment method of the store.
#[utoipa::path(get, path = "/payment-methods", tag = "Payment", responses((status = 200, body = Data<Vec<PaymentMethodView>>)))]
async fn list_payment_methods(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<PaymentMethodView>>>> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    let all = store::list(app.db().conn(), &allowed.scope).await?;
    Ok(data(all.into_iter().map(|m| PaymentMethodView::from_method(m, currency)).collect()))
}

/// One payment method.
#[utoipa::path(get, path = "/payment-methods/{id}", tag = "Payment", params(("id" = PaymentMethodId, Path)), responses(
    (status = 200, body = Data<PaymentMethodView>), Refusals<404>,
))]
async fn find_payment_method(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<MethodKind>,
) -> ApiResult<Json<Data<PaymentMethodView>>> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    let method = store::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(data(PaymentMethodView::from_method(method, currency)))
}

/// Changes a payment method, in whole or in part.
#[utoipa::path(put, path = "/payment-methods/{id}", tag = "Payment", params(("id" = PaymentMethodId, Path)), request_body = PaymentMethodIn, responses(
    (status = 200, body = Data<PaymentMethodView>), (status = 409, body = Conflict<PaymentMethodView>), Refusals<404, 422>,
))]
async fn update_payment_method(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<MethodKind>,
    JsonIn(sent): JsonIn<PaymentMethodIn>,
) -> ApiResult<Json<Data<PaymentMethodView>>> {
    let (method, currency) = write::change(&app, &allowed.scope, id, sent).await?;
    Ok(data(PaymentMethodView::from_method(method, currency)))
}
