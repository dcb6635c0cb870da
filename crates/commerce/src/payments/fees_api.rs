//! What a shopper pays for a method, computed as the checkout does: for the form of a method, before it is saved.

use axum::Json;
use axum::extract::State;
use kernel::money;
use platform::{App, stores};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::fields::amount;
use web::list::data;
use web::{Allowed, ApiResult, Data, FieldErrors, QueryIn, Refusals, routes, schema};

use super::write::percentage;
use crate::carts::totals::{self, FeeRule, LineIn};
use crate::carts::vat_rule;

web::permissions! { Read = Read Payment; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_payment_fees))
}

/// The fees of a method, and an amount to pay before them.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct PaymentFeesParams {
    #[param(value_type = schema::Amount, inline)]
    amount: String,
    #[param(value_type = Option<schema::Amount>, inline)]
    fixed_fees: Option<String>,
    #[param(value_type = Option<schema::Percentage>, inline)]
    ratio_fees: Option<String>,
    add_vat_to_payment_charges: Option<bool>,
}

/// What a shopper pays.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PaymentFeesView {
    /// Before the fees.
    amount: String,
    payment_fees: String,
    /// The VAT of the fees: in them, or on top of them.
    vat: String,
    is_vat_included: bool,
    total: String,
}

/// What a shopper pays with a method of these fees, by the store's VAT.
#[utoipa::path(get, path = "/payment-methods/fees", tag = "Payment", params(PaymentFeesParams), responses(
    (status = 200, body = Data<PaymentFeesView>), Refusals<422>,
))]
async fn find_payment_fees(
    State(app): State<App>,
    allowed: Allowed<Read>,
    QueryIn(query): QueryIn<PaymentFeesParams>,
) -> ApiResult<Json<Data<PaymentFeesView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let (currency, mut errors) = (profile.currency, FieldErrors::new());
    let e = &mut errors;
    let to_pay = amount(e, "amount", &query.amount, currency);
    let fixed = query.fixed_fees.map_or(0, |text| amount(e, "fixed_fees", &text, currency));
    let ratio = query.ratio_fees.map_or(0, |text| percentage(e, "ratio_fees", &text));
    errors.finish()?;
    // What is paid for has its VAT already: here it is the fee's alone.
    let line = LineIn { unit_price: to_pay, quantity: 1, is_tax_free: true };
    let fee = FeeRule { fixed, ratio, is_taxed: query.add_vat_to_payment_charges.unwrap_or(false) };
    let sums = totals::compute(&[line], 0, vat_rule(&profile), 0, fee).unwrap_or_default();
    Ok(data(PaymentFeesView {
        amount: money::format(to_pay, currency),
        payment_fees: money::format(sums.payment_fees, currency),
        vat: money::format(sums.vat, currency),
        is_vat_included: sums.is_vat_included,
        total: money::format(sums.total, currency),
    }))
}
